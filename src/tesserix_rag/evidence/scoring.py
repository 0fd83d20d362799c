"""How well the citations of answers fit their claims, as a judge sees it: recall, precision, and their mean."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from statistics import fmean
from typing import TYPE_CHECKING, Final

from attrs import evolve, field, frozen

from tesserix_rag import _fields
from tesserix_rag._discretion import discreet_async
from tesserix_rag.errors import ConfigurationError
from tesserix_rag.evidence.judging import Judge, fact_judge
from tesserix_rag.evidence.metrics import Share
from tesserix_rag.evidence.reports import Verdict

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tesserix_rag.records import CitedAnswer, Claim

_NONE: Final = Share(count=0, total=0)


@frozen(kw_only=True)
class CitationScore:
    """
    How well the citations of an answer, or of several, fit its claims.

    Args:
        recall: The claims that all their citations together support.
        precision: The citations that support their claim, or without which the others do not.

    Raises:
        InvalidRecordError: If a field does not hold.
    """

    recall: Share = field(validator=_fields.of(Share))
    precision: Share = field(validator=_fields.of(Share))

    @property
    def f1(self) -> float | None:
        """The harmonic mean of both; nothing without claims, and 0.0 for claims without citations."""
        recall, precision = self.recall.value, self.precision.value
        if recall is None:
            return None
        if not recall or not precision:
            return 0.0
        return 2 * recall * precision / (recall + precision)


def _scores(values: Iterable[CitationScore]) -> tuple[CitationScore, ...]:
    return _fields.in_order(values)


@frozen(kw_only=True)
class CitationScores:
    """
    How well the citations of several answers fit.

    Args:
        answers: The score of each answer, in order.

    Raises:
        InvalidRecordError: If a field does not hold.
    """

    answers: tuple[CitationScore, ...] = field(
        default=(), converter=_scores, validator=_fields.many(CitationScore)
    )

    @property
    def micro(self) -> CitationScore:
        """The score of all claims and citations together, whichever answer they are of."""
        recall = precision = _NONE
        for each in self.answers:
            recall, precision = recall.plus(each.recall), precision.plus(each.precision)
        return CitationScore(recall=recall, precision=precision)

    @property
    def macro_f1(self) -> float | None:
        """The mean F1 of the answers that have claims; nothing where none has."""
        defined = [each.f1 for each in self.answers if each.f1 is not None]
        return fmean(defined) if defined else None


@discreet_async
async def citation_score(
    answer: CitedAnswer, passages: Mapping[str, str], judge: Judge = fact_judge
) -> CitationScore:
    """
    Measure how well an answer's citations fit its claims.

    Recall and precision are those of ALCE (Gao et al., 2023), save that a citation which nothing stands behind
    counts among all citations, and as wrong. A citation is right if all citations of its claim together support
    the claim, and it does so alone or they do not without it.

    Args:
        answer: What is measured.
        passages: The text behind each citation id; what is not in it, or not carried, is nothing.
        judge: Who decides; only ``supported`` counts.

    Raises:
        ConfigurationError: If the judge gives another number of verdicts than it was given claims.
    """
    carried = {each.citation_id for each in answer.citations}
    known = {each: text for each, text in passages.items() if each in carried}
    asked = [tuple(_questions(each, known)) for each in answer.claims]
    told = await _supported([each for questions in asked for each in questions], known, judge)
    recall = precision = _NONE
    for claim, questions in zip(answer.claims, asked, strict=True):
        supported, told = told[: len(questions)], told[len(questions) :]
        recall = recall.plus(Share(count=int(bool(supported) and supported[0]), total=1))
        right = sum(_are_right(supported))
        precision = precision.plus(Share(count=right, total=len(_distinct(claim))))
    return CitationScore(recall=recall, precision=precision)


def _distinct(claim: Claim) -> tuple[str, ...]:
    return tuple(dict.fromkeys(claim.citation_ids))


def _questions(claim: Claim, passages: Mapping[str, str]) -> Iterator[Claim]:
    """Give the claim with all its citations, then, for each of them, with it alone and without it."""
    known = tuple(each for each in _distinct(claim) if each in passages)
    if not known:
        return
    yield _resting_on(claim, known)
    for each in known:
        yield _resting_on(claim, (each,))
        yield _resting_on(claim, tuple(other for other in known if other != each))


def _resting_on(claim: Claim, citation_ids: tuple[str, ...]) -> Claim:
    return evolve(claim, citation_ids=citation_ids, quotes=())


async def _supported(claims: Sequence[Claim], passages: Mapping[str, str], judge: Judge) -> list[bool]:
    """Ask the judge; a claim that rests on nothing is not supported, and not asked about."""
    asked = [each for each in claims if each.citation_ids]
    verdicts = list(await judge(asked, passages)) if asked else []
    if len(verdicts) != len(asked):
        raise ConfigurationError("a judge gives one verdict for each claim")
    told = iter(verdicts)
    return [next(told) is Verdict.SUPPORTED if each.citation_ids else False for each in claims]


def _are_right(supported: Sequence[bool]) -> Iterator[bool]:
    """Say whether each citation is right, from what was told of its claim with all, with it, without it."""
    for alone, without in zip(supported[1::2], supported[2::2], strict=True):
        yield supported[0] and (alone or not without)


@discreet_async
async def citation_scores(
    answers: Iterable[tuple[CitedAnswer, Mapping[str, str]]], judge: Judge = fact_judge
) -> CitationScores:
    """
    Measure how well the citations of several answers fit, each with its own passages.

    Raises:
        ConfigurationError: If the judge gives another number of verdicts than it was given claims.
    """
    scores = [await citation_score(answer, passages, judge) for answer, passages in answers]
    return CitationScores(answers=scores)
