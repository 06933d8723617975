# SPDX-License-Identifier: MIT OR Apache-2.0
"""Builds what measures: the library as it ships, the drivers, and the C tests linked so that every call is watched."""

import os
import re
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import classes
import inputs

ROOT = Path(__file__).resolve().parent.parent
WORK = ROOT / "build" / "measure"
M3_TARGET = "thumbv7m-none-eabi"
ARM = "arm-none-eabi-"

HOST_FLAGS = ["-std=gnu11", "-O2", "-Wall", "-Wextra", "-fno-pie"]
M3_FLAGS = ["-mthumb", "-mcpu=cortex-m3", "-std=c11", "-Os", "-ffunction-sections", "-fdata-sections", "-Wall", "-Wextra"]
M3_LINK = ["-mthumb", "-mcpu=cortex-m3", "--specs=rdimon.specs", "-nostartfiles", "-T", "c-tests/qemu/bare/cortex-m.ld",
           "-Wl,--gc-sections", "-Wl,--defsym=flash_origin=0,--defsym=flash_length=0x400000",
           "-Wl,--defsym=ram_origin=0x20000000,--defsym=ram_length=0x400000"]
INCLUDE = ["-Iinclude"]
# What watched calls are linked with.
WATCHING = ["growth", "kinds", "deep", "class-ops", "raw", "wrap", "control"]
CONTROLS = ["control_stack", "control_allocation"]


def run(*command, env=None, output=None, may_fail=False):
    """Runs a command at the root; returns what it printed. What fails is shown, and ends all, unless it may fail."""
    command = [str(part) for part in command]
    done = subprocess.run(command, cwd=ROOT, env=env and {**os.environ, **env}, stdin=subprocess.DEVNULL, text=True,
                          stdout=output or subprocess.PIPE, stderr=subprocess.PIPE, errors="replace")
    if done.returncode != 0 and not may_fail:
        sys.exit(f"FAILED: {' '.join(command)[:500]}\n{(done.stdout or '')[-2000:]}\n{done.stderr[-4000:]}")
    return done.stdout


def at_once(jobs):
    """Runs jobs, each a function without arguments, as many at a time as there are processors; returns their results."""
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        return [future.result() for future in [pool.submit(job) for job in jobs]]


def exported():
    """The functions that the headers declare, but for those of a feature that is off by default."""
    headers = [path for path in (ROOT / "include").glob("*.h") if path.name != "cri_nfc.h"]
    text = "".join(re.sub(r"^( \*|#|/\*).*", "", path.read_text(), flags=re.M) for path in headers)
    return sorted(set(re.findall(r"\b(cri_[a-z0-9_]*)\(", text)))


# ---- the library -------------------------------------------------------------------------------


def host_archive():
    """The archive as CMake builds it on the host, with the cargo directory of the ordinary build."""
    build = WORK / "host"
    generator = ["-G", "Ninja"] if not (build / "CMakeCache.txt").exists() else []
    run("cmake", "-S", ".", "-B", build, *generator, "-DCRI_BUILD_TESTS=OFF", "-DCRI_BUILD_EXAMPLES=OFF",
        f"-DCRI_CARGO_TARGET_DIR={ROOT / 'build' / 'cargo'}")
    run("cmake", "--build", build, "--target", "cri-archive")
    return build / "libcri.a"


def m3_archive(kind):
    options = {"full": [], "short": ["--schemes", "short"], "nfc": ["--nfc"]}[kind]
    archive = WORK / "m3" / kind / "libcri.a"
    run("script/archive", *options, M3_TARGET, archive)
    # What cargo made, which still has the names of all functions, before the next kind takes its place.
    made = ROOT / "build" / "archive" / M3_TARGET / M3_TARGET / "firmware" / "libcri.a"
    shutil.copyfile(made, archive.parent / "rust.a")
    return archive


def peers_archive():
    target = WORK / "peers"
    run("cargo", "build", "--locked", "--release", "--manifest-path", "measure/peers/Cargo.toml", "--target-dir", target)
    return target / "release" / "libmeasure_peers.a"


# ---- compiling ---------------------------------------------------------------------------------


class Compiler:
    """A C compiler with its flags, and where its objects go."""

    def __init__(self, command, flags, directory):
        self.command, self.flags, self.directory = command, flags, directory
        directory.mkdir(parents=True, exist_ok=True)

    def object(self, source, *flags, name=None):
        made = self.directory / f"{name or Path(source).stem}.o"
        run(self.command, *self.flags, *INCLUDE, *flags, "-c", source, "-o", made)
        return made

    def link(self, name, *parts):
        made = self.directory / name
        run(self.command, *parts, "-o", made)
        return made


def host_compiler():
    return Compiler("gcc", HOST_FLAGS, WORK / "objects")


def m3_compiler():
    return Compiler(ARM + "gcc", M3_FLAGS, WORK / "m3-objects")


# ada-url is C++.
PEER_LIBRARIES = ["-luriparser", "-lcoap-3-notls", "-lstdc++", "-lm"]
HOST_LINK = ["-no-pie", "-Wl,-z,now", "-Wl,--gc-sections"]


def host_driver(archive, peers):
    """The driver of ops.c, with the peers if there are any."""
    cc = host_compiler()
    sources = ["measure/host.c", "measure/ops.c"] + (["measure/peers.c"] if peers else [])
    flags = [] if peers else ["-DMEASURE_NO_PEERS"]
    suffix = "" if peers else "-alone"
    objects = at_once([lambda source=source: cc.object(source, *flags, name=Path(source).stem + suffix) for source in sources])
    libraries = [peers, *PEER_LIBRARIES] if peers else []
    return cc.link("host" + suffix, *HOST_LINK, *objects, archive, *libraries)


def client_programs():
    return m3_compiler().object("measure/clients.c")


def class_table(cc):
    source = cc.directory / "classes.c"
    source.write_text(classes.c_table())
    return cc.object(source, "-Imeasure")


def input_table(cc, more=()):
    source = cc.directory / "raw-inputs.c"
    source.write_text(inputs.c_table(more))
    return cc.object(source, "-Imeasure")


def class_host_driver(archive):
    cc = host_compiler()
    parts = [cc.object("measure/class-host.c"), cc.object("measure/class-ops.c"), class_table(cc)]
    return cc.link("classes", *HOST_LINK, *parts, archive)


def class_peers_driver(archive, peers):
    cc = host_compiler()
    parts = [cc.object("measure/class-host.c", "-DMEASURE_PEERS", name="class-host-peers"), cc.object("measure/class-ops.c"),
             cc.object("measure/class-peers.c"), class_table(cc)]
    return cc.link("class-peers", *HOST_LINK, *parts, archive, peers, *PEER_LIBRARIES)


def corpus_driver(archive, peers):
    cc = host_compiler()
    return cc.link("corpus", *HOST_LINK, cc.object("measure/corpus.c"), cc.object("measure/class-peers.c"), archive, peers,
                   *PEER_LIBRARIES)


def corpus(kind):
    made = WORK / f"corpus-{kind}.txt"
    made.write_text(run(sys.executable, "measure/corpus.py", kind))
    return made


def class_m3_driver(archive):
    cc = m3_compiler()
    start = cc.object("c-tests/qemu/bare/cortex-m.c", name="start")
    return cc.link("classes.elf", *M3_LINK, start, cc.object("measure/class-target.c"), cc.object("measure/class-ops.c"),
                   class_table(cc), archive)


def growth_driver(archive):
    cc = host_compiler()
    parts = [cc.object(f"measure/{name}.c") for name in ("growth", "kinds", "growth-host")]
    return cc.link("growth", *HOST_LINK, *parts, archive)


def counting_library():
    made = WORK / "count.so"
    run("gcc", "-O2", "-shared", "-fPIC", "measure/count.c", "-o", made)
    return made


def m3_driver(archive):
    cc = m3_compiler()
    start = cc.object("c-tests/qemu/bare/cortex-m.c", name="start")
    return cc.link("target.elf", *M3_LINK, start, cc.object("measure/target.c"), cc.object("measure/ops.c"), archive)


def wrap_flags(functions):
    return [f"-Wl,--wrap={name}" for name in functions]


def entries(cc, machine, functions):
    source = cc.directory / "entries.S"
    source.write_text(run(sys.executable, "measure/wrap.py", machine, *functions))
    return cc.object(source, name="entries")


def m3_stack_driver(archive, functions):
    """The driver of ops.c, in which every call is watched."""
    cc = m3_compiler()
    functions = functions + CONTROLS
    parts = [cc.object("c-tests/qemu/bare/cortex-m.c", name="start"),
             cc.object("measure/target.c", "-DMEASURE_STACK", name="target-stack"), cc.object("measure/ops.c"),
             *[cc.object(f"measure/{name}.c", "-DGROWTH_MAX=1024") for name in WATCHING], class_table(cc), input_table(cc),
             entries(cc, "arm", functions)]
    return cc.link("target-stack.elf", *M3_LINK, *wrap_flags(functions), *parts, archive)


def test_groups(with_rows):
    """The C tests that need nothing but the library: no other one, no feature; the rows only if asked for, since they are many."""
    groups = []
    for path in sorted((ROOT / "c-tests").glob("*.c")):
        text = path.read_text()
        if "return RUN(" in text and "uriparser/" not in text and "pthread.h" not in text and (with_rows or path.stem != "rows") and path.stem != "nfc":
            groups.append(path.stem)
    return groups


def watched_tests(machine, archive, functions, whole=False):
    """The C tests in one program, in which every call of the library's functions is watched; the whole has the rows of vectors and the
    fuzz targets' corpora too."""
    arm = machine == "arm"
    cc = m3_compiler() if arm else host_compiler()
    cc = Compiler(cc.command, cc.flags, cc.directory.parent / f"tests-{machine}")
    functions = functions + CONTROLS
    version = re.search(r'^version = "(.*)"', (ROOT / "Cargo.toml").read_text(), re.M).group(1)
    run("python3", "-B", "c-tests/rows.py", "tests/vectors", cc.directory)
    flags = ["-Ic-tests/qemu", "-Ic-tests", f"-I{cc.directory}", f'-DCRI_VERSION_EXPECTED="{version}"', "-DCRI_SCHEMES_FULL_EXPECTED=1",
             "-DGROWTH_MAX=1024"]
    bare = ["-Ic-tests/qemu/bare", "-Dmalloc=test_malloc", "-Dfree=test_free"] if arm else []
    groups = [(name, name.replace("-", "_")) for name in test_groups(whole)]
    listed = " ".join(f"GROUP({identifier})" for _, identifier in groups)
    jobs = [lambda name=name, identifier=identifier: cc.object(f"c-tests/{name}.c", *flags, *bare, f"-Dmain=test_{identifier}")
            for name, identifier in groups]
    jobs += [lambda: cc.object("c-tests/support.c", *flags, *bare),
             lambda: cc.object("c-tests/qemu/runner.c", *flags, f"-DCRI_TEST_GROUPS={listed}", "-Dexit=measure_exit"),
             *[lambda name=name: cc.object(f"measure/{name}.c", *flags) for name in WATCHING],
             lambda: class_table(cc), lambda: input_table(cc, inputs.corpora() if whole else ()),
             lambda: entries(cc, machine, functions)]
    if arm:
        jobs += [lambda: cc.object("c-tests/qemu/bare/cortex-m.c", name="start"),
                 lambda: cc.object("c-tests/qemu/bare/heap.c", "-DCRI_TEST_HEAP=1500000")]
    else:
        jobs.append(lambda: cc.object("measure/count.c", "-DMEASURE_WRAPPED"))
    return cc.link("tests", *(M3_LINK if arm else HOST_LINK), *wrap_flags(functions), *at_once(jobs), archive)
