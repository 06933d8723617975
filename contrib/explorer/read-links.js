// SPDX-License-Identifier: MIT OR Apache-2.0
// Finds URI references in texts other than link format: in a list with one reference per line (RFC 2483 5), or in JSON.

// Members of JSON objects whose strings are links (RFC 9264, RFC 6690 in JSON, W3C Thing Descriptions).
const LINK_MEMBERS = /^(?:href|anchor|base|uri|url|target|di|links?)$/i;
// Values of JSON that are nested deeper are not searched.
const DEPTH_MOST = 64;

// True if a line could be a URI reference. It must have a delimiter, because otherwise it looks like a word of prose.
export const isLine = (line) => /^[^\s<>"{}|\\^`]+$/.test(line) && /[:/?#]/.test(line);

// Returns the lines of a list, each with its index, without comments. A comment begins with # and a blank.
export function listed(text) {
    const lines = [];
    let at = 0;
    for (const line of text.split("\n")) {
        const shown = line.trim();
        if (shown !== "" && !/^#\s/.test(shown)) lines.push({ index: at + line.indexOf(shown), text: shown });
        at += line.length + 1;
    }
    return lines;
}

const stepOf = (key) => (typeof key === "number" ? `[${key}]` : `.${key}`);

// Returns the links in JSON, each with its place; null if the text is not JSON.
export function linksInJson(text) {
    let json;
    try {
        json = JSON.parse(text);
    } catch {
        return null;
    }
    const isListOfTexts = Array.isArray(json) && json.length > 0 && json.every((item) => typeof item === "string");
    const found = [], left = [{ value: json, place: "", depth: 0, isLink: isListOfTexts && json.some(isLine) }];
    while (left.length > 0) {
        const { value, place, depth, isLink } = left.pop();
        if (typeof value === "string" && isLink) found.push({ label: place, text: value });
        if (value === null || typeof value !== "object" || depth === DEPTH_MOST) continue;
        const isArray = Array.isArray(value);
        const inner = Object.entries(value).map(([name, item]) => ({
            value: item, place: place + stepOf(isArray ? Number(name) : name), depth: depth + 1,
            isLink: isArray ? isLink : LINK_MEMBERS.test(name),
        }));
        for (const item of inner.reverse()) left.push(item);
    }
    return found;
}
