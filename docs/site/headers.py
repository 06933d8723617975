#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR Apache-2.0
"""Writes a page for each header: its title and introduction, and then its groups in the order of the header.

    docs/site/headers.py XML PAGES     reads doxygen's output in XML/c/xml and XML/cpp/xml, and makes the folder PAGES
"""
import pathlib
import re
import sys

C_PAGE = """# {title}

```{{doxygenfile}} {name}
:project: c
:sections: briefdescription detaileddescription
```
"""
# A group needs two directives: with :content-only: breathe omits the text of a group, and with :desc-only: its members.
GROUP = """
````{{container}} group-text
```{{doxygengroup}} {group}
:project: c
:desc-only:
:no-title:
```
````

```{{doxygengroup}} {group}
:project: c
:content-only:
:members:
```
"""
CPP_PAGE = """# {title}

```{{doxygenfile}} {name}
:project: cpp
```
"""
INDEX = """# {title}

{text}

```{{toctree}}
{names}
```
"""


def title_of(name, title):
    """Returns the title of a page: the name of the header, and the title of one of its groups."""
    if title.startswith(name):
        return title
    return f"{name}: {title if title[1].isupper() else title[0].lower() + title[1:]}"


def c_page(name, text):
    """Returns the page of a C header. Its title is that of the first group."""
    groups = re.findall(r"@defgroup (\w+) (.*)", text)
    page = C_PAGE.format(title=title_of(name, groups[0][1]), name=name)
    for group, title in groups:
        heading = "" if group == groups[0][0] else f"\n## {title}\n"
        page += heading + GROUP.format(group=group)
    return page


def cpp_page(name, text):
    """Returns the page of a C++ header. Its title is that of the last group."""
    return CPP_PAGE.format(title=title_of(name, re.findall(r"@defgroup cri_cpp\w* (.*)", text)[-1]), name=name)


def write_pages(pages, index, suffix, page_of, title, text):
    """Writes a page for each header with this suffix, and the page `index`, which lists them."""
    names = []
    for header in sorted(pathlib.Path("include").glob("*" + suffix)):
        source = header.read_text("utf-8")
        if "@defgroup" in source:
            names.append(header.name)
            (pages / f"{header.name}.md").write_text(page_of(header.name, source), "utf-8")
    (pages / index).write_text(INDEX.format(title=title, text=text, names="\n".join(names)), "utf-8")


def keep_indentation(xml):
    """Removes links from listings, and moves spaces that are alone in an element, such as the indentation before a
    keyword, into the next element. Breathe would drop spaces before a link or alone in an element."""
    alone = re.compile(r'<highlight class="normal">((?:<sp/>)+)</highlight><highlight class="(\w+)">')
    for file in xml.glob("*/xml/*.xml"):
        text = re.sub("<codeline>.*", lambda line: re.sub("</?ref[^>]*>", "", line[0]), file.read_text("utf-8"))
        file.write_text(alone.sub(r'<highlight class="\2">\1', text), "utf-8")


def main(xml, pages):
    pages.mkdir()
    keep_indentation(xml)
    write_pages(pages, "index.md", ".h", c_page, "C headers",
                "Each header has functions for one purpose. Begin with `cri.h`, which the other headers include.")
    write_pages(pages, "cpp.md", ".hpp", cpp_page, "C++ headers",
                "Each header wraps C functions in types, ranges and results of C++17. All C++ code is in the headers.")


main(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]))
