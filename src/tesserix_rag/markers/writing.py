"""An answer with its markers written back, in any dialect."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from functools import cached_property
from typing import TYPE_CHECKING, Final, Protocol

from attrs import evolve, frozen

from tesserix_rag._discretion import discreet
from tesserix_rag._fields import LARGEST_INTEGER
from tesserix_rag.errors import ConfigurationError, TenantCrossingError
from tesserix_rag.markers import dialects as known
from tesserix_rag.markers.dialects import BLANKS, Dialect, Naming
from tesserix_rag.markers.finding import scan
from tesserix_rag.markers.neutralising import JOINER, openings
from tesserix_rag.markers.references import Retrieved, entity_of, kind_of, place_of
from tesserix_rag.markers.surroundings import WINDOW
from tesserix_rag.places import Span
from tesserix_rag.records import Anchor, Citation, GroundedAnswer
from tesserix_rag.tenancy import current_tenant

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

_TRIES: Final = 16
_TIGHT: Final = (known.LENTICULAR, known.PRIVATE_USE)
_LISTED: Final = {
    known.NUMERIC.name: ("[", "]"),
    known.LENTICULAR.name: ("\u3010", "\u3011"),
    known.SOURCE.name: ("[Source ", "]"),
}
_SINGLE: Final = {known.FOOTNOTE.name: ("[^", "]"), known.DOC.name: ("[doc", "]")}
_COUNTED: Final = (Naming.POSITION, Naming.DRAFT)
_MOST_LISTED: Final = 40
"""How many numbers one marker lists, so that a scanner still sees all of it at once."""

_OPENERS: Final = "<\\"
"""What begins a tag, a comment or mathematics, and begins none with a word joiner behind it."""


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
    Give the text of an answer with a marker wherever one stood, in *dialect*; behind a claim, where none did.

    Numbers are positions in the answer's citations. What looks like a marker in the prose itself gets a word
    joiner, so that nothing but the answer's own citations is marked. Save for word joiners, ``parse_answer``
    reads the same prose back, and the same citations; a dialect that names documents or places names all that
    is carried of them.

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
    places = [(each.at, marker) for each in anchors_of(answer) for marker in writer.written(each.citation_ids)]
    return composed(answer.text, places, dialect)


def anchors_of(answer: GroundedAnswer) -> Sequence[Anchor]:
    """Give where markers stand, in order: where they stood, and behind a claim what none in it names."""
    stood = answer.answer.anchors
    extents = extents_of(answer)
    named: list[set[str]] = [set() for _ in extents]
    starts = [each.start for each in extents[1:]]
    for anchor in stood if extents else ():
        at = bisect_left(starts, anchor.at)
        named[at].update(anchor.citation_ids)
    unmarked = (
        Anchor(at=extent.end, citation_ids=[each for each in claim.citation_ids if each not in ids])
        for claim, extent, ids in zip(answer.claims, extents, named, strict=True)
    )
    return sorted([*stood, *(each for each in unmarked if each.citation_ids)], key=_place)


def _place(anchor: Anchor) -> int:
    return anchor.at


def extents_of(answer: GroundedAnswer) -> list[Span]:
    """Give where each claim stands in the text of the answer."""
    found: list[Span] = []
    start = 0
    for claim in answer.claims:
        span = claim.span if answer.answer.prose is not None else None
        found.append(span or Span(start, start + len(claim.text)))
        start = found[-1].end + 1
    return found


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
        starts = range(0, len(citation_ids), _MOST_LISTED)
        return tuple(self._list(*listed, citation_ids[start : start + _MOST_LISTED]) for start in starts)

    def _list(self, before: str, behind: str, citation_ids: Sequence[str]) -> str:
        numbers = ", ".join(str(self._position(each)) for each in citation_ids)
        return self._checked(f"{before}{numbers}{behind}", citation_ids)

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
        if label is None:
            return f"[cite:{place}::]"
        if ":" in label.keyword:
            raise ConfigurationError(_UNWRITABLE)
        return f"[cite:{place}:{label.keyword}:{label.summary}]"

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
        retrieved = self._retrieved
        if self.dialect.naming not in _COUNTED:
            # What else a marker names is no question here, and could be all that is carried.
            retrieved = Retrieved(tuple(self.citations[self._position(each) - 1] for each in citation_ids))
        for marker in scan(written, self.dialect):
            is_whole = marker.span == Span(0, len(written))
            if is_whole and set(citation_ids) <= set(retrieved.ids(marker)):
                return written
        raise ConfigurationError(_UNWRITABLE)


_UNWRITABLE: Final = "the dialect cannot write what the marker has to name"


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

    def origin(self, at: int) -> int | None:
        """Give the place in the prose of a place in the text; none, where that is ours."""
        index = bisect_right(self.origins, (at, LARGEST_INTEGER)) - 1
        start, prose = self.origins[index]
        end = self.origins[index + 1][1] if index + 1 < len(self.origins) else LARGEST_INTEGER
        return prose + at - start if prose + at - start < end else None


def composed(prose: str, places: Sequence[tuple[int, str]], dialect: Dialect) -> str:
    """Put markers into the prose, and a word joiner into whatever else would be read as one."""
    joiners: set[int] = set()
    guarded: set[int] = set()
    for _ in range(_TRIES):
        draft = _assembled(prose, places, joiners, guarded, is_tight=dialect in _TIGHT)
        found = [each.span for each in scan(draft.text, dialect)]
        if found == draft.markers:
            return draft.text
        forged = {*_forged(draft, found, dialect)} - joiners
        if not forged:
            read = set(found)
            unread = {at for at, each in enumerate(draft.markers) if each not in read}
            joiners.update(_opened(prose, [places[each][0] for each in sorted(unread & guarded)], joiners))
            guarded |= unread
        joiners |= forged
    raise ConfigurationError("a marker would stand where the dialect reads none")


def _forged(draft: _Draft, found: Sequence[Span], dialect: Dialect) -> Iterator[int]:
    """Give where the prose needs a word joiner, so that nothing in it is read as a marker."""
    ours = set(draft.markers)
    for span in found:
        if span not in ours:
            origins = map(draft.origin, openings(draft.text, dialect, span))
            yield from (each + 1 for each in origins if each is not None)


def _opened(prose: str, places: Sequence[int], joiners: Collection[int]) -> Iterator[int]:
    """Give for each place one next to it where a word joiner may take away what hides a marker there."""
    for place in places:
        link = prose.find("](", place, place + WINDOW) + 1
        if link and link not in joiners:
            yield link
            continue
        for at in range(place, max(0, place - WINDOW), -1):
            if prose[at - 1] in _OPENERS and at not in joiners:
                yield at
                break


def _assembled(
    prose: str, places: Sequence[tuple[int, str]], joiners: set[int], guarded: set[int], *, is_tight: bool
) -> _Draft:
    """
    Put the markers in their places, each but a tight one behind a blank.

    *guarded* ones have a word joiner behind them, and a blank before them in any case.
    """
    pieces: list[str] = []
    draft = _Draft(text="", markers=[], origins=[(0, 0)])
    length = start = 0
    previous = "\n"
    inserted = [*((at, -1, JOINER) for at in joiners), *((at, n, text) for n, (at, text) in enumerate(places))]
    for at, number, text in sorted(inserted):
        before = prose[start:at]
        previous = before[-1:] or previous
        gap = ""
        if number >= 0:
            gap = _gap(previous, is_tight=is_tight, is_guarded=number in guarded)
            draft.markers.append(Span(length + len(before) + len(gap), length + len(before) + len(gap + text)))
        written = f"{before}{gap}{text}{JOINER if number in guarded else ''}"
        previous = JOINER if number < 0 else "\n"
        length += len(written)
        pieces.append(written)
        draft.origins.append((length, at))
        start = at
    return evolve(draft, text="".join([*pieces, prose[start:]]))


def _gap(previous: str, *, is_tight: bool, is_guarded: bool) -> str:
    """Give what stands between a character and a marker, so that reading takes away none of the prose."""
    if previous in BLANKS:
        return f"{JOINER} " if is_guarded else JOINER
    return "" if previous.isspace() or (is_tight and not is_guarded) else " "
