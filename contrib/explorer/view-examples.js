// SPDX-License-Identifier: MIT OR Apache-2.0
// Shows the examples. Only one section is open at a time.
import { el } from "./dom.js";
import { EXAMPLES } from "./examples.js";

const row = (example, choose) => el("li", {},
    el("button", { type: "button", "data-example": example.name, onclick: () => choose(example) }, example.name), " ",
    el("span", { class: "quiet" }, example.see));

export function examples(choose) {
    return EXAMPLES.map(({ title, lead, rows }) => el("details", { name: "examples" },
        el("summary", {}, title), el("p", {}, lead), el("ul", {}, rows.map((example) => row(example, choose)))));
}
