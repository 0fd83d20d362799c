"""From what was retrieved to citations, and from a citation to its characters."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final, NoReturn, TypeAlias, TypeVar

from tesserix_rag._fields import in_utc
from tesserix_rag.errors import (
    ConfigurationError,
    InvalidRecordError,
    TenantCrossingError,
    UngroundedCitationError,
)
from tesserix_rag.ids import is_id
from tesserix_rag.metadata import (
    finite_number,
    id_or_none,
    is_absent,
    is_text_of,
    label_text,
    page_number,
    tenant_or_none,
    version_name,
    whole_number,
    whole_seconds,
)
from tesserix_rag.passages import Passage, is_same_passage, passage_of
from tesserix_rag.places import SourceLocator, TimeRange
from tesserix_rag.records import Citation, Finding, FindingCode, GroundingReport
from tesserix_rag.retrieval import Hit
from tesserix_rag.telemetry import log, observed
from tesserix_rag.tenancy import current_tenant

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tesserix_rag.retrieval import Document, RetrievalResult

_T = TypeVar("_T")

CitationIds: TypeAlias = Callable[[Hit, int], str]
"""Names a citation, given its hit and the hit's rank from 1."""

_ID_DIGITS: Final = 32
_NOWHERE: Final = SourceLocator()
_LABELS: Final = ("uri", "page_label", "section", "kind", "entity")


def by_chunk(hit: Hit, _rank: int) -> str:
    """Name a citation after its chunk."""
    return hit.chunk_id


def by_passage(hit: Hit, _rank: int) -> str:
    """
    Name a citation after its document, version and chunk.

    The first 32 hex digits of the SHA-256 of the RFC 8785 JSON array of the three.
    """
    import json
    from hashlib import sha256

    names = [hit.document_id, version_name(hit.metadata.get("version")), hit.chunk_id]
    canonical = json.dumps(names, ensure_ascii=False, separators=(",", ":"))
    return sha256(canonical.encode(errors="surrogatepass")).hexdigest()[:_ID_DIGITS]


def cite(
    result: RetrievalResult,
    *,
    retrieved_at: datetime | None = None,
    ids: CitationIds = by_chunk,
    require_tenant: bool = False,
) -> tuple[Citation, ...]:
    """
    Pin each passage of *result*, in ranked order; the same passage twice is cited once, at its best rank.

    Args:
        result: What was retrieved for the tenant of the scope.
        retrieved_at: When, with a zone; now, if not given. The same for all.
        ids: What names the citations.
        require_tenant: Whether the result, or each hit, must say whose it is.

    Raises:
        MissingTenantContextError: Outside any tenant scope.
        TenantCrossingError: If the result or a hit is another tenant's.
        ConfigurationError: If a hit cannot be pinned, or two passages would share an id. It names the chunk, or
            where that has no usable id the rank, and the key.
        InvalidRecordError: If *retrieved_at* has no zone.
    """
    tenant = current_tenant("citation")
    with observed("adk.cite") as observation:
        _refuse_foreign(result, tenant, require_tenant=require_tenant)
        moment = _moment(retrieved_at)
        first_at: dict[Passage, int] = {}
        cited: dict[str, Citation] = {}
        for rank, hit in enumerate(result.hits, start=1):
            passage = _pin(hit, rank)
            if first_at.setdefault(passage, rank) != rank:
                continue
            citation = _citation(
                hit,
                rank,
                citation_id=id_or_none(ids(hit, rank)),
                passage=passage,
                tenant=tenant,
                moment=moment,
            )
            if cited.setdefault(citation.citation_id, citation) is not citation:
                _refuse(hit, rank, "citation_id")
        citations = tuple(cited.values())
        observation.cites(citations)
    log("cited", citations=len(citations), hits=len(result.hits), partial=result.partial)
    return citations


def _moment(retrieved_at: datetime | None) -> datetime:
    moment = in_utc(datetime.now(UTC) if retrieved_at is None else retrieved_at)
    if getattr(moment, "tzinfo", None) is not UTC:
        raise InvalidRecordError(record="Citation", field="retrieved_at")
    return moment


def _refuse_foreign(result: RetrievalResult, tenant: str, *, require_tenant: bool) -> None:
    if result.tenant is not None and result.tenant != tenant:
        raise TenantCrossingError(tenant=tenant, into=result.tenant)
    for rank, hit in enumerate(result.hits, start=1):
        if is_text_of(hit.metadata.get("tenant"), tenant):
            continue
        named = _read(hit, rank, "tenant", tenant_or_none)
        is_unnamed = require_tenant and named is None and result.tenant is None
        if is_unnamed or is_text_of(hit.metadata.get("tenant"), ""):
            _refuse(hit, rank, "tenant")
        if named is not None:
            raise TenantCrossingError(tenant=tenant, into=named)


def _refuse(hit: Hit, rank: int, key: str) -> NoReturn:
    chunk = f"chunk {hit.chunk_id!r}" if is_id(hit.chunk_id) else f"hit {rank}"
    message = f"{chunk} cannot be cited: {key!r} is missing or not usable"
    raise ConfigurationError(message)


def _pin(hit: Hit, rank: int) -> Passage:
    passage = passage_of(hit)
    if passage is None:
        _refuse(hit, rank, _unpinned(hit))
    return passage


def _unpinned(hit: Hit) -> str:
    """Name the key that keeps *hit* from being pinned."""
    if not is_id(hit.chunk_id):
        return "chunk_id"
    if not is_id(hit.document_id):
        return "document_id"
    if version_name(hit.metadata.get("version")) is None:
        return "version"
    return "start" if whole_number(hit.metadata.get("start")) is None else "end"


def _citation(
    hit: Hit, rank: int, *, citation_id: str | None, passage: Passage, tenant: str, moment: datetime
) -> Citation:
    if citation_id is None:
        _refuse(hit, rank, "citation_id")
    _document, version, _chunk, span = passage
    return Citation(
        citation_id=citation_id,
        document_id=hit.document_id,
        document_version=version,
        chunk_id=hit.chunk_id,
        tenant=tenant,
        span=span,
        retrieved_at=moment,
        score=_score(hit, rank),
        branches=tuple(dict.fromkeys(each.branch for each in hit.contributions)),
        locator=_locator(hit, rank),
        digest=_read(hit, rank, "digest", id_or_none),
    )


def _score(hit: Hit, rank: int) -> float:
    key = "score" if hit.rerank_score is None else "rerank_score"
    score = finite_number(getattr(hit, key))
    return _refuse(hit, rank, key) if score is None else score


def _locator(hit: Hit, rank: int) -> SourceLocator:
    page = _read(hit, rank, "page", page_number)
    time = _time(hit, rank)
    # Last, and into no name: while another key can still be refused, no frame holds a text.
    labels = {key: _read(hit, rank, key, label_text) or "" for key in _LABELS if key in hit.metadata}
    if not any(labels.values()) and page is None and time is None:
        return _NOWHERE
    return SourceLocator(**labels, page=page if time is None else None, time=time)


def _time(hit: Hit, rank: int) -> TimeRange | None:
    if "time_start" not in hit.metadata and "time_end" not in hit.metadata:
        return None
    start = _read(hit, rank, "time_start", whole_seconds)
    end = _read(hit, rank, "time_end", whole_seconds)
    if start is None:
        return None if end is None else _refuse(hit, rank, "time_start")
    if end is not None and end < start:
        _refuse(hit, rank, "time_end")
    return TimeRange(start, start if end is None else end)


def _read(hit: Hit, rank: int, key: str, reading: Callable[[object], _T | None]) -> _T | None:
    """Read what may be absent; this frame, which may raise, never holds the value itself."""
    metadata = hit.metadata
    if is_absent(metadata.get(key)):
        return None
    found = reading(metadata[key])
    return _refuse(hit, rank, key) if found is None else found


def merge_citations(*groups: Iterable[Citation]) -> tuple[Citation, ...]:
    """
    Put groups of citations together, so that no position ever moves: later groups only append.

    Raises:
        ConfigurationError: If one id names two passages. It names the id.
    """
    merged: dict[str, Citation] = {}
    for citation in (each for group in groups for each in group):
        first = merged.setdefault(citation.citation_id, citation)
        if not is_same_passage(first, citation):
            message = f"the citation id {citation.citation_id!r} names two passages"
            raise ConfigurationError(message)
    return tuple(merged.values())


def excerpt(citation: Citation, document: Document) -> str:
    """
    Give the exact characters that *citation* points to.

    Raises:
        MissingTenantContextError: Outside any tenant scope.
        TenantCrossingError: If the citation is another tenant's.
        UngroundedCitationError: If *document* is another document or version, or too short.
    """
    tenant = current_tenant("excerpt")
    if citation.tenant != tenant:
        raise TenantCrossingError(tenant=tenant, into=citation.tenant, citation_ids=(citation.citation_id,))
    cited = (citation.document_id, citation.document_version)
    if cited != (document.document_id, document.version) or citation.span.end > len(document.text):
        raise _ungrounded(citation)
    return document.text[citation.span.start : citation.span.end]


def _ungrounded(citation: Citation) -> UngroundedCitationError:
    finding = Finding(code=FindingCode.DIFFERS_FROM_RETRIEVED, citation_id=citation.citation_id)
    return UngroundedCitationError(
        missing=(citation.citation_id,),
        available=(),
        report=GroundingReport(findings=(finding,), citations=1),
    )
