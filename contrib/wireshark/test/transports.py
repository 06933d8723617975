# SPDX-License-Identifier: MIT OR Apache-2.0
"""Tests of messages over TCP, in blocks, and in OSCORE."""
import struct

from capture import COAP_PORT, coap, datagram
from vectors import delta_coded

CONTENT_FORMAT, BLOCK2, PROXY_CRI = 12, 23, 235
CBOR = b"\x3c"
FIELDS = ["cri.source", "cri.uri", "cri.error"]
# coap://h/a and, in tag 99, coap://h/b
CRI, TAGGED = bytes.fromhex("8320816168816161"), bytes.fromhex("d8638320816168816162")

# A request with Proxy-Cri, Content-Format 60 and a payload, protected as in RFC 8613 with the master secret and salt of
# its appendix C.1, sender 00, recipient 01, partial IV 14.
OSCORE = "5002000093091400ff294bd72d9a8849966724b458f479447ff76c76ff0258b657218aed2c3993fc59"
OSCORE_CONTEXT = '"00","01","0102030405060708090a0b0c0d0e0f10","9e7ca92223786340","","AES-CCM-16-64-128 (CCM*)"'


def segment(payload, source=40000):
    """Returns an IPv4 packet with the first TCP segment of a stream."""
    tcp = struct.pack("!HHIIBBHHH", source, COAP_PORT, 1, 1, 0x50, 0x18, 8192, 0, 0) + payload
    addresses = bytes([192, 0, 2, 2, 192, 0, 2, 1])
    return struct.pack("!BBHHHBBH", 0x45, 0, 20 + len(tcp), 0, 0, 64, 6, 0) + addresses + tcp


def coap_over_tcp(options, payload=None, token=b""):
    """Returns a CoAP message in the format of RFC 8323 section 3.2."""
    body = options if payload is None else options + b"\xff" + payload
    length, more = len(body), b""
    if length >= 269:
        length, more = 14, (length - 269).to_bytes(2, "big")
    elif length >= 13:
        length, more = 13, bytes([length - 13])
    return bytes([length << 4 | len(token)]) + more + b"\x01" + token + body


def found(*pairs, error=()):
    sources, uris = zip(*pairs) if pairs else ((), ())
    return dict(zip(FIELDS, (list(sources), list(uris), list(error))))


class Transports:
    """Tests that run.py runs as a part of its class Tests."""

    def test_tcp(self):
        """CRIs are found in messages whose head has zero, one or two extra bytes for the length."""
        option, options = [delta_coded([*more, (PROXY_CRI, CRI)]) for more in ([], [(CONTENT_FORMAT, CBOR)])]
        messages = [coap_over_tcp(option)]
        for padding, token in ((0, b""), (0, b"token"), (245, b""), (246, b"tok"), (9000, b"")):
            messages.append(coap_over_tcp(options, b"\x01" * padding + TAGGED, token))
        in_option, in_payload = ("Proxy-Cri", "coap://h/a"), ("tag 99", "coap://h/b")
        wanted = [found(in_option)] + [found(in_option, in_payload)] * (len(messages) - 1)
        packets = [segment(message, port) for port, message in enumerate(messages, 40000)]
        got = self.shown(27, packets, FIELDS)
        self.expect_all([f"TCP: {message[:4].hex()}" for message in messages], wanted, got)

    def test_oscore(self):
        """CRIs are found in a decrypted message, and no CRI is found in it if Wireshark does not have the key."""
        packet = datagram(bytes.fromhex(OSCORE), port=COAP_PORT)
        (got,) = self.shown(27, [packet], FIELDS)
        self.results.expect("OSCORE without key", found(), got)
        (got,) = self.shown(27, [packet], FIELDS, more=["-o", f"uat:oscore_contexts:{OSCORE_CONTEXT}"])
        self.results.expect("OSCORE", found(("Proxy-Cri", "coap://h/a"), ("tag 99", "coap://h/b")), got)

    def blocks(self, payload):
        """Yields the responses that transfer a payload in blocks of 1024 bytes."""
        starts = range(0, len(payload), 1024)
        for number, start in enumerate(starts):
            more = 8 if start != starts[-1] else 0
            value = (number << 4 | more | 6).to_bytes(3, "big").lstrip(b"\0")
            options = delta_coded([(CONTENT_FORMAT, CBOR), (BLOCK2, value)])
            yield datagram(coap(options, payload[start : start + 1024], 0x45, number), port=40000, source=COAP_PORT)

    def test_long_payload(self):
        """A payload of 1 MiB is read, and a longer payload is not."""
        for length, wanted in ((1 << 20, found(("tag 99", "coap://h/b"))), ((1 << 20) + 1, found(error=["limit"]))):
            got = self.shown(27, list(self.blocks(TAGGED.rjust(length, b"\x01"))), FIELDS)
            self.results.expect(f"payload of {length} bytes", wanted | {"cri.source": got[-1]["cri.source"]}, got[-1])
            self.results.expect(f"payload of {length} bytes, blocks", [found()] * (len(got) - 1), got[:-1])
