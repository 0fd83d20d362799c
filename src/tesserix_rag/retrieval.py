"""What is searched and what is found: documents, chunks, hits and results."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import TYPE_CHECKING, Protocol, TypeAlias, cast

from attrs import field, frozen

from tesserix_rag import _fields
from tesserix_rag._fixed import Fixed
from tesserix_rag.ids import is_text
from tesserix_rag.places import SourceLocator, Span

if TYPE_CHECKING:
    from attrs import Attribute

Scalar: TypeAlias = str | int | float | bool


class Metadata(Fixed[Scalar]):
    """What a store or a host says of a document or a hit."""

    __slots__ = ()


def _frozen_mapping(values: Mapping[str, Scalar]) -> Mapping[str, Scalar]:
    return Metadata(values) if _is_mapping(values) else values


def _is_mapping(values: object) -> bool:
    return isinstance(values, Mapping)


def _mapping(instance: object, attribute: Attribute[Mapping[str, Scalar]], value: object) -> None:
    if not isinstance(value, Metadata):
        _fields.refuse(instance, attribute)


def _scalars(instance: object, attribute: Attribute[Mapping[str, Scalar]], value: object) -> None:
    _mapping(instance, attribute, value)
    for key, each in cast("Metadata", value).items():
        if not is_text(key) or not is_scalar(each):
            _fields.refuse(instance, attribute)


def is_scalar(value: object) -> bool:
    """Whether *value* may stand in metadata: a string, a finite number or a boolean."""
    if isinstance(value, str):
        return is_text(value)
    if isinstance(value, bool):
        return True
    if isinstance(value, int):
        return abs(value) <= _fields.LARGEST_INTEGER
    return isinstance(value, float) and math.isfinite(value)


@frozen(kw_only=True)
class Document:
    """
    One immutable version of a document.

    Args:
        document_id: What names the document through all its versions.
        version: What names this version.
        text: The whole text; all spans count its code points.
        uri: Where a reader finds it.
        title: What it is called.
        license: Under what terms its text may be shown.
        metadata: What retrieval can filter by: strings, finite numbers and booleans.

    Raises:
        InvalidRecordError: If a field does not hold.
    """

    document_id: str = field(validator=_fields.identifier)
    version: str = field(validator=_fields.identifier)
    text: str = field(validator=_fields.text, repr=_fields.length_only)
    uri: str = field(default="", validator=_fields.text, repr=_fields.length_only)
    title: str = field(default="", validator=_fields.text, repr=_fields.length_only)
    license: str = field(default="", validator=_fields.text, repr=_fields.length_only)
    metadata: Mapping[str, Scalar] = field(factory=Metadata, converter=_frozen_mapping, validator=_scalars)


@frozen(kw_only=True)
class Chunk:
    """
    A passage of one version of a document, the unit of retrieval.

    Args:
        chunk_id: What names it; made of ids and places, never of text.
        document_id: Its document.
        document_version: The version that it is a passage of.
        span: Where it stands in the document's text.
        ordinal: Its place among the chunks of the version, from 0.
        text: Its text.
        locator: The way for a reader to find it.

    Raises:
        InvalidRecordError: If a field does not hold.
    """

    chunk_id: str = field(validator=_fields.identifier)
    document_id: str = field(validator=_fields.identifier)
    document_version: str = field(validator=_fields.identifier)
    span: Span = field(validator=_fields.of(Span))
    ordinal: int = field(validator=_fields.offset)
    text: str = field(validator=_fields.text, repr=_fields.length_only)
    locator: SourceLocator = field(factory=SourceLocator, validator=_fields.of(SourceLocator))


class Branch(StrEnum):
    """The way by which a passage was found."""

    SEMANTIC = "semantic"
    KEYWORD = "keyword"


class HybridPath(StrEnum):
    """How far a hybrid retrieval came."""

    FULL = "full"
    RRF_ONLY = "rrf_only"
    DENSE_ONLY = "dense_only"


def branches_in_order(values: Iterable[Branch]) -> tuple[Branch, ...]:
    """Make a tuple of branches, also from their values; leave what is none to the validator."""
    found = _fields.in_order(values)
    if type(found) is not tuple:
        return found
    return tuple(_branch(each) for each in found)


def _branch(value: Branch) -> Branch:
    return _fields.member(Branch, value)


def _path_or_none(value: HybridPath | None) -> HybridPath | None:
    return None if value is None else _fields.member(HybridPath, value)


@frozen(kw_only=True)
class BranchScore:
    """
    What one branch thought of a hit.

    Args:
        branch: The way by which it was found.
        score: That branch's score, in its own unit.
        rank: Its place in that branch's list, from 1.

    Raises:
        InvalidRecordError: If a field does not hold.
    """

    branch: Branch = field(converter=_branch, validator=_fields.of(Branch))
    score: float = field(converter=_fields.as_float, validator=_fields.finite)
    rank: int = field(validator=_fields.ordinal)


def _contributions(values: Iterable[BranchScore]) -> tuple[BranchScore, ...]:
    return _fields.in_order(values)


@frozen(kw_only=True)
class Hit:
    """
    One passage as a store gave it; it is ``cite`` that refuses what cannot be pinned.

    Args:
        chunk_id: The store's id of the passage.
        document_id: The document that it is from.
        text: Its text.
        score: The store's score, higher is better.
        metadata: What the store knows of it; see the reference for the keys that are read.
        contributions: What each branch thought of it.
        rerank_score: The reranker's logit, where one ran.
    """

    chunk_id: str = field(repr=_fields.id_only)
    document_id: str = field(repr=_fields.id_only)
    text: str = field(repr=_fields.length_only)
    score: float = field(default=0.0, repr=_fields.number_only)
    metadata: Mapping[str, Scalar] = field(factory=Metadata, converter=_frozen_mapping, validator=_mapping)
    contributions: tuple[BranchScore, ...] = field(
        default=(), converter=_contributions, validator=_fields.many(BranchScore)
    )
    rerank_score: float | None = field(default=None, repr=_fields.number_only)


def _hits(values: Iterable[Hit]) -> tuple[Hit, ...]:
    return _fields.in_order(values)


@frozen(kw_only=True)
class RetrievalScope:
    """
    Where to search.

    Args:
        collection: The collection, inside the tenant of the scope.
    """

    collection: str = field(validator=_fields.identifier)


@frozen(kw_only=True)
class RetrievalResult:
    """
    What a retriever found; false when it found nothing.

    Args:
        query: What was asked.
        hits: The passages, best first.
        branches: The ways by which was searched.
        partial: Whether a way that was meant to be searched could not be.
        path: How far a hybrid retrieval came, where there was one.
        tenant: Whose passages these are, where the store says so.
    """

    query: str = field(validator=_fields.text, repr=_fields.length_only)
    hits: tuple[Hit, ...] = field(default=(), converter=_hits, validator=_fields.many(Hit))
    branches: tuple[Branch, ...] = field(
        default=(), converter=branches_in_order, validator=_fields.many(Branch)
    )
    partial: bool = field(default=False, validator=_fields.truth)
    path: HybridPath | None = field(default=None, converter=_path_or_none, validator=_fields.maybe(HybridPath))
    tenant: str | None = field(default=None, validator=_fields.tenant_or_none)

    def __bool__(self) -> bool:
        return bool(self.hits)


class Retriever(Protocol):
    """What finds passages for a query."""

    async def retrieve(
        self,
        query: str,
        *,
        scope: RetrievalScope,
        filters: Mapping[str, Scalar] | None = None,
        k: int = 10,
    ) -> RetrievalResult:
        """Find at most *k* passages for *query*, best first."""
        ...
