// SPDX-License-Identifier: MIT OR Apache-2.0
// Makes objects of the library from texts and bytes, and reads them. The package and the explorer use these functions.
import { cri, data, errorOf, partName, pass, size, struct, take, view, write } from "./engine.js";
import { ERRORS } from "./tables.js";

// CRI_PART_WHOLE
const WHOLE = 10;
const FROM = { uri: "cri_from_uri", iri: "cri_from_iri", edn: "cri_from_edn" };
const WHERE = { uri: "cri_from_uri_where", iri: "cri_from_iri_where" };

const UTF8 = new TextEncoder();
export const utf8 = (text) => UTF8.encode(text);

// Reads bytes: a text of a kind of FROM, or CBOR. Returns { cri, cbor } if they are accepted. Otherwise returns
// { error }, with `offset` and `part` if the place of the error is known, and with `cbor` unless a text has no CBOR.
export function readCri(revision, kind, bytes) {
    const at = pass(bytes), object = struct(), offset = take(4), part = take(4);
    const found = { cbor: { at, length: bytes.length } };
    const refused = (err, isKnown) => Object.assign(found, { error: errorOf(err) },
        isKnown && { offset: size(offset), part: partName(data().getUint8(part)) });
    data().setUint8(part, WHOLE);
    if (FROM[kind]) {
        const place = kind === "edn" ? [offset] : [];
        found.cbor = write((...out) => cri[FROM[kind]](revision, at, bytes.length, ...out, ...place));
        const { err } = found.cbor;
        if (err) {
            delete found.cbor;
            return refused(err, kind === "edn" || cri[WHERE[kind]](revision, at, bytes.length, offset, part) === err);
        }
    }
    const cbor = [revision, found.cbor.at, found.cbor.length], err = cri.cri_parse_exact(...cbor, object);
    if (err === ERRORS.extra) return refused(err, cri.cri_parse(...cbor, object, offset) === 0);
    if (err !== 0) return refused(err, cri.cri_parse_where(...cbor, offset, part) === err);
    return Object.assign(found, { cri: object });
}

// Yields the chunks of a text: its address and length, and whether its octets are percent-encoded.
export function* chunksOf(text) {
    const chunks = struct(), place = take(12);
    cri.cri_chunks_init(chunks, text);
    while (cri.cri_chunks_next(chunks, place, place + 4, place + 8)) {
        yield [size(place), size(place + 4), data().getUint8(place + 8) !== 0];
    }
}

// Returns the object of the endpoint of a CRI whose host is an address; 0 if its host is not an address.
export function endpointIn(object) {
    const endpoint = struct();
    return cri.cri_host_endpoint(object, endpoint) === 0 ? endpoint : 0;
}

// Returns the object of an endpoint with an address, without brackets, and a port; 0 if it is not an address.
export function endpointOf(address, port) {
    const host = address.includes(":") ? `[${address}]` : address;
    const found = readCri(27, "uri", utf8(`coap://${host}:${port}`));
    return found.cri === undefined ? 0 : endpointIn(found.cri);
}

// Yields the number of each option of a message, and the address and the length of its value.
export function* optionsIn({ at, length }) {
    const raw = struct(), place = take(12);
    if (cri.cri_coap_raw_init(raw, at, length) !== 0) return;
    while (cri.cri_coap_raw_next(raw, place, place + 4, place + 8)) {
        yield [data().getUint16(place, true), size(place + 4), size(place + 8)];
    }
}

// Yields the address and the length of the name of each attribute of a link, and of its decoded value. The value is
// null if the attribute has no value.
export function* attributesIn(link) {
    const attributes = struct(), value = struct(), name = take(8);
    cri.cri_link_attributes_init(attributes, link);
    while (cri.cri_link_attributes_next(attributes, name, name + 4, value)) {
        const isSet = cri.cri_link_value_is_set(value);
        const decoded = isSet ? write((...out) => cri.cri_link_value_decode(value, ...out)) : null;
        yield [[size(name), size(name + 4)], decoded];
    }
}

// Yields the links of a document in link format: the error of the link or 0, its offset, and its object.
export function* linksIn(at, length) {
    const links = struct(), link = struct(), fault = take(8);
    if (cri.cri_links_init(links, at, length, 1) !== 0) return;
    while (cri.cri_links_next_item(links, link, fault, fault + 4)) {
        yield [data().getInt32(fault, true), size(fault + 4), link];
    }
}

// Returns a copy of what write() has written.
export const copied = ({ at, length }) => view(at, length).slice();
