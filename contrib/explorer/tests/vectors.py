# SPDX-License-Identifier: MIT OR Apache-2.0
"""Tests the page with vectors: their texts are typed into the page, which must show their results."""
import csv
import os
import pathlib
import re
import sys

from browser import ROOT

sys.path.append(str(ROOT / "tests" / "vectors"))

import rows as notation  # noqa: E402

REVISIONS = {"13": ["13"], "27": ["27"], "both": ["13", "27"]}

# Exceptions for rows of the working group, by their URI. tests/href_wg.rs has the same exceptions.
LEFT_OUT = {"//[fe80::a%en1]"}
NO_ZONE = {"//[fe80::a%25en1]"}  # in revision 27
OTHER_CRI = {"//a%3Aa", "/?a%23a"}
OTHER_URI = {"../a/b/../c/.": "../a/c/", "math://equation=E%3Dmc%C2%B2/": "math://equation=e%3Dmc%C2%B2/"}
REFUSED = {"//non!port.x": "pet"}

# The number of characters of a form that the page shows.
SHOWN = 640


# Selects the rows whose name contains this text. A name has the file, the line, the revision and the title of the row:
# "valid.txt:27 13 port".
ROW = os.environ.get("CRI_ROW", "")


class Count:
    def __init__(self):
        self.passed, self.failures = 0, []

    def same(self, where, what, wanted, found, line=""):
        """Counts a comparison. `where` is the name of the row, and `line` its text in the file."""
        if wanted == found:
            self.passed += 1
        else:
            row = f"\n    row    {line}" if line else ""
            self.failures.append(f"{where}: {what}{row}\n    wanted {wanted!r}\n    got    {found!r}")


# ---- rows of the working group ------------------------------------------------------------------------------------


def group_rows():
    file = pathlib.Path(os.environ.get("CRI_SHARED_VECTORS", "/nonexistent"), "href-wg/tests.csv")
    if not file.is_file():
        return None
    with open(file, newline="") as lines:
        rows = [row + [""] * (10 - len(row)) for row in csv.reader(lines, delimiter=";", quotechar="|") if row]
    return [row for row in rows[1:] if "broken" not in row and row[1] not in LEFT_OUT]


def group(browser, count):
    """Types the URI of each row, and enters its hex and its notation. Returns false if there are no such vectors."""
    all_rows = group_rows()
    if all_rows is None:
        return False
    base = all_rows[0]
    for revision in ("13", "27"):
        rows = [row for row in all_rows if ROW in group_name(revision, row)]
        browser.open(rev=revision, base=base[1])
        typed = browser.type_each([row[1] for row in rows])
        known = {}
        wanted = [hex_text for row in rows for hex_text in (row[6], row[7]) if hex_text]
        for text, answer in zip(
            wanted, browser.answers([{"rev": revision, "as": "hex", "shape": "cri", "input": text} for text in wanted])
        ):
            known[text] = answer
        edn = browser.answers([{"rev": revision, "as": "edn", "input": row[2]} for row in rows])
        for row, from_uri, from_edn in zip(rows, typed, edn):
            group_row(count, revision, row, from_uri, known[row[6]], from_edn, known.get(row[7]))
    return True


def group_name(revision, row):
    return f"href-wg {revision} {row[1]}"


def group_row(count, revision, row, from_uri, from_hex, from_edn, resolved):
    kind, uri, _, reduced, resolved_uri = row[:5]
    where = group_name(revision, row)
    if uri in REFUSED:
        count.same(where, "hex", REFUSED[uri], from_hex["error"])
        return
    no_zone = revision == "27" and uri in NO_ZONE
    count.same(where, "hex is accepted", None, from_hex["error"])
    count.same(where, "notation", from_hex["cbor"], from_edn["cbor"])
    if resolved is not None:
        count.same(where, "resolved", resolved["cbor"], from_hex["target"])
        count.same(where, "resolved URI", "!zone" if no_zone else resolved_uri, from_hex["targetUri"])
    if kind == "only-cri-ref":
        count.same(where, "URI", "!no_uri", from_hex["uri"])
        return
    text = reduced if kind == "red" else uri
    count.same(where, "URI", "!zone" if no_zone else text, from_hex["uri"])
    if no_zone:
        count.same(where, "typed", "zone", from_uri["error"])
        return
    count.same(where, "detected", "uri", from_uri["detected"])
    count.same(where, "typed and back", OTHER_URI.get(uri, text), from_uri["uri"])
    if uri in OTHER_CRI or uri in OTHER_URI:
        count.same(where, "typed, another CRI", True, from_uri["cbor"] not in (None, from_hex["cbor"]))
    else:
        count.same(where, "typed", from_hex["cbor"], from_uri["cbor"])


# ---- rows of tests/vectors ----------------------------------------------------------------------------------------


READ = set()


def own_rows(name):
    """Yields the name, revision, fields and line of each row of a file, once for each revision of the row."""
    READ.add(name)
    text = (ROOT / "tests/vectors" / name).read_text()
    for number, line in enumerate(text.splitlines(), 1):
        if line and not line.startswith("#"):
            title, *values = (field.strip() for field in line.split("|"))
            for revision in REVISIONS[values.pop(0)] if "#: name | rev |" in text else ["27"]:
                yield f"{name}:{number} {revision} {title}", revision, values, line


def hex_of(text):
    return "0x" + notation.cbor(text).hex()


def bytes_of(result, first):
    """Returns a result as hex, or an error as it is. The result "=" is `first`."""
    return result if result.startswith("!") else notation.cbor(first if result == "=" else result).hex()


def error_or(answer, value):
    return f"!{answer['error']}" if answer["error"] else value


def check(browser, count, name, question, compare):
    """Enters the rows of a file, and counts the comparisons. `question` returns the fields to enter for a row, or None
    to omit the row. `compare` yields triples: a title, the value wanted, and the value found."""
    rows = [(*row, question(row[2])) for row in own_rows(name) if ROW in row[0]]
    rows = [row for row in rows if row[4] is not None]
    rows.sort(key=lambda row: row[1])  # to change the revision once
    answers = browser.answers([{"rev": revision, **entered} for _, revision, _, _, entered in rows])
    for (where, _, values, line, _), answer in zip(rows, answers):
        for what, wanted, found in compare(values, answer):
            count.same(where, what, wanted, found, line)


def from_hex(values):
    return {"as": "hex", "shape": "cri", "input": hex_of(values[0])}


def valid(values, answer):
    cbor = bytes_of(values[1], values[0])
    if len(cbor) <= SHOWN:
        yield "canonical", cbor, answer["cbor"]
        yield "URI", values[2], answer["uri"]


def invalid(values, answer):
    yield "error", values[1], answer["error"]
    yield "no form", None, answer["cbor"]


def from_uri(values, answer):
    yield "CBOR", bytes_of(values[1], ""), error_or(answer, answer["cbor"])
    if not values[1].startswith("!"):
        yield "URI", values[0] if values[2] == "=" else values[2], answer["uri"]


def resolve(values, answer):
    yield "target", bytes_of(values[2], values[0]), answer["target"]


def where(values, answer):
    error, offset, part = values[2:5]
    yield "error", None if error == "ok" else error, answer["error"]
    if error != "ok":
        yield (
            "place", (None if offset == "-" else offset, None if part == "-" else part),
            (answer["offset"], answer["part"]),
        )


def where_question(values):
    kind, text = values[:2]
    if kind == "cri":
        return {"as": "hex", "shape": "cri", "input": text} if values[2] != "ok" else None
    return typed(kind, notation.unhex(text[2:]) if text.startswith("0x") else text.encode())


def typed(kind, octets):
    """Returns the fields to enter for a text. Returns None if the field cannot contain it: it must be UTF-8 without
    carriage returns, which the field would replace by line feeds."""
    text = octets.decode(errors="replace")
    one = {"shape": "cri"} if kind == "edn" else {}
    return {"as": kind, "input": text, **one} if text.encode() == octets and "\r" not in text else None


def edn(values, answer):
    if values[1].startswith("!"):
        yield "error", values[1][1:], answer["error"]
        yield "offset", values[2], answer["offset"]
    elif len(values[1]) <= SHOWN:
        yield "CBOR", values[1][2:].replace(" ", "").lower(), answer["cbor"]


def normalize(values, answer):
    yield "normal form", bytes_of(values[1], values[0]), answer["normal"]


ADDRESS = re.compile(r"\[-1, \[h'([0-9a-f]{8}|[0-9a-f]{32})'(?:, (\d+))?\]")


def coap_question(values):
    """Selects the rows with the destination that the page uses: the address in the CRI, or no destination if it has a
    name."""
    literal = ADDRESS.match(values[0])
    named = bytes.fromhex(literal[1]) + int(literal[2] or 5683).to_bytes(2, "big") if literal else None
    destination = None if values[1] == "-" else notation.destination(values[1])
    return from_hex(values) if destination == named else None


def coap(values, answer):
    if values[2] in ("!not_full", "!coap_fragment"):
        return  # the page shows the options of the target, and without its fragment
    yield "options", values[2] if values[2].startswith("!") else notation.options(values[2]).hex(), answer["coap"]


# ---- documents ----------------------------------------------------------------------------------------------------


def documents(values, answer):
    """Compares the number of CRIs, and the error at the end. places() compares the documents with tags."""
    if values[0] != "tagged":
        error = values[2][1:] if values[2].startswith("!") else None if values[3] == "-" else values[3]
        yield (
            "CRIs", 0 if values[2].startswith("!") else len(notation.Reader(values[2]).whole()),
            sum(entry["what"] == "cri" for entry in answer["entries"]),
        )
        yield "end", error, answer["end"] and answer["end"].split("@")[0]


def places(values, answer):
    if values[2].startswith("!"):
        yield "end", f"{values[2][1:]}@{values[3]}", answer["end"]
    else:
        yield (
            "places", [place.split(":")[:3] for place in values[2].split()],
            [[entry["what"], entry["at"], str(entry["depth"])] for entry in answer["entries"]],
        )


def aif_entries(values, answer):
    if values[1].startswith("!"):
        errors = [entry["what"] for entry in answer["entries"]] + [(answer["end"] or "").split("@")[0]]
        yield "error", True, values[1][1:] in errors
    else:
        yield (
            "entries", ["cri"] * ((notation.cbor(values[1])[0] & 31) // 2),
            [entry["what"] for entry in answer["entries"]],
        )


def links(values, answer):
    found = []
    for entry in answer["entries"]:
        found += (
            [f"!{entry['what']}@{entry['offset']}"]
            if entry["what"] != "cri"
            else ["<" + entry["text"], *entry["details"]]
        )
    yield "links", notation.escaped(values[1]).replace("\\\\", "\\"), "\t".join(found)


def links_question(values):
    question = typed("links", notation.escaped(values[0]).encode())
    return question if question and not question["input"].endswith("\n") else None  # the page ignores a final line end


def own(browser, count):
    browser.open()
    check(browser, count, "valid.txt", from_hex, valid)
    check(browser, count, "invalid.txt", from_hex, invalid)
    check(browser, count, "from-uri.txt", lambda values: {"as": "uri", "input": values[0]}, from_uri)
    check(browser, count, "resolve.txt", lambda values: {"base": hex_of(values[0]), **from_hex(values[1:])}, resolve)
    check(browser, count, "where.txt", where_question, where)
    check(browser, count, "edn.txt", lambda values: typed("edn", notation.notation(values[0])), edn)
    check(browser, count, "normalize.txt", from_hex, normalize)
    check(browser, count, "coap.txt", coap_question, coap)
    check(
        browser, count, "documents.txt", lambda values: {"as": "hex", "shape": values[0], "input": hex_of(values[1])},
        documents,
    )
    check(
        browser, count, "places.txt",
        lambda values: {"as": "hex", "shape": "tagged", "input": hex_of(values[1])} if values[0] == "tagged" else None,
        places,
    )
    check(
        browser, count, "aif-entries.txt", lambda values: {"as": "hex", "shape": "aif", "input": hex_of(values[0])},
        aif_entries,
    )
    check(browser, count, "links.txt", links_question, links)
    print("not read:", *sorted(set(notation.FILES) - READ))
    return True
