# SPDX-License-Identifier: MIT OR Apache-2.0
"""
Reads include/cri*.h, by clang's parser for the declarations and by the markup (markup.py) in the comments of src/ffi.

A parameter has a role, which follows from its type, its direction and the parameter after it:

    input        bytes or characters that are read; `length` follows
    array        numbers that are read; `count` follows
    table        rows that the caller fills and that are read; `count` follows
    object       an object that is read
    changed      an object that is changed: an iterator, a builder
    buffer       an output of bytes; `capacity` follows
    text         an output that ends in NUL; `capacity` follows
    place        a place for an object or a number
    slice        a place for a pointer, followed by a `place` for its length
    objects      places for several objects; `places` follows
    revision, flags, choice, number    a number: a revision; a sum of @flags; one @choice; any other number

A function stores a value in a place only on success. There are three exceptions: `needed` is the length that a buffer
needs; `skipped` is a place named `consumed`, for the length of an item that cannot be processed; `where` is a place
named `index`, `offset`, `part` or `unknown`, which locates an error. A declaration that has none of these roles is an
error.
"""
import dataclasses
import json
import re
import subprocess
from pathlib import Path

from headers.markup import Comments, fail

ROOT = Path(__file__).resolve().parents[2]
UNSIGNED = {f"uint{bits}_t": (0, 2**bits - 1) for bits in (8, 16, 32, 64)}
SIGNED = {f"int{bits}_t": (-(2 ** (bits - 1)), 2 ** (bits - 1) - 1) for bits in (32, 64)}
NUMBERS = {**UNSIGNED, **SIGNED, "bool": (0, 1), "size_t": UNSIGNED["uint64_t"], "cri_err_t": SIGNED["int32_t"]}
ENDS = (0, 1, 2, 3, 4, 5, 7, 20, 126, 127, 128, 254, 255, 1000, 5683, 61616, 65535, 65536, -1, -2, -25, -26,
        -10000, -70000)


@dataclasses.dataclass
class Parameter:
    name: str
    type: str
    direction: str
    nullable: bool
    role: str = ""
    of: str = ""  # the type of an object
    size: str = "0"  # the size of the object that it points to, in C
    stored: str = "never"  # the errors with which a value is stored: never, needed, skipped, where
    answers: bool = False  # if false or NULL is stored there, nothing else is stored
    values: tuple = ()  # values that a test should try
    known: tuple = ()  # the known flags or choices


@dataclasses.dataclass
class Function:
    name: str
    result: str
    parameters: list
    header: str
    must_check: bool
    errors: tuple = ()


def plain(kind):
    return re.sub(r" ?_N(onnull|ullable|ull_unspecified)", "", kind).strip()


class Headers:
    """
    The declarations in a folder of headers: functions in their order, inline functions, structures with their fields,
    the types of other names, and constants with their values. The comments come from src/ffi in the same tree.
    """

    def __init__(self, folder=ROOT / "include"):
        self.folder = Path(folder)
        self.comments = Comments(self.folder.parent / "src" / "ffi")
        others = sorted(path.name for path in self.folder.glob("cri_*.h"))
        self.headers = ["cri.h", *(name for name in others if name != "cri_target.h")]
        source = "".join(f'#include "{name}"\n' for name in self.headers)
        self.constants, self.texts, self.macros = self.defined(source)
        self.functions, self.inline, self.structures, self.aliases = {}, {}, {}, {}
        header = ""
        dump = self.clang(source, "-fsyntax-only", "-Xclang", "-ast-dump=json")
        for node in json.loads(dump)["inner"]:
            place = node.get("loc", {})
            header = place.get("file", header)
            if node["kind"] == "EnumDecl":
                self.enumerators(node, Path(header).name)
            if not node.get("name", "").startswith("cri_"):
                continue
            if node.get("storageClass") == "static":
                self.inline[node["name"]] = node["type"]["qualType"]
            elif node["kind"] == "FunctionDecl":
                self.functions[node["name"]] = self.function(node, Path(header).name)
            elif node["kind"] == "RecordDecl" and node.get("completeDefinition"):
                self.structures[node["name"]] = self.fields(node)
            elif node["kind"] == "TypedefDecl" and node["type"]["qualType"] != f"struct {node['name']}":
                self.aliases[node["name"]] = node["type"]["qualType"]
        for function in self.functions.values():
            self.roles(function)
            self.order(function)
            if function.result == "cri_err_t":  # without the errors that the contract of cri.h gives to all functions
                function.errors = tuple(sorted(self.comments.errors(function.name)))
            if function.must_check != self.comments.must_check(function.name, function.result):
                fail(f"{function.name}: CRI_MUST_CHECK does not fit the results: run script/header")

    def clang(self, source, *options):
        command = ["clang", "-std=c11", "-DCRI_NFC", "-I", str(self.folder), *options, "-x", "c", "-"]
        try:
            done = subprocess.run(command, input=source, capture_output=True, text=True, check=False)
        except FileNotFoundError:
            fail("this needs clang: apt-get install clang")
        if done.returncode:
            fail("the headers do not compile:", *done.stderr.splitlines()[:10])
        return done.stdout

    def defined(self, source):
        """Finds constants by their values, texts, and macros with parameters."""
        values, texts, macros = {}, {}, []
        defines = self.clang(source, "-E", "-dM")
        for name, parameters, value in re.findall(r"^#define (CRI_\w+)(\([^)]*\))? ?(.*)$", defines, re.M):
            if re.fullmatch(r"CRI_(VERSION\w*|TARGET_\w+|\w*_H|BEGIN_\w+|END_\w+|MUST_CHECK|NULLABLE|NFC)", name):
                continue
            if parameters:
                macros.append(f"{name}({', '.join(['_'] * (parameters.count(',') + 1))})")
            elif value.startswith('"'):
                texts[name] = value
            elif value:
                values[name] = value
        return values, texts, macros

    # ---- declarations ----

    def enumerators(self, node, header):
        """Adds the constants of an enum, which has no name, because compilers disagree about the size of a type."""
        constants = [each for each in node["inner"] if each["kind"] == "EnumConstantDecl"]
        if constants[0]["name"].startswith("CRI_"):
            if "name" in node:
                fail(f"{header}: {node['name']}: an enum of the interface has no name")
            for each in constants:
                self.constants[each["name"]] = next(part["value"] for part in each["inner"] if "value" in part)

    def fields(self, node):
        """Returns the name, the type and the array's elements of each field."""
        fields = []
        for field in node["inner"]:
            if field["kind"] == "FieldDecl":
                kind, elements = re.fullmatch(r"(.*?)((?:\[\d+\])*)", plain(field["type"]["qualType"])).groups()
                fields.append((field["name"], kind.strip(), elements))
        return fields

    def function(self, node, header):
        name, inner = node["name"], node.get("inner", [])
        said = self.comments.parameters(name)
        parameters = []
        for each in inner:
            if each["kind"] == "ParmVarDecl":
                kind = each["type"]["qualType"]
                direction, _ = said.pop(each["name"], None) or fail(f"{name}: no @param for {each['name']}")
                parameters.append(Parameter(each["name"], plain(kind), direction, "_Nullable" in kind))
        if said:
            fail(f"{name}: @param for a name that is not a parameter: {' '.join(said)}")
        result = node["type"]["qualType"].split("(")[0].strip()
        checked = any(each["kind"] == "WarnUnusedResultAttr" for each in inner)
        return Function(name, result, parameters, header, checked)

    # ---- roles ----

    def roles(self, function):
        after = {}
        for at, one in enumerate(function.parameters):
            following = function.parameters[at + 1] if at + 1 < len(function.parameters) else None
            counted = following and following.name in (f"{one.name}_len", f"{one.name}_cap")
            counted = counted and following.type == "size_t"
            base = one.type.replace("const ", "").rstrip("* ")
            constant = one.type.startswith("const ")
            one.of = base if base in self.structures and one.type.count("*") == 1 else ""
            one.size = f"sizeof({base})" if one.type.count("*") == 1 else "sizeof(void *)" if "*" in one.type else "0"
            if at in after:
                one.role = after[at]
            elif one.type.count("*") == 1 and base in ("uint8_t", "char") and counted:
                one.role = "input" if constant else "text" if base == "char" else "buffer"
                after[at + 1] = "length" if constant else "capacity"
            elif constant and base in NUMBERS and counted:
                one.role, after[at + 1] = "array", "count"
            elif base in NUMBERS and counted and one.type.count("*") == 1:
                one.role, after[at + 1] = "objects", "places"
            elif one.of and counted:
                one.role, after[at + 1] = ("table", "count") if constant else ("objects", "places")
                if constant and self.structures[base][0][0].startswith("_"):
                    fail(f"{function.name}: the caller cannot fill rows of {base}")
            elif one.of:
                one.role = "object" if constant else "changed" if one.direction == "in,out" else "place"
            elif one.type.endswith("**"):
                one.role = "slice" if following and following.name == f"{one.name}_len" else "place"
            elif one.type.endswith("*") and base in NUMBERS:
                one.role = "place"
                one.stored = {"consumed": "skipped", "index": "where", "offset": "where",
                              "part": "where", "unknown": "where"}.get(one.name, "never")
                before = function.parameters[at - 1]
                writes = before.role in ("changed", "object") and self.slices(before.of)[0][2]
                second = before.stored == "needed" and one.stored == "never"
                if before.role == "capacity" or writes or second:
                    one.stored = "needed"
            elif one.type in NUMBERS:
                self.number(function, one)
            else:
                fail(f"{function.name}: a parameter of no known role: {one.type} {one.name}")
            answer = one.type == "bool *" or one.type.endswith("**")
            one.answers = one.role == "place" and function.result == "cri_err_t" and answer
            wanted = "out" if "*" in one.type else "in"
            wanted = "in" if one.role in ("input", "array", "table", "object") else wanted
            wanted = "in,out" if one.role == "changed" else wanted
            if one.direction != wanted and one.role not in ("capacity", "places"):
                fail(f"{function.name}: {one.name} is @param[{one.direction}], not [{wanted}]")

    def order(self, function):
        """Checks that the object that a function starts or changes comes first, and that the function is named after
        it.
        """
        role = "place" if "_init" in function.name else "changed"
        for at, one in enumerate(function.parameters):
            if one.role == role and one.of and (at > 0 or not function.name.startswith(one.of.removesuffix("t"))):
                fail(f"{function.name}: an object comes first, and its functions begin with its name: {one.name}")

    def number(self, function, one):
        text, named = self.comments.text(function.name, one.name), []
        one.role = "revision" if one.name == "rev" else "number"
        for kind, names, constant in re.findall(r"@(flags|choice|suchas)\{(.*?)\}|#(CRI_\w+)", text):
            names = names.split(",") if kind else [constant]
            found = [each for name in names for each in self.constants
                     if each == name or name.endswith("_") and each.startswith(name)]
            if not found:
                fail(f"{function.name}: there is no {' '.join(names)}")
            if kind in ("flags", "choice"):
                one.role, one.known = kind, tuple(found)
            named += found
        lowest, highest = NUMBERS[one.type]
        ends = [str(end) for end in ENDS if lowest <= end <= highest]
        if one.type == "size_t":
            ends += ["(int64_t)(SIZE_MAX / 2)", "(int64_t)SIZE_MAX"]
        elif highest > 65536:
            most = {"uint32_t": "UINT32_MAX", "uint64_t": "-1", "int64_t": "INT64_MAX, INT64_MIN"}
            ends += [most.get(one.type, "INT32_MAX, INT32_MIN")]
        one.values = tuple(dict.fromkeys([*named, *ends]))

    def writes_cri(self, name):
        """True if a function writes a canonical CRI: it stores a view of it too, or has a companion that does."""
        parameters = self.functions[name].parameters
        stores_view = any(one.name == "buf" for one in parameters) and parameters[-1].of == "cri_t"
        return stores_view or f"{name}_view" in self.inline

    # ---- objects ----

    def slices(self, structure, prefix=""):
        """Finds the pointers of an object: the field, the field of its length, whether calls write to the bytes, and
        the allowed lengths.
        """
        found, fields = [], self.structures[structure]
        for (name, kind, _), (length, length_kind, elements) in zip(fields, [*fields[1:], ("",) * 3]):
            if kind in self.structures:
                found += self.slices(kind, f"{prefix}{name}.")
            elif kind.endswith("*"):
                if length_kind != "size_t":
                    fail(f"{structure}: no length after {name}")
                only = (4, 16) if name == "addr" else (0, 0)  # an IP address
                length = prefix + length + ("[0]" if elements else "")
                found.append((prefix + name, length, not kind.startswith("const "), only))
        return found
