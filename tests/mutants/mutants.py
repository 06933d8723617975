# SPDX-License-Identifier: MIT OR Apache-2.0
"""Lists the mutants of src/, the mutants that are marked as equivalent, and the faults that are not mutants.

cargo-mutants omits unsafe functions, so it lists the mutants of a copy of src/ without the word `unsafe`. The
replacement of `|` by `^` is omitted: it differs only if both sides have a common bit, and then the replacement by `&`
is noticed, too. A mutant that does not change any result is marked as equivalent: a comment in src/ names, in the words
of cargo-mutants, such mutants in the next statement or function:

    // mutants: equivalent: `< with <=`, `+ with -`: the reason

A line of tests/mutants/faults.txt has a requirement and a change of its code: `citation | file: old ==> new`.
"""

import json
import pathlib
import re
import shutil
import subprocess
import typing

import many
from sources import function_at, masked, statement

ROOT = many.ROOT
FAULTS = ROOT / "tests" / "mutants" / "faults.txt"
EQUIVALENT = re.compile(r"^ *// mutants: equivalent: (?P<which>`[^`]+`(?:, `[^`]+`)*): \S", re.MULTILINE)


class Mutant(typing.NamedTuple):
    name: str
    change: many.Change
    citation: str = ""  # only for a fault


class Wrong(Exception):
    """Raised for a line of tests/mutants/faults.txt, or a comment of src/, that does not match any code."""


def listed(work, first=1):
    """Returns all mutants of src/, including those of unsafe functions."""
    many.run(ROOT / "script" / "bootstrap", "mutants", env=many.environment())
    copy = work / "listed"
    shutil.rmtree(copy, ignore_errors=True)
    shutil.copytree(ROOT / "src", copy / "src")
    for name in ("Cargo.toml", "Cargo.lock", "build.rs"):
        shutil.copy(ROOT / name, copy)
    starts = {}
    for path in (copy / "src").rglob("*.rs"):
        text = path.read_text(encoding="utf-8")
        lines = starts[str(path.relative_to(copy))] = [0]
        for line in text.split("\n"):
            lines.append(lines[-1] + len(line) + 1)
        # The length stays the same, so that spans stay correct.
        path.write_text(re.sub(r"\bunsafe (?=(?:extern \"C\" )?fn\b)", " " * len("unsafe "), text), encoding="utf-8")
    command = ["cargo", "mutants", "--dir", copy, "--list", "--json", "--no-config"]
    done = many.run(*command, env=many.environment(), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    found = [one for one in json.loads(done.stdout) if "replace | with ^" not in one["name"]]
    return [mutant(number, one, starts[one["file"]]) for number, one in enumerate(found, first)]


def mutant(number, one, starts):
    span = tuple(starts[at["line"] - 1] + at["column"] - 1 for at in (one["span"]["start"], one["span"]["end"]))
    # The library is built without `std`, but the copy is built with it.
    text = re.sub(r"\b(?=Vec::)", "std::vec::", one["replacement"])
    text = re.sub(r"\b(?=Box::)", "std::boxed::", re.sub(r"\b(?=vec!)", "std::", text))
    return Mutant(one["name"], many.Change(number, one["file"], span, text))


def equivalent(mutants):
    """Returns the mutants that are marked as equivalent: name -> place of the comment."""
    said = {}
    for file in sorted({one.change.file for one in mutants}):
        text = (ROOT / file).read_text(encoding="utf-8")
        of = [one for one in mutants if one.change.file == file]
        for comment in EQUIVALENT.finditer(text):
            start, end = statement(text, comment.start())
            place = f"{file}:{text.count(chr(10), 0, comment.start()) + 1}"
            for which in re.findall(r"`([^`]+)`", comment["which"]):
                fits = [one.name for one in of if one.change.within(file, (start, end)) and which in one.name]
                if not fits:
                    raise Wrong(f"{place}: no mutant {which}")
                said |= dict.fromkeys(fits, place)
    return said


def faults(first=1):
    """Returns the faults of tests/mutants/faults.txt. Raises Wrong, with a message for each old text that is not unique
    in its file.
    """
    found, wrong = [], []
    for number, line in enumerate(FAULTS.read_text(encoding="utf-8").splitlines(), 1):
        if not line or line.startswith("#"):
            continue
        parts = re.fullmatch(r"([^|]+) \| (\S+?)(?: (\w+))?: (.+?) ==>(?: (.*))?", line)
        if not parts:
            wrong.append(f"tests/mutants/faults.txt:{number}: not `citation | file: old ==> new`")
            continue
        citation, file, item, old, new = parts.groups()
        text = (ROOT / file).read_text(encoding="utf-8")
        old = re.compile(r"\s+".join(map(re.escape, old.split(" "))))
        spans = [match.span() for match in old.finditer(text.split("\n#[cfg(test)]\n")[0])]
        spans = [span for span in spans if not item or named(text, span, item)]
        if len(spans) != 1:
            wrong.append(f"tests/mutants/faults.txt:{number}: its old text is {len(spans)} times in {file}")
            continue
        change = many.Change(first + len(found), file, spans[0], new or "")
        found.append(Mutant(f"tests/mutants/faults.txt:{number}", change, citation))
    if wrong:
        raise Wrong("\n".join(wrong))
    return found


def named(text, span, item):
    """True if the span is in the function with this name, or after the constant with this name."""
    function = function_at(text, span)
    if function:
        return function.name == item
    return re.findall(r"\b(?:const|static) (\w+)", masked(text)[: span[0]])[-1:] == [item]
