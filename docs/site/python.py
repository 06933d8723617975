#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR Apache-2.0
"""Writes a page for each module of the Python package: its functions, classes and methods, with the signatures of the
stub and the comments of the sources in Rust and Python.

    docs/site/python.py PAGES     makes the folder PAGES
"""
import ast
import pathlib
import re
import sys

PACKAGE = pathlib.Path("contrib/python")
STUB = PACKAGE / "python/libcri/_libcri.pyi"
MODULES = ["libcri", "links", "coap", "arrow", "templates", "aiocoap", "query", "texts", "errors"]
# The names of the classes in Rust.
CLASSES = re.compile(r"#\[pyclass\(([^)]*)\)\]\s*pub struct (\w+)")
# An implementation; or a comment, the attributes after it, which may have several lines, and the item.
ITEM = re.compile(
    r"^(?:impl(?:<[^>]*>)? (?:\w+ for )?(\w+)|((?: *///.*\n)+)((?: *#\[(?:.*\]|.*(?:\n[^#\n]*)*?\)\])\n)*)"
    r" *(?:pub(?:\(\w+\))? )?(?:(?:fn|struct) )?(\w+))", re.M,
)


def rust_comments():
    """Returns the comments in Rust by the name of the class, or None, and the name of the function."""
    found, sources = {}, [file.read_text("utf-8") for file in sorted(PACKAGE.glob("src/**/*.rs"))]
    names = {struct: (re.search(r'name = "(\w+)"', options) or [None, struct])[1]
             for options, struct in CLASSES.findall("".join(sources))}
    for text in sources:
        kind = None
        for implemented, comment, attributes, name in ITEM.findall(text):
            is_class = "pyclass" in attributes
            kind = names.get(implemented or (name if is_class else ""), kind)
            lines = "\n".join(line.strip().removeprefix("///").removeprefix(" ") for line in comment.splitlines())
            found.setdefault((kind if "pyfunction" not in attributes else None, "class" if is_class else name), lines)
    return found


def signature(function):
    """Returns a signature without self, as the stub has it."""
    arguments = function.args
    for listed in (arguments.posonlyargs, arguments.args):
        if listed and listed[0].arg in ("self", "cls"):
            del listed[0]
    returns = f" -> {ast.unparse(function.returns)}" if function.returns else ""
    return f"{function.name}({ast.unparse(arguments)}){returns}"


def directive(kind, head, text, options=(), level=3):
    fence = "`" * level
    return "\n".join([f"{fence}{{py:{kind}}} {head}", *options, "", text, fence, ""])


def member(node, kind, comments, text):
    """Returns the entry of a method or an attribute of a class; "" for special methods."""
    if node.name.startswith("_"):
        return ""
    decorators = {ast.unparse(decorator) for decorator in node.decorator_list}
    text = text or comments.get((kind, node.name), "")
    if "property" in decorators:
        return directive("attribute", node.name, text, [f":type: {ast.unparse(node.returns)}"])
    options = [f":{name}:" for name in ("staticmethod", "classmethod") if name in decorators]
    return directive("method", signature(node), text, options)


def entry(node, comments, texts):
    """Returns the entry of a function, a class, or a name with a value."""
    if isinstance(node, ast.ClassDef):
        text = ast.get_docstring(node) or comments.get((node.name, "class"), "")
        members = [each for each in node.body if isinstance(each, ast.FunctionDef)]
        made = next((signature(each) for each in members if each.name in ("__new__", "__init__")), "__new__()")
        head = node.name + re.sub(r"^__\w+__|( -> .*)$", "", made)
        # Of several signatures, the first is shown.
        seen = {each.name: each for each in reversed(members)}
        documented = {each.name: ast.get_docstring(each) for each in members if ast.get_docstring(each)}
        inner = "\n".join(filter(None, (
            member(each, node.name, comments, documented.get(each.name)) for each in reversed(seen.values()))))
        return directive("class", head, f"{text}\n\n{inner}", level=5)
    if isinstance(node, ast.FunctionDef):
        return directive("function", signature(node), ast.get_docstring(node) or comments.get((None, node.name), ""))
    call = node.value
    if isinstance(call, ast.Call) and ast.unparse(call.func) == "_function":
        parts = [texts.get(getattr(part, "id", None)) or getattr(part, "value", None)
                 for part in ast.walk(call.args[1])]
        return directive("function", f'{call.args[0].value}(column, *, revision=REVISION, errors="raise")',
                         "".join(part for part in parts if isinstance(part, str)))
    return ""


def names_of(tree):
    """Returns the names that a module exports."""
    listed = next((node.value for node in tree.body if isinstance(node, ast.Assign)
                   and ast.unparse(node.targets[0]) == "__all__"), None)
    return ast.literal_eval(listed) if listed else [
        node.name for node in tree.body if isinstance(node, (ast.ClassDef, ast.FunctionDef)) and node.name[0] != "_"]


def name_of(node):
    return getattr(node, "name", None) or ast.unparse(getattr(node, "target", None) or ast.Name("_"))


def page(module, stub, comments, listed):
    """Returns the page of a module. A name is on the page of the first module that exports it."""
    path = PACKAGE / "python/libcri" / f"{'__init__' if module == 'libcri' else module}.py"
    tree = ast.parse(path.read_text("utf-8"))
    names = [name for name in names_of(tree) if name not in listed]
    texts = {node.targets[0].id: node.value.value for node in tree.body
             if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant)}
    nodes = {name_of(node): node for node in [*stub.body, *tree.body]}
    full = module if module == "libcri" else f"libcri.{module}"
    text = f"# {full}\n\n```{{py:currentmodule}} {full}\n```\n\n{ast.get_docstring(tree).split('>>>')[0]}\n\n"
    for name in names:
        made = entry(nodes[name], comments, texts) if name in nodes else ""
        if made:
            listed.add(name)
            text += made + "\n"
    return text


def main(pages):
    pages.mkdir()
    stub, comments, listed = ast.parse(STUB.read_text("utf-8")), rust_comments(), set()
    for module in MODULES:
        (pages / f"{module}.md").write_text(page(module, stub, comments, listed), "utf-8")
    listing = "\n".join(["```{toctree}", *MODULES, "```"])
    (pages / "index.md").write_text(f"# Python modules\n\nThe package has these modules.\n\n{listing}\n")


main(pathlib.Path(sys.argv[1]))
