"""What several suites of markers share: sources to refer to, and short ways to say what was found."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import accumulate, pairwise
from typing import Any

import pytest

from tesserix_rag import Anchor, Citation, CitedAnswer
from tesserix_rag.markers import (
    NUMERIC,
    Dialect,
    MarkerFound,
    MarkerStream,
    StreamEvent,
    TextDelta,
    parse_answer,
    scan,
)
from tesserix_rag.places import SourceLocator, TimeRange
from tests.examples import citation

BLANKS = " \t\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000"


def sources(number: int = 12) -> tuple[Citation, ...]:
    """Give citations ``c1`` and so on, each of a document of its own."""
    return tuple(citation(f"c{each}", document_id=f"d{each}") for each in range(1, number + 1))


def placed(citation_id: str, kind: str, entity: str, place: int | TimeRange | None = None) -> Citation:
    """Give a citation of what a product calls *kind* and *entity*, on a page or at a time."""
    where: dict[str, Any] = {} if place is None else {"time" if isinstance(place, TimeRange) else "page": place}
    return citation(citation_id, locator=SourceLocator(kind=kind, entity=entity, **where))


def found(text: str, dialect: Dialect = NUMERIC, **how: Any) -> list[str]:
    """Give the markers of *text* as they are written."""
    return [text[each.span.start : each.span.end] for each in scan(text, dialect, **how)]


def refs(text: str, dialect: Dialect = NUMERIC, **how: Any) -> list[tuple[str, ...]]:
    """Give the references of each marker of *text*."""
    return [each.refs for each in scan(text, dialect, **how)]


def parsed(text: str, retrieved: Iterable[Citation] | None = None, **how: Any) -> CitedAnswer:
    """Give the answer that *text* is, over twelve sources if none are given."""
    return parse_answer(text, sources() if retrieved is None else retrieved, **how)


def kept(text: str, dialect: Dialect = NUMERIC) -> list[int]:
    """Give where in *text* its prose stands: all but its markers and up to 32 blanks before each."""
    gone: set[int] = set()
    for each in scan(text, dialect):
        start = each.span.start
        while start > max(0, each.span.start - 32) and text[start - 1] in BLANKS and start - 1 not in gone:
            start -= 1
        gone.update(range(start, each.span.end))
    return [at for at in range(len(text)) if at not in gone]


def claims(text: str, retrieved: Iterable[Citation] | None = None, **how: Any) -> list[tuple[str, list[str]]]:
    """Give each claim of *text* with the ids that it rests on."""
    return [(each.text, [*each.citation_ids]) for each in parsed(text, retrieved, **how).claims]


def cut(text: str, *places: int) -> list[str]:
    """Give *text* in pieces that end at *places*."""
    return [text[start:end] for start, end in pairwise([0, *sorted(places), len(text)])]


def cut_every(text: str, size: int) -> list[str]:
    """Give *text* in pieces of *size*."""
    return [text[at : at + size] for at in range(0, len(text), size)]


def joined(events: Iterable[StreamEvent]) -> str:
    """Give the prose that was shown."""
    return "".join(each.text for each in events if isinstance(each, TextDelta))


def anchors(events: Iterable[StreamEvent]) -> tuple[Anchor, ...]:
    """Give the markers that were shown."""
    return tuple(each.anchor for each in events if isinstance(each, MarkerFound))


def streamed(pieces: Iterable[str], retrieved: Iterable[Citation] | None = None, **how: Any) -> MarkerStream:
    """Give a stream that took *pieces* and was closed, and hold it to what parse_answer says of the whole."""
    pieces = [*pieces]
    retrieved = sources() if retrieved is None else tuple(retrieved)
    stream = MarkerStream(retrieved, **how)
    events = [event for piece in pieces for event in stream.feed(piece)] + [*stream.close()]
    whole = parse_answer("".join(pieces), retrieved, **how)
    assert joined(events) == whole.prose
    assert anchors(events) == whole.anchors
    assert stream.answer == whole
    return stream


def shown(pieces: Iterable[str], **how: Any) -> list[str]:
    """Give the prose that had been shown after each piece, and at last after the end."""
    stream = MarkerStream(sources(), **how)
    return [*accumulate([*(joined(stream.feed(each)) for each in pieces), joined(stream.close())])]


def rows(table: Mapping[str, Any]) -> list[Any]:
    """Give the rows of a table as parameters, each named by its number and how its text begins."""
    return [
        pytest.param(text, value, id=f"{at} {ascii(text)[1:30]}")
        for at, (text, value) in enumerate(table.items())
    ]
