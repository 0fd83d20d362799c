"""The text of an answer as it may reach a reader, and where its claims and its markers stand in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import evolve, frozen

from tesserix_rag.enriching.firewalling import traced_firewall
from tesserix_rag.markers.writing import anchors_of, extents_of
from tesserix_rag.places import Span

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tesserix_rag.records import Anchor, GroundedAnswer
    from tesserix_rag.rendering.sources import Source


@frozen(kw_only=True)
class Shown:
    """
    The text of an answer without the links that no source has.

    Args:
        text: The text.
        claims: Where each claim stands in it, in order.
        anchors: Where markers stand in it, in order; each claim has one for whatever it rests on.
        removed: How many links and images were removed.
    """

    text: str
    claims: tuple[Span, ...]
    anchors: tuple[Anchor, ...]
    removed: int


def shown(answer: GroundedAnswer, sources: Sequence[Source]) -> Shown:
    """Give the text of *answer*, in which the links of *sources* may stand and no other."""
    firewalled, origin = traced_firewall(answer.text, [each.link for each in sources])
    left = origin.left
    return Shown(
        text=firewalled.text,
        claims=tuple(Span(left(each.start), left(each.end)) for each in extents_of(answer)),
        anchors=tuple(evolve(each, at=left(each.at)) for each in anchors_of(answer)),
        removed=len(firewalled.removed),
    )
