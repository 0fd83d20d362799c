"""What may name a stored thing, a tenant, and what an answer refers to."""

from __future__ import annotations

from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tesserix_rag import Anchor, Chunk, Claim, InvalidRecordError, Quote, Span
from tests.examples import citation, document

NAMELESS: list[Any] = [None, 7, b"handbook", ["handbook"], "", " ", "\t", "\u2003", "\u200b", "\u3164"]
UNWRITABLE = ["a\x00b", "a\n", "a\x1b[31m", "a\x7f", "a\x85", "\ud800", "a\udfffb", "x" * 513]
UNRESOLVED = ["?", "?7", "?1-999"]
IDS = ["x", "l" * 512, "a b", "a@b", "a/b#c", "дом", "图", "a?", "https://x.y/z?q", "'; DROP", "\U0001f600"]

CHUNK = Chunk(
    chunk_id="timing",
    document_id="handbook",
    document_version="v3",
    span=Span(0, 1),
    ordinal=0,
    text="R",
)


def fields(record: Any, *names: str) -> list[Any]:
    """Give the parameters that stand for fields of *record*."""
    return [pytest.param(record, name, id=f"{type(record).__name__}.{name}") for name in names]


STORED = [
    *fields(citation(), "citation_id", "document_id", "document_version", "chunk_id"),
    *fields(document(), "document_id", "version"),
    *fields(CHUNK, "chunk_id", "document_id", "document_version"),
]
REFERRED = [
    *fields(Claim(text="It is."), "citation_ids"),
    *fields(Quote(citation_id="timing", text="it"), "citation_id"),
    *fields(Anchor(at=0, citation_ids=()), "citation_ids"),
]


def refer(record: Any, field: str, value: Any) -> Any:
    """Give *record* with *value* as what it refers to."""
    return attrs.evolve(record, **{field: value if field == "citation_id" else (value,)})


@pytest.mark.parametrize(("record", "field"), STORED)
@pytest.mark.parametrize("value", IDS, ids=ascii)
def test_an_id_is_any_short_line_of_text(record: Any, field: str, value: str):
    """Blanks, signs and every script may stand in it, and it is kept as it is."""
    named = attrs.evolve(record, **{field: value})

    assert getattr(named, field) == value


@pytest.mark.parametrize(("record", "field"), STORED)
@pytest.mark.parametrize("value", NAMELESS + UNWRITABLE + UNRESOLVED, ids=ascii)
def test_a_hostile_id_is_refused(record: Any, field: str, value: Any):
    """Nothing blank, unwritable, too long or unresolved names a stored thing."""
    with pytest.raises(InvalidRecordError) as refused:
        attrs.evolve(record, **{field: value})

    assert (refused.value.record, refused.value.field) == (type(record).__name__, field)


@pytest.mark.parametrize(("record", "field"), REFERRED)
@pytest.mark.parametrize("value", IDS + UNRESOLVED, ids=ascii)
def test_a_reference_may_have_resolved_to_nothing(record: Any, field: str, value: str):
    """An answer may say which number meant nothing; the check refuses it, not the record."""
    referring = refer(record, field, value)

    assert value in getattr(referring, field)


@pytest.mark.parametrize(("record", "field"), REFERRED)
@pytest.mark.parametrize("value", NAMELESS + UNWRITABLE, ids=ascii)
def test_a_hostile_reference_is_refused(record: Any, field: str, value: Any):
    """A reference is otherwise held to what holds an id."""
    with pytest.raises(InvalidRecordError) as refused:
        refer(record, field, value)

    assert (refused.value.record, refused.value.field) == (type(record).__name__, field)


TENANTS = ["acme", "Acme", "*", "%", "a b", "caf\u00e9", "\uff41\uff43\uff4d\uff45", "x" * 512]
NO_TENANTS = [
    *NAMELESS,
    *UNWRITABLE,
    *UNRESOLVED,
    " acme",
    "acme ",
    "acme\u00a0",
    "acme\u200b",
    "ac\u00adme",
    "acme\ufeff",
    "acme\u2060",
    "ac\u034fme",
    "\u202eacme",
    "acme\ufe0f",
    "acme\U000e0061",
    "acme\U000e0100",
    "cafe\u0301",
    "\u1100\u1161",
]


@pytest.mark.parametrize("tenant", TENANTS, ids=ascii)
def test_a_tenant_is_kept_as_it_is(tenant: str):
    """No two names are made one: case and width tell tenants apart."""
    assert citation(tenant=tenant).tenant == tenant


@pytest.mark.parametrize("tenant", NO_TENANTS, ids=ascii)
def test_a_tenant_that_looks_like_another_is_refused(tenant: Any):
    """Invisible characters, outer spaces and decomposed letters would make two of one."""
    with pytest.raises(InvalidRecordError) as refused:
        citation(tenant=tenant)

    assert (refused.value.record, refused.value.field) == ("Citation", "tenant")


@given(st.text())
def test_no_refusal_repeats_the_id(value: str):
    """A message says which field does not hold, never what stood in it."""
    marked = f"?zq{value}qz"

    with pytest.raises(InvalidRecordError) as refused:
        citation(marked)

    assert "zq" not in repr(refused.value)
    assert refused.value.__cause__ is refused.value.__context__ is None
