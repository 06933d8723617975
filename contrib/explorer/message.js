// SPDX-License-Identifier: MIT OR Apache-2.0
// Reads CoAP messages (RFC 7252 3, RFC 8323 3.2), alone or in a frame: the positions of the header, the options and the
// payload, and the address to which the message was sent.
import { cri, data, errorOf, hex, size, take, text, view, write } from "../npm/engine.js";
import { endpointIn, endpointOf, optionsIn } from "../npm/objects.js";
import { CODES, CONTENT_FORMATS, FORMATS, OPTION_NAMES, OPTION_NUMBERS } from "./message-names.js";

const OPTIONS_MOST = 64, VALUE_MOST = 160;
const TYPES = ["CON", "NON", "ACK", "RST"], TOKEN_MOST = 8, HEADER = 4;
// The IPv6 extension headers Hop-by-Hop Options, Routing, and Destination Options.
const EXTENSIONS = [0, 43, 60];
const UDP = 17, UDP_HEADER = 8, IPV6_HEADER = 40;
const COAP = -1n, COAPS = -2n, COAP_TCP = -7n, COAP_SCHEMES = [COAP, COAPS, COAP_TCP, -8n], COAPS_PORT = 5684;

const word = (bytes, at) => (bytes[at] << 8) | bytes[at + 1];

// ---- the frame -----------------------------------------------------------------------------------------------------

// The headers that may precede IP. `type` is the position of the EtherType, if the header has one.
const LINKS = [
    { name: null, length: 0, type: null }, { name: "Ethernet", length: 14, type: 12 },
    { name: "Ethernet with a VLAN", length: 18, type: 16 }, { name: "Linux cooked capture", length: 16, type: 14 },
    { name: "Linux cooked capture 2", length: 20, type: 0 }, { name: "Loopback", length: 4, type: null },
];
const ETHERTYPES = { 4: 0x0800, 6: 0x86dd };

const dotted = (bytes) => bytes.join(".");
const colons = (bytes) => Array.from({ length: 8 }, (_, i) => word(bytes, 2 * i).toString(16)).join(":");

function ipv4(bytes, at) {
    const header = 4 * (bytes[at] & 15), length = word(bytes, at + 2);
    if (header < 20 || bytes[at + 9] !== UDP || length < header || at + length > bytes.length) return null;
    const [from, to] = [12, 16].map((place) => bytes.subarray(at + place, at + place + 4));
    return { name: `IPv4 ${dotted(from)} to ${dotted(to)}`, at: at + header, end: at + length, to };
}

// Reads an IPv6 header and the extension headers before UDP, each of which names the next header (RFC 8200 4).
function ipv6(bytes, at) {
    const end = at + IPV6_HEADER + word(bytes, at + 4);
    let next = bytes[at + 6], begin = at + IPV6_HEADER;
    while (EXTENSIONS.includes(next) && begin + 8 <= end) {
        [next, begin] = [bytes[begin], begin + 8 * (bytes[begin + 1] + 1)];
    }
    if (next !== UDP || end > bytes.length) return null;
    const [from, to] = [8, 24].map((place) => bytes.subarray(at + place, at + place + 16));
    return { name: `IPv6 ${colons(from)} to ${colons(to)}`, at: begin, end, to };
}

function udp(bytes, at, end) {
    if (at + UDP_HEADER > end || word(bytes, at + 4) !== end - at) return null;
    const [from, to] = [word(bytes, at), word(bytes, at + 2)];
    return { name: `UDP port ${from} to ${to}`, at: at + UDP_HEADER, end, port: to };
}

// Returns the layers of a frame, and the position of the message in it; null if the bytes are not a frame.
function frameOf(bytes) {
    for (const { name, length, type } of LINKS) {
        const version = bytes[length] >> 4;
        if (bytes.length < length + 28 || (type !== null && word(bytes, type) !== ETHERTYPES[version])) continue;
        const ip = version === 4 ? ipv4(bytes, length) : version === 6 ? ipv6(bytes, length) : null;
        const datagram = ip && udp(bytes, ip.at, ip.end);
        if (datagram) return { layers: [name, ip.name, datagram.name].filter(Boolean), ...datagram, to: ip.to };
    }
    const alone = udp(bytes, 0, bytes.length);
    return alone && { layers: [alone.name], ...alone };
}

// ---- the message ---------------------------------------------------------------------------------------------------

const codeOf = (byte) => `${byte >> 5}.${String(byte & 31).padStart(2, "0")}`;

// Reads the header of a message over UDP; null if it is malformed. An empty message has nothing after its header (RFC
// 7252 4.1).
function header(bytes, at, end) {
    const length = bytes[at] & 15, code = bytes[at + 1];
    const token = at + HEADER, type = TYPES[(bytes[at] >> 4) & 3];
    const isBad = bytes[at] >> 6 !== 1 || length > TOKEN_MOST || token + length > end || (code === 0 && end > token);
    return isBad ? null : { type, id: word(bytes, at + 2), code, token, at: token + length, end };
}

// Reads the header of a message over TCP, in which the length precedes the code; null if it is malformed.
function streamHeader(bytes) {
    const nibble = bytes[0] >> 4, length = bytes[0] & 15, extended = nibble < 13 ? 0 : 1 << (nibble - 13);
    const most = [13, 269, 65805][nibble - 13], token = 2 + extended;
    const more = bytes.subarray(1, 1 + extended).reduce((sum, byte) => sum * 256 + byte, 0);
    const rest = nibble < 13 ? nibble : most + more;
    const isWhole = length <= TOKEN_MOST && bytes.length === token + length + rest;
    return !isWhole ? null : { code: bytes[token - 1], token, at: token + length, end: bytes.length };
}

// Adds the positions of options and payload to a message, or the error.
function split(begin, found) {
    const place = take(12), rest = [begin + found.at, found.end - found.at];
    const err = cri.cri_coap_split(...rest, place, place + 4, place + 8);
    if (err !== 0) return { ...found, err };
    return { ...found, optionsLength: size(place), payload: size(place + 4) - begin, payloadLength: size(place + 8) };
}

const FINDERS = {
    datagram: (bytes) => {
        const frame = frameOf(bytes), found = frame && header(bytes, frame.at, frame.end);
        return found && { ...found, layers: frame.layers, to: frame.to, port: frame.port };
    },
    message: (bytes) => header(bytes, 0, bytes.length),
    stream: streamHeader,
};
export const MESSAGE_SHAPES = Object.keys(FINDERS);

// Returns the message of a shape in the bytes, which are also at an address; null if they are not a message of this
// shape.
export function messageIn(shape, bytes, begin) {
    const found = FINDERS[shape]?.(bytes);
    return found ? split(begin, found) : null;
}

// True if bytes are likely to be a message: the code is known, and the options can be read.
export const isLikely = (found) => found !== null && found.err === undefined && CODES[codeOf(found.code)] !== undefined;

// ---- the message on the page ---------------------------------------------------------------------------------------

// Returns the value of an option in the format for its number.
function valueOf(number, at, length) {
    const format = FORMATS[number] ?? "opaque", digits = hex(at, length, VALUE_MOST);
    if (format === "uint") {
        const value = length <= 6 ? view(at, length).reduce((sum, byte) => sum * 256 + byte, 0) : undefined;
        return { hex: digits, text: value === undefined ? undefined : String(value), value };
    }
    return { hex: digits, text: format === "string" ? text(at, length, VALUE_MOST) : undefined };
}

// Returns the message as the page shows it.
export function messageOf(bytes, begin, found) {
    const options = [];
    let count = 0, contentFormat;
    const encoded = { at: begin + found.at, length: found.err === undefined ? found.optionsLength : 0 };
    for (const [number, at, length] of optionsIn(encoded)) {
        const value = valueOf(number, at, length);
        if (number === OPTION_NUMBERS["Content-Format"]) contentFormat = value.value;
        const isFormat = ["Content-Format", "Accept"].includes(OPTION_NAMES[number]);
        const named = isFormat ? CONTENT_FORMATS[value.value] : undefined;
        if (count++ < OPTIONS_MOST) options.push({ number, name: OPTION_NAMES[number], note: named, ...value });
    }
    const { layers = [], type, id, code, token, at, err, payloadLength } = found;
    return {
        layers, type, id, code: codeOf(code), codeName: CODES[codeOf(code)], token: hex(begin + token, at - token),
        options, count, contentFormat, contentName: CONTENT_FORMATS[contentFormat], payload: payloadLength ?? 0,
        error: err === undefined ? undefined : errorOf(err), offset: err === undefined ? undefined : at,
        isRequest: code > 0 && code < 32,
    };
}

// ---- the CRIs of a message -----------------------------------------------------------------------------------------

// Returns the object of the endpoint to which a message was sent, or 0, and a scheme. They come from the frame or, if
// there is no frame, from the base.
function destination(revision, found, base) {
    if (found.to) {
        const endpoint = endpointOf(found.to.length === 4 ? dotted(found.to) : colons(found.to), found.port);
        return { endpoint, scheme: found.port === COAPS_PORT ? COAPS : COAP };
    }
    const place = take(8), scheme = base && cri.cri_scheme(base, place) ? data().getBigInt64(place, true) : undefined;
    const usual = found.type === undefined ? COAP_TCP : COAP;
    return { endpoint: base && endpointIn(base), scheme: COAP_SCHEMES.includes(scheme) ? scheme : usual };
}

// Returns the CRI of the resource that a request is for. `isOfBase` is true if the base was used as the destination.
export function requested(revision, begin, found, base) {
    const { endpoint, scheme } = destination(revision, found, base);
    const options = [begin + found.at, found.optionsLength];
    const made = write((...out) => cri.cri_from_coap_proxy(revision, scheme, ...options, endpoint, ...out));
    return { ...made, isOfBase: Boolean(endpoint && !found.to) };
}

// Returns the reference in the Location-* options of a response.
export const location = (revision, begin, found) =>
    write((...out) => cri.cri_from_coap_location(revision, begin + found.at, found.optionsLength, ...out));
