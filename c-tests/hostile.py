#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR Apache-2.0
"""The examples against a peer that keeps to no rule, over loopback: coap-follow against a hostile server, coap-links against a hostile
client, follow-links on hostile input.

  hostile.py DIRECTORY-OF-THE-EXAMPLES
"""
import itertools
import pathlib
import re
import select
import socket
import tempfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor

from examples import EXAMPLES, FOLLOW, REQUEST_TAG, brief, coap_links, end, expect, expect_run, run, wait_for
from rows import delta_coded, encode

DATAGRAM = 65000
BLOCK = 64  # SZX 2
TRUE = (b"\xf5",)  # as rows.py has it


# ---- messages and links ---------------------------------------------------------------------------


def read(message):
    """The options of a message, and its payload."""
    at, number, options = 4 + (message[0] & 15), 0, []
    while at < len(message) and message[at] != 0xFF:
        parts = [message[at] >> 4, message[at] & 15]
        at += 1
        for i, nibble in enumerate(parts):
            if nibble > 12:
                parts[i] = int.from_bytes(message[at : at + nibble - 12], "big") + (13 if nibble == 13 else 269)
                at += nibble - 12
        number += parts[0]
        options.append((number, message[at : at + parts[1]]))
        at += parts[1]
    return options, message[at + 1 :]


def path_link(*segments):
    return [TRUE, list(segments)]


def host_link(port, *labels):
    return [-1, [*labels, port], ["path"]]


def scheme_link(scheme, port):
    return [scheme, [b"\x7f\0\0\x01", port], ["path"]]


def document(links):
    """An answer: 2.05, Content-Format 60, a document of links."""
    return b"\x45\xc1\x3c\xff" + encode(list(links))


def segments_of_uri(at, size):
    """The segments of a path that makes a URI of so many bytes."""
    segments, left = ["path"], size - len(at) - 5
    while left > 0:
        segments.append("a" * min(200, left - 1))
        left -= len(segments[-1]) + 1
    return segments


# ---- the hostile server --------------------------------------------------------------------------


class Server(threading.Thread):
    """Answers a request for /NAME with answers[NAME] after the token: code, options and payload, as they are. What no such answer can
    be, by the first path segment:

      /silent          no answer
      /reset           Reset
      /path/...        2.05 and the number of path segments
      /cut/N/NAME      the first N bytes of the datagram for NAME, then the whole datagram
      /others/NAME     answers with the token of someone else, then NAME
      /endless         block after block, and a Size2 of 4 GiB
      /blocks/NAME     the payload of NAME in blocks
      /gap/NAME        the same without the second block
      /shifting/NAME   the same, with another ETag each time
    """

    def __init__(self):
        super().__init__(daemon=True)
        self.answers, self.log, self.etags = {}, [], itertools.count()
        self.socket = socket.socket(type=socket.SOCK_DGRAM)
        self.socket.bind(("127.0.0.1", 0))
        self.port = self.socket.getsockname()[1]
        self.at = f"coap://127.0.0.1:{self.port}"
        # A UDP and a TCP port of the same number, where nothing may arrive.
        self.traps = []
        while len(self.traps) < 2:
            self.traps = [socket.socket(type=socket.SOCK_DGRAM), socket.socket()]
            self.traps[0].bind(("127.0.0.1", 0))
            self.trap_port = self.traps[0].getsockname()[1]
            try:
                self.traps[1].bind(("127.0.0.1", self.trap_port))
            except OSError:
                self.traps = []
        self.traps[1].listen()

    def run(self):
        while True:
            for ready in select.select([self.socket, *self.traps], [], [])[0]:
                if ready is self.traps[1]:
                    ready.accept()[0].close()
                    self.log.append("trap: a connection")
                    continue
                message, peer = ready.recvfrom(DATAGRAM)
                if ready is self.traps[0]:
                    self.log.append("trap: a datagram")
                elif len(message) > 3 and message[1] != 0:
                    self.answer(message, lambda datagram: self.socket.sendto(datagram, peer))

    def answer(self, request, send):
        options, _ = read(request)
        path = [value.decode() for number, value in options if number == 11] or [""]
        number = next((int.from_bytes(value, "big") >> 4 for option, value in options if option == 23), 0)
        token = request[4 : 4 + (request[0] & 15)]
        kind, body = path[0], self.answers.get(path[-1], b"\x84")

        def reply(body, cut=None):
            send((bytes([0x60 | len(token), body[0]]) + request[2:4] + token + body[1:])[:cut])

        def block(number, more, piece, etag=(), size=()):
            options = [*etag, (12, b"\x3c"), (23, (number << 4 | more << 3 | 2).to_bytes(3, "big")), *size]
            reply(b"\x45" + delta_coded(options) + b"\xff" + piece)

        if kind == "silent":
            return
        self.log.append(" ".join([f"0.{request[1]:02}", *path]))
        if kind == "reset":
            send(b"\x70\0" + request[2:4])
        elif kind == "path":
            reply(b"\x45\xff%d segments" % len(path))
        elif kind == "endless":
            block(number, True, b"\x97" * BLOCK, size=[(28, b"\xff" * 4)])
        elif kind in ("blocks", "gap", "shifting"):
            number += kind == "gap" and number == 1
            _, payload = read(b"\0" * 4 + body[1:])
            piece = payload[number * BLOCK :]
            if piece:
                etag = [(4, bytes([next(self.etags) & 0x7F]))] if kind == "shifting" else []
                block(number, len(piece) > BLOCK, piece[:BLOCK], etag)
        else:
            if kind == "cut":
                reply(body, int(path[1]))
            elif kind == "others":  # no acknowledgement either
                mine = bytes([request[2], request[3] ^ 0xFF, token[0] ^ 0xFF]) + token[1:]
                send(bytes([0x50 | len(token), 0x45]) + mine + b"\xffstranger")
            reply(body)


server = Server()
server.start()
at, answers, trap_port = server.at, server.answers, server.trap_port


def expect_log(name, *wanted):
    """Checks what the server has logged since the last call."""
    expect(name, list(wanted), server.log[:])
    server.log.clear()


def expect_links(name, path, *rows):
    """coap-follow on a document: each link, and the line that it must print for it."""
    answers[path.split("/")[-1]] = whole = document(link for link, _ in rows)
    first = f"0: 0.01 {at}/{path}: 2.05 CBOR of {len(whole) - 4} bytes"
    expect_run(name, "\n".join([first, *(line for _, line in rows)]), FOLLOW, f"{at}/{path}")


def expect_answer(name, body, wanted, path="answer", *options):
    answers[path.split("/")[-1]] = body
    expect_run(name, wanted.replace("AT", f"{at}/{path}"), FOLLOW, *options, f"{at}/{path}")


def links_that_fit():
    """Links whose URIs just fit the client's buffer, and just do not; and options, which hold 255 bytes."""
    rows = []
    for size in range(509, 516):
        segments = segments_of_uri(at, size)
        uri = "/".join([at, *segments]) if size < 512 else f"(a URI of {size} bytes)"
        rows.append((path_link(*segments), f"0.01 {uri}: 2.05 {len(segments)} segments"))
    expect_links("URIs about as long as the buffer", "blocks/edges", *rows)
    ends = {254: "2.05 2 segments", 255: "2.05 2 segments", 256: "coap_length"}
    rows = [(path_link("path", "a" * size), f"0.01 {at}/path/{'a' * size}: {end}") for size, end in ends.items()]
    expect_links("segments of 254 to 256 bytes", "values", *rows)


def where_links_lead():
    """Nothing but coap over UDP, all to the trap. Then hosts that are not what they look like: a request would be seen."""
    uri = f"127.0.0.1:{trap_port}/path"
    names = ["http", "https", "coap+tcp", "coaps+tcp", "coap+ws", "coaps+ws", "coap", "coaps", "nonesuch"]
    ids = [-3, -4, -7, -8, -25, -26, "coap", "coaps", "nonesuch"]
    rows = [(scheme_link(-2, trap_port), f"0.01 coaps://{uri}: skipped: coaps needs DTLS")]
    rows += [(scheme_link(i, trap_port), f"0.01 {name}://{uri}: skipped: not coap over UDP") for i, name in zip(ids, names)]
    rows += [(scheme_link(-70000, trap_port), "0.01 scheme_unknown: skipped: not coap over UDP")]
    expect_links("other schemes", "schemes", *rows)
    expect_run("a coaps URI from the command line", f"1: 0.01 coaps://{uri}: skipped: coaps needs DTLS", FOLLOW, f"coaps://{uri}")
    expect_log("nothing is sent for them", "0.01 schemes")
    expect_run("the trap sees what is sent", f"1: 0.01 coap://{uri}: no answer", FOLLOW, f"coap://{uri}")
    expect("… and says so", {"trap: a datagram"}, set(server.log))
    server.log.clear()

    def row(shown, *labels):
        return host_link(server.port, *labels), f"0.01 coap://{shown}:{server.port}/path: skipped: not a host name for a resolver"

    numbers = ["0x7f.1", "0177.0.0.1", "2130706433", "0x7f000001"]
    rows = [(host_link(server.port, "127", "0", "0", "1"), "skipped: address")]
    rows += [row("localhost%00z", "localhost\0z"), row("localhost%00", "localhost\0"), row("127.1", "127", "1")]
    rows += [row(number, *number.split(".")) for number in numbers]
    rows += [(host_link(server.port, "127.0.0.1"), "skipped: dot_in_label")]
    rows += [row("u%40localhost", "u@localhost"), row("localhost%2Fx", "localhost/x"), row("%5B%3A%3A1%5D", "[::1]")]
    expect_links("look-alike hosts", "hosts", *rows)
    rows = [row("localhost%0A", "localhost\n"), row("a%1B%5B2J", "a\x1b[2J"), row("localhost%20", "localhost ")]
    rows += [row("%E2%85%98ocalhost", "\u2158ocalhost"), row("%C2%9Bx", "\x9bx"), row("", ""), row("localhost.", "localhost", "")]
    labels = ["a" * 63, "a" * 63, "a" * 63, "a" * 62]
    rows += [row("a" * 64, "a" * 64), row("a" * 255, "a" * 255), row(".".join(labels), *labels)]
    expect_links("hosts with control characters, empty and too long", "controls", *rows)
    local = b"\xfe\x80" + b"\0" * 13 + b"\x01"
    expect_links(
        "port 0, multicast, a zone",
        "places",
        (scheme_link(-1, 0), "0.01 coap://127.0.0.1:0/path: skipped: port 0"),
        ([-1, [b"\xe0\0\x01\xbb"]], "0.01 coap://224.0.1.187: skipped: a multicast address"),
        ([-1, [local, "lo", server.port]], "0.01 zone: skipped: a zone is known to its own host only"),
    )
    expect_log("none of them is asked", "0.01 hosts", "0.01 controls", "0.01 places")


def how_much_work():
    """Loops, many links, large bodies, blocks that are missing."""
    a, b = path_link("loop-a"), path_link("loop-b")
    answers["loop-b"] = document([a, b])
    lines = [f"0.01 {at}/loop-{name}: 2.05 CBOR of {size} bytes" for name, size in (("a", 22), ("b", 21))]
    rows = [(a, lines[0]), (b, lines[1]), ([], lines[0])]
    expect_links("documents that link to themselves and to each other", "loop-a", *rows)
    expect_log("one level only", "0.01 loop-a", "0.01 loop-a", "0.01 loop-b", "0.01 loop-a")
    path = (path_link("path"), f"0.01 {at}/path: 2.05 1 segments")
    for links in (23, 24):
        rows = [path] * 16 + [(path[0], "skipped: more than 16 links")] * (links - 16)
        expect_links(f"a document of {links} links", "many", *rows)
    indefinite = b"\x45\xc1\x3c\xff\x9f" + encode(path[0]) + b"\xff"
    expect_answer("a document of indefinite length", indefinite, f"0: 0.01 AT: 2.05 CBOR of 10 bytes\n{path[1]}")
    refused = "2.05 CBOR of 4096 bytes\nthe document of links: structure"
    for size, end in ((4096, refused), (4097, "the body is too large"), (4160, "the body is too large")):
        expect_answer(f"a body of {size} bytes", b"\x45\xff" + b"a" * size, f"1: 0.01 AT: {end}", "blocks/body")
    server.log.clear()
    expect_answer("a body without an end", b"", "1: 0.01 AT: the body is too large", "endless")
    expect("… is not fetched for long", True, len(server.log) <= 66)
    body = b"\x45\xff" + b"a" * 4096
    expect_answer("a block is missing", body, "1: 0.01 AT: a block is missing", "gap/body")
    expect_answer("a body that changes all the time", body, "1: 0.01 AT: no answer", "shifting/body")


def discovering():
    """coap-follow on link format: the first link for which the filter holds."""
    for name, text, wanted in (
        ("one link", "<path>;rt=x", "path: 2.05 1 segments"),
        ("a link after 64 bytes", f"<{'a' * 60}>;rt=y,</path/b>;rt=x", "path/b: 2.05 2 segments"),
        ("a link over 256 bytes", f"<{'a' * 300}>;rt=x,</path/b>;rt=x", "path/b: 2.05 2 segments"),
        ("a link of 190 bytes", f"<path/{'a' * 179}>;rt=x", "path/(179): 2.05 2 segments"),
        ("what is not a link", "<a b>;rt=x,rt=x,</path/b>;rt=x", "path/b: 2.05 2 segments"),
    ):
        answers["core"] = b"\x45\xc1\x28\xff" + text.encode()
        expect(f"discovers: {name}", (0, f"0.01 {at}/{wanted}"), last_line(run(FOLLOW, "--discover", "rt=x", f"{at}/core")))
    for name, text, wanted in (
        ("nothing", "", "no such link"),
        ("a quote without an end", '<path>;rt="x', "no such link"),
        ("http", "<http://127.0.0.1/>;rt=x", "0.01 http://127.0.0.1/: skipped: not coap over UDP"),
        ("a link of a stranger's zone", "<//[fe80::1%25eth0]/>;rt=x", "no such link"),
    ):
        answers["core"] = b"\x45\xc1\x28\xff" + text.encode() if text else b"\x45"
        expect(f"discovers: {name}", (1, wanted), last_line(run(FOLLOW, "--discover", "rt=x", f"{at}/core")))


def last_line(ended):
    return ended[0], ended[1].split("\n")[-1]


def other_answers():
    """Documents of CBOR that are none of links, or not whole; payloads for terminals; errors."""
    items = """00 60 a0 f6 9f 98ff 99ffff 9affffffff 9bffffffffffffffff 9b0000000100000000 97 817bffffffffffffffff 8181818181 81ff f7f7"""
    for cbor in ["", *items.split(), "81" * 500, "9f" * 500, "d9d9f7" * 350]:
        answers["cbor"] = b"\x45\xc1\x3c" + (b"\xff" if cbor else b"") + bytes.fromhex(cbor)
        status, output = run(FOLLOW, f"{at}/cbor")
        first, *lines = output.split("\n")
        expect(f"CBOR {cbor[:40]}", f"1: 0.01 {at}/cbor: 2.05 CBOR of {len(cbor) // 2} bytes", f"{status}: {first}")
        expect("… is refused", 1, sum(line.startswith("the document of links: ") for line in lines))
    escapes = b"\x45\xff" + bytes.fromhex("1b5d303b781b5c1b5b324a0d0a9b316d00c3a9e280ae5c7f")
    escaped = r"0: 0.01 AT: 2.05 \u001b]0;x\u001b\\\u001b[2J\u000d\u000a\x9b1m\u0000é\u202e\\\u007f"
    expect_answer("a payload for a terminal", escapes, escaped)
    expect_answer("another exchange's token", escapes, escaped, "others/answer")
    expect_answer("no payload", b"\x45", "0: 0.01 AT: 2.05 ")
    error = b"\x84" + document([path_link("path")])[1:]
    expect_answer("an error with links", error, "0: 0.01 AT: 4.04 CBOR of 9 bytes")
    expect_answer("Reset", b"", "1: 0.01 AT: not accepted", "reset")


def locations():
    """Location-*: above the client's buffer, not UTF-8, dot segments, malformed and reserved options."""
    created = "1: 0.02 AT: 2.01 \n"
    value = "61" * 255
    for name, body, wanted in (
        ("none", "41", f"{created}no location"),
        ("an empty one", "4180", f"0{created[1:]}0.01 {at}/: 4.04 "),
        ("500 of them", "418161" + "0161" * 499, f"{created}the location: buffer"),
        ("a value of 782 bytes", "418e0201" + "61" * 782, "1: 0.02 AT: no answer"),
        ("three of 255 bytes", f"418df2{value}0df2{value}0df2{value}", f"{created}the location: buffer"),
        ("not UTF-8", "4182c328", f"{created}the location: utf8"),
        ("a dot segment", "41822e2e", f"{created}the location: dot_segment"),
        ("control characters", "4183001b0a", f"0{created[1:]}0.01 {at}/%00%1B%0A: 4.04 "),
        ("an authority", "4189" + b"//u@h:1/x".hex(), f"0{created[1:]}0.01 {at}/%2F%2Fu@h:1%2Fx: 4.04 "),
        ("a reserved option", "41d17361", f"{created}the location: coap_option"),
        ("of an error", "808161", "1: 0.02 AT: 4.00 "),
    ):
        expect_answer(f"Location: {name}", bytes.fromhex(body), wanted, "location", "--post")


def every_beginning():
    """Of an answer: as the datagram, and as the document in a whole datagram."""
    odd = [path_link("path"), host_link(server.port, "a"), scheme_link(-2, server.port)]
    whole = document([*odd, []])[:-1] + b"\xa1\x01\x02"
    for size in range(len(whole) + 12):
        answers["whole"] = whole
        _, output = run(FOLLOW, f"{at}/cut/{size}/whole")
        expect(f"the first {size} bytes of a datagram", [0], [output.find(f"0.01 {at}/cut/{size}/whole: 2.05")])
    for size in range(5, len(whole)):
        answers["cbor"] = whole[:size]
        _, output = run(FOLLOW, f"{at}/cbor")
        expect(f"the first {size - 4} bytes of a document", "the document of links: truncated", output.split("\n")[-1])
    return whole[4:]


# ---- a hostile client, and coap-links ------------------------------------------------------------------


ids = itertools.count(1)


def exchange(port, datagram):
    """What a datagram is answered with, until the server acknowledges a response after it that nobody has asked for. (Of pings
    libcoap answers four in a second.)"""
    said, last = "", next(ids).to_bytes(2, "big")
    with socket.socket(type=socket.SOCK_DGRAM) as client:
        client.connect(("127.0.0.1", port))
        client.settimeout(5)
        client.send(datagram)
        client.send(b"\x40\x45" + last)
        try:
            while (answer := client.recv(DATAGRAM)) != b"\x60\0" + last:
                if answer[1] == 0:
                    said += " Reset" if answer[0] >> 4 == 7 else " empty"
                    continue
                payload = read(answer)[1]
                said += f" {answer[1] >> 5}.{answer[1] & 31:02}" + " " * (len(payload) > 0)
                said += "".join(chr(byte) if 0x20 <= byte < 0x7F else f"\\x{byte:02x}" for byte in payload)
        except OSError:
            said += " gone"
    return said


def ask_links(port, log):
    messages = itertools.count(4097)

    def ask(name, wanted, options, head="4001", by_libcoap=None):
        """Or what some versions of libcoap, such as 4.3.4, answer before the program is asked."""
        datagram = bytes.fromhex(head) + next(messages).to_bytes(2, "big") + (bytes.fromhex(options) if isinstance(options, str) else options)
        answer = exchange(port, datagram)[:41]
        expect(f"coap-links: {name}", by_libcoap if answer == by_libcoap else wanted, answer)

    def after(number, *values):
        """Options, then "rooms" as Uri-Path."""
        return delta_coded([*((number, value) for value in values), (11, b"rooms")])

    rooms = after(11)
    for name, wanted, host in (
        ("a NUL in Uri-Host", " 4.02", [b"a\0b"]),
        ("a line feed in Uri-Host", " 4.02", [b"a\nb"]),
        ("user information in Uri-Host", " 4.02", [b"u@h"]),
        ("an empty Uri-Host", " Reset", [b""]),
    ):
        ask(name, wanted, after(3, *host))
    bad_option = " 4.02 Bad Option"
    ask("Uri-Host twice", " 4.02", after(3, b"a", b"a"), by_libcoap=bad_option)
    ask("a Uri-Port of 3 bytes", " Reset", after(7, b"\1c3"))
    unsupported = " 5.05 Proxying Not Supported"
    ask("Proxy-Uri", unsupported, delta_coded([(35, b"coap://h/")]))
    ask("Proxy-Scheme", unsupported, delta_coded([(11, b"rooms"), (39, b"coap")]), by_libcoap=bad_option)
    ask("Proxy-Cri", bad_option, delta_coded([(235, bytes.fromhex("8220816168"))]))
    ask("Proxy-Scheme-Number", bad_option, delta_coded([(11, b"rooms"), (239, b"")]))
    ask("a NUL in a segment", r" 2.05 room <a\x00b>", rooms + b"\3a\0b")
    ask("segments that are not UTF-8", " 4.02", rooms + b"\2\xc3\x28")
    ask("a dot segment", " 4.02", rooms + b"\2..")
    # After "room", four bytes for each segment of one byte: the first one decides.
    ask("an answer of 511 bytes", " 2.05 room <> <a> <a> <a> <a> <a> <a> <a>", rooms + b"\0" + b"\1a" * 126)
    ask("an answer of 512 bytes", " 2.05 room <a> <a> <a> <a> <a> <a> <a> <a", rooms + b"\1a" + b"\1a" * 126)
    ask("an answer of 513 bytes", " 4.00 too long", rooms + b"\2aa" + b"\1a" * 126)
    ask("300 segments", " 4.13", rooms + b"\1a" * 300)
    for options in ("f0", "0f", "ff", "3e", "3d", "b5", "e0ffffe0ffff", "b561", "d0"):
        ask(f"malformed options: {options}", " Reset", options)
    for head in ("4901", "4f01", "8001", "c001", "4000"):
        ask(f"a bad head: {head}", " Reset", "b161", head)
    for head, answer in (("40ff", ""), ("4045", " empty"), ("7001", ""), ("7045", "")):
        ask(f"a bad head: {head}", answer, "b161", head)
    # URIs about as long as the server's buffer.
    at = f"coap://127.0.0.1:{port}"
    for size in range(509, 515):
        options = delta_coded((11, segment.encode()) for segment in segments_of_uri(at, size))
        ask(f"a URI of {size} bytes", " 4.04 nothing here", options)
        shown = brief(log.read_text().splitlines()[-1]).rpartition(" -> ")[2]
        expect("… is shown, or why not", f"{at}/path/(200)/(200)/" if size < 512 else "buffer", re.sub(r"\(\d+\)$", "", shown))
    whole = bytes.fromhex("44011000aabbccdd") + delta_coded([(3, b"localhost"), (7, b"\x16\x33"), (11, b"rooms")])
    # Each with another message ID, so that it is not a duplicate.
    beginnings = [exchange(port, (whole[:3] + bytes([size]) + whole[4:])[:size]) for size in range(len(whole))]
    expect("every beginning of a request", [], [answer for answer in beginnings if answer.endswith("gone")])
    ask_to_follow(ask, log, at)
    ask("links are still served", r" 2.05 \x88\x83\x01\x83eroomsgkitchendtemp", delta_coded([(11, b"links")]))


def ask_to_follow(ask, log, at):
    """Documents of links that the server is to follow: it follows one at most, and none that leads elsewhere."""

    def post(name, wanted, body, *lines):
        before = len(log.read_text().splitlines())
        ask(name, wanted, delta_coded([(11, b"links")]) + b"\xff" + body, "4002")

        def said():
            return [REQUEST_TAG.sub("", line) for line in log.read_text().splitlines()[before:] if not line.startswith("request 0.02")]

        wait_for(lambda: len(said()) >= len(lines))
        expect(f"… {name}: what becomes of the links", list(lines), said())

    elsewhere = [[-1, ["other", 5683], ["rooms", "a"]], scheme_link(-3, 5683), path_link("links"), path_link("roomsx"), path_link("x", "rooms")]
    refused = ["coap://other:5683/rooms/a", "http://127.0.0.1:5683/path", f"{at}/links", f"{at}/roomsx", f"{at}/x/rooms"]
    post("links elsewhere", " 2.04", encode(elsewhere), *(f"not followed: {uri}" for uri in refused))
    post("its own", " 2.04", encode([path_link("rooms", "a\n"), path_link("rooms", "b")]), f"not followed: {at}/rooms/b",
         f"request 0.01 11:726f6f6d73 11:610a -> {at}/rooms/a%0A", r"followed: room <a\u000a>")
    post("no link", " 2.04", b"\x82\xa1\x01\x02\x82\x18\x80\x80", "no link: structure", "no link: discard")
    post("no document", " 4.00", b"\xa1\x01\x02")
    post("half a document", " 4.00", b"\x82\x80", f"not followed: {at}/links")


# ---- files ---------------------------------------------------------------------------------------------


def follow_files(directory, odd):
    file, at = directory / "file", "coap://h"

    def follow(cbor):
        file.write_bytes(cbor)
        status, output = run(EXAMPLES / "follow-links", file, at)
        return status, output.split("\n")

    for size in range(509, 514):
        status, lines = follow(encode([path_link(*segments_of_uri(at, size))]))
        uri = next(line.removeprefix("  URI").strip() for line in lines if line.startswith("  URI"))
        wanted = f"{at}/path/(200)/(200)/" if size < 512 else "(none: buffer)"
        expect(f"follow-links: a URI of {size} bytes", (0, wanted), (status, re.sub(r"\(\d+\)$", "", uri)))
    status, lines = follow(b"\x99\x03\xfd" + b"\x80" * 1021)
    expect("follow-links: 1024 bytes", (0, "1021 of 1021 links followed"), (status, lines[-1]))
    wanted = f"cannot read {file}, or it is empty or larger than 1024 bytes"
    expect("follow-links: 1025 bytes", (1, [wanted]), follow(b"\x99\x03\xfe" + b"\x80" * 1022))
    for cbor in ("9affffffff", "9bffffffffffffffff", "9f"):
        status, lines = follow(bytes.fromhex(cbor))
        expect(f"follow-links: {cbor}", (1, "the document breaks off after byte 0: truncated"), (status, lines[0]))
    for size in range(1, len(odd)):
        _, lines = follow(odd[:size])
        breaks = [line for line in lines if line.startswith("the document breaks off after byte ")]
        expect(f"follow-links: the first {size} bytes", 1, len(breaks))


def deaf():
    """Six links to silence, in the time that all exchanges have."""
    answers["deaf"] = document([path_link("silent")] * 6)
    began = time.monotonic()
    status, output = run(FOLLOW, f"{at}/deaf")
    return status, re.findall("silent: (.*)", output), time.monotonic() - began


def main():
    with tempfile.TemporaryDirectory() as name, ThreadPoolExecutor(1) as pool:
        # As long as the rest, so meanwhile.
        waiting = pool.submit(deaf)
        while not server.log and not waiting.done():
            time.sleep(0.01)
        server.log.clear()
        for test in (links_that_fit, where_links_lead, how_much_work, discovering, other_answers, locations):
            server.log.clear()
            test()
        odd = every_beginning()
        log = pathlib.Path(name) / "links"
        with coap_links(log) as port:
            ask_links(port, log)
        follow_files(pathlib.Path(name), odd)
        status, lines, seconds = waiting.result()
        wanted = ["no answer"] * 4 + ["skipped: no time left"] * 2
        expect("six links to silence", (0, wanted, True), (status, lines, seconds <= 40))
    end()


main()
