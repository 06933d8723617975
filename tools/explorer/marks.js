// SPDX-License-Identifier: MIT OR Apache-2.0
// Marks of the bytes, rows and text of one part of a CRI. Pointing at one of them, or moving the focus to it, marks the
// others. An element names its part and the parts that contain it, the narrowest first: "path.0 path". Marks are not
// announced, since they say nothing new.

const OF_AUTHORITY = ["userinfo", "host", "port", "zone"];

// The section that a component is in.
export const sectionOf = (part) => (OF_AUTHORITY.includes(part) ? "authority" : part);

// The attribute of an element for a part, or for a segment or parameter of it.
export function mark(part, index) {
    const parts = [...new Set([part, sectionOf(part)])];
    if (index !== undefined) parts.unshift(`${part}.${index}`);
    return { "data-mark": parts.join(" ") };
}

const partsOf = (element) => element.dataset.mark.split(" ");

// Items are in the bytes and in the table, so that each has a match of its own; all else is matched by part.
function belongs(one, other) {
    if (one.dataset.item !== undefined && other.dataset.item !== undefined)
        return one.dataset.item === other.dataset.item;
    return partsOf(other).includes(partsOf(one)[0]);
}

// Marks what belongs to the element that was last pointed at or got the focus; once it no longer is, to the other one.
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
    // A pointer that rests while the page scrolls under it does not move.
    root.addEventListener("pointermove", (event) => change("pointer", found(event)));
    root.addEventListener("pointerleave", () => change("pointer", null));
    root.addEventListener("focusin", (event) => change("focus", found(event)));
    root.addEventListener("focusout", () => change("focus", null));
}

// Makes elements one stop of the Tab key: arrows, Home and End go from one to the next.
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
