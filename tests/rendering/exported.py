"""Answers to export, with whatever became of their sources, and what their words are."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from attrs import frozen
from hypothesis import strategies as st

from tesserix_rag import (
    Citation,
    CitedAnswer,
    Claim,
    Document,
    ErasureReason,
    GroundedAnswer,
    Quote,
    Resolved,
    SourceLocator,
    Span,
    Tombstone,
    Unresolved,
    check_grounding,
)
from tesserix_rag.records import UnresolvedCode
from tests.strategies import ids, locators, moments, telling_texts, texts

URLS = (None, "https://files.example/a.pdf", "https://files.example/b?page=2#top", "not a URL")


@frozen
class Exported:
    """
    An answer, what became of its sources, and the documents that are at hand.

    Args:
        stated: The answer before it is checked.
        resolved: What became of some of its citations.
        documents: Some of the cited versions.
        library: Every cited version, by document and version.
    """

    stated: CitedAnswer
    resolved: tuple[Any, ...]
    documents: tuple[Document, ...]
    library: dict[tuple[str, str], Document]

    @cached_property
    def answer(self) -> GroundedAnswer:
        """The answer, checked in the scope of a test: tracing draws random ids, and no strategy may."""
        return check_grounding(self.stated, self.stated.citations)

    @property
    def found(self) -> dict[str, Any]:
        """What became of each citation, by its id."""
        return {each.citation_id: each for each in self.resolved}

    def passage(self, citation: Citation) -> str:
        """Give the words of a citation."""
        whole = self.library[citation.document_id, citation.document_version].text
        return whole[citation.span.start : citation.span.end]


@st.composite
def exported(draw: st.DrawFn) -> Exported:
    """Draw an answer of claims or of prose, some of which quote; any character may stand anywhere."""
    found = draw(st.lists(st.builds(_document, ids, ids, telling_texts), min_size=1, max_size=3))
    library = {(each.document_id, each.version): each for each in found}
    citations = tuple(
        draw(
            st.lists(
                st.sampled_from(list(library.values())).flatmap(_citations),
                min_size=1,
                max_size=4,
                unique_by=lambda each: each.citation_id,
            )
        )
    )
    claims = draw(st.lists(_claims(citations), max_size=3))
    plain = CitedAnswer(claims=claims, citations=citations)
    stated = _in_prose(draw(texts), claims, citations) if draw(st.booleans()) else plain
    kept = [each for each in library.values() if draw(st.booleans())]
    became = [draw(_outcomes(each, library)) for each in citations]
    return Exported(stated, tuple(each for each in became if each is not None), tuple(kept), library)


def _document(document_id: str, version: str, text: str) -> Document:
    return Document(document_id=document_id, version=version, text=text, uri=f"{document_id}.pdf")


def _spans(length: int, start: int = 0) -> st.SearchStrategy[Span]:
    ends = st.lists(st.integers(start, start + length), min_size=2, max_size=2)
    return ends.map(sorted).map(lambda pair: Span(*pair))


def _citations(document: Document) -> st.SearchStrategy[Citation]:
    return st.builds(
        Citation,
        citation_id=ids,
        document_id=st.just(document.document_id),
        document_version=st.just(document.version),
        chunk_id=ids,
        tenant=st.just("acme"),
        span=_spans(len(document.text)),
        retrieved_at=moments,
        locator=locators() | st.just(SourceLocator()),
        source_url=st.sampled_from(URLS),
    )


@st.composite
def _claims(draw: st.DrawFn, citations: tuple[Citation, ...]) -> Claim:
    cited = draw(st.lists(st.sampled_from(citations), min_size=1, max_size=3))
    quotes = [
        Quote(citation_id=each.citation_id, text="so", span=draw(_spans(each.span.length, each.span.start)))
        for each in cited
        if draw(st.booleans())
    ]
    names = [each.citation_id for each in cited]
    return Claim(text=draw(telling_texts), citation_ids=names, quotes=quotes)


def _in_prose(heading: str, claims: list[Claim], citations: tuple[Citation, ...]) -> CitedAnswer:
    prose, stated = heading, []
    for claim in claims:
        start = len(prose) + 1
        prose = f"{prose} {claim.text}"
        fields = {"text": claim.text, "citation_ids": claim.citation_ids, "quotes": claim.quotes}
        stated.append(Claim(**fields, span=Span(start, len(prose))))
    exempt = (Span(0, len(heading)),) if heading else ()
    return CitedAnswer(claims=stated, citations=citations, prose=prose, exempt=exempt)


def _outcomes(citation: Citation, library: dict[tuple[str, str], Document]) -> st.SearchStrategy[Any]:
    names = ("citation_id", "document_id", "document_version", "chunk_id", "span")
    there = {name: st.just(getattr(citation, name)) for name in names}
    whole = library[citation.document_id, citation.document_version].text
    text = st.just(whole[citation.span.start : citation.span.end])
    return st.one_of(
        st.none(),
        st.builds(Resolved, **there, text=text, superseded_by=st.none() | ids),
        st.builds(Tombstone, **there, erased_at=moments, reason=st.sampled_from(ErasureReason)),
        st.builds(Unresolved, citation_id=there["citation_id"], code=st.sampled_from(UnresolvedCode)),
    )
