# SPDX-License-Identifier: MIT OR Apache-2.0
"""Tests of the views: bytes, sizes, resolution, marks, copies, examples."""
from browser import BASE, DOWN, END_KEY, ENTER, HOME, LEFT, RIGHT, equal

REFERENCE = "../hallway/lamp?on=1"

# States of the page, for the tests that look at all its views.
VIEWS = [
    {"in": REFERENCE, "base": BASE},
    {"in": "coap://[2001:db8::1]:61616/a%2Fb/%ff?unit=lm#now"},
    {"in": "832081676578616d706c6582612e6161"},
    {"in": "coap://exa mple/", "base": "relative"},
    {"in": "[-1, null, [\"\\u202e\"]]"},
    {"in": "82,20,8x", "base": "coap://h/%zz"},
    {"in": "a2 64 68726566 d863 82 20 81 6168 01 82 d8638101 d863820181622e2e", "entry": "2"},
    {"in": '</temp>;rt="temperature core.s";ct=40,</l ed>;x,</b>'},
    {"in": "48457d34 0102030405060708 c128 e2ff00 ff" + '</temp>;rt="t",</l ed>'.encode().hex()},
]


def bytes_drawn(browser):
    """Every byte is in a frame with the name of its section, and in a row with its meaning."""
    cbor = "d86385" "23" "84f4617544c00002011920fb" "82616182613a4125" "816171" "6166"
    browser.open(**{"in": cbor, "as": "hex"})
    equal(None, browser.read()["error"])
    equal(
        [
            ["array", "d86385"], ["scheme", "23"], ["authority", "84"], ["userinfo", "f46175"], ["host", "44c0000201"],
            ["port", "1920fb"], ["path", "82616182613a4125"], ["query", "816171"], ["fragment", "6166"],
        ],
        browser.run("""
        return [...document.querySelectorAll('.frame')].map((frame) => [
            frame.querySelector('.caption').textContent,
            frame.querySelector('code').textContent.replaceAll(' ', '')])"""),
    )
    equal(
        [
            ["0–1", "tag 99"], ["2", "CRI, 5 sections"], ["3", "scheme -4: https"], ["4", "authority, 4 items"],
            ["5", "user information follows"], ["6–7", 'user information "u"'], ["8–12", "host address 192.0.2.1"],
            ["13–15", "port 8443"], ["16", "path, 2 segments"],
        ],
        browser.run("""
        return [...document.querySelectorAll('.items tbody tr')].slice(0, 9).map((row) => [
            row.querySelector('.range').textContent, row.querySelector('.note').textContent])"""),
    )


def sizes_shown(browser):
    """The sizes of the sections add up to the lengths of URI and CRI."""
    for text in ("coap://h:61616/a/b?q&r#f", "a:b", "?q", "", "//u@[::1]/x%2Fy"):
        browser.open(**{"in": text})
        columns = browser.run("""
            const all = (selector) => [...document.querySelectorAll(selector)];
            const add = (n) => (total, row) => total + Number(row.cells[n].textContent);
            const sum = (n) => all('#sizes tbody tr').reduce(add(n), 0);
            return [sum(1), sum(2), ...all('#sizes .total').map((total) => parseInt(total.textContent))]""")
        answer = browser.read()
        equal([len(answer["uri"]), len(answer["cbor"]) // 2] * 2, columns)
    browser.open(**{"in": "coap://h:61616/a/b?q&r#f"})
    equal(
        ["scheme 5 1", "authority 9 6", "path 4 5", "query 4 5", "fragment 2 2", "CBOR array 0 1"],
        browser.run(
            "return [...document.querySelectorAll('#sizes tbody tr')].map((row) => [...row.cells].map((cell) => "
            "cell.textContent).join(' '))"
        ),
    )


def resolution_drawn(browser):
    """Each step of the resolution shows the parts that are kept, discarded and appended."""
    browser.open(**VIEWS[0])
    steps = browser.run(
        "return [...document.querySelectorAll('.step')].map((step) => [...step.querySelectorAll('.chip')].map((chip) "
        "=> chip.textContent))"
    )
    equal([
        ["=coap, kept", "=[2001:db8::1], kept"],
        ["=floors, kept", "=2, kept", "=rooms, kept", "−kitchen, discarded", "−light, discarded"],
        ["=floors, kept", "=2, kept", "=rooms, kept", "+hallway, appended", "+lamp, appended"],
        ["−unit=lm, discarded", "+on=1, appended"],
        ["−now, discarded"],
    ], steps)
    equal("coap://[2001:db8::1]/floors/2/rooms/hallway/lamp?on=1", browser.read()["targetUri"])


# A script that returns the marked elements of each view: the number of an item, and the narrowest part of any other
# element.
MARKED = """
const found = {bytes: [], forms: [], components: [], sizes: []};
for (const e of document.querySelectorAll('.marked')) {
    const view = e.closest('#bytes, #forms, #components, #sizes').id;
    const text = e.dataset.item ?? e.dataset.mark.split(' ')[0];
    if (!found[view].includes(text)) found[view].push(text);
}
return ['bytes', 'forms', 'components', 'sizes'].map((view) => found[view].sort().join(' '));
"""

# Elements of each view and kind, by selector, with the elements that are marked if the pointer is on them.
PATH = ["5 6 7 8 path", "path path.0 path.1", "path path.0 path.1", "path"]
SEGMENT = ["7 8", "path.1", "path.1", ""]
PARTS = {
    ".strip .path .caption": PATH,
    ".component.path dt": PATH,
    "#sizes tr.path": PATH,
    ".items tr:nth-child(6)": ["5 path", *PATH[1:]],
    ".component.path .chip:nth-child(2)": SEGMENT,
    ".uri .path span:nth-child(2)": SEGMENT,
    ".strip [data-item='8']": ["8", *SEGMENT[1:]],
    ".items tr:nth-child(9)": ["8", *SEGMENT[1:]],
    ".component.port": ["4 port", "port", "port", ""],
    ".uri .port": ["4 port", "port", "port", ""],
    ".strip .port .caption": ["4 port", "port", "port", ""],
    ".uri .authority": ["2 3 4 authority host port", "authority host port", "host port", "authority"],
    ".strip .whole .caption": ["0 whole", "", "", "whole"],
    ".uri .query": ["10", "query.0", "query.0", ""],
}


def marked_together(browser):
    """If one element of a part has the pointer or the focus, all elements of the part are marked. Nothing moves, and
    screen readers announce nothing."""
    browser.open(**VIEWS[1])
    layout = """
        const size = ({width, height}) => [width, height];
        return [...document.querySelectorAll('#results *')].map((e) => size(e.getBoundingClientRect())).join()"""
    before, said = browser.run(layout), "return document.getElementById('announcement').textContent"
    browser.wait("return document.getElementById('announcement').textContent !== ''")
    heard = browser.run(said)
    for selector, wanted in PARTS.items():
        browser.point(selector)
        equal((selector, [" ".join(sorted(text.split())) for text in wanted]), (selector, browser.run(MARKED)))
        equal((selector, before), (selector, browser.run(layout)))
    browser.point("h1")
    equal([""] * 4, browser.run(MARKED))
    # Each view is one stop of the Tab key, and arrow keys move in it. Pointing at an element marks its part instead of
    # the focused one.
    for first, keys, wanted in (
        (".strip .frame", [DOWN] * 5, PATH), (".items tbody tr", [DOWN] * 8, PARTS[".items tr:nth-child(9)"]),
        (".uri [role=listitem]", [RIGHT] * 4, PATH), (".uri [role=listitem]", [DOWN, END_KEY, LEFT, LEFT], PATH),
        (".component", [DOWN] * 3, PATH),
    ):
        browser.run("document.querySelector(arguments[0]).focus()", first)
        browser.keys(*keys)
        equal((first, wanted), (first, browser.run(MARKED)))
        equal(
            1,
            browser.run(
                "return document.activeElement.parentElement.closest('ol, dl, table, "
                "code').querySelectorAll('[tabindex=\"0\"]').length"
            ),
        )
        browser.point(".component.port")
        equal((first, PARTS[".component.port"]), (first, browser.run(MARKED)))
        browser.keys(END_KEY, HOME, *keys)
        equal((first, wanted), (first, browser.run(MARKED)))  # the focus moved last, and the pointer rests
        browser.point(".component.path dt")
        equal((first, PATH), (first, browser.run(MARKED)))
        browser.point("h1")
        equal((first, wanted), (first, browser.run(MARKED)))
        browser.run("document.activeElement.blur()")
        equal((first, [""] * 4), (first, browser.run(MARKED)))
    equal(heard, browser.run(said))
    # The text of each part of a URI, of a reference that discards segments, and of a long URI.
    pieces = """
        const textOf = (e) => e.children.length ? [...e.children].map((c) => c.textContent).join(' ') : e.textContent;
        return [...document.querySelectorAll('.uri [role=listitem]')].map((e) => e.className + ' ' + textOf(e))"""
    for text, revision, wanted in (
        (REFERENCE, 27, ["discard ../", "path hallway /lamp", "query ?on=1"]),
        ("a:b", 27, ["scheme a:", "path b"]),
        ("/a//", 27, ["discard /", "path a / /"]),
        (
            "//u@[fe80::1%25e]/?#", 13,
            ["authority //", "userinfo u@", "host [fe80::1", "zone %25e]", "path /", "query ?", "fragment #"],
        ),
        ("coap://h/" + "a/" * 1000, 27, ["scheme coap:", "authority //", "host h", "path /" + ("a/" * 1000)[:631]]),
    ):
        browser.open(**{"in": text, "rev": revision})
        equal((text[:40], wanted), (text[:40], browser.run(pieces)))


def long_copied(browser):
    """The page shows only the start of a long form, but copies the whole form."""
    browser.open()
    browser.answers([{"rev": "27", "input": "coap://h/" + "a" * 10000}])
    copied = browser.run("""
        return new Promise((copied) => {
            Object.defineProperty(navigator, 'clipboard', {value: {writeText: async (text) => copied(text)}});
            document.querySelector('#forms [data-form=uri] .copy').click();
        })""")
    equal("coap://h/" + "a" * 10000, copied)


# The examples, by section, and the result on the page: the CBOR or the error, or a list of the entries of a document.
H, LAMP, ROOMS = "8220816168", "820181646c616d70", "82f58165726f6f6d73"
EXAMPLES = {
    "The cost of text": {
        "an address": "8320825020010db885a313198a2e03707334061a19f0b0816474656d70",
        "a name": "8320826673656e736f72676578616d706c65816474656d70",
        "letters beyond ASCII": "832382686578c3a46d706c6563636f6d826672c3a4756d65666bc3bc636865",
        "no authority": "8324f5816d696574663a7266633a37323532",
        "a scheme by name": "83696d792d736368656d65816168816161",
    },
    "References": {
        "nothing": "80", "a fragment": "8400f6f663746f70", "a neighbour": LAMP,
        "further up": "8302826768616c6c776179646c616d7081646f6e3d31", "from the root": ROOMS,
        "another host": "83f681656f74686572816161", "below the base": "820081646d6f7265",
    },
    "Percent-encoding": {
        "a slash in a segment": "83238165616c6963658168332f342d696e6368",
        "an escape without need": "83208161688162617e",
        "an escape that counts": "8325f581836b7765623a616c6963653a37413a67312d62616c756e",
        "octets that are not text": "8320816168818142fffe", "PET without need": "!pet",
    },
    "Documents": {
        "an array": [H, LAMP, ROOMS], "a sequence": [H, LAMP, ROOMS], "tags in a map": [LAMP, "8102", "80"],
        "link format": ["82f5816474656d70", "82f581636c6564"], "authorization": ["82f5816474656d70", "82f581636c6564"],
        "a bad item": [H, "!dot_segment", "8101"],
    },
    "Hostile input": {
        "dot segments": "!dot_segment", "a length past the end": "!truncated", "a huge count": "!truncated",
        "deep nesting": "!limit", "hidden characters": "8320816168816761e280ae747874",
        "another host in front": "832384f46c62616e6b2e6578616d706c65646576696c676578616d706c6581656c6f67696e",
    },
}


def examples(browser):
    """Each section and each example has a sentence. Only one section is open. An example has its result even if the
    user has chosen another way to read the input."""
    browser.open(rev="13")
    sections = browser.run(
        "return [...document.querySelectorAll('.examples details')].map((e) => [e.firstChild.textContent, "
        "[...e.querySelectorAll('button')].map((b) => b.textContent)])"
    )
    equal([[title, list(rows)] for title, rows in EXAMPLES.items()], sections)
    equal(
        [],
        browser.run(
            "return [...document.querySelectorAll('.examples li > span, .examples details > p')].filter((e) => "
            "!/^[A-Z].*[.]$/.test(e.textContent)).map((e) => e.textContent)"
        ),
    )
    for number, rows in enumerate(EXAMPLES.values()):
        browser.run("document.querySelectorAll('.examples summary')[arguments[0]].focus()", number)
        browser.keys(ENTER)
        browser.wait(
            "return [...document.querySelectorAll('.examples details')].every((e, index) => e.open === (index === "
            f"{number}))"
        )
        browser.run(
            "for (const [name, value] of [['as', 'base64'], ['shape', 'cri']]) { const menu = "
            "document.getElementById(name); menu.value = value; menu.dispatchEvent(new Event('change')); }"
        )
        for name, wanted in rows.items():
            browser.run("document.querySelector(`[data-example='${arguments[0]}']`).click()", name)
            answers = [browser.read()]
            answers += [browser.choose(entry) for entry in range(1, len(answers[0]["entries"]))]
            found = [f"!{answer['error']}" if answer["error"] else answer["cbor"] for answer in answers]
            equal((name, wanted if isinstance(wanted, list) else [wanted]), (name, found))
            equal(
                (name, "coap://[2001:db8::1]/.well-known/core" if name == "link format" else BASE),
                (name, browser.run("return document.getElementById('base').value")),
            )
    equal("27", browser.run("return document.querySelector('input[name=revision]:checked').value"))


TESTS = [bytes_drawn, sizes_shown, resolution_drawn, marked_together, long_copied, examples]
