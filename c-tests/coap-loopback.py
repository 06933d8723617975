#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR Apache-2.0
"""Runs coap-follow and coap-links over loopback, with IPv4 and IPv6, and Debian's coap-client if it is installed.
coap-links logs the options that it receives.

  coap-loopback.py DIRECTORY-OF-THE-EXAMPLES
"""
import pathlib
import shutil
import socket
import tempfile

from examples import FOLLOW, coap_links, end, expect, expect_run

CORE = ('</links>;rt=links;ct=60,</rooms/kitchen/temp>;rt="temp core.s",'
        r'</rooms/living/hum>;rt=hum;title="50 %, \\"wet\\""')
LONG = "a-segment-of-more-than-twelve-bytes"
# The links of coap-links: the text that coap-follow prints after each URI, and the options of the request for it.
FOLLOWED = [
    ("/rooms/kitchen/temp?unit=celsius", "2.05 room <kitchen> <temp>", ["rooms", "kitchen", "temp"], ["unit=celsius"]),
    ("/rooms/living/", "2.05 room <living> <>", ["rooms", "living", ""], []),
    ("/rooms/a%2Fb/50%25", "2.05 room <a/b> <50%>", ["rooms", "a/b", "50%"], []),
    ("/rooms/caf%C3%A9?x=%26&y=", "2.05 room <café>", ["rooms", "café"], ["x=&", "y="]),
    (f"/rooms/{LONG}", f"2.05 room <{LONG}>", ["rooms", LONG], []),
    ("/rooms/kitchen#temp", "2.05 room <kitchen>", ["rooms", "kitchen"], []),
    ("/nowhere", "4.04 nothing here", ["nowhere"], []),
    ("/rooms/a%3Bb", "2.05 room <a;b>", ["rooms", "a;b"], []),
]


def request(uri, path=(), query=(), before="", code="0.01"):
    """Returns the line that coap-links logs for a request: options by number, with their values in hex."""
    options = [f"{number}:{value.encode().hex()}" for number, values in ((11, path), (15, query)) for value in values]
    return " ".join(filter(None, ["request", code, before, *options, "->", uri.partition("#")[0]]))


def follow_and_ask(address, host, path):
    with coap_links(path, address) as links:
        at = f"coap://{host}:{links.port}"

        def follow(name, wanted, requests, *arguments):
            """Host and port equal the destination, so there is neither Uri-Host nor Uri-Port."""
            expect_run(f"{address}: {name}", wanted, FOLLOW, *arguments)
            expect(f"{address}: {name}: options", requests, links.lines())

        lines = [f"0.01 {at}{uri}: {shown}" for uri, shown, _, _ in FOLLOWED]
        lines = [f"0: 0.01 {at}/links: 2.05 CBOR of 190 bytes", *lines]
        # The server writes the URI from options, which have no percent-encoded delimiters.
        requests = [request(at + uri.replace("%3B", ";"), segments, query) for uri, _, segments, query in FOLLOWED]
        follow("links", "\n".join(lines), [request(f"{at}/links", ["links"]), *requests], f"{at}/links")
        created = f"0: 0.02 {at}/rooms: 2.01 \n0.01 {at}/rooms/new%2Fone?v=1: 2.05 room <new/one>"
        requests = [request(f"{at}/rooms", ["rooms"], code="0.02"),
                    request(f"{at}/rooms/new%2Fone?v=1", ["rooms", "new/one"], ["v=1"])]
        follow("Location-*", created, requests, "--post", f"{at}/rooms")
        core, segments = f"{at}/.well-known/core", [".well-known", "core"]
        found = f'0: 0.01 {core}?rt=t*: 2.05 </rooms/kitchen/temp>;rt="temp core.s"\n'
        requests = [request(f"{core}?rt=t*", segments, ["rt=t*"]),
                    request(f"{at}/rooms/kitchen/temp", ["rooms", "kitchen", "temp"])]
        follow("discovers", f"{found}0.01 {at}/rooms/kitchen/temp: 2.05 room <kitchen> <temp>", requests,
               "--discover", "rt=core.s", f"{core}?rt=t*")
        found = f"0: 0.01 {core}: 2.05 {CORE}\n0.01 {at}/rooms/living/hum: 2.05 room <living> <hum>"
        expect_run(f"{address}: discovers across blocks", found, FOLLOW, "--discover", "title=50 %*", core)
        expect_run(f"{address}: no filter", f"0: 0.01 {core}?rt: 4.00 no filter", FOLLOW, f"{core}?rt")
        links.lines()
        follow("the root", f"0: 0.01 {at}/: 4.04 nothing here", [request(at)], f"{at}/")
        # This name has an IPv4 and an IPv6 address, and systems use a different one first.
        if address == socket.getaddrinfo("localhost", None, type=socket.SOCK_DGRAM)[0][4][0]:
            uri = f"coap://localhost:{links.port}/rooms/x"
            requests = [request(uri, ["rooms", "x"], before=f"3:{b'localhost'.hex()}")]
            follow("by name", f"0: 0.01 {uri}: 2.05 room <x>", requests, uri)
        # coap-client always sends a port that is not 5683. Debian installs a coap-client for each TLS library.
        if client := shutil.which("coap-client") or shutil.which("coap-client-notls"):
            for uri, shown, segments, query in (
                (f"{at}/rooms/kitchen/50%25/", "<kitchen> <50%> <>", ["kitchen", "50%", ""], []),
                (f"{at}/rooms/a%2Fb?c=d&e", "<a/b>", ["a/b"], ["c=d", "e"]),
            ):
                wanted = f"0: room {shown}"
                expect_run(f"{address}: Debian's client: {uri}", wanted, pathlib.Path(client), "-B", "10", uri)
                wanted = [request(uri, ["rooms", *segments], query, before=f"7:{links.port:04x}")]
                expect("… its options", wanted, links.lines())


def has_ipv6():
    try:
        with socket.socket(socket.AF_INET6, socket.SOCK_DGRAM) as probe:
            probe.bind(("::1", 0))
    except OSError:
        print("no IPv6 loopback here: left out")
        return False
    return True


with tempfile.TemporaryDirectory() as directory:
    for address, host in [("127.0.0.1", "127.0.0.1"), *([("::1", "[::1]")] if has_ipv6() else [])]:
        follow_and_ask(address, host, pathlib.Path(directory) / address)
end()
