"""Two statements side by side: which token of one says which of the other, at the least cost."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeAlias

from tesserix_rag.evidence.dates import Date
from tesserix_rag.evidence.figures import Figure
from tesserix_rag.evidence.statements import Kind, Token

if TYPE_CHECKING:
    from collections.abc import Sequence

Pair: TypeAlias = tuple[int | None, int | None]
"""A token of the claim and the token of the sentence beside it, by their positions."""

_LEAVE_OUT: Final = 1
_REPLACE: Final = 20
_ADD_NEGATION: Final = 20
_ADD: Final = 40
_REWORD: Final = 70

_SAID, _LEFT, _ADDED, _FREE = range(4)


def aligned(claim: Sequence[Token], sentence: Sequence[Token]) -> tuple[Pair, ...]:
    """
    Lay the whole of a claim beside a run of the sentence that fits it best.

    What the sentence has before and behind the run is in no pair. The work is the product of both lengths.
    """
    steps, last = _tried(claim, sentence)
    pairs: list[Pair] = []
    at, beside = len(claim), last
    while at or (beside and steps[at][beside] != _FREE):
        step = steps[at][beside]
        if step == _SAID:
            at, beside = at - 1, beside - 1
            pairs.append((at, beside))
        elif step == _LEFT:
            beside -= 1
            pairs.append((None, beside))
        else:
            at -= 1
            pairs.append((at, None))
    return tuple(reversed(pairs))


def _tried(claim: Sequence[Token], sentence: Sequence[Token]) -> tuple[list[bytearray], int]:
    """Find the last step of the cheapest way to each pair of places, and where the cheapest whole way ends."""
    width = len(sentence)
    leaving = [_LEAVE_OUT if each.weighs else 0 for each in sentence]
    costs = [0] * (width + 1)
    steps = [bytearray([_FREE] * (width + 1))]
    for token in claim:
        adding = _added(token)
        row, step = [costs[0] + adding], bytearray([_ADDED])
        for beside in range(width):
            best, which = costs[beside] + _beside(token, sentence[beside]), _SAID
            if row[beside] + leaving[beside] < best:
                best, which = row[beside] + leaving[beside], _LEFT
            if costs[beside + 1] + adding < best:
                best, which = costs[beside + 1] + adding, _ADDED
            row.append(best)
            step.append(which)
        costs = row
        steps.append(step)
    return steps, min(range(width + 1), key=costs.__getitem__)


def _added(token: Token) -> int:
    if not token.weighs:
        return 0
    return _ADD_NEGATION if token.kind is Kind.NEGATION else _ADD


def _beside(token: Token, other: Token) -> int:
    if token.says(other):
        return 0
    return _REPLACE if are_alternatives(token, other) else _REWORD


def are_alternatives(one: Token, other: Token) -> bool:
    """Whether two tokens are of one sort, so that one in the other's place says otherwise."""
    if one.value is not None and other.value is not None:
        return True
    if one.kind is not other.kind:
        return False
    if one.kind is Kind.DIRECTION:
        return one.key.split(":")[0][:-1] == other.key.split(":")[0][:-1]
    return one.kind in _EXCLUSIVE or (one.is_name and other.is_name)


_EXCLUSIVE: Final = frozenset({Kind.MODAL, Kind.QUANTITY, Kind.BOUND, Kind.NEGATION})


def excludes(one: Token, other: Token) -> bool:
    """Whether of two alternatives only one can hold in one place."""
    if isinstance(one.value, Figure) and isinstance(other.value, Figure):
        is_open = one.value.says(other.value) or one.value.may_say(other.value)
        return not is_open and _are_of_one_sort(one.value, other.value)
    if one.value is not None or other.value is not None:
        dates = [_date(each) for each in (one, other)]
        return dates[0] is not None and dates[1] is not None and dates[0].denies(dates[1])
    if one.kind is Kind.DIRECTION:
        return one.key.split(":")[0] != other.key.split(":")[0]
    return one.kind in {Kind.MODAL, Kind.QUANTITY, Kind.BOUND}


def _date(token: Token) -> Date | None:
    value = token.value
    if isinstance(value, Figure):
        return Date(int(value.written)) if value.is_year else None
    return value


def _are_of_one_sort(one: Figure, other: Figure) -> bool:
    """Whether two figures measure the same, or the same digits measure two things."""
    if None in {one.value, other.value}:
        return False
    return one.unit == other.unit or bool(one.unit and other.unit)
