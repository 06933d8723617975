// SPDX-License-Identifier: MIT OR Apache-2.0
// Calls the worker, which runs the library.
// The number of seconds after which the computation of an answer is ended.
const LONGEST = 30;

let wasm, source, worker;
let calls = new Map(), last = 0, answering = null;

function call(name, ...values) {
    const id = ++last;
    worker.postMessage({ id, name, values });
    return new Promise((resolve, reject) => calls.set(id, { resolve, reject }));
}

// Replaces the worker. Calls to the worker before are never answered.
function startWorker() {
    worker?.terminate();
    calls = new Map();
    answering = null;
    worker = new Worker(source);
    worker.onmessage = ({ data: { id, result, error } }) => {
        const { resolve, reject } = calls.get(id);
        calls.delete(id);
        if (error === undefined) resolve(result);
        else reject(new Error(error));
    };
    worker.onerror = ({ message }) => calls.forEach(({ reject }) => reject(new Error(message)));
    return call("load", wasm);
}

// Loads the library. Returns its version.
export function load(binary, script) {
    wasm = binary;
    source = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
    return startWorker();
}

// Waits for the result of a call. Ends the worker if it takes too long.
async function ended(asked) {
    const from = worker;
    let timer;
    const late = new Promise((_, reject) => (timer = setTimeout(() => {
        if (worker !== from) return; // it was ended before
        startWorker().catch(() => {});
        reject(new Error(`reading took more than ${LONGEST} seconds, and was ended`));
    }, 1000 * LONGEST)));
    try {
        return await Promise.race([asked, late]);
    } finally {
        clearTimeout(timer);
    }
}

// Returns the answer to the text in the page. If the previous answer is not there yet, its computation is ended.
export async function ask(state) {
    if (answering !== null) startWorker().catch(() => {});
    const asked = (answering = call("answer", state));
    try {
        return await ended(asked);
    } finally {
        if (answering === asked) answering = null;
    }
}

// Returns a whole form of the last answer.
export const form = (which, name) => ended(call("form", which, name));
