# SPDX-License-Identifier: MIT OR Apache-2.0
#
# Functions that find the Rust target triple that fits the C compiler and its flags. The build from the source and the
# package of prebuilt archives use them.

# Sets the compiler of this directory with its flags: the C compiler, or the C++ compiler in a project without C.
function(cri_compiler result)
    set(lang C)
    if(NOT CMAKE_C_COMPILER AND CMAKE_CXX_COMPILER)
        set(lang CXX)
    endif()
    # If CC is "gcc -m32", ARG1 contains the option.
    separate_arguments(flags NATIVE_COMMAND "${CMAKE_${lang}_COMPILER_ARG1} ${CMAKE_${lang}_FLAGS}")
    # Adds the options of earlier calls of add_compile_options(), for projects that do not put -mcpu into CMAKE_C_FLAGS.
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

# Sets the messages of the preprocessor for a source, and its exit status.
function(cri_preprocess source result status)
    cri_compiler(compiler)
    set(file "${CMAKE_CURRENT_BINARY_DIR}/CMakeFiles/cri-target.c")
    file(WRITE "${file}" "${source}")
    execute_process(COMMAND ${compiler} -E "${file}" OUTPUT_QUIET ERROR_VARIABLE output RESULT_VARIABLE code)
    set(${result} "${output}" PARENT_SCOPE)
    set(${status} "${code}" PARENT_SCOPE)
endfunction()

# Sets the Rust triple that fits the compiler and its flags according to cri_target.h. The triple is empty if none fits.
function(cri_fitting_triple include_dir result)
    set(${result} "" PARENT_SCOPE)
    # CRI_MISFIT makes the header behave as if the archive did not fit, so that its message names the target that fits.
    cri_preprocess(
        "#define CRI_MISFIT\n#include \"${include_dir}/cri_target.h\"\n\
#ifdef __linux__\n#error \"libcri: Linux\"\n#endif\n" output status)
    if(NOT output MATCHES "libcri: the compiler's flags are for")
        cri_compiler(compiler)
        string(REPLACE ";" " " compiler "${compiler}")
        message(FATAL_ERROR "cri: ${compiler} -E failed, so the target is not known.\n${output}")
    endif()
    if(NOT output MATCHES "libcri: the compiler's flags are for [^\n]*[ :]([a-z0-9_]+[a-z0-9_.]*-[a-z0-9-]+) fits")
        return()
    endif()
    set(triple "${CMAKE_MATCH_1}")
    if(triple MATCHES "-linux-" AND NOT output MATCHES "libcri: Linux")
        return()
    endif()
    cri_target_misfit(${triple} "${include_dir}" misfit)
    if(NOT misfit)
        set(${result} ${triple} PARENT_SCOPE)
    endif()
endfunction()

# Sets the macro that names the linked archive to include/cri_target.h, which every source that includes cri.h reads.
function(cri_target_macro triple result)
    string(MAKE_C_IDENTIFIER "CRI_TARGET_${triple}" name)
    set(${result} ${name} PARENT_SCOPE)
endfunction()

# Sets the reason why an archive for the triple does not fit the compiler and its flags, according to cri_target.h in
# include_dir. The reason is empty if the archive fits. Flags that are added later, or for one target only, are checked
# when cri.h is compiled.
function(cri_target_misfit triple include_dir result)
    set(${result} "" PARENT_SCOPE)
    # On Windows and macOS, the linker refuses an archive for another target.
    if(triple MATCHES "-windows-|-darwin$")
        return()
    endif()
    cri_target_macro(${triple} macro)
    file(STRINGS "${include_dir}/cri_target.h" known REGEX "defined\\(${macro}\\)")
    if(NOT known)
        message(WARNING
            "cri: cri_target.h does not know ${triple}, so nothing checks whether it fits the compiler's flags.")
        return()
    endif()
    cri_preprocess("#define ${macro} 1\n#include \"${include_dir}/cri_target.h\"\n" output status)
    if(status EQUAL 0)
        return()
    endif()
    if(output MATCHES "is -mcpu missing")
        message(STATUS
            "cri: the flags known here name no CPU; whether ${triple} fits is checked when cri.h is compiled")
        return()
    endif()
    # Finds the #error messages in the form that GCC and Clang print, without the source lines. A semicolon would end an
    # element of the list.
    string(REPLACE ";" "\\;" escaped "${output}")
    string(REGEX MATCHALL "error: (#error )?\"libcri: [^\n]*\"" found "${escaped}")
    set(text "")
    foreach(line IN LISTS found)
        string(REGEX REPLACE "^[^\"]*\"libcri: (.*)\"$" "\\1" line "${line}")
        string(APPEND text "\n${line}")
    endforeach()
    if(NOT found)
        set(text "${output}")
    endif()
    string(STRIP "${text}" text)
    set(${result} "${text}" PARENT_SCOPE)
endfunction()

# Sets the Rust triple for this directory, which is CRI_RUST_TARGET if that is set. Sets the problem, which is empty if
# there is none.
function(cri_find_triple include_dir result problem)
    set(${problem} "" PARENT_SCOPE)
    if(CRI_RUST_TARGET)
        set(${result} "${CRI_RUST_TARGET}" PARENT_SCOPE)
        cri_target_misfit("${CRI_RUST_TARGET}" "${include_dir}" misfit)
        if(misfit)
            set(${problem} "CRI_RUST_TARGET is ${CRI_RUST_TARGET}, which does not fit the compiler and its flags.\n\
${misfit}" PARENT_SCOPE)
        endif()
        return()
    endif()
    cri_fitting_triple("${include_dir}" triple)
    set(${result} "${triple}" PARENT_SCOPE)
    if(NOT triple)
        cri_compiler(compiler)
        string(REPLACE ";" " " compiler "${compiler}")
        set(${problem}
            "no Rust target is known for \"${compiler}\". If the flags that choose the CPU are missing there, \
give them with CMAKE_C_FLAGS or with add_compile_options() before this; or set CRI_RUST_TARGET." PARENT_SCOPE)
    endif()
endfunction()

# Like cri_find_triple(), but stops if there is a problem.
function(cri_triple include_dir result)
    cri_find_triple("${include_dir}" triple problem)
    if(problem)
        message(FATAL_ERROR "cri: ${problem}")
    endif()
    set(${result} ${triple} PARENT_SCOPE)
endfunction()

# Sets the archive for the triple in a release tree. Sets the problem, which is empty if there is none.
# CRI_SCHEMES_FULL=OFF selects the archive with ten schemes. Other options need the source.
function(cri_prebuilt_archive root triple result problem)
    set(${problem} "" PARENT_SCOPE)
    set(profile firmware)
    if(triple MATCHES "-linux-")
        set(profile release)
    endif()
    foreach(option CRI_NFC CRI_SANITIZE)
        if(${option})
            set(${problem} "${option}=${${option}} needs libcri's source and Rust, but ${root} is a release, whose \
archives are made without it. Unset ${option}, or build from the source with CRI_PREBUILT empty." PARENT_SCOPE)
            return()
        endif()
    endforeach()
    if(CRI_CARGO_PROFILE AND NOT CRI_CARGO_PROFILE STREQUAL profile)
        set(${problem} "CRI_CARGO_PROFILE=${CRI_CARGO_PROFILE} needs libcri's source and Rust, but ${root} is a \
release, whose archive for ${triple} has the profile ${profile}. Unset CRI_CARGO_PROFILE, or build from the \
source with CRI_PREBUILT empty." PARENT_SCOPE)
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
        set(${problem} "${root} has no lib/${triple}/${file}. It has ${file} for: ${there}. Take another release, \
name one of these with CRI_RUST_TARGET if its instructions fit the CPU, or build from the source with CRI_PREBUILT \
empty." PARENT_SCOPE)
    endif()
endfunction()

# Sets the properties that cri::cri passes on in addition to the archive: the headers, the macro with which cri.h checks
# the CPU, further macros, and the linker option that drops unused functions.
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
