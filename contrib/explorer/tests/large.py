# SPDX-License-Identifier: MIT OR Apache-2.0
"""Tests of large input: a megabyte of each kind, long texts in the fields, and work in the background."""
import time

from browser import READY, equal


def megabyte(browser):
    """A megabyte of each kind is answered in a page of bounded size. The time limit allows for a busy machine."""
    size = 1 << 20
    texts = {
        "URI": "coap://h/" + "a" * size, "segments": "/".join(["coap://h"] + ["a"] * (size // 2)),
        "dots": "../" * (size // 3), "open arrays": "9f" * (size // 2),
        "notation": '[-1, ["h"], [' + '"a", ' * (size // 5) + "]]", "bad": "%" * size,
        "IRI": "coap://h/" + "ä" * (size // 2), "links": "</a>;x," * (size // 7) + "</b>",
        "escaped quotes": '\\"' * (size // 2), "a string of escaped quotes": '"' + '\\"' * (size // 2) + '"',
        "sequence": "80 " * (size // 3), "tags": "81 d863 80 " * (size // 11),
    }
    browser.open()
    for name, text in texts.items():
        start = time.monotonic()
        browser.type(text)
        browser.run("return document.body.offsetHeight")  # waits for the layout
        seconds = time.monotonic() - start
        elements = browser.run("return document.querySelectorAll('*').length")
        assert "… -" not in browser.run("return document.body.textContent"), f"{name}: more than everything is shown"
        assert elements < 6000, f"{name}: {elements} elements"
        assert seconds < 15, f"{name}: {seconds:.1f} s"
        answer = browser.read()
        refused = ("dots", "open arrays", "bad", "escaped quotes", "a string of escaped quotes")
        assert (answer["error"] is None) == (name not in refused), f"{name}: {answer['error']}"
        assert len(browser.driver.current_url) < 100000, "a megabyte in the address"
    browser.run("document.getElementById('input-clear').click()")
    equal("80", browser.read()["cbor"])


def of_a_long_fragment(browser):
    """A fragment that is longer than any link of the page is not read. A link as long as any is read."""
    browser.open(**{"in": "coap://h/" + "a" * 100000})
    assert not browser.run("return document.getElementById('input').value").startswith("coap://h/a")
    browser.open(**{"in": "coap://h/" + "é" * 3990})
    assert browser.run("return document.getElementById('input').value").startswith("coap://h/é")


def after_a_long_paste(browser):
    """A long text does not block the fields of input and base: a text that is pasted or typed replaces it."""
    for field, result in (("input", "cbor"), ("base", "target")):
        browser.open(**{"in": "coap://h/b" if field == "input" else "b"})
        for text in ("coap://h/b", "coap://h/b\n"):
            browser.type("coap://h/" + "a" * 30000, field)
            note = browser.run("return document.getElementById(arguments[0] + '-long').textContent", field)
            assert note.startswith("30,009 characters that begin with coap://h/aaa"), note
            equal(
                [False, True],
                browser.run(
                    "const field = document.getElementById(arguments[0]); return [field.readOnly, !field.disabled]",
                    field,
                ),
            )
            browser.command("Input.insertText", text=text)  # the long text need not be selected
            equal("8320816168816162", browser.read()[result])
            equal(
                ["", True],
                browser.run(
                    "return [document.getElementById(arguments[0] + '-long').textContent, "
                    "document.getElementById(arguments[0] + '-clear').hidden]",
                    field,
                ),
            )
        browser.type("coap://h/" + "a" * 30000, field)
        browser.keys("/", "b")
        equal("/b", browser.run("return document.getElementById(arguments[0]).value", field))
    browser.open(**{"in": "/"})
    browser.type("/" + "a" * 19999)
    browser.run(
        "const field = document.getElementById('input'); field.setSelectionRange(field.value.length, "
        "field.value.length)"
    )
    browser.keys("b", "c")
    equal(20002, browser.run("return document.getElementById('input').value.length"))


# A script that pastes texts, each before the answer to the previous text. Returns the longest pause of the page, the
# whole time in milliseconds, and the last verdict while the page was at work.
PASTED = f"""
const field = document.getElementById('input'), pasted = {{cancelable: true, inputType: 'insertFromPaste'}};
const paste = (text) => field.dispatchEvent(new InputEvent('beforeinput', {{data: text, ...pasted}}));
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
        const isBusy = document.getElementById('results').getAttribute('aria-busy') === 'true';
        if (isBusy) said = document.getElementById('verdict').textContent;
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
    assert total < times[slowest] / 2, (
        f"the answer to the last text took {total:.0f} ms, and the text before it alone takes {times[slowest]:.0f} ms"
    )
    equal("false", browser.run("return document.getElementById('results').getAttribute('aria-busy')"))


TESTS = [megabyte, of_a_long_fragment, after_a_long_paste, megabytes_at_work]
