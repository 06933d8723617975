# SPDX-License-Identifier: MIT OR Apache-2.0
"""PlatformIO: links the prebuilt archive that fits the board's CPU and float ABI."""
import os

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


def main(env):
    board = env.BoardConfig()
    flags = [str(flag) for flag in env.Flatten(env.get("CCFLAGS", []) + env.get("LINKFLAGS", []))]
    triple = board.get("build.cri_target", "") or triple_of(board.get("build.cpu", ""), board.get("build.mcu", ""), flags)
    folder = os.path.join(env.Dir(".").srcnode().get_abspath(), "lib", triple or "")
    if not triple or not os.path.isfile(os.path.join(folder, "libcri.a")):
        env.Exit("cri: no prebuilt archive for this board; name one of lib/ with board_build.cri_target")
    env.Append(LIBPATH=[folder], LIBS=["cri"])


if "Import" in globals():
    # The library's own environment, whose LIBS and LIBPATH PlatformIO passes on to what depends on it.
    Import("env")  # noqa: F821 - given by PlatformIO
    main(env)  # noqa: F821
