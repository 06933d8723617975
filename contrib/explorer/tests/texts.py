# SPDX-License-Identifier: MIT OR Apache-2.0
"""Tests of texts: bad input, revisions, escapes, line ends, bytes, and the place of an error."""
from browser import BASE, equal


def bad_input(browser):
    """Each text is either accepted or refused, whatever the user chose to read it as."""
    browser.open()
    texts = [
        "", " ", "\t", "%", "%zz", "[", "]", "[[[[[[", "99(", "cri'", "h'", "0x", "0x8", "8", "82zz", "9f", "9fff",
        "ff", "d863", "d86380", "\u0000", "\ud83d\ude00", "\u202eabc", "://", "::::", "a:" * 500, "../" * 500,
        "[" * 500, "9f" * 500, "80" * 500, "9bffffffffffffffff", "5bffffffffffffffff00", "<script>alert(1)</script>",
        "cri'<img src=x onerror=alert(1)>'", "coap://a/<b>", "\ufeff80", '[-1, ["\\u0000"]]',
    ]
    entered = [
        {"rev": rev, "as": kind, "input": text}
        for rev in ("13", "27")
        for kind in ("detect", "uri", "iri", "edn", "hex")
        for text in texts
    ]
    for row, answer in zip(entered, browser.answers(entered)):
        assert (answer["error"] is None) != (answer["cbor"] is None), f"{row}: {answer}"
    equal(0, browser.run("return document.querySelectorAll('main script, main img').length"))


def revisions(browser):
    """The page says whether the other revision accepts the text, and whether the bytes are the same."""
    browser.open()
    for text, answers in {
        "coap://h": [(None, "same"), (None, "same")], "coap://[fe80::1%25eth0]": [(None, "zone"), ("zone", "differs")],
        "coap+ws://h": [(None, "differs"), (None, "differs")], "%": [("uri_syntax", "uri_syntax")] * 2,
    }.items():
        found = browser.answers([{"rev": revision, "input": text} for revision in ("13", "27")])
        equal((text, answers), (text, [(answer["error"], answer["other"]) for answer in found]))


def unseen_characters(browser):
    """The characters of R25 are shown escaped in components, in refused text, and in the start of long text."""
    codes = [
        *range(0x20), *range(0x7F, 0xA0), 0x61C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A),
        0x2028, 0x2029, 0xFEFF,
    ]
    results = ["verdict", "input-long", "bytes", "forms", "components", "normal", "base-verdict", "resolution", "coap"]
    browser.open()
    for code in codes:
        utf8 = chr(code).encode()
        item = f"{0x60 + len(utf8):02x}{utf8.hex()}"
        rows = [
            {"as": "hex", "input": f"852083f4{item}{item}81{item}81{item}{item}"},
            {"as": "hex", "input": f"82208250fe8{0:029x}{item}"},
            {"as": "hex", "input": f"8201817901{0x2C + len(utf8):02x}{utf8.hex()}" + "61" * 300},
            {"as": "hex", "input": f"820181{item}81"},
        ]
        if code not in (0x0A, 0x0D):  # a field reads them as line ends
            rows += [
                {"as": kind, "input": text}
                for kind in ("uri", "iri")
                for text in (f"/{chr(code)}a", f"/a {chr(code)}", f"/{chr(code)}a b", f"/{chr(code)}" + "a" * 50000)
            ]
            rows += [{"as": "uri", "input": "/", "base": f"coap://h/{chr(code)}a"}]
        for row, text in zip(
            rows, browser.answers([{"rev": "27", "base": BASE, **row} for row in rows], results), strict=True
        ):
            assert chr(code) not in text, f"U+{code:04X} itself is shown: {row}"
            assert f"\\u{code:04x}" in text, f"U+{code:04X} is not shown escaped: {row}"


def line_ends(browser):
    """A final line end is ignored. A URI does not have a second line end."""
    for end in ("\n", "\r\n"):
        for text, kind in (
            ("coap://h", "uri"), ("/ä", "iri"), ("[0]", "edn"), ("80", "hex"), ("gA==", "base64"), ("</a>", "links"),
        ):
            for way in ("detect", kind):
                browser.open(**{"in": text + end, "as": way})
                equal((text, end, way, None), (text, end, way, browser.read()["error"]))
    browser.open(**{"in": "coap://h\n\n", "as": "uri"})
    equal(("uri_syntax", "8"), (browser.read()["error"], browser.read()["offset"]))


def bytes_read(browser):
    """Bytes are read in the formats of many programs, even long ones. The place of an error in them is marked."""
    browser.open()
    texts = [
        "h'8220816168'", "h'82 20 81 61 68'", " H'8220\n816168' ", "82,20,81,61,68", "0x82,0x20,0x81,0x61,0x68",
        "0x82, 0x20, 0x81,\n0x61, 0x68,\n", "0x82 0x20 0x81 0x61 0x68", "0X8220816168", "82:20:81:61:68",
        "82-20-81-61-68", "b64'giCBYWg='", "b64'giCBYWg'", "b64'giCB\nYWg='", "giCBYWg=", "giCBYWg", "giCB\nYWg=",
    ]
    for text, answer in zip(texts, browser.answers([{"rev": "27", "input": text} for text in texts])):
        equal((text, "8220816168"), (text, answer["cbor"]))
    answer, = browser.answers([{"rev": "27", "as": "uri", "input": "82,20,81,61,68"}])
    equal("8201816e" + b"82,20,81,61,68".hex(), answer["cbor"])
    long = "8320816168" + "9a0000afc8" + "6161" * 45000  # 45000 segments
    pairs = [long[i : i + 2] for i in range(0, len(long), 2)]
    for text in (long, ",".join(pairs), ":".join(pairs), ", ".join("0x" + pair for pair in pairs)):
        answer, = browser.answers([{"rev": "27", "input": text}])
        equal((text[:12], "hex", None), (text[:12], answer["detected"], answer["error"]))
    wrong = {
        "h'82zz'": ("bad_hex", "z"), "h'8220": ("bad_hex", "end"), "h'822'": ("bad_hex", "'"),
        "0x82,0x2x": ("bad_hex", "x"), "b64'gi*'": ("bad_base64", "*"), "b64'gi": ("bad_base64", "end"),
        "b64'giCBY'": ("bad_base64", "'"), "b64'giC='": ("bad_base64", "'"), "b64'gi=C'": ("bad_base64", "C"),
    }
    for text, place in wrong.items():
        way = {"b": "base64"}.get(text[0], "hex")
        answer, = browser.answers([{"rev": "27", "as": way, "input": text}])
        equal(
            (text, place),
            (text, (answer["error"], browser.run("return document.querySelector('#verdict mark').firstChild.data"))),
        )


def refused_place(browser):
    """The character or triplet at fault is marked in the input and in the base. In bytes, the item is marked."""
    browser.open(**{"in": "coap://exämple.com/a b"})
    equal("␣", browser.run("return document.querySelector('mark').firstChild.data"))
    equal("21", browser.read()["offset"])
    places = {
        "%zz": (0, "path", "%zz"), "a/%4": (2, "path", "%4"), "coap://h/a?%zz#f": (11, "query", "%zz"),
        "coap://h/a#%": (11, "fragment", "%"), "coap://%zz/": (7, "host", "%zz"), "coap://h:1x/": (10, "port", "x"),
        "/ä/%g0/": (4, "path", "%g0"), "\ufeffa b": (4, "path", "␣"), "coap://[::1": (7, "host", "["),
        "1:b": (1, "path", ":"),
    }
    for text, place in places.items():
        for name in ("verdict", "base-verdict"):
            row = {"input": text} if name == "verdict" else {"input": "/", "base": text}
            browser.answers([{"rev": "27", "base": BASE, **row}])
            offset, part, marked = place
            equal(
                (name, text, marked),
                (
                    name, text,
                    browser.run("return document.querySelector(`#${arguments[0]} mark`)?.firstChild.data", name),
                ),
            )
            said = browser.run("return document.getElementById(arguments[0]).textContent", name)
            assert f"Refused at byte {offset}, {part}" in said, f"{text}: {said}"
    browser.type("832081676578616d706c6582612e6161")
    equal("61 2e", browser.run("return document.querySelector('.strip .wrong').textContent"))
    equal("true", browser.run("return document.getElementById('input').getAttribute('aria-invalid')"))
    browser.wait("return document.getElementById('announcement').textContent.startsWith('Refused at byte 12, path')")
    browser.type("8320")
    assert browser.run("return document.querySelector('.strip .missing') !== null"), "no mark where bytes are missing"


TESTS = [bad_input, revisions, unseen_characters, line_ends, bytes_read, refused_place]
