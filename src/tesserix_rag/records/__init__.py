"""What an audit reads: answers and what they rest on, what a check found, and what became of a source."""

from __future__ import annotations

from tesserix_rag.records.answers import Anchor, Citation, CitedAnswer, Claim, Quote
from tesserix_rag.records.reports import Finding, FindingCode, GroundedAnswer, GroundingReport
from tesserix_rag.records.sources import (
    ErasureReason,
    Resolved,
    ResolvedCitation,
    Tombstone,
    Unresolved,
    UnresolvedCode,
)

__all__ = [
    "Anchor",
    "Citation",
    "CitedAnswer",
    "Claim",
    "ErasureReason",
    "Finding",
    "FindingCode",
    "GroundedAnswer",
    "GroundingReport",
    "Quote",
    "Resolved",
    "ResolvedCitation",
    "Tombstone",
    "Unresolved",
    "UnresolvedCode",
]
