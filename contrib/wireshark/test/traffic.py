#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR Apache-2.0
"""Tests the plugin with real traffic.

The traffic is that of the C examples with libcoap, of Debian's coap-client and coap-server, and of aiocoap. A test is
skipped if its program is not installed. Capturing on the loopback interface needs privileges, so a relay between client
and server writes the capture. Prints "N passed, M failed, K skipped".
"""
import asyncio
import importlib.util
import pathlib
import re
import selectors
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time

from capture import COAP_PORT, datagram, fields_of, write_pcap
from results import Results, counted, parser

FIELDS = ["cri.source", "cri.uri", "cri.error", "cri.proxy_scheme_number", "cri.aif.methods"]
DEADLINE = 30


class Relay:
    """Forwards datagrams between clients and a server, and records them."""

    def __init__(self, server):
        self.server, self.packets, self.upstream = ("127.0.0.1", server), [], {}
        self.front = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.front.bind(("127.0.0.1", 0))
        self.port = self.front.getsockname()[1]
        self.selector = selectors.DefaultSelector()
        self.selector.register(self.front, selectors.EVENT_READ, None)
        self.open = True
        self.thread = threading.Thread(target=self.run)

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.open = False
        self.thread.join()
        for key in list(self.selector.get_map().values()):
            key.fileobj.close()

    def run(self):
        while self.open:
            for key, _ in self.selector.select(0.1):
                try:
                    self.pass_on(key.fileobj, key.data)
                except OSError:  # such as an ICMP message that the port is closed
                    pass

    def pass_on(self, receiver, client):
        data, sender = receiver.recvfrom(65535)
        if client is None:
            if sender not in self.upstream:
                self.upstream[sender] = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
                self.selector.register(self.upstream[sender], selectors.EVENT_READ, sender)
            self.packets.append(datagram(data, port=COAP_PORT, source=sender[1]))
            self.upstream[sender].sendto(data, self.server)
        else:
            self.packets.append(datagram(data, port=client[1], source=COAP_PORT))
            self.front.sendto(data, client)


def free_port():
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Server:
    """A server in a separate process, which listens on a free port."""

    def __init__(self, *command):
        self.port = free_port()
        self.process = subprocess.Popen(
            [*map(str, command), str(self.port)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )

    def __enter__(self):
        listening = f":{self.port:04X} "
        for _ in range(100):
            if any(
                listening in path.read_text()
                for path in map(pathlib.Path, ("/proc/net/udp", "/proc/net/udp6"))
                if path.exists()
            ):
                return self
            time.sleep(0.1)
        self.__exit__()
        raise RuntimeError(f"{self.process.args[0]} does not listen")

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()


def run(*command):
    done = subprocess.run([*map(str, command)], capture_output=True, timeout=DEADLINE)
    return done.stdout.decode("utf-8", "replace") + done.stderr.decode("utf-8", "replace")


def program(name):
    """Returns the path of a program of libcoap, or None. Debian has a version of it for each TLS library."""
    return next((path for end in ("", "-notls", "-openssl", "-gnutls") if (path := shutil.which(name + end))), None)


# The URIs of the CRIs in document(), which does not fit into a block of 64 bytes.
URIS = [f"coap://h{number}.example/a/{number}?q#f" for number in range(23)]


class Traffic:
    def __init__(self, arguments, scratch):
        self.build, self.scratch, self.results = (
            pathlib.Path(arguments.build), pathlib.Path(scratch), Results(arguments.only),
        )

    def tool(self, *arguments):
        return run(self.build / "cri-tool", *arguments).strip("\n")

    def cri(self, uri):
        return bytes.fromhex(self.tool("from-uri", uri))

    def document(self):
        path = self.scratch / "document.cbor"
        path.write_bytes(b"\x97" + b"".join(b"\xd8\x63" + self.cri(uri) for uri in URIS))
        return path

    def shown(self, relay, **settings):
        path = self.scratch / "traffic.pcap"
        write_pcap(path, relay.packets)
        return [layers for layers in fields_of(path, FIELDS, settings=settings) if any(layers.values())]

    # ---- the C examples, with libcoap ----------------------------------------------------------

    def test_examples(self):
        """coap-follow gets an array of links from coap-links. The plugin shows the links that coap-follow follows."""
        if not (self.build / "coap-links").exists():
            self.results.skip("coap-follow: there was no libcoap 3 to build the examples with")
            return
        with Server(self.build / "coap-links", "127.0.0.1") as server, Relay(server.port) as relay:
            base = f"coap://127.0.0.1:{relay.port}/links"
            said = run(self.build / "coap-follow", base)
        followed = re.findall(r"^0\.01 (\S+): ", said, re.MULTILINE)[1:]
        # Only the packet with the array counts. coap-follow finds the array through a document in link format, and the
        # plugin shows the URIs of that document and of requests, too.
        shown = [layers for layers in self.shown(relay, array_formats=60) if "array" in layers["cri.source"]]
        texts = [uri for layers in shown for uri in layers["cri.uri"]]
        resolved = [self.tool("uri-resolve", base, text) for text in texts]
        self.results.expect("coap-follow: links", followed, resolved)
        self.results.expect("coap-follow: one document", 1, len(shown))
        self.results.expect("coap-follow: several links", True, len(followed) > 5)

    # ---- Debian's client and server ------------------------------------------------------------

    def test_blocks(self):
        """A document that is transferred in blocks is shown once, with its last block."""
        client, server = program("coap-client"), program("coap-server")
        if not (client and server):
            self.results.skip("blocks: coap-client and coap-server are not installed")
            return
        with Server(server, "-A", "127.0.0.1", "-p") as debian, Relay(debian.port) as relay:
            at = f"coap://127.0.0.1:{relay.port}/example_data"
            run(client, "-B", "10", "-b", "64", "-m", "put", "-t", "60", "-f", self.document(), at)
            put = len(relay.packets)
            run(client, "-B", "10", "-b", "64", "-m", "get", at)
        self.results.expect("coap-client: blocks", True, put > 10 and len(relay.packets) > put + 10)
        shown = self.shown(relay)
        self.results.expect("coap-client: packets with CRIs", 2, len(shown))
        for layers in shown:
            self.results.expect("coap-client: URIs", URIS, layers["cri.uri"])
            self.results.expect("coap-client: errors", [], layers["cri.error"])

    def test_options(self):
        """coap-client sends Proxy-Cri and Proxy-Scheme-Number together with Uri-Port, which Proxy-Cri excludes."""
        client, server = program("coap-client"), program("coap-server")
        if not (client and server):
            self.results.skip("options: coap-client and coap-server are not installed")
            return
        option = self.cri("coap://proxied.example/a").hex()
        with Server(server, "-A", "127.0.0.1", "-p") as debian, Relay(debian.port) as relay:
            at = f"coap://127.0.0.1:{relay.port}/"
            run(client, "-B", "1", "-O", f"235,0x{option}", at)
            run(client, "-B", "1", "-O", "239,0x03", at)
        # The server repeats an unknown option in its answer. The answer with Proxy-Cri has no error, so it is dropped.
        asked = [layers for layers in self.shown(relay) if layers["cri.error"] or layers["cri.proxy_scheme_number"]]
        self.results.expect("coap-client: Proxy-Cri", ["coap://proxied.example/a"], asked[0]["cri.uri"])
        self.results.expect("coap-client: Proxy-Cri and Uri-Port", ["coap_conflict"], asked[0]["cri.error"])
        self.results.expect("coap-client: Proxy-Scheme-Number", ["3"], asked[1]["cri.proxy_scheme_number"])

    # ---- aiocoap -------------------------------------------------------------------------------

    def test_aiocoap(self):
        if importlib.util.find_spec("aiocoap") is None:
            self.results.skip("aiocoap is not installed: run script/bootstrap all")
            return
        from aiocoap_peer import converse

        port, proxied = free_port(), self.cri("coap://proxied.example/a")
        with Relay(port) as relay:
            asyncio.run(converse(self.document().read_bytes(), proxied, port, relay.port))
        shown = self.shown(relay)
        asked = [layers for layers in shown if layers["cri.source"] == ["Proxy-Cri"]]
        self.results.expect("aiocoap: Proxy-Cri", ["coap://proxied.example/a"], asked[0]["cri.uri"] if asked else None)
        self.results.expect("aiocoap: no errors", [], [name for layers in shown for name in layers["cri.error"]])
        self.results.expect(
            "aiocoap: blocks", URIS * 3,
            next((layers["cri.uri"] for layers in shown if len(layers["cri.uri"]) > 1), None),
        )
        numbers = [number for layers in shown for number in layers["cri.proxy_scheme_number"]]
        self.results.expect("aiocoap: Proxy-Scheme-Number", ["3"], numbers)
        allowed = [methods for layers in shown for methods in layers["cri.aif.methods"]]
        self.results.expect("aiocoap: AIF", ["GET, PUT"], allowed)


def main():
    arguments = parser(__doc__).parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        traffic = Traffic(arguments, scratch)
        return counted(traffic, traffic.results)


if __name__ == "__main__":
    sys.exit(main())
