"""Erasing: nobody can read it, nobody can put it back, and tombstones tell that it was there."""

from __future__ import annotations

from typing import Any

import pytest

from tesserix_rag import (
    ConfigurationError,
    CorpusResolver,
    ErasedVersionError,
    ErasureReason,
    Resolved,
    SourceNotFoundError,
    Span,
    Tombstone,
    tenant_scope,
)
from tesserix_rag.corpus.protocol import Corpus
from tesserix_rag.erasing import erase, foresee
from tests.corpus.libraries import (
    BOTH,
    PARCELS,
    TEXT,
    ask,
    citation_of,
    erased,
    found,
    handbook,
    note,
    scores,
)


async def test_an_erased_document_is_gone(corpus: Corpus):
    """All its versions become tombstones; it is neither found nor read."""
    old = await corpus.put(handbook(), chunks=BOTH)
    new = await corpus.put(handbook("Refunds take a month.", "v2"))

    receipt = await erased(corpus)

    assert receipt.complete
    assert receipt.outstanding == ()
    assert [each.chunk_id for each in receipt.tombstones] == [each.chunk_id for each in old + new]
    assert await found(corpus, "refunds fortnight month") == []
    for version in (None, "v1", "v2"):
        with pytest.raises(ErasedVersionError):
            await corpus.document("handbook", version)


async def test_a_tombstone_holds_ids_time_and_reason(corpus: Corpus):
    """What an auditor may know of what was there."""
    (chunk,) = await corpus.put(handbook())

    receipt = await erased(corpus, reason=ErasureReason.LEGAL)

    assert receipt.tombstones == (
        Tombstone(
            citation_id=chunk.chunk_id,
            document_id="handbook",
            document_version="v1",
            chunk_id=chunk.chunk_id,
            span=chunk.span,
            erased_at=receipt.erased_at,
            reason=ErasureReason.LEGAL,
        ),
    )


@pytest.mark.parametrize("version", ["v1", "v2", "v3"])
async def test_one_erased_version_leaves_the_others(corpus: Corpus, version: str):
    """First, middle or newest: the others stay as they were."""
    chunks = {}
    for each in ("v1", "v2", "v3"):
        (chunks[each],) = await corpus.put(handbook(f"Refunds of {each}.", each))

    await erased(corpus, version=version)

    for each, chunk in chunks.items():
        resolved = await CorpusResolver(corpus).resolve(citation_of(chunk))
        assert isinstance(resolved, Tombstone if each == version else Resolved)
    assert await found(corpus, "refunds") == ([] if version == "v3" else ["handbook"])


async def test_an_erased_newest_version_does_not_bring_back_the_one_before(corpus: Corpus):
    """The newest stays the newest; an outdated text does not come back to be cited."""
    await corpus.put(handbook())
    await corpus.put(handbook("Refunds take a month.", "v2"))

    await erased(corpus, version="v2")

    assert await found(corpus, "refunds fortnight") == []
    with pytest.raises(ErasedVersionError):
        await corpus.document("handbook")
    assert (await corpus.document("handbook", "v1")).text == TEXT


async def test_after_an_erased_version_a_new_one_can_be_put(corpus: Corpus):
    """Erasing a version does not close its document."""
    await corpus.put(handbook())
    await erased(corpus, version="v1")

    await corpus.put(handbook("Refunds take a month.", "v2"))

    assert await found(corpus, "refunds") == ["handbook"]


@pytest.mark.parametrize("readmit", [False, True])
@pytest.mark.parametrize("what", [{}, {"version": "v1"}])
async def test_an_erased_version_is_never_put_again(corpus: Corpus, what: dict[str, Any], *, readmit: bool):
    """Nothing brings an erased version back, and the refusal says so whatever the text."""
    await corpus.put(handbook())
    await erased(corpus, **what)

    for text in (TEXT, "Other words."):
        with pytest.raises(ErasedVersionError) as refused:
            await corpus.put(handbook(text), readmit=readmit)
        assert (refused.value.document_id, refused.value.version) == ("handbook", "v1")


async def test_a_refused_readmission_does_not_open_the_document(corpus: Corpus):
    """Whole or nothing: putting an erased version with `readmit` leaves the id closed."""
    await corpus.put(handbook())
    await erased(corpus)

    with pytest.raises(ErasedVersionError):
        await corpus.put(handbook(), readmit=True)

    with pytest.raises(ErasedVersionError):
        await corpus.put(handbook(version="v2"))


async def test_an_erased_document_is_closed_until_it_is_readmitted(corpus: Corpus):
    """A nightly ingest does not bring it back; someone who says so does, and then it stays open."""
    await corpus.put(handbook())
    await erased(corpus)
    with pytest.raises(ErasedVersionError):
        await corpus.put(handbook("New words.", "v2"))

    await corpus.put(handbook("New words.", "v2"), readmit=True)
    await corpus.put(handbook("Newer words.", "v3"))

    assert (await corpus.document("handbook")).text == "Newer words."


async def test_a_chunk_takes_all_that_overlap_it(corpus: Corpus):
    """Its span is erased, so no other chunk may still hold a part of it."""
    cut = (Span(0, 20), Span(10, 40), Span(36, 60), Span(40, 60), Span(20, 36))
    chunks = await corpus.put(handbook(), chunks=cut)

    receipt = await erased(corpus, chunk_id=chunks[1].chunk_id)

    assert [each.span for each in receipt.tombstones] == [cut[0], cut[1], cut[2], cut[4]]
    kept = await CorpusResolver(corpus).resolve(citation_of(chunks[3]))
    assert isinstance(kept, Resolved)
    assert kept.text == TEXT[40:60]


async def test_an_erased_chunk_leaves_its_neighbours_and_takes_the_whole_text(corpus: Corpus):
    """The document cannot be read any more, its other passages can, and are found."""
    refunds, parcels = await corpus.put(handbook(), chunks=BOTH)

    receipt = await erased(corpus, chunk_id=refunds.chunk_id)

    assert [each.chunk_id for each in receipt.tombstones] == [refunds.chunk_id]
    assert await found(corpus, "fortnight") == []
    assert [each.text for each in (await ask(corpus, "rail")).hits] == ["Parcels travel by rail."]
    resolved = await CorpusResolver(corpus).resolve(citation_of(parcels))
    assert resolved.span == PARCELS
    with pytest.raises(ErasedVersionError):
        await corpus.document("handbook")
    with pytest.raises(ErasedVersionError):
        await corpus.put(handbook(), chunks=BOTH)


async def test_the_rest_of_a_version_can_be_erased_after_a_chunk(corpus: Corpus):
    """Chunk by chunk, then the version, then the document: first times and reasons stay."""
    refunds, parcels = await corpus.put(handbook(), chunks=BOTH)
    first = await erased(corpus, chunk_id=refunds.chunk_id, reason=ErasureReason.LEGAL)

    receipt = await erased(corpus, version="v1", reason=ErasureReason.RETENTION)

    assert [each.reason for each in receipt.tombstones] == [
        ErasureReason.LEGAL,
        ErasureReason.RETENTION,
    ]
    assert receipt.tombstones[0].erased_at == first.erased_at
    assert receipt.tombstones[1].chunk_id == parcels.chunk_id


async def test_a_chunk_of_an_older_version_is_found_by_its_id(corpus: Corpus):
    """A chunk id names its version; the newest stays readable."""
    (old,) = await corpus.put(handbook())
    await corpus.put(handbook("Refunds take a month.", "v2"))

    receipt = await erased(corpus, chunk_id=old.chunk_id)

    assert [each.document_version for each in receipt.tombstones] == ["v1"]
    assert (await corpus.document("handbook")).version == "v2"
    assert await found(corpus, "refunds") == ["handbook"]


@pytest.mark.parametrize("what", [{}, {"version": "v1"}, {"chunk": 0}])
async def test_erasing_again_changes_nothing(corpus: Corpus, what: dict[str, Any]):
    """The same tombstones come, with their first time and reason, and it is complete."""
    chunks = await corpus.put(handbook(), chunks=BOTH)
    what = {"chunk_id": chunks[what["chunk"]].chunk_id} if "chunk" in what else what
    first = await erased(corpus, **what)

    again = await erased(corpus, **what, reason=ErasureReason.MISTAKE)

    assert again.tombstones == first.tombstones
    assert again.complete


async def test_other_versions_that_hold_the_text_are_named(corpus: Corpus):
    """Who erases a passage learns where else in the document it stands."""
    await corpus.put(handbook("Something else.", "v0"))
    first, _ = await corpus.put(handbook(), chunks=BOTH)
    await corpus.put(handbook(f"Preface. {TEXT}", "v2"))
    await corpus.put(handbook("Refunds are paid within a month.", "v3"))

    receipt = await erased(corpus, chunk_id=first.chunk_id)

    assert receipt.also_in == ("v2",)


@pytest.mark.parametrize(
    "what",
    [
        {"document_id": "other"},
        {"version": "v9"},
        {"chunk_id": "nowhere"},
        {"version": "v2", "chunk_id": "first"},
    ],
)
async def test_what_is_not_there_cannot_be_erased(corpus: Corpus, what: dict[str, Any]):
    """A wrong name erases nothing; a chunk must be of the named version."""
    (chunk,) = await corpus.put(handbook())
    await corpus.put(handbook("Refunds take a month.", "v2"))
    if what.get("chunk_id") == "first":
        what = {**what, "chunk_id": chunk.chunk_id}

    with pytest.raises(SourceNotFoundError):
        await erased(corpus, **what)

    assert (await corpus.document("handbook", "v1")).text == TEXT


async def test_no_tenant_erases_for_another(corpus: Corpus):
    """The same document of another tenant is untouched, and one that only it has is not there."""
    chunks = await corpus.put(handbook())
    with tenant_scope("globex"):
        await corpus.put(note("theirs"))
        with pytest.raises(SourceNotFoundError):
            await erased(corpus)
        with pytest.raises(SourceNotFoundError):
            await erased(corpus, "theirs", chunk_id=chunks[0].chunk_id)

    assert await found(corpus, "fortnight") == ["handbook"]


async def test_documents_that_share_sentences_stay(corpus: Corpus):
    """What another document says, too, is its own, and ranks as if the erased had never been."""
    await corpus.put(note("one"), chunks=BOTH)
    await corpus.put(note("two", "Refunds are paid within a fortnight. Otherwise not."))
    before = await scores(corpus, "refunds fortnight rail")
    await corpus.put(handbook(TEXT * 3))

    receipt = await erased(corpus)

    assert receipt.complete
    assert await scores(corpus, "refunds fortnight rail") == before
    assert (await corpus.document("one")).text == TEXT


async def test_a_document_without_text_can_be_erased(corpus: Corpus):
    """It leaves no tombstone, for it had no passage; it is closed all the same."""
    await corpus.put(handbook(""))

    receipt = await erased(corpus)

    assert receipt.complete
    assert receipt.tombstones == ()
    with pytest.raises(ErasedVersionError):
        await corpus.put(handbook("New words.", "v2"))


@pytest.mark.parametrize(
    "text", ["acme", "chunk", "handbook v1", "refund", "text TEXT, uri TEXT NOT NULL", "a", "default"]
)
async def test_a_word_that_the_store_uses_itself_is_no_residue(corpus: Corpus, text: str):
    """Names of tenants, tables and ids, and words of others in another case, stand there rightly."""
    await corpus.put(note("other", "The Refund of a Chunk."))
    await corpus.put(handbook(text))

    receipt = await erased(corpus)

    assert receipt.complete
    assert receipt.outstanding == ()


@pytest.mark.parametrize(
    "what",
    [
        {"document_id": ""},
        {"document_id": None},
        {"document_id": "?x"},
        {"version": " "},
        {"version": 1},
        {"chunk_id": "a\0"},
        {"reason": "gdpr"},
        {"reason": None},
        {"ticket": "x" * 513},
        {"ticket": None},
        {"ticket": "\ud800"},
    ],
)
async def test_an_erasure_that_names_nothing_is_refused(corpus: Corpus, what: dict[str, Any]):
    """A name, reason or ticket that is none erases nothing, and above all not everything."""
    await corpus.put(handbook())

    with pytest.raises(ConfigurationError):
        await erased(corpus, **what)

    assert (await corpus.document("handbook")).text == TEXT


async def test_the_answers_that_cite_it_are_named(corpus: Corpus):
    """A ledger is asked for exactly what is erased."""
    asked = []

    class Ledger:
        async def answers_citing(
            self, document_id: str, version: str | None = None, chunk_id: str | None = None
        ) -> tuple[str, ...]:
            asked.append((document_id, version, chunk_id))
            return ("answer-7",)

    await corpus.put(handbook())

    receipt = await erase(corpus, Ledger(), document_id="handbook", version="v1", reason=ErasureReason.LEGAL)

    assert receipt.answers == ("answer-7",)
    assert {*asked} == {("handbook", "v1", None)}


async def test_a_heading_of_an_erased_chunk_does_not_live_on_as_a_section(corpus: Corpus):
    """Where the heading itself was erased, the passages under it lose its name."""
    text = "# Whitfield\n\n" + "Long words. " * 120
    chunks = await corpus.put(handbook(text, title="Whitfield"))
    assert len(chunks) > 1

    await erased(corpus, chunk_id=chunks[0].chunk_id)

    hits = (await ask(corpus, "words")).hits
    assert len(hits) == len(chunks) - 1
    assert all("Whitfield" not in str(each.metadata) + repr(dict(each.metadata)) for each in hits)


# --- a look before ---------------------------------------------------------------------

OVERLAPPING = (Span(0, 36), Span(30, 50), Span(50, 60))


async def test_a_look_says_what_an_erasure_would_take_and_changes_nothing(corpus: Corpus):
    """The erasure after it takes exactly that."""
    first, second, _third = await corpus.put(handbook(), chunks=OVERLAPPING)

    seen = await foresee(corpus, document_id="handbook", version="v1", chunk_id=first.chunk_id)
    still = await corpus.document("handbook")
    receipt = await erased(corpus, version="v1", chunk_id=first.chunk_id)

    assert still.text == TEXT
    assert [each.chunk_id for each in seen.chunks] == [first.chunk_id, second.chunk_id]
    assert [each.chunk_id for each in receipt.tombstones] == [first.chunk_id, second.chunk_id]


async def test_a_look_names_other_versions_that_hold_the_text(corpus: Corpus):
    """As the receipt does."""
    await corpus.put(handbook())
    await corpus.put(handbook(f"{TEXT} More.", "v2"))

    seen = await foresee(corpus, document_id="handbook", version="v1")

    assert seen.also_in == ("v2",)


async def test_a_look_after_an_erasure_finds_nothing_more_to_take(corpus: Corpus):
    """What is a tombstone already would not become one."""
    await corpus.put(handbook())
    await erased(corpus)

    seen = await foresee(corpus, document_id="handbook")

    assert seen.chunks == ()


async def test_a_look_at_another_tenants_document_finds_none(corpus: Corpus):
    """As for one that nobody has."""
    with tenant_scope("globex"):
        await corpus.put(handbook())

    with pytest.raises(SourceNotFoundError):
        await foresee(corpus, document_id="handbook")


class Ledger:
    """Answers that each rest on one chunk, and what was asked about them."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, str | None, str | None]] = []

    async def answers_citing(
        self, document_id: str, version: str | None = None, chunk_id: str | None = None
    ) -> tuple[str, ...]:
        self.asked.append((document_id, version, chunk_id))
        return ("a letter", f"about {chunk_id}")


async def test_answers_rest_also_on_chunks_that_an_erased_one_takes_along(corpus: Corpus):
    """The ledger is asked for each, and each answer is named once."""
    first, second, _third = await corpus.put(handbook(), chunks=OVERLAPPING)
    ledger = Ledger()

    receipt = await erase(
        corpus,
        ledger,
        document_id="handbook",
        chunk_id=first.chunk_id,
        reason=ErasureReason.LEGAL,
    )

    assert receipt.answers == ("a letter", f"about {first.chunk_id}", f"about {second.chunk_id}")


async def test_answers_on_a_whole_document_are_asked_for_at_once(corpus: Corpus):
    """Whatever it is cut into."""
    await corpus.put(handbook(), chunks=OVERLAPPING)
    ledger = Ledger()

    await foresee(corpus, ledger, document_id="handbook")

    assert ledger.asked == [("handbook", None, None)]
