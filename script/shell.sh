# SPDX-License-Identifier: MIT OR Apache-2.0
#
# The beginning of every script in bash. With --help, the comment at the top of the script is printed.
for argument in "$@"; do
    if [ "$argument" = --help ] || [ "$argument" = -h ]; then
        sed -n '4,/^[^#]/s/^#\( \|$\)//p' "$0"
        exit
    fi
done
# Prints the reason and the usage.
wrong_usage() {
    printf '%s\n\n' "${0##*/}: ${1:-wrong arguments}" >&2
    "$0" --help >&2
    exit 2
}

# script/bootstrap installs in target/tools, and rustup in a folder that not every shell has in its path.
tools=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)/target/tools
PATH=$tools/bin:$PATH:$HOME/.cargo/bin

# Configures build/. Does not continue a configuration that failed, because its generator may be missing.
configure() {
    if [ ! -f build/build.ninja ] && [ ! -f build/Makefile ]; then rm -rf build/CMakeCache.txt build/CMakeFiles; fi
    local generator=()
    if [ ! -f build/CMakeCache.txt ] && command -v ninja >/dev/null; then generator=(-G Ninja); fi
    cmake -S . -B build "${generator[@]}"
}

# Stops if a command is missing: need COMMAND LIST, where LIST is the list of script/packages that brings the command.
need() {
    if command -v "$1" >/dev/null; then return; fi
    echo "${0##*/}: there is no $1. Run: script/bootstrap $2" >&2
    exit 1
}
