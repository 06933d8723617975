# SPDX-License-Identifier: MIT OR Apache-2.0
"""
The one reader of include/cri*.h: what clang's parser finds in declarations and in their Doxygen comments.

A parameter has a role, which follows from its type, its direction and the parameter after it:

    input        bytes or characters that are read; `length` follows
    table        rows that the caller fills and that are read; `count` follows
    object       an object that is read
    changed      an object that is changed: an iterator, a builder
    buffer       an output of bytes; `capacity` follows
    text         an output that ends in NUL; `capacity` follows
    place        a place for an object or a number
    slice        a place for a pointer, followed by a `place` for its length
    objects      places for several objects; `places` follows
    revision, flags, choice, number    a number: of a revision; a sum of the constants that the comment names; one of
                                       them; any

A place is stored to on success only, but for three kinds, which their names tell: `needed` (the length that a buffer
needs), `skipped` (`consumed`, of an item that cannot be processed), `where` (`offset` and `part`, of an error). A
declaration that fits nothing here is an error.
"""
import dataclasses
import json
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
UNSIGNED = {f"uint{bits}_t": (0, 2**bits - 1) for bits in (8, 16, 32, 64)}
SIGNED = {f"int{bits}_t": (-(2 ** (bits - 1)), 2 ** (bits - 1) - 1) for bits in (32, 64)}
NUMBERS = {**UNSIGNED, **SIGNED, "bool": (0, 1), "size_t": UNSIGNED["uint64_t"], "cri_err_t": SIGNED["int32_t"]}
ENDS = (0, 1, 2, 3, 4, 5, 7, 20, 126, 127, 128, 254, 255, 1000, 5683, 61616, 65535, 65536, -1, -2, -25, -26,
        -10000, -70000)
# What a comment says of a number, and the constants that are such numbers.
SPOKEN = ((r"number of the (last )?option", r"CRI_COAP_(?!.*SCRATCH)\w+"), (r"scheme", r"CRI_SCHEME_\w+"),
          (r"error number", r"CRI_(ERR_\w+|OK)"))


def fail(*lines):
    print("\n".join(f"abi: {line}" for line in lines), file=sys.stderr)
    sys.exit(1)


@dataclasses.dataclass
class Parameter:
    name: str
    type: str
    comment: str
    direction: str
    nullable: bool
    role: str = ""
    of: str = ""  # the type of an object
    size: str = "0"  # of what it points to, in C
    stored: str = "never"  # with which errors: never, needed, skipped, where
    answers: bool = False  # by false or NULL there: nothing else is stored
    values: tuple = ()  # worth trying
    known: tuple = ()  # of flags and choices


@dataclasses.dataclass
class Function:
    name: str
    result: str
    parameters: list
    header: str
    must_check: bool
    comment: str
    errors: tuple = ()


@dataclasses.dataclass
class Structure:
    name: str
    fields: list  # of (name, type, elements of an array, comment)


def words(node):
    """The text of a comment, with single spaces."""
    if node["kind"] in ("TextComment", "InlineCommandComment"):
        named = "".join(node.get("args", []))
        return (node.get("text", "") + (f" {node.get('name', '')} {named}" if named else "")).strip()
    return " ".join(filter(None, map(words, node.get("inner", []))))


def plain(kind):
    return re.sub(r" ?_N(onnull|ullable|ull_unspecified)", "", kind).strip()


class Headers:
    """Functions in their order, those that the headers define, structures, the type of each other name, and constants with their values."""

    def __init__(self, folder=ROOT / "include"):
        self.folder = Path(folder)
        others = sorted(path.name for path in self.folder.glob("cri_*.h"))
        self.headers = ["cri.h", *(name for name in others if name != "cri_target.h")]
        source = "".join(f'#include "{name}"\n' for name in self.headers)
        self.constants, self.texts, self.macros = self.defined(source)
        self.functions, self.inline, self.structures, self.aliases = {}, {}, {}, {}
        header = ""
        dump = ["-fsyntax-only", "-fparse-all-comments", "-Xclang", "-ast-dump=json"]
        for node in json.loads(self.clang(source, *dump))["inner"]:
            place = node.get("loc", {})
            header = place.get("file", header)
            if not node.get("name", "").startswith("cri_"):
                continue
            if node.get("storageClass") == "static":
                self.inline[node["name"]] = node["type"]["qualType"]
            elif node["kind"] == "FunctionDecl":
                self.functions[node["name"]] = self.function(node, Path(header).name)
            elif node["kind"] == "RecordDecl" and node.get("completeDefinition"):
                self.structures[node["name"]] = self.structure(node)
            elif node["kind"] == "TypedefDecl" and node["type"]["qualType"] != f"struct {node['name']}":
                self.aliases[node["name"]] = node["type"]["qualType"]
            elif node["kind"] == "EnumDecl":
                fail(f"{node['name']}: an enum has no size that all compilers agree on")
        for function in self.functions.values():
            self.roles(function)
            function.errors = tuple(sorted(self.errors(function.name)))
            # The steps of a builder, which change it and store nothing else, keep their first error for the last call.
            roles = [one.role for one in function.parameters]
            step = roles[:1] == ["changed"] and not {"place", "slice"} & set(roles)
            if function.must_check != (function.result == "cri_err_t" and not step):
                fail(f"{function.name}: CRI_MUST_CHECK belongs to functions that return an error, but for steps")

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
        """Constants by their values, texts, and macros with parameters."""
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

    def structure(self, node):
        fields = []
        for field in node["inner"]:
            if field["kind"] == "FieldDecl":
                kind, elements = re.fullmatch(r"(.*?)((?:\[\d+\])*)", plain(field["type"]["qualType"])).groups()
                comment = " ".join(words(each) for each in field.get("inner", []) if each["kind"] == "FullComment")
                fields.append((field["name"], kind.strip(), elements, comment))
        return Structure(node["name"], fields)

    def function(self, node, header):
        inner = node.get("inner", [])
        comment = next((each for each in inner if each["kind"] == "FullComment"), None)
        if comment is None:
            fail(f"{node['name']} has no comment")
        said, text = {}, []
        for part in comment["inner"]:
            if part["kind"] == "ParamCommandComment":
                if not part["explicit"]:
                    fail(f"{node['name']}: @param of no direction")
                said |= {name: (part["direction"], words(part).strip()) for name in part["param"].split(",")}
            else:
                # Later versions of clang have the constant after @retval as an argument of the command.
                command = [f"@{part['name']}", *part.get("args", [])] if part["kind"] == "BlockCommandComment" else []
                text.append(" ".join([*command, words(part)]))
        parameters = []
        for each in inner:
            if each["kind"] == "ParmVarDecl":
                direction, about = said.pop(each["name"], ("", ""))
                kind = each["type"]["qualType"]
                parameters.append(Parameter(each["name"], plain(kind), about, direction, "_Nullable" in kind))
                if not direction:
                    fail(f"{node['name']}: no @param for {each['name']}")
        if said:
            fail(f"{node['name']}: @param for what is not a parameter: {' '.join(said)}")
        result = node["type"]["qualType"].split("(")[0].strip()
        checked = any(each["kind"] == "WarnUnusedResultAttr" for each in inner)
        return Function(node["name"], result, parameters, header, checked, "\n".join(text))

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
            elif one.of and counted:
                one.role, after[at + 1] = ("table", "count") if constant else ("objects", "places")
                if constant and self.structures[base].fields[0][0].startswith("_"):
                    fail(f"{function.name}: the caller cannot fill rows of {base}")
            elif one.of:
                one.role = "object" if constant else "changed" if one.direction == "in,out" else "place"
            elif one.type.endswith("**"):
                one.role = "slice" if following and following.name == f"{one.name}_len" else "place"
            elif one.type.endswith("*") and base in NUMBERS:
                one.role = "place"
                one.stored = {"consumed": "skipped", "offset": "where", "part": "where"}.get(one.name, "never")
                before = function.parameters[at - 1]
                if before.role == "capacity" or before.role == "changed" and self.slices(before.of)[0][2]:
                    one.stored = "needed"
            elif one.type in NUMBERS:
                self.number(function, one)
            else:
                fail(f"{function.name}: a parameter of no known role: {one.type} {one.name}")
            answer = one.type == "bool *" or one.type.endswith("**")
            one.answers = one.role == "place" and function.result == "cri_err_t" and answer
            wanted = "out" if "*" in one.type else "in"
            wanted = {"input": "in", "table": "in", "object": "in", "changed": "in,out"}.get(one.role, wanted)
            if one.direction != wanted and one.role not in ("capacity", "places"):
                fail(f"{function.name}: {one.name} is @param[{one.direction}], not [{wanted}]")

    def number(self, function, one):
        said, other = one.comment, function
        while found := re.search(r"\bas in (cri_\w+)\(\)", said):
            other = self.functions[found[1]]
            said = next(each.comment for each in other.parameters if each.name == one.name)
        prefixes = tuple(re.findall(r"\b(CRI_\w+_)…", said))
        named = [name for name in self.constants if prefixes and name.startswith(prefixes)]
        named += re.findall(r"#(CRI_\w+)", said)
        lowest, highest = NUMBERS[one.type]
        one.role = "number"
        if one.name == "rev":
            one.role = "revision"
        elif re.match(r"a sum of ", said):
            one.role = "flags"
        elif re.match(r"(one of the |#CRI_\w+(, #CRI_\w+)* or #)", said):
            one.role = "choice"
        one.known = tuple(dict.fromkeys(named)) if one.role in ("flags", "choice") else ()
        for pattern, constants in SPOKEN:
            if re.search(pattern, said):
                named += [name for name in self.constants if re.fullmatch(constants, name)]
        ends = [str(end) for end in ENDS if lowest <= end <= highest]
        if one.type == "size_t":
            ends += ["(int64_t)(SIZE_MAX / 2)", "(int64_t)SIZE_MAX"]
        elif highest > 65536:
            most = {"uint32_t": "UINT32_MAX", "uint64_t": "-1", "int64_t": "INT64_MAX, INT64_MIN"}
            ends += [most.get(one.type, "INT32_MAX, INT32_MIN")]
        one.values = tuple(dict.fromkeys([*named, *named, *ends]))

    def errors(self, name, seen=()):
        """The errors that the comment of a function names, or that of one that it refers to for them."""
        comment = self.functions[name].comment
        found = set(re.findall(r"@retval (CRI_ERR_\w+)", comment))
        if "unprocessable" in comment:
            found |= {error for error, value in self.constants.items()
                      if error.startswith("CRI_ERR_") and -28 <= int(value.strip("()")) <= -16}
        # "this and other errors as cri_parse()"; "Other errors are those of cri_parse()"; where none is listed any reference.
        returns = " ".join(re.findall(r"@retval(.*)", comment)) if found else comment
        others = re.findall(r"\b(cri_\w+)\(\)", returns)
        for other in {*others, *re.findall(r"\b(?:as|like|those of) (cri_\w+)\(\)", comment)}:
            if other != name and other not in seen and other in self.functions:
                found |= self.errors(other, (*seen, name))
        return found

    def writes_cri(self, name):
        """Whether a function writes a CRI in canonical form: it stores a view of it too, or has a companion that does."""
        parameters = self.functions[name].parameters
        stores_view = any(one.name == "buf" for one in parameters) and parameters[-1].of == "cri_t"
        return stores_view or f"{name}_view" in self.inline

    # ---- objects ----

    def slices(self, structure, prefix=""):
        """Where an object has pointers: the field, that of the length, whether calls write there, the only lengths."""
        found, fields = [], self.structures[structure].fields
        for (name, kind, _, _), (length, length_kind, elements, said) in zip(fields, [*fields[1:], ("",) * 4]):
            if kind in self.structures:
                found += self.slices(kind, f"{prefix}{name}.")
            elif kind.endswith("*"):
                if length_kind != "size_t":
                    fail(f"{structure}: no length after {name}")
                only = re.search(r": (\d+) or (\d+)\.", said)
                length = prefix + length + ("[0]" if elements else "")
                found.append((prefix + name, length, not kind.startswith("const "), only.groups() if only else (0, 0)))
        return found
