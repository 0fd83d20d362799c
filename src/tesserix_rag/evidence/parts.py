"""Statements that are joined, and other ways to put one: what was done to it, and when, from the other end."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from attrs import frozen

from tesserix_rag.evidence import wordlists as words
from tesserix_rag.evidence.negating import leaves_open
from tesserix_rag.evidence.statements import FRAME, Kind, Token
from tesserix_rag.evidence.weighing import is_verb

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tesserix_rag.evidence.sources import Sentence


@frozen
class Part:
    """
    A statement of a claim.

    Args:
        said: What it says, with what it shares with the statement before.
        shared: How many tokens it shares.
        is_unnamed: Whether what it shares names nobody, so that it is known only from its passage.
    """

    said: tuple[Token, ...]
    shared: int = 0
    is_unnamed: bool = False

    @property
    def own(self) -> tuple[Token, ...]:
        """What stands in its own place in the claim."""
        return self.said[self.shared :]


_FEWEST: Final = 3
_MOST_SPLITS: Final = 6
_LONGEST_SHARED: Final = 8


def splits(part: Part) -> Iterator[tuple[Part, int]]:
    """Give the statements that a part may begin with, and where the joint behind each is."""
    found = 0
    for at, token in enumerate(part.said):
        left = part.said[:at]
        is_joint = token.key in words.JOINING or ";" in token.gap
        if not is_joint or at + 1 >= len(part.said) or found >= _MOST_SPLITS:
            continue
        if sum(each.weighs for each in left) >= _FEWEST and any(map(is_verb, left)):
            found += 1
            joint = at + 1 if token.key in words.JOINING else at
            yield Part(left, min(part.shared, at), part.is_unnamed), joint


def rest_of(part: Part, left: Part, joint: int) -> Iterator[Part]:
    """Give what the rest of a part may say: by itself, or with the beginning of what stands before it."""
    rest = part.said[joint:]
    if any(map(is_verb, rest)) and not is_verb(rest[0]):
        yield Part(rest)
    for end in range(min(_LONGEST_SHARED, len(left.said) - 1), 0, -1):
        shared = left.said[:end]
        if _may_share(shared, left.said[end], rest[0]):
            yield Part((*shared, *rest), end, not _names(shared))


def _may_share(shared: Sequence[Token], following: Token, first: Token) -> bool:
    """Whether two statements may have their beginning in common up to here."""
    if is_verb(first):
        return is_verb(following) and not is_verb(shared[-1])
    last = shared[-1]
    return (is_verb(last) or last.key in words.PREPOSITIONS) and any(map(is_verb, shared))


def _names(said: Sequence[Token]) -> bool:
    first = next((each for each in said if each.weighs), said[0])
    is_first_word = said[0] is first and first.kind is Kind.WORD and first.key not in words.PRONOUNS
    return is_first_word or any(each.is_name for each in said)


def leans_on_before(said: Sequence[Token]) -> bool:
    """Whether a statement begins with what only the one before explains."""
    first = next((each for each in said if each.weighs), said[0])
    return first.key in words.PRONOUNS or first.key in words.DEMONSTRATIVES or first.key in words.ANAPHORS


def forms(
    claim: tuple[Token, ...], sentence: Sentence
) -> Iterator[tuple[tuple[Token, ...], tuple[Token, ...]]]:
    """Give the ways in which a statement and a sentence can be laid side by side."""
    sources = [sentence.tokens, *([] if sentence.resolved is None else [sentence.resolved])]
    claims = tuple(_put_otherwise(claim))
    for source in sources:
        for other in _put_otherwise(source):
            for each in claims:
                if each and other:
                    yield _unframed(each, other)


def _unframed(
    claim: tuple[Token, ...], source: tuple[Token, ...]
) -> tuple[tuple[Token, ...], tuple[Token, ...]]:
    """Take *it is not true that* from a claim together with the one negation that a sentence has."""
    negations = [at for at, each in enumerate(source) if each.kind is Kind.NEGATION]
    if (
        claim[0].key != FRAME
        or len(negations) != 1
        or source[negations[0]].key != "not"
        or len(claim) < _FEWEST
        or any(map(leaves_open, claim))
    ):
        return claim, source
    at = negations[0]
    positive = (*source[:at], *source[at + 1 :])
    is_whole = sum(each.weighs for each in positive) == sum(each.weighs for each in claim) - 1
    return (claim[1:], positive) if is_whole else (claim, source)


def _put_otherwise(said: tuple[Token, ...]) -> Iterator[tuple[Token, ...]]:
    """Give a statement as it is, with its beginning at its end, and with whom it was done by as its subject."""
    yield said
    turned = _turned(said)
    if turned is not None:
        yield turned
    dated = _dated_last(said)
    if dated is not None:
        yield dated
    active = _active(said) or (_active(dated) if dated is not None else None)
    if active is not None:
        yield active


_LONGEST_LEAD: Final = 8


def _turned(said: tuple[Token, ...]) -> tuple[Token, ...] | None:
    """Give *in Spain, sales rose* as sales rose in Spain."""
    if not said or not _leads(said):
        return None
    for at in range(1, min(_LONGEST_LEAD, len(said) - 1)):
        before, token = said[at - 1], said[at]
        if "," in token.gap or "，" in token.gap or (before.kind is Kind.DATE and at <= _FEWEST):
            return (*said[at:], *said[:at])
    return None


def _dated_last(said: tuple[Token, ...]) -> tuple[Token, ...] | None:
    """Give *it was sold in 2019 by Acme* as it was sold by Acme in 2019, where only one thing was done."""
    dates = [at for at, each in enumerate(said) if each.kind is Kind.DATE]
    if len(dates) != 1 or not 1 < dates[0] < len(said) - 1 or said[dates[0] - 1].kind is not Kind.ARTICLE:
        return None
    done = [each for each in said if is_verb(each) and each.key not in words.BE]
    if len(done) > 1 or any(each.key in words.RELATIVE or each.key in words.JOINING for each in said):
        return None
    at = dates[0]
    return (*said[: at - 1], *said[at + 1 :], said[at - 1], said[at])


def _leads(said: Sequence[Token]) -> bool:
    first = said[0]
    is_dated = first.kind is Kind.DATE or (
        first.kind is Kind.ARTICLE and said[1:2] and said[1].kind is Kind.DATE
    )
    return bool(is_dated) or first.key in words.PREPOSITIONS or first.key in {"order+:after", "order-:before"}


def _active(said: tuple[Token, ...]) -> tuple[Token, ...] | None:
    """Give *Beta was bought by Acme* as Acme bought Beta."""
    for at in range(1, len(said) - 3):
        if said[at].key in {"was", "were"} and said[at + 2].key == "by" and said[at + 1].kind in _DOING:
            end = _end_of_agent(said, at + 3)
            return (*said[at + 3 : end], said[at + 1], *said[:at], *said[end:])
    return None


_DOING: Final = frozenset({Kind.WORD, Kind.DIRECTION})


def _end_of_agent(said: Sequence[Token], start: int) -> int:
    for at in range(start + 1, len(said)):
        token = said[at]
        leads_to_date = token.kind is Kind.ARTICLE and said[at + 1 : at + 2] and said[at + 1].kind is Kind.DATE
        if token.kind in {Kind.LINK, Kind.DATE} or "," in token.gap or leads_to_date:
            return at
    return len(said)
