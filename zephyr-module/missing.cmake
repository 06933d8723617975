# SPDX-License-Identifier: MIT OR Apache-2.0
#
# Stops where a release has no archive for the target, with what can be done about it.

# Targets whose archives fit the same CPU and float ABI, the nearest first.
set(cri_fits_thumbv7m-none-eabi thumbv6m-none-eabi)
set(cri_fits_thumbv7em-none-eabi thumbv7m-none-eabi thumbv6m-none-eabi)
set(cri_fits_thumbv8m.base-none-eabi thumbv6m-none-eabi)
set(cri_fits_thumbv8m.main-none-eabi thumbv7m-none-eabi thumbv8m.base-none-eabi thumbv6m-none-eabi)
set(cri_fits_riscv32imac-unknown-none-elf riscv32imc-unknown-none-elf)

file(GLOB cri_there RELATIVE "${cri_release}/lib" "${cri_release}/lib/*/${cri_name}")
string(REPLACE "/${cri_name}" "" cri_there "${cri_there}")

set(cri_also "")
foreach(target IN LISTS cri_fits_${cri_target})
    if(NOT cri_also AND target IN_LIST cri_there)
        set(cri_also "Set CONFIG_CRI_RUST_TARGET=\"${target}\", which fits this CPU too; or set ")
    endif()
endforeach()
if(NOT cri_also)
    set(cri_also "Set ")
endif()

if(cri_there)
    string(REPLACE ";" ", " cri_there "${cri_there}")
else()
    set(cri_there "none")
endif()
message(FATAL_ERROR
    "cri: there is no ${cri_archive}. Rust targets with a ${cri_name} there: ${cri_there}. "
    "${cri_also}CONFIG_CRI_PREBUILT_DIR to a release that has it, which script/dist --targets ${cri_target} makes from libcri's source; "
    "or ${cri_build}. ${cri_stays}")
