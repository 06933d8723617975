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

/* ---- the archive: each target, and the compiler's flags that it requires -------------------------------------- */

#if defined(CRI_TARGET_thumbv6m_none_eabi)
#if !defined(__ARM_ARCH_PROFILE) || __ARM_ARCH_PROFILE != 'M' || defined(__ARM_PCS_VFP) || defined(__ARMEB__)
#define CRI_MISFIT
#error "libcri: the archive is for thumbv6m-none-eabi: any Cortex-M, floats not passed in registers."
#endif
#endif

#if defined(CRI_TARGET_thumbv7m_none_eabi)
#if !defined(__ARM_ARCH_PROFILE) || __ARM_ARCH_PROFILE != 'M' || __ARM_ARCH_ISA_THUMB < 2 || defined(__ARM_PCS_VFP) || \
    defined(__ARMEB__) || defined(CRI_ALIGNED)
#define CRI_MISFIT
#error "libcri: the archive is for thumbv7m-none-eabi: Cortex-M3 or more (M4, M7, M33), floats not passed in registers."
#endif
#endif

#if defined(CRI_TARGET_thumbv7m_none_eabi_strict)
#if !defined(__ARM_ARCH_PROFILE) || __ARM_ARCH_PROFILE != 'M' || __ARM_ARCH_ISA_THUMB < 2 || defined(__ARM_PCS_VFP) || \
    defined(__ARMEB__)
#define CRI_MISFIT
#error "libcri: the archive is for thumbv7m-none-eabi-strict: Cortex-M3 or more (M4, M7, M33), floats not passed in registers, no unaligned access."
#endif
#endif

#if defined(CRI_TARGET_thumbv7em_none_eabi)
#if !defined(__ARM_ARCH_PROFILE) || __ARM_ARCH_PROFILE != 'M' || __ARM_ARCH_ISA_THUMB < 2 || \
    !defined(__ARM_FEATURE_DSP) || defined(__ARM_PCS_VFP) || defined(__ARMEB__) || defined(CRI_ALIGNED)
#define CRI_MISFIT
#error "libcri: the archive is for thumbv7em-none-eabi: Cortex-M4, M7 or more with DSP, floats not passed in registers."
#endif
#endif

#if defined(CRI_TARGET_thumbv7em_none_eabihf)
#if !defined(__ARM_ARCH_PROFILE) || __ARM_ARCH_PROFILE != 'M' || __ARM_ARCH_ISA_THUMB < 2 || \
    !defined(__ARM_FEATURE_DSP) || !defined(__ARM_PCS_VFP) || !defined(__ARM_FP) || defined(__ARMEB__) || \
    defined(CRI_ALIGNED)
#define CRI_MISFIT
#error "libcri: the archive is for thumbv7em-none-eabihf: Cortex-M4, M7 or more with DSP and FPU, floats passed in registers."
#endif
#endif

#if defined(CRI_TARGET_thumbv7em_none_eabihf_strict)
#if !defined(__ARM_ARCH_PROFILE) || __ARM_ARCH_PROFILE != 'M' || __ARM_ARCH_ISA_THUMB < 2 || \
    !defined(__ARM_FEATURE_DSP) || !defined(__ARM_PCS_VFP) || !defined(__ARM_FP) || defined(__ARMEB__)
#define CRI_MISFIT
#error "libcri: the archive is for thumbv7em-none-eabihf-strict: Cortex-M4, M7 or more with DSP and FPU, floats passed in registers, no unaligned access."
#endif
#endif

#if defined(CRI_TARGET_thumbv8m_base_none_eabi)
#if !defined(__ARM_ARCH_PROFILE) || __ARM_ARCH_PROFILE != 'M' || __ARM_ARCH < 8 || defined(__ARM_PCS_VFP) || \
    defined(__ARMEB__)
#define CRI_MISFIT
#error "libcri: the archive is for thumbv8m.base-none-eabi: Cortex-M23 or more (M33, M55), floats not passed in registers."
#endif
#endif

#if defined(CRI_TARGET_thumbv8m_main_none_eabi)
#if !defined(__ARM_ARCH_PROFILE) || __ARM_ARCH_PROFILE != 'M' || __ARM_ARCH < 8 || __ARM_ARCH_ISA_THUMB < 2 || \
    defined(__ARM_PCS_VFP) || defined(__ARMEB__) || defined(CRI_ALIGNED)
#define CRI_MISFIT
#error "libcri: the archive is for thumbv8m.main-none-eabi: Cortex-M33, M35P, M55 or M85, floats not passed in registers."
#endif
#endif

#if defined(CRI_TARGET_thumbv8m_main_none_eabihf)
#if !defined(__ARM_ARCH_PROFILE) || __ARM_ARCH_PROFILE != 'M' || __ARM_ARCH < 8 || __ARM_ARCH_ISA_THUMB < 2 || \
    !defined(__ARM_PCS_VFP) || !defined(__ARM_FP) || defined(__ARMEB__) || defined(CRI_ALIGNED)
#define CRI_MISFIT
#error "libcri: the archive is for thumbv8m.main-none-eabihf: Cortex-M33, M35P, M55 or M85 with FPU, floats passed in registers."
#endif
#endif

#if defined(CRI_TARGET_thumbv8m_main_none_eabihf_strict)
#if !defined(__ARM_ARCH_PROFILE) || __ARM_ARCH_PROFILE != 'M' || __ARM_ARCH < 8 || __ARM_ARCH_ISA_THUMB < 2 || \
    !defined(__ARM_PCS_VFP) || !defined(__ARM_FP) || defined(__ARMEB__)
#define CRI_MISFIT
#error "libcri: the archive is for thumbv8m.main-none-eabihf-strict: Cortex-M33, M35P, M55 or M85 with FPU, floats passed in registers, no unaligned access."
#endif
#endif

#if defined(CRI_TARGET_armv7r_none_eabi)
#if !defined(__ARM_ARCH_PROFILE) || __ARM_ARCH_PROFILE != 'R' || defined(__ARM_PCS_VFP) || defined(__ARMEB__)
#define CRI_MISFIT
#error "libcri: the archive is for armv7r-none-eabi: Cortex-R4 or more, floats not passed in registers."
#endif
#endif

#if defined(CRI_TARGET_armv7r_none_eabihf)
#if !defined(__ARM_ARCH_PROFILE) || __ARM_ARCH_PROFILE != 'R' || !defined(__ARM_PCS_VFP) || defined(__ARMEB__)
#define CRI_MISFIT
#error "libcri: the archive is for armv7r-none-eabihf: Cortex-R4F or more, floats passed in registers."
#endif
#endif

#if defined(CRI_TARGET_riscv32i_unknown_none_elf)
#if !defined(__riscv) || __riscv_xlen != 32 || !defined(__riscv_float_abi_soft) || defined(__riscv_32e) || \
    defined(__riscv_abi_rve)
#define CRI_MISFIT
#error "libcri: the archive is for riscv32i-unknown-none-elf: RV32I or more, -mabi=ilp32."
#endif
#endif

#if defined(CRI_TARGET_riscv32im_unknown_none_elf)
#if !defined(__riscv) || __riscv_xlen != 32 || !defined(__riscv_mul) || !defined(__riscv_div) || \
    !defined(__riscv_float_abi_soft) || defined(__riscv_32e) || defined(__riscv_abi_rve)
#define CRI_MISFIT
#error "libcri: the archive is for riscv32im-unknown-none-elf: RV32IM or more, -mabi=ilp32."
#endif
#endif

#if defined(CRI_TARGET_riscv32ima_unknown_none_elf)
#if !defined(__riscv) || __riscv_xlen != 32 || !defined(__riscv_mul) || !defined(__riscv_div) || \
    !defined(__riscv_atomic) || !defined(__riscv_float_abi_soft) || defined(__riscv_32e) || defined(__riscv_abi_rve)
#define CRI_MISFIT
#error "libcri: the archive is for riscv32ima-unknown-none-elf: RV32IMA or more, -mabi=ilp32."
#endif
#endif

#if defined(CRI_TARGET_riscv32imc_unknown_none_elf)
#if !defined(__riscv) || __riscv_xlen != 32 || !defined(__riscv_mul) || !defined(__riscv_div) || \
    !defined(__riscv_compressed) || !defined(__riscv_float_abi_soft) || defined(__riscv_32e) || \
    defined(__riscv_abi_rve)
#define CRI_MISFIT
#error "libcri: the archive is for riscv32imc-unknown-none-elf: RV32IMC or more, -mabi=ilp32."
#endif
#endif

#if defined(CRI_TARGET_riscv32imac_unknown_none_elf)
#if !defined(__riscv) || __riscv_xlen != 32 || !defined(__riscv_mul) || !defined(__riscv_div) || \
    !defined(__riscv_atomic) || !defined(__riscv_compressed) || !defined(__riscv_float_abi_soft) || \
    defined(__riscv_32e) || defined(__riscv_abi_rve)
#define CRI_MISFIT
#error "libcri: the archive is for riscv32imac-unknown-none-elf: RV32IMAC or more, -mabi=ilp32."
#endif
#endif

#if defined(CRI_TARGET_riscv32imafc_unknown_none_elf)
#if !defined(__riscv) || __riscv_xlen != 32 || !defined(__riscv_mul) || !defined(__riscv_div) || \
    !defined(__riscv_atomic) || !defined(__riscv_compressed) || !defined(__riscv_float_abi_single)
#define CRI_MISFIT
#error "libcri: the archive is for riscv32imafc-unknown-none-elf: RV32IMAFC or more, -mabi=ilp32f."
#endif
#endif

#if defined(CRI_TARGET_riscv64imac_unknown_none_elf)
#if !defined(__riscv) || __riscv_xlen != 64 || !defined(__riscv_mul) || !defined(__riscv_div) || \
    !defined(__riscv_atomic) || !defined(__riscv_compressed) || !defined(__riscv_float_abi_soft) || \
    defined(__riscv_abi_rve)
#define CRI_MISFIT
#error "libcri: the archive is for riscv64imac-unknown-none-elf: RV64IMAC or more, -mabi=lp64."
#endif
#endif

#if defined(CRI_TARGET_riscv64gc_unknown_none_elf)
#if !defined(__riscv) || __riscv_xlen != 64 || !defined(__riscv_mul) || !defined(__riscv_div) || \
    !defined(__riscv_atomic) || !defined(__riscv_compressed) || !defined(__riscv_float_abi_double)
#define CRI_MISFIT
#error "libcri: the archive is for riscv64gc-unknown-none-elf: RV64GC or more, -mabi=lp64d."
#endif
#endif

#if defined(CRI_TARGET_x86_64_unknown_linux_gnu)
#if !defined(__x86_64__) || defined(__ILP32__) || !defined(__ELF__)
#define CRI_MISFIT
#error "libcri: the archive is for x86_64-unknown-linux-gnu: x86-64 with 64-bit pointers."
#endif
#endif

#if defined(CRI_TARGET_i686_unknown_linux_gnu)
#if !defined(__i386__) || !defined(__ELF__)
#define CRI_MISFIT
#error "libcri: the archive is for i686-unknown-linux-gnu: x86 with 32 bits, as with -m32."
#endif
#endif

#if defined(CRI_TARGET_aarch64_unknown_linux_gnu)
#if !defined(__aarch64__) || defined(__ILP32__) || defined(__AARCH64EB__) || !defined(__ARM_NEON) || !defined(__ELF__)
#define CRI_MISFIT
#error "libcri: the archive is for aarch64-unknown-linux-gnu: AArch64, little-endian, with floating point."
#endif
#endif

#if defined(CRI_TARGET_powerpc_unknown_linux_gnu)
#if !defined(__powerpc__) || defined(__powerpc64__) || defined(_SOFT_FLOAT) || defined(__NO_FPRS__) || \
    defined(__LITTLE_ENDIAN__) || !defined(__ELF__)
#define CRI_MISFIT
#error "libcri: the archive is for powerpc-unknown-linux-gnu: PowerPC with 32 bits, big-endian, with floating point."
#endif
#endif

/* ---- the flags: the target that they are for, if the archive does not fit ------------------------------------ */

#if defined(CRI_MISFIT)
#if defined(__ARMEB__) || defined(__AARCH64EB__)
#error "libcri: the compiler's flags are for big-endian ARM, for which libcri knows no target."
#elif defined(__ARM_ARCH_PROFILE) && __ARM_ARCH_PROFILE == 'M'
#if __ARM_ARCH_ISA_THUMB < 2 && __ARM_ARCH < 8
#error "libcri: the compiler's flags are for Cortex-M0, M0+ or M1: thumbv6m-none-eabi fits."
#elif __ARM_ARCH_ISA_THUMB < 2
#error "libcri: the compiler's flags are for Cortex-M23: thumbv8m.base-none-eabi fits."
#elif defined(CRI_ALIGNED) && __ARM_ARCH >= 8 && defined(__ARM_PCS_VFP)
#error "libcri: the compiler's flags are for Cortex-M33, M35P, M55 or M85 without unaligned access, floats passed in registers: thumbv8m.main-none-eabihf-strict fits."
#elif defined(CRI_ALIGNED) && defined(__ARM_PCS_VFP)
#error "libcri: the compiler's flags are for Cortex-M4 or M7 without unaligned access, floats passed in registers: thumbv7em-none-eabihf-strict fits."
#elif defined(CRI_ALIGNED)
#error "libcri: the compiler's flags are for Cortex-M3 or more without unaligned access, floats not passed in registers: thumbv7m-none-eabi-strict fits."
#elif __ARM_ARCH >= 8 && defined(__ARM_PCS_VFP)
#error "libcri: the compiler's flags are for Cortex-M33, M35P, M55 or M85, floats passed in registers: thumbv8m.main-none-eabihf fits."
#elif __ARM_ARCH >= 8
#error "libcri: the compiler's flags are for Cortex-M33, M35P, M55 or M85, floats not passed in registers: thumbv8m.main-none-eabi fits."
#elif defined(__ARM_PCS_VFP)
#error "libcri: the compiler's flags are for Cortex-M4 or M7, floats passed in registers: thumbv7em-none-eabihf fits."
#elif defined(__ARM_FEATURE_DSP)
#error "libcri: the compiler's flags are for Cortex-M4 or M7, floats not passed in registers: thumbv7em-none-eabi fits."
#else
#error "libcri: the compiler's flags are for Cortex-M3: thumbv7m-none-eabi fits."
#endif
#elif defined(__ARM_ARCH_PROFILE) && __ARM_ARCH_PROFILE == 'R' && defined(__ARM_PCS_VFP)
#error "libcri: the compiler's flags are for Cortex-R, floats passed in registers: armv7r-none-eabihf fits."
#elif defined(__ARM_ARCH_PROFILE) && __ARM_ARCH_PROFILE == 'R'
#error "libcri: the compiler's flags are for Cortex-R, floats not passed in registers: armv7r-none-eabi fits."
#elif defined(__aarch64__)
#error "libcri: the compiler's flags are for AArch64: on Linux aarch64-unknown-linux-gnu fits."
#elif defined(__arm__) && defined(__ARM_ARCH_PROFILE)
#error "libcri: the compiler's flags are for an ARM that is neither Cortex-M nor Cortex-R, for which libcri knows no target."
#elif defined(__arm__)
#error "libcri: the compiler's flags are for an old ARM: is -mcpu missing?"
#elif defined(__riscv) && (defined(__riscv_32e) || defined(__riscv_abi_rve))
#error "libcri: the compiler's flags are for RISC-V with 16 registers (RV32E, RV64E), for which libcri knows no target."
#elif defined(__riscv) && __riscv_xlen == 64 && defined(__riscv_float_abi_soft)
#error "libcri: the compiler's flags are for RV64, -mabi=lp64: riscv64imac-unknown-none-elf fits, if the flags have M, A and C."
#elif defined(__riscv) && __riscv_xlen == 64
#error "libcri: the compiler's flags are for RV64, floats passed in registers: riscv64gc-unknown-none-elf fits with -mabi=lp64d."
#elif defined(__riscv) && !defined(__riscv_float_abi_soft)
#error "libcri: the compiler's flags are for RV32, floats passed in registers: riscv32imafc-unknown-none-elf fits with -mabi=ilp32f."
#elif defined(__riscv) && defined(__riscv_mul) && defined(__riscv_compressed) && defined(__riscv_atomic)
#error "libcri: the compiler's flags are for RV32IMAC, -mabi=ilp32: riscv32imac-unknown-none-elf fits."
#elif defined(__riscv) && defined(__riscv_mul) && defined(__riscv_compressed)
#error "libcri: the compiler's flags are for RV32IMC, -mabi=ilp32: riscv32imc-unknown-none-elf fits."
#elif defined(__riscv) && defined(__riscv_mul) && defined(__riscv_atomic)
#error "libcri: the compiler's flags are for RV32IMA, -mabi=ilp32: riscv32ima-unknown-none-elf fits."
#elif defined(__riscv) && defined(__riscv_mul)
#error "libcri: the compiler's flags are for RV32IM, -mabi=ilp32: riscv32im-unknown-none-elf fits."
#elif defined(__riscv)
#error "libcri: the compiler's flags are for RV32I, -mabi=ilp32: riscv32i-unknown-none-elf fits."
#elif defined(__x86_64__) && defined(__ILP32__)
#error "libcri: the compiler's flags are for x32 (-mx32), for which libcri knows no target."
#elif defined(__x86_64__)
#error "libcri: the compiler's flags are for x86-64: on Linux x86_64-unknown-linux-gnu fits."
#elif defined(__i386__)
#error "libcri: the compiler's flags are for x86 with 32 bits: on Linux i686-unknown-linux-gnu fits."
#elif defined(__powerpc__) && !defined(__powerpc64__)
#error "libcri: the compiler's flags are for PowerPC: powerpc-unknown-linux-gnu fits with floating point, big-endian."
#else
#error "libcri: the compiler's flags are for a machine that libcri knows no target for."
#endif
#error "libcri: correct -mcpu, -march, -mabi or -mfloat-abi; or name another target, or none, so that it follows from the CPU or the flags: CRI_RUST_TARGET (CMake), CONFIG_CRI_RUST_TARGET (Zephyr), LIBCRI_TARGET (RIOT), board_build.cri_target (PlatformIO), --define-variable=target= (pkg-config, which needs a name)."
#undef CRI_MISFIT
#endif
#undef CRI_ALIGNED

/** @endcond */

#endif /* CRI_TARGET_H */
