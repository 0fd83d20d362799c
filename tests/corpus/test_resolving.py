"""From a citation back to its characters, in every way that this can go."""

from __future__ import annotations

import asyncio
from contextvars import Context
from typing import Any

import pytest

from tesserix_rag import (
    CorpusResolver,
    MissingTenantContextError,
    Resolved,
    SourceChangedError,
    SourceNotFoundError,
    Span,
    TenantCrossingError,
    Tombstone,
    Unresolved,
    tenant_scope,
)
from tesserix_rag.corpus.protocol import Corpus
from tesserix_rag.corpus.sqlite import SqliteCorpus
from tesserix_rag.records import UnresolvedCode
from tests.corpus.libraries import (
    BOTH,
    PARCELS,
    TEXT,
    citation_of,
    cited,
    erased,
    handbook,
    note,
)


async def test_a_citation_resolves_to_its_exact_characters(corpus: Corpus):
    """The text is the slice of the cited version, whatever was folded to find it."""
    await corpus.put(handbook("Cafe\u0301 Straße\r\n𝔘. Second sentence.", uri="x"))
    (citation,) = await cited(corpus, "café strasse")

    resolved = await CorpusResolver(corpus).resolve(citation)

    assert isinstance(resolved, Resolved)
    assert resolved.text == "Cafe\u0301 Straße\r\n𝔘. Second sentence."
    assert resolved.span == citation.span
    assert resolved.superseded_by is None


async def test_a_superseded_citation_resolves_to_what_was_cited(corpus: Corpus):
    """The cited version's text comes, with the name of the newest."""
    await corpus.put(handbook())
    (citation,) = await cited(corpus, "fortnight")
    await corpus.put(handbook("Other words.", "v2"))
    await corpus.put(handbook("Still other words.", "v3"))

    resolved = await CorpusResolver(corpus).resolve(citation)

    assert isinstance(resolved, Resolved)
    assert resolved.text == TEXT
    assert resolved.superseded_by == "v3"


async def test_an_erased_citation_resolves_to_a_tombstone(corpus: Corpus):
    """Ids, time and reason remain; it is no text and says so."""
    await corpus.put(handbook())
    (citation,) = await cited(corpus, "fortnight")
    receipt = await erased(corpus)

    tombstone = await CorpusResolver(corpus).resolve(citation)

    assert isinstance(tombstone, Tombstone)
    assert tombstone.erased
    assert tombstone.text == ""
    assert tombstone == receipt.tombstones[0]


async def test_a_tombstone_comes_also_where_the_span_is_wrong(corpus: Corpus):
    """What was erased is told as erased, whatever else a citation says of it."""
    (chunk,) = await corpus.put(handbook())
    await erased(corpus)

    found = await CorpusResolver(corpus).resolve(citation_of(chunk, span=Span(0, 5), digest="x"))

    assert isinstance(found, Tombstone)


@pytest.mark.parametrize(
    "changed",
    [
        {"span": Span(0, 35)},
        {"span": Span(1, 36)},
        {"span": Span(0, 0)},
        {"digest": "0" * 64},
    ],
)
async def test_a_citation_of_another_span_or_digest_is_changed(corpus: Corpus, changed: dict[str, Any]):
    """A citation that does not fit the stored passage gives no text."""
    chunk, _ = await corpus.put(handbook(), chunks=BOTH)

    with pytest.raises(SourceChangedError) as refused:
        await CorpusResolver(corpus).resolve(citation_of(chunk, **changed))

    assert refused.value.citation_id == chunk.chunk_id


async def test_the_digest_of_a_hit_fits(corpus: Corpus):
    """A digest is proof only if it is one of the passage, and the same each time."""
    await corpus.put(handbook())

    (first,) = await cited(corpus, "fortnight")
    (second,) = await cited(corpus, "fortnight")

    assert first.digest == second.digest
    assert isinstance(await CorpusResolver(corpus).resolve(first), Resolved)


async def test_equal_texts_have_digests_that_cannot_be_compared(corpus: Corpus):
    """Keys are per passage, so that what stays behind confirms nothing of what was erased."""
    await corpus.put(note("one"))
    await corpus.put(note("two"))

    one, two = await cited(corpus, "fortnight")

    assert one.digest != two.digest


@pytest.mark.parametrize(
    "changed",
    [{"document_id": "other"}, {"document_version": "v9"}, {"chunk_id": "nowhere"}],
)
async def test_a_citation_of_what_is_not_there_is_missing(corpus: Corpus, changed: dict[str, Any]):
    """Document, version and chunk must all be the stored ones."""
    (chunk,) = await corpus.put(handbook())
    await corpus.put(handbook("Other words.", "v2"))

    with pytest.raises(SourceNotFoundError):
        await CorpusResolver(corpus).resolve(citation_of(chunk, **changed))


async def test_what_another_tenant_has_is_missing_like_what_nobody_has(corpus: Corpus):
    """Type, message and arguments are equal, so nothing tells that it exists elsewhere."""
    with tenant_scope("globex"):
        (theirs,) = await corpus.put(handbook())
    nowhere = citation_of(theirs, chunk_id="0" * 32)
    refusals = []
    for citation in (citation_of(theirs, citation_id="c"), nowhere):
        with pytest.raises(SourceNotFoundError) as refused:
            await CorpusResolver(corpus).resolve(citation)
        refusals.append(refused.value)

    assert type(refusals[0]) is type(refusals[1])
    assert refusals[0].args == refusals[1].args
    assert refusals[0].document_id == refusals[1].document_id


async def test_what_another_tenant_erased_is_missing(corpus: Corpus):
    """A tombstone is its tenant's."""
    with tenant_scope("globex"):
        (theirs,) = await corpus.put(handbook())
        await erased(corpus)

    with pytest.raises(SourceNotFoundError):
        await CorpusResolver(corpus).resolve(citation_of(theirs))


async def test_a_citation_of_another_tenant_is_refused(corpus: Corpus):
    """One foreign citation refuses the call, before the store is asked."""
    (chunk,) = await corpus.put(handbook())
    foreign = citation_of(chunk, tenant="globex", citation_id="foreign")

    with pytest.raises(TenantCrossingError) as refused:
        await CorpusResolver(corpus).resolve_many([citation_of(chunk), foreign])

    assert refused.value.citation_ids == ("foreign",)
    assert (refused.value.tenant, refused.value.into) == ("acme", "globex")


async def test_many_resolve_in_the_order_asked(corpus: Corpus):
    """All outcomes side by side, also the same citation twice."""
    refunds, parcels = await corpus.put(handbook(), chunks=BOTH)
    (gone,) = await corpus.put(note("gone"))
    await erased(corpus, "gone")
    asked = [
        citation_of(parcels),
        citation_of(gone),
        citation_of(refunds, citation_id="changed", span=PARCELS),
        citation_of(refunds, citation_id="missing", chunk_id="nowhere"),
        citation_of(refunds),
        citation_of(parcels),
    ]

    found = await CorpusResolver(corpus).resolve_many(asked)

    assert [each.citation_id for each in found] == [each.citation_id for each in asked]
    assert [type(each) for each in found] == [
        *(Resolved, Tombstone, Unresolved, Unresolved, Resolved, Resolved)
    ]
    assert [each.code for each in found if isinstance(each, Unresolved)] == [
        UnresolvedCode.CHANGED,
        UnresolvedCode.MISSING,
    ]
    assert [each.text for each in found if isinstance(each, Resolved)] == [
        *(parcels.text, refunds.text, parcels.text)
    ]


async def test_more_than_one_batch_resolves_in_order(corpus: Corpus):
    """2,500 citations, shuffled and repeated, come back each with its own text."""
    text = " ".join(f"w{each:04}" for each in range(1_250))
    cut = [Span(6 * each, 6 * each + 5) for each in range(1_250)]
    chunks = await corpus.put(handbook(text), chunks=cut)
    asked = [citation_of(chunks[(7 * each) % 1_250]) for each in range(2_500)]

    found = await CorpusResolver(corpus).resolve_many(asked)

    assert [each.text for each in found if isinstance(each, Resolved)] == [
        f"w{(7 * each) % 1_250:04}" for each in range(2_500)
    ]


async def test_nothing_asked_is_nothing_resolved(corpus: Corpus):
    """An answer without citations is no fault."""
    assert await CorpusResolver(corpus).resolve_many([]) == ()


async def test_resolving_needs_a_tenant():
    """Outside a scope nothing is resolved."""

    async def resolve() -> None:
        async with SqliteCorpus(":memory:") as corpus:
            await CorpusResolver(corpus).resolve_many([])

    with pytest.raises(MissingTenantContextError):
        await asyncio.create_task(resolve(), context=Context())
