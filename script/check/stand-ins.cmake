# SPDX-License-Identifier: MIT OR Apache-2.0
#
# Runs a part of a project's configuration as a script, without a project: cmake [-DNAME=VALUE...] -P stand-ins.cmake.
# FILE is the part. FLAGS are the flags of CMAKE_CXX_COMPILER, if it is set, or of CMAKE_C_COMPILER, which is
# arm-none-eabi-gcc by default. The script leaves two files in the current directory. `archive` is the archive that
# cri::cri links. `handed-on` contains the include directories and macros with which the firmware is compiled and, for
# Zephyr, the libraries that it links.

cmake_minimum_required(VERSION 3.22)

# Stand-ins for the commands that only projects have, and for functions of Zephyr and ESP-IDF.
foreach(command add_library add_dependencies target_link_libraries idf_component_register project)
    cmake_language(EVAL CODE "function(${command})\nendfunction()")
endforeach()
foreach(command zephyr_include_directories zephyr_compile_definitions zephyr_link_libraries)
    cmake_language(EVAL CODE
        "function(${command})\nset_property(GLOBAL APPEND PROPERTY handed_on \${ARGV})\nendfunction()")
endforeach()
function(zephyr_compile_definitions_ifdef option)
    if(${option})
        zephyr_compile_definitions(${ARGN})
    endif()
endfunction()
function(set_target_properties target properties name value)
    if(name STREQUAL "IMPORTED_LOCATION")
        set_property(GLOBAL PROPERTY archive "${value}")
    elseif(name STREQUAL "INTERFACE_INCLUDE_DIRECTORIES" AND NOT ZEPHYR)
        list(FILTER ARGN EXCLUDE REGEX "^INTERFACE_|^$")
        zephyr_include_directories("${value}" ${ARGN})
    endif()
endfunction()
function(get_target_property variable target property)
    set(${variable} "$<$<COMPILE_LANGUAGE:C>:-std=c99>;-Os" PARENT_SCOPE)
endfunction()
macro(add_compile_options)
    set_property(DIRECTORY APPEND PROPERTY COMPILE_OPTIONS ${ARGN})
endmacro()
function(add_custom_target name all)
    cmake_parse_arguments(PARSE_ARGV 2 arg "" "BYPRODUCTS" "COMMAND")
    if(arg_COMMAND)
        execute_process(COMMAND ${arg_COMMAND} COMMAND_ERROR_IS_FATAL ANY)
    endif()
endfunction()

set(APPLICATION_SOURCE_DIR "${CMAKE_CURRENT_BINARY_DIR}/app")
if(CMAKE_CXX_COMPILER)
    set(CMAKE_CXX_FLAGS "${FLAGS}")
else()
    if(NOT CMAKE_C_COMPILER)
        set(CMAKE_C_COMPILER arm-none-eabi-gcc)
    endif()
    set(CMAKE_C_FLAGS "${FLAGS}")
endif()
include("${FILE}")
if(DEFINED cri_FOUND AND NOT cri_FOUND)
    message(FATAL_ERROR "${cri_NOT_FOUND_MESSAGE}")
endif()
get_property(archive GLOBAL PROPERTY archive)
if(archive)
    file(COPY_FILE "${archive}" "archive")
endif()
get_property(handed_on GLOBAL PROPERTY handed_on)
file(WRITE "handed-on" "${handed_on}\n")
