# SPDX-License-Identifier: MIT OR Apache-2.0
#
# Shared by the checks of releases and modules: releases and a source whose archives are texts, and commands that have
# to stop with a message.

# A release whose archives say NAME TARGET and full or short: DIRECTORY NAME TARGET...
release_of_texts() {
    local dir=$1 target
    mkdir -p "$dir/lib/cmake/cri"
    cp -R include riot-module zephyr-module packaging/esp-idf/CMakeLists.txt packaging/platformio/platformio.py "$dir/"
    cp cmake/release/criConfig.cmake cmake/CriTriple.cmake "$dir/lib/cmake/cri/"
    for target in "${@:3}"; do
        mkdir "$dir/lib/$target"
        echo "$2 $target full" >"$dir/lib/$target/libcri.a"
        echo "$2 $target short" >"$dir/lib/$target/libcri-short.a"
    done
}

# A source of version 1.2.3 whose script/archive writes "source", the target and the options. As the real one, it trusts
# the stamp that it left.
source_of_texts() {
    mkdir -p "$1/script"
    cp -R CMakeLists.txt LICENSE-* cmake include riot-module zephyr-module "$1/"
    sed '0,/^version = .*/s//version = "1.2.3"/' Cargo.toml >"$1/Cargo.toml"
    cat >"$1/script/archive" <<'END'
#!/bin/bash
if [[ $* == *thumbv9* ]]; then exit 1; fi
# Cargo also builds for this machine.
if [[ "${CC:-} ${CFLAGS:-} ${CPPFLAGS:-} ${CXXFLAGS:-} ${RUSTFLAGS:-}" == *board* ]]; then exit 1; fi
if [ "$1" = --toolchain ]; then printf '%s\n' /no-cargo "$2 installed" && exit; fi
target=${*: -2:1} output=${*: -1}
options=' --(nfc|schemes short|profile release|sanitize [a-z]+)'
text="source $target$(grep -oE -e "$options" <<<" $*" | sort | tr -d '\n')"
echo "${CRI_BINUTILS:-}" >"$output.binutils"
if [ "$(cat "$output.stamp" 2>/dev/null)" != "$text" ]; then echo "$text" | tee "$output" >"$output.stamp"; fi
END
    chmod +x "$1/script/archive"
}

# Configures as far as a script can, which leaves "archive" and "handed-on" in the scratch directory: FILE TREE
# OPTION...
configures() {
    (cd "$scratch" && rm -rf archive CMakeFiles &&
        cmake "-DFILE=$1" "-DTREE=$2" "${@:3}" -P "$root/script/check/stand-ins.cmake")
}

# Prints what a build gets from a file of Kconfig: KCONFIG SETTING...
kconfig() { "$tools/kconfig/bin/python" -B script/check/kconfig.py "$@"; }

# A command brings the archive of a text to a file, or fails and says the text: TEXT FILE COMMAND...
brings_or_says() {
    case $1 in
        "release "* | "other "* | "source "*) quietly "$scratch" "${@:3}" && diff <(echo "$1") "$2" ;;
        *) stops "$scratch" 1 "$1" "${@:3}" ;;
    esac
}

# A toolchain file for a board: COMPILER FLAGS
toolchain_file() {
    printf 'set(%s)\n' "CMAKE_SYSTEM_NAME Generic" "CMAKE_C_COMPILER $1" "CMAKE_C_FLAGS_INIT \"$2\"" \
        "CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY"
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
