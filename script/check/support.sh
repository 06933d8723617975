# SPDX-License-Identifier: MIT OR Apache-2.0
#
# Functions that the checks in bash share: see support.py, which has the same functions for the others. $root is the
# checkout. $scratch is a temporary directory that is removed at the end.
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/../shell.sh"
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
cd "$root"
# The working group's vectors are not part of this repository; they are used if they are next to it.
if [ -z "${CRI_SHARED_VECTORS:-}" ] && [ -d ../shared/vectors ]; then
    export CRI_SHARED_VECTORS=$root/../shared/vectors
fi

# ---- counts ------------------------------------------------------------------------------------

scratch=$(mktemp -d)
: >"$scratch/counts"
trap 'finish $?' EXIT

# Adds to the counts of the check: count PASSED FAILED [SKIPPED]
count() { echo "$1 $2 ${3:-0}" >>"$scratch/counts"; }

finish() {
    local status=$1 passed failed skipped
    read -r passed failed skipped < \
        <(awk '{ p += $1; f += $2; s += $3 } END { print p + 0, f + 0, s + 0 }' "$scratch/counts")
    rm -rf "$scratch"
    if [ $((passed + failed + skipped)) -eq 0 ]; then echo "FAILED: nothing was counted"; fi
    if [ "$failed" -eq 0 ] && { [ "$status" -ne 0 ] || [ $((passed + skipped)) -eq 0 ]; }; then failed=1; fi
    echo "$passed passed, $failed failed, $skipped skipped"
    if [ "$failed" -gt 0 ]; then exit 1; fi
    if [ "$passed" -eq 0 ]; then exit 77; fi
}

# Runs one test of a check, which passes if the command succeeds: check NAME COMMAND...
check() {
    local name=$1 status=0
    shift
    set +e
    # The command is not the condition of an `if`, because that would disable `set -e` in it.
    (
        trap - EXIT
        set -e
        "$@"
    )
    status=$?
    set -e
    if [ $status -eq 0 ]; then
        count 1 0
    else
        echo "FAILED: $name"
        count 0 1
    fi
}

# Skips a test for which a tool is missing, and prints the reason.
skip() {
    echo "SKIPPED: $*"
    count 0 0 1
}

# Skips the check if a command is missing: need_tool COMMAND PACKAGE
need_tool() {
    if command -v "$1" >/dev/null; then return; fi
    skip "no $1: apt-get install $2, or script/bootstrap all"
    exit
}

# ---- copies ------------------------------------------------------------------------------------

# Copies the files of this checkout, without build output.
copy_of_source() {
    mkdir -p "$1"
    git ls-files -z --cached --others --exclude-standard | tar -c --null --ignore-failed-read -T - | tar -x -C "$1"
}

# Makes a repository of a directory, or commits the changes in it.
commit_all() {
    git -C "$1" init --quiet --initial-branch main
    git -C "$1" config user.name test
    git -C "$1" config user.email test@example.com
    git -C "$1" add --all
    git -C "$1" commit --quiet --allow-empty --message start
}

