# SPDX-License-Identifier: MIT OR Apache-2.0
"""Builds many changes of src/ at once.

In a copy of the tree, each function with changes becomes a `match` over variants of its body. The environment variable
MUTANT selects the variant that runs:

    tree = Tree(ROOT / "build" / "mutants")
    tree.build([Change(1, "src/ops/resolve.rs", (start, end), "new text")])
    execute([tree.rust_programs()["tests"], "rows::"], 10, MUTANT="1")

Changes with the same id are made together. `build` omits changes that do not compile (`tree.unviable`) and changes of
constants and of functions that constants call (`tree.apart`: `apply` builds such a change alone). It finds the changes
in functions that a `cfg` excludes (`tree.absent`).
"""

import collections
import json
import os
import pathlib
import re
import subprocess
import sys
import time
import typing
import zlib

from sources import changed, function_at, functions

ROOT = pathlib.Path(__file__).resolve().parents[2]

MODULE = """// Selects the mutant that runs. With MUTANT_TRACE, records the functions that run.
#![allow(missing_docs, unsafe_code)]
extern crate std;
use core::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};
use std::io::Write;
static ACTIVE: AtomicU32 = AtomicU32::new(u32::MAX);
static SEEN: [AtomicBool; FUNCTIONS] = [const { AtomicBool::new(false) }; FUNCTIONS];
// The compiler warns of each use, which shows the functions that this build has.
#[deprecated]
#[inline(always)]
pub fn active(function: usize) -> u32 {
    let active = ACTIVE.load(Relaxed);
    if active >= u32::MAX - 1 { slow(function) } else { active }
}
#[cold]
fn slow(function: usize) -> u32 {
    if let Ok(path) = std::env::var("MUTANT_TRACE") {
        if !SEEN[function].swap(true, Relaxed) {
            let mut file = std::fs::OpenOptions::new().create(true).append(true).open(path).unwrap();
            file.write_all(std::format!("{function}\\n").as_bytes()).unwrap();
        }
        ACTIVE.store(u32::MAX - 1, Relaxed);
        return 0;
    }
    let active = std::env::var("MUTANT").ok().and_then(|text| text.parse().ok()).unwrap_or(0);
    if active != 0 {
        // One failing test is enough.
        std::panic::set_hook(std::boxed::Box::new(|_| std::process::exit(101)));
    }
    ACTIVE.store(active, Relaxed);
    active
}
"""

# C programs run without overflow checks, as in a release.
FLAGS = {
    "RUSTFLAGS": "--cap-lints=warn -Aunused -Wdeprecated",
    "CARGO_PROFILE_TEST_DEBUG": "0",
    "CARGO_PROFILE_DEV_DEBUG": "0",
    "CARGO_INCREMENTAL": "1",
    "CARGO_PROFILE_DEV_OPT_LEVEL": "0",
    "CARGO_PROFILE_DEV_OVERFLOW_CHECKS": "false",
    "CARGO_PROFILE_DEV_DEBUG_ASSERTIONS": "false",
    "CARGO_PROFILE_TEST_OPT_LEVEL": "1",
    "CARGO_PROFILE_TEST_OVERFLOW_CHECKS": "true",
    "CARGO_PROFILE_TEST_DEBUG_ASSERTIONS": "true",
    "CARGO_BUILD_JOBS": "1",
}


class Change(typing.NamedTuple):
    """A replacement of the text of `file` from `span[0]` to `span[1]` by `text`."""

    id: int
    file: str
    span: tuple
    text: str

    def within(self, file, span):
        return self.file == file and span[0] <= self.span[0] and self.span[1] <= span[1]


class BuildFailed(Exception):
    """Raised if the tests do not build."""


# ---- running --------------------------------------------------------------------------------------------------------


def run(*command, **options):
    return subprocess.run(command, check=True, **options)


def environment(**more):
    path = f"{ROOT}/target/tools/bin:{os.path.expanduser('~/.cargo/bin')}:{os.environ['PATH']}"
    return {**os.environ, "PATH": path, **more}


# Limits the memory of a test, in KiB, and disables core files. A shell sets the limits, because threads run tests in
# parallel.
LIMITED = ["sh", "-c", 'ulimit -v 4194304 && ulimit -c 0 && exec "$@"', "sh"]


def execute(command, timeout, cwd=ROOT, **variables):
    """Runs a test. Returns "passed", "failed" or "timeout", and the duration."""
    began = time.monotonic()
    process = subprocess.Popen(
        [*LIMITED, *command],
        cwd=cwd,
        env=environment(**variables),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        result = "passed" if process.wait(timeout) in (0, 77) else "failed"
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
        result = "timeout"
    return result, time.monotonic() - began


# ---- the tree -------------------------------------------------------------------------------------------------------


def write(path, text):
    """Writes a file unless it is unchanged, so that its time stays the same and cargo rebuilds only what is needed."""
    text = text.encode() if isinstance(text, str) else text
    if not path.is_file() or path.read_bytes() != text:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text)


def with_std(lib):
    """Returns src/lib.rs with the standard library, whose panic handler the programs of the C tests need."""
    text = lib.decode() if isinstance(lib, bytes) else lib
    return text.replace("\nmod cbor;", "\nextern crate std;\nmod cbor;")


class Tree:
    """A copy of the tree in `work`, and its builds."""

    def __init__(self, work, features="ffi,nfc", cfg="", longest=1800):
        self.work = work
        # The time limit of cargo in seconds. It is also needed for changes that keep the compiler busy for ever.
        self.longest = str(longest)
        self.at = work / "tree"
        self.features, self.cfg = features, cfg
        self.unviable = {}  # id -> the compiler's message
        self.apart = set()  # ids
        self.absent = set()  # ids
        self.reached = {}  # id -> the number of its function, as in the file of MUTANT_TRACE
        self.memory = work / "unviable.json"
        work.mkdir(parents=True, exist_ok=True)

    def sources(self):
        # tests/laws/sizing.rs reads a guide.
        names = ["Cargo.toml", "Cargo.lock", "build.rs", "include", "iana", "src", "tests", "c-tests"]
        names.append("docs/guide/sizing.md")
        command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", *names]
        listed = run(*command, cwd=ROOT, stdout=subprocess.PIPE)
        kept = {name for name in listed.stdout.decode().split("\0") if name and (ROOT / name).is_file()}
        for old in [*self.at.glob("**/*.rs"), *self.at.glob("**/*.c")]:
            if str(old.relative_to(self.at)) not in kept | {"src/mutant.rs"}:
                old.unlink()
        return sorted(kept)

    def cargo(self, *arguments):
        """Runs cargo. Returns its exit code, its messages and its error output."""
        variables = environment(CARGO_TARGET_DIR=str(self.work / "target"), **FLAGS)
        variables["RUSTFLAGS"] += f" {self.cfg}"
        command = ["timeout", self.longest, "cargo", *arguments, "--features", self.features, "--message-format=json"]
        found = subprocess.run(command, cwd=self.at, env=variables, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        lines = [json.loads(line) for line in found.stdout.decode().splitlines() if line.startswith("{")]
        return found.returncode, lines, found.stderr.decode()

    def apply(self, changes):
        """Writes the tree with the text of these changes in place of the original text."""
        (self.at / "src" / "mutant.rs").unlink(missing_ok=True)
        for name in self.sources():
            of = [change for change in changes if change.file == name]
            text = (ROOT / name).read_bytes()
            text = changed(text.decode(), of) if of else text
            write(self.at / name, with_std(text) if name == "src/lib.rs" else text)

    def build(self, changes):
        """Writes the tree with all changes that can be selected at run time, and checks that it compiles."""
        self.changes = changes
        self.keep_const = set()
        known = json.loads(self.memory.read_text()) if self.memory.is_file() else {}
        keys = {change: self.key(change) for change in changes}
        self.unviable = {change.id: known[key] for change, key in keys.items() if key in known}
        self.apart = {change.id for change, key in keys.items() if key is None}
        for turn in range(40):
            self.instrument()
            code, lines, errors = self.cargo("check", "--lib", "--profile", "test")
            if code == 0:
                break
            wrong = self.wrong(lines)
            print(f"turn {turn}: {len(wrong)} do not build", flush=True)
            self.unviable |= wrong
        else:
            sys.exit("After 40 attempts there are still changes that do not build.")
        known |= {key: self.unviable[change.id] for change, key in keys.items() if key and change.id in self.unviable}
        write(self.memory, json.dumps(known))
        self.find_absent(lines)

    @staticmethod
    def key(change):
        """Returns a key that stays the same if the file changes elsewhere, or None for a change outside of
        functions."""
        text = (ROOT / change.file).read_text()
        function = function_at(text, change.span)
        if function is None:
            return None
        sum = zlib.crc32(text[function.start : function.end].encode())
        start, end = change.span
        return f"{change.file} {sum:08x} {start - function.start} {end - start} {change.text}"

    def instrument(self):
        by_file = collections.defaultdict(list)
        for change in self.changes:
            if change.id not in self.unviable and change.id not in self.apart:
                by_file[change.file].append(change)
        self.places = {}  # file -> [(first line, last line, id or None, function)]
        self.reached = {}
        self.number = 0
        for name in self.sources():
            text = (ROOT / name).read_bytes()
            if name.startswith("src/") and name.endswith(".rs"):
                text = self.instrumented(name, text.decode(), by_file[name])
            if name == "src/lib.rs":
                text = with_std(text).replace("\nmod cbor;", "\n#[doc(hidden)]\npub mod mutant;\nmod cbor;")
            write(self.at / name, text)
        write(self.at / "src" / "mutant.rs", MODULE.replace("FUNCTIONS", str(self.number + 1)))

    def instrumented(self, name, text, changes):
        """Returns the source with all its changes. Functions remain `const` only if a constant calls them."""
        by_function = collections.defaultdict(lambda: collections.defaultdict(list))
        for change in changes:
            by_function[function_at(text, change.span)][change.id].append(change)
        out, done, line = [], 0, 1
        places = self.places[name] = []

        def put(piece):
            nonlocal line
            out.append(piece)
            line += piece.count("\n")

        for function in functions(text):
            put(self.without_const(name, function.name, text[done : function.start]))
            put(text[function.start : function.opening])
            done = function.opening
            if function not in by_function:
                continue
            self.number += 1
            first = line
            put(f"{{ match crate::mutant::active({self.number}) {{\n")
            places.append((first, line - 1, None, self.number))
            for number, of in sorted(by_function[function].items()):
                first = line
                put(f"{number} => {changed(text, of, function.opening, function.end)}\n")
                places.append((first, line - 1, number, self.number))
                self.reached[number] = self.number
            put(f"_ => {text[function.opening : function.end]} }} }}")
            done = function.end
        put(text[done:])
        # With all variants, the functions are too large to be inlined.
        return re.sub(r"\binline(\(always\))?(?=[\])])", "inline(never)", "".join(out)) if changes else "".join(out)

    def without_const(self, file, name, before):
        if (file, name) in self.keep_const:
            return before
        return re.sub(r"\bconst (?=(?:unsafe )?(?:extern \"C\" )?$)", "", before)

    def wrong(self, lines):
        """Returns the changes that cause the errors, with the messages. Exits if an error has another cause."""
        wrong, unclear, needed = {}, [], False
        for line in lines:
            message = line.get("message", {})
            if line["reason"] != "compiler-message" or message["level"] != "error" or not message["spans"]:
                continue
            if (message["code"] or {}).get("code") == "E0015" and self.stays_const(message["message"]):
                needed = True
                continue
            spans = [span for span in message["spans"] if span["is_primary"]] + message["spans"]
            of = next(filter(None, (self.changes_at(span) for span in spans)), None)
            if of:
                wrong |= dict.fromkeys(of, message["rendered"])
            else:
                unclear.append(message["rendered"])
        if not wrong and not needed:
            sys.exit("\n".join(unclear[:5]) or "cargo check failed")
        return wrong

    def changes_at(self, span):
        line, places = span["line_start"], self.places.get(span["file_name"], [])
        return {number for first, last, number, _ in places if number is not None and first <= line <= last}

    def stays_const(self, message):
        """True if a constant calls a function of this library, which then has to stay `const`."""
        path = re.search(r"`(.*)`", message)[1]
        name = re.sub(r"::<.*>$", "", path).split("::")[-1]
        found = False
        for file in self.places:
            text = (ROOT / file).read_text()
            for function in functions(text):
                if function.name == name and re.search(r"\bconst (unsafe )?(extern \"C\" )?$", text[: function.start]):
                    found = True
                    self.keep_const.add((file, name))
                    changes = [change for change in self.changes if change.file == file]
                    self.apart |= {change.id for change in changes if function_at(text, change.span) == function}
        return found

    def find_absent(self, lines):
        """Finds the changes that a `cfg` excludes from this build."""
        used = collections.defaultdict(set)
        for line in lines:
            message = line.get("message", {})
            if line["reason"] == "compiler-message" and (message.get("code") or {}).get("code") == "deprecated":
                for span in message["spans"]:
                    used[span["file_name"]].add(span["line_start"])
        present = set()
        for file, places in self.places.items():
            present |= {function for first, _, number, function in places if number is None and first in used[file]}
        absent = {number for number, function in self.reached.items() if function not in present}
        self.absent = absent - self.unviable.keys()

    # ---- the tests ----

    def rust_programs(self):
        """Returns the Rust tests by name: "cri" (unit tests) and "tests" (the others). tests/linear.rs is too slow."""
        code, lines, errors = self.cargo("test", "--no-run", "--lib", "--test", "tests")
        if code:
            raise BuildFailed(errors)
        return {line["target"]["name"]: line["executable"] for line in lines if line.get("executable")}

    def operations(self, tables):
        """Returns the drivers of c-tests/exports and their table, optimised. The test of every export's contract needs
        them.
        """
        with (tables / "operations.c").open("w") as table:
            run(sys.executable, "-B", ROOT / "script" / "abi", "--table", stdout=table)
        drivers = (self.at / "c-tests" / "exports").glob("*.c")
        drivers = [path for path in drivers if path.stem not in ("fuzz", "differ")]
        return ["-O2", "-I", self.at / "c-tests" / "exports", *drivers, tables / "operations.c"]

    def row_operations(self):
        """Returns the sources that run the rows: the operations of cri-tool, and the operations of c-tests/rows."""
        rows = self.at / "c-tests" / "rows"
        of_tool = [path for path in (ROOT / "tools" / "cri-tool").glob("*.c") if path.stem not in ("cri-tool", "write")]
        return ["-I", rows, "-I", ROOT / "tools" / "cri-tool", *rows.glob("*.c"), *of_tool]

    def c_programs(self, names=None):
        """Builds these programs, or the programs of c-tests/CMakeLists.txt that need only the library."""
        code, _, errors = self.cargo("rustc", "--lib", "--crate-type", "staticlib")
        if code:
            raise BuildFailed(errors)
        tests = self.at / "c-tests"
        version = re.search(r'(?m)^version = "(.*)"', (ROOT / "Cargo.toml").read_text())[1]
        out, tables = self.work / "c", self.work / "tables"
        for folder in (out, tables):
            folder.mkdir(exist_ok=True)
        run(sys.executable, "-B", tests / "rows.py", tables)
        include = ["-I", self.at / "include", "-I", tests, "-I", tables, "-DCRI_NFC"]
        include += [f'-DCRI_VERSION_EXPECTED="{version}"', "-DCRI_SCHEMES_FULL_EXPECTED=1"]
        archive = self.work / "target" / "debug" / "libcri.a"
        run("gcc", "-std=gnu11", *include, "-c", "-o", out / "support.o", tests / "support.c")
        c = {}
        for path in sorted(tests.glob("*.c")):
            if path.stem not in ("support", "header", "link-core") and path.stem in (names or [path.stem]):
                more = [out / "support.o"]
                if path.stem == "contract":
                    more += self.operations(tables)
                elif path.stem in ("rows", "size"):
                    more += self.row_operations()
                run("gcc", "-std=gnu11", *include, "-o", out / path.stem, path, *more, archive, "-lcmocka", "-lm")
                c[path.stem] = str(out / path.stem)
        if names:
            return c
        flags = ["-std=c++17", "-fno-exceptions", "-fno-rtti"]
        run("g++", *flags, *include, "-o", out / "cpp", *tests.glob("cpp*.cpp"), archive, "-lm")
        return {**c, "cpp": str(out / "cpp")}
