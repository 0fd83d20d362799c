"""What a comparison of a claim with its passages came to."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

from attrs import field, frozen

from tesserix_rag import _fields
from tesserix_rag.places import Span

if TYPE_CHECKING:
    from collections.abc import Iterable


class Verdict(StrEnum):
    """
    Whether passages support a claim.

    ``UNVERIFIED`` is neither yes nor no: whoever judged could not tell.
    """

    SUPPORTED = "supported"
    CONTRADICTED = "contradicted"
    UNVERIFIED = "unverified"


class FactCode(StrEnum):
    """In what a claim and a passage differ."""

    NOT_FOUND = "not_found"
    FIGURE = "figure"
    MAGNITUDE = "magnitude"
    UNIT = "unit"
    DATE = "date"
    NAME = "name"
    NEGATION = "negation"
    DIRECTION = "direction"
    QUANTITY = "quantity"
    BOUND = "bound"
    MODALITY = "modality"
    ROLES = "roles"
    LEFT_OUT = "left_out"
    TAKEN_BACK = "taken_back"
    TOO_LONG = "too_long"


def _code(value: FactCode) -> FactCode:
    return _fields.member(FactCode, value)


def _verdict(value: Verdict) -> Verdict:
    return _fields.member(Verdict, value)


@frozen(kw_only=True)
class FactFinding:
    """
    One thing in which a claim differs from the passage that comes nearest to it.

    Args:
        code: In what.
        claim: Where in the claim, in code points.
        passage: Which passage, from 0; nothing where no passage comes near.
        span: Where in that passage; nothing where it has nothing in this place.

    Raises:
        InvalidRecordError: If a field does not hold.
    """

    code: FactCode = field(converter=_code, validator=_fields.of(FactCode))
    claim: Span = field(validator=_fields.of(Span))
    passage: int | None = field(default=None, validator=_fields.offset_or_none)
    span: Span | None = field(default=None, validator=_fields.maybe(Span))


@frozen(kw_only=True)
class Evidence:
    """
    Where a passage says what a part of a claim says.

    Args:
        claim: The part of the claim, in code points.
        passage: Which passage, from 0.
        span: Where in that passage.

    Raises:
        InvalidRecordError: If a field does not hold.
    """

    claim: Span = field(validator=_fields.of(Span))
    passage: int = field(validator=_fields.offset)
    span: Span = field(validator=_fields.of(Span))


def _findings(values: Iterable[FactFinding]) -> tuple[FactFinding, ...]:
    return _fields.in_order(values)


def _evidence(values: Iterable[Evidence]) -> tuple[Evidence, ...]:
    return _fields.in_order(values)


@frozen(kw_only=True)
class FactReport:
    """
    What comparing a claim with passages came to.

    Args:
        verdict: Whether they support it.
        findings: In what it differs from what comes nearest; nothing, if it is supported.
        evidence: Where each part of it stands; nothing, unless it is supported.

    Raises:
        InvalidRecordError: If a field does not hold.
    """

    verdict: Verdict = field(converter=_verdict, validator=_fields.of(Verdict))
    findings: tuple[FactFinding, ...] = field(
        default=(), converter=_findings, validator=_fields.many(FactFinding)
    )
    evidence: tuple[Evidence, ...] = field(default=(), converter=_evidence, validator=_fields.many(Evidence))
