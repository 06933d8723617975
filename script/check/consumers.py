# SPDX-License-Identifier: MIT OR Apache-2.0
"""Projects that use the library, for the checks of builds, releases and packages."""

import shlex
import shutil
from pathlib import Path

from support import SCRATCH, VERSION, check, output, run, same


def consumer_source(folder, text):
    """Writes a CMake project that links cri::cri. The text is the part of CMakeLists.txt that finds the library."""
    Path(folder).mkdir(parents=True, exist_ok=True)
    shutil.copy("examples-c/quickstart.c", Path(folder) / "main.c")
    (Path(folder) / "CMakeLists.txt").write_text(
        f"cmake_minimum_required(VERSION 3.22)\nproject(consumer C)\n{text}\nadd_executable(consumer main.c)\n"
        "target_link_libraries(consumer PRIVATE cri::cri)\n"
    )


def prints_the_uri(*command):
    """Checks that a command prints the URI of examples-c/quickstart.c."""
    same("coap://[fe80::42]:61616/floors/2/rooms/humidity\n", output(*command))


def consumer(folder, text, *options):
    """Writes, builds and runs a project that links cri::cri."""
    consumer_source(folder, text)
    run("cmake", "-S", folder, "-B", Path(folder) / "build", *options)
    run("cmake", "--build", Path(folder) / "build")
    prints_the_uri(Path(folder) / "build/consumer")


def flags_of(folder, *options):
    """Returns the flags of pkg-config, with the directory of cri.pc."""
    return shlex.split(output("pkg-config", *options, "--cflags", "--libs", "cri", env={"PKG_CONFIG_PATH": folder}))


def pkg_config_consumer(folder, *options):
    """Links and runs a program with the flags of pkg-config."""
    program = SCRATCH / "by-pkg-config"
    run("gcc", "-o", program, *options, "examples-c/quickstart.c", *flags_of(folder))
    prints_the_uri(program)


def consumers_of(prefix, features):
    """
    Checks that projects that use an installed library get its features, and the macro of each feature that has a
    header.
    """
    header = SCRATCH / "features.h"
    header.write_text(f"""\
#include <cri.h>
#include <stdlib.h>
#ifdef CRI_NFC
#include <cri_nfc.h>
#else
#define cri_is_nfc(cri) ((cri_features() & CRI_FEATURE_NFC) != 0)
#endif
__attribute__((constructor)) static void has_features(void)
{{
    if (cri_features() != ({features}) || cri_is_nfc(NULL)) abort();
}}
""")
    folder = SCRATCH / f"find-{Path(prefix).name}"
    text = f"find_package(cri {VERSION} REQUIRED)\nadd_compile_options(-include {header})"
    check("find_package", consumer, folder, text, f"-DCMAKE_PREFIX_PATH={prefix}")
    pc = next(Path(prefix).rglob("cri.pc")).parent
    check("pkg-config", pkg_config_consumer, pc, "-include", header)


def toolchain_file(file, compiler, flags):
    """Writes a toolchain file for a board."""
    Path(file).write_text(
        f"set(CMAKE_SYSTEM_NAME Generic)\nset(CMAKE_C_COMPILER {compiler})\n"
        f'set(CMAKE_C_FLAGS_INIT "{flags}")\nset(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)\n'
    )
