# SPDX-License-Identifier: MIT OR Apache-2.0
#
# Functions that the checks share. A check is a program that reads this file first. It runs alone, in any order, and
# ends with "N passed, M failed, K skipped". It exits with 0, with 1 if something failed, and with 77 if nothing was
# tried. A check that counts nothing fails. --help prints its comment, in which lines that begin with "#:" tell CTest
# and script/bootstrap about it:
#
#   #: needs TOOL...   the check is skipped if one of these tools is missing (script/tools.txt)
#   #: wants TOOL...   parts of the check are skipped if one of these tools is missing
#   #: after NAME      CTest runs this first: "build" (the host build), or another check
#   #: locks NAME      no two checks with the same lock run at the same time
#   #: label NAME      the group of the check; the checks of the group "library" run by default
#   #: takes SECONDS   the approximate duration on two cores. Long checks begin first. A check fails if it takes longer
#                     than ten minutes plus ten times this duration
#
# $root is the checkout. $scratch is a temporary directory that is removed at the end.
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/../usage.sh"
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
cd "$root"
. script/tools.sh
export CARGO_TERM_COLOR=never
# Makes builds faster.
export CARGO_INCREMENTAL=0 CARGO_PROFILE_TEST_DEBUG=0
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

# Skips a test and prints the reason. script/check/left-out.txt lists the tests that are omitted on purpose.
skip() {
    echo "SKIPPED: $*"
    count 0 0 1
}

# Runs a command and adds the counts in the last line of its output: "N passed, M failed" or "N passed, M failed, K
# skipped".
counted() {
    local log=$scratch/counted.log status=0 line
    "$@" >"$log" 2>&1 || status=$?
    cat "$log"
    line=$(sed -n 's/^\([0-9]*\) passed, \([0-9]*\) failed\(, \([0-9]*\) skipped\)\?$/\1 \2 \4/p' "$log" | tail -n 1)
    if [ -z "$line" ]; then echo "FAILED: $1 did not say what passed"; fi
    # shellcheck disable=SC2086
    count ${line:-0 1}
    return $status
}

read -ra lacking <<<"$(missing needs "$0" | paste -s -d ' ')"
if [ ${#lacking[@]} -gt 0 ]; then
    skip "there is no ${lacking[*]}. Run: $(advice "${0##*/}" "${lacking[@]}")"
    exit
fi

# ---- Rust --------------------------------------------------------------------------------------

# The features that docs.rs documents: all features except the feature of the C interface.
rust_features() { sed -n '/^\[package.metadata.docs.rs\]/,/^$/s/^features = \[\(.*\)\]/\1/p' Cargo.toml | tr -d '" '; }

# Runs cargo test and adds the counts that it prints. Fails if a filter matches no test.
cargo_test() {
    local log=$scratch/cargo-test.log status=0 passed failed
    cargo test --locked --no-fail-fast "$@" >"$log" 2>&1 || status=$?
    cat "$log"
    read -r passed failed < <(awk '/^test result:/ { p += $4; f += $6 } END { print p + 0, f + 0 }' "$log")
    if [ $status -eq 0 ] && [ "$passed" -eq 0 ]; then
        echo "FAILED: cargo test ran nothing: $*"
        failed=1
    fi
    count "$passed" "$failed"
    return $status
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

# ---- headers -----------------------------------------------------------------------------------

# All headers except the header of a feature that is disabled by default.
headers() { find include -name '*.h' ! -name cri_nfc.h; }

# The functions that the given headers declare. Functions that a header defines are not exports, so they are omitted.
header_functions() {
    sed 's/^\(CRI_MUST_CHECK \)\?static inline [^(]*\bcri_\w*//; s/^\( \*\|#\|\/\*\).*//' "$@" |
        grep -o '\bcri_[a-z0-9_]*(' | tr -d '(' | sort -u
}

# The functions that all headers declare.
declared_functions() {
    local files
    mapfile -t files < <(headers)
    header_functions "${files[@]}"
}

# The functions that an archive exports: ARCHIVE [PREFIX], where PREFIX is the prefix of nm, such as arm-none-eabi-
archive_functions() {
    "${2:-}nm" --defined-only --extern-only "$1" | awk '$2 ~ /[A-Z]/ && NF == 3 { print $3 }' | sort -u
}

# Checks that an archive is one object, exports the functions that the headers declare, and needs only the memory
# functions of the C library. Also checks that it has no panics, no writable data and, if its target forbids that, no
# unaligned access: TARGET ARCHIVE
archive_is_clean() {
    local tools= allowed='memcpy|memmove|memcmp' bad
    case $1 in
        thumb*) tools=arm-none-eabi- ;;
        riscv*) tools=riscv64-unknown-elf- ;;
        *-linux-*) allowed+='|memset|bcmp|strlen|_GLOBAL_OFFSET_TABLE_' ;;
    esac
    bad=$(
        "${tools}ar" t "$2" | grep -vx cri.o
        diff <(declared_functions) <(archive_functions "$2" "$tools")
        "${tools}nm" --undefined-only "$2" | awk 'NF == 2 { print $2 }' | grep -vxE "$allowed"
        "${tools}nm" "$2" | grep -E 'panic|unwind|core3fmt'
        case $1 in *-strict | thumbv6m-* | thumbv8m.base-*) "${tools}readelf" -A "$2" | grep unaligned_access ;; esac
        # The tables of pointers of position-independent code are in .data.rel.ro, which the loader makes read-only.
        "${tools}objdump" -h "$2" |
            awk '$2 ~ /^\.(data|bss|tdata|tbss|init_array)/ && $2 !~ /^\.data\.rel\.ro/ && $3 !~ /^0+$/ { print $2 }'
        # Each function must be at the start of a section, so that the linker of the firmware can drop it. Equal
        # functions share a section.
        "${tools}nm" --defined-only --extern-only "$2" | awk 'NF == 3 && $1 !~ /^0+$/ { print $3 }'
    ) || true
    echo "$bad"
    [ -z "$bad" ] && [ "$(declared_functions | wc -l)" -gt 60 ]
}

# ---- C -----------------------------------------------------------------------------------------

# Configures and builds with options for cmake: DIRECTORY OPTION... If cmocka is missing, fails instead of omitting the
# tests.
configure_and_build() {
    local dir=$1 generator=()
    shift
    if [ ! -f "$dir/CMakeCache.txt" ] && command -v ninja >/dev/null; then generator=(-G Ninja); fi
    cmake -S . -B "$dir" ${generator[@]+"${generator[@]}"} -DCRI_BUILD_TESTS=ON "$@"
    cmake --build "$dir"
}

# Builds build/libcri.a and build/cri-tool, with tests and examples. If CTest runs the check, it has built them before
# (CRI_TEST_MADE).
host_build() { if [ -z "${CRI_TEST_MADE:-}" ]; then configure_and_build build; fi; }

# Runs ctest in another build directory and adds the counts of its cases: DIRECTORY [OPTION...]
run_ctest() {
    local log=$scratch/ctest.log status=0 passed failed skipped
    ctest --test-dir "$1" --no-tests=error --output-on-failure "${@:2}" >"$log" 2>&1 || status=$?
    cat "$log"
    sed -n 's/^SKIPPED/SKIPPED/p' "$1/Testing/Temporary/LastTest.log"
    while read -r passed failed skipped _; do count "$passed" "$failed" "$skipped"; done \
        < <(awk -f script/count.awk "$log" "$1/Testing/Temporary/LastTest.log")
    return $status
}

# Writes a CMake project that links cri::cri: DIRECTORY TEXT, where TEXT is the part of CMakeLists.txt that finds the
# library.
consumer_source() {
    mkdir -p "$1"
    cp examples-c/quickstart.c "$1/main.c"
    printf '%s\n' 'cmake_minimum_required(VERSION 3.22)' 'project(consumer C)' "$2" 'add_executable(consumer main.c)' \
        'target_link_libraries(consumer PRIVATE cri::cri)' >"$1/CMakeLists.txt"
}

# True if the command prints the URI of examples-c/quickstart.c.
prints_the_uri() { [ "$("$@")" = "coap://[fe80::42]:61616/floors/2/rooms/humidity" ]; }

# Writes, builds and runs a project that links cri::cri: DIRECTORY TEXT [OPTION...], with options of cmake.
consumer() {
    consumer_source "$1" "$2"
    cmake -S "$1" -B "$1/build" "${@:3}"
    cmake --build "$1/build"
    prints_the_uri "$1/build/consumer"
}

# Links and runs a program with the flags of pkg-config: DIRECTORY [OPTION...], with the directory of cri.pc and options
# of gcc.
pkg_config_consumer() {
    local flags
    flags=$(PKG_CONFIG_PATH=$1 pkg-config --cflags --libs cri)
    # shellcheck disable=SC2086
    gcc -o "$scratch/by-pkg-config" "${@:2}" examples-c/quickstart.c $flags
    prints_the_uri "$scratch/by-pkg-config"
}

# Checks that projects that use an installed library get its features, and the macro of each feature that has a header:
# PREFIX FEATURES
consumers_of() {
    cat >"$scratch/features.h" <<END
#include <cri.h>
#include <stdlib.h>
#ifdef CRI_NFC
#include <cri_nfc.h>
#define HAS_NFC (!cri_is_nfc(NULL))
#else
#define HAS_NFC false
#endif
__attribute__((constructor)) static void has_features(void)
{
    if (cri_features() != ($2) || HAS_NFC != (((cri_features()) & CRI_FEATURE_NFC) != 0)) abort();
}
END
    check "find_package" consumer "$1.consumer" "find_package(cri $version REQUIRED)
add_compile_options(-include $scratch/features.h)" "-DCMAKE_PREFIX_PATH=$1"
    check "pkg-config" pkg_config_consumer "$(dirname "$(find "$1" -name cri.pc)")" -include "$scratch/features.h"
}

# ---- the release -------------------------------------------------------------------------------

version=$(sed -n '0,/^version = "\(.*\)"/s//\1/p' Cargo.toml)
release=$root/build/dist/libcri-$version

# The targets of the release that are tested: all targets with CRI_TEST_TARGETS=all. Otherwise the smallest Cortex-M, a
# Cortex-M with the whole Thumb instruction set, the same Cortex-M without unaligned access, a RISC-V, and this machine.
# The other targets differ only in a few instructions or in the float ABI, and each of them needs a core of its own.
mapfile -t targets < <(script/dist --list)
if [ "${CRI_TEST_TARGETS:-some}" != all ]; then
    targets=(thumbv{6m,7m}-none-eabi thumbv7m-none-eabi-strict riscv32imc-unknown-none-elf x86_64-unknown-linux-gnu)
fi

# Makes the release, unless it is newer than the commit and all of its sources. If CTest runs the check, it has made the
# release before (CRI_TEST_MADE).
release_tree() {
    local sum=$release.tar.gz.sha256 target
    for target in "${targets[@]}"; do
        if [ ! -f "$release/lib/$target/libcri.a" ] ||
            [ ! -f "$release/lib/$target/libcri-short.a" ]; then rm -f "$sum"; fi
    done
    # shellcheck disable=SC2046
    if [ ! -f "$sum" ] ||
        [ -n "$(find $(git rev-parse --git-path logs/HEAD) $(git ls-files) -newer "$sum" 2>/dev/null)" ]; then
        script/dist --targets "${targets[*]}"
    fi
}
