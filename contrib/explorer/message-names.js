// SPDX-License-Identifier: MIT OR Apache-2.0
// Names from the CoAP registries (RFC 7252 12 and the documents that extend them).
import { OPTIONS } from "../npm/tables.js";

export const CODES = {
    "0.00": "Empty", "0.01": "GET", "0.02": "POST", "0.03": "PUT", "0.04": "DELETE", "0.05": "FETCH", "0.06": "PATCH",
    "0.07": "iPATCH",
    "2.01": "Created", "2.02": "Deleted", "2.03": "Valid", "2.04": "Changed", "2.05": "Content", "2.31": "Continue",
    "4.00": "Bad Request", "4.01": "Unauthorized", "4.02": "Bad Option", "4.03": "Forbidden", "4.04": "Not Found",
    "4.05": "Method Not Allowed", "4.06": "Not Acceptable", "4.08": "Request Entity Incomplete", "4.09": "Conflict",
    "4.12": "Precondition Failed", "4.13": "Request Entity Too Large", "4.15": "Unsupported Content-Format",
    "4.22": "Unprocessable Entity", "4.29": "Too Many Requests",
    "5.00": "Internal Server Error", "5.01": "Not Implemented", "5.02": "Bad Gateway", "5.03": "Service Unavailable",
    "5.04": "Gateway Timeout", "5.05": "Proxying Not Supported", "5.08": "Hop Limit Reached",
    "7.01": "CSM", "7.02": "Ping", "7.03": "Pong", "7.04": "Release", "7.05": "Abort",
};

export const OPTION_NAMES = Object.fromEntries(OPTIONS.map(({ number, name }) => [number, name]));
export const OPTION_NUMBERS = Object.fromEntries(OPTIONS.map(({ number, name }) => [name, number]));
export const FORMATS = Object.fromEntries(OPTIONS.map(({ number, format }) => [number, format]));

export const CONTENT_FORMATS = {
    0: "text/plain; charset=utf-8", 40: "application/link-format", 41: "application/xml",
    42: "application/octet-stream", 47: "application/exi", 50: "application/json", 60: "application/cbor",
    61: "application/cwt",
    62: "application/multipart-core", 63: "application/cbor-seq", 110: "application/senml+json",
    112: "application/senml+cbor", 319: "application/aif+cbor", 320: "application/aif+json",
    432: "application/td+json",
};
