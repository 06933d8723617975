# SPDX-License-Identifier: MIT OR Apache-2.0
"""Tests of the page as a whole: keyboard, accessibility, phones, links."""
import http.server
import pathlib
import threading
import time

import clipboard
import documents
import drawn
import large
import texts
from browser import DOWN, END_KEY, ENTER, LEFT, PAGE, ROOT, TAB, equal

AXE = ROOT / "contrib/npm/node_modules/axe-core/axe.min.js"


def to_the_address(browser):
    """A request is sent to the address in the CRI, which needs no option. A name needs Uri-Host."""
    browser.open()
    for text, options, to in (
        ("coap://[2001:db8::1]/a", "b161", "address"), ("coap://192.0.2.1:61616/a", "b161", "address"),
        ("coaps://[::1]", "", "address"),
        ('[-1, [h\'fe800000000000000000000000000001\', "en0", 1], ["a"]]', "b161", "address"),
        ("coap://h/a", "3168" + "8161", "name"), ("coap://h:61616/a", "3168" + "42f0b0" + "4161", "name"),
    ):
        answer, = browser.answers([{"rev": "27", "input": text}])
        equal((text, options), (text, answer["coap"]))
        said = browser.run("return document.getElementById('coap').textContent")
        sentences = {
            "address": "The request is sent to the address and the port in the CRI",
            "name": "The request is sent to an address of the host name",
        }
        equal((text, [to]), (text, [way for way, sentence in sentences.items() if sentence in said]))


def without_scripts(browser):
    """If the browser runs no scripts, the page says that it needs them, and shows nothing else."""
    browser.command("Emulation.setScriptExecutionDisabled", value=True)
    try:
        browser.driver.get("about:blank")
        browser.command("Page.navigate", url=PAGE)
        end, text = time.monotonic() + 10, ""
        while "JavaScript" not in text and time.monotonic() < end:
            nodes = browser.command("Accessibility.getFullAXTree")["nodes"]
            text = " ".join(node.get("name", {}).get("value", "") for node in nodes if not node.get("ignored"))
    finally:
        browser.command("Emulation.setScriptExecutionDisabled", value=False)
    assert "This page needs JavaScript and WebAssembly." in text, text
    assert "Loading" not in text and "Resolution" not in text, text


def linked(browser):
    """The address of the page contains its state. Opening the address restores the state."""
    browser.open()
    browser.type("/a?ü&b=1+2")
    browser.type("coap://other", "base")
    browser.run(
        "document.querySelector('input[name=revision][value=\"13\"]').click(); "
        "for (const [name, value] of [['as', 'iri'], ['shape', 'aif']]) { const menu = document.getElementById(name); "
        "menu.value = value; menu.dispatchEvent(new Event('change')); }"
    )
    browser.wait(
        "return location.hash.includes('rev=13') && location.hash.includes('as=iri') && "
        "location.hash.includes('shape=aif')"
    )
    address = browser.driver.current_url
    before = browser.read()
    browser.driver.get("about:blank")
    browser.driver.get(address)
    browser.wait("return document.documentElement.dataset.ready !== undefined")
    equal(before, browser.read())
    equal("aif", browser.run("return document.getElementById('shape').value"))
    equal(
        ["/a?ü&b=1+2", "coap://other"],
        browser.run("return ['input', 'base'].map((id) => document.getElementById(id).value)"),
    )


def keyboard(browser):
    """The page can be used without a pointer: choices, fields, rows of the table, the link to the results."""
    browser.open(**drawn.VIEWS[0])
    order = []
    for _ in range(40):
        browser.keys(TAB)
        order.append(browser.focused())
        visible = browser.run("""
            const e = document.activeElement;
            const s = getComputedStyle(e.matches('.choice input') ? e.nextElementSibling : e);
            return s.outlineStyle !== 'none' && parseFloat(s.outlineWidth) >= 2""")
        assert visible, f"the focus is not seen on {order[-1]}"
        if order[-1] == "base":
            break
    for wanted in ("Skip to the results", "revision", "theme", "link", "input", "as", "base"):
        assert wanted in order, f"{wanted} is not reached: {order}"
    browser.run("document.getElementById('input').focus()")
    browser.select_all()
    browser.keys("80")
    equal("80", browser.read()["cbor"])
    browser.run("document.querySelector('.skip').focus()")
    browser.keys(ENTER)
    browser.keys(TAB)
    equal(True, browser.run("return document.getElementById('results').contains(document.activeElement)"))
    equal("80", browser.read()["cbor"])
    browser.run("document.querySelector('input[name=revision]:checked').focus()")
    browser.keys(LEFT)  # revision 13
    equal("13", browser.run("return document.querySelector('input[name=revision]:checked').value"))
    browser.type("coap://h/a/b")
    browser.run("document.querySelector('.items tbody tr').focus()")
    browser.keys(DOWN, DOWN)
    equal("2", browser.run("return document.querySelector('.strip .item.marked').dataset.item"))
    browser.keys(END_KEY)
    equal(True, browser.run("return document.activeElement === document.querySelector('.items tbody tr:last-child')"))
    equal(1, browser.run("return document.querySelectorAll('.items tr[tabindex=\"0\"]').length"))


def accessible(browser):
    """axe-core finds no fault in views of several widths and themes."""
    if not AXE.is_file():
        return "axe-core is not in contrib/npm (script/bootstrap all)"
    source = AXE.read_text()
    for theme, width, views in (
        ("light", 1200, drawn.VIEWS[:3] + drawn.VIEWS[6:7]), ("dark", 1200, drawn.VIEWS[1:3]),
        ("light", 360, drawn.VIEWS[5:]),
        ("dark", 360, drawn.VIEWS[3:4] + drawn.VIEWS[5:]),
    ):
        browser.resize(width, 900, theme, width < 600)
        for view in views:
            browser.open(**view)
            browser.run(
                "document.querySelector('.examples details').open = true; for (const e of "
                "document.querySelectorAll('[data-mark]')) e.classList.add('marked')"
            )
            browser.run(source + "; window.axe = axe;")
            found = browser.driver.execute_async_script("""
                const done = arguments[arguments.length - 1];
                axe.run(document, {resultTypes: ['violations']}).then((result) => done(result.violations.map((v) =>
                    `${v.id}: ${v.nodes.slice(0, 3).map((n) => n.html.slice(0, 120)).join(' | ')}`)),
                    (error) => done([String(error)]));""")
            assert not found, f"{theme}, {width}, {view['in']}: " + "; ".join(found)
    browser.resize(1200, 900)
    return None


def tree(browser):
    """Screen readers get landmarks, headings, and names of fields."""
    browser.open(**drawn.VIEWS[0])
    nodes = browser.command("Accessibility.getFullAXTree")["nodes"]
    found = [
        (node["role"]["value"], node.get("name", {}).get("value", ""))
        for node in nodes
        if not node.get("ignored") and "role" in node
    ]
    roles = {role for role, _ in found}
    for role in ("banner", "main", "contentinfo", "heading", "radio", "textbox", "status", "grid", "table"):
        assert role in roles, f"no {role}: {sorted(roles)}"
    for role in ("textbox", "radio", "button", "region", "grid"):
        assert all(name for of, name in found if of == role), f"a {role} without a name"
    for name in ("Bytes", "Components", "Resolution", "CoAP options", "Normal form", "Size", "Forms"):
        assert ("region", name) in found, f"no region {name}"


def narrow(browser):
    """The page does not scroll sideways on screens of 320 and 360 pixels."""
    for width in (320, 360):
        browser.resize(width, 740, "light", True)
        for view in drawn.VIEWS[:3] + drawn.VIEWS[5:] + [{"in": "coap://h/" + "a" * 3000}]:
            browser.open(**view)
            wide = browser.run("return document.documentElement.scrollWidth")
            assert wide <= width, f"{wide} pixels at {width}: {view['in'][:60]}"
            lines = browser.run("""return [...document.querySelectorAll('.choice')].map((choice) =>
                [Math.max(...[...choice.querySelectorAll('label')].map((label) => label.getBoundingClientRect().bottom))
                    - choice.querySelector('label').getBoundingClientRect().top])""")
            assert max(lines)[0] < 30, f"a choice is broken into lines at {width}: {lines}"
    browser.resize(1200, 900)


def themes(browser):
    """The user's choice of a theme overrides the theme of the system."""
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
    equal(
        [light, dark, light, dark],
        [found["light", "auto"], found["dark", "auto"], found["dark", "light"], found["light", "dark"]],
    )


def picture(browser, file):
    """Takes the picture of docs/guide/explorer.md."""
    browser.resize(980, 900)
    browser.open(**{"in": "coap://[2001:db8::1]:61616/rooms/kitchen?unit=lm"})
    bottom = browser.run(
        "return Math.floor(document.querySelector('#components').closest('section').getBoundingClientRect().top + "
        "scrollY)"
    )
    pathlib.Path(file).write_bytes(browser.picture(980, bottom))
    browser.resize(1200, 900)


def pictured(browser):
    file = ROOT / "build/explorer/explorer.png"
    picture(browser, file)
    assert file.stat().st_size > 20000, "an empty picture"


def quiet(browser):
    """In all tests, nothing was written to the console, and nothing except the page was requested."""
    equal([], browser.complaints())


class Folder(http.server.SimpleHTTPRequestHandler):
    """Serves contrib/npm."""

    def __init__(self, *arguments):
        super().__init__(*arguments, directory=ROOT / "contrib/npm")

    def log_message(self, *_):
        pass


def package(browser):
    """The package of contrib/npm runs in browsers."""
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Folder) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            browser.driver.get(f"http://127.0.0.1:{server.server_port}/package.json")
            equal(["coap://h/b", "98,"], browser.run("""return import('/browser.js').then(({ Cri }) => {
                const cri = new Cri('coap://h/a').resolve('b');
                return [cri.toUri(), cri.toOptions().map(({ name, value }) => name === 'Uri-Path' ? [...value] : '')
                    .reverse().join()];
            })"""))
        finally:
            server.shutdown()


TESTS = [
    (function.__name__.replace("_", " "), function)
    for function in (
        *clipboard.TESTS, *texts.TESTS, *documents.TESTS, *large.TESTS, *drawn.TESTS, to_the_address, without_scripts,
        linked, keyboard, accessible, tree, narrow, themes, pictured, quiet,
        package,
    )
]
