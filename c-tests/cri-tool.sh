#!/usr/bin/env bash
# SPDX-License-Identifier: MIT OR Apache-2.0
#
# Tests cri-tool as a user calls it: single operations with their exit codes, batches, invalid input.
#
#   cri-tool.sh PATH-OF-CRI-TOOL [nfc]     nfc: the library is built with NFC
set -u
tool=$1
if [ ! -x "$tool" ]; then
    echo "no program: $tool" >&2
    exit 2
fi
passed=0
failed=0

# Counts a case: its name, the expected text, the actual text.
expect() {
    if [ "$2" = "$3" ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        printf 'FAILED: %s\n  wanted: %q\n  got:    %q\n' "$1" "$2" "$3"
    fi
}

# Runs one operation in a batch and by itself. Compares its answer in the batch, with spaces instead of tabs, and the
# exit code of the call.
single() {
    local code=$1 wanted=$2 got status options=()
    shift 2
    while [[ $1 == --* ]]; do
        options+=("$1")
        if [[ $1 != --offsets ]]; then options+=("$2") && shift; fi
        shift
    done
    got=$(IFS=$'\t' && printf '%s\n' "$*" | "$tool" "${options[@]}" --batch)
    "$tool" "${options[@]}" "$@" >/dev/null 2>&1
    status=$?
    expect "cri-tool ${options[*]} $*" "$code: $wanted" "$status: ${got//$'\t'/ }"
}

# Runs a call as a person does. Compares its exit code and its output, with spaces instead of tabs.
plain() {
    local code=$1 wanted=$2 got status
    shift 2
    got=$("$tool" "$@" 2>/dev/null)
    status=$?
    expect "cri-tool $*" "$code: $wanted" "$status: ${got//$'\t'/ }"
}

# Runs a batch, and compares its answer byte by byte. The x preserves line feeds at the end.
batch() {
    local name=$1 input=$2 wanted=$3 got
    shift 3
    got=$(
        printf '%b' "$input" | "$tool" "$@" --batch
        echo "x$?"
    )
    expect "batch: $name" "$(printf '%bx0' "$wanted")" "$got"
}

# Calls that are neither in the rows of tests/vectors (the lines with `#>`) nor in the examples of --help.
# Prints the reason of an error on standard error.
reason() {
    local wanted=$1
    shift
    expect "cri-tool $*, its reason" "cri-tool: $wanted" "$("$tool" "$@" 2>&1 >/dev/null)"
}

reason 'uri_port: the port has a leading zero or is above 65535, at byte 9, port' from-uri coap://h:99999/
reason 'uri_syntax: the text is not a URI reference, at byte 9, host' c-array a 'coap://ho st/'
reason 'dot_segment: the path has a dot segment (. or ..), at byte 3, path' check 82f581622e2e
reason 'coap_scheme: the scheme is not a CoAP scheme' to-coap 8222816168
reason 'no_cri: a CRI cannot have a path like /..//a, over 126 ../, or a:b@ in revision 13, at byte 0, path' \
    from-uri /..//a

single 0 'OK relative 1' check 80ffff
single 0 'OK relative 1' check 80 exact
single 1 'ERR extra' check 80ffff exact
single 0 'OK 1' compare 8220816169 8220816168

cori=860164636f617002616804191633
single 1 'ERR trailing_data' cori-recompose ${cori}00

# CoAP and authorization information.
single 1 'ERR bad_endpoint' to-coap 8220816168 192.0.2.1
single 0 'OK b161' --rev 13 uri-to-coap 'coap://[fe80::1%25en1]/a' '[fe80::1%25en1]:5683'
single 0 'OK 395b666538303a3a315d8161' --rev 13 uri-to-coap 'coap://[fe80::1%25en1]/a' '[fe80::1%25en2]:5683'
single 2 'ERR usage' to-coap-proxy 80 65536
single 1 'ERR coap_proxy' from-coap coap d616636f61703a61
single 1 'ERR argument' aif-allows 81828181616101 8320816168816161 get
single 1 'ERR argument' aif-allows 81828181616101 8320816168816161 257
single 0 'OK 82f5816161 1 82f580 2' aif-entries 8282818161610182818002

# Constants of C, and lists of numbers.
plain 0 $'static const uint8_t a_1[] = {\n    0x82, 0x20, 0x81, 0x61, 0x68,\n};' c-array a_1 coap://h
bytes='0x84, 0x20, 0x81, 0x61, 0x68, 0x80, 0x81, 0x64, 0x61, 0x3d, 0x62, 0x63,'
plain 0 "static const uint8_t A[] = {"$'\n'"    $bytes"$'\n'"};" c-array A 'coap://h?a=bc'
single 1 'ERR uri_port' c-array a coap://h:99999
single 2 'ERR usage' c-array 1a coap://h
single 2 'ERR usage' c-array a-b coap://h
single 2 'ERR usage' c-array '' coap://h
single 0 'OK b161' cache-key 417871615105 4,16,65535
single 1 'ERR argument' cache-key b161 4,
single 1 'ERR argument' cache-key b161 4x
single 1 'ERR argument' cache-key b161 65536
single 1 'ERR argument' coap-insert b161 65536 00
single 1 'ERR argument' coap-replace-prefix b161 65547 82f5816161 82f5816162
single 1 'OK 65001 coap_critical' coap-critical b161e2fcd10178
single 1 'OK 0 false ' coap-query-find b161 x

single 1 'ERR base' links '' 82f5816162
single 0 'OK true' uri-equal scheme simple simpl%65 # an operand is not decoded
single 0 'OK 2.1 2.2 2.3 2.4 2.5' ownership 85208161688161618161716166

# Documents, and tag 99.
single 0 'OK 0:2 3:1' items 81012080 sequence
single 0 'OK cri:5:1:0:0:6372656c' places a16372656cd8638101 tagged
single 1 'ERR cbor 2' --offsets places 82011c

# Location-* options and patterns.
single 0 'OK fw j k' route 83208161688362667761''6a616b '/{}/{}/{*}'
single 1 'ERR no_match' route 8320816168816161 /b
batch 'a capture with a tab' 'route\t8320816168816109\t/{}\nroute\t8320816168816109\t/{*}\ncoap-route\tb109\t/{}\n' \
    'OK\t\\u0009\nOK\t\\u0009\nOK\t\\u0009\n'

# Checks, and normalising.
single 0 'OK scheme-name,no-authority' uses 8363666f6ff6816161
single 0 'OK' where 80
single 0 'OK' iri-where $'\303\251'
single 1 'OK 0 path uri_syntax' iri-where ' '

# Diagnostic notation.
single 1 'ERR syntax 5' --offsets from-edn '[-1, '

# Hosts and origins.
single 0 'OK 20010db8000000000000000000000001 e0 61616' endpoint 8220835020010db800000000000000000000000162653019f0b0
printf -v long '%*s' 200 ''
single 0 "OK http://${long// /a}/" to-uri-redacted "$("$tool" from-uri "http://u@${long// /a}/")"

# A program that waits for each answer gets it.
coproc batch_of_a_program { "$tool" --batch; }
printf 'check\t80\n' >&"${batch_of_a_program[1]}"
read -r -t 10 -u "${batch_of_a_program[0]}" answer || answer="no answer"
expect "a batch answers before its input ends" $'OK\trelative\t1' "$answer"

# URIs in prose, and texts that need not be URIs.
batch 'a component with a NUL' 'uri-split-lenient\ta\0000b\n' 'OK\tpath=a\\u0000b\tinvalid=path\n'

# Schemes that the registry lacks.
single 1 'ERR scheme_unknown' to-uri 823a0001869f816168
single 0 'OK zz://h' --scheme yy=1 --scheme zz=99999 to-uri 823a0001869f816168
single 0 'OK 823a0001869f816168' --scheme zz=99999 from-uri zz://h
single 1 'ERR argument' --scheme =99999 from-uri zz://h
single 1 'ERR scheme_unknown' --scheme zz=99999 from-coap z b161
plain 2 '' --scheme zz=x from-uri zz://h
plain 2 '' --scheme zz=4294967296 from-uri zz://h
plain 2 '' $(printf -- '--scheme a%d=1 ' {1..17}) from-uri zz://h

. "$(dirname "$0")/cri-tool-explain.sh"

# Hex in either case, and operands that are not hex. A batch reads no other form.
single 0 'OK 82208144c0a80061' encode 82208144C0A80061
single 0 'ERR bad_hex' check '80 '
single 0 'ERR bad_hex' resolve 8120 0x80
single 1 'ERR bad_hex' check 8

# Errors: the names of the library, and the tool's own.
single 1 'ERR trailing_data' encode 8080
single 2 'ERR usage' check 1 2 3 4 5 6
single 2 'ERR unknown_op' nonesuch 80
plain 2 ''
plain 2 '' --rev 14 check 80
plain 2 '' --batch check

# The revision is 27 by default.
single 0 'OK 8228816168' --rev 13 from-uri coap+ws://h

# The place of an error is printed if it is requested and known.
single 1 'ERR uri_syntax 7' --offsets uri-split 'a://h/b c'
single 0 'OK path=a' --offsets uri-split a
single 1 'ERR uri_syntax 1' --offsets from-uri 'a b'
single 1 'ERR uri_port 9' --offsets from-iri 'coap://h:070/'
single 1 'ERR dot_segment 3' --offsets check 82f581612e
single 1 'ERR extra' --offsets check 8000 exact
plain 2 '' --offsets --rev 14 check 80
batch 'offsets' 'uri-split\ta b\ncheck\t8\nuri-split\ta\n1\t2\t3\t4\t5\t6\n' \
    'ERR\turi_syntax\t1\nERR\tbad_hex\nOK\tpath=a\nERR\tusage\n' --offsets

# Normalization form C, if the library supports it: "e" and U+0301 against "é", and a host name in upper case.
if [ "${2:-}" = nfc ]; then
    single 0 'OK true' is-nfc 82018162c3a9
else
    single 2 'ERR unknown_op' is-nfc 80
fi

# Batches.
batch 'nothing' '' ''
batch 'a line without its end' 'check\t80' 'OK\trelative\t1\n'
batch 'goes on after errors' 'check\t8\nnonesuch\n\ncheck\ncheck\t80\t80\ncheck\t80\n' \
    'ERR\tbad_hex\nERR\tunknown_op\nERR\tunknown_op\nERR\tusage\nERR\tusage\nOK\trelative\t1\n'
batch 'empty fields' 'from-uri\t\nto-uri\t80\ncheck\t\n' 'OK\t80\nOK\t\nERR\ttruncated\n'
batch 'revision 13' 'from-uri\tcoap+ws://h\n' 'OK\t8228816168\n' --rev 13
batch 'a result after a longer one' 'from-uri\tcoap://hhhhhhhh\nfrom-uri\ta:\n' \
    'OK\t822081686868686868686868\nOK\t816161\n'
batch 'CR LF is a line end, too' 'check\t80\r\ncheck\t80\r\r\n' 'OK\trelative\t1\nERR\tbad_hex\n'
batch 'a NUL is a character like any other' 'from-uri\ta\\0000b\n' 'ERR\turi_syntax\n'
# Bytes from a peer cannot forge a field or a line: control characters and bytes that are not UTF-8 are escaped.
batch 'a segment with NUL, a tab, line ends, a backslash, DEL' \
    'route\t8320816168826161677a''00090a0d5c7f\t/a/{*}\n' \
    'OK\tz\\u0000\\u0009\\u000a\\u000d\\\\\\u007f\n'
batch 'octets that are not UTF-8' 'route\t832081616882616183''41e962c3a943eda080\t/a/{*}\n' \
    'OK\t\\xe9\0303\0251\\xed\\xa0\\x80\n'
batch 'diagnostic notation has escapes of its own' 'edn\t82f58162095c\n' 'OK\t[true, ["\\u0009\\\\"]]\n'
# Texts about as long as the buffer, which grows from 64 bytes and needs room for a NUL.
for size in 62 63 64 65 126 127 128 129 254 255 256 257; do
    printf -v uri 'coap://h/%*s' $((size - 9)) ''
    uri=${uri// /a}
    expect "batch: a URI of $size bytes" "$(printf 'OK\t\nOK\t%s' "$uri")" \
        "$(printf 'to-uri\t80\nto-uri\t%s\n' "$("$tool" from-uri "$uri")" | "$tool" --batch)"
done

# Lines and results of any length.
long=$(printf '%*s' 200000 '' | tr ' ' a)
expect 'a long line' "OK	coap://h/$long" "$(
    hex=$(printf 'from-uri\tcoap://h/%s\n' "$long" | "$tool" --batch | cut -f 2)
    printf 'to-uri\t%s\n' "$hex" | "$tool" --batch
)"

# The registry: pairs of id and name.
schemes=$("$tool" schemes)
expect 'schemes begin with coap' $'-1\tcoap\n-2\tcoaps' "$(head -n 2 <<<"$schemes")"

# The help lists every operation. The help of an operation has its arguments, and an example with its answer.
help=$("$tool" --help)
expect 'help' 0 $?
operations=$(sed -n 's/^  \([a-z][a-z-]*\) .*/\1/p' <<<"$help")
expect 'help: operations in it' "$(wc -l <<<"$operations")" "$(sort -u <<<"$operations" | wc -l)"
expect 'help: an operation' "cri-tool uri-resolve BASE-URI REF-URI [non-strict]

The reference, resolved against the base.

  BASE-URI: text
  REF-URI: text

  $ cri-tool uri-resolve http://a/b/c ../d
http://a/d" "$("$tool" --help uri-resolve)"
for operation in $operations; do
    example=$("$tool" --help "$operation" 2>/dev/null)
    expect "help of $operation" 0 $?
    command=$(sed -n 's/^  \$ cri-tool //p' <<<"$example")
    if [ "$operation" != schemes ]; then
        expect "example of $operation: the operation" "$operation" "${command%% *}"
        eval "answer=\$(\"\$tool\" $command 2>/dev/null)"
        expect "example of $operation" "$answer" "$(sed '1,/^  \$ /d' <<<"$example")"
    fi
done
expect 'help OP' "$("$tool" --help edn)" "$("$tool" help edn)"
expect 'OP --help' "$("$tool" --help edn)" "$("$tool" edn 80 --help)"
expect 'help' "$("$tool" --help)" "$("$tool" help)"
expect '-h' "$("$tool" --help edn)" "$("$tool" -h edn)"
plain 0 "cri-tool $("$tool" --version | grep -o '[0-9]*\.[0-9]*\.[0-9]*$')" --version

# A wrong call prints the reason.
says() {
    local wanted=$1
    shift
    expect "cri-tool $*: why" "cri-tool: $wanted" "$("$tool" "$@" 2>&1 >/dev/null </dev/null | head -n 1)"
}

says 'an operation is missing'
says 'there is no option --foo' --foo
says 'there is no option -x' -x
says 'there is no operation nonesuch; cri-tool --help lists them' nonesuch 80
says 'there is no operation a\u001b; cri-tool --help lists them' $'a\033'
says 'there is no operation frm-uri; did you mean from-uri?' --help frm-uri
says 'there is no operation resolved; did you mean resolve?' resolved 80
says '--rev must be 13 or 27' --rev 14 check 80
says '--rev must be 13 or 27' --rev
says '--scheme must be NAME=NUMBER, and is there up to 16 times' --scheme zz from-uri zz://h
says 'CRI is missing' to-coap
says 'REF is missing' resolve 80
says 'check has no operand 3' check 80 exact 80
says 'there is no option --foo' check 80 --foo
plain 0 '/a ep=x y' links-filter --list 'd ep' '</a>;ep="x y"' ep=y
single 0 'OK </a ep=x y' --list ep links-filter '</a>;ep="x y"' ep=y
single 0 'OK' links-filter '</a>;ep="x y"' ep=y
says 'encode has no operand 2' encode 1 2 3 4 5 6 7
says 'schemes has no operand 1' schemes 1
says 'operand 2 must be exact, not 8\u001b0' check 80 $'8\0330'
says 'operand 1 must be simple|syntax|scheme, not x' uri-equal x a b
says 'operand 3 must be RELATION (number), not 4294967296' cori-resolve $cori 80 4294967296
says 'operand 1 must be OPTIONS (bytes), not 8x' raw 8x
says 'truncated: the input ends inside an item, in operand 2' resolve 8120 82
says 'operand 2 must be ADDR:PORT (IPv4 address, or IPv6 address in brackets, and port), not h:5683' \
    to-coap 8220816168 h:5683
expect 'usage of an operation' 'usage: cri-tool to-coap CRI [ADDR:PORT]' \
    "$("$tool" to-coap 2>&1 >/dev/null | tail -n 1)"
expect 'usage' 'usage: cri-tool [OPTION...] OP OPERAND...' "$("$tool" 2>&1 | sed -n 2p)"

# An operand may be standard input or a file. A line end after a text is ignored; every other byte is part of it.
file=$(mktemp -d)
printf '\x82\x20\x81\x61\n' >"$file/cri"
printf '1h' >"$file/options"
plain 0 '822081610a' encode "@$file/cri"
plain 0 '822081610a' encode - <"$file/cri"
plain 0 $'kind=full\nlength=5' check "$file/cri"
plain 0 '3 Uri-Host h' raw - <"$file/options"
plain 1 '' encode "@$file/none"
plain 0 $'kind=relative\nlength=1' check - exact < <(printf '80\r\n')
plain 0 'coap://h/b' uri-resolve coap://h/a - < <(printf 'b\r\n')
plain 0 'coap://h/b' uri-resolve - b < <(printf 'coap://h/a')
plain 0 '8220816168' from-uri $'coap://h\r'
plain 1 '' from-uri - < <(printf 'a\0b')
plain 2 '' uri-resolve - - < <(printf 'b')
rm -r "$file"
expect 'standard input: of any length' "coap://h/$long" "$(printf 'coap://h/%s' "$long" | "$tool" uri-normalize -)"
expect 'standard input: a directory' 1 "$("$tool" check - </ 2>/dev/null; echo $?)"
batch 'a hyphen is itself' 'from-uri\t-\n' 'OK\t820181612d\n'

# The forms of an operand, which are those of the explorer.
while IFS='|' read -r text cri; do
    expect "operand $text" "${cri# }" "$("$tool" encode "${text% }" 2>&1)"
done < <(grep -v '^#' "$(dirname "$0")/forms.txt")
plain 0 'coap://h/b' to-uri "$("$tool" resolve coap://h/a b)"
plain 0 '8220816168' --scheme zz=1 from-uri coap://h
plain 0 '-1' effective-scheme coap://h
plain 0 '[1, ["b"]]' edn b

# Plain answers, in JSON too, and their status.
plain 0 $'kind=full\nlength=5' check coap://h
plain 0 '{"kind":"full","length":5}' check --json coap://h
plain 1 false equal coap://h b
plain 1 false equal coap://h b --json
plain 0 null template-check /a --json
plain 0 '"[1, [\"\\\"b\"]]"' edn '%22b' --json
plain 0 '{"scheme":"a","path":"b\udb40\udc01\ufffd\"\\","invalid":"path"}' \
    uri-split-lenient --json $'a:b\U000e0001\xff"\\'
plain 1 '{"error":"uri_port","text":"the port has a leading zero or is above 65535","offset":9,"part":"port"}' \
    from-uri coap://h:070/ --json
plain 1 $'coap://h/a rt=x y obs\ncoap://h/c' links '</a>;rt="x y";obs,b,<c>' coap://h
plain 1 '[{"href":"/a","x":["1","2"],"obs":true},{"error":"syntax","offset":17},{"href":"c"}]' \
    links '</a>;x=1;obs;x=2,b,<c>' --json
plain 0 $'3 8 [1, null, ["q"]]\n14 2 ./\n16 4 [1]' find a10183d8638301f6816171d820622e2fd8638101 uris
plain 0 $'0 2 [1]\n3 1 []' items 81012080 sequence
plain 0 '5 1 0 0 6372656c [1] cri' places a16372656cd8638101 tagged
plain 0 $'8 Location-Path a\n20 Location-Query q' raw 8161c171
plain 0 '4 10 http://a/b' uri-extract 'see http://a/b.'
message=44027d3401020304b474656d70110aff00
plain 0 $'type=CON\ncode=0.02 POST\nmessage-id=32052\ntoken=01020304\nUri-Path=temp\nContent-Format=10
uri=coap://192.0.2.1/temp\npayload-hex=00' decode $message 192.0.2.1:5683
plain 0 '{"type":"NON","code":"2.05 Content","message-id":1,"token":"","Uri-Path":["a","b"],"65000":"61"}' \
    decode --json 50450001b1610162e1fcd061
plain 1 '' decode 8220816168
plain 1 '' decode 49017d34010203040506070809
# R25, R39: code points, 256 at a time, in each part of a CRI and in text. No answer may contain a misleading character.
# All code points up to U+FFFF are tested, and one block of 16 above.
expect 'code points' 'OK' "$(python3 - "$tool" 2>&1 <<'END'
import re, subprocess, sys

# The tabs and line feeds between answers are excepted, and so are the joiners, which IRIs show.
MISLEADS = re.compile("[\0-\x08\x0b-\x1f\x7f-\x9f\xad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff"
                      "\U000e0000-\U000e007f]")

def run(*arguments, **more):
    return subprocess.run([sys.argv[1], *arguments], capture_output=True, **more).stdout.decode()

def text(chars):
    return b"\x79" + len(chars.encode()).to_bytes(2, "big") + chars.encode()

lines, dumps = [], []
for block in [*range(0, 0x10000, 256), *range(0x10000, 0x110000, 4096)]:
    if not 0xd800 <= block < 0xe000:
        chars = "".join(map(chr, range(block, block + 256)))
        label = "".join(char for char in chars if char != "." and not "A" <= char <= "Z")
        others = b"\x81" + text(chars) + b"\x81" + text(chars) + text(chars)
        cri = (b"\x85\x20\x83\xf4" + text(chars) + text(label) + others).hex()
        lines += [f"{op}\t{cri}" for op in ["edn", "to-iri", "to-uri", "host-text", "explain"]]
        lines += [f"edn\t{cri}\tliteral"]
        lines += [f"route\t{cri}\t/{{*}}", "uri-split-lenient\t" + chars.replace("\t", "").replace("\n", "")]
        dumps += [run("explain", cri)] if MISLEADS.search(chars) else []
answers = run("--batch", input="\n".join(lines).encode())
wrong = MISLEADS.search(answers + "".join(dumps))
complete = answers.count("OK\t") == answers.count("\n") == len(lines) > 4000 and len(dumps) == 5
print("OK" if complete and not wrong else (len(dumps), wrong))
END
)"

# A failure to write the output is an error.
"$tool" check 80 >/dev/full 2>/dev/null
expect 'a full disk' 1 $?

echo "[  PASSED  ] $passed test(s)."
if [ $failed -gt 0 ]; then
    echo "[  FAILED  ] $failed test(s), listed above"
    exit 1
fi
