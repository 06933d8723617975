#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR Apache-2.0
"""
Puts what packaging/owner.toml says where it is read: SECURITY.md, Cargo.toml, manifests of packages.

    packaging/owner.py            writes these files
    packaging/owner.py --check    fails if one of them says something else
    packaging/owner.py --missing  prints what owner.toml lacks, and fails then
"""
import re
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FIELDS = ("repository", "security", "maintainer", "reviewers")
# What a field must look like.
FORMS = {
    "repository": r"https://\S+",
    "security": r"https://\S+|[^\s@]+@[^\s@]+",
    "maintainer": r"[^<>@]+ <[^\s@<>]+@[^\s@<>]+>",
    "reviewers": r"\S.*",
}
# File, what is replaced there, by what, and by what where the field is empty. A group that is kept is \1.
PLACES = (
    ("SECURITY.md", r"^(Report vulnerabilities in private ).*$", r"\1to {security}.",
     r"\1to whoever gave you this copy: the project has no address yet. `packaging/owner.toml` must have one before a release."),
    ("Cargo.toml", r'^(license = ".*"\n)(?:repository = ".*"\n)?', r'\1repository = "{repository}"\n', r"\1"),
    ("packaging/library.json.in", r'^(  "license": ".*",\n)(?:  "repository": .*\n)?',
     r'\1  "repository": {{"type": "git", "url": "{repository}"}},\n', r"\1"),
    ("packaging/idf_component.yml.in", r"^(license: .*\n)(?:url: .*\n)?", r"\1url: {repository}\n", r"\1"),
    ("packaging/vcpkg/vcpkg.json", r'^(  "license": ".*",\n)(?:  "homepage": .*\n)?', r'\1  "homepage": "{repository}",\n', r"\1"),
    ("packaging/arduino/library.properties.in", r"^(url=).*$", r"\1{repository}",
     r"\1https://datatracker.ietf.org/doc/draft-ietf-core-href/"),
    ("packaging/arduino/library.properties.in", r"^(maintainer=).*$", r"\1{maintainer}", r"\1The libcri authors"),
    ("packaging/debian/control", r"^(Maintainer: ).*$", r"\1{maintainer}", r"\1The libcri authors <maintainers@example.org>"),
    ("packaging/debian/changelog", r"\A((?s:.*?)^ -- ).*?(?=  )", r"\1{maintainer}", r"\1The libcri authors <maintainers@example.org>"),
    (".github/CODEOWNERS", r"^(\* ).*$", r"\1{reviewers}", r"\1maintainers@example.org"),
)


def written(owner, text, pattern, filled, empty):
    """A file's text with the owner's data in one place."""
    field = re.search(r"(?<!\{)\{(\w+)\}", filled)[1]
    value = filled.format(**{field: owner[field].replace("\\", r"\\")}) if owner[field] else empty
    made, count = re.subn(pattern, value, text, count=1, flags=re.M)
    if count != 1:
        sys.exit(f"owner: no place for what owner.toml says: {pattern}")
    return made


def main():
    with open(ROOT / "packaging" / "owner.toml", "rb") as file:
        owner = tomllib.load(file)
    if set(owner) != set(FIELDS):
        sys.exit(f"owner: packaging/owner.toml has {', '.join(owner)}, not {', '.join(FIELDS)}")
    missing = [field for field in FIELDS if not owner[field]]
    for field in set(FIELDS) - set(missing):
        if not re.fullmatch(FORMS[field], owner[field]):
            sys.exit(f"owner: {field} = {owner[field]!r} in packaging/owner.toml is not what its comment asks for")
    if sys.argv[1:] == ["--missing"]:
        print("".join(f"packaging/owner.toml: {field} is empty\n" for field in missing), end="")
        sys.exit(bool(missing))
    if sys.argv[1:] not in ([], ["--check"]):
        sys.exit(__doc__)
    differ = []
    for name, *place in PLACES:
        path = ROOT / name
        text = path.read_text()
        made = written(owner, text, *place)
        if made != text:
            differ.append(name)
            if not sys.argv[1:]:
                path.write_text(made)
    if sys.argv[1:] and differ:
        sys.exit("\n".join(f"owner: {name} does not say what packaging/owner.toml does: run packaging/owner.py" for name in differ))


main()
