# SPDX-License-Identifier: MIT OR Apache-2.0
#
# How CMake gets a static library out of a Rust crate: a prebuilt archive, or whether cargo can build for the target, the
# build itself, and one object of it in which nothing but cri_* is visible.
include("${CMAKE_CURRENT_LIST_DIR}/CriTriple.cmake")

# What `rustc` prints, without white space around it.
function(cri_rustc rustc result)
    execute_process(COMMAND "${rustc}" ${ARGN} WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}" OUTPUT_VARIABLE output RESULT_VARIABLE status OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
    if(NOT status EQUAL 0)
        set(output "")
    endif()
    set(${result} "${output}" PARENT_SCOPE)
endfunction()

# Finds a cargo that can build for the triple: sets `cargo`, `rustc` and `build_std` (whether it has to build core first).
# The first on the path that has the target's core wins, then the first that has its source; Debian's is tried too.
function(cri_find_cargo triple)
    set(with_source "")
    set(seen "")
    foreach(hints "PATHS;$ENV{HOME}/.cargo/bin" "PATHS;/usr/bin;NO_DEFAULT_PATH")
        unset(candidate)
        if(CRI_CARGO)
            find_program(candidate "${CRI_CARGO}" NO_CACHE)
        else()
            find_program(candidate cargo ${hints} NO_CACHE)
        endif()
        if(NOT candidate)
            continue()
        endif()
        list(APPEND seen "${candidate}")
        get_filename_component(dir "${candidate}" DIRECTORY)
        cri_rustc("${dir}/rustc" sysroot --print sysroot)
        if(EXISTS "${sysroot}/lib/rustlib/${triple}/lib")
            set(cargo "${candidate}" PARENT_SCOPE)
            set(rustc "${dir}/rustc" PARENT_SCOPE)
            set(build_std FALSE PARENT_SCOPE)
            return()
        endif()
        if(NOT with_source AND EXISTS "${sysroot}/lib/rustlib/src/rust/library/core/Cargo.toml")
            set(with_source "${candidate}")
        endif()
    endforeach()
    if(with_source)
        get_filename_component(dir "${with_source}" DIRECTORY)
        set(cargo "${with_source}" PARENT_SCOPE)
        set(rustc "${dir}/rustc" PARENT_SCOPE)
        set(build_std TRUE PARENT_SCOPE)
    elseif(seen)
        message(FATAL_ERROR
            "cri: there is no prebuilt archive, and no Rust toolchain here can build for ${triple}. One of these helps:\n"
            "  -DCRI_PREBUILT=DIR, where DIR/lib/${triple}/libcri.a is from a release tarball; it needs no Rust\n"
            "  rustup target add ${triple}\n"
            "  rustup component add rust-src                          (then core is built along)\n"
            "  apt-get install rustc-web cargo-web rust-web-src       (Debian: core is built along)\n"
            "If the C compiler's flags were misunderstood, set CRI_RUST_TARGET.")
    else()
        message(FATAL_ERROR
            "cri: there is no prebuilt archive for ${triple}, and cargo was not found. One of these helps:\n"
            "  -DCRI_PREBUILT=DIR, where DIR/lib/${triple}/libcri.a is from a release tarball; it needs no Rust\n"
            "  install Rust, for example from https://rustup.rs, with: rustup target add ${triple}\n"
            "  apt-get install rustc-web cargo-web rust-web-src       (Debian: core is built along)")
    endif()
endfunction()

# A GNU binary tool that fits the C compiler; empty if there is none.
function(cri_gnu_tool name fallback result)
    set(${result} "" PARENT_SCOPE)
    execute_process(COMMAND ${CMAKE_C_COMPILER} -print-prog-name=${name} OUTPUT_VARIABLE path OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
    foreach(candidate "${path}" "${fallback}")
        unset(found)
        find_program(found "${candidate}" NO_CACHE)
        if(found)
            execute_process(COMMAND "${found}" --version OUTPUT_VARIABLE version ERROR_QUIET)
            if(version MATCHES "GNU")
                set(${result} "${found}" PARENT_SCOPE)
                return()
            endif()
        endif()
    endforeach()
endfunction()

# Sets the prebuilt archive for a triple: in CRI_PREBUILT, which must have it if it is given, or beside the sources.
function(cri_find_prebuilt triple source_dir result)
    set(${result} "" PARENT_SCOPE)
    foreach(dir "${CRI_PREBUILT}" "${source_dir}")
        if(dir AND EXISTS "${dir}/lib/${triple}/libcri.a")
            set(${result} "${dir}/lib/${triple}/libcri.a" PARENT_SCOPE)
            return()
        elseif(dir AND dir STREQUAL "${CRI_PREBUILT}")
            file(GLOB there RELATIVE "${dir}/lib" "${dir}/lib/*/libcri.a")
            string(REPLACE "/libcri.a" "" there "${there}")
            message(FATAL_ERROR "cri: ${dir} has no archive for ${triple}, only for: ${there}. Unset CRI_PREBUILT to build from source.")
        endif()
    endforeach()
endfunction()

# Offers the library as the imported target cri::cri: the prebuilt archive if there is one, else built by the target
# cri-archive. ARCHIVE is where it is to be.
function(cri_add_library)
    cmake_parse_arguments(PARSE_ARGV 0 arg "" "MANIFEST_DIR;TRIPLE;PROFILE;SCHEMES_FULL;ARCHIVE" "")

    set(triple "${arg_TRIPLE}")
    if(NOT triple)
        cri_triple(triple)
    endif()

    add_library(cri::cri STATIC IMPORTED GLOBAL)
    set_target_properties(cri::cri PROPERTIES
        IMPORTED_LOCATION "${arg_ARCHIVE}"
        INTERFACE_INCLUDE_DIRECTORIES "${arg_MANIFEST_DIR}/include"
    )
    if(arg_SCHEMES_FULL AND NOT CRI_SANITIZE)
        cri_find_prebuilt(${triple} "${arg_MANIFEST_DIR}" prebuilt)
        if(prebuilt)
            add_custom_command(
                OUTPUT "${arg_ARCHIVE}"
                COMMAND ${CMAKE_COMMAND} -E copy "${prebuilt}" "${arg_ARCHIVE}"
                DEPENDS "${prebuilt}"
                VERBATIM
            )
            add_custom_target(cri-archive ALL DEPENDS "${arg_ARCHIVE}")
            add_dependencies(cri::cri cri-archive)
            message(STATUS "cri: Rust target ${triple}, prebuilt ${prebuilt}")
            return()
        endif()
    endif()
    cri_find_cargo(${triple})

    # Where cargo puts what it makes: --target is always given, so that the place does not depend on the host.
    set(profile_dir ${arg_PROFILE})
    if(profile_dir STREQUAL "dev")
        set(profile_dir debug)
    endif()
    set(rust_archive "${CRI_CARGO_TARGET_DIR}/${triple}/${profile_dir}/libcri.a")

    set(env --unset=RUSTFLAGS --unset=CARGO_ENCODED_RUSTFLAGS --unset=CARGO_BUILD_TARGET --unset=CARGO_TARGET_DIR "RUSTC=${rustc}")
    set(options --locked --lib --crate-type staticlib --profile ${arg_PROFILE} --target ${triple} --features panic-handler)
    if(NOT arg_SCHEMES_FULL)
        list(APPEND options --no-default-features --features cori)
    endif()
    if(build_std)
        list(APPEND env RUSTC_BOOTSTRAP=1)
        list(APPEND options -Z build-std=core)
    endif()
    # AddressSanitizer watches the Rust side too: any rustc can do that, though it is not a stable option.
    set(instrumented FALSE)
    if(CRI_SANITIZE MATCHES "address")
        set(instrumented TRUE)
        list(APPEND env RUSTC_BOOTSTRAP=1 RUSTFLAGS=-Zsanitizer=address)
    endif()

    # Cargo decides whether there is anything to do, so it runs every time.
    add_custom_target(cri-cargo
        COMMAND ${CMAKE_COMMAND} -E env ${env} "${cargo}" rustc ${options} --target-dir "${CRI_CARGO_TARGET_DIR}"
        WORKING_DIRECTORY "${arg_MANIFEST_DIR}"
        BYPRODUCTS "${rust_archive}"
        USES_TERMINAL VERBATIM
        COMMENT "cargo: libcri for ${triple} (${arg_PROFILE})"
    )

    cri_gnu_tool(ld "${CMAKE_LINKER}" ld)
    cri_gnu_tool(objcopy "${CMAKE_OBJCOPY}" objcopy)
    if(ld AND objcopy AND CMAKE_AR AND NOT APPLE AND NOT WIN32 AND NOT instrumented)
        # One relocatable object with a section for each function, so that a firmware's own --gc-sections still drops
        # what it does not call; its names other than cri_* are local, so that two Rust libraries do not clash and
        # compiler_builtins' memcpy does not displace libc's.
        set(emulation "")
        if(triple MATCHES "^i[3-6]86-")
            set(emulation -m elf_i386)
        elseif(triple MATCHES "^riscv(32|64)")
            set(emulation -m elf${CMAKE_MATCH_1}lriscv)
        endif()
        set(remove -R .llvmbc -R .llvmcmd -R .comment)
        if(NOT triple MATCHES "-linux-")
            # With it, GNU ld warns of every object of the firmware that has none; some builds make warnings errors.
            list(APPEND remove -R .note.GNU-stack)
        endif()
        set(object "${CMAKE_CURRENT_BINARY_DIR}/CMakeFiles/cri.o")
        add_custom_command(
            OUTPUT "${arg_ARCHIVE}"
            COMMAND "${ld}" ${emulation} -r --gc-sections --gc-keep-exported --unique --whole-archive "${rust_archive}" -o "${object}"
            COMMAND "${objcopy}" --wildcard "--keep-global-symbol=cri_*" --strip-unneeded ${remove} "${object}"
            COMMAND ${CMAKE_COMMAND} -E rm -f "${arg_ARCHIVE}"
            COMMAND "${CMAKE_AR}" rcsD "${arg_ARCHIVE}" "${object}"
            DEPENDS cri-cargo "${rust_archive}"
            VERBATIM
            COMMENT "libcri.a: one object, only cri_* visible"
        )
    else()
        message(STATUS "cri: libcri.a is what cargo makes, larger and with all its names visible (instrumented, or no GNU ld and objcopy)")
        add_custom_command(
            OUTPUT "${arg_ARCHIVE}"
            COMMAND ${CMAKE_COMMAND} -E copy "${rust_archive}" "${arg_ARCHIVE}"
            DEPENDS cri-cargo "${rust_archive}"
            VERBATIM
        )
    endif()
    add_custom_target(cri-archive ALL DEPENDS "${arg_ARCHIVE}")

    add_dependencies(cri::cri cri-archive)
    message(STATUS "cri: Rust target ${triple}, profile ${arg_PROFILE}, ${cargo}")
endfunction()
