"""What a model writes as structured output."""

from __future__ import annotations

from attrs import frozen


@frozen(kw_only=True)
class DraftQuote:
    """What a model quotes: the position of a source, and words of it."""

    ref: int
    text: str


@frozen(kw_only=True)
class DraftClaim:
    """What a model states: one statement, the positions of its sources, and its quotes."""

    text: str
    refs: tuple[int, ...]
    quotes: tuple[DraftQuote, ...] = ()


@frozen(kw_only=True)
class Draft:
    """What a model answers."""

    claims: tuple[DraftClaim, ...]
