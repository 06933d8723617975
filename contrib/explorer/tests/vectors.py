# SPDX-License-Identifier: MIT OR Apache-2.0
"""Tests the page with the rows of tests/vectors: their texts are typed into the page, which must show their results."""
import ipaddress
import os
import re
import runpy
import types

from browser import ROOT

ROWS = types.SimpleNamespace(**runpy.run_path(str(ROOT / "tests" / "vectors" / "rows.py")))

# The number of characters of a form that the page shows.
SHOWN = 640


# Selects the rows whose name contains this text, or the row FILE:LINE. A name has the file, the line, the revision and
# the title of the row: "valid.txt:27 13 port".
ROW = os.environ.get("CRI_ROW", "")


class Count:
    def __init__(self):
        self.passed, self.failures = 0, []

    def same(self, where, what, wanted, found, case):
        """Counts a comparison. `where` is the name of the row, and `case` the row of tests/vectors."""
        if wanted == found:
            self.passed += 1
            return
        values = [("wanted", wanted), ("actual", found)]
        self.failures.append(ROWS.report(case, where.split(" ")[1], "script/check/explorer", what, values))


# ---- rows of tests/vectors ----------------------------------------------------------------------------------------


def own_rows(name):
    """Yields the name, the revision and the object of each row of a file, once for each revision of the row."""
    for case in ROWS.cases(name):
        for revision in case.get("revisions", [27]):
            yield f"{case['id']} {revision} {case['name']}", str(revision), case


def octets(value):
    return bytes.fromhex(value["hex"])


def error_of(value):
    """Returns the name of the error of a result, or None."""
    return value.get("error") if isinstance(value, dict) else None


def form(value):
    """Returns a result as the page shows it: hex or text, or !NAME."""
    return f"!{error_of(value)}" if error_of(value) else value["hex"] if isinstance(value, dict) else value


def error_or(answer, value):
    return f"!{answer['error']}" if answer["error"] else value


def check(browser, count, name, question, compare):
    """Enters the rows of a file, and counts the comparisons. `question` returns the fields to enter for a row, or None
    to omit the row. `compare` yields triples: a title, the value wanted, and the value found."""
    rows = [(*row, question(row[2]["fields"])) for row in own_rows(name) if ROWS.chosen(row[0], ROW)]
    rows = [row for row in rows if row[3] is not None]
    rows.sort(key=lambda row: row[1])  # to change the revision once
    answers = browser.answers([{"rev": revision, **entered} for _, revision, _, entered in rows])
    for (where, _, case, _), answer in zip(rows, answers):
        for what, wanted, found in compare(case["fields"], answer):
            count.same(where, what, wanted, found, case)


def as_hex(value, shape="cri", **more):
    return {"as": "hex", "shape": shape, "input": "0x" + value["hex"], **more}


def from_hex(fields):
    return as_hex(fields["cri"])


def valid(fields, answer):
    if len(form(fields["canonical"])) <= SHOWN:
        yield "canonical", form(fields["canonical"]), answer["cbor"]
        yield "URI", form(fields["uri"]), answer["uri"]


def invalid(fields, answer):
    yield "error", fields["error"], answer["error"]
    yield "no form", None, answer["cbor"]


def from_uri(fields, answer):
    yield "CBOR", form(fields["cri"]), error_or(answer, answer["cbor"])
    if not error_of(fields["cri"]):
        yield "URI", form(fields["back"]), answer["uri"]


def resolve(fields, answer):
    yield "target", form(fields["target"]), answer["target"]


def where(fields, answer):
    error, offset, part = (fields[name] for name in ("error", "offset", "part"))
    yield "error", None if error == "ok" else error, answer["error"]
    if error != "ok":
        yield (
            "place", (None if offset == "-" else offset, None if part == "-" else part),
            (answer["offset"], answer["part"]),
        )


def where_question(fields):
    if fields["form"] == "cri":
        return as_hex(fields["input"]) if fields["error"] != "ok" else None
    return typed(fields["form"], octets(fields["input"]))


def typed(kind, data):
    """Returns the fields to enter for a text. Returns None if the field cannot contain it: it must be UTF-8 without
    carriage returns, which the field would replace by line feeds."""
    text = data.decode(errors="replace")
    one = {"shape": "cri"} if kind == "edn" else {}
    return {"as": kind, "input": text, **one} if text.encode() == data and "\r" not in text else None


def edn(fields, answer):
    if error_of(fields["cri"]):
        yield "error", error_of(fields["cri"]), answer["error"]
        yield "offset", fields["literal"], answer["offset"]
    elif len(form(fields["cri"])) <= SHOWN:
        yield "CBOR", form(fields["cri"]), answer["cbor"]


def normalize(fields, answer):
    yield "normal form", form(fields["normal"]), answer["normal"]


ADDRESS = re.compile(r"\[-1, \[h'([0-9a-f]{8}|[0-9a-f]{32})'(?:, (\d+))?\]")


def coap_question(fields):
    """Selects the rows with the destination that the page uses: the address in the CRI, or no destination if it has a
    name."""
    literal, destination = ADDRESS.match(fields["cri"]["text"]), fields["destination"]
    named = (bytes.fromhex(literal[1]), int(literal[2] or 5683)) if literal else None
    if destination is not None:
        address, port = destination.rsplit(":", 1)
        destination = (ipaddress.ip_address(address.strip("[]")).packed, int(port))
    return from_hex(fields) if destination == named else None


def coap(fields, answer):
    if error_of(fields["options"]) not in ("not_full", "coap_fragment"):  # the page shows the target, without fragment
        yield "options", form(fields["options"]), answer["coap"]


# ---- documents ----------------------------------------------------------------------------------------------------


def documents(fields, answer):
    """Compares the number of CRIs, and the error at the end. places() compares the documents with tags."""
    found, end = fields["found"], fields["end"]
    if fields["shape"] != "tagged":
        error = error_of(found) or (None if end == "-" else end)
        yield (
            "CRIs", 0 if error_of(found) else len(ROWS.Reader(found["text"]).whole()),
            sum(entry["what"] == "cri" for entry in answer["entries"]),
        )
        yield "end", error, answer["end"] and answer["end"].split("@")[0]


def places(fields, answer):
    if error_of(fields["places"]):
        yield "end", f"{error_of(fields['places'])}@{fields['end']}", answer["end"]
    else:
        yield (
            "places", [place.split(":")[:3] for place in fields["places"].split()],
            [[entry["what"], entry["at"], str(entry["depth"])] for entry in answer["entries"]],
        )


def aif_entries(fields, answer):
    error = error_of(fields["entries"])
    if error:
        errors = [entry["what"] for entry in answer["entries"]] + [(answer["end"] or "").split("@")[0]]
        yield "error", True, error in errors
    else:
        yield (
            "entries", ["cri"] * ((octets(fields["entries"])[0] & 31) // 2),
            [entry["what"] for entry in answer["entries"]],
        )


def links(fields, answer):
    found = []
    for entry in answer["entries"]:
        found += (
            [f"!{entry['what']}@{entry['offset']}"]
            if entry["what"] != "cri"
            else ["<" + entry["text"], *entry["details"]]
        )
    yield "links", fields["links"].replace("\\\\", "\\"), "\t".join(found)


def links_question(fields):
    question = typed("links", fields["text"].encode())
    return question if question and not question["input"].endswith("\n") else None  # the page ignores a final line end


# For each file, the fields to enter, and the comparison.
CHECKS = {
    "valid.txt": (from_hex, valid),
    "invalid.txt": (from_hex, invalid),
    "from-uri.txt": (lambda fields: {"as": "uri", "input": fields["uri"]}, from_uri),
    "resolve.txt": (lambda fields: as_hex(fields["reference"], base="0x" + fields["base"]["hex"]), resolve),
    "where.txt": (where_question, where),
    "edn.txt": (lambda fields: typed("edn", octets(fields["notation"])), edn),
    "normalize.txt": (from_hex, normalize),
    "coap.txt": (coap_question, coap),
    "documents.txt": (lambda fields: as_hex(fields["cbor"], fields["shape"]), documents),
    "places.txt": (lambda fields: as_hex(fields["cbor"], "tagged") if fields["what"] == "tagged" else None, places),
    "aif-entries.txt": (lambda fields: as_hex(fields["aif"], "aif"), aif_entries),
    "links.txt": (links_question, links),
}


def own(browser, count):
    browser.open()
    for name, (question, compare) in CHECKS.items():
        check(browser, count, name, question, compare)
