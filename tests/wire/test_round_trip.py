"""What is written is read back as the same record."""

from __future__ import annotations

import json
import subprocess
import sys
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import pytest
import rfc8785
from hypothesis import given
from hypothesis import strategies as st

from tesserix_rag._seal import SEAL
from tesserix_rag.errors import ConfigurationError, WireCode, WireError
from tesserix_rag.places import SourceLocator, Span, TimeRange
from tesserix_rag.records import (
    Citation,
    CitedAnswer,
    Claim,
    Finding,
    FindingCode,
    GroundedAnswer,
    GroundingReport,
    Resolved,
    ResolvedCitation,
    Tombstone,
    Unresolved,
    UnresolvedCode,
)
from tesserix_rag.retrieval import Branch, Document, Hit, RetrievalResult
from tesserix_rag.wire import canonical_json, from_json, to_json
from tests import strategies

NOON = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)


def citation(**changes: Any) -> Citation:
    """Make a citation with nothing but what it must have."""
    return Citation(
        **{
            "citation_id": "c1",
            "document_id": "d1",
            "document_version": "v1",
            "chunk_id": "k1",
            "tenant": "acme",
            "span": Span(0, 5),
            "retrieved_at": NOON,
            **changes,
        }
    )


@given(strategies.records)
def test_every_record_comes_back_as_it_was(record):
    """Reading what was written gives an equal record, whatever it holds."""
    written = to_json(record)

    assert from_json(type(record), written) == record


@given(strategies.records)
def test_what_is_written_has_no_unknown_field(record):
    """What we write ourselves passes where foreign fields are refused."""
    assert from_json(type(record), to_json(record), unknown="refuse") == record


@given(st.lists(strategies.citations, max_size=3).map(tuple))
def test_tuples_of_records_come_back(citations):
    """A tuple of records is an array, and comes back as a tuple."""
    assert from_json(tuple[Citation, ...], to_json(citations)) == citations


@given(st.lists(strategies.outcomes, max_size=4).map(tuple))
def test_a_mixed_tuple_comes_back(outcomes):
    """Members of a union are told apart by their tag."""
    kind = tuple[Resolved | Tombstone | Unresolved, ...]

    assert from_json(kind, to_json(outcomes)) == outcomes


@given(strategies.records)
def test_the_layout_of_the_json_does_not_matter(record):
    """White space and escapes change nothing of what is read."""
    loose = json.dumps(json.loads(to_json(record)), indent=2, ensure_ascii=True)

    assert from_json(type(record), loose) == record


@given(strategies.records)
def test_the_slow_way_reads_the_same(record):
    """What the parser does not take, as a foreign number of 400 digits, is no reason to refuse."""
    document = json.loads(to_json(record)) | {"foreign": 10**400}

    assert from_json(type(record), json.dumps(document)) == record


@given(strategies.records)
def test_canonical_json_is_rfc_8785(record):
    """The canonical form is that of RFC 8785."""
    assert canonical_json(record) == rfc8785.dumps(json.loads(to_json(record)))


@pytest.mark.parametrize("kind", [bytes, bytearray, memoryview, bytes.decode])
def test_data_may_be_bytes_or_text(kind):
    """Bytes, views of bytes and text read alike."""
    assert from_json(Span, kind(b'{"start":1,"end":2}')) == Span(1, 2)


def test_a_citation_is_written_without_its_defaults():
    """A field that has its default is left out."""
    assert json.loads(to_json(citation())) == {
        "citation_id": "c1",
        "document_id": "d1",
        "document_version": "v1",
        "chunk_id": "k1",
        "tenant": "acme",
        "span": {"start": 0, "end": 5},
        "retrieved_at": "2026-03-01T12:00:00Z",
    }


def test_a_whole_citation_is_written_in_plain_json():
    """Enums are their values, records are objects, tuples are arrays."""
    whole = citation(
        score=0.5,
        branches=(Branch.SEMANTIC, Branch.KEYWORD),
        locator=SourceLocator(uri="u", time=TimeRange(1, 2)),
        retrieved_score=70.0,
    )

    written = json.loads(to_json(whole))

    assert written["score"] == 0.5
    assert written["branches"] == ["semantic", "keyword"]
    assert written["locator"] == {"uri": "u", "time": {"start": 1, "end": 2}}
    assert written["retrieved_score"] == 70.0


@pytest.mark.parametrize(
    ("time", "written"),
    [
        (NOON, "2026-03-01T12:00:00Z"),
        (NOON.replace(microsecond=5), "2026-03-01T12:00:00.000005Z"),
        (NOON.astimezone(timezone(timedelta(hours=-5))), "2026-03-01T12:00:00Z"),
    ],
)
def test_times_are_written_in_utc_with_z(time, written):
    """A time is ISO 8601 in UTC with a Z."""
    assert json.loads(to_json(citation(retrieved_at=time)))["retrieved_at"] == written


@pytest.mark.parametrize(
    "time",
    ["2026-03-01T12:00:00Z", "2026-03-01T14:30:00+02:30", "2026-03-01T12:00:00.0-00:00"],
)
def test_times_are_read_from_any_zone(time):
    """A time may be written with any offset, and is kept in UTC."""
    data = to_json(citation()).replace(b"2026-03-01T12:00:00Z", time.encode())

    assert from_json(Citation, data).retrieved_at == NOON


def test_an_integer_is_a_fine_score():
    """An integer may stand where a float does."""
    data = to_json(citation(score=2.5)).replace(b"2.5", b"2")

    assert from_json(Citation, data).score == 2.0


def test_null_is_nothing():
    """Null stands for nothing where a field may hold nothing."""
    assert from_json(SourceLocator, b'{"page":null}') == SourceLocator()


def test_an_answer_names_its_format_first():
    """The format is the first key of an answer, also inside an array."""
    answer = CitedAnswer(claims=(Claim(text="It rains."),))

    assert to_json(answer).startswith(b'{"format":"tesserix-rag/1.0",')
    assert to_json((answer,)).startswith(b'[{"format":"tesserix-rag/1.0",')


@pytest.mark.parametrize("head", ["", '"format":"tesserix-rag/1.0"', '"format":"tesserix-rag/1.7"'])
def test_answers_without_format_and_of_newer_minors_are_read(head):
    """No format is 1.0, and a newer minor is read."""
    assert from_json(CitedAnswer, f"{{{head}}}", unknown="refuse") == CitedAnswer()


def test_a_union_is_told_by_its_tag():
    """A member of a union carries its name in lower case, also alone."""
    outcome = Unresolved(citation_id="c1", code=UnresolvedCode.MISSING)

    assert json.loads(to_json(outcome)) == {
        "type": "unresolved",
        "citation_id": "c1",
        "code": "missing",
    }


@given(st.one_of(strategies.resolved, strategies.tombstones))
def test_a_union_itself_can_be_read(outcome):
    """The alias of a union is something to read."""
    assert from_json(ResolvedCitation, to_json(outcome)) == outcome


@given(strategies.answers())
def test_a_grounded_answer_is_written_as_its_answer(answer):
    """What was checked here is checked again where it is read."""
    grounded = GroundedAnswer(
        answer=answer, tenant="acme", checked_at=NOON, report=GroundingReport(), seal=SEAL
    )

    assert to_json(grounded) == to_json(answer)
    assert to_json([grounded]) == to_json([answer])


@pytest.mark.parametrize(
    "kind",
    [GroundedAnswer, tuple[GroundedAnswer, ...], int, list[Citation], Citation | Span],
    ids=repr,
)
def test_what_is_no_record_of_the_wire_is_not_read(kind):
    """A GroundedAnswer is never read, nor is anything that is no record."""
    with pytest.raises(ConfigurationError):
        from_json(kind, b"{}")


@pytest.mark.parametrize("record", [None, 1, "text", "", b"", {}, [1], ((),)], ids=repr)
def test_what_is_no_record_of_the_wire_is_not_written(record):
    """Only records and sequences of records are written."""
    with pytest.raises(ConfigurationError):
        to_json(record)


def test_unknown_is_ignore_or_refuse():
    """There are two ways to treat unknown fields."""
    mode: Any = "keep"

    with pytest.raises(ConfigurationError):
        from_json(Span, b"{}", unknown=mode)


class Single(float):
    """A float of some numeric library."""


def test_floats_of_numeric_libraries_are_numbers():
    """A float that is more than a float is written as a number."""
    document = Document(document_id="d", version="v", text="", metadata={"weight": Single(0.5)})

    assert json.loads(to_json(document))["metadata"] == {"weight": 0.5}


@pytest.mark.parametrize(
    ("changes", "code", "path"),
    [
        ({"score": float("nan")}, WireCode.NOT_FINITE, "/score"),
        ({"rerank_score": float("-inf")}, WireCode.NOT_FINITE, "/rerank_score"),
        ({"score": None}, WireCode.WRONG_TYPE, "/score"),
        ({"score": True}, WireCode.BOOL_NUMBER, "/score"),
        ({"score": 2**53}, WireCode.WRONG_TYPE, "/score"),
        ({"chunk_id": 7}, WireCode.WRONG_TYPE, "/chunk_id"),
        ({"text": "\ud800"}, WireCode.SURROGATE, "/text"),
        ({"metadata": {"page": None}}, WireCode.WRONG_TYPE, "/metadata"),
        ({"metadata": {"page": [1]}}, WireCode.WRONG_TYPE, "/metadata"),
        ({"metadata": {"page": 2**53}}, WireCode.WRONG_TYPE, "/metadata"),
        ({"metadata": {"weight": float("inf")}}, WireCode.NOT_FINITE, "/metadata"),
        ({"metadata": {7: "x"}}, WireCode.WRONG_TYPE, "/metadata"),
        ({"metadata": {"\ud800": "x"}}, WireCode.SURROGATE, "/metadata"),
    ],
    ids=repr,
)
def test_what_json_cannot_hold_is_refused_with_its_place(changes, code, path):
    """A hit as a store gave it may hold what JSON cannot; nothing is written as null instead."""
    hit = Hit(**{"chunk_id": "k", "document_id": "d", "text": "t", **changes})

    for record, place in [
        (hit, path),
        ([Hit(chunk_id="k", document_id="d", text="t"), hit], f"/1{path}"),
        (RetrievalResult(query="q", hits=[hit]), f"/hits/0{path}"),
    ]:
        with pytest.raises(WireError) as caught:
            to_json(record)
        assert (caught.value.code, caught.value.path) == (code, place)


def test_a_record_that_was_tampered_with_is_not_written():
    """What was put into a record behind its back is refused as a whole."""
    tampered = citation()
    object.__setattr__(tampered, "digest", object())

    with pytest.raises(WireError) as caught:
        to_json(tampered)

    assert caught.value.code == WireCode.INVALID_RECORD
    assert caught.value.__context__ is None


def test_a_finding_counts_no_further_than_json():
    """An index that JSON readers would round is not written."""
    try:
        finding = Finding(code=FindingCode.UNCITED_CLAIM, claim_index=2**53)
    except ValueError:
        return

    with pytest.raises(WireError):
        to_json(finding)


def test_the_wire_is_cheap_to_import():
    """Neither cattrs nor orjson nor rfc8785 is imported before something is read or written."""
    code = "import sys, tesserix_rag.wire;sys.exit(bool({'cattrs', 'orjson', 'rfc8785'} & set(sys.modules)))"

    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
