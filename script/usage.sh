# SPDX-License-Identifier: MIT OR Apache-2.0
#
# Read first by the scripts here: --help prints the comment at the top of the script, and nothing else happens.
usage_of=$(cd "$(dirname "$0")" && pwd)/$(basename "$0")
usage() { sed -n '4,/^[^#]/s/^# \{0,1\}//p' "$usage_of"; }
wrong_usage() {
    usage >&2
    exit 2
}
for argument in "$@"; do
    if [ "$argument" = --help ] || [ "$argument" = -h ]; then
        usage
        exit
    fi
done
