"""What a check found in an answer, and the answer that it let through."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum
from typing import TYPE_CHECKING, Final, NoReturn, final

from attrs import field, frozen

from tesserix_rag import _fields
from tesserix_rag._seal import SEAL
from tesserix_rag.errors import InvalidRecordError
from tesserix_rag.places import Span
from tesserix_rag.records.answers import CitedAnswer

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tesserix_rag.records.answers import Citation, Claim


class FindingCode(StrEnum):
    """What can be wrong with an answer."""

    UNCITED_CLAIM = "uncited_claim"
    UNCLAIMED_PROSE = "unclaimed_prose"
    DANGLING_ID = "dangling_id"
    NOT_RETRIEVED = "not_retrieved"
    DIFFERS_FROM_RETRIEVED = "differs_from_retrieved"
    QUOTE_OUTSIDE_CITATION = "quote_outside_citation"
    TENANT_CROSSING = "tenant_crossing"


def _code(value: FindingCode) -> FindingCode:
    return _fields.member(FindingCode, value)


@frozen(kw_only=True)
class Finding:
    """
    One thing that is wrong with an answer.

    Args:
        code: What.
        claim_index: The claim that it is wrong with, from 0.
        citation_id: The citation that it is wrong with.
        span: Where: in the prose, or for a quote in the document.

    Raises:
        InvalidRecordError: If a field does not hold.
    """

    code: FindingCode = field(converter=_code, validator=_fields.of(FindingCode))
    claim_index: int | None = field(default=None, validator=_fields.offset_or_none)
    citation_id: str | None = field(
        default=None, validator=_fields.reference_or_none, repr=_fields.reference_only
    )
    span: Span | None = field(default=None, validator=_fields.maybe(Span))


_NOT_GIVEN: Final = "names a source that was not given; use only the given sources"

_ADVICE: Final = {
    FindingCode.UNCITED_CLAIM: "names no source; name the given source that says it, or drop it",
    FindingCode.UNCLAIMED_PROSE: "stands outside every claim; make it a claim with a source, or drop it",
    FindingCode.DANGLING_ID: _NOT_GIVEN,
    FindingCode.NOT_RETRIEVED: _NOT_GIVEN,
    FindingCode.DIFFERS_FROM_RETRIEVED: "names a source otherwise than it was given; name it as given",
    FindingCode.QUOTE_OUTSIDE_CITATION: "quotes words that the sources it names do not hold",
    FindingCode.TENANT_CROSSING: _NOT_GIVEN,
}

_MOST_ADVICE: Final = 50


def _findings(values: Iterable[Finding]) -> tuple[Finding, ...]:
    return _fields.in_order(values)


@frozen(kw_only=True)
class GroundingReport:
    """
    Everything that a check found.

    Args:
        findings: What is wrong; nothing, if the answer holds.
        claims: How many claims were checked.
        citations: How many citations the answer carries.
        exempt: How many spans of prose were deliberately no claim.

    Raises:
        InvalidRecordError: If a field does not hold.
    """

    findings: tuple[Finding, ...] = field(default=(), converter=_findings, validator=_fields.many(Finding))
    claims: int = field(default=0, validator=_fields.offset)
    citations: int = field(default=0, validator=_fields.offset)
    exempt: int = field(default=0, validator=_fields.offset)

    @property
    def ok(self) -> bool:
        """Whether nothing was found."""
        return not self.findings

    def feedback(self) -> str:
        """
        Say what a model has to mend, for its next try; empty if nothing.

        Claims are numbered from 1, places are code points of its prose. No text and no id is in it: whether
        another tenant has a source, or nobody, reads the same.
        """
        if self.ok:
            return ""
        lines = list(dict.fromkeys(map(_advice, self.findings)))
        shown = lines[:_MOST_ADVICE]
        if len(lines) > len(shown):
            shown.append(f"- and {len(lines) - len(shown)} more of these")
        return "\n".join(("The answer cannot be used as it is:", *shown))


def _advice(finding: Finding) -> str:
    code = finding.code
    shown = FindingCode.NOT_RETRIEVED if code is FindingCode.TENANT_CROSSING else code
    return f"- {_subject(finding)} {_ADVICE[code]} ({shown.value})"


def _subject(finding: Finding) -> str:
    if finding.claim_index is not None:
        return f"claim {finding.claim_index + 1}"
    if finding.code is FindingCode.UNCLAIMED_PROSE and finding.span is not None:
        return f"the text from character {finding.span.start} to {finding.span.end}"
    return "the answer"


def _broken(seal: object) -> None:
    """Break the seal, so that nothing made of this answer carries it on."""
    if seal is not SEAL:
        raise InvalidRecordError(record="GroundedAnswer", field="seal")


@final
@frozen(kw_only=True, getstate_setstate=False)
class GroundedAnswer:
    """
    An answer that was checked; only ``check_grounding`` makes one.

    It holds the retrieved citations themselves, not the answer's copies. It is its own copy, and cannot be
    evolved, pickled or loaded: what comes from outside is checked again.

    Attributes:
        answer: The answer, with the citations that were retrieved.
        tenant: In whose scope it was checked.
        checked_at: When, in UTC.
        report: What the check counted.
    """

    # First, so that nothing is assigned before it is asked for.
    _seal: None = field(alias="seal", converter=_broken, repr=False, eq=False)
    answer: CitedAnswer = field(validator=_fields.of(CitedAnswer))
    tenant: str = field(validator=_fields.tenant)
    checked_at: datetime = field(converter=_fields.in_utc, validator=_fields.moment)
    report: GroundingReport = field(validator=_fields.of(GroundingReport))

    def __init_subclass__(cls) -> None:
        message = "GroundedAnswer has no subclasses"
        raise TypeError(message)

    def __copy__(self) -> GroundedAnswer:
        return self

    def __deepcopy__(self, _memo: dict[int, object]) -> GroundedAnswer:
        return self

    def __reduce_ex__(self, _protocol: object) -> NoReturn:
        message = "a GroundedAnswer is not pickled: store its JSON, and check it again when it is read"
        raise TypeError(message)

    @property
    def text(self) -> str:
        """The answer's text."""
        return self.answer.text

    @property
    def claims(self) -> tuple[Claim, ...]:
        """The answer's claims."""
        return self.answer.claims

    @property
    def citations(self) -> tuple[Citation, ...]:
        """The retrieved citations that the answer carries."""
        return self.answer.citations

    def sources(self, claim: Claim) -> tuple[Citation, ...]:
        """Give the citations that *claim* rests on, in its order."""
        return self.answer.sources(claim)

    def provenance(self) -> tuple[str, ...]:
        """Give the ids that some claim rests on, sorted and unique."""
        return self.answer.provenance()
