"""Whether each quotation of an answer stands in the passage that it names, and where; if not, why not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import field, frozen

from tesserix_rag import _fields
from tesserix_rag._discretion import discreet
from tesserix_rag.errors import MisquoteError, TenantCrossingError
from tesserix_rag.evidence.differing import QuoteCode, difference
from tesserix_rag.evidence.edges import context
from tesserix_rag.evidence.quotes import FoldedText, Tier
from tesserix_rag.evidence.searching import tells
from tesserix_rag.evidence.wording import is_denied
from tesserix_rag.limits import DEFAULT, Limits
from tesserix_rag.places import Span
from tesserix_rag.tenancy import current_tenant
from tesserix_rag.text.folding import fold

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from tesserix_rag.records import Citation, GroundedAnswer, Quote

_AROUND = 120


@frozen(kw_only=True)
class QuoteFinding:
    """
    A quotation that its source does not bear out.

    Args:
        code: Why not.
        claim_index: The claim that it is of, from 0.
        quote_index: Its place among the claim's quotations, from 0.
        citation_id: The citation that it names.

    Raises:
        InvalidRecordError: If a field does not hold.
    """

    code: QuoteCode = field(validator=_fields.of(QuoteCode))
    claim_index: int = field(validator=_fields.offset)
    quote_index: int = field(validator=_fields.offset)
    citation_id: str = field(validator=_fields.reference, repr=_fields.reference_only)


@frozen(kw_only=True)
class VerifiedQuote:
    """
    A quotation that its source has.

    Args:
        claim_index: The claim that it is of, from 0.
        quote_index: Its place among the claim's quotations, from 0.
        citation_id: The citation that it names.
        passage_span: Where the passage has it.
        document_span: Where the document has it.
        tier: How nearly.
        ambiguous: Whether the passage has it in another place, too, and the quotation does not say which.

    Raises:
        InvalidRecordError: If a field does not hold.
    """

    claim_index: int = field(validator=_fields.offset)
    quote_index: int = field(validator=_fields.offset)
    citation_id: str = field(validator=_fields.reference, repr=_fields.reference_only)
    passage_span: Span = field(validator=_fields.of(Span))
    document_span: Span = field(validator=_fields.of(Span))
    tier: Tier = field(validator=_fields.of(Tier))
    ambiguous: bool = field(default=False, validator=_fields.truth)


@discreet
def verify_quotes(
    answer: GroundedAnswer,
    passages: Mapping[str, str],
    *,
    unambiguous: bool = False,
    limits: Limits = DEFAULT,
) -> tuple[VerifiedQuote, ...]:
    """
    Let an answer's quotations through only if their passages have them, and say where.

    A quotation has to be there as it stands, folded, or with parts left out that change nothing; one that only
    resembles the passage is refused, and so is one that leaves out a negation directly before it. A quotation
    without a passage is refused, too.

    Args:
        answer: A checked answer.
        passages: The text behind each citation, by citation id, as ``passages`` gives it.
        unambiguous: Whether to refuse a quotation that its passage has twice, unless it says where it stands.
        limits: How long passages and quotations may be.

    Raises:
        MissingTenantContextError: Outside any tenant scope.
        TenantCrossingError: If the answer was checked for another tenant.
        MisquoteError: If a quotation does not hold, with a ``QuoteFinding`` for each that does not.
        LimitExceededError: If a passage or a quotation is longer than *limits* allow.
    """
    tenant = current_tenant("quotes")
    if answer.tenant != tenant:
        raise TenantCrossingError(tenant=tenant, into=answer.tenant)
    outcomes = tuple(_outcomes(answer, _Passages(passages, limits), unambiguous=unambiguous))
    findings = [each for each in outcomes if isinstance(each, QuoteFinding)]
    if findings:
        available = [each.citation_id for each in answer.citations]
        raise MisquoteError(findings=findings, report=answer.report, available=available)
    return tuple(each for each in outcomes if isinstance(each, VerifiedQuote))


class _Passages:
    """The passages of one answer, each prepared once."""

    def __init__(self, passages: Mapping[str, str], limits: Limits) -> None:
        self._passages: Mapping[str, object] = passages
        self._limits = limits
        self._texts: dict[str, FoldedText] = {}

    def get(self, citation_id: str) -> FoldedText | None:
        """Give the passage of a citation, if there is one."""
        passage = self._passages.get(citation_id)
        if not isinstance(passage, str):
            return None
        if citation_id not in self._texts:
            self._texts[citation_id] = FoldedText(passage, limits=self._limits)
        return self._texts[citation_id]


def _outcomes(
    answer: GroundedAnswer, passages: _Passages, *, unambiguous: bool
) -> Iterator[VerifiedQuote | QuoteFinding]:
    """Give what each quotation comes to, in order."""
    citations = {each.citation_id: each for each in answer.citations}
    for claim_index, claim in enumerate(answer.claims):
        for quote_index, quote in enumerate(claim.quotes):
            citation, text = citations.get(quote.citation_id), passages.get(quote.citation_id)
            found = (
                _found(quote, citation, text) if citation is not None and text is not None else QuoteCode.ABSENT
            )
            if unambiguous and isinstance(found, _Found) and found.ambiguous:
                found = QuoteCode.AMBIGUOUS
            if isinstance(found, QuoteCode):
                yield QuoteFinding(
                    code=found,
                    claim_index=claim_index,
                    quote_index=quote_index,
                    citation_id=quote.citation_id,
                )
            else:
                yield VerifiedQuote(
                    claim_index=claim_index,
                    quote_index=quote_index,
                    citation_id=quote.citation_id,
                    passage_span=found.passage_span,
                    document_span=found.document_span,
                    tier=found.tier,
                    ambiguous=found.ambiguous,
                )


@frozen(kw_only=True)
class _Found:
    """Where a quotation stands."""

    passage_span: Span
    document_span: Span
    tier: Tier
    ambiguous: bool


def _found(quote: Quote, citation: Citation, text: FoldedText) -> _Found | QuoteCode:
    """Give where *quote* stands in the passage, or why it does not."""
    if quote.span is None and not tells(fold(quote.text).text):
        return QuoteCode.TOO_SHORT
    near = quote.span.start - citation.span.start if quote.span else None
    located = text.locate(quote.text, near=near)
    if located is None or located.tier is Tier.FUZZY:
        return difference(quote.text, text, located)
    places = (located.span, *located.others)
    meant = [each for each in places if _is_meant(each, quote.span, citation, text.text)]
    if not meant:
        return QuoteCode.MISPLACED
    honest = [each for each in meant if not _leaves_out_a_no(text.text, each)]
    if not honest:
        return QuoteCode.NEGATION_DIFFERS
    return _Found(
        passage_span=honest[0],
        document_span=_in_document(honest[0], citation),
        tier=located.tier,
        ambiguous=quote.span is None and len(places) > 1,
    )


def _in_document(span: Span, citation: Citation) -> Span:
    return Span(citation.span.start + span.start, citation.span.start + span.end)


def _is_meant(found: Span, named: Span | None, citation: Citation, text: str) -> bool:
    """Whether a place is in the cited passage, and the quotation's own but for what does not show."""
    span = _in_document(found, citation)
    if not citation.span.holds(span):
        return False
    if named is None or span == named:
        return True
    start, end = named.start - citation.span.start, named.end - citation.span.start
    if start < 0 or end > len(text) or not named.holds(span):
        return False
    return fold(text[start:end]).text.strip() == fold(text[found.start : found.end]).text.strip()


def _leaves_out_a_no(text: str, span: Span) -> bool:
    before = context(text[max(0, span.start - _AROUND) : span.start])
    after = context(text[span.end : span.end + _AROUND])
    return is_denied(before, after, context(text[span.start : min(span.end, span.start + _AROUND)]))
