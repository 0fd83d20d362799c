"""What a placement offers: sources in order, each under the marker that names it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final

from attrs import frozen

from tesserix_rag._discretion import discreet
from tesserix_rag.errors import ConfigurationError
from tesserix_rag.ids import is_blank
from tesserix_rag.markers.dialects import IRIS_DRAFT
from tesserix_rag.markers.neutralising import neutralised
from tesserix_rag.markers.writing import Writer
from tesserix_rag.passages import merge_results, passages
from tesserix_rag.placing.notes import Note, NoteCode
from tesserix_rag.retrieval import RetrievalResult

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from tesserix_rag.markers.dialects import Dialect
    from tesserix_rag.records import Citation

_FAQ: Final = "F"
_OPENING: Final = "[cite:"


@frozen(kw_only=True)
class Offer:
    """
    What a placement model may cite.

    Args:
        citations: The sources; the first has the number 1.
        places: Kind, entity and place of each, as its marker has them.
        texts: Their texts, which name no source themselves, by citation id.
        notes: What could not be offered.
    """

    citations: tuple[Citation, ...]
    places: tuple[str, ...]
    texts: Mapping[str, str]
    notes: tuple[Note, ...]

    def serialised(self) -> str:
        """Give the sources as JSON: each with its marker as its id."""
        entries = [
            {"id": f"{_OPENING}{place}!{number}]", "content": self.texts[each.citation_id]}
            for number, (each, place) in enumerate(zip(self.citations, self.places, strict=True), start=1)
        ]
        # Still JSON, and no text of a source can close or open a tag of the prompt.
        return json.dumps(entries).replace("<", r"\u003c")


def offered(result: RetrievalResult, citations: tuple[Citation, ...], dialect: Dialect) -> Offer:
    """Offer the citations that have a text in *result*: slides first, then recordings, then FAQs."""
    texts = {name: text for name, text in passages(result, citations).items() if not is_blank(text)}
    told = tuple(sorted((each for each in citations if each.citation_id in texts), key=_rank))
    places = dict(_places(told, dialect))
    unwritable = (each.citation_id for each in told if each.citation_id not in places)
    return Offer(
        citations=tuple(each for each in told if each.citation_id in places),
        places=tuple(places.values()),
        texts={each: neutralised(texts[each], IRIS_DRAFT) for each in places},
        notes=tuple(Note(code=NoteCode.UNWRITABLE, citation_id=each) for each in unwritable),
    )


def _places(told: tuple[Citation, ...], dialect: Dialect) -> Iterator[tuple[str, str]]:
    """Give the place of each source that can be named in a draft marker, and in the markers that are wanted."""
    drafts = Writer(told, IRIS_DRAFT, {})
    for each in told:
        draft = marker_of(each.citation_id, drafts)
        # By itself, since no number is too high for it yet.
        if draft and marker_of(each.citation_id, Writer((each,), dialect, {})):
            yield each.citation_id, draft.removeprefix(_OPENING).rpartition("!")[0]


def marker_of(citation_id: str, writer: Writer) -> str:
    """Give the marker of a citation; none, if the dialect has none for it."""
    try:
        return writer.written([citation_id])[0]
    except ConfigurationError:
        return ""


def _rank(citation: Citation) -> int:
    if citation.locator.kind == _FAQ:
        return 2
    return 0 if citation.locator.time is None else 1


@discreet
def in_view(
    view: RetrievalResult | None, found: RetrievalResult | None, *, is_switched: bool = False
) -> RetrievalResult:
    """
    Give what the reader has open together with what a search found, each passage once, the view first.

    Args:
        view: The passages at the reader's place.
        found: What a search found.
        is_switched: Whether the answer is about something else than what the reader has open; the view is then
            left out.

    Raises:
        ConfigurationError: If the results are of two tenants.
    """
    results = [each for each in (None if is_switched else view, found) if each is not None]
    return merge_results(*results) if results else RetrievalResult(query="")
