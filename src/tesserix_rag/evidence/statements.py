"""Statements as sequences of what decides them: words, figures, dates, and what turns or bounds or doubts."""

from __future__ import annotations

from enum import Enum, auto
from typing import Final, TypeAlias

from attrs import field, frozen

from tesserix_rag.evidence.dates import Date
from tesserix_rag.evidence.figures import Figure

Value: TypeAlias = Figure | Date


class Kind(Enum):
    """What a token does in a statement."""

    WORD = auto()
    LINK = auto()
    ARTICLE = auto()
    FILLER = auto()
    FIGURE = auto()
    DATE = auto()
    NEGATION = auto()
    DIRECTION = auto()
    QUANTITY = auto()
    BOUND = auto()
    MODAL = auto()


FRAME: Final = "frame"
"""What a negation is compared by that stands around a whole sentence."""

DROPPABLE: Final = frozenset({Kind.ARTICLE, Kind.FILLER})


@frozen
class Token:
    """
    One thing that a statement says.

    Args:
        kind: What it does.
        key: What it is compared by.
        start: Where it begins in the text, in code points.
        end: Where it ends.
        gap: What stands between it and the token before.
        value: The figure or date that it is.
        is_name: Whether it is written as a name, and not only because it begins the sentence.
        is_hedge: Whether a statement without it may say more.
        also: Other keys that are the same here.
    """

    kind: Kind
    key: str = field(repr=False)
    start: int
    end: int
    gap: str = field(repr=False)
    value: Value | None = None
    is_name: bool = False
    is_hedge: bool = False
    also: frozenset[str] = field(default=frozenset(), repr=False)

    def says(self, other: Token) -> bool:
        """Whether *other* says all that it says."""
        if self.value is not None or other.value is not None:
            return _is_said(self.value, other.value)
        if self.kind is not other.kind:
            return False
        if self.kind is Kind.NEGATION and (self.key, other.key) == ("not", "never"):
            return True
        return self.key == other.key or self.key in other.also or other.key in self.also

    @property
    def weighs(self) -> bool:
        """Whether a statement without it is another."""
        return self.kind not in DROPPABLE


def _is_said(one: Value | None, other: Value | None) -> bool:
    if isinstance(one, Figure) and isinstance(other, Figure):
        return one.says(other)
    one, other = _as_date(one), _as_date(other)
    return isinstance(one, Date) and isinstance(other, Date) and one.says(other)


def _as_date(value: Value | None) -> Value | None:
    """Take a number of four digits for a year, as beside a date."""
    if isinstance(value, Figure) and value.is_year:
        return Date(int(value.written))
    return value
