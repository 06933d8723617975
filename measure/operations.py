# SPDX-License-Identifier: MIT OR Apache-2.0
"""Makes operations.c, what harness.c measures: every export of the headers, on what harness.c makes of an input.

An argument follows from the type and the name of its parameter; EXCEPTIONS has what does not. An export with parameters of
known names needs no line here; one with others is named by script/measure, and fails it.
"""

import sys
from collections import namedtuple

from tools import ROOT

sys.path.insert(0, str(ROOT / "fuzz" / "c"))
import calls  # noqa: E402

# What harness.c makes of an input: bytes in a form, and views. An operation that uses one depends on the input.
FORMS = ["TEXT", "IRI", "EDN", "CRI", "SAME", "BASE_TEXT", "REFERENCE_TEXT", "OPTIONS", "LOCATION", "CORI", "AIF", "ITEMS", "TAGGED"]
VIEWS = ["CRI", "SAME", "BASE", "REFERENCE", "TARGET", "LINK"]
CORI_VIEWS = ["CORI", "CORI_LINK", "CORI_TARGET"]

# The form or view of a parameter, or a constant in C, by type and name.
BYTES = {"data": "CRI", "a": "CRI", "b": "SAME", "options": "OPTIONS", "aif": "AIF", "octets": "CRI",
         "value": '(const uint8_t *)"floors", 6', "address": '(const uint8_t *)"\\300\\0\\2\\253", 4'}
CHARS = {"uri": "TEXT", "iri": "IRI", "edn": "EDN", "text": "TEXT", "chars": "TEXT", "a": "TEXT", "b": "TEXT", "base": "BASE_TEXT",
         "reference": "REFERENCE_TEXT", "pattern": '"/{}/{*}", 7', "name": '"coap", 4', "zone": "NULL, 0"}
OBJECTS = {"cri": "CRI", "a": "CRI", "b": "SAME", "base": "BASE", "reference": "REFERENCE", "target": "TARGET", "prefix": "SAME"}
CORI_OBJECTS = {"cori": "CORI", "base": "CORI", "href": "CORI_LINK", "target": "CORI_TARGET"}
NUMBERS = {"after": 0, "discard": 1, "err": -1, "flags": 0, "from": 0, "id": -1, "index": 0, "level": "CRI_URI_SYNTAX", "method": 1,
           "opt_number": 11, "part": "CRI_PART_HOST", "port": 61616, "proxy": "CRI_COAP_PROXY_CRI", "relation": 0, "scheme": -1,
           "strict": 1}
# Rows that a program has in a table.
TABLES = {"cri_scheme_row_t": "NULL, 0", "cri_route_t": "routes, 2"}
# A parameter of an export that is not what its name says.
EXCEPTIONS = {
    ("cri_cori_parse", "data"): "CORI",
    ("cri_cori_check", "data"): "CORI",
    ("cri_aif_entries", "data"): "AIF",
    ("cri_items_array", "data"): "ITEMS",
    ("cri_items_sequence", "data"): "CRI",
    ("cri_find_tagged", "data"): "TAGGED",
    ("cri_from_coap_location", "options"): "LOCATION",
    ("cri_coap_path_match", "prefix"): "LINK",
    ("cri_text_equal", "chars"): '"kitchen", 7',
}
# What makes an object, where it is not the first export that stores one.
MAKERS = {"cri_iter_t": "cri_path_iter"}

# An export as a row: its name, the forms and views that it uses, the objects that it begins with, and its C.
Operation = namedtuple("Operation", "name uses bytes objects code")
Parameter = namedtuple("Parameter", "type base name counted changed")


class Exports:
    def __init__(self, include):
        headers = calls.Headers(include)
        self.structures = headers.structures
        self.functions = {}
        for name, result, arguments, comment in headers.functions:
            kinds = calls.kinds(headers, name, arguments, comment)
            parameters = []
            for (kind, nullable, parameter), (row_kind, *_) in zip(arguments, kinds):
                base = kind.replace("const ", "").rstrip("* ")
                parameters.append(Parameter(row_kind, base, parameter, kind, row_kind == "CHANGED"))
            self.functions[name] = (result, parameters)

    def maker(self, structure):
        if structure in MAKERS:
            return MAKERS[structure]
        for name, (_, parameters) in self.functions.items():
            if any(one.base == structure and one.type == "PLACE" for one in parameters):
                return name
        raise LookupError(f"nothing makes a {structure}")


class Row:
    """The arguments of a call."""

    def __init__(self, exports, name, state=""):
        self.exports, self.name, self.state = exports, name, state
        self.uses, self.bytes, self.objects, self.arguments, self.places = [], [], [], [], []
        result, parameters = exports.functions[name]
        self.result = result
        for at, one in enumerate(parameters):
            self.arguments += self.argument(one, at)

    def place(self, type_, name):
        self.places.append((type_, name))
        return name

    def argument(self, one, at):
        given = EXCEPTIONS.get((self.name, one.name))
        prefix = self.state or "out"
        if one.type in ("LENGTH", "COUNT", "CAPACITY", "PLACES"):
            return []
        if one.type == "REVISION":
            return ["CRI_REV_27"]
        if one.type == "NUMBER":
            return [str(given if given is not None else NUMBERS[one.name])]
        if one.type == "INPUT":
            known = BYTES if one.base == "uint8_t" else CHARS
            form = given or known.get(one.name, '"kitchen", 7' if self.name.startswith("cri_builder_") else None)
            if form is None:
                raise LookupError(f"{self.name}: no known input: {one.name}")
            if form not in FORMS:
                return [form]
            self.uses.append(f"F_{form}")
            self.bytes.append(f"F_{form}")
            return [f"(const {one.base} *)forms[F_{form}].bytes, forms[F_{form}].len"]
        if one.type == "TABLE":
            return [TABLES[one.base]]
        if one.type == "OBJECT" and one.base in ("cri_t", "cri_cori_t"):
            view = given or (OBJECTS if one.base == "cri_t" else CORI_OBJECTS)[one.name]
            self.uses.append(f"V_{view}" if one.base == "cri_t" else f"C_{view}")
            if view not in ("LINK", "CORI_LINK", "SAME", "TARGET", "CORI_TARGET"):
                self.bytes.append(f"V_{view}" if one.base == "cri_t" else "F_CORI")
            return [f"&views[V_{view}]" if one.base == "cri_t" else f"&coris[C_{view}]"]
        if one.type == "OBJECT" and one.base == "cri_endpoint_t":
            return ["NULL"]
        if one.type in ("OBJECT", "CHANGED"):
            self.objects.append(one.base)
            if self.state:
                return [f"&state_{one.base}_for_{self.state}" if one.changed else f"&state_{one.base}"]
            return ["&object" if one.changed else f"&state_{one.base}"]
        if one.type == "BUFFER" or one.type == "TEXT":
            buffer = f"buffer_{self.state}" if self.state else "buffer"
            return [f"({one.base} *){buffer}, BUFFER"]
        if one.type == "OBJECTS":
            return ["captures, 4"]
        if self.state and one.base == self.state:
            return [f"&state_{self.state}"]
        type_ = one.counted.rstrip("*").rstrip() if one.type == "PLACE" or one.type == "SLICE" else one.base
        pointer = one.counted.count("*") - 1
        return ["&" + self.place(f"{one.counted.replace('*', '').strip()} {'*' * pointer}", f"{prefix}_{self.name}_{at}")]

    def call(self):
        return f"{self.name}({', '.join(self.arguments)})"


def makers_of(exports, structure, made):
    """The objects that something begins with, each after what it is made of."""
    if structure in made:
        return
    row = Row(exports, exports.maker(structure), structure)
    for other in row.objects:
        if other != structure:
            makers_of(exports, other, made)
    made[structure] = row


def body(row):
    """The statements of an operation; they return the error, or 1 for false."""
    call = row.call()
    changed = [one.base for one in row.exports.functions[row.name][1] if one.type == "CHANGED"]
    copy = f"{changed[0]} object = state_{changed[0]}; " if changed else ""
    if changed and row.result == "bool":
        return f"{copy}cri_err_t any = 1; while ({call}) {{ any = CRI_OK; }} return any;"
    more = [name for type_, name in row.places if type_.strip() == "bool" and "_next" in row.name]
    if changed and more:
        return f"{copy}cri_err_t err; do {{ err = {call}; }} while (err == CRI_OK && {more[0]}); return err;"
    if row.result == "cri_err_t" and not row.name.endswith("_error"):
        return f"{copy}return {call};"
    if row.result == "bool":
        return f"{copy}return {call} ? CRI_OK : 1;"
    return f"{copy}{call}; return CRI_OK;" if row.result == "void" else f"{copy}sink = (uintptr_t){call}; return CRI_OK;"


def c_source(left_out=()):
    """operations.c without some exports; each in a line, so that an error of the compiler names it."""
    exports, lines, made, rows = Exports(ROOT / "include"), [], {}, []
    for name in exports.functions:
        if "nfc" not in name and name not in left_out:
            row = Row(exports, name)
            for structure in row.objects:
                makers_of(exports, structure, made)
            rows.append(row)
    includes = sorted(path.name for path in (ROOT / "include").glob("cri*.h") if path.name != "cri_target.h")
    lines += ["/* Made by measure/operations.py. */", '#include "harness.h"', "static volatile uintptr_t sink;",
              "static cri_text_t captures[4];", "static uint8_t buffer[BUFFER] ALIGNED;",
              'static const cri_route_t routes[] = {{"/other/{}", 9, 1}, {"/{}/{*}", 7, 2}};']
    for structure, row in made.items():
        needed = [other for other in row.objects if other != structure]
        copies = [f"static {other} state_{other}_for_{structure};" for other in needed]
        places = [f"static {type_} {name};" for type_, name in row.places]
        buffers = [f"static uint8_t buffer_{structure}[BUFFER];"] if f"buffer_{structure}" in row.call() else []
        lines.append(f"static {structure} state_{structure}; static bool has_{structure}; " + " ".join(copies + places + buffers))
    lines.append("void make_objects(void) {")
    for structure, row in made.items():
        needed = [other for other in row.objects if other != structure]
        conditions = [f"uses({use})" for use in row.uses] + [f"has_{other}" for other in needed]
        copies = " ".join(f"state_{other}_for_{structure} = state_{other};" for other in needed)
        success = {"void": f"({row.call()}, true)", "bool": row.call()}.get(row.result, f"{row.call()} == CRI_OK")
        lines.append(f"{copies} has_{structure} = {' && '.join(conditions + [success])};")
    lines.append("}")
    for row in rows:
        places = " ".join(f"static {type_} {name};" for type_, name in row.places)
        lines.append(f"{places} cri_err_t run_{row.name}(void) {{ {body(row)} }}")
    lines.append("const struct operation operations[] = {")
    for row in rows:
        uses, counted = list(row.uses), list(row.bytes)
        for structure in row.objects:
            uses += made_of(made, structure, "uses")
            counted += made_of(made, structure, "bytes")
        bits = " | ".join(f"BIT({use})" for use in dict.fromkeys(uses)) or "0"
        lengths = " | ".join(f"BIT({use})" for use in dict.fromkeys(counted)) or "0"
        has = f"&has_{row.objects[0]}" if row.objects else "NULL"
        lines.append(f'{{"{row.name}", run_{row.name}, {bits}, {lengths}, {has}}},')
    lines += ["};", "const size_t operation_count = sizeof operations / sizeof *operations;"]
    text = "\n".join([*(f'#include "{name}"' for name in includes if name != "cri_nfc.h"), *lines]) + "\n"
    return text


def made_of(made, structure, what):
    row = made[structure]
    found = list(getattr(row, what))
    for other in row.objects:
        found += made_of(made, other, what) if other != structure else []
    return found


if __name__ == "__main__":
    print(c_source())
