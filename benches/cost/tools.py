# SPDX-License-Identifier: MIT OR Apache-2.0
"""Runs commands, and builds the archives of a tree and the programs that are linked with them."""

import functools
import os
import re
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
WORK = ROOT / "build" / "measure"
HOST = "x86_64-unknown-linux-gnu"
ARM = "arm-none-eabi-"


class Failed(Exception):
    """A command that failed, with its output."""


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


class Tree:
    """The working tree or the tree of the baseline, and the folder for its builds."""

    def __init__(self, name, root, work):
        self.name, self.root, self.work, self.include = name, root, work, root / "include"
        work.mkdir(parents=True, exist_ok=True)

    @functools.cache
    def archive(self, triple, *options):
        """Builds libcri.a as it is released for a target. All trees use the same build of core."""
        made = self.work / "-".join([triple, *options[1:]]) / "libcri.a"
        target = ROOT / "build" / "archive" / triple
        if self.root != ROOT:
            forget(target)
        run("script/archive", *options, "--target-dir", target, triple, made, cwd=self.root)
        if self.root != ROOT:
            forget(target)
        return made


def forget(target):
    """Removes cargo's builds of the library. Otherwise cargo would use the output of one tree's build.rs for another
    tree."""
    for found in [*target.rglob("libcri-*")]:
        if found.is_dir():
            shutil.rmtree(found)


def baseline(commit):
    """Unpacks the tree of a commit under build/, unless it is there."""
    work = WORK / "baseline" / run("git", "rev-parse", f"{commit}^{{commit}}").strip()[:12]
    source = work / "source"
    if not (work / "complete").exists():
        source.mkdir(parents=True, exist_ok=True)
        run("git", "archive", "--output", work / "source.tar", commit)
        run("tar", "xf", work / "source.tar", "-C", source)
        (work / "complete").touch()
    return Tree(f"baseline {commit}", source, work)


class Compiler:
    """A C compiler with its flags, and the folder for its objects."""

    def __init__(self, command, flags, directory):
        self.command, self.flags, self.directory = command, flags, directory
        directory.mkdir(parents=True, exist_ok=True)

    def object(self, source, *flags, name=None):
        made = self.directory / f"{name or Path(source).stem}.o"
        run(self.command, *self.flags, *flags, "-c", source, "-o", made)
        return made

    def link(self, name, *parts):
        made = self.directory / name
        run(self.command, *parts, "-o", made)
        return made


def host_compiler(tree):
    flags = ["-std=gnu11", "-O2", "-Wall", "-Wextra", "-fno-pie", "-Ibenches/cost", f"-I{tree.include}"]
    return Compiler("gcc", flags, tree.work / "host-objects")


HOST_LINK = ["-no-pie", "-Wl,-z,now", "-Wl,--gc-sections"]


def archive_exports(archive, prefix=ARM):
    lines = run(prefix + "nm", "--defined-only", "--extern-only", archive).splitlines()
    return {line.split()[2] for line in lines if len(line.split()) == 3}


def wanted_of_others(archive, prefix=ARM):
    """Returns the names that an archive needs from other libraries. Without malloc(), the archive cannot allocate."""
    return set(re.findall(r"^ +U (\S+)$", run(prefix + "nm", "--undefined-only", archive), re.M))


def stop(message):
    sys.exit(f"FAILED: {message}")
