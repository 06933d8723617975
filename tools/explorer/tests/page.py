# SPDX-License-Identifier: MIT OR Apache-2.0
"""The page itself: bad input, a lot of input, keyboard, accessibility, phones, links."""
import json
import pathlib
import time

from browser import ROOT

AXE = ROOT / "target/tools/explorer/node_modules/axe-core/axe.min.js"
REFERENCE = "../hallway/lamp?on=1"
BASE = "coap://[2001:db8::1]/floors/2/rooms/kitchen/light?unit=lm#now"
TAB, DOWN, END_KEY, SPACE, RIGHT = "\ue004", "\ue015", "\ue010", " ", "\ue014"

# What the page shows in each state that is looked at.
VIEWS = [
    {"in": REFERENCE, "base": BASE},
    {"in": "coap://[2001:db8::1]:61616/a%2Fb/%ff?unit=lm#now"},
    {"in": "832081676578616d706c6582612e6161"},
    {"in": "coap://exa mple/", "base": "relative"},
    {"in": "[-1, null, [\"\\u202e\"]]"},
]


def equal(wanted, found):
    assert wanted == found, f"wanted {wanted!r}, got {found!r}"


# ---- input --------------------------------------------------------------------------------------------------------


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
    """Controls and bidirectional formats are shown as their numbers, and do not act."""
    browser.open(**{"in": "[-1, [\"h\"], [\"a\\u202eb\\u0007\"]]"})
    text = browser.run("return document.getElementById('results').textContent")
    assert "\\u202e" in text and "\u202e" not in text and "\x07" not in text, text


def detection(browser):
    browser.open()
    kinds = {"coap://h": "URI", "beef": "URI", "": "URI", "https://exämple.com": "IRI", "[0]": "diagnostic notation", "cri'a'": "diagnostic notation",
             "99([])": "diagnostic notation", "80": "hex", "82 20 81 61 68": "hex", "0x80": "hex", "D86380": "hex", "a8": "URI", "808": "URI"}
    for (text, kind), answer in zip(kinds.items(), browser.answers([{"rev": "27", "input": text} for text in kinds])):
        equal((text, kind), (text, answer["detected"]))


def refused_place(browser):
    """The character at fault is marked in a text, the item in bytes."""
    browser.open(**{"in": "coap://exämple.com/a b"})
    equal("␣", browser.run("return document.querySelector('mark').firstChild.data"))
    equal("21", browser.read()["offset"])
    browser.type("832081676578616d706c6582612e6161")
    equal("61 2e", browser.run("return document.querySelector('.strip .wrong').textContent"))
    equal("true", browser.run("return document.getElementById('input').getAttribute('aria-invalid')"))
    browser.wait("return document.getElementById('announcement').textContent.startsWith('Refused at byte 12, path')")
    browser.type("8320")
    assert browser.run("return document.querySelector('.strip .missing') !== null"), "no mark where bytes are missing"


def bytes_drawn(browser):
    """Every byte is in a frame with the name of its section, and in a row with its meaning."""
    cbor = "d86385" "23" "84f4617544c00002011920fb" "82616182613a4125" "816171" "6166"
    browser.open(**{"in": cbor, "as": "hex"})
    equal(None, browser.read()["error"])
    equal([["array", "d86385"], ["scheme", "23"], ["authority", "84"], ["userinfo", "f46175"], ["host", "44c0000201"], ["port", "1920fb"],
           ["path", "82616182613a4125"], ["query", "816171"], ["fragment", "6166"]], browser.run("""
        return [...document.querySelectorAll('.frame')].map((frame) => [frame.querySelector('.caption').textContent, frame.querySelector('code').textContent.replaceAll(' ', '')])"""))
    equal([["0–1", "tag 99"], ["2", "CRI, 5 sections"], ["3", "scheme -4: https"], ["4", "authority, 4 items"], ["5", "user information follows"],
           ["6–7", 'user information "u"'], ["8–12", "host address 192.0.2.1"], ["13–15", "port 8443"], ["16", "path, 2 segments"]], browser.run("""
        return [...document.querySelectorAll('.items tbody tr')].slice(0, 9).map((row) => [row.querySelector('.range').textContent, row.querySelector('.note').textContent])"""))


def sizes_shown(browser):
    """The sections add up to the lengths of URI and CRI."""
    for text in ("coap://h:61616/a/b?q&r#f", "a:b", "?q", "", "//u@[::1]/x%2Fy"):
        browser.open(**{"in": text})
        columns = browser.run("""
            const sum = (n) => [...document.querySelectorAll('#sizes tbody tr')].reduce((total, row) => total + Number(row.cells[n].textContent), 0);
            return [sum(1), sum(2), ...[...document.querySelectorAll('#sizes .total')].map((total) => parseInt(total.textContent))]""")
        answer = browser.read()
        equal([len(answer["uri"]), len(answer["cbor"]) // 2] * 2, columns)
    browser.open(**{"in": "coap://h:61616/a/b?q&r#f"})
    equal(["scheme 5 1", "authority 9 6", "path 4 5", "query 4 5", "fragment 2 2", "CBOR array 0 1"],
          browser.run("return [...document.querySelectorAll('#sizes tbody tr')].map((row) => [...row.cells].map((cell) => cell.textContent).join(' '))"))


def resolution_drawn(browser):
    """What is kept, discarded and appended, in each step."""
    browser.open(**VIEWS[0])
    steps = browser.run("return [...document.querySelectorAll('.step')].map((step) => [...step.querySelectorAll('.chip')].map((chip) => chip.textContent))")
    equal([
        ["=coap, kept", "=[2001:db8::1], kept"],
        ["=floors, kept", "=2, kept", "=rooms, kept", "−kitchen, discarded", "−light, discarded"],
        ["=floors, kept", "=2, kept", "=rooms, kept", "+hallway, appended", "+lamp, appended"],
        ["−unit=lm, discarded", "+on=1, appended"],
        ["−now, discarded"],
    ], steps)
    equal("coap://[2001:db8::1]/floors/2/rooms/hallway/lamp?on=1", browser.read()["targetUri"])


def megabyte(browser):
    """A megabyte of each kind, pasted: answered, in a page of bounded size. The limit of time allows for a busy machine."""
    size = 1 << 20
    texts = {"URI": "coap://h/" + "a" * size, "segments": "/".join(["coap://h"] + ["a"] * (size // 2)), "dots": "../" * (size // 3), "open arrays": "9f" * (size // 2),
             "notation": "[-1, [\"h\"], [" + "\"a\", " * (size // 5) + "]]", "bad": "%" * size, "IRI": "coap://h/" + "ä" * (size // 2)}
    browser.open()
    for name, text in texts.items():
        start = time.monotonic()
        browser.type(text)
        browser.wait("return document.getElementById('input-clear').hidden === false && document.getElementById('input').value === ''", 20)
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
    equal("", browser.run("return document.getElementById('input').value"))


def long_copied(browser):
    """Of a long form the page shows the start and copies all."""
    browser.open()
    browser.answers([{"rev": "27", "input": "coap://h/" + "a" * 10000}])
    copied = browser.run("""
        return new Promise((copied) => {
            Object.defineProperty(navigator, 'clipboard', {value: {writeText: async (text) => copied(text)}});
            document.querySelector('#forms [data-form=uri] .copy').click();
        })""")
    equal("coap://h/" + "a" * 10000, copied)


# ---- the page -----------------------------------------------------------------------------------------------------


def linked(browser):
    """A view is in the address, and comes back from it."""
    browser.open()
    browser.type("/a?ü&b=1+2")
    browser.type("coap://other", "base")
    browser.run("document.querySelector('input[name=revision][value=\"13\"]').click(); document.querySelector('input[name=as][value=iri]').click()")
    browser.wait("return location.hash.includes('rev=13') && location.hash.includes('as=iri')")
    address = browser.driver.current_url
    before = browser.read()
    browser.driver.get("about:blank")
    browser.driver.get(address)
    browser.wait("return document.documentElement.dataset.ready !== undefined")
    equal(before, browser.read())
    equal(["/a?ü&b=1+2", "coap://other"], browser.run("return ['input', 'base'].map((id) => document.getElementById(id).value)"))


def keyboard(browser):
    """The page is used without a pointer: choices, fields, rows of the table, copying."""
    browser.open(**VIEWS[0])
    order = []
    for _ in range(40):
        browser.keys(TAB)
        order.append(browser.focused())
        visible = browser.run("""const e = document.activeElement, s = getComputedStyle(e.matches('.choice input') ? e.nextElementSibling : e);
            return s.outlineStyle !== 'none' && parseFloat(s.outlineWidth) >= 2""")
        assert visible, f"the focus is not seen on {order[-1]}"
        if order[-1] == "base":
            break
    for wanted in ("Skip to the results", "revision", "theme", "link", "input", "as-detect", "base"):
        assert wanted in order, f"{wanted} is not reached: {order}"
    browser.run("document.getElementById('input').focus()")
    browser.select_all()
    browser.keys("80")
    equal("80", browser.read()["cbor"])
    browser.run("document.querySelector('.skip').focus()")
    browser.keys("\ue007")  # Enter
    browser.keys(TAB)
    equal(True, browser.run("return document.getElementById('results').contains(document.activeElement)"))
    equal("80", browser.read()["cbor"])
    browser.run("document.querySelector('input[name=revision]:checked').focus()")
    browser.keys("\ue012")  # Left: revision 13
    equal("13", browser.run("return document.querySelector('input[name=revision]:checked').value"))
    browser.type("coap://h/a/b")
    browser.run("document.querySelector('.items tbody tr').focus()")
    browser.keys(DOWN, DOWN)
    equal("2", browser.run("return document.querySelector('.strip .marked').dataset.item"))
    browser.keys(END_KEY)
    equal(True, browser.run("return document.activeElement === document.querySelector('.items tbody tr:last-child')"))
    equal(1, browser.run("return document.querySelectorAll('.items tr[tabindex=\"0\"]').length"))


def accessible(browser):
    """axe-core finds nothing, in any view, width and theme."""
    if not AXE.is_file():
        return "axe-core is not in target/tools/explorer (script/bootstrap --explorer)"
    source = AXE.read_text()
    for theme, width, views in (("light", 1200, VIEWS[:3]), ("dark", 1200, VIEWS[1:3]), ("dark", 360, VIEWS[3:4])):
        browser.resize(width, 900, theme, width < 600)
        for view in views:
            browser.open(**view)
            browser.run(source + "; window.axe = axe;")
            found = browser.driver.execute_async_script("""
                const done = arguments[arguments.length - 1];
                axe.run(document, {resultTypes: ['violations']}).then((result) => done(result.violations.map((v) =>
                    `${v.id}: ${v.nodes.slice(0, 3).map((n) => n.html.slice(0, 120)).join(' | ')}`)), (error) => done([String(error)]));""")
            assert not found, f"{theme}, {width}, {view['in']}: " + "; ".join(found)
    browser.resize(1200, 900)
    return None


def tree(browser):
    """What a screen reader gets: landmarks, headings, names of fields."""
    browser.open(**VIEWS[0])
    nodes = browser.command("Accessibility.getFullAXTree")["nodes"]
    found = [(node["role"]["value"], node.get("name", {}).get("value", "")) for node in nodes if not node.get("ignored") and "role" in node]
    roles = {role for role, _ in found}
    for role in ("banner", "main", "contentinfo", "heading", "radio", "textbox", "status", "grid", "table"):
        assert role in roles, f"no {role}: {sorted(roles)}"
    for role in ("textbox", "radio", "button", "region", "grid"):
        assert all(name for of, name in found if of == role), f"a {role} without a name"
    for name in ("Bytes", "Components", "Resolution", "CoAP options", "Normal form", "Size", "Forms"):
        assert ("region", name) in found, f"no region {name}"


def narrow(browser):
    """The page does not scroll sideways, at 360 pixels and less."""
    for width in (320, 360):
        browser.resize(width, 740, "light", True)
        for view in VIEWS[:3] + [{"in": "coap://h/" + "a" * 3000}]:
            browser.open(**view)
            wide = browser.run("return document.documentElement.scrollWidth")
            assert wide <= width, f"{wide} pixels at {width}: {view['in'][:60]}"
    browser.resize(1200, 900)


def themes(browser):
    """The switch overrules the system, both ways."""
    colour = "return getComputedStyle(document.body).backgroundColor"
    found = {}
    for system in ("light", "dark"):
        browser.resize(1200, 900, system)
        browser.open()
        for theme in ("auto", "light", "dark"):
            browser.run("document.querySelector(`input[name=theme][value=${arguments[0]}]`).click()", theme)
            found[system, theme] = browser.run(colour)
        browser.run("document.querySelector('input[name=theme][value=auto]').click()")
    browser.resize(1200, 900)
    light, dark = found["light", "light"], found["dark", "dark"]
    assert light != dark
    equal([light, dark, light, dark], [found["light", "auto"], found["dark", "auto"], found["dark", "light"], found["light", "dark"]])


def picture(browser, file):
    """The picture of the README."""
    browser.resize(980, 900)
    browser.open(**{"in": "coap://[2001:db8::1]:61616/rooms/kitchen?unit=lm"})
    bottom = browser.run("return Math.floor(document.querySelector('#components').closest('section').getBoundingClientRect().top + scrollY)")
    pathlib.Path(file).write_bytes(browser.picture(980, bottom))
    browser.resize(1200, 900)


def pictured(browser):
    file = ROOT / "build/explorer/explorer.png"
    picture(browser, file)
    assert file.stat().st_size > 20000, "an empty picture"


def quiet(browser):
    """Nothing was written to the console, and nothing but the page was asked for, in all tests."""
    equal([], browser.complaints())


TESTS = [(function.__name__.replace("_", " "), function) for function in (
    bad_input, revisions, unseen_characters, detection, refused_place, bytes_drawn, sizes_shown, resolution_drawn, megabyte, long_copied, linked, keyboard, accessible, tree, narrow, themes,
    pictured, quiet)]
