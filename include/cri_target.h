/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/**
 * @file
 * Stops the compiler if libcri.a is for a different CPU or calling convention than the compiler's flags. The linker
 * alone is not enough. It refuses an archive for a different machine, pointer size or float ABI, but accepts
 * instructions that the CPU does not have, and unaligned access that the compiler's flags forbid
 * (-mno-unaligned-access) or that Zephyr traps.
 *
 * The build must define a macro from CRI_TARGET_ and the Rust target of the archive, written with underscores:
 * -DCRI_TARGET_thumbv7m_none_eabi. Without such a macro, nothing is checked. An archive for a CPU with fewer features
 * is accepted. cri.h includes this file.
 */
#ifndef CRI_TARGET_H
#define CRI_TARGET_H

/** @cond */

/* Defined if a v7-M or later CPU must access words only at aligned addresses. Zephyr enables the trap with Kconfig. */
#if defined(__ARM_ARCH_PROFILE) && __ARM_ARCH_PROFILE == 'M' && __ARM_ARCH_ISA_THUMB >= 2 && \
    (!defined(__ARM_FEATURE_UNALIGNED) || defined(CONFIG_TRAP_UNALIGNED_ACCESS))
#define CRI_ALIGNED
#endif

/* Defined if no archive for Cortex-M fits: they are little-endian, and rustc writes no landing pads for indirect calls
 * of a CPU with branch target identification, such as Cortex-M85. */
#if defined(__ARMEB__) || (defined(__ARM_FEATURE_BTI_DEFAULT) && __ARM_FEATURE_BTI_DEFAULT)
#define CRI_NO_CORTEX_M
#endif

/* ---- the archive: each target, and the compiler's flags that it requires -------------------------------------- */

#if defined(CRI_TARGET_thumbv6m_none_eabi)
#if !defined(__ARM_ARCH_PROFILE) || __ARM_ARCH_PROFILE != 'M' || defined(__ARM_PCS_VFP) || defined(CRI_NO_CORTEX_M)
#define CRI_MISFIT
#error "libcri: the archive is for thumbv6m-none-eabi: it needs any Cortex-M, and floats not passed in registers."
#endif
#endif

#if defined(CRI_TARGET_thumbv7m_none_eabi)
#if !defined(__ARM_ARCH_PROFILE) || __ARM_ARCH_PROFILE != 'M' || __ARM_ARCH_ISA_THUMB < 2 || defined(__ARM_PCS_VFP) || \
    defined(CRI_NO_CORTEX_M) || defined(CRI_ALIGNED)
#define CRI_MISFIT
#error "libcri: the archive is for thumbv7m-none-eabi: it needs Cortex-M3 or later (M4, M7, M33), and floats not passed in registers."
#endif
#endif

#if defined(CRI_TARGET_thumbv7m_none_eabi_strict)
#if !defined(__ARM_ARCH_PROFILE) || __ARM_ARCH_PROFILE != 'M' || __ARM_ARCH_ISA_THUMB < 2 || defined(__ARM_PCS_VFP) || \
    defined(CRI_NO_CORTEX_M)
#define CRI_MISFIT
#error "libcri: the archive is for thumbv7m-none-eabi-strict: it needs Cortex-M3 or later (M4, M7, M33), and floats not passed in registers; it makes no unaligned access."
#endif
#endif

#if defined(CRI_TARGET_thumbv7em_none_eabi)
#if !defined(__ARM_ARCH_PROFILE) || __ARM_ARCH_PROFILE != 'M' || __ARM_ARCH_ISA_THUMB < 2 || \
    !defined(__ARM_FEATURE_DSP) || defined(__ARM_PCS_VFP) || defined(CRI_NO_CORTEX_M) || defined(CRI_ALIGNED)
#define CRI_MISFIT
#error "libcri: the archive is for thumbv7em-none-eabi: it needs Cortex-M4, M7 or later with DSP, and floats not passed in registers."
#endif
#endif

#if defined(CRI_TARGET_thumbv7em_none_eabihf)
#if !defined(__ARM_ARCH_PROFILE) || __ARM_ARCH_PROFILE != 'M' || __ARM_ARCH_ISA_THUMB < 2 || \
    !defined(__ARM_FEATURE_DSP) || !defined(__ARM_PCS_VFP) || !defined(__ARM_FP) || defined(CRI_NO_CORTEX_M) || \
    defined(CRI_ALIGNED)
#define CRI_MISFIT
#error "libcri: the archive is for thumbv7em-none-eabihf: it needs Cortex-M4, M7 or later with DSP and FPU, and floats passed in registers."
#endif
#endif

#if defined(CRI_TARGET_thumbv7em_none_eabihf_strict)
#if !defined(__ARM_ARCH_PROFILE) || __ARM_ARCH_PROFILE != 'M' || __ARM_ARCH_ISA_THUMB < 2 || \
    !defined(__ARM_FEATURE_DSP) || !defined(__ARM_PCS_VFP) || !defined(__ARM_FP) || defined(CRI_NO_CORTEX_M)
#define CRI_MISFIT
#error "libcri: the archive is for thumbv7em-none-eabihf-strict: it needs Cortex-M4, M7 or later with DSP and FPU, and floats passed in registers; it makes no unaligned access."
#endif
#endif

#if defined(CRI_TARGET_thumbv8m_base_none_eabi)
#if !defined(__ARM_ARCH_PROFILE) || __ARM_ARCH_PROFILE != 'M' || __ARM_ARCH < 8 || defined(__ARM_PCS_VFP) || \
    defined(CRI_NO_CORTEX_M)
#define CRI_MISFIT
#error "libcri: the archive is for thumbv8m.base-none-eabi: it needs Cortex-M23 or later (M33, M55), and floats not passed in registers."
#endif
#endif

#if defined(CRI_TARGET_thumbv8m_main_none_eabi)
#if !defined(__ARM_ARCH_PROFILE) || __ARM_ARCH_PROFILE != 'M' || __ARM_ARCH < 8 || __ARM_ARCH_ISA_THUMB < 2 || \
    defined(__ARM_PCS_VFP) || defined(CRI_NO_CORTEX_M) || defined(CRI_ALIGNED)
#define CRI_MISFIT
#error "libcri: the archive is for thumbv8m.main-none-eabi: it needs Cortex-M33, M35P, M55 or M85, and floats not passed in registers."
#endif
#endif

#if defined(CRI_TARGET_thumbv8m_main_none_eabihf)
#if !defined(__ARM_ARCH_PROFILE) || __ARM_ARCH_PROFILE != 'M' || __ARM_ARCH < 8 || __ARM_ARCH_ISA_THUMB < 2 || \
    !defined(__ARM_PCS_VFP) || !defined(__ARM_FP) || defined(CRI_NO_CORTEX_M) || defined(CRI_ALIGNED)
#define CRI_MISFIT
#error "libcri: the archive is for thumbv8m.main-none-eabihf: it needs Cortex-M33, M35P, M55 or M85 with FPU, and floats passed in registers."
#endif
#endif

#if defined(CRI_TARGET_thumbv8m_main_none_eabihf_strict)
#if !defined(__ARM_ARCH_PROFILE) || __ARM_ARCH_PROFILE != 'M' || __ARM_ARCH < 8 || __ARM_ARCH_ISA_THUMB < 2 || \
    !defined(__ARM_PCS_VFP) || !defined(__ARM_FP) || defined(CRI_NO_CORTEX_M)
#define CRI_MISFIT
#error "libcri: the archive is for thumbv8m.main-none-eabihf-strict: it needs Cortex-M33, M35P, M55 or M85 with FPU, and floats passed in registers; it makes no unaligned access."
#endif
#endif

#if defined(CRI_TARGET_armv7r_none_eabi)
#if !defined(__ARM_ARCH_PROFILE) || __ARM_ARCH_PROFILE != 'R' || defined(__ARM_PCS_VFP) || defined(__ARMEB__)
#define CRI_MISFIT
#error "libcri: the archive is for armv7r-none-eabi: it needs Cortex-R4 or later, and floats not passed in registers."
#endif
#endif

#if defined(CRI_TARGET_armv7r_none_eabihf)
#if !defined(__ARM_ARCH_PROFILE) || __ARM_ARCH_PROFILE != 'R' || !defined(__ARM_PCS_VFP) || defined(__ARMEB__)
#define CRI_MISFIT
#error "libcri: the archive is for armv7r-none-eabihf: it needs Cortex-R4F or later, and floats passed in registers."
#endif
#endif

#if defined(CRI_TARGET_riscv32i_unknown_none_elf)
#if !defined(__riscv) || __riscv_xlen != 32 || !defined(__riscv_float_abi_soft) || defined(__riscv_32e) || \
    defined(__riscv_abi_rve)
#define CRI_MISFIT
#error "libcri: the archive is for riscv32i-unknown-none-elf: it needs RV32I or more with -mabi=ilp32."
#endif
#endif

#if defined(CRI_TARGET_riscv32im_unknown_none_elf)
#if !defined(__riscv) || __riscv_xlen != 32 || !defined(__riscv_mul) || !defined(__riscv_div) || \
    !defined(__riscv_float_abi_soft) || defined(__riscv_32e) || defined(__riscv_abi_rve)
#define CRI_MISFIT
#error "libcri: the archive is for riscv32im-unknown-none-elf: it needs RV32IM or more with -mabi=ilp32."
#endif
#endif

#if defined(CRI_TARGET_riscv32ima_unknown_none_elf)
#if !defined(__riscv) || __riscv_xlen != 32 || !defined(__riscv_mul) || !defined(__riscv_div) || \
    !defined(__riscv_atomic) || !defined(__riscv_float_abi_soft) || defined(__riscv_32e) || defined(__riscv_abi_rve)
#define CRI_MISFIT
#error "libcri: the archive is for riscv32ima-unknown-none-elf: it needs RV32IMA or more with -mabi=ilp32."
#endif
#endif

#if defined(CRI_TARGET_riscv32imc_unknown_none_elf)
#if !defined(__riscv) || __riscv_xlen != 32 || !defined(__riscv_mul) || !defined(__riscv_div) || \
    !defined(__riscv_compressed) || !defined(__riscv_float_abi_soft) || defined(__riscv_32e) || \
    defined(__riscv_abi_rve)
#define CRI_MISFIT
#error "libcri: the archive is for riscv32imc-unknown-none-elf: it needs RV32IMC or more with -mabi=ilp32."
#endif
#endif

#if defined(CRI_TARGET_riscv32imac_unknown_none_elf)
#if !defined(__riscv) || __riscv_xlen != 32 || !defined(__riscv_mul) || !defined(__riscv_div) || \
    !defined(__riscv_atomic) || !defined(__riscv_compressed) || !defined(__riscv_float_abi_soft) || \
    defined(__riscv_32e) || defined(__riscv_abi_rve)
#define CRI_MISFIT
#error "libcri: the archive is for riscv32imac-unknown-none-elf: it needs RV32IMAC or more with -mabi=ilp32."
#endif
#endif

#if defined(CRI_TARGET_riscv32imafc_unknown_none_elf)
#if !defined(__riscv) || __riscv_xlen != 32 || !defined(__riscv_mul) || !defined(__riscv_div) || \
    !defined(__riscv_atomic) || !defined(__riscv_compressed) || !defined(__riscv_float_abi_single)
#define CRI_MISFIT
#error "libcri: the archive is for riscv32imafc-unknown-none-elf: it needs RV32IMAFC or more with -mabi=ilp32f."
#endif
#endif

#if defined(CRI_TARGET_riscv64imac_unknown_none_elf)
#if !defined(__riscv) || __riscv_xlen != 64 || !defined(__riscv_mul) || !defined(__riscv_div) || \
    !defined(__riscv_atomic) || !defined(__riscv_compressed) || !defined(__riscv_float_abi_soft) || \
    defined(__riscv_abi_rve)
#define CRI_MISFIT
#error "libcri: the archive is for riscv64imac-unknown-none-elf: it needs RV64IMAC or more with -mabi=lp64."
#endif
#endif

#if defined(CRI_TARGET_riscv64gc_unknown_none_elf)
#if !defined(__riscv) || __riscv_xlen != 64 || !defined(__riscv_mul) || !defined(__riscv_div) || \
    !defined(__riscv_atomic) || !defined(__riscv_compressed) || !defined(__riscv_float_abi_double)
#define CRI_MISFIT
#error "libcri: the archive is for riscv64gc-unknown-none-elf: it needs RV64GC or more with -mabi=lp64d."
#endif
#endif

#if defined(CRI_TARGET_x86_64_unknown_linux_gnu)
#if !defined(__x86_64__) || defined(__ILP32__) || !defined(__ELF__)
#define CRI_MISFIT
#error "libcri: the archive is for x86_64-unknown-linux-gnu: it needs x86-64 with 64-bit pointers."
#endif
#endif

#if defined(CRI_TARGET_i686_unknown_linux_gnu)
#if !defined(__i386__) || !defined(__ELF__)
#define CRI_MISFIT
#error "libcri: the archive is for i686-unknown-linux-gnu: it needs x86 with 32 bits, as with -m32."
#endif
#endif

#if defined(CRI_TARGET_aarch64_unknown_linux_gnu)
#if !defined(__aarch64__) || defined(__ILP32__) || defined(__AARCH64EB__) || !defined(__ARM_NEON) || !defined(__ELF__)
#define CRI_MISFIT
#error "libcri: the archive is for aarch64-unknown-linux-gnu: it needs little-endian AArch64 with floating point."
#endif
#endif

#if defined(CRI_TARGET_powerpc_unknown_linux_gnu)
#if !defined(__powerpc__) || defined(__powerpc64__) || defined(_SOFT_FLOAT) || defined(__NO_FPRS__) || \
    defined(__LITTLE_ENDIAN__) || !defined(__ELF__)
#define CRI_MISFIT
#error "libcri: the archive is for powerpc-unknown-linux-gnu: it needs big-endian PowerPC with 32 bits and floating point."
#endif
#endif

/* ---- the flags: the target that they are for, if the archive does not fit ------------------------------------ */

#if defined(CRI_MISFIT)
#if defined(__ARMEB__) || defined(__AARCH64EB__)
#error "libcri: the compiler's flags are for big-endian ARM, for which libcri knows no target."
#elif defined(__ARM_ARCH_PROFILE) && __ARM_ARCH_PROFILE == 'M'
#if defined(CRI_NO_CORTEX_M)
#error "libcri: the compiler's flags are for branch target identification, which no archive supports: use -mbranch-protection=pac-ret or none."
#elif __ARM_ARCH_ISA_THUMB < 2 && __ARM_ARCH < 8
#error "libcri: the compiler's flags are for Cortex-M0, M0+ or M1: thumbv6m-none-eabi fits."
#elif __ARM_ARCH_ISA_THUMB < 2
#error "libcri: the compiler's flags are for Cortex-M23: thumbv8m.base-none-eabi fits."
#elif defined(CRI_ALIGNED) && __ARM_ARCH >= 8 && defined(__ARM_PCS_VFP)
#error "libcri: the compiler's flags are for Cortex-M33, M35P, M55 or M85 without unaligned access (-munaligned-access allows it), with floats passed in registers: thumbv8m.main-none-eabihf-strict fits."
#elif defined(CRI_ALIGNED) && defined(__ARM_PCS_VFP)
#error "libcri: the compiler's flags are for Cortex-M4 or M7 without unaligned access (-munaligned-access allows it), with floats passed in registers: thumbv7em-none-eabihf-strict fits."
#elif defined(CRI_ALIGNED)
#error "libcri: the compiler's flags are for Cortex-M3 or more without unaligned access (-munaligned-access allows it), with floats not passed in registers: thumbv7m-none-eabi-strict fits."
#elif __ARM_ARCH >= 8 && defined(__ARM_PCS_VFP)
#error "libcri: the compiler's flags are for Cortex-M33, M35P, M55 or M85, with floats passed in registers: thumbv8m.main-none-eabihf fits."
#elif __ARM_ARCH >= 8
#error "libcri: the compiler's flags are for Cortex-M33, M35P, M55 or M85, with floats not passed in registers: thumbv8m.main-none-eabi fits."
#elif defined(__ARM_PCS_VFP)
#error "libcri: the compiler's flags are for Cortex-M4 or M7, with floats passed in registers: thumbv7em-none-eabihf fits."
#elif defined(__ARM_FEATURE_DSP)
#error "libcri: the compiler's flags are for Cortex-M4 or M7, with floats not passed in registers: thumbv7em-none-eabi fits."
#else
#error "libcri: the compiler's flags are for Cortex-M3: thumbv7m-none-eabi fits."
#endif
#elif defined(__ARM_ARCH_PROFILE) && __ARM_ARCH_PROFILE == 'R' && defined(__ARM_PCS_VFP)
#error "libcri: the compiler's flags are for Cortex-R, with floats passed in registers: armv7r-none-eabihf fits."
#elif defined(__ARM_ARCH_PROFILE) && __ARM_ARCH_PROFILE == 'R'
#error "libcri: the compiler's flags are for Cortex-R, with floats not passed in registers: armv7r-none-eabi fits."
#elif defined(__aarch64__)
#error "libcri: the compiler's flags are for AArch64: on Linux aarch64-unknown-linux-gnu fits."
#elif defined(__arm__) && defined(__ARM_ARCH_PROFILE)
#error "libcri: the compiler's flags are for an ARM that is neither Cortex-M nor Cortex-R, for which libcri knows no target."
#elif defined(__arm__)
#error "libcri: the compiler's flags are for an old ARM: is -mcpu missing?"
#elif defined(__riscv) && (defined(__riscv_32e) || defined(__riscv_abi_rve))
#error "libcri: the compiler's flags are for RISC-V with 16 registers (RV32E, RV64E), for which libcri knows no target."
#elif defined(__riscv) && __riscv_xlen == 64 && defined(__riscv_float_abi_soft)
#error "libcri: the compiler's flags are for RV64 with -mabi=lp64: riscv64imac-unknown-none-elf fits, if the flags have M, A and C."
#elif defined(__riscv) && __riscv_xlen == 64
#error "libcri: the compiler's flags are for RV64, with floats passed in registers: riscv64gc-unknown-none-elf fits with -mabi=lp64d."
#elif defined(__riscv) && !defined(__riscv_float_abi_soft)
#error "libcri: the compiler's flags are for RV32, with floats passed in registers: riscv32imafc-unknown-none-elf fits with -mabi=ilp32f."
#elif defined(__riscv) && defined(__riscv_mul) && defined(__riscv_compressed) && defined(__riscv_atomic)
#error "libcri: the compiler's flags are for RV32IMAC with -mabi=ilp32: riscv32imac-unknown-none-elf fits."
#elif defined(__riscv) && defined(__riscv_mul) && defined(__riscv_compressed)
#error "libcri: the compiler's flags are for RV32IMC with -mabi=ilp32: riscv32imc-unknown-none-elf fits."
#elif defined(__riscv) && defined(__riscv_mul) && defined(__riscv_atomic)
#error "libcri: the compiler's flags are for RV32IMA with -mabi=ilp32: riscv32ima-unknown-none-elf fits."
#elif defined(__riscv) && defined(__riscv_mul)
#error "libcri: the compiler's flags are for RV32IM with -mabi=ilp32: riscv32im-unknown-none-elf fits."
#elif defined(__riscv)
#error "libcri: the compiler's flags are for RV32I with -mabi=ilp32: riscv32i-unknown-none-elf fits."
#elif defined(__x86_64__) && defined(__ILP32__)
#error "libcri: the compiler's flags are for x32 (-mx32), for which libcri knows no target."
#elif defined(__x86_64__)
#error "libcri: the compiler's flags are for x86-64: on Linux x86_64-unknown-linux-gnu fits."
#elif defined(__i386__)
#error "libcri: the compiler's flags are for x86 with 32 bits: on Linux i686-unknown-linux-gnu fits."
#elif defined(__powerpc__) && !defined(__powerpc64__)
#error "libcri: the compiler's flags are for PowerPC: powerpc-unknown-linux-gnu fits if it is big-endian with floating point."
#else
#error "libcri: the compiler's flags are for a machine for which libcri knows no target."
#endif
#error "libcri: correct -mcpu, -march, -mabi or -mfloat-abi; or name another target, or none, so that it follows from the CPU or the flags: CRI_RUST_TARGET (CMake), CONFIG_CRI_RUST_TARGET (Zephyr), LIBCRI_TARGET (RIOT), board_build.cri_target (PlatformIO), --define-variable=target= (pkg-config, which needs a name)."
#undef CRI_MISFIT
#endif
#undef CRI_ALIGNED
#undef CRI_NO_CORTEX_M

/** @endcond */

#endif /* CRI_TARGET_H */
