// SPDX-License-Identifier: MIT OR Apache-2.0
// Shows a CoAP message: its header, and its options with their names and values.
import { count, cuttable, el, hexBytes, more, visible } from "./dom.js";

const empty = () => el("span", { class: "empty" }, "empty");

function row(name, ...value) {
    return el("div", { class: "form" }, el("dt", {}, name), el("dd", {}, el("span", {}, value)));
}

function option({ number, name, note, text, hex }) {
    const bytes = hex === "" ? empty() : el("code", { class: "hex" }, hexBytes(hex));
    const value = text === undefined ? null : text === "" ? empty() : el("code", {}, cuttable(text));
    return el("tr", {},
        el("td", { class: "number" }, number),
        el("td", {}, name ?? el("span", { class: "empty" }, "not known")),
        el("td", { class: "value" }, value, note && el("span", { class: "quiet" }, " ", visible(note))),
        el("td", {}, bytes));
}

function options(message) {
    if (message.count === 0) return el("p", { class: "quiet" }, "The message has no options.");
    return [
        el("table", { class: "options" },
            el("thead", {}, el("tr", {}, ["number", "option", "value", "bytes"].map((name) =>
                el("th", { scope: "col" }, name)))),
            el("tbody", {}, message.options.map(option))),
        message.count > message.options.length
            && el("p", { class: "quiet" }, more(message.count - message.options.length, "option")),
    ];
}

// Returns a line about the header, which screen readers announce, too.
export const messageText = ({ code, codeName = "unknown code", type }) =>
    `${type === undefined ? "" : `${type} `}${code} ${codeName}`;

export function message(found) {
    const { layers, id, token, payload, contentName, contentFormat, isOfBase } = found;
    const format = contentFormat !== undefined && `, ${contentName ?? `format ${contentFormat}`}`;
    return [
        el("dl", { class: "forms", "data-message": messageText(found) },
            layers.length > 0 && row("Frame", layers.join(", ")),
            row("Message", messageText(found), id !== undefined && `, message ID ${id}`),
            row("Token", token === "" ? empty() : el("code", { class: "hex" }, hexBytes(token))),
            row("Payload", payload === 0 ? el("span", { class: "empty" }, "none")
                : [count(payload, "byte"), format])),
        options(found),
        isOfBase && el("p", { class: "quiet" },
            "The message does not contain its destination: host and port are those of the base below."),
    ];
}
