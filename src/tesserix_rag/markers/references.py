"""What a marker refers to: its references as written, and the citations that they stand for."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Final

from attrs import field, frozen

from tesserix_rag.ids import UNRESOLVED
from tesserix_rag.limits import DEFAULT
from tesserix_rag.markers.dialects import Dialect, Naming
from tesserix_rag.places import Span

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from tesserix_rag.places import SourceLocator
    from tesserix_rag.records import Citation

_NUMBER: Final = re.compile(r"([0-9]+)(?:[^0-9A-Za-z,;\uff0c\u3001\uff1b]+([0-9]+))?")
_CARD: Final = re.compile(r"[,;\uff0c\u3001\uff1b]\s*(?:cite:)?")
_SEPARATOR: Final = re.compile(r"\ue202|\\ue202")
_SLIDE: Final = "L"


@frozen
class Marker:
    """
    A marker in a text.

    Args:
        span: Where it stands, brackets and all.
        refs: Its references: numbers as digits, ``3-1`` for a range that runs backwards, ids as written.
            Never shown by repr.
        dialect: The dialect that it is of.
    """

    span: Span
    refs: tuple[str, ...] = field(repr=lambda refs: f"<{len(refs)}>")
    dialect: Dialect


def reader_of(whole: re.Pattern[str]) -> Callable[[re.Match[str]], tuple[str, ...]]:
    """Give what reads the references of the markers that *whole* matches."""
    return next(read for name, read in _READERS.items() if name in whole.groupindex)


def _counted(found: re.Match[str]) -> tuple[str, ...]:
    """Read a number that counts from 0, or numbers that count from 1."""
    from_zero = found["zero"]
    return _numbers(found["numbers"]) if from_zero is None else (str(int(from_zero) + 1),)


def _positioned(found: re.Match[str]) -> tuple[str, ...]:
    position: str = found[1]
    return (position,) if position[0] != "0" else (str(int(position)),)


def _numbered(found: re.Match[str]) -> tuple[str, ...]:
    return _numbers(found["numbers"])


def _drafted(found: re.Match[str]) -> tuple[str, ...]:
    return (f"{_place(found)}!{found['number']}",)


def _placed(found: re.Match[str]) -> tuple[str, ...]:
    return (_place(found),)


def _place(found: re.Match[str]) -> str:
    return ":".join(found.group("kind", "entity", "page", "start", "end"))


def _listed(found: re.Match[str]) -> tuple[str, ...]:
    return tuple(map(str.strip, _CARD.split(found["ids"])))


def _private(found: re.Match[str]) -> tuple[str, ...]:
    return tuple(each for each in _SEPARATOR.split(found["private"]) if each)


def _document(found: re.Match[str]) -> tuple[str, ...]:
    return (found["document"],)


def _named(found: re.Match[str]) -> tuple[str, ...]:
    return (found["id"].strip(),)


_READERS: Final[Mapping[str, Callable[[re.Match[str]], tuple[str, ...]]]] = {
    "position": _positioned,
    "zero": _counted,
    "numbers": _numbered,
    "number": _drafted,
    "kind": _placed,
    "ids": _listed,
    "private": _private,
    "document": _document,
    "id": _named,
}
"""What reads the references of a marker, by a name in its grammar."""


def _numbers(written: str) -> tuple[str, ...]:
    """Give the numbers of a list; a range that runs backwards, or too far, stays one reference."""
    found: list[str] = []
    for each in _NUMBER.finditer(written):
        first, last = int(each[1]), int(each[2] or each[1])
        if 0 <= last - first < DEFAULT.refs:
            found.extend(map(str, range(first, last + 1)))
        else:
            found.append(f"{first}-{last}")
    if len(found) <= DEFAULT.refs:
        return tuple(found)
    return (",".join(f"{each[1]}-{each[2]}" if each[2] else each[1] for each in _NUMBER.finditer(written)),)


@frozen(slots=False)
class Retrieved:
    """
    What was retrieved, ready to be referred to.

    Args:
        citations: What was retrieved, in the order that positions count.
    """

    citations: tuple[Citation, ...]

    def ids(self, marker: Marker) -> tuple[str, ...]:
        """Give the citation ids that *marker* names, each once; what resolves to nothing comes as ``?…``."""
        found: dict[str, None] = {}
        for reference in marker.refs:
            resolved = tuple(self._named(marker.dialect.naming, reference))
            found.update(dict.fromkeys(resolved or (f"{UNRESOLVED}{reference}",)))
        return tuple(found)

    def _named(self, naming: Naming, reference: str) -> Iterable[str]:
        if naming is Naming.POSITION:
            return self._at(reference)
        if naming is Naming.CITATION:
            return (reference,) if reference in self._known else ()
        if naming is Naming.DOCUMENT:
            return self._of_document(reference)
        if naming is Naming.DRAFT:
            return self._drafted(reference)
        return self._placed(reference)

    def at(self, position: int) -> str:
        """Give the citation id at a position, from 1; ``?…``, if there is none."""
        if 0 < position <= len(self.citations):
            return self.citations[position - 1].citation_id
        return f"{UNRESOLVED}{position}"

    def _at(self, reference: str) -> Sequence[str]:
        if not reference.isdigit() or not 0 < int(reference) <= len(self.citations):
            return ()
        return (self.citations[int(reference) - 1].citation_id,)

    def _of_document(self, reference: str) -> Sequence[str]:
        return self._documents.get(reference, ()) or self._documents.get(reference.lstrip("0"), ())

    def _drafted(self, reference: str) -> Sequence[str]:
        place, _, number = reference.rpartition("!")
        at = int(number)
        if not 0 < at <= len(self.citations) or not is_at(self.citations[at - 1], place.split(":")):
            return ()
        return (self.citations[at - 1].citation_id,)

    def _placed(self, reference: str) -> Sequence[str]:
        kind, entity, *place = reference.split(":")
        candidates = self._entities.get((kind, entity), ())
        return [each.citation_id for each in candidates if is_at(each, [kind, entity, *place])]

    @cached_property
    def _known(self) -> frozenset[str]:
        return frozenset(each.citation_id for each in self.citations)

    @cached_property
    def _documents(self) -> dict[str, list[str]]:
        return _grouped((each.document_id, each.citation_id) for each in self.citations)

    @cached_property
    def _entities(self) -> dict[tuple[str, str], list[Citation]]:
        found: dict[tuple[str, str], list[Citation]] = {}
        for each in self.citations:
            found.setdefault((kind_of(each), entity_of(each)), []).append(each)
        return found


def _grouped(pairs: Iterator[tuple[str, str]]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for key, value in pairs:
        found.setdefault(key, []).append(value)
    return found


def first_used(named: Iterable[str], citations: Sequence[Citation]) -> tuple[Citation, ...]:
    """Give those of *citations* that are named, each once, in the order in which they are named first."""
    known = {each.citation_id: each for each in reversed(citations)}
    return tuple(known[each] for each in dict.fromkeys(named) if each in known)


def kind_of(citation: Citation) -> str:
    """Give what a product calls the source of *citation*; a slide or a recording, if it does not say."""
    return citation.locator.kind or _SLIDE


def entity_of(citation: Citation) -> str:
    """Give which source it is: the document, if the locator does not say."""
    return citation.locator.entity or citation.document_id


def place_of(locator: SourceLocator) -> tuple[str, str, str]:
    """Give page, start and end as a marker writes them."""
    if locator.time is not None:
        return "", str(locator.time.start), str(locator.time.end)
    return str(locator.page or ""), "", ""


def is_at(citation: Citation, fields: Sequence[str]) -> bool:
    """Whether the fields of a marker are those of *citation*; a start counts before a page."""
    kind, entity, page, start, end = fields
    if (kind, entity) != (kind_of(citation), entity_of(citation)):
        return False
    known_page, known_start, known_end = place_of(citation.locator)
    if start.strip():
        return (start, end or known_end) == (known_start, known_end)
    return (page, start, end) == (known_page, known_start, known_end)
