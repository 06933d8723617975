// SPDX-License-Identifier: MIT OR Apache-2.0
// Shows the CoAP options of a request.
import { count, cuttable, el, hexBytes, more, number, spaced } from "./dom.js";

const SECTION = { 3: "host", 7: "port", 11: "path", 15: "query" };

function option({ number: id, name, port, text, head, value }) {
    const ofText = text === "" ? el("span", { class: "empty" }, "empty") : cuttable(text);
    const shown = port !== undefined ? String(port) : ofText;
    return el("tr", { class: SECTION[id] },
        el("td", { class: "number" }, id),
        el("td", {}, el("span", { class: `swatch ${SECTION[id]}`, "aria-hidden": "true" }), name),
        el("td", { class: "value" }, el("code", {}, shown)),
        el("td", {}, el("code", { class: "hex" },
            el("span", { class: "head", title: "delta and length" }, spaced(head)), " ", hexBytes(value))));
}

function options(coap) {
    if (coap.error) return el("p", { class: "none", "data-coap": coap.error.name }, `No options: ${coap.error.text}.`);
    if (coap.count === 0) return el("p", { "data-coap": "" }, "The request needs no option.");
    const whole = coap.options.map(({ head, value }) => head + (typeof value === "string" ? value : "")).join("");
    return [
        el("table", { class: "options", "data-coap": whole },
            el("thead", {}, el("tr", {},
                ["number", "option", "value", "on the wire"].map((name) => el("th", { scope: "col" }, name)))),
            el("tbody", {}, coap.options.map(option))),
        coap.count > coap.options.length
            && el("p", { class: "quiet" }, more(coap.count - coap.options.length, "option")),
        el("p", { class: "quiet" }, `${count(coap.len, "byte")}. `,
            "On the wire, each option begins with the delta to the previous number, and its length."),
    ];
}

function proxy(coap) {
    const rows = coap.proxy.map(({ name, len, error }) => el("tr", {}, el("th", { scope: "row" }, name),
        error ? el("td", { class: "none" }, `none: ${error.text}`) : el("td", {}, number(len))));
    return el("table", { class: "numbers" }, el("caption", {}, "Length of all options for a forward proxy, in bytes"),
        el("tbody", {}, rows));
}

export function coapOptions(coap, isTarget) {
    return [
        isTarget && el("p", { class: "quiet" }, "These are the options for the target of the reference."),
        !coap.error && el("p", { class: "quiet" }, coap.toAddress
            ? "The request is sent to the address and the port in the CRI, so they need no option."
            : "The request is sent to an address of the host name, at the default port of the scheme."),
        coap.hadFragment && el("p", { class: "quiet" }, "The fragment is omitted: it is not part of a request."),
        options(coap), proxy(coap),
    ];
}
