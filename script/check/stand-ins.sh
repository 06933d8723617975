# SPDX-License-Identifier: MIT OR Apache-2.0
#
# Functions that the checks of releases and modules share: they make releases and sources whose archives are texts, and
# run commands that must stop with a message.

# Makes a release whose archives contain the text "NAME TARGET full" or "NAME TARGET short": DIRECTORY NAME TARGET...
release_of_texts() {
    local dir=$1 target
    mkdir -p "$dir/lib/cmake/cri"
    cp -R include riot-module zephyr-module contrib/esp-idf/CMakeLists.txt contrib/platformio/platformio.py "$dir/"
    cp cmake/release/criConfig.cmake cmake/CriTriple.cmake "$dir/lib/cmake/cri/"
    for target in "${@:3}"; do
        mkdir "$dir/lib/$target"
        echo "$2 $target full" >"$dir/lib/$target/libcri.a"
        echo "$2 $target short" >"$dir/lib/$target/libcri-short.a"
    done
}

# Makes a source tree of version 1.2.3 whose script/archive writes a text: "source", the target and the options. Like
# the real script, it writes nothing if its stamp is up to date: DIRECTORY
source_of_texts() {
    mkdir -p "$1/script"
    cp -R CMakeLists.txt LICENSE-* cmake include riot-module zephyr-module "$1/"
    sed '0,/^version = .*/s//version = "1.2.3"/' Cargo.toml >"$1/Cargo.toml"
    cat >"$1/script/archive" <<'END'
#!/bin/bash
if [[ $* == *thumbv9* ]]; then exit 1; fi
# Fails if the flags of the board are in the environment, because cargo also builds for this machine.
if [[ "${CC:-} ${CFLAGS:-} ${CPPFLAGS:-} ${CXXFLAGS:-} ${RUSTFLAGS:-}" == *board* ]]; then exit 1; fi
if [ "$1" = --toolchain ]; then echo "$2 installed /no-cargo rustc" && exit; fi
target=${*: -2:1} output=${*: -1}
options=' --(nfc|schemes short|profile release|sanitize [a-z]+)'
text="source $target$(grep -oE -e "$options" <<<" $*" | sort | tr -d '\n')"
echo "${CRI_BINUTILS:-}" >"$output.binutils"
if [ "$(cat "$output.stamp" 2>/dev/null)" != "$text" ]; then echo "$text" | tee "$output" >"$output.stamp"; fi
END
    chmod +x "$1/script/archive"
}

# Runs the part of a configuration that works in a script, and leaves the files "archive" and "handed-on" in the scratch
# directory: FILE TREE OPTION...
configures() {
    (cd "$scratch" && rm -rf archive CMakeFiles &&
        cmake "-DFILE=$1" "-DTREE=$2" "${@:3}" -P "$root/script/check/stand-ins.cmake")
}

# Prints the configuration that a Kconfig file gives with these settings: KCONFIG SETTING...
kconfig() { "$tools/tools/bin/python" -B script/check/kconfig.py "$@"; }

# Checks the result of a command. If TEXT describes an archive ("release ...", "other ...", "source ..."), the command
# must write that archive to FILE. Otherwise it must fail with the message TEXT: TEXT FILE COMMAND...
brings_or_says() {
    case $1 in
        "release "* | "other "* | "source "*) quietly "$scratch" "${@:3}" && diff <(echo "$1") "$2" ;;
        *) stops "$scratch" 1 "$1" "${@:3}" ;;
    esac
}

# Prints a toolchain file for a board: COMPILER FLAGS
toolchain_file() {
    printf 'set(%s)\n' "CMAKE_SYSTEM_NAME Generic" "CMAKE_C_COMPILER $1" "CMAKE_C_FLAGS_INIT \"$2\"" \
        "CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY"
}

# Runs a command with its output in a log, and prints the log only if the command fails: DIRECTORY COMMAND...
quietly() { "${@:2}" >"$1/log" 2>&1 || { cat "$1/log" && return 1; }; }

# Checks that a command fails and prints these texts, wherever its lines are broken: DIRECTORY COUNT TEXT... COMMAND...,
# where DIRECTORY is for the log and COUNT is the number of texts.
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
