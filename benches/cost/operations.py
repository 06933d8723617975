# SPDX-License-Identifier: MIT OR Apache-2.0
"""Makes operations.c for harness.c: a call of every export of the headers, with the forms of an input.

The argument of a parameter follows from its role, its type and its name. EXCEPTIONS has the other arguments. A new
export needs a line here only if it does not use the input itself.
"""

import itertools

from headers import reader
from tools import ROOT

# The forms that inputs.c makes from an input. An operation that uses a form depends on the input.
FORMS = ["TEXT", "IRI", "EDN", "CRI", "SAME", "BASE_TEXT", "REFERENCE_TEXT", "OPTIONS", "LOCATION", "CORI", "AIF",
         "ITEMS", "TAGGED"]

# The form or view for a parameter, or a constant in C, by the name of the parameter. The default is the input itself:
# its text, its CRI or its view.
BYTES = {"b": "SAME", "options": "OPTIONS", "other": "OPTIONS", "aif": "AIF", "value": '(const uint8_t *)"floors", 6',
         "address": '(const uint8_t *)"\\300\\0\\2\\253", 4'}
CHARS = {"iri": "IRI", "edn": "EDN", "b": "TEXT", "base": "BASE_TEXT", "reference": "REFERENCE_TEXT",
         "pattern": '"/{}/{*}", 7', "name": '"coap", 4', "zone": "NULL, 0", "query": '"if=sens*", 8',
         "attributes": '"rt=\\"x core.s\\";ct=40;if=sensor", 29', "token": '"core.s", 6'}
OBJECTS = {"b": "SAME", "base": "BASE", "reference": "REFERENCE", "target": "TARGET", "prefix": "SAME"}
CORI_OBJECTS = {"href": "CORI_LINK", "target": "CORI_TARGET"}
# The number for a parameter, by its name. The default is the first value that the reader of the headers lists.
NUMBERS = {"after": 0, "discard": 1, "err": -1, "flags": 0, "from": 0, "id": -1, "index": 0, "is_last": 1,
           "level": "CRI_URI_SYNTAX", "method": 1, "offset": 0, "opt_number": 11, "part": "CRI_PART_HOST",
           "port": 61616, "proxy": "CRI_COAP_PROXY_CRI", "relation": 0, "scheme": -1, "strict": 1}
# The arguments for tables that a program passes.
TABLES = {"cri_scheme_row_t": "NULL, 0", "cri_route_t": "routes, 2"}
LINKS = '"</temp>;rt=\\"x core.s\\";ct=40;if=sensor,</led>;rt=light;if=actuator;obs", 69'
# The arguments for parameters of exports for which the rules above do not hold.
EXCEPTIONS = {
    ("cri_cori_parse", "data"): "CORI",
    ("cri_aif_init", "data"): "AIF",
    ("cri_items_init_array", "data"): "ITEMS",
    ("cri_items_init_sequence", "data"): "CRI",
    ("cri_find_init", "data"): "TAGGED",
    ("cri_walk_init", "data"): "TAGGED",
    ("cri_from_coap_location", "options"): "LOCATION",
    ("cri_coap_path_match", "prefix"): "LINK",
    ("cri_text_equal", "chars"): '"kitchen", 7',
    ("cri_links_init", "text"): LINKS,
    ("cri_links_more", "text"): LINKS,
    ("cri_link_attribute", "name"): '"if", 2',
    ("cri_link_value_equal", "chars"): '"x core.s", 8',
    ("cri_equal_late", "b"): "LATE",
    ("cri_equal_resolved", "b"): "RESOLVED",
    ("cri_compare_late", "b"): "LATE",
    ("cri_compare_resolved", "b"): "RESOLVED",
}
# Further calls of exports, by name. EXCEPTIONS has the arguments in which they differ from the first call.
VARIANTS = {
    "cri_equal_late": "cri_equal",
    "cri_equal_resolved": "cri_equal",
    "cri_compare_late": "cri_compare",
    "cri_compare_resolved": "cri_compare",
}
# The export that makes an object, for objects that are not made by the first export that stores them.
MAKERS = {"cri_iter_t": "cri_iter_init_path", "cri_link_value_t": "cri_link_attributes_next"}

# The lookups in tables of routes: the number of routes, their order, and the route that is found.
ROUTE_COUNTS, ROUTE_ORDERS, ROUTES_WANTED = (5, 50, 200, 2000), ("sorted", "unsorted", "below"), ("first", "last", "no")


class Exports:
    def __init__(self, include):
        self.functions = reader.Headers(include).functions

    def maker(self, structure):
        if structure in MAKERS:
            return MAKERS[structure]
        for name, function in self.functions.items():
            if any(one.of == structure and one.role == "place" for one in function.parameters):
                return name
        raise LookupError(f"nothing makes a {structure}")


class Row:
    """The arguments of a call."""

    def __init__(self, exports, name, state=""):
        self.exports, self.name, self.state = exports, name, state
        self.uses, self.bytes, self.objects, self.arguments, self.places = [], [], [], [], []
        self.export = VARIANTS.get(name, name)
        self.function = exports.functions[self.export]
        self.result = self.function.result
        for at, one in enumerate(self.function.parameters):
            self.arguments += self.argument(one, at)

    def argument(self, one, at):
        given = EXCEPTIONS.get((self.name, one.name))
        base = one.type.replace("const ", "").rstrip("* ")
        if one.role in ("length", "count", "capacity", "places"):
            return []
        if one.role == "revision":
            return ["CRI_REV_27"]
        if "*" not in one.type:
            return [str(NUMBERS.get(one.name, one.values[0]))]
        if one.role == "input":
            known, default = (BYTES, "CRI") if base == "uint8_t" else (CHARS, "TEXT")
            form = given or known.get(one.name, '"kitchen", 7' if self.name.startswith("cri_builder_") else default)
            if form not in FORMS:
                return [form]
            self.uses.append(f"F_{form}")
            self.bytes.append(f"F_{form}")
            return [f"(const {base} *)forms[F_{form}].bytes, forms[F_{form}].len"]
        if one.role == "table":
            return [TABLES[base]]
        if one.role == "array":
            return ["ignored, 2"]
        if one.role == "object" and base in ("cri_t", "cri_cori_t"):
            view = given or (OBJECTS.get(one.name, "CRI") if base == "cri_t" else CORI_OBJECTS.get(one.name, "CORI"))
            self.uses.append(f"V_{view}" if base == "cri_t" else f"C_{view}")
            if view not in ("LINK", "CORI_LINK", "SAME", "LATE", "RESOLVED", "TARGET", "CORI_TARGET"):
                self.bytes.append(f"V_{view}" if base == "cri_t" else "F_CORI")
            return [f"&views[V_{view}]" if base == "cri_t" else f"&coris[C_{view}]"]
        if one.role == "object" and one.nullable:
            return ["NULL"]
        if one.role in ("object", "changed"):
            if base != self.state:
                self.objects.append(base)
            if one.role == "object" or self.state:
                return [f"&state_{base}_for_{self.state}" if one.role == "changed" else f"&state_{base}"]
            return ["&object"]
        if one.role in ("buffer", "text"):
            return [f"({base} *){'buffer_' + self.state if self.state else 'buffer'}, BUFFER"]
        if one.role == "objects":
            return ["captures, 4"]
        if self.state and base == self.state:
            return [f"&state_{self.state}"]
        # The variable for an output has the type of the parameter without its last star.
        name = f"{self.state or 'out'}_{self.name}_{at}"
        self.places.append((one.type.rstrip()[:-1], name))
        return [f"&{name}"]

    def call(self):
        return f"{self.export}({', '.join(self.arguments)})"


def makers_of(exports, structure, made):
    """Adds the functions that make an object to `made`. The objects from which it is made come first."""
    if structure in made:
        return
    row = Row(exports, exports.maker(structure), structure)
    for other in row.objects:
        makers_of(exports, other, made)
    made[structure] = row


def body(row):
    """Returns the statements of an operation. They return the error, or 1 for false."""
    call = row.call()
    changed = [one.of for one in row.function.parameters if one.role == "changed"]
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
    keep = "" if row.result == "void" else "sink = (uintptr_t)"
    return f"{copy}{keep}{call}; return CRI_OK;"


def lookup_name(count, order, wanted):
    return f"coap_route_{count}_{order}_{wanted}"


def lookups():
    """Returns the operations that find a route, by name, with the lookup of each."""
    fields = "{{.count = {}, .order = {}, .wanted = {}_ROUTE}}"
    return {f"cri_{lookup_name(*of)}": fields.format(of[0], of[1].upper(), of[2].upper())
            for of in itertools.product(ROUTE_COUNTS, ROUTE_ORDERS, ROUTES_WANTED)}


def c_source(left_out=()):
    """Returns operations.c without the exports in `left_out`. Each export is on a line of its own, so that the line
    number of an error identifies it."""
    exports, made, rows = Exports(ROOT / "include"), {}, []
    for name in [*exports.functions, *VARIANTS]:
        if "nfc" not in name and VARIANTS.get(name, name) not in left_out:
            row = Row(exports, name)
            for structure in row.objects:
                makers_of(exports, structure, made)
            rows.append(row)
    includes = sorted(path.name for path in (ROOT / "include").glob("cri*.h") if path.name != "cri_target.h")
    lines = ["/* Made by benches/cost/operations.py. */", '#include "harness.h"', "static volatile uintptr_t sink;",
              "static cri_text_t captures[4];", "static uint8_t buffer[BUFFER] ALIGNED;",
              'static const cri_route_t routes[] = {{"/other/{}", 9, 1}, {"/{}/{*}", 7, 2}};',
              "static const uint16_t ignored[] = {4, 12};"]
    for structure, row in made.items():
        copies = [f"static {other} state_{other}_for_{structure};" for other in row.objects]
        places = [f"static {type_} {name};" for type_, name in row.places]
        buffers = [f"static uint8_t buffer_{structure}[BUFFER];"] if f"buffer_{structure}" in row.call() else []
        objects = [f"static {structure} state_{structure};", f"static bool has_{structure};"]
        lines.append(" ".join(objects + copies + places + buffers))
    lines.append("void make_objects(void) {")
    for structure, row in made.items():
        conditions = [f"uses({use})" for use in row.uses] + [f"has_{other}" for other in row.objects]
        copies = " ".join(f"state_{other}_for_{structure} = state_{other};" for other in row.objects)
        success = {"void": f"({row.call()}, true)", "bool": row.call()}.get(row.result, f"{row.call()} == CRI_OK")
        lines.append(f"{copies} has_{structure} = {' && '.join(conditions + [success])};")
    lines.append("}")
    for row in rows:
        places = " ".join(f"static {type_} {name};" for type_, name in row.places)
        lines.append(f"{places} cri_err_t run_{row.name}(void) {{ {body(row)} }}")
    for name, lookup in lookups().items():
        lines.append(f"cri_err_t run_{name}(void) {{ static struct lookup of = {lookup}; return find_route(&of); }}")
    lines.append("const struct operation operations[] = {")
    for row in rows:
        uses, counted = (" | ".join(f"BIT({use})" for use in dict.fromkeys(all_of(row, made, what))) or "0"
                         for what in ("uses", "bytes"))
        has = f"&has_{row.objects[0]}" if row.objects else "NULL"
        lines.append(f'{{"{row.name}", run_{row.name}, {uses}, {counted}, {has}}},')
    lines += [f'{{"{name}", run_{name}, 0, 0, NULL}},' for name in lookups()]
    lines += ["};", "const size_t operation_count = sizeof operations / sizeof *operations;"]
    # A baseline may lack a header.
    included = [f'#if __has_include("{name}")\n#include "{name}"\n#endif' for name in includes if name != "cri_nfc.h"]
    return "\n".join([*included, *lines]) + "\n"


def all_of(row, made, what):
    """Returns the forms that an operation uses, and those from which its objects are made. `what` is the name of the
    attribute that has the forms.
    """
    return sum((all_of(made[other], made, what) for other in row.objects), getattr(row, what))
