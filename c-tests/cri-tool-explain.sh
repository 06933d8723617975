# shellcheck shell=bash disable=SC2154 # $tool and expect are those of cri-tool.sh
# SPDX-License-Identifier: MIT OR Apache-2.0
#
# Tests the dumps of explain. cri-tool.sh includes this file.

# Compares a dump of explain, whose answer has several lines, and its status.
dump() {
    local name=$1 wanted=$2 code=$3
    shift 3
    expect "explain: $name" "${wanted#?}"$'\n'"$code" "$("$tool" "$@" 2>/dev/null; echo "$?")"
}

dump 'a full CRI' '
 0-1   d863                                tag 99
 2     85                                  CRI, 5 sections
 3     20                                    scheme -1: coap
 4     82                                    authority, 2 items
 5-21  50fe800000000000000000000000000042      host address [fe80::42]
22-24  19f0b0                                  port 61616
25     82                                    path, 2 segments
26-32  666669c3a92209                          segment "fié\"\u0009"
33     82                                      segment, 2 parts
34-35  6161                                      "a"
36-38  42ff2f                                    %FF%2F
39     81                                    query, 1 parameter
40-41  6171                                    parameter "q"
42     60                                    fragment ""

URI: coap://[fe80::42]:61616/fi%C3%A9%22%09/a%FF%2F?q#
canonical form: 85208250fe80000000000000000000000000004219f0b082666669c3a9220982616142ff2f81617160' 0 \
    explain d86385208250fe800000000000000000000000000042''19f0b0''82666669c3a9220982616142ff2f81617160
dump 'names, user information, texts that are cut in hex' '
 0     84                                  CRI, 4 sections
 1-4   63666f6f                              scheme "foo"
 5     85                                    authority, 5 items
 6     f4                                      user information follows
 7-11  6475736572                              user information "user"
12-29  71616161616161616161616161616161..      host label "aaaaaaaaaaaaaaaaa"
30     60                                      host label ""
31     00                                      port 0
32     f6                                    no path
33     81                                    query, 1 parameter
34     60                                      parameter ""

URI: foo://user@aaaaaaaaaaaaaaaaa.:0?
canonical form: 8463666f6f85f464757365727161616161616161616161616161616161616000808160' 0 \
    explain 8463666f6f85f464757365727161616161616161616161616161616161616000f68160

dump 'a reference without a URI' '
0    82  CRI reference, 2 sections
1    00    discard 0
2    80    path, 0 segments

no URI: no_uri' 0 explain 820080
dump 'a scheme that the registry lacks' '
0    82          CRI, 2 sections
1-5  3a0001869f    scheme -100000: zz
6    81            authority, 1 item
7-8  6168            host label "h"

URI: zz://h' 0 --scheme zz=99999 explain 823a0001869f816168
# The position of an error, the items before it, and the bytes at that position.
dump 'an error in a path' '
 0     83                CRI, 3 sections
 1     20                  scheme -1: coap
 2     81                  authority, 1 item
 3-10  676578616d706c65      host label "example"
11     82                  path, 2 segments
12-13  612e                  segment "."

error: dot_segment at 12, path: the path has a dot segment (. or ..)' 1 explain 83208167''6578616d706c6582612e6161
dump 'an item that has no place' '
0    83  CRI, 3 sections
1    20    scheme -1: coap
2    f6    no authority, a path with a root
3    82    path, 2 segments
4    01      unexpected: unsigned integer

error: structure at 4, path: the type or value of an item is not allowed in its place' 1 explain 8320f6820102
dump 'a text that is cut off' '
0    83      CRI reference, 3 sections
1    f5        discard all
2    81        path, 1 segment
3-5  656162      text string, cut off

error: truncated at 3, path: the input ends inside an item' 1 explain 83f581656162
dump 'no CBOR' '
0    1c  not CBOR

error: cbor at 0: the input is not well-formed CBOR' 1 explain 1c
dump 'nothing' '

error: truncated at 0: the input ends inside an item' 1 explain ''
dump 'bytes after it' '
0    80    CRI reference, 0 sections
1-2  0102  bytes after the item

error: trailing_data at 1: bytes follow the item' 1 explain 800102

# Colour is used only on terminals, unless the user objects. A chroot may have no terminals.
if script -qec true /dev/null >/dev/null 2>&1; then
    red=$'\033[31m'
    expect 'explain: an error is red on a terminal, and the item' 2 \
        "$(unset NO_COLOR; script -qec "'$tool' explain 8080" /dev/null | grep -cF "$red")"
    expect 'explain: TERM=dumb' '' \
        "$(unset NO_COLOR; TERM=dumb script -qec "'$tool' explain 8080" /dev/null | grep -o $'\033')"
    expect 'explain: NO_COLOR' '' "$(NO_COLOR=1 script -qec "'$tool' explain 8080" /dev/null | grep -o $'\033')"
fi
