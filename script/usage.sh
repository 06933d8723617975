# SPDX-License-Identifier: MIT OR Apache-2.0
#
# Scripts and checks read this file first. With --help, it prints the comment at the top of the script and exits.
usage_of=$(cd "$(dirname "$0")" && pwd)/$(basename "$0")
usage() { sed -n '4,/^[^#]/s/^#\( \|$\)//p' "$usage_of"; }
# Prints the reason, if there is one, and the usage.
wrong_usage() {
    { printf '%s\n\n' "${0##*/}: ${1:-wrong arguments}" && usage; } >&2
    exit 2
}
for argument in "$@"; do
    if [ "$argument" = --help ] || [ "$argument" = -h ]; then
        usage
        exit
    fi
done

# Runs a command with its output in build/logs, and prints every few seconds that it is still running: LABEL COMMAND...
watch() {
    local log=build/logs/${1// /-}.log started=$SECONDS said=$SECONDS pid
    mkdir -p build/logs
    "${@:2}" >"$log" 2>&1 </dev/null &
    pid=$!
    while kill -0 $pid 2>/dev/null; do
        sleep 0.2
        if ((SECONDS - said >= 5)); then
            said=$SECONDS
            printf '    %s: %d s\n' "$1" $((SECONDS - started))
        fi
    done
    wait $pid
}
