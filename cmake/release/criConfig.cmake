# SPDX-License-Identifier: MIT OR Apache-2.0
#
# The CMake package of the release tree. cri::cri is the prebuilt archive that fits the C compiler and its flags.
# CRI_RUST_TARGET names another target that fits. CRI_SCHEMES_FULL=OFF selects the archive with ten schemes.
include("${CMAKE_CURRENT_LIST_DIR}/CriTriple.cmake")

get_filename_component(cri_root "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
cri_find_triple("${cri_root}/include" cri_target cri_problem)
if(NOT cri_problem)
    cri_prebuilt_archive("${cri_root}" ${cri_target} cri_archive cri_problem)
endif()
if(cri_problem)
    set(cri_FOUND FALSE)
    set(cri_NOT_FOUND_MESSAGE "cri: ${cri_problem}")
    return()
endif()

if(NOT TARGET cri::cri)
    add_library(cri::cri STATIC IMPORTED GLOBAL)
    set_target_properties(cri::cri PROPERTIES IMPORTED_LOCATION "${cri_archive}")
    cri_set_interface(${cri_target} "${cri_root}/include")
endif()
set(cri_FOUND TRUE)
