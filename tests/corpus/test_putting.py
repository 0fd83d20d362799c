"""Putting documents: immutable, whole or not at all, and named by ids and places."""

from __future__ import annotations

import asyncio
from contextvars import Context
from typing import Any

import pytest

from tesserix_rag import (
    ConfigurationError,
    Document,
    LimitExceededError,
    MissingTenantContextError,
    SourceNotFoundError,
    Span,
    tenant_scope,
)
from tesserix_rag.corpus.protocol import Corpus
from tesserix_rag.corpus.sqlite import SqliteCorpus
from tesserix_rag.limits import Limits
from tests.corpus.libraries import BOTH, PARCELS, REFUNDS, TEXT, ask, found, handbook, note

FULL: dict[str, Any] = {
    "uri": "https://acme.example/handbook",
    "title": "Handbook",
    "license": "CC-BY-4.0",
    "metadata": {"team": "sales", "year": 2026, "rate": 1.0, "draft": False},
}


async def refusal(corpus: Corpus, document: Document, **how: Any) -> str:
    """Give what `put` says when it refuses."""
    with pytest.raises(ConfigurationError) as refused:
        await corpus.put(document, **how)
    assert refused.value.__cause__ is refused.value.__context__ is None
    return str(refused.value)


async def test_what_was_put_is_given_back_whole(corpus: Corpus):
    """Every field of a version comes back as it was, numbers and booleans apart."""
    await corpus.put(handbook(**FULL))

    given = await corpus.document("handbook", "v1")

    assert given == handbook(**FULL)
    assert {key: type(each) for key, each in given.metadata.items()} == {
        "team": str,
        "year": int,
        "rate": float,
        "draft": bool,
    }


async def test_the_same_again_is_no_work(corpus: Corpus):
    """The same version put twice gives equal chunks, and is found once."""
    first = await corpus.put(handbook(**FULL))

    again = await corpus.put(handbook(**FULL))

    assert again == first
    assert await found(corpus, "fortnight") == ["handbook"]


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("text", TEXT + " "),
        ("uri", "https://acme.example/other"),
        ("title", "Handbuch"),
        ("license", "MIT"),
        ("metadata", {}),
        ("metadata", {**FULL["metadata"], "draft": 0}),
        ("metadata", {**FULL["metadata"], "year": 2026.0}),
    ],
)
async def test_another_content_under_the_same_version_is_refused(corpus: Corpus, field: str, value: object):
    """A version is immutable; the error names the field and nothing that stands in it."""
    await corpus.put(handbook(**FULL))

    said = await refusal(corpus, handbook(**{**FULL, "text": TEXT, field: value}))

    assert field in said
    assert "fortnight" not in said
    assert await corpus.document("handbook") == handbook(**FULL)


@pytest.mark.parametrize(
    ("field", "how"),
    [("collection", {"collection": "other"}), ("chunks", {"chunks": BOTH})],
)
async def test_the_same_version_elsewhere_or_cut_otherwise_is_refused(
    corpus: Corpus, field: str, how: dict[str, Any]
):
    """Where a version stands and how it is cut are a part of it."""
    await corpus.put(handbook())

    said = await refusal(corpus, handbook(), **how)

    assert field in said


async def test_given_chunks_in_another_order_are_another_cut(corpus: Corpus):
    """The order of given chunks is their ordinal, so it is a part of the version."""
    await corpus.put(handbook(), chunks=BOTH)

    said = await refusal(corpus, handbook(), chunks=BOTH[::-1])

    assert "chunks" in said


async def test_the_newest_version_is_the_one_first_put_last(corpus: Corpus):
    """Names do not sort versions, and putting an old one again does not make it new."""
    for version in ("v2", "v10", "v1"):
        await corpus.put(handbook(f"Edition {version}.", version))
    await corpus.put(handbook("Edition v2.", "v2"))

    newest = await corpus.document("handbook")

    assert newest.version == "v1"


async def test_chunk_ids_do_not_come_from_text(corpus: Corpus):
    """Two corpora would name the passages alike, whatever stands in them."""
    chunks = await corpus.put(handbook("One text."))

    async with SqliteCorpus(":memory:") as other:
        others = await other.put(handbook("Two text."))

    assert [each.chunk_id for each in others] == [each.chunk_id for each in chunks]


async def test_chunk_ids_differ_between_tenants_versions_and_documents(corpus: Corpus):
    """The same characters at the same place are one chunk only in one version of one tenant."""
    ids = set()
    for tenant in ("acme", "globex"):
        with tenant_scope(tenant):
            for document in (
                *(handbook(), handbook(version="v2"), note("a", version="b_c")),
                *(note("a_b", version="c"), note('a","b', version="c"), note("a", version='b","c')),
            ):
                ids |= {each.chunk_id for each in await corpus.put(document, chunks=[REFUNDS])}

    assert len(ids) == 12


async def test_given_chunks_may_overlap(corpus: Corpus):
    """How a caller cuts is the caller's business, as long as each chunk is a piece of the text."""
    cut = (Span(0, 40), Span(30, 60), Span(0, 60))

    chunks = await corpus.put(handbook(), chunks=cut)

    assert tuple(each.span for each in chunks) == cut
    assert [each.text for each in chunks] == [TEXT[each.start : each.end] for each in cut]
    assert [each.ordinal for each in chunks] == [0, 1, 2]


@pytest.mark.parametrize(
    "cut",
    [
        [Span(3, 3)],
        [Span(0, 61)],
        [Span(60, 61)],
        [REFUNDS, PARCELS, REFUNDS],
        [(0, 36)],
        [None],
        [[0, 36]],
    ],
)
async def test_chunks_that_are_no_pieces_of_the_text_are_refused(corpus: Corpus, cut: Any):
    """Empty, outside, twice or no span at all: nothing is stored."""
    await refusal(corpus, handbook(), chunks=cut)

    with pytest.raises(SourceNotFoundError):
        await corpus.document("handbook")


async def test_an_empty_list_of_chunks_stores_a_text_that_is_never_found(corpus: Corpus):
    """A caller may store a version without any passage."""
    chunks = await corpus.put(handbook(), chunks=[])

    assert chunks == ()
    assert await found(corpus, "fortnight") == []
    assert (await corpus.document("handbook")).text == TEXT


async def test_an_empty_document_has_no_chunks(corpus: Corpus):
    """An empty text is a version like any other."""
    chunks = await corpus.put(handbook(""))

    assert chunks == ()
    assert (await corpus.document("handbook")).text == ""


@pytest.mark.parametrize(
    "text",
    [
        " \n\t ",
        "\u3000\u2028",
        "a\0b fortnight\0",
        "\0",
        "\U0001f9d1\u200d\U0001f52c 𝔘𝔫𝔦 \U00020000字 fortnight",
        "one\r\ntwo\r\n\r\nthree\rfour",
        "e\u0301 a\u0323\u0307 \u1112\u1161\u11ab",
        "\ufeffbom \u202eright to left",
        "Title\n=====\n\nBody.\fPage two\n\n# Head\n\nMore.",
    ],
)
async def test_a_text_of_any_characters_comes_back_in_pieces_that_are_the_text(corpus: Corpus, text: str):
    """White space, NUL, astral characters, CRLF and combining marks stay as they are."""
    chunks = await corpus.put(handbook(text))

    assert "".join(each.text for each in chunks) == text
    assert all(each.text == text[each.span.start : each.span.end] for each in chunks)
    assert (await corpus.document("handbook")).text == text


async def test_a_chunk_knows_its_page_and_section(corpus: Corpus):
    """Form feeds turn pages, and the nearest heading above is the section."""
    text = "# First\n\nOne.\f# Second\n\nTwo.\fThree."

    chunks = await corpus.put(handbook(text, uri="file:a.md"))

    assert [(each.locator.page, each.locator.section) for each in chunks] == [
        (1, "First"),
        (2, "Second"),
        (3, "Second"),
    ]
    assert {each.locator.uri for each in chunks} == {"file:a.md"}


@pytest.mark.parametrize(
    ("limits", "name"), [({"document_chars": 59}, "document_chars"), ({"chunks": 1}, "chunks")]
)
async def test_a_document_over_a_limit_is_refused(limits: dict[str, int], name: str):
    """What is too large is refused by name of the limit, and nothing is stored."""
    async with SqliteCorpus(":memory:", limits=Limits(**limits)) as corpus:
        with pytest.raises(LimitExceededError) as refused:
            await corpus.put(handbook(), chunks=BOTH)

        with pytest.raises(SourceNotFoundError):
            await corpus.document("handbook")

    assert refused.value.limit == name


@pytest.mark.parametrize("collection", ["", " ", "a\0b", "?x", "x" * 513, None, 7])
async def test_a_collection_without_a_name_is_refused(corpus: Corpus, collection: Any):
    """A collection is named by the rules of ids."""
    said = await refusal(corpus, handbook(), collection=collection)

    assert "collection" in said


async def test_a_refused_version_leaves_the_newest_in_place(corpus: Corpus):
    """A version that is refused does not take the one before it out of retrieval."""
    await corpus.put(handbook())
    await corpus.put(handbook("A new edition.", "v2"))

    await refusal(corpus, handbook("Another text.", "v1"))

    assert (await corpus.document("handbook")).version == "v2"
    assert await found(corpus, "edition") == ["handbook"]
    assert await found(corpus, "fortnight another") == []


async def test_tasks_that_put_the_same_version_all_get_its_chunks(corpus: Corpus):
    """One of them stores it, the others find it stored."""
    chunks = await asyncio.gather(*(corpus.put(handbook()) for _ in range(10)))

    assert len(set(chunks)) == 1
    assert await found(corpus, "fortnight") == ["handbook"]


async def test_tasks_that_put_different_texts_under_one_version_make_one_winner(corpus: Corpus):
    """The first stays, and all others are refused."""
    texts = [f"Text number {each}." for each in range(10)]

    outcomes = await asyncio.gather(*(corpus.put(handbook(each)) for each in texts), return_exceptions=True)

    assert sum(isinstance(each, ConfigurationError) for each in outcomes) == 9
    assert (await corpus.document("handbook")).text in texts
    assert len((await ask(corpus, "text number")).hits) == 1


async def test_tasks_that_put_versions_of_one_document_leave_one_newest(corpus: Corpus):
    """However the puts interleave, only one version is found, and it is the newest."""
    await asyncio.gather(*(corpus.put(handbook(f"Text number {each}.", f"v{each}")) for each in range(10)))

    (hit,) = (await ask(corpus, "text number")).hits

    assert hit.metadata["version"] == (await corpus.document("handbook")).version


async def test_outside_a_tenant_scope_nothing_is_touched():
    """Each call says what it needs a tenant for."""

    async def calls() -> None:
        async with SqliteCorpus(":memory:") as corpus:
            for call in (
                lambda: corpus.put(handbook()),
                lambda: ask(corpus, "x"),
                lambda: corpus.document("handbook"),
                lambda: corpus.held([]),
            ):
                with pytest.raises(MissingTenantContextError):
                    await call()

    await asyncio.create_task(calls(), context=Context())
