# SPDX-License-Identifier: MIT OR Apache-2.0
#
# Adds libcri to a RIOT image, for the module and for the package. LIBCRI_ROOT is libcri's source or a release.
# docs/firmware.md describes these variables, and the symbols of Kconfig:
#
#   LIBCRI_PREBUILT   a release whose archive is linked; if empty, LIBCRI_ROOT if that is a release
#   LIBCRI_TARGET     the Rust target, in place of the target that follows from the CPU
#   LIBCRI_SCHEMES    full, or short for the ten schemes with short numbers
#   LIBCRI_NFC        1: adds Unicode normalization; needs libcri's source and Rust

LIBCRI_PREBUILT ?=
LIBCRI_SCHEMES ?= $(if $(filter y,$(CONFIG_LIBCRI_SCHEMES_SHORT)),short,full)
LIBCRI_NFC ?= $(if $(filter y,$(CONFIG_LIBCRI_NFC)),1)

# ---- the Rust target ---------------------------------------------------------------------------

# The module cortexm_fpu makes RIOT pass floats in registers.
_libcri_abi = $(if $(filter cortexm_fpu,$(USEMODULE)),eabihf,eabi)

_libcri_target = $(strip \
  $(if $(filter cortex-m0 cortex-m0plus,$(CPU_CORE)),thumbv6m-none-eabi,\
  $(if $(filter cortex-m3,$(CPU_CORE)),thumbv7m-none-eabi,\
  $(if $(filter cortex-m4 cortex-m4f cortex-m7,$(CPU_CORE)),thumbv7em-none-$(_libcri_abi),\
  $(if $(filter cortex-m23,$(CPU_CORE)),thumbv8m.base-none-eabi,\
  $(if $(filter cortex-m33 cortex-m35p cortex-m55,$(CPU_CORE)),thumbv8m.main-none-$(_libcri_abi),\
  $(if $(filter rv32imac rv32imafc,$(CPU_CORE)),riscv32imac-unknown-none-elf,\
  $(if $(filter rv32imc,$(CPU_CORE)),riscv32imc-unknown-none-elf,\
  $(if $(filter native64,$(BOARD)),x86_64-unknown-linux-gnu,\
  $(if $(filter native native32,$(BOARD)),i686-unknown-linux-gnu))))))))))

# If the flags forbid unaligned access, a target without unaligned access is used. The variable is expanded immediately,
# because the target is added to CFLAGS later.
_libcri_aligned := $(filter -mno-unaligned-access,$(CFLAGS))
_libcri_strict = $(patsubst %-eabihf,%-eabihf-strict,$(patsubst thumbv7%-eabi,thumbv7m-none-eabi-strict,\
  $(patsubst thumbv8m.main%-eabi,thumbv7m-none-eabi-strict,$(_libcri_target))))
_libcri_usual = $(strip $(if $(_libcri_aligned),$(_libcri_strict),$(_libcri_target)))

LIBCRI_TARGET ?= $(_libcri_usual)

# The path is absolute, because makefiles of other directories use it, too.
_libcri_release = $(abspath $(LIBCRI_PREBUILT))

# ---- what the firmware sees --------------------------------------------------------------------

# The directories of the headers that belong to the archive, and of cri_riot.h.
USEMODULE_INCLUDES_libcri := $(or $(_libcri_release),$(LIBCRI_ROOT))/include $(LIBCRI_ROOT)/riot-module/libcri/include
USEMODULE_INCLUDES += $(USEMODULE_INCLUDES_libcri)

# The linker does not detect code for another CPU. With this macro, cri_target.h detects it in every file that includes
# cri.h. RIOT compiles all files again when the macro changes.
CFLAGS += -DCRI_TARGET_$(subst -,_,$(subst .,_,$(LIBCRI_TARGET)))=1
ifneq (,$(filter 1 y,$(LIBCRI_NFC)))
  CFLAGS += -DCRI_NFC
endif

# ---- the archive -------------------------------------------------------------------------------

ARCHIVES += $(BINDIR)/libcri.a
# This target runs before the compiler, so that a missing archive stops the build at once.
BUILDDEPS += libcri-update

.PHONY: libcri-update

# archive.sh decides whether there is anything to do, so it always runs. If there is nothing to do, libcri.a does not
# change.
$(BINDIR)/libcri.a: libcri-update
	@:

# archive.sh must not inherit RIOT's compiler and flags, which are for the board, because cargo also builds for the
# host.
libcri-update:
	$(Q)CC= CFLAGS= CPPFLAGS= CXXFLAGS= RUSTFLAGS= MAKEFLAGS= sh "$(LIBCRI_ROOT)/riot-module/libcri/archive.sh" \
	  "$(LIBCRI_ROOT)" "$(_libcri_release)" "$(LIBCRI_TARGET)" "$(LIBCRI_SCHEMES)" "$(LIBCRI_NFC)" "$(BINDIR)" \
	  "$(BOARD) ($(CPU_CORE))" "$(_libcri_usual)"
