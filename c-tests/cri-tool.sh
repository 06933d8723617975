#!/usr/bin/env bash
# SPDX-License-Identifier: MIT OR Apache-2.0
#
# cri-tool as a user calls it: single operations with their exit codes, batches, bad input.
#
#   cri-tool.sh PATH-OF-CRI-TOOL [nfc]     nfc: the library is built with it
set -u
tool=$1
passed=0
failed=0

# Counts a case: its name, what was wanted, what came.
expect() {
    if [ "$2" = "$3" ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        printf 'FAILED: %s\n  wanted: %q\n  got:    %q\n' "$1" "$2" "$3"
    fi
}

# One operation: the exit code and the answer (with spaces for tabs) that it must give.
single() {
    local code=$1 wanted=$2 got status
    shift 2
    got=$("$tool" "$@" 2>/dev/null)
    status=$?
    expect "cri-tool $*" "$code: $wanted" "$status: ${got//$'\t'/ }"
}

# A batch: what it reads, and what it must answer, to the byte. The x keeps line feeds at the end.
batch() {
    local name=$1 input=$2 wanted=$3 got
    shift 3
    got=$(
        printf '%b' "$input" | "$tool" "$@" --batch
        echo "x$?"
    )
    expect "batch: $name" "$(printf '%bx0' "$wanted")" "$got"
}

# Every operation.
single 0 'OK full 5' check 8220816168
single 0 'OK relative 1' check 80
single 0 'OK relative 1' check 80ffff
single 0 'OK 8220816168' encode 823800816168
single 0 'OK [-1, ["h"]]' edn 8220816168
single 0 'OK coap://h' to-uri 8220816168
single 0 'OK ' to-uri 80
single 0 'OK 8220816168' from-uri coap://h
single 0 'OK 80' from-uri ''
single 0 'OK 8320816168816162' resolve 8320816168816161 8201816162
single 0 'OK 8201816162' relativize 8320816168816161 8320816168816162
single 0 'OK true' equal 8220816168 823800816168
single 0 'OK false' equal 8220816168 8221816168
single 0 'OK true' equal 82f581d8366161 82f581d8366161
single 0 'OK -1' compare 8220816168 8220816169
single 0 'OK 0' compare 8220816168 8220816168
single 0 'OK 1' compare 8220816169 8220816168

# CoRI.
cori=860164636f617002616804191633
single 0 'OK relative 1' cori-check 80ff
single 0 'OK absolute 14' cori-check $cori
single 1 'ERR cori_option' cori-check 82016161
single 0 'OK 880164636f6170026168041916330661''61' cori-resolve $cori 82066161
single 0 'OK 880164636f61700261680419163306''6439303030' cori-resolve $cori 820501 9000
single 2 'ERR usage' cori-resolve $cori 80 x
single 2 'ERR usage' cori-resolve $cori 80 4294967296
single 0 'OK 80' cori-relative $cori $cori
single 0 'OK coap://h:5683/' cori-recompose $cori
single 0 "OK $cori" cori-decompose coap://h
single 0 'OK 3168421633' cori-to-coap $cori
single 0 'OK 3168421633d413636f6170' cori-to-coap $cori proxy
single 0 'OK 31684101' cori-to-coap 860161610261680401
single 1 'ERR coap_scheme' cori-to-coap 860161610261680401 strict
single 2 'ERR usage' cori-to-coap $cori other
single 0 'OK 83208161688160' cori-to-cri $cori
single 0 "OK $cori" cori-from-cri 8220816168
single 1 'ERR trailing_data' cori-recompose ${cori}00

# CoAP and authorization information.
single 0 'OK 316842f0b04161' to-coap 832082616819f0b0816161
single 0 'OK 31688161' to-coap 832082616819f0b0816161 192.0.2.1:61616
single 0 'OK b161' to-coap 83208144c0000201816161 192.0.2.1:5683
single 0 'OK ' to-coap 82208144c0000201 192.0.2.1:5683
single 0 'OK b161' to-coap 8320815020010db8000000000000000000000001816161 '[2001:db8::1]:5683'
single 1 'ERR coap_scheme' to-coap 8222816168
single 1 'ERR bad_endpoint' to-coap 8220816168 192.0.2.1
single 1 'ERR bad_endpoint' to-coap 8220816168 h:5683
single 0 'OK d816636f61703a2f2f68' to-coap-proxy 8220816168 35
single 2 'ERR usage' to-coap-proxy 8220816168 x
single 1 'ERR argument' to-coap-proxy 8220816168 11
single 0 'OK 832082616819f0b0816161' from-coap coap 316842f0b04161 192.0.2.1:5683
single 0 'OK 83218144c0000201816161' from-coap coaps b161 192.0.2.1:5684
single 0 'OK 8220816168' from-coap coap 3168
single 1 'ERR coap_option' from-coap coap f0 192.0.2.1:5683
single 1 'ERR coap_scheme' from-coap http 3168 192.0.2.1:80
single 1 'ERR scheme_unknown' from-coap nonesuch 3168
single 0 'OK 83f5816161816171' from-coap-location 8161c171
single 0 'OK true b c' path-match 832081616883616161626163 82f5816161
single 0 'OK false' path-match 8320816168816162 82f5816161
single 0 'OK true b c' coap-path-match b16101620163 82f5816161
single 0 'OK false' coap-path-match b162 82f5816161
single 1 'ERR coap_option' coap-path-match b161ff 82f5816161
single 0 'OK true' aif-allows 81828181616101 8320816168816161 GET
single 0 'OK false' aif-allows 81828181616101 8320816168816161 POST
single 0 'OK true' aif-allows 8182818161611840 8320816168816161 iPATCH
single 1 'ERR argument' aif-allows 81828181616101 8320816168816161 get
single 1 'ERR trailing_data' aif-allows 8182818161610100 8320816168816161 GET
single 0 'OK 82f5816161 1 82f580 2' aif-entries 8282818161610182818002

single 0 'OK 83208161688162c3a9' from-iri 'coap://h/é'
single 0 'OK coap://h/é' to-iri 83208161688162c3a9
single 0 'OK http://h' to-uri-redacted 822283f461756168
single 0 'OK scheme=coap userinfo= host=[::1] host-kind=ipv6 port= path=/a query=' uri-split 'coap://@[::1]:/a?'
single 0 'OK path=' uri-split ''
single 1 'ERR uri_host' uri-split '//[::g]'
single 0 'OK http://a/g' uri-resolve 'http://a/b/c/d;p?q' ../../../g
single 0 'OK http:g' uri-resolve 'http://a/b/c/d;p?q' http:g
single 0 'OK http://a/b/c/g' uri-resolve 'http://a/b/c/d;p?q' http:g non-strict
single 1 'ERR not_full' uri-resolve //a b
single 0 'OK http://a:80' uri-normalize HTTP://%41:80
single 0 'OK http://a/' uri-normalize HTTP://%41:80 scheme
single 0 'OK false' uri-equal syntax http://a http://a:80/
single 0 'OK true' uri-equal scheme http://a http://a:80/
single 2 'ERR usage' uri-equal other a a
single 0 'OK 2.1 2.2 2.3 2.4 2.5' ownership 85208161688161618161716166
single 0 'OK ' ownership 8201816161

# Hex in either case, and what is no hex.
single 0 'OK 82208144c0a80061' encode 82208144C0A80061
single 1 'ERR bad_hex' check 8
single 1 'ERR bad_hex' check 8g
single 1 'ERR bad_hex' check '80 '
single 1 'ERR bad_hex' resolve 8120 0x80

# Errors: the names of the library, and the tool's own.
single 1 'ERR truncated' check ''
single 1 'ERR truncated' check 8220
single 1 'ERR dot_segment' check 82f581612e
single 1 'ERR uri_syntax' from-uri 'a b'
single 1 'ERR no_uri' to-uri 8101
single 1 'ERR trailing_data' encode 8080
single 1 'ERR trailing_data' resolve 8120 8080
single 1 'ERR trailing_data' equal 80 8080
single 1 'ERR not_full' resolve 80 80
single 2 'ERR usage' check
single 2 'ERR usage' check 80 80
single 2 'ERR usage' schemes 1
single 2 'ERR usage' check 1 2 3 4 5 6
single 2 'ERR unknown_op' nonesuch 80
single 2 ''
single 2 '' --rev 14 check 80
single 2 '' --batch check

# Revisions: 27 unless told otherwise.
single 0 'OK 823818816168' from-uri coap+ws://h
single 0 'OK 8228816168' --rev 13 from-uri coap+ws://h
single 0 'OK 823818816168' --rev 27 from-uri coap+ws://h

# Where an error is, if that is asked for and known.
single 1 'ERR uri_syntax' uri-split 'a://h/b c'
single 1 'ERR uri_syntax 7' --offsets uri-split 'a://h/b c'
single 1 'ERR uri_syntax 2' --rev 13 --offsets uri-split '/a%4'
single 1 'ERR uri_syntax 0' --offsets --rev 27 uri-split ' '
single 0 'OK path=a' --offsets uri-split a
single 1 'ERR uri_syntax' --offsets from-uri 'a b'
single 1 'ERR dot_segment' --offsets check 82f581612e
single 2 'ERR unknown_op' --offsets nonesuch 80
single 2 '' --offsets
single 2 '' --offsets --rev 14 check 80
batch 'offsets' 'uri-split\ta b\ncheck\t8\nuri-split\ta\n1\t2\t3\t4\t5\t6\n' \
    'ERR\turi_syntax\t1\nERR\tbad_hex\nOK\tpath=a\nERR\tusage\n' --offsets

# Normalization form C, where the library has it: "e" and U+0301 against "é", and a host name in upper case.
if [ "${2:-}" = nfc ]; then
    single 0 'OK true' is-nfc 82018162c3a9
    single 0 'OK false' is-nfc 8201816365cc81
    single 0 'OK 82018162c3a9' encode-nfc 8201816365cc81
    single 0 'OK 82018162c3a9' from-uri-nfc %C3%A9
    single 1 'ERR not_nfc' from-uri-nfc e%CC%81
    single 0 'OK 82018162c3a9' from-iri-nfc $'\303\251'
    single 1 'ERR not_nfc' from-iri-nfc $'e\314\201'
    single 1 'ERR not_nfc' from-iri-nfc $'//\303\211'
else
    single 2 'ERR unknown_op' is-nfc 80
fi

# Batches.
batch 'nothing' '' ''
batch 'a line' 'check\t80\n' 'OK\trelative\t1\n'
batch 'a line without its end' 'check\t80' 'OK\trelative\t1\n'
batch 'goes on after errors' 'check\t8\nnonesuch\n\ncheck\ncheck\t80\t80\ncheck\t80\n' \
    'ERR\tbad_hex\nERR\tunknown_op\nERR\tunknown_op\nERR\tusage\nERR\tusage\nOK\trelative\t1\n'
batch 'empty fields' 'from-uri\t\nto-uri\t80\ncheck\t\n' 'OK\t80\nOK\t\nERR\ttruncated\n'
batch 'revision 13' 'from-uri\tcoap+ws://h\n' 'OK\t8228816168\n' --rev 13
batch 'a result after a longer one' 'from-uri\tcoap://hhhhhhhh\nfrom-uri\ta:\n' \
    'OK\t822081686868686868686868\nOK\t816161\n'
batch 'carriage returns are no part of a line end' 'check\t80\r\n' 'ERR\tbad_hex\n'
batch 'a NUL is a character like any other' 'from-uri\ta\\0000b\n' 'ERR\turi_syntax\n'
# What comes from a peer may hold NULs, and is answered to its end.
expect 'batch: a segment with a NUL' 'O K \t t r u e \t b \0 c \n' \
    "$(printf 'path-match\t83208161688261616362''0063\t82f5816161\n' | "$tool" --batch | od -An -v -c | tr -s ' \n' ' ' | sed 's/^ //; s/ $//')"
# Texts about as long as the buffer, which grows from 64 bytes, and has room for a NUL.
for size in 62 63 64 65 126 127 128 129 254 255 256 257; do
    printf -v uri 'coap://h/%*s' $((size - 9)) ''
    uri=${uri// /a}
    expect "batch: a URI of $size bytes" "$(printf 'OK\t\nOK\t%s' "$uri")" \
        "$(printf 'to-uri\t80\nto-uri\t%s\n' "$("$tool" from-uri "$uri" | cut -f 2)" | "$tool" --batch)"
done

# Lines and results of any length.
long=$(printf '%*s' 200000 '' | tr ' ' a)
expect 'a long line' "OK	coap://h/$long" "$(
    hex=$(printf 'from-uri\tcoap://h/%s\n' "$long" | "$tool" --batch | cut -f 2)
    printf 'to-uri\t%s\n' "$hex" | "$tool" --batch
)"

# The registry: pairs of id and name.
schemes=$("$tool" schemes)
expect 'schemes begin with coap' 'OK	-1	coap	-2	coaps' "$(cut -f 1-5 <<<"$schemes")"
expect 'schemes come in pairs' 1 "$(($(awk -F '\t' '{ print NF }' <<<"$schemes") % 2))"

# Output that cannot be written is an error.
"$tool" check 80 >/dev/full 2>/dev/null
expect 'a full disk' 1 $?

echo "[  PASSED  ] $passed test(s)."
if [ $failed -gt 0 ]; then
    echo "[  FAILED  ] $failed test(s), listed above"
    exit 1
fi
