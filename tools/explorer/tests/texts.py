# SPDX-License-Identifier: MIT OR Apache-2.0
"""What the page reads: bad input, what a text is taken for, and a lot of input."""
import time

from browser import BASE, END_KEY, ENTER, READY, equal


def bad_input(browser):
    """No text stops the page; each is either accepted or refused."""
    browser.open()
    texts = ["", " ", "\t", "%", "%zz", "[", "]", "[[[[[[", "99(", "cri'", "h'", "0x", "0x8", "8", "82zz", "9f", "9fff", "ff", "d863", "d86380", "\u0000",
             "\ud83d\ude00", "\u202eabc", "://", "::::", "a:" * 500, "../" * 500, "[" * 500, "9f" * 500, "80" * 500, "9bffffffffffffffff",
             "5bffffffffffffffff00", "<script>alert(1)</script>", "cri'<img src=x onerror=alert(1)>'", "coap://a/<b>", "\ufeff80", "[-1, [\"\\u0000\"]]"]
    entered = [{"rev": rev, "as": kind, "input": text} for rev in ("13", "27") for kind in ("detect", "uri", "iri", "edn", "hex") for text in texts]
    for row, answer in zip(entered, browser.answers(entered)):
        assert (answer["error"] is None) != (answer["cbor"] is None), f"{row}: {answer}"
    equal(0, browser.run("return document.querySelectorAll('main script, main img').length"))


def revisions(browser):
    """What the other revision makes of the same text is said."""
    browser.open()
    for text, answers in {"coap://h": [(None, "same"), (None, "same")], "coap://[fe80::1%25eth0]": [(None, "zone"), ("zone", "differs")],
                          "coap+ws://h": [(None, "differs"), (None, "differs")], "%": [("uri_syntax", "uri_syntax")] * 2}.items():
        found = browser.answers([{"rev": revision, "input": text} for revision in ("13", "27")])
        equal((text, answers), (text, [(answer["error"], answer["other"]) for answer in found]))


def unseen_characters(browser):
    """What R25 names is shown escaped, and does not act: in each component, in what is refused, and in the start of a long text."""
    codes = [*range(0x20), *range(0x7F, 0xA0), 0x61C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A), 0x2028, 0x2029, 0xFEFF]
    results = ["verdict", "input-long", "bytes", "forms", "components", "normal", "base-verdict", "resolution", "coap"]
    browser.open()
    for code in codes:
        utf8 = chr(code).encode()
        item = f"{0x60 + len(utf8):02x}{utf8.hex()}"
        rows = [{"as": "hex", "input": f"852083f4{item}{item}81{item}81{item}{item}"}, {"as": "hex", "input": f"82208250fe8{0:029x}{item}"},
                {"as": "hex", "input": f"8201817901{0x2c + len(utf8):02x}{utf8.hex()}" + "61" * 300}, {"as": "hex", "input": f"820181{item}81"}]
        if code not in (0x0A, 0x0D):  # a field has them at the ends of lines
            rows += [{"as": kind, "input": text} for kind in ("uri", "iri") for text in (f"/{chr(code)}a", f"/a {chr(code)}", f"/{chr(code)}a b", f"/{chr(code)}" + "a" * 50000)]
            rows += [{"as": "uri", "input": "/", "base": f"coap://h/{chr(code)}a"}]
        for row, text in zip(rows, browser.answers([{"rev": "27", "base": BASE, **row} for row in rows], results), strict=True):
            assert chr(code) not in text, f"U+{code:04X} itself is shown: {row}"
            assert f"\\u{code:04x}" in text, f"U+{code:04X} is not shown escaped: {row}"


def line_ends(browser):
    """A final line end is ignored, whether typed or linked; another one is not."""
    for end in ("\n", "\r\n"):
        for text, kind in (("coap://h", "uri"), ("/ä", "iri"), ("[0]", "edn"), ("80", "hex"), ("gA==", "base64"), ("</a>", "links")):
            for way in ("detect", kind):
                browser.open(**{"in": text + end, "as": way})
                equal((text, end, way, None), (text, end, way, browser.read()["error"]))
    browser.open(**{"in": "coap://h\n\n"})
    equal(("uri_syntax", "8"), (browser.read()["error"], browser.read()["offset"]))


def detection(browser):
    """A text is read as what it looks like; if it could be something else, the page says how to choose."""
    rows = [("coap://h", "URI", ""), ("", "URI", ""), ("https://exämple.com", "IRI", ""), ("[0]", "diagnostic notation", ""), ("cri'a'", "diagnostic notation", ""),
            ("99([])", "diagnostic notation", ""), ("<<[0]>>", "diagnostic notation", ""), ("h32'g0'", "diagnostic notation", ""),
            ("80", "hex", "URI"), ("82 20 81 61 68", "hex", ""), ("0x80", "hex", "URI"), ("D86380", "hex", "URI"), ("0x80,", "hex", "URI"), ("0x20", "hex", "URI"), ("0x,", "URI", ""), ("82,20", "hex", "URI"), ("82,20,8", "hex", "URI"),
            ("beef", "URI", "Hex"), ("a8", "URI", "Hex"), ("808", "URI", "Hex"), ("20,21", "URI", "Hex"), ("be-a", "URI", ""), ("abc", "URI", ""), ("2024-01-02", "URI", ""), ("82,2020", "URI", ""),
            ("</a>;x", "link format", "URI"), ("<< [0] >>", "diagnostic notation", ""), ("gyCBYWg=", "base64", "URI"), ("giCBYWg", "base64", "URI"), ("wxyzWXYZ0123wxyz", "URI", "Base64"), ("YWI=", "URI", "Base64"),
            ("hallway", "URI", ""), ("gate/lamp-1", "URI", ""), ("giCBYWg/", "URI", "")]
    browser.open()
    for text, kind, other in rows:
        browser.answers([{"rev": "27", "input": text}])
        equal((text, kind, other), (text, *browser.run("return [document.getElementById('detected').textContent.replace('Detected: ', ''), document.getElementById('other-kind').textContent.replace(/^.*choose |[.]$/g, '')]")))
        browser.answers([{"rev": "27", "as": "iri", "input": text}])
        equal("", browser.run("return document.getElementById('other-kind').textContent"))
    texts = ["h'8220816168'", "h'82 20 81 61 68'", " H'8220\n816168' ", "82,20,81,61,68", "0x82,0x20,0x81,0x61,0x68", "0x82, 0x20, 0x81,\n0x61, 0x68,\n", "0x82 0x20 0x81 0x61 0x68", "0X8220816168", "82:20:81:61:68",
             "82-20-81-61-68", "b64'giCBYWg='", "b64'giCBYWg'", "b64'giCB\nYWg='", "giCBYWg=", "giCBYWg", "giCB\nYWg="]
    for text, answer in zip(texts, browser.answers([{"rev": "27", "input": text} for text in texts])):
        equal((text, "8220816168"), (text, answer["cbor"]))
    answer, = browser.answers([{"rev": "27", "as": "uri", "input": "82,20,81,61,68"}])
    equal("8201816e" + b"82,20,81,61,68".hex(), answer["cbor"])
    long = "8320816168" + "9a0000afc8" + "6161" * 45000  # 45000 segments
    pairs = [long[i : i + 2] for i in range(0, len(long), 2)]
    for text in (long, ",".join(pairs), ":".join(pairs), ", ".join("0x" + pair for pair in pairs)):
        answer, = browser.answers([{"rev": "27", "input": text}])
        equal((text[:12], "hex", None), (text[:12], answer["detected"], answer["error"]))
    wrong = {"h'82zz'": ("bad_hex", "z"), "h'8220": ("bad_hex", "end"), "h'822'": ("bad_hex", "'"), "0x82,0x2x": ("bad_hex", "x"), "b64'gi*'": ("bad_base64", "*"), "b64'gi": ("bad_base64", "end"),
             "b64'giCBY'": ("bad_base64", "'"), "b64'giC='": ("bad_base64", "'"), "b64'gi=C'": ("bad_base64", "C")}
    for text, place in wrong.items():
        way = {"b": "base64"}.get(text[0], "hex")
        answer, = browser.answers([{"rev": "27", "as": way, "input": text}])
        equal((text, place), (text, (answer["error"], browser.run("return document.querySelector('#verdict mark').firstChild.data"))))


def refused_place(browser):
    """The character or triplet at fault is marked in a text and in a base, the item in bytes."""
    browser.open(**{"in": "coap://exämple.com/a b"})
    equal("␣", browser.run("return document.querySelector('mark').firstChild.data"))
    equal("21", browser.read()["offset"])
    places = {"%zz": (0, "path", "%zz"), "a/%4": (2, "path", "%4"), "coap://h/a?%zz#f": (11, "query", "%zz"), "coap://h/a#%": (11, "fragment", "%"), "coap://%zz/": (7, "host", "%zz"),
              "coap://h:1x/": (10, "port", "x"), "/ä/%g0/": (4, "path", "%g0"), "\ufeffa b": (4, "path", "␣"), "coap://[::1": (7, "host", "["), "1:b": (1, "path", ":")}
    for text, place in places.items():
        for name in ("verdict", "base-verdict"):
            row = {"input": text} if name == "verdict" else {"input": "/", "base": text}
            browser.answers([{"rev": "27", "base": BASE, **row}])
            offset, part, marked = place
            equal((name, text, marked), (name, text, browser.run("return document.querySelector(`#${arguments[0]} mark`)?.firstChild.data", name)))
            said = browser.run("return document.getElementById(arguments[0]).textContent", name)
            assert f"Refused at byte {offset}, {part}" in said, f"{text}: {said}"
    browser.type("832081676578616d706c6582612e6161")
    equal("61 2e", browser.run("return document.querySelector('.strip .wrong').textContent"))
    equal("true", browser.run("return document.getElementById('input').getAttribute('aria-invalid')"))
    browser.wait("return document.getElementById('announcement').textContent.startsWith('Refused at byte 12, path')")
    browser.type("8320")
    assert browser.run("return document.querySelector('.strip .missing') !== null"), "no mark where bytes are missing"


# Documents: a text, what it is taken for, its entries (place, what it is, its text, its attributes or methods), and its end.
DOCUMENTS = {
    "83 8220816168 82008161 61 832081616881622e2e": ("array", [("[0]", "cri", "coap://h"), ("[1]", "cri", '[0, ["a"]]'), ("[2]", "dot_segment@17", "")], None),
    "82 832081616881622e2e 8101": ("array", [("[0]", "dot_segment@7", ""), ("[1]", "cri", "[1]")], None),
    "9f 8220816168 20 ff": ("array", [("[0]", "cri", "coap://h"), ("[1]", "structure@6", "")], None),
    "83 8220816168 8101": ("array", [("[0]", "cri", "coap://h"), ("[1]", "cri", "[1]")], "truncated@8"),
    "8220816168 00 8101": ("sequence", [("[0]", "cri", "coap://h"), ("[1]", "structure@5", ""), ("[2]", "cri", "[1]")], None),
    "8220816168 8101 83": ("sequence", [("[0]", "cri", "coap://h"), ("[1]", "cri", "[1]")], "truncated@7"),
    "a36468726566d8638220816168 01 82d8638101d863820181622e2e 20 d86380": ("tagged", [
        ('"href"', "cri", "coap://h"), ("[0]", "cri", "[1]"), ("[1]", "dot_segment@24", ""), ("-1", "cri", "")], None),
    "82 a14101d8638101 d863832081616882d86381016161": ("tagged", [("h'01'", "cri", "[1]"), ("[1]", "feature@16", ""), ("[0]", "cri", "[1]")], None),
    "a1 01 82 d863 a1 01 d8638101 d8638102": ("tagged", [("[0]", "structure@5", ""), ("1", "cri", "[1]"), ("[1]", "cri", "[2]")], None),
    "a2 01 d8638101 02 d8638201": ("tagged", [("1", "cri", "[1]"), ("2", "truncated@11", "")], "truncated@11"),
    "82 828181616105 8281801b0000000100000002": ("aif", [("[0]", "cri", "/a", "GET", "PUT"), ("[1]", "cri", "[true, []]", "POST", "GET if created by the subject")], None),
    "</temp>;rt=\"temperature core.s\";ct=40,</l ed>;x,abc,<coap://h/%zz>,</b>;obs": ("links", [
        ("[0]", "cri", "/temp", "rt=temperature core.s", "ct=40"), ("[1]", "uri_syntax@41", ""), ("[2]", "syntax@48", ""), ("[3]", "uri_syntax@62", ""), ("[4]", "cri", "/b", "obs")], None),
    "</a>,</b>;x=\"": ("links", [("[0]", "cri", "/a"), ("[1]", "truncated@13", "")], None),
}


def documents(browser):
    """Each kind of document is a tree of its CRIs and errors, and an entry that is chosen is shown below. What is chosen is in the address."""
    browser.open()
    for text, (shape, entries, end) in DOCUMENTS.items():
        answer, = browser.answers([{"rev": "27", "input": text}])
        found = [(entry["place"], entry["what"] + (f"@{entry['offset']}" if entry["offset"] else ""), entry["text"], *entry["details"]) for entry in answer["entries"]]
        equal((text, shape, entries, end), (text, answer["shape"], found, answer["end"]))
        for number, entry in enumerate(answer["entries"]):
            chosen = browser.choose(number)
            equal((text, number, [number]), (text, number, [i for i, other in enumerate(chosen["entries"]) if other["chosen"]]))
            equal((text, number, entry["what"]), (text, number, chosen["error"] or "cri"))
            assert entry["what"] != "cri" or entry["text"] in (chosen["uri"], chosen["edn"]), f"{text}: {entry} is not shown: {chosen}"
    # The place of an error: in the bytes of the entry, or in the text.
    browser.answers([{"rev": "27", "input": list(DOCUMENTS)[0]}])
    equal(("dot_segment", "6"), tuple(browser.choose(2)[key] for key in ("error", "offset")))
    equal("62 2e 2e", browser.run("return document.querySelector('.strip .wrong').textContent"))
    browser.answers([{"rev": "27", "input": list(DOCUMENTS)[-2]}])
    for number, fault in ((1, "␣"), (2, "a"), (3, "%zz")):
        browser.choose(number)
        equal((number, fault), (number, browser.run("return document.querySelector('#verdict mark').firstChild.data")))
    # Arrows go from entry to entry, Enter chooses, the focus stays; the tree is one stop.
    browser.run("document.querySelector('.entry').focus()")
    browser.keys(END_KEY, ENTER)
    equal("/b", browser.read()["uri"])
    equal(["4", 1], browser.run("return [document.activeElement.dataset.entry, document.querySelectorAll('.tree [tabindex=\"0\"]').length]"))
    browser.wait("return location.hash.includes('entry=4')")
    address = browser.driver.current_url
    browser.open()
    browser.driver.get(address)
    browser.settle()
    equal(("/b", "4"), (browser.read()["uri"], browser.run("return document.querySelector('.tree [tabindex=\"0\"]').dataset.entry")))
    browser.wait("return document.getElementById('announcement').textContent === 'Link format: 5 entries, 3 refused. Entry 5 of 5 of the document. CRI reference: 5 bytes, canonical, normal'")
    browser.type("coap://other", "base")
    equal("coap://other/b", browser.read()["targetUri"])
    browser.type("</c>,</d>,</e>,</f>,</g>")
    equal(("/c", True), (browser.read()["uri"], browser.read()["entries"][0]["chosen"]))


def read_as_documents(browser):
    """One CRI is no document, whatever is wrong with it. What bytes are can be chosen; each way says why there is no entry."""
    browser.open()
    ones = ["8220816168", "8220816168 00", "832081676578616d706c6582612e6161", "80", "00", "8201", "d8638101", "d863832081616881622e2e", "81 828181616105 00", "9f"]
    for text, answer in zip(ones, browser.answers([{"rev": "27", "as": "hex", "input": text} for text in ones])):
        equal((text, None, []), (text, answer["shape"], answer["entries"]))
    for shape, text, entries, error, end in (("array", "a0", 0, "structure", "structure@0"), ("array", "80", 0, "no_entry", None), ("sequence", "", 0, "no_entry", None), ("tagged", "80", 0, "no_entry", None),
                                             ("aif", "82 828181616105 00", 2, None, None), ("cri", "81 80", 0, "structure", None), ("sequence", "8101", 1, None, None)):
        answer, = browser.answers([{"rev": "27", "as": "hex", "shape": shape, "input": text}])
        equal((shape, text, entries, error, end), (shape, text, len(answer["entries"]), answer["error"], answer["end"]))
    browser.answers([{"rev": "27", "as": "hex", "shape": "aif", "input": "82 828181616105 00"}])
    assert "It is refused as a whole" in browser.run("return document.getElementById('document').textContent")
    answer, = browser.answers([{"rev": "13", "as": "hex", "shape": "tagged", "input": "d86380"}])
    equal("revision@0", answer["end"])
    answer, = browser.answers([{"rev": "27", "input": "<a>", "base": "<a>"}])
    equal(("a", "uri_syntax"), (answer["uri"], browser.run("return document.getElementById('base-verdict').textContent.includes('not a URI reference') && 'uri_syntax'")))
    answer, = browser.answers([{"rev": "27", "as": "links", "input": "", "base": BASE}])
    equal("no_entry", answer["error"])
    answer, = browser.answers([{"rev": "27", "input": '<a\u202e>;x="\u202e"'}])
    assert "\u202e" not in browser.run("return document.getElementById('document').textContent"), "U+202E itself is shown"
    answer, = browser.answers([{"rev": "27", "input": ",".join(["<a>"] * 300)}])
    equal((200, "… 100 more entries"), (len(answer["entries"]), browser.run("return document.querySelector('#document .more').textContent")))


def megabyte(browser):
    """A megabyte of each kind, pasted: answered, in a page of bounded size. The limit of time allows for a busy machine."""
    size = 1 << 20
    texts = {"URI": "coap://h/" + "a" * size, "segments": "/".join(["coap://h"] + ["a"] * (size // 2)), "dots": "../" * (size // 3), "open arrays": "9f" * (size // 2),
             "notation": "[-1, [\"h\"], [" + "\"a\", " * (size // 5) + "]]", "bad": "%" * size, "IRI": "coap://h/" + "ä" * (size // 2), "links": "</a>;x," * (size // 7) + "</b>",
             "sequence": "80 " * (size // 3), "tags": "81 d863 80 " * (size // 11)}
    browser.open()
    for name, text in texts.items():
        start = time.monotonic()
        browser.type(text)
        browser.run("return document.body.offsetHeight")  # laid out
        seconds = time.monotonic() - start
        elements = browser.run("return document.querySelectorAll('*').length")
        assert "… -" not in browser.run("return document.body.textContent"), f"{name}: more than all is shown"
        assert elements < 6000, f"{name}: {elements} elements"
        assert seconds < 15, f"{name}: {seconds:.1f} s"
        answer = browser.read()
        assert (answer["error"] is None) == (name not in ("dots", "open arrays", "bad")), f"{name}: {answer['error']}"
        assert len(browser.driver.current_url) < 100000, "a megabyte in the address"
    browser.run("document.getElementById('input-clear').click()")
    equal("80", browser.read()["cbor"])


def after_a_long_paste(browser):
    """The field can be edited: what is pasted or typed is read in the place of the long text. So too the base's."""
    for field, result in (("input", "cbor"), ("base", "target")):
        browser.open(**{"in": "coap://h/b" if field == "input" else "b"})
        for text in ("coap://h/b", "coap://h/b\n"):
            browser.type("coap://h/" + "a" * 30000, field)
            note = browser.run("return document.getElementById(arguments[0] + '-long').textContent", field)
            assert note.startswith("30,009 characters that begin with coap://h/aaa"), note
            equal([False, True], browser.run("const field = document.getElementById(arguments[0]); return [field.readOnly, !field.disabled]", field))
            browser.command("Input.insertText", text=text)  # nothing is selected before
            equal("8320816168816162", browser.read()[result])
            equal(["", True], browser.run("return [document.getElementById(arguments[0] + '-long').textContent, document.getElementById(arguments[0] + '-clear').hidden]", field))
        browser.type("coap://h/" + "a" * 30000, field)
        browser.keys("/", "b")
        equal("/b", browser.run("return document.getElementById(arguments[0]).value", field))
    browser.open(**{"in": "/"})
    browser.type("/" + "a" * 19999)
    browser.run("const field = document.getElementById('input'); field.setSelectionRange(field.value.length, field.value.length)")
    browser.keys("b", "c")
    equal(20002, browser.run("return document.getElementById('input').value.length"))


# Has the page read texts, one after the other before the one before is answered. Measures its longest pause and the time of all.
PASTED = f"""
const field = document.getElementById('input'), paste = (text) => field.dispatchEvent(new InputEvent('beforeinput', {{data: text, cancelable: true, inputType: 'insertFromPaste'}}));
let pause = 0, said = '', last = performance.now();
const start = last;
for (const [text, times] of arguments[0]) {{
    const long = text.repeat(times);
    last = performance.now();
    if (long.length > 20000) paste(long);
    else (field.value = long), field.dispatchEvent(new Event('input'));
    do {{
        await new Promise((resolve) => setTimeout(resolve, 5));
        pause = Math.max(pause, performance.now() - last);
        last = performance.now();
        if (document.getElementById('results').getAttribute('aria-busy') === 'true') said = document.getElementById('verdict').textContent;
    }} while (text === arguments[0].at(-1)[0] && !({READY}));
}}
return [pause, performance.now() - start, said];
"""


def megabytes_at_work(browser):
    """While seven megabytes are read, the page pauses for moments only. A change ends the work."""
    browser.open()
    times, texts = {}, {"segments": "/a", "triplets": "%41%ff", "letters": "ä"}
    for name, text in texts.items():
        pause, times[name], said = browser.run(PASTED, [[text, 7000000 // len(text)]])
        assert pause < max(250, times[name] / 4), f"{name}: a pause of {pause:.0f} ms"
        assert times[name] < 600 or said == "Reading…", f"{name}: {times[name]:.0f} ms, and {said!r}"
    slowest = max(times, key=times.get)
    text = texts[slowest]
    _, total, _ = browser.run(PASTED, [[text, 7000000 // len(text)], ["coap://h", 1]])
    equal("8220816168", browser.read()["cbor"])
    assert total < times[slowest] / 2, f"the text after it was read after {total:.0f} ms; it alone takes {times[slowest]:.0f}"
    equal("false", browser.run("return document.getElementById('results').getAttribute('aria-busy')"))


TESTS = [bad_input, revisions, unseen_characters, line_ends, detection, refused_place, documents, read_as_documents, megabyte, after_a_long_paste, megabytes_at_work]
