# SPDX-License-Identifier: MIT OR Apache-2.0
"""With CRI_ROW=TEXT, only the rows of tests/vectors run whose name contains the text, or the row FILE:LINE. A row that
fails is printed with its fields, its wanted and actual value, and the command that repeats it.
"""
import os

import pytest

try:
    import libcri  # noqa: F401
except ImportError as error:
    pytest.exit(f"{error}. In the root of the repository, run: script/check/python", returncode=77)

from rows import READER, row_of

ROW = os.environ.get("CRI_ROW")


def name_of(item):
    return item.callspec.id if hasattr(item, "callspec") else ""


def pytest_collection_modifyitems(config, items):
    if ROW:
        chosen = [item for item in items if READER.chosen(name_of(item), ROW) and row_of(name_of(item))]
        config.hook.pytest_deselected(items=[item for item in items if item not in chosen])
        items[:] = chosen
        if not items:
            raise pytest.UsageError(READER.unknown(ROW))


def pytest_assertrepr_compare(op, left, right):
    if op == "==" and isinstance(left, str) and isinstance(right, str):
        return [f"{left!r} == {right!r}", *(f"{title} {READER.with_notation(value)}"
                                            for title, value in (("actual", left), ("wanted", right)))]
    return None


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    report = yield
    found = row_of(name_of(item)) if report.failed else None
    if found is not None:
        report.sections.append(("row", READER.report(*found, "script/check/python")))
    return report
