#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR Apache-2.0
"""
Prints the bill of materials of a release tree (SPDX 2.3, JSON): every file with its licence and sums, and the tools
that made the archives. The licence of a file is in its first lines or in REUSE.toml. script/check/release validates the
bill with the tool of the SPDX project.

FACTS is a file of lines "KEY VALUE":

    version VERSION        of libcri
    commit ID              that the release is made from; optional
    epoch SECONDS          the time that the document carries
    rustc TEXT             what rustc --version prints
    core TRIPLE TEXT       the origin of the core for a target
    binutils TRIPLE TEXT   the version of the ld for a target
    doxygen VERSION        optional, as sphinx VERSION and furo VERSION
"""
import argparse
import hashlib
import json
import re
import sys
import time
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
OURS = "MIT OR Apache-2.0"
# The licences of core and of compiler_builtins, as their Cargo.toml files state them.
CORE = OURS
BUILTINS = "MIT AND Apache-2.0 WITH LLVM-exception AND (MIT OR Apache-2.0)"
# The programs that make docs/html.
PAGES = (("doxygen", "GPL-2.0-only", "Dimitri van Heesch"), ("sphinx", "BSD-2-Clause", "The Sphinx developers"),
         ("furo", "MIT", "Pradyun Gedam"))
# REUSE-IgnoreStart
MARK = re.compile(r"SPDX-License-Identifier: ([A-Za-z0-9.+() -]+?)\s*(?:\*/|-->|#\}|/)?\s*$", re.M)
# REUSE-IgnoreEnd
# Matches the sections of compiler_builtins: its own functions, and the functions that C calls by name. Does not match
# the sections of the library.
BUILTINS_CODE = re.compile(rb"\.text\.(?:[\w.$]*17compiler_builtins|__|mem)")
LICENCE_FILES = {
    "LICENSE-MIT": "MIT", "LICENSE-APACHE": "Apache-2.0", "LICENSE-RUST": f"({OURS}) AND Apache-2.0 WITH LLVM-exception"
}
# The files of a release with the text of a licence or an exception.
TEXTS = {
    "MIT": "LICENSE-MIT", "Apache-2.0": "LICENSE-APACHE", "LLVM-exception": "LICENSE-RUST",
    "BSD-2-Clause": "docs/html/licenses/sphinx.txt", "BSD-3-Clause": "docs/html/licenses/snowballstemmer.txt",
}


# ---- licences ----------------------------------------------------------------------------------

def glob(pattern):
    """Returns the regular expression for a path of REUSE.toml. * matches within a folder, and ** also across
    folders."""
    return re.compile(re.escape(pattern).replace(r"\*\*", ".*").replace(r"\*", "[^/]*"))


def annotations():
    """Yields the paths, licences and copyrights of REUSE.toml in their order."""
    with open(ROOT / "REUSE.toml", "rb") as file:
        tables = tomllib.load(file)["annotations"]
    for table in tables:
        paths = table["path"] if isinstance(table["path"], list) else [table["path"]]
        yield [glob(path) for path in paths], table.get("SPDX-License-Identifier"), table["SPDX-FileCopyrightText"]


def licence_of(path, name, tables):
    """Returns the licence, or None, and the copyright of a file. `name` is its name in REUSE.toml."""
    licence = copyrights = None
    for patterns, *stated in tables:
        if any(pattern.fullmatch(name) for pattern in patterns):
            licence, copyrights = stated
    if Path(name).name in LICENCE_FILES or name.startswith("LICENSES/"):
        return LICENCE_FILES.get(Path(name).name, Path(name).stem), copyrights
    head = path.read_bytes()[:1000].decode("utf-8", "replace")
    found = MARK.search("\n".join(head.split("\n")[:5]))
    return found[1] if found else licence, copyrights


# ---- making ------------------------------------------------------------------------------------

def digest(path, algorithm):
    return hashlib.new(algorithm, path.read_bytes()).hexdigest()


def files_of(tree):
    """Returns the names of the files in a tree, without the document itself and the checksums, which are made after
    it."""
    names = sorted(str(path.relative_to(tree)) for path in tree.rglob("*") if path.is_file())
    return [name for name in names if not re.fullmatch(r"SHA256SUMS|[^/]*\.spdx\.json", name)]


def identifier(name, used):
    """Returns a unique SPDX identifier for a file, of letters, digits, dots and hyphens."""
    stem = "SPDXRef-File-" + re.sub(r"[^A-Za-z0-9.]+", "-", name)
    result, number = stem, 1
    while result in used:
        number += 1
        result = f"{stem}-{number}"
    used.add(result)
    return result


def verification(sums):
    """Returns the verification code of SPDX 2.3 section 7.9: the SHA-1 of the sorted SHA-1 sums."""
    return hashlib.sha1("".join(sorted(sums)).encode()).hexdigest()


def read_facts(path):
    facts = {"core": {}, "binutils": {}}
    for line in Path(path).read_text().splitlines():
        key, value = line.split(" ", 1)
        if key in ("core", "binutils"):
            triple, value = value.split(" ", 1)
            facts[key][triple] = value
        else:
            facts[key] = value
    return facts


def package(name, version, licence, comment, supplier, **more):
    return {
        "SPDXID": f"SPDXRef-{name}", "name": name, "versionInfo": version, "comment": comment,
        "downloadLocation": "NOASSERTION", "filesAnalyzed": False, "licenseConcluded": "NOASSERTION",
        "licenseDeclared": licence, "copyrightText": "NOASSERTION", "supplier": f"Organization: {supplier}", **more,
    }


def tools(facts):
    """Returns the packages that made the release, and for a target the name of its binutils."""
    rust = facts["rustc"].split(" ")[1]
    made = [
        package("libcri-source", facts["version"], OURS, "The source that the archives are built from"
                + (f": commit {facts['commit']}" if "commit" in facts else ""), "The libcri authors", externalRefs=[{
                    "referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl",
                    "referenceLocator": f"pkg:cargo/libcri@{facts['version']}",
                }]),
        package("rust-core", rust, CORE, "The crate core of the Rust distribution; the archives contain the code of it "
                "that they use", "The Rust Project"),
        package("rust-compiler-builtins", rust, BUILTINS, "The crate compiler_builtins of the Rust distribution; the "
                "archives contain the code of it that they use", "The Rust Project"),
        package("rustc", rust, OURS, facts["rustc"], "The Rust Project"),
    ]
    names = {}
    for triple, text in facts["binutils"].items():
        if text not in names.values():
            number = sum(1 for one in made if one["name"].startswith("binutils"))
            made.append(package(f"binutils-{number + 1}", text.split(" ")[-1], "GPL-3.0-or-later", text,
                                "The GNU Project"))
        names[triple] = text
    for name, licence, supplier in PAGES:
        if name in facts:
            made.append(package(name, facts[name], licence, "Made the pages in docs/html", supplier))
    identifiers = {one["comment"]: one["SPDXID"] for one in made}
    return made, {triple: identifiers[text] for triple, text in names.items()}


def file_type(name):
    if name.endswith(".a"):
        return "ARCHIVE"
    if name.endswith((".c", ".h", ".hpp", ".py", ".cmake")):
        return "SOURCE"
    if name.endswith((".md", ".html", ".svg")):
        return "DOCUMENTATION"
    if name.endswith((".png", ".gif", ".ico")):
        return "IMAGE"
    return "TEXT" if not name.endswith((".cbor", ".md5")) else "OTHER"


def make(tree, facts):
    tables = list(annotations())
    made, binutils = tools(facts)
    name = f"libcri-{facts['version']}"
    files, relations, used = [], [], set()

    def relate(one, kind, other):
        relations.append({"spdxElementId": one, "relationshipType": kind, "relatedSpdxElement": other})

    relate("SPDXRef-DOCUMENT", "DESCRIBES", "SPDXRef-libcri")
    for file in files_of(tree):
        path, ident = tree / file, identifier(file, used)
        entry = {
            "SPDXID": ident, "fileName": f"./{file}", "fileTypes": [file_type(file)],
            "checksums": [{"algorithm": one.upper(), "checksumValue": digest(path, one)} for one in ("sha1", "sha256")],
        }
        licence, entry["copyrightText"] = licence_of(path, file, tables)
        relate("SPDXRef-libcri", "CONTAINS", ident)
        archive = re.fullmatch(r"lib/([^/]+)/libcri(-short)?\.a", file)
        if archive:
            triple = archive[1]
            builtins = BUILTINS_CODE.search(path.read_bytes()) is not None
            licence = f"({OURS}) AND {BUILTINS}" if builtins else OURS
            schemes = "ten" if archive[2] else "all"
            entry["comment"] = f"Rust target {triple}, {schemes} schemes; {facts['rustc']}, {facts['core'][triple]}"
            entry["copyrightText"] = "NOASSERTION"
            relate(ident, "GENERATED_FROM", "SPDXRef-libcri-source")
            relate(ident, "STATIC_LINK", "SPDXRef-rust-core")
            if builtins:
                relate(ident, "STATIC_LINK", "SPDXRef-rust-compiler-builtins")
            for tool in ("SPDXRef-rustc", binutils[triple]):
                relate(tool, "BUILD_TOOL_OF", ident)
        elif licence is None:
            sys.exit(f"spdx: {file} names no licence in its first five lines, and REUSE.toml has no licence for it")
        entry["licenseConcluded"] = licence
        stated = sorted(re.split(" OR | AND ", re.sub("[()]", "", licence)))
        entry["licenseInfoInFiles"] = ["NOASSERTION"] if archive else stated
        files.append(entry)
    for name, _, _ in PAGES:
        if name in facts:
            relate(f"SPDXRef-{name}", "BUILD_TOOL_OF", "SPDXRef-libcri")
    code = verification([file["checksums"][0]["checksumValue"] for file in files])
    has_builtins = any(BUILTINS in file["licenseConcluded"] for file in files)
    libcri = package(
        "libcri", facts["version"], OURS, "Archives, headers and documents", "The libcri authors", filesAnalyzed=True,
        licenseConcluded=f"({OURS}) AND {BUILTINS}" if has_builtins else OURS,
        licenseInfoFromFiles=sorted({one for file in files for one in file["licenseInfoInFiles"]} - {"NOASSERTION"}),
        copyrightText="2026 The libcri authors", primaryPackagePurpose="LIBRARY",
        packageVerificationCode={
            "packageVerificationCodeValue": code,
            "packageVerificationCodeExcludedFiles": ["./SHA256SUMS", f"./{name}.spdx.json"],
        },
    )
    created = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(int(facts["epoch"])))
    return {
        "spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT", "name": name,
        "documentNamespace": f"https://spdx.org/spdxdocs/{name}-{code}",
        "creationInfo": {"created": created, "creators": [f"Tool: libcri-script-dist-{facts['version']}"]},
        "packages": [libcri, *made], "files": files, "relationships": relations,
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tree", type=Path)
    parser.add_argument("facts", type=Path)
    arguments = parser.parse_args()
    document = make(arguments.tree, read_facts(arguments.facts))
    licences = {one["licenseConcluded"] for one in [document["packages"][0], *document["files"]]}
    for name in sorted(set(re.findall(r"[\w.-]+", " ".join(licences))) - {"AND", "OR", "WITH"}):
        if name not in TEXTS or not (arguments.tree / TEXTS[name]).is_file():
            sys.exit(f"spdx: no file of the release has the text of {name}")
    json.dump(document, sys.stdout, indent=2)
    print()


main()
