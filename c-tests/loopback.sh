# SPDX-License-Identifier: MIT OR Apache-2.0
#
# What the tests over loopback share; they read it. Sets $scratch, a directory, and $servers, processes: both end with the
# test. Cases are counted, for `report` to print.
set -u
passed=0
failed=0
scratch=$(mktemp -d)
servers=()

clean_up() {
    local pid
    for pid in "${servers[@]}"; do
        kill "$pid" 2>/dev/null && wait "$pid" 2>/dev/null
    done
    rm -rf "$scratch"
}
trap clean_up EXIT

# Counts a case: its name, what was wanted, what came.
expect() {
    if [ "$2" = "$3" ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        printf 'FAILED: %s\n--- wanted\n%s\n--- got\n%s\n' "$1" "$2" "$3"
    fi
}

# Prints the sums as cmocka does; fails if a case did.
report() {
    echo "[  PASSED  ] $passed test(s)."
    if [ $failed -gt 0 ]; then
        echo "[  FAILED  ] $failed test(s), listed above"
        return 1
    fi
}

# Waits for a line in a file, five seconds at most.
wait_for() {
    local try
    for try in {1..50}; do
        grep -q "$1" "$2" 2>/dev/null && return
        sleep 0.1
    done
    return 1
}

# Runs a command for so many seconds at most; one that does not end when told is killed two seconds later.
#
# In the foreground, which is timeout's word for: it passes a signal on to the command once, and nothing else. Otherwise it
# sends SIGCONT after it, and that undoes the SIGSTOP by which LeakSanitizer stops a process when it ends: the process
# then waits for itself forever.
bounded() { exec timeout --foreground -k 2 "$@"; }
