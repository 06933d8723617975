#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR Apache-2.0
"""Tests the page of build/explorer in headless Chromium.

CRI_ROW=TEXT in the environment selects the rows of tests/vectors whose name contains TEXT, and no other tests.
"""
import argparse
import sys
import time
import traceback

import page
import vectors
from browser import Browser


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", metavar="NAME", nargs="*", help="run only tests whose name contains one of these")
    parser.add_argument("--picture", metavar="FILE", help="take the picture of the guide instead")
    arguments, browser = parser.parse_args(), Browser()
    try:
        if arguments.picture:
            page.picture(browser, arguments.picture)
            return 0
        return tests(browser, arguments.names)
    finally:
        browser.close()


def rows(_, function, browser):
    count = vectors.Count()
    function(browser, count)
    for failure in count.failures[:20]:
        print(f"FAILED: {failure}")
    return count.passed, len(count.failures), 0


def single(name, function, browser):
    try:
        reason = function(browser)
    except Exception as error:
        if not isinstance(error, AssertionError):
            traceback.print_exc()
        print(f"FAILED: {name}: {error}")
        return 0, 1, 0
    if reason:
        print(f"SKIPPED: {name}: {reason}")
    return (0, 0, 1) if reason else (1, 0, 0)


def tests(browser, only):
    sums = [0, 0, 0]
    table = [("tests/vectors", rows, vectors.own)]
    if not vectors.ROW:
        table += [(name, single, function) for name, function in page.TESTS]
    for name, way, function in table:
        if only and not any(word in name for word in only):
            continue
        start = time.monotonic()
        counts = way(name, function, browser)
        print(f"{name}: {counts[0]} passed, {time.monotonic() - start:.1f} s")
        sums = [a + b for a, b in zip(sums, counts)]
    if vectors.ROW and not sums[0] + sums[1]:
        print(f"FAILED: {vectors.ROWS.unknown(vectors.ROW)}")
        sums[1] = 1
    print("{} passed, {} failed, {} skipped".format(*sums))
    return 1 if sums[1] or not sums[0] else 0


if __name__ == "__main__":
    sys.exit(main())
