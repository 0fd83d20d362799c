"""Whether a sentence says what a statement says, the same otherwise, or something else."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from attrs import frozen

from tesserix_rag.evidence import wordlists as words
from tesserix_rag.evidence.aligning import Pair, aligned, are_alternatives, excludes
from tesserix_rag.evidence.figures import Figure
from tesserix_rag.evidence.reports import FactCode, Verdict
from tesserix_rag.evidence.statements import Kind, Token

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


@frozen
class Difference:
    """
    One thing in which a statement and a sentence differ.

    Args:
        code: In what.
        claim: The token of the statement; nothing where it leaves something out.
        source: The token of the sentence, if there is one.
        decides: Whether only one of the two can be so.
    """

    code: FactCode
    claim: Token | None
    source: Token | None
    decides: bool = False


@frozen
class Weighed:
    """
    What laying a statement beside a sentence came to.

    Args:
        verdict: Whether the sentence says it.
        differences: In what they differ.
        first: The first token of the sentence that says any of it.
        last: The last one.
        said: How much of the statement the sentence says, from 0 to 1.
    """

    verdict: Verdict
    differences: tuple[Difference, ...]
    first: Token
    last: Token
    said: float


_ENOUGH: Final = 0.5
_TELLING: Final = frozenset({Kind.WORD, Kind.DIRECTION})


def weighed(claim: Sequence[Token], sentence: Sequence[Token]) -> Weighed | None:
    """Lay a statement beside a sentence; nothing, where the sentence says nothing of it."""
    pairs = aligned(claim, sentence)
    said = [
        (one, two)
        for one, two in pairs
        if one is not None and two is not None and claim[one].says(sentence[two])
    ]
    beside = [two for _, two in pairs if two is not None]
    if not any(claim[one].kind in _TELLING for one, _ in said):
        return None
    differences = (
        *_replaced(claim, sentence, pairs),
        *_skipped(sentence, pairs),
        *_outside(sentence, beside[0], beside[-1], claim),
    )
    share = sum(claim[one].weighs for one, _ in said) / max(1, sum(each.weighs for each in claim))
    verdict = _verdict(differences, share)
    if verdict is Verdict.UNVERIFIED and _are_swapped(claim, sentence):
        verdict = Verdict.CONTRADICTED
        differences = (Difference(FactCode.ROLES, claim[0], sentence[0], decides=True),)
    return Weighed(verdict, tuple(differences), sentence[beside[0]], sentence[beside[-1]], share)


def _verdict(differences: Sequence[Difference], share: float) -> Verdict:
    if not differences:
        return Verdict.SUPPORTED
    if all(each.decides for each in differences) and share >= _ENOUGH:
        return Verdict.CONTRADICTED
    return Verdict.UNVERIFIED


def _replaced(claim: Sequence[Token], sentence: Sequence[Token], pairs: Sequence[Pair]) -> Iterator[Difference]:
    """Find what the statement says and the sentence does not, or says otherwise."""
    for one, two in pairs:
        if one is None:
            continue
        token, source = claim[one], None if two is None else sentence[two]
        if source is None and token.weighs:
            is_negation = token.kind is Kind.NEGATION
            yield Difference(_CODES.get(token.kind, FactCode.NOT_FOUND), token, None, decides=is_negation)
        elif source is not None and not token.says(source) and (token.weighs or source.weighs):
            yield Difference(_code(token, source), token, source, decides=excludes(token, source))


_CODES: Final = {
    Kind.FIGURE: FactCode.FIGURE,
    Kind.DATE: FactCode.DATE,
    Kind.NEGATION: FactCode.NEGATION,
    Kind.DIRECTION: FactCode.DIRECTION,
    Kind.QUANTITY: FactCode.QUANTITY,
    Kind.BOUND: FactCode.BOUND,
    Kind.MODAL: FactCode.MODALITY,
}


def _code(token: Token, source: Token) -> FactCode:
    if not are_alternatives(token, source):
        return FactCode.NOT_FOUND
    if token.is_name and source.is_name:
        return FactCode.NAME
    one, other = token.value, source.value
    if isinstance(one, Figure) and isinstance(other, Figure):
        return _figure_code(one, other)
    return FactCode.DATE if source.kind is Kind.DATE else _CODES.get(token.kind, FactCode.NOT_FOUND)


def _figure_code(one: Figure, other: Figure) -> FactCode:
    if one.unit != other.unit:
        return FactCode.UNIT
    if one.value and other.value:
        ratio = max(one.value / other.value, other.value / one.value)
        if ratio.denominator == 1 and ratio > 1 and str(ratio.numerator).strip("0") == "1":
            return FactCode.MAGNITUDE
    return FactCode.FIGURE


def _skipped(sentence: Sequence[Token], pairs: Sequence[Pair]) -> Iterator[Difference]:
    """Find what the sentence says inside the run that the statement takes from it, and the statement omits."""
    run: list[int] = []
    for one, two in pairs:
        if one is None and two is not None:
            run.append(two)
            continue
        if run and two is not None:
            yield from _run(sentence, run, two)
            run = []


def _run(sentence: Sequence[Token], run: Sequence[int], behind: int) -> Iterator[Difference]:
    left = [sentence[each] for each in run]
    weighing = [each for each in left if each.weighs]
    if not weighing:
        return
    if all(each.kind is Kind.NEGATION for each in weighing):
        yield Difference(FactCode.NEGATION, None, weighing[0], decides=True)
    elif not (_is_aside(left, sentence[behind]) or _is_joined(left, sentence[behind])):
        yield Difference(FactCode.LEFT_OUT, None, weighing[0])


def _is_aside(left: Sequence[Token], behind: Token) -> bool:
    """Whether what is left out stands between commas, dashes or brackets, and takes nothing back."""
    is_enclosed = any(opens in left[0].gap and closes in behind.gap for opens, closes in _ASIDES)
    return is_enclosed and not any(map(blocks, left))


_ASIDES: Final = ((",", ","), ("(", ")"), ("—", "—"), (" – ", " – "), ("、", "、"), ("（", "）"))


def _is_joined(left: Sequence[Token], behind: Token) -> bool:
    """Whether what is left out is something else that the same subject does, joined by *and*."""
    return (
        is_verb(left[0])
        and left[-1].key in words.JOINING
        and is_verb(behind)
        and not any(each.key in words.RELATIVE or blocks(each) for each in left)
    )


def is_verb(token: Token) -> bool:
    """Whether a word looks as if it said what is done."""
    if token.kind is Kind.MODAL:
        return True
    if token.kind is Kind.DIRECTION:
        return token.key.endswith(_DONE)
    return token.kind in {Kind.WORD, Kind.LINK} and (token.key in words.VERBS or token.key.endswith("ed"))


_DONE: Final = (
    *(":past", ":now", ":sold", ":bought", ":won", ":lost", ":open", ":closed"),
    *(":start", ":stop", ":in", ":out", ":export", ":import"),
)


def blocks(token: Token) -> bool:
    """Whether a statement must not leave it out, wherever in the sentence it stands."""
    return token.is_hedge or token.kind in {Kind.NEGATION, Kind.MODAL} or token.key in {"only", "pass-:out"}


def _outside(sentence: Sequence[Token], first: int, last: int, claim: Sequence[Token]) -> Iterator[Difference]:
    """Find what the sentence says before and behind the run, and what that makes of the statement."""
    before = [each for each in sentence[:first] if each.weighs]
    behind = [each for each in sentence[last + 1 :] if each.weighs]
    for left in (before, behind):
        if left and all(each.kind is Kind.NEGATION for each in left):
            yield Difference(FactCode.NEGATION, None, left[0], decides=True)
            return
    if before and not _leads_in(sentence[:first], sentence[first]):
        yield Difference(FactCode.LEFT_OUT, None, before[0])
    if behind and not _goes_on(sentence[last + 1 :], claim[-1]):
        yield Difference(FactCode.LEFT_OUT, None, behind[0])


def _leads_in(before: Sequence[Token], first: Token) -> bool:
    """Whether what stands before is a statement of its own."""
    if any(map(blocks, before)):
        return False
    is_joined = before[-1].key in words.JOINING and "," in before[-1].gap
    return ";" in first.gap or "；" in first.gap or (is_joined and any(map(is_verb, before)))


def _goes_on(behind: Sequence[Token], last: Token) -> bool:
    """Whether what stands behind adds something, and neither bounds nor doubts what stands before."""
    following = next((each for each in behind if each.weighs), behind[0])
    if any(map(blocks, behind)) or (following.value is not None and last.value is not None):
        return False
    if following.key in words.JOINING:
        further = behind[behind.index(following) + 1 :]
        return bool(further) and not (last.value is not None and further[0].value is not None)
    if following.key == "by" and len(behind) > 1:
        return all(each.value is None for each in behind)
    is_apart = any(each in behind[0].gap for each in ",;:—，；、(（") or " – " in behind[0].gap
    return is_apart and following.key not in words.PREPOSITIONS and following.kind is not Kind.DIRECTION


def _are_swapped(claim: Sequence[Token], sentence: Sequence[Token]) -> bool:
    """Whether two things stand each in the other's place, with all else the same."""
    one = [each for each in claim if each.weighs]
    two = [each for each in sentence if each.weighs][: len(one)]
    if len(one) != len(two) or len(one) < len(("who", "does", "whom")):
        return False
    unlike = [at for at, (a, b) in enumerate(zip(one, two, strict=True)) if not a.says(b)]
    if not unlike:
        return False
    return _change_places(one[unlike[0] : unlike[-1] + 1], two[unlike[0] : unlike[-1] + 1])


_LONGEST_NAME: Final = 6


def _change_places(one: Sequence[Token], two: Sequence[Token]) -> bool:
    """Whether *one* is X, M, Y and *two* is Y, M, X, where M says more than that both belong together."""
    for left in range(1, min(_LONGEST_NAME, len(one)) + 1):
        for right in range(1, min(_LONGEST_NAME, len(one) - left) + 1):
            between = one[left : len(one) - right]
            says_more = any(each.key not in words.JOINING and each.kind is not Kind.ARTICLE for each in between)
            if says_more and _are_same((*one[len(one) - right :], *between, *one[:left]), two):
                return True
    return False


def _are_same(one: Sequence[Token], two: Sequence[Token]) -> bool:
    return len(one) == len(two) and all(a.says(b) for a, b in zip(one, two, strict=True))
