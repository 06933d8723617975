// SPDX-License-Identifier: MIT OR Apache-2.0
// Marks the bytes, table rows and texts of one part of a CRI. If the user points at one of them or moves the focus to
// it, the others are marked. The attribute data-mark of an element names its part and the parts around it, the
// narrowest first: "path.0 path". Screen readers do not announce marks, which add no information.

const OF_AUTHORITY = ["userinfo", "host", "port", "zone"];

// Returns the section that a component is in.
export const sectionOf = (part) => (OF_AUTHORITY.includes(part) ? "authority" : part);

// Returns the attribute of an element for a part or, with an index, for a segment or parameter.
export function mark(part, index) {
    const parts = [...new Set([part, sectionOf(part)])];
    if (index !== undefined) parts.unshift(`${part}.${index}`);
    return { "data-mark": parts.join(" ") };
}

const partsOf = (element) => element.dataset.mark.split(" ");

// True if an element is marked for another one. An item of the bytes and its row in the table are matched by the number
// of the item, and all other elements by part.
function belongs(one, other) {
    if (one.dataset.item !== undefined && other.dataset.item !== undefined)
        return one.dataset.item === other.dataset.item;
    return partsOf(other).includes(partsOf(one)[0]);
}

// Marks the elements that belong to the pointer's element or the focused element. The one that changed last counts, or
// the other if there is none.
export function listenForMarks(root) {
    const ways = ["pointer", "focus"], elements = {};
    const show = () => {
        const from = ways.map((way) => elements[way]).find((element) => element?.isConnected);
        for (const element of root.querySelectorAll("[data-mark]")) {
            element.classList.toggle("marked", from !== undefined && belongs(from, element));
        }
    };
    const change = (way, element) => {
        if (element === elements[way]) return;
        elements[way] = element;
        if (ways[0] !== way) ways.reverse();
        show();
    };
    const found = (event) => event.target.closest("[data-mark]");
    // The event is pointermove, so that marks do not change when the page scrolls under a resting pointer.
    root.addEventListener("pointermove", (event) => change("pointer", found(event)));
    root.addEventListener("pointerleave", () => change("pointer", null));
    root.addEventListener("focusin", (event) => change("focus", found(event)));
    root.addEventListener("focusout", () => change("focus", null));
}

// Makes the elements in a container one stop of the Tab key. Arrow keys, Home and End move among them.
export function roving(container, selector, first = 0) {
    container.querySelectorAll(selector).forEach((stop, index) => (stop.tabIndex = index === first ? 0 : -1));
    container.addEventListener("keydown", (event) => {
        const stops = [...container.querySelectorAll(selector)], at = stops.indexOf(event.target);
        const next = {
            ArrowUp: at - 1, ArrowLeft: at - 1, ArrowDown: at + 1, ArrowRight: at + 1, Home: 0, End: stops.length - 1,
        }[event.key];
        if (at < 0 || !stops[next] || event.altKey || event.ctrlKey || event.metaKey) return;
        event.preventDefault();
        stops[at].tabIndex = -1;
        stops[next].tabIndex = 0;
        stops[next].focus();
    });
    return container;
}
