# SPDX-License-Identifier: MIT OR Apache-2.0
"""What client programs cost on each kind of processor: flash, static memory, stack and instructions."""

import csv
import re
import sys
from collections import namedtuple

import bound
import tools
from tools import ARM, ROOT, WORK, Compiler, run

# A board: its name, the Rust target whose archive it links, its C compiler and emulator, where its flash and its memory begin,
# and how many instructions a tick of its timer is under -icount shift=0; RISC-V counts the instructions itself.
Board = namedtuple("Board", "name triple compiler emulator flash ram tick")
ROOM = 0x400000


def cortex(name, triple, machine=None, flash=0, ram=0x20000000, tick=40, fpu=()):
    compiler = [ARM + "gcc", "-mthumb", f"-mcpu={name.split()[0].lower()}", *(fpu or ["-mfloat-abi=soft"])]
    return Board(name, triple, compiler, ["qemu-system-arm", "-M", machine], flash, ram, tick)


def risc_v(name, abi="ilp32"):
    march = name.lower()
    compiler = ["riscv64-unknown-elf-gcc", "--specs=picolibc.specs", f"-march={march}", f"-mabi={abi}"]
    return Board(name, f"riscv{march[2:]}-unknown-none-elf", compiler,
                 ["qemu-system-riscv32", "-M", "virt", "-bios", "none"], 0x80000000, 0x80400000, 1)


BOARDS = [
    cortex("Cortex-M0", "thumbv6m-none-eabi", "mps2-an385"),
    cortex("Cortex-M3", "thumbv7m-none-eabi", "mps2-an385"),
    cortex("Cortex-M4", "thumbv7em-none-eabi", "mps2-an386"),
    cortex("Cortex-M33", "thumbv8m.main-none-eabi", "mps2-an505", 0x10000000, 0x80000000, 50),
    risc_v("RV32IMAC"),
]
CORTEX_M3 = BOARDS[1]
# The other targets without an operating system that a release has, for the bounds of their stacks only.
HARD_FLOAT = ["-mfloat-abi=hard", "-mfpu=fpv5-sp-d16"]
OTHERS = [
    cortex("Cortex-M7 with FPU", "thumbv7em-none-eabihf", fpu=HARD_FLOAT),
    cortex("Cortex-M23", "thumbv8m.base-none-eabi"),
    cortex("Cortex-M33 with FPU", "thumbv8m.main-none-eabihf", fpu=HARD_FLOAT),
    risc_v("RV32IMC"),
    risc_v("RV32IMAFC", "ilp32f"),
]

# What a client does, by its function's name without client_.
Job = namedtuple("Job", "name title")
JOBS = [
    Job("coap", "follow a link: parse two CRIs, resolve, CoAP options"),
    Job("store", "keep a link: parse two CRIs, resolve, compare, encode"),
    Job("gateway", "URI to CRI, follow a link, show its URI, CoAP options"),
    Job("request", "URI text to CoAP options"),
    Job("split", "URI text: split, take the host"),
    Job("resolve", "URI text: resolve a reference, take the host"),
]

# Figures of peers, measured with board.c and board-*.c by hand: their sources are no part of what is built here.
PEERS = ROOT / "measure" / "board-peers.csv"
FLAGS = ["-std=c11", "-Os", "-ffunction-sections", "-fdata-sections", "-Wall", "-Wextra", "-Imeasure"]


def archive(board):
    made = WORK / "boards" / board.triple / "libcri.a"
    run("script/archive", board.triple, made)
    return made


def compiler(board):
    directory = WORK / "boards" / board.name
    return Compiler(board.compiler[0], [*board.compiler[1:], *FLAGS, f"-DSYSTICK_TICK={board.tick}"], directory)


def is_risc_v(board):
    return board.triple.startswith("riscv")


def places(board):
    """Where flash and memory are, as the linker scripts want it."""
    if is_risc_v(board):
        given = {"__flash": board.flash, "__flash_size": ROOM, "__ram": board.ram, "__ram_size": ROOM, "__stack_size": 0x4000}
    else:
        given = {"flash_origin": board.flash, "flash_length": ROOM, "ram_origin": board.ram, "ram_length": ROOM}
    return [f"-Wl,--defsym={name}={value:#x}" for name, value in given.items()]


def binutil(board, name):
    return board.compiler[0].removesuffix("gcc") + name


def image(board, cc, parts, name="board.elf"):
    """The program of board.c with these objects and archives."""
    if is_risc_v(board):
        start, options = [], ["--crt0=hosted", "--oslib=semihost"]
    else:
        start = [cc.object("c-tests/qemu/bare/cortex-m.c", name="start")]
        options = ["--specs=rdimon.specs", "-nostartfiles", "-T", "c-tests/qemu/bare/cortex-m.ld"]
    return cc.link(name, *board.compiler[1:], *options, "-Wl,--gc-sections", *places(board), *start, cc.object("measure/board.c"),
                   *parts)


def ran(board, program):
    """Instructions, stack and heap by job."""
    output = run("timeout", "120", *board.emulator, "-nographic", "-monitor", "none", "-serial", "none", "-chardev", "stdio,id=out",
                 "-semihosting-config", "enable=on,target=native,chardev=out", "-icount", "shift=0", "-kernel", program)
    found = {name: tuple(map(int, rest)) for name, *rest in (line.split("\t") for line in output.splitlines())}
    if not 1990 <= found.pop("control")[0] <= 2010 or not 512 <= found.pop("control stack")[1] <= 560:
        sys.exit(f"FAILED: {board.name} does not count right:\n{output}")
    found.pop("nothing")
    return found


def linked(board, cc, job, parts, *options):
    """Bytes of flash and of static memory of a client program: code and constants; data and bss."""
    made = cc.link(f"{job}.elf", *board.compiler[1:], "-nostdlib", "-Wl,--gc-sections", f"-Wl,-e,client_{job}", *options, *parts)
    flash = static = 0
    for name, size in re.findall(r"^(\.\S+)\s+(\d+)\s", run(binutil(board, "size"), "-A", made), re.M):
        flash += int(size) if re.match(r"\.(text|s?rodata|ARM\.ex|data|sdata)", name) else 0
        static += int(size) if re.match(r"\.t?s?(data|bss)", name) else 0
    return flash, static


def costs(board, clients, parts, libraries=("-lc",)):
    """By job, what a library (its objects or archives) adds to the client program, and what a run of it takes. The peers' figures
    were made with it too."""
    cc = compiler(board)
    program = ran(board, image(board, cc, [clients, *parts]))
    found = {}
    for job, (instructions, stack, heap) in program.items():
        flash, static = linked(board, cc, job, [clients, *parts, *libraries])
        # Alone, with what it calls left open.
        own, own_static = linked(board, cc, job, [clients], "-Wl,--unresolved-symbols=ignore-all")
        found[job] = {"flash": flash - own, "static": static - own_static, "heap": heap, "stack": stack,
                      "instructions": instructions}
    return found


# ---- bounds of stacks --------------------------------------------------------------------------


def function_bounds(board, archive):
    """The most that the stack of each function can be, in an image as firmware has it: what is released, and the C library's
    memory functions; and of each run_JOB of board.c. The archive has too few names; where its functions begin, the linker
    says."""
    cc = compiler(board)
    link_map = cc.directory / "bounds.map"
    clients = [cc.object("measure/clients.c"), cc.object("measure/board.c")]
    wanted = [f"-Wl,-u,{function}" for function in [*tools.exported(), *(f"run_{job.name}" for job in JOBS)]]
    # Picolibc's linker script comes with its specs, and wants the places.
    where = ["-nostartfiles", *places(board)] if is_risc_v(board) else ["-nostdlib", "-Wl,-e,0"]
    made = cc.link("bounds.elf", *board.compiler[1:], *where, "-Wl,--gc-sections", f"-Wl,-Map={link_map}", *wanted, *clients, archive,
                   "-lc")
    isa = bound.RiscV() if is_risc_v(board) else bound.Thumb()
    symbols = {}
    for line in run(binutil(board, "nm"), made).splitlines():
        *address, kind, name = line.split()
        if kind in "tTwW" and not name.startswith("$"):
            symbols[name] = int(address[0], 16) & ~isa.odd
    # The object has a section for each function, by the function's name.
    section = r"^ \.text\.(\S+)\s+0x0*([0-9a-f]+)\s+0x([0-9a-f]+)\s+\S*libcri\.a\("
    for function, address, size in re.findall(section, link_map.read_text(), re.M):
        if int(size, 16) > 0 and int(address, 16) not in symbols.values():
            symbols[f"{function}@{address}"] = int(address, 16)
    # Picolibc's linker script has the constants in .text too.
    constants = ".text" if is_risc_v(board) else ".rodata"
    dump = run(binutil(board, "objdump"), "-s", "-j", constants, made)
    words = [word for line in re.findall(r"^ [0-9a-f]+ ((?:[0-9a-f]+ ){1,4})", dump, re.M) for word in line.split()]
    words = [int.from_bytes(bytes.fromhex(word), "little") for word in words]
    return bound.bounds(isa, run(binutil(board, "objdump"), "-d", made), words, symbols)


def exported_only(bounds):
    return {name: bound for name, bound in bounds.items() if name.startswith("cri_")}


def all_bounds():
    """By processor and function, of every target without an operating system."""
    return {board.name: function_bounds(board, archive(board)) for board in BOARDS + OTHERS}


# ---- figures -----------------------------------------------------------------------------------


def figures(bounds):
    """By board and job. A stack that is deeper than its bound ends all."""
    found = {}
    for board in BOARDS:
        found[board.name] = costs(board, compiler(board).object("measure/clients.c"), [archive(board)])
        for job, cost in found[board.name].items():
            cost["bound"] = bounds[board.name][f"run_{job}"]
            if cost["stack"] > cost["bound"]:
                sys.exit(f"FAILED: {board.name}: {job} takes {cost['stack']} bytes of stack, and its bound is {cost['bound']}")
    return found


def peers():
    """By peer, board and job: what is recorded of them."""
    found = {}
    with PEERS.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(line for line in file if not line.startswith("#")):
            cost = {name: int(row[name]) for name in ("flash", "static", "heap", "stack", "instructions")}
            found.setdefault(row["peer"], {}).setdefault(row["board"], {})[row["job"]] = cost
    return found
