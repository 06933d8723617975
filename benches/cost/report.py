# SPDX-License-Identifier: MIT OR Apache-2.0
"""Makes the page of measurements in Markdown: conversions, other libraries, client programs and stacks."""

import re
import statistics

import boards
import classes
import figures
from tools import Failed, archive_exports, run

BASE = classes.base().name
# The functions whose bounds of the stack are on the page.
STACKS = ["parse", "resolve", "to_coap", "coap_options_init", "encode", "to_uri", "from_uri", "from_coap"]


def table(heads, rows):
    """Returns a table. Each column is as wide as its longest cell, and columns of numbers are aligned to the right."""
    lines = [[str(cell) for cell in line] for line in [heads, *rows]]
    columns = list(zip(*lines))
    right = [all(re.fullmatch(r"[\d.]+( of \d+)?", cell) for cell in column[1:]) for column in columns]
    widths = [max(3, *map(len, column)) for column in columns]
    lines.insert(1, ["-" * (width - 1) + ":" if at_right else "-" * width for width, at_right in zip(widths, right)])
    return "\n".join("| " + " | ".join(cell.rjust(width) if at_right else cell.ljust(width)
                                       for cell, width, at_right in zip(line, widths, right)) + " |" for line in lines)


# ---- this tree -----------------------------------------------------------------------------------


def conversions(found):
    on_base = [[f"cri_{name}()", *found["host"][name][BASE][1:3], found["m3"][name][BASE][2]] for name in figures.FLAT]
    most = {(machine, name): f"{ratio:.2f}: {one}" for machine, name, (_, ratio, one) in figures.flat_costs(found)}
    other = [[f"cri_{name}()", most["host", name], most["m3", name]] for name in figures.FLAT]
    return ["## Conversions", "Instructions for the benchmark base.",
            table(["Function", "Bytes", "Host", "Cortex-M3"], on_base),
            "The class of input that comes nearest to its limit, with the ratio of its instructions to those of the "
            "base. If it is longer than the base, the instructions for each byte are compared.",
            table(["Function", "Host", "Cortex-M3"], other)]


# Estimates of the fewest instructions for the benchmark base on a 64-bit host. They are for orientation: no program
# reaches them.
FEWEST = {
    "parse": (280, "17 heads of CBOR, at 12 instructions each, and 11 words that are checked for UTF-8, at 7"),
    "to_coap": (260, "11 words that are copied, at 7 instructions each, and 9 options that begin, at 20"),
    "from_uri": (570, "92 characters that are looked up in a table and copied, at 6 instructions each"),
}


def fewest(found):
    rows = [[f"cri_{name}()", estimate, found["host"][name][BASE][2], why] for name, (estimate, why) in FEWEST.items()]
    return ["## Physical limits",
            "Estimates of how few instructions the host could take for the benchmark base, for orientation.",
            table(["Function", "Estimate", "libcri", "The estimate counts"], rows)]


def routes(found):
    """Returns the section about finding a route: the instructions by the size of the table."""
    rows = {}
    for machine, title in (("host", "host"), ("m3", "Cortex-M3")):
        for name, by_input in found[machine].items():
            of = re.fullmatch(r"coap_route_(\d+)_(\w+)_(first|last|no)", name)
            if of:
                row = rows.setdefault((f"{title}, {of[2]}", f"{of[3]} route"), {})
                row[int(of[1])] = by_input[BASE][2]
    counts = list(next(iter(rows.values())))
    return ["## Routes",
            "Instructions of cri_coap_route() by the number of routes in the table. The first segments of the routes "
            "are sorted or unsorted, or all routes are below one segment.",
            table(["Table", "Found", *counts],
                  [[*key, *(row[count] for count in counts)] for key, row in rows.items()])]


# ---- other libraries on the host -----------------------------------------------------------------


# The libraries that do the work of a function, and the differences from the function.
COMPARED = {
    "uri_split": ("A URI reference is checked, and its components are found.", {
        "fluent-uri": "the same, by `UriRef::parse()`",
        "uriparser": "the path's segments too, on the heap, by `uriParseSingleUriExA()`",
        "curl": "copies the components to the heap, and checks fewer characters, by `curl_url_set()`; no references"}),
    "uri_resolve": ("A reference is resolved with a base, to text.", {
        "fluent-uri": "both are parsed, and the result is on the heap",
        "ada-url": "normalises in addition, by the rules of the URL standard; the result is on the heap",
        "uriparser": "both are parsed on the heap, and the result is written",
        "curl": "the components and the result are on the heap; it normalises a part, and checks fewer characters"}),
    "uri_normalize": ("A URI is checked and normalised, to text.", {
        "fluent-uri": "the same, to the heap",
        "ada-url": "the rules of the URL standard: of schemes that are not of the web, triplets and case stay",
        "uriparser": "parsed and normalised on the heap, then written"}),
    "from_uri": ("A URI becomes a CRI: it is checked, normalised and written as CBOR.", {
        "ada-url": "parses and normalises; leaves out the lists of labels, segments and parameters, decoding, and the "
                   "numbers of schemes",
        "ada-url with lists": "as above, and `peers/src/ada.rs` writes CBOR: the labels or the address of the host, "
                              "the segments and the parameters, decoded; leaves out PET, the check of decoded UTF-8, "
                              "and the numbers of schemes other than `http` and `https`"}),
    "uri_to_coap": ("A URI becomes the options of a CoAP request.", {
        "libcoap": "splits URI, path and query, by three functions; no Uri-Host and Uri-Port, and it checks no "
                   "characters"}),
    "parse": ("The bytes of a CRI are read. cri_parse() checks in addition that they are a CRI.", {
        "minicbor": "reads each item, and checks UTF-8",
        "QCBOR": "reads each item, and does not check UTF-8",
        "NanoCBOR": "reads each item, and does not check UTF-8"}),
}
# The libraries that are on the page only if script/measure has their sources.
BY_SOURCES = {"QCBOR": "--qcbor", "NanoCBOR": "--nanocbor"}


def compared(ours, theirs):
    """Returns the ratio of another library's instructions to libcri's, for each input that both accept."""
    common = [one for one in theirs if theirs[one][0] == 0 and one in ours and ours[one][0] == 0]
    return {one: theirs[one][2] / ours[one][2] for one in common}


def comparison(tally, name, ours, peers):
    """Returns the section of a function. A library without figures is omitted, and its test fails."""
    sentence, libraries = COMPARED[name]
    rows, works, ahead = [], [], []
    for who, does in libraries.items():
        if who in BY_SOURCES and f"{name} {who}" not in peers:
            tally.skip(f"no figures of {who}: its sources were not given (script/measure {BY_SOURCES[who]} FOLDER)")
            continue
        theirs = peers.get(f"{name} {who}", {})
        ratios = compared(ours, theirs)
        tally.test(BASE in ratios, f"the page has no figures of {who} for cri_{name}()")
        if BASE not in ratios:
            continue
        spread = min(ratios.values()), statistics.median(ratios.values()), max(ratios.values())
        first = sorted((ratio, one) for one, ratio in ratios.items() if ratio < 1)
        share = f"{len(first)} of {len(ratios)}"
        rows.append([who, theirs[BASE][2], *(f"{ratio:.2f}" for ratio in spread), share])
        works.append(f"- {who}: {does}")
        if first:
            ahead.append(f"- {who}: " + "; ".join(f"{one} ({ratio:.2f})" for ratio, one in first))
    lines = [f"### cri_{name}()", f"{sentence} libcri takes {ours[BASE][2]} instructions for the benchmark base.",
             "\n".join(works), table(["Library", "Base", "Least", "Median", "Most", "Ahead"], rows)]
    return lines + (["Inputs for which another library takes fewer instructions:", "\n".join(ahead)] if ahead else [])


def comparisons(tally, tree, found, sources):
    try:
        peers = figures.peer_rows(tree, sources)
    except Failed as failed:
        tally.skip(f"other libraries: {str(failed).splitlines()[0]}")
        return []
    versions = ", ".join(f"{name} {version}" for name, version in figures.peer_versions().items())
    lines = ["## Other libraries",
             f"Instructions on the host for the same inputs, with {versions}.",
             "- Base: the instructions that the library takes for the benchmark base.\n"
             "- Least, median, most: the ratio of its instructions to libcri's, over the inputs that both accept. "
             "Above 1, libcri takes fewer.\n"
             "- Ahead: the number of inputs for which the library takes fewer."]
    for name in COMPARED:
        lines += comparison(tally, name, found["host"][name], peers)
    return lines


# ---- boards --------------------------------------------------------------------------------------


def clients_on_m3(found):
    """Returns the costs of client programs from the figures of a tree, in the form of boards.client_costs()."""
    return {name.removeprefix("client_"): {"flash": found["flash"][name], "instructions": rows[BASE][2],
                                           "stack": rows[BASE][3]}
            for name, rows in found["m3"].items() if name.startswith("client_")}


def bounds(tree, board):
    """Returns the bounds of the stack of all functions on a board."""
    archive, cc = tree.archive(board.triple), boards.compiler(board, tree)
    exported = sorted(archive_exports(archive, boards.binutil(board, "")))
    return boards.function_bounds(board, cc, exported, [], archive)


def on_boards(tree, found, every_board):
    """Returns the sections about client programs and stacks, on a Cortex-M3 or on each kind of processor. Also returns
    the bounds of the stack by board."""
    costs = {board.name: boards.client_costs(board, cc, figures.clients_object(tree, cc), tree.archive(board.triple))
             for board in boards.BOARDS if every_board and board != figures.M3
             for cc in [boards.compiler(board, tree)]}
    costs[figures.M3.name] = clients_on_m3(found)
    stacks = {board.name: bounds(tree, board)
              for board in boards.BOARDS + boards.OTHERS if every_board and board != figures.M3}
    stacks[figures.M3.name] = found["stack"]
    names = sorted(costs)
    lines = ["## Client programs",
             "`benches/cost/clients.h` describes each. Flash is the bytes that the library adds, stack the bytes "
             "that a run uses."]
    for quantity in ("flash", "stack", "instructions"):
        rows = [[job, *(costs[name][job][quantity] for name in names)] for job in costs[figures.M3.name]]
        lines += [f"### {quantity.capitalize()}", table(["Client", *names], rows)]
    rows = [[name, max(bound for function, bound in stacks[name].items() if function.startswith("cri_")),
             *(stacks[name][f"cri_{function}"] for function in STACKS)] for name in sorted(stacks)]
    lines += ["## Bounds of the stack", "Bytes that no call exceeds, for any input.",
              table(["Processor", "any function", *STACKS], rows)]
    return lines, stacks


# ---- the page ------------------------------------------------------------------------------------


def page(tally, tree, found, sources, every_board, tools):
    """Returns the page, and the bounds of the stack by board."""
    commit = run("git", "describe", "--always", "--dirty", may_fail=True).strip()
    clients, stacks = on_boards(tree, found, every_board)
    lines = ["# Figures of libcri",
             f"Measured{f' at {commit}' if commit else ''} by `script/measure`, with {tools}. The host is x86-64. "
             "docs/measurements.md explains how to read and repeat this.",
             *conversions(found), *fewest(found), *routes(found), *comparisons(tally, tree, found, sources),
             *clients]
    return "\n\n".join(lines) + "\n", stacks
