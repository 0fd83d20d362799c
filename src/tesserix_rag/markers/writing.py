"""An answer with its markers written back, in any dialect."""

from __future__ import annotations

from bisect import bisect_right
from functools import cached_property
from typing import TYPE_CHECKING, Final, Protocol

from attrs import evolve, frozen

from tesserix_rag._discretion import discreet
from tesserix_rag._fields import LARGEST_INTEGER
from tesserix_rag.errors import ConfigurationError, TenantCrossingError
from tesserix_rag.markers import dialects as known
from tesserix_rag.markers.dialects import Dialect, Naming
from tesserix_rag.markers.finding import scan
from tesserix_rag.markers.neutralising import JOINER
from tesserix_rag.markers.references import Retrieved, entity_of, kind_of, place_of
from tesserix_rag.places import Span
from tesserix_rag.records import Anchor, Citation, GroundedAnswer
from tesserix_rag.tenancy import current_tenant

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_TRIES: Final = 16
_TIGHT: Final = (known.LENTICULAR, known.PRIVATE_USE)
_LISTED: Final = {
    known.NUMERIC.name: ("[", "]"),
    known.LENTICULAR.name: ("\u3010", "\u3011"),
    known.SOURCE.name: ("[Source ", "]"),
}
_SINGLE: Final = {known.FOOTNOTE.name: ("[^", "]"), known.DOC.name: ("[doc", "]")}


class Labelled(Protocol):
    """What a reader is shown of a citation before opening it."""

    @property
    def keyword(self) -> str:
        """One or two words."""
        ...

    @property
    def summary(self) -> str:
        """One sentence."""
        ...


@discreet
def render_markers(
    answer: GroundedAnswer, dialect: Dialect, *, labels: Mapping[str, Labelled] | None = None
) -> str:
    """
    Give the text of an answer with a marker wherever one stood, in *dialect*; behind each claim, if none did.

    Numbers are positions in the answer's citations. What looks like a marker in the prose itself gets a word
    joiner, so that nothing but the answer's own citations is marked.

    Args:
        answer: What was checked.
        dialect: What markers are to look like; no combination of dialects.
        labels: Keyword and summary by citation id, for the dialects that show them.

    Raises:
        MissingTenantContextError: Outside any tenant scope.
        TenantCrossingError: If the answer is another tenant's.
        ConfigurationError: If the dialect cannot write what a marker has to name, or one would stand in code.
    """
    tenant = current_tenant("rendering")
    if answer.tenant != tenant:
        ids = [each.citation_id for each in answer.citations]
        raise TenantCrossingError(tenant=tenant, into=answer.tenant, citation_ids=ids)
    writer = Writer(answer.citations, dialect, labels or {})
    places = [(each.at, marker) for each in _anchors(answer) for marker in writer.written(each.citation_ids)]
    return _composed(answer.text, places, dialect)


def _anchors(answer: GroundedAnswer) -> Sequence[Anchor]:
    """Give where markers stand: where they stood, or else behind each claim."""
    if answer.answer.anchors:
        return answer.answer.anchors
    found: list[Anchor] = []
    end = 0
    for claim in answer.claims:
        end = end + len(claim.text) if claim.span is None else claim.span.end
        found.append(Anchor(at=end, citation_ids=claim.citation_ids))
        end += 1
    return [each for each in found if each.citation_ids]


@frozen(slots=False)
class Writer:
    """
    What writes the markers of one dialect.

    Args:
        citations: What positions count.
        dialect: The dialect.
        labels: Keyword and summary by citation id.
    """

    citations: tuple[Citation, ...]
    dialect: Dialect
    labels: Mapping[str, Labelled]

    def written(self, citation_ids: Sequence[str]) -> tuple[str, ...]:
        """
        Give the marker, or the markers side by side, that name *citation_ids*.

        Raises:
            ConfigurationError: If the dialect cannot name them.
        """
        listed = _LISTED.get(self.dialect.name)
        if listed is None or not citation_ids:
            singly = {self._form(each): each for each in citation_ids}
            return tuple(self._checked(form, [each]) for form, each in singly.items())
        numbers = ", ".join(str(self._position(each)) for each in citation_ids)
        return (self._checked(f"{listed[0]}{numbers}{listed[1]}", citation_ids),)

    def _form(self, citation_id: str) -> str:
        position = self._position(citation_id)
        citation = self.citations[position - 1]
        if self.dialect.naming is Naming.POSITION:
            before, behind = _SINGLE[self.dialect.name]
            return f"{before}{position}{behind}"
        if self.dialect.naming is Naming.DOCUMENT:
            return f"<CIT {citation.document_id} />"
        if self.dialect.naming is Naming.CITATION:
            before, behind = self.dialect.frame
            return f"{before}{citation_id}{behind}"
        place = ":".join((kind_of(citation), entity_of(citation), *place_of(citation.locator)))
        if self.dialect.naming is Naming.DRAFT:
            return f"[cite:{place}!{position}]"
        label = self.labels.get(citation_id)
        return f"[cite:{place}:{label.keyword}:{label.summary}]" if label else f"[cite:{place}::]"

    def _position(self, citation_id: str) -> int:
        position = self._positions.get(citation_id)
        if position is None or self.dialect.members:
            raise ConfigurationError("a marker is written in one dialect, for a citation that is carried")
        return position

    @cached_property
    def _positions(self) -> dict[str, int]:
        return {each.citation_id: at for at, each in enumerate(self.citations, start=1)}

    @cached_property
    def _retrieved(self) -> Retrieved:
        return Retrieved(self.citations)

    def _checked(self, written: str, citation_ids: Sequence[str]) -> str:
        """Give what was written, if it reads as a marker of these citations."""
        for marker in scan(written, self.dialect):
            is_whole = marker.span == Span(0, len(written))
            if is_whole and set(citation_ids) <= set(self._retrieved.ids(marker)):
                return written
        raise ConfigurationError("the dialect cannot write what the marker has to name")


@frozen(kw_only=True)
class _Draft:
    """
    A text with markers in it.

    Args:
        text: The text.
        markers: Where our markers stand in it, in order.
        origins: Where each run of prose begins, in the text and in the prose.
    """

    text: str
    markers: list[Span]
    origins: list[tuple[int, int]]

    def origin(self, at: int) -> int:
        """Give the place in the prose of a place in the text."""
        start, prose = self.origins[bisect_right(self.origins, (at, LARGEST_INTEGER)) - 1]
        return prose + at - start


def _composed(prose: str, places: Sequence[tuple[int, str]], dialect: Dialect) -> str:
    """Put markers into the prose, and a word joiner into whatever else would be read as one."""
    joiners: set[int] = set()
    guarded: set[int] = set()
    for _ in range(_TRIES):
        draft = _assembled(prose, places, joiners, guarded, is_tight=dialect in _TIGHT)
        found = [each.span for each in scan(draft.text, dialect)]
        if found == draft.markers:
            return draft.text
        ours, read = set(draft.markers), set(found)
        joiners.update(draft.origin(each.start) + 1 for each in found if each not in ours)
        guarded.update(at for at, each in enumerate(draft.markers) if each not in read)
    raise ConfigurationError("a marker would stand where the dialect reads none")


def _assembled(
    prose: str, places: Sequence[tuple[int, str]], joiners: set[int], guarded: set[int], *, is_tight: bool
) -> _Draft:
    """Put the markers in their places; *guarded* ones have a word joiner behind them."""
    pieces: list[str] = []
    draft = _Draft(text="", markers=[], origins=[(0, 0)])
    length = start = 0
    inserted = [*((at, -1, JOINER) for at in joiners), *((at, n, text) for n, (at, text) in enumerate(places))]
    for at, number, text in sorted(inserted):
        before = prose[start:at]
        is_spaced = number >= 0 and not is_tight and bool(before) and not before[-1].isspace()
        blank = " " if is_spaced else ""
        pieces += [before, blank, text, JOINER if number in guarded else ""]
        length += len(before) + len(blank)
        if number >= 0:
            draft.markers.append(Span(length, length + len(text)))
        length += len(pieces[-2]) + len(pieces[-1])
        draft.origins.append((length, at))
        start = at
    return evolve(draft, text="".join([*pieces, prose[start:]]))
