"""How the documentation is built."""

from importlib.metadata import version as version_of

project = "tesserix-rag"
author = "The tesserix_rag authors"
copyright = f"2026, {author}"
version = release = version_of("tesserix-rag")

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3

nitpicky = True
# The build fetches nothing, so it knows no names of the standard library and of OpenTelemetry.
_FOREIGN = [
    "AbstractContextManager",
    "AttributeValue",
    "UnionType",
    "collections.abc.Awaitable",
    "collections.abc.Sequence",
    "collections.abc.Callable",
    "collections.abc.Iterable",
    "collections.abc.Mapping",
    "datetime",
    "datetime.datetime",
    "os.PathLike",
]
# A type alias or a type variable is no class that Sphinx could link to.
_ALIASES = [
    "Answerer",
    "CitationIds",
    "Complete",
    "Held",
    "Model",
    "Record",
    "Scalar",
    "_T",
    "tesserix_rag.wire._T",
]
# What a dialect is made of; one of your own is made with template().
_INNER = ["Form", "Naming"]
nitpick_ignore = {("py:class", name) for name in (*_FOREIGN, *_ALIASES, *_INNER)}

autodoc_member_order = "bysource"
autodoc_typehints_format = "short"

html_theme = "furo"
html_title = "tesserix-rag"
