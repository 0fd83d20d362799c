"""Answers that can be audited: each claim rests on exact characters of an exact document version."""

from __future__ import annotations

from tesserix_rag.citing import by_chunk, by_passage, cite, excerpt, merge_citations
from tesserix_rag.errors import (
    ConfigurationError,
    ErasedVersionError,
    GroundingError,
    InvalidRecordError,
    LimitExceededError,
    MisquoteError,
    MissingTenantContextError,
    SourceChangedError,
    SourceNotFoundError,
    StoreError,
    TenantCrossingError,
    TesserixRagError,
    UncitedClaimError,
    UngroundedCitationError,
    UnsupportedClaimError,
    WireError,
)
from tesserix_rag.grounding import check_grounding, grounding_report
from tesserix_rag.passages import merge_results, passages
from tesserix_rag.places import SourceLocator, Span, TimeRange
from tesserix_rag.records import (
    Anchor,
    Citation,
    CitedAnswer,
    Claim,
    ErasureReason,
    Finding,
    FindingCode,
    GroundedAnswer,
    GroundingReport,
    Quote,
    Resolved,
    ResolvedCitation,
    Tombstone,
    Unresolved,
)
from tesserix_rag.retrieval import (
    Branch,
    BranchScore,
    Chunk,
    Document,
    Hit,
    HybridPath,
    RetrievalResult,
    RetrievalScope,
    Retriever,
)
from tesserix_rag.telemetry import citation_attributes
from tesserix_rag.tenancy import current_tenant, tenant_scope
