# SPDX-License-Identifier: MIT OR Apache-2.0
#
# Counts the cases of CTest's tests: awk -f script/count.awk OUTPUT_OF_CTEST Testing/Temporary/LastTest.log
#
# Prints "PASSED FAILED SKIPPED NAME REASONS" for each test that CTest ran. REASONS is the number of lines that give a
# reason for a skip. A test prints its number of cases in the form of the checks ("3 passed, 0 failed, 1 skipped") or of
# cmocka ("[  PASSED  ] 3 test(s)."). A test that prints neither counts as one case. A test that failed or was
# interrupted has at least one failed case.
FNR == NR {
    if ($0 ~ /^ *[0-9]+\/[0-9]+ Test +#[0-9]+: /) {
        name = $0
        sub(/^[^:]*: /, "", name)
        sub(/ .*/, "", name)
        status[name] = /\*\*\*Skipped/ ? "skipped" : / Passed / ? "passed" : "failed"
        names[++count] = name
    }
    next
}
/^[0-9]+\/[0-9]+ Testing: / { name = $3 }
/^SKIPPED/ { reasons[name]++ }
/^[0-9]+ passed, [0-9]+ failed(, [0-9]+ skipped)?$/ {
    counted[name] = 1
    passed[name] = $1
    failed[name] = $3
    skipped[name] = $5 + 0
}
match($0, /\[  (PASSED|FAILED)  \] [0-9]+ test\(s\)/) {
    counted[name] = 1
    number = substr($0, RSTART + 13) + 0
    if (substr($0, RSTART + 3, 6) == "PASSED") passed[name] += number; else failed[name] += number
}
END {
    for (i = 1; i <= count; i++) {
        name = names[i]
        if (status[name] == "failed" && !failed[name]) failed[name] = 1
        if (status[name] == "skipped" && !skipped[name]) skipped[name] = 1
        if (status[name] == "passed" && !counted[name]) passed[name] = 1
        print passed[name] + 0, failed[name] + 0, skipped[name] + 0, name, reasons[name] + 0
    }
}
