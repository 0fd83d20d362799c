"""Web Annotations of an answer: true to the recommendation, to the offsets, and silent."""

from __future__ import annotations

import asyncio
from contextvars import Context
from datetime import timedelta
from typing import Any
from urllib.parse import unquote

import orjson
import pytest
from attrs import evolve
from hypothesis import given, settings
from jsonschema import Draft202012Validator

from tesserix_rag import (
    CitedAnswer,
    ConfigurationError,
    ErasureReason,
    MissingTenantContextError,
    Quote,
    Resolved,
    SourceLocator,
    Span,
    TenantCrossingError,
    TimeRange,
    Tombstone,
    Unresolved,
    check_grounding,
    tenant_scope,
)
from tesserix_rag.rendering import web_annotations
from tests.examples import NOON, PAGE, TIMING, answer, citation, claim, document, passing, retrieved
from tests.leaks import material
from tests.leaks.canaries import made_up
from tests.rendering.exported import Exported, exported

pytestmark = pytest.mark.usefixtures("_acme")


@pytest.fixture
def _acme():
    with tenant_scope("acme"):
        yield


# --- the recommendation ------------------------------------------------------

IRI = {"type": "string", "format": "iri", "pattern": r"^[a-z][a-z0-9+.-]*:[\x21-\x7e]+$"}
TIME = {"type": "string", "pattern": r"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]+)?Z$"}
COUNT = {"type": "integer", "minimum": 0}

POSITION = {
    "type": "object",
    "properties": {
        "type": {"const": "TextPositionSelector"},
        "start": COUNT,
        "end": COUNT,
        "refinedBy": {"$ref": "#/$defs/selector"},
    },
    "required": ["type", "start", "end"],
    "additionalProperties": False,
}
QUOTATION = {
    "type": "object",
    "properties": {
        "type": {"const": "TextQuoteSelector"},
        "exact": {"type": "string", "minLength": 1},
        "prefix": {"type": "string", "maxLength": 32},
        "suffix": {"type": "string", "maxLength": 32},
    },
    "required": ["type", "exact"],
    "additionalProperties": False,
}
FRAGMENT = {
    "type": "object",
    "properties": {"type": {"const": "FragmentSelector"}, "conformsTo": IRI, "value": {"type": "string"}},
    "required": ["type", "value", "conformsTo"],
    "additionalProperties": False,
    "oneOf": [
        {
            "properties": {
                "conformsTo": {"const": "http://tools.ietf.org/rfc/rfc8118"},
                "value": {"pattern": "^page=[1-9][0-9]*$"},
            }
        },
        {
            "properties": {
                "conformsTo": {"const": "http://www.w3.org/TR/media-frags/"},
                "value": {"pattern": "^t=[0-9]+(,[0-9]+)?$"},
            }
        },
    ],
}
SPECIFIC = {
    "type": "object",
    "properties": {
        "id": IRI,
        "type": {"const": "SpecificResource"},
        "source": IRI,
        "state": {
            "type": "object",
            "properties": {"type": {"const": "TimeState"}, "sourceDate": TIME, "cached": IRI},
            "required": ["type"],
            "additionalProperties": False,
        },
        "selector": {
            "oneOf": [
                {"$ref": "#/$defs/selector"},
                {"type": "array", "minItems": 1, "items": {"$ref": "#/$defs/selector"}},
            ]
        },
    },
    "required": ["type", "source"],
    "additionalProperties": False,
}
TOMBSTONE = {
    "type": "object",
    "properties": {
        "id": IRI,
        "type": {"const": "Tombstone"},
        "formerType": {"const": "SpecificResource"},
        "deleted": TIME,
    },
    "required": ["id", "type", "formerType", "deleted"],
    "additionalProperties": False,
}
EXTERNAL = {"type": "object", "properties": {"id": IRI}, "required": ["id"], "additionalProperties": False}
TARGET = {"oneOf": [SPECIFIC, TOMBSTONE, EXTERNAL]}
ANNOTATION = {
    "type": "object",
    "properties": {
        "id": IRI,
        "type": {"const": "Annotation"},
        "motivation": {"const": "linking"},
        "created": TIME,
        "generator": {
            "type": "object",
            "properties": {"id": IRI, "type": {"const": "Software"}, "name": {"type": "string"}},
            "required": ["id", "type"],
            "additionalProperties": False,
        },
        "body": SPECIFIC,
        "target": {"oneOf": [TARGET, {"type": "array", "minItems": 2, "items": TARGET}]},
    },
    "required": ["id", "type", "target"],
    "additionalProperties": False,
}
COLLECTION = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "$defs": {"selector": {"oneOf": [POSITION, QUOTATION, FRAGMENT]}},
    "type": "object",
    "properties": {
        "@context": {
            "type": "array",
            "prefixItems": [{"const": "http://www.w3.org/ns/anno.jsonld"}, {"type": "object"}],
            "minItems": 2,
            "items": False,
        },
        "id": IRI,
        "type": {"const": "AnnotationCollection"},
        "label": {"type": "string"},
        "total": COUNT,
        "first": {
            "type": "object",
            "properties": {
                "id": IRI,
                "type": {"const": "AnnotationPage"},
                "partOf": IRI,
                "startIndex": COUNT,
                "items": {"type": "array", "minItems": 1, "items": ANNOTATION},
            },
            "required": ["id", "type", "partOf", "startIndex", "items"],
            "additionalProperties": False,
        },
        "last": IRI,
    },
    "required": ["@context", "id", "type", "label", "total"],
    "additionalProperties": False,
    "if": {"properties": {"total": {"minimum": 1}}},
    "then": {"required": ["first", "last"]},
    "else": {"not": {"required": ["first"]}},
}
"""What the Web Annotation Data Model asks of collections, pages, annotations, selectors and states.

Members are those that are written here, so that a new one is looked up in the recommendation first.
"""

RULES = Draft202012Validator(COLLECTION)
Draft202012Validator.check_schema(COLLECTION)

some = settings(max_examples=40)


def items_of(collection: dict[str, object]) -> list[dict[str, Any]]:
    page: Any = collection.get("first", {"items": []})
    return page["items"]


def targets(annotation: dict[str, Any]) -> list[dict[str, Any]]:
    target = annotation["target"]
    return target if isinstance(target, list) else [target]


def of_type(target: dict[str, Any], kind: str) -> list[dict[str, Any]]:
    return [each for each in target.get("selector", ()) if each["type"] == kind]


def made_of(case: Exported, **how: Any) -> dict[str, object]:
    return web_annotations(case.answer, case.resolved, documents=case.documents, **how)


def pairs(case: Exported) -> list[tuple[int, str]]:
    return [
        (index, citation_id)
        for index, stated in enumerate(case.answer.claims)
        for citation_id in dict.fromkeys(stated.citation_ids)
    ]


@some
@given(exported())
def test_it_is_a_collection_as_the_recommendation_has_it(case: Exported):
    for quotes in (False, True):
        made = made_of(case, quotes=quotes)
        read = orjson.loads(orjson.dumps(made))
        RULES.validate(read)
        assert read == made
        assert next(iter(read)) == "@context"


@some
@given(exported())
def test_each_pair_of_claim_and_citation_is_one_annotation(case: Exported):
    made = items_of(made_of(case, answer_id="answer"))
    last = [each["id"].split("/") for each in made]

    assert [(int(index), unquote(name)) for *_, index, name in last] == pairs(case)
    assert len({each["id"] for each in made}) == len(made)


@pytest.mark.parametrize(
    "broken",
    [
        {"start": -1},
        {"end": True},
        {"end": "8"},
        {"type": "TextSelector"},
        {"value": "page=1"},
    ],
)
def test_the_rules_refuse_what_is_none(broken: dict[str, object]):
    """A schema that lets everything through would prove nothing."""
    made = orjson.loads(orjson.dumps(web_annotations(grounded(answer(claim("timing"))))))
    made["first"]["items"][0]["body"]["selector"].update(broken)

    assert not RULES.is_valid(made)


def grounded(stated: CitedAnswer, *citations: Any):
    return check_grounding(stated, citations or retrieved())


# --- positions ---------------------------------------------------------------


@some
@given(exported())
def test_the_body_is_the_claim(case: Exported):
    """Its position slices the text of the answer to the words of the claim."""
    for made, (index, _) in zip(items_of(made_of(case)), pairs(case), strict=True):
        selector = made["body"]["selector"]
        assert case.answer.text[selector["start"] : selector["end"]] == case.answer.claims[index].text


@some
@given(exported())
def test_the_target_is_the_passage_or_what_is_quoted_from_it(case: Exported):
    """Its position slices the text of the version; what refines it slices the result of that."""
    cited = {each.citation_id: each for each in case.answer.citations}
    for made, (index, citation_id) in zip(items_of(made_of(case)), pairs(case), strict=True):
        source = cited[citation_id]
        whole = case.library[source.document_id, source.document_version].text
        quotes = case.answer.claims[index].quotes
        quoted = [each.span for each in quotes if each.span and each.citation_id == citation_id]
        spans = list(dict.fromkeys(quoted)) or [source.span]
        for target, span in zip(targets(made), spans, strict=True):
            for selector in of_type(target, "TextPositionSelector"):
                selected = whole[selector["start"] : selector["end"]]
                assert selected == case.passage(source)
                refined = selector.get("refinedBy", {"start": 0, "end": len(selected)})
                assert selected[refined["start"] : refined["end"]] == whole[span.start : span.end]


@some
@given(exported())
def test_a_quotation_is_the_words_that_the_position_selects(case: Exported):
    cited = {each.citation_id: each for each in case.answer.citations}
    for made, (_, citation_id) in zip(items_of(made_of(case, quotes=True)), pairs(case), strict=True):
        source = cited[citation_id]
        whole = case.library[source.document_id, source.document_version].text
        for target in targets(made):
            for quotation in of_type(target, "TextQuoteSelector"):
                (position,) = of_type(target, "TextPositionSelector")
                inner = position.get("refinedBy", {"start": 0, "end": source.span.length})
                start, end = position["start"] + inner["start"], position["start"] + inner["end"]
                assert quotation["exact"] == whole[start:end]
                assert whole[:start].endswith(quotation.get("prefix", ""))
                assert whole[end:].startswith(quotation.get("suffix", ""))


def test_several_quotations_from_one_passage_are_several_targets():
    """Refinements side by side would be ways to say one place."""
    quotes = [Quote(citation_id="timing", text="so", span=each) for each in (Span(38, 46), Span(50, 54))]
    (made,) = items_of(web_annotations(grounded(answer(claim("timing", quotes=quotes)))))

    refined = [each["selector"][0]["refinedBy"] for each in targets(made)]

    assert [(each["start"], each["end"]) for each in refined] == [(0, 8), (12, 16)]
    assert len({each["id"] for each in targets(made)}) == 2


def test_no_position_counts_in_a_page():
    """A page and a position stand side by side, since what refines a page would count in it."""
    (target,) = targets_of(locator=SourceLocator(page=7), source_url="https://files.example/a.pdf")

    assert [each["type"] for each in target["selector"]] == ["TextPositionSelector", "FragmentSelector"]
    assert not any("refinedBy" in each for each in target["selector"])


def targets_of(**changed: Any) -> list[dict[str, Any]]:
    source = citation(**changed)
    stated = CitedAnswer(claims=[claim("timing")], citations=[source])
    (made,) = items_of(web_annotations(grounded(stated, source)))
    return targets(made)


# --- pages and recordings ----------------------------------------------------


@pytest.mark.parametrize(
    ("changed", "value"),
    [
        ({"locator": SourceLocator(page=7), "source_url": "https://x.example/A.PDF?v=2"}, "page=7"),
        ({"locator": SourceLocator(page=7, uri="scans/a.pdf")}, "page=7"),
        ({"locator": SourceLocator(page=7), "document_id": "a.pdf"}, "page=7"),
        ({"locator": SourceLocator(page=7, uri="slides.pptx")}, None),
        ({"locator": SourceLocator(page=7), "source_url": "https://x.example/a.pdf#page=6"}, None),
        ({"locator": SourceLocator(uri="a.pdf")}, None),
        ({"locator": SourceLocator(time=TimeRange(90, 120))}, "t=90,120"),
        ({"locator": SourceLocator(time=TimeRange(90, 90))}, "t=90"),
    ],
)
def test_a_page_of_a_pdf_and_a_time_are_fragments(changed: dict[str, Any], value: str | None):
    """A page of anything else has no fragment that a standard knows, nor has what is a fragment already."""
    (target,) = targets_of(**changed)

    assert [each["value"] for each in of_type(target, "FragmentSelector")] == [value] * (value is not None)


# --- documents and versions --------------------------------------------------


def test_the_source_is_the_url_of_the_store():
    (target,) = targets_of(source_url="https://files.example/a|b", document_version="v 3/ü")

    assert target["source"] == "https://files.example/a%7Cb"
    assert target["state"] == {
        "type": "TimeState",
        "sourceDate": "2026-07-01T12:00:00Z",
        "cached": "urn:tesserix-rag:version/acme/handbook/v%203%2F%C3%BC",
    }


@pytest.mark.parametrize(
    "url", [None, "javascript:alert(1)", "https://user:pw@x.example/", "http://localhost/"]
)
def test_a_source_without_a_safe_url_is_named_by_its_ids(url: str | None):
    (target,) = targets_of(source_url=url, locator=SourceLocator(uri="https://model.example/"))

    assert target["source"] == "urn:tesserix-rag:version/acme/handbook/v3"


def test_documents_of_two_tenants_have_two_names():
    mine = web_annotations(grounded(answer(claim("timing"))))
    with tenant_scope("globex"):
        theirs = [evolve(each, tenant="globex") for each in retrieved()]
        other = check_grounding(CitedAnswer(claims=[claim("timing")], citations=theirs), theirs)
        yours = web_annotations(other)

    assert {_id(mine), _target_id(mine)}.isdisjoint({_id(yours), _target_id(yours)})


def _id(collection: dict[str, object]) -> object:
    return collection["id"]


def _target_id(collection: dict[str, object]) -> object:
    return items_of(collection)[0]["target"]["id"]


# --- what became of the sources ----------------------------------------------


@some
@given(exported())
def test_what_is_not_told_has_ids_only(case: Exported):
    """No selector, no URL, no words: a tombstone has a time, and what is missing or changed not even that."""
    known = {Tombstone: {"id", "type", "formerType", "deleted"}, Unresolved: {"id"}}
    for made, (_, citation_id) in zip(items_of(made_of(case, quotes=True)), pairs(case), strict=True):
        for target in targets(made):
            assert set(target) == known.get(type(case.found.get(citation_id)), set(target))


def test_what_was_erased_keeps_its_id():
    """So whoever kept the annotation sees of which passage it is the tombstone."""
    stated = grounded(answer(claim("timing")))
    erased = Tombstone(**pinned(), erased_at=NOON + timedelta(days=1), reason=ErasureReason.LEGAL)

    (before,) = items_of(web_annotations(stated))
    (after,) = items_of(web_annotations(stated, [erased], documents=[document(title="Refunds")]))

    assert after["id"] == before["id"]
    assert after["target"] == {
        "id": before["target"]["id"],
        "type": "Tombstone",
        "formerType": "SpecificResource",
        "deleted": "2026-07-02T12:00:00Z",
    }


def pinned() -> dict[str, Any]:
    return {
        "citation_id": "timing",
        "document_id": "handbook",
        "document_version": "v3",
        "chunk_id": "timing",
        "span": TIMING,
    }


# --- names -------------------------------------------------------------------


@some
@given(exported())
def test_the_same_gives_the_same(case: Exported):
    assert orjson.dumps(made_of(case)) == orjson.dumps(made_of(case))


def test_an_answer_that_is_checked_again_keeps_its_names():
    stated = passing()
    first, second = (items_of(web_annotations(grounded(stated))) for _ in range(2))

    assert [each["id"] for each in first] == [each["id"] for each in second]


def test_no_name_comes_of_words():
    """Whoever guesses an answer cannot confirm the guess by its name."""
    one, other = (grounded(answer(claim("timing", text=text))) for text in ("Yes.", "Not."))

    assert web_annotations(one)["id"] == web_annotations(other)["id"]


def test_other_retrievals_give_other_names():
    later = [evolve(each, retrieved_at=NOON + timedelta(seconds=1)) for each in retrieved()]
    stated = CitedAnswer(claims=[claim("timing")], citations=later)
    first, other = grounded(answer(claim("timing"))), grounded(stated, *later)

    assert web_annotations(first)["id"] != web_annotations(other)["id"]


def test_an_answer_is_called_as_its_product_calls_it():
    made = web_annotations(passed(), answer_id="chat 7/2")

    assert made["id"] == "urn:tesserix-rag:annotations/acme/chat%207%2F2"


def passed():
    return grounded(passing())


def test_what_was_made_is_the_callers_own():
    """Nothing that a caller changes in it stands in the next one."""
    made = web_annotations(passed())
    context: Any = made["@context"]
    context[1].clear()
    items_of(made)[0]["generator"].clear()

    RULES.validate(orjson.loads(orjson.dumps(web_annotations(passed()))))


# --- words -------------------------------------------------------------------


def test_no_words_are_in_it_unless_asked_for():
    """Neither those of claims, prose and quotations nor a document's, nor those of its locator and title."""
    canary = made_up()
    stated = material.grounded(canary)
    checked = check_grounding(stated, stated.citations)
    found = Resolved(**{**material.PINNED, "span": material.whole(canary), "text": canary.text})

    made = web_annotations(checked, [found], documents=[material.document(canary)])
    quoted = web_annotations(checked, [found], documents=[material.document(canary)], quotes=True)

    assert canary.seen_in(orjson.dumps(made)) == ()
    assert canary.seen_in(orjson.dumps(quoted)) != ()


def test_quotations_never_have_the_words_of_the_answer():
    made = orjson.dumps(web_annotations(passed(), documents=[document()], quotes=True))

    assert b"fourteen days" in made
    assert b"fortnight" not in made


@pytest.mark.parametrize(
    ("sources", "known"),
    [
        ({"documents": [document()]}, {"prefix": PAGE[6:38], "suffix": ""}),
        ({"resolved": [Resolved(**pinned(), text=PAGE[38:])]}, {}),
    ],
)
def test_what_stands_around_is_left_out_where_it_is_not_known(sources: dict[str, Any], known: dict[str, str]):
    (made,) = items_of(web_annotations(grounded(answer(claim("timing"))), **sources, quotes=True))
    (quotation,) = of_type(made["target"], "TextQuoteSelector")

    assert quotation == {"type": "TextQuoteSelector", "exact": PAGE[38:], **known}


def test_words_that_nobody_gave_are_left_out():
    (made,) = items_of(web_annotations(grounded(answer(claim("timing"))), quotes=True))

    assert of_type(made["target"], "TextQuoteSelector") == []


# --- refusals ----------------------------------------------------------------


@pytest.mark.parametrize(
    "given_",
    [
        {"resolved": [Resolved(**{**pinned(), "document_version": "v2"}, text=PAGE[38:])]},
        {"resolved": [Resolved(**pinned(), text=PAGE[37:])], "quotes": True},
        {"documents": [document(text=PAGE[:70])], "quotes": True},
        {"documents": [citation()]},
        {"resolved": PAGE},
        {"answer_id": "?7"},
        {"answer_id": ""},
    ],
)
def test_what_is_not_what_was_cited_is_refused(given_: dict[str, Any]):
    with pytest.raises(ConfigurationError):
        web_annotations(grounded(answer(claim("timing"))), **given_)


def test_what_was_not_checked_is_refused():
    unchecked: Any = passing()
    with pytest.raises(ConfigurationError):
        web_annotations(unchecked)


def test_another_tenants_answer_is_refused():
    checked = passed()
    with tenant_scope("globex"), pytest.raises(TenantCrossingError):
        web_annotations(checked)


async def test_outside_any_scope_it_is_refused():
    checked = passed()

    async def outside():
        web_annotations(checked)

    with pytest.raises(MissingTenantContextError):
        await asyncio.create_task(outside(), context=Context())


def test_a_refusal_is_an_empty_collection_without_a_page():
    """No page may be empty."""
    made = web_annotations(check_grounding(CitedAnswer(), []))

    RULES.validate(made)
    assert made["total"] == 0
