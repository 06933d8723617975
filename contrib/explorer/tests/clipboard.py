# SPDX-License-Identifier: MIT OR Apache-2.0
"""Tests with texts that users have in their clipboard: how they are read, and how results are copied."""
from browser import BASE, ROOT, equal

CRI = "8220816168"  # coap://h
TEMP = "8320815020010db8000000000000000000000001816474656d70"  # /temp at the base's endpoint
GET = "40017d34b474656d70"
LINKED = "60457d34c128ff" + b'</temp>;rt="t",</led>'.hex()
IPV6 = "60000000 0011 11 40 fe800000000000000000000000000001 fe800000000000000000000000000002"
UDP = " c000 1633 0011 0000 "
MESSAGE = ["hex message", "hex cri", "uri"]


def dumped(text):
    """Returns bytes in hex as tshark prints them."""
    data = bytes.fromhex(text)
    return "".join(f"{at:04x}  {data[at : at + 16].hex(' ')}\n" for at in range(0, len(data), 16))


# A text that is pasted; the ways to read it, the likeliest first; and the result on the page: the CBOR or !error of a
# CRI, or the texts of a document's entries.
ROWS = [
    # Texts.
    ("coap://h", ["uri"], CRI),
    ("../a?b#c", ["uri"], "840281616181616261" "63"),
    ("lamp", ["uri"], "8201" "81646c616d70"),
    ("beef", ["uri", "hex"], "8201" "816462656566"),
    ("808", ["uri", "hex"], "8201" "8163383038"),
    ("2001:db8::1", ["uri"], "!uri_syntax"),
    ("coap://exa mple/", ["uri", "prose"], "!uri_syntax"),
    ('"coap://h"', ["uri", "literal"], CRI),
    ("'giCBYWg='", ["base64 cri", "uri", "literal"], CRI),
    ("https://é", ["iri"], "82238162c3a9"),
    ("שלום", ["iri"], "82018168d7a9d79cd795d79d"),
    ("\u202eabc", ["iri"], "82018166e280ae616263"),
    # Hex.
    ("80", ["hex cri", "uri"], "80"),
    ("8220816168", ["hex cri", "uri"], CRI),
    ("82 20 81 61 68", ["hex cri"], CRI),
    ("0x82, 0x20, 0x81, 0x61, 0x68", ["hex cri", "literal cri"], CRI),
    ("82:20:81:61:68", ["hex cri", "uri"], CRI),
    ("h'8220816168'", ["hex cri", "uri"], CRI),
    ("82 20 8", ["hex"], "!bad_hex"),
    ("8220816168 8101", ["hex sequence", "hex cri"], ["coap://h", "[1]"]),
    ("82" * (1 << 19), ["hex", "uri"], "!truncated"),
    # Dumps.
    ("00000000: 8220 8161 68                             . .ah", ["dump cri"], CRI),
    ("0000  82 20 81 61 68                                    . .ah", ["dump cri"], CRI),
    ("Frame (5 bytes):\n0000  82 20 81\n0003  61 68   ah\n", ["dump cri"], CRI),
    ("00000000  82 20 81 61 68                                    |. .ah|\n00000005", ["dump cri"], CRI),
    ("0000000 82 20 81 61 68\n0000005\n", ["dump cri", "hex"], CRI),
    ("000000 82 20 81 61 68  >. .ah<", ["dump cri"], CRI),
    ("0x20000010:\t0x82\t0x20\t0x81\n0x20000013:\t0x61\t0x68", ["dump cri"], CRI),
    ("0x7ffe10 <buffer>:\t0x82\t0x20\n0x7ffe12 <buffer+2>:\t0x81\t0x61\t0x68", ["dump cri"], CRI),
    ("                         82 20 81 61 68    |. .ah", ["dump cri"], CRI),
    ("00000000  85 20 81 61\n00000004  68 81 60 81\n00000008  60 60", ["dump cri", "hex"], "8520816168816081" "6060"),
    ("00000000  82 20 81 62  |. .b|\n00000004  61 62        |ab|", ["dump cri"], "822081626162"),
    ("0000  82 20 81\n0010  61 68", ["dump", "hex"], "!bad_dump"),
    ("0000  82 20 8x", ["dump"], "!bad_dump"),
    ("0000000 2082 6181 0068\n0000005", ["words cri", "dump", "hex"], CRI),
    # Literals.
    ("0x82, 0x20, 0x81, 'a', 'h'", ["literal cri"], CRI),
    ("\\x82\\x20\\x81\\x61\\x68", ["literal cri"], CRI),
    ('"\\x82 \\x81" "ah"', ["literal cri"], CRI),
    ('$1 = "\\202 \\201ah"', ["literal cri"], CRI),
    ("b'\\x82 \\x81ah'", ["literal cri"], CRI),
    ("{0x82, 0x20, 0x81, 0x61, 0x68}", ["literal cri", "edn"], CRI),
    ("static const uint8_t cri[] = {\n    0x82, 0x20, /* coap */ 0x81, 0x61, 'h', // h\n};", ["literal cri"], CRI),
    ("bytes([0x82, 0x20, 0x81, 97, 104])", ["literal cri"], CRI),
    ('bytes.fromhex("8220 8161 68")', ["literal cri"], CRI),
    ("<Buffer 82 20 81 61 68>", ["literal cri", "links"], CRI),
    ("[130, 32, 129, 97, 104]", ["literal cri", "edn"], CRI),
    ("{0x82, 0x01, 0x1ff}", ["literal", "edn"], "!bad_literal"),
    ("b'\\x82", ["literal"], "!bad_literal"),
    ("byte[] b = {(byte)0x82, 0x20, (byte)0x81, 0x61, 0x68};", ["literal cri"], CRI),
    ("[-126, 32, -127, 97, 104]", ["literal cri", "edn"], CRI),
    ("val cri = byteArrayOf(0x82.toByte(), 0x20, 0x81.toByte(), 97, 104)", ["literal cri"], CRI),
    ("let cri: [UInt8] = [0x82, 0x20, 0x81, 0x61, 0x68]", ["literal cri"], CRI),
    ("[UInt8]([130, 32, 129, 97, 104])", ["literal cri", "edn"], CRI),
    ("byte[] cri = new byte[] { 0x82, 0x20, 0x81, 0x61, 0x68 };", ["literal cri"], CRI),
    ('var cri = Convert.FromHexString("8220816168");', ["literal cri"], CRI),
    ("<82208161 68>", ["literal cri", "links"], CRI),
    ("[130 32 129 97 104]", ["literal cri", "edn"], CRI),
    ("<<130,32,129,97,104>>", ["literal cri", "edn"], CRI),
    ("[82, 20, 81, 61, 68]", ["hex cri", "edn", "literal"], CRI),
    ("[1, 2]", ["literal", "edn"], "!structure"),
    ("Uint8Array(5) [130, 32, 129, 97, 104, buffer: ArrayBuffer(5)]", ["literal cri"], CRI),
    ("uint8_t a[] = { /* don't edit */\n 0x82, // the array's head\n 0x20, 0x81, 0x61, 'h' };", ["literal cri"], CRI),
    # Texts with hex.
    ("82   # array(2)\n   20   # negative(0)\n   81   # array(1)\n  61 68  # \"h\"", ["hex cri"], CRI),
    ("    Opt Name: #1: Unknown Option (235): 82 20 81 61 68\n    Opt Desc: Type 235\n    Unknown: 8220816168",
     ["log cri"], CRI),
    ("I (13) coap: 82 20 81 6d 61 61 61 61 61 61 61 61 61 61 61 61\nI (13) coap: 61", ["log cri"],
     "8220816d" + 13 * "61"),
    ("[00:00:01.234,000] <inf> app: link\n                  82 20 81 61 68           |. .ah", ["log cri", "edn"], CRI),
    ("I (325) app: 0x3ffb4280   82 20 81 61 68                                    |. .ah|", ["log cri"], CRI),
    ("00> rx: 82 20 81 61 68 \n00> tx: 82 01 81 61 61", ["log blocks"], ["coap://h", "a"]),
    ("Notification from 0000fff1-0000-1000-8000-00805f9b34fb: (0x) 82-20-81-61-68", ["log cri"], CRI),
    ("OK\t8220816168", ["log cri"], CRI),
    ("OK\t80", ["log cri"], "80"),
    ("added 12 items to 7f000001", ["uri"], "!uri_syntax"),
    # HTML.
    ("coap://h?a&amp;b", ["html", "uri"], "8420816168" "80" "82" "6161" "6162"),
    ("&lt;/a&gt;;rt=t", ["html", "uri"], ["/a"]),
    # Base64.
    ("giCBYWg=", ["base64 cri", "uri"], CRI),
    ("giCBYWg", ["base64 cri", "uri"], CRI),
    ("gyCBYWiBZD9-fj8", ["base64 cri", "uri"], "832081616881643f7e7e3f"),
    ("b64'giCBYWg='", ["base64 cri", "uri"], CRI),
    ("gyCBYWg=", ["base64", "uri"], "!truncated"),
    # Notation and JSON.
    ("[-1, [\"h\"]]", ["edn"], CRI),
    ("cri'coap://h'", ["edn", "prose", "uri"], CRI),
    ("99([-1, [\"h\"]])", ["edn"], CRI),
    ('[-1, ["h"], [".."]]', ["edn"], "!dot_segment"),
    ('<<[-1, ["h"]]>>', ["edn"], CRI),
    ('{"href": 99([-1, ["h"]]), 2: [99(cri\'/a\'), 1.5]} # a map', ["edn"], ["coap://h", "/a"]),
    ('[[-1, ["h"]], [1, ["a"]]]', ["edn"], ["coap://h", "a"]),
    ('[[[["a"]], 1], [[["b"]], 5]]', ["edn"], ["/a", "/b"]),
    ("{1: 2}", ["edn"], []),
    ('{"a": ', ["edn"], "!bad_notation"),
    ('["coap://h", "/a"]', ["json", "edn", "prose"], ["coap://h", "/a"]),
    ('{"href": "/a", "x": 1}', ["json", "edn"], ["/a"]),
    ('[{"href": "/a", "rt": "t"}, {"anchor": "/c", "href": "b"}]', ["json", "edn"], ["/a", "/c", "b"]),
    # Lists and link format.
    ("coap://h\n/a\n\n# lamps\n/b c\n", ["prose"], ["coap://h"]),
    ("# lamps\ncoap://h\n/a\r\n\n../b", ["list", "prose"], ["coap://h", "/a", "../b"]),
    ("</a>;rt=t,</b>", ["links"], ["/a", "/b"]),
    ("<script>alert(1)</script>", ["links"], ["!syntax"]),
    # Text with URIs.
    ('coap-client -m get "coap://[2001:db8::1]/temp?u=C"', ["prose"], ["coap://[2001:db8::1]/temp?u=C"]),
    ("curl -v https://example.com/a", ["prose"], ["https://example.com/a"]),
    ("[00:01:02] <inf> net: GET coap://h/a 2.05", ["prose", "edn"], ["coap://h/a"]),
    ("[x](coap://h/a)", ["prose", "edn"], ["coap://h/a"]),
    ("See coap://h/a, coap://h/b\nand <coap://h/\n  c>.", ["prose"], ["coap://h/a", "coap://h/b", "coap://h/c"]),
    ("Die Lampe – coap://h/a – ist an", ["prose", "iri"], ["coap://h/a"]),
    ("std::string urn:dev:x a:b", ["prose", "uri"], ["urn:dev:x"]),
    ("net:coap: GET coap://h/a", ["prose", "uri"], ["coap://h/a"]),
    ("coap://h/a, coap://h/b", ["prose", "uri"], ["coap://h/a", "coap://h/b"]),
    ("coap::client: GET coap://h/a", ["prose", "uri"], ["coap://h/a"]),
    ("coap://h/a \n", ["prose", "uri"], ["coap://h/a"]),
    ("  coap://h/a \n", ["prose"], ["coap://h/a"]),
    ("uri=coap://h/a", ["prose", "uri"], ["coap://h/a"]),
    ('const char *uri = "coap://h/a";', ["prose", "literal"], ["coap://h/a"]),
    ('{"time": 1, "message": "GET coap://h/a"}', ["prose", "edn"], ["coap://h/a"]),
    ('[{"n": "urn:dev:a", "v": 1}]', ["prose", "edn"], ["urn:dev:a"]),
    ('<a href="coap://h/a">a</a>', ["prose", "links"], ["coap://h/a"]),
    ('<a href="coap://h/a"/>', ["prose", "links"], ["coap://h/a"]),
    ("http://[fe80::1%25eth0]/a", ["uri"], "!zone"),
    ("/redirect?to=coap://h/a", ["uri"], "83f581687265646972656374816d746f3d" "636f61703a2f2f682f61"),
    # Messages and frames.
    (GET, MESSAGE, ["coap://[2001:db8::1]/temp"]),
    ("QAF9NLR0ZW1w", ["base64 message", "base64 cri", "uri"], ["coap://[2001:db8::1]/temp"]),
    ("\\x40\\x01\\x7d\\x34\\xb4temp", ["literal message", "literal cri"], ["coap://[2001:db8::1]/temp"]),
    ("40017d34 31 68 81 61", ["hex message", "hex cri"], ["coap://h/a"]),
    (LINKED, MESSAGE, ["/temp", "/led"]),
    ("60417d34 8161 0162", ["hex message", "hex cri"], ["/a/b"]),
    ("60417d34 c13cff" + CRI, ["hex message", "hex cri"], ["coap://h"]),
    ("70007d34", MESSAGE, []),
    (IPV6 + UDP + GET, ["hex datagram", "hex cri"], ["coap://[fe80::2]/temp"]),
    (
        "0000  45 00 00 25 00 00 40 00 40 11 00 00 c0 00 02 01   E..%..@.@.......\n"
        "0010  c0 00 02 02 c0 00 16 33 00 11 00 00 40 01 7d 34   .......3....@.}4\n"
        "0020  b4 74 65 6d 70                                    .temp\n",
        ["dump datagram", "dump cri"], ["coap://192.0.2.2/temp"],
    ),
    (
        "  1 0.000 fe80::1 -> fe80::2 CoAP\n\n" + dumped(IPV6 + UDP + GET)
        + "\n  2 0.001 fe80::2 -> fe80::1 CoAP\n\n" + dumped("60457d34")
        + "\n" + dumped(CRI) + "\n" + dumped("82 8101 8220816168") + "\n" + dumped("832081616881622e2e"),
        ["dump blocks"], ["coap://[fe80::2]/temp", "coap://h", "[1]", "coap://h", "!dot_segment"],
    ),
    ("02" * 12 + "86dd" + IPV6 + UDP + GET, ["hex datagram", "hex cri"], ["coap://[fe80::2]/temp"]),
    ("02" * 12 + "81000001 86dd" + IPV6 + UDP + GET, ["hex datagram", "hex cri"], ["coap://[fe80::2]/temp"]),
    ("0000 0001 0006" + "00" * 8 + "86dd" + IPV6 + UDP + GET, ["hex datagram", "hex cri"], ["coap://[fe80::2]/temp"]),
    ("86dd" + "00" * 18 + IPV6 + UDP + GET, ["hex datagram", "hex cri"], ["coap://[fe80::2]/temp"]),
    ("1e000000" + IPV6 + UDP + GET, ["hex datagram", "hex cri"], ["coap://[fe80::2]/temp"]),
    (
        IPV6.replace("0011 11", "0019 00") + "1100000000000000" + UDP + GET,
        ["hex datagram", "hex cri"], ["coap://[fe80::2]/temp"],
    ),
    (UDP + GET, ["hex datagram", "hex cri"], ["coap://[2001:db8::1]/temp"]),
    ("50 01 b474656d70", ["hex stream", "hex cri"], ["coap://[2001:db8::1]/temp"]),
    # Garbage.
    ("\x00\x01\ufffd\x7f", ["iri"], "!uri_syntax"),
    ("\x00\x01\x02", ["uri"], "!uri_syntax"),
    ("the quick brown fox", ["uri"], "!uri_syntax"),
    ("", ["uri"], "80"),
    ("00000000 " * 30000, ["hex"], "!structure"),
]


def shown(answer):
    """Returns the result on the page: the entries of a document, or one CRI."""
    if answer["shape"] is not None:
        return [entry["text"] if entry["what"] == "cri" else f"!{entry['what']}" for entry in answer["entries"]]
    return f"!{answer['error']}" if answer["error"] else answer["cbor"]


def found(answer):
    """Returns the ways to read the input, which have a button each, and the result."""
    return answer["guesses"], shown(answer)


def entered(rows):
    return [{"rev": "27", "base": BASE, "input": text} for text, *_ in rows]


def wanted(guesses, result):
    """Returns the values that found() must return for a row of ROWS. If there is only one way to read the input, it has
    no button.
    """
    return (guesses if len(guesses) > 1 else []), result


def clipboard(browser):
    """Each input of ROWS is read in the right way, and the page offers the other ways."""
    browser.open()
    different = []
    for (text, guesses, result), answer in zip(ROWS, browser.answers(entered(ROWS)), strict=True):
        kind = guesses[0].split()[0]
        if (found(answer), answer["detected"]) != (wanted(guesses, result), kind):
            different.append(f"{text[:60]!r}: wanted {kind}, {wanted(guesses, result)}, "
                             f"got {answer['detected']}, {found(answer)}")
    assert not different, "\n    ".join(["", *different])


def forms(browser):
    """The texts of c-tests/forms.txt are the same CRIs as for cri-tool."""
    lines = (ROOT / "c-tests" / "forms.txt").read_text("utf-8").splitlines()[1:]
    rows = [line.split(" | ") for line in lines]
    browser.open()
    for (text, cri), answer in zip(rows, browser.answers(entered(rows)), strict=True):
        equal((text, cri), (text, shown(answer)))


def next_guess(browser):
    """One click reads the input as the next guess, and another click goes back. Both are in the address."""
    browser.open()
    browser.type(GET)
    equal(("hex message", "CON 0.01 GET"), (browser.read()["taken"], browser.read()["message"]))
    for guess, result in (("uri", "8201" "81" "72" + GET.encode().hex()), ("hex message", TEMP)):
        browser.run("document.querySelector(`[data-guess='${arguments[0]}']`).click()", guess)
        answer = browser.read()
        equal((guess, guess, result), (guess, answer["taken"], answer["cbor"]))
        assert answer["said"].startswith("Chosen: "), answer["said"]
        browser.wait(f"return location.hash.includes('as={guess.split()[0]}')")
    browser.run("document.querySelector(\"[data-guess='hex cri']\").focus()")
    browser.keys("\ue007")
    equal(("hex cri", "structure"), (browser.read()["taken"], browser.read()["error"]))
    equal("hex cri", browser.run("return document.activeElement.dataset.guess"))


def empty_base(browser):
    """A base that is empty or blank is no error."""
    browser.open()
    for text in ("/a", "coap://h", GET):
        for base in ("", " \n"):
            browser.answers([{"rev": "27", "base": base, "input": text}])
            equal(
                (text, "false", False, True),
                (text, *browser.run("""
                    const verdict = document.getElementById('base-verdict');
                    return [document.getElementById('base').getAttribute('aria-invalid'),
                        document.querySelector('#base-verdict.refused, #resolution .refused') !== null,
                        verdict.textContent.startsWith('There is no base')]""")),
            )


def message_shown(browser):
    """A message is shown with its header, the names of its options, and the kind of its payload."""
    browser.open()
    answer, = browser.answers([{"rev": "27", "input": "5245 7d34 aabb c128 ff 3c2f613e", "base": BASE}])
    equal("NON 2.05 Content", answer["message"])
    text = browser.run("return document.getElementById('message').innerText.replace(/\\s+/g, ' ')")
    for part in ("message ID 32052", "aa bb", "4 bytes, application/link-format", "12 Content-Format 40"):
        assert part in text, f"no {part!r}: {text}"
    assert "those of the base below" not in text, text
    browser.answers([{"rev": "27", "input": GET}])
    assert "those of the base below" in browser.run("return document.getElementById('message').textContent")
    for entered, error in (("40017d34 b0 f0", "coap_option"), ("8220816168", "no_message"), ("", "no_message")):
        answer, = browser.answers([{"rev": "27", "as": "hex", "shape": "message", "input": entered}])
        equal((entered, error), (entered, answer["error"]))


def in_tag(browser):
    """A canonical CRI in tag 99 is no fault."""
    browser.open()
    for text, said in (("d863" + CRI, "canonical in tag 99"), ("d90063" + CRI, "not canonical"), (CRI, "canonical, ")):
        browser.answers([{"rev": "27", "input": text}])
        assert f"bytes, {said}" in browser.run("return document.getElementById('verdict').textContent"), text


# The text that is copied in each format.
COPIES = {
    "hex": CRI, "python": f'bytes.fromhex("{CRI}")',
    "c": "static const uint8_t cri[] = {\n    0x82, 0x20, 0x81, 0x61, 0x68,\n};\n",
    "vector": 'from the explorer | both | [-1, ["h"]] | = | coap://h',
}


def copied_as(browser):
    """Bytes are copied as hex, C, Python and test vectors."""
    script = """
        return new Promise((copied) => {
            Object.defineProperty(navigator, 'clipboard',
                {configurable: true, value: {writeText: async (text) => copied(text)}});
            document.querySelector(`${arguments[0]} [data-copy=${arguments[1]}]`).click();
        })"""
    browser.open(**{"in": "coap://h"})
    for way, text in COPIES.items():
        equal((way, text), (way, browser.run(script, "#bytes", way)))
    for entered, row in (
        ("832081616881622e2e", "from the explorer | both | 0x832081616881622e2e | dot_segment | 9"),
        ("82 20 81", "from the explorer | both | 0x822081 | truncated | -"),
        ("8220 81 780168", 'from the explorer | both | 0x822081780168 | [-1, ["h"]] | coap://h'),
        ("8201 81 617c", 'from the explorer | both | [1, ["\\u007c"]] | = | %7C'),
        ("d8638101", "from the explorer | 27 | 0xd8638101 | [1] | !no_uri"),
        ("coap://h/%zz", "from the explorer | both | uri | coap://h/%zz | uri_syntax | 9 | path"),
        ("coap://h/ |", "from the explorer | both | uri | 0x636f61703a2f2f682f207c | uri_syntax | 9 | path"),
    ):
        browser.answers([{"rev": "27", "input": entered}])
        equal((entered, row), (entered, browser.run(script, "#bytes", "vector")))
    browser.answers([{"rev": "27", "input": GET}])
    equal(f'bytes.fromhex("{GET}")', browser.run(script, "#document", "python"))


TESTS = [clipboard, forms, next_guess, empty_base, message_shown, in_tag, copied_as]
