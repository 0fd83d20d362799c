"""The check that a judge makes of a grounded answer: whether its claims are what its passages state."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, cast

from attrs import field, frozen

from tesserix_rag import _fields
from tesserix_rag._discretion import discreet_async
from tesserix_rag.errors import (
    ConfigurationError,
    ModelCode,
    ModelError,
    TenantCrossingError,
    TesserixRagError,
    UnsupportedClaimError,
)
from tesserix_rag.evidence.judging import Judge, fact_judge
from tesserix_rag.evidence.reports import Verdict
from tesserix_rag.records import GroundedAnswer
from tesserix_rag.telemetry import log, observed
from tesserix_rag.tenancy import current_tenant

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tesserix_rag.records import Claim
    from tesserix_rag.telemetry import Observation


def _verdicts(values: Iterable[Verdict]) -> tuple[Verdict, ...]:
    return _fields.in_order(values)


@frozen(kw_only=True)
class SupportReport:
    """
    What was judged of an answer's claims.

    Args:
        verdicts: One for each claim, in the answer's order.

    Raises:
        InvalidRecordError: If a field does not hold.
    """

    verdicts: tuple[Verdict, ...] = field(default=(), converter=_verdicts, validator=_fields.many(Verdict))

    @property
    def ok(self) -> bool:
        """Whether every claim is supported."""
        return not self.unsupported

    @property
    def unsupported(self) -> tuple[int, ...]:
        """The places of the claims that are not supported, from 0."""
        return tuple(at for at, each in enumerate(self.verdicts) if each is not Verdict.SUPPORTED)


@discreet_async
async def check_support(
    answer: GroundedAnswer, passages: Mapping[str, str], judge: Judge = fact_judge
) -> SupportReport:
    """
    Let an answer through only if a judge finds that its passages support every claim.

    A claim is judged by the passages of the citations that it names. One that has none of them is unverified,
    whatever the judge says. No judge proves anything: see what each can tell.

    Args:
        answer: What ``check_grounding`` let through.
        passages: The text behind each citation id, as ``passages`` gives it.
        judge: Who decides; without one, facts are compared.

    Raises:
        MissingTenantContextError: Outside any tenant scope.
        TenantCrossingError: If the answer was checked for another tenant.
        ConfigurationError: If it is given anything but a grounded answer and passages.
        ModelError: If the judge fails, or gives anything but one verdict for each claim.
        UnsupportedClaimError: If a claim is contradicted or unverified.
    """
    return await _checked(answer, passages, judge, refuses=True)


@discreet_async
async def support_report(
    answer: GroundedAnswer, passages: Mapping[str, str], judge: Judge = fact_judge
) -> SupportReport:
    """
    Find what a judge says of every claim, and raise for none of them.

    Args:
        answer: What ``check_grounding`` let through.
        passages: The text behind each citation id.
        judge: Who decides; without one, facts are compared.

    Raises:
        MissingTenantContextError: Outside any tenant scope.
        TenantCrossingError: If the answer was checked for another tenant.
        ConfigurationError: If it is given anything but a grounded answer and passages.
        ModelError: If the judge fails, or gives anything but one verdict for each claim.
    """
    return await _checked(answer, passages, judge, refuses=False)


async def _checked(answer: object, passages: object, judge: Judge, *, refuses: bool) -> SupportReport:
    tenant = current_tenant("support")
    if not isinstance(answer, GroundedAnswer) or not isinstance(passages, Mapping):
        raise ConfigurationError("support is checked of a GroundedAnswer, with a mapping of passages")
    if answer.tenant != tenant:
        ids = [each.citation_id for each in answer.citations]
        raise TenantCrossingError(tenant=tenant, into=answer.tenant, citation_ids=sorted(ids), available=ids)
    with observed("adk.check_support") as observation:
        observation.cites(answer.citations)
        cited = _cited(answer, cast("Mapping[object, object]", passages))
        report = SupportReport(verdicts=await _judged(answer.claims, cited, judge))
        _tell(observation, report)
        if refuses and not report.ok:
            raise _refusal(answer, report)
        return report


def _cited(answer: GroundedAnswer, passages: Mapping[object, object]) -> dict[str, str]:
    """Give the passages that the answer's claims rest on."""
    cited = {each: passages[each] for each in answer.provenance() if each in passages}
    if not all(isinstance(each, str) for each in cited.values()):
        raise ConfigurationError("passages are texts by citation id")
    return cast("dict[str, str]", cited)


async def _judged(claims: Sequence[Claim], passages: Mapping[str, str], judge: Judge) -> tuple[Verdict, ...]:
    """Ask the judge, and take nothing from it but a verdict for each claim."""
    if not claims:
        return ()
    verdicts = await _asked(claims, passages, judge)
    if len(verdicts) != len(claims) or not all(type(each) is Verdict for each in verdicts):
        raise ModelError(ModelCode.MALFORMED)
    return tuple(
        each if not passages.keys().isdisjoint(claim.citation_ids) else Verdict.UNVERIFIED
        for claim, each in zip(claims, cast("tuple[Verdict, ...]", verdicts), strict=True)
    )


async def _asked(claims: Sequence[Claim], passages: Mapping[str, str], judge: Judge) -> tuple[object, ...]:
    failure: TesserixRagError
    try:
        return tuple(await judge(claims, passages))
    except TesserixRagError as error:
        failure = error
    except Exception:  # noqa: BLE001 - a judge is anyone's code, and its errors may hold text
        failure = ModelError(ModelCode.FAILED)
    raise failure.with_traceback(None)


def _tell(observation: Observation, report: SupportReport) -> None:
    outcome = "supported" if report.ok else "unsupported"
    counts = {each.value: report.verdicts.count(each) for each in Verdict}
    if observation.recording:
        observation.attributes["adk.support.outcome"] = outcome
        observation.attributes.update((f"adk.support.{name}", count) for name, count in counts.items())
    log("judged", outcome=outcome, claims=len(report.verdicts), **counts)


def _refusal(answer: GroundedAnswer, report: SupportReport) -> UnsupportedClaimError:
    return UnsupportedClaimError(
        claims=[answer.claims[each] for each in report.unsupported],
        indexes=report.unsupported,
        verdicts=[report.verdicts[each].value for each in report.unsupported],
        report=answer.report,
        available=[each.citation_id for each in answer.citations],
    )
