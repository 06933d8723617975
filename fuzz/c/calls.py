#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR Apache-2.0
"""Makes calls.c, the table of all exports that api.c calls, of the headers: calls.py INCLUDE > calls.c

Every function of include/cri*.h is in it, with what its prototype and its comment say: inputs and outputs, what objects
borrow, the errors. A parameter of a kind that is not known here is an error, so that no export is left out.
"""

import pathlib
import re
import sys

HEADERS = ["cri", "check", "coap", "cori", "dispatch", "document", "edn", "host", "nfc", "registry", "uri"]
FUNCTION = re.compile(r"/\*\*((?:(?!\*/).)*)\*/\s*(?:CRI_MUST_CHECK\s+)?((?:const )?\w+ \*?)(cri_\w+)\(([^)]*)\);", re.S)
STRUCTURE = re.compile(r"typedef struct (\w+) \{(.*?)\} \1;", re.S)
# Structures that the caller fills, in tables: a text, its length and a number.
ROWS = {"cri_route_t": "id", "cri_scheme_row_t": "number"}
SCALARS = ["bool", "uint8_t", "uint16_t", "uint32_t", "uint64_t", "int32_t", "int64_t", "size_t", "cri_err_t"]
# Values worth trying, by the name of the parameter. The revision is not among them: an unknown one is a fault of its own.
NUMBERS = {
    "after": "0, 3, 7, 11, 14, 15, 60, 234, 235, 65535",
    "discard": "0, 1, 2, 126, 127, 128, 254, 255",
    "err": "0, -1, -2, -3, -16, -28, -29, -64, -99, 1, INT32_MIN",
    "flags": "0, 1, 2, 3, 4, 255",
    "from": "0, 1, 5, 20, SIZE_MAX / 2, SIZE_MAX",
    "id": "-1, -2, -5, -25, -26, -10000, -70000, 0, 1, INT64_MIN, INT64_MAX",
    "index": "0, 1, 2, 3, SIZE_MAX / 2, SIZE_MAX",
    "level": "0, 1, 2, 3",
    "method": "0, 1, 2, 3, 4, 7, 32, 33, 255",
    "opt_number": "3, 7, 8, 11, 11, 11, 15, 15, 20, 35, 39, 60, 235, 239, 0, 65535",
    "part": "0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 11, 255",
    "port": "0, 1, 80, 5683, 61616, 65535",
    "proxy": "35, 39, 235, 239, 35, 39, 235, 239, 0, 3",
    "relation": "0, 1, 1000, 65536, UINT32_MAX",
    "scheme": "-1, -2, -7, -25, -3, -10000, 0, INT64_MIN",
    "strict": "0, 1",
}
# Exports that write a CRI in canonical form.
WRITES_CRI = re.compile(r"cri_(encode|normalize|encode_nfc|cori_to_cri|(builder|composer)_finish|from_.*(?<!_where))")


def die(message):
    sys.exit(f"calls.py: {message}")


class Headers:
    """The functions, structures and errors of the headers."""

    def __init__(self, folder):
        names = ["cri.h" if name == "cri" else f"cri_{name}.h" for name in HEADERS]
        known = set(names) | {"cri_target.h"}
        found = {path.name for path in pathlib.Path(folder).glob("cri*.h")}
        if found != known:
            die(f"headers: {sorted(found ^ known)}")
        text = "\n".join(pathlib.Path(folder, name).read_text() for name in names)
        self.errors = dict(re.findall(r"^#define (CRI_ERR_\w+) \((-\d+)\)", text, re.M))
        self.structures = {name: self.fields(body) for name, body in STRUCTURE.findall(text)}
        self.functions = [(name, result.strip(), parameters(arguments), comment)
                          for comment, result, name, arguments in FUNCTION.findall(text)]
        prototypes = len(re.findall(r"\b(cri_\w+)\([^()]*\);$", re.sub(r"/\*.*?\*/", "", text, flags=re.S), re.M))
        if prototypes != len(self.functions):
            die(f"{prototypes} prototypes, {len(self.functions)} functions with a comment")

    @staticmethod
    def fields(body):
        body = re.sub(r"/\*.*?\*/", "", body, flags=re.S)
        return re.findall(r"((?:const )?\w+) (\*?)(\w+)((?:\[\d+\])*);", body)

    def borrows(self, structure, prefix=""):
        """Where an object has pointers to what it borrows, and the lengths: paths of fields."""
        pairs, fields = [], self.structures[structure]
        for (kind, star, name, _), following in zip(fields, fields[1:] + [None]):
            if kind in self.structures and not star:
                pairs += self.borrows(kind, f"{prefix}{name}.")
            elif star:
                if following is None or following[0] != "size_t":
                    die(f"{structure}: no length after {name}")
                pairs.append((prefix + name, prefix + following[2] + ("[0]" if following[3] else "")))
        return pairs

    def errors_of(self, name, seen=()):
        """The errors that the comment of a function names, or that of a function that it refers to for them."""
        comment = {other: comment for other, _, _, comment in self.functions}.get(name, "")
        found = set(re.findall(r"@retval (CRI_ERR_\w+)", comment))
        if "unprocessable" in comment:
            found |= {error for error, number in self.errors.items() if -28 <= int(number) <= -16}
        # "this and other errors as cri_parse()"; "Other errors are those of cri_parse()"; and where no error is listed any reference.
        returns = " ".join(re.findall(r"@retval(.*?)(?=\n \* *(?:@|\n)|$)", comment, re.S)) if found else comment
        for other in {*re.findall(r"\b(cri_\w+)\(\)", returns), *re.findall(r"\b(?:as|like|those of) (cri_\w+)\(\)", comment)}:
            if other != name and other not in seen:
                found |= self.errors_of(other, (*seen, name))
        return found


def parameters(text):
    """Type, whether it may be NULL, and name of each."""
    result = []
    for parameter in [] if text.strip() == "void" else text.split(","):
        nullable = "CRI_NULLABLE" in parameter
        match = re.fullmatch(r"((?:const )?\w+ \**)(\w+)", " ".join(parameter.replace("CRI_NULLABLE ", "").split()))
        if not match:
            die(f"parameter {parameter!r}")
        result.append((match[1].replace(" ", "") if "const" not in match[1] else match[1].strip(), nullable, match[2]))
    return result


def kinds(headers, name, arguments, comment):
    """The rows of a function's parameters: kind, type, size, whether it may be NULL."""
    rows, lengths = [], {}
    for at, (kind, nullable, parameter) in enumerate(arguments):
        following = arguments[at + 1] if at + 1 < len(arguments) else (None, None, None)
        counted = following[2] in (f"{parameter}_len", f"{parameter}_cap") and following[0] == "size_t"
        base = kind.replace("const ", "").rstrip("* ")
        changed = re.search(rf"@param\[in,out\] +{parameter}\b", comment)
        if at in lengths:
            row = (lengths[at], "NONE", "0")
        elif kind in ("const uint8_t *", "const char *") and counted:
            lengths[at + 1], row = "LENGTH", ("INPUT", "NONE", "1")
        elif kind in ("uint8_t*", "char*") and counted:
            lengths[at + 1], row = "CAPACITY", ("TEXT" if base == "char" else "BUFFER", "NONE", "1")
        elif base in ROWS and counted and kind.startswith("const"):
            lengths[at + 1], row = "COUNT", ("TABLE", f"TYPE_{base}", f"sizeof({base})")
        elif base in headers.structures and counted:
            lengths[at + 1], row = "PLACES", ("OBJECTS", f"TYPE_{base}", f"sizeof({base})")
        elif base in headers.structures and kind == f"const {base} *":
            row = ("OBJECT", f"TYPE_{base}", f"sizeof({base})")
        elif base in headers.structures and kind == f"{base}*":
            row = ("CHANGED" if changed else "PLACE", f"TYPE_{base}", f"sizeof({base})")
        elif kind.endswith("**") and (counted or following[2] == f"{parameter}_len" or base in ROWS):
            row = ("SLICE" if base not in ROWS else "PLACE", "NONE", "sizeof(void *)")
        elif kind.endswith("*") and base in SCALARS:
            row = ("PLACE", "NONE", f"sizeof({base})")
        elif (kind, parameter) == ("uint8_t", "rev"):
            row = ("REVISION", "NONE", "0")
        elif kind in SCALARS and parameter in NUMBERS:
            row = ("NUMBER", "NONE", "0")
        else:
            die(f"{name}: a parameter of no known kind: {kind} {parameter}")
        rows.append((*row, nullable, parameter))
    return rows


def stored_on_error(parameter):
    """With which errors a place is stored to: the exceptions of the contract."""
    return {"len": "STORED_BUFFER", "scratch_len": "STORED_BUFFER", "consumed": "STORED_UNPROCESSABLE",
            "offset": "STORED_ERROR", "part": "STORED_ERROR"}.get(parameter, "STORED_NEVER")


def thunk(name, result, arguments):
    passed = [f"a[{at}].pointer" if "*" in kind else f"({kind})a[{at}].number" for at, (kind, _, _) in enumerate(arguments)]
    call = f"{name}({', '.join(passed)})"
    body = f"{call};\n    return 0;" if result == "void" else f"return (int64_t){'(intptr_t)' if '*' in result else ''}{call};"
    return f"static int64_t call_{name}(const struct argument *a)\n{{\n    (void)a;\n    {body}\n}}\n"


def function(headers, name, result, arguments, comment):
    """The C of a function: how it is called, its parameters, and its row of the table."""
    rows = kinds(headers, name, arguments, comment)
    for kind, _, _, _, parameter in rows:
        if kind == "NUMBER":
            print(f"static const int64_t numbers_{name}_{parameter}[] = {{{NUMBERS[parameter].replace('SIZE_MAX', '(int64_t)SIZE_MAX')}}};")
    print(thunk(name, result, arguments))
    if rows:
        print(f"static const struct parameter parameters_{name}[] = {{")
        for kind, of, size, nullable, parameter in rows:
            values = f"numbers_{name}_{parameter}" if kind == "NUMBER" else "NULL"
            count = f"sizeof {values} / sizeof *{values}" if kind == "NUMBER" else "0"
            print(f'    {{{kind}, {of}, {size}, {int(nullable)}, {stored_on_error(parameter)}, {values}, {count}}},')
        print("};")
    errors = sorted(int(headers.errors[error]) for error in headers.errors_of(name))
    print(f"static const int16_t errors_{name}[] = {{{', '.join(map(str, [*errors, 0]))}}};\n")
    returns = {"cri_err_t": "ERROR", "bool": "FLAG", "void": "NOTHING"}.get(result, "TEXT_OF_LIBRARY" if "*" in result else "VALUE")
    flags = [flag for flag, holds in [("WRITES_CRI", WRITES_CRI.fullmatch(name)), ("ITERATES", "_next" in name)] if holds]
    return (f'    {{"{name}", call_{name}, RETURNS_{returns}, {f"parameters_{name}" if rows else "NULL"}, {len(rows)}, '
            f'errors_{name}, {" | ".join(flags) or 0}}},')


def points(name):
    """Where in the range of two bytes a function is, several times: functions that are added or removed move no other."""
    value = 0x811C9DC5
    for byte in name.encode() + bytes(16):
        value = (value ^ byte) * 0x01000193 & 0xFFFFFFFF
        if byte == 0:
            yield (value ^ value >> 16) & 0xFFFF


def main():
    headers = Headers(sys.argv[1])
    # REUSE-IgnoreStart
    print("/* SPDX-License-Identifier: MIT OR Apache-2.0 */\n/* Made by calls.py. */")
    # REUSE-IgnoreEnd
    print("".join(f'#include "{"cri" if name == "cri" else f"cri_{name}"}.h"\n' for name in HEADERS))
    objects = sorted({of for name, _, arguments, comment in headers.functions
                      for kind, of, *_ in kinds(headers, name, arguments, comment) if of != "NONE"})
    print('#include "table.h"\n')
    print(f"enum {{ {', '.join(objects)}, TYPES }};\n")
    for of in objects:
        structure = of.removeprefix("TYPE_")
        print(f"static const struct slice slices_{structure}[] = {{")
        for pointer, length in headers.borrows(structure):
            print(f"    {{offsetof({structure}, {pointer}), offsetof({structure}, {length})}},")
        print("};")
    print("\nconst struct type types[] = {")
    for of in objects:
        name = of.removeprefix("TYPE_")
        print(f'    {{"{name}", sizeof({name}), slices_{name}, sizeof slices_{name} / sizeof *slices_{name}}},')
    print("};\nconst size_t types_count = TYPES;\n")
    table = [function(headers, *each) for each in headers.functions]
    print("const struct function functions[] = {", *table, "};", sep="\n")
    print("const size_t functions_count = sizeof functions / sizeof *functions;\n")
    owners = {point: at for at, each in enumerate(headers.functions) for point in points(each[0])}
    print("const struct point points[] = {")
    for point, at in sorted(owners.items()):
        print(f"    {{{point}, {at}}},")
    print("};\nconst size_t points_count = sizeof points / sizeof *points;")


if __name__ == "__main__":
    main()
