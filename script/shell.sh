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
    if [ ! -f build/CMakeCache.txt ] && command -v ninja >/dev/null; then export CMAKE_GENERATOR=Ninja; fi
    cmake -S . -B build
}

# Stops if a command is missing: need COMMAND LIST, where LIST is the list of script/packages that brings the command.
need() {
    if command -v "$1" >/dev/null; then return; fi
    echo "${0##*/}: there is no $1. Run: script/bootstrap $2" >&2
    exit 1
}

# Runs a command with its output in build/logs. Every five seconds, prints the last line of the output: LABEL COMMAND...
watch() {
    local log=build/logs/${1// /-}.log started=$SECONDS said=$SECONDS pid
    if ! mkdir -p build/logs 2>/dev/null; then
        echo "${0##*/}: this folder is read-only. Run: cmake -S . -B /tmp/cri && cmake --build /tmp/cri" >&2
        exit 1
    fi
    set -m # a process group for the command, so that Ctrl-C reaches this script only
    "${@:2}" >"$log" 2>&1 </dev/null &
    pid=$!
    set +m
    trap 'interrupted "$1" $pid' INT
    while kill -0 $pid 2>/dev/null; do
        sleep 0.2
        if ((SECONDS - said >= 5)); then
            said=$SECONDS
            printf '    %s, %d s: %s\n' "$1" $((SECONDS - started)) "$(tail -n 1 "$log" | tr -d '\r' | cut -c -90)"
        fi
    done
    trap - INT
    wait $pid
}

# Ends what watch() runs. Only apt-get continues, because a half-installed package would be left: LABEL PROCESS
interrupted() {
    if [[ $1 == apt-get* ]]; then
        echo "${0##*/}: interrupted, but $1 continues as process $2, so that no package is left half installed." \
            "build/logs/${1// /-}.log has its output." >&2
    else
        kill -- "-$2" 2>/dev/null
        echo "${0##*/}: interrupted, and $1 was stopped" >&2
    fi
    exit 130
}
