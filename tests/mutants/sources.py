# SPDX-License-Identifier: MIT OR Apache-2.0
"""Finds functions and statements in a Rust source, and changes its text."""

import functools
import re
import typing

# Comments, strings and characters. A lifetime such as `'a` is not a character.
TOKENS = re.compile(
    r"""//[^\n]*|/\*.*?\*/|\bb?r(#*)".*?"\1|"(?:\\.|[^"\\])*"|'(?:\\(?:u\{\w+\}|x\w\w|.)|[^\\'\n])'""", re.DOTALL
)
# A comment or an attribute on a line of its own.
ASIDE = re.compile(r"\s*(?://|#!?\[|$)")
ITEM = re.compile(r"\s*(?:pub(?:\([a-z]+\))? )?(?:unsafe |const |async |extern \"C\" )*fn\b")
# Matches after the closing brace of a block if the brace ends the statement.
NEXT_STATEMENT = re.compile(r"[ ]*\n\s*(?!else\b|[.?&|])")
# A statement that only a semicolon can end.
SIMPLE = re.compile(r"\s*(?:let|return|(?:pub(?:\([a-z]+\))? )?(?:const|static|type))\b(?! fn)")


class Function(typing.NamedTuple):
    """A function, with the offsets of `fn`, of the opening brace and of the end."""

    name: str
    start: int
    opening: int
    end: int


@functools.cache
def masked(text):
    """Returns the text with its comments, strings and characters replaced by spaces."""
    return TOKENS.sub(lambda match: re.sub(r"[^\n]", " ", match[0]), text)


def closing(code, opening):
    """Returns the offset after the brace that closes the brace at `opening`."""
    depth = 0
    for match in re.compile(r"[{}]").finditer(code, opening):
        depth += 1 if match[0] == "{" else -1
        if depth == 0:
            return match.end()
    raise ValueError("a brace is not closed")


@functools.cache
def functions(text):
    """Returns the functions that are not inside another function."""
    code = masked(text)
    found = []
    for match in re.finditer(r"\bfn\s+(\w+)", code):
        if found and match.start() < found[-1].end:
            continue
        at, depth = match.end(), 0
        while code[at] not in "{;" or depth:
            depth += {"(": 1, "[": 1, ")": -1, "]": -1}.get(code[at], 0)
            at += 1
        if code[at] == "{":
            found.append(Function(match[1], match.start(), at, closing(code, at)))
    return found


def function_at(text, span):
    """Returns the function whose body contains this span, or None."""
    for function in functions(text):
        if function.opening <= span[0] and span[1] <= function.end:
            return function
    return None


def statement(text, at):
    """Returns the span of the code after a comment at `at`: a function, or a statement or match arm with its blocks."""
    code = masked(text)
    while ASIDE.match(text[at : text.index("\n", at)]):
        at = text.index("\n", at) + 1
    first = text[at : text.index("\n", at)]
    if ITEM.match(first):
        return at, next(function.end for function in functions(text) if function.start >= at)
    simple, depth = SIMPLE.match(first), 0
    for match in re.compile(r"[(){}\[\];,]").finditer(code, at):
        depth += {"(": 1, "[": 1, "{": 1, ")": -1, "]": -1, "}": -1}.get(match[0], 0)
        if depth < 0:
            return at, match.start()
        if depth == 0 and (match[0] == ";" or match[0] == "," and not simple):
            return at, match.end()
        if depth == 0 and match[0] == "}" and not simple and NEXT_STATEMENT.match(code, match.end()):
            return at, match.end()
    return at, len(text)


def changed(text, changes, start=0, end=None):
    """Returns the text from `start` to `end` with the changes applied."""
    out = []
    for change in sorted(changes, key=lambda change: change.span):
        out += [text[start : change.span[0]], change.text]
        start = change.span[1]
    return "".join(out) + text[start:end]
