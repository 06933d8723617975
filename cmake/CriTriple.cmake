# SPDX-License-Identifier: MIT OR Apache-2.0
#
# Which Rust target triple fits what the C compiler makes. Used by the build from source and by the package of prebuilt
# archives alike.

# The compiler of this directory and its flags: those of C, or of C++ in a project without C.
function(cri_compiler result)
    set(lang C)
    if(NOT CMAKE_C_COMPILER AND CMAKE_CXX_COMPILER)
        set(lang CXX)
    endif()
    # CC="gcc -m32" has its option in ARG1.
    separate_arguments(flags NATIVE_COMMAND "${CMAKE_${lang}_COMPILER_ARG1} ${CMAKE_${lang}_FLAGS}")
    # What add_compile_options() gave so far, in projects that do not put -mcpu into CMAKE_C_FLAGS.
    get_property(options DIRECTORY PROPERTY COMPILE_OPTIONS)
    foreach(option IN LISTS options)
        string(REGEX REPLACE "^SHELL:" "" option "${option}")
        if(NOT option MATCHES "\\$<")
            separate_arguments(option NATIVE_COMMAND "${option}")
            list(APPEND flags ${option})
        endif()
    endforeach()
    if(CMAKE_${lang}_COMPILER_TARGET)
        list(APPEND flags "--target=${CMAKE_${lang}_COMPILER_TARGET}")
    endif()
    set(${result} ${CMAKE_${lang}_COMPILER} ${flags} PARENT_SCOPE)
endfunction()

# The macros that the compiler predefines with these flags.
function(cri_compiler_macros result)
    cri_compiler(compiler)
    file(WRITE "${CMAKE_CURRENT_BINARY_DIR}/CMakeFiles/cri-empty.c" "")
    execute_process(
        COMMAND ${compiler} -dM -E "${CMAKE_CURRENT_BINARY_DIR}/CMakeFiles/cri-empty.c"
        OUTPUT_VARIABLE macros ERROR_VARIABLE message RESULT_VARIABLE status
    )
    if(NOT status EQUAL 0)
        string(REPLACE ";" " " compiler "${compiler}")
        message(FATAL_ERROR "cri: ${compiler} -dM -E failed, so the target is not known.\n${message}")
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
    has_macro(__ARMEB__ big_endian_arm)
    if(big_endian_arm)
        return()
    endif()

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
        foreach(name x86_64 ILP32 i386 aarch64 powerpc powerpc64 AARCH64EB NO_FPRS)
            has_macro(__${name}__ ${name})
        endforeach()
        if(x86_64 AND NOT ILP32)
            set(${result} x86_64-unknown-linux-gnu PARENT_SCOPE)
        elseif(i386)
            set(${result} i686-unknown-linux-gnu PARENT_SCOPE)
        elseif(aarch64 AND NOT ILP32 AND NOT AARCH64EB)
            set(${result} aarch64-unknown-linux-gnu PARENT_SCOPE)
        elseif(powerpc AND NOT powerpc64 AND NOT NO_FPRS)
            set(${result} powerpc-unknown-linux-gnu PARENT_SCOPE)
        endif()
    endif()
endfunction()

# The macro that tells include/cri_target.h, and so every source that includes cri.h, which archive is linked.
function(cri_target_macro triple result)
    string(MAKE_C_IDENTIFIER "CRI_TARGET_${triple}" name)
    set(${result} ${name} PARENT_SCOPE)
endfunction()

# Sets why an archive for the triple does not fit the compiler and its flags, which cri_target.h in include_dir knows; empty
# if it does. Flags that come later, or for one target only, are not seen here: they are when cri.h is compiled.
function(cri_target_misfit triple include_dir result)
    set(${result} "" PARENT_SCOPE)
    cri_target_macro(${triple} macro)
    file(STRINGS "${include_dir}/cri_target.h" known REGEX "defined\\(${macro}\\)")
    if(NOT known)
        message(WARNING "cri: cri_target.h does not know ${triple}, so nothing checks whether it fits the compiler's flags.")
        return()
    endif()
    cri_compiler(compiler)
    set(source "${CMAKE_CURRENT_BINARY_DIR}/CMakeFiles/cri-target.c")
    file(WRITE "${source}" "#include \"${include_dir}/cri_target.h\"\n")
    execute_process(
        COMMAND ${compiler} -D${macro}=1 -E "${source}"
        OUTPUT_QUIET ERROR_VARIABLE output RESULT_VARIABLE status
    )
    if(status EQUAL 0)
        return()
    endif()
    if(output MATCHES "is -mcpu missing")
        message(STATUS "cri: the flags known here name no CPU; whether ${triple} fits is checked when cri.h is compiled")
        return()
    endif()
    # As GCC and Clang print #error, without the lines of the source.
    string(REGEX MATCHALL "error: (#error )?\"libcri: [^\n]*\"" found "${output}")
    set(lines "")
    foreach(line IN LISTS found)
        string(REGEX REPLACE "^[^\"]*\"libcri: (.*)\"$" "\\1" line "${line}")
        list(APPEND lines "${line}")
    endforeach()
    if(NOT lines)
        set(lines "${output}")
    endif()
    list(JOIN lines "\n" lines)
    set(${result} "${lines}" PARENT_SCOPE)
endfunction()

# Sets the Rust triple for this directory, CRI_RUST_TARGET if that is set; and what is wrong, or empty.
function(cri_find_triple include_dir result problem)
    set(${problem} "" PARENT_SCOPE)
    if(CRI_RUST_TARGET)
        set(${result} "${CRI_RUST_TARGET}" PARENT_SCOPE)
        cri_target_misfit("${CRI_RUST_TARGET}" "${include_dir}" misfit)
        if(misfit)
            set(${problem} "CRI_RUST_TARGET is ${CRI_RUST_TARGET}, which does not fit the compiler and its flags.\n${misfit}" PARENT_SCOPE)
        endif()
        return()
    endif()
    cri_compiler_macros(macros)
    cri_triple_of_macros("${macros}" triple)
    set(${result} "${triple}" PARENT_SCOPE)
    if(NOT triple)
        cri_compiler(compiler)
        string(REPLACE ";" " " compiler "${compiler}")
        set(${problem}
            "no Rust target is known for \"${compiler}\". If the flags that choose the CPU are missing there, give them with CMAKE_C_FLAGS or with add_compile_options() before this; or set CRI_RUST_TARGET." PARENT_SCOPE)
    endif()
endfunction()

# The same; stops where something is wrong.
function(cri_triple include_dir result)
    cri_find_triple("${include_dir}" triple problem)
    if(problem)
        message(FATAL_ERROR "cri: ${problem}")
    endif()
    set(${result} ${triple} PARENT_SCOPE)
endfunction()

# Sets the archive for the triple of a release tree, and what is wrong with that, or empty. CRI_SCHEMES_FULL=OFF asks for the
# one with ten schemes; other options need the source.
function(cri_prebuilt_archive root triple result problem)
    set(${problem} "" PARENT_SCOPE)
    set(profile firmware)
    if(triple MATCHES "-linux-")
        set(profile release)
    endif()
    foreach(option CRI_NFC CRI_SANITIZE)
        if(${option})
            set(${problem} "${option}=${${option}} needs libcri's source and Rust, but ${root} is a release, whose archives are made without it. Unset ${option}, or build from the source with CRI_PREBUILT empty." PARENT_SCOPE)
            return()
        endif()
    endforeach()
    if(CRI_CARGO_PROFILE AND NOT CRI_CARGO_PROFILE STREQUAL profile)
        set(${problem} "CRI_CARGO_PROFILE=${CRI_CARGO_PROFILE} needs libcri's source and Rust, but ${root} is a release, whose archive for ${triple} has the profile ${profile}. Unset CRI_CARGO_PROFILE, or build from the source with CRI_PREBUILT empty." PARENT_SCOPE)
        return()
    endif()
    set(file libcri.a)
    if(DEFINED CRI_SCHEMES_FULL AND NOT CRI_SCHEMES_FULL)
        set(file libcri-short.a)
    endif()
    set(archive "${root}/lib/${triple}/${file}")
    set(${result} "${archive}" PARENT_SCOPE)
    if(NOT EXISTS "${archive}")
        file(GLOB there RELATIVE "${root}/lib" "${root}/lib/*/${file}")
        string(REPLACE "/${file}" "" there "${there}")
        list(JOIN there " " there)
        set(${problem} "${root} has no lib/${triple}/${file}. It has ${file} for: ${there}. Take another release, name one of these with CRI_RUST_TARGET if its instructions fit the CPU, or build from the source with CRI_PREBUILT empty." PARENT_SCOPE)
    endif()
endfunction()

# What cri::cri hands on to what links it, beside the archive: headers, the macro that has the CPU checked, further macros,
# and the linker's option that drops what is not called.
function(cri_set_interface triple include_dir)
    cri_target_macro(${triple} macro)
    set_target_properties(cri::cri PROPERTIES
        INTERFACE_INCLUDE_DIRECTORIES "${include_dir}"
        INTERFACE_COMPILE_DEFINITIONS "${macro};${ARGN}"
    )
    set(compiler "${CMAKE_C_COMPILER_ID}")
    if(NOT compiler)
        set(compiler "${CMAKE_CXX_COMPILER_ID}")
    endif()
    if(compiler MATCHES "^(GNU|Clang)$" AND NOT APPLE AND NOT MSVC)
        set_target_properties(cri::cri PROPERTIES INTERFACE_LINK_OPTIONS "LINKER:--gc-sections")
    endif()
endfunction()
