# SPDX-License-Identifier: MIT OR Apache-2.0
"""Links the prebuilt archive that fits the board's compiler flags, in PlatformIO."""
import os
import re
import shlex
import subprocess
import sys

def macro_of(triple):
    """Returns the macro that names the linked archive to include/cri_target.h."""
    return "CRI_TARGET_" + re.sub("[-.]", "_", triple)


def preprocess(env, include, macro):
    """Returns the message of include/cri_target.h about the compiler and its flags, or None if there is no error."""
    command = shlex.split(env.subst("$CC $CFLAGS $CCFLAGS")) + [
        "-D" + macro, "-E", os.path.join(include, "cri_target.h"),
    ]
    done = subprocess.run(command, env=env.get("ENV"), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, check=False)
    if done.returncode == 0:
        return None
    text = done.stderr.decode(errors="replace")
    # Finds the #error messages in the form that GCC and Clang print, without the source lines.
    return "\n".join(re.findall(r'error: (?:#error )?"libcri: (.*)"', text)) or text


def fitting(env, include):
    """Returns the Rust target that fits the compiler and its flags, or None if no target fits."""
    # The macro makes the header behave as if the archive did not fit, so that its message names the target that fits.
    found = re.search(
        r"the compiler's flags are for .*?([a-z0-9_]+[a-z0-9_.]*-[a-z0-9-]+) fits",
        preprocess(env, include, "CRI_MISFIT"),
    )
    return found[1] if found and preprocess(env, include, macro_of(found[1])) is None else None


def main(env):
    board = env.BoardConfig()
    root = env.Dir(".").srcnode().get_abspath()
    include = os.path.join(root, "include")
    triple = board.get("build.cri_target", "") or fitting(env, include)
    if not triple:
        fail(
            env,
            "no Rust target is known for the board's compiler flags; name a folder of lib/ with board_build.cri_target",
        )
    schemes = board.get("build.cri_schemes", "full")
    if schemes not in ("full", "short"):
        fail(env, f"board_build.cri_schemes is {schemes}; it is full or short")
    name = "cri-short" if schemes == "short" else "cri"
    folder = os.path.join(root, "lib", triple)
    if not os.path.isfile(os.path.join(folder, f"lib{name}.a")):
        there = " ".join(sorted(os.listdir(os.path.join(root, "lib"))))
        fail(
            env,
            f"this release has no lib/{triple}/lib{name}.a, but in lib: {there}. Take another release, or build the "
            "archive from libcri's source (script/archive)",
        )
    # PlatformIO passes no macro of a library on to the sources of the project, so cri.h cannot check them. This script
    # makes the same check in every build.
    why = preprocess(env, include, macro_of(triple))
    if why:
        fail(env, f"the archive for {triple} does not fit the board's compiler flags.\n{why}")
    env.Append(LIBPATH=[folder], LIBS=[name], CPPDEFINES=[macro_of(triple)])


def fail(env, text):
    """Stops the build."""
    sys.stderr.write(f"cri: {text}\n")
    env.Exit(1)


if "Import" in globals():
    # Imports the environment of the library. PlatformIO passes its LIBS and LIBPATH on to dependents.
    Import("env")  # noqa: F821 - given by PlatformIO
    main(env)  # noqa: F821
