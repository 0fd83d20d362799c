"""An answer as W3C Web Annotations: where each claim stands, and where the passage stands that it rests on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tesserix_rag._discretion import discreet
from tesserix_rag.errors import ConfigurationError
from tesserix_rag.markers.writing import extents_of
from tesserix_rag.places import Span
from tesserix_rag.records import Resolved, Tombstone, Unresolved
from tesserix_rag.rendering.resources import iri, moment, names_of
from tesserix_rag.rendering.sources import sources_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tesserix_rag.records import Claim, GroundedAnswer
    from tesserix_rag.rendering.resources import Names
    from tesserix_rag.rendering.sources import Source
    from tesserix_rag.retrieval import Document

_CONTEXT: Final = "http://www.w3.org/ns/anno.jsonld"
_LABEL: Final = "Claims of an answer, and the passages that they rest on"
_PDF: Final = "http://tools.ietf.org/rfc/rfc8118"
_MEDIA: Final = "http://www.w3.org/TR/media-frags/"
_AROUND: Final = 32


@discreet
def web_annotations(
    answer: GroundedAnswer,
    resolved: Iterable[Resolved | Tombstone | Unresolved] = (),
    *,
    answer_id: str | None = None,
    quotes: bool = False,
    documents: Iterable[Document] = (),
) -> dict[str, object]:
    """
    Give a W3C annotation collection: one annotation for each pair of a claim and a citation that it names.

    Its body is the claim, as a position in the text of the answer; its target the passage, or the words that
    the claim quotes from it, as a position in the text of the version that ``cached`` names. Positions count
    code points. Several selectors say the same in different ways, and each stands for itself: only the position
    of a quotation refines another one, that of its passage. What was erased is a tombstone, and what is no
    longer there, or no longer what was cited, an id.

    Words of the answer are never in it, and words of documents only if asked for.

    Args:
        answer: What was checked.
        resolved: What became of its citations, in any order.
        answer_id: What the answer is called; if not given, a name is made of the ids and spans in it.
        quotes: Whether to add the words that are cited, and 32 characters on either side, as far as *resolved*
            or *documents* have them.
        documents: The versions that are cited, as far as they are at hand.

    Raises:
        MissingTenantContextError: Outside any tenant scope.
        TenantCrossingError: If the answer is another tenant's.
        ConfigurationError: If anything is not what it should be, or one thing is said to be another.
    """
    sources = {each.citation.citation_id: each for each in sources_of(answer, resolved, documents)}
    names = names_of(answer, answer_id)
    annotations = [
        {
            "id": iri(names.of_annotation(index, sources[citation_id].citation)),
            "type": "Annotation",
            "motivation": "linking",
            "created": moment(answer.checked_at),
            "generator": {"id": iri("software"), "type": "Software", "name": "tesserix-rag"},
            "body": _body(names, index, extent),
            "target": _one_or_many(_targets(names, claim, sources[citation_id], quotes=quotes)),
        }
        for index, (claim, extent) in enumerate(zip(answer.claims, extents_of(answer), strict=True))
        for citation_id in dict.fromkeys(claim.citation_ids)
    ]
    return _collection(names, annotations)


def _collection(names: Names, annotations: Sequence[object]) -> dict[str, object]:
    """Give a collection with its only page in it; an empty one has no page, since no page may be empty."""
    collection: dict[str, object] = {
        "@context": [_CONTEXT, _tombstones()],
        "id": iri(names.of_collection()),
        "type": "AnnotationCollection",
        "label": _LABEL,
        "total": len(annotations),
    }
    if annotations:
        collection["first"] = {
            "id": iri(names.of_page()),
            "type": "AnnotationPage",
            "partOf": iri(names.of_collection()),
            "startIndex": 0,
            "items": annotations,
        }
        collection["last"] = iri(names.of_page())
    return collection


def _tombstones() -> dict[str, object]:
    """Give the terms of ActivityStreams that the context of annotations does not have."""
    return {
        "Tombstone": "as:Tombstone",
        "formerType": {"@id": "as:formerType", "@type": "@vocab"},
        "deleted": {"@id": "as:deleted", "@type": "xsd:dateTime"},
    }


def _body(names: Names, index: int, extent: Span) -> dict[str, object]:
    return {
        "id": iri(names.of_claim(index)),
        "type": "SpecificResource",
        "source": iri(names.of_answer()),
        "selector": _position(extent),
    }


def _targets(names: Names, claim: Claim, source: Source, *, quotes: bool) -> list[dict[str, object]]:
    """Give each place that a claim quotes from a source, or the whole passage, if it quotes none."""
    quoted = [each.span for each in claim.quotes if each.citation_id == source.citation.citation_id]
    spans = dict.fromkeys(each for each in quoted if each is not None) or (source.citation.span,)
    return [_target(names, source, each, quotes=quotes) for each in spans]


def _target(names: Names, source: Source, span: Span, *, quotes: bool) -> dict[str, object]:
    """Give a place in a source under the same id, whatever became of it."""
    found = source.found
    known: dict[str, object] = {"id": iri(names.of_passage(source.citation, span))}
    if isinstance(found, Unresolved):
        return known
    if isinstance(found, Tombstone):
        deleted = moment(found.erased_at)
        return {**known, "type": "Tombstone", "formerType": "SpecificResource", "deleted": deleted}
    version = iri(names.of_version(source.citation))
    retrieved_at = moment(source.citation.retrieved_at)
    return {
        **known,
        "type": "SpecificResource",
        "source": source.link or version,
        "state": {"type": "TimeState", "sourceDate": retrieved_at, "cached": version},
        "selector": [_text(source, span), *(_quotation(source, span) if quotes else ()), *_fragment(source)],
    }


def _text(source: Source, span: Span) -> dict[str, object]:
    """Select a passage by its position, and a quotation by its position in that, since refining counts anew."""
    passage = source.citation.span
    selector = _position(passage)
    if span != passage:
        selector["refinedBy"] = _position(Span(span.start - passage.start, span.end - passage.start))
    return selector


def _position(span: Span) -> dict[str, object]:
    return {"type": "TextPositionSelector", "start": span.start, "end": span.end}


def _quotation(source: Source, span: Span) -> tuple[dict[str, object], ...]:
    """Select a span by its words, if they are known and there are any."""
    whole = source.document.text if source.document is not None else None
    text, start = (_passage(source), source.citation.span.start) if whole is None else (whole, 0)
    if text is None or not span.length:
        return ()
    at, end = span.start - start, span.end - start
    if len(text) < end:
        raise ConfigurationError("a document is too short to be what was cited")
    around = {"prefix": text[max(0, at - _AROUND) : at], "suffix": text[end : end + _AROUND]}
    known = {name: words for name, words in around.items() if words or whole is not None}
    return ({"type": "TextQuoteSelector", "exact": text[at:end], **known},)


def _passage(source: Source) -> str | None:
    found = source.found
    if not isinstance(found, Resolved):
        return None
    if len(found.text) != source.citation.span.length:
        raise ConfigurationError("a passage that was resolved has not the length of what was cited")
    return found.text


def _fragment(source: Source) -> tuple[dict[str, object], ...]:
    """Select the page of what is known to be a PDF, or the time in a recording."""
    locator = source.citation.locator
    if source.link is not None and "#" in source.link:
        return ()
    if locator.time is not None:
        start, end = locator.time.start, locator.time.end
        value = f"t={start},{end}" if end > start else f"t={start}"
        return ({"type": "FragmentSelector", "conformsTo": _MEDIA, "value": value},)
    if locator.page is None or not _is_pdf(source):
        return ()
    return ({"type": "FragmentSelector", "conformsTo": _PDF, "value": f"page={locator.page}"},)


def _is_pdf(source: Source) -> bool:
    citation, document = source.citation, source.document
    names = (source.link, citation.locator.uri, citation.document_id, document.uri if document else "")
    paths = (name.partition("#")[0].partition("?")[0] for name in names if name)
    return any(path.lower().endswith(".pdf") for path in paths)


def _one_or_many(targets: Sequence[dict[str, object]]) -> object:
    return targets[0] if len(targets) == 1 else targets
