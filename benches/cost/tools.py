# SPDX-License-Identifier: MIT OR Apache-2.0
"""Runs commands, and builds the archives of a tree and the programs that are linked with them."""

import functools
import os
import re
import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
WORK = ROOT / "build" / "measure"
ARM = "arm-none-eabi-"


class Failed(Exception):
    """A command that failed, with its output, or another reason to stop."""


def run(*command, env=None, cwd=ROOT, may_fail=False):
    """Runs a command and returns its output."""
    command = [str(part) for part in command]
    done = subprocess.run(command, cwd=cwd, env=env and {**os.environ, **env}, stdin=subprocess.DEVNULL, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, errors="replace")
    if done.returncode != 0 and not may_fail:
        raise Failed(f"{' '.join(command)[:500]}\n{done.stdout[-2000:]}\n{done.stderr[-4000:]}")
    return done.stdout


def at_once(jobs):
    """Runs functions without arguments, as many at a time as there are processors; returns their results."""
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        return [future.result() for future in [pool.submit(job) for job in jobs]]


def toolchain(triple):
    """Returns the target, its core ("source" or "installed"), the cargo, and the version of rustc."""
    return run("script/archive", "--toolchain", triple).strip().split(maxsplit=3)


@functools.cache
def archive(triple):
    """Builds libcri.a as it is released for a target."""
    made = WORK / triple / "libcri.a"
    run("script/archive", triple, made)
    return made


class Compiler:
    """A C compiler with its flags, and the folder for its objects."""

    def __init__(self, command, flags, name):
        self.command, self.directory = command, WORK / name
        self.flags = [*flags, "-std=gnu11", "-Wall", "-Wextra", f"-I{HERE}", "-Iinclude"]
        self.directory.mkdir(parents=True, exist_ok=True)

    def object(self, source, *flags):
        made = self.directory / f"{Path(source).stem}.o"
        run(self.command, *self.flags, *flags, "-c", HERE / source, "-o", made)
        return made

    def link(self, name, *parts):
        made = self.directory / name
        run(self.command, *parts, "-o", made)
        return made


def symbols(nm, file, pattern):
    """Returns the names in an object or archive that match a pattern of a kind and a name: T is defined for others, and
    U is needed from others."""
    return sorted(set(re.findall(rf" {pattern}$", run(nm, "--extern-only", file), re.M)))
