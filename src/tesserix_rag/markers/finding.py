"""The markers of a text, and the text without them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tesserix_rag.markers.dialects import Dialect
from tesserix_rag.markers.references import Marker

if TYPE_CHECKING:
    from tesserix_rag.markers.reasoning import Reasoning
    from tesserix_rag.places import Span

_NO_MARKERS: Final = Dialect(name="none")


def scan(text: str, dialect: Dialect, *, reasoning: Reasoning | None = None) -> tuple[Marker, ...]:
    """
    Find the markers of *text*, in order.

    Code, mathematics, links, HTML tags and comments, and escaped brackets hold none; nor is a bracket one that
    stands right behind a word, unless punctuation or the end of the line follows.

    Args:
        text: What a model wrote.
        dialect: What markers look like.
        reasoning: The tags of what the model only thought.
    """
    from tesserix_rag.markers.scanning import Scanner

    found = Scanner(dialect, reasoning).feed(text, last=True)
    return tuple(each for each in found if isinstance(each, Marker))


def strip_markers(text: str, dialect: Dialect, *, reasoning: Reasoning | None = None) -> str:
    """
    Give *text* without its markers and the blanks before each; every other character stays.

    Args:
        text: What a model wrote.
        dialect: What markers look like.
        reasoning: The tags of what the model only thought, which goes too.
    """
    from tesserix_rag.markers.scanning import Scanner

    found = Scanner(dialect, reasoning).feed(text, last=True)
    return "".join(each for each in found if isinstance(each, str))


def fences(text: str) -> tuple[Span, ...]:
    """Give where fenced code stands in *text*, in order; what looks like a marker is text like any other."""
    if not any(each in text for each in ("```", "~~~")):
        return ()
    from tesserix_rag.markers.scanning import Scanner

    scanner = Scanner(_NO_MARKERS)
    scanner.feed(text, last=True)
    return tuple(scanner.fences)
