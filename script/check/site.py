# SPDX-License-Identifier: MIT OR Apache-2.0
"""Checks that the pages of the C headers have the text of each group and each listing, with its indentation.

    script/check/site.py DIR    reads include/*.h, and the site that script/docs wrote to DIR
"""
import html
import re
import sys
from pathlib import Path

COMMENT = re.compile(r"^/\*\*\n((?: \*.*\n)*?) \*/", re.MULTILINE)


def plain(page):
    """Returns the text of a page."""
    return html.unescape(re.sub("<[^>]*>", "", page))


def words(text):
    """Returns the words of a text, without punctuation and markup."""
    return " ".join(re.findall(r"\w+", text))


def group_texts(header):
    """Yields the title and the text of each group that has a text."""
    for comment in COMMENT.finditer(header):
        lines = re.sub(r"^ \* ?", "", comment[1], flags=re.MULTILINE)
        title = re.search(r"^@defgroup \w+ (.*)", lines, re.MULTILINE)
        text = re.sub("^@.*", "", lines, flags=re.MULTILINE)
        if title and words(text):
            yield title[1], text


def listings(header):
    """Yields the lines of each listing."""
    for listing in re.findall(r"@code.*\n((?:.*\n)*?) \* @endcode", header):
        yield re.sub(r"^ \* ?", "", listing, flags=re.MULTILINE)


def missing(header, page):
    """Returns the number of texts and listings of a header, and the ones that its page lacks."""
    text, blocks = words(plain(page)), [plain(block) for block in re.findall("<pre[^>]*>(.*?)</pre>", page, re.DOTALL)]
    texts, codes = list(group_texts(header)), list(listings(header))
    lacks = [f"no text of the group \"{title}\"" for title, group in texts if words(group) not in text]
    lacks += [f"no listing\n{code}" for code in codes if not any(code in block for block in blocks)]
    return len(texts) + len(codes), lacks


def main(site):
    count, failures = 0, []
    for header in sorted(Path("include").glob("*.h")):
        page = site / "headers" / f"{header.name}.html"
        if "@defgroup" in header.read_text("utf-8"):
            found, lacks = missing(header.read_text("utf-8"), page.read_text("utf-8"))
            count += found
            failures += [f"FAILED: {page}: {lack}" for lack in lacks]
    print(*failures, f"{count - len(failures)} passed, {len(failures)} failed", sep="\n")
    return 1 if failures else 0


if len(sys.argv) != 2 or sys.argv[1].startswith("-"):
    sys.exit(__doc__)
sys.exit(main(Path(sys.argv[1])))
