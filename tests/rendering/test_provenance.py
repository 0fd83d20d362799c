"""The provenance of an answer: true to PROV-JSON, whole, and silent."""

from __future__ import annotations

import asyncio
import re
from contextvars import Context
from datetime import timedelta
from itertools import pairwise
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
    Span,
    TenantCrossingError,
    Tombstone,
    check_grounding,
    tenant_scope,
)
from tesserix_rag.rendering import provenance_json
from tests.examples import NOON, PAGE, TIMING, answer, citation, claim, passing, retrieved
from tests.leaks import material
from tests.leaks.canaries import made_up
from tests.rendering.exported import Exported, exported

pytestmark = pytest.mark.usefixtures("_acme")


@pytest.fixture
def _acme():
    with tenant_scope("acme"):
        yield


# --- the member submission ---------------------------------------------------

# What PROV-N lets stand behind the colon of a qualified name, as far as ASCII goes.
_FIRST = "[A-Za-z0-9_/@~&+*?#$!]|%[0-9A-F]{2}"
LOCAL = f"(?:{_FIRST})(?:(?:[.-]|{_FIRST})*(?:-|{_FIRST}))?"
NAME = {"type": "string", "pattern": rf"^(?:rag|prov):{LOCAL}$"}
BLANK = r"^_:[A-Za-z][A-Za-z0-9]*$"
TIME = {"type": "string", "pattern": r"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]+)?Z$"}
TYPED = {
    "type": "object",
    "properties": {"$": NAME, "type": {"const": "xsd:QName"}},
    "required": ["$", "type"],
    "additionalProperties": False,
}
VALUE = {
    "oneOf": [{"type": "string"}, {"type": "integer"}, TYPED, {"type": "array", "minItems": 1, "items": TYPED}]
}


def _things(**own: object) -> dict[str, object]:
    record = {
        "type": "object",
        "properties": {"prov:type": VALUE, **own},
        "patternProperties": {"^rag:[a-z]+$": VALUE},
        "additionalProperties": False,
    }
    return {"type": "object", "propertyNames": NAME, "additionalProperties": record}


def _relations(*required: str, **optional: object) -> dict[str, object]:
    record = {
        "type": "object",
        "properties": {**dict.fromkeys(required, NAME), "prov:type": TYPED, **optional},
        "required": list(required),
        "additionalProperties": False,
    }
    return {"type": "object", "propertyNames": {"pattern": BLANK}, "additionalProperties": record}


DOCUMENT = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "type": "object",
    "properties": {
        "prefix": {
            "type": "object",
            "propertyNames": {"pattern": "^[a-zA-Z0-9_-]+$"},
            "additionalProperties": {"type": "string", "pattern": "^[a-z]+:"},
            "required": ["rag"],
        },
        "entity": _things(),
        "activity": _things(**{"prov:startTime": TIME, "prov:endTime": TIME}),
        "agent": _things(),
        "wasGeneratedBy": _relations("prov:entity", "prov:activity", **{"prov:time": TIME}),
        "used": _relations("prov:activity", "prov:entity", **{"prov:time": TIME}),
        "wasInvalidatedBy": _relations("prov:entity", "prov:activity", **{"prov:time": TIME}),
        "wasDerivedFrom": _relations("prov:generatedEntity", "prov:usedEntity"),
        "wasAssociatedWith": _relations("prov:activity", "prov:agent"),
        "specializationOf": _relations("prov:specificEntity", "prov:generalEntity"),
        "hadMember": _relations("prov:collection", "prov:entity"),
    },
    "required": ["prefix", "entity", "activity", "agent"],
    "additionalProperties": False,
}
"""What the PROV-JSON serialisation asks of records, names, times and relations, as far as they are used."""

RULES = Draft202012Validator(DOCUMENT)
Draft202012Validator.check_schema(DOCUMENT)

KINDS = {
    "prov:entity": "entity",
    "prov:generatedEntity": "entity",
    "prov:usedEntity": "entity",
    "prov:specificEntity": "entity",
    "prov:generalEntity": "entity",
    "prov:collection": "entity",
    "prov:activity": "activity",
    "prov:agent": "agent",
}
"""What a member of a relation names."""

some = settings(max_examples=40)


def grounded(stated: CitedAnswer, *citations: Any):
    return check_grounding(stated, citations or retrieved())


def related(made: dict[str, Any], kind: str) -> list[dict[str, Any]]:
    return list(made.get(kind, {}).values())


@some
@given(exported())
def test_it_is_prov_json(case: Exported):
    made = provenance_json(case.answer, case.resolved)

    read = orjson.loads(orjson.dumps(made))

    RULES.validate(read)
    assert read == made


@some
@given(exported())
def test_whatever_is_related_is_there(case: Exported):
    """As what the relation takes it for: an entity, an activity or an agent."""
    made: Any = provenance_json(case.answer, case.resolved)
    relations = [each for kind in made.keys() - {"prefix", *KINDS.values()} for each in related(made, kind)]

    named = {(KINDS[member], name) for each in relations for member, name in each.items() if member in KINDS}

    assert {(kind, name) for kind, name in named if name not in made[kind]} == set()


@some
@given(exported())
def test_no_relation_is_stated_twice(case: Exported):
    made: Any = provenance_json(case.answer, case.resolved)
    for kind in made.keys() - {"prefix", *KINDS.values()}:
        stated = [orjson.dumps(each) for each in related(made, kind)]
        assert len(set(stated)) == len(stated)


@some
@given(exported())
def test_the_same_gives_the_same(case: Exported):
    first, second = (orjson.dumps(provenance_json(case.answer, case.resolved)) for _ in range(2))

    assert first == second


@pytest.mark.parametrize("broken", ["rag:a b", "rag:a.", "rag:", "a", "rag:a:b"])
def test_the_rules_refuse_what_is_no_qualified_name(broken: str):
    """A schema that lets everything through would prove nothing."""
    made: Any = provenance_json(grounded(passing()))
    made["entity"][broken] = {}

    assert not RULES.is_valid(made)


# --- what is derived from what -----------------------------------------------


@some
@given(exported())
def test_each_claim_leads_to_the_documents_that_it_rests_on(case: Exported):
    made: Any = provenance_json(case.answer, case.resolved, answer_id="answer")
    derived = {
        (each["prov:generatedEntity"], each["prov:usedEntity"]) for each in related(made, "wasDerivedFrom")
    }
    cited = {each.citation_id: each for each in case.answer.citations}

    for index, stated in enumerate(case.answer.claims):
        for citation_id in stated.citation_ids:
            source = cited[citation_id]
            version = (source.document_id, source.document_version)
            path = [
                ("claim", "answer", str(index)),
                ("citation", "answer", citation_id),
                ("chunk", *version, source.chunk_id),
                ("version", *version),
            ]
            assert set(pairwise(path)) <= {(_ids(one), _ids(other)) for one, other in derived}


def _ids(name: str) -> tuple[str, ...]:
    """Give the kind and the ids in a name, without its tenant."""
    kind, tenant, *others = map(unquote, name.removeprefix("rag:").split("/"))
    assert tenant == "acme"
    return kind, *others


def test_what_is_quoted_is_a_quotation():
    quotes = [Quote(citation_id="timing", text="A refund", span=Span(38, 46))]
    made: Any = provenance_json(grounded(answer(claim("timing", "policy", quotes=quotes))), answer_id="a")

    quoted = {
        each["prov:usedEntity"] for each in related(made, "wasDerivedFrom") if _is_a(each, "prov:Quotation")
    }

    assert quoted == {"rag:citation/acme/a/timing", "rag:chunk/acme/handbook/v3/timing"}


def _is_a(relation: dict[str, Any], kind: str) -> bool:
    return relation.get("prov:type", {}).get("$") == kind


def test_the_check_generated_the_answer_from_what_was_cited():
    checked = grounded(passing())
    made: Any = provenance_json(checked, answer_id="a")
    at = checked.checked_at.isoformat().replace("+00:00", "Z")
    (check,) = (name for name in made["activity"] if name.startswith("rag:check/"))

    assert made["activity"][check]["prov:startTime"] == made["activity"][check]["prov:endTime"] == at
    assert {"prov:entity": "rag:answer/acme/a", "prov:activity": check, "prov:time": at} in related(
        made, "wasGeneratedBy"
    )
    used = [each["prov:entity"] for each in related(made, "used") if each["prov:activity"] == check]
    assert used == ["rag:citation/acme/a/timing", "rag:citation/acme/a/policy"]
    assert related(made, "wasAssociatedWith") == [{"prov:activity": check, "prov:agent": "rag:software"}]
    assert _is_a(made["agent"]["rag:software"], "prov:SoftwareAgent")


def test_retrieval_lasts_from_the_first_citation_to_the_last():
    later = [citation(), evolve(retrieved()[1], retrieved_at=NOON + timedelta(minutes=2))]
    stated = CitedAnswer(claims=[claim("policy", "timing")], citations=later)
    made: Any = provenance_json(grounded(stated, *later), answer_id="a")

    retrieval = made["activity"]["rag:retrieval/acme/a"]

    assert (retrieval["prov:startTime"], retrieval["prov:endTime"]) == (
        "2026-07-01T12:00:00Z",
        "2026-07-01T12:02:00Z",
    )


def test_claims_are_members_with_their_places():
    stated = passing()
    made: Any = provenance_json(grounded(stated), answer_id="a")

    members = [made["entity"][each["prov:entity"]] for each in related(made, "hadMember")]

    assert [(each["rag:start"], each["rag:end"]) for each in members] == [
        (each.span.start, each.span.end) for each in stated.claims if each.span
    ]


def test_whose_it_is_stands_with_each_entity():
    made: Any = provenance_json(grounded(passing()))

    assert {each["rag:tenant"] for each in related(made, "entity")} == {"acme"}


# --- what became of the sources ----------------------------------------------


def pinned() -> dict[str, Any]:
    return {
        "citation_id": "timing",
        "document_id": "handbook",
        "document_version": "v3",
        "chunk_id": "timing",
        "span": TIMING,
    }


def test_what_was_erased_is_invalidated():
    erased = Tombstone(**pinned(), erased_at=NOON + timedelta(days=1), reason=ErasureReason.LEGAL)
    made: Any = provenance_json(grounded(answer(claim("timing"))), [erased], answer_id="a")
    chunk, erasure = "rag:chunk/acme/handbook/v3/timing", "rag:erasure/acme/handbook/v3/timing"

    assert related(made, "wasInvalidatedBy") == [
        {"prov:entity": chunk, "prov:activity": erasure, "prov:time": "2026-07-02T12:00:00Z"}
    ]
    assert made["activity"][erasure]["rag:reason"] == "legal"
    assert made["entity"]["rag:citation/acme/a/timing"]["rag:state"] == "erased"


def test_a_newer_version_is_a_revision():
    found = Resolved(**pinned(), text=PAGE[38:], superseded_by="v4.")
    made: Any = provenance_json(grounded(answer(claim("timing"))), [found])
    old, new = "rag:version/acme/handbook/v3", "rag:version/acme/handbook/v4%2E"

    (revised,) = (each for each in related(made, "wasDerivedFrom") if _is_a(each, "prov:Revision"))

    assert (revised["prov:generatedEntity"], revised["prov:usedEntity"]) == (new, old)
    assert [each["prov:specificEntity"] for each in related(made, "specializationOf")] == [old, new]


@some
@given(exported())
def test_exactly_what_was_erased_is_invalidated(case: Exported):
    cited = {name for claim in case.answer.claims for name in claim.citation_ids}
    erased = {
        ("chunk", each.document_id, each.document_version, each.chunk_id)
        for each in case.resolved
        if isinstance(each, Tombstone) and each.citation_id in cited
    }
    made: Any = provenance_json(case.answer, case.resolved)

    assert {_ids(each["prov:entity"]) for each in related(made, "wasInvalidatedBy")} == erased


# --- words -------------------------------------------------------------------


def test_no_words_are_in_it():
    canary = made_up()
    stated = material.grounded(canary)
    found = Resolved(**{**material.PINNED, "span": material.whole(canary), "text": canary.text})

    made = provenance_json(check_grounding(stated, stated.citations), [found])

    assert canary.seen_in(orjson.dumps(made)) == ()


def test_every_name_is_ascii():
    made = orjson.dumps(provenance_json(grounded(passing()), answer_id="a/b:c 𝒳."))

    assert b"rag:answer/acme/a%2Fb%3Ac%20%F0%9D%92%B3%2E" in made
    assert re.search(rb"[^\x00-\x7f]", made) is None


# --- refusals ----------------------------------------------------------------


@pytest.mark.parametrize(
    "given_",
    [
        {"resolved": [Resolved(**{**pinned(), "document_version": "v2"}, text=PAGE[38:])]},
        {"resolved": PAGE},
        {"answer_id": "?7"},
    ],
)
def test_what_is_not_what_was_cited_is_refused(given_: dict[str, Any]):
    with pytest.raises(ConfigurationError):
        provenance_json(grounded(answer(claim("timing"))), **given_)


def test_what_was_not_checked_is_refused():
    unchecked: Any = passing()
    with pytest.raises(ConfigurationError):
        provenance_json(unchecked)


def test_another_tenants_answer_is_refused():
    checked = grounded(passing())
    with tenant_scope("globex"), pytest.raises(TenantCrossingError):
        provenance_json(checked)


async def test_outside_any_scope_it_is_refused():
    checked = grounded(passing())

    async def outside():
        provenance_json(checked)

    with pytest.raises(MissingTenantContextError):
        await asyncio.create_task(outside(), context=Context())


def test_a_refusal_was_checked_all_the_same():
    made: Any = provenance_json(check_grounding(CitedAnswer(), []), answer_id="a")

    RULES.validate(made)
    assert list(made["entity"]) == ["rag:answer/acme/a"]
