"""Markers put into a finished answer by a model, which is held to its word."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from itertools import count
from time import perf_counter
from typing import TYPE_CHECKING, Final

from attrs import evolve, field, frozen

from tesserix_rag import _fields
from tesserix_rag._discretion import discreet_async
from tesserix_rag._fixed import Fixed
from tesserix_rag.citing import merge_citations
from tesserix_rag.errors import ConfigurationError, MissingTenantContextError, TenantCrossingError
from tesserix_rag.ids import is_blank, is_text
from tesserix_rag.markers.dialects import IRIS, Dialect, Naming
from tesserix_rag.markers.finding import scan
from tesserix_rag.markers.parsing import expect_citations
from tesserix_rag.placing.aligning import aligned, without_drafts
from tesserix_rag.placing.asking import Counting
from tesserix_rag.placing.labels import Label, Labelling, labelled
from tesserix_rag.placing.notes import Note, NoteCode
from tesserix_rag.placing.prompting import code_of, language_line, prompt
from tesserix_rag.placing.sources import Offer, offered
from tesserix_rag.placing.weaving import Insertion, Loom
from tesserix_rag.records import Citation, CitedAnswer
from tesserix_rag.telemetry import observed
from tesserix_rag.tenancy import current_tenant

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tesserix_rag.placing.aligning import Spot
    from tesserix_rag.placing.models import PlacementModels
    from tesserix_rag.placing.weaving import Woven
    from tesserix_rag.retrieval import RetrievalResult
    from tesserix_rag.telemetry import Observation

_ANSWER_TAG: Final = re.compile(r"<\s{0,8}/?\s{0,8}(answer-[0-9]{1,9})", re.IGNORECASE)
_DROPPED: Final = frozenset({NoteCode.NEVER_OFFERED, NoteCode.TAMPERED, NoteCode.UNREADABLE})


def _labels(labels: Mapping[str, Label]) -> Mapping[str, Label]:
    return Fixed(labels)


def _counts(usage: Mapping[str, int]) -> Mapping[str, int]:
    return Fixed(usage)


@frozen(kw_only=True)
class Placement:
    """
    An answer with markers placed in it.

    Args:
        text: The answer with its markers. Never shown by repr.
        answer: The answer as claims. It is not checked.
        cited: The ids of what is cited, in order of first use.
        labels: Keyword and summary by citation id.
        notes: What was done otherwise than asked.
        usage: What the models counted, summed by name.
        insertions: Where the markers stand.
        dialect: What they look like.
    """

    text: str = field(repr=_fields.length_only)
    answer: CitedAnswer
    cited: tuple[str, ...] = ()
    labels: Mapping[str, Label] = field(factory=dict[str, Label], converter=_labels)
    notes: tuple[Note, ...] = ()
    usage: Mapping[str, int] = field(factory=dict[str, int], converter=_counts)
    insertions: tuple[Insertion, ...] = field(default=(), repr=_fields.count_only)
    # As a factory, since what Sphinx shows of the dialect itself is no Python.
    dialect: Dialect = field(factory=lambda: IRIS)


@discreet_async
async def place_citations(
    answer_text: str,
    result: RetrievalResult,
    citations: Iterable[Citation],
    *,
    models: PlacementModels,
    language: str = "en",
    dialect: Dialect = IRIS,
    after: Placement | None = None,
    patience: float | None = None,
) -> Placement:
    """
    Let a model put markers into a finished answer, and others label what was cited.

    Whatever a model does, the answer comes back to the character: a placement that changes it is set aside, and
    a marker that names no source that was offered, or another one than its number, is dropped. Notes say so.
    What comes back is not checked: give ``answer`` to check_grounding.

    Args:
        answer_text: The answer. Draft markers in it are taken out.
        result: What was found, with the texts of the sources.
        citations: What ``cite`` gave for it.
        models: What makes the models.
        language: What labels are written in, and the answer is: a code or a name.
        dialect: What the markers are to look like.
        after: An earlier placement in the same answer, whose markers stay as they are.
        patience: How many seconds one completion may take; no bound, if none.

    Raises:
        TenantCrossingError: If the citations, the result and the earlier placement are not of one tenant, or of
            another one than the scope's.
        ConfigurationError: If an argument is not usable.
    """
    known = merge_citations(expect_citations(citations))
    _refuse_foreign(result, (*known, *(() if after is None else after.answer.citations)))
    language_line(language)
    _refuse_dialect(dialect, after)
    original, notes = _original(answer_text, dialect, after)
    work = _Work(
        original=original,
        offer=offered(result, known, dialect),
        models=models,
        language=language,
        dialect=dialect,
        after=after,
        counting=Counting(patience),
    )
    with observed("adk.place") as observation:
        return await work.done(notes, observation)


def _refuse_foreign(result: RetrievalResult, citations: Sequence[Citation]) -> None:
    """Refuse what is of two tenants, or of another than the scope's, where there is one."""
    named = [*(each.tenant for each in citations), *([] if result.tenant is None else [result.tenant])]
    try:
        tenant = current_tenant("placing")
    except MissingTenantContextError:
        tenant = named[0] if named else ""
    into = next((each for each in named if each != tenant), None)
    if into is not None:
        foreign = {each.citation_id for each in citations if each.tenant != tenant}
        raise TenantCrossingError(tenant=tenant, into=into, citation_ids=sorted(foreign))


def _refuse_dialect(dialect: Dialect, after: Placement | None) -> None:
    if dialect.members or dialect.naming is Naming.DRAFT:
        raise ConfigurationError("markers are placed in one dialect, and in none of drafts")
    if after is not None and after.dialect != dialect:
        raise ConfigurationError("an answer has its markers in the dialect of the placement before")


def _original(answer_text: str, dialect: Dialect, after: Placement | None) -> tuple[str, tuple[Note, ...]]:
    """Give the answer without draft markers, and a note for each that it held and for what looks like ours."""
    if type(answer_text) is not str or not is_text(answer_text):
        raise ConfigurationError("an answer is text, without lone surrogates")
    text, forged = without_drafts(answer_text)
    if after is not None:
        if text not in (after.answer.text, after.text):
            raise ConfigurationError("the answer is not the one of the placement before")
        return after.answer.text, ()
    foreign = len(scan(text, dialect))
    return text, (*[Note(code=NoteCode.FORGED)] * forged, *[Note(code=NoteCode.FOREIGN)] * foreign)


@frozen(kw_only=True)
class _Work:
    """One placement: what it is made of, and who does it."""

    original: str
    offer: Offer
    models: PlacementModels
    language: str
    dialect: Dialect
    after: Placement | None
    counting: Counting

    async def done(self, notes: tuple[Note, ...], observation: Observation) -> Placement:
        began = perf_counter()
        insertions, told = await self._placed()
        between = perf_counter()
        written = await self._labelled(insertions)
        ended = perf_counter()
        woven = self._loom(written.labels).woven(insertions)
        lost = _lost(insertions, woven.insertions)
        notes = (*notes, *self.offer.notes, *told, *lost, *written.notes)
        if observation.recording:
            observation.cites(woven.answer.citations)
            observation.attributes.update(self._observed(woven, notes))
            observation.attributes["adk.place.seconds"] = between - began
            observation.attributes["adk.place.label_seconds"] = ended - between
        return self._placement(woven, notes)

    async def _placed(self) -> tuple[tuple[Insertion, ...], tuple[Note, ...]]:
        """Let a model place markers; nothing comes of it, if it does not keep to the answer."""
        if not self.offer.citations or is_blank(self.original):
            return (), ()
        tag = _tag(self.original)
        sources = self.offer.serialised()
        asked = prompt("place", self.language, sources=sources, answer=self.original, tag=tag)
        written = await self.counting.ask(self.counting.made(self.models.chat), asked)
        if written is None:
            return (), (Note(code=NoteCode.PLACEMENT_FAILED),)
        spots = aligned(self.original, written)
        if spots is None:
            return (), (Note(code=NoteCode.TEXT_CHANGED),)
        return _resolved(spots, self.offer)

    async def _labelled(self, insertions: Iterable[Insertion]) -> Labelling:
        """Have what is cited labelled, unless the placement before has a label for it."""
        known: Mapping[str, Label] = {} if self.after is None else self.after.labels
        used = dict.fromkeys(each.citation_id for each in insertions)
        texts = {each: self.offer.texts[each] for each in used if each not in known}
        taken = [each.keyword for each in known.values()]
        found = await labelled(texts, self.models.labels, self.language, self.counting, taken=taken)
        return evolve(found, labels={**found.labels, **known})

    def _loom(self, labels: Mapping[str, Label]) -> Loom:
        before = () if self.after is None else self.after.answer.citations
        return Loom(
            original=self.original,
            dialect=self.dialect,
            known=merge_citations(before, self.offer.citations),
            labels=labels,
            language=code_of(self.language),
            before=() if self.after is None else self.after.insertions,
        )

    def _observed(self, woven: Woven, notes: Iterable[Note]) -> dict[str, int | list[str]]:
        before = () if self.after is None else self.after.insertions
        codes = [each.code for each in notes]
        return {
            "adk.place.offered": len(self.offer.citations),
            "adk.place.placed": len(woven.insertions) - len(before),
            "adk.place.dropped": sum(each in _DROPPED for each in codes),
            "adk.place.notes": sorted({each.value for each in codes}),
        }

    def _placement(self, woven: Woven, notes: tuple[Note, ...]) -> Placement:
        usage = self.counting.usage.copy()
        usage.update({} if self.after is None else self.after.usage)
        return Placement(
            text=woven.text,
            answer=woven.answer,
            cited=tuple(dict.fromkeys(each.citation_id for each in woven.insertions)),
            labels=woven.labels,
            notes=notes if self.after is None else (*self.after.notes, *notes),
            usage=usage,
            insertions=woven.insertions,
            dialect=self.dialect,
        )


def _tag(original: str) -> str:
    """Give the name of a tag that the answer itself does not have."""
    taken = {each[1].lower() for each in _ANSWER_TAG.finditer(original)}
    return next(each for number in count(1) if (each := f"answer-{number}") not in taken)


def _resolved(spots: Iterable[Spot], offer: Offer) -> tuple[tuple[Insertion, ...], tuple[Note, ...]]:
    """Keep the markers that name a source as it was offered; note the others."""
    insertions: list[Insertion] = []
    notes: list[Note] = []
    for each in spots:
        place, _, digits = each.marker.refs[0].rpartition("!")
        number = int(digits)
        if not 0 < number <= len(offer.citations):
            notes.append(Note(code=NoteCode.NEVER_OFFERED))
        elif place != offer.places[number - 1]:
            notes.append(Note(code=NoteCode.TAMPERED))
        else:
            insertions.append(Insertion(each.at, each.is_spaced, offer.citations[number - 1].citation_id))
    return tuple(insertions), tuple(notes)


def _lost(placed: Iterable[Insertion], standing: Iterable[Insertion]) -> list[Note]:
    """Note the markers that could not be put into the answer."""
    lost = Counter(placed) - Counter(standing)
    return [Note(code=NoteCode.UNREADABLE, citation_id=each.citation_id) for each in lost.elements()]
