// SPDX-License-Identifier: MIT OR Apache-2.0
// Shows the components of a CRI.
import { count, criText, cuttable, el, more } from "./dom.js";
import { mark, roving } from "./marks.js";

const AUTHORITY = { rooted: 1, rootless: 2, host: 3 };
const HOST_KINDS = { 1: "name", 2: "IPv4 address", 3: "IPv6 address" };
const ALL = 255;

function row(part, name, value, detail) {
    return el("div", { class: `component ${part}`, ...mark(part) }, el("dt", {}, name),
        el("dd", { "data-component": part }, value, detail && el("span", { class: "quiet" }, " ", detail)));
}

// Shows a list of texts. The middle of a long list is missing. An item in its place has the number of missing texts.
export function chips(list, chip) {
    const shown = [];
    let next = 0;
    for (const { index, text } of list.items) {
        if (index > next) shown.push(el("li", { class: "gap" }, more(index - next, "item")));
        shown.push(chip(text, index));
        next = index + 1;
    }
    return shown;
}

function list(part, name, value, singular) {
    if (value === null) return row(part, name, el("span", { class: "empty" }, "not set"));
    if (value.count === 0) return row(part, name, el("span", { class: "empty" }, "none"));
    const chip = (text, index) => el("li", { class: "chip", ...mark(part, index) }, criText(text));
    return row(part, name, el("ol", { class: "chips" }, chips(value, chip)), count(value.count, singular));
}

function scheme(c) {
    if (c.scheme === null) return null;
    const { id, name } = c.scheme;
    const value = name === undefined ? el("span", { class: "empty" }, "not in the registry")
        : el("code", {}, cuttable(name));
    return row("scheme", "Scheme", value, id === undefined ? "by name" : `number ${-1n - BigInt(id)}, written ${id}`);
}

function discard(c) {
    if (c.scheme !== null || c.authority === AUTHORITY.host || c.authority === AUTHORITY.rootless) return null;
    return row("discard", "Discard", c.discard === ALL ? "all" : String(c.discard), "segments of the base's path");
}

function authority(c) {
    const roots = { [AUTHORITY.rooted]: "the path is rooted", [AUTHORITY.rootless]: "the path is rootless" };
    const root = roots[c.authority];
    if (root) return row("authority", "Authority", el("span", { class: "empty" }, "none"), root);
    if (c.authority !== AUTHORITY.host) return null;
    const host = c.host === undefined || c.host === "" ? el("span", { class: "empty" }, "empty")
        : el("code", {}, cuttable(c.host));
    const port = c.port === undefined ? c.effectivePort : c.port;
    return [
        c.userinfo && row("userinfo", "User information", el("code", {}, criText(c.userinfo))),
        row("host", "Host", host, HOST_KINDS[c.hostKind]),
        c.zone !== undefined && row("zone", "Zone", el("code", {}, cuttable(c.zone))),
        port !== undefined && row("port", "Port", String(port), c.port === undefined ? "the scheme's default" : null),
    ];
}

export function components(subject) {
    const c = subject.components;
    return roving(el("dl", { class: "components" },
        scheme(c), discard(c), authority(c),
        list("path", "Path", c.path, "segment"),
        list("query", "Query", c.query, "parameter"),
        row("fragment", "Fragment",
            c.fragment === null ? el("span", { class: "empty" }, "none") : el("code", {}, criText(c.fragment)))),
    ".component");
}
