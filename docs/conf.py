"""How the documentation is built."""

from importlib.metadata import version as version_of

project = "tesserix-rag"
author = "The tesserix_rag authors"
copyright = f"2026, {author}"
version = release = version_of("tesserix-rag")

extensions = ["myst_parser"]
myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3

nitpicky = True
suppress_warnings = ["toc.empty_glob"]  # a part may have no pages yet

html_theme = "furo"
html_title = "tesserix-rag"
