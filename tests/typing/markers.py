"""What a type checker knows of markers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_type

from tesserix_rag import Citation, CitedAnswer, GroundedAnswer, parse_answer
from tesserix_rag.markers import (
    NUMERIC,
    Dialect,
    Marker,
    MarkerFound,
    MarkerStream,
    TextDelta,
    any_of,
    parse_draft,
    render_markers,
    scan,
    template,
)


def reads(text: str, retrieved: Sequence[Citation]) -> None:
    """Read what a model wrote."""
    assert_type(any_of(NUMERIC, template("<{id}>")), Dialect)
    assert_type(scan(text, NUMERIC), tuple[Marker, ...])
    assert_type(parse_answer(text, retrieved), CitedAnswer)
    assert_type(parse_draft(text, retrieved), CitedAnswer)
    stream = MarkerStream(retrieved)
    assert_type(stream.feed(text), tuple[TextDelta | MarkerFound, ...])
    assert_type(stream.answer, CitedAnswer)


def writes(draft: CitedAnswer, checked: GroundedAnswer) -> None:
    """Write what was checked, and nothing else."""
    assert_type(render_markers(checked, NUMERIC), str)
    render_markers(draft, NUMERIC)  # type: ignore[arg-type] # pyright: ignore[reportArgumentType]


def shows(event: TextDelta | MarkerFound) -> str:
    """Know all that a stream gives."""
    match event:
        case TextDelta(text):
            return assert_type(text, str)
        case MarkerFound(anchor):
            return "".join(assert_type(anchor.citation_ids, tuple[str, ...]))
