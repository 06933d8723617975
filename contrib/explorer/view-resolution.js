// SPDX-License-Identifier: MIT OR Apache-2.0
// Shows resolution step by step (href 5.3): the parts that are kept from the base, discarded, or appended.
import { count, criText, cuttable, el, hidden, number } from "./dom.js";
import { chips } from "./view-components.js";
import { formRow } from "./view-forms.js";

const ALL = 255, IPV6 = 3;
const SIGNS = { kept: "=", discarded: "−", appended: "+" };

// Shows a section, segment or parameter, and its fate: kept, discarded or appended.
function piece(fate, part, ...text) {
    return el("li", { class: `chip ${fate} ${part}` },
        el("span", { class: "sign", "aria-hidden": "true" }, SIGNS[fate]), text, hidden(`, ${fate}`));
}

const pieces = (list, part, fateOf) =>
    chips(list ?? { items: [] }, (text, index) => piece(fateOf(index), part, criText(text)));

function schemeText(c) {
    if (c.scheme === null) return "";
    return c.scheme.name === undefined ? c.scheme.id : cuttable(c.scheme.name);
}

function authorityText(c) {
    if (c.authority === 1) return el("span", { class: "empty" }, "none, rooted");
    if (c.authority === 2) return el("span", { class: "empty" }, "none, rootless");
    const host = c.host === undefined || c.host === "" ? el("span", { class: "empty" }, "empty") : cuttable(c.host);
    return [c.userinfo && [criText(c.userinfo), "@"], c.hostKind === IPV6 ? ["[", host, "]"] : host,
        c.port !== undefined && `:${c.port}`].filter(Boolean);
}

function step(title, detail, list) {
    return el("li", { class: "step" },
        el("div", { class: "what" }, el("h3", {}, title), el("p", {}, detail)),
        el("ul", { class: "chips" }, list.flat().length > 0 ? list : el("li", { class: "empty" }, "nothing")));
}

function authorityStep(base, reference, resolution) {
    const scheme = resolution.scheme === "reference", authority = resolution.authority === "reference";
    const detail = scheme ? "The reference has a scheme: nothing of the base is kept."
        : authority ? "The reference has an authority: only the scheme comes from the base."
        : "The reference has neither a scheme nor an authority: both come from the base.";
    return step("Scheme and authority", detail, [
        piece(scheme ? "discarded" : "kept", "scheme", schemeText(base)),
        scheme && piece("appended", "scheme", schemeText(reference)),
        piece(authority ? "discarded" : "kept", "authority", authorityText(base)),
        authority && piece("appended", "authority", authorityText(reference)),
    ].filter(Boolean));
}

function discardStep(base, reference, resolution) {
    const length = base.path?.count ?? 0, discarded = length - resolution.kept;
    const asked = reference.discard === ALL ? "The reference discards the whole path."
        : reference.discard === 0 ? "The reference discards no segment."
        : `The reference discards ${count(reference.discard, "segment")}.`;
    const kept = `${number(resolution.kept)} of ${count(length, "segment")} kept`;
    const detail = `${asked} ${kept}, ${number(discarded)} discarded.`;
    return step("Discard", detail,
        pieces(base.path, "path", (index) => (index < resolution.kept ? "kept" : "discarded")));
}

function appendStep(target, resolution) {
    const detail = resolution.appended === 0 ? "The reference has no segment to append."
        : `${count(resolution.appended, "segment")} of the reference appended.`;
    return step("Append", detail,
        pieces(target.path, "path", (index) => (index < resolution.kept ? "kept" : "appended")));
}

const ORIGINS = {
    query: { reference: "The query comes from the reference.", base: "The query comes from the base.",
        none: "The result has no query." },
    fragment: { reference: "The fragment comes from the reference.", base: "The fragment comes from the base.",
        none: "The result has no fragment." },
};

function queryStep(base, reference, resolution) {
    const origin = resolution.query;
    const isEmpty = (reference.query?.count ?? 0) === 0 && origin === "reference";
    return step("Query", ORIGINS.query[isEmpty ? "none" : origin], [
        ...pieces(base.query, "query", () => (origin === "base" ? "kept" : "discarded")),
        ...(origin === "reference" ? pieces(reference.query, "query", () => "appended") : []),
    ]);
}

function fragmentStep(base, reference, resolution) {
    const origin = resolution.fragment;
    return step("Fragment", ORIGINS.fragment[reference.fragment === null && origin === "reference" ? "none" : origin], [
        base.fragment !== null && piece(origin === "base" ? "kept" : "discarded", "fragment", criText(base.fragment)),
        origin === "reference" && reference.fragment !== null
            && piece("appended", "fragment", criText(reference.fragment)),
    ].filter(Boolean));
}

function legend() {
    const words = { kept: "kept from the base", discarded: "discarded", appended: "from the reference" };
    return el("ul", { class: "chips legend", "aria-label": "Signs" }, Object.entries(words).map(([fate, text]) =>
        el("li", { class: `chip ${fate}` }, el("span", { class: "sign", "aria-hidden": "true" }, SIGNS[fate]), text)));
}

function relative({ relative: shortest }, input) {
    if (!shortest || !input.isFull) return null;
    return el("p", {}, "The shortest reference to this CRI from the base: ",
        el("code", { "data-relative": "" }, cuttable(shortest.edn)), `, ${count(shortest.len, "byte")}.`);
}

export function resolution(answer, copy) {
    const { input, base, resolution: result } = answer;
    if (base.isEmpty) return null;
    if (base.error) return el("p", { class: "quiet" }, "The base is refused.");
    if (!base.components.scheme) {
        const refused = { class: "refused", "data-resolution": "base" };
        return el("p", refused, "The base is a reference. A base needs a scheme.");
    }
    if (input.error) return el("p", { class: "quiet" }, "The reference is refused.");
    if (result.error) {
        const refused = { class: "refused", "data-resolution": result.error.name };
        return el("p", refused, `Refused: ${result.error.text}.`);
    }
    const target = result.target;
    return [
        legend(),
        el("ol", { class: "steps" },
            authorityStep(base.components, input.components, result),
            discardStep(base.components, input.components, result),
            appendStep(target.components, result),
            queryStep(base.components, input.components, result),
            fragmentStep(base.components, input.components, result)),
        el("h3", {}, "Result"),
        el("dl", { class: "forms result" },
            formRow("URI", "uri", target.uri, copy),
            formRow("Notation", "edn", target.edn, copy),
            formRow("CBOR", "cbor", target.cbor, copy)),
        relative(result, input),
    ];
}
