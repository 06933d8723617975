# SPDX-License-Identifier: MIT OR Apache-2.0
"""cri-tool, and CoAP messages over loopback, for script/check/peers."""

import functools
import os
import re
import socket
import subprocess
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from support import fail_if

PATIENCE = 20  # seconds
NUMBERS = {
    "Uri-Host": 3, "Observe": 6, "Uri-Port": 7, "OSCORE": 9, "Uri-Path": 11, "Uri-Query": 15, "Hop-Limit": 16,
    "Block2": 23, "Proxy-Uri": 35, "Proxy-Scheme": 39,
}
UINTS = (6, 7, 16, 23)

# ---- the library ---------------------------------------------------------------------------------------------------


class Tool:
    """cri-tool --batch, which the first call starts."""

    @functools.cached_property
    def process(self):
        return subprocess.Popen(["build/cri-tool", "--batch"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def __call__(self, *words):
        """Returns the answer, which has one field."""
        return self.fields(*words)[0]

    def fields(self, *words):
        """Returns the fields of an answer."""
        self.process.stdin.write("\t".join(map(str, words)) + "\n")
        self.process.stdin.flush()
        status, *fields = self.process.stdout.readline().rstrip("\n").split("\t")
        fail_if(status != "OK", f"{' '.join(map(str, words))}: {fields}")
        return [field.replace("\\\\", "\\") for field in fields]


def uri_of(tool, options, port, reader=""):
    """
    Returns the URI of a request that arrived at the port of a server or, with the reader "-proxy", of a proxy. The CRI
    of its options must have the same URI.
    """
    uri = tool(f"coap-to-uri{reader}", "coap", options, f"127.0.0.1:{port}")
    cri = tool(f"from-coap{reader}", "coap", options, f"127.0.0.1:{port}")
    fail_if(tool("uri-equal", "scheme", uri, tool("to-uri", cri)) != "true", f"{cri} is not the CRI of {uri}")
    return uri


# ---- options as text -----------------------------------------------------------------------------------------------


def shown(number, value):
    """Returns an option in the notation of cases.py."""
    if number in UINTS:
        return f"{number}:{int.from_bytes(value, 'big')}"
    return f"{number}:" + "".join(chr(byte) if 0x20 < byte < 0x7F else f"\\x{byte:02x}" for byte in value)


def readable(report):
    """Returns the report of a server, which has the values of options in hex, in the notation of cases.py."""
    option = re.compile(r"(?:(\d+)|([A-Z][\w-]+)):([0-9a-f]*)(?!\S)")
    return option.sub(lambda found: shown(int(found[1] or NUMBERS[found[2]]), bytes.fromhex(found[3])), report)


# ---- messages ------------------------------------------------------------------------------------------------------


def udp(port=0):
    own = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    own.bind(("127.0.0.1", port))
    own.settimeout(PATIENCE)
    return own


def split(tool, datagram):
    """Returns the token, the options in hex and the payload of a message."""
    end = 4 + (datagram[0] & 15)
    options = tool("coap-split", datagram[end:].hex())
    return datagram[4:end], options, datagram[end + len(options) // 2 + 1 :]


def exchange(tool, port, options, code=1, payload=b""):
    """Sends a request. Returns the code, the options in hex and the payload of the response."""
    with udp() as own:
        message = bytes([0x44, code]) + os.urandom(6) + bytes.fromhex(options) + (b"\xff" + payload if payload else b"")
        own.sendto(message, ("127.0.0.1", port))
        while True:
            received = own.recv(2000)
            if received[1] and received[4:8] == message[4:8]:
                if received[0] & 0x30 == 0:  # a confirmable message
                    own.sendto(b"\x60\0" + received[2:4], ("127.0.0.1", port))
                return f"{received[1] >> 5}.{received[1] & 31:02}", *split(tool, received)[1:]


def heard(tool, port, count, send, response=(0x45, "")):
    """
    Calls a function that sends requests to a port, and answers them with a code and options. Returns the options and
    the payloads of up to `count` requests, and the result of the function.
    """
    found = {}
    with udp(port) as listener, ThreadPoolExecutor() as pool:
        listener.settimeout(0.2)
        sending = pool.submit(send)
        while len(found) < count:
            try:
                datagram, sender = listener.recvfrom(2000)
            except TimeoutError:
                if sending.done():
                    break
                continue
            token, *content = split(tool, datagram)
            found[sender, token, datagram[2:4]] = content
            answer = bytes([0x60 | len(token), response[0]]) + datagram[2:4] + token + bytes.fromhex(response[1])
            listener.sendto(answer, sender)
        return list(found.values()), sending.result()


class Serving:
    """A server that runs in the block of a `with`."""

    def __init__(self, port, *command, log=subprocess.DEVNULL):
        self.process = subprocess.Popen(list(map(str, command)), stdin=subprocess.PIPE, stdout=log, stderr=log)
        end = time.monotonic() + PATIENCE
        tables = [path for path in (Path("/proc/net/udp"), Path("/proc/net/udp6")) if path.exists()]
        while not any(f":{port:04X} " in path.read_text() for path in tables):
            fail_if(self.process.poll() is not None or time.monotonic() > end, f"{command} does not listen")
            time.sleep(0.05)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
