#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR Apache-2.0
"""Writes the values of cmake/release/owner.toml to SECURITY.md, Cargo.toml and the manifests of packages."""
import argparse
import re
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FIELDS = ("repository", "security", "maintainer", "reviewers")
# The allowed form of each field.
FORMS = {
    "repository": r"https://\S+",
    "security": r"https://\S+|[^\s@]+@[^\s@]+",
    "maintainer": r"[^<>@]+ <[^\s@<>]+@[^\s@<>]+>",
    "reviewers": r"\S.*",
}
# Each place has a file, a pattern, its replacement, and its replacement if the field is empty. \1 is a group that is
# kept.
PLACES = (
    (
        "SECURITY.md", r"^(Report vulnerabilities in private ).*$", r"\1to {security}.",
        r"\1on the Security tab of the repository that you cloned, or by mail to the authors of its last commits."
    ),
    ("Cargo.toml", r'^(license = ".*"\n)(?:repository = ".*"\n)?', r'\1repository = "{repository}"\n', r"\1"),
    (
        "contrib/platformio/library.json.in", r'^(  "license": ".*",\n)(?:  "repository": .*\n)?',
        r'\1  "repository": {{"type": "git", "url": "{repository}"}},\n', r"\1",
    ),
    ("contrib/esp-idf/idf_component.yml.in", r"^(license: .*\n)(?:url: .*\n)?", r"\1url: {repository}\n", r"\1"),
    (
        "contrib/arduino/library.properties.in", r"^(url=).*$", r"\1{repository}",
        r"\1https://datatracker.ietf.org/doc/draft-ietf-core-href/",
    ),
    ("contrib/arduino/library.properties.in", r"^(maintainer=).*$", r"\1{maintainer}", r"\1The libcri authors"),
    (
        "contrib/debian/control", r"^(Maintainer: ).*$", r"\1{maintainer}",
        r"\1The libcri authors <maintainers@example.org>",
    ),
    (
        "contrib/debian/changelog", r"\A((?s:.*?)^ -- ).*?(?=  )", r"\1{maintainer}",
        r"\1The libcri authors <maintainers@example.org>",
    ),
    (".github/CODEOWNERS", r"^(\* ).*$", r"\1{reviewers}", r"\1maintainers@example.org"),
)


def written(owner, text, pattern, filled, empty):
    """Returns the text of a file after one replacement."""
    field = re.search(r"(?<!\{)\{(\w+)\}", filled)[1]
    value = filled.format(**{field: owner[field].replace("\\", r"\\")}) if owner[field] else empty
    made, count = re.subn(pattern, value, text, count=1, flags=re.M)
    if count != 1:
        sys.exit(f"owner: found no place for a value of owner.toml: {pattern}")
    return made


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="writes nothing; fails if a file says something else")
    parser.add_argument("--missing", action="store_true", help="prints what owner.toml lacks, and fails then")
    arguments = parser.parse_args()
    with open(ROOT / "cmake" / "release" / "owner.toml", "rb") as file:
        owner = tomllib.load(file)
    if set(owner) != set(FIELDS):
        sys.exit(f"owner: cmake/release/owner.toml has {', '.join(owner)}, not {', '.join(FIELDS)}")
    missing = [field for field in FIELDS if not owner[field]]
    for field in set(FIELDS) - set(missing):
        if not re.fullmatch(FORMS[field], owner[field]):
            sys.exit(
                f"owner: {field} = {owner[field]!r} in cmake/release/owner.toml is not what its comment asks for"
            )
    if arguments.missing:
        print("".join(f"cmake/release/owner.toml: {field} is empty\n" for field in missing), end="")
        sys.exit(bool(missing))
    differ = []
    for name, *place in PLACES:
        path = ROOT / name
        text = path.read_text()
        made = written(owner, text, *place)
        if made != text:
            differ.append(name)
            if not arguments.check:
                path.write_text(made)
    if arguments.check and differ:
        sys.exit(
            "\n".join(
                f"owner: {name} does not say what cmake/release/owner.toml does: run cmake/release/owner.py"
                for name in differ
            )
        )


main()
