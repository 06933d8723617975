# SPDX-License-Identifier: MIT OR Apache-2.0
"""Tests of link format, and of the URI reference for options whose values are percent-encoded in it."""
import re
import urllib.parse

from capture import COAP_PORT, coap, datagram, run_tshark, write_pcap
from vectors import cases_of, delta_coded

LINK_FORMAT = 40
FIELDS = ["cri.uri", "cri.error", "cri.error_offset", "cri.attributes"]
# The beginnings of the names of rows whose targets only a parser of URIs refuses. The plugin does not have such a
# parser.
URI_NEEDED = ("an invalid IP literal in a target", "a colon in a first segment", "private use in a path")
# Options, and the URI references that are shown for them.
DECODED = [
    ([(11, b"a/b"), (15, b"x&y"), (15, b"z")], ["/a%2Fb?x%26y&z"]),
    ([(3, b"h"), (7, b"\x16\x34"), (11, b""), (11, b"\xc3\xa9")], ["//h:5684//%C3%A9"]),
    ([(3, b"\xc3\xa9")], ["//%C3%A9/"]),
    ([(15, b"a b")], ["/?a%20b"]),
    ([(8, b"%"), (8, b"b"), (20, b"#")], ["/%25/b?%23"]),
    # Wireshark's own dissector shows the same references.
    ([(3, b"h"), (11, b"a"), (15, b"x=1")], []),
    ([(3, b"[2001:db8::1]"), (11, b"a")], []),
    # No URI has a dot segment, and the options for a proxy give another URI.
    ([(11, b".."), (11, b"a b")], []),
    ([(11, b"."), (11, b"a b")], []),
    ([(11, b"a b"), (39, b"coap")], []),
]


def link_rows():
    """Yields the name, the document, the targets, and the errors with their offsets, of each row of links.txt."""
    for name, fields in cases_of("links.txt", 27):
        found = fields["links"].replace("\\t", "\t").split("\t")
        targets = [token[1:] for token in found if token.startswith("<")]
        errors = [fault.groups() for token in found if (fault := re.fullmatch(r"!(\w+)@(\d+)", token))]
        if not name.split(" ", 2)[2].startswith(URI_NEEDED):
            yield name, fields["text"], targets, errors


def encoded(target):
    return urllib.parse.quote(target, safe="%:/?#[]@!$&'()*+,;=~")


class Links:
    """Tests that run.py runs as a part of its class Tests."""

    def test_links(self):
        """The plugin shows the targets and errors of the rows of links.txt."""
        rows = [row for row in link_rows() if row[1]]
        self.results.expect("links.txt", True, len(rows) > 80)
        found = self.shown(27, [self.message(LINK_FORMAT, row[1].encode()) for row in rows], FIELDS)
        for (name, _, targets, errors), got in zip(rows, found, strict=True):
            wanted = [list(map(encoded, targets)), *([error[at] for error in errors] for at in (0, 1))]
            self.results.expect(name, wanted, [got[field] for field in FIELDS[:3]])
        columns = run_tshark(self.scratch / "test.pcap", "-T", "fields", "-e", "_ws.col.Info").splitlines()
        for (name, _, targets, errors), line in zip(rows, columns, strict=True):
            if len(targets) > 1 and not errors:
                self.results.expect(f"{name}, Info", True, f"[{len(targets)} links, {encoded(targets[0])}]" in line)

    def test_attributes(self):
        """Attributes are shown as in the document, with escapes. The README's display filter finds them."""
        documents = ['</a>; rt="temperature" ;ct=0 ,</b>', '</a>;x="\u202e"']
        self.shown(27, [self.message(LINK_FORMAT, text.encode()) for text in documents])
        fields = ["-T", "fields", "-e", "cri.attributes"]
        lines = run_tshark(self.scratch / "test.pcap", *fields).splitlines()
        self.results.expect("attributes", ['rt="temperature" ;ct=0', '\\u202e'], [lines[0], lines[1][3:-1]])
        kept = run_tshark(self.scratch / "test.pcap", "-Y", r'cri.attributes contains "rt=\"temperature\""')
        self.results.expect("attributes: filter", 1, len(kept.splitlines()))

    def test_decoded_options(self):
        """The tree has the URI reference of options if a character is percent-encoded in it (R33). The column Info does
        not have it."""
        packets = [datagram(coap(delta_coded(options)), port=COAP_PORT) for options, _ in DECODED]
        for (options, wanted), got in zip(DECODED, self.shown(27, packets, ["cri.uri"]), strict=True):
            self.results.expect(f"decoded {options}", wanted, got["cri.uri"])
        write_pcap(self.scratch / "test.pcap", packets)
        self.results.expect("decoded: Info", False, "CRI" in run_tshark(self.scratch / "test.pcap"))
