# SPDX-License-Identifier: MIT OR Apache-2.0
"""Counts the cases of a test, and prints the counts that script/test reads."""
import argparse
import os

from vectors import ROWS, report_of


def parser(description):
    """Returns a parser of the arguments that all programs here have: the folder of cri-tool, and the cases to count."""
    made = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    made.add_argument("build", metavar="BUILD", help="the folder that has cri-tool")
    row = os.environ.get("CRI_ROW", "")
    made.add_argument(
        "--only", metavar="NAME", default=row, help="count only cases whose name contains NAME; by default CRI_ROW"
    )
    return made


class Results:
    def __init__(self, only=""):
        self.passed = self.failed = self.skipped = 0
        self.only = only

    def expect(self, name, wanted, found):
        if not ROWS.chosen(name, self.only):
            return
        if wanted == found:
            self.passed += 1
            return
        self.failed += 1
        if self.failed < 30:
            row = report_of(name, wanted, found)
            print(
                f"FAILED: {row}" if row else f"FAILED: {name}\n    wanted       {wanted}\n    actual       {found}"
            )

    def skip(self, reason):
        self.skipped += 1
        print(f"SKIPPED: {reason}")

    def leave_out(self, reason):
        self.skipped += 1
        print(f"LEFT OUT: {reason}")


def counted(tests, results):
    """Runs the methods test_* of an object, prints the counts, and returns the exit status."""
    for name in [name for name in dir(tests) if name.startswith("test_")]:
        try:
            getattr(tests, name)()
        except (RuntimeError, OSError) as error:
            results.expect(name, "no error", str(error)[:3000])
    if results.only and not results.passed + results.failed:
        print(f"FAILED: no case has {results.only!r} in its name. {ROWS.unknown(results.only)}")
        results.failed = 1
    print(f"{results.passed} passed, {results.failed} failed, {results.skipped} skipped")
    return 1 if results.failed or not results.passed else 0
