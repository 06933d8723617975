// SPDX-License-Identifier: MIT OR Apache-2.0
// The page: takes the text that is typed, asks the library, and draws the answer.
import { copyText } from "./clipboard.js";
import { cArray, python, vector } from "./copies.js";
import { byId, count, el, fill, number, visible } from "./dom.js";
import { ask, form, load } from "./library.js";
import { listenForMarks } from "./marks.js";
import { DEFAULTS, KIND_NAMES, LINK_MOST, SHAPE_NAMES, fromFragment, toFragment } from "./state.js";
import { bytes } from "./view-bytes.js";
import { coapOptions } from "./view-coap.js";
import { components } from "./view-components.js";
import { place, summary, tree } from "./view-document.js";
import { examples } from "./view-examples.js";
import { forms, normalForm, sizes } from "./view-forms.js";
import { guesses, sentence } from "./view-guesses.js";
import { errorText, excerpt, verdict, verdictText } from "./view-input.js";
import { message, messageText } from "./view-message.js";
import { resolution } from "./view-resolution.js";

// A text of more characters is not put into its field, because the layout would take seconds. The page shows its start
// below the field.
const FIELD_MOST = 20000;
const START_SHOWN = 60;
// The number of milliseconds without an answer after which the page says that it is reading.
const SLOW = 300;

let state = { ...DEFAULTS };

// ---- asking and drawing --------------------------------------------------------------------------------------------

let turns = 0, slow;

// Asks for the answer to the state, and draws it unless the state has changed meanwhile.
async function update() {
    const turn = ++turns;
    delete document.documentElement.dataset.ready;
    await null; // several changes at once need only one answer
    if (turn !== turns) return;
    clearTimeout(slow);
    slow = setTimeout(() => atWork(true), SLOW);
    let failure, answer;
    try {
        answer = await ask(state);
    } catch (error) {
        failure = error;
    }
    if (turn !== turns) return;
    clearTimeout(slow);
    atWork(false);
    if (failure) fill(byId("verdict"), `The page failed: ${failure.message}`);
    else draw(answer);
    document.documentElement.dataset.ready = "";
}

function atWork(isSlow) {
    byId("results").setAttribute("aria-busy", String(isSlow));
    if (isSlow) fill(byId("verdict"), "Reading…");
}

function draw(answer) {
    const subject = answer.input, accepted = !subject.error;
    byId("results").hidden = false;
    drawInput(subject, answer);
    drawDocument(answer.document);
    drawBase(answer.base);
    byId("results").classList.toggle("is-refused", !accepted);
    for (const id of ["sizes", "forms", "components", "normal"]) byId(id).closest("section").hidden = !accepted;
    fill(byId("bytes"), bytes(subject, wayCopier(answer)));
    if (accepted) {
        fill(byId("sizes"), sizes(subject));
        fill(byId("forms"), forms(subject, copier(0)));
        fill(byId("components"), components(subject));
        fill(byId("normal"), normalForm(subject, copier(0)));
    }
    fill(byId("resolution"), resolution(answer, copier(1)));
    const coap = subject.coap ?? answer.resolution?.target?.coap;
    byId("coap").closest("section").hidden = coap === undefined;
    if (coap) fill(byId("coap"), coapOptions(coap, subject.coap === undefined));
    const found = answer.document;
    announce([found && summary(found), found?.message && messageText(found.message), found?.count > 0 && place(found),
        verdictText(subject)].filter(Boolean).join(". "));
    link();
}

function drawInput(subject, { document: found, other }) {
    const focused = byId("guesses").contains(document.activeElement) ? document.activeElement.dataset.guess : undefined;
    fill(byId("guesses"), guesses(subject, take));
    byId("guesses").querySelector(`[data-guess="${focused}"]`)?.focus();
    byId("detected").textContent = sentence(subject);
    byId("detected").dataset.kind = subject.kind ?? "";
    byId("shapes").hidden = subject.shape === undefined || ["links", "list", "json", "prose"].includes(subject.kind);
    byId("input").setAttribute("aria-invalid", String(Boolean(subject.error && !isNothing(subject))));
    fill(byId("verdict"), found?.count > 0 && el("p", { class: "quiet" }, place(found)), verdict(subject, other));
}

// True if a document has no CRI, which is not an error.
const isNothing = ({ error }) => error?.name === "no_entry";

function take({ as, shape = DEFAULTS.shape }) {
    Object.assign(state, { as, shape, entry: 0 });
    ["as", "shape"].forEach(check);
    update();
}

// Draws the message and the document. If an entry has the focus, it keeps it.
function drawDocument(found) {
    const drawn = byId("document");
    const focused = drawn.contains(document.activeElement) ? document.activeElement.dataset.entry : undefined;
    drawn.closest("section").hidden = !found;
    byId("message").closest("section").hidden = !found?.message;
    fill(byId("message"), found?.message ? message(found.message) : []);
    fill(drawn, found ? tree(found, (entry) => ((state.entry = entry), update()), documentCopier()) : []);
    drawn.querySelector(`[data-entry="${focused}"]`)?.focus();
}

function drawBase(subject) {
    byId("base").setAttribute("aria-invalid", String(Boolean(subject.error)));
    fill(
        byId("base-verdict"),
        subject.isEmpty ? "There is no base: enter a base to resolve a reference against it."
            : subject.error ? [el("p", {}, errorText(subject)), excerpt(subject)]
            : `Detected: ${KIND_NAMES[subject.kind]}`,
    );
    byId("base-verdict").className = subject.error ? "refused" : "quiet";
}

let announcing;

// Makes a screen reader say a text when the user pauses.
function announce(text) {
    clearTimeout(announcing);
    announcing = setTimeout(() => (byId("announcement").textContent = text), 600);
}

// Returns a function that copies a whole form, even if the page shows only its start. It copies nothing once the page
// waits for the next answer.
function copier(which) {
    const turn = turns;
    return async (name, button) => {
        if (turn !== turns) return;
        await copyText(await form(which, name), button);
    };
}

const WAYS = { hex: (hex) => hex, c: cArray, python };

// Returns a function that copies the bytes in a format of WAYS, or as a test vector with the results of the page.
function wayCopier({ input, other }) {
    const turn = turns, { revision, input: text } = state;
    return async (way, button) => {
        const hex = input.items === undefined ? undefined : await form(0, "bytes");
        if (turn !== turns) return;
        if (way !== "vector") return copyText(WAYS[way](hex), button);
        const [canonical, edn, uri] = input.error ? []
            : await Promise.all(["cbor", "edn", "uri"].map((name) => form(0, name)));
        const isOfBoth = other && (input.error ? other.error?.name === input.error.name : other.same);
        await copyText(vector({ hex, canonical, edn, uri: uri ?? `!${input.uri?.error?.name}`, input, text, revision,
            isOfBoth }), button);
    };
}

function documentCopier() {
    const turn = turns;
    return async (way, button) => turn === turns && copyText(WAYS[way](await form(0, "document")), button);
}

// ---- the address ---------------------------------------------------------------------------------------------------

let linking;

function link() {
    clearTimeout(linking);
    linking = setTimeout(() => {
        const fragment = toFragment(state);
        byId("link").disabled = fragment === null;
        byId("link").title =
            fragment === null ? `Texts of more than ${number(LINK_MOST)} characters are not put into links` : "";
        if (fragment !== null && fragment !== location.hash) history.replaceState(null, "", fragment);
    }, 250);
}

function follow() {
    Object.assign(state, fromFragment(location.hash));
    show("input");
    show("base");
    ["as", "shape", "revision"].forEach(check);
    update();
}

function check(name) {
    if (name !== "revision") byId(name).value = state[name];
    for (const field of document.querySelectorAll(`input[name=${name}]`))
        field.checked = field.value === String(state[name]);
}

// ---- fields --------------------------------------------------------------------------------------------------------

// Shows a text in its field. If the text is long, the field stays empty, ready for the next text.
function show(name) {
    const text = state[name], isLong = text.length > FIELD_MOST;
    byId(name).value = isLong ? "" : text;
    showStart(name, isLong && text);
}

function showStart(name, text) {
    const start = text && el("code", {}, visible(text.slice(0, START_SHOWN)), "…");
    fill(
        byId(`${name}-long`),
        text && [
            `${count(text.length, "character")} that begin with `, start,
            " A text that you type or paste replaces them.",
        ],
    );
    byId(`${name}-clear`).hidden = !text;
}

// Changes a text of the state. A new input is shown from its first entry.
function change(name, text) {
    state[name] = text;
    if (name === "input") state.entry = 0;
}

function set(name, text) {
    change(name, text);
    show(name);
    update();
}

function enter({ text, base = DEFAULTS.base, revision = state.revision }) {
    Object.assign(state, { as: DEFAULTS.as, shape: DEFAULTS.shape, revision });
    ["as", "shape", "revision"].forEach(check);
    set("base", base);
    set("input", text);
}

function listen(name) {
    const field = byId(name);
    // This event comes before a text is in the field, so it can keep a long text out.
    field.addEventListener("beforeinput", (event) => {
        const added = event.data ?? event.dataTransfer?.getData("text/plain") ?? "";
        if (added.length <= FIELD_MOST || !event.cancelable) return;
        event.preventDefault();
        set(name, field.value.slice(0, field.selectionStart) + added + field.value.slice(field.selectionEnd));
    });
    field.addEventListener("input", () => {
        change(name, field.value);
        // A text that grows by typing stays in its field until it is twice as long.
        if (field.value.length > 2 * FIELD_MOST) show(name);
        else showStart(name, "");
        update();
    });
    byId(`${name}-clear`).addEventListener("click", () => {
        set(name, "");
        field.focus();
    });
}

function choose(name, value) {
    Object.assign(state, { [name]: value, entry: 0 });
    update();
}

function listenToChoices() {
    for (const [name, words] of [["as", KIND_NAMES], ["shape", SHAPE_NAMES]]) {
        byId(name).append(...Object.entries(words).map(([value, text]) => el("option", { value }, text)));
        byId(name).addEventListener("change", ({ target }) => choose(name, target.value));
    }
    for (const field of document.querySelectorAll("input[name=revision]")) {
        field.addEventListener("change", () => choose("revision", Number(field.value)));
    }
    fill(byId("examples"), el("span", { class: "quiet" }, "Examples"), examples(enter));
    byId("link").addEventListener("click", async (event) => {
        const button = event.currentTarget, address = location.href.split("#")[0] + toFragment(state);
        await copyText(address, button, "Link copied");
    });
}

// Lets the user choose a light or dark theme, or that of the system. The choice is stored if the browser allows it.
function listenToTheme() {
    const apply = (theme) => (document.documentElement.dataset.theme = theme);
    let kept = null;
    try {
        kept = localStorage.getItem("theme");
    } catch { /* not allowed: the theme is that of the system */ }
    for (const field of document.querySelectorAll("input[name=theme]")) {
        if (field.value === kept) field.checked = true;
        field.addEventListener("change", () => {
            apply(field.value);
            try {
                localStorage.setItem("theme", field.value);
            } catch { /* not allowed */ }
        });
    }
    apply(document.querySelector("input[name=theme]:checked").value);
}

// Returns the bytes of a text that is gzip in base64, as the library and the worker are.
function unpack(text) {
    const packed = Uint8Array.from(atob(text.trim()), (c) => c.charCodeAt(0));
    return new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
}

async function start() {
    listenToTheme();
    fill(byId("verdict"), "Loading…");
    const binary = await unpack(byId("wasm").textContent);
    const script = new TextDecoder().decode(await unpack(byId("worker").textContent));
    const version = await load(binary, script);
    fill(byId("about"), `libcri ${version}, ${number(Math.round(binary.byteLength / 1024))} KiB of WebAssembly`);
    listen("input");
    listen("base");
    listenToChoices();
    listenForMarks(byId("results"));
    // The link that skips to the results also changes the hash, but has no "=".
    addEventListener("hashchange", () => location.hash.includes("=") && follow());
    follow();
}

start().catch((error) => fill(byId("verdict"), `This browser cannot run the page: ${error.message}`));
