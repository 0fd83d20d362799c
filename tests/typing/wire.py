"""What is read has the type that was asked for."""

from typing import assert_type

from tesserix_rag.records import Citation, Resolved, ResolvedCitation, Tombstone, Unresolved
from tesserix_rag.wire import from_json, json_schema, to_json

_Outcome = Resolved | Tombstone | Unresolved


def _kinds(citation: Citation, citations: tuple[Citation, ...], outcomes: list[Resolved]) -> None:
    data = to_json(citation) + to_json(citations) + to_json(outcomes)
    assert_type(from_json(Citation, data), Citation)
    assert_type(from_json(tuple[Citation, ...], data, unknown="refuse"), tuple[Citation, ...])
    assert_type(from_json(Resolved | Tombstone, data), _Outcome)
    assert_type(from_json(ResolvedCitation, data), _Outcome)
    assert_type(from_json(tuple[Resolved | Tombstone | Unresolved, ...], data), tuple[_Outcome, ...])
    assert_type(json_schema(Resolved | Tombstone), dict[str, object])
