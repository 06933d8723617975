#!/usr/bin/env bash
# SPDX-License-Identifier: MIT OR Apache-2.0
#
# Builds the fuzz targets in the container of ClusterFuzzLite and OSS-Fuzz, which runs this with $SRC, $WORK, $OUT,
# compilers and their flags set: programs, seeds and dictionaries go to $OUT.
set -euo pipefail
cd "$SRC/libcri"
CARGO_TARGET_DIR=$WORK/libcri script/fuzz --build --out "$OUT"
