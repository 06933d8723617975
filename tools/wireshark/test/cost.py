#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR Apache-2.0
"""What the plugin costs.

Processor time of tshark, user and system, with the plugin and without, by turns: the least of the rounds, since noise
only adds time. The captures are made here: requests and responses without CRIs, and requests with Proxy-Cri. Prints "N
passed, M failed".
"""
import argparse
import os
import pathlib
import resource
import subprocess
import sys
import tempfile

from capture import COAP_PORT, PLUGIN, coap, datagram, write_pcap
from results import Results
from vectors import delta_coded

# Uri-Host, Uri-Path, Content-Format, Accept, Proxy-Cri. 50 is application/json.
HOST, PATH, FORMAT, ACCEPT, PROXY_CRI = 3, 11, 12, 17, 235
JSON = b"\x32"


def request(number):
    options = [(HOST, b"example.com"), (PATH, b"sensors"), (PATH, b"%d" % (number % 100)), (ACCEPT, JSON)]
    return datagram(coap(delta_coded(options), number=number % 65536, token=number.to_bytes(4, "big")), port=COAP_PORT)


def plain(number):
    """A request, then its response."""
    if number % 2 == 0:
        return request(number)
    message = coap(delta_coded([(FORMAT, JSON)]), b'{"t":21}', 0x45, number % 65536, (number - 1).to_bytes(4, "big"))
    return datagram(message, port=40000, source=COAP_PORT)


def proxied(number):
    """coap://example.com/sensors/NN?q, of a hundred resources."""
    cri = (
        bytes.fromhex("842082676578616d706c6563636f6d826773656e736f727362")
        + b"%02d" % (number % 100)
        + bytes.fromhex("816171")
    )
    message = coap(delta_coded([(PROXY_CRI, cri)]), number=number % 65536, token=number.to_bytes(4, "big"))
    return datagram(message, port=COAP_PORT)


# The capture, and how many times as long it may take with the plugin.
CAPTURES = {"plain CoAP": (plain, 1.5), "Proxy-Cri": (proxied, 3.0)}


def processor_time(command):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def ratio(path, rounds, options=()):
    command = ["tshark", "-n", "-r", str(path), *options]
    rounds = [
        (processor_time(command), processor_time([*command, "-X", f"lua_script:{PLUGIN}"])) for _ in range(rounds)
    ]
    without, beside = map(min, zip(*rounds))
    return beside / without, without, beside


def main():
    command = argparse.ArgumentParser(description=__doc__)
    command.add_argument("--packets", type=int, default=100000)
    command.add_argument("--rounds", type=int, default=5)
    command.add_argument("--factor", type=float, default=1, help="each ratio may be its limit times this")
    arguments, results = command.parse_args(), Results()
    # Without plugins of the user's own.
    os.environ["HOME"] = os.environ["XDG_CONFIG_HOME"] = os.environ["XDG_DATA_HOME"] = "/nonexistent"
    with tempfile.TemporaryDirectory() as scratch:
        path = pathlib.Path(scratch, "cost.pcap")
        for name, (make, limit) in CAPTURES.items():
            write_pcap(path, [make(number) for number in range(arguments.packets)])
            most = limit * arguments.factor
            found, without, beside = ratio(path, arguments.rounds)
            print(
                f"{name}: {without:.2f} s without, {beside:.2f} s with the plugin: {found:.2f} times; at most "
                f"{most:.2f}"
            )
            results.expect(f"{name}: {found:.2f} times", True, found <= most)
    print(f"{results.passed} passed, {results.failed} failed")
    return 1 if results.failed else 0


if __name__ == "__main__":
    sys.exit(main())
