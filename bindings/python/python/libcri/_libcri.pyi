# SPDX-License-Identifier: MIT OR Apache-2.0
from typing import final

VERSION: str

def error_name(number: int, /) -> str: ...
def error_text(number: int, /) -> str: ...

class ChunkedArray:
    null_count: int
    def __len__(self) -> int: ...
    def __arrow_c_schema__(self) -> object: ...
    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...

@final
class Array(ChunkedArray):
    def __arrow_c_array__(self, requested_schema: object | None = None) -> tuple[object, object]: ...

def apply_to_column(
    column: object,
    function: str,
    revision: int,
    errors: str,
    base: object | None = None,
    destination: object | None = None,
) -> ChunkedArray: ...
