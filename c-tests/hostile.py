#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR Apache-2.0
"""Runs the examples over loopback with a peer that breaks all rules: coap-follow with a hostile server, coap-links with
a hostile client, and follow-links with hostile files. The rows of tests/vectors have the bytes that the library
refuses. The tests here are about the limits of the examples: buffers, blocks, links, hosts, schemes, time, and output
to a terminal.

  hostile.py DIRECTORY-OF-THE-EXAMPLES
"""
import itertools
import pathlib
import re
import runpy
import socket
import tempfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor

from examples import EXAMPLES, FOLLOW, brief, coap_links, end, expect, expect_run, run, wait_for

ROWS = runpy.run_path(str(pathlib.Path(__file__).resolve().parents[1] / "tests" / "vectors" / "rows.py"))
delta_coded, encode = ROWS["delta_coded"], ROWS["encode"]
DATAGRAM = 65000
BLOCK = 64  # SZX 2
BUFFER = 512  # URI_SIZE, TEXT_SIZE
TRUE = (b"\xf5",)  # the form that the Reader of rows.py returns


# ---- messages and links --------------------------------------------------------------------------


def read(message):
    """Returns the options of a message, and its payload."""
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


def scheme_link(scheme, port):
    return [scheme, [b"\x7f\0\0\x01", port], ["path"]]


def document(links):
    """Returns a response with a document of links: 2.05, Content-Format 60."""
    return b"\x45\xc1\x3c\xff" + encode(list(links))


def segments_of_uri(at, size):
    """Returns the segments of a path that makes a URI of `size` bytes."""
    segments, left = ["path"], size - len(at) - 5
    while left > 0:
        segments.append("a" * min(200, left - 1))
        left -= len(segments[-1]) + 1
    return segments


# ---- the hostile server --------------------------------------------------------------------------


class Server(threading.Thread):
    """Answers a request for /NAME with answers[NAME] after the token: code, options and payload, as they are. Other
    answers, by the first path segment:

      /silent          no answer
      /path/...        2.05 and the number of path segments
      /others/NAME     the answer with the token of another exchange, then NAME
      /endless         block after block, and a Size2 of 4 GiB
      /blocks/NAME     the payload of NAME in blocks
    """

    def __init__(self):
        super().__init__(daemon=True)
        self.answers, self.log = {}, []
        self.socket = socket.socket(type=socket.SOCK_DGRAM)
        self.socket.bind(("127.0.0.1", 0))
        self.port = self.socket.getsockname()[1]
        self.at = f"coap://127.0.0.1:{self.port}"

    def run(self):
        while True:
            message, peer = self.socket.recvfrom(DATAGRAM)
            if len(message) > 3 and message[1] != 0:
                self.answer(message, lambda datagram, peer=peer: self.socket.sendto(datagram, peer))

    def answer(self, request, send):
        options, _ = read(request)
        path = [value.decode() for number, value in options if number == 11] or [""]
        number = next((int.from_bytes(value, "big") >> 4 for option, value in options if option == 23), 0)
        token = request[4 : 4 + (request[0] & 15)]
        kind, body = path[0], self.answers.get(path[-1], b"\x84")

        def reply(body):
            send(bytes([0x60 | len(token), body[0]]) + request[2:4] + token + body[1:])

        def block(number, more, piece, size=()):
            options = [(12, b"\x3c"), (23, (number << 4 | more << 3 | 2).to_bytes(3, "big")), *size]
            reply(b"\x45" + delta_coded(options) + b"\xff" + piece)

        if kind == "silent":
            return
        self.log.append(" ".join([f"0.{request[1]:02}", *path]))
        if kind == "path":
            reply(b"\x45\xff%d segments" % len(path))
        elif kind == "endless":
            block(number, True, b"\x97" * BLOCK, size=[(28, b"\xff" * 4)])
        elif kind == "blocks":
            piece = read(b"\0" * 4 + body[1:])[1][number * BLOCK :]
            block(number, len(piece) > BLOCK, piece[:BLOCK])
        else:
            if kind == "others":  # the message is not an acknowledgement, either
                mine = bytes([request[2], request[3] ^ 0xFF, token[0] ^ 0xFF]) + token[1:]
                send(bytes([0x50 | len(token), 0x45]) + mine + b"\xffstranger")
            reply(body)


server = Server()
server.start()
at, answers = server.at, server.answers


def expect_log(name, *wanted):
    """Compares the requests that arrived since the last call."""
    expect(name, list(wanted), server.log[:])
    server.log.clear()


def expect_links(name, path, *rows):
    """Runs coap-follow on a document, and checks the line that it prints for each link."""
    answers[path.split("/")[-1]] = whole = document(link for link, _ in rows)
    first = f"0: 0.01 {at}/{path}: 2.05 CBOR of {len(whole) - 4} bytes"
    expect_run(name, "\n".join([first, *(line for _, line in rows)]), FOLLOW, f"{at}/{path}")


def expect_answer(name, body, wanted, path="answer", *options):
    answers[path.split("/")[-1]] = body
    expect_run(name, wanted.replace("AT", f"{at}/{path}"), FOLLOW, *options, f"{at}/{path}")


def links_that_fit():
    """Links whose URIs just fit the client's buffer or do not fit, and whose option values have 255 bytes or more."""
    rows = []
    for size in (BUFFER - 1, BUFFER):
        segments = segments_of_uri(at, size)
        uri = "/".join([at, *segments]) if size < BUFFER else f"(a URI of {size} bytes)"
        rows.append((path_link(*segments), f"0.01 {uri}: 2.05 {len(segments)} segments"))
    for size, shown in ((255, "2.05 2 segments"), (256, "coap_length")):
        rows.append((path_link("path", "a" * size), f"0.01 {at}/path/{'a' * size}: {shown}"))
    expect_links("URIs about as long as the buffer", "blocks/edges", *rows)


def where_links_lead():
    """Links to other schemes, and to hosts that disguise an address. The client must not send a request, which the log
    would show.
    """
    uri = f"127.0.0.1:{server.port}/path"
    schemes = {-2: "coaps", -3: "http", -7: "coap+tcp", "coap": "coap"}
    rows = [(scheme_link(scheme, server.port), f"0.01 {name}://{uri}: skipped: not coap over UDP")
            for scheme, name in schemes.items()]
    expect_links("other schemes", "schemes", *rows)
    wanted = f"1: 0.01 coaps://{uri}: skipped: not coap over UDP"
    expect_run("a coaps URI from the command line", wanted, FOLLOW, f"coaps://{uri}")
    hosts = {
        "localhost%00": ["localhost\0"], "127.1": ["127", "1"], "0177.0.0.1": ["0177", "0", "0", "1"],
        "0x7f000001": ["0x7f000001"], "u%40localhost": ["u@localhost"], "%5B%3A%3A1%5D": ["[::1]"],
        "localhost%0A": ["localhost\n"], "%E2%85%98ocalhost": ["\u2158ocalhost"], "": [""],
        "localhost.": ["localhost", ""], "a" * 64: ["a" * 64], ".".join(["a" * 63] * 4): ["a" * 63] * 4,
    }
    rows = [([-1, [*labels, server.port], ["path"]],
             f"0.01 coap://{shown}:{server.port}/path: skipped: not a host name for a resolver")
            for shown, labels in hosts.items()]
    expect_links("look-alike hosts", "hosts", *rows)
    local = b"\xfe\x80" + b"\0" * 13 + b"\x01"
    expect_links(
        "port 0, multicast, a zone",
        "places",
        (scheme_link(-1, 0), "0.01 coap://127.0.0.1:0/path: skipped: port 0"),
        ([-1, [b"\xe0\0\x01\xbb"]], "0.01 coap://224.0.1.187: skipped: a multicast address"),
        ([-1, [local, "lo", server.port]], "0.01 zone: skipped: a zone is known to its own host only"),
    )
    expect_log("none of them is asked", "0.01 schemes", "0.01 hosts", "0.01 places")


def how_much_work():
    """Documents with loops, many links and large bodies."""
    a, b = path_link("loop-a"), path_link("loop-b")
    answers["loop-b"] = document([a, b])
    lines = [f"0.01 {at}/loop-{name}: 2.05 CBOR of {size} bytes" for name, size in (("a", 22), ("b", 21))]
    expect_links("documents that link to each other", "loop-a", (a, lines[0]), (b, lines[1]), ([], lines[0]))
    expect_log("one level only", "0.01 loop-a", "0.01 loop-a", "0.01 loop-b", "0.01 loop-a")
    path = (path_link("path"), f"0.01 {at}/path: 2.05 1 segments")
    expect_links("17 links", "many", *[path] * 16, (path[0], "skipped: more than 16 links"))
    refused = "2.05 CBOR of 4096 bytes\nthe document of links: structure"
    for size, shown in ((4096, refused), (4097, "the body is too large"), (4160, "the body is too large")):
        expect_answer(f"a body of {size} bytes", b"\x45\xff" + b"a" * size, f"1: 0.01 AT: {shown}", "blocks/body")
    server.log.clear()
    expect_answer("a body without an end", b"", "1: 0.01 AT: the body is too large", "endless")
    expect("… is not fetched for long", True, len(server.log) <= 66)


def other_answers():
    """Documents that are not links or are cut off, payloads for terminals, error responses, and Location-* options."""
    for cbor, why in (("", "truncated"), ("9f" * 500, "limit"), ("8281f5", "truncated")):
        body = b"\x45\xc1\x3c" + (b"\xff" if cbor else b"") + bytes.fromhex(cbor)
        link = f"0.01 {at}: 4.04 \n" if cbor == "8281f5" else ""
        wanted = f"1: 0.01 AT: 2.05 CBOR of {len(cbor) // 2} bytes\n{link}the document of links: {why}"
        expect_answer(f"CBOR {cbor[:20]}", body, wanted, "cbor")
    escapes = b"\x45\xff" + bytes.fromhex("1b5d303b781b5c1b5b324a0d0a9b316d00c3a9e280ae5c7f")
    escaped = r"0: 0.01 AT: 2.05 \u001b]0;x\u001b\\\u001b[2J\u000d\u000a\x9b1m\u0000é\u202e\\\u007f"
    expect_answer("a payload for a terminal", escapes, escaped)
    expect_answer("another exchange's token", escapes, escaped, "others/answer")
    error = b"\x84" + document([path_link("path")])[1:]
    expect_answer("an error with links", error, "0: 0.01 AT: 4.04 CBOR of 9 bytes")
    long = bytes.fromhex("41" + f"8df2{'61' * 255}" + f"0df2{'61' * 255}" * 2)
    expect_answer("Location: three of 255 bytes", long, "1: 0.02 AT: 2.01 \nthe location: buffer", "location", "--post")


# ---- a hostile client, and coap-links ------------------------------------------------------------


message_ids = itertools.count(1)


def exchange(port, head, rest):
    """Sends a request, and returns its log line as soon as the server acknowledges a later response that nobody
    requested.
    """
    said, last = "", next(message_ids).to_bytes(2, "big")
    with socket.socket(type=socket.SOCK_DGRAM) as client:
        client.connect(("127.0.0.1", port))
        client.settimeout(5)
        client.send(bytes.fromhex(head) + (0x1000 + next(message_ids)).to_bytes(2, "big") + rest)
        client.send(b"\x40\x45" + last)
        try:
            while (answer := client.recv(DATAGRAM)) != b"\x60\0" + last:
                if answer[1] == 0:
                    said += " Reset" if answer[0] >> 4 == 7 else " empty"
                    continue
                text = "".join(chr(byte) if 0x20 <= byte < 0x7F else f"\\x{byte:02x}" for byte in read(answer)[1])
                said += f" {answer[1] >> 5}.{answer[1] & 31:02} {text}".rstrip()
        except OSError:
            said += " gone"
    return said


def ask_links(links):
    rooms = delta_coded([(11, b"rooms")])
    # The answer has four bytes after "room" for each segment of one byte.
    full = b"\1a" * 126
    for name, wanted, options in (
        ("a NUL in Uri-Host", " 4.02", delta_coded([(3, b"a\0b"), (11, b"rooms")])),
        ("an unknown critical option", " 4.02 Bad Option", rooms + b"\xe0\xfc\xd1"),  # 65001
        ("a NUL in a segment", r" 2.05 room <a\x00b>", rooms + b"\3a\0b"),
        ("an answer of 512 bytes", " 2.05 room" + " <a>" * 127, rooms + b"\1a" + full),
        ("an answer of 513 bytes", " 4.00 too long", rooms + b"\2aa" + full),
        ("300 segments", " 4.13", rooms + b"\1a" * 300),
    ):
        expect(f"coap-links: {name}", wanted, exchange(links.port, "4001", options))
    # URIs about as long as the server's buffer.
    at = f"coap://127.0.0.1:{links.port}"
    for size, shown in ((BUFFER - 1, f"{at}/path/(200)/(200)/"), (BUFFER, "buffer")):
        options = delta_coded((11, segment.encode()) for segment in segments_of_uri(at, size))
        expect(f"coap-links: a URI of {size} bytes", " 4.04 nothing here", exchange(links.port, "4001", options))
        line = brief(links.lines()[-1]).rpartition(" -> ")[2]
        expect("… is shown, or why not", shown, re.sub(r"\(\d+\)$", "", line))
    whole = delta_coded([(3, b"localhost"), (7, b"\x16\x33"), (11, b"rooms")])
    answered = [exchange(links.port, "4001", whole[:size]) for size in range(len(whole))]
    answered += [exchange(links.port, head, b"\xb1a") for head in ("4901", "8001", "40ff", "4045", "7001")]
    expect("cut options and bad heads", [], [answer for answer in answered if answer.endswith("gone")])
    ask_to_follow(links, at)
    wanted = r" 2.05 \x88\x83\x01\x83eroomsgkitchendtemp"
    answer = exchange(links.port, "4001", delta_coded([(11, b"links")]))
    expect("links are still served", wanted, answer[: len(wanted)])


def ask_to_follow(links, at):
    """Documents of links for the server. It follows at most one link, and no link to another server."""
    elsewhere = [[-1, ["other", 5683], ["rooms", "a"]], scheme_link(-3, 5683), path_link("links"), path_link("roomsx"),
                 path_link("x", "rooms")]
    refused = ["coap://other:5683/rooms/a", "http://127.0.0.1:5683/path"]
    refused += [f"{at}/links", f"{at}/roomsx", f"{at}/x/rooms"]
    own = encode([path_link("rooms", "a\n"), path_link("rooms", "b")])
    followed = [f"not followed: {at}/rooms/b", f"request 0.01 11:726f6f6d73 11:610a -> {at}/rooms/a%0A",
                r"followed: room <a\u000a>"]
    for name, body, lines in (
        ("links elsewhere", encode(elsewhere), [f"not followed: {uri}" for uri in refused]),
        ("its own", own, followed),
        ("not a link", b"\x81\xa1\x01\x02", ["no link: structure"]),
    ):
        links.lines()
        answer = exchange(links.port, "4002", delta_coded([(11, b"links")]) + b"\xff" + body)
        expect(f"coap-links: {name}", " 2.04", answer)
        said = links.lines(least=len(lines) + 1)
        expect("… what becomes of the links", lines, [line for line in said if not line.startswith("request 0.02")])


# ---- files ---------------------------------------------------------------------------------------


def follow_files(directory):
    file, at, program = directory / "file", "coap://h", EXAMPLES / "follow-links"

    def follow(cbor):
        file.write_bytes(cbor)
        return run(program, file, at)

    output = follow(b"\x99\x03\xfd" + b"\x80" * 1021)
    expect("follow-links: 1024 bytes", ("0", "1021 of 1021 links followed"), (output[0], output.split("\n")[-1]))
    wanted = f"1: cannot read {file}, or it is empty or larger than 1024 bytes"
    expect("follow-links: 1025 bytes", wanted, follow(b"\x99\x03\xfe" + b"\x80" * 1022))


def deaf():
    """Six links to servers that do not answer. The time limit applies to all exchanges together."""
    answers["deaf"] = document([path_link("silent")] * 6)
    began = time.monotonic()
    output = run(FOLLOW, f"{at}/deaf")
    return output[0], re.findall("silent: (.*)", output), time.monotonic() - began <= 40


def main():
    with tempfile.TemporaryDirectory() as directory, ThreadPoolExecutor(1) as pool:
        # This test takes as long as all others together, so they run at the same time.
        waiting = pool.submit(deaf)
        wait_for(lambda: server.log or waiting.done())
        for test in (links_that_fit, where_links_lead, how_much_work, other_answers):
            server.log.clear()
            test()
        with coap_links(pathlib.Path(directory) / "links") as links:
            ask_links(links)
        follow_files(pathlib.Path(directory))
        wanted = ["no answer"] * 4 + ["skipped: no time left"] * 2
        expect("six links to silence", ("0", wanted, True), waiting.result())
    end()


main()
