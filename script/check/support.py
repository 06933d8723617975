# SPDX-License-Identifier: MIT OR Apache-2.0
"""
Functions that the checks share. A check is a program that runs alone and in any order, in the checkout.

Its last line is "N passed, M failed, K skipped". It exits with 0, with 1 if something failed, and with 77 if nothing
was tried. `SKIPPED: REASON` means that a tool is missing, and fails in CI. `LEFT OUT: REASON` is on purpose.
"""

import atexit
import difflib
import fcntl
import inspect
import os
import platform
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import traceback
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BUILD = ROOT / "build"
TOOLS = ROOT / "target/tools"
SCRATCH = Path(tempfile.mkdtemp())
# The targets of a release, instead of one of each kind, and more tests that take long.
ALL_TARGETS = os.environ.get("CRI_TEST_TARGETS") == "all"
CARGO_TOML = (ROOT / "Cargo.toml").read_text("utf-8")
VERSION = re.search(r'^version = "(.*)"', CARGO_TOML, re.M)[1]
counts = {"passed": 0, "failed": 0, "skipped": 0}
unsuccessful = []


class Failed(Exception):
    """A test failed for this reason."""


class Done(Exception):
    """The check ends here."""


# ---- counting ----------------------------------------------------------------------------------------------------


def count(passed=0, failed=0, skipped=0):
    counts["passed"] += passed
    counts["failed"] += failed
    counts["skipped"] += skipped


def check(name, test, *arguments, **options):
    """Runs one test: a function, which fails with an exception, or a command."""
    try:
        (test if callable(test) else run)(*([] if callable(test) else [test]), *arguments, **options)
    except (Failed, subprocess.SubprocessError, OSError) as reason:
        if isinstance(reason, subprocess.CalledProcessError):
            reason = f"exit status {reason.returncode}: {shlex.join(reason.cmd)}"
        print(f"FAILED: {name}: {reason}", flush=True)
        count(failed=1)
    else:
        count(passed=1)


def skip(reason):
    """Skips a test for which a tool is missing."""
    print(f"SKIPPED: {reason}", flush=True)
    count(skipped=1)


def leave_out(reason):
    """Skips a test on purpose. The reason says how to run it."""
    print(f"LEFT OUT: {reason}", flush=True)
    count(skipped=1)


def fail_if(condition, reason):
    if condition:
        raise Failed(reason)


def expect_known(name, names):
    """Fails unless this is one of the names, and says which names are nearest."""
    near = difflib.get_close_matches(name, names) or names
    fail_if(name not in names, f"there is no {name!r}, but {' or '.join(map(repr, near))}")


def main(tests, doc):
    """Runs the tests of a check with the arguments of the command line, and prints the counts."""
    if {"-h", "--help"}.intersection(sys.argv):
        print(doc.strip())
        sys.exit()
    try:
        inspect.signature(tests).bind(*sys.argv[1:])
    except TypeError as error:
        sys.exit(f"{error}\n{doc}")
    os.chdir(ROOT)
    try:
        for option in filter(lambda word: word.startswith("-"), sys.argv[1:]):
            expect_known(option, re.findall(r"(?<!\S)--[a-z0-9-]+", doc) or ["--help"])
        tests(*sys.argv[1:])
    except Done:
        pass
    except (Failed, subprocess.CalledProcessError) as reason:
        print(f"FAILED: {reason}")
        count(failed=1)
    except Exception:
        traceback.print_exc()
        print("FAILED: the check stopped")
        count(failed=1)
    if not any(counts.values()):
        print("FAILED: nothing was counted")
        count(failed=1)
    if unsuccessful and not counts["failed"]:
        print(f"FAILED: {unsuccessful[0]} was not successful")
        count(failed=1)
    print("{passed} passed, {failed} failed, {skipped} skipped".format(**counts), flush=True)
    sys.exit(1 if counts["failed"] else 0 if counts["passed"] else 77)


# ---- tools -------------------------------------------------------------------------------------------------------


def is_there(tool):
    """True if a command or, for a path, a file is there."""
    return Path(tool).exists() if "/" in str(tool) else shutil.which(tool) is not None


def has(tool, package=None, what=None):
    """True if a tool is there. Otherwise skips what needs it: one test of the check. Says how to install the tool."""
    if is_there(tool):
        return True
    package = package or tool
    lists = [path for path in sorted((ROOT / "script/packages").glob("*")) if path.is_file()]
    found = [path.stem for path in lists if package in path.read_text().split()]
    fail_if(not found, f"no list of script/packages has {package}")
    skip((f"{what}: " if what else "") + f"no {tool}: apt-get install {package}, or script/bootstrap {found[0]}")
    return False


def need(tool, package=None):
    """Skips the whole check if a tool is missing."""
    if not has(tool, package):
        raise Done


def need_crates():
    """Skips the check if cargo has no crates for the tests, as without a network."""
    fetch = ["cargo", "fetch", "--locked", "--config", "net.retry=0"]
    if subprocess.run([*fetch, "--target", f"{platform.machine()}-unknown-linux-gnu"], capture_output=True).returncode:
        skip("the crates of the tests are missing: cargo fetch --locked, with a network and ca-certificates")
        raise Done


def need_packages(name):
    """Skips the check if the packages of PyPI of this name are missing. Returns their folder of programs."""
    if not (TOOLS / name / f"{name}.txt").exists():
        skip(f"no target/tools/{name}: script/bootstrap all")
        raise Done
    return TOOLS / name / "bin"


def need_core(*targets):
    """Skips the check if no Rust can build for the targets."""
    if subprocess.run(["script/archive", "--toolchain", *targets], capture_output=True).returncode:
        skip(f"no Rust for {' '.join(targets)}: script/bootstrap all")
        raise Done


def need_cross():
    """Skips the check if the tools that make archives and programs for boards are missing."""
    need("arm-none-eabi-gcc", "gcc-arm-none-eabi")
    need("riscv64-unknown-elf-gcc", "gcc-riscv64-unknown-elf")
    need("/usr/lib/arm-none-eabi/newlib/libc.a", "libnewlib-arm-none-eabi")
    need("/usr/lib/picolibc/riscv64-unknown-elf/lib/libc.a", "picolibc-riscv64-unknown-elf")
    need_core(*targets())


# ---- commands ----------------------------------------------------------------------------------------------------


def run(*command, env=None, **options):
    """Runs a command, which must succeed. The variables of `env` are added to the environment."""
    sys.stdout.flush()
    environment = {**os.environ, **{name: str(value) for name, value in (env or {}).items()}}
    return subprocess.run([str(word) for word in command], check=True, env=environment, **options)


def output(*command, **options):
    """Returns the output of a command, which must succeed."""
    return run(*command, stdout=subprocess.PIPE, text=True, **options).stdout


def refused(texts, *command, **options):
    """Checks that a command fails with a message that contains these texts, wherever its lines are broken."""
    try:
        said = run(*command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **options).stdout
    except subprocess.CalledProcessError as error:
        said = " ".join(error.stdout.split())
        for text in [texts] if isinstance(texts, str) else texts:
            fail_if(text not in said, f"the message has no {text!r}: {said[-1000:]}")
        return
    raise Failed(f"it succeeds: {said[-300:]}")


def same(wanted, got):
    """Fails unless two texts or lists are equal."""
    fail_if(wanted != got, f"wanted {wanted!r}, got {got!r}")


def streamed(*command, env=None, cwd=None):
    """
    Runs a command and yields the lines that it prints, which are printed, too. The check fails if the command is not
    successful.
    """
    sys.stdout.flush()
    environment = {**os.environ, **{name: str(value) for name, value in (env or {}).items()}}
    process = subprocess.Popen(
        [str(word) for word in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace",
        env=environment, cwd=cwd,
    )
    for line in process.stdout:
        print(line, end="", flush=True)
        yield line
    if process.wait() not in (0, 77):
        unsuccessful.append(" ".join(map(str, command)))


def counted(*command, **options):
    """Runs a program that counts its tests in its last line, and adds its counts."""
    found = None
    for line in streamed(*command, **options):
        found = re.fullmatch(r"(\d+) passed, (\d+) failed(?:, (\d+) skipped)?\n", line) or found
    if not found:
        print(f"FAILED: {command[0]} did not say what passed")
    count(*(int(number or 0) for number in found.groups()) if found else (0, 1))


def cargo_test(*arguments, command=("cargo",), env=None):
    """Runs cargo test and adds the counts that it prints. Fails if a filter matches no test."""
    passed = failed = 0
    status = "ran nothing"
    fast = {"CARGO_INCREMENTAL": 0, "CARGO_PROFILE_TEST_DEBUG": 0, "CARGO_TERM_COLOR": "never", **(env or {})}
    for line in streamed(*command, "test", "--locked", "--no-fail-fast", *arguments, env=fast):
        if found := re.match(r"test result: \w+\. (\d+) passed; (\d+) failed", line):
            passed, failed = passed + int(found[1]), failed + int(found[2])
        elif line.startswith("error"):
            status = line.strip()
    if not passed and not failed:
        print(f"FAILED: cargo test {' '.join(arguments)}: {status}")
        failed = 1
    count(passed, failed)


# ---- files and builds --------------------------------------------------------------------------------------------


def files(*patterns):
    """Returns the files of this checkout that git knows or would add."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", *patterns]
    return sorted(name for name in output(*command).split("\0") if name and Path(name).is_file())


def copy_of_source(folder):
    """Copies the files of this checkout, without build output."""
    for name in files():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(name, folder / name, follow_symlinks=False)


def configure_and_build(folder, *options):
    """Configures and builds with options for cmake. If cmocka is missing, fails instead of omitting the tests."""
    generator = ["-G", "Ninja"] if shutil.which("ninja") and not (Path(folder) / "CMakeCache.txt").exists() else []
    run("cmake", "-S", ".", "-B", folder, *generator, "-DCRI_BUILD_TESTS=ON", *options)
    run("cmake", "--build", folder)


def one_at_a_time(name):
    """Waits until no other check holds the lock. Holds it until the program ends."""
    BUILD.mkdir(exist_ok=True)
    lock = open(BUILD / f"{name}.lock", "w")
    fcntl.flock(lock, fcntl.LOCK_EX)
    return lock


def host_build():
    """Brings build/libcri.a, build/cri-tool, the tests and the examples up to date."""
    with one_at_a_time("host"):
        if not (BUILD / "CMakeCache.txt").exists():
            run("cmake", "-S", ".", "-B", "build", *(["-G", "Ninja"] if shutil.which("ninja") else []))
        run("cmake", "--build", "build")


def run_ctest(folder, *options):
    """Runs CTest in another build folder, and adds the counts of its cases."""
    import runner

    tests = runner.run(folder, *options)
    if not tests:
        print("FAILED: ctest ran nothing")
        count(failed=1)
    for test in tests:
        count(*test.counts)


# ---- the release -------------------------------------------------------------------------------------------------

RELEASE = BUILD / f"dist/libcri-{VERSION}"


def targets():
    """
    Returns the targets of the release that are tested: all with CRI_TEST_TARGETS=all. Otherwise the smallest Cortex-M,
    a Cortex-M with the whole Thumb instruction set, the same Cortex-M without unaligned access, a RISC-V, and this
    machine. The other targets differ only in a few instructions or in the float ABI.
    """
    if ALL_TARGETS:
        return output("script/dist", "--list").split()
    return [
        "thumbv6m-none-eabi", "thumbv7m-none-eabi", "thumbv7m-none-eabi-strict", "riscv32imc-unknown-none-elf",
        "x86_64-unknown-linux-gnu",
    ]


def release_tree():
    """Makes the release, unless it is newer than all of its sources."""
    with one_at_a_time("release"):
        made = Path(f"{RELEASE}.sha256")
        whole = all(
            (RELEASE / "lib" / target / name).exists()
            for target in targets()
            for name in ("libcri.a", "libcri-short.a")
        )
        tests = ("script/check/", "c-tests/", "fuzz/", "benches/")
        newest = max(Path(name).stat().st_mtime for name in files() if not name.startswith(tests))
        if not whole or not made.exists() or made.stat().st_mtime < newest:
            run("script/dist", "--targets", " ".join(targets()))


atexit.register(shutil.rmtree, SCRATCH, ignore_errors=True)
# The programs that script/bootstrap and rustup install.
os.environ["PATH"] = f"{TOOLS / 'bin'}:{os.environ.get('PATH', '')}:{Path.home() / '.cargo/bin'}"
# The working group's vectors are not part of this repository. They are used if they are next to it.
if (ROOT / "../shared/vectors").is_dir():
    os.environ.setdefault("CRI_SHARED_VECTORS", str(ROOT / "../shared/vectors"))
