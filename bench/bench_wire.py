"""JSON, against pydantic on a model of the same fields."""

from __future__ import annotations

from datetime import datetime

from inputs import citation
from pydantic import BaseModel, TypeAdapter
from table import Row
from timing import best_of, row

from tesserix_rag import Citation
from tesserix_rag.wire import from_json, to_json

CITATIONS = 1_000


class _Span(BaseModel):
    start: int
    end: int


class _Locator(BaseModel):
    uri: str = ""
    page: int | None = None
    page_label: str = ""
    section: str = ""
    time: _Span | None = None
    kind: str = ""
    entity: str = ""


class _Citation(BaseModel):
    citation_id: str
    document_id: str
    document_version: str
    chunk_id: str
    tenant: str
    span: _Span
    retrieved_at: datetime
    score: float = 0.0
    branches: tuple[str, ...] = ()
    locator: _Locator = _Locator()
    digest: str | None = None
    source_url: str | None = None
    source_license: str | None = None
    retrieved_score: float | None = None


def rows() -> list[Row]:
    """Measure."""
    ours = tuple(map(citation, range(CITATIONS)))
    data = to_json(ours)
    adapter = TypeAdapter(tuple[_Citation, ...])
    theirs = adapter.validate_json(data)
    write, their_write, read, their_read = best_of(
        lambda: to_json(ours),
        lambda: adapter.dump_json(theirs),
        lambda: from_json(tuple[Citation, ...], data),
        lambda: adapter.validate_json(data),
    )
    return [
        row(f"write {CITATIONS:,} citations / pydantic", write, their_write, "<= 1.1x"),
        row(f"read {CITATIONS:,} citations / pydantic", read, their_read, "<= 4x"),
    ]
