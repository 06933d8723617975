# SPDX-License-Identifier: MIT OR Apache-2.0
"""The command `python -m libcri`, the Spark section of the README, and the examples for DuckDB and Polars."""
import os
import pty
import re
import subprocess
import sys
import types

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from rows import ROOT

from libcri import CRI
from libcri.__main__ import main

URIS = ["coap://h/a", "a b", None, "../x", "coap://[fe80::1]/%C3%A9"]
CRIS = [bytes(CRI.from_uri(uri)) if uri not in ("a b", None) else None for uri in URIS]
EXAMPLES = ROOT / "contrib" / "python" / "examples"


@pytest.fixture
def links(tmp_path):
    pq.write_table(pa.table({"id": range(5), "link": URIS}), tmp_path / "links.parquet")
    return tmp_path / "links.parquet"


def test_convert(links, tmp_path, capsys):
    assert main(["convert", str(links), "--rows", "2"]) == 0
    table = pq.read_table(tmp_path / "links-cri.parquet")
    assert table.column_names == ["id", "link", "link_cri"]
    assert table["link_cri"].to_pylist() == CRIS and table["link"].to_pylist() == URIS
    said = capsys.readouterr()
    assert said.out == "" and "5 of 5 rows (100 %), 1 refused" in said.err
    # The CRIs are converted back to URIs.
    arguments = ["convert", str(tmp_path / "links-cri.parquet"), "--column", "link_cri", "--quiet"]
    assert main([*arguments, "-o", str(tmp_path / "back.parquet")]) == 0
    assert pq.read_table(tmp_path / "back.parquet")["link_cri_uri"].to_pylist() == [
        "coap://h/a", None, None, "../x", "coap://[fe80::1]/%C3%A9",
    ]  # fmt: skip
    assert main([*arguments, "--to", "iri", "-o", str(tmp_path / "iri.parquet")]) == 0
    assert pq.read_table(tmp_path / "iri.parquet")["link_cri_iri"][4].as_py() == "coap://[fe80::1]/é"
    assert capsys.readouterr().err == ""


def test_refused(links, tmp_path, capsys):
    def said(*arguments):
        assert main(["convert", *map(str, arguments)]) == 1
        return capsys.readouterr().err

    # The row is counted from the start of the file, not of the batch. No temporary file remains.
    error = said(links, "--errors", "raise", "--rows", "1")
    assert error.startswith("libcri: uri_syntax: ") and "(row 1, offset 1, path)" in error
    assert os.listdir(tmp_path) == ["links.parquet"]
    assert "cannot be converted to uri" in said(links, "--to", "uri")
    assert "there is no column none" in said(links, "--column", "none")
    assert "cannot be converted" in said(links, "--column", "id", "--to", "uri")
    assert "--force" in said(links, "-o", links)
    assert said(tmp_path / "no such file")
    (tmp_path / "text").write_text("not Parquet")
    assert said(tmp_path / "text")
    pq.write_table(pa.table({"id": [1]}), tmp_path / "none.parquet")
    assert "--column" in said(tmp_path / "none.parquet")
    pq.write_table(pa.table({"a": ["x"], "b": ["y"]}), tmp_path / "two.parquet")
    assert "a, b" in said(tmp_path / "two.parquet")
    assert main(["convert", str(links), "--quiet"]) == 0 and "--force" in said(links)
    assert main(["convert", str(links), "--quiet", "--force"]) == 0


def test_progress_on_a_terminal(tmp_path):
    """While a file is converted, progress is a line that is overwritten."""
    pq.write_table(pa.table({"link": ["coap://example.com/" + "a/" * 40] * 300000}), tmp_path / "long.parquet")
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "libcri", "convert", str(tmp_path / "long.parquet"), "--rows", "20"]
    process = subprocess.Popen(command, stderr=theirs, stdout=subprocess.DEVNULL)
    os.close(theirs)
    said = b""
    try:
        while block := os.read(ours, 4096):
            said += block
    except OSError:
        pass  # the terminal's other end is closed
    os.close(ours)
    assert process.wait(30) == 0
    assert b"s left\x1b[K\r" in said and b"300000 of 300000 rows (100 %)" in said


def test_without_pyarrow(links):
    """Columns of other libraries do not need pyarrow. The command names the package that is missing."""

    def run(code):
        code = "import sys; sys.modules['pyarrow'] = None; " + code
        return subprocess.run([sys.executable, "-c", code, "convert", links], capture_output=True, text=True)

    process = run(
        "import nanoarrow, polars; from libcri import arrow;"
        "print(arrow.to_uri(arrow.from_uri(polars.Series(['coap://h/%61']))).to_list());"
        "print(list(nanoarrow.Array(arrow.from_uri(nanoarrow.Array(['a'], nanoarrow.string()))).iter_py()))"
    )
    assert process.stdout.splitlines() == ["['coap://h/a']", r"[b'\x82\x01\x81aa']"], process.stderr
    process = run("from libcri.__main__ import main; sys.exit(main())")
    assert process.returncode == 1 and process.stderr.startswith("libcri: ") and "libcri[arrow]" in process.stderr


def test_readme_spark(monkeypatch):
    """Calls the UDFs of the README as Spark calls them for each batch."""
    functions = types.ModuleType("pyspark.sql.functions")
    functions.arrow_udf = lambda _: lambda function: function
    for name in ("pyspark", "pyspark.sql", functions.__name__):
        monkeypatch.setitem(sys.modules, name, functions)
    section = (ROOT / "contrib/python/README.md").read_text().split("\n## Spark\n")[1]
    names = {}
    for block in re.findall(r"```python\n(.*?)```", section.split("\n## ")[0], re.DOTALL):
        exec(block, names)  # noqa: S102
    links = pa.array(["lamp", None, "a b"])
    assert names["target"](links).equals(pa.array(["coap://gateway.example/rooms/lamp", None, None]))
    assert names["problem"](links).equals(pa.array([None, None, "uri_syntax"]))
    batch = pa.record_batch({"link": pa.array(["4/lights", None, "/x"]), "document": pa.array(["</a>;x", None, "x"])})
    (result,) = names["read"](iter([batch]))
    links = [{"target": "/a", "attributes": [{"name": "x", "value": None}]}]
    assert result.to_pydict() == {"route": [0, None, None], "links": [links, None, None]}
    (result,) = names["options_and_hashes"](iter([pa.record_batch({"uri": pa.array(["coap://h", None])})]))
    assert result.to_pydict() == {
        "options": [[{"number": 3, "value": b"h"}], None], "hash": [CRI("coap://h").stable_hash(), None],
    }  # fmt: skip
    assert result.schema.types == [names["OPTIONS"], pa.int64()]


@pytest.mark.parametrize("engine", ["duckdb", "polars"])
def test_engines(engine):
    process = subprocess.run([sys.executable, EXAMPLES / f"{engine}_links.py"], capture_output=True, text=True)
    assert process.returncode == 0, process.stderr
    assert process.stdout.splitlines() == [
        "coap://gateway.example/rooms/kitchen/temp", "coap://gateway.example/floors", "None", "None",
    ]  # fmt: skip
