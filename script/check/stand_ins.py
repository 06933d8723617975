# SPDX-License-Identifier: MIT OR Apache-2.0
"""
Functions of the checks `modules` and `wrong-archive`. They make releases and sources whose archives are texts, such as
"release thumbv7m-none-eabi full", and run the build files of firmware with them.
"""

import re
import shutil
from pathlib import Path

from support import ROOT, SCRATCH, TOOLS, output, refused, run, same

HERE = Path(__file__).resolve().parent
ARCHIVE = """\
#!/bin/bash
if [[ $* == *thumbv9* ]]; then exit 1; fi
# Fails if the flags of the board are in the environment, because cargo also builds for this machine.
if [[ "${CC:-} ${CFLAGS:-} ${CPPFLAGS:-} ${CXXFLAGS:-} ${RUSTFLAGS:-}" == *board* ]]; then exit 1; fi
if [ "$1" = --toolchain ]; then echo "$2 installed /no-cargo rustc" && exit; fi
target=${*: -2:1} output=${*: -1}
options=' --(nfc|schemes short|profile release|sanitize [a-z]+)'
text="source $target$(grep -oE -e "$options" <<<" $*" | sort | tr -d '\\n')"
echo "${CRI_BINUTILS:-}" >"$output.binutils"
if [ "$(cat "$output.stamp" 2>/dev/null)" != "$text" ]; then echo "$text" | tee "$output" >"$output.stamp"; fi
"""


def cpus():
    """Returns the rows of targets.txt: the archives that fit, compiler, flags, RIOT's CPUs and Zephyr's symbols."""
    lines = (HERE / "targets.txt").read_text("utf-8").splitlines()
    return [[*line.split("|"), ""][:5] for line in lines if not line.startswith("#")]


def macro(target):
    """Returns the macro that names the archive of a target."""
    return "CRI_TARGET_" + re.sub("[-.]", "_", target)


def copy(folder, *names):
    for name in names:
        if Path(name).is_dir():
            shutil.copytree(name, folder / Path(name).name)
        else:
            shutil.copy(name, folder)


def release_of_texts(folder, name, targets):
    """Makes a release whose archives contain the text "NAME TARGET full" or "NAME TARGET short"."""
    config = folder / "lib/cmake/cri"
    config.mkdir(parents=True)
    copy(
        folder,
        "include",
        "riot-module",
        "zephyr-module",
        "contrib/esp-idf/CMakeLists.txt",
        "contrib/platformio/platformio.py",
    )
    copy(config, "cmake/release/criConfig.cmake", "cmake/CriTriple.cmake")
    for target in targets:
        (folder / "lib" / target).mkdir()
        (folder / "lib" / target / "libcri.a").write_text(f"{name} {target} full\n")
        (folder / "lib" / target / "libcri-short.a").write_text(f"{name} {target} short\n")
    return folder


def source_of_texts(folder):
    """
    Makes a source tree of version 1.2.3 whose script/archive writes a text: "source", the target and the options. Like
    the real script, it writes nothing if its stamp is up to date.
    """
    (folder / "script").mkdir(parents=True)
    copy(folder, "CMakeLists.txt", "LICENSE-MIT", "LICENSE-APACHE", "cmake", "include", "riot-module", "zephyr-module")
    manifest = Path("Cargo.toml").read_text("utf-8")
    (folder / "Cargo.toml").write_text(re.sub(r"(?m)^version = .*", 'version = "1.2.3"', manifest, count=1), "utf-8")
    script = folder / "script/archive"
    script.write_text(ARCHIVE)
    script.chmod(0o755)


def configures(file, tree, *options):
    """
    Returns the command that runs the part of a configuration that works in a script. It leaves the files "archive" and
    "handed-on" in the scratch directory.
    """
    for name in "archive", "CMakeFiles":
        path = SCRATCH / name
        shutil.rmtree(path) if path.is_dir() else path.unlink(missing_ok=True)
    return ["cmake", f"-DFILE={file}", f"-DTREE={tree}", *options, "-P", ROOT / "script/check/stand-ins.cmake"]


def kconfig(file, *settings):
    """Returns the command that prints the configuration that a Kconfig file gives with these settings."""
    return [TOOLS / "tools/bin/python", "-B", HERE / "kconfig.py", file, *settings]


def configuration(file, *settings):
    """Returns the lines of the configuration that a Kconfig file gives."""
    return output(*kconfig(file, *settings)).splitlines()


def brings(wanted, file, *command, **options):
    """
    Checks the result of a command. If WANTED describes an archive ("release ...", "other ...", "source ..."), the
    command must write that archive to the file. Otherwise it must fail with the message WANTED. Returns its output.
    """
    if wanted.split()[0] in ("release", "other", "source"):
        said = output(*command, **options)
        same(f"{wanted}\n", file.read_text())
        return said
    return refused(wanted, *command, **options)


def handed_on():
    """Returns the include directories and macros with which the firmware is compiled."""
    return (SCRATCH / "handed-on").read_text().strip()


def run_quietly(*command, **options):
    run(*command, capture_output=True, **options)
