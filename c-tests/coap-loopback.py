#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR Apache-2.0
"""The examples with libcoap 3 over loopback, UDP, IPv4 and IPv6: against each other, and against Debian's coap-client and coap-server where
they are installed. What went over the wire is checked as the receiving side logged it.

  coap-loopback.py DIRECTORY-OF-THE-EXAMPLES
"""
import pathlib
import re
import shutil
import socket
import subprocess
import tempfile

from examples import FOLLOW, REQUEST_TAG, coap_links, end, expect, expect_run, run, wait_for

CORE = r"""</links>;rt=links;ct=60,</rooms/kitchen/temp>;rt="temp core.s",</rooms/living/hum>;rt=hum;title="50 %, \\"wet\\"" """.strip()


def find_tool(name):
    """Debian installs a client and a server for each TLS library."""
    found = (shutil.which(name + flavour) for flavour in ("", "-notls", "-openssl", "-gnutls"))
    return next(filter(None, found), None)


def request(uri, path=(), query=(), before="", code="0.01"):
    """The line that coap-links logs of a request: options by their numbers, with their values in hex."""
    options = [f"11:{segment.encode().hex()}" for segment in path] + [f"15:{parameter.encode().hex()}" for parameter in query]
    return " ".join(filter(None, ["request", code, before, *options, "->", uri]))


class Log:
    """The requests that coap-links has logged since the last call."""

    def __init__(self, path):
        self.path, self.seen = path, 1

    def expect(self, name, *wanted):
        lines = self.path.read_text().splitlines()
        expect(name, list(wanted), [REQUEST_TAG.sub("", line) for line in lines[self.seen :] if line.startswith("request")])
        self.seen = len(lines)


# ---- coap-follow and coap-links ------------------------------------------------------------------------


def examples(address, host, path):
    with coap_links(path, address) as port:
        at, log = f"coap://{host}:{port}", Log(path)
        expect_run(f"{address}: follows the links", f"""0: 0.01 {at}/links: 2.05 CBOR of 190 bytes
0.01 {at}/rooms/kitchen/temp?unit=celsius: 2.05 room <kitchen> <temp>
0.01 {at}/rooms/living/: 2.05 room <living> <>
0.01 {at}/rooms/a%2Fb/50%25: 2.05 room <a/b> <50%>
0.01 {at}/rooms/caf%C3%A9?x=%26&y=: 2.05 room <café>
0.01 {at}/rooms/a-segment-of-more-than-twelve-bytes: 2.05 room <a-segment-of-more-than-twelve-bytes>
0.01 {at}/rooms/kitchen#temp: 2.05 room <kitchen>
0.01 {at}/nowhere: 4.04 nothing here
0.01 {at}/rooms/a%3Bb: coap_pet""", FOLLOW, f"{at}/links")
        # Host and port are the destination's, so no Uri-Host and no Uri-Port.
        long = "a-segment-of-more-than-twelve-bytes"
        log.expect(
            f"{address}: options on the wire",
            request(f"{at}/links", ["links"]),
            request(f"{at}/rooms/kitchen/temp?unit=celsius", ["rooms", "kitchen", "temp"], ["unit=celsius"]),
            request(f"{at}/rooms/living/", ["rooms", "living", ""]),
            request(f"{at}/rooms/a%2Fb/50%25", ["rooms", "a/b", "50%"]),
            request(f"{at}/rooms/caf%C3%A9?x=%26&y=", ["rooms", "café"], ["x=&", "y="]),
            request(f"{at}/rooms/{long}", ["rooms", long]),
            request(f"{at}/rooms/kitchen", ["rooms", "kitchen"]),
            request(f"{at}/nowhere", ["nowhere"]),
        )
        created = f"0: 0.02 {at}/rooms: 2.01 \n0.01 {at}/rooms/new%2Fone?v=1: 2.05 room <new/one>"
        expect_run(f"{address}: creates, and follows Location-*", created, FOLLOW, "--post", f"{at}/rooms")
        created = request(f"{at}/rooms/new%2Fone?v=1", ["rooms", "new/one"], ["v=1"])
        log.expect(f"{address}: options of both", request(f"{at}/rooms", ["rooms"], code="0.02"), created)
        core = f"{at}/.well-known/core"
        found = f'0: 0.01 {core}?rt=t*: 2.05 </rooms/kitchen/temp>;rt="temp core.s"\n0.01 {at}/rooms/kitchen/temp: 2.05 room <kitchen> <temp>'
        expect_run(f"{address}: discovers", found, FOLLOW, "--discover", "rt=core.s", f"{core}?rt=t*")
        found = request(f"{at}/rooms/kitchen/temp", ["rooms", "kitchen", "temp"])
        log.expect(f"{address}: the filter is on the wire", request(f"{core}?rt=t*", [".well-known", "core"], ["rt=t*"]), found)
        found = f"0: 0.01 {core}: 2.05 {CORE}\n0.01 {at}/rooms/living/hum: 2.05 room <living> <hum>"
        expect_run(f"{address}: discovers across blocks", found, FOLLOW, "--discover", "title=50 %*", core)
        expect_run(f"{address}: finds nothing", f"1: 0.01 {core}: 2.05 {CORE}\nno such link", FOLLOW, "--discover", "rt=no", core)
        expect_run(f"{address}: no filter", f"0: 0.01 {core}?rt: 4.00 no filter", FOLLOW, f"{core}?rt")
        log.seen = len(path.read_text().splitlines())
        expect_run(f"{address}: the root has no Uri-Path", f"0: 0.01 {at}/: 4.04 nothing here", FOLLOW, f"{at}/")
        log.expect(f"{address}: nothing at all is sent for it", request(at))
        if client := find_tool("coap-client"):
            # It always sends a port that is not 5683.
            for uri, shown, segments, query in (
                (f"{at}/rooms/kitchen/50%25/", "<kitchen> <50%> <>", ["kitchen", "50%", ""], []),
                (f"{at}/rooms/a%2Fb?c=d&e", "<a/b>", ["a/b"], ["c=d", "e"]),
            ):
                expect_run(f"{address}: Debian's client: {uri}", f"0: room {shown}", pathlib.Path(client), "-B", "10", uri)
                log.expect("… its options", request(uri, ["rooms", *segments], query, before=f"7:{port:04x}"))


def by_name(path):
    """A host by its name is in Uri-Host, and comes back from there."""
    with coap_links(path) as port:
        uri = f"coap://localhost:{port}/rooms/x"
        expect_run("by name", f"0: 0.01 {uri}: 2.05 room <x>", FOLLOW, uri)
        Log(path).expect("Uri-Host", request(uri, ["rooms", "x"], before=f"3:{b'localhost'.hex()}"))


# ---- coap-follow and Debian's coap-server --------------------------------------------------------------


def debian_server(server, address, host, path):
    """The server must be told a port: one that was free a moment ago."""
    with socket.socket(socket.AF_INET6 if ":" in address else socket.AF_INET, socket.SOCK_DGRAM) as free:
        free.bind((address, 0))
        port = free.getsockname()[1]
    with path.open("wb") as file:
        process = subprocess.Popen([server, "-A", address, "-p", str(port), "-v", "7"], stdout=file, stderr=subprocess.STDOUT)
    tables = [pathlib.Path("/proc/net/udp"), pathlib.Path("/proc/net/udp6")]
    try:
        wait_for(lambda: any(f":{port:04X} " in table.read_text() for table in tables if table.exists()))
        at = f"coap://{host}:{port}"
        status, answer = run(FOLLOW, f"{at}/time?ticks")
        expect(f"{address}: Debian's server answers with a number", (0, f"0.01 {at}/time?ticks: 2.05 N"), (status, re.sub(r"\d+$", "N", answer)))
        expect_run(f"{address}: Debian's server knows no such path", f"0: 0.01 {at}/no%2Fsuch/: 4.04 Not Found", FOLLOW, f"{at}/no%2Fsuch/")
        for logged in (r"c:GET.*\[ Uri-Path:time, Uri-Query:ticks", r"c:GET.*\[ Uri-Path:no/such, Uri-Path:[ ,]"):
            expect(f"{address}: … and has logged {logged}", True, bool(re.search(logged, path.read_text())) or path.read_text())
        # Its document of links is as libcoap writes one.
        for query, target in (("rt=ticks", "/time"), ("title=General Info", "/"), ("if=clock", "/time")):
            status, answer = run(FOLLOW, "--discover", query, f"{at}/.well-known/core")
            expect(f"{address}: discovers {query} of Debian's server", True, (status == 0 and f"\n0.01 {at}{target}: 2.05 " in answer) or answer)
    finally:
        process.kill()
        process.wait()


def has_ipv6():
    try:
        with socket.socket(socket.AF_INET6, socket.SOCK_DGRAM) as probe:
            probe.bind(("::1", 0))
    except OSError:
        print("no IPv6 loopback here: left out")
        return False
    return True


with tempfile.TemporaryDirectory() as name:
    logs = pathlib.Path(name)
    by_name(logs / "by-name")
    for address, host in [("127.0.0.1", "127.0.0.1"), *([("::1", "[::1]")] if has_ipv6() else [])]:
        examples(address, host, logs / f"links-{address}")
        if server := find_tool("coap-server"):
            debian_server(server, address, host, logs / f"server-{address}")
end()
