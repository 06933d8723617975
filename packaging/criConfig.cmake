# SPDX-License-Identifier: MIT OR Apache-2.0
#
# The release tree's CMake package: cri::cri is the prebuilt archive that fits the C compiler and its flags.
# CRI_RUST_TARGET names another one.
include("${CMAKE_CURRENT_LIST_DIR}/CriTriple.cmake")

get_filename_component(cri_root "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
cri_triple(cri_target)
set(cri_archive "${cri_root}/lib/${cri_target}/libcri.a")

if(NOT EXISTS "${cri_archive}")
    file(GLOB cri_targets RELATIVE "${cri_root}/lib" "${cri_root}/lib/*/libcri.a")
    string(REPLACE "/libcri.a" "" cri_targets "${cri_targets}")
    set(cri_FOUND FALSE)
    set(cri_NOT_FOUND_MESSAGE
        "This release has no archive for ${cri_target}, only for: ${cri_targets}. Build libcri from source, or name one of these with CRI_RUST_TARGET.")
    return()
endif()

if(NOT TARGET cri::cri)
    add_library(cri::cri STATIC IMPORTED GLOBAL)
    set_target_properties(cri::cri PROPERTIES
        IMPORTED_LOCATION "${cri_archive}"
        INTERFACE_INCLUDE_DIRECTORIES "${cri_root}/include"
    )
endif()
set(cri_FOUND TRUE)
