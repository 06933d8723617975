// SPDX-License-Identifier: MIT OR Apache-2.0
// Copies texts to the clipboard. The button says for a moment whether it worked.
import { byId } from "./dom.js";

const SHOWN = 1200; // milliseconds

async function copied(text) {
    try {
        await navigator.clipboard.writeText(text);
        return true;
    } catch {
        return copiedByHand(text);
    }
}

// Copies a text in browsers that do not let a page from a file use the clipboard.
function copiedByHand(text) {
    const field = document.createElement("textarea");
    field.value = text;
    document.body.append(field);
    field.select();
    const isCopied = document.execCommand("copy");
    field.remove();
    return isCopied;
}

export async function copyText(text, button, done = "Copied") {
    flash(button, (await copied(text)) ? done : "Not allowed");
}

function flash(button, word) {
    const label = button.firstChild, before = label.data;
    if (before === word) return;
    label.data = word;
    button.focus();
    byId("announcement").textContent = word;
    setTimeout(() => (label.data = before), SHOWN);
}
