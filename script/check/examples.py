# SPDX-License-Identifier: MIT OR Apache-2.0
#
# Lists the public functions, methods, macros and types without an example: examples.py target/doc/cri.json. rustdoc
# writes this file with --output-format json. A method needs no example if another example of its type calls it. A type
# needs no example if one of its methods has one, because they are on the same page.
import json
import re
import sys

FUNCTIONS = {"function", "macro"}
TYPES = {"struct", "enum", "union", "trait", "type_alias"}


def examples(docs):
    """Returns the code of the examples in a documentation comment."""
    return "\n".join(re.findall(r"^```[^\n]*\n(.*?)^```", docs or "", re.MULTILINE | re.DOTALL))


class Crate:
    """The index of a crate, and the items that have been visited."""

    def __init__(self, index):
        self.index = index
        self.seen = set()
        self.missing = []

    def members(self, kind, inner):
        """Returns the numbers of the functions that belong to a type or a trait."""
        if kind == "trait":
            return inner["items"]
        impls = (self.index.get(str(number)) for number in inner.get("impls", []))
        impls = [impl["inner"]["impl"] for impl in impls if impl]
        return [number for impl in impls if not impl["trait"] for number in impl["items"]]

    def visit(self, number, path):
        """Visits an item and the public items in it."""
        item = self.index.get(str(number))
        if item is None or item["crate_id"] != 0 or number in self.seen:
            return
        ((kind, inner),) = item["inner"].items()
        if kind == "use":
            self.visit(inner["id"], path)
            return
        self.seen.add(number)
        path = f"{path}::{item['name']}" if path else item["name"]
        if kind == "module":
            for child in inner["items"]:
                self.visit(child, path)
        elif kind in FUNCTIONS and not examples(item["docs"]):
            self.missing.append((path, item["span"]))
        elif kind in TYPES:
            self.visit_type(item, [self.index[str(child)] for child in self.members(kind, inner)], path)

    def visit_type(self, item, members, path):
        """Visits a type and its functions."""
        page = "\n".join(examples(on_page["docs"]) for on_page in [item, *members])
        if not page:
            self.missing.append((path, item["span"]))
        for member in members:
            if "function" not in member["inner"] or member["id"] in self.seen:
                continue
            self.seen.add(member["id"])
            if not re.search(rf"(\.|::){member['name']}\b", page):
                self.missing.append((f"{path}::{member['name']}", member["span"]))


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        document = json.load(file)
    crate = Crate(document["index"])
    crate.visit(document["root"], "")
    for path, span in crate.missing:
        print(f"{span['filename']}:{span['begin'][0]}: {path} has no example")
    kinds = [next(iter(crate.index[str(number)]["inner"])) for number in crate.seen]
    count = sum(kind in FUNCTIONS | TYPES for kind in kinds)
    print(f"{count - len(crate.missing)} passed, {len(crate.missing)} failed")
    return 1 if crate.missing else 0


sys.exit(main())
