# SPDX-License-Identifier: MIT OR Apache-2.0
"""Converts a column of a Parquet file from URIs to CRIs or from CRIs to URIs.

The file is read and written in batches, so it may have any size. A value that is refused becomes null and is counted,
or ends the command if --errors is raise. Progress is written to standard error.
"""
from __future__ import annotations

import argparse
import os
import pathlib
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from . import REVISION, CRIError, __version__


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser("python -m libcri", description=f"libcri {__version__}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    command = commands.add_parser("convert", help="converts a column of a Parquet file", description=__doc__)
    command.add_argument("input", type=pathlib.Path, help="the Parquet file")
    command.add_argument("-o", "--output", type=pathlib.Path, help="the file to write (default INPUT-FORM.parquet)")
    command.add_argument("--column", help="the column to convert; optional if only one is text or binary")
    command.add_argument("--to", choices=("cri", "uri", "iri"), help="the form (default cri for text, uri for binary)")
    command.add_argument("--from-iri", action="store_true", help="read the text as IRIs, not URIs")
    command.add_argument(
        "--revision", type=int, choices=(13, 27), default=REVISION, help="the revision of CRIs (default %(default)s)"
    )
    command.add_argument(
        "--errors", choices=("null", "raise"), default="null", help="for a refused value (default %(default)s)"
    )
    command.add_argument("--rows", type=int, default=1 << 17, help="the rows of a batch (default %(default)s)")
    command.add_argument("--force", action="store_true", help="overwrite the output")
    command.add_argument("--quiet", action="store_true", help="do not report progress")
    try:
        return convert(parser.parse_args(arguments))
    except ImportError as missing:
        print(f"libcri: {missing}: pip install 'libcri[arrow]'", file=sys.stderr)
        return 1
    except (CRIError, OSError, ValueError, TypeError, OverflowError) as problem:
        print(f"libcri: {problem}", file=sys.stderr)
        return 1


def convert(options: argparse.Namespace) -> int:
    import pyarrow as pa
    import pyarrow.parquet as pq

    source = pq.ParquetFile(options.input)
    name = options.column or only_column(source.schema_arrow)
    if name not in source.schema_arrow.names:
        raise ValueError(f"there is no column {name}")
    binary = "binary" in str(source.schema_arrow.field(name).type)
    form = options.to or ("uri" if binary else "cri")
    if binary == (form == "cri"):
        raise ValueError(f"column {name} is {'binary' if binary else 'text'}: it cannot be converted to {form}")
    output = options.output or options.input.with_name(f"{options.input.stem}-{form}.parquet")
    added = f"{name}_{form}"
    if added in source.schema_arrow.names:
        raise ValueError(f"the file already has a column {added}")
    if output.exists() and not options.force:
        raise ValueError(f"{output} already exists: use --force to overwrite it")
    field = pa.field(added, pa.binary() if form == "cri" else pa.string())
    schema = source.schema_arrow.append(field)
    progress = Progress(source.metadata.num_rows, options.quiet)
    with written_whole(output) as part, pq.ParquetWriter(part, schema) as writer:
        for batch in source.iter_batches(options.rows):
            result = converted(batch.column(name), form, options, progress.rows)
            writer.write_batch(pa.RecordBatch.from_arrays([*batch.columns, result.cast(field.type)], schema=schema))
            progress.add(batch.num_rows, result.null_count - batch.column(name).null_count)
    progress.finish(output)
    return 0


def converted(column: Any, form: str, options: argparse.Namespace, before: int) -> Any:
    """Converts a column of a batch. `before` rows precede the batch in the file."""
    from . import arrow

    to_cri = arrow.from_iri if options.from_iri else arrow.from_uri
    function = to_cri if form == "cri" else arrow.to_uri if form == "uri" else arrow.to_iri
    try:
        return function(column, revision=options.revision, errors=options.errors)
    except CRIError as refused:
        raise type(refused)(refused.number, refused.offset, refused.part, before + (refused.row or 0)) from None


def only_column(schema: Any) -> str:
    """Returns the name of the column, if exactly one column of the file is text or binary."""
    names = [field.name for field in schema if any(kind in str(field.type) for kind in ("string", "binary"))]
    if len(names) != 1:
        found = f"the file has {', '.join(names)}" if names else "no column is text or binary"
        raise ValueError(f"--column must name the column: {found}")
    return str(names[0])


@contextmanager
def written_whole(output: pathlib.Path) -> Iterator[pathlib.Path]:
    """Yields the path of a temporary file next to the output. The file replaces the output at the end, and is removed
    if there is an exception.
    """
    part = output.with_name(f".{output.name}.{os.getpid()}")
    try:
        yield part
        part.replace(output)
    finally:
        part.unlink(missing_ok=True)


class Progress:
    """Reports the number of rows on standard error, in a line that is overwritten or, if standard error is not a
    terminal, in a new line every five seconds.
    """

    rows: int
    refused: int

    def __init__(self, total: int, quiet: bool) -> None:
        self.rows = self.refused = 0
        self._total, self._quiet = total, quiet
        self._terminal = sys.stderr.isatty()
        self._begin = self._said = time.monotonic()

    def add(self, rows: int, refused: int) -> None:
        self.rows += rows
        self.refused += refused
        now = time.monotonic()
        if not self._quiet and now - self._said >= (0.2 if self._terminal else 5):
            self._said = now
            self._say(f"{self._line()}, {self._left(now)} s left", end="\r" if self._terminal else "\n")

    def finish(self, output: pathlib.Path) -> None:
        if not self._quiet:
            self._say(f"{self._line()} -> {output}", end="\n")

    def _line(self) -> str:
        speed = self.rows / max(time.monotonic() - self._begin, 1e-9)
        share = 100 * self.rows // max(self._total, 1)
        return f"{self.rows} of {self._total} rows ({share} %), {self.refused} refused, {speed:,.0f} rows/s"

    def _left(self, now: float) -> int:
        return round((now - self._begin) * (self._total - self.rows) / max(self.rows, 1))

    def _say(self, text: str, end: str) -> None:
        print(text + ("\033[K" if self._terminal else ""), end=end, file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
