"""How well answers cite, in numbers; what cannot be told is ``None``, and never nought or one."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from attrs import field, frozen

from tesserix_rag import _fields
from tesserix_rag.evidence.quotes import Tier
from tesserix_rag.passages import is_same_passage

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from tesserix_rag.records import Citation, CitedAnswer


@frozen(kw_only=True)
class Share:
    """
    How many of how many.

    Args:
        count: How many have what is asked.
        total: How many there are.

    Raises:
        InvalidRecordError: If a field does not hold.
    """

    count: int = field(validator=_fields.offset)
    total: int = field(validator=_fields.offset)

    @property
    def value(self) -> float | None:
        """The share, from 0.0 to 1.0; nothing where there are none."""
        return self.count / self.total if self.total else None

    def plus(self, other: Share) -> Share:
        """Give both together."""
        return Share(count=self.count + other.count, total=self.total + other.total)


def coverage(answer: CitedAnswer) -> Share:
    """Count the claims that name at least one citation which the answer carries."""
    covered = sum(bool(answer.sources(each)) for each in answer.claims)
    return Share(count=covered, total=len(answer.claims))


def validity(answer: CitedAnswer, retrieved: Iterable[Citation], *, invalid: Collection[str] = ()) -> Share:
    """
    Count the citations that hold among all that the claims name, those that nothing stands behind included.

    One holds if the answer carries it as it was retrieved: the same characters of the same version for the same
    tenant.

    Args:
        answer: What is measured.
        retrieved: What its run retrieved.
        invalid: Ids that do not hold for another reason, such as erased ones and those of misquotes.
    """
    offered = {each.citation_id: each for each in reversed(tuple(retrieved))}
    holding = {
        each.citation_id
        for each in answer.citations
        if each.citation_id in offered and is_same_passage(each, offered[each.citation_id])
    }.difference(invalid)
    named = [each for claim in answer.claims for each in dict.fromkeys(claim.citation_ids)]
    return Share(count=sum(each in holding for each in named), total=len(named))


@frozen(kw_only=True)
class TierShares:
    """
    How closely sources have the quotations that are taken from them.

    Args:
        exact: Those that the source has letter for letter.
        canonical: Those that it has in another spelling of the same characters.
        elided: Those that it has with something between their parts.
        fuzzy: Those that it has only nearly.
        absent: Those that it has not.

    Raises:
        InvalidRecordError: If a field does not hold.
    """

    exact: Share = field(validator=_fields.of(Share))
    canonical: Share = field(validator=_fields.of(Share))
    elided: Share = field(validator=_fields.of(Share))
    fuzzy: Share = field(validator=_fields.of(Share))
    absent: Share = field(validator=_fields.of(Share))


def tier_shares(tiers: Iterable[Tier | None]) -> TierShares:
    """
    Count quotations by how closely their source has them.

    Args:
        tiers: The tier of each quotation; nothing for one that is absent.
    """
    counts = Counter(tiers)
    share = {tier: Share(count=counts[tier], total=counts.total()) for tier in (*Tier, None)}
    return TierShares(
        exact=share[Tier.EXACT],
        canonical=share[Tier.CANONICAL],
        elided=share[Tier.ELIDED],
        fuzzy=share[Tier.FUZZY],
        absent=share[None],
    )


@frozen(kw_only=True)
class Asked:
    """
    One question, and whether it was answered.

    Args:
        answerable: Whether the sources answer it.
        answered: Whether an answer was given; a refusal is none.

    Raises:
        InvalidRecordError: If a field does not hold.
    """

    answerable: bool = field(validator=_fields.truth)
    answered: bool = field(validator=_fields.truth)


@frozen(kw_only=True)
class AbstentionScore:
    """
    How well refusals fall where the sources do not answer.

    Args:
        right_refusals: The unanswerable questions that were refused.
        false_acceptance: The unanswerable questions that were answered.
        false_rejection: The answerable questions that were refused.

    Raises:
        InvalidRecordError: If a field does not hold.
    """

    right_refusals: Share = field(validator=_fields.of(Share))
    false_acceptance: Share = field(validator=_fields.of(Share))
    false_rejection: Share = field(validator=_fields.of(Share))

    @property
    def balanced_accuracy(self) -> float | None:
        """The mean of both kinds of right; nothing unless there were both kinds of questions."""
        refused, rejected = self.right_refusals.value, self.false_rejection.value
        return None if refused is None or rejected is None else (refused + 1 - rejected) / 2


def abstention_score(questions: Iterable[Asked]) -> AbstentionScore:
    """Count what was answered and refused among what the sources answer and do not answer."""
    counts = Counter((each.answerable, each.answered) for each in questions)
    unanswerable = counts[False, False] + counts[False, True]
    answerable = counts[True, False] + counts[True, True]
    return AbstentionScore(
        right_refusals=Share(count=counts[False, False], total=unanswerable),
        false_acceptance=Share(count=counts[False, True], total=unanswerable),
        false_rejection=Share(count=counts[True, False], total=answerable),
    )
