# SPDX-License-Identifier: MIT OR Apache-2.0
#
# Which Rust target triple fits what the C compiler makes. Used by the build from source and by the package of prebuilt
# archives alike.

# The macros that the C compiler predefines with the flags of this directory.
function(cri_compiler_macros result)
    separate_arguments(flags NATIVE_COMMAND "${CMAKE_C_FLAGS}")
    # What add_compile_options() gave so far, in projects that do not put -mcpu into CMAKE_C_FLAGS.
    get_property(options DIRECTORY PROPERTY COMPILE_OPTIONS)
    foreach(option IN LISTS options)
        string(REGEX REPLACE "^SHELL:" "" option "${option}")
        if(NOT option MATCHES "\\$<")
            separate_arguments(option NATIVE_COMMAND "${option}")
            list(APPEND flags ${option})
        endif()
    endforeach()
    if(CMAKE_C_COMPILER_TARGET)
        list(APPEND flags "--target=${CMAKE_C_COMPILER_TARGET}")
    endif()
    file(WRITE "${CMAKE_CURRENT_BINARY_DIR}/CMakeFiles/cri-empty.c" "")
    execute_process(
        COMMAND ${CMAKE_C_COMPILER} ${flags} -dM -E "${CMAKE_CURRENT_BINARY_DIR}/CMakeFiles/cri-empty.c"
        OUTPUT_VARIABLE macros ERROR_VARIABLE message RESULT_VARIABLE status
    )
    if(NOT status EQUAL 0)
        message(FATAL_ERROR "cri: ${CMAKE_C_COMPILER} -dM -E failed, so the target is not known: set CRI_RUST_TARGET.\n${message}")
    endif()
    set(${result} "\n${macros}" PARENT_SCOPE)
endfunction()

# Sets the Rust triple that the C compiler's macros ask for; empty if it is none of those known here.
function(cri_triple_of_macros macros result)
    # Sets `variable` to whether the macro is defined.
    macro(has_macro name variable)
        string(FIND "${macros}" "\n#define ${name} " at)
        if(at EQUAL -1)
            set(${variable} FALSE)
        else()
            set(${variable} TRUE)
        endif()
    endmacro()

    set(${result} "" PARENT_SCOPE)
    has_macro(__linux__ linux)

    has_macro(__ARM_PCS_VFP hard_float)
    if(hard_float)
        set(abi eabihf)
    else()
        set(abi eabi)
    endif()
    # Cortex-M, from the smallest; the first macro that is defined decides.
    foreach(pair
        "__ARM_ARCH_6M__=thumbv6m-none-eabi"
        "__ARM_ARCH_7M__=thumbv7m-none-eabi"
        "__ARM_ARCH_7EM__=thumbv7em-none-${abi}"
        "__ARM_ARCH_8M_BASE__=thumbv8m.base-none-eabi"
        "__ARM_ARCH_8M_MAIN__=thumbv8m.main-none-${abi}"
        "__ARM_ARCH_8_1M_MAIN__=thumbv8m.main-none-${abi}"
        "__ARM_ARCH_7R__=armv7r-none-${abi}"
    )
        string(REPLACE "=" ";" pair "${pair}")
        list(GET pair 0 name)
        list(GET pair 1 triple)
        has_macro(${name} found)
        if(found)
            set(${result} ${triple} PARENT_SCOPE)
            return()
        endif()
    endforeach()

    # RISC-V without an operating system: the calling convention must be the same, the instructions may be fewer.
    has_macro(__riscv riscv)
    if(riscv AND NOT linux)
        foreach(name mul compressed atomic float_abi_soft float_abi_single float_abi_double 32e)
            has_macro(__riscv_${name} ${name})
        endforeach()
        if(macros MATCHES "\n#define __riscv_xlen 32")
            if(float_abi_single AND mul AND compressed AND atomic)
                set(${result} riscv32imafc-unknown-none-elf PARENT_SCOPE)
            elseif(float_abi_soft AND mul AND NOT 32e)
                if(compressed AND atomic)
                    set(${result} riscv32imac-unknown-none-elf PARENT_SCOPE)
                elseif(compressed)
                    set(${result} riscv32imc-unknown-none-elf PARENT_SCOPE)
                elseif(atomic)
                    set(${result} riscv32ima-unknown-none-elf PARENT_SCOPE)
                else()
                    set(${result} riscv32im-unknown-none-elf PARENT_SCOPE)
                endif()
            elseif(float_abi_soft AND NOT 32e)
                set(${result} riscv32i-unknown-none-elf PARENT_SCOPE)
            endif()
        elseif(mul AND compressed AND atomic)
            if(float_abi_soft)
                set(${result} riscv64imac-unknown-none-elf PARENT_SCOPE)
            elseif(float_abi_double)
                set(${result} riscv64gc-unknown-none-elf PARENT_SCOPE)
            endif()
        endif()
        return()
    endif()

    if(linux)
        foreach(name x86_64 ILP32 i386 aarch64 powerpc powerpc64 AARCH64EB)
            has_macro(__${name}__ ${name})
        endforeach()
        if(x86_64 AND NOT ILP32)
            set(${result} x86_64-unknown-linux-gnu PARENT_SCOPE)
        elseif(i386)
            set(${result} i686-unknown-linux-gnu PARENT_SCOPE)
        elseif(aarch64 AND NOT ILP32 AND NOT AARCH64EB)
            set(${result} aarch64-unknown-linux-gnu PARENT_SCOPE)
        elseif(powerpc AND NOT powerpc64)
            set(${result} powerpc-unknown-linux-gnu PARENT_SCOPE)
        endif()
    endif()
endfunction()

# Sets the Rust triple for this directory, or stops with what to do about it.
function(cri_triple result)
    if(CRI_RUST_TARGET)
        set(${result} "${CRI_RUST_TARGET}" PARENT_SCOPE)
        return()
    endif()
    cri_compiler_macros(macros)
    cri_triple_of_macros("${macros}" triple)
    if(NOT triple)
        message(FATAL_ERROR
            "cri: no Rust target is known for ${CMAKE_C_COMPILER} with \"${CMAKE_C_FLAGS}\". If the flags that choose the CPU "
            "are missing there, give them with CMAKE_C_FLAGS or with add_compile_options() before this; or set CRI_RUST_TARGET.")
    endif()
    set(${result} ${triple} PARENT_SCOPE)
endfunction()
