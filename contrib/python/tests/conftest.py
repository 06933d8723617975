# SPDX-License-Identifier: MIT OR Apache-2.0
"""With CRI_ROW=TEXT, only the rows of tests/vectors run whose name contains the text. "valid.txt:27 13 port" is a name.
"""
import os

import pytest
from rows import VECTORS

ROW = os.environ.get("CRI_ROW")


def pytest_collection_modifyitems(config, items):
    if ROW:
        config.hook.pytest_deselected(items=[item for item in items if ROW not in row_of(item)])
        items[:] = [item for item in items if ROW in row_of(item)]
        if not items:
            raise pytest.UsageError(f"CRI_ROW: no row has {ROW!r} in its name")


def row_of(item):
    """Returns the name of the row that a test reads, or an empty text if it reads no row."""
    name = item.callspec.id if hasattr(item, "callspec") else ""
    return name if (VECTORS / name.partition(":")[0]).is_file() else ""
