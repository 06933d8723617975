# SPDX-License-Identifier: MIT OR Apache-2.0
"""Measures the cost of a tree: flash, stack, and instructions of every operation on every input."""

import re

import boards
import classes
import operations
from tools import HOST, HOST_LINK, ROOT, WORK, Failed, archive_exports, host_compiler, run, stop, wanted_of_others

M3 = boards.CORTEX_M3
# Above a size that depends on the processor, the C library copies with one instruction, which callgrind counts once for
# each byte. These settings avoid that instruction, so copying is counted in the same way for all sizes and on all
# processors that have AVX2.
TUNABLES = {"GLIBC_TUNABLES": ":".join(f"glibc.cpu.x86_rep_{name}_threshold=1073741824" for name in ("movsb", "stosb"))}
# The functions of other libraries that the archive for bare metal may need.
MEMORY_FUNCTIONS = {"memcpy", "memmove", "memcmp"}


# ---- the programs that count -------------------------------------------------------------------


def operations_object(tree, cc):
    """Compiles operations.c. For a baseline, omits the exports that it lacks or that have another interface."""
    source = cc.directory / "operations.c"
    left_out, errors = set(), ["implicit-function-declaration", "incompatible-pointer-types"]
    while True:
        source.write_text(operations.c_source(left_out))
        try:
            return cc.object(source, "-Wno-unused", *(f"-Werror={error}" for error in errors))
        except Failed as failed:
            lines = source.read_text().splitlines()
            found = set()
            for number in re.findall(r"operations\.c:(\d+):.*error", str(failed)):
                named = re.search(r"\brun_(cri_\w+)\(void\)|static (cri_\w+) state_", lines[int(number) - 1])
                found |= {named.group(1) or named.group(2)} if named else set()
            if tree.root == ROOT or not found - left_out:
                stop(f"operations.c: {failed}")
            left_out |= found


def harness(tree, cc, inputs, name):
    """Compiles the objects of the program that runs operations on inputs."""
    data = cc.directory / f"{name}.bin"
    data.write_bytes(classes.packed(inputs))
    source = cc.directory / f"{name}.S"
    source.write_text('.section .note.GNU-stack,"",%progbits\n.section .rodata\n'
                      '.global packed_inputs, packed_inputs_end\n'
                      f'packed_inputs: .incbin "{data}"\npacked_inputs_end:\n')
    return [cc.object("benches/cost/harness.c"), cc.object("benches/cost/inputs.c"),
            cc.object(source, name=f"{name}-packed"), operations_object(tree, cc)]


def rows(lines):
    """Returns for each operation and input: result, bytes, figure and stack, without the cost of measuring."""
    found, nothing = {}, None
    for name, operation, result, size, figure, stack in lines:
        nothing = nothing or int(figure)
        of_operation = found.setdefault(operation.removeprefix("cri_"), {})
        of_operation[name] = (int(result), int(size), int(figure) - nothing, int(stack))
    found.pop("nothing")
    return found


def host_rows(tree, inputs):
    """Returns the instructions on the host."""
    cc = host_compiler(tree)
    return counted(cc.link("host", *HOST_LINK, *harness(tree, cc, inputs, "host"), tree.archive(HOST)))


def counted(program):
    """Runs a program of harness.c. Returns its lines, with the instructions that callgrind counted."""
    out = program.with_suffix(".callgrind")
    out.unlink(missing_ok=True)
    lines = run("valgrind", "-q", "--tool=callgrind", f"--callgrind-out-file={out}", "--combine-dumps=yes", program,
                env=TUNABLES)
    counts, number = {}, None
    with open(out, errors="replace") as file:
        for line in file:
            if line.startswith("desc: Trigger:"):
                found = re.search(r"operation (\d+)", line)
                number = int(found.group(1)) if found else None
            elif line.startswith("summary:") and number is not None:
                counts[number] = int(line.split()[1])
    out.unlink()
    lines = [line.split("\t") for line in lines.splitlines()]
    return rows([[*line[:4], counts[int(line[4])], 0] for line in lines])


def m3_rows(tree, cc, inputs):
    """Returns the instructions and the stack of operations and client programs on a Cortex-M3."""
    archive = tree.archive(M3.triple)
    found = rows(boards.emulated(M3, boards.image(M3, cc, "harness.elf", *harness(tree, cc, inputs, "m3"), archive)))
    for job, cost in boards.client_costs(M3, cc, clients_object(tree, cc), archive).items():
        found[f"client_{job}"] = {classes.base().name: (0, 0, cost["instructions"], cost["stack"])}
    return found


PEER_LIBRARIES = ["-luriparser", "-lcoap-3-notls", "-lcurl", "-lstdc++", "-lm"]  # ada-url is C++


def peer_rows(tree, sources):
    """Returns the instructions of other libraries on the host, for the same inputs and in the form of rows(). The name
    of an operation includes the library. `sources` has the folders of libraries that no registry of packages has."""
    target, cc = WORK / "peers", host_compiler(tree)
    run("cargo", "build", "--locked", "--release", "--manifest-path", "benches/cost/peers/Cargo.toml",
        "--target-dir", target)
    include = [f"-I{folder / name}" for folder in sources for name in ("inc", "include")]
    objects = [*harness(tree, cc, classes.input_classes(), "peers")[:-1], cc.object("benches/cost/peers.c", *include)]
    objects += [cc.object(source, *include) for folder in sources for source in sorted(folder.glob("src/*.c"))]
    archives = [tree.archive(HOST), target / "release" / "libmeasure_peers.a"]
    return counted(cc.link("peers", *HOST_LINK, *objects, *archives, *PEER_LIBRARIES))


def peer_versions():
    """Returns the versions of the libraries of peer_rows() that state a version."""
    crates = dict(re.findall(r'^(\S+) = "=(.*)"', (ROOT / "benches/cost/peers/Cargo.toml").read_text(), re.M))
    headers = {"uriparser": ("uriparser/Uri.h", "URI_VER_ANSI"), "curl": ("curl/curl.h", "LIBCURL_VERSION"),
               "libcoap": ("coap3/coap.h", "LIBCOAP_PACKAGE_VERSION")}
    for name, (header, macro) in headers.items():
        source = WORK / "version.c"
        source.write_text(f"#include <{header}>\n{macro}\n")
        crates[name] = re.sub(r'[" ]', "", run("gcc", "-E", "-P", source).splitlines()[-1])
    return crates


# ---- flash and stack ---------------------------------------------------------------------------


def functions_by_size(archive):
    """Returns the bytes of each function and constant, by its name without the names of its modules."""
    sections = re.findall(r"^\.(?:text|rodata)\.(\S+)\s+(\d+)", run(boards.binutil(M3, "size"), "-A", archive), re.M)
    names = run(boards.binutil(M3, "c++filt"), "--format=rust", *(name for name, _ in sections)).splitlines()
    found = {}
    for name, (_, size) in zip(names, sections):
        if not name.startswith(".L"):
            plain = re.sub(r"\b(?:\w+(?:\[\w+\])?::)+(?=[\w<{])", "", name)
            found[plain] = found.get(plain, 0) + int(size)
    return found


def clients_object(tree, cc):
    """Compiles the client programs. If a baseline lacks a function that they call, compiles its own instead."""
    try:
        return cc.object("benches/cost/clients.c")
    except Failed:
        return cc.object(next(tree.root.glob("*/**/clients.c")))


def flash(tree, cc):
    """Returns the flash and static memory of client programs, the bytes of the archive's functions, and the names that
    the archive needs from other libraries."""
    archive, clients = tree.archive(M3.triple), clients_object(tree, cc)
    jobs = [job for job in re.findall(r" T client_(\w+)", run(boards.binutil(M3, "nm"), clients)) if job != "known"]
    found = {f"client_{job}": size for job, size in boards.client_sizes(M3, cc, clients, jobs, archive).items()}
    return {"flash": {name: size["flash"] for name, size in found.items()},
            "static": {name: size["static"] for name, size in found.items()},
            "functions": functions_by_size(archive),
            "wants": sorted(wanted_of_others(archive) - MEMORY_FUNCTIONS)}


def everything(tree, cc, exported):
    """Returns the flash and static memory of a program with all these functions."""
    archive = tree.archive(M3.triple)
    return boards.linked(M3, cc, "everything", [archive, "-lc"], sorted(exported))


def stacks(tree, cc):
    archive = tree.archive(M3.triple)
    exported = archive_exports(archive)
    made = operations_object(tree, cc)
    # Lookups of routes are omitted: they call the same exports, and snprintf(), which needs more than memory
    # functions.
    runs = [name for name in re.findall(r" T (run_\w+)", run(boards.binutil(M3, "nm"), made))
            if name.removeprefix("run_") in exported]
    parts = [made, cc.object("benches/cost/inputs.c")]
    return boards.function_bounds(M3, cc, [*sorted(exported), *runs], parts, archive)


# ---- flat cost ---------------------------------------------------------------------------------


# The conversions whose cost on inputs of other kinds (classes.py) is limited to a multiple of their cost on the
# benchmark base. If an input is longer than the base, the costs per byte are compared. The constants represent the
# fixed part of each call. Without them, the limit for other inputs would be stricter if the base took fewer
# instructions.
FLAT = ["parse", "resolve", "encode", "equal", "to_coap", "to_uri", "from_uri", "uri_split", "uri_resolve",
        "uri_normalize", "uri_to_coap", "from_coap", "cori_parse"]
FLAT_CONSTANT = 24
FLAT_COST = 300


def flat_costs(found):
    """Yields for each conversion on each machine the input that comes nearest to its limit, or exceeds it most, as
    (ratio / limit, ratio to the cost of the base, input)."""
    kinds, base = {one.name: one.kind for one in classes.input_classes()}, classes.base().name
    for machine in ("host", "m3"):
        for name in FLAT:
            rows, worst = found[machine][name], (0.0, 0.0, "")
            _, base_size, base_cost, _ = rows[base]
            for one, (result, size, cost, _) in rows.items():
                limit = classes.LIMITS[kinds[one]]
                if result == 0 and limit and one != base:
                    longer = max(1, (size + FLAT_CONSTANT) / (base_size + FLAT_CONSTANT))
                    ratio = (cost + FLAT_COST) / (base_cost + FLAT_COST) / longer
                    worst = max(worst, (ratio / limit, ratio, one))
            yield machine, name, worst
