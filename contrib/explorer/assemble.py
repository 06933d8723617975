#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR Apache-2.0
"""Writes the page as one file: assemble.py WASM OUTPUT

Browsers load neither modules nor WebAssembly from files. The modules are therefore joined in one script, each after the
modules that it imports. The WebAssembly and the worker are texts in the page, in base64. They are compressed first,
because base64 makes them a third longer. A content security policy in the page allows only this script and this style,
and no connection.
"""
import base64
import gzip
import hashlib
import pathlib
import re
import sys

HERE = pathlib.Path(__file__).resolve().parent
IMPORT = re.compile(r'^import (\{[^}]*\}) from "(\.[a-z0-9./-]+\.js)";\n', re.MULTILINE)
EXPORT = re.compile(r"^export (?=(?:async )?(?:function\*?|const|class) (\w+))", re.MULTILINE)


def modules(path, seen):
    """Returns the texts of a module and, before it, of the modules that it imports, except those in `seen`. A module
    becomes a function that returns its exports. Its name is that of its file."""
    if path in seen:
        return []
    seen.add(path)
    source = path.read_text()
    needed = [text for _, name in IMPORT.findall(source) for text in modules((path.parent / name).resolve(), seen)]
    body = IMPORT.sub(lambda found: f'const {found[1]} = modules["{pathlib.Path(found[2]).name}"];\n', source)
    names = ", ".join(EXPORT.findall(body))
    body = EXPORT.sub("", body)
    if re.search(r"^(import|export)\b", body, re.MULTILINE):
        raise SystemExit(f"assemble: {path} has an import or export in a form that assemble.py does not read")
    return needed + [f'modules["{path.name}"] = (() => {{\n{body}return {{ {names} }};\n}})();\n']


def digest(text):
    return "'sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() + "'"


def packed(octets):
    return base64.b64encode(gzip.compress(octets, mtime=0)).decode()


def replace(page, old, new):
    if page.count(old) != 1:
        raise SystemExit(f"assemble: page.html must have this text once, but has it {page.count(old)} times: {old}")
    return page.replace(old, new)


def main(wasm, output):
    page = (HERE / "page.html").read_text()
    style = (HERE / "style.css").read_text()
    script, worker = ("const modules = {};\n" + "".join(modules(HERE / name, set())) 
                      for name in ("main.js", "worker.js"))
    policy = "; ".join([
        "default-src 'none'",
        f"script-src {digest(script)} 'wasm-unsafe-eval'",
        f"style-src {digest(style)}",
        "worker-src blob:",
        "img-src data:",
        "base-uri 'none'",
        "form-action 'none'",
    ])
    page = replace(page, '<meta charset="utf-8">\n',
                   f'<meta charset="utf-8">\n<meta http-equiv="Content-Security-Policy" content="{policy}">\n')
    page = replace(page, '<link rel="stylesheet" href="style.css">', f"<style>{style}</style>")
    binary = pathlib.Path(wasm).read_bytes()
    page = replace(
        page, '<script type="text/plain" id="wasm"></script>',
        f'<script type="text/plain" id="wasm">{packed(binary)}</script>',
    )
    page = replace(
        page, '<script type="text/plain" id="worker"></script>',
        f'<script type="text/plain" id="worker">{packed(worker.encode())}</script>',
    )
    page = replace(page, '<script type="module" src="main.js"></script>', f'<script type="module">{script}</script>')
    pathlib.Path(output).write_text(page)


main(*sys.argv[1:])
