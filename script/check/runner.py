#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR Apache-2.0
"""
Runs tests of build/ with CTest, explains each failure and each skip, and counts cases.

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
import tempfile
import xml.etree.ElementTree as xml
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
COUNTS = re.compile(r"(?m)^(\d+) passed, (\d+) failed(?:, (\d+) skipped)?$")
CMOCKA = re.compile(r"\[  (PASSED|FAILED)  \] (\d+) test\(s\)")
# The lines of a failed test that name the failure and its place.
TELLING = re.compile(
    r"FAILED|error|\[  FAILED|\[  ERROR|\[   LINE|.*panicked at| *(left|right): |.*: error: |.*wanted .* got"
)


class Test:
    """A test that CTest ran: its output, and the numbers of its cases that passed, failed and were skipped."""

    def __init__(self, case):
        self.name, self.output = case.get("name"), case.findtext("system-out") or ""
        reason = case.find("skipped")
        skipped = reason is not None and reason.get("message") == "SKIP_RETURN_CODE=77"
        self.failed = case.get("status") != "run" and not skipped
        counts = [0, 0, 0]
        for found in COUNTS.finditer(self.output):
            counts = [int(number or 0) for number in found.groups()]
        for word, number in CMOCKA.findall(self.output):
            counts[word == "FAILED"] += int(number)
        at = 1 if self.failed else 2 if skipped else 0
        if not counts[at] and (at or not any(counts)):
            counts[at] = 1
        self.counts = counts

    def reasons(self, words):
        return re.findall(rf"(?m)^(?:{words}).*", self.output)

    def explain(self):
        """Prints the lines that tell why the test failed or was skipped."""
        lines = self.reasons("SKIPPED|LEFT OUT")
        if self.failed:
            said = [line for line in self.output.splitlines() if line.strip()]
            lines += ([line for line in said if TELLING.match(line)] or said)[-30:]
            lines += [f"again: script/test {self.name}, or ctest --test-dir build -C all -V -R '^{self.name}$'"]
        if lines:
            print(f"{self.name}:", *lines, sep="\n    ", flush=True)


def run(folder, *options):
    """Runs CTest in a build folder, explains its tests, and returns them."""
    with tempfile.TemporaryDirectory() as work:
        report = Path(work, "report.xml")
        whole = ["--test-output-size-passed", "1000000000", "--test-output-size-failed", "1000000000"]
        subprocess.run(["ctest", "--test-dir", folder, "--output-junit", report, *whole, *options])
        tests = [Test(case) for case in xml.parse(report).iter("testcase")] if report.exists() else []
    for test in tests:
        test.explain()
    return tests


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
            sys.exit(f"test: no check is named {name}. {hint}\n0 passed, 1 failed, 0 skipped")
        tests += found
    return tests


def main():
    parser = argparse.ArgumentParser(prog="script/test", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
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
    pattern = "|".join(map(re.escape, names))
    tests = run("build", "-C", "all", "-R", f"^({pattern})$", "-j", str((os.cpu_count() or 1) + 1))
    passed, failed, skipped = (sum(column) for column in zip([0, 0, 0], *(test.counts for test in tests)))
    # The build, which other tests need, may have run.
    wrong = [] if any(sum(test.counts[:2]) for test in tests if test.name in names) else ["nothing ran"]
    if arguments.strict:
        missing = [line for test in tests for line in test.reasons("SKIPPED")]
        missing += [f"{test.name} gives no reason" for test in tests if test.counts[2] and not test.reasons("LEFT OUT")]
        wrong += [f"nothing may be skipped here: {line}" for line in missing]
        skipped = max(0, skipped - len(missing))
    failed += len(wrong)
    print(*(f"FAILED: {line}" for line in wrong), f"{passed} passed, {failed} failed, {skipped} skipped", sep="\n")
    return 1 if failed else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit("test: interrupted")
