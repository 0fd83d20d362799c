"""Where a text has the words that are quoted from it, and how nearly."""

from __future__ import annotations

from enum import IntEnum
from functools import cached_property
from typing import TYPE_CHECKING, Final

from attrs import field, frozen

from tesserix_rag import _fields
from tesserix_rag._discretion import discreet
from tesserix_rag.errors import InvalidRecordError, LimitExceededError
from tesserix_rag.evidence.anchoring import anchored
from tesserix_rag.evidence.eliding import elided, parts_of
from tesserix_rag.evidence.searching import Index, tells
from tesserix_rag.ids import is_blank
from tesserix_rag.limits import DEFAULT, Limits
from tesserix_rag.places import Span
from tesserix_rag.text.folding import fold

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

_CONTEXT: Final = 400


class Tier(IntEnum):
    """How nearly a text has the words that are looked for; what is more is nearer."""

    FUZZY = 1
    ELIDED = 2
    CANONICAL = 3
    EXACT = 4


@frozen(kw_only=True)
class Located:
    """
    Where a text has the words that were looked for.

    Args:
        span: Where they stand in it, in code points.
        tier: How nearly.
        others: Every further place of the same tier; with one, the words alone do not say which is meant.
    """

    span: Span = field(validator=_fields.of(Span))
    tier: Tier = field(validator=_fields.of(Tier))
    others: tuple[Span, ...] = field(
        default=(), converter=tuple[Span, ...], validator=_fields.many(Span), repr=_fields.count_only
    )


@frozen(eq=False)
class FoldedText:
    """
    A text in which many quotations are looked for: what that needs is prepared once.

    Args:
        text: The text. Never shown by repr.
        limits: How long text and quotations may be.

    Raises:
        InvalidRecordError: If *text* is no string.
        LimitExceededError: If *text* is longer than ``document_chars``.
    """

    text: str = field(repr=_fields.length_only)
    limits: Limits = field(default=DEFAULT, kw_only=True, repr=False)

    def __attrs_post_init__(self) -> None:
        refusal = _refusal(self.text, self.limits)
        if refusal is not None:
            raise refusal

    @cached_property
    def _index(self) -> Index:
        return Index(self.text)

    @discreet
    def locate(
        self, quote: str, *, prefix: str = "", suffix: str = "", near: int | None = None
    ) -> Located | None:
        """
        Find *quote*, as ``locate`` does.

        Raises:
            InvalidRecordError: If *quote* is no string.
            LimitExceededError: If *quote* is longer than ``quote_chars``.
        """
        _must_be_text(quote)
        if len(quote) > self.limits.quote_chars:
            raise LimitExceededError(limit="quote_chars", allowed=self.limits.quote_chars)
        if is_blank(quote):
            return None
        found = _found(self._index, quote, is_pinned=near is not None or bool(prefix or suffix))
        if found is None:
            return None
        tier, spans = found
        chosen = _chosen(self.text, spans, (prefix, suffix), near)
        return Located(span=chosen, tier=tier, others=tuple(each for each in spans if each != chosen))


@discreet
def locate(
    quote: str, text: str, *, prefix: str = "", suffix: str = "", near: int | None = None
) -> Located | None:
    """
    Find *quote* in *text*: as it stands, else folded, else with parts left out, else something much like it.

    The best tier wins. Among several places of it, the one wins that stands behind *prefix* and before
    *suffix*, then the one closest to *near*, then the first. What stands everywhere, like an article alone, is
    not found unless one of the three says where. ``text[span.start:span.end]`` is what was found, and
    ``Tier.FUZZY`` means that it is not what was quoted.

    Args:
        quote: The words, which may leave something out where they have an ellipsis.
        text: Where they are looked for.
        prefix: What stands directly before them.
        suffix: What stands directly behind them.
        near: About where they begin, in code points.

    Raises:
        InvalidRecordError: If *quote* or *text* is no string.
        LimitExceededError: If *text* or *quote* is longer than ``Limits`` allows.
    """
    return FoldedText(text).locate(quote, prefix=prefix, suffix=suffix, near=near)


def _must_be_text(quote: object) -> None:
    if not isinstance(quote, str):
        raise InvalidRecordError(record="Quote", field="text")


def _refusal(text: object, limits: Limits) -> InvalidRecordError | LimitExceededError | None:
    if not isinstance(text, str):
        return InvalidRecordError(record="FoldedText", field="text")
    if len(text) > limits.document_chars:
        return LimitExceededError(limit="document_chars", allowed=limits.document_chars)
    return None


def _found(index: Index, quote: str, *, is_pinned: bool) -> tuple[Tier, list[Span]] | None:
    """Give the best tier that has a place, and all its places."""
    sought = quote.strip()
    folded = fold(sought)
    if not folded.text.strip() or not (is_pinned or tells(folded.text)):
        return None
    tries: tuple[tuple[Tier, Callable[[], Iterable[tuple[int, int]]]], ...] = (
        (Tier.EXACT, lambda: index.exact(quote)),
        (Tier.EXACT, lambda: index.exact(sought) if sought != quote else ()),
        (Tier.CANONICAL, lambda: index.canonical(sought, folded)),
        (Tier.ELIDED, lambda: _sources(index, elided(index, parts_of(sought)))),
        (Tier.FUZZY, lambda: _sources(index, _alike(index, folded.text))),
    )
    for tier, places in tries:
        spans = [Span(*each) for each in places()]
        if spans:
            return tier, spans
    return None


def _sources(index: Index, places: Iterable[tuple[int, int]]) -> Iterable[tuple[int, int]]:
    return (index.source(start, end) for start, end in places)


def _alike(index: Index, folded: str) -> Iterable[tuple[int, int]]:
    """Give the place that is most like what was *folded*, and the others that say the same."""
    found = anchored(folded, index.folding.text)
    if found is None:
        return
    words = index.folding.text[found[0] : found[1]]
    at = index.folding.text.find(words)
    while at >= 0:
        yield at, at + len(words)
        at = index.folding.text.find(words, at + len(words))


def _chosen(text: str, spans: list[Span], context: tuple[str, str], near: int | None) -> Span:
    """Give the span that fits its context best, then the closest to *near*, then the first."""
    if len(spans) == 1:
        return spans[0]
    prefix, suffix = (fold(each).text.strip() for each in context)

    def rank(span: Span) -> tuple[int, int, int]:
        fits = _fit(text, span, prefix, suffix) if prefix or suffix else 0
        return -fits, abs(span.start - near) if near is not None else 0, span.start

    return min(spans, key=rank)


def _fit(text: str, span: Span, prefix: str, suffix: str) -> int:
    """Count the sides on which *span* stands where it is said to stand."""
    before = fold(text[max(0, span.start - _CONTEXT - 2 * len(prefix)) : span.start]).text.strip()
    after = fold(text[span.end : span.end + _CONTEXT + 2 * len(suffix)]).text.strip()
    return bool(prefix and before.endswith(prefix)) + bool(suffix and after.startswith(suffix))
