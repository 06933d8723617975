# SPDX-License-Identifier: MIT OR Apache-2.0
"""Runs all code of the README as one program. A comment after an expression is its value, or the beginning of the
value's repr() up to an ellipsis.
"""
import ast
import importlib.util
import pathlib
import re

import pyarrow as pa

README = pathlib.Path(__file__).resolve().parent.parent / "README.md"
# Blocks that import these packages are skipped if they are not installed. test_command.py runs them with a stand-in.
OPTIONAL = ["pyspark"]


def blocks():
    """Yields the blocks of Python code, each after the number of the line before it."""
    text = README.read_text("utf-8")
    for block in re.finditer(r"^```python\n(.*?)^```$", text, re.MULTILINE | re.DOTALL):
        yield text[: block.start(1)].count("\n"), block[1]


def expected(line):
    """Returns the comment of a line, if the comment is a value, and else an empty text."""
    comment = line.rpartition("  # ")[2] if "  # " in line else ""
    return comment if re.match(r"[('\"\[{]|b'|\w+\(|[A-Z]|\d", comment) else ""


def checked(statements, lines):
    """Yields the statements. An expression with a value in a comment becomes a call of compare(), also in loops."""
    for statement in statements:
        for name in ("body", "orelse"):
            if isinstance(getattr(statement, name, None), list):
                setattr(statement, name, list(checked(getattr(statement, name), lines)))
        wanted = expected(lines[statement.end_lineno - 1]) if isinstance(statement, ast.Expr) else ""
        if wanted:
            call = ast.parse(f"compare(None, {wanted!r})").body[0]
            call.value.args[0] = statement.value
            statement = ast.copy_location(call, statement)
        yield statement


def test_readme():
    compared = []

    def compare(value, wanted):
        compared.append(wanted)
        if wanted.endswith("…"):
            assert repr(value).startswith(wanted[:-1])
        else:
            assert value == eval(wanted, names) and repr(value) == repr(eval(wanted, names))

    names = {"compare": compare, "print": compared.append}
    for line, block in blocks():
        if any(f"from {name}" in block and not importlib.util.find_spec(name) for name in OPTIONAL):
            continue
        tree = ast.parse(block)
        tree.body = list(checked(tree.body, block.splitlines()))
        exec(compile(ast.fix_missing_locations(ast.increment_lineno(tree, line)), str(README), "exec"), names)
    cris = names["cris"].to_pylist()
    assert names["cris_of_polars"]["cri"].to_list() == names["cris_of_pandas"].to_list() == cris
    assert [row["link"] for row in pa.chunked_array(names["cris_of_duckdb"]).to_pylist()] == cris
    assert names["hrefs"] == {1: names["CRI"]("lamp")} and "2" in compared
    # The page begins with the command that installs the package.
    text = README.read_text("utf-8")
    assert text.startswith("# libcri for Python\n\n```sh\npip install ./contrib/python\n```\n") and len(compared) > 15
