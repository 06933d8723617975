#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR Apache-2.0
"""Translates the rows of tests/vectors for C: usage: rows.py VECTORS DIRECTORY

Writes rows-table.h, all rows as texts, for rows.c, and vectors-table.h, what is a CRI and what is none, for vectors.h.

Notation and options become hex, texts stay texts; tests/support/edn.rs and tests/support/coap.rs read the same. A row
that cannot be translated is an error, and so is a file that is not known here.
"""
import ipaddress
import pathlib
import re
import sys

# What the fields after name and revision are. "result" is a value that may also be "=" or "!error", "back" one that may
# also be "-", as destinations and segments may; "edn" is two fields in C: the bytes, and the notation as it is written.
# "escaped" is a text with escapes, "marked" one with marks: two fields, the text without them, and START:LENGTH of what they
# enclose.
FILES = {
    "valid.txt": ["cbor", "result edn", "result text"],
    "invalid.txt": ["cbor", "text", "text"],
    "from-uri.txt": ["text", "result cbor", "result text"],
    "resolve-uri.txt": ["text", "text", "text"],
    "resolve.txt": ["cbor", "cbor", "result cbor"],
    "relativize.txt": ["cbor", "cbor", "edn"],
    "equal.txt": ["cbor", "cbor", "boolean", "boolean"],
    "host-names.txt": ["text", "text", "result cbor"],
    "normalize.txt": ["cbor", "result cbor"],
    "where.txt": ["text", "input", "text", "text", "text"],
    "host.txt": ["cbor", "result text", "result text"],
    "origin.txt": ["cbor", "cbor", "result boolean"],
    "coap.txt": ["cbor", "destination", "result options", "back cbor"],
    "coap-in.txt": ["text", "options", "destination", "result cbor"],
    "coap-location.txt": ["back options", "result cbor", "back options"],
    "coap-proxy.txt": ["number", "cbor", "destination", "result options"],
    "coap-path.txt": ["options", "text", "result segments", "result boolean"],
    "documents.txt": ["text", "cbor", "result cbor", "text"],
    "patterns.txt": ["text", "cbor", "back cbor", "back cbor"],
    "edn.txt": ["notation", "result cbor", "text"],
    "cori.txt": [],  # what its operation says
    "uri-find.txt": ["marked"],
    "uri-unwrap.txt": ["escaped", "result escaped"],
    "same-document.txt": ["escaped", "escaped", "result boolean"],
    "uri-lenient.txt": ["escaped"] * 8,
}
# Of URI text: no revision.
TEXT_FILES = ["uri-find.txt", "uri-unwrap.txt", "same-document.txt", "uri-lenient.txt"]
REVISIONS = {"13": "13", "27": "27", "both": "13, 27"}
WORDS = {"null": b"\xf6", "true": b"\xf5", "false": b"\xf4"}


class Tagged(tuple):
    """A tag's number and the item."""


class Reader:
    """As much diagnostic notation as the vectors use. Items are int, str, bytes, list, Tagged, or a word's (encoding,)."""

    def __init__(self, text):
        self.text, self.at = text, 0

    def whole(self):
        item = self.item()
        if self.space() != "":
            raise ValueError("more than one item")
        return item

    def space(self):
        while self.text[self.at : self.at + 1] == " ":
            self.at += 1
        return self.text[self.at : self.at + 1]

    def next(self):
        if self.at == len(self.text):
            raise ValueError("the notation ends too early")
        self.at += 1
        return self.text[self.at - 1]

    def number(self):
        begin = self.at
        while self.text[self.at : self.at + 1] in list("0123456789"):
            self.at += 1
        return int(self.text[begin : self.at])

    def until(self, end):
        out = ""
        while (c := self.next()) != end:
            if c == "\\" and (c := self.next()) == "u":
                c = chr(int("".join(self.next() for _ in range(4)), 16))
            out += c
        return out

    def item(self):
        self.space()
        for word, encoded in WORDS.items():
            if self.text.startswith(word, self.at):
                self.at += len(word)
                return (encoded,)
        if self.text.startswith("h'", self.at):
            self.at += 2
            return unhex(self.until("'"))
        c = self.next()
        if c == '"':
            return self.until('"')
        if c == "'":
            return self.until("'").encode()
        if c == "[":
            return self.items()
        if c == "-":
            return -self.number()
        self.at -= 1
        number = self.number()
        if self.text[self.at : self.at + 1] != "(":
            return number
        self.at += 1
        item = self.item()
        if self.next() != ")":
            raise ValueError("no end of a tag")
        return Tagged((number, item))

    def items(self):
        if self.space() == "]":
            self.at += 1
            return []
        items = [self.item()]
        while self.space() == ",":
            self.at += 1
            items.append(self.item())
        if self.next() != "]":
            raise ValueError("no end of an array")
        return items


def unhex(text):
    return bytes.fromhex(text.replace(" ", ""))


def head(major, argument):
    for size, info in ((0, argument), (1, 24), (2, 25), (4, 26), (8, 27)):
        if argument < (24 if size == 0 else 1 << 8 * size):
            return bytes([major << 5 | info]) + (argument.to_bytes(size, "big") if size else b"")
    raise ValueError(f"{argument} has no head")


def encode(item):
    match item:
        case int() if item < 0:
            return head(1, -1 - item)
        case int():
            return head(0, item)
        case bytes():
            return head(2, len(item)) + item
        case str():
            return head(3, len(item.encode())) + item.encode()
        case list():
            return head(4, len(item)) + b"".join(map(encode, item))
        case Tagged():
            return head(6, item[0]) + encode(item[1])
        case (word,):
            return word


def cbor(text):
    return unhex(text[2:]) if text.startswith("0x") else encode(Reader(text).whole())


def octets(text):
    """CBOR in hex, or a text, which is in hex if it begins with 0x."""
    return unhex(text[2:]) if text.startswith("0x") else text.encode()
def notation(text):
    """Notation to be read: symbols stand for control characters."""
    if text.startswith("0x"):
        return unhex(text[2:])
    return text.replace("␊", "\n").replace("␉", "\t").replace("␍", "\r").encode()


def delta_coded(pairs):
    out, last = b"", 0
    for number, value in pairs:
        if not last <= number <= 65535:
            raise ValueError(f"option {number} after {last}")
        nibbles, more = [], b""
        for part in (number - last, len(value)):
            nibble, size, base = (part, 0, part) if part < 13 else (13, 1, 13) if part < 269 else (14, 2, 269)
            nibbles.append(nibble)
            more += (part - base).to_bytes(size, "big")
        out += bytes([nibbles[0] << 4 | nibbles[1]]) + more + value
        last = number
    return out


def options(text):
    if text.startswith("0x"):
        return unhex(text[2:])
    items = Reader(text).whole()
    pairs = list(zip(items[::2], items[1::2], strict=True))
    if not all(type(number) is int and type(value) is bytes for number, value in pairs):
        raise ValueError("options are numbers and byte strings in turn")
    return delta_coded(pairs)


def segments(text):
    """Segments as they come in Uri-Path options, 11."""
    return delta_coded((11, segment.encode()) for segment in Reader(text).whole())


def destination(text):
    """The address and the port in two bytes."""
    address, port = text.rsplit(":", 1)
    return ipaddress.ip_address(address.strip("[]")).packed + int(port).to_bytes(2, "big")


def escaped(text):
    def character(found):
        escape = found[1]
        return chr(int(escape[1:], 16)) if escape[0] == "x" else {"n": "\n", "r": "\r", "t": "\t"}.get(escape, escape)

    return re.sub(r"\\(x[0-9a-f]{2}|.)", character, text)


def marked(text):
    begin, end = "⟦⟧"
    out, ranges = b"", []
    for piece in escaped(text).split(begin):
        inside, _, after = piece.rpartition(end)
        if inside:
            ranges.append(f"{len(out)}:{len(inside.encode())}")
        out += (inside + after).encode()
    return [out.decode(), " ".join(ranges)]


def one_of(text, known):
    if text not in known:
        raise ValueError(f"{text!r} is none of {known}")
    return text


def translated(kind, text, first):
    """What a field is in C: a list of texts."""
    result, _, kind = kind.rpartition(" ")
    if text == "-" and (kind in ("destination", "segments") or result == "back"):
        return ["-"]
    if result:
        if text == "=":
            text = first
        if text.startswith("!"):
            if not text[1:].replace("_", "").isalnum():
                raise ValueError(f"{text} names no error")
            return [text, ""] if kind == "edn" else [text]
    if kind == "text":
        return [text]
    if kind == "escaped":
        return [escaped(text)]
    if kind == "marked":
        return marked(text)
    if kind == "boolean":
        return [one_of(text, ["true", "false"])]
    if kind == "number":
        return [str(int(text))]
    if kind == "edn":
        return [encode(Reader(text).whole()).hex(), text]
    readers = {"cbor": cbor, "input": octets, "notation": notation, "options": options, "segments": segments, "destination": destination}
    return [readers[kind](text).hex()]


def kinds_of_cori(operation, second):
    """What the fields of a row about CoRI are after its operation."""
    one = ["check", "recompose", "decompose", "coap", "coap-proxy", "coap-silent"]
    one += [f"{way}-cri-{revision}" for way in ("to", "from") for revision in (13, 27)]
    one_of(operation, one + ["resolve", "relative"])
    if operation in one and second:
        raise ValueError("a second input")
    return [
        "text",
        "text" if operation == "decompose" else "cbor",
        "text" if operation in one else "cbor",
        "result text" if operation in ("check", "recompose") else "result cbor",
    ]


def row(file, line):
    fields = [field.strip() for field in line.split("|")]
    kinds = FILES[file]
    if file == "cori.txt":
        fields.insert(1, "27")
        kinds = kinds_of_cori(fields[2], fields[4])
    if file in TEXT_FILES:
        fields.insert(1, "27")
    name, revision, *fields = fields
    if len(fields) != len(kinds):
        raise ValueError(f"{len(fields)} fields, not {len(kinds)}")
    values = [value for kind, text in zip(kinds, fields) for value in translated(kind, text, fields[0])]
    return f"    {{{c_text(name)}, {{{REVISIONS[revision]}}}, {{{', '.join(map(c_text, values))}}}}},\n"


def c_text(text):
    """A string literal, without trigraphs."""

    def c_char(byte):
        return f"\\{chr(byte)}" if byte in b'"\\?' else chr(byte) if 0x20 <= byte < 0x7F else f"\\{byte:03o}"

    return '"' + "".join(map(c_char, text.encode())) + '"'


def vector(file, line):
    """The table of vectors.h that a row of valid.txt or invalid.txt belongs to, and what it is there."""
    name, revision, received, *fields = (field.strip() for field in line.split("|"))
    encoded = cbor(received)
    if file == "invalid.txt" and fields[1] != "-":
        encoded = encoded[: int(fields[1])]  # without what follows the item
    start = f"    {{{c_text(name)}, {'BOTH' if revision == 'both' else 'CRI_REV_' + revision}, {c_text(encoded.hex())}, "
    if file == "invalid.txt":
        error, skipped = fields
        return "malformed" if skipped == "-" else "unprocessable", f"{start}CRI_ERR_{error.upper()}}},\n"
    written, uri = fields
    edn = received if written == "=" else written
    sections = Reader(edn).whole()
    canonical = encode(sections)
    # A full CRI begins with a scheme: a negative number or a text.
    full = any(isinstance(first, str) or type(first) is int and first < 0 for first in sections[:1])
    values = ["NULL" if canonical == encoded else c_text(canonical.hex()), c_text(edn)]
    values += ["NULL", f"CRI_ERR_{uri[1:].upper()}"] if uri.startswith("!") else [c_text(uri), "CRI_OK"]
    return "valid", f"{start}{', '.join(values)}, {'true' if full else 'false'}}},\n"


def main(vectors, directory):
    vectors = pathlib.Path(vectors)
    rows = tables = "/* Made by c-tests/rows.py: do not edit. */\n"
    vectors_of = {"valid": "", "unprocessable": "", "malformed": ""}
    there = sorted(path.name for path in vectors.glob("*.txt"))
    if there != sorted(FILES):
        sys.exit(f"rows.py: {vectors} has {there}, not {sorted(FILES)}")
    for file in FILES:
        name = file.removesuffix(".txt").replace("-", "_")
        rows += f"\nstatic const struct row {name}_rows[] = {{\n"
        for number, line in enumerate((vectors / file).read_text("utf-8").splitlines(), 1):
            if line and not line.startswith("#"):
                try:
                    rows += row(file, line)
                    if file in ("valid.txt", "invalid.txt"):
                        table, text = vector(file, line)
                        vectors_of[table] += text
                except (ValueError, LookupError, TypeError, AttributeError, OverflowError) as error:
                    sys.exit(f"{vectors / file}:{number}: {line}\n{error!r}")
        rows += "};\n"
    for table, text in vectors_of.items():
        kind = "valid" if table == "valid" else "invalid"
        tables += f"\nstatic const struct {kind}_vector {table}_vectors[] = {{\n{text}}};\n"
    pathlib.Path(directory, "rows-table.h").write_text(rows, "ascii")
    pathlib.Path(directory, "vectors-table.h").write_text(tables, "ascii")


main(*sys.argv[1:])
