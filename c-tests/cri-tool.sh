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

# Runs one operation, and compares its exit code and its answer (with spaces instead of tabs).
single() {
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

reason 'the port has a leading zero or is above 65535, at byte 9, port' from-uri coap://h:99999/
reason 'the text is not a URI reference, at byte 9, host' c-array a 'coap://ho st/'
reason 'the path has a dot segment (. or ..), at byte 3, path' check 82f581622e2e
reason 'the scheme is not a CoAP scheme' to-coap 8222816168
reason 'a CRI cannot have a path like /..//a, over 126 ../, or a:b@ in revision 13, at byte 0, path' from-uri /..//a

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
single 2 'ERR usage' to-coap-proxy 8 65536
single 1 'ERR coap_proxy' from-coap coap d616636f61703a61
single 1 'ERR argument' aif-allows 81828181616101 8320816168816161 get
single 0 'OK 82f5816161 1 82f580 2' aif-entries 8282818161610182818002

# Constants of C, and lists of numbers.
single 0 $'static const uint8_t a_1[] = {\n    0x82, 0x20, 0x81, 0x61, 0x68,\n};' c-array a_1 coap://h
bytes='0x84, 0x20, 0x81, 0x61, 0x68, 0x80, 0x81, 0x64, 0x61, 0x3d, 0x62, 0x63,'
single 0 "static const uint8_t A[] = {"$'\n'"    $bytes"$'\n'"};" c-array A 'coap://h?a=bc'
single 1 'ERR uri_port' c-array a coap://h:99999
single 2 'ERR usage' c-array 1a coap://h
single 2 'ERR usage' c-array a-b coap://h
single 2 'ERR usage' c-array '' coap://h
single 0 'OK b161' cache-key 417871615105 4,16,65535
single 1 'ERR argument' cache-key b161 4,
single 1 'ERR argument' cache-key b161 4x
single 1 'ERR argument' cache-key b161 65536
single 1 'ERR argument' coap-insert b161 65536 00

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
single 0 'OK 0 path uri_syntax' iri-where ' '

# Diagnostic notation.
single 1 'ERR syntax 5' --offsets from-edn '[-1, '

# Hosts and origins.
single 0 'OK 20010db8000000000000000000000001 e0 61616' endpoint 8220835020010db800000000000000000000000162653019f0b0
printf -v long '%*s' 200 ''
single 0 "OK http://${long// /a}/" to-uri-redacted "$("$tool" from-uri "http://u@${long// /a}/" | cut -f 2)"

# URIs in prose, and texts that need not be URIs.
batch 'a component with a NUL' 'uri-split-lenient\ta\0000b\n' 'OK\tpath=a\\u0000b\tinvalid=path\n'

# Schemes that the registry lacks.
single 1 'ERR scheme_unknown' to-uri 823a0001869f816168
single 0 'OK zz://h' --scheme yy=1 --scheme zz=99999 to-uri 823a0001869f816168
single 0 'OK 823a0001869f816168' --scheme zz=99999 from-uri zz://h
single 1 'ERR argument' --scheme =99999 from-uri zz://h
single 2 '' --scheme zz=x from-uri zz://h
single 2 '' --scheme zz=4294967296 from-uri zz://h
single 2 '' $(printf -- '--scheme a%d=1 ' {1..17}) from-uri zz://h

. "$(dirname "$0")/cri-tool-explain.sh"

# Hex in either case, and operands that are not hex.
single 0 'OK 82208144c0a80061' encode 82208144C0A80061
single 1 'ERR bad_hex' check '80 '
single 1 'ERR bad_hex' resolve 8120 0x80

# Errors: the names of the library, and the tool's own.
single 1 'ERR trailing_data' encode 8080
single 2 'ERR usage' check 1 2 3 4 5 6
single 2 'ERR unknown_op' nonesuch 80
single 2 ''
single 2 '' --rev 14 check 80
single 2 '' --batch check

# The revision is 27 by default.
single 0 'OK 8228816168' --rev 13 from-uri coap+ws://h

# The place of an error is printed if it is requested and known.
single 1 'ERR uri_syntax 7' --offsets uri-split 'a://h/b c'
single 0 'OK path=a' --offsets uri-split a
single 1 'ERR uri_syntax 1' --offsets from-uri 'a b'
single 1 'ERR uri_port 9' --offsets from-iri 'coap://h:070/'
single 1 'ERR dot_segment 3' --offsets check 82f581612e
single 1 'ERR extra' --offsets check 8000 exact
single 2 '' --offsets --rev 14 check 80
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
batch 'carriage returns are not part of a line end' 'check\t80\r\n' 'ERR\tbad_hex\n'
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
  OK	http://a/d" "$("$tool" --help uri-resolve)"
for operation in $operations; do
    example=$("$tool" --help "$operation")
    expect "help of $operation" 0 $?
    command=$(sed -n 's/^  \$ cri-tool //p' <<<"$example")
    if [ "$operation" != schemes ]; then
        expect "example of $operation: the operation" "$operation" "${command%% *}"
        eval "answer=\$(\"\$tool\" $command)"
        expect "example of $operation" "0 ${answer#  }" "$? $(sed '1,/^  \$ /d; s/^  OK/OK/' <<<"$example")"
    fi
done
single 2 '' --help check 80
expect '-h' "$("$tool" --help edn)" "$("$tool" -h edn)"
single 0 "cri-tool $("$tool" --version | grep -o '[0-9]*\.[0-9]*\.[0-9]*$')" --version

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
says 'there is no operation nonesuch' --help nonesuch
says '--help has too many operands' --help check 80
says '--rev must be 13 or 27' --rev 14 check 80
says '--rev must be 13 or 27' --rev
says '--scheme must be NAME=NUMBER, and is there up to 16 times' --scheme zz from-uri zz://h
says 'HEX is missing' to-coap
says 'REF is missing' resolve 80
says 'check has up to 2 operands' check 80 exact 80
says 'options come before the operation' check 80 --offsets
single 0 'OK </a ep=x y' links-filter --list 'd ep' '</a>;ep="x y"' ep=y
single 0 'OK </a ep=x y' --list ep links-filter '</a>;ep="x y"' ep=y
single 0 'OK' links-filter '</a>;ep="x y"' ep=y
says 'encode has up to 1 operand' encode 1 2 3 4 5 6 7
says 'schemes has no operands' schemes 1
says 'operand 2 must be exact, not 8\u001b0' check 80 $'8\0330'
says 'operand 1 must be simple|syntax|scheme, not x' uri-equal x a b
says 'operand 3, proxy, is there twice' cori-to-coap $cori proxy proxy
says 'operand 3 must be RELATION (number), not 4294967296' cori-resolve $cori 80 4294967296
says 'operand 2 must be REF (CRI or CRI reference, in hex), not 0x80' resolve 8120 0x80
says 'operand 2 must be ADDR:PORT (IPv4 address, or IPv6 address in brackets, and port), not h:5683' \
    to-coap 8220816168 h:5683
expect 'usage of an operation' 'usage: cri-tool to-coap HEX [ADDR:PORT]' \
    "$("$tool" to-coap 2>&1 >/dev/null | tail -n 1)"
expect 'usage' 'usage: cri-tool [OPTION...] OP OPERAND...' "$("$tool" 2>&1 | sed -n 2p)"

# One operand may be read from standard input. A line feed at its end is ignored; every other byte is part of it.
single 0 'OK relative 1' check - exact < <(printf '80\n')
single 1 'ERR bad_hex' check - < <(printf '80\n\n')
single 0 'OK coap://h/b' uri-resolve coap://h/a - < <(printf 'b\n')
single 0 'OK coap://h/b' uri-resolve - b < <(printf 'coap://h/a')
single 1 'ERR uri_syntax' from-uri - < <(printf 'a\0b')
single 2 '' uri-resolve - - < <(printf 'b')
expect 'standard input: of any length' "OK	coap://h/$long" "$(printf 'coap://h/%s' "$long" | "$tool" uri-normalize -)"
expect 'standard input: a directory' 1 "$("$tool" check - </ 2>/dev/null; echo $?)"
batch 'a hyphen is itself' 'from-uri\t-\n' 'OK\t820181612d\n'

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
