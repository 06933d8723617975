/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * Runs a program for Cortex-M3 or RV32IMC, an ELF file, on a CPU that stops it at the first load or store whose address
 * is not a multiple of its size: aligned PROGRAM. The CPU is Unicorn. The program prints and exits by semihosting.
 */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unicorn/unicorn.h>

static bool is_arm, ended;
static int status = 2;

static void must(uc_err error, const char *what)
{
    if (error != UC_ERR_OK) {
        printf("FAILED: %s: %s\n", what, uc_strerror(error));
        exit(2);
    }
}

/* ---- semihosting ---- */

static uint32_t get(uc_engine *uc, int arm, int riscv)
{
    uint32_t value = 0;
    must(uc_reg_read(uc, is_arm ? arm : riscv, &value), "a register");
    return value;
}

static void set(uc_engine *uc, int arm, int riscv, uint32_t value)
{
    must(uc_reg_write(uc, is_arm ? arm : riscv, &value), "a register");
}

static uint32_t word(uc_engine *uc, uint32_t address)
{
    uint32_t value;
    must(uc_mem_read(uc, address, &value, sizeof value), "an argument of semihosting");
    return value;
}

static void print(uc_engine *uc, uint32_t address, uint32_t len)
{
    for (uint32_t i = 0; i < len; i++) {
        char c;
        must(uc_mem_read(uc, address + i, &c, 1), "a text");
        putchar(c);
    }
}

/* Performs the operations that newlib and picolibc call. Other operations fail. */
static uint32_t semihosting(uc_engine *uc, uint32_t operation, uint32_t argument)
{
    enum { OPEN = 1, WRITEC = 3, WRITE = 5, IS_TTY = 9, EXIT = 24, EXIT_EXTENDED = 32, EXITED = 0x20026 };
    switch (operation) {
    case OPEN: {
        char name[3];
        must(uc_mem_read(uc, word(uc, argument), name, sizeof name), "a name");
        return memcmp(name, ":tt", 3) == 0 ? 1 : UINT32_MAX;
    }
    case WRITEC:
        print(uc, argument, 1);
        return 0;
    case WRITE:
        print(uc, word(uc, argument + 4), word(uc, argument + 8));
        return 0;
    case IS_TTY:
        return 1;
    case EXIT:
        status = argument == EXITED ? 0 : 1;
        ended = true;
        return 0;
    case EXIT_EXTENDED:
        status = word(uc, argument) == EXITED ? (int)word(uc, argument + 4) : 1;
        ended = true;
        return 0;
    default:
        return UINT32_MAX;
    }
}

/* ---- the CPU ---- */

static uint32_t place(uc_engine *uc) { return get(uc, UC_ARM_REG_PC, UC_RISCV_REG_PC); }

/* Returns true if the program is at a breakpoint, which is a semihosting call, and continues after it. */
static bool goes_on(uc_engine *uc)
{
    const uint32_t at = place(uc), breakpoint = is_arm ? 0xbeab : 0x00100073, mask = is_arm ? 0xffff : UINT32_MAX;
    if ((word(uc, at) & mask) != breakpoint)
        return false;
    const uint32_t operation = get(uc, UC_ARM_REG_R0, UC_RISCV_REG_A0);
    const uint32_t result = semihosting(uc, operation, get(uc, UC_ARM_REG_R1, UC_RISCV_REG_A1));
    set(uc, UC_ARM_REG_R0, UC_RISCV_REG_A0, result);
    set(uc, UC_ARM_REG_PC, UC_RISCV_REG_PC, is_arm ? (at + 2) | 1 : at + 4);
    return !ended;
}

/* Unicorn reports a breakpoint of ARM as an interrupt, and a breakpoint of RISC-V as an unknown instruction. */
static void interrupted(uc_engine *uc, uint32_t number, void *user_data)
{
    (void)number, (void)user_data;
    if (!goes_on(uc))
        uc_emu_stop(uc);
}

/* Registers have at most 4 bytes, so an instruction that loads or stores two registers also needs an alignment of 4. */
static void accessed(uc_engine *uc, uc_mem_type type, uint64_t address, int size, int64_t value, void *user_data)
{
    (void)type, (void)value, (void)user_data;
    if (address % (uint64_t)(size < 4 ? size : 4) != 0) {
        printf("FAILED: misaligned: %d bytes at %#x, by the code at %#x\n", size, (unsigned)address,
               (unsigned)place(uc));
        uc_emu_stop(uc);
    }
}

/* ---- the program ---- */

static uint8_t file[4 << 20];

static uint32_t field(size_t at, size_t size)
{
    uint32_t value = 0;
    memcpy(&value, file + at, size);
    return value;
}

static void map(uc_engine *uc, uint32_t address, size_t size)
{
    must(uc_mem_map(uc, address, size, UC_PROT_ALL), "a memory");
}

/* Creates a CPU with the memories of the boards. */
static uc_engine *open_cpu(void)
{
    uc_engine *uc;
    if (is_arm) {
        must(uc_open(UC_ARCH_ARM, UC_MODE_THUMB | UC_MODE_MCLASS, &uc), "a CPU");
        must(uc_ctl_set_cpu_model(uc, UC_CPU_ARM_CORTEX_M3), "a Cortex-M3");
        map(uc, 0, 0x400000);
        map(uc, 0x20000000, 0x400000);
        map(uc, 0xe000e000, 0x1000); /* the registers of the CPU */
    } else {
        must(uc_open(UC_ARCH_RISCV, UC_MODE_RISCV32, &uc), "a CPU");
        map(uc, 0x80000000, 0x800000);
    }
    return uc;
}

int main(int argc, char **argv)
{
    FILE *program = argc == 2 ? fopen(argv[1], "rb") : NULL;
    if (program == NULL || fread(file, 1, sizeof file, program) < 52 ||
        memcmp(file,
               "\x7f"
               "ELF\1\1",
               6) != 0) {
        fputs("usage: aligned PROGRAM, an ELF file of 32 bits\n", stderr);
        return 2;
    }
    is_arm = field(18, 2) == 40;
    uc_engine *uc = open_cpu();
    for (size_t i = 0, at = field(28, 4); i < field(44, 2); i++, at += field(42, 2)) {
        if (field(at, 4) == 1)
            must(uc_mem_write(uc, field(at + 12, 4), file + field(at + 4, 4), field(at + 16, 4)), "a segment");
    }
    if (is_arm)
        set(uc, UC_ARM_REG_SP, 0, word(uc, 0));
    set(uc, UC_ARM_REG_PC, UC_RISCV_REG_PC, field(24, 4));
    uc_hook hooks[2];
    must(uc_hook_add(uc, &hooks[0], UC_HOOK_INTR, (void *)interrupted, NULL, 1, 0), "a hook");
    must(uc_hook_add(uc, &hooks[1], UC_HOOK_MEM_READ | UC_HOOK_MEM_WRITE, (void *)accessed, NULL, 1, 0), "a hook");
    uc_err error;
    do {
        error = uc_emu_start(uc, place(uc) | is_arm, UINT32_MAX, 0, 0);
    } while (error != UC_ERR_OK && goes_on(uc));
    if (error != UC_ERR_OK && !ended)
        printf("FAILED: at %#x: %s\n", (unsigned)place(uc), uc_strerror(error));
    return status;
}
