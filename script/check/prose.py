# SPDX-License-Identifier: MIT OR Apache-2.0
#
# Finds habits of compressed prose mechanically: see HABITS. script/check/prose describes the usage and the options.
import argparse
import bisect
import fnmatch
import io
import re
import subprocess
import sys
import tokenize

START = r"(?:^|(?<=[.:!?] ))"  # the start of a sentence or of a table cell

# Each habit has a name, a pattern, the texts to which it applies ("all", "doc" for documentation comments, "code" for
# files other than Markdown), and a cure.
HABITS = [
    ("whether", r"^Whether\b", "doc", "begin with a verb: True if, Returns true if"),
    ("begins-with-of", START + r"Of (?!course)", "all", "begin with the subject"),
    ("begins-with-that-of", START + r"(?:That|Those) (?:of|that|which|with|whose|in|for|from|to)\b", "all",
     "repeat the noun: The error of"),
    ("begins-with-what", START + r"What (?!if\b)[^.?!|]*(?:[.!:;]|$)", "code", "name the thing: The number that"),
    ("begins-with-one", START + r"(?:One|Ones) (?:of|that|which|with|whose|in|for|is|are|has|have)\b", "all",
     "name the thing"),
    ("begins-with-with",
     r"^(?!From .{1,40} to )(?:In|With|Without|By|For|At|From|As|On|Than|Like)\b[^,.;:|]{0,80}[.:]?$", "code",
     "write a sentence: a subject, a verb, an object"),
    ("of-what", r"\b(?:of|for|by|from|to|than|on|at|in|with|as|after|before|over|into|without) what\b", "all",
     "name the thing: of the text that"),
    ("what-as-noun", r"(?:[,;:] |\b(?:and|or|is|are|was|reads|writes|makes|includes|takes|wants) )what (?!to\b)[^?|]*$",
     "code", "name the thing: the text that"),
    ("where-there",
     r"(?<!place )(?<!places )(?<!point )\b[Ww]here (?:there (?:is|are|was|were)|it is|they are|it has|they have)\b",
     "all", "if"),
    ("begins-with-the-same", START + r"The same (?:of|with|for|as|in)\b", "all", "write out the sentence"),
    ("where-decides", r"\bwhere (?:flash|speed|size) (?:decides|counts)\b", "all", "in size-optimised builds"),
    ("beside", r"\b[Bb]eside\b", "all", "next to, or in addition to"),
    ("but-for", r"\b[Bb]ut for\b", "all", "except"),
    ("left-off", r"\b(?:left|leave|leaves|leaving) off\b", "all", "omit"),
    ("is-told", r"\b(?:is|are|was|were|be|been) told\b|\btells? apart\b|\btold apart\b", "all", "distinguish, know"),
    ("likewise", r"\b[Ll]ikewise\b", "all", "the same applies to"),
    ("as-it-has",
     r"\bas (?!it\b)(?:(?!\b(?:if|as|that|which|when|and)\b)[^,.;:|]){1,40}? (?:has|have) (?:it|them)\b", "all",
     "as in X"),
    ("is-none", r"(?<![Tt]here )(?<![Tt]here's )\b(?:is|are|was|were|be) none\b(?! of)", "all",
     "name the thing: is not a text"),
    ("has-none", r"\b(?:has|have|had|of|as|to|with|than|from|by|after) none\b(?! of)", "all",
     "name the thing: has no port"),
    ("that-many", r"\b(?:[Ss]o|(?<!so )[Tt]hat) (?:many|much)\b(?! as)", "all", "give the number or its name"),
    ("asks-proxy", r"\basks? (?:a|the|no) proxy\b", "all", "is meant for a proxy"),
    ("comes-in-by", r"\b(?:comes?|came|goes|went|gets?|got) (?:in|out) (?:by|over)\b", "all", "arrived over"),
    ("such", r"\b[Ss]uch(?=[.,;)]|$| (?:is|are|has|have|may|can|does|do|was|were)\b)", "all", "name the thing"),
    ("as-which", r"\b(?:as|than) which\b", "all", "make two sentences"),
    ("stands", r"\bstands? (?:in|before|after|at|there|alone|between|next)\b", "all", "is"),
    ("a-thing-a-thing",
     r"\b(?:one|a) (?!as|by|has|is|of|that|to)\w+ (?:a|an) "
     r"(?:call|channel|check|file|folder|group|item|line|page|row|target|task|test|verb)\b", "all", "one X per Y"),
    ("one-that", r"(?<![Tt]he )(?<![Tt]his )(?<![Oo]nly )\b(?:one|ones) (?:that|which|whose|with|without)\b", "all",
     "repeat the noun"),
]
HABITS = [(name, re.compile(pattern), kind, cure) for name, pattern, kind, cure in HABITS]

C_LIKE = ("*.c", "*.h", "*.hpp", "*.cpp", "*.js", "*.ino")
# Files that script/header writes from src/ffi, that other programs write, or that others have written.
SKIPPED = ("include/cri*.h", "docs/html/*", "LICENSE*", "*.lock", "*.svg", "*.png", "*.csv", "*.cbor", "*.expected",
           "*.json", "*.patch", "script/check/prose.py", "script/check/prose.txt")
BY_HAND = ("include/cri_log.h", "include/cri_socket.h", "include/cri_target.h")
MESSAGE = re.compile(r"[A-Za-z][\w'-]*(?:[,;:]? [A-Za-z'(-][\w'-]*){3,}")  # a text in quotes that reads like a sentence


class Block:
    """The joined text of adjacent lines, and the line number of each part."""

    def __init__(self, doc=False):
        self.doc = doc
        self.text = ""
        self.starts = []
        self.lines = []

    def add(self, line, text):
        text = re.sub(r"`[^`]*`", "`x`", text.strip())
        self.text += " " if self.text else ""
        self.starts.append(len(self.text))
        self.lines.append(line)
        self.text += text

    def line(self, offset):
        return self.lines[bisect.bisect_right(self.starts, offset) - 1]


ITEM = re.compile(r"^ *(?:[-*+] |\d+\. |@(?:param(?:\[\w+\])?|retval|p) +\S+|@\w+|#+ )|^ *\|")


def blocks(parts):
    """Joins (line, text, doc) parts to blocks. An empty text, a gap, and the beginning of a list item end a block."""
    block, last = None, None
    for line, text, doc in parts:
        if block and (not text.strip() or line != last + 1 or doc != block.doc or ITEM.match(text)):
            yield block
            block = None
        if not text.strip():
            continue
        if block is None:
            block = Block(doc)
            text = ITEM.sub("", text)
        block.add(line, text)
        last = line
    if block:
        yield block


def message_blocks(messages):
    """Yields a block for each message. A message is a pair of a line and a text."""
    for line, message in messages:
        block = Block()
        block.add(line, message)
        yield block


def comment(line, text, after_code):
    """Returns the parts of a comment in one line. A comment after code is a block of its own."""
    part = (line, text, False)
    return [(line - 0.5, "", False), part, (line + 0.5, "", False)] if after_code else [part]


def markdown(text):
    """Yields the paragraphs, list items and table cells of a page, without its listings."""
    parts, fence = [], False
    for number, line in enumerate(text.splitlines(), 1):
        if re.match(r" *(```|~~~)", line):
            fence = not fence
            line = ""
        if fence or line.startswith(("<!--", "#")):
            line = ""
        line = re.sub(r"\]\([^)]*\)", "]", line)
        if re.match(r" *\|", line):
            parts.append((number, "", False))
            for cell in re.split(r"(?<!\\)\|", line.strip().strip("|")):
                parts.append((number, cell, False))
                parts.append((number, "", False))
            continue
        parts.append((number, line, False))
    return blocks(parts)


def without_listings(parts):
    fence = False
    for number, text, doc in parts:
        if text.lstrip().startswith("```") or re.match(r" *@(code|endcode)", text):
            fence = not fence or "endcode" in text
            if "endcode" in text:
                fence = False
            yield number, "", doc
        else:
            yield number, "" if fence else text, doc


def c_like(text, name):
    """Yields the comments and messages of C, C++, JavaScript and Rust."""
    parts, messages = [], []
    pattern = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])\'', re.DOTALL)
    if name.endswith(".rs"):
        pattern = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\])*"|\'(?:\\.|[^\'\\\n])\'', re.DOTALL)
    for found in pattern.finditer(text):
        number = text.count("\n", 0, found.start()) + 1
        token = found.group()
        if token.startswith("//"):
            doc = re.match(r"///(?!/)|//!|///<", token)
            body = re.sub(r"^//[/!]?<?", "", token)
            parts.append((number, body, bool(doc)))
        elif token.startswith("/*"):
            doc = token.startswith("/**")
            body = token.rstrip("/").rstrip("*")
            body = re.sub(r"^/\*\*?<?", "", body)
            parts.append((number - 0.5, "", doc))
            for extra, line in enumerate(body.split("\n")):
                parts.append((number + extra, re.sub(r"^ *\* ?", "", line), doc))
            parts.append((number + extra + 0.5, "", doc))
        elif token.startswith('"') and MESSAGE.search(token):
            messages.append((number, token[1:-1].replace("\\n", " ")))
    yield from blocks(without_listings(parts))
    yield from message_blocks(messages)


def hashed(text, _name=""):
    """Yields the comments that begin with #, and the messages in double quotes."""
    parts, messages = [], []
    for number, line in enumerate(text.splitlines(), 1):
        found = re.match(r"^(\s*)#(?![:!>]) ?(.*)$", line) or re.match(r"^(.*?[\s;])# (.*)$", line)
        if found and not re.search(r"^SPDX|^shellcheck|^-{3,}", found.group(2)):
            parts += comment(number, found.group(2), found.group(1).strip())
            line = found.group(1)
        elif found:
            line = ""
        for message in re.findall(r'"([^"]*)"', line):
            if MESSAGE.search(message):
                messages.append((number, message))
    yield from blocks(without_listings(parts))
    yield from message_blocks(messages)


def python(text, name):
    """Yields the comments, docstrings and messages of Python."""
    parts, strings = [], []
    try:
        tokens = list(tokenize.generate_tokens(io.StringIO(text).readline))
    except (tokenize.TokenError, SyntaxError):
        yield from hashed(text, name)
        return
    for token in tokens:
        if token.type == tokenize.COMMENT:
            body = token.string.lstrip("#: ")
            if not body.startswith("SPDX"):
                parts += comment(token.start[0], body, not token.line.strip().startswith("#"))
        elif token.type == tokenize.STRING:
            body = re.sub(r"^\w*(\"\"\"|'''|\"|')|(\"\"\"|'''|\"|')$", "", token.string)
            doc = token.string.lstrip("rbfu").startswith('"""')
            if doc or MESSAGE.search(body):
                run = [(token.start[0] + extra, line, doc) for extra, line in enumerate(body.split("\n"))]
                strings.append(run)
    yield from blocks(parts)
    for run in strings:
        yield from blocks(run)


def lua(text, _name):
    parts = []
    for number, line in enumerate(text.splitlines(), 1):
        found = re.match(r"^(.*?)--+(?!\[\[) ?(.*)$", line)
        if found and "SPDX" not in line:
            parts += comment(number, found.group(2), found.group(1).strip())
        else:
            parts.append((number, "", False))
    return blocks(parts)


def blocks_of(name, text):
    if name.endswith(".md"):
        return markdown(text)
    if name.endswith(".rs") or any(fnmatch.fnmatch(name, pattern) for pattern in C_LIKE):
        return c_like(text, name)
    if name.endswith((".py", ".pyi")):
        return python(text, name)
    if name.endswith(".lua"):
        return lua(text, name)
    return hashed(text, name)


def files(paths):
    listed = subprocess.run(["git", "ls-files", "--cached", "--others", "--exclude-standard", "--", *paths],
                            check=True, capture_output=True, text=True).stdout.split("\n")
    for name in listed:
        skipped = any(fnmatch.fnmatch(name, pattern) for pattern in SKIPPED)
        if name and (not skipped or name in BY_HAND):
            yield name


def findings(paths):
    """Yields the habits that are found, each as file, line, habit, excerpt, cure and whole text."""
    for name in files(paths):
        try:
            with open(name, encoding="utf-8") as file:
                text = file.read()
        except (UnicodeDecodeError, OSError):
            continue
        found = set()
        for block in blocks_of(name, text):
            for habit, pattern, kind, cure in HABITS:
                if kind == "doc" and not block.doc or kind == "code" and name.endswith(".md"):
                    continue
                for match in pattern.finditer(block.text):
                    begin = max(match.start() - 24, 0)
                    excerpt = block.text[begin : match.end() + 40].strip()
                    found.add((int(block.line(match.start())), habit, excerpt, cure, block.text))
        for line, habit, excerpt, cure, whole in sorted(found):
            yield name, line, habit, excerpt, cure, whole


RULES = "script/check/prose.txt"
TWO_LEVELS = ("c-tests", "contrib", "docs", "script", "src", "tests", "tools")


def group(name):
    """Returns the folder for which prose.txt lists a file's habits: a folder of the first level or, in large folders,
    of the second."""
    folders = name.split("/")[:-1]
    if not folders:
        return name
    return "/".join(folders[:2]) if folders[0] in TWO_LEVELS else folders[0]


def read_rules():
    """Reads prose.txt. Returns the habits that are not yet in force in each folder, and the allowed (file, habit,
    text)."""
    later, allowed = {}, []
    with open(RULES, encoding="utf-8") as file:
        for line in file:
            if not line.strip() or line.startswith("#"):
                continue
            kind, where, rest = line.strip().split(None, 2)
            if kind == "later":
                later[where] = set(rest.split())
            elif kind == "allow":
                allowed.append((where, *rest.split(None, 1)))
            else:
                sys.exit(f"{RULES}: a line begins with later or allow, not {kind}")
    return later, allowed


def write_rules(later):
    """Replaces the `later` lines of prose.txt."""
    with open(RULES, encoding="utf-8") as file:
        kept = [line for line in file if not line.startswith("later ")]
    with open(RULES, "w", encoding="utf-8") as file:
        file.writelines(kept)
        for where in sorted(later):
            if later[where]:
                file.write(f"later {where} {' '.join(sorted(later[where]))}\n")


def main():
    parser = argparse.ArgumentParser(prog="script/check/prose", add_help=False)
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--enforce", action="store_true")
    parser.add_argument("paths", nargs="*")
    options = parser.parse_args()
    later, allowed = read_rules()
    used, waits, failed = set(), {}, 0
    for name, line, habit, excerpt, cure, whole in findings([] if options.enforce else options.paths):
        exceptions = {rule for rule in allowed if rule[:2] == (name, habit) and rule[2] in whole}
        used |= exceptions
        if exceptions:
            continue
        waits.setdefault(group(name), set()).add(habit)
        in_force = habit not in later.get(group(name), ())
        failed += in_force
        if options.list or in_force:
            print(f"{name}:{line}: {habit} ({cure}): {excerpt}")
    if options.list:
        return
    if options.enforce:
        write_rules({where: habits & waits.get(where, set()) for where, habits in later.items()})
        return
    if not options.paths:
        for rule in sorted(set(allowed) - used):
            print(f"{RULES}: remove this exception, which nothing needs: {' '.join(rule)}")
            failed += 1
    if failed:
        print(f"Rewrite these sentences (CONTRIBUTING.md, Prose), or add an exception with a reason to {RULES}.")
    print(f"{len(HABITS)} passed, 0 failed" if not failed else f"0 passed, {failed} failed")
    sys.exit(failed > 0)


if __name__ == "__main__":
    main()
