"""The schema accepts what is written, and refuses what is refused as far as it can say so."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from jsonschema import Draft202012Validator

from tesserix_rag.errors import ConfigurationError, WireCode
from tesserix_rag.places import SourceLocator, Span
from tesserix_rag.records import (
    Citation,
    CitedAnswer,
    GroundedAnswer,
    Resolved,
    ResolvedCitation,
    Tombstone,
    Unresolved,
)
from tesserix_rag.retrieval import Hit
from tesserix_rag.wire import json_schema, to_json
from tesserix_rag.wire.kinds import RECORDS
from tests import strategies
from tests.wire.test_refusals import NAMES, REFUSED, cited

SAYABLE = {
    WireCode.BOOL_NUMBER,
    WireCode.MISSING_FIELD,
    WireCode.WRONG_TYPE,
    WireCode.WRONG_FORMAT,
    WireCode.INVALID_RECORD,
}


def accepts(kind: Any, value: Any, **options: Any) -> bool:
    """Whether the schema of a kind accepts a JSON value."""
    return Draft202012Validator(json_schema(kind, **options)).is_valid(value)


@pytest.mark.parametrize(
    "kind",
    [
        *sorted(RECORDS, key=repr),
        tuple[Citation, ...],
        ResolvedCitation,
        tuple[Resolved | Unresolved, ...],
    ],
    ids=repr,
)
def test_every_schema_is_a_schema_of_2020_12(kind):
    """A schema says its dialect and keeps to it, and is JSON itself."""
    schema = json_schema(kind)

    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    Draft202012Validator.check_schema(json.loads(json.dumps(schema)))


@given(strategies.records)
def test_the_schema_accepts_what_is_written(record):
    """What to_json writes is what the schema describes, also where nothing else is allowed."""
    written = json.loads(to_json(record))

    assert accepts(type(record), written)
    assert accepts(type(record), written, unknown="refuse")


@given(strategies.outcomes)
def test_a_union_accepts_its_members(outcome):
    """Each member of a union is told by its tag."""
    kind = tuple[Resolved | Tombstone | Unresolved, ...]

    assert accepts(kind, json.loads(to_json([outcome])))


def _unsayable(kind: object, data: str) -> bool:
    """Whether a refusal needs what JSON Schema has no word for: order, calendars, uniqueness."""
    return any(
        each in data
        for each in (
            '"start": 5, "end": 0',
            '"start":2,"end":1',
            '"exempt"',
            '"citations"',
            "2026-02-30",
            "0001-01-01",
            '"score": 9007',
            '"score": -9223',
            '"score": 1180',
            '"score": 777',
            '"metadata":{"a":9007',
            '"metadata":{"a":1180',
        )
    )


@pytest.mark.parametrize(
    ("kind", "data"),
    [
        pytest.param(kind, data, id=name)
        for name, (kind, data, code, _path) in zip(NAMES, REFUSED, strict=True)
        if code in SAYABLE and not _unsayable(kind, data)
    ],
)
def test_the_schema_refuses_what_is_refused(kind, data):
    """What breaks a rule that JSON Schema can say is refused by the schema, too."""
    assert not accepts(kind, json.loads(data))


@pytest.mark.parametrize(
    ("kind", "value"),
    [
        (Citation, json.loads(cited(tenant="ac\u200bme"))),
        (Citation, json.loads(cited(tenant="acme\u00a0"))),
        (Citation, json.loads(cited(citation_id="\u200b"))),
        (Citation, json.loads(cited(citation_id="a\n"))),
        (Citation, json.loads(cited(citation_id="a" * 513))),
        (Hit, {"chunk_id": "", "document_id": "", "text": "", "metadata": {"a": None}}),
        (SourceLocator, {"page": 2**53}),
    ],
    ids=range(7),
)
def test_the_schema_knows_ids_and_bounds(kind, value):
    """Patterns and bounds of fields stand in the schema."""
    assert not accepts(kind, value)


def test_unknown_fields_are_left_open_or_refused():
    """The schema treats foreign fields as from_json does."""
    value = {"start": 1, "end": 2, "other": 3}

    assert accepts(Span, value)
    assert not accepts(Span, value, unknown="refuse")


def test_null_is_accepted_where_it_is_read():
    """A field that may hold nothing may be null."""
    assert accepts(SourceLocator, {"page": None, "time": {"start": 1, "end": 2}})


def test_the_format_is_described():
    """An answer may say its format."""
    assert accepts(CitedAnswer, {"format": "tesserix-rag/1.4"})
    assert not accepts(CitedAnswer, {"format": "tesserix-rag/2.0"})


@pytest.mark.parametrize("kind", [GroundedAnswer, int, Any], ids=repr)
def test_what_is_not_read_has_no_schema(kind):
    """There is a schema only for what is read."""
    with pytest.raises(ConfigurationError):
        json_schema(kind)
