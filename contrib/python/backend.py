# SPDX-License-Identifier: MIT OR Apache-2.0
"""The build backend of maturin, changed to fail without cargo. maturin would download a Rust toolchain."""
import shutil
import sys

from maturin import (  # noqa: F401
    build_editable,
    build_sdist,
    build_wheel,
    prepare_metadata_for_build_editable,
    prepare_metadata_for_build_wheel,
)


def _needs_cargo(config_settings=None):
    if shutil.which("cargo") is None:
        sys.exit(
            "libcri: there is no cargo, which builds this package from its source.\nInstall Rust from "
            "https://rustup.rs, or a wheel of libcri."
        )
    return []


get_requires_for_build_wheel = get_requires_for_build_editable = get_requires_for_build_sdist = _needs_cargo
