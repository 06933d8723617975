# SPDX-License-Identifier: MIT OR Apache-2.0
"""What an archive of the library may contain (script/check/archive, script/check/c, script/check/release)."""

import re
import subprocess
from pathlib import Path

from support import fail_if, output


def header_functions(nfc=False):
    """Returns the functions that the headers declare. Functions that a header defines are not exports."""
    found, defined = set(), set()
    for header in Path("include").glob("*.h"):
        if header.name != "cri_nfc.h" or nfc:
            text = re.sub(r"/\*.*?\*/|^#(?:[^\n]*\\\n)*[^\n]*", "", header.read_text("utf-8"), flags=re.S | re.M)
            defined.update(re.findall(r"\bstatic inline [^(]*\b(cri_\w*)", text))
            found.update(re.findall(r"\b(cri_[a-z0-9_]*)\(", text))
    return found - defined


def exported(archive, prefix=""):
    """Returns the functions that an archive exports, and their places in their sections."""
    lines = output(f"{prefix}nm", "--defined-only", "--extern-only", archive, stderr=subprocess.DEVNULL).splitlines()
    return {line.split()[2]: int(line.split()[0], 16) for line in lines if re.match(r"[0-9a-f]+ [A-Z] ", line)}


def clean(target, archive):
    """
    Fails unless an archive is one object, exports the functions that the headers declare, and needs only the memory
    functions of the C library, without panics, writable data and, if its target forbids it, unaligned access.
    """
    prefix = {"thumb": "arm-none-eabi-", "riscv": "riscv64-unknown-elf-"}.get(target[:5], "")
    allowed = {"memcpy", "memmove", "memcmp"}
    if "-linux-" in target:
        allowed |= {"memset", "bcmp", "strlen", "_GLOBAL_OFFSET_TABLE_"}
    bad = [f"member {name}" for name in output(f"{prefix}ar", "t", archive).split() if name != "cri.o"]
    functions, declared = exported(archive, prefix), header_functions()
    fail_if(len(declared) < 60, f"the headers declare only {len(declared)} functions")
    bad += [f"exports {name}" for name in functions.keys() - declared]
    bad += [f"lacks {name}" for name in declared - functions.keys()]
    # Each function must be at the start of a section, so that the linker of the firmware can drop it.
    bad += [f"{name} shares a section" for name, place in functions.items() if place]
    symbols = output(f"{prefix}nm", archive)
    bad += [f"needs {name}" for name in re.findall(r"^ +U (\S+)$", symbols, re.M) if name not in allowed]
    bad += re.findall(r".*(?:panic|unwind|core3fmt).*", symbols)
    if re.search(r"-strict$|^thumbv6m-|^thumbv8m\.base-", target):
        bad += re.findall(r".*unaligned_access.*", output(f"{prefix}readelf", "-A", archive))
    # The tables of pointers of position-independent code are in .data.rel.ro, which the loader makes read-only.
    writable = r" (\.(?:data|bss|tdata|tbss|init_array)(?!\.rel\.ro)\S*) +(?!0+ )[0-9a-f]+"
    sections = output(f"{prefix}objdump", "-h", archive)
    bad += [f"section {name}" for name in re.findall(writable, sections)]
    # A debugger needs it to unwind the stack of a crash.
    if "-none-" in target and " .debug_frame " not in sections:
        bad.append("no .debug_frame")
    fail_if(bad, f"{target}: {', '.join(sorted(bad))}")
