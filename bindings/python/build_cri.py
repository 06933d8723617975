# SPDX-License-Identifier: MIT OR Apache-2.0
"""The extension libcri._cri: the functions of the project's headers, and the loops over columns, in cffi's API mode.

No declaration is written twice: those that cffi reads are taken from the headers, and the compiler checks them.

LIBCRI_INCLUDE   directory of the headers; include/ of this checkout if not set
LIBCRI_ARCHIVE   a libcri.a of the same version; if not set, setup.py makes one with script/archive
"""
import os
import pathlib
import re
import sys

import cffi

here = pathlib.Path(__file__).resolve().parent
include = pathlib.Path(os.environ.get("LIBCRI_INCLUDE", here.parents[1] / "include")).resolve()
columns = here / "columns"
archive = pathlib.Path(os.environ.get("LIBCRI_ARCHIVE", here / "build" / "libcri.a")).resolve()

# In the order in which they include each other.
headers = [include / f"{name}.h" for name in ("cri", "cri_host", "cri_coap", "cri_check", "cri_document", "cri_edn")]
headers.append(columns / "columns.h")


def declarations(text: str) -> str:
    """What cffi can read of a header: its declarations, and its integer constants, whose values the compiler adds."""
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL).replace("\\\n", " ")
    text = re.sub(r"^#define (C\w+) \(?-?\d+\)?\s*$", r"@define \1 ...", text, flags=re.MULTILINE)
    text = re.sub(r"^\s*#.*$", "", text, flags=re.MULTILINE).replace("@define", "#define")
    return re.sub(r"\b(CRI_MUST_CHECK|CRI_NULLABLE|CRI_BEGIN_DECLS|CRI_END_DECLS)\b", "", text)


ffibuilder = cffi.FFI()
for header in headers:
    ffibuilder.cdef(declarations(header.read_text("utf-8")))
ffibuilder.set_source(
    "libcri._cri",
    "".join(f'#include "{header.name}"\n' for header in headers),
    sources=[os.path.relpath(columns / "columns.c", here)],
    depends=[os.fspath(header) for header in headers] + [os.fspath(archive)],
    include_dirs=[os.fspath(include), os.fspath(columns)],
    extra_objects=[os.fspath(archive)],
    # Nothing of the archive is visible to other libraries of the process.
    extra_link_args=["-Wl,--exclude-libs,ALL", "-Wl,--gc-sections"] if sys.platform == "linux" else [],
)
