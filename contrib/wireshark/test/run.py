#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR Apache-2.0
"""Runs tshark, and compares the results of the plugin with those of the library.

For the rows of tests/vectors the plugin must show the URI or the error of the row. For mutated bytes it must show the
URI or the error that cri-tool reports. Prints "N passed, M failed, K skipped".
"""
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile

from aif import AIF, Aif
from capture import AIF_FORMAT, ARRAY_FORMAT, COAP_PORT, CRI_FORMAT, coap, datagram, fields_of, run_tshark, write_pcap
from display import Display
from links import Links
from results import Results, counted, parser
from vectors import PROXIED, REVISIONS, delta_coded, library_rows, not_read, rows_of, working_group_rows
from transports import Transports

FIELDS = ["cri.uri", "cri.uri_error", "cri.error"]
# The fields that are compared for a whole payload: also the offset of the error, and the notation of a CRI without URI.
PLACES = [*FIELDS, "cri.error_offset", "cri.edn"]
CONTENT_FORMAT, PROXY_CRI, PROXY_SCHEME_NUMBER = 12, 235, 239
TAGGED_FORMAT = 60
SEED = 1
VERDICTS = pathlib.Path(__file__).with_name("verdicts.lua")

# Strings of indefinite length whose chunks have an indefinite length, too. They are malformed, and no row has them.
NESTED_CHUNKS = [bytes.fromhex(text) for text in ("5f5fffff", "817f7f6161ffff", "825f5f4100ffff00")]

# Display filters, and the numbers of the packets in test_filters() that they select.
FILTERS = {
    "cri": "1 2 3 5 6",
    'cri.uri == "coap://h.inner/a/bb?q#f" && cri.scheme == "coap" && cri.scheme_number == 0': "1 3 5",
    'cri.host matches "inner$" && cri.path == "/a/bb" && cri.segment == "bb" && cri.query == "q"': "1 3 5",
    'cri.path == "/a/bb" && cri.fragment == "f" && cri.full && cri.revision == 27': "1 3 5",
    'cri.error == "dot_segment" && cri.unprocessable': "2",
    'cri.aif.methods contains "POST" && cri.aif.permissions & 8': "6",
    'cri.source == "tag 99" && cri.authority == 3': "5",
}


class Tests(Display, Aif, Links, Transports):
    def __init__(self, arguments, scratch):
        self.tool = pathlib.Path(arguments.build) / "cri-tool"
        self.count, self.scratch, self.results = arguments.count, pathlib.Path(scratch), Results(arguments.only)
        self.random = random.Random(SEED)

    # ---- results of cri-tool -------------------------------------------------------------------

    def answers(self, revision, lines):
        """Returns the result of cri-tool for each line: (True, results) or (False, [name of the error])."""
        asked = "".join(line + "\n" for line in lines)
        done = subprocess.run(
            [self.tool, "--rev", str(revision), "--batch"], input=asked.encode(), capture_output=True, check=True
        )
        return [
            (line[0] == "OK", line[1:]) for line in (line.split("\t") for line in done.stdout.decode().split("\n")[:-1])
        ]

    def verdicts(self, revision, items):
        """Yields, for each item, the values of PLACES that the plugin must show if the item is a whole payload."""
        checked = self.answers(revision, [f"check\t{item.hex()}" for item in items])
        lengths = [int(values[1]) if ok else 0 for ok, values in checked]
        cut = [item[:length].hex() for item, length in zip(items, lengths)]
        texts = self.answers(revision, [f"to-uri\t{item}" for item in cut])
        notations = self.answers(revision, [f"edn\t{item}" for item in cut])
        places = self.answers(revision, [f"where\t{item.hex()}" for item in items])
        rows = zip(items, lengths, checked, texts, notations, places)
        for item, length, (ok, error), (has_text, text), (_, notation), (_, place) in rows:
            offset = [] if ok else [place[0]]
            if ok:
                error, offset = (["extra"], [str(length)]) if length < len(item) else ([], [])
            edn = [escaped(notation[0])] if ok and not has_text else []
            yield dict(
                zip(PLACES, (text if ok and has_text else [], text if ok and not has_text else [], error, offset, edn))
            )

    # ---- captures ------------------------------------------------------------------------------

    def shown(self, revision, packets, fields=FIELDS, **more):
        path = self.scratch / "test.pcap"
        write_pcap(path, packets)
        return fields_of(path, fields, revision=revision, **more)

    def message(self, content_format, payload):
        value = content_format.to_bytes(2, "big").lstrip(b"\0")
        return datagram(coap(delta_coded([(CONTENT_FORMAT, value)]), payload, code=0x45), port=40000, source=COAP_PORT)

    def expect_all(self, names, wanted, found):
        for name, want, got in zip(names, wanted, found, strict=True):
            self.results.expect(name, want, got)

    def judge(self, name, revision, items):
        """Items that are UDP payloads have the results of cri-tool."""
        found = self.shown(revision, [datagram(item) for item in items], PLACES)
        self.expect_all([f"{name}{revision}: {item.hex()}" for item in items], self.verdicts(revision, items), found)

    # ---- rows of tests/vectors -----------------------------------------------------------------

    def test_rows(self):
        """The rows of valid.txt and invalid.txt have their results in UDP datagrams and in CoAP messages."""
        print("not read:", *not_read())
        for revision in REVISIONS:
            names, items, wanted = [], [], []
            for row in rows_of("valid.txt", revision):
                name, item, _, uri = row
                names.append(name)
                items.append(item)
                error, text = ([uri[1:]], []) if uri.startswith("!") else ([], [uri])
                wanted.append({"cri.uri": text, "cri.uri_error": error, "cri.error": []})
            for name, item, error in rows_of("invalid.txt", revision):
                if item:  # tshark does not dissect an empty payload
                    names.append(name)
                    items.append(item)
                    wanted.append({"cri.uri": [], "cri.uri_error": [], "cri.error": [error]})
            packets = [datagram(item) for item in items] + [self.message(CRI_FORMAT, item) for item in items]
            self.expect_all(names * 2, wanted * 2, self.shown(revision, packets))

    def test_hosts(self):
        """The hosts are those of the rows of host.txt."""
        for revision in REVISIONS:
            rows = list(rows_of("host.txt", revision))
            wanted = [{"cri.host": [] if host is None else [host]} for _, _, host in rows]
            found = self.shown(revision, [datagram(row[1]) for row in rows], ["cri.host"])
            self.expect_all([row[0] for row in rows], wanted, found)

    def test_all_cris(self):
        """All other CBOR of tests/vectors, and the working group's vectors, have the results of cri-tool."""
        published = working_group_rows()
        if not published:
            self.results.leave_out("the working group's vectors: CRI_SHARED_VECTORS is not set")
        for revision in REVISIONS:
            self.judge(
                "", revision, sorted({item for item in library_rows(revision) + published + NESTED_CHUNKS if item})
            )

    def test_documents(self):
        """The plugin finds the CRIs that the rows of documents.txt have in arrays and in tag 99."""
        formats = {"array": ARRAY_FORMAT, "tagged": TAGGED_FORMAT}
        for revision in REVISIONS:
            rows = [row for row in rows_of("documents.txt", revision) if row[1] in formats and row[2]]
            found = self.shown(revision, [self.message(formats[row[1]], row[2]) for row in rows])
            texts = self.answers(revision, [f"to-uri\t{cri.hex()}" for row in rows for cri in row[3]])
            for name, kind, _, cris, start, end in rows:
                texts_here, texts = texts[: len(cris)], texts[len(cris) :]
                got, found = found[0], found[1:]
                wanted = [
                    [text for is_text, values in texts_here if is_text == ok for text in values] for ok in (True, False)
                ]
                self.results.expect(name, wanted, [got["cri.uri"], got["cri.uri_error"]])
                error = start if start != "revision" else None
                error = [error] if error else [end] if end != "-" else []
                # The plugin also shows an error for each item that it skips. The error of the document is the last.
                errors = got["cri.error"] if kind == "tagged" else got["cri.error"][-1:]
                if error:
                    self.results.expect(f"{name}, error", error, errors)

        (got,) = self.shown(27, [self.message(TAGGED_FORMAT, bytes.fromhex("d8638220816261"))])
        self.results.expect("cut in a text in a CRI in tag 99: one error", ["truncated"], got["cri.error"])
        (got,) = self.shown(13, [self.message(TAGGED_FORMAT, bytes.fromhex("d8638220816162"))])
        self.results.expect("tag 99 in revision 13", [[], []], [got["cri.uri"], got["cri.error"]])

    def test_tagged_uris(self):
        """The plugin finds the URIs that the rows of tagged-uris.txt have in tag 32."""
        rows = rows_of("tagged-uris.txt", 27)
        found = self.shown(27, [self.message(TAGGED_FORMAT, data) for _, data, _ in rows])
        for (name, _, answer), got in zip(rows, found, strict=True):
            items = [] if answer.startswith("!") else [item for item in answer.split("\t") if item]
            uris = [item[1:] for item in items if item[0] == "<" and item != "<"]
            self.results.expect(name, uris, [uri for uri in got["cri.uri"] if uri in uris])
            for error in (item[1:] for item in items if item[0] == "?" and item != "?uri_host"):
                self.results.expect(f"{name}, error", True, error in got["cri.error"])

    def test_options(self):
        """The rows of coap-in.txt and coap-proxy.txt that have an option of the plugin."""
        for revision in REVISIONS:
            names, messages, errors = zip(*rows_of("coap-in.txt", revision))
            found = self.shown(
                revision, [datagram(coap(options), port=COAP_PORT) for options in messages], ["cri.error"]
            )
            self.expect_all(names, [{"cri.error": error} for error in errors], found)
            self.proxied(revision)
        for length, wanted in ((1023, []), (1024, ["coap_length"])):
            # A CRI of this length, which has one long segment.
            cri = b"\x83\x20\x81\x61h\x81\x79" + (length - 9).to_bytes(2, "big")
            (got,) = self.shown(
                27, [datagram(coap(delta_coded([(PROXY_CRI, cri.ljust(length, b"a"))])), port=COAP_PORT)]
            )
            self.results.expect(f"Proxy-Cri of {length} bytes", wanted, got["cri.error"])
        # The plugin does not read an option that continues after the end of the message.
        cut = coap(delta_coded([(200, b"unknown"), (PROXY_CRI, bytes.fromhex("8220816168"))])[:-1])
        (got,) = self.shown(27, [datagram(cut, port=COAP_PORT)], ["cri.error", "cri.source"])
        self.results.expect("Proxy-Cri that is cut", {"cri.error": [], "cri.source": []}, got)

    def proxied(self, revision):
        rows = list(rows_of("coap-proxy.txt", revision))
        rows += [(f"Proxy-Scheme-Number {lists}", b"", delta_coded(lists), lists[-1][1][-1]) for lists in PROXIED]
        texts = self.answers(revision, [
            f"to-uri\t{cri.hex()}" if value is None else f"coap-to-uri-proxy\tcoap\t{options.hex()}"
            for _, cri, options, value in rows
        ])
        fields = ["cri.uri", "cri.uri_error", "cri.proxy_scheme_number", "cri.error"]
        found = self.shown(revision, [datagram(coap(options), port=COAP_PORT) for _, _, options, _ in rows], fields)
        for (name, _, _, value), (ok, text), got in zip(rows, texts, found, strict=True):
            number = [] if value is None else [str(value)]
            wanted = dict(zip(fields, [text if ok else [], [] if ok or number else text, number, []]))
            self.results.expect(name, wanted, got)

    def test_filters(self):
        """Display filters, the column Info and "Decode As" work for CRIs."""
        cris = [bytes.fromhex("852082616865696e6e65728261616262628161716166"), bytes.fromhex("832081616881612e")]
        packets = [
            datagram(cris[0]), datagram(cris[1]), datagram(cris[0], port=9998), datagram(coap(b""), port=COAP_PORT),
        ]
        packets += [self.message(TAGGED_FORMAT, b"\xd8\x63" + cris[0]), self.message(AIF_FORMAT, bytes.fromhex(AIF))]
        write_pcap(self.scratch / "test.pcap", packets)
        for expression, wanted in FILTERS.items():
            arguments = ["-d", "udp.port==9998,cri", "-Y", expression, "-T", "fields", "-e", "frame.number"]
            found = run_tshark(self.scratch / "test.pcap", *arguments).split()
            self.results.expect(f"filter {expression}", wanted, " ".join(found))
        lines = run_tshark(self.scratch / "test.pcap").splitlines()
        uri = "coap://h.inner/a/bb?q#f"
        self.results.expect(
            "Info", [True, True, True], [uri in lines[0], "dot_segment" in lines[1], f"[CRI {uri}]" in lines[4]]
        )
        write_pcap(self.scratch / "test.pcap", [datagram(coap(delta_coded(PROXIED[0])), port=COAP_PORT)])
        info = run_tshark(self.scratch / "test.pcap").split("[CRI ")[-1].strip()
        self.results.expect("Info of Proxy-Scheme-Number", "coaps://h:5683/a%2Fb?c%26d]", info)

    def test_column(self):
        """The column Info has the same URIs if no field is used."""
        for revision in REVISIONS:
            rows = [row for row in rows_of("valid.txt", revision) if not row[3].startswith("!")]
            array = b"".join([b"\x9f", *[row[1] for row in rows], b"\xff"])
            self.shown(revision, [datagram(row[1]) for row in rows] + [self.message(ARRAY_FORMAT, array)])
            columns = ["-T", "fields", "-e", "_ws.col.Info"]
            *lines, last = run_tshark(self.scratch / "test.pcap", *columns, revision=revision).splitlines()
            self.expect_all([row[0] for row in rows], [row[3][:256] for row in rows], lines)
            self.results.expect(f"Info {revision}", True, f"[{len(rows)} CRIs, {rows[0][3]}]" in last)
        cri = bytes.fromhex("8320816168816161")
        options = {"": cri, "coap_option": cri + b"\x00", "not_full": b"\x82\xf5\x81\x61\x61"}
        messages = [coap(delta_coded([(PROXY_CRI, value)])) for value in options.values()]
        self.shown(27, [datagram(message, port=COAP_PORT) for message in messages])
        lines = run_tshark(self.scratch / "test.pcap").splitlines()
        wanted = ["CRI coap://h/a", "CRI coap://h/a, 1 error", "CRI /a, 1 error"]
        shown = [line[line.index("[") + 1 : -1] for line in lines]
        self.results.expect("Info, Proxy-Cri", wanted, shown)

    # ---- malformed and large input -------------------------------------------------------------

    def mutated(self, seeds, count):
        return [mutate(self.random, seeds) for _ in range(count)]

    def test_mutated(self):
        """Mutated rows have the results of cri-tool."""
        for revision in REVISIONS:
            self.judge(
                "mutated ", revision, self.mutated([item for item in library_rows(revision) if item], self.count)
            )

    def test_other_lua(self):
        """The plugin's readers have the results of cri-tool in each version of Lua that is installed. Wireshark 4.0 has
        Lua 5.2, and later versions have 5.4."""
        items = {
            revision: sorted({item for item in library_rows(revision) + NESTED_CHUNKS if item})
            for revision in REVISIONS
        }
        for revision in REVISIONS:
            items[revision] += self.mutated(items[revision], self.count // 10)
        asked = "".join(f"{revision} {item.hex()}\n" for revision in REVISIONS for item in items[revision])
        wanted = [verdict for revision in REVISIONS for verdict in self.verdicts(revision, items[revision])]
        names = asked.splitlines()
        versions = [version for version in ("5.2", "5.3", "5.4") if shutil.which(f"lua{version}")]
        if not versions:
            self.results.skip("the readers without Wireshark: lua5.2, lua5.3 and lua5.4 are not installed")
        for version in versions:
            lua = f"lua{version}"
            done = subprocess.run([lua, VERDICTS], input=asked.encode(), capture_output=True)
            answers = [line.split("\t") for line in done.stdout.decode().split("\n")[:-1]]
            self.results.expect(f"Lua {version}: {done.stderr.decode()}", len(wanted), len(answers))
            for name, want, answer in zip(names, wanted, answers):
                got = {field: [text] if text != "-" else [] for field, text in zip(PLACES, answer)}
                self.results.expect(f"Lua {version} {name}", {field: want[field] for field in PLACES[:4]}, got)

    def test_mutated_documents(self):
        """Mutated arrays and documents with tag 99 have the number of CRIs, or the error, that cri-tool reports."""
        for revision in REVISIONS:
            seeds = [row[2] for row in rows_of("documents.txt", revision) if row[2]]
            items = self.mutated(seeds, self.count // 10)
            for operation, content_format in (("items", ARRAY_FORMAT), ("find", TAGGED_FORMAT)):
                if operation == "find" and revision == 13:
                    continue
                places = self.answers(revision, [f"{operation}\t{item.hex()}" for item in items])
                found = self.shown(revision, [self.message(content_format, item) for item in items])
                for item, (ok, values), got in zip(items, places, found, strict=True):
                    name = f"{operation} {revision}: {item.hex()}"
                    if ok:
                        count = len(got["cri.uri"]) + len(got["cri.uri_error"])
                        self.results.expect(name, len([value for value in values if value]), count)
                    else:
                        self.results.expect(name, values, got["cri.error"][-1:])

    def test_mutated_messages(self):
        """All packets with mutated messages are dissected, without an error of Lua."""
        for revision in REVISIONS:
            seeds = [coap(row[1], number=at) for at, row in enumerate(rows_of("coap-in.txt", revision))]
            cbor = delta_coded([(CONTENT_FORMAT, b"\x3c")])
            seeds += [coap(cbor, row[2]) for row in rows_of("documents.txt", revision)]
            messages = self.mutated(seeds, self.count // 4)
            # Blocks with random numbers: option 27 is Block1, option 23 is Block2.
            for number in range(self.count // 20):
                block = bytes([self.random.randrange(6) << 4 | self.random.choice([0, 8])])
                options = delta_coded([(CONTENT_FORMAT, b"\x3c"), (self.random.choice([23, 27]), block)])
                messages.append(coap(options, self.random.choice(seeds)[:16].ljust(16, b"\xd8"), number=number))
            found = self.shown(revision, [datagram(message, port=COAP_PORT) for message in messages])
            self.results.expect(f"messages {revision}", len(messages), len(found))
        run_tshark(self.scratch / "test.pcap", "-V")

    def test_cut(self):
        """Packets that were not captured whole cause no error of Lua, and no `cri.error`: the sender made no error."""
        cri = bytes.fromhex("8520836568656c6c6f63636f6d19163382616161628161716166")
        document = bytes.fromhex("82d863") + cri + bytes.fromhex("d863") + cri
        aif = bytes.fromhex(AIF)
        packets = [
            datagram(cri), self.message(CRI_FORMAT, cri), self.message(TAGGED_FORMAT, document),
            self.message(AIF_FORMAT, aif),
        ]
        packets.append(datagram(coap(delta_coded([(PROXY_CRI, cri), (PROXY_SCHEME_NUMBER, b"\3")])), port=COAP_PORT))
        cuts = [(packet, captured) for packet in packets[:4] for captured in range(28, len(packet))]
        for got in self.shown(27, cuts):
            self.results.expect("cut", [], got["cri.error"])
        cuts += [(packets[4], captured) for captured in range(28, len(packets[4]))]
        run_tshark(self.scratch / "test.pcap", "-V")
        self.results.expect("cut, option", len(cuts), len(self.shown(27, cuts)))

    def test_large(self):
        """Input with huge counts, deep nesting or many items is dissected in a short time."""
        cris = bytes.fromhex("d8638101") * 8000
        payloads = [
            bytes.fromhex("9bffffffffffffffff") + b"\x80" * 30000, b"\x81" * 30000, b"\x9f" * 30000,
            b"\xd8\x63" * 15000,
        ]
        payloads += [
            bytes.fromhex("82f5997530") + b"\x60" * 30000, bytes.fromhex("82f5") + b"\x81" * 30000, cris, cris[:-1],
        ]
        payloads += [bytes.fromhex("82208201") + b"\x79\xff\xff" * 10000, bytes.fromhex("d86383f5") * 8000]
        packets = [datagram(payload) for payload in payloads]
        for content_format in (ARRAY_FORMAT, AIF_FORMAT, TAGGED_FORMAT):
            packets += [self.message(content_format, payload) for payload in payloads]
        found = self.shown(27, packets, ["cri.limit", "cri.error", "cri.uri_error"])
        self.results.expect("large", len(packets), len(found))
        run_tshark(self.scratch / "test.pcap", "-V")
        # 8000 tagged CRIs are more than the plugin shows: it shows many of them, with a note and without an error. The
        # long list of segments in the fifth datagram has the same note.
        tagged = found[-len(payloads) :]
        self.results.expect(
            "large, tag 99", [True, []], [len(tagged[6]["cri.uri_error"]) > 1000, tagged[6]["cri.error"]]
        )
        self.results.expect("large, limits", [1, 1], [len(found[4]["cri.limit"]), len(tagged[6]["cri.limit"])])


MISLEADING = "[\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]"


def escaped(notation):
    """Returns notation with escapes for the characters that could mislead a reader (R25)."""
    return re.sub(MISLEADING, lambda found: f"\\u{ord(found[0]):04x}", notation)


def mutate(source, seeds):
    """Returns one of the seeds after random changes: bytes replaced, removed or inserted, and parts of other seeds."""
    data = bytearray(source.choice(seeds))
    for _ in range(source.choice([1, 1, 1, 2, 3, 6])):
        at, other = source.randrange(len(data) + 1), source.choice(seeds)
        octets = [source.randrange(256), 0xF6, 0xF5, 0xF4, 0x80, 0x9F, 0xFF, 0x7F, 0x2E, 0xD8]
        flipped = bytes(byte ^ 1 << source.randrange(8) for byte in data[at : at + 1])
        # The number of bytes that are replaced, and the bytes that replace them.
        count, new = source.choice([
            (1, bytes([source.choice(octets)])), (1, flipped), (len(data), b""), (source.randrange(1, 4), b""),
            (0, other[: source.randrange(1, 12)]), (0, source.randbytes(source.randrange(1, 5))),
            (len(data), other[source.randrange(len(other)) :]),
        ])  # fmt: skip
        data[at : at + count] = new
    return bytes(data[:1200]) or b"\x80"


def main():
    command = parser(__doc__)
    command.add_argument("--count", type=int, default=10000, help="the number of mutated packets for each revision")
    with tempfile.TemporaryDirectory() as scratch:
        tests = Tests(command.parse_args(), scratch)
        return counted(tests, tests.results)


if __name__ == "__main__":
    sys.exit(main())
