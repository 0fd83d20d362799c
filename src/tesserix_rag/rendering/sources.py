"""The sources of an answer in the order of their numbers: what each is, where it stands, what became of it."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Final, TypeAlias, TypeVar, cast

from attrs import field, frozen

from tesserix_rag import _fields
from tesserix_rag.errors import ConfigurationError, TenantCrossingError
from tesserix_rag.ids import is_blank
from tesserix_rag.markers.references import first_used
from tesserix_rag.markers.writing import anchors_of
from tesserix_rag.records import GroundedAnswer, Resolved, Tombstone, Unresolved, UnresolvedCode
from tesserix_rag.rendering.files import on_one_line
from tesserix_rag.rendering.links import link
from tesserix_rag.retrieval import Document
from tesserix_rag.tenancy import current_tenant

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from tesserix_rag.places import TimeRange
    from tesserix_rag.records import Citation

_T = TypeVar("_T")
_K = TypeVar("_K")

Resolution: TypeAlias = Resolved | Tombstone | Unresolved

_HOUR: Final = 3_600
_MINUTE: Final = 60


class SourceState(StrEnum):
    """What became of a source since it was retrieved."""

    UNKNOWN = "unknown"
    """Nobody looked."""

    CURRENT = "current"
    SUPERSEDED = "superseded"
    ERASED = "erased"
    MISSING = "missing"
    CHANGED = "changed"


@frozen(kw_only=True)
class Source:
    """
    One source of an answer, as a reader is told of it.

    Of what was erased, or is no longer what was cited, nothing is told but ids, version and span.

    Args:
        number: Its number in the answer, from 1.
        citation: What was retrieved.
        found: What became of it, if somebody looked.
        document: The cited version, if it was given. Never shown by repr.
    """

    number: int
    citation: Citation
    found: Resolution | None = field(default=None, repr=False)
    document: Document | None = field(default=None, repr=False)

    @property
    def state(self) -> SourceState:
        """What became of it."""
        if isinstance(self.found, Resolved):
            is_old = self.found.superseded_by is not None
            return SourceState.SUPERSEDED if is_old else SourceState.CURRENT
        if isinstance(self.found, Unresolved):
            return _UNRESOLVED[self.found.code]
        return SourceState.UNKNOWN if self.found is None else SourceState.ERASED

    @property
    def is_told(self) -> bool:
        """Whether a reader may be told more of it than ids, version and span."""
        return self.found is None or isinstance(self.found, Resolved)

    @property
    def title(self) -> str:
        """What it is called, on one line; its document's id, if that is not known."""
        title = self.document.title if self.document is not None and self.is_told else ""
        return _name(title) or on_one_line(self.citation.document_id)

    @property
    def link(self) -> str | None:
        """Where a reader may open it, if the store's record says so."""
        url = self.citation.source_url or (self.document.uri if self.document is not None else "")
        return link(url) if url and self.is_told else None

    @property
    def license(self) -> str:
        """Under what terms its text may be shown, on one line."""
        if not self.is_told:
            return ""
        return _name(self.citation.source_license or (self.document.license if self.document else ""))

    @property
    def relevance(self) -> int | None:
        """How relevant it is, of 100."""
        score = self.citation.retrieved_score
        return int(score) if score is not None and self.is_told else None

    @property
    def place(self) -> tuple[str, ...]:
        """Its section, and its page or its time in a recording, as far as they are known."""
        locator = self.citation.locator
        if not self.is_told:
            return ()
        number = _name(locator.page_label) or locator.page
        page = f"page {number}" if number is not None else ""
        time = _time(locator.time) if locator.time is not None else ""
        return tuple(each for each in (_name(locator.section), page, time) if each)

    @property
    def version(self) -> str:
        """Which version it is, and which one took its place."""
        version = f"version {on_one_line(self.citation.document_version)}"
        newer = self.found.superseded_by if isinstance(self.found, Resolved) else None
        return version if newer is None else f"{version}, superseded by {on_one_line(newer)}"

    @property
    def date(self) -> str:
        """When it was retrieved, or why there is nothing left to see."""
        found = self.found
        if isinstance(found, Tombstone):
            return f"erased {found.erased_at:%Y-%m-%d}: {found.reason.value.replace('_', ' ')}"
        if isinstance(found, Unresolved):
            return _TOLD[found.code]
        return f"retrieved {self.citation.retrieved_at:%Y-%m-%d}"

    @property
    def details(self) -> tuple[str, ...]:
        """Whatever stands behind its title in a list of sources."""
        return (*self.place, self.version, self.date)


_UNRESOLVED: Final = {
    UnresolvedCode.MISSING: SourceState.MISSING,
    UnresolvedCode.CHANGED: SourceState.CHANGED,
}
_TOLD: Final = {
    UnresolvedCode.MISSING: "no longer in the store",
    UnresolvedCode.CHANGED: "no longer what was cited",
}


def _name(given: str) -> str:
    """Give a name on one line; nothing, if a reader would see none."""
    name = on_one_line(given)
    return "" if is_blank(name) else name


def _time(time: TimeRange) -> str:
    """Give a place in a recording, as a player shows it."""
    return f"{_clock(time.start)}\u2013{_clock(time.end)}"


def _clock(seconds: int) -> str:
    hours, minutes = seconds // _HOUR, seconds % _HOUR // _MINUTE
    tail = f"{seconds % _MINUTE:02}"
    return f"{hours}:{minutes:02}:{tail}" if hours else f"{minutes}:{tail}"


def sources_of(
    answer: GroundedAnswer, resolved: Iterable[Resolution], documents: Iterable[Document]
) -> tuple[Source, ...]:
    """
    Give what an answer rests on, each once, numbered by first appearance in its text.

    Of a version from which something is gone, no document is taken: it would have the words of that, too.

    Args:
        answer: What was checked.
        resolved: What became of its citations, in any order; of others, it says nothing.
        documents: The versions that are cited, as far as they are at hand.

    Raises:
        MissingTenantContextError: Outside any tenant scope.
        TenantCrossingError: If the answer is another tenant's.
        ConfigurationError: If anything is not what it should be, or one thing is said to be another.
    """
    _expect_own(answer)
    found = _by(_citation_id, _all(resolved, Resolved, Tombstone, Unresolved))
    known = _by(_version, _all(documents, Document))
    for each in _incomplete(answer, found):
        known.pop(each, None)
    named = [name for anchor in anchors_of(answer) for name in anchor.citation_ids]
    sources = tuple(
        Source(
            number=number,
            citation=each,
            found=found.get(each.citation_id),
            document=known.get((each.document_id, each.document_version)),
        )
        for number, each in enumerate(first_used(named, answer.citations), start=1)
    )
    if not all(map(_agrees, sources)):
        raise ConfigurationError("what was resolved, or a document, is not what was cited")
    return sources


def _expect_own(answer: object) -> None:
    if not isinstance(answer, GroundedAnswer):
        raise ConfigurationError("what a reader sees is made of an answer that was checked")
    tenant = current_tenant("rendering")
    if answer.tenant != tenant:
        ids = [each.citation_id for each in answer.citations]
        raise TenantCrossingError(tenant=tenant, into=answer.tenant, citation_ids=ids)


def _incomplete(answer: GroundedAnswer, found: Mapping[str, Resolution]) -> set[tuple[str, str]]:
    """Give the versions from which something was erased, is missing, or is not what was cited."""
    gone: list[Citation | Tombstone] = [each for each in found.values() if isinstance(each, Tombstone)]
    gone += (each for each in answer.citations if isinstance(found.get(each.citation_id), Unresolved))
    return {(each.document_id, each.document_version) for each in gone}


def _citation_id(found: Resolution) -> str:
    return found.citation_id


def _version(document: Document) -> tuple[str, str]:
    return document.document_id, document.version


def _by(name: Callable[[_T], _K], values: Iterable[_T]) -> dict[_K, _T]:
    """Give things by their names, of which none may name two."""
    known: dict[_K, _T] = {}
    for each in values:
        if known.setdefault(name(each), each) != each:
            raise ConfigurationError("of one citation or document, two different things are said")
    return known


def _all(values: Iterable[_T], *kinds: type) -> tuple[_T, ...]:
    given = _fields.in_order(values)
    if not _are(given, kinds):
        raise ConfigurationError("a reader is shown citations that were resolved, and documents")
    return given


def _are(values: object, kinds: tuple[type, ...]) -> bool:
    members = cast("tuple[object, ...]", values)
    return isinstance(values, tuple) and all(isinstance(each, kinds) for each in members)


def _agrees(source: Source) -> bool:
    """Whether what was found, and the document, are what is cited."""
    cited, found = source.citation, source.found
    if isinstance(found, Resolved | Tombstone):
        there = (found.document_id, found.document_version, found.chunk_id, found.span)
        if there != (cited.document_id, cited.document_version, cited.chunk_id, cited.span):
            return False
    if source.document is None or not isinstance(found, Resolved):
        return True
    return source.document.text[cited.span.start : cited.span.end] == found.text
