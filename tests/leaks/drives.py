"""What drives each public callable, through success and every error that it promises."""

from __future__ import annotations

import copy
import json
import sqlite3
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager, closing, suppress
from pathlib import Path
from typing import Any, Final

import attrs

from tesserix_rag import (
    Anchor,
    Branch,
    BranchScore,
    Chunk,
    Citation,
    CitedAnswer,
    Claim,
    ConfigurationError,
    CorpusResolver,
    Document,
    ErasedVersionError,
    ErasureReason,
    Finding,
    FindingCode,
    GroundedAnswer,
    GroundingError,
    GroundingReport,
    Hit,
    InvalidRecordError,
    LimitExceededError,
    MisquoteError,
    MissingTenantContextError,
    ModelCode,
    ModelError,
    Quote,
    Resolved,
    RetrievalResult,
    RetrievalScope,
    SourceChangedError,
    SourceLocator,
    SourceNotFoundError,
    Span,
    StoreCode,
    StoreError,
    TenantCrossingError,
    TesserixRagError,
    TimeRange,
    Tombstone,
    UncitedClaimError,
    UngroundedCitationError,
    Unresolved,
    UnsupportedClaimError,
    WireCode,
    WireError,
    by_chunk,
    by_passage,
    check_grounding,
    citation_attributes,
    cite,
    current_tenant,
    excerpt,
    grounding_report,
    ids,
    merge_citations,
    merge_results,
    metadata,
    passages,
    tenant_scope,
)
from tesserix_rag.answering import (
    Answerer,
    Message,
    Role,
    answer_checked,
    extractive_answer,
    model_answerer,
    openai_completions,
)
from tesserix_rag.corpus import outline
from tesserix_rag.corpus.chunking import chunk_spans
from tesserix_rag.corpus.protocol import ErasableChunk, ErasedChunk, HeldChunk, StoreErasure, StoreForesight
from tesserix_rag.corpus.sqlite import SqliteCorpus
from tesserix_rag.enriching import Firewalled, RemovedLink, enrich, firewall, relevance
from tesserix_rag.erasing import ErasureForesight, ErasureReceipt, erase, foresee
from tesserix_rag.evidence import (
    AbstentionScore,
    Asked,
    CitationScore,
    CitationScores,
    Evidence,
    FactCode,
    FactFinding,
    FactReport,
    FoldedText,
    Located,
    QuoteCode,
    QuoteFinding,
    Share,
    SupportReport,
    Tier,
    TierShares,
    Verdict,
    VerifiedQuote,
    abstention_score,
    check_facts,
    check_support,
    citation_score,
    citation_scores,
    coverage,
    fact_judge,
    locate,
    model_judge,
    support_report,
    tier_shares,
    validity,
    verify_quotes,
)
from tesserix_rag.limits import Limits
from tesserix_rag.markers import (
    CARD,
    CIT_TAG,
    IRIS_DRAFT,
    NUMERIC,
    Dialect,
    Marker,
    MarkerFound,
    MarkerStream,
    Reasoning,
    TextDelta,
    any_of,
    draft_schema,
    parse_answer,
    parse_draft,
    plain,
    render_markers,
    scan,
    sources_prompt,
    strip_markers,
    template,
)
from tesserix_rag.passages import cited_passage, is_same_passage, passage_of
from tesserix_rag.placing import (
    Chip,
    Completion,
    Insertion,
    Label,
    Model,
    Note,
    NoteCode,
    Placement,
    PlacementModels,
    chips,
    in_view,
    maker_of,
    models_of,
    place_citations,
    stamped,
    without_chips,
)
from tesserix_rag.rendering import (
    PLAIN,
    SLACK,
    VOICE,
    Channel,
    ChannelText,
    CitedFile,
    Footnoted,
    evidence_page,
    footnotes,
    for_channel,
    provenance_json,
    render_html,
    render_markdown,
    render_plain,
    web_annotations,
)
from tesserix_rag.retrieval import Metadata, branches_in_order, is_scalar
from tesserix_rag.telemetry import Observation, count_check, log, observed
from tesserix_rag.text import folding, offsets, sentences, words
from tesserix_rag.urls import normal_url, safe_url
from tesserix_rag.wire import canonical_json, from_json, json_schema, to_json
from tests.endpoint import Ending, breaks_off, endpoint, refuses, says
from tests.examples import NOON
from tests.leaks import material
from tests.leaks.canaries import Canary
from tests.leaks.driving import Run, drives
from tests.leaks.material import PINNED

DEFAULT: Final = RetrievalScope(collection="default")
LONE: Final = "\ud800"
"""Half a surrogate pair, which no UTF-8 can hold."""

# --- records -----------------------------------------------------------------


def _placed(canary: Canary) -> dict[str, Any]:
    return {**PINNED, "span": material.whole(canary)}


def _built(canary: Canary) -> dict[type, dict[str, Any]]:
    """Give the fields of one of each record."""
    spoken = {"text": canary.text}
    return {
        SourceLocator: material.told(canary, "uri", "page_label", "section", "kind", "entity"),
        Citation: _fields(material.citation(canary)),
        Quote: {**spoken, "citation_id": f"?{canary.id}"},
        Claim: {
            **spoken,
            "citation_ids": (canary.id, f"?{canary.id}"),
            "quotes": (material.quote(canary, canary.id),),
        },
        Anchor: {"at": 0, "citation_ids": (canary.id, f"?{canary.id}")},
        CitedAnswer: _fields(material.dangling(canary)),
        Finding: {"code": FindingCode.DANGLING_ID, "citation_id": canary.id},
        GroundingReport: _fields(material.report(canary)),
        Resolved: {**_placed(canary), **spoken},
        Tombstone: {**_placed(canary), "erased_at": NOON, "reason": ErasureReason.LEGAL},
        Unresolved: {"citation_id": "owing", "code": "missing"},
        Document: _fields(material.document(canary)),
        Chunk: {
            **spoken,
            **{name: PINNED[name] for name in ("chunk_id", "document_id", "document_version")},
            "span": material.whole(canary),
            "ordinal": 0,
            "locator": material.locator(canary),
        },
        BranchScore: {"branch": Branch.KEYWORD, "score": 1.0, "rank": 1},
        Hit: _fields(material.hit(canary)),
        RetrievalScope: {"collection": "default"},
        RetrievalResult: _fields(material.result(canary)),
        ErasureReceipt: {"tombstones": (), "erased_at": NOON, "complete": True},
    }


def _fields(record: Any) -> dict[str, Any]:
    return {each.name: getattr(record, each.name) for each in attrs.fields(type(record))}


@drives(
    *(SourceLocator, Citation, Quote, Claim, Anchor, CitedAnswer, Finding, GroundingReport, Resolved),
    *(Tombstone, Unresolved, Document, Chunk, BranchScore, Hit, RetrievalScope, RetrievalResult),
    ErasureReceipt,
)
async def records(run: Run) -> None:
    """Build each record, and each with one field after the other that does not hold."""
    for kind, fields in _built(run.canary).items():
        built = await run.does(kind, **fields)
        copy.deepcopy(built)
        for each in attrs.fields(kind):
            if each.validator is not None:
                await run.refuses(
                    InvalidRecordError, kind, **{**fields, each.name: _wrong(run.canary, each.name)}
                )


def _wrong(canary: Canary, name: str) -> object:
    """Give what no field takes: text that is no text, or an id with a line feed, or text for a number."""
    return f"{canary.id}{LONE}" if name != "tenant" else f" {canary.text}"


@drives(CitedAnswer, CitedAnswer.sources, CitedAnswer.provenance)
async def answers(run: Run) -> None:
    """Build answers whose fields do not agree, and ask one for its sources."""
    canary = run.canary
    stated = material.claim(canary, "owing", span=Span(0, 3))
    for broken in (
        {"citations": [material.citation(canary)] * 2},
        {"claims": [stated], "prose": canary.text},
        {"claims": [material.claim(canary)], "exempt": [material.whole(canary)]},
        {"claims": [stated], "anchors": [Anchor(at=1, citation_ids=(canary.id,))]},
    ):
        await run.refuses(InvalidRecordError, CitedAnswer, **broken)
    answer = material.grounded(canary)
    await run.does(answer.sources, material.claim(canary, canary.id, "owing"))
    await run.does(material.dangling(canary).provenance)


@drives(Span, Span.holds, TimeRange, Metadata, Metadata.get, GroundingReport.feedback, Limits)
async def plain_records(run: Run) -> None:
    """Build what holds numbers, and ask a report for its advice."""
    for kind in (Span, TimeRange):
        await run.does(kind, 0, 4)
        for ends in ((4, 0), (run.canary.text, 4), (0, run.canary.text)):
            await run.refuses(InvalidRecordError, kind, *ends)
    await run.does(Span(0, 4).holds, Span(1, 2))
    held = await run.does(Metadata, {run.canary.text: run.canary.text})
    await run.does(held.get, run.canary.text)
    await run.does(material.report(run.canary).feedback)
    await run.does(Limits)
    await run.refuses(InvalidRecordError, Limits, depth=run.canary.text)


@drives(
    HeldChunk,
    ErasedChunk,
    ErasableChunk,
    StoreErasure,
    StoreForesight,
    ErasureForesight,
    outline.Heading,
    Observation,
    Observation.cites,
)
async def records_between(run: Run) -> None:
    """Build what passes between a store, its callers and telemetry."""
    canary = run.canary
    placed = {name: PINNED[name] for name in ("chunk_id", "document_id", "document_version")}
    span = material.whole(canary)
    await run.does(HeldChunk, span=span, text=canary.text, digest="d", superseded_by=None)
    chunk = await run.does(ErasedChunk, **placed, span=span, erased_at=NOON, reason=ErasureReason.LEGAL)
    await run.does(StoreErasure, chunks=(chunk,), also_in=("v2",), outstanding=())
    erasable = await run.does(ErasableChunk, **placed, span=span)
    await run.does(StoreForesight, chunks=(erasable,), also_in=("v2",))
    await run.does(ErasureForesight, chunks=(erasable,), answers=(), also_in=("v2",))
    await run.does(outline.Heading, 0, canary.text)
    observation = await run.does(Observation, True)  # noqa: FBT003
    await run.does(observation.cites, [material.citation(canary)])


# --- errors ------------------------------------------------------------------


@drives(
    *(TesserixRagError, InvalidRecordError, ConfigurationError, MissingTenantContextError, WireError),
    *(TenantCrossingError, LimitExceededError, SourceNotFoundError, SourceChangedError, StoreError),
    *(ErasedVersionError, GroundingError, UncitedClaimError, UngroundedCitationError, MisquoteError),
    *(UnsupportedClaimError, ModelError),
)
async def errors(run: Run) -> None:
    """Build each error with what its raiser knows; only the answer's own can hold a model's words."""
    canary = run.canary
    found = material.report(canary)
    stated = {"claims": [material.claim(canary, canary.id)], "indexes": [0]}
    known: dict[str, Any] = {"report": found, "available": ["owing"]}
    named = [canary.id, f"?{canary.id}", "owing"]
    await run.does(TesserixRagError, "in words of ours")
    await run.does(ConfigurationError, "in words of ours")
    await run.does(InvalidRecordError, record="Claim", field="text")
    await run.does(MissingTenantContextError, "citation")
    await run.does(WireError, WireCode.WRONG_TYPE, "/claims/0/text")
    await run.does(TenantCrossingError, tenant="acme", into=canary.id, citation_ids=named[:2], **known)
    await run.does(LimitExceededError, limit="hits", allowed=1)
    await run.does(SourceNotFoundError, citation_id="owing", document_id="ledger")
    await run.does(SourceChangedError, citation_id="owing")
    await run.does(ErasedVersionError, document_id="ledger", version="v1")
    await run.does(StoreError, store="sqlite_corpus", code=StoreCode.FULL)
    await run.does(ModelError, ModelCode.RATE_LIMITED, status=429)
    await run.does(GroundingError, "in words of ours", **known)
    await run.does(UncitedClaimError, **stated, **known)
    await run.does(UnsupportedClaimError, **stated, **known)
    await run.does(UngroundedCitationError, missing=named, **known)
    await run.does(MisquoteError, findings=found.findings, **known)


# --- citing ------------------------------------------------------------------


@drives(cite, by_chunk, by_passage)
async def citing(run: Run) -> None:
    """Cite, and refuse a hit for each key that it can lack or hold wrongly."""
    canary = run.canary
    await run.does(cite, material.result(canary), ids=by_passage)
    for name_it in (by_chunk, by_passage):
        await run.does(name_it, material.hit(canary), 1)
    await run.needs_tenant(cite, material.result(canary))
    for key, value in _unusable(canary):
        broken = material.result(canary, material.hit(canary, metadata={key: value}))
        await run.refuses(ConfigurationError, cite, broken)
    wrong: dict[str, Any] = {
        **dict.fromkeys(("chunk_id", "document_id"), f"{canary.id}\n"),
        **dict.fromkeys(("score", "rerank_score"), canary.text),
    }
    for field, value in wrong.items():
        broken = material.result(canary, material.hit(canary, **{field: value}))
        await run.refuses(ConfigurationError, cite, broken)
    await run.refuses(ConfigurationError, cite, material.result(canary), require_tenant=True)
    await run.refuses(
        ConfigurationError, cite, material.result(canary), ids=lambda _hit, _rank: f"{canary.id}\n"
    )
    twice = material.result(canary, material.hit(canary), material.hit(canary, metadata={"start": 1}))
    await run.refuses(ConfigurationError, cite, twice)
    for foreign in (
        material.result(canary, tenant="globex"),
        material.result(canary, material.hit(canary, metadata={"tenant": "globex"})),
    ):
        await run.refuses(TenantCrossingError, cite, foreign)
    await run.refuses(InvalidRecordError, cite, material.result(canary), retrieved_at=NOON.replace(tzinfo=None))
    await run.refuses(LookupError, cite, material.result(canary), ids=_no_name)


def _unusable(canary: Canary) -> Iterable[tuple[str, object]]:
    for key in ("version", "tenant", "digest"):
        yield key, f"{canary.id}\n"
    for key in ("start", "end", "page", "time_start"):
        yield key, canary.text
    for key in ("uri", "page_label", "section", "kind", "entity"):
        yield key, f"{canary.text}{LONE}"
    yield "time_end", 3


def _no_name(_hit: object, _rank: int) -> str:
    raise LookupError


@drives(merge_citations, merge_results, passages, excerpt)
async def merging(run: Run) -> None:
    """Put together what belongs together, and refuse what does not."""
    canary = run.canary
    citation, found = material.citation(canary), material.result(canary)
    await run.does(merge_citations, [citation], [citation])
    other = material.citation(canary, document_version="v2")
    await run.refuses(ConfigurationError, merge_citations, [citation], [other])
    await run.does(merge_results, found, material.result(canary, tenant="acme"))
    foreign = material.result(canary, material.hit(canary, metadata={"tenant": canary.text}), tenant="acme")
    await run.refuses(ConfigurationError, merge_results, found, foreign)
    await run.does(passages, found, [citation])
    document = material.document(canary)
    await run.does(excerpt, citation, document)
    await run.needs_tenant(excerpt, citation, document)
    await run.refuses(TenantCrossingError, excerpt, material.citation(canary, tenant="globex"), document)
    await run.refuses(UngroundedCitationError, excerpt, other, document)


@drives(
    passage_of,
    cited_passage,
    is_same_passage,
    is_scalar,
    branches_in_order,
    *(
        getattr(module, name)
        for module in (ids, metadata)
        for name in vars(module)
        if getattr(getattr(module, name), "__module__", "") == module.__name__ and not name.startswith("_")
    ),
)
async def reading(run: Run) -> None:
    """Look at values, which never raises."""
    canary = run.canary
    await run.does(passage_of, material.hit(canary))
    await run.does(cited_passage, material.citation(canary))
    await run.does(is_same_passage, material.citation(canary), material.citation(canary))
    await run.does(is_scalar, canary.text)
    await run.does(branches_in_order, [Branch.KEYWORD])
    for each in (ids.is_id, ids.is_reference, ids.is_tenant, ids.is_blank, ids.is_text):
        for value in (canary.text, f"{canary.text}{LONE}"):
            await run.does(each, value)
    for each in (
        *(metadata.whole_number, metadata.version_name, metadata.page_number, metadata.whole_seconds),
        *(metadata.finite_number, metadata.label_text, metadata.id_or_none, metadata.tenant_or_none),
    ):
        await run.does(each, canary.text)
    await run.does(metadata.is_absent, canary.text)
    await run.does(metadata.is_text_of, canary.text, canary.text)


# --- evidence ----------------------------------------------------------------


@drives(locate, FoldedText, FoldedText.locate, Located, QuoteFinding, VerifiedQuote)
async def quoting(run: Run) -> None:
    """Look for words in a text, and refuse what is no text or too long."""
    text = run.canary.text
    place = {"claim_index": 0, "quote_index": 0, "citation_id": run.canary.id}
    await run.does(locate, text, f"{text} {text.upper()}", prefix=text, near=3)
    await run.does(locate, f"{text} and {text}", text)
    index = await run.does(FoldedText, text)
    await run.does(index.locate, f"{text} ... {text}")
    await run.does(Located, span=Span(0, 4), tier=Tier.EXACT, others=[Span(5, 9)])
    await run.does(QuoteFinding, code=QuoteCode.ABSENT, **place)
    await run.does(VerifiedQuote, **place, passage_span=Span(0, 4), document_span=Span(0, 4), tier=Tier.EXACT)
    await run.refuses(InvalidRecordError, QuoteFinding, code=text, **place)
    await run.refuses(
        InvalidRecordError,
        VerifiedQuote,
        **place,
        passage_span=text,
        document_span=Span(0, 4),
        tier=Tier.EXACT,
    )
    for refused in ((text, None), (None, text)):
        await run.refuses(InvalidRecordError, locate, *refused)
    await run.refuses(InvalidRecordError, FoldedText, None)
    await run.refuses(InvalidRecordError, index.locate, None)
    await run.refuses(LimitExceededError, locate, "a" * 100_001, text)
    await run.refuses(LimitExceededError, index.locate, "a" * 100_001)
    await run.refuses(LimitExceededError, FoldedText, text, limits=Limits(document_chars=1))


@drives(verify_quotes)
async def verifying_quotes(run: Run) -> None:
    """Verify quotations that hold, and refuse those that do not."""
    canary = run.canary
    answer = check_grounding(material.grounded(canary), material.grounded(canary).citations)
    await run.does(verify_quotes, answer, {"owing": canary.text})
    await run.needs_tenant(verify_quotes, answer, {"owing": canary.text})
    await run.refuses(MisquoteError, verify_quotes, answer, {})
    await run.refuses(MisquoteError, verify_quotes, answer, {"owing": canary.text[::-1]})
    small = Limits(document_chars=1)
    await run.refuses(LimitExceededError, verify_quotes, answer, {"owing": canary.text}, limits=small)
    with tenant_scope("globex"):
        await run.refuses(TenantCrossingError, verify_quotes, answer, {"owing": canary.text})


# --- checking ----------------------------------------------------------------


@drives(
    check_grounding,
    grounding_report,
    GroundedAnswer,
    GroundedAnswer.sources,
    GroundedAnswer.provenance,
)
async def checking(run: Run) -> None:
    """Let an answer through, and refuse one for each reason."""
    canary = run.canary
    retrieved = (material.citation(canary),)
    checked = await run.does(check_grounding, material.grounded(canary), retrieved)
    await run.does(lambda: checked, of=GroundedAnswer)
    await run.does(checked.sources, checked.claims[0])
    await run.does(checked.provenance)
    for check in (check_grounding, grounding_report):
        await run.needs_tenant(check, material.grounded(canary), retrieved)
        await run.refuses(ConfigurationError, check, canary.text, retrieved)
        await run.refuses(ConfigurationError, check, material.grounded(canary), canary.text)
    crossing = CitedAnswer(citations=[material.invented(canary, tenant=canary.id)], prose=canary.text)
    differing = material.citation(canary, document_version=canary.id)
    outside = material.claim(canary, "owing", quotes=[material.quote(canary, span=Span(0, 9_999))])
    for kind, answer in (
        (TenantCrossingError, crossing),
        (UncitedClaimError, material.answer(canary, material.claim(canary))),
        (UncitedClaimError, material.answer(canary, prose=canary.text)),
        (UngroundedCitationError, material.dangling(canary)),
        (
            UngroundedCitationError,
            material.answer(canary, material.claim(canary, "owing"), citations=[differing]),
        ),
        (UngroundedCitationError, material.answer(canary, outside)),
    ):
        await run.refuses(kind, check_grounding, answer, retrieved)
        await run.does(grounding_report, answer, retrieved)


# --- tenancy, telemetry ------------------------------------------------------


@drives(tenant_scope, current_tenant)
async def tenancy(run: Run) -> None:
    """Enter scopes, and ask for the tenant inside and outside."""
    with await run.does(tenant_scope, "acme"):
        await run.does(current_tenant, "testing")
    await run.needs_tenant(current_tenant, "testing")
    for name in (f"{run.canary.text}{LONE}", f" {run.canary.text}"):
        await run.refuses(InvalidRecordError, tenant_scope, name)


@drives(citation_attributes, observed, count_check, log)
async def telemetry(run: Run) -> None:
    """Tell of citations; the key of pseudonyms is as secret as any text."""
    retrieved = [material.citation(run.canary)]
    await run.does(citation_attributes, retrieved)
    await run.does(citation_attributes, retrieved, pseudonymise=run.canary.text.encode())
    short = run.canary.ascii.encode()
    await run.refuses(ConfigurationError, citation_attributes, retrieved, pseudonymise=short)
    with suppress(LookupError), await run.does(observed, "adk.testing") as observation:
        observation.cites(retrieved)
        raise LookupError(run.canary.text)
    await run.does(count_check, "grounded", ["dangling_id"], 0.1)
    await run.does(log, "tested", citations=1)


# --- text --------------------------------------------------------------------


@drives(
    *(offsets.to_code_points, offsets.from_code_points, offsets.code_point_offsets),
    *(sentences.sentence_spans, sentences.sentence_tiles, sentences.paragraph_spans),
    *(folding.fold, folding.Folding, folding.Folding.span, folding.Folding.is_whole),
    *(words.spaced, words.terms, chunk_spans, outline.headings, outline.locators),
)
async def texts(run: Run) -> None:
    """Take texts apart."""
    text, unit = run.canary.text, offsets.Unit.UTF16
    folded = await run.does(folding.fold, text)
    await run.does(lambda: folded, of=folding.Folding)
    await run.does(folded.span, 0, 4)
    await run.does(folded.is_whole, 0, 4)
    await run.does(offsets.to_code_points, text, 0, 4, unit)
    await run.does(offsets.from_code_points, text, Span(0, 4), unit)
    await run.does(offsets.code_point_offsets, text, (0, 4), unit)
    for broken, end in ((text, 9_999), (f"{text}{LONE}", 1)):
        await run.refuses(InvalidRecordError, offsets.to_code_points, broken, 0, end, unit)
    await run.refuses(InvalidRecordError, offsets.from_code_points, text, Span(0, 9_999), unit)
    await run.refuses(
        InvalidRecordError, offsets.from_code_points, f"{text}{LONE}", Span(0, len(text) + 1), unit
    )
    await run.refuses(InvalidRecordError, offsets.code_point_offsets, f"{text}{LONE}", (1,), unit)
    for each in (sentences.sentence_spans, words.spaced, words.terms, chunk_spans, outline.headings):
        await run.does(each, f"# {text}\n\n{text}")
    for each in (sentences.sentence_tiles, sentences.paragraph_spans):
        list(await run.does(each, text))
    await run.refuses(ConfigurationError, chunk_spans, text, size=0)
    await run.does(outline.locators, f"# {text}\n\n{text}", [Span(0, 2)], uri=text)
    await run.refuses(InvalidRecordError, outline.locators, text, [Span(0, 2)], uri=f"{text}{LONE}")


@drives(extractive_answer)
async def answering(run: Run) -> None:
    """Answer in the words of a source, and refuse ids that name two passages."""
    canary = run.canary
    retrieved = (material.citation(canary),)
    await run.does(extractive_answer, canary.text, material.result(canary), retrieved)
    two = (*retrieved, material.citation(canary, document_version="v2"))
    await run.refuses(ConfigurationError, extractive_answer, canary.text, material.result(canary), two)


@drives(Message)
async def messages(run: Run) -> None:
    """Say something to a model, and what is no text."""
    text = run.canary.text
    await run.does(Message, role=Role.USER, content=text)
    await run.refuses(InvalidRecordError, Message, role=text, content=text)
    await run.refuses(InvalidRecordError, Message, role=Role.USER, content=f"{text}{LONE}")


@drives(model_answerer, openai_completions)
async def asking(run: Run) -> None:
    """Ask a model that answers, declines, says what is no text, says too much, and breaks off."""
    text = run.canary.text
    found = (material.result(run.canary), (material.citation(run.canary),), text)
    replies = (
        *(says(f"{text[:9]}", f"{text[9:-1]} [1]."), says("NO ANSWER")),
        *(says(f"{text}{LONE}"), says(text * 9), says(text, finish=text), refuses(400, text)),
        breaks_off(f"{text} [", ending=Ending.DROPPED),
    )
    with endpoint(*replies) as running:
        complete = await run.does(openai_completions, "house", base_url=running.url, api_key=run.canary.ascii)
        answerer = await run.does(model_answerer, complete, limits=Limits(answer_chars=len(text) * 3))
        for _ in range(2):
            await run.does(answerer, text, *found, of=model_answerer)
        for kind in (ModelError, LimitExceededError, *[ModelError] * 3):
            await run.refuses(kind, answerer, text, *found, of=model_answerer)
        await run.refuses(InvalidRecordError, answerer, f"{text}{LONE}", *found, of=model_answerer)
    for wrong in ({"base_url": text}, {"api_key": run.canary.cjk}, {"timeout": 0}):
        how: dict[str, Any] = {"base_url": "http://localhost/v1", **wrong}
        await run.refuses(ConfigurationError, openai_completions, "house", **how)
    await run.refuses(ConfigurationError, openai_completions, f"{text}{LONE}")


@drives(answer_checked)
async def answering_with_a_check(run: Run) -> None:
    """Let answers be tried again, and refuse for good those that never hold."""
    canary = run.canary
    found, retrieved = material.result(canary), (material.citation(canary),)
    uncited = material.answer(canary, material.claim(canary))
    crossing = CitedAnswer(citations=[material.invented(canary, tenant=canary.id)], prose=canary.text)
    mended = _giving(uncited, material.grounded(canary))
    await run.does(answer_checked, canary.text, found, retrieved, mended)
    for kind, wrong in (
        (UncitedClaimError, uncited),
        (UngroundedCitationError, material.dangling(canary)),
        (TenantCrossingError, crossing),
    ):
        await run.refuses(kind, answer_checked, canary.text, found, retrieved, _giving(wrong, wrong, wrong))
    await run.needs_tenant(answer_checked, canary.text, found, retrieved, _giving(uncited))
    foreign = (material.citation(canary, tenant="globex"),)
    for given in ((found, foreign), (material.result(canary, tenant="globex"), retrieved)):
        await run.refuses(TenantCrossingError, answer_checked, canary.text, *given, _giving(uncited))
    await run.refuses(ConfigurationError, answer_checked, canary.text, found, canary.text, _giving(uncited))
    await run.refuses(
        ConfigurationError, answer_checked, canary.text, found, retrieved, _giving(uncited), retries=-1
    )


def _giving(*answers: CitedAnswer) -> Answerer:
    """Give an answerer with a script."""
    script = [*answers]

    async def answer(*_asked: object) -> CitedAnswer:
        return script.pop(0)

    return answer


# --- wire --------------------------------------------------------------------


def _written(canary: Canary) -> dict[type, bytes]:
    kinds = {kind: fields for kind, fields in _built(canary).items() if kind is not ErasureReceipt}
    return {kind: to_json(kind(**fields)) for kind, fields in kinds.items()}


@drives(to_json, canonical_json)
async def writing(run: Run) -> None:
    """Write each record, and refuse what JSON cannot hold."""
    canary = run.canary
    for kind, fields in _built(canary).items():
        if kind is not ErasureReceipt:
            await run.does(to_json, kind(**fields))
            await run.does(canonical_json, kind(**fields))
    unsound = (
        material.hit(canary, text=f"{canary.text}{LONE}"),
        material.result(canary, material.hit(canary, metadata={f"{canary.text}{LONE}": canary.text})),
        [material.hit(canary, metadata={canary.text: float("nan")})],
        material.hit(canary, score=canary.text),
    )
    for write in (to_json, canonical_json):
        for record in unsound:
            await run.refuses(WireError, write, record)
        for record in (canary.text, [canary.text], {canary.text: canary.text}):
            await run.refuses(ConfigurationError, write, record)


@drives(from_json, json_schema)
async def reading_json(run: Run) -> None:
    """Read each record, and refuse one for each code, whole and field by field."""
    canary = run.canary
    for kind, data in _written(canary).items():
        await run.does(from_json, kind, data)
        await run.does(json_schema, kind)
        for broken in _damaged(canary, json.loads(data)):
            await run.refuses(
                WireError, from_json, kind, json.dumps(broken, ensure_ascii=False), unknown="refuse"
            )
    for data in _refused(canary):
        await run.refuses(WireError, from_json, Claim, data)
    await run.refuses(WireError, from_json, Claim, to_json(material.claim(canary)), limits=Limits(json_bytes=9))
    answer = json.dumps({"format": canary.text, "prose": canary.text})
    await run.refuses(WireError, from_json, CitedAnswer, answer)
    tag = json.dumps({"type": canary.text, "citation_id": canary.id})
    await run.refuses(WireError, from_json, Resolved | Tombstone, tag)
    await run.refuses(ConfigurationError, from_json, GroundedAnswer, canary.text)
    await run.refuses(ConfigurationError, from_json, Claim, canary.text, unknown=canary.text)
    await run.refuses(ConfigurationError, json_schema, str)


def _damaged(canary: Canary, written: dict[str, Any]) -> Iterable[dict[str, Any]]:
    """Give what is read with a foreign field, and with each field wrong in turn."""
    yield {**written, canary.text: canary.text}
    for name in written:
        yield {**written, name: {canary.text: canary.text, name: [canary.text]}}
        yield {**written, name: f"{canary.text}{LONE}"}


def _refused(canary: Canary) -> Iterable[bytes | str]:
    said = json.dumps(canary.text, ensure_ascii=False)
    yield f'{{"text": {said}'
    yield f'{{"text": {said}, "text": {said}}}'
    yield f'{{"text": {said}, {said}: 1, {said}: 2}}'
    yield f'{{"text": {said}, "span": {{"start": NaN, "end": 1e999}}}}'
    yield f'{{"text": {said}, "span": {{"start": true, "end": 1}}}}'
    yield f'{{"text": {said}, "span": {{"start": 0.5, "end": 1}}}}'
    yield f'{{"text": {said}, "span": {{"start": {said}, "end": 1}}}}'
    yield f'{{"text": "\\ud800", "citation_ids": [{said}]}}'
    yield f'{{"citation_ids": [{said}]}}'
    yield f'{{"text": " ", "citation_ids": [{said}]}}'
    yield f'{{"text": {said}, "citation_ids": {"[" * 99}{said}{"]" * 99}}}'
    yield f'{{"text": {said}}}'.encode() + b"\xff"
    yield f'{{"text": {said}}}'.encode("utf-16")


# --- corpora -----------------------------------------------------------------


@asynccontextmanager
async def _corpus(run: Run, name: str, **how: Any) -> AsyncIterator[SqliteCorpus]:
    async with SqliteCorpus(run.folder / name, **how) as corpus:
        yield corpus


@asynccontextmanager
async def _broken(run: Run, name: str) -> AsyncIterator[SqliteCorpus]:
    """Give a corpus whose tables someone takes away while it is in use."""
    async with _corpus(run, name) as corpus:
        await corpus.put(material.document(run.canary))
        with closing(sqlite3.connect(run.folder / name)) as raw:
            raw.executescript("DROP TABLE chunk; DROP TABLE version; DROP TABLE shelf; DROP TABLE document")
        yield corpus


@drives(SqliteCorpus)
async def opening(run: Run) -> None:
    """Open a corpus, a file that is none, and no file."""

    async def opened(path: Path) -> None:
        async with SqliteCorpus(path):
            pass

    no_corpus = run.folder / "letter.db"
    no_corpus.write_text(run.canary.text * 99)
    await run.does(SqliteCorpus, run.folder / "opened.db")
    await run.does(opened, run.folder / "opened.db", of=SqliteCorpus)
    await run.refuses(ConfigurationError, SqliteCorpus, "")
    await run.refuses(StoreError, opened, no_corpus, of=SqliteCorpus)


@drives(SqliteCorpus.put)
async def putting(run: Run) -> None:
    """Put a version, another with its name, and what is not taken."""
    canary = run.canary
    document = material.document(canary)
    async with _corpus(run, "putting.db") as corpus:
        await run.does(corpus.put, document)
        await run.does(corpus.put, document)
        await run.needs_tenant(corpus.put, document)
        for field in ("text", "uri", "title", "license"):
            other = material.document(canary, **{field: f"{canary.text} {canary.text}"})
            await run.refuses(ConfigurationError, corpus.put, other)
        await run.refuses(
            ConfigurationError, corpus.put, material.document(canary, metadata={"a": canary.text})
        )
        new = material.document(canary, version="v2")
        await run.refuses(ConfigurationError, corpus.put, new, collection=f"{canary.text}\n")
        await run.refuses(ConfigurationError, corpus.put, new, chunks=[Span(0, 9_999)])
        await run.refuses(ConfigurationError, corpus.put, new, chunks=[canary.text])
        await corpus.erase("ledger", reason=ErasureReason.LEGAL, erased_at=NOON)
        await run.refuses(ErasedVersionError, corpus.put, document)
        await run.refuses(ErasedVersionError, corpus.put, new)
    async with _corpus(run, "small.db", limits=Limits(document_chars=3)) as corpus:
        await run.refuses(LimitExceededError, corpus.put, document)
    async with _broken(run, "put.db") as corpus:
        await run.refuses(StoreError, corpus.put, new)


@drives(SqliteCorpus.retrieve)
async def retrieving(run: Run) -> None:
    """Find a document by its words and its metadata, and refuse unusable questions."""
    text = run.canary.text
    async with _corpus(run, "retrieving.db") as corpus:
        await corpus.put(material.document(run.canary))
        found = await run.does(corpus.retrieve, text, scope=DEFAULT, filters={text: text})
        assert found.hits
        await run.needs_tenant(corpus.retrieve, text, scope=DEFAULT)
        for filters in ({text: float("nan")}, {"tenant": text}, {str(n): text for n in range(99)}):
            await run.refuses(ConfigurationError, corpus.retrieve, text, scope=DEFAULT, filters=filters)
        await run.refuses(ConfigurationError, corpus.retrieve, f"{text}{LONE}", scope=DEFAULT)
        await run.refuses(ConfigurationError, corpus.retrieve, text, scope=DEFAULT, k=0)
        await run.refuses(LimitExceededError, corpus.retrieve, text * 999, scope=DEFAULT)
    async with _broken(run, "retrieve.db") as corpus:
        await run.refuses(StoreError, corpus.retrieve, text, scope=DEFAULT, filters={text: text})


@drives(SqliteCorpus.document, SqliteCorpus.held)
async def reading_back(run: Run) -> None:
    """Read versions and passages, also erased ones and ones whose row was damaged."""
    citation = material.citation(run.canary)
    async with _corpus(run, "reading.db") as corpus:
        await corpus.put(material.document(run.canary))
        await run.does(corpus.document, "ledger")
        (cited,) = cite(await corpus.retrieve(run.canary.text, scope=DEFAULT))
        await run.does(corpus.held, [cited])
        await run.needs_tenant(corpus.document, "ledger")
        await run.needs_tenant(corpus.held, [cited])
        await run.refuses(SourceNotFoundError, corpus.document, "nowhere")
        await corpus.erase("ledger", reason=ErasureReason.LEGAL, erased_at=NOON)
        await run.refuses(ErasedVersionError, corpus.document, "ledger")
    async with _broken(run, "reading-broken.db") as corpus:
        await run.refuses(StoreError, corpus.document, "ledger")
        await run.refuses(StoreError, corpus.held, [citation])
    await _damage(run, "damaged.db", "UPDATE version SET metadata = metadata || 'x'")
    async with _corpus(run, "damaged.db") as corpus:
        await run.refuses(StoreError, corpus.document, "ledger")
        await run.refuses(StoreError, corpus.retrieve, run.canary.text, scope=DEFAULT)


async def _damage(run: Run, name: str, statement: str) -> None:
    async with _corpus(run, name) as corpus:
        await corpus.put(material.document(run.canary))
    with closing(sqlite3.connect(run.folder / name)) as raw:
        raw.execute(statement)
        raw.commit()


@drives(erase, SqliteCorpus.erase)
async def erasing(run: Run) -> None:
    """Erase, and refuse what is not there or not usable; the ticket is the host's own text."""
    what: dict[str, Any] = {"document_id": "ledger", "reason": ErasureReason.LEGAL, "ticket": run.canary.text}
    at = {**what, "erased_at": NOON}
    async with _corpus(run, "erasing.db") as corpus:
        (chunk,) = await corpus.put(material.document(run.canary))
        await run.refuses(SourceNotFoundError, erase, corpus, **what, chunk_id="nowhere")
        await run.refuses(SourceNotFoundError, corpus.erase, **at, version="v9")
        await run.does(erase, corpus, _Ledger(), **what, chunk_id=chunk.chunk_id)
        await run.does(corpus.erase, **at)
        await run.needs_tenant(erase, corpus, **what)
        await run.needs_tenant(corpus.erase, **at)
        for wrong in (
            {"ticket": run.canary.text * 99},
            {"document_id": f"{run.canary.id}\n"},
            {"version": f"{run.canary.id}\n"},
            {"reason": run.canary.text},
        ):
            await run.refuses(ConfigurationError, erase, corpus, **{**what, **wrong})
    async with _broken(run, "erase.db") as corpus:
        await run.refuses(StoreError, erase, corpus, **what)
        await run.refuses(StoreError, corpus.erase, **at)


@drives(foresee, SqliteCorpus.foresee)
async def foreseeing(run: Run) -> None:
    """Look at what an erasure would take, and refuse what is not there or not usable."""
    async with _corpus(run, "foreseeing.db") as corpus:
        await corpus.put(material.document(run.canary))
        await run.does(foresee, corpus, _Ledger(), document_id="ledger")
        await run.does(corpus.foresee, "ledger")
        await run.needs_tenant(foresee, corpus, document_id="ledger")
        await run.needs_tenant(corpus.foresee, "ledger")
        await run.refuses(SourceNotFoundError, foresee, corpus, document_id="nowhere")
        await run.refuses(SourceNotFoundError, corpus.foresee, "nowhere")
        await run.refuses(ConfigurationError, foresee, corpus, document_id=f"{run.canary.id}\n")
    async with _broken(run, "foresee.db") as corpus:
        await run.refuses(StoreError, foresee, corpus, document_id="ledger")
        await run.refuses(StoreError, corpus.foresee, "ledger")


class _Ledger:
    """A ledger that knows of one answer."""

    async def answers_citing(
        self, document_id: str, version: str | None = None, chunk_id: str | None = None
    ) -> tuple[str, ...]:
        return ("answer-1",)


@drives(CorpusResolver, CorpusResolver.resolve, CorpusResolver.resolve_many)
async def resolving(run: Run) -> None:
    """Resolve what is there, erased, changed, missing and another tenant's."""
    canary = run.canary
    async with _corpus(run, "resolving.db") as corpus:
        await corpus.put(material.document(canary))
        (cited,) = cite(await corpus.retrieve(canary.text, scope=DEFAULT))
        resolver = await run.does(CorpusResolver, corpus)
        foreign = attrs.evolve(cited, tenant="globex")
        await run.does(resolver.resolve, cited)
        await run.does(resolver.resolve_many, [cited, material.citation(canary)])
        # A program that asks for what a model made up knows its ids; telemetry and logs must not.
        await resolver.resolve_many([material.invented(canary)])
        await run.needs_tenant(resolver.resolve, cited)
        await run.needs_tenant(resolver.resolve_many, [cited])
        await run.refuses(TenantCrossingError, resolver.resolve, foreign)
        await run.refuses(TenantCrossingError, resolver.resolve_many, [foreign])
        await run.refuses(SourceNotFoundError, resolver.resolve, material.citation(canary))
        await run.refuses(SourceChangedError, resolver.resolve, attrs.evolve(cited, span=Span(0, 3)))
        await corpus.erase("ledger", reason=ErasureReason.LEGAL, erased_at=NOON)
        await run.does(resolver.resolve, cited)
    async with _broken(run, "resolve.db") as corpus:
        await run.refuses(StoreError, CorpusResolver(corpus).resolve, cited)
        await run.refuses(StoreError, CorpusResolver(corpus).resolve_many, [cited])


# --- markers -----------------------------------------------------------------


@drives(Dialect, Marker, MarkerFound, TextDelta, Reasoning, any_of, template)
async def marker_records(run: Run) -> None:
    """Build what markers are made of; a template and a reference may be a model's words."""
    canary = run.canary
    own = await run.does(template, f"\u27e6{canary.id}{{id}}\u27e7")
    await run.refuses(ConfigurationError, template, canary.text)
    await run.does(any_of, NUMERIC, own)
    await run.refuses(ConfigurationError, any_of)
    await run.does(Dialect, name="own")
    await run.does(Marker, Span(0, 3), (canary.id,), CARD)
    await run.does(MarkerFound, Anchor(at=0, citation_ids=(f"?{canary.id}",)))
    await run.does(TextDelta, canary.text)
    await run.does(Reasoning)
    await run.refuses(ConfigurationError, Reasoning, names=(canary.text,))
    await run.refuses(InvalidRecordError, Reasoning, opened=canary.text)


@drives(
    *(scan, strip_markers, parse_answer, plain, MarkerStream, MarkerStream.feed, MarkerStream.close),
    MarkerStream.whole,
)
async def reading_markers(run: Run) -> None:
    """Read what a model wrote, with its words in the prose and in the markers."""
    canary = run.canary
    retrieved = (material.citation(canary),)
    written = f"{canary.text} [1]. {canary.text} [cite:{canary.id}] [9]"
    await run.does(scan, written, CARD)
    await run.does(strip_markers, written, CARD)
    await run.does(plain, canary.text)
    for dialect in (NUMERIC, CARD):
        await run.does(parse_answer, written, retrieved, dialect=dialect)
    await run.refuses(ConfigurationError, parse_answer, f"{written}{LONE}", retrieved)
    await run.refuses(ConfigurationError, parse_answer, written, [canary.text])
    stream = await run.does(MarkerStream, retrieved)
    await run.does(stream.feed, written)
    await run.refuses(ConfigurationError, stream.feed, f"{written}{LONE}")
    await run.does(stream.close)
    await run.refuses(ConfigurationError, stream.feed, written)
    await run.refuses(ConfigurationError, stream.close)
    await run.refuses(ConfigurationError, stream.whole, written)
    await run.does(MarkerStream(retrieved).whole, written)


@drives(sources_prompt, render_markers, draft_schema, parse_draft)
async def writing_markers(run: Run) -> None:
    """Write prompts and answers, and read drafts; the prompt itself is what the caller asked for."""
    canary = run.canary
    found, cited = material.result(canary), (material.citation(canary),)
    await run.does(sources_prompt, found, cited)
    await run.refuses(ConfigurationError, sources_prompt, found, cited, dialect=CIT_TAG)
    answer = check_grounding(material.grounded(canary), material.grounded(canary).citations)
    await run.does(render_markers, answer, NUMERIC)
    await run.refuses(ConfigurationError, render_markers, answer, CIT_TAG)
    with tenant_scope("globex"):
        await run.refuses(TenantCrossingError, render_markers, answer, NUMERIC)
    await run.needs_tenant(render_markers, answer, NUMERIC)
    await run.does(draft_schema, cited)
    await run.refuses(ConfigurationError, draft_schema, [canary.text])
    for refs in ("[1]", "[9]"):
        await run.does(parse_draft, _draft(canary, refs), cited)
    for broken in ('["x"]', "[true]", f'["{canary.id}"]'):
        await run.refuses(WireError, parse_draft, _draft(canary, broken), cited)
    await run.refuses(WireError, parse_draft, {canary.text: {canary.text}}, cited)
    await run.refuses(WireError, parse_draft, canary.text, cited)
    await run.refuses(ConfigurationError, parse_draft, _draft(canary, "[1]"), [canary.text])


def _draft(canary: Canary, refs: str) -> str:
    quote = f'{{"ref": 1, "text": {json.dumps(canary.text)}}}'
    return f'{{"claims": [{{"text": {json.dumps(canary.text)}, "refs": {refs}, "quotes": [{quote}]}}]}}'


# --- placing -----------------------------------------------------------------


@drives(Completion, Insertion, Label, Note, Placement, PlacementModels, Chip, models_of, maker_of, in_view)
async def placement_records(run: Run) -> None:
    """Build what a placement is made of; labels, texts and what models are called may be anyone's words."""
    canary = run.canary
    text = canary.text
    await run.does(Completion, text, {"tokens": 3})
    await run.does(Insertion, 0, True, "owing")  # noqa: FBT003
    await run.does(Label, keyword=text, summary=text)
    for name in ("keyword", "summary"):
        await run.refuses(InvalidRecordError, Label, **{name: text.encode()})
    await run.does(Note, code=NoteCode.TAMPERED, citation_id="owing")
    await run.refuses(InvalidRecordError, Note, code=text)
    await run.refuses(InvalidRecordError, Note, code=NoteCode.TAMPERED, citation_id=f"?{canary.id}")
    label = Label(keyword=text, summary=text)
    await run.does(Placement, text=text, answer=material.grounded(canary), labels={"owing": label})
    fields = dict.fromkeys(("entity", "keyword", "summary"), text)
    await run.does(Chip, kind="L", page="7", start="", end="", **fields)
    models = await run.does(PlacementModels, chat=lambda: _saying(text), labels=lambda: _saying(text))
    await run.does(models_of, {"default": models}, text)
    await run.refuses(ConfigurationError, models_of, {text: models}, text)
    await run.does(maker_of, lambda _messages: _pieces(text))
    await run.does(in_view, material.result(canary), material.result(canary))
    foreign = material.result(canary, tenant="globex")
    await run.refuses(ConfigurationError, in_view, material.result(canary, tenant="acme"), foreign)


def _saying(text: str) -> Model:
    async def model(_prompt: str) -> Completion:
        return Completion(text)

    return model


async def _pieces(text: str) -> AsyncIterator[str]:
    yield text


@drives(place_citations)
async def placing(run: Run) -> None:
    """Place markers, with labels; let models fail, change and forge; and refuse what is not usable."""
    canary = run.canary
    text = canary.text
    found, retrieved = _slide(canary)
    first = None
    for said in (f"{text} [cite:L:42:7::!1] [cite:L:42:8::!1] [cite:L:42:7::!9]", f"{text} {text}", LONE):
        models = PlacementModels(
            chat=maker_of(lambda _messages, said=said: _pieces(said)), labels=lambda: _saying(text)
        )
        first = await run.does(
            place_citations, f"{text} [cite:L:1:2::!3]", found, retrieved, models=models, after=first
        )
    given = {"models": models, "language": "en"}
    for wrong in (
        {"language": f"{text}."},
        {"dialect": IRIS_DRAFT},
        {"dialect": NUMERIC, "after": first},
        {"patience": 0},
    ):
        await run.refuses(ConfigurationError, place_citations, text, found, retrieved, **{**given, **wrong})
    for answer in (f"{text}{LONE}", f"{text} {text}"):
        await run.refuses(ConfigurationError, place_citations, answer, found, retrieved, after=first, **given)
    for others in (
        (found, [attrs.evolve(retrieved[0], tenant="globex")]),
        (attrs.evolve(found, tenant="globex"), ()),
    ):
        await run.refuses(TenantCrossingError, place_citations, text, *others, **given)


def _slide(canary: Canary) -> tuple[RetrievalResult, tuple[Citation, ...]]:
    """Give a slide that a marker can name."""
    named = {"kind": "L", "entity": "42", "page": 7}
    found = material.result(canary, material.hit(canary, metadata=named))
    return found, cite(found)


@drives(chips, without_chips, stamped)
async def reading_chips(run: Run) -> None:
    """Read markers as a client does."""
    text = f"{run.canary.text} [cite:L:42:7:::{run.canary.cjk}:{run.canary.cjk}]"
    await run.does(chips, text)
    await run.does(without_chips, text)
    await run.does(stamped, text, {"42": (3, None)})


# --- facts, support and metrics ----------------------------------------------


@drives(check_facts, FactFinding, Evidence, FactReport)
async def comparing_facts(run: Run) -> None:
    """Compare a claim with what supports it, with what denies it, and with nothing."""
    canary = run.canary
    place = Span(0, 1)
    finding = await run.does(FactFinding, code=FactCode.FIGURE, claim=place, passage=0, span=place)
    evidence = await run.does(Evidence, claim=place, passage=0, span=place)
    await run.does(FactReport, verdict=Verdict.UNVERIFIED, findings=[finding], evidence=[evidence])
    await run.refuses(InvalidRecordError, FactFinding, code=canary.text, claim=place)
    await run.refuses(InvalidRecordError, Evidence, claim=canary.text, passage=0, span=place)
    await run.refuses(InvalidRecordError, FactReport, verdict=canary.text)
    for passage in (canary.text, canary.text.replace("4,200", "4,300"), canary.id):
        await run.does(check_facts, canary.text, [passage])
    await run.refuses(ConfigurationError, check_facts, f"{canary.text}{LONE}", [canary.text])
    await run.refuses(ConfigurationError, check_facts, canary.text, canary.text)


@drives(check_support, support_report, SupportReport, fact_judge, model_judge)
async def judging_support(run: Run) -> None:
    """Let claims be judged: rightly, wrongly, by one who fails, and by a model that says it all again."""
    canary = run.canary
    answer = check_grounding(material.grounded(canary), material.grounded(canary).citations)
    known = {"owing": canary.text}

    async def echoes(prompt: str) -> str:
        return prompt

    async def fails(_claims: object, passages: object) -> Any:
        raise ValueError(passages)

    async def babbles(_claims: object, passages: Any) -> Any:
        return list(passages.values())

    judge = await run.does(model_judge, echoes)
    await run.does(judge, answer.claims, known, of=model_judge)
    await run.does(fact_judge, answer.claims, known)
    await run.refuses(ConfigurationError, fact_judge, answer.claims, {"owing": f"{canary.text}{LONE}"})
    await run.does(SupportReport, verdicts=[Verdict.SUPPORTED])
    await run.refuses(InvalidRecordError, SupportReport, verdicts=[canary.text])
    for check in (check_support, support_report):
        await run.does(check, answer, known)
        await run.needs_tenant(check, answer, known)
        await run.refuses(ConfigurationError, check, canary.text, known)
        await run.refuses(ConfigurationError, check, answer, {"owing": canary.text.encode()})
        await run.refuses(ModelError, check, answer, known, fails)
        await run.refuses(ModelError, check, answer, known, babbles)
        with tenant_scope("globex"):
            await run.refuses(TenantCrossingError, check, answer, known)
    await run.refuses(UnsupportedClaimError, check_support, answer, {"owing": canary.id})
    await run.refuses(UnsupportedClaimError, check_support, answer, known, judge)


@drives(
    *(Share, Share.plus, coverage, validity, tier_shares, TierShares, citation_score, citation_scores),
    *(CitationScore, CitationScores, Asked, AbstentionScore, abstention_score),
)
async def measuring(run: Run) -> None:
    """Measure answers whose ids a model made up, with a judge who says too little."""
    canary = run.canary
    made_up, known = material.dangling(canary), {"owing": canary.text}
    share = await run.does(Share, count=1, total=2)
    await run.does(share.plus, share)
    await run.refuses(InvalidRecordError, Share, count=canary.text, total=1)
    await run.does(coverage, made_up)
    await run.does(validity, made_up, [material.citation(canary)], invalid={canary.id})
    await run.does(tier_shares, [Tier.EXACT, None])
    tiers = dict.fromkeys(("exact", "canonical", "elided", "fuzzy", "absent"), share)
    await run.does(TierShares, **tiers)
    await run.refuses(InvalidRecordError, TierShares, **{**tiers, "exact": canary.text})
    score = await run.does(CitationScore, recall=share, precision=share)
    await run.refuses(InvalidRecordError, CitationScore, recall=canary.text, precision=share)
    await run.does(CitationScores, answers=[score])
    await run.refuses(InvalidRecordError, CitationScores, answers=[canary.text])

    async def says_little(_claims: object, _passages: object) -> Any:
        return [Verdict.SUPPORTED] * 9

    cited = material.grounded(canary)
    await run.does(citation_score, cited, known)
    await run.refuses(ConfigurationError, citation_score, cited, known, says_little)
    await run.does(citation_scores, [(cited, known), (made_up, known)])
    await run.refuses(ConfigurationError, citation_scores, [(cited, known)], says_little)
    asked = await run.does(Asked, answerable=True, answered=False)
    await run.refuses(InvalidRecordError, Asked, answerable=canary.text, answered=True)
    found = await run.does(abstention_score, [asked])
    rates = {"right_refusals": share, "false_acceptance": share, "false_rejection": share}
    await run.does(AbstentionScore, **rates)
    await run.refuses(InvalidRecordError, AbstentionScore, **{**rates, "right_refusals": canary.text})
    assert found.balanced_accuracy is None


# --- rendering ---------------------------------------------------------------


@drives(CitedFile, Footnoted, Channel, ChannelText, footnotes, for_channel)
async def footnoting(run: Run) -> None:
    """Footnote what a model wrote, with its words in names, in prose and in tags, for every kind of channel."""
    canary = run.canary
    named = {"name": canary.text, "url": f"https://x.example/{canary.text}", "text": canary.text}
    file = await run.does(CitedFile, file_id="7", **named)
    for field in ("file_id", *named):
        await run.refuses(
            InvalidRecordError, CitedFile, **{"file_id": "7", **named, field: f"{canary.id}{LONE}"}
        )
    written = f"{canary.text} <CIT 7 /> [cite:{canary.id}] [^1]"
    own = any_of(CIT_TAG, CARD)
    await run.does(Footnoted, written, [file], [canary.id])
    await run.refuses(InvalidRecordError, Footnoted, f"{written}{LONE}")
    found = await run.does(footnotes, written, [file], dialect=own)
    for wrong in ({"text": f"{written}{LONE}"}, {"files": [canary.text]}, {"unknown": "raise"}):
        given = {"text": written, "files": [file], "dialect": own, **wrong}
        await run.refuses(ConfigurationError, footnotes, **given)
    sending = await run.does(Channel, "chat", footnotes=False, can_send=lambda _file: True)
    await run.refuses(InvalidRecordError, Channel, f"{canary.text}{LONE}", footnotes=False, can_send=bool)
    for channel in (sending, PLAIN, SLACK, VOICE):
        await run.does(for_channel, found, channel)
    await run.refuses(ConfigurationError, for_channel, written, PLAIN)
    await run.does(ChannelText, canary.text, [file], links=[canary.text])
    await run.refuses(InvalidRecordError, ChannelText, f"{canary.text}{LONE}")


@drives(render_markdown, render_plain, render_html)
async def showing(run: Run) -> None:
    """Show an answer, whatever became of its source; the text is what the caller asked for."""
    canary = run.canary
    checked = check_grounding(material.grounded(canary), material.grounded(canary).citations)
    found = Resolved(**_placed(canary), text=canary.text)
    gone = Tombstone(**_placed(canary), erased_at=NOON, reason=ErasureReason.LEGAL)
    for render in (render_markdown, render_plain, render_html):
        for resolved in ((), [found], [gone]):
            await run.does(render, checked, resolved)
        await run.does(render, checked, documents=[material.document(canary)])
        await run.needs_tenant(render, checked)
        with tenant_scope("globex"):
            await run.refuses(TenantCrossingError, render, checked)
        for given in ((canary.text,), (checked, canary.text), (checked, [attrs.evolve(found, chunk_id="x")])):
            await run.refuses(ConfigurationError, render, *given)
        await run.refuses(ConfigurationError, render, checked, documents=[canary.text])
    await run.refuses(ConfigurationError, render_html, checked, name=canary.text)


@drives(evidence_page)
async def evidencing(run: Run) -> None:
    """Make a page of an answer, whatever became of its source; the text is what the caller asked for."""
    canary = run.canary
    checked = check_grounding(material.grounded(canary), material.grounded(canary).citations)
    found = Resolved(**_placed(canary), text=canary.text)
    labels = {found.citation_id: Label(keyword=canary.text, summary=canary.text)}
    for resolved in ((), [found], [Tombstone(**_placed(canary), erased_at=NOON, reason=ErasureReason.LEGAL)]):
        await run.does(evidence_page, checked, resolved, labels=labels, title=canary.text)
    await run.does(evidence_page, checked, (), documents=[material.document(canary)])
    await run.needs_tenant(evidence_page, checked, ())
    with tenant_scope("globex"):
        await run.refuses(TenantCrossingError, evidence_page, checked, ())
    for given in ((canary.text, ()), (checked, canary.text), (checked, [attrs.evolve(found, chunk_id="x")])):
        await run.refuses(ConfigurationError, evidence_page, *given)
    for wrong in ({"documents": [canary.text]}, {"title": LONE}, {"language": canary.text}):
        await run.refuses(ConfigurationError, evidence_page, checked, (), **wrong)


@drives(web_annotations, provenance_json)
async def exporting(run: Run) -> None:
    """Export an answer, whatever became of its source; words are no part of it unless asked for."""
    canary = run.canary
    checked = check_grounding(material.grounded(canary), material.grounded(canary).citations)
    became = {**_placed(canary), "erased_at": NOON, "reason": ErasureReason.LEGAL}
    found = Resolved(**_placed(canary), text=canary.text, superseded_by="v2")
    missing = Unresolved(citation_id="owing", code="missing")
    for export in (web_annotations, provenance_json):
        for resolved in ((), [found], [Tombstone(**became)], [missing]):
            await run.does(export, checked, resolved)
        await run.needs_tenant(export, checked)
        with tenant_scope("globex"):
            await run.refuses(TenantCrossingError, export, checked)
        for given in ((canary.text,), (checked, canary.text), (checked, [attrs.evolve(found, chunk_id="x")])):
            await run.refuses(ConfigurationError, export, *given)
        await run.refuses(ConfigurationError, export, checked, answer_id=f"{canary.id}{LONE}")
    await run.does(web_annotations, checked, documents=[material.document(canary)])
    for wrong in ([canary.text], [material.document(canary, text=canary.ascii)]):
        await run.refuses(ConfigurationError, web_annotations, checked, documents=wrong, quotes=True)
    short = attrs.evolve(found, text=canary.ascii)
    await run.refuses(ConfigurationError, web_annotations, checked, [short], quotes=True)


# --- enriching ---------------------------------------------------------------


@drives(enrich, relevance, firewall, Firewalled, RemovedLink)
async def enriching(run: Run) -> None:
    """Enrich what is cited from hits with a person's words in them, and take links out of a model's words."""
    canary = run.canary
    found = material.result(canary, material.hit(canary, rerank_score=2.0), path="full")
    cited = (material.citation(canary),)
    await run.does(enrich, cited, found)
    await run.does(enrich, check_grounding(material.grounded(canary), cited), found)
    await run.needs_tenant(enrich, cited, found)
    with tenant_scope("globex"):
        await run.refuses(TenantCrossingError, enrich, cited, found)
    for logit in (2.0, canary.text):
        await run.does(relevance, logit)
    url = f"https://x.example/{canary.ascii}"
    written = f"{canary.text} [{canary.text}]({url}) {url} <b x='{canary.text}'>"
    for allowed in ((), (url, canary.text)):
        await run.does(firewall, written, allowed)
    await run.refuses(ConfigurationError, firewall, f"{written}{LONE}", ())
    await run.refuses(ConfigurationError, firewall, written, canary.text)
    link = await run.does(RemovedLink, form="url", span=Span(0, 4))
    await run.refuses(InvalidRecordError, RemovedLink, form=canary.text, span=Span(0, 4))
    await run.does(Firewalled, text=canary.text, removed=[link])
    await run.refuses(InvalidRecordError, Firewalled, text=f"{canary.text}{LONE}")
    await run.refuses(InvalidRecordError, Firewalled, text=canary.text, removed=[canary.text])


# --- URLs --------------------------------------------------------------------


@drives(safe_url, normal_url)
async def urls(run: Run) -> None:
    """Look at URLs with a model's words in them; what is asked for is what is given."""
    for url in (f"https://x.example/{run.canary.text}", run.canary.text):
        await run.does(safe_url, url)
        await run.does(normal_url, url)
