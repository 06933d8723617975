#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR Apache-2.0
"""Reads the rows of tests/vectors for all programs that are not in Rust, and writes them as JSON.

  rows.py                  prints the JSON
  rows.py --output FOLDER  writes rows.json and rows.schema.json there, which describes the form

README.md describes rows and their JSON. A row that cannot be read is an error, with its file and line. Python programs
of other folders import this file with `runpy.run_path()`: they use `cases()`, whose objects are those of the JSON,
`report()` for a row that fails, and the writers of CBOR and options.
"""
import argparse
import difflib
import functools
import ipaddress
import json
import pathlib
import re
import shutil
import sys

VECTORS = pathlib.Path(__file__).resolve().parent
SCHEMA = "rows.schema.json"
REVISIONS = {"13": [13], "27": [27], "both": [13, 27]}
WORDS = {"null": b"\xf6", "true": b"\xf5", "false": b"\xf4"}
SIMPLE = {20: "false", 21: "true", 22: "null"}
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
            return bytes.fromhex(token[2:-1])
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


def head(major, argument):
    """Returns the head of an item."""
    for size, info in ((0, argument), (1, 24), (2, 25), (4, 26), (8, 27)):
        if argument < (24 if size == 0 else 1 << 8 * size):
            return bytes([major << 5 | info]) + (argument.to_bytes(size, "big") if size else b"")
    raise ValueError(f"{argument} has no head")


def encode(item):
    """Returns the encoding of an item."""
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
    """Returns the CBOR that notation, or hex after 0x, means."""
    return bytes.fromhex(text[2:]) if text.startswith("0x") else encode(Reader(text).whole())


def octets(text):
    """Returns the bytes of a text, or of hex after 0x."""
    return bytes.fromhex(text[2:]) if text.startswith("0x") else text.encode()


def symbols(text):
    """Returns notation to be read, in which symbols represent control characters."""
    if text.startswith("0x"):
        return bytes.fromhex(text[2:])
    return text.replace("␊", "\n").replace("␉", "\t").replace("␍", "\r").encode()


def delta_coded(pairs):
    """Returns options (RFC 7252 section 3.1), of which each pair is the number and the value."""
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
    """Returns the options that an array of numbers and values, or hex after 0x, means."""
    if text.startswith("0x"):
        return bytes.fromhex(text[2:])
    items = Reader(text).whole()
    pairs = list(zip(items[::2], items[1::2], strict=True))
    if not all(type(number) is int and type(value) is bytes for number, value in pairs):
        raise ValueError("options are numbers and byte strings in turn")
    return delta_coded(pairs)


def segments(text):
    """Encodes segments as Uri-Path options (11)."""
    return delta_coded((11, segment.encode()) for segment in Reader(text).whole())


def escaped(text):
    """Returns a text without its escapes."""

    def character(found):
        escape = found[1]
        return chr(int(escape[1:], 16)) if escape[0] == "x" else {"n": "\n", "r": "\r", "t": "\t"}.get(escape, escape)

    return re.sub(r"\\(x[0-9a-f]{2}|.)", character, text)


def marked(text):
    """Returns a text without its marks, and the start and length in bytes of each part that is marked."""
    begin, end = "⟦⟧"
    out, ranges = b"", []
    for piece in escaped(text).split(begin):
        inside, _, after = piece.rpartition(end)
        if inside:
            ranges.append([len(out), len(inside.encode())])
        out += (inside + after).encode()
    return {"text": out.decode(), "ranges": ranges}


def item_at(data, at):
    """Returns the notation of the item at an offset, and its end. Maps and indefinite lengths are errors."""
    major, info, at = data[at] >> 5, data[at] & 31, at + 1
    size = 1 << info - 24 if info > 23 else 0
    argument, at = int.from_bytes(data[at : at + size], "big") if size else info, at + size
    if size > 8 or at > len(data) or major == 5 or (major == 7 and argument not in SIMPLE):
        raise ValueError("no notation")
    if major < 2:
        return str(argument if major == 0 else -1 - argument), at
    if major == 7:
        return SIMPLE[argument], at
    if major < 4:
        if at + argument > len(data):
            raise ValueError("truncated")
        return text_of(data[at : at + argument], major), at + argument
    items = []
    for _ in range(argument if major == 4 else 1):
        item, at = item_at(data, at)
        items.append(item)
    return f"{argument}({items[0]})" if major == 6 else f"[{', '.join(items)}]", at


def text_of(octets, major):
    text = octets.decode("utf-8", "backslashreplace")
    return f"h'{octets.hex()}'" if major == 2 else json.dumps(text, ensure_ascii=False)


def diagnostic(data):
    """Returns CBOR in diagnostic notation, or None if it is not exactly one item."""
    try:
        text, end = item_at(data, 0)
    except (IndexError, ValueError, RecursionError):
        return None
    return text if end == len(data) else None


def options_of(data):
    """Returns options in the notation of the rows, or None if they are malformed."""
    out, number, at = [], 0, 0
    try:
        while at < len(data):
            parts, first, at = [], data[at], at + 1
            for part in (first >> 4, first & 15):
                size, base = {13: (1, 13), 14: (2, 269)}.get(part, (0, part))
                parts.append(base + int.from_bytes(data[at : at + size], "big"))
                at += size
            number, end = number + parts[0], at + parts[1]
            if 0xF in (first >> 4, first & 15) or end > len(data):
                return None
            out += [str(number), text_of(data[at:end], 2)]
            at = end
    except IndexError:
        return None
    return f"[{', '.join(out)}]"


def one_of(text, *known):
    if text not in known:
        raise ValueError(f"{text!r} is none of {known}")
    return text


def address(text):
    """Returns the text of an address and a port, after a check."""
    host, port = text.rsplit(":", 1)
    ipaddress.ip_address(host.strip("[]"))
    int(port)
    return text


def value_of(kind, text, first):
    """Returns the value of a field in JSON."""
    modifier, _, kind = kind.rpartition(" ")
    if kind.startswith('"'):
        return one_of(text, kind.strip('"'))
    if text == "-" and (kind in ("destination", "segments") or modifier == "back"):
        return None
    if modifier and text.startswith("!"):
        if not text[1:].replace("_", "").isalnum():
            raise ValueError(f"{text} names no error")
        return {"error": text[1:]}
    text = first if modifier and text == "=" else text
    if kind == "either":
        kind = "cbor" if text.startswith(("[", "0x")) else "text"
    if kind in READERS:
        return {"hex": READERS[kind](text).hex(), "text": text}
    return PLAIN[kind](text)


READERS = {
    "cbor": cbor, "edn": cbor, "octets": octets, "notation": symbols, "options": options, "segments": segments,
}
PLAIN = {
    "text": str, "number": int, "boolean": lambda text: one_of(text, "true", "false") == "true", "escaped": escaped,
    "marked": marked, "destination": address, "nothing": lambda text: one_of(text, "") or None,
}


def heading(line):
    """Returns the kinds of the fields in a line with `#:`, by their names."""
    fields = [field.strip() for field in line[2:].split("|")]
    return dict(field.split(": ") if ": " in field else (field, "") for field in fields)


def group_of(groups, fields):
    """Returns the group whose line with `#:` fits the fields of a row."""
    for group in groups:
        kinds = list(group["fields"].values())
        before = len(fields) - len(kinds)
        words = [(kind.strip('"'), field) for kind, field in zip(kinds, fields[before:]) if kind.startswith('"')]
        if before == group["before"] and all(word == field for word, field in words):
            return group
    raise ValueError("no line of the file with #: fits")


def case_of(group, fields, file, number, comment):
    name, *rest = fields
    case = {"id": f"{file}:{number}", "name": name, "comment": comment}
    if group["before"] == 2:
        case["revisions"] = REVISIONS[rest.pop(0)]
    values = [value_of(kind, text, rest[0]) for kind, text in zip(group["fields"].values(), rest)]
    case["fields"] = {
        field: value for (field, kind), value in zip(group["fields"].items(), values) if kind != "nothing"
    }
    return case


def groups_of(path):
    """Returns the groups of a file: for each line with `#:`, its checks and its rows."""
    groups, about, comment, is_after_row = [], "", [], False
    for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
        if line.startswith("#:"):
            kinds = heading(line)
            before = len({"name", "rev"} & set(kinds))
            kinds = {field: kind for field, kind in kinds.items() if field not in ("name", "rev")}
            about, comment = about or " ".join(comment), []
            groups.append({"file": path.name, "comment": about, "fields": kinds, "checks": [], "tests": []})
            groups[-1]["before"] = before
        elif line.startswith("#>"):
            groups[-1]["checks"].append(line[2:].strip())
        elif line.startswith("#"):
            comment = [line[1:].strip()] if is_after_row else [*comment, line[1:].strip()]
            is_after_row = False
        elif line:
            is_after_row = True
            try:
                fields = [field.strip() for field in line.split("|")]
                group = group_of(groups, fields)
                group["tests"].append(case_of(group, fields, path.name, number, " ".join(comment)))
            except (ValueError, LookupError, TypeError, AttributeError, OverflowError) as error:
                sys.exit(f"{path}:{number}: {line}\n{error!r}")
    if not groups or not all(group["checks"] for group in groups):
        sys.exit(f"{path}: no line with #: for its fields, or no line with #> for its checks")
    for group in groups:
        del group["before"]
    return groups


def document():
    """Returns all rows, in the form of rows.schema.json."""
    groups = [group for path in sorted(VECTORS.glob("*.txt")) for group in groups_of(path)]
    return {"schema": SCHEMA, "numberOfTests": sum(len(group["tests"]) for group in groups), "testGroups": groups}


@functools.cache
def cases(file):
    """Returns the rows of a file, each as its object in the JSON."""
    return [case for group in groups_of(VECTORS / file) for case in group["tests"]]


def chosen(name, text):
    """True if CRI_ROW=TEXT selects a row, given its name with its place before it, such as "valid.txt:27 13 port": TEXT
    is a part of it, or FILE:LINE."""
    return text + " " in name if re.fullmatch(r"[a-z-]+\.txt:\d+", text) else text in name


def unknown(text):
    """Returns the message for a CRI_ROW that selects no row, with the names that are nearest."""
    names = {case["name"] for group in document()["testGroups"] for case in group["tests"]}
    near = " or ".join(map(repr, difflib.get_close_matches(text, names, 3, 0.4)))
    return f"CRI_ROW: no row is {text!r}, or has it in its name." + f" Did you mean {near}?" * bool(near)


def with_notation(text):
    """Returns a text; after hex of one item of CBOR, or of options, its notation."""
    if not isinstance(text, str) or not re.fullmatch("(?:[0-9a-f]{2}){2,}", text):
        return text if isinstance(text, str) else repr(text)
    found = diagnostic(bytes.fromhex(text))
    found = found if found and found[-1] in "])" else options_of(bytes.fromhex(text)) or found
    return f"{text} = {found}" if found else text


def shown(value):
    """Returns a value of a field for people."""
    match value:
        case {"error": name}:
            return f"!{name}"
        case {"hex": octets, "text": text}:
            return with_notation(octets) if text.startswith("0x") else f"{octets} = {text}"
    return "-" if value is None else str(value)


def report(case, revision, command, what="", values=()):
    """Returns the lines about a row that fails: its place, its fields, more values, and the command that repeats it."""
    lines = [(field, shown(value)) for field, value in case["fields"].items()]
    lines += [(name, with_notation(value)) for name, value in values]
    lines += [("again", f"CRI_ROW={case['id']} {command}")]
    title = f"tests/vectors/{case['id']}: {case['name']}, revision {revision}" + (f": {what}" if what else "")
    return "\n".join([title, *(f"    {name:12} {text}" for name, text in lines)])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--output", metavar="FOLDER", type=pathlib.Path)
    output = parser.parse_args().output
    text = json.dumps(document(), ensure_ascii=False, indent=1)
    if output is None:
        print(text)
    else:
        output.mkdir(parents=True, exist_ok=True)
        (output / "rows.json").write_text(text + "\n", "utf-8")
        shutil.copy(VECTORS / SCHEMA, output)


if __name__ == "__main__":
    main()
