# SPDX-License-Identifier: MIT OR Apache-2.0
#
# How CMake gets a static library out of a Rust crate: which target triple the C compiler asks for, whether cargo can
# build for it, the build itself, and one object of it in which nothing but cri_* is visible.

# The macros that the C compiler predefines with the flags of this build.
function(cri_compiler_macros result)
    separate_arguments(flags NATIVE_COMMAND "${CMAKE_C_FLAGS}")
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

    has_macro(__ARM_PCS_VFP hard_float)
    if(hard_float)
        set(abi eabihf)
    else()
        set(abi eabi)
    endif()

    set(${result} "" PARENT_SCOPE)
    # Cortex-M, from the smallest; the first macro that is defined decides.
    foreach(pair
        "__ARM_ARCH_6M__=thumbv6m-none-eabi"
        "__ARM_ARCH_7M__=thumbv7m-none-eabi"
        "__ARM_ARCH_7EM__=thumbv7em-none-${abi}"
        "__ARM_ARCH_8M_BASE__=thumbv8m.base-none-eabi"
        "__ARM_ARCH_8M_MAIN__=thumbv8m.main-none-${abi}"
        "__ARM_ARCH_8_1M_MAIN__=thumbv8m.main-none-${abi}"
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

    has_macro(__linux__ linux)
    if(linux)
        has_macro(__x86_64__ x86_64)
        has_macro(__ILP32__ x32)
        has_macro(__i386__ i386)
        has_macro(__aarch64__ aarch64)
        if(x86_64 AND NOT x32)
            set(${result} x86_64-unknown-linux-gnu PARENT_SCOPE)
        elseif(i386)
            set(${result} i686-unknown-linux-gnu PARENT_SCOPE)
        elseif(aarch64)
            set(${result} aarch64-unknown-linux-gnu PARENT_SCOPE)
        endif()
    endif()
endfunction()

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
        find_program(candidate cargo ${hints} NO_CACHE)
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
            "cri: no Rust toolchain here can build for ${triple}. One of these helps:\n"
            "  rustup target add ${triple}\n"
            "  rustup component add rust-src                          (then core is built along)\n"
            "  apt-get install rustc-web cargo-web rust-web-src       (Debian: core is built along)\n"
            "If the C compiler's flags were misunderstood, set CRI_RUST_TARGET.")
    else()
        message(FATAL_ERROR "cri: cargo was not found. Install Rust, for example from https://rustup.rs, and configure again.")
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

# Builds the crate and offers it as the imported library cri::cri; the target cri-archive makes it.
function(cri_add_library)
    cmake_parse_arguments(PARSE_ARGV 0 arg "" "MANIFEST_DIR;TRIPLE;PROFILE;SCHEMES_FULL;ARCHIVE" "")

    set(triple "${arg_TRIPLE}")
    if(NOT triple)
        cri_compiler_macros(macros)
        cri_triple_of_macros("${macros}" triple)
        if(NOT triple)
            message(FATAL_ERROR "cri: no Rust target is known for ${CMAKE_C_COMPILER} with \"${CMAKE_C_FLAGS}\": set CRI_RUST_TARGET.")
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
        endif()
        set(object "${CMAKE_CURRENT_BINARY_DIR}/CMakeFiles/cri.o")
        add_custom_command(
            OUTPUT "${arg_ARCHIVE}"
            COMMAND "${ld}" ${emulation} -r --gc-sections --gc-keep-exported --unique --whole-archive "${rust_archive}" -o "${object}"
            COMMAND "${objcopy}" --wildcard "--keep-global-symbol=cri_*" --strip-unneeded -R .llvmbc -R .llvmcmd -R .comment "${object}"
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

    add_library(cri::cri STATIC IMPORTED GLOBAL)
    set_target_properties(cri::cri PROPERTIES
        IMPORTED_LOCATION "${arg_ARCHIVE}"
        INTERFACE_INCLUDE_DIRECTORIES "${arg_MANIFEST_DIR}/include"
    )
    add_dependencies(cri::cri cri-archive)
    message(STATUS "cri: Rust target ${triple}, profile ${arg_PROFILE}, ${cargo}")
endfunction()
