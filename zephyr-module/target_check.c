/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * Stops the build where libcri's archive is for another CPU or calling convention than the firmware's: the linker
 * refuses a wrong float ABI, but takes instructions that the CPU does not have.
 *
 * CRI_TARGET_<Rust target, with underscores> is defined by the build; the module for RIOT uses this file too.
 */
#include <limits.h>

#if defined(CRI_TARGET_thumbv6m_none_eabi)
#if !defined(__ARM_ARCH_PROFILE) || __ARM_ARCH_PROFILE != 'M'
#error "CRI: the archive is for thumbv6m, the firmware for no Cortex-M: name another Rust target"
#endif
#elif defined(CRI_TARGET_thumbv7m_none_eabi)
#if !defined(__ARM_ARCH_7M__) && !defined(__ARM_ARCH_7EM__) && !defined(__ARM_ARCH_8M_MAIN__) && !defined(__ARM_ARCH_8_1M_MAIN__)
#error "CRI: the archive is for thumbv7m, the firmware for something less: name another Rust target"
#endif
#elif defined(CRI_TARGET_thumbv7em_none_eabi) || defined(CRI_TARGET_thumbv7em_none_eabihf)
#if !defined(__ARM_ARCH_7EM__)
#error "CRI: the archive is for thumbv7em, the firmware for something else: name another Rust target"
#endif
#elif defined(CRI_TARGET_thumbv8m_base_none_eabi)
#if !defined(__ARM_ARCH_8M_BASE__) && !defined(__ARM_ARCH_8M_MAIN__) && !defined(__ARM_ARCH_8_1M_MAIN__)
#error "CRI: the archive is for thumbv8m.base, the firmware for something less: name another Rust target"
#endif
#elif defined(CRI_TARGET_thumbv8m_main_none_eabi) || defined(CRI_TARGET_thumbv8m_main_none_eabihf)
#if !defined(__ARM_ARCH_8M_MAIN__) && !defined(__ARM_ARCH_8_1M_MAIN__)
#error "CRI: the archive is for thumbv8m.main, the firmware for something less: name another Rust target"
#endif
#elif defined(CRI_TARGET_riscv32imac_unknown_none_elf) || defined(CRI_TARGET_riscv32imc_unknown_none_elf)
#if !defined(__riscv) || __riscv_xlen != 32 || !defined(__riscv_mul) || !defined(__riscv_compressed) || \
    !defined(__riscv_float_abi_soft)
#error "CRI: the archive is for riscv32imc or riscv32imac, the firmware for something less: name another Rust target"
#endif
#if defined(CRI_TARGET_riscv32imac_unknown_none_elf) && !defined(__riscv_atomic)
#error "CRI: the archive is for riscv32imac, the firmware for something less: name another Rust target"
#endif
#elif defined(CRI_TARGET_riscv32imafc_unknown_none_elf)
#if !defined(__riscv) || __riscv_xlen != 32 || !defined(__riscv_mul) || !defined(__riscv_compressed) || \
    !defined(__riscv_atomic) || !defined(__riscv_float_abi_single)
#error "CRI: the archive is for riscv32imafc, the firmware for something else: name another Rust target"
#endif
#elif defined(CRI_TARGET_x86_64_unknown_linux_gnu)
#if !defined(__x86_64__) || defined(__ILP32__)
#error "CRI: the archive is for x86_64, the firmware for something else: name another Rust target"
#endif
#elif defined(CRI_TARGET_i686_unknown_linux_gnu)
#if !defined(__i386__)
#error "CRI: the archive is for i686, the firmware for something else: name another Rust target"
#endif
#endif

#if defined(CRI_TARGET_thumbv7em_none_eabihf) || defined(CRI_TARGET_thumbv8m_main_none_eabihf)
#if !defined(__ARM_PCS_VFP)
#error "CRI: the archive passes floats in registers, the firmware does not: name another Rust target"
#endif
#elif defined(__ARM_PCS_VFP)
#error "CRI: the firmware passes floats in registers, the archive does not: name another Rust target"
#endif

/* A file of C has at least one declaration. */
typedef char cri_target_check_t[CHAR_BIT == 8 ? 1 : -1];
