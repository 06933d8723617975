# SPDX-License-Identifier: MIT OR Apache-2.0
"""Tests of titles, notation, offsets of errors, counts, Uri-Path-Abbrev, and escapes of misleading characters."""
import re

from capture import ARRAY_FORMAT, COAP_PORT, coap, datagram, run_tshark
from vectors import ROOT, delta_coded

URI_HOST, URI_PORT, URI_PATH, URI_PATH_ABBREV, URI_QUERY, PROXY_URI, PROXY_CRI = 3, 7, 11, 13, 15, 35, 235
# coap://h, coap://h/, coap://h/a, and coap://h with the path of a URN
HOST, ROOT_PATH, WITH_PATH, URN = (
    bytes.fromhex(text) for text in ("8220816168", "83208161688160", "8320816168816161", "8324f5816161")
)
# Characters that could mislead a terminal or a reader: all of R25, and some from the ranges of R39.
MISLEADING = [
    *range(0x20), *range(0x7F, 0xA0), 0xAD, 0x61C, 0x200B, 0x200E, 0x200F, *range(0x2028, 0x202F),
    *range(0x2060, 0x2070), 0xFE0F, 0xFEFF, 0x1D173, *range(0xE0000, 0xE0080),
]
# Invalid UTF-8 (RFC 3629): the first and the last overlong form of each length, surrogate, and code point above
# U+10FFFF.
NO_CHARACTERS = "c080 c1bf e08080 e09fbf eda080 edbfbf f0808080 f08fbfbf f4908080 f5808080".split()

# Options with Uri-Path-Abbrev, the URI reference that is shown or None, and the errors (R29).
ABBREVIATED = [
    ([(URI_PATH_ABBREV, b"")], "/.well-known/core", []),
    ([(URI_PATH_ABBREV, b"\0\0\0\1")], "/.well-known/rd", []),
    ([(URI_PATH_ABBREV, b"\0\0\0\0\1")], None, ["coap_path_abbrev"]),
    ([(URI_PATH_ABBREV, b"\3")], None, ["coap_path_abbrev"]),
    ([(URI_PATH_ABBREV, b""), (URI_PATH_ABBREV, b"")], None, ["coap_path_abbrev"]),
    ([(URI_PATH, b"a"), (URI_PATH_ABBREV, b"")], None, ["coap_path_abbrev"]),
    ([(URI_PATH, b""), (URI_PATH_ABBREV, b"")], None, ["coap_path_abbrev"]),
    ([(URI_PATH_ABBREV, b""), (URI_QUERY, b"rt=a b"), (URI_QUERY, b"c&")], "/.well-known/core?rt=a%20b&c%26", []),
    ([(URI_HOST, b"h"), (URI_PORT, b"\x16\x34"), (URI_PATH_ABBREV, b"\2")], "//h:5684/.well-known/edhoc", []),
    ([(URI_HOST, b"h"), (URI_PORT, b"P"), (URI_PATH_ABBREV, b"\2")], "//h:80/.well-known/edhoc", []),
    ([(URI_HOST, b"[2001:db8::1]"), (URI_PATH_ABBREV, b"\2")], "//[2001:db8::1]/.well-known/edhoc", []),
    ([(URI_PATH_ABBREV, b""), (PROXY_URI, b"coap://h?q")], "coap://h/.well-known/core?q", []),
    ([(URI_PATH_ABBREV, b""), (PROXY_URI, b"coap://h/")], "coap://h/.well-known/core", []),
    ([(URI_PATH_ABBREV, b""), (PROXY_URI, b"ftp://h/")], "ftp://h/.well-known/core", []),
    ([(URI_PATH_ABBREV, b""), (PROXY_URI, b"coap://h/a")], None, ["coap_path_abbrev"]),
    ([(URI_PATH_ABBREV, b""), (PROXY_CRI, HOST)], "coap://h/.well-known/core", []),
    ([(URI_PATH_ABBREV, b""), (PROXY_CRI, ROOT_PATH)], "coap://h/.well-known/core", []),
    ([(URI_PATH_ABBREV, b""), (PROXY_CRI, WITH_PATH)], "coap://h/a", ["coap_path_abbrev"]),
]


def cri(*items):
    """Returns the CRI with the scheme coap, the host h, and a path of these items."""
    return bytes([0x83, 0x20, 0x81, 0x61, 0x68, 0x80 | len(items)]) + b"".join(items)


def text(data):
    return bytes([0x60 | len(data)]) + data


class Display:
    """Tests that run.py runs as a part of its class Tests."""

    def titles(self, packets, **more):
        """Returns the tree as text, and the titles of the CRIs in it."""
        self.shown(27, packets)
        tree = run_tshark(self.scratch / "test.pcap", "-V", **more)
        return tree, re.findall("^Constrained Resource Identifier: (.*)$", tree, re.MULTILINE)

    def test_numbers(self):
        """The tree has the number of segments that a reference discards, and says if these are all segments."""
        tree, titles = self.titles(
            [datagram(bytes([0x82, *head, 0x81, 0x61, 0x61])) for head in ([0], [1], [2], [0x18, 60], [0xF5])]
        )
        self.results.expect("discard: titles", ['[0, ["a"]]', "a", "../a", "../" * 59 + "a", "/a"], titles)
        self.results.expect("discard", ["0", "1", "2", "60", "255 (all segments)"], re.findall("Discard: (.*)", tree))

    def test_notation(self):
        """The title of a reference without a URI is its notation."""
        packets = [
            datagram(bytes.fromhex(data))
            for data in ("820280", "8200816161", "83f6f5816161", "8201818162c3a9", "821bffffffffffffffff")
        ]
        tree, titles = self.titles(packets[:3])
        self.results.expect("notation", ["[2, []]", '[0, ["a"]]', '[null, true, ["a"]]'], titles)
        got = self.shown(27, packets[:1], ["cri.edn", "cri.uri_error"])
        self.results.expect("notation: fields", [{"cri.edn": ["[2, []]"], "cri.uri_error": ["no_uri"]}], got)

    def test_partial(self):
        """An unprocessable item has the parts before the error, and the offset of the error."""
        broken = cri(text(b"a"), text(b"b"), text(b"."), text(b"c"))
        fields = ["cri.scheme", "cri.host", "cri.segment", "cri.error", "cri.error_offset", "cri.uri"]
        wanted = dict(zip(fields, (["coap"], ["h"], ["a", "b"], ["dot_segment"], ["10"], [])))
        option = datagram(coap(delta_coded([(PROXY_CRI, broken)])), port=COAP_PORT)
        array = self.message(ARRAY_FORMAT, b"\x82\x80" + broken)
        tagged = self.message(60, b"\x81\xd8\x63" + broken)
        found = self.shown(27, [datagram(broken), option, array, tagged], fields)
        for name, offset, got in zip(("UDP", "Proxy-Cri", "array", "tag 99"), (10, 10, 12, 13), found, strict=True):
            uris = [""] if name == "array" else []
            self.results.expect(f"partial: {name}", wanted | {"cri.error_offset": [str(offset)], "cri.uri": uris}, got)
        tree, titles = self.titles([datagram(broken)])
        self.results.expect("partial: title", ["dot_segment at byte 10"], titles)
        self.results.expect("partial: path", ["/a/b (incomplete)"], re.findall("Path: (.*)", tree))
        # There is no host if one of its labels is malformed.
        (got,) = self.shown(27, [datagram(bytes.fromhex("8220826168ff"))], fields)
        self.results.expect(
            "partial: host", ([], ["cbor"], ["5"]),
            tuple(got[field] for field in ("cri.host", "cri.error", "cri.error_offset")),
        )

    def test_counts(self):
        """The column Info has the number of CRIs and the number of errors."""
        one, bad = cri(text(b"a")), cri(text(b"."))
        arrays = [b"\x81" + one, b"\x83" + one * 3, b"\x84" + one * 2 + bad * 2, b"\x82" + bad * 2]
        self.shown(27, [self.message(ARRAY_FORMAT, data) for data in arrays])
        lines = run_tshark(self.scratch / "test.pcap").splitlines()
        wanted = ["CRI coap://h/a", "3 CRIs, coap://h/a", "2 CRIs, coap://h/a, 2 errors", "CRI dot_segment, 1 error"]
        self.results.expect("Info", [f"[{text}]" for text in wanted], [line[line.index("[") :] for line in lines])

    def test_aif_format(self):
        """Content format 292, application/aif+cbor;toid=CRI-local-part, needs no preference."""
        (got,) = self.shown(
            27, [self.message(292, bytes.fromhex("81828181616105"))], ["cri.uri"], settings={"aif_formats": None}
        )
        self.results.expect("AIF: 292", ["/a"], got["cri.uri"])
        # A preference can be a range of content formats.
        packets = [self.message(number, bytes.fromhex("8201816161")) for number in (7, 8, 9, 10)]
        got = self.shown(27, packets, ["cri.uri"], settings={"single_formats": "1,7-9"})
        self.results.expect("formats 7-9", [["a"], ["a"], ["a"], []], [layer["cri.uri"] for layer in got])

    def test_path_abbrev(self):
        """Uri-Path-Abbrev (R29): all numbers of its registry, and the cases of ABBREVIATED."""
        rows = [line.split(",") for line in (ROOT / "iana" / "path-abbrev.csv").read_text().splitlines()[1:]]
        cases = [([(URI_PATH_ABBREV, int(value).to_bytes(2, "big").lstrip(b"\0"))], path, []) for value, path in rows]
        self.results.expect("Uri-Path-Abbrev: registry", True, len(cases) > 10)
        cases += ABBREVIATED
        packets = [datagram(coap(delta_coded(options)), port=COAP_PORT) for options, _, _ in cases]
        for (options, reference, errors), got in zip(
            cases, self.shown(27, packets, ["cri.uri", "cri.error", "cri.path"]), strict=True
        ):
            wanted = [[reference] if reference else [], errors]
            self.results.expect(f"Uri-Path-Abbrev: {options}", wanted, [got["cri.uri"], got["cri.error"]])
        lines = run_tshark(self.scratch / "test.pcap").splitlines()
        for (options, reference, errors), line in zip(cases, lines, strict=True):
            self.results.expect(f"Uri-Path-Abbrev: Info {options}", True, f"[CRI {reference or errors[0]}" in line)

    def test_misleading_text(self):
        """No text is shown with a character that could mislead."""
        characters = [chr(code).encode() for code in MISLEADING]
        hosts = [b"\x82\x20\x81" + text(b"a" + character + b"b") for character in characters]
        references = [b"\x82\x00\x81" + text(character) for character in characters]
        found = self.shown(27, [datagram(item) for item in hosts + references], ["cri.host", "cri.edn"])
        for code, character, host, reference in zip(MISLEADING, characters, found, found[len(hosts) :]):
            encoded = "".join(f"%{octet:02X}" for octet in character)
            self.results.expect(f"U+{code:04X} in a host", [f"a{encoded}b"], host["cri.host"])
            units = chr(code).encode("utf-16-be").hex()
            escape = "".join(f"\\u{units[at : at + 4]}" for at in range(0, len(units), 4))
            self.results.expect(f"U+{code:04X} in notation", [f'[0, ["{escape}"]]'], reference["cri.edn"])
        tree = run_tshark(self.scratch / "test.pcap", "-V")
        shown = [f"U+{code:04X}" for code in MISLEADING if code != 10 and chr(code) in tree]
        self.results.expect("misleading text in the tree", [], shown)

    def test_edges(self):
        """Tests cases that are error-prone in Lua: invalid UTF-8, empty fragments, IPv4-mapped addresses."""
        items = [bytes([0x82, 0x01, 0x81]) + text(bytes.fromhex(data)) for data in NO_CHARACTERS]
        for data, got in zip(NO_CHARACTERS, self.shown(27, [datagram(item) for item in items]), strict=True):
            self.results.expect(f"not UTF-8: {data}", (["utf8"], []), (got["cri.error"], got["cri.uri"]))
        mapped = bytes(10) + b"\xff\xff\0\0\1\2"
        cases = [("8400f6f660", "#"), ("85208161688080" "60", "coap://h#"), ("8401816161f660", "a#")]
        cases.append(("82208150" + mapped.hex(), "coap://[::ffff:0.0.1.2]"))
        cases.append(("82208150" + (bytes(10) + b"\xff\xff" + bytes(4)).hex(), "coap://[::ffff:0.0.0.0]"))
        for (data, uri), got in zip(
            cases, self.shown(27, [datagram(bytes.fromhex(data)) for data, _ in cases]), strict=True
        ):
            self.results.expect(f"{data}", [uri], got["cri.uri"])
