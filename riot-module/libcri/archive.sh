#!/bin/sh
# SPDX-License-Identifier: MIT OR Apache-2.0
#
# Brings the selected archive for a RIOT image to BINDIR/libcri.a: a copy from a release, or an archive that
# script/archive makes from the source. If the archive is already there, nothing is done.
#
#   archive.sh LIBCRI RELEASE TARGET SCHEMES NFC BINDIR BOARD USUAL
#
# LIBCRI is libcri's source or a release. RELEASE and NFC may be empty. USUAL is the target that follows from the CPU,
# or empty if no target is known for the CPU.
set -eu
libcri=$1 release=$2 target=$3 schemes=$4 nfc=$5 bindir=$6 board=$7 usual=$8
output=$bindir/libcri.a

die() {
    echo "libcri: $*" >&2
    exit 1
}

# Names the origin of the target in messages, if it does not follow from the CPU.
named=
if [ "$target" != "$usual" ]; then
    named=" LIBCRI_TARGET=$target names this target; for $board it is ${usual:-unknown}"
    named="$named${usual:+ if LIBCRI_TARGET is not set}."
fi

# Stops with a message, after the messages of script/archive.
from_source_failed() {
    if "$libcri/script/archive" --toolchain "$target" >/dev/null 2>&1; then
        die "no archive for $target from source.$named"
    fi
    die "no archive for $target without such a Rust toolchain.$named No Rust is needed for the archive of a release:" \
        "LIBCRI_PREBUILT=/path/to/libcri-VERSION"
}

if [ -z "$target" ]; then
    die "no Rust target is known for $board. Set LIBCRI_TARGET to a target, such as thumbv7m-none-eabi."
fi
case $schemes in
    full) name="libcri.a" ;;
    short) name="libcri-short.a" ;;
    *) die "LIBCRI_SCHEMES=$schemes is neither full nor short." ;;
esac
case $nfc in
    1 | y) nfc=1 ;;
    "" | 0 | n) nfc= ;;
    *) die "LIBCRI_NFC=$nfc is neither 1 nor 0." ;;
esac

if [ -z "$release" ] && [ ! -f "$libcri/script/archive" ]; then
    release=$libcri
fi
if [ -n "$release" ]; then
    if [ -f "$release" ]; then
        die "LIBCRI_PREBUILT=$release is a file. Unpack the release, and name its directory."
    fi
    if [ ! -d "$release" ]; then
        die "LIBCRI_PREBUILT=$release: no such directory. Name the directory of an unpacked release."
    fi
    if [ ! -d "$release/lib" ] || [ ! -d "$release/include" ]; then
        die "$release is not a release: it has no lib/ or no include/. Name the directory that script/dist" \
            "made, or that was unpacked, with LIBCRI_PREBUILT."
    fi
    if [ -n "$nfc" ]; then
        die "LIBCRI_NFC=1 needs libcri's source and Rust, but the archive is to come from a release, which has no" \
            "Unicode normalization: $release. Take the module from libcri's source and leave out LIBCRI_PREBUILT; or" \
            "leave out LIBCRI_NFC=1 (CONFIG_LIBCRI_NFC=y)."
    fi
    if [ ! -f "$release/lib/$target/$name" ]; then
        there=$(
            cd "$release/lib" 2>/dev/null &&
                ls -d ./*/$name 2>/dev/null | sed "s,^\./,,; s,/$name\$,," | paste -sd ' ' -
        ) || true
        die "there is no $release/lib/$target/$name. Rust targets with a $name there: ${there:-none}.$named" \
            "Name a release that has it with LIBCRI_PREBUILT; or take the module from libcri's source without it," \
            "which needs Rust."
    fi
fi

# If the selection has changed, the archive is written again, because the copy or the stamp of script/archive is out of
# date.
mkdir -p "$bindir"
choice="$release $target $schemes $nfc"
if [ "$(cat "$output.choice" 2>/dev/null)" != "$choice" ]; then
    rm -f "$output" "$output.stamp"
fi
if [ -n "$release" ]; then
    cmp -s "$release/lib/$target/$name" "$output" || cp "$release/lib/$target/$name" "$output"
else
    if [ ! -f "$output" ]; then
        echo "libcri: building $output for $target from source. The first build of a board takes minutes."
    fi
    "$libcri/script/archive" --profile firmware --schemes "$schemes" ${nfc:+--nfc} --target-dir "$bindir/libcri-cargo" \
        "$target" "$output" || from_source_failed
fi
echo "$choice" >"$output.choice"
