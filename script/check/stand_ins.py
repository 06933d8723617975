# SPDX-License-Identifier: MIT OR Apache-2.0
"""
Trees whose archives are texts, such as "release thumbv7m-none-eabi full", and the functions that run the build files of
firmware with them (script/check/modules). The first word of a text is the folder of its tree.
"""

import re
import shutil
import sys
import tempfile
from pathlib import Path

from support import ROOT, SCRATCH, TOOLS, output, refused, same

# A script/archive that writes its target and options. cargo also builds for this machine, so it fails if the flags of
# the board are in the environment.
ARCHIVE = """\
#!/bin/bash
if [[ "${CC:-} ${CFLAGS:-} ${CPPFLAGS:-} ${CXXFLAGS:-} ${RUSTFLAGS:-}" == *board* ]]; then exit 1; fi
if [ "$1" = --toolchain ]; then echo "$2 installed /no-cargo rustc" && exit; fi
options=' --(nfc|schemes short|profile release)'
echo "source ${*: -2:1}$(grep -oE -e "$options" <<<" $*" | sort | tr -d '\\n')" >"${*: -1}"
"""


def macro(target):
    """Returns the macro that names the archive of a target."""
    return "CRI_TARGET_" + re.sub("[-.]", "_", target)


def tree(name, *parts):
    """Makes a tree of some files and folders of the repository, with the modules and headers."""
    for part in ("include", "riot-module", "zephyr-module", *parts):
        place = SCRATCH / name / Path(part).name
        shutil.copytree(part, place) if Path(part).is_dir() else shutil.copy(part, place)
    return SCRATCH / name


def release(name, targets):
    """Makes a release with archives for these targets."""
    folder = tree(name, "contrib/esp-idf/CMakeLists.txt", "contrib/platformio/platformio.py")
    (folder / "lib/cmake/cri").mkdir(parents=True)
    for file in "cmake/release/criConfig.cmake", "cmake/CriTriple.cmake":
        shutil.copy(file, folder / "lib/cmake/cri")
    for target in targets:
        (folder / "lib" / target).mkdir()
        (folder / "lib" / target / "libcri.a").write_text(f"{name} {target} full\n")
        (folder / "lib" / target / "libcri-short.a").write_text(f"{name} {target} short\n")


def source():
    """Makes a source tree."""
    script = tree("source", "CMakeLists.txt", "Cargo.toml", "cmake") / "script/archive"
    script.parent.mkdir()
    script.write_text(ARCHIVE)
    script.chmod(0o755)


def kconfig(file, *settings):
    """
    Returns the configuration of a Kconfig file, as west, RIOT and ESP-IDF evaluate it: the symbols that are neither n
    nor empty. A setting is SYMBOL=VALUE, or SYMBOL, which means SYMBOL=y. A symbol that the file does not define is a
    symbol of the board. Fails if a setting does not take effect.
    """
    sys.path.append(str(next(TOOLS.glob("tools/lib/python3*/site-packages"))))
    import kconfiglib

    values = dict(f"{setting}=y".split("=")[:2] for setting in settings)
    with tempfile.NamedTemporaryFile("w", suffix=".kconfig") as board:
        print(f'source "{file}"', file=board, flush=True)
        own = {symbol.name for symbol in kconfiglib.Kconfig(board.name, warn=False).unique_defined_syms}
        print(*(f'config {name}\n\tbool "{name}"' for name in values.keys() - own), sep="\n", file=board, flush=True)
        made = kconfiglib.Kconfig(board.name, warn=False)
    for name, value in values.items():
        made.syms[name].set_value(value)
    found = {each.name: each.str_value for each in made.unique_defined_syms if each.str_value not in ("", "n")}
    same(values, {name: found.get(name, "n") for name in values})
    return found


def configures(file, name, *options):
    """
    Returns the command that runs a file of CMake as a script, for a tree. It leaves the files "archive" and "handed-on"
    in the current directory.
    """
    shutil.rmtree(SCRATCH / "CMakeFiles", ignore_errors=True)
    (SCRATCH / "archive").unlink(missing_ok=True)
    script = ROOT / "script/check/stand-ins.cmake"
    return ["cmake", f"-DFILE={file}", f"-DTREE={SCRATCH / name}", *options, "-P", script]


def brings(wanted, archive, *command):
    """
    Checks the result of a command that runs in the scratch directory. If WANTED describes an archive, the command must
    make that archive, and its output is returned. Otherwise it must fail with the message WANTED.
    """
    if not re.match(r"(release|other|all|source) \S+-", wanted):
        return refused(wanted, *command, cwd=SCRATCH)
    said = output(*command, cwd=SCRATCH)
    same(f"{wanted}\n", archive.read_text())
    return said


def configured(wanted, command, passed_on):
    """Checks what a configuration with CMake brings and, if it brings an archive, what it passes on to the firmware."""
    if brings(wanted, SCRATCH / "archive", *command) is not None:
        same(passed_on, (SCRATCH / "handed-on").read_text().strip())
