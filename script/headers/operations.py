# SPDX-License-Identifier: MIT OR Apache-2.0
"""Writes the table of operations (c-tests/exports/table.h) as C, from the declarations that the reader finds in the
headers.
"""


def called(headers, function):
    """Returns a function that passes the arguments of the table on, and another for its companion."""
    passed = [f"a[{at}].pointer" if "*" in one.type else f"({one.type})a[{at}].number"
              for at, one in enumerate(function.parameters)]
    made = []
    if f"{function.name}_view" in headers.inline:
        viewed = ["view" if one.name == "len" else each for one, each in zip(function.parameters, passed)]
        made = [f"static cri_err_t view_{function.name}(const struct argument *a, cri_t *view)",
                f"{{\n    return {function.name}_view({', '.join(viewed)});\n}}\n"]
    call = f"{function.name}({', '.join(passed)})"
    body = f"return (int64_t){'(intptr_t)' if '*' in function.result else ''}{call};"
    if function.result == "void":
        body = f"{call};\n    return 0;"
    made += [f"static int64_t call_{function.name}(const struct argument *a)", f"{{\n    (void)a;\n    {body}\n}}\n"]
    return "\n".join(made)


def parameters(function):
    lines, rows = [], []
    for one in function.parameters:
        values, count = "NULL", "0"
        if one.values:
            values = f"numbers_{function.name}_{one.name}"
            count = f"sizeof {values} / sizeof *{values}"
            lines.append(f"static const int64_t {values}[] = {{{', '.join(one.values)}}};")
        of = f"TYPE_{one.of}" if one.of else "NONE"
        rows.append(f'    {{"{one.name}", {one.role.upper()}, {of}, {one.size}, {int(one.nullable)}, '
                    f"STORED_{one.stored.upper()}, {int(one.answers)}, {values}, {count}, {len(one.known)}}},")
    if rows:
        lines += [f"static const struct parameter parameters_{function.name}[] = {{", *rows, "};"]
    return lines


def row(headers, function):
    result = "TEXT_OF_LIBRARY" if "*" in function.result else "VALUE"
    result = {"cri_err_t": "ERROR", "bool": "FLAG", "void": "NOTHING"}.get(function.result, result)
    flags = [flag for flag, holds in [("WRITES_CRI", headers.writes_cri(function.name)),
                                      ("ITERATES", "_next" in function.name),
                                      ("STEP", result == "ERROR" and not function.must_check)] if holds]
    view = f"view_{function.name}" if f"{function.name}_view" in headers.inline else "NULL"
    parameters_ = f"parameters_{function.name}" if function.parameters else "NULL"
    return (f'    {{"{function.name}", call_{function.name}, {view}, RETURNS_{result}, {parameters_}, '
            f'{len(function.parameters)}, errors_{function.name}, {" | ".join(flags) or 0}}},')


def guarded(function, lines):
    """Returns lines about a function, within #ifdef CRI_NFC if only some archives have the function."""
    return ["#ifdef CRI_NFC", *lines, "#endif"] if function.header == "cri_nfc.h" else lines


def source(headers):
    functions, structures = headers.functions.values(), sorted(headers.structures)
    # REUSE-IgnoreStart
    lines = ["/* SPDX-License-Identifier: MIT OR Apache-2.0 */", "/* Made by script/abi --table. */"]
    # REUSE-IgnoreEnd
    lines += [f'#include "{name}"' for name in headers.headers]
    lines += ['#include "table.h"', "", f"enum {{ {', '.join(f'TYPE_{name}' for name in structures)}, TYPES }};", ""]
    for name in structures:
        lines += [f"static const struct slice slices_{name}[] = {{"]
        lines += [f"    {{offsetof({name}, {pointer}), offsetof({name}, {length}), {str(written).lower()}, "
                  f"{{{only[0]}, {only[1]}}}}},"
                  for pointer, length, written, only in headers.slices(name)] + ["};"]
    lines += ["", "const struct type types[] = {"]
    for name in structures:
        public = str(not headers.structures[name][0][0].startswith("_")).lower()
        lines += [f'    {{"{name}", sizeof({name}), slices_{name}, '
                  f"sizeof slices_{name} / sizeof *slices_{name}, {public}}},"]
    lines += ["};", "const size_t types_count = TYPES;", ""]
    for function in functions:
        errors = [headers.constants[error].strip("()") for error in function.errors]
        named = f"static const int16_t errors_{function.name}[] = {{{', '.join([*errors, '0'])}}};"
        lines += guarded(function, [*parameters(function), named, called(headers, function)])
    lines += ["const struct function functions[] = {"]
    for function in functions:
        lines += guarded(function, [row(headers, function)])
    return "\n".join([*lines, "};", "const size_t functions_count = sizeof functions / sizeof *functions;", ""])
