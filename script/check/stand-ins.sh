# SPDX-License-Identifier: MIT OR Apache-2.0
#
# Stand-ins for archives, releases and ESP-IDF, so that script/check/wrong-archive and script/check/modules build no Rust.

# The tools and the flags for a target.
standin_tools() {
    case $1 in
        thumbv6m-none-eabi) echo arm-none-eabi- -mthumb -mcpu=cortex-m0 ;;
        thumbv7m-none-eabi) echo arm-none-eabi- -mthumb -mcpu=cortex-m3 ;;
        thumbv7em-none-eabi) echo arm-none-eabi- -mthumb -mcpu=cortex-m4 ;;
        thumbv7em-none-eabihf) echo arm-none-eabi- -mthumb -mcpu=cortex-m4 -mfloat-abi=hard -mfpu=fpv4-sp-d16 ;;
        riscv32imc-*) echo riscv64-unknown-elf- -march=rv32imc -mabi=ilp32 ;;
        riscv32imac-*) echo riscv64-unknown-elf- -march=rv32imac -mabi=ilp32 ;;
        x86_64-*) echo x86_64-linux-gnu- -m64 -fPIC ;;
        i686-*) echo x86_64-linux-gnu- -m32 -fPIC ;;
    esac
}

# Makes an archive for a target whose cri_version() says what it is: TARGET OUTPUT TEXT
standin_archive() {
    local tools flags
    read -r tools flags < <(standin_tools "$1")
    mkdir -p "$(dirname "$2")"
    rm -f "$2"
    # shellcheck disable=SC2086
    echo "const char *cri_version(void); const char *cri_version(void) { return \"archive: $3\"; }" |
        "${tools}gcc" $flags -Os -x c -c - -o "$scratch/archive.o"
    "${tools}ar" rcs "$2" "$scratch/archive.o"
}

# A release whose archives say NAME TARGET full, or short: DIRECTORY NAME TARGET...
standin_release() {
    local dir=$1 name=$2 target
    mkdir -p "$dir/lib/cmake/cri" "$dir/lib/pkgconfig"
    tar -c --exclude=bin --exclude=build include zephyr zephyr-module riot-module | tar -x -C "$dir"
    cp packaging/esp-idf/CMakeLists.txt packaging/platformio/platformio.py "$dir/"
    cp cmake/release/criConfig.cmake cmake/CriTriple.cmake "$dir/lib/cmake/cri/"
    sed "s/@VERSION@/$version/g" cmake/release/criConfigVersion.cmake.in >"$dir/lib/cmake/cri/criConfigVersion.cmake"
    sed "s/@VERSION@/$version/g" cmake/release/cri.pc.in >"$dir/lib/pkgconfig/cri.pc"
    for target in "${@:3}"; do
        standin_archive "$target" "$dir/lib/$target/libcri.a" "$name $target full"
        standin_archive "$target" "$dir/lib/$target/libcri-short.a" "$name $target short"
        sed "s/@VERSION@/$version/g; s/@TARGET@/$target/g; s/@MACRO@/CRI_TARGET_${target//[-.]/_}/" cmake/release/cri-target.pc.in \
            >"$dir/lib/pkgconfig/cri-$target.pc"
    done
}

# libcri's source, whose script/archive makes the archives of a release, and leaves one alone that is there by its stamp, as the real one
# does: DIRECTORY RELEASE
standin_source() {
    mkdir -p "$1/script"
    tar -c CMakeLists.txt Cargo.toml cmake include zephyr zephyr-module riot-module | tar -x -C "$1"
    cat >"$1/script/archive" <<END
#!/bin/sh -e
if [ "\$1" = --toolchain ]; then
    case \$2 in thumbv9*) exit 1 ;; esac
    printf '%s\n' /no-cargo "\$2 installed"
    exit
fi
name=libcri
case " \$* " in *" --schemes short "*) name=libcri-short ;; esac
case " \$* " in *" --nfc "*) name=\$name-nfc ;; esac
while [ \$# -gt 2 ]; do shift; done
made=$2/lib/\$1/\$name.a
if [ -f "\$2" ] && [ "\$(cat "\$2.stamp")" = "\$made" ]; then exit; fi
cp "\$made" "\$2"
echo "\$made" >"\$2.stamp"
END
    chmod +x "$1/script/archive"
}

# A program that contains the text of the archive that it is linked with.
standin_program='#include <cri.h>
int main(void);
int main(void) { return cri_version()[0]; }'

# A program is linked with the archive of a text: TEXT PROGRAM
linked_with() {
    local found
    found=$(grep -ao 'archive: [a-z0-9_ -]*' "$2") || true
    [ "$found" = "archive: $1" ] || { echo "wanted $1, got $found" && return 1; }
}

# A toolchain file for a board: COMPILER FLAGS
toolchain_file() {
    printf 'set(%s)\n' "CMAKE_SYSTEM_NAME Generic" "CMAKE_C_COMPILER $1" "CMAKE_C_FLAGS_INIT \"$2\"" \
        "CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY"
}

# A project that has the tree of a release as an ESP-IDF component, with stand-ins for ESP-IDF's functions.
idf_component() {
    cat <<END
set(ESP_PLATFORM 1)
function(idf_component_register)
    cmake_parse_arguments(PARSE_ARGV 0 arg "" "" INCLUDE_DIRS)
    add_library(__idf_cri INTERFACE)
    foreach(dir IN LISTS arg_INCLUDE_DIRS)
        get_filename_component(dir "\${dir}" ABSOLUTE BASE_DIR "\${CMAKE_CURRENT_LIST_DIR}")
        target_include_directories(__idf_cri INTERFACE "\${dir}")
    endforeach()
    set(COMPONENT_LIB __idf_cri PARENT_SCOPE)
endfunction()
add_subdirectory("$1" component)
link_libraries(__idf_cri)
END
}

# Runs a command, whose output goes to a log in a directory and is printed only where it fails: DIRECTORY COMMAND...
quietly() { "${@:2}" >"$1/log" 2>&1 || { cat "$1/log" && return 1; }; }

# A command fails, and says these, in lines of any length: directory for its log, number of texts, texts, command.
stops() {
    local dir=$1 says=("${@:3:$2}") text
    if "${@:3+$2}" >"$dir/log" 2>&1; then
        cat "$dir/log"
        echo "FAILED: it builds"
        return 1
    fi
    tr -s ' \n' ' ' <"$dir/log" >"$dir/said"
    for text in "${says[@]}"; do
        grep -qF -e "$text" "$dir/said" || { cat "$dir/log" && echo "FAILED: it does not say $text" && return 1; }
    done
}

# A command links a program with the archive of a text, or stops with another text: TEXT PROGRAM COMMAND...
links_or_stops() {
    case $1 in
        "release "* | "other "* | "source "*) quietly "$scratch" "${@:3}" && linked_with "$1" "$2" ;;
        *) stops "$scratch" 1 "$1" "${@:3}" ;;
    esac
}
