# SPDX-License-Identifier: MIT OR Apache-2.0
"""Faults by requirement: reads proof/faults/*.txt, plants each fault and runs the test that must fail.

A requirement is proven if a fault in the code that holds it makes a test fail that cites it. Of a file of vectors, only the rows under
a heading that cites the requirement are run, or whose name does; unless the test itself cites it.

proof/faults/verdicts.csv is what the last runs found: for each fault the checksum of its text.
"""

import csv
import functools
import pathlib
import re
import sys
import typing
import zlib

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import many

ROOT = many.ROOT
FAULTS = ROOT / "proof" / "faults"
VERDICTS = FAULTS / "verdicts.csv"
VECTORS = "tests/vectors"
# How much less tests with random input do.
SHARE = 20
# Seconds for a test without a fault; with one it may take as long and ten times what it took.
LONGEST = 60


class Fault(typing.NamedTuple):
    """In an item of a file, a text becomes another; then the test must fail."""

    list: str
    line: int
    citation: str
    file: str
    item: str
    old: tuple
    new: tuple
    test: str

    @property
    def checksum(self):
        return f"{zlib.crc32(repr(self[2:]).encode()):08x}"

    @property
    def place(self):
        return f"{self.list}:{self.line}"


# ---- the lists ------------------------------------------------------------------------------------------------------


def read():
    """All faults, and what is wrong with the lists."""
    faults, wrong = [], []
    for path in sorted(FAULTS.glob("*.txt")):
        for number, lines in blocks(path.read_text(encoding="utf-8").split("\n")):
            try:
                faults.append(parsed(path.name, number, lines))
            except ValueError as error:
                wrong.append(f"proof/faults/{path.name}:{number}: {error}")
    return faults, wrong


def blocks(lines):
    """The lines of each fault with the number of its first."""
    block = None
    for number, line in enumerate(lines, 1):
        if line.startswith("== "):
            block and (yield block)
            block = (number, [])
        if block and line and not line.startswith("# "):
            block[1].append(line)
    if block:
        yield block


def parsed(name, number, lines):
    head, place, *rest = lines
    old = tuple(line[2:] for line in rest if line.startswith("- "))
    new = tuple(line[2:] for line in rest if line.startswith("+ "))
    tests = [line.removeprefix("test: ").strip() for line in rest if line.startswith("test: ")]
    if len(old) + len(new) + len(tests) != len(rest) or len(tests) != 1 or not old or ":" not in place:
        raise ValueError("not a fault: a citation, a place, `- ` lines, `+ ` lines, and one test")
    file, item = (part.strip() for part in place.split(":", 1))
    return Fault(name, number, head.removeprefix("== ").strip(), file, item, old, new, tests[0])


masked = functools.cache(many.masked)


@functools.cache
def spans(text, item):
    """Where the functions, constants and statics with this name are, such as `put` or `Output::put`; all of the text without a name."""
    if not item:
        return [(0, len(text))]
    owner, _, name = item.rpartition("::")
    code = masked(text)
    owners = [(match.start(), many.closing(code, match.end() - 1)) for match in re.finditer(rf"\bimpl\b[^{{;]*\b{owner}\b[^{{;]*{{", code)]
    owned = [function for function in many.functions(text) if any(start < function.start < end for start, end in owners) or not owner]
    found = [(function.start, function.end) for function in owned if function.name == name]
    for match in re.finditer(rf"\b(?:const|static) {re.escape(name)}\b", code):
        at, depth = match.end(), 0
        while code[at] != ";" or depth:
            depth += {"(": 1, "[": 1, "{": 1, ")": -1, "]": -1, "}": -1}.get(code[at], 0)
            at += 1
        found.append((match.start(), at + 1))
    return found


def change(fault, number):
    """The fault as a change of its file. ValueError unless its old text is there exactly once."""
    path = ROOT / fault.file
    if not path.is_file():
        raise ValueError(f"no file {fault.file}")
    text = path.read_text(encoding="utf-8")
    code = text.split("\n#[cfg(test)]\n")[0]
    items = spans(code, fault.item)
    if not items:
        raise ValueError(f"nothing in {fault.file} is called {fault.item}")
    old = re.compile(r"\n\s*".join(re.escape(line.strip()) for line in fault.old))
    found = {match.span() for start, end in items for match in old.finditer(code, start, end)}
    if len(found) != 1:
        raise ValueError(f"its old text is {len(found)} times in {fault.file}: {fault.item}")
    return many.Change(number, fault.file, found.pop(), "\n".join(fault.new))


# ---- which tests cite what ------------------------------------------------------------------------------------------


@functools.cache
def sources(test):
    """The source files of a test program, the support that it uses included, and the name of the test in it if there is one."""
    program, _, name = test.partition(" ")
    if program.endswith(".c"):
        return [f"c-tests/{program}"], name
    if program == "lib":
        path = "/".join(name.split("::")[:-2])
        files = [f"src/{path}.rs", f"src/{path}/mod.rs"]
    else:
        files = [f"tests/{program}.rs"] + [path.relative_to(ROOT).as_posix() for path in sorted((ROOT / "tests" / program).glob("*.rs"))]
    return [file for file in files if (ROOT / file).is_file()], name.split("::")[-1]


@functools.cache
def support(test):
    """The modules of tests/support that a test program uses."""
    used = {name for file in sources(test)[0] if file.startswith("tests/") for name in re.findall(r"\b[a-z_]+\b", (ROOT / file).read_text())}
    return [path.relative_to(ROOT).as_posix() for path in (ROOT / "tests" / "support").glob("*.rs") if path.stem in used]


@functools.cache
def vectors(test):
    """The files of vectors that a test reads."""
    found = set()
    files, name = sources(test)
    for file in files:
        text = (ROOT / file).read_text(encoding="utf-8")
        if file.endswith(".c"):
            continue
        bodies = [text[f.start : f.end] for f in many.functions(text) if not name or f.name == name]
        found |= {match for body in bodies for match in re.findall(r'([a-z-]+\.txt)"', body)}
    return {f"{VECTORS}/{file}" for file in found}


def citing(fault, cited):
    """Whether a fault's test cites the requirement: None if not, else the files of vectors of which only the rows that do are run.

    `cited` is file -> items for this citation.
    """
    files, name = sources(fault.test)
    items = {item for file in files for item in cited.get(file, ())}
    if items & {"", name} or (items and not name) or any(file in cited for file in support(fault.test)):
        return set()
    if fault.test == "rows.c":
        return set() if any(file.startswith(VECTORS) for file in cited) else None
    return {file for file in vectors(fault.test) if file in cited} or None


# ---- verdicts -------------------------------------------------------------------------------------------------------


def verdicts():
    """Checksum -> what the last run found."""
    if not VERDICTS.is_file():
        return {}
    with VERDICTS.open(encoding="utf-8", newline="") as file:
        return {row["fault"]: row["result"] for row in csv.DictReader(file)}


def record(faults, results):
    """Writes the results of these faults and keeps those of others."""
    known = verdicts() | results
    with VERDICTS.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["citation", "fault", "result"])
        writer.writerows([fault.citation, fault.checksum, known[fault.checksum]] for fault in faults if fault.checksum in known)


def check(rows, tests):
    """What is wrong with the lists and the verdicts; and the proven faults by citation. `tests` is citation -> file -> items."""
    faults, wrong = read()
    known, proven = verdicts(), {}
    listed = {row["citation"]: row["status"] for row in rows}
    for number, fault in enumerate(faults, 1):
        try:
            change(fault, number)
            if fault.citation not in listed:
                raise ValueError(f"no requirement {fault.citation}")
            if citing(fault, tests.get(fault.citation, {})) is None:
                raise ValueError(f"{fault.test} does not cite {fault.citation}")
            if known.get(fault.checksum) != "caught":
                raise ValueError(f"{fault.citation}: not proven: run script/trace --prove")
            proven.setdefault(fault.citation, []).append(fault)
        except ValueError as error:
            wrong.append(f"proof/faults/{fault.place}: {error}")
    for row in rows:
        if row["status"] == "held" and row["citation"] not in {fault.citation for fault in faults}:
            wrong.append(f"{row['citation']}: held, and no fault shows it")
    return wrong, proven


# ---- running --------------------------------------------------------------------------------------------------------


class Runner:
    """Runs tests with faults. `rows_of` gives the lines of a file of vectors that cite a requirement."""

    def __init__(self, tests, rows_of):
        self.tree = many.Tree(ROOT / "build" / "proof")
        self.tests, self.rows_of = tests, rows_of
        self.sound = {}  # test, vectors -> what it does without a fault, and how long that takes
        self.rust, self.c = {}, {}

    def build(self, changes, programs):
        """Builds all changes that can be made in one build, and these test programs."""
        self.tree.build(changes)
        self.add(programs)

    def add(self, programs):
        """Builds test programs with the tree as it is."""
        rust = {program for program in programs if not program.endswith(".c")}
        if rust:
            arguments = [word for program in sorted(rust) for word in (["--lib"] if program == "lib" else ["--test", program])]
            code, lines, errors = self.tree.cargo("test", "--no-run", *arguments)
            if code:
                sys.exit(errors)
            self.rust |= {line["target"]["name"]: line["executable"] for line in lines if line.get("executable")}
        if rust != programs:
            self.c = self.tree.c_programs()

    def build_apart(self, change, program):
        """Builds a change alone, and the program that is to fail. Returns whether it compiles."""
        self.tree.apply([change])
        code, _, _ = self.tree.cargo("check", "--lib")
        if code == 0:
            self.add({program})
        return code == 0

    def command(self, test):
        program, _, name = test.partition(" ")
        if program.endswith(".c"):
            return [self.c[program.removesuffix(".c")]]
        command = [self.rust["cri" if program == "lib" else program], "-q", "--test-threads=1"]
        return command + (["--exact", name] if name else [])

    def lay_out(self, fault):
        """Leaves only those rows in the vectors that cite the requirement, where the test itself does not. Returns which."""
        chosen = citing(fault, self.tests.get(fault.citation, {}))
        kept = []
        for path in sorted((ROOT / VECTORS).glob("*.txt")):
            name = path.relative_to(ROOT).as_posix()
            text = path.read_text(encoding="utf-8")
            if name in chosen:
                text = "".join(line + "\n" for line in self.rows_of(path, fault.citation))
                kept.append((name, zlib.crc32(text.encode())))
            many.write(self.tree.at / name, text)
        return tuple(kept)

    def without(self, fault):
        """What the test does without a fault, and how long that takes. To be asked before anything is built apart."""
        key = (fault.test, self.lay_out(fault))
        if key not in self.sound:
            self.sound[key] = self.execute(fault.test, LONGEST, 0)
        return self.sound[key]

    def run(self, fault, number):
        """"caught", or why not."""
        result, took = self.without(fault)
        if result != "passed":
            return f"without the fault the test has {result}"
        result, _ = self.execute(fault.test, LONGEST + 10 * took, number)
        return "survives" if result == "passed" else "caught"

    def execute(self, test, timeout, number):
        return many.execute(self.command(test), timeout, cwd=self.tree.at, MUTANT=str(number), CRI_TEST_SHARE=str(SHARE))


def prove(chosen, tests, rows_of):
    """Runs faults; returns checksum -> result."""
    runner = Runner(tests, rows_of)
    changes = {number: change(fault, number) for number, fault in enumerate(chosen, 1)}
    in_one = [change for change in changes.values() if change.file.startswith("src/")]
    runner.build(in_one, {fault.test.partition(" ")[0] for fault in chosen})
    results, apart = {}, []

    def note(fault, result):
        results[fault.checksum] = result
        print(f"{result}: {fault.citation}, {fault.file}: {fault.item} ({fault.place}), {fault.test}", flush=True)

    for number, fault in enumerate(chosen, 1):
        if number in runner.tree.unviable:
            note(fault, "does not compile")
            print(runner.tree.unviable[number])
        elif number in runner.tree.absent:
            note(fault, "in code that is not built")
        elif number in runner.tree.apart or not fault.file.startswith("src/"):
            runner.without(fault)
            apart.append((number, fault))
        else:
            note(fault, runner.run(fault, number))
    for number, fault in apart:
        built = runner.build_apart(changes[number], fault.test.partition(" ")[0])
        note(fault, runner.run(fault, 0) if built else "does not compile")
    return results
