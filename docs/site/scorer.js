// SPDX-License-Identifier: MIT OR Apache-2.0
// Orders the results of the search: guides come first, the table of tasks before them if a question is asked, and then
// the reference, of C before Python. Reasons and history come last.
const QUESTION = /^\s*(?:how|what|which|where|when|why|can|is|do)\b|\?\s*$/i;
const TASKS = "docs/guide/how-do-i";
const LAST = /^(?:docs\/(?:rulings|proof|measurements|hostile-peers|versioning)|DESIGN|CHANGELOG)$/;

var Scorer = {
    score: ([page, , , , score]) => {
        if (page === TASKS && QUESTION.test(new URLSearchParams(location.search).get("q") ?? "")) return score + 200;
        if (page.startsWith("docs/guide/")) return score + 100;
        return LAST.test(page) ? score - 100 : page.startsWith("python/") ? score - 60 : score;
    },
    objNameMatch: 111, objPartialMatch: 6, objPrio: { 0: 15, 1: 5, 2: -5 }, objPrioDefault: 0,
    title: 15, partialTitle: 7, term: 5, partialTerm: 2,
};
