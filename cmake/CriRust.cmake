# SPDX-License-Identifier: MIT OR Apache-2.0
#
# Defines how CMake gets libcri.a. If a release is given, CMake uses its prebuilt archive. Otherwise, script/archive
# makes the archive, and chooses the compiler and core. If there is no cargo for the target, an error names the
# remedies.
include("${CMAKE_CURRENT_LIST_DIR}/CriTriple.cmake")
set(cri_archive_script "${CMAKE_CURRENT_LIST_DIR}/../script/archive")

# Sets the path of CRI_CARGO, or of the first cargo on the path or of rustup. The result is empty if there is no cargo.
function(cri_cargo result)
    set(names cargo)
    if(CRI_CARGO)
        set(names "${CRI_CARGO}")
    endif()
    find_program(found NAMES ${names} HINTS ENV CARGO_HOME "$ENV{HOME}/.cargo" "$ENV{USERPROFILE}/.cargo"
        PATH_SUFFIXES bin NO_CACHE)
    if(NOT found)
        set(found "")
    endif()
    set(${result} "${found}" PARENT_SCOPE)
endfunction()

# Sets the triple for which cargo builds by default. The triple is empty if there is no cargo.
function(cri_default_triple result)
    set(${result} "" PARENT_SCOPE)
    cri_cargo(cargo)
    if(cargo)
        execute_process(COMMAND "${cargo}" --version --verbose OUTPUT_VARIABLE output)
        if(output MATCHES "host: ([a-z0-9_-]+)")
            set(${result} "${CMAKE_MATCH_1}" PARENT_SCOPE)
        endif()
    endif()
endfunction()

# Sets the cargo that script/archive takes for the triple, and its core: "installed", or "source" if core is built
# along. If there is no such cargo, sets the problem instead.
function(cri_find_cargo triple cargo_result core_result problem_result)
    execute_process(
        COMMAND ${CMAKE_COMMAND} -E env "CRI_CARGO=${CRI_CARGO}" "${cri_archive_script}" --toolchain ${triple}
        OUTPUT_VARIABLE output ERROR_VARIABLE message RESULT_VARIABLE status
    )
    if(NOT status EQUAL 0 OR NOT output MATCHES "^[^ ]+ ([a-z]+) ([^ ]+) ")
        string(CONCAT problem
            "cri: there is no prebuilt archive for ${triple}, and it cannot be built here.\n"
            "-DCRI_PREBUILT=DIR takes DIR/lib/${triple}/libcri.a from a release tree; it needs no Rust.\n"
            "${message}")
        set(${problem_result} "${problem}" PARENT_SCOPE)
        return()
    endif()
    set(${core_result} "${CMAKE_MATCH_1}" PARENT_SCOPE)
    set(${cargo_result} "${CMAKE_MATCH_2}" PARENT_SCOPE)
endfunction()

# Defines cri-archive, which copies the archive that cargo makes for an installed target.
function(cri_plain_archive triple profile source archive schemes_full nfc)
    cri_cargo(cargo)
    if(NOT cargo)
        message(FATAL_ERROR "cri: there is no cargo (https://rustup.rs); CRI_CARGO can name one")
    endif()
    set(features ffi)
    if(nfc)
        list(APPEND features nfc)
    endif()
    list(JOIN features "," features)
    set(flags --cfg cri_panic_handler)
    if(NOT schemes_full)
        list(APPEND flags --cfg cri_short_schemes)
    endif()
    if(CRI_REVISION)
        list(APPEND flags --cfg "cri_revision=\"${CRI_REVISION}\"")
    endif()
    get_filename_component(name "${archive}" NAME)
    add_custom_target(cri-archive ALL
        COMMAND "${cargo}" rustc --locked --lib --crate-type staticlib --profile ${profile} --features ${features}
            --manifest-path "${source}/Cargo.toml" --target ${triple} --target-dir "${CRI_CARGO_TARGET_DIR}"
            -- ${flags}
        COMMAND ${CMAKE_COMMAND} -E copy_if_different "${CRI_CARGO_TARGET_DIR}/${triple}/${profile}/${name}"
            "${archive}"
        BYPRODUCTS "${archive}"
        USES_TERMINAL VERBATIM
        COMMENT "cargo: libcri for ${triple} (${profile}), plain: up to a minute"
    )
    message(STATUS "cri: Rust target ${triple}, profile ${profile}, ${cargo}, plain")
endfunction()

# Defines cri::cri. MANIFEST_DIR is the source of libcri, TRIPLE the Rust target, PROFILE a profile of Cargo.toml, and
# ARCHIVE the path of the archive, which the target cri-archive makes. If CRI_PREBUILT names a release tree, Rust is not
# needed.
function(cri_add_library)
    cmake_parse_arguments(PARSE_ARGV 0 arg "" "MANIFEST_DIR;TRIPLE;PROFILE;SCHEMES_FULL;NFC;ARCHIVE" "")

    set(triple "${arg_TRIPLE}")
    if(NOT triple)
        cri_triple("${arg_MANIFEST_DIR}/include" triple)
    endif()
    add_library(cri::cri STATIC IMPORTED GLOBAL)
    set_target_properties(cri::cri PROPERTIES IMPORTED_LOCATION "${arg_ARCHIVE}")
    set(definitions "")
    if(arg_NFC)
        set(definitions CRI_NFC)
    endif()
    cri_set_interface(${triple} "${arg_MANIFEST_DIR}/include" ${definitions})

    if(CRI_PREBUILT)
        cri_prebuilt_archive("${CRI_PREBUILT}" ${triple} prebuilt problem)
        if(problem)
            message(FATAL_ERROR "cri: ${problem}")
        endif()
        # Nothing has to be built. If the archive changes, CMake runs again.
        configure_file("${prebuilt}" "${arg_ARCHIVE}" COPYONLY)
        add_custom_target(cri-archive ALL)
        add_dependencies(cri::cri cri-archive)
        message(STATUS "cri: Rust target ${triple}, prebuilt ${prebuilt}")
        return()
    endif()

    if(CRI_PLAIN)
        cri_plain_archive(${triple} ${arg_PROFILE} "${arg_MANIFEST_DIR}" "${arg_ARCHIVE}"
            "${arg_SCHEMES_FULL}" "${arg_NFC}")
        add_dependencies(cri::cri cri-archive)
        return()
    endif()

    cri_find_cargo(${triple} cargo core problem)
    if(problem)
        message(FATAL_ERROR "${problem}")
    endif()
    set(options --profile ${arg_PROFILE} --target-dir "${CRI_CARGO_TARGET_DIR}")
    if(NOT arg_SCHEMES_FULL)
        list(APPEND options --schemes short)
    endif()
    if(CRI_REVISION)
        list(APPEND options --revision ${CRI_REVISION})
    endif()
    if(arg_NFC)
        list(APPEND options --nfc)
    endif()
    if(CRI_SANITIZE MATCHES "address")
        list(APPEND options --sanitize address)
    endif()
    set(env "CRI_CARGO=${cargo}")
    # Passes on the binutils of the C compiler, if it has its own. script/archive checks whether they fit.
    execute_process(COMMAND ${CMAKE_C_COMPILER} -print-prog-name=ld OUTPUT_VARIABLE ld
        OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
    if(IS_ABSOLUTE "${ld}" AND ld MATCHES "^(.*)ld$")
        list(APPEND env "CRI_BINUTILS=${CMAKE_MATCH_1}")
    endif()

    # cargo decides whether there is anything to build, so it runs every time. If there is nothing to build, the archive
    # does not change.
    add_custom_target(cri-archive ALL
        COMMAND ${CMAKE_COMMAND} -E env ${env} "${cri_archive_script}" ${options} ${triple} "${arg_ARCHIVE}"
        BYPRODUCTS "${arg_ARCHIVE}"
        USES_TERMINAL VERBATIM
        COMMENT "cargo: libcri for ${triple} (${arg_PROFILE}): up to a minute"
    )
    add_dependencies(cri::cri cri-archive)
    message(STATUS "cri: Rust target ${triple} (core: ${core}), profile ${arg_PROFILE}, ${cargo}")
endfunction()
