#!/usr/bin/env bash
# SPDX-License-Identifier: MIT OR Apache-2.0
#
# Tests script/registry with files in the form that IANA publishes. With --library, it also runs these tests and the
# library's tests of the registries in a copy of the tree in which only the registry is updated.
set -euo pipefail
cd "$(dirname "$0")/.."

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
failed=0
mkdir "$scratch/script"
cp script/registry "$scratch/script/"

fail() {
    echo "FAILED: $*"
    failed=1
}

# Prints the rows of the committed registry in the form of IANA's CSV.
iana() {
    echo '"URI Scheme",Template,Description,Status,"Well-Known URI Support",Reference,Notes,"CRI Scheme Number"'
    sed 1d iana/schemes.csv | grep -v mqtt | awk -F, '{ print $3 ",,,Permanent,-,[RFC1],," $1 }'
}

# Prints the first number, from a given one on, that the committed registry does not have.
free_number() {
    awk -F, -v number="$1" '{ used[$1] } END { while (number in used) number++; print number }' iana/schemes.csv
}

# Prints a name that the committed registry does not have: the given name, if necessary with letters appended.
free_name() {
    local name=$1
    while grep -q ",$name\$" iana/schemes.csv; do name+=x; done
    echo "$name"
}

few=$(free_number 0) many=$(free_number 1024)
more=$(free_number $((many + 1)))
few_name=$(free_name few) many_name=$(free_name many) more_name=$(free_name more)

# Runs a copy of script/registry on a fresh copy of the registry. Checks its exit status, and that its output contains a
# given line.
run() {
    local name=$1 wanted=$2 line=$3 status=0
    shift 3
    rm -rf "$scratch/iana"
    cp -r iana "$scratch/iana"
    "$scratch/script/registry" "$@" >"$scratch/said" 2>&1 || status=$?
    [ $status -eq "$wanted" ] || fail "$name: status $status"
    grep -qE -- "$line" "$scratch/said" || fail "$name: says $(head -n 3 "$scratch/said")"
    if [ "$wanted" -ne 0 ] && ! diff -r iana "$scratch/iana" >/dev/null; then fail "$name: the registry changed"; fi
}

# Checks that the committed file gained exactly these rows.
adds() {
    local name=$1
    shift
    diff iana/schemes.csv "$scratch/iana/schemes.csv" | sed -n 's/^[<>] //p' >"$scratch/changed" || true
    [ "$(cat "$scratch/changed")" = "$(printf '%s\n' "$@")" ] || fail "$name: changed $(cat "$scratch/changed")"
}

refused() { run "$1" 1 "$2" "$scratch/$1.csv"; }

iana >"$scratch/same.csv"
run "as it is" 0 '^0 added' "$scratch/same.csv"
adds "as it is"

{
    iana
    echo "${many_name^^},,\"A name, with a comma
and a line break\",Provisional,-,[X],,$many"
    echo "$more_name (OBSOLETE),,,,,,,$more"
    echo 'unnumbered,,,,,,,'
} >"$scratch/new.csv"
run "new" 0 "^added $many $many_name\$" "$scratch/new.csv"
adds "new" "$many,,$many_name" "$more,,$more_name"
grep -q '^2 added, ' "$scratch/said" || fail "new: the summary"
rows=$(($(wc -l <"$scratch/iana/schemes.csv") - 1))
grep -q "^| 27 | $rows |" "$scratch/iana/README.md" || fail "new: the number of entries"
cp -r "$scratch/iana" "$scratch/aged"

# Tests columns in another order, a byte order mark, CRLF, and a number that is also in the short table.
printf '\xef\xbb\xbfCRI Scheme Number,Notes,URI Scheme\r\n%s,,%s\r\n%s,,%s\r\n' \
    "$few" "$few_name" "$many" "$many_name" >"$scratch/order.csv"
printf 'CRI scheme number,Scheme name,Reference\n10740,mqtt,[RFC9999]\n' >"$scratch/other.csv"
run "order" 0 "^added $few $few_name\$" "$scratch/order.csv" "$scratch/other.csv"
adds "order" "$few,,$few_name" "$many,,$many_name"

while IFS='|' read -r name line rows; do
    {
        echo 'URI Scheme,CRI Scheme Number'
        printf '%b\n' "$rows"
    } >"$scratch/$name.csv"
    refused "$name" "$line"
done <<ROWS
another-name|coap already, and cannot become coop|coop,0
another-number|0 already, and cannot become $many|coap,$many
swapped|coap\\+ws already, and cannot become coaps\\+ws|coaps+ws,24\ncoap+ws,25
twice|a already, and cannot become b|a,$many\nb,$many
two-numbers|$many already, and cannot become $more|a,$many\na,$more
not-a-number|is not a number|a,12x
negative|is not a number|a,-1
not-a-name|is not a number|1a,$many
no-name|is not a number|,$many
short-row|not 2 fields|a
after-good-rows|coap already|good,$many\ncoop,0
ROWS
echo 'Name,Number' >"$scratch/columns.csv"
refused columns 'not one column'
: >"$scratch/empty.csv"
refused empty 'not one column'
run "no file" 1 'No such file' "$scratch/none.csv"

if [ "${1:-}" = --library ] && [ $failed -eq 0 ]; then
    mkdir "$scratch/tree"
    cp -r Cargo.toml Cargo.lock build.rs src tests "$scratch/tree"
    cp -r "$scratch/aged" "$scratch/tree/iana"
    cp -r script "$scratch/tree"
    "$scratch/tree/tests/registry.sh" || fail "these tests with an updated registry"
    printf '//! Schemes alone.\nmod schemes;\nmod support;\n' >"$scratch/tree/tests/main.rs"
    # Building takes longer than running the tests, so the tests are not optimised.
    CARGO_PROFILE_TEST_OPT_LEVEL=0 CARGO_TARGET_DIR=$PWD/build/cargo-registry \
        cargo test --locked --manifest-path "$scratch/tree/Cargo.toml" --test tests schemes:: ||
        fail "the library with an updated registry"
fi
exit $failed
