#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR Apache-2.0
"""Prints assembly for the linker's --wrap: a way into each function that it is given, which watches the function.

    wrap.py arm NAME...       measures how deep its stack gets (stack.h)
    wrap.py x86_64 NAME...    counts what it allocates (stack.h)

Neither puts anything on the stack, since that would move arguments there: what must be kept is kept in static memory. The
functions call nothing that is wrapped, so one place is enough.
"""

import sys

# More than any bound; a function that reaches the end of the paint is reported with this figure.
PAINTED = 1280
PAINT = 0xA5C35A96

ARM_COMMON = f"""
    .syntax unified
    .thumb
    .equ painted, {PAINTED}

    @ ip: the number of the function, with its real address next to it in the table
    .section .text.wrap_common, "ax", %progbits
    .thumb_func
wrap_common:
    @ Keep the arguments in registers, and what the caller wants back.
    str r0, [ip, #8]
    str r1, [ip, #12]
    str r2, [ip, #16]
    str r3, [ip, #20]
    ldr r0, =wrap_saved
    stmia r0!, {{r4-r11}}
    str lr, [r0]
    mov r11, ip
    @ Paint.
    mov r0, sp
    sub r1, r0, #painted
    ldr r2, ={PAINT:#x}
    mov r3, r2
    mov r4, r2
    mov r5, r2
1:  stmia r1!, {{r2-r5}}
    cmp r1, r0
    blo 1b
    @ Call.
    ldr r0, [r11, #8]
    ldr r1, [r11, #12]
    ldr r2, [r11, #16]
    ldr r3, [r11, #20]
    ldr r4, [r11, #4]
    blx r4
    @ How far the paint is gone, from the far end.
    mov r4, sp
    sub r5, r4, #painted
    ldr r6, ={PAINT:#x}
2:  ldr r7, [r5], #4
    cmp r7, r6
    bne 3f
    cmp r5, r4
    blo 2b
    adds r5, r5, #4
3:  sub r5, r5, #4
    subs r4, r4, r5
    ldr r6, [r11, #0]
    ldr r7, =wrap_calls
    ldr r8, [r7, r6, lsl #2]
    adds r8, r8, #1
    str r8, [r7, r6, lsl #2]
    ldr r7, =wrap_figures
    ldr r8, [r7, r6, lsl #2]
    cmp r4, r8
    bls 4f
    str r4, [r7, r6, lsl #2]
4:  ldr ip, =wrap_saved
    ldmia ip!, {{r4-r11}}
    ldr pc, [ip]
    .ltorg
    .section .bss.wrap_saved, "aw", %nobits
    .align 2
wrap_saved: .space 36
"""


def arm(names):
    # REUSE-IgnoreStart
    print("    @ SPDX-License-Identifier: MIT OR Apache-2.0" + ARM_COMMON)
    # REUSE-IgnoreEnd
    for number, name in enumerate(names):
        print(f"""    .section .data.wrap_{name}, "aw", %progbits
    .align 2
entry_{name}: .word {number}, __real_{name}, 0, 0, 0, 0
    .section .text.wrap_{name}, "ax", %progbits
    .global __wrap_{name}
    .thumb_func
__wrap_{name}:
    ldr ip, =entry_{name}
    b wrap_common
    .ltorg""")
    tables(names, ".word", "%", ["wrap_calls", "wrap_figures"])


def tables(names, word, kind, counters):
    size = 4 if word == ".word" else 8
    print(f"    .section .rodata.wrap_names, \"a\", {kind}progbits\n    .balign {size}\n    .global wrap_names, wrap_count")
    print("wrap_count: " + f"{word} {len(names)}")
    print("wrap_names: " + f"{word} " + ", ".join(f"name_{name}" for name in names))
    for name in names:
        print(f'name_{name}: .asciz "{name}"')
    print(f"    .section .bss.wrap_counters, \"aw\", {kind}nobits\n    .balign 8")
    for counter in counters:
        print(f"    .global {counter}\n{counter}: .space {4 * len(names)}")


def x86_64(names):
    # REUSE-IgnoreStart
    print("    # SPDX-License-Identifier: MIT OR Apache-2.0")
    # REUSE-IgnoreEnd
    for number, name in enumerate(names):
        print(f"""    .section .text.wrap_{name}, "ax", @progbits
    .global __wrap_{name}
__wrap_{name}:
    popq wrap_return(%rip)
    movq ${number}, wrap_inside(%rip)
    addl $1, wrap_calls+{4 * number}(%rip)
    call __real_{name}
    movq $-1, wrap_inside(%rip)
    pushq wrap_return(%rip)
    ret""")
    print("""    .section .data.wrap_inside, "aw", @progbits
    .balign 8
    .global wrap_inside
wrap_inside: .quad -1
    .section .bss.wrap_return, "aw", @nobits
    .balign 8
wrap_return: .space 8
    .section .note.GNU-stack, "", @progbits""")
    tables(names, ".quad", "@", ["wrap_calls", "wrap_figures"])


if __name__ == "__main__":
    {"arm": arm, "x86_64": x86_64}[sys.argv[1]](sys.argv[2:])
