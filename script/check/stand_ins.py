# SPDX-License-Identifier: MIT OR Apache-2.0
"""
Releases and sources whose archives are texts, such as "release thumbv7m-none-eabi full", and the functions that run the
build files of firmware with them (script/check/modules). The first word of a text is the folder of its tree.
"""

import contextlib
import io
import re
import shutil
import sys
import tempfile
import types
from pathlib import Path
from unittest import mock

from support import SCRATCH, TOOLS, Failed, output, refused, same

HERE = Path(__file__).resolve().parent
# A script/archive that writes its target and options. cargo also builds for this machine, so it fails if the flags of
# the board are in the environment.
ARCHIVE = """\
#!/bin/bash
if [[ "${CC:-} ${CFLAGS:-} ${CPPFLAGS:-} ${CXXFLAGS:-} ${RUSTFLAGS:-}" == *board* ]]; then exit 1; fi
if [ "$1" = --toolchain ]; then echo "$2 installed /no-cargo rustc" && exit; fi
options=' --(nfc|schemes short|profile release)'
echo "source ${*: -2:1}$(grep -oE -e "$options" <<<" $*" | sort | tr -d '\\n')" >"${*: -1}"
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


def release(name, targets):
    """Makes a release with archives for these targets."""
    folder = SCRATCH / name
    config = folder / "lib/cmake/cri"
    config.mkdir(parents=True)
    files = "contrib/esp-idf/CMakeLists.txt", "contrib/platformio/platformio.py"
    copy(folder, "include", "riot-module", "zephyr-module", *files)
    copy(config, "cmake/release/criConfig.cmake", "cmake/CriTriple.cmake")
    for target in targets:
        (folder / "lib" / target).mkdir()
        (folder / "lib" / target / "libcri.a").write_text(f"{name} {target} full\n")
        (folder / "lib" / target / "libcri-short.a").write_text(f"{name} {target} short\n")
    return folder


def source():
    """Makes a source tree."""
    folder = SCRATCH / "source"
    script = folder / "script/archive"
    script.parent.mkdir(parents=True)
    copy(folder, "CMakeLists.txt", "Cargo.toml", "cmake", "include", "riot-module", "zephyr-module")
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

    values = dict((setting if "=" in setting else f"{setting}=y").split("=", 1) for setting in settings)
    with tempfile.NamedTemporaryFile("w", suffix=".kconfig") as board:
        print(f'source "{file}"', file=board, flush=True)
        own = {symbol.name for symbol in kconfiglib.Kconfig(board.name, warn=False).unique_defined_syms}
        for name in values.keys() - own:
            print(f'config {name}\n\tbool "{name}"', file=board, flush=True)
        made = kconfiglib.Kconfig(board.name, warn=False)
    for name, value in values.items():
        made.syms[name].set_value(value)
    for name, value in values.items():
        if made.syms[name].str_value != value:
            raise Failed(f"{file}: {name}={value} does not take effect: it is {made.syms[name].str_value}")
    return {each.name: each.str_value for each in made.unique_defined_syms if each.str_value not in ("", "n")}


def configures(file, tree, *options):
    """
    Returns the command that runs the part of a configuration that works in a script. It leaves the files "archive" and
    "handed-on" in the current directory.
    """
    for name in "archive", "CMakeFiles":
        path = SCRATCH / name
        shutil.rmtree(path) if path.is_dir() else path.unlink(missing_ok=True)
    return ["cmake", f"-DFILE={file}", f"-DTREE={tree}", *options, "-P", HERE / "stand-ins.cmake"]


def brings(wanted, archive, *command):
    """
    Checks the result of a command that runs in the scratch directory. If WANTED describes an archive, the command must
    make that archive, and its output is returned. Otherwise it must fail with the message WANTED.
    """
    if re.match(r"(release|other|all|source) \S+-", wanted):
        said = output(*command, cwd=SCRATCH)
        same(f"{wanted}\n", archive.read_text())
        return said
    refused(wanted, *command, cwd=SCRATCH)
    return None


def handed_on():
    """Returns the include directories and macros with which the firmware is compiled."""
    return (SCRATCH / "handed-on").read_text().strip()


def runs_platformio(tree, compiler, board):
    """
    Runs PlatformIO's script in a release, with stand-ins for SCons and for a board with settings. Returns the arguments
    of the linker that it adds, or None if it stops, and what it says.
    """
    script, env, said = types.ModuleType("platformio"), mock.MagicMock(), io.StringIO()
    exec((tree / "platformio.py").read_text("utf-8"), script.__dict__)
    env.get.return_value = None
    env.BoardConfig().get.side_effect = lambda name, default=None: board.get(name.removeprefix("build."), default)
    env.Dir().srcnode().get_abspath.return_value = str(tree)
    env.subst.return_value = compiler
    env.Exit.side_effect = SystemExit
    with contextlib.redirect_stderr(said), contextlib.suppress(SystemExit):
        script.main(env)
    return env.Append.call_args and env.Append.call_args.kwargs, said.getvalue()
