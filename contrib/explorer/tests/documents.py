# SPDX-License-Identifier: MIT OR Apache-2.0
"""Tests of documents, which the page shows as trees of their CRIs, and of the ways to read bytes."""
from browser import BASE, END_KEY, ENTER, equal

# Documents: a text; the shape that is detected; the entries, which have a place, "cri" or an error with its offset, a
# text, and attributes or methods; and the error at the end.
DOCUMENTS = {
    "83 8220816168 82008161 61 832081616881622e2e": (
        "array", [("[0]", "cri", "coap://h"), ("[1]", "cri", '[0, ["a"]]'), ("[2]", "dot_segment@17", "")], None,
    ),
    "82 832081616881622e2e 8101": ("array", [("[0]", "dot_segment@7", ""), ("[1]", "cri", "[1]")], None),
    "9f 8220816168 20 ff": ("array", [("[0]", "cri", "coap://h"), ("[1]", "structure@6", "")], None),
    "83 8220816168 8101": ("array", [("[0]", "cri", "coap://h"), ("[1]", "cri", "[1]")], "truncated@8"),
    "8220816168 00 8101": (
        "sequence", [("[0]", "cri", "coap://h"), ("[1]", "structure@5", ""), ("[2]", "cri", "[1]")], None,
    ),
    "8220816168 8101 83": ("sequence", [("[0]", "cri", "coap://h"), ("[1]", "cri", "[1]")], "truncated@7"),
    "a36468726566d8638220816168 01 82d8638101d863820181622e2e 20 d86380": (
        "tagged",
        [('"href"', "cri", "coap://h"), ("[0]", "cri", "[1]"), ("[1]", "dot_segment@24", ""), ("-1", "cri", "")], None,
    ),
    "82 a14101d8638101 d863832081616882d86381016161": (
        "tagged", [("h'01'", "cri", "[1]"), ("[1]", "feature@16", ""), ("[0]", "cri", "[1]")], None,
    ),
    "a1 01 82 d863 a1 01 d8638101 d8638102": (
        "tagged", [("[0]", "structure@5", ""), ("1", "cri", "[1]"), ("[1]", "cri", "[2]")], None,
    ),
    "a2 01 d8638101 02 d8638201": ("tagged", [("1", "cri", "[1]"), ("2", "truncated@11", "")], "truncated@11"),
    "82 828181616105 8281801b0000000100000002": (
        "aif",
        [("[0]", "cri", "/a", "GET", "PUT"), ("[1]", "cri", "[true, []]", "POST", "GET if created by the subject")],
        None,
    ),
    "Vähän <coap://h/\n a> and coap://h:x/ or coap://h/b.": (
        "prose", [("byte 9", "cri", "coap://h/a"), ("byte 42", "cri", "coap://h/b")], None,
    ),
    '</temp>;rt="temperature core.s";ct=40,</l ed>;x,abc,<coap://h/%zz>,</b>;obs': (
        "links",
        [
            ("[0]", "cri", "/temp", "rt=temperature core.s", "ct=40"), ("[1]", "uri_syntax@41", ""),
            ("[2]", "syntax@48", ""), ("[3]", "uri_syntax@62", ""), ("[4]", "cri", "/b", "obs"),
        ],
        None,
    ),
    '</a>,</b>;x="': ("links", [("[0]", "cri", "/a"), ("[1]", "truncated@13", "")], None),
}


def documents(browser):
    """Each kind of document is a tree of CRIs and errors. The chosen entry is shown below, and is in the address."""
    browser.open()
    for text, (shape, entries, end) in DOCUMENTS.items():
        answer, = browser.answers([{"rev": "27", "input": text}])
        found = [
            (
                entry["place"], entry["what"] + (f"@{entry['offset']}" if entry["offset"] else ""), entry["text"],
                *entry["details"],
            )
            for entry in answer["entries"]
        ]
        equal((text, shape, entries, end), (text, answer["shape"], found, answer["end"]))
        for number, entry in enumerate(answer["entries"]):
            chosen = browser.choose(number)
            equal(
                (text, number, [number]),
                (text, number, [i for i, other in enumerate(chosen["entries"]) if other["chosen"]]),
            )
            equal((text, number, entry["what"]), (text, number, chosen["error"] or "cri"))
            assert entry["what"] != "cri" or entry["text"] in (chosen["uri"], chosen["edn"]), (
                f"{text}: {entry} is not shown: {chosen}"
            )
    # An error is marked in the bytes of the entry, or in the text.
    browser.answers([{"rev": "27", "input": list(DOCUMENTS)[0]}])
    equal(("dot_segment", "6"), tuple(browser.choose(2)[key] for key in ("error", "offset")))
    equal("62 2e 2e", browser.run("return document.querySelector('.strip .wrong').textContent"))
    browser.answers([{"rev": "27", "input": list(DOCUMENTS)[-2]}])
    for number, fault in ((1, "␣"), (2, "a"), (3, "%zz")):
        browser.choose(number)
        equal((number, fault), (number, browser.run("return document.querySelector('#verdict mark').firstChild.data")))
    # End moves to the last entry, and Enter chooses it. The focus stays there. The tree is one stop of the Tab key.
    browser.run("document.querySelector('.entry').focus()")
    browser.keys(END_KEY, ENTER)
    equal("/b", browser.read()["uri"])
    equal(
        ["4", 1],
        browser.run(
            "return [document.activeElement.dataset.entry, document.querySelectorAll('.tree [tabindex=\"0\"]').length]"
        ),
    )
    browser.wait("return location.hash.includes('entry=4')")
    address = browser.driver.current_url
    browser.open()
    browser.driver.get(address)
    browser.settle()
    equal(
        ("/b", "4"),
        (browser.read()["uri"], browser.run("return document.querySelector('.tree [tabindex=\"0\"]').dataset.entry")),
    )
    browser.wait(
        "return document.getElementById('announcement').textContent === 'Link format: 5 entries, 3 refused. Entry 5 "
        "of 5 of the document. CRI reference: 5 bytes, canonical, normal'"
    )
    browser.type("coap://other", "base")
    equal("coap://other/b", browser.read()["targetUri"])
    browser.type("</c>,</d>,</e>,</f>,</g>")
    equal(("/c", True), (browser.read()["uri"], browser.read()["entries"][0]["chosen"]))


def read_as_documents(browser):
    """One CRI is no document, even if it is malformed. The user can choose another way to read bytes. If the document
    then has no entry, the page shows the reason."""
    browser.open()
    ones = [
        "8220816168", "8220816168 00", "832081676578616d706c6582612e6161", "80", "00", "8201", "d8638101",
        "d863832081616881622e2e", "81 828181616105 00", "9f",
    ]
    for text, answer in zip(ones, browser.answers([{"rev": "27", "as": "hex", "input": text} for text in ones])):
        equal((text, None, []), (text, answer["shape"], answer["entries"]))
    for shape, text, entries, error, end in (
        ("array", "a0", 0, "structure", "structure@0"), ("array", "80", 0, "no_entry", None),
        ("sequence", "", 0, "no_entry", None), ("tagged", "80", 0, "no_entry", None),
        ("aif", "82 828181616105 00", 2, None, None), ("cri", "81 80", 0, "structure", None),
        ("sequence", "8101", 1, None, None),
    ):
        answer, = browser.answers([{"rev": "27", "as": "hex", "shape": shape, "input": text}])
        equal((shape, text, entries, error, end), (shape, text, len(answer["entries"]), answer["error"], answer["end"]))
    browser.answers([{"rev": "27", "as": "hex", "shape": "aif", "input": "82 828181616105 00"}])
    said = browser.run("return document.getElementById('document').textContent")
    assert "The information is refused as a whole" in said
    answer, = browser.answers([{"rev": "13", "as": "hex", "shape": "tagged", "input": "d86380"}])
    equal("revision@0", answer["end"])
    answer, = browser.answers([{"rev": "27", "input": "<a>", "base": "<a>"}])
    equal(
        ("a", "uri_syntax"),
        (
            answer["uri"],
            browser.run(
                "return document.getElementById('base-verdict').textContent.includes('not a URI reference') && "
                "'uri_syntax'"
            ),
        ),
    )
    answer, = browser.answers([{"rev": "27", "as": "links", "input": "", "base": BASE}])
    equal("no_entry", answer["error"])
    answer, = browser.answers([{"rev": "27", "input": '<a\u202e>;x="\u202e"'}])
    assert "\u202e" not in browser.run("return document.getElementById('document').textContent"), (
        "U+202E itself is shown"
    )
    answer, = browser.answers([{"rev": "27", "input": ",".join(["<a>"] * 300)}])
    equal(
        (200, "… 100 more entries"),
        (len(answer["entries"]), browser.run("return document.querySelector('#document .more').textContent")),
    )


TESTS = [documents, read_as_documents]
