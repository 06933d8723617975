// SPDX-License-Identifier: MIT OR Apache-2.0
// Is compiled, not run: each statement uses a declaration as a program would, and those that must fail are marked.
import { Cri, CriError, formatLinks, parseLinks, type Option, type Text } from "libcri";

const base: Cri = new Cri("coap://h/a", { revision: 13 });
const bytes: Uint8Array = base.resolve("b").relativize(base, { forUri: true }).bytes;
const path: Text[] | undefined = Cri.parse(bytes).path;
const port: number | undefined = Cri.fromUri("coap://h").effectivePort;
const options: Option[] = base.toOptions({ destination: { address: "::1" }, proxy: "Proxy-Cri" });
const back: string = Cri.fromOptions(options, { scheme: "coaps", destination: null }).toUri();
const buffers: string = Cri.fromOptions([{ name: "Uri-Path", value: Buffer.from("a") }]).toNotation();
const text: string = formatLinks(parseLinks(back, { onError: (error: CriError) => error.offset }));
const pairs: string = formatLinks([{ target: base, attributes: new Map([["ct", 40]]) }]);
// @ts-expect-error: an option must have a value
Cri.fromOptions([{ number: 3 }]);
// @ts-expect-error: no such revision
new Cri("", { revision: 12 });
// @ts-expect-error: it never changes
base.host = "g";
// @ts-expect-error: a segment may have percent-encoded octets
const segments: string[] | undefined = base.path;
console.log(path, port, buffers, text, pairs, segments);
