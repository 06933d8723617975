# SPDX-License-Identifier: MIT OR Apache-2.0
"""PlatformIO: links the prebuilt archive that fits the board's CPU and float ABI."""
import os
import re
import shlex
import subprocess
import sys

CORTEX_M = {
    "cortex-m0": "thumbv6m-none-eabi",
    "cortex-m0plus": "thumbv6m-none-eabi",
    "cortex-m1": "thumbv6m-none-eabi",
    "cortex-m3": "thumbv7m-none-eabi",
    "cortex-m4": "thumbv7em-none-eabi",
    "cortex-m7": "thumbv7em-none-eabi",
    "cortex-m23": "thumbv8m.base-none-eabi",
    "cortex-m33": "thumbv8m.main-none-eabi",
    "cortex-m35p": "thumbv8m.main-none-eabi",
    "cortex-m55": "thumbv8m.main-none-eabi",
    "cortex-m85": "thumbv8m.main-none-eabi",
}

ESP32 = {
    "esp32c2": "riscv32imc-unknown-none-elf",
    "esp32c3": "riscv32imc-unknown-none-elf",
    "esp32c5": "riscv32imac-unknown-none-elf",
    "esp32c6": "riscv32imac-unknown-none-elf",
    "esp32c61": "riscv32imac-unknown-none-elf",
    "esp32h2": "riscv32imac-unknown-none-elf",
    "esp32h4": "riscv32imafc-unknown-none-elf",
    "esp32p4": "riscv32imafc-unknown-none-elf",
}


def triple_of(cpu, mcu, flags):
    """The Rust target for a board's CPU and chip and the compiler flags; None if there is none."""
    if mcu in ESP32:
        return ESP32[mcu]
    for flag in flags:
        if flag.startswith("-mcpu="):
            cpu = flag[len("-mcpu="):].split("+")[0]
    triple = CORTEX_M.get(cpu)
    if triple and "-mfloat-abi=hard" in flags and ("v7em" in triple or "v8m.main" in triple):
        triple += "hf"
    return triple


def macro_of(triple):
    """The macro that tells include/cri_target.h which archive is linked."""
    return "CRI_TARGET_" + re.sub("[-.]", "_", triple)


def misfit(env, include, triple):
    """Why the archive does not fit the compiler and its flags, as include/cri_target.h has it; None if it does."""
    command = shlex.split(env.subst("$CC $CFLAGS $CCFLAGS")) + ["-D" + macro_of(triple), "-E", os.path.join(include, "cri_target.h")]
    done = subprocess.run(command, env=env.get("ENV"), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, check=False)
    if done.returncode == 0:
        return None
    text = done.stderr.decode(errors="replace")
    # As GCC and Clang print #error, without the lines of the source.
    return "\n".join(re.findall(r'error: (?:#error )?"libcri: (.*)"', text)) or text


def main(env):
    board = env.BoardConfig()
    root = env.Dir(".").srcnode().get_abspath()
    flags = [str(flag) for flag in env.Flatten(env.get("CCFLAGS", []) + env.get("LINKFLAGS", []))]
    named = board.get("build.cri_target", "")
    triple = named or triple_of(board.get("build.cpu", ""), board.get("build.mcu", ""), flags)
    if not triple:
        fail(env, "no Rust target is known for this board's CPU; name a folder of lib/ with board_build.cri_target")
    schemes = board.get("build.cri_schemes", "full")
    if schemes not in ("full", "short"):
        fail(env, f"board_build.cri_schemes is {schemes}; it is full or short")
    name = "cri-short" if schemes == "short" else "cri"
    folder = os.path.join(root, "lib", triple)
    if not os.path.isfile(os.path.join(folder, f"lib{name}.a")):
        there = " ".join(sorted(os.listdir(os.path.join(root, "lib"))))
        fail(env, f"this release has no lib/{triple}/lib{name}.a, but in lib: {there}. Take another release, or build the archive "
             "from libcri's source (script/archive)")
    # PlatformIO hands on no macro of a library to the project's sources, so the check that cri.h makes of them is made here,
    # in every build.
    why = misfit(env, os.path.join(root, "include"), triple)
    if why:
        fail(env, f"the archive for {triple} does not fit the board's compiler flags.\n{why}")
    env.Append(LIBPATH=[folder], LIBS=[name], CPPDEFINES=[macro_of(triple)])


def fail(env, text):
    """Stops the build."""
    sys.stderr.write(f"cri: {text}\n")
    env.Exit(1)


if "Import" in globals():
    # The library's own environment, whose LIBS and LIBPATH PlatformIO passes on to what depends on it.
    Import("env")  # noqa: F821 - given by PlatformIO
    main(env)  # noqa: F821
