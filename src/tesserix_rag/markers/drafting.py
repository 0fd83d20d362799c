"""Structured answers: the schema that a model is held to, and what it wrote read as an answer."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Final, cast

from tesserix_rag import limits as bounds
from tesserix_rag._discretion import discreet
from tesserix_rag.errors import ConfigurationError, WireCode, WireError
from tesserix_rag.markers.parsing import expect_citations
from tesserix_rag.markers.references import Retrieved, first_used
from tesserix_rag.records import Citation, CitedAnswer, Claim, Quote

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tesserix_rag.limits import Limits
    from tesserix_rag.markers.drafts import Draft

_MOST_NAMED: Final = 200


@discreet
def draft_schema(retrieved: Iterable[Citation]) -> dict[str, object]:
    """
    Give the JSON Schema of an answer, for a model whose output is held to one.

    Each claim names its sources by their positions in *retrieved*, from 1. Every field is required and no other
    is allowed, as such models ask for; an answer without claims is a refusal. Only words that all of them know
    are used: ``parse_draft`` refuses a blank text, and a fraction like ``1.0``, that the schema lets through.

    Args:
        retrieved: What ``cite`` gave for this run, in the order that was shown to the model.

    Raises:
        ConfigurationError: If it is given anything but citations.
    """
    count = len(expect_citations(retrieved))
    ref: dict[str, object] = {"type": "integer", "minimum": 1, "maximum": max(1, count)}
    if 0 < count <= _MOST_NAMED:
        ref = {"type": "integer", "enum": list(range(1, count + 1))}
    text = {"type": "string"}
    quote = _closed({"ref": ref, "text": text})
    claim = _closed({"text": text, "refs": _array(ref), "quotes": _array(quote)})
    return _closed({"claims": _array(claim)})


def _closed(properties: Mapping[str, object]) -> dict[str, object]:
    return {
        "type": "object",
        "properties": dict(properties),
        "required": list(properties),
        "additionalProperties": False,
    }


def _array(items: Mapping[str, object]) -> dict[str, object]:
    return {"type": "array", "items": dict(items)}


@discreet
def parse_draft(
    data: bytes | str | Mapping[str, object],
    retrieved: Iterable[Citation],
    *,
    limits: Limits = bounds.DEFAULT,
) -> CitedAnswer:
    """
    Read an answer that a model wrote as ``draft_schema`` says.

    A position that names nothing stays with its claim as ``?…``, for check_grounding to refuse.

    Args:
        data: JSON, or what was read from it.
        retrieved: What ``cite`` gave for this run, in the order that was shown to the model.
        limits: The most that is read.

    Raises:
        WireError: If it is no such answer.
        ConfigurationError: If *retrieved* holds anything but citations.
    """
    from tesserix_rag.markers.drafts import Draft
    from tesserix_rag.wire.kinds import Refusal
    from tesserix_rag.wire.reading import read

    known = Retrieved(expect_citations(retrieved))
    document = data if isinstance(data, bytes | str) else _written(data)
    found = read(Draft, document, strict=True, limits=limits)
    if isinstance(found, Refusal):
        raise WireError(code=found.code, path=found.path)
    if not isinstance(found, Draft):
        raise ConfigurationError("a draft is JSON, or a mapping that was read from it")
    return _answer(found, known)


def _written(data: object) -> str:
    """Write a mapping as the JSON that it was read from, with all that JSON should not hold, to be refused."""
    code = WireCode.NOT_JSON
    try:
        if isinstance(data, Mapping):
            return json.dumps(data, ensure_ascii=False, default=_plain)
    except RecursionError:
        code = WireCode.TOO_DEEP
    except (TypeError, ValueError):
        pass
    raise WireError(code=code, path="")


def _plain(value: object) -> dict[object, object]:
    if isinstance(value, Mapping):
        return dict(cast("Mapping[object, object]", value))
    raise TypeError


def _answer(draft: Draft, known: Retrieved) -> CitedAnswer:
    claims = tuple(_claims(draft, known))
    named = (each for claim in claims for each in (*claim.citation_ids, *_quoted(claim)))
    return CitedAnswer(claims=claims, citations=first_used(named, known.citations))


def _quoted(claim: Claim) -> Iterator[str]:
    return (each.citation_id for each in claim.quotes)


def _claims(draft: Draft, known: Retrieved) -> Iterator[Claim]:
    for each in draft.claims:
        yield Claim(
            text=each.text,
            citation_ids=tuple(dict.fromkeys(map(known.at, each.refs))),
            quotes=tuple(Quote(citation_id=known.at(quote.ref), text=quote.text) for quote in each.quotes),
        )
