# SPDX-License-Identifier: MIT OR Apache-2.0
"""Drives the page in headless Chromium, for the tests."""
import base64
import json
import pathlib
import time
import urllib.parse

from selenium import webdriver
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.action_chains import ActionChains

ROOT = pathlib.Path(__file__).resolve().parents[3]
PAGE = (ROOT / "build/explorer/index.html").as_uri()

# A script that reads the answer of the page from the elements that it shows.
READ = """
const at = (selector) => document.querySelector(selector);
const shown = (element) => element !== null && element.closest('[hidden]') === null;
const form = (place, name) => {
    const value = at(`${place} [data-form="${name}"]`);
    if (!shown(value)) return null;
    if (value.dataset.error) return '!' + value.dataset.error;
    const code = value.querySelector('code');
    if (code.querySelector('.empty')) return '';
    return code.classList.contains('hex') ? code.textContent.replaceAll(' ', '') : code.textContent;
};
const refused = at('#verdict [data-error]'), unresolved = at('[data-resolution]');
const coap = at('[data-coap]'), normal = at('[data-normal]');
// The place of an entry of a document, its text or error, and its attributes or methods.
const entry = (e) => {
    let depth = -1;
    for (let list = e; (list = list.parentElement.closest('.tree, .tree ul')) !== null;) depth++;
    const details = [...e.parentElement.querySelectorAll(':scope > .details > li')].map((item) => item.textContent);
    return {
        what: e.dataset.error ?? 'cri', at: e.dataset.at ?? null, depth, offset: e.dataset.offset ?? null,
        place: e.querySelector('.place')?.textContent.trim() ?? '', text: e.querySelector('code')?.textContent ?? '',
        details, chosen: e.getAttribute('aria-current') === 'true',
    };
};
const end = at('#document [data-end]');
return {
    shape: at('#document [data-shape]')?.dataset.shape ?? null,
    entries: [...document.querySelectorAll('.entry')].map(entry),
    end: end && `${end.dataset.end}@${end.dataset.offset}`,
    error: refused?.dataset.error ?? null, offset: refused?.dataset.offset ?? null, part: refused?.dataset.part ?? null,
    detected: at('#detected').dataset.kind, said: at('#detected').textContent,
    guesses: [...document.querySelectorAll('#guesses button')].map((button) => button.dataset.guess),
    taken: at('#guesses [aria-pressed=true]')?.dataset.guess ?? null,
    message: at('[data-message]')?.dataset.message ?? null,
    text: at('#input').value,
    other: at('#verdict [data-other]')?.dataset.other ?? null,
    uri: form('#forms', 'uri'), iri: form('#forms', 'iri'), edn: form('#forms', 'edn'), cbor: form('#forms', 'cbor'),
    normal: !shown(normal) ? null
        : normal.dataset.normal === 'same' ? form('#forms', 'cbor') : form('#normal', 'normal'),
    target: unresolved ? '!' + unresolved.dataset.resolution : form('#resolution', 'cbor'),
    targetUri: form('#resolution', 'uri'),
    coap: !shown(coap) ? null : coap.classList.contains('none') ? '!' + coap.dataset.coap : coap.dataset.coap,
};
"""

# True if the page has shown the answer to the last change.
READY = "document.documentElement.dataset.ready !== undefined"

# A script that puts each {rev, as, shape, base, input} of a list into the fields, as an edit does. Returns the answers
# or, if identifiers of elements are given, all text of these elements.
ANSWERS = f"""
const textOf = () => arguments[1].map((id) => document.getElementById(id).textContent).join('');
const read = arguments[1] ? textOf : () => {{ {READ} }};
const choose = (name, value) => {{
    const menu = document.querySelector(`select#${{name}}`);
    if (menu && menu.value !== value) (menu.value = value, menu.dispatchEvent(new Event('change')));
    if (menu) return;
    const field = document.querySelector(`input[name=${{name}}][value="${{value}}"]`);
    if (!field.checked) field.click();
}};
const enter = (id, text) => {{
    const field = document.getElementById(id);
    field.value = text;
    field.dispatchEvent(new Event('input', {{bubbles: true}}));
}};
const answered = () => new Promise((resolve) => {{
    const observer = new MutationObserver(() => {READY} && (observer.disconnect(), resolve()));
    observer.observe(document.documentElement, {{attributes: true, attributeFilter: ['data-ready']}});
}});
const answers = [];
for (const {{rev, as, shape, base, input}} of arguments[0]) {{
    choose('revision', rev);
    choose('as', as ?? 'detect');
    choose('shape', shape ?? 'detect');
    if (base !== undefined) enter('base', base);
    enter('input', input);
    await answered();
    answers.push(read());
}}
return answers;
"""

TAB, ENTER, DOWN, LEFT, RIGHT, END_KEY, HOME = "\ue004", "\ue007", "\ue015", "\ue012", "\ue014", "\ue010", "\ue011"

BASE = "coap://[2001:db8::1]/floors/2/rooms/kitchen/light?unit=lm#now"


def equal(wanted, found):
    assert wanted == found, f"wanted {wanted!r}, got {found!r}"


class Browser:
    def __init__(self):
        options = Options()
        for argument in (
            "--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--disable-dev-shm-usage",
        ):
            options.add_argument(argument)
        options.binary_location = "/usr/bin/chromium"
        options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
        self.driver = webdriver.Chrome(service=Service("/usr/bin/chromedriver"), options=options)
        self.driver.set_script_timeout(120)

    def command(self, name, **parameters):
        return self.driver.execute_cdp_cmd(name, parameters)

    def run(self, script, *arguments):
        return self.driver.execute_script(script, *arguments)

    def resize(self, width, height, theme="light", phone=False):
        self.command("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": theme}])
        self.command(
            "Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=phone
        )

    def open(self, **state):
        self.driver.get("about:blank")
        self.driver.get(PAGE + ("#" + urllib.parse.urlencode(state) if state else ""))
        self.settle()

    def settle(self):
        self.wait(f"return {READY}", 60)

    def wait(self, condition, seconds=10):
        end = time.monotonic() + seconds
        while not self.run(condition):
            if time.monotonic() > end:
                raise AssertionError(f"not within {seconds} s: {condition}")
            time.sleep(0.02)

    def choose(self, entry):
        """Presses the button of an entry of a document."""
        self.run("document.querySelector(`[data-entry='${arguments[0]}']`).click()", entry)
        return self.read()

    def type(self, text, field="input"):
        """Replaces the text of a field, as an input method or the clipboard does, and waits for the answer."""
        self.select(field)
        if text:
            self.command("Input.insertText", text=text)
        else:
            self.keys("\ue017")  # Delete
        self.settle()

    def select(self, field):
        self.run("const field = document.getElementById(arguments[0]); field.focus(); field.select();", field)

    def keys(self, *keys):
        ActionChains(self.driver).send_keys(*keys).perform()

    def point(self, selector):
        """Moves the pointer onto an element."""
        where = self.run(
            "const e = document.querySelector(arguments[0]); e.scrollIntoView({block: 'center'}); const r = "
            "e.getClientRects()[0]; return [r.left + 2, r.top + r.height / 2]",
            selector,
        )
        self.command("Input.dispatchMouseEvent", type="mouseMoved", x=where[0], y=where[1])

    def select_all(self):
        ActionChains(self.driver).key_down("\ue009").send_keys("a").key_up("\ue009").perform()

    def read(self):
        self.settle()
        return self.run(READ)

    def answers(self, rows, elements=None):
        """Runs ANSWERS for the rows. It runs for groups of rows, because the time of a script is limited."""
        return [
            answer for at in range(0, len(rows), 100) for answer in self.run(ANSWERS, rows[at : at + 100], elements)
        ]

    def focused(self):
        return self.run(
            "const e = document.activeElement; return e.id || e.name || e.dataset.example || "
            "e.textContent.trim().slice(0, 40)"
        )

    def picture(self, width, height):
        data = self.command("Page.captureScreenshot", format="png", captureBeyondViewport=True,
                            clip={"x": 0, "y": 0, "width": width, "height": height, "scale": 1})["data"]
        return base64.b64decode(data)

    def complaints(self):
        """Returns the messages of the console, and the requests for anything except the page."""
        said = [entry["message"] for entry in self.driver.get_log("browser")]
        for entry in self.driver.get_log("performance"):
            message = json.loads(entry["message"])["message"]
            if message["method"] == "Network.requestWillBeSent":
                url = message["params"]["request"]["url"]
                if not url.startswith((PAGE.rsplit("/", 1)[0], "data:", "about:", "blob:")):
                    said.append(f"request for {url}")
        return said

    def close(self):
        self.driver.quit()
