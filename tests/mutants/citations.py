# SPDX-License-Identifier: MIT OR Apache-2.0
"""Finds citations of requirements in the rows of tests/vectors and in the code.

In prose, citations have forms such as `href 2 (C4, C5), 5.1 and Appendix A`. A separate comment, `//= href 5.3 step 3,
R8`, cites requirements for the next statement or function.
"""

import itertools
import pathlib
import re

from sources import statement

DOCUMENT = re.compile(
    r"(?:draft-ietf-core-)?(?P<href>href)(?:-(?P<revision>\d\d))?(?![\w-])|(?P<cori>cori)(?:[ -]02)?(?![\w-])"
    r"|RFC (?P<rfc>\d{4})"
    r"|(?<![%\\\w])(?P<set>[RC])(?P<number>\d{1,2})(?: to [RC](?P<last>\d{1,2}))?\b"
)
# Matches the text that may be between a document and its cited sections: `href 2 (C4, C5), 5.1 and Appendix A`.
SECTION = re.compile(
    r"(?:\s|,|and\b|or\b|to\b|sections?\b|\([CR]\d[^)]*\))*"
    r"(?P<section>SP[12]|\d+(?:\.\d+)*(?![\w.]*\d)|(?:[Aa]ppendix )[A-C]\b)"
    r"(?P<detail>(?: (?:step|rule|item) \d+)|(?: [a-z][a-z0-9-]*)?)"
)
# Matches a section of the document that is named last before it in the same comment or, if there is none, first in the
# file.
BARE = re.compile(r"\b[Ss]ections?(?= \d)")
NAMED = re.compile(r"(?:,)? (?P<name>[a-z][a-z0-9-]*(?: 99)?)")
PLACE = re.compile(r"^ *//= (?P<citations>.+)\n", re.MULTILINE)


def document_in(match):
    """The document that a match names, or None for a ruling or a constraint."""
    if match["set"]:
        return None
    if match["rfc"]:
        return "RFC " + match["rfc"]
    if match["cori"] or match["revision"] == "02":
        return "cori"
    return "href-27" if match["revision"] == "27" else "href"


def sections(text, at, document, details, found):
    """Adds the sections that follow a document's name. Returns the offset of their end."""
    named = NAMED.match(text, at)
    while named and (key := f"{document} {named['name']}") in details:
        found.add(key)
        at = named.end()
        named = NAMED.match(text, at)
    while section := SECTION.match(text, at):
        number = section["section"].split()[-1]
        found.add(f"{document} {number}")
        at = section.end("section")
        if section["detail"] and (key := f"{document} {number}{section['detail']}") in details:
            found.add(key)
            at = section.end()
    return at


def citations(text, details, default="href"):
    """Returns the citations in prose, and the sections that contain them. `details` contains the citations that have
    words after the section.
    """
    found = set()
    cited = []
    for match in DOCUMENT.finditer(text):
        if match["set"]:
            first, last = int(match["number"]), int(match["last"] or match["number"])
            found.update(f"{match['set']}{number}" for number in range(first, last + 1))
            continue
        cited.append((match.start(), sections(text, match.end(), document_in(match), details, found)))
    for match in BARE.finditer(text):
        if not any(start <= match.start() < end for start, end in cited):
            before = [document_in(one) for one in DOCUMENT.finditer(text, 0, match.start()) if document_in(one)]
            sections(text, match.end(), before[-1] if before else default, details, found)
    return found.union(*map(sections_around, found))


def sections_around(citation):
    """Yields the sections that contain a section, because citing a part of a section also cites the section."""
    parts = citation.split(" ")
    while len(parts) > 2 or (len(parts) == 2 and "." in parts[-1]):
        if len(parts) > 2 and not (parts[0] == "RFC" and len(parts) == 3):
            parts = parts[:-1] if parts[-1].isalpha() or "-" in parts[-1] else parts[:-2]
        elif "." in parts[-1]:
            parts[-1] = parts[-1].rsplit(".", 1)[0]
        else:
            break
        yield " ".join(parts)


def default_of(text):
    """Returns the document that is named first in the comment at the beginning of a file."""
    head = "".join(itertools.takewhile(lambda line: line.startswith(("//", "#")), text.splitlines(True)))
    return next(filter(None, map(document_in, DOCUMENT.finditer(head))), "href")


def rows(text, details):
    """Yields the rows of a file of vectors, each with the citations in the heading above it and in its own name."""
    default, under, after_row = default_of(text), set(), False
    for line in text.split("\n"):
        if line.startswith("#:"):
            continue  # the kinds of the fields
        if line.startswith("#"):
            under = citations(line.lstrip("# "), details, default) | (set() if after_row else under)
            after_row = False
        elif line:
            after_row = True
            yield line, under | citations(line.split(" | ")[0], details, default)


def prose(text, details):
    """Returns the citations in the comments of a Rust source."""
    comments = re.findall(r"(?m)(?:^ *//.*\n)+|//.*$", text.split("\n#[cfg(test)]\n")[0])
    comments = (re.sub(r"\s*//[/!]?", " ", comment) for comment in comments)
    return set().union(*(citations(comment, details, default_of(text)) for comment in comments))


def places(text):
    """Returns the citations of `//=` comments, each with the span of the code that the comment is for."""
    found = ((statement(text, match.end()), match["citations"].split(", ")) for match in PLACE.finditer(text))
    return [(citation, span) for span, cited in found for citation in cited]
