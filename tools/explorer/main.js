// SPDX-License-Identifier: MIT OR Apache-2.0
// The page: reads what is typed, asks the library, draws the answer.
import { KIND_NAMES, detect, toBytes } from "./detect.js";
import { byId, count, fill, number } from "./dom.js";
import { explore, loadEngine, version, wholeForm } from "./engine.js";
import { DEFAULTS, LINK_MOST, fromFragment, toFragment } from "./state.js";
import { bytes } from "./view-bytes.js";
import { coapOptions } from "./view-coap.js";
import { components } from "./view-components.js";
import { forms, normalForm, sizes } from "./view-forms.js";
import { errorText, indexOfOffset, verdict, verdictText } from "./view-input.js";
import { resolution } from "./view-resolution.js";

// A longer text is kept here and not in its field, which would take seconds to lay it out; and beyond the last limit not at all.
const FIELD_MOST = 20000;
const FIELD_START = 500;
const TEXT_MOST = 8 << 20;

let state = { ...DEFAULTS };

// ---- what is typed -------------------------------------------------------------------------------------------------

// What the library gets for a text: its kind, its bytes, or an error of the page.
function read(text, as) {
    const kind = as === "detect" ? detect(text) : as;
    if (text.length > TEXT_MOST) return { kind, bytes: new Uint8Array(), error: pageError("too_long", `it is longer than ${number(TEXT_MOST)} characters`) };
    const { bytes: read, index } = toBytes(text, kind);
    if (index === undefined) return { kind, bytes: read };
    return { kind, bytes: new Uint8Array(), index, error: pageError("bad_hex", index === text.length ? "the last digit has no second one" : "not a hexadecimal digit") };
}

const pageError = (name, text) => ({ name, text });

// The answer of the library, with the page's own errors in its place.
function answerTo(input, base) {
    const answer = explore(state.revision, input, base);
    if (input.error) {
        Object.assign(answer, { input: { error: input.error }, resolution: null, other: null });
    }
    if (base.error) Object.assign(answer, { base: { error: base.error }, resolution: null });
    return answer;
}

// The index in the text of the character that is wrong, if the error is in the text and not in bytes.
function faultIndex(text, read, subject) {
    if (read.index !== undefined) return read.index;
    if (read.kind === "hex" || subject.offset === undefined) return undefined;
    return indexOfOffset(text, subject.offset);
}

// ---- drawing -------------------------------------------------------------------------------------------------------

function draw() {
    const input = read(state.input, state.as), base = read(state.base, "detect");
    let answer;
    try {
        answer = answerTo(input, base);
    } catch (error) {
        fill(byId("verdict"), `The page failed: ${error.message}`);
        return;
    }
    const subject = answer.input;
    drawInput(input, subject, answer.other);
    drawBase(base, answer.base);
    const accepted = !subject.error;
    byId("results").classList.toggle("is-refused", !accepted);
    for (const id of ["sizes", "forms", "components", "normal"]) byId(id).closest("section").hidden = !accepted;
    fill(byId("bytes"), bytes(subject));
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
    announce(verdictText(subject));
    link();
}

function drawInput(read, subject, other) {
    const field = byId("input");
    byId("detected").textContent = state.as === "detect" ? `Detected: ${KIND_NAMES[read.kind]}` : "";
    field.setAttribute("aria-invalid", String(Boolean(subject.error)));
    fill(byId("verdict"), verdict(subject, other, read.kind === "hex" && read.index === undefined ? null : state.input, faultIndex(state.input, read, subject)));
}

function drawBase(read, subject) {
    byId("base").setAttribute("aria-invalid", String(Boolean(subject.error)));
    const text = subject.error ? errorText(subject) : `Detected: ${KIND_NAMES[read.kind]}`;
    fill(byId("base-verdict"), text);
    byId("base-verdict").className = subject.error ? "refused" : "quiet";
}

let announcing;

// Says it to a screen reader when typing pauses.
function announce(text) {
    clearTimeout(announcing);
    announcing = setTimeout(() => (byId("announcement").textContent = text), 600);
}

// Copies the whole of a form, also where the page shows its start.
const copier = (which) => async (name, button) => {
    flash(button, (await copyText(wholeForm(which, name))) ? "Copied" : "Not allowed");
};

async function copyText(text) {
    try {
        await navigator.clipboard.writeText(text);
        return true;
    } catch {
        return copyByHand(text);
    }
}

// Where the clipboard is not given to pages from a file.
function copyByHand(text) {
    const field = document.createElement("textarea");
    field.value = text;
    document.body.append(field);
    field.select();
    const copied = document.execCommand("copy");
    field.remove();
    return copied;
}

function flash(button, word) {
    const label = button.firstChild, before = label.data;
    if (before === word) return;
    label.data = word;
    button.focus();
    byId("announcement").textContent = word;
    setTimeout(() => (label.data = before), 1200);
}

// ---- the address ---------------------------------------------------------------------------------------------------

let linking;

function link() {
    clearTimeout(linking);
    linking = setTimeout(() => {
        const fragment = toFragment(state);
        byId("link").disabled = fragment === null;
        byId("link").title = fragment === null ? `Texts of more than ${number(LINK_MOST)} characters are not put into links` : "";
        if (fragment !== null && fragment !== location.hash) history.replaceState(null, "", fragment);
    }, 250);
}

function follow() {
    Object.assign(state, fromFragment(location.hash));
    show("input");
    show("base");
    for (const field of document.querySelectorAll("input[name=revision]")) field.checked = Number(field.value) === state.revision;
    for (const field of document.querySelectorAll("input[name=as]")) field.checked = field.value === state.as;
    draw();
}

// ---- fields --------------------------------------------------------------------------------------------------------

// Shows a text in its field, or the start of a long one, which cannot be edited there.
function show(name) {
    const field = byId(name), text = state[name], isLong = text.length > FIELD_MOST;
    field.value = isLong ? text.slice(0, FIELD_START) : text;
    field.readOnly = isLong;
    fill(byId(`${name}-long`), isLong && `${count(text.length, "character")}, of which the first ${number(FIELD_START)} are shown.`);
    byId(`${name}-clear`).hidden = !isLong;
}

function set(name, text) {
    state[name] = text;
    show(name);
    draw();
}

function listen(name) {
    const field = byId(name);
    // Before a long text gets into the field.
    field.addEventListener("beforeinput", (event) => {
        const added = event.data ?? event.dataTransfer?.getData("text/plain") ?? "";
        if (added.length <= FIELD_MOST || !event.cancelable) return;
        event.preventDefault();
        set(name, field.value.slice(0, field.selectionStart) + added + field.value.slice(field.selectionEnd));
    });
    field.addEventListener("input", () => {
        state[name] = field.value;
        if (field.value.length > FIELD_MOST) show(name);
        draw();
    });
    byId(`${name}-clear`).addEventListener("click", () => {
        set(name, "");
        field.focus();
    });
}

function listenToChoices() {
    for (const field of document.querySelectorAll("input[name=revision]")) {
        field.addEventListener("change", () => ((state.revision = Number(field.value)), draw()));
    }
    for (const field of document.querySelectorAll("input[name=as]")) {
        field.addEventListener("change", () => ((state.as = field.value), draw()));
    }
    for (const button of document.querySelectorAll("[data-example]")) {
        button.addEventListener("click", () => {
            state.as = "detect";
            byId("as-detect").checked = true;
            set("input", button.dataset.example);
        });
    }
    byId("link").addEventListener("click", async (event) => {
        const button = event.currentTarget, address = location.href.split("#")[0] + toFragment(state);
        flash(button, (await copyText(address)) ? "Link copied" : "Not allowed");
    });
}

// Light, dark, or as the system has it. Kept where the browser lets pages keep something.
function listenToTheme() {
    const apply = (theme) => (document.documentElement.dataset.theme = theme);
    let kept = null;
    try {
        kept = localStorage.getItem("theme");
    } catch { /* not allowed: as the system has it */ }
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

async function start() {
    listenToTheme();
    const encoded = byId("wasm").textContent.trim();
    const binary = Uint8Array.from(atob(encoded), (c) => c.charCodeAt(0));
    await loadEngine(binary);
    fill(byId("about"), `libcri ${version()}, ${number(Math.round(binary.length / 1024))} KiB of WebAssembly`);
    listen("input");
    listen("base");
    listenToChoices();
    // Not for the link to the results, which has no fields.
    addEventListener("hashchange", () => location.hash.includes("=") && follow());
    follow();
    document.documentElement.dataset.ready = "";
}

start().catch((error) => fill(byId("verdict"), `This browser cannot run the page: ${error.message}`));
