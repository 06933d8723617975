# SPDX-License-Identifier: MIT OR Apache-2.0
#
# libcri in a RIOT image, for the module and for the package. LIBCRI_ROOT is libcri's source or a release. Variables
# (docs/firmware.md describes them, and the symbols of Kconfig):
#
#   LIBCRI_PREBUILT   a release; its archive is linked. Empty: LIBCRI_ROOT, if that is one
#   LIBCRI_TARGET     the Rust target, if it is not to follow from the CPU
#   LIBCRI_SCHEMES    full, or short for the ten schemes with short numbers
#   LIBCRI_NFC        1: with Unicode normalization; needs libcri's source and Rust

LIBCRI_PREBUILT ?=
LIBCRI_SCHEMES ?= $(if $(filter y,$(CONFIG_LIBCRI_SCHEMES_SHORT)),short,full)
LIBCRI_NFC ?= $(if $(filter y,$(CONFIG_LIBCRI_NFC)),1)

# ---- the Rust target ---------------------------------------------------------------------------

# Whether floats are passed in registers follows from the module that makes RIOT do so.
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

# Without unaligned loads where the flags forbid them. At once, since CFLAGS will have the target.
_libcri_aligned := $(filter -mno-unaligned-access,$(CFLAGS))
_libcri_strict = $(patsubst %-eabihf,%-eabihf-strict,$(patsubst thumbv7%-eabi,thumbv7m-none-eabi-strict,\
  $(patsubst thumbv8m.main%-eabi,thumbv7m-none-eabi-strict,$(_libcri_target))))
_libcri_usual = $(strip $(if $(_libcri_aligned),$(_libcri_strict),$(_libcri_target)))

LIBCRI_TARGET ?= $(_libcri_usual)

# Makefiles of other directories see it too.
_libcri_release = $(abspath $(LIBCRI_PREBUILT))

# ---- what the firmware sees --------------------------------------------------------------------

# The headers that the archive was made with, and cri_riot.h.
USEMODULE_INCLUDES_libcri := $(or $(_libcri_release),$(LIBCRI_ROOT))/include $(LIBCRI_ROOT)/riot-module/libcri/include
USEMODULE_INCLUDES += $(USEMODULE_INCLUDES_libcri)

# The linker does not notice code for another CPU; cri_target.h does by this, in every file that includes cri.h. RIOT
# compiles all files again when it changes.
CFLAGS += -DCRI_TARGET_$(subst -,_,$(subst .,_,$(LIBCRI_TARGET)))=1
ifneq (,$(filter 1 y,$(LIBCRI_NFC)))
  CFLAGS += -DCRI_NFC
endif

# ---- the archive -------------------------------------------------------------------------------

ARCHIVES += $(BINDIR)/libcri.a
# This runs before the compiler: an archive that cannot be had stops the build at once.
BUILDDEPS += libcri-update

.PHONY: libcri-update

# archive.sh knows best whether there is something to do, so it always runs; it leaves libcri.a alone if there was not.
$(BINDIR)/libcri.a: libcri-update
	@:

# It does not see RIOT's compiler and flags, which are for the board: cargo also builds for the host.
libcri-update:
	$(Q)CC= CFLAGS= CPPFLAGS= CXXFLAGS= RUSTFLAGS= MAKEFLAGS= sh "$(LIBCRI_ROOT)/riot-module/libcri/archive.sh" \
	  "$(LIBCRI_ROOT)" "$(_libcri_release)" "$(LIBCRI_TARGET)" "$(LIBCRI_SCHEMES)" "$(LIBCRI_NFC)" "$(BINDIR)" \
	  "$(BOARD) ($(CPU_CORE))" "$(_libcri_usual)"
