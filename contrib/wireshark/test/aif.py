# SPDX-License-Identifier: MIT OR Apache-2.0
"""Tests of authorization information (RFC 9237): its entries, and the errors of malformed information."""
from capture import AIF_FORMAT
from vectors import REVISIONS, aif_errors

# Authorization information; the paths of its entries, the methods that each allows, and the queries.
AIF_ROWS = [
    (
        "84828181616105828282616161628161710182818002828181616108", ["/a", "/a/b", "", "/a"],
        ["GET, PUT", "GET", "POST", "DELETE"], ["q"],
    ),
    ("818281816161187f", ["/a"], ["GET, POST, PUT, DELETE, FETCH, PATCH, iPATCH"], []),
    ("8182818161611b0000000500000001", ["/a"], ["GET, Dynamic-GET, Dynamic-PUT"], []),
    ("81828181826161412f01", ["/a%2F"], ["GET"], []),
    ("81828281616181617101", ["/a"], ["GET"], ["q"]),
    ("981a" + "828181616101" * 26, ["/a"] * 26, ["GET"] * 26, []),
    ("8182828161618001", ["/a"], ["GET"], []),  # an empty query is the same as an absent query
]
AIF = AIF_ROWS[0][0]


class Aif:
    def test_aif(self):
        fields = ["cri.path", "cri.aif.methods", "cri.query", "cri.error", "cri.uri"]
        for revision in REVISIONS:
            for content_format in (AIF_FORMAT, 290, 292):
                packets = [self.message(content_format, bytes.fromhex(row[0])) for row in AIF_ROWS]
                for (_, paths, methods, queries), got in zip(
                    AIF_ROWS, self.shown(revision, packets, fields), strict=True
                ):
                    # Only one entry has a query: the only entry, or the entry of /a/b. A path without segments is the
                    # root.
                    uris = [
                        (path or "/") + ("?q" if queries and path == "/a/b" or queries and len(paths) == 1 else "")
                        for path in paths
                    ]
                    wanted = dict(zip(fields, (paths, methods, queries, [], uris)))
                    self.results.expect(f"AIF {revision} {content_format}", wanted, got)
            # The objects of application/aif+cbor are texts by default. The plugin does not show such objects.
            (got,) = self.shown(revision, [self.message(290, bytes.fromhex("8182622f6101"))], fields)
            self.results.expect(f"AIF {revision}: texts", dict.fromkeys(fields, []), got)
            errors = aif_errors() + [
                (bytes.fromhex(AIF)[:cut], "truncated") for cut in range(1, len(bytes.fromhex(AIF)))
            ]
            found = self.shown(revision, [self.message(AIF_FORMAT, item) for item, _ in errors], ["cri.error"])
            wanted = [{"cri.error": [error] if error else []} for _, error in errors]
            self.expect_all([f"AIF {revision}: {item.hex()}" for item, _ in errors], wanted, found)

    def test_mutated_aif(self):
        """Mutated information has the error that cri-tool reports. If it is not well-formed, any error is accepted.
        Bytes after the item are an error for cri-tool only, so these cases are not compared."""
        for revision in REVISIONS:
            items = self.mutated([item for item, _ in aif_errors()], self.count // 10)
            answers = self.answers(revision, [f"aif-entries\t{item.hex()}" for item in items])
            found = self.shown(revision, [self.message(AIF_FORMAT, item) for item in items])
            for item, (ok, values), got in zip(items, answers, found, strict=True):
                if values in (["truncated"], ["cbor"], ["limit"]):
                    self.results.expect(f"AIF {revision}: {item.hex()}", 1, len(got["cri.error"]))
                elif values != ["trailing_data"]:
                    self.results.expect(f"AIF {revision}: {item.hex()}", [] if ok else values, got["cri.error"])
