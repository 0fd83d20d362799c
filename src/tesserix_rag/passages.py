"""Which hit is which passage: what pins a hit, results merged, and the text behind each citation."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, TypeAlias

import attrs

from tesserix_rag.errors import ConfigurationError
from tesserix_rag.ids import is_id
from tesserix_rag.metadata import is_text_of, version_name, whole_number
from tesserix_rag.places import Span

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tesserix_rag.records import Citation
    from tesserix_rag.retrieval import Hit, RetrievalResult

Passage: TypeAlias = tuple[str, str, str, Span]
"""Document, version, chunk and span."""


def passage_of(hit: Hit) -> Passage | None:
    """Give what pins *hit*, or nothing where its version or span cannot be read."""
    version = version_name(hit.metadata.get("version"))
    start = whole_number(hit.metadata.get("start"))
    end = whole_number(hit.metadata.get("end"))
    if version is None or start is None or end is None or end < start:
        return None
    if not is_id(hit.document_id) or not is_id(hit.chunk_id):
        return None
    return hit.document_id, version, hit.chunk_id, Span(start, end)


def cited_passage(citation: Citation) -> Passage:
    """Give what *citation* pins."""
    return (
        citation.document_id,
        citation.document_version,
        citation.chunk_id,
        citation.span,
    )


def is_same_passage(one: Citation, other: Citation) -> bool:
    """Whether two citations pin the same characters of the same version for the same tenant."""
    return one is other or (
        one.chunk_id == other.chunk_id
        and one.document_id == other.document_id
        and one.document_version == other.document_version
        and one.span.start == other.span.start
        and one.span.end == other.span.end
        and one.tenant == other.tenant
    )


def passages(result: RetrievalResult, citations: Iterable[Citation]) -> Mapping[str, str]:
    """
    Give the text behind each citation, by citation id.

    A citation that no hit of *result* matches, in passage and tenant, is left out.
    """
    texts: dict[Passage, Hit] = {}
    for hit in result.hits:
        passage = passage_of(hit)
        if passage is not None:
            texts.setdefault(passage, hit)
    found: dict[str, str] = {}
    for citation in citations:
        source = texts.get(cited_passage(citation))
        if source is not None and _may_be_of(_tenant_of(source, result), citation.tenant):
            found[citation.citation_id] = source.text
    return MappingProxyType(found)


def _may_be_of(named: object, tenant: str) -> bool:
    return named is None or is_text_of(named, tenant)


def _tenant_of(hit: Hit, result: RetrievalResult) -> object:
    named = hit.metadata.get("tenant")
    return result.tenant if named is None else named


def merge_results(first: RetrievalResult, *more: RetrievalResult) -> RetrievalResult:
    """
    Put results together, passage by passage; where two have the same one, the first stands.

    The query is the first's. The path is kept if all agree, the result is partial if any is. Where only some
    results name their tenant, their hits carry it on.

    Raises:
        ConfigurationError: If the results are of two tenants.
    """
    results = (first, *more)
    if _are_of_two_tenants(results):
        message = "the results are of two tenants"
        raise ConfigurationError(message)
    paths = {each.path for each in results}
    tenants = {each.tenant for each in results}
    hits: dict[object, Hit] = {}
    for result in results:
        for hit in result.hits:
            hits.setdefault(_identity(hit), _stamped(hit, result) if len(tenants) > 1 else hit)
    return attrs.evolve(
        first,
        hits=tuple(hits.values()),
        branches=tuple(dict.fromkeys(each for result in results for each in result.branches)),
        partial=any(each.partial for each in results),
        path=first.path if len(paths) == 1 else None,
        tenant=first.tenant if len(tenants) == 1 else None,
    )


def _are_of_two_tenants(results: tuple[RetrievalResult, ...]) -> bool:
    named = {repr(_tenant_of(hit, result)) for result in results for hit in result.hits}
    named |= {repr(result.tenant) for result in results}
    return len(named - {repr(None)}) > 1


def _stamped(hit: Hit, result: RetrievalResult) -> Hit:
    if result.tenant is None or hit.metadata.get("tenant") is not None:
        return hit
    return attrs.evolve(hit, metadata={**hit.metadata, "tenant": result.tenant})


def _identity(hit: Hit) -> object:
    """Give what tells *hit* from others, also where it cannot be pinned."""
    passage = passage_of(hit)
    if passage is not None:
        return passage
    keys = ("version", "start", "end")
    return repr((hit.document_id, hit.chunk_id, *map(hit.metadata.get, keys)))
