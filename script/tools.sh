# SPDX-License-Identifier: MIT OR Apache-2.0
#
# Functions about the tools that programs need (script/tools.txt): they find the tools that a program names, test
# whether a tool is installed, and print how to install it. script/bootstrap and every check read this file, with the
# checkout as the working directory.
cbindgen_version=0.29.4
axe_version=4.14.1
tools=$PWD/target/tools
# rustup installs in a folder that not every shell has in its path. script/bootstrap installs in target/tools.
if ! command -v cargo >/dev/null; then PATH=$PATH:$HOME/.cargo/bin; fi
PATH=$PATH:$tools/bin

# ---- tests for tools -----------------------------------------------------------

# True if rustc and cargo are at least as new as Cargo.toml requires.
rust() {
    local oldest found
    oldest=$(sed -n 's/^rust-version = "\(.*\)"/\1/p' Cargo.toml)
    found=$(cargo --version && rustc --version | cut -d ' ' -f 2) || return
    [ "$(printf '%s\n' "$oldest" "${found##*$'\n'}" | sort -V | head -n 1)" = "$oldest" ]
}
rustfmt() { cargo fmt --version; }
clippy() { cargo clippy --version; }
# shellcheck disable=SC2046
core() { script/archive --toolchain $(script/dist --list) powerpc-unknown-linux-gnu; }
wasm_core() { script/archive --toolchain wasm32-unknown-unknown; }
# gcc-multilib, which Zephyr's 32-bit boards need, can be used instead of the cross compiler. Only one of them can be
# installed.
i686() { c-tests/qemu/i686; }
miri() { cargo +nightly miri --version; }
nightly() { cargo +nightly --version; }
cbindgen() { [ "$("$tools/bin/cbindgen" --version)" = "cbindgen $cbindgen_version" ]; }
fuzzer() { compgen -G "$(clang -print-resource-dir)/lib/*/libclang_rt.fuzzer[.-]*"; }
venv() { python3 -c 'import ensurepip'; }
# Debian's package of selenium is only for the python3 in /usr/bin.
selenium() { python3 -c 'import selenium' || /usr/bin/python3 -c 'import selenium'; }
axe() { grep "\"version\": \"$axe_version\"" "$tools/explorer/node_modules/axe-core/package.json"; }

# True if two requirements files name the same packages.
same_requirements() { diff <(grep -v '^#' "$1") <(grep -v '^#' "$2"); }

# ---- the table ---------------------------------------------------------------------------------

# Prints each tool that programs name once: "needs" or "needs|wants", FILE...
named_tools() { sed -nE "s/^#: ($1) //p" "${@:2}" | tr ' ' '\n' | awk 'NF && !seen[$0]++'; }

# Prints a column of a tool's row: TOOL 2|3
tool_column() { awk -F ' [|] ' -v tool="$1" -v column="$2" '$1 == tool { print $column }' script/tools.txt; }

is_there() {
    local marks mark folder file
    marks=$(tool_column "$1" 2)
    for mark in ${marks:?"script/tools.txt has no $1"}; do
        case $mark in
            "pip()") read -r _ folder file < <(tool_column "$1" 3) &&
                same_requirements "$file" "$tools/$folder/requirements.txt" ;;
            *"()") "${mark%()}" ;;
            /*) [ -e "$mark" ] ;;
            "<"*) echo "#include $mark" | gcc -E -x c - ;;
            */*) command -v "${mark%/*}" || command -v "${mark#*/}" ;;
            *) command -v "$mark" ;;
        esac >/dev/null 2>&1 || return
    done
}

# Prints the missing tools that programs name: "needs" or "needs|wants", FILE... If a tool comes from pip, a virtual
# environment is needed, too.
missing() {
    local tool lacking=()
    for tool in $(named_tools "$@"); do is_there "$tool" || lacking+=("$tool"); done
    for tool in ${lacking[@]+"${lacking[@]}"}; do
        if [[ $(tool_column "$tool" 3) == "pip "* ]] && ! is_there venv; then
            lacking=(venv "${lacking[@]}")
            break
        fi
    done
    printf '%s\n' ${lacking[@]+"${lacking[@]}"} | awk 'NF && !seen[$0]++'
}

# True if cargo is not a package of Debian.
cargo_is_rustups() { command -v cargo >/dev/null && [[ $(command -v cargo) != /usr/bin/* ]]; }

# Prints the command that installs a tool: TOOL PROGRAM, where PROGRAM is the program that needs the tool.
installer() {
    local by
    by=$(tool_column "$1" 3)
    case $1:$by in
        rust:*) if cargo_is_rustups; then echo "rustup update stable"; else echo "apt-get install $by"; fi ;;
        rustfmt:* | clippy:*)
            if cargo_is_rustups; then echo "rustup component add $1"; else echo "apt-get install ${by#* }"; fi
            ;;
        miri:*) echo "rustup toolchain install nightly --profile minimal --component miri,rust-src" ;;
        *:"pip "* | *"()") echo "script/bootstrap $2" ;;
        *) echo "apt-get install $by" ;;
    esac
}

# Prints the Debian packages of tools: TOOL...
packages_of() {
    local tool
    for tool in "$@"; do installer "$tool" .; done | sed -n 's/^apt-get install //p' | tr ' ' '\n' | awk '!seen[$0]++'
}

# Prints one command that installs tools: PROGRAM TOOL...
advice() {
    local tool packages sudo="sudo "
    if [ "$(id -u)" -eq 0 ]; then sudo=; fi
    packages=$(packages_of "${@:2}" | paste -s -d ' ')
    {
        if [ -n "$packages" ]; then echo "${sudo}apt-get install $packages"; fi
        for tool in "${@:2}"; do installer "$tool" "$1"; done | awk '!/^apt-get/ && !seen[$0]++'
    } | paste -s -d ';' | sed 's/;/ \&\& /g'
}
