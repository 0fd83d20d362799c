"""What answers, claims and sources are called outside of the library: names made of ids, never of text."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING, Final
from urllib.parse import quote

from attrs import frozen

from tesserix_rag.errors import ConfigurationError
from tesserix_rag.ids import is_id
from tesserix_rag.markers.writing import extents_of

if TYPE_CHECKING:
    from datetime import datetime

    from tesserix_rag.places import Span
    from tesserix_rag.records import Citation, GroundedAnswer

NAMESPACE: Final = "urn:tesserix-rag:"
"""What a name becomes an IRI with."""

_DIGITS: Final = 32


@frozen
class Names:
    """
    The names of one answer and of what it rests on, apart from those of every other tenant.

    Each is a word and percent-encoded ids with slashes between them: the local part of a qualified name, and an
    IRI behind ``NAMESPACE``.

    Args:
        tenant: Whose answer it is.
        answer_id: What the answer is called.
    """

    tenant: str
    answer_id: str

    def of_answer(self) -> str:
        """Name the answer."""
        return self._own("answer")

    def of_claim(self, index: int) -> str:
        """Name a claim, from 0."""
        return self._own("claim", str(index))

    def of_citation(self, citation: Citation) -> str:
        """Name a citation, which is one of this answer's."""
        return self._own("citation", citation.citation_id)

    def of_annotation(self, index: int, citation: Citation) -> str:
        """Name what ties a claim to a citation."""
        return self._own("annotation", str(index), citation.citation_id)

    def of_collection(self) -> str:
        """Name all that ties the claims to their citations."""
        return self._own("annotations")

    def of_page(self) -> str:
        """Name the only page of that."""
        return self._own("annotations", "1")

    def of_retrieval(self) -> str:
        """Name the finding of what is cited."""
        return self._own("retrieval")

    def of_check(self, checked_at: datetime) -> str:
        """Name a check of the answer."""
        return self._own("check", moment(checked_at))

    def of_document(self, citation: Citation) -> str:
        """Name the document that is cited, whatever its version."""
        return _named("document", self.tenant, citation.document_id)

    def of_version(self, citation: Citation, version: str | None = None) -> str:
        """Name the version that is cited, or another *version* of the same document."""
        return _named("version", self.tenant, citation.document_id, version or citation.document_version)

    def of_chunk(self, citation: Citation) -> str:
        """Name the chunk that is cited."""
        return _named("chunk", *self._chunk(citation))

    def of_erasure(self, citation: Citation) -> str:
        """Name the erasure of the chunk that is cited."""
        return _named("erasure", *self._chunk(citation))

    def of_passage(self, citation: Citation, span: Span) -> str:
        """Name a span of the version that is cited."""
        return _named("passage", *self._chunk(citation), f"{span.start}-{span.end}")

    def _own(self, kind: str, *ids: str) -> str:
        return _named(kind, self.tenant, self.answer_id, *ids)

    def _chunk(self, citation: Citation) -> tuple[str, ...]:
        return self.tenant, citation.document_id, citation.document_version, citation.chunk_id


def names_of(answer: GroundedAnswer, answer_id: str | None) -> Names:
    """
    Give the names of an answer that is called *answer_id*, or is named by the ids and spans in it.

    Raises:
        ConfigurationError: If *answer_id* is no id.
    """
    if answer_id is not None and not is_id(answer_id):
        raise ConfigurationError("an answer is called by an id")
    return Names(answer.tenant, answer_id or _by_content(answer))


def moment(at: datetime) -> str:
    """Give a time in UTC as XML Schema and ISO 8601 write it."""
    return at.isoformat().replace("+00:00", "Z")


def iri(name: str) -> str:
    """Give the IRI of a name."""
    return f"{NAMESPACE}{name}"


def _by_content(answer: GroundedAnswer) -> str:
    """
    Name an answer by what was retrieved for it and when, and by which of its claims rests on what.

    The first 32 hex digits of the SHA-256 of the RFC 8785 JSON array of these; no text is in it.
    """
    import rfc8785

    retrieved: list[list[str | int]] = [
        [
            *(each.citation_id, each.document_id, each.document_version, each.chunk_id),
            *(each.span.start, each.span.end, moment(each.retrieved_at)),
        ]
        for each in answer.citations
    ]
    stated: list[list[int | list[str]]] = [
        [span.start, span.end, [*claim.citation_ids]]
        for claim, span in zip(answer.claims, extents_of(answer), strict=True)
    ]
    return sha256(rfc8785.dumps([answer.tenant, retrieved, stated])).hexdigest()[:_DIGITS]


def _named(kind: str, *ids: str) -> str:
    return "/".join((kind, *map(_encoded, ids)))


def _encoded(name: str) -> str:
    """Percent-encode an id, also a full stop at its end, with which no qualified name ends."""
    encoded = quote(name, safe="")
    return f"{encoded[:-1]}%2E" if encoded.endswith(".") else encoded
