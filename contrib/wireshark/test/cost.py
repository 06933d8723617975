#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR Apache-2.0
"""Measures the cost of the plugin: tshark's user time with the plugin, as a multiple of the time without
the plugin.

The two are measured in turn, for several rounds. The least times count, because noise only adds time. The script makes
the captures: packets of IPv6 with four kinds of messages, and for each kind captures with different numbers of distinct
CRIs. The ratios apply to 100,000 packets. With fewer packets, the script measures the start of tshark alone and scales
the rest of the time. Prints "N passed, M failed".
"""
import argparse
import os
import pathlib
import resource
import struct
import subprocess
import sys
import tempfile

from capture import ARRAY_FORMAT, COAP_PORT, PLUGIN, coap, write_pcap
from results import Results
from vectors import delta_coded

# The numbers of Uri-Host, Uri-Path, Content-Format, Accept and Proxy-Cri.
HOST, PATH, FORMAT, ACCEPT, PROXY_CRI = 3, 11, 12, 17, 235
# The content formats application/json (50), link format (40), and the format that the plugin takes for arrays of CRIs.
JSON, LINKS, ARRAY = b"\x32", b"\x28", ARRAY_FORMAT.to_bytes(2, "big")
ADDRESSES = bytes.fromhex("20010db8000000000000000000000002" "20010db8000000000000000000000001")
PER_DOCUMENT = 4
DISTINCT = (100, 1000, 10000, 100000)
PACKETS = 100000


def datagram6(payload, is_response=False):
    """Returns an IPv6 packet with a CoAP message."""
    ports = (COAP_PORT, 40000) if is_response else (40000, COAP_PORT)
    udp = struct.pack("!HHHH", *ports, 8 + len(payload), 0) + payload
    return struct.pack("!IHBB", 0x60000000, len(udp), 17, 64) + ADDRESSES + udp


def request(options, number):
    message = coap(delta_coded(options), number=number % 65536, token=number.to_bytes(4, "big"))
    return datagram6(message)


def response(content_format, payload, number):
    message = coap(delta_coded([(FORMAT, content_format)]), payload, 0x45, number % 65536, number.to_bytes(4, "big"))
    return datagram6(message, is_response=True)


def segments(number, distinct):
    """Returns four segments. Over all packets, the last segment has `distinct` different values."""
    return ["buildings", "floor3", "sensors", f"{number % distinct:05}"]


def cri(number, distinct):
    """Returns the CRI coap://gateway.example/buildings/floor3/sensors/NNNNN."""
    texts = [text.encode() for text in ["gateway", "example", *segments(number, distinct)]]
    items = [bytes([0x60 | len(text)]) + text for text in texts]
    return b"\x83\x20\x82" + b"".join(items[:2]) + b"\x84" + b"".join(items[2:])


def plain(number, distinct):
    """Returns a request for even numbers, and the response to it for odd numbers. Neither has CRIs."""
    if number % 2:
        return response(JSON, b'{"t":21}', number - 1)
    path = [(PATH, segment.encode()) for segment in segments(number, distinct)]
    return request([(HOST, b"gateway.example"), *path, (ACCEPT, JSON)], number)


def proxied(number, distinct):
    return request([(PROXY_CRI, cri(number, distinct))], number)


def document(number, distinct):
    """Returns a response with an array of CRIs."""
    cris = (cri(PER_DOCUMENT * number + at, distinct) for at in range(PER_DOCUMENT))
    return response(ARRAY, bytes([0x80 | PER_DOCUMENT]) + b"".join(cris), number)


def links(number, distinct):
    """Returns a response in link format."""
    paths = ("/".join(segments(PER_DOCUMENT * number + at, distinct)) for at in range(PER_DOCUMENT))
    return response(LINKS, ",".join(f'</{path}>;rt="temperature";if="sensor"' for path in paths).encode(), number)


# For each kind: the function that makes a packet, and the greatest ratios that are allowed, in the list of packets and
# with -V.
KINDS = {
    "plain CoAP": (plain, 1.7, 1.7), "Proxy-Cri": (proxied, 5.0, 4.0), "array of four CRIs": (document, 13.5, 12.5),
    "link format, four links": (links, 7.5, 5.5),
}  # fmt: skip


def user_time(command):
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before


def times(path, rounds, options):
    """Returns the least times without the plugin and with it."""
    command = ["tshark", "-n", "-r", str(path), *options]
    plugin = ["-X", f"lua_script:{PLUGIN}", "-o", f"cri.array_formats:{ARRAY_FORMAT}"]
    return map(min, zip(*[(user_time(command), user_time([*command, *plugin])) for _ in range(rounds)]))


def main():
    command = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    command.add_argument("--packets", type=int, default=PACKETS)
    command.add_argument("--rounds", type=int, default=3)
    command.add_argument("--factor", type=float, default=1, help="multiplies the limits of the ratios")
    command.add_argument("--distinct", type=int, nargs="*", default=DISTINCT, help="the numbers of distinct CRIs")
    arguments, results = command.parse_args(), Results()
    # With a home directory that does not exist, tshark does not load the user's own plugins.
    os.environ["HOME"] = os.environ["XDG_CONFIG_HOME"] = os.environ["XDG_DATA_HOME"] = "/nonexistent"
    with tempfile.TemporaryDirectory() as scratch:
        path = pathlib.Path(scratch, "cost.pcap")
        write_pcap(path, [])
        starts = list(times(path, arguments.rounds, ()))
        for name, (make, *limits) in KINDS.items():
            for distinct in arguments.distinct:
                write_pcap(path, [make(number, distinct) for number in range(arguments.packets)])
                for options, limit in zip(((), ("-V",)), limits):
                    most, title = limit * arguments.factor, " ".join([name, f"{distinct} distinct", *options])
                    without, with_plugin = (
                        start + (time - start) * PACKETS / arguments.packets
                        for start, time in zip(starts, times(path, arguments.rounds, options), strict=True)
                    )
                    found = f"{with_plugin / without:.2f} times"
                    print(f"{title}: {without:.2f} s, {with_plugin:.2f} s: {found}; at most {most:.2f}", flush=True)
                    results.expect(f"{title}: {found}", True, with_plugin / without <= most)
    print(f"{results.passed} passed, {results.failed} failed")
    return 1 if results.failed else 0


if __name__ == "__main__":
    sys.exit(main())
