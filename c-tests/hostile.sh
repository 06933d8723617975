#!/usr/bin/env bash
# SPDX-License-Identifier: MIT OR Apache-2.0
#
# The examples against a peer that keeps to no rule, over loopback: coap-follow against a hostile server, coap-links
# against a hostile client, follow-links on hostile input. Every run must end in time, with the lines that
# are wanted, and without a word of a sanitizer, where the examples are built with some.
#
#   hostile.sh PATH-OF-HOSTILE DIRECTORY-OF-THE-EXAMPLES
. "$(dirname "$0")/loopback.sh"
hostile=$1
examples=$2
follow=$examples/coap-follow
files=$scratch/files
mkdir "$files"
# The exit code of AddressSanitizer is that of no example.
export ASAN_OPTIONS="exitcode=99${ASAN_OPTIONS:+:$ASAN_OPTIONS}"

# Long runs of one letter as their number.
brief() {
    awk '{
        while (match($0, /aaaaaaaaaaaaaaaaaaaa+/)) {
            $0 = substr($0, 1, RSTART - 1) "(" RLENGTH ")" substr($0, RSTART + RLENGTH)
        }
        print
    }'
}

# Runs an example for 30 seconds at most: $out, $status. What no run may end with is counted as a failure here.
run() {
    (bounded 30 "$@" >"$scratch/out" 2>&1)
    status=$?
    out=$(tr -d '\0' <"$scratch/out" | brief)
    if [ $status -gt 2 ] || grep -qE 'Sanitizer|runtime error' "$scratch/out"; then
        expect "a run of ${1##*/} ${2:-} ${3:-}" 'status 0, 1 or 2' "status $status
$out"
    fi
}

# The same, and its output with the exit code in front.
expect_run() {
    local name=$1 wanted=$2
    shift 2
    run "$@"
    expect "$name" "$wanted" "$status: $out"
}

# ---- bytes ----------------------------------------------------------------------------------------

hex() { printf '%s' "$1" | od -An -v -tx1 | tr -d ' \n'; }

# Writes hex as bytes.
bytes() {
    # shellcheck disable=SC2059
    printf "$(sed 's/../\\x&/g' <<<"$1")"
}

# So many copies of a string.
times() {
    local all
    printf -v all '%*s' "$1" ''
    printf '%s' "${all// /$2}"
}

# A CBOR head: the major type times 32, and a number.
head_of() {
    if [ "$2" -lt 24 ]; then
        printf '%02x' $(($1 + $2))
    elif [ "$2" -lt 256 ]; then
        printf '%02x%02x' $(($1 + 24)) "$2"
    else
        printf '%02x%04x' $(($1 + 25)) "$2"
    fi
}

# A text string of CBOR, of bytes in hex.
text() { printf '%s%s' "$(head_of 96 $((${#1} / 2)))" "$1"; }

# An array of CBOR: its items.
array() {
    local IFS=
    printf '%s%s' "$(head_of 128 $#)" "$*"
}

# A reference with an absolute path: its segments in hex.
path_link() {
    local segment texts=()
    for segment; do texts+=("$(text "$segment")"); done
    array f5 "$(array ${texts[@]+"${texts[@]}"})"
}

# A coap CRI with the path "path": the port, and the labels of the host in hex.
host_link() {
    local port=$1 label texts=()
    shift
    for label; do texts+=("$(text "$label")"); done
    array 20 "$(array "${texts[@]}" "$(head_of 0 "$port")")" "$(array "$(text "$(hex path)")")"
}

# A CRI of 127.0.0.1 with the path "path": the scheme as CBOR, and the port.
scheme_link() { array "$1" "$(array 447f000001 "$(head_of 0 "$2")")" "$(array "$(text "$(hex path)")")"; }

# What the server answers for a name: 2.05, Content-Format 60, a document of links; or anything in hex.
document() {
    local name=$1
    shift
    answer "$name" "45c13cff$(array "$@")"
}
answer() { bytes "$2" >"$files/$1"; }

# ---- the hostile server --------------------------------------------------------------------------

log=$scratch/server
bounded 220 "$hostile" serve "$files" >"$log" 2>&1 &
servers+=($!)
if ! wait_for 'listening on' "$log"; then
    expect 'the hostile server listens' started "$(cat "$log")"
    exit 1
fi
read -r port trap_port < <(sed -n 's/^listening on \([0-9]*\), trap on \([0-9]*\)$/\1 \2/p' "$log")
at=coap://127.0.0.1:$port
seen=1

# Checks what the server has logged since the last call.
expect_log() {
    expect "$1" "$2" "$(tail -n "+$((seen + 1))" "$log" | grep -v ' silent$')"
    mark
}

# Leaves out what the server has logged up to now.
mark() { seen=$(wc -l <"$log"); }

# A server that is silent: as long as the rest, so meanwhile.
document deaf $(for _ in {1..6}; do path_link "$(hex silent)"; echo; done)
(
    SECONDS=0
    (bounded 60 "$follow" "$at/deaf" >"$scratch/deaf" 2>&1)
    echo "status $? after $SECONDS" >>"$scratch/deaf"
) &
deaf=$!
wait_for 'request 0.01 silent' "$log"

# A path of segments of one letter that makes a URI of so many bytes: its segments in hex.
segments_of_uri() {
    local left=$(($1 - ${#at} - 5)) len
    hex path
    while [ "$left" -gt 0 ]; do
        len=$((left > 201 ? 200 : left - 1))
        printf ' %s' "$(times $len 61)"
        left=$((left - len - 1))
    done
}

# Links whose URIs just fit the client's buffer, and just do not.
edges() {
    local size segments links=() wanted=
    for size in 509 510 511 512 513 514 515; do
        read -r -a segments <<<"$(segments_of_uri $size)"
        links+=("$(path_link "${segments[@]}")")
        if [ $size -lt 512 ]; then
            printf -v uri '/%s' "${segments[@]:1}"
            wanted+=$'\n'"0.01 $at/path${uri//61/a}: 2.05 ${#segments[@]} segments"
        else
            wanted+=$'\n'"0.01 (a URI of $size bytes): 2.05 ${#segments[@]} segments"
        fi
    done
    document edges "${links[@]}"
    expect_run 'URIs about as long as the buffer' \
        "$(brief <<<"0: 0.01 $at/blocks/edges: 2.05 CBOR of $(($(wc -c <"$files/edges") - 4)) bytes$wanted")" \
        "$follow" "$at/blocks/edges"
}
edges

# Options hold 255 bytes.
a254=$(times 254 61) a255=$(times 255 61) a256=$(times 256 61)
document values "$(path_link "$(hex path)" "$a254")" "$(path_link "$(hex path)" "$a255")" "$(path_link "$(hex path)" "$a256")"
expect_run 'segments of 254 to 256 bytes' "0: 0.01 $at/values: 2.05 CBOR of 797 bytes
0.01 $at/path/(254): 2.05 2 segments
0.01 $at/path/(255): 2.05 2 segments
0.01 $at/path/(256): coap_length" "$follow" "$at/values"

# ---- coap-follow: where links lead to --------------------------------------------------------------

# Nothing but coap over UDP. All lead to the trap, and the last one gets there.
s() { scheme_link "$1" "$trap_port"; }
u=127.0.0.1:$trap_port/path
document schemes "$(s 21)" "$(s 22)" "$(s 23)" "$(s 26)" "$(s 27)" "$(s 3818)" "$(s 3819)" "$(s "$(text "$(hex coap)")")" \
    "$(s "$(text "$(hex coaps)")")" "$(s "$(text "$(hex nonesuch)")")" "$(s 3a0001116f)"
expect_run 'other schemes' "0: 0.01 $at/schemes: 2.05 CBOR of 211 bytes
0.01 coaps://$u: skipped: coaps needs DTLS
0.01 http://$u: skipped: not coap over UDP
0.01 https://$u: skipped: not coap over UDP
0.01 coap+tcp://$u: skipped: not coap over UDP
0.01 coaps+tcp://$u: skipped: not coap over UDP
0.01 coap+ws://$u: skipped: not coap over UDP
0.01 coaps+ws://$u: skipped: not coap over UDP
0.01 coap://$u: skipped: not coap over UDP
0.01 coaps://$u: skipped: not coap over UDP
0.01 nonesuch://$u: skipped: not coap over UDP
0.01 scheme_unknown: skipped: not coap over UDP" "$follow" "$at/schemes"
expect_run 'a coaps URI from the command line' "1: 0.01 coaps://$u: skipped: coaps needs DTLS" "$follow" "coaps://$u"
expect 'nothing is sent for them' '' "$(grep trap: "$log")"
expect_run 'the trap sees what is sent' "1: 0.01 coap://$u: no answer" "$follow" "coap://$u"
expect '… and says so' 'trap: a datagram' "$(grep -o '^trap: a datagram' "$log" | sort -u)"
mark

# Hosts that are not what they look like. With the server's port: a request would be seen.
h() { host_link "$port" "$@"; }
n127=$(hex 127) n0=$(hex 0) n1=$(hex 1) localhost=$(hex localhost)
no='skipped: not a host name for a resolver'
document hosts "$(h "$n127" "$n0" "$n0" "$n1")" "$(h "${localhost}007a")" "$(h "${localhost}00")" "$(h "$n127" "$n1")" \
    "$(h "$(hex 0x7f)" "$n1")" "$(h "$(hex 0177)" "$n0" "$n0" "$n1")" "$(h "$(hex 2130706433)")" "$(h "$(hex 0x7f000001)")" \
    "$(h "$(hex 127.0.0.1)")" "$(h "$(hex 'u@localhost')")" "$(h "$(hex localhost/x)")" "$(h "$(hex '[::1]')")"
expect_run 'look-alike hosts' "0: 0.01 $at/hosts: 2.05 CBOR of 264 bytes
skipped: address
0.01 coap://localhost%00z:$port/path: $no
0.01 coap://localhost%00:$port/path: $no
0.01 coap://127.1:$port/path: $no
0.01 coap://0x7f.1:$port/path: $no
0.01 coap://0177.0.0.1:$port/path: $no
0.01 coap://2130706433:$port/path: $no
0.01 coap://0x7f000001:$port/path: $no
skipped: dot_in_label
0.01 coap://u%40localhost:$port/path: $no
0.01 coap://localhost%2Fx:$port/path: $no
0.01 coap://%5B%3A%3A1%5D:$port/path: $no" "$follow" "$at/hosts"
a63=$(times 63 61)
document controls "$(h "${localhost}0a")" "$(h "$(hex a)1b5b324a")" "$(h "${localhost}20")" "$(h "e28598$(hex ocalhost)")" \
    "$(h "c29b$(hex x)")" "$(h '')" "$(h "$localhost" '')" "$(h "${a63}61")" "$(h "$a255")" \
    "$(h "$a63" "$a63" "$a63" "${a63:2}")"
expect_run 'hosts with control characters, empty and too long' "0: 0.01 $at/controls: 2.05 CBOR of 759 bytes
0.01 coap://localhost%0A:$port/path: $no
0.01 coap://a%1B%5B2J:$port/path: $no
0.01 coap://localhost%20:$port/path: $no
0.01 coap://%E2%85%98ocalhost:$port/path: $no
0.01 coap://%C2%9Bx:$port/path: $no
0.01 coap://:$port/path: $no
0.01 coap://localhost.:$port/path: $no
0.01 coap://(64):$port/path: $no
0.01 coap://(255):$port/path: $no
0.01 coap://(63).(63).(63).(62):$port/path: $no" "$follow" "$at/controls"
document places "$(scheme_link 20 0)" "$(array 20 "$(array 44e00001bb)")" \
    "$(array 20 "$(array "50fe80$(times 13 00)01" "$(text "$(hex lo)")" "$(head_of 0 "$port")")")"
expect_run 'port 0, multicast, a zone' "0: 0.01 $at/places: 2.05 CBOR of 50 bytes
0.01 coap://127.0.0.1:0/path: skipped: port 0
0.01 coap://224.0.1.187: skipped: a multicast address
0.01 zone: skipped: a zone is known to its own host only" "$follow" "$at/places"
expect_log 'none of them is asked' 'request 0.01 hosts
request 0.01 controls
request 0.01 places'

# ---- coap-follow: loops, and how much work there is --------------------------------------------------

document loop-a "$(path_link "$(hex loop-a)")" "$(path_link "$(hex loop-b)")" 80
document loop-b "$(path_link "$(hex loop-a)")" "$(path_link "$(hex loop-b)")"
expect_run 'documents that link to themselves and to each other' "0: 0.01 $at/loop-a: 2.05 CBOR of 22 bytes
0.01 $at/loop-a: 2.05 CBOR of 22 bytes
0.01 $at/loop-b: 2.05 CBOR of 21 bytes
0.01 $at/loop-a: 2.05 CBOR of 22 bytes" "$follow" "$at/loop-a"
expect_log 'one level only' 'request 0.01 loop-a
request 0.01 loop-a
request 0.01 loop-b
request 0.01 loop-a'
links=()
for _ in {1..23}; do links+=("$(path_link "$(hex path)")"); done
document most "${links[@]}"
document more "${links[@]}" "$(path_link "$(hex path)")"
expect_run 'a document of 23 links' "0: 0.01 $at/most: 2.05 CBOR of 185 bytes
$(for _ in {1..16}; do echo "0.01 $at/path: 2.05 1 segments"; done)
$(for _ in {1..7}; do echo 'skipped: more than 16 links'; done)" "$follow" "$at/most"
expect_run 'a document of 24 links' "0: 0.01 $at/more: 2.05 CBOR of 194 bytes
$(for _ in {1..16}; do echo "0.01 $at/path: 2.05 1 segments"; done)
$(for _ in {1..8}; do echo 'skipped: more than 16 links'; done)" "$follow" "$at/more"
# [_ [true, ["path"]]], of indefinite length
answer indefinite "45c13cff9f$(path_link "$(hex path)")ff"
expect_run 'a document of indefinite length' "0: 0.01 $at/indefinite: 2.05 CBOR of 10 bytes
0.01 $at/path: 2.05 1 segments" "$follow" "$at/indefinite"
# Bodies: larger than the client's buffer, of just its size, with blocks missing.
answer size4096 "45ff$(times 4096 61)"
answer size4097 "45ff$(times 4097 61)"
answer size4160 "45ff$(times 4160 61)"
expect_run 'a body of 4096 bytes' "1: 0.01 $at/blocks/size4096: 2.05 CBOR of 4096 bytes
the document of links: structure" "$follow" "$at/blocks/size4096"
for size in 4097 4160; do
    expect_run "a body of $size bytes" "1: 0.01 $at/blocks/size$size: the body is too large" "$follow" "$at/blocks/size$size"
done
mark
expect_run 'a body without an end' "1: 0.01 $at/endless: the body is too large" "$follow" "$at/endless"
expect '… is not fetched for long' yes "$([ "$(tail -n "+$((seen + 1))" "$log" | grep -c endless)" -le 66 ] && echo yes)"
expect_run 'a block is missing' "1: 0.01 $at/gap/size4096: a block is missing" "$follow" "$at/gap/size4096"
expect_run 'a body that changes all the time' "1: 0.01 $at/shifting/size4096: no answer" "$follow" "$at/shifting/size4096"
mark

# ---- coap-follow: answers ----------------------------------------------------------------------------

# A document of CBOR that is none of links, or not whole.
for cbor in '' 00 60 a0 f6 9f 98ff 99ffff 9affffffff 9bffffffffffffffff 9b0000000100000000 97 817bffffffffffffffff 8181818181 81ff \
    f7f7 "$(times 500 81)" "$(times 500 9f)" "$(times 350 d9d9f7)"; do
    answer cbor "45c13c${cbor:+ff}$cbor"
    run "$follow" "$at/cbor"
    expect "CBOR ${cbor:0:40}" "1: 0.01 $at/cbor: 2.05 CBOR of $((${#cbor} / 2)) bytes" "$status: ${out%%$'\n'*}"
    expect '… is refused' 1 "$(grep -c '^the document of links: ' <<<"$out")"
done
answer escapes 45ff1b5d303b781b5c1b5b324a0d0a9b316d00c3a9e280ae5c7f
escaped='\u001b]0;x\u001b\\\u001b[2J\u000d\u000a\x9b1m\u0000é\u202e\\\u007f'
expect_run 'a payload for a terminal' "0: 0.01 $at/escapes: 2.05 $escaped" "$follow" "$at/escapes"
answer empty 45
expect_run 'no payload' "0: 0.01 $at/empty: 2.05 " "$follow" "$at/empty"
answer error "84c13cff81$(path_link "$(hex path)")"
expect_run 'an error with links' "0: 0.01 $at/error: 4.04 CBOR of 9 bytes" "$follow" "$at/error"
expect_run 'Reset' "1: 0.01 $at/reset: not accepted" "$follow" "$at/reset"
expect_run "another exchange's token" "0: 0.01 $at/others/escapes: 2.05 $escaped" "$follow" "$at/others/escapes"
mark

# Location-*: above the client's buffer, not UTF-8, dot segments, malformed and reserved options.
location() {
    answer location "$2"
    expect_run "Location: $1" "$3" "$follow" --post "$at/location"
}
post="0.02 $at/location:"
location none 41 "1: $post 2.01 
no location"
location 'an empty one' 4180 "0: $post 2.01 
0.01 $at/: 4.04 "
location '500 of them' "418161$(times 499 0161)" "1: $post 2.01 
the location: buffer"
location 'a value of 782 bytes' "418e0201$(times 782 61)" "1: $post no answer"
location 'three of 255 bytes' "418df2${a255}0df2${a255}0df2$a255" "1: $post 2.01 
the location: buffer"
location 'not UTF-8' 4182c328 "1: $post 2.01 
the location: utf8"
location 'a dot segment' 41822e2e "1: $post 2.01 
the location: dot_segment"
location 'control characters' 4183001b0a "0: $post 2.01 
0.01 $at/%00%1B%0A: 4.04 "
location 'an authority' "4189$(hex '//u@h:1/x')" "0: $post 2.01 
0.01 $at/%2F%2Fu@h:1%2Fx: 4.04 "
location 'a reserved option' 41d17361 "1: $post 2.01 
the location: coap_option"
location 'of an error' 808161 "1: $post 4.00 "

# Every beginning of an answer, as the datagram and as the document in a whole datagram.
document whole "$(path_link "$(hex path)")" "$(host_link "$port" 61)" "$(scheme_link 21 "$port")" a10102
size=$(wc -c <"$files/whole")
for ((i = 0; i < size + 12; i++)); do
    run "$follow" "$at/cut/$i/whole"
    expect "the first $i bytes of a datagram" "0.01 $at/cut/$i/whole: 2.05" "$(head -n 1 <<<"$out" | grep -o '^0.01 .*: 2.05')"
done
cbor=$(tail -c +5 "$files/whole" | od -An -v -tx1 | tr -d ' \n')
for ((i = 2; i < ${#cbor}; i += 2)); do
    answer cbor "45c13cff${cbor:0:i}"
    run "$follow" "$at/cbor"
    expect "the first $((i / 2)) bytes of a document" "the document of links: truncated" "$(tail -n 1 <<<"$out")"
done

wait "$deaf"
expect 'six links to silence' "$(times 4 'no answer;')$(times 2 'skipped: no time left;')" \
    "$(sed -n 's/^.*silent: //p' "$scratch/deaf" | tr '\n' ';')"
expect '… in the time that all exchanges have' yes \
    "$(tail -n 1 "$scratch/deaf" | awk '$2 == 0 && $4 <= 40 { print "yes"; exit } { print }')"

# ---- a hostile client, and coap-links ------------------------------------------------------------------

links_log=$scratch/links
"$examples/coap-links" 127.0.0.1 >"$links_log" 2>&1 &
links_pid=$!
servers+=($links_pid)
wait_for 'listening on' "$links_log"
links_port=$(sed -n 's/^listening on .*:\([0-9]*\) UDP$/\1/p' "$links_log")

# Sends a datagram: its name, the answer that is wanted, the datagram with IIII for the message ID.
id=4096
ask() {
    id=$((id + 1))
    expect "coap-links: $1" "$2" \
        "$(printf '%s\n' "${3/IIII/$(printf %04x $id)}" | "$hostile" send "$links_port" 2>&1 | cut -c 1-41)"
}
get=4001IIII rooms=b5$(hex rooms) rooms_after_host=85$(hex rooms) rooms_after_port=45$(hex rooms)
ask 'a NUL in a segment' ' 2.05 room <a\x00b>' "${get}${rooms}03610062"
ask 'a NUL in Uri-Host' ' 4.02' "${get}33610062$rooms_after_host"
ask 'a line feed in Uri-Host' ' 4.02' "${get}33610a62$rooms_after_host"
ask 'user information in Uri-Host' ' 4.02' "${get}33754068$rooms_after_host"
ask 'Uri-Host twice' ' 4.02' "${get}31610161$rooms_after_host"
ask 'an empty Uri-Host' ' Reset' "${get}30$rooms_after_host"
ask 'a Uri-Port of 3 bytes' ' Reset' "${get}7301633345$(hex rooms)"
ask 'Proxy-Uri' ' 5.05 Proxying Not Supported' "${get}d916$(hex coap://h/)"
ask 'Proxy-Scheme' ' 5.05 Proxying Not Supported' "${get}${rooms}d40f$(hex coap)"
ask 'Proxy-Cri' ' 4.02 Bad Option' "${get}d5de8220816168"
ask 'Proxy-Scheme-Number' ' 4.02 Bad Option' "${get}${rooms}d0d7"
ask 'segments that are not UTF-8' ' 4.02' "${get}${rooms}02c328"
ask 'a dot segment' ' 4.02' "${get}${rooms}022e2e"
# After "room", four bytes for each segment of one byte: the first one decides.
ask 'an answer of 511 bytes' ' 2.05 room <> <a> <a> <a> <a> <a> <a> <a>' "fill ${get}${rooms}00 126"
ask 'an answer of 512 bytes' ' 2.05 room <a> <a> <a> <a> <a> <a> <a> <a' "fill ${get}${rooms}0161 126"
ask 'an answer of 513 bytes' ' 4.00 too long' "fill ${get}${rooms}026161 126"
ask '300 segments' ' 4.13' "fill ${get}$rooms 300"
for option in f0 0f ff 3e 3d b5 e0ffffe0ffff b561 d0; do
    ask "malformed options: $option" ' Reset' "$get$option"
done
for head in 4901 4f01 8001 c001 4000 40ff 4045 7001 7045; do
    case $head in
    40ff | 7*) answer='' ;;
    4045) answer=' empty' ;;
    *) answer=' Reset' ;;
    esac
    ask "a bad head: $head" "$answer" "${head}IIIIb161"
done

# URIs about as long as the server's buffer, and answers about as long as its other one.
at=coap://127.0.0.1:$links_port
for size in 509 510 511 512 513 514; do
    delta=b options=
    for segment in $(segments_of_uri $size); do
        len=$((${#segment} / 2))
        if [ $len -lt 13 ]; then
            options+=$delta$(printf %x $len)$segment
        else
            options+=${delta}d$(printf %02x $((len - 13)))$segment
        fi
        delta=0
    done
    ask "a URI of $size bytes" ' 4.04 nothing here' "$get$options"
    expect '… is shown, or why not' "$([ $size -lt 512 ] && echo "coap://127.0.0.1:$links_port/path/(200)/(200)/" || echo buffer)" \
        "$(tail -n 1 "$links_log" | brief | sed 's/.* -> //; s/([0-9]*)$//')"
done
whole=44011000aabbccdd39$(hex localhost)421633$rooms_after_port
ask 'every beginning of a request' "$((${#whole} / 2))" "cut $whole"
ask 'links are still served' ' 2.05 \x88\x83\x01\x83eroomsgkitchendtemp' "${get}b5$(hex links)"
kill "$links_pid"
wait "$links_pid"
expect 'coap-links ends when it is told' 0 $?
expect '… without a word of a sanitizer' '' "$(grep -E 'Sanitizer|runtime error' "$links_log")"

# ---- files ---------------------------------------------------------------------------------------------

at=coap://h
for size in 509 510 511 512 513; do
    read -r -a segments <<<"$(segments_of_uri $size)"
    bytes "$(array "$(path_link "${segments[@]}")")" >"$files/links"
    run "$examples/follow-links" "$files/links" $at
    expect "follow-links: a URI of $size bytes" \
        "$([ $size -lt 512 ] && printf '%s' "0: $at/path/(200)/(200)/" || printf '0: (none: buffer)')" \
        "$status: $(sed -n 's/^  URI *//p' <<<"$out" | sed 's/([0-9]*)$//')"
done
bytes "9903fd$(times 1021 80)" >"$files/links"
run "$examples/follow-links" "$files/links" $at
expect 'follow-links: 1024 bytes' '0: 1021 of 1021 links followed' "$status: $(tail -n 1 <<<"$out")"
bytes "9903fe$(times 1022 80)" >"$files/links"
expect_run 'follow-links: 1025 bytes' "1: cannot read $files/links, or it is empty or larger than 1024 bytes" \
    "$examples/follow-links" "$files/links" $at
for cbor in 9affffffff 9bffffffffffffffff 9f; do
    bytes "$cbor" >"$files/links"
    run "$examples/follow-links" "$files/links" $at
    expect "follow-links: $cbor" '1: the document breaks off after byte 0: truncated' "$status: $(head -n 1 <<<"$out")"
done
cbor=$(array "$(path_link "$(hex path)")" "$(host_link 61616 61)" "$(scheme_link 21 61616)" a10102)
for ((i = 2; i < ${#cbor}; i += 2)); do
    bytes "${cbor:0:i}" >"$files/links"
    run "$examples/follow-links" "$files/links" $at
    expect "follow-links: the first $((i / 2)) bytes" 1 "$(grep -c '^the document breaks off after byte ' <<<"$out")"
done

report
