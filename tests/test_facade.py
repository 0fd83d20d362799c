"""The front door: what it offers, and how little it does."""

from __future__ import annotations

import inspect

import pytest

import tesserix_rag
from tests.fresh import printed_by

PROMISED = [
    "TesserixRagError",
    "InvalidRecordError",
    "ConfigurationError",
    "MissingTenantContextError",
    "TenantCrossingError",
    "LimitExceededError",
    "WireError",
    "SourceNotFoundError",
    "SourceChangedError",
    "ErasedVersionError",
    "StoreError",
    "ModelError",
    "GroundingError",
    "UncitedClaimError",
    "UngroundedCitationError",
    "MisquoteError",
    "UnsupportedClaimError",
    "tenant_scope",
    "current_tenant",
    "Span",
    "TimeRange",
    "SourceLocator",
    "Citation",
    "Quote",
    "Claim",
    "Anchor",
    "Finding",
    "FindingCode",
    "GroundingReport",
    "CitedAnswer",
    "GroundedAnswer",
    "ErasureReason",
    "Resolved",
    "Tombstone",
    "Unresolved",
    "ResolvedCitation",
    "Document",
    "Chunk",
    "Branch",
    "BranchScore",
    "Hit",
    "HybridPath",
    "RetrievalScope",
    "RetrievalResult",
    "Retriever",
    "cite",
    "by_chunk",
    "by_passage",
    "merge_citations",
    "merge_results",
    "passages",
    "excerpt",
    "grounding_report",
    "check_grounding",
    "CitationResolver",
    "CorpusResolver",
    "citation_attributes",
]


@pytest.mark.parametrize("name", PROMISED)
def test_the_promised_names_are_there(name: str):
    """Everything for citing, checking and resolving is imported from one place."""
    assert name in tesserix_rag.__all__
    assert getattr(tesserix_rag, name) is not None


def test_the_list_of_names_is_sorted():
    """It has each name once, in the order of the alphabet."""
    assert [*tesserix_rag.__all__] == sorted(set(tesserix_rag.__all__))


def test_the_list_of_names_leaves_none_out():
    """What is in reach without an underscore, and no module, is on it."""
    public = {
        name
        for name, value in vars(tesserix_rag).items()
        if not name.startswith("_") and not inspect.ismodule(value) and name != "annotations"
    }

    assert public - {*tesserix_rag.__all__} == set()


HEAVY = [
    "ada_url",
    "cattrs",
    "orjson",
    "structlog",
    "sqlite3",
    "asyncio",
    "sentencex",
    "click",
    "psycopg",
    "openai",
    "hypothesis",
    "pytest",
]


def test_importing_is_light():
    """Nothing is loaded for those who only cite and check."""
    loaded = printed_by(
        f"""
        import sys
        import tesserix_rag
        print(*(each for each in {HEAVY!r} if each in sys.modules))
        """
    )

    assert loaded.split() == []


def test_importing_configures_nothing():
    """Logging, warnings and tracing are the host's."""
    said = printed_by(
        """
        import logging, warnings
        from opentelemetry import metrics, trace
        root, filters = logging.getLogger(), list(warnings.filters)
        before = [list(root.handlers), root.level, logging.getLoggerClass()]
        import tesserix_rag
        assert before == [list(root.handlers), root.level, logging.getLoggerClass()]
        names = [each for each in logging.root.manager.loggerDict if each.startswith("tesserix")]
        assert all(not logging.getLogger(each).handlers for each in names)
        assert filters == list(warnings.filters)
        assert type(trace.get_tracer_provider()).__name__ == "ProxyTracerProvider"
        assert "Proxy" in type(metrics.get_meter_provider()).__name__
        """
    )

    assert said == ""


def test_working_prints_and_configures_nothing():
    """A host that has set up neither logs nor tracing hears nothing, and still has neither."""
    said = printed_by(
        """
        import logging
        import structlog
        from opentelemetry import trace
        from tesserix_rag import *
        found = RetrievalResult(query="q", hits=[Hit(
            chunk_id="c", document_id="d", text="t",
            metadata={"version": "1", "start": 0, "end": 1},
        )])
        with tenant_scope("acme"):
            pinned = cite(found)
            check_grounding(CitedAnswer(claims=[Claim(text="t", citation_ids=["c"])], citations=pinned), pinned)
            try:
                check_grounding(CitedAnswer(claims=[Claim(text="t")]), pinned)
            except UncitedClaimError:
                pass
        assert not structlog.is_configured()
        assert not logging.getLogger().handlers
        assert type(trace.get_tracer_provider()).__name__ == "ProxyTracerProvider"
        """
    )

    assert said == ""
