#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR Apache-2.0
"""
Runs tests of build/ with CTest, and prints their progress, their failures and the number of cases.

script/test calls this program after it has configured build/. The last line is "N passed, M failed, K skipped". It
counts cases: a test prints its number of cases in the form of the checks ("3 passed, 0 failed, 1 skipped") or of cmocka
("[  PASSED  ] 3 test(s)."). A test that prints neither counts as one case.
"""

import argparse
import difflib
import json
import os
import re
import subprocess
import sys
import threading
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
COUNTS = re.compile(r"(\d+) passed, (\d+) failed(?:, (\d+) skipped)?$")
CMOCKA = re.compile(r"\[  (PASSED|FAILED)  \] (\d+) test\(s\)")
STARTED = re.compile(r" +Start +(\d+): (\S+)")
ENDED = re.compile(r" *\d+/\d+ Test +#(\d+): (\S+) [ .]*(\*\*\*)?(.*?) +([\d.]+) sec")
# What CTest itself says of a test.
ABOUT = re.compile(r"Test (command|timeout)|Working Directory|Environment")
# The lines of a failed test that name the failure and its place.
TELLING = re.compile(
    r"FAILED|error|\[  FAILED|\[  ERROR|\[   LINE|.*panicked at| *(left|right): |.*: error: |.*wanted .* got"
)


class Test:
    """A test that CTest runs: its output so far, and its cases."""

    def __init__(self, name):
        self.name, self.status, self.lines = name, "running", []
        self.counts, self.counted = [0, 0, 0], False

    def read(self, line):
        if line.strip() and not ABOUT.match(line):
            self.lines.append(line)
        if found := COUNTS.match(line):
            self.counts, self.counted = [int(number or 0) for number in found.groups()], True
        elif found := CMOCKA.match(line):
            self.counts[found[1] == "FAILED"] += int(found[2])
            self.counted = True

    def end(self, status):
        self.status = "skipped" if status == "Skipped" else "passed" if status == "Passed" else "failed"
        passed, failed, skipped = self.counts
        if self.status == "failed" and not failed:
            failed = 1
        elif self.status == "skipped" and not skipped:
            skipped = 1
        elif self.status == "passed" and not self.counted:
            passed = 1
        self.counts = [passed, failed, skipped]

    def reasons(self, word):
        return [line for line in self.lines if line.startswith(word)]


def show_progress(tests, ended):
    """Prints the running tests every five seconds, each with the last line of its output."""
    started = time.monotonic()
    while not ended.wait(5):
        running = [test for test in list(tests.values()) if test.status == "running"]
        stages = [f"{test.name} ({test.lines[-1].strip()[:50]})" if test.lines else test.name for test in running]
        print(f"    {time.monotonic() - started:3.0f} s: {', '.join(stages)}", flush=True)


def run(folder, *options, quiet=False):
    """Runs CTest and returns its tests."""
    command = ["ctest", "--test-dir", folder, "-V", "--no-tests=error", *options]
    tests, ended = {}, threading.Event()
    process = subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace"
    )
    if not quiet:
        threading.Thread(target=show_progress, args=(tests, ended), daemon=True).start()
    for line in process.stdout:
        line = line.rstrip("\n")
        if found := STARTED.match(line):
            tests[found[1]] = Test(found[2])
        elif found := ENDED.match(line):
            test = tests.setdefault(found[1], Test(found[2]))
            test.end(found[4].strip())
            report(line.rstrip(), test)
        elif (found := re.match(r"(\d+): (.*)", line)) and found[1] in tests:
            tests[found[1]].read(found[2])
        elif not quiet and re.match(r"CMake Error|No tests were found|Unable to find", line):
            print(line, flush=True)
    process.wait()
    ended.set()
    for test in tests.values():
        if test.status == "running":
            test.end("interrupted")
    return list(tests.values())


def report(line, test):
    """Prints the end of a test, and the lines that tell why it failed or was skipped."""
    print(line, flush=True)
    if test.status == "failed":
        telling = [line for line in test.lines if TELLING.match(line)] or test.lines
        for line in telling[-30:]:
            print(f"        {line}")
        print(
            f"        again: script/test {test.name}, or ctest --test-dir build -C all -V -R '^{test.name}$'",
            flush=True,
        )
    for line in test.reasons("SKIPPED") + test.reasons("LEFT OUT"):
        print(f"        {line}", flush=True)


# ---- which tests -----------------------------------------------------------------------------------------------------


def known_tests():
    """Returns the label of each test of build/, by its name."""
    command = ["ctest", "--test-dir", "build", "-C", "all", "--show-only=json-v1"]
    tests = {}
    for test in json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)["tests"]:
        labels = [value["value"] for value in test["properties"] if value["name"] == "LABELS"]
        tests[test["name"]] = labels[0][0] if labels else ""
    return tests


def chosen(names, known):
    """Returns the tests that have these names or labels or, if there are none, that contain the name."""
    tests = []
    for name in names:
        found = [test for test in known if name in (test, known[test])] or [test for test in known if name in test]
        if not found:
            words = {*known, *known.values(), *(test.split("/")[-1] for test in known)}
            near = difflib.get_close_matches(name, words, cutoff=0.5)
            hint = f"Did you mean {' or '.join(near)}?" if near else "script/test --list prints the names."
            print(f"test: no check is named {name}. {hint}")
            print("0 passed, 1 failed, 0 skipped")
            sys.exit(1)
        tests += found
    return tests


def tree():
    """Returns the lines of git status, or nothing if this is no repository."""
    command = ["git", "status", "--porcelain", "--untracked-files=all"]
    try:
        return set(subprocess.run(command, capture_output=True, text=True).stdout.splitlines())
    except OSError:
        return set()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--all", action="store_true", help="runs the tests of other languages, boards and pages, too")
    parser.add_argument("--list", action="store_true", help="only prints the names and labels")
    parser.add_argument("--strict", action="store_true", help="a skip for a missing tool is a failure")
    parser.add_argument("names", nargs="*", metavar="NAME")
    arguments = parser.parse_args()
    os.chdir(ROOT)
    known = known_tests()
    names = chosen(arguments.names, known) or [name for name in known if arguments.all or known[name] == "library"]
    if arguments.list:
        print("\n".join(f"{name} {known[name]}" for name in sorted(names if arguments.names else known)))
        return 0
    before = tree()
    pattern = "|".join(map(re.escape, names))
    tests = run("build", "-C", "all", "-R", f"^({pattern})$", "-j", str((os.cpu_count() or 1) + 1))
    passed, failed, skipped = (sum(column) for column in zip([0, 0, 0], *(test.counts for test in tests)))
    # The build, which other tests need, may have run.
    if not any(sum(test.counts[:2]) for test in tests if test.name in names):
        print("FAILED: nothing ran")
        failed += 1
    if changed := sorted(tree() - before):
        print("\n".join(f"FAILED: git status after the tests: {line}" for line in changed))
        failed += 1
    if arguments.strict:
        missing = [line for test in tests for line in test.reasons("SKIPPED")]
        missing += [f"{test.name} gives no reason" for test in tests if test.counts[2] and not test.reasons("LEFT OUT")]
        print("\n".join(f"FAILED: nothing may be skipped here: {line}" for line in missing))
        failed, skipped = failed + len(missing), max(0, skipped - len(missing))
    print(f"{passed} passed, {failed} failed, {skipped} skipped")
    return 1 if failed else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit("test: interrupted")
