// SPDX-License-Identifier: MIT OR Apache-2.0
// The state of the page. The fragment of the page's address contains it, so that a view can be linked.

export const DEFAULTS = {
    revision: 27,
    as: "detect",
    shape: "detect",
    entry: 0,
    input: "../../../3/hall/lamp?on=1",
    base: "coap://[2001:db8::1]/floors/2/rooms/kitchen/light?unit=lm#now",
};

// The most characters of a text that is put into the address.
export const LINK_MOST = 4000;

// The most characters of an address's fragment that is read: two texts, in which each character may be three triplets,
// and the other fields.
const FRAGMENT_MOST = 2 * 9 * LINK_MOST + 200;

// The names of the kinds of text and of the shapes of bytes, in the order of the menus.
export const KIND_NAMES = {
    uri: "URI", iri: "IRI", edn: "Notation", links: "Link format", list: "List of URIs", json: "JSON",
    prose: "Text with URIs", html: "HTML", hex: "Hex", dump: "Hex dump", words: "Hex dump of words",
    log: "Hex in a text", literal: "Byte literal", base64: "Base64",
};
export const SHAPE_NAMES = {
    cri: "One CRI", array: "Array of CRIs", sequence: "Sequence of CRIs", tagged: "CBOR with CRIs", aif: "AIF",
    message: "CoAP message", datagram: "Frame with CoAP", stream: "CoAP over TCP",
    blocks: "Blocks of bytes",
};

const WORDS = { as: ["detect", ...Object.keys(KIND_NAMES)], shape: ["detect", ...Object.keys(SHAPE_NAMES)] };

// Returns the state that a fragment contains. A fragment that is longer than any that toFragment() returns is not read.
export function fromFragment(fragment) {
    if (fragment.length > FRAGMENT_MOST) return { ...DEFAULTS };
    const fields = new URLSearchParams(fragment.replace(/^#/, ""));
    const word = (key) => (WORDS[key].includes(fields.get(key)) ? fields.get(key) : DEFAULTS[key]);
    return {
        revision: fields.get("rev") === "13" ? 13 : fields.get("rev") === "27" ? 27 : DEFAULTS.revision,
        as: word("as"),
        shape: word("shape"),
        entry: /^\d{1,3}$/.test(fields.get("entry")) ? Number(fields.get("entry")) : DEFAULTS.entry,
        input: fields.get("in") ?? DEFAULTS.input,
        base: fields.get("base") ?? DEFAULTS.base,
    };
}

// Returns the fragment; null if a text is too long for it.
export function toFragment(state) {
    if (state.input.length > LINK_MOST || state.base.length > LINK_MOST) return null;
    const fields = new URLSearchParams({ rev: String(state.revision), in: state.input });
    for (const key of ["as", "shape", "entry", "base"]) {
        if (state[key] !== DEFAULTS[key]) fields.set(key, String(state[key]));
    }
    return `#${fields}`;
}
