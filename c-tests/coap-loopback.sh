#!/usr/bin/env bash
# SPDX-License-Identifier: MIT OR Apache-2.0
#
# The examples with libcoap 3 over loopback, UDP, IPv4 and IPv6: against each other, and against Debian's coap-client and
# coap-server where they are installed. What went over the wire is checked as the receiving side logged it.
#
#   coap-loopback.sh PATH-OF-COAP-LINKS PATH-OF-COAP-FOLLOW
set -u
passed=0
failed=0
scratch=$(mktemp -d)
servers=()

clean_up() {
    local pid
    for pid in "${servers[@]}"; do
        kill "$pid" 2>/dev/null && wait "$pid" 2>/dev/null
    done
    rm -rf "$scratch"
}
trap clean_up EXIT

# Counts a case: its name, what was wanted, what came.
expect() {
    if [ "$2" = "$3" ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        printf 'FAILED: %s\n--- wanted\n%s\n--- got\n%s\n' "$1" "$2" "$3"
    fi
}

# Prints the sums as cmocka does; fails if a case did.
report() {
    echo "[  PASSED  ] $passed test(s)."
    if [ $failed -gt 0 ]; then
        echo "[  FAILED  ] $failed test(s), listed above"
        return 1
    fi
}

# Waits for a line in a file, five seconds at most.
wait_for() {
    local try
    for try in {1..50}; do
        grep -q "$1" "$2" 2>/dev/null && return
        sleep 0.1
    done
    return 1
}

# Runs a command for so many seconds at most; one that does not end when told is killed two seconds later.
#
# In the foreground, which is timeout's word for: it passes a signal on to the command once, and nothing else. Otherwise it
# sends SIGCONT after it, and that undoes the SIGSTOP by which LeakSanitizer stops a process when it ends: the process
# then waits for itself forever.
bounded() { exec timeout --foreground -k 2 "$@"; }

links=$1
follow=$2

# Debian installs a client and a server for each TLS library.
find_tool() {
    local flavour
    for flavour in "" -notls -openssl -gnutls; do
        command -v "$1$flavour" && return
    done
}
coap_client=$(find_tool coap-client)
coap_server=$(find_tool coap-server)

# Starts coap-links on a port that the kernel chooses: $log, $port.
start_links() {
    log=$scratch/links-${#servers[@]}
    bounded 60 "$links" "$1" >"$log" 2>&1 &
    servers+=($!)
    wait_for 'listening on' "$log" || return 1
    port=$(sed -n 's/^listening on .*:\([0-9]*\) UDP$/\1/p' "$log")
}

# Waits until someone listens on the port, five seconds at most and as long as that process lives.
wait_for_port() {
    local try hex
    hex=$(printf ':%04X ' "$port")
    for try in {1..50}; do
        sleep 0.1
        kill -0 "$1" 2>/dev/null || return 1
        if grep -qF "$hex" /proc/net/udp /proc/net/udp6 2>/dev/null; then return; fi
    done
    return 1
}

# Starts Debian's server, which must be told a port; one that is taken is tried again: $log, $port.
start_debian() {
    local try
    for try in {1..10}; do
        log=$scratch/debian-${#servers[@]}
        port=$((20000 + RANDOM))
        bounded 60 "$coap_server" -A "$1" -p "$port" -v 7 >"$log" 2>&1 &
        servers+=($!)
        if wait_for_port "${servers[-1]}" && ! grep -qi 'in use\|cannot' "$log"; then
            return
        fi
    done
    return 1
}

# Checks the requests that coap-links has logged since the last call, but for Request-Tag, which libcoap 4.3.4 adds to each.
seen=0
expect_requests() {
    expect "$1" "$2" "$(tail -n "+$((seen + 1))" "$log" | grep '^request' | sed 's/ 292:[0-9a-f]*//')"
    seen=$(wc -l <"$log")
}

hex() { printf '%s' "$1" | od -An -v -tx1 | tr -d ' \n'; }

# ---- coap-follow and coap-links --------------------------------------------------------------

examples() {
    local address=$1 host=$2 at
    start_links "$address" || {
        expect "coap-links listens on $address" started "$(cat "$log")"
        return
    }
    seen=1
    at=coap://$host:$port
    expect "$address: follows the links" "0.01 $at/links: 2.05 CBOR of 190 bytes
0.01 $at/rooms/kitchen/temp?unit=celsius: 2.05 room <kitchen> <temp>
0.01 $at/rooms/living/: 2.05 room <living> <>
0.01 $at/rooms/a%2Fb/50%25: 2.05 room <a/b> <50%>
0.01 $at/rooms/caf%C3%A9?x=%26&y=: 2.05 room <café>
0.01 $at/rooms/a-segment-of-more-than-twelve-bytes: 2.05 room <a-segment-of-more-than-twelve-bytes>
0.01 $at/rooms/kitchen#temp: 2.05 room <kitchen>
0.01 $at/nowhere: 4.04 nothing here
0.01 $at/rooms/a%3Bb: coap_pet" "$(bounded 40 "$follow" "$at/links" 2>&1)"
    # Host and port are the destination's, so no Uri-Host and no Uri-Port.
    expect_requests "$address: options on the wire" "request 0.01 11:$(hex links) -> $at/links
request 0.01 11:$(hex rooms) 11:$(hex kitchen) 11:$(hex temp) 15:$(hex unit=celsius) -> $at/rooms/kitchen/temp?unit=celsius
request 0.01 11:$(hex rooms) 11:$(hex living) 11: -> $at/rooms/living/
request 0.01 11:$(hex rooms) 11:$(hex a/b) 11:$(hex 50%) -> $at/rooms/a%2Fb/50%25
request 0.01 11:$(hex rooms) 11:636166c3a9 15:$(hex 'x=&') 15:$(hex y=) -> $at/rooms/caf%C3%A9?x=%26&y=
request 0.01 11:$(hex rooms) 11:$(hex a-segment-of-more-than-twelve-bytes) -> $at/rooms/a-segment-of-more-than-twelve-bytes
request 0.01 11:$(hex rooms) 11:$(hex kitchen) -> $at/rooms/kitchen
request 0.01 11:$(hex nowhere) -> $at/nowhere"
    expect "$address: creates, and follows Location-*" "0.02 $at/rooms: 2.01 
0.01 $at/rooms/new%2Fone?v=1: 2.05 room <new/one>" "$(bounded 20 "$follow" --post "$at/rooms" 2>&1)"
    expect_requests "$address: options of both" "request 0.02 11:$(hex rooms) -> $at/rooms
request 0.01 11:$(hex rooms) 11:$(hex new/one) 15:$(hex v=1) -> $at/rooms/new%2Fone?v=1"
    expect "$address: discovers" "0.01 $at/.well-known/core?rt=t*: 2.05 </rooms/kitchen/temp>;rt=\"temp core.s\"
0.01 $at/rooms/kitchen/temp: 2.05 room <kitchen> <temp>" "$(bounded 20 "$follow" --discover rt=core.s "$at/.well-known/core?rt=t*" 2>&1)"
    expect_requests "$address: the filter is on the wire" "request 0.01 11:$(hex .well-known) 11:$(hex core) 15:$(hex 'rt=t*') -> $at/.well-known/core?rt=t*
request 0.01 11:$(hex rooms) 11:$(hex kitchen) 11:$(hex temp) -> $at/rooms/kitchen/temp"
    expect "$address: discovers across blocks" "0.01 $at/rooms/living/hum: 2.05 room <living> <hum>" \
        "$(bounded 20 "$follow" --discover title='50 %*' "$at/.well-known/core" 2>&1 | tail -n 1)"
    expect "$address: finds nothing" "no such link" "$(bounded 20 "$follow" --discover rt=no "$at/.well-known/core" 2>&1 | tail -n 1)"
    expect "$address: no filter" "0.01 $at/.well-known/core?rt: 4.00 no filter" \
        "$(bounded 20 "$follow" "$at/.well-known/core?rt" 2>&1)"
    seen=$(wc -l <"$log")
    expect "$address: the root has no Uri-Path" "0.01 $at/: 4.04 nothing here" "$(bounded 20 "$follow" "$at/" 2>&1)"
    expect_requests "$address: nothing at all is sent for it" "request 0.01 -> $at"
    if [ -n "$coap_client" ]; then
        expect "$address: Debian's client" "room <kitchen> <50%> <>" \
            "$(bounded 20 "$coap_client" -B 10 "$at/rooms/kitchen/50%25/" 2>&1)"
        # It always sends a port that is not 5683.
        expect_requests "$address: Debian's options" \
            "request 0.01 7:$(printf %04x "$port") 11:$(hex rooms) 11:$(hex kitchen) 11:$(hex 50%) 11: -> $at/rooms/kitchen/50%25/"
        expect "$address: Debian's client, query" "room <a/b>" \
            "$(bounded 20 "$coap_client" -B 10 "$at/rooms/a%2Fb?c=d&e" 2>&1)"
        expect_requests "$address: Debian's options, query" \
            "request 0.01 7:$(printf %04x "$port") 11:$(hex rooms) 11:$(hex a/b) 15:$(hex c=d) 15:$(hex e) -> $at/rooms/a%2Fb?c=d&e"
    fi
}

# A host by its name is in Uri-Host, and comes back from there.
by_name() {
    start_links 127.0.0.1 || return
    seen=1
    local at=coap://localhost:$port
    expect 'by name' "0.01 $at/rooms/x: 2.05 room <x>" "$(bounded 20 "$follow" "$at/rooms/x" 2>&1)"
    expect_requests 'Uri-Host' "request 0.01 3:$(hex localhost) 11:$(hex rooms) 11:$(hex x) -> $at/rooms/x"
}

# ---- coap-follow and Debian's coap-server ----------------------------------------------------

debian_server() {
    local address=$1 host=$2 at answer
    start_debian "$address" || {
        expect "Debian's server listens on $address" started "$(cat "$log")"
        return
    }
    at=coap://$host:$port
    answer=$(bounded 20 "$follow" "$at/time?ticks" 2>&1)
    expect "$address: Debian's server answers" "0.01 $at/time?ticks: 2.05" "${answer% *}"
    expect "$address: … with a number" yes "$([[ ${answer##* } =~ ^[0-9]+$ ]] && echo yes)"
    expect "$address: … and has logged the options" yes \
        "$(grep -q 'c:GET.*\[ Uri-Path:time, Uri-Query:ticks' "$log" && echo yes || cat "$log")"
    answer=$(bounded 20 "$follow" "$at/no%2Fsuch/" 2>&1)
    expect "$address: Debian's server knows no such path" "0.01 $at/no%2Fsuch/: 4.04 Not Found" "$answer"
    expect "$address: … of these segments" yes \
        "$(grep -q 'c:GET.*\[ Uri-Path:no/such, Uri-Path:[ ,]' "$log" && echo yes || cat "$log")"
}

examples 127.0.0.1 127.0.0.1
by_name
[ -n "$coap_server" ] && debian_server 127.0.0.1 127.0.0.1
if [ -e /proc/net/if_inet6 ] && grep -q '^00000000000000000000000000000001' /proc/net/if_inet6; then
    examples ::1 '[::1]'
    [ -n "$coap_server" ] && debian_server ::1 '[::1]'
else
    echo "no IPv6 loopback here: left out"
fi

report
