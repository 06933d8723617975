// SPDX-License-Identifier: MIT OR Apache-2.0

/** The number of a revision of draft-ietf-core-href. The default is 27, which has the wire format of RFC-to-be 9988. */
export type Revision = 13 | 27;

/** A text of a CRI, decoded. If some of its octets are percent-encoded, it is an array: strings, and these octets. */
export type Text = string | (string | Uint8Array)[];

/** The address and the port of a socket, as `dgram` has them. The address has no brackets. The default port is 5683. */
export interface Endpoint {
    address: string;
    port?: number;
}

/** An option of a CoAP message. In Node.js, its value is a Buffer. */
export interface Option {
    number: number;
    /** The name in IANA's registry, such as `Uri-Path`; the number as text if it has no name. */
    name: string;
    value: Uint8Array;
}

/** Options as in a message (RFC 7252 3.1), or a list with their names or numbers, as CoAP libraries have them. */
export type Options =
    | Uint8Array
    | Iterable<{ number?: number; name?: string | number; value: Uint8Array | string | number }>;

/** An input was refused. */
export class CriError extends Error {
    /** The name of the error, such as `"uri_syntax"`. It is the same in C, Rust and Python. */
    readonly code: string;
    /** The place of the error: the index in a string, or in bytes. Not all errors have a place. */
    readonly offset?: number;
    /** The part of the CRI that is at fault, such as `"host"`. */
    readonly part?: string;
}

/** A CRI or a CRI reference. It never changes. */
export class Cri {
    /** Reads a URI or IRI, or the bytes of CBOR. All functions throw CriError if they refuse an input. */
    constructor(value: string | Uint8Array, options?: { revision?: Revision });
    /** Reads CBOR. Bytes after the CRI are an error. */
    static parse(bytes: Uint8Array, options?: { revision?: Revision }): Cri;
    static fromUri(uri: string, options?: { revision?: Revision }): Cri;
    static fromIri(iri: string, options?: { revision?: Revision }): Cri;
    /** Reads diagnostic notation, such as `[-1, ["h"], ["a"]]` or `cri'coap://h/a'`. */
    static fromNotation(notation: string, options?: { revision?: Revision }): Cri;
    /**
     * Returns the CRI of the resource that a request identifies.
     *
     * `scheme` is the scheme over which the request arrived (the default is `coap`), and `destination`, the endpoint at
     * which it arrived, which gives the defaults of Uri-Host and Uri-Port. Without `proxy: true`, a request that is
     * meant for a proxy is refused.
     */
    static fromOptions(
        options: Options,
        settings?: { scheme?: string; destination?: Endpoint | null; proxy?: boolean; revision?: Revision },
    ): Cri;
    /** Returns the reference in the Location-Path and Location-Query of a response. */
    static fromLocationOptions(options: Options, settings?: { revision?: Revision }): Cri;

    readonly revision: Revision;
    /** The CBOR in canonical form, a new copy each time. */
    readonly bytes: Uint8Array;
    /** True unless it is a reference, which has no scheme. */
    readonly isFull: boolean;
    /** The name of the scheme; undefined in a reference, and for a number that the registry does not have. */
    readonly scheme: string | undefined;
    /** How many segments of the base's path a reference removes; true for all of them. */
    readonly discard: number | true;
    readonly userinfo: Text | undefined;
    /** A host name or an address without brackets, ready for `dns.lookup`. */
    readonly host: string | undefined;
    readonly zone: string | undefined;
    readonly port: number | undefined;
    /** The port or, if there is none, the default port of the scheme. */
    readonly effectivePort: number | undefined;
    readonly path: Text[] | undefined;
    readonly query: Text[] | undefined;
    readonly fragment: Text | undefined;

    /** Returns the URI. Throws CriError `no_uri` or `zone` if the CRI has no URI. */
    toUri(): string;
    toIri(): string;
    toNotation(): string;
    /** The same as toUri(). */
    toString(): string;
    /** The same as toUri(). */
    toJSON(): string;

    /** Returns the target of a reference: a CRI, or a URI or IRI reference. This CRI is the base. */
    resolve(reference: Cri | string): Cri;
    /** Returns the shortest reference to a target; with `forUri`, a reference that has a URI. This CRI is the base. */
    relativize(target: Cri | string, options?: { forUri?: boolean }): Cri;
    withoutFragment(): Cri;
    /** Returns the normal form (RFC 3986 6.2), in which equivalent URIs are the same. */
    normalized(): Cri;
    /** True if the canonical forms are the same. Compare normalized() if equivalent URIs are to be equal. */
    equals(other: Cri | string): boolean;
    /** A negative number, 0 or a positive number, for `Array.prototype.sort`. */
    compare(other: Cri | string): number;

    /**
     * Returns the options of a request, without the fragment.
     *
     * `destination` is the endpoint to which the request is sent. The default is the address in the CRI, and then
     * Uri-Host is omitted. With null, Uri-Host is never omitted. `proxy` makes the options of a request to a proxy, and
     * names its option: `Proxy-Uri`, `Proxy-Scheme`, `Proxy-Cri` or `Proxy-Scheme-Number`.
     */
    toOptions(settings?: { destination?: Endpoint | null; proxy?: string | number }): Option[];
    /** Returns the Location-Path and Location-Query of a response. */
    toLocationOptions(): Option[];
}

/** A link (RFC 6690). Its target is a URI reference as text. The value of a flag such as `obs` is null. */
export interface Link {
    target: string;
    attributes: [name: string, value: string | null][];
}

/**
 * Reads link format. Throws the first error; with `onError`, calls it for each malformed link instead, and returns the
 * other links.
 */
export function parseLinks(document: string, options?: { onError?: (error: CriError) => void }): Link[];

/** Writes link format. Each attribute is a name, or a name and a value. */
export function formatLinks(
    links: Iterable<{ target: string | Cri; attributes?: Iterable<[string] | [string, string | number | null]> }>,
): string;

/** Returns the version of the library. */
export function version(): string;
