# SPDX-License-Identifier: MIT OR Apache-2.0
"""Makes the archive if none is given, and the extension of it. All else about the package is in pyproject.toml."""
import os
import pathlib
import platform
import re
import subprocess
import sys

from setuptools import setup
from setuptools.command.build_ext import build_ext

here = pathlib.Path(__file__).resolve().parent
project = here.parents[1]


def version() -> str:
    """The version of the library, which Cargo.toml states; of its headers, where there are only these."""
    manifest = project / "Cargo.toml"
    if manifest.is_file():
        found = re.search(r'^version = "(.+)"', manifest.read_text("utf-8"), re.MULTILINE)
    else:
        include = pathlib.Path(os.environ.get("LIBCRI_INCLUDE", project / "include"))
        found = re.search(r'^#define CRI_VERSION "(.+)"', (include / "cri.h").read_text("utf-8"), re.MULTILINE)
    assert found
    return found[1]


class BuildExtension(build_ext):
    """With the archive: LIBCRI_ARCHIVE, or one that cargo makes for this machine."""

    def run(self) -> None:
        if "LIBCRI_ARCHIVE" not in os.environ:
            if sys.platform != "linux":
                sys.exit("libcri: set LIBCRI_ARCHIVE to a libcri.a for this machine: script/archive --plain makes it")
            triple = f"{platform.machine()}-unknown-linux-gnu"
            subprocess.run([project / "script" / "archive", triple, here / "build" / "libcri.a"], check=True)
        super().run()


setup(
    version=version(),
    cmdclass={"build_ext": BuildExtension},
    cffi_modules=["build_cri.py:ffibuilder"],
    # The extension uses only what all versions of Python have from this one on.
    options={"bdist_wheel": {"py_limited_api": "cp310"}},
)
