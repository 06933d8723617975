# SPDX-License-Identifier: MIT OR Apache-2.0
"""Links programs for each kind of processor, and finds their flash, their static memory and the bounds of their stack.
Runs programs on an emulated Cortex-M3."""

import re
from collections import namedtuple

import bound
from tools import ARM, ROOT, Compiler, run

# A processor: its name, the Rust target whose archive it links, and its C compiler.
Board = namedtuple("Board", "name triple compiler")


def cortex(name, triple, fpu=("-mfloat-abi=soft",)):
    return Board(name, triple, [ARM + "gcc", "-mthumb", f"-mcpu={name.split()[0].lower()}", *fpu])


def risc_v(name, abi="ilp32"):
    march = name.lower()
    return Board(name, f"riscv{march[2:]}-unknown-none-elf",
                 ["riscv64-unknown-elf-gcc", "--specs=picolibc.specs", f"-march={march}", f"-mabi={abi}"])


# The bare-metal targets of a release.
HARD_FLOAT = ("-mfloat-abi=hard", "-mfpu=fpv5-sp-d16")
CORTEX_M3 = cortex("Cortex-M3", "thumbv7m-none-eabi")
BOARDS = [
    cortex("Cortex-M0", "thumbv6m-none-eabi"),
    CORTEX_M3,
    cortex("Cortex-M3 aligned", "thumbv7m-none-eabi-strict"),
    cortex("Cortex-M4", "thumbv7em-none-eabi"),
    cortex("Cortex-M7 with FPU", "thumbv7em-none-eabihf", HARD_FLOAT),
    cortex("Cortex-M7 with FPU aligned", "thumbv7em-none-eabihf-strict", HARD_FLOAT),
    cortex("Cortex-M23", "thumbv8m.base-none-eabi"),
    cortex("Cortex-M33", "thumbv8m.main-none-eabi"),
    cortex("Cortex-M33 with FPU", "thumbv8m.main-none-eabihf", HARD_FLOAT),
    cortex("Cortex-M33 with FPU aligned", "thumbv8m.main-none-eabihf-strict", HARD_FLOAT),
    risc_v("RV32IMAC"),
    risc_v("RV32IMC"),
    risc_v("RV32IMAFC", "ilp32f"),
]


def compiler(board):
    options = [*board.compiler[1:], "-Os", "-ffunction-sections", "-fdata-sections"]
    return Compiler(board.compiler[0], options, board.name.replace(" ", "-"))


def binutil(board, name):
    return board.compiler[0].removesuffix("gcc") + name


def emulated(cc, *parts):
    """Links a program for a Cortex-M3 and runs it on the emulator. Returns the fields of each line that it prints."""
    places = {"flash_origin": 0, "flash_length": 0x400000, "ram_origin": 0x20000000, "ram_length": 0x400000}
    program = cc.link("harness.elf", *CORTEX_M3.compiler[1:], "--specs=rdimon.specs", "-nostartfiles",
                      "-T", "c-tests/qemu/bare/cortex-m.ld", "-Wl,--gc-sections",
                      *(f"-Wl,--defsym={name}={value:#x}" for name, value in places.items()),
                      cc.object(ROOT / "c-tests/qemu/bare/cortex-m.c"), *parts)
    output = run("timeout", "400", "qemu-system-arm", "-M", "mps2-an385", "-nographic", "-monitor", "none", "-serial",
                 "none", "-chardev", "stdio,id=out", "-semihosting-config", "enable=on,target=native,chardev=out",
                 "-icount", "shift=8", "-kernel", program)
    return [line.split("\t") for line in output.splitlines() if "\t" in line]


def sizes(sections):
    """Returns the bytes of flash (code, constants and the initial values of data) and of static memory (data, bss) of
    sections, each with its name and its size."""
    return [sum(int(size, 0) for name, size in sections if re.match(kind, name))
            for kind in (r"\.(text|s?rodata|ARM\.ex|data|sdata)", r"\.t?s?(data|bss)")]


def linked(board, cc, name, roots, clients, archive):
    """Returns the sizes of some functions and of everything that they need, linked like a firmware, without the
    sections of the client programs."""
    program, link_map = cc.directory / f"{name}.elf", cc.directory / f"{name}.map"
    cc.link(program, *board.compiler[1:], "-nostdlib", "-Wl,--gc-sections", "-Wl,-e,0", f"-Wl,-Map={link_map}",
            *(f"-Wl,-u,{root}" for root in roots), clients, archive, "-lc", "-lgcc")
    whole = re.findall(r"^(\.\S+)\s+(\d+)\s", run(binutil(board, "size"), "-A", program), re.M)
    _, placed = link_map.read_text().split("\nLinker script and memory map\n")
    own = re.findall(rf"^ (\.\S+)\s+0x\w+\s+(0x\w+) {re.escape(str(clients))}$", placed, re.M)
    return [size - of_clients for size, of_clients in zip(sizes(whole), sizes(own))]


# ---- bounds of stacks --------------------------------------------------------------------------


def function_bounds(board, cc, roots, objects, archive):
    """Returns the stack bound of each exported function and of each `run_…` function in the objects. The image is
    linked like a firmware, with the released archive and the C library's memory functions. The archive has no symbols
    for some functions, so the linker map gives their addresses."""
    link_map, is_risc_v = cc.directory / "bounds.map", board.triple.startswith("riscv")
    # Picolibc's linker script comes with its specs file, and needs the addresses of flash and memory. Any other image
    # is linked at addresses that no constant has by chance: a function whose address is a constant counts as a target
    # of every call by address.
    places = {"__flash": 0x80000000, "__flash_size": 0x400000, "__ram": 0x80400000, "__ram_size": 0x400000,
              "__stack_size": 0x4000}
    where = ["-nostdlib", "-Wl,-e,0", "-Wl,-Ttext-segment=0x1fe50000"]
    if is_risc_v:
        where = ["-nostartfiles", *(f"-Wl,--defsym={name}={value:#x}" for name, value in places.items())]
    made = cc.link("bounds.elf", *board.compiler[1:], *where, "-Wl,--gc-sections", f"-Wl,-Map={link_map}",
                   *(f"-Wl,-u,{root}" for root in roots), *objects, archive, "-lc")
    isa = bound.RiscV() if is_risc_v else bound.Thumb()
    symbols = {}
    for line in run(binutil(board, "nm"), made).splitlines():
        *address, kind, name = line.split()
        if kind in "tTwW" and not name.startswith("$"):
            symbols[name] = int(address[0], 16) & ~isa.odd
    # Each function has a section that is named after it.
    section = r"^ \.text\.(\S+)\s+0x0*([0-9a-f]+)\s+0x([0-9a-f]+)\s+\S*libcri\.a\("
    for function, address, size in re.findall(section, link_map.read_text(), re.M):
        if int(size, 16) > 0 and int(address, 16) not in symbols.values():
            symbols[f"{function}@{address}"] = int(address, 16)
    # Picolibc's linker script puts the constants into .text, too.
    constants = ".text" if is_risc_v else ".rodata"
    dump = run(binutil(board, "objdump"), "-s", "-j", constants, made)
    words = [int.from_bytes(bytes.fromhex(word), "little")
             for line in re.findall(r"^ [0-9a-f]+ ((?:[0-9a-f]+ ){1,4})", dump, re.M) for word in line.split()]
    return bound.bounds(isa, run(binutil(board, "objdump"), "-d", made), words, symbols)
