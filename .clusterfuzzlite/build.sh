#!/usr/bin/env bash
# SPDX-License-Identifier: MIT OR Apache-2.0
#
# Builds the fuzz targets in the container of ClusterFuzzLite and OSS-Fuzz. The container sets $SRC, $WORK, $OUT, the
# compilers and their flags. The programs, seeds and dictionaries are written to $OUT.
set -euo pipefail
cd "$SRC/libcri"
CARGO_TARGET_DIR=$WORK/libcri script/fuzz --build --out "$OUT"
