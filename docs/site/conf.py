# SPDX-License-Identifier: MIT OR Apache-2.0
"""The settings of Sphinx for the site that script/docs makes. Paths are relative to the folder of this file."""
project = html_title = "libcri"
extensions = ["myst_parser", "breathe"]
source_suffix = {".md": "markdown"}
root_doc = "index"
html_theme = "furo"
templates_path = ["templates"]
html_static_path = ["static"]
html_css_files = ["site.css"]
html_search_scorer = "docs/site/scorer.js"  # a path from the folder that script/docs runs in
html_copy_source = html_show_sourcelink = html_show_copyright = False
myst_heading_anchors = 4
# Suppresses warnings about languages that Pygments does not know, and about the namespace that several headers declare.
suppress_warnings = ["misc.highlighting_failure", "duplicate_declaration.cpp"]
breathe_projects = {"c": "../../build/docs-source/doxygen/c/xml", "cpp": "../../build/docs-source/doxygen/cpp/xml"}
breathe_domain_by_extension = {"h": "c", "hpp": "cpp"}
breathe_show_include = False
