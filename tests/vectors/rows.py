#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR Apache-2.0
"""Translates the rows of tests/vectors for C: rows-table.h, all rows as texts, for rows.c.

In each file, a line that begins with `#:` gives the kinds of the fields after the name and, if there is one, the
revision. A word in quotes stands for itself: a file with several operations has a line for each operation. Kinds:

  text, number, boolean   the field as it is
  cbor                    diagnostic notation, or hex after 0x; in C hex
  edn                     like cbor, but in C two fields: the hex, and the notation as it is written
  octets                  a text, or hex after 0x; in C hex
  either                  CBOR as above if it begins with [ or 0x, in C hex after 0x, or else a text
  notation                diagnostic notation to be read
  options, segments       options, or segments as Uri-Path options
  destination             an address and a port, as they are in C
  escaped                 a text with escapes
  marked                  a text with escapes and marks; in C without marks, and START:LENGTH of each marked part
  nothing                 an empty field

"result" before a kind means that the field may also be "=" or "!error". "back" means that it may also be "-", like a
destination.

Notation and options become hex; tests/support/edn.rs and tests/support/coap.rs read the same forms. A row that cannot
be translated is an error. tests/vectors/README.md explains the lines with `#>`. A row is checked by the `#>` lines that
follow the `#:` line of its kind.

  rows.py DIRECTORY     writes the table there
"""
import ipaddress
import pathlib
import re
import sys

VECTORS = pathlib.Path(__file__).resolve().parent


def headings_of(path):
    """Returns the kinds for each line with `#:`, of which "name" is the first, and the lines with `#>` after it."""
    found = []
    for line in path.read_text("utf-8").splitlines():
        if line.startswith("#:"):
            found.append(([kind.strip() for kind in line[2:].split("|")], []))
        elif line.startswith("#>"):
            found[-1][1].append(line[2:].strip())
    if not found or not all(laws for _, laws in found):
        raise ValueError(f"{path} has no line with #: for its fields, or no line with #> for its checks")
    return found


HEADINGS = {path.name: headings_of(path) for path in sorted(VECTORS.glob("*.txt"))}
# The kinds without name and revision, for files of one operation; and the files whose rows have no revision.
FILES = {file: [kind for kind in of_file[0][0] if kind not in ("name", "rev")] for file, of_file in HEADINGS.items()}
TEXT_FILES = [file for file, of_file in HEADINGS.items() if "rev" not in of_file[0][0]]
REVISIONS = {"13": "13", "27": "27", "both": "13, 27"}
WORDS = {"null": b"\xf6", "true": b"\xf5", "false": b"\xf4"}
TOKEN = re.compile(r""" *(null|true|false|h?'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"|-?[0-9]+|[][(),])""")


class Tagged(tuple):
    """The number of a tag, and the tagged item."""


class Reader:
    """Reads the subset of diagnostic notation that the vectors use. An item is an int, str, bytes, list or Tagged. The
    words null, true and false are tuples that contain their encoding.
    """

    def __init__(self, text):
        self.tokens = TOKEN.findall(text)
        if TOKEN.sub("", text).strip():
            raise ValueError("no notation")

    def whole(self):
        item = self.item()
        if self.tokens:
            raise ValueError("more than one item")
        return item

    def item(self):
        token = self.tokens.pop(0)
        if token in WORDS:
            return (WORDS[token],)
        if token.startswith("h"):
            return unhex(token[2:-1])
        if token[0] in "\"'":
            text = re.sub(r"\\(?:u(.{4})|(.))", lambda found: found[2] or chr(int(found[1], 16)), token[1:-1])
            return text if token[0] == '"' else text.encode()
        if token == "[":
            return self.items()
        number = int(token)
        if self.tokens[:1] != ["("]:
            return number
        self.tokens.pop(0)
        item = self.item()
        self.expect(")")
        return Tagged((number, item))

    def items(self):
        items = []
        while self.tokens[0] != "]":
            if items:
                self.expect(",")
            items.append(self.item())
        self.expect("]")
        return items

    def expect(self, mark):
        if self.tokens.pop(0) != mark:
            raise ValueError(f"no {mark}")


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
    """Returns the bytes of a text, or of hex after 0x."""
    return unhex(text[2:]) if text.startswith("0x") else text.encode()


def notation(text):
    """Returns notation to be read, in which symbols represent control characters."""
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
    """Encodes segments as Uri-Path options (11)."""
    return delta_coded((11, segment.encode()) for segment in Reader(text).whole())


def destination(text):
    """Returns the address, and the port in two bytes."""
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
    """Returns the texts that a field becomes in C."""
    result, _, kind = kind.rpartition(" ")
    if kind.startswith('"') or kind == "nothing":
        return [one_of(text, [kind.strip('"') if kind != "nothing" else ""])]
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
    if kind == "either":
        return ["0x" + cbor(text).hex() if text.startswith(("[", "0x")) else text]
    readers = {"cbor": cbor, "octets": octets, "notation": notation, "options": options, "segments": segments,
               "destination": destination}
    return [readers[kind](text).hex()]


def kinds_of(file, fields):
    """Returns the kinds of the fields of a row."""
    for kinds, _ in HEADINGS[file]:
        literal = [(kind.strip('"'), field) for kind, field in zip(kinds, fields) if kind.startswith('"')]
        if len(kinds) == len(fields) and all(word == field for word, field in literal):
            return kinds
    raise ValueError("no line of the file's with #: fits")


def row(file, line):
    fields = [field.strip() for field in line.split("|")]
    heading = kinds_of(file, fields)
    number = [kinds for kinds, _ in HEADINGS[file]].index(heading)
    name, *fields = fields
    revision = fields.pop(0) if "rev" in heading else "27"
    kinds = [kind for kind in heading if kind not in ("name", "rev")]
    values = [c_text(name)]
    for kind, text in zip(kinds, fields):
        as_in_c = [text] if kind == "destination" else translated(kind, text, fields[0])
        values += [field_of(kind, value) for value in as_in_c]
    return f"    {{{{{REVISIONS[revision]}}}, {identifier(file)}_laws_{number}, {{{', '.join(values)}}}}},\n"


def field_of(kind, value):
    """Returns a field in C. An error begins with a character of its own, and an absent field is NULL."""
    if kind == "marked" and ":" in value and value.replace(":", "").replace(" ", "").isdigit():
        value = value.replace(" ", "\t")  # the form of cri-tool
    if value == "-" and (kind in ("destination", "result segments") or kind.startswith("back ")):
        return "NULL"
    error = value.startswith("!") and kind.startswith(("result ", "back "))
    return c_text("\x01" + value[1:] if error else value)


def identifier(file):
    return file.removesuffix(".txt").replace("-", "_")


def c_text(text):
    """Returns a string literal without trigraphs."""

    def c_char(byte):
        return f"\\{chr(byte)}" if byte in b'"\\?' else chr(byte) if 0x20 <= byte < 0x7F else f"\\{byte:03o}"

    return '"' + "".join(map(c_char, text.encode())) + '"'


def asserted_number(line):
    """Returns an assertion that an error has its number in the header."""
    name, number, *_ = (field.strip() for field in line.split("|"))
    macro = "CRI_OK" if name == "ok" else "CRI_ERR_" + name.upper()
    return f'_Static_assert({macro} == {number}, "the number of {macro}");\n'


def check_errors(lines):
    """Checks that each error is either in a row, as !error or in a file of errors, or in `of_calls`, which lists the
    errors that only calls return.
    """
    of_calls = {"ok", "buffer", "overlap", "pieces", "extra", "coap_critical", "coap_order", "host_name"}
    fields = [(file, field.strip()) for file, rows in lines.items() for line in rows for field in line.split("|")]
    of_rows = {text[1:] for _, text in fields if text.startswith("!")}
    of_rows |= {text for file, text in fields if file in ("invalid.txt", "where.txt")}
    for line in lines["errors.txt"]:
        if ((name := line.split("|")[0].strip()) in of_calls) == (name in of_rows - {"ok"}):
            sys.exit(f"errors.txt: {name} must be the error of a row, or an error that only a call has")


def main(directory):
    lines = {file: (VECTORS / file).read_text("utf-8").splitlines() for file in HEADINGS}
    lines = {file: [line for line in of_file if line and line[0] != "#"] for file, of_file in lines.items()}
    check_errors(lines)
    made = "/* Made by tests/vectors/rows.py: do not edit. */\n"
    for file, headings in HEADINGS.items():
        for number, (_, laws) in enumerate(headings):
            texts = "".join(f"    {c_text(law)},\n" for law in laws)
            made += f"\nstatic const char *const {identifier(file)}_laws_{number}[] = {{\n{texts}    NULL,\n}};\n"
        made += f"\nstatic const struct row {identifier(file)}_rows[] = {{\n"
        for line in lines[file]:
            try:
                made += row(file, line)
            except (ValueError, LookupError, TypeError, AttributeError, OverflowError) as error:
                sys.exit(f"{file}: {line}\n{error!r}")
        made += "};\n"
    names = [file.removesuffix(".txt") for file in HEADINGS]
    made += "\nstatic const struct file files[] = {\n"
    made += "".join(f'    {{"{name}", {identifier(name)}_rows, COUNT({identifier(name)}_rows)}},\n' for name in names)
    made += "};\n\n" + "".join(map(asserted_number, lines["errors.txt"]))
    (directory / "rows-table.h").write_text(made, "ascii")


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]))
