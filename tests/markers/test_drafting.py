"""Structured answers: the schema and the reader agree, and what is refused says why and where."""

from __future__ import annotations

import json
from collections.abc import Mapping
from enum import IntEnum
from types import MappingProxyType
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from tesserix_rag import (
    CitedAnswer,
    ConfigurationError,
    FindingCode,
    UncitedClaimError,
    UngroundedCitationError,
    WireCode,
    WireError,
    check_grounding,
    grounding_report,
    tenant_scope,
)
from tesserix_rag.ids import is_blank
from tesserix_rag.limits import Limits
from tesserix_rag.markers import NUMERIC, draft_schema, parse_answer, parse_draft, render_markers
from tests.examples import SECRET, citation
from tests.markers.prose import sources

SOURCES = sources(3)
VALIDATOR = Draft202012Validator(draft_schema(SOURCES))


def claim(text: str = "Slow.", refs: Any = (1,), quotes: Any = ()) -> dict[str, Any]:
    """Give a claim as a model writes it."""
    return {"text": text, "refs": refs, "quotes": quotes}


def draft(*claims: Any) -> dict[str, Any]:
    """Give a draft as a model writes it."""
    return {"claims": [*claims]}


def refusal(data: Any, **how: Any) -> tuple[WireCode, str]:
    """Give why and where a draft is refused."""
    with pytest.raises(WireError) as raised:
        parse_draft(data, SOURCES, **how)
    error = raised.value
    assert SECRET not in f"{error!r} {error.args}"
    assert error.__cause__ is error.__context__ is None
    return error.code, error.path


def ids(answer: CitedAnswer) -> list[tuple[str, ...]]:
    """Give what each claim rests on."""
    return [each.citation_ids for each in answer.claims]


# --- the schema and the reader ------------------------------------------------

TEXTS = st.one_of(st.sampled_from(["Slow.", "Old [1].", "", " ", "\u200b", "\x00", "é"]), st.text(max_size=8))
REFS = st.integers(1, 3)
QUOTES = st.fixed_dictionaries({"ref": REFS, "text": TEXTS})
CLAIMS = st.fixed_dictionaries(
    {"text": TEXTS, "refs": st.lists(REFS, max_size=4), "quotes": st.lists(QUOTES, max_size=2)}
)
DRAFTS = st.fixed_dictionaries({"claims": st.lists(CLAIMS, max_size=3)})
SCALARS = st.one_of(st.none(), st.booleans(), st.integers(-3, 5), st.just(1.5), st.just(2**53), TEXTS)
VALUES = st.recursive(
    SCALARS, lambda each: st.lists(each, max_size=2) | st.dictionaries(TEXTS, each, max_size=2)
)


@st.composite
def spoilt(draw: st.DrawFn) -> Any:
    """Draw a draft in which one thing, anywhere, is replaced, left out or added."""
    whole: Any = json.loads(json.dumps(draw(DRAFTS)))
    part = whole
    while True:
        keys = [*part] if isinstance(part, dict) else [*range(len(part))]
        deeper = [key for key in keys if isinstance(part[key], dict | list)]
        if not deeper or draw(st.integers(0, 3)) == 0:
            break
        part = part[draw(st.sampled_from(deeper))]
    if keys and draw(st.booleans()):
        key = draw(st.sampled_from(keys))
        if draw(st.booleans()):
            part[key] = draw(VALUES)
        else:
            del part[key]
    elif isinstance(part, dict):
        part[draw(st.sampled_from(["note", "claims", "refs", "Text"]))] = draw(VALUES)
    else:
        part.append(draw(VALUES))
    return whole


def has_blank_text(value: Any) -> bool:
    """Whether a text of a draft is blank, for which there is no word that every model's schema may have."""
    if isinstance(value, dict):
        return any(has_blank_text(each) or (key == "text" and _is_blank(each)) for key, each in value.items())
    return isinstance(value, list) and any(map(has_blank_text, value))


def _is_blank(value: Any) -> bool:
    return isinstance(value, str) and is_blank(value)


def dangles(answer: CitedAnswer) -> bool:
    """Whether a claim or a quote names nothing."""
    named = [each for claim in answer.claims for each in (*claim.citation_ids, *_quoted(claim))]
    return any(each.startswith("?") for each in named)


def _quoted(claim: Any) -> list[str]:
    return [each.citation_id for each in claim.quotes]


@given(DRAFTS | spoilt() | VALUES)
@example(draft({"text": "Slow.", "refs": [1]}))
@example(draft({**claim(), "inferred": False}))
@example(draft(claim(refs=[True])))
@example(draft(claim(refs=[0])))
def test_the_schema_accepts_what_is_read(document: Any):
    """Save blank texts, which only the reader sees, and positions of nothing, which the check is to see."""
    is_valid = VALIDATOR.is_valid(document)
    try:
        answer = parse_draft(json.dumps(document), SOURCES)
    except WireError:
        assert not is_valid or has_blank_text(document)
    else:
        assert is_valid or dangles(answer)


@given(st.lists(CLAIMS, max_size=4))
def test_a_draft_is_read_as_it_was_written(written: list[dict[str, Any]]):
    written = [each for each in written if not has_blank_text(each)]

    answer = parse_draft(draft(*written), SOURCES)

    assert [each.text for each in answer.claims] == [each["text"] for each in written]
    assert ids(answer) == [tuple(dict.fromkeys(f"c{ref}" for ref in each["refs"])) for each in written]
    assert [[(each.citation_id, each.text) for each in claim.quotes] for claim in answer.claims] == [
        [(f"c{quote['ref']}", quote["text"]) for quote in each["quotes"]] for each in written
    ]


@pytest.mark.parametrize("number", [0, 1, 3, 200, 201, 1_000])
def test_the_schema_is_one_that_models_take(number: int):
    """Of 2020-12, with every field required and no other allowed, and the positions that there are."""
    schema = draft_schema(sources(number))

    Draft202012Validator.check_schema(json.loads(json.dumps(schema)))
    for each in _objects(schema):
        assert each["additionalProperties"] is False
        assert each["required"] == [*each["properties"]]
    validator = Draft202012Validator(schema)
    assert validator.is_valid(draft())
    assert validator.is_valid(draft(claim(refs=[max(1, number)], quotes=[{"ref": 1, "text": "x"}])))
    for ref in (0, -1, number + 2, 1.5, True, "1", None):
        assert not validator.is_valid(draft(claim(refs=[ref])))
        assert not validator.is_valid(draft(claim(quotes=[{"ref": ref, "text": "x"}])))


def _objects(schema: Any) -> list[dict[str, Any]]:
    """Give every description of an object in a schema."""
    members = schema.values() if isinstance(schema, dict) else schema if isinstance(schema, list) else []
    found = [each for member in members for each in _objects(member)]
    return [schema, *found] if isinstance(schema, dict) and schema.get("type") == "object" else found


def test_a_schema_is_the_callers_own():
    """What one does to it shows in no other."""
    first = draft_schema(SOURCES)
    for each in _objects(first):
        each["properties"].clear()

    assert draft_schema(SOURCES) == VALIDATOR.schema


@pytest.mark.parametrize("retrieved", [None, 1, "c1", ["c1"], [None], {1: 2}], ids=ascii)
def test_what_are_no_citations_is_refused(retrieved: Any):
    with pytest.raises(ConfigurationError):
        draft_schema(retrieved)
    with pytest.raises(ConfigurationError):
        parse_draft(draft(), retrieved)


# --- what is refused ----------------------------------------------------------

CLAIM = '{"text": "Slow.", "refs": [1], "quotes": []}'
REFUSED = {
    "": (WireCode.NOT_JSON, ""),
    "Slow [1].": (WireCode.NOT_JSON, ""),
    '{"claims": []': (WireCode.NOT_JSON, ""),
    '{"claims": []} x': (WireCode.NOT_JSON, ""),
    '```json\n{"claims": []}\n```': (WireCode.NOT_JSON, ""),
    "[]": (WireCode.WRONG_TYPE, ""),
    "null": (WireCode.WRONG_TYPE, ""),
    "{}": (WireCode.MISSING_FIELD, "/claims"),
    '{"claims": null}': (WireCode.WRONG_TYPE, "/claims"),
    '{"claims": {}}': (WireCode.WRONG_TYPE, "/claims"),
    '{"claims": [[]]}': (WireCode.WRONG_TYPE, "/claims/0"),
    '{"claims": [], "claims": []}': (WireCode.DUPLICATE_KEY, "/claims"),
    '{"claims": [], "x": 1}': (WireCode.UNKNOWN_FIELD, ""),
    '{"claims": [], "format": "tesserix-rag/1.0"}': (WireCode.UNKNOWN_FIELD, ""),
    f'{{"claims": [{CLAIM}, {{}}]}}': (WireCode.MISSING_FIELD, "/claims/1/text"),
    '{"claims": [{"text": "Slow.", "quotes": []}]}': (WireCode.MISSING_FIELD, "/claims/0/refs"),
    '{"claims": [{"text": "Slow.", "refs": []}]}': (WireCode.MISSING_FIELD, "/claims/0/quotes"),
    f'{{"claims": [{CLAIM[:-1]}, "text": "Old."}}]}}': (WireCode.DUPLICATE_KEY, "/claims/0/text"),
    f'{{"claims": [{CLAIM[:-1]}, "span": null}}]}}': (WireCode.UNKNOWN_FIELD, "/claims/0"),
    f'{{"claims": [{CLAIM.replace("1", "NaN")}]}}': (WireCode.NOT_FINITE, "/claims/0/refs/0"),
    f'{{"claims": [{CLAIM.replace("1", "1e999")}]}}': (WireCode.NOT_FINITE, "/claims/0/refs/0"),
    f'{{"claims": [{CLAIM.replace("1", "true")}]}}': (WireCode.BOOL_NUMBER, "/claims/0/refs/0"),
    f'{{"claims": [{CLAIM.replace("1", "1.0")}]}}': (WireCode.FLOAT_INTEGER, "/claims/0/refs/0"),
    f'{{"claims": [{CLAIM.replace("1", "1, 1e0")}]}}': (WireCode.FLOAT_INTEGER, "/claims/0/refs/1"),
    f'{{"claims": [{CLAIM.replace("[1]", "1")}]}}': (WireCode.WRONG_TYPE, "/claims/0/refs"),
    f'{{"claims": [{CLAIM.replace("1", chr(34) + "1" + chr(34))}]}}': (WireCode.WRONG_TYPE, "/claims/0/refs/0"),
    f'{{"claims": [{CLAIM.replace("1", "9007199254740992")}]}}': (WireCode.WRONG_TYPE, "/claims/0/refs/0"),
    f'{{"claims": [{CLAIM.replace("1", "9" * 5_000)}]}}': (WireCode.WRONG_TYPE, "/claims/0/refs/0"),
    f'{{"claims": [{CLAIM.replace("1", "-1")}]}}': (WireCode.INVALID_RECORD, "/claims/0/refs"),
    f'{{"claims": [{CLAIM.replace("Slow.", "")}]}}': (WireCode.INVALID_RECORD, "/claims/0/text"),
    f'{{"claims": [{CLAIM.replace("Slow.", chr(0x200B))}]}}': (WireCode.INVALID_RECORD, "/claims/0/text"),
    f'{{"claims": [{CLAIM.replace("Slow.", chr(92) + "ud800")}]}}': (WireCode.SURROGATE, "/claims/0/text"),
    f'{{"claims": [{CLAIM.replace("[]", "[1]")}]}}': (WireCode.WRONG_TYPE, "/claims/0/quotes/0"),
    f'{{"claims": [{CLAIM.replace("[]", "[{}]")}]}}': (WireCode.MISSING_FIELD, "/claims/0/quotes/0/ref"),
    f'{{"claims": {"[" * 70}{"]" * 70}}}': (WireCode.TOO_DEEP, ""),
    f'{{"claims": {"[" * 100_000}': (WireCode.TOO_DEEP, ""),
}


@pytest.mark.parametrize(
    ("document", "expected"),
    [pytest.param(*row, id=f"{at} {ascii(row[0])[1:40]}") for at, row in enumerate(REFUSED.items())],
)
def test_what_is_no_draft_is_refused(document: str, expected: tuple[WireCode, str]):
    """As text and as bytes alike."""
    assert refusal(document) == expected
    assert refusal(document.encode()) == expected


MAPPINGS = {
    "another field": ({"claims": [], SECRET: 1}, (WireCode.UNKNOWN_FIELD, "")),
    "no field": ({}, (WireCode.MISSING_FIELD, "/claims")),
    "a number as a field": ({"claims": [], 1: 1}, (WireCode.UNKNOWN_FIELD, "")),
    "not a number": (draft(claim(refs=[float("nan")])), (WireCode.NOT_FINITE, "/claims/0/refs/0")),
    "a truth": (draft(claim(refs=[True])), (WireCode.BOOL_NUMBER, "/claims/0/refs/0")),
    "a float": (draft(claim(refs=[1.0])), (WireCode.FLOAT_INTEGER, "/claims/0/refs/0")),
    "a large number": (draft(claim(refs=[2**70])), (WireCode.WRONG_TYPE, "/claims/0/refs/0")),
    "a surrogate": (draft(claim(text="\ud800")), (WireCode.SURROGATE, "/claims/0/text")),
    "a set": ({SECRET: {SECRET}}, (WireCode.NOT_JSON, "")),
    "bytes": (draft(claim(text=b"x")), (WireCode.NOT_JSON, "")),  # type: ignore[arg-type] # pyright: ignore[reportArgumentType]
    "a record": (draft(citation()), (WireCode.NOT_JSON, "")),
    "nothing": (None, (WireCode.NOT_JSON, "")),
    "a list": ([draft()], (WireCode.NOT_JSON, "")),
}


@pytest.mark.parametrize(
    ("document", "expected"), [pytest.param(*row, id=name) for name, row in MAPPINGS.items()]
)
def test_a_mapping_is_refused_as_its_text_is(document: Any, expected: tuple[WireCode, str]):
    assert refusal(document) == expected


def test_a_mapping_without_an_end_is_refused():
    deep: Any = []
    for _ in range(10_000):
        deep = [deep]
    endless: dict[str, Any] = {}
    endless["claims"] = endless

    assert refusal({"claims": deep}) == (WireCode.TOO_DEEP, "")
    assert refusal(endless)[0] in {WireCode.NOT_JSON, WireCode.TOO_DEEP}


@pytest.mark.parametrize(
    "made", [dict, MappingProxyType, lambda each: json.dumps(each, ensure_ascii=False).encode()]
)
def test_what_is_too_large_or_too_deep_is_refused(made: Any):
    document = draft(claim("Slów."))
    size = len(json.dumps(document, ensure_ascii=False).encode())

    assert parse_draft(made(document), SOURCES, limits=Limits(json_bytes=size, depth=4)).claims
    assert refusal(made(document), limits=Limits(json_bytes=size - 1)) == (WireCode.TOO_LARGE, "")
    assert refusal(made(document), limits=Limits(depth=3)) == (WireCode.TOO_DEEP, "")


# --- what is read -------------------------------------------------------------


class Position(IntEnum):
    """A position that is more than a number."""

    FIRST = 1


class Lazy(Mapping[str, Any]):
    """A mapping that is no dictionary."""

    def __init__(self, values: dict[str, Any]) -> None:
        self._values = values

    def __getitem__(self, key: str) -> Any:
        return self._values[key]

    def __iter__(self) -> Any:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)


def test_text_bytes_and_mappings_are_read_alike():
    """Of whatever kind the mappings are, inside one another too."""
    document = draft(claim("Slow é.", [2, 1], [{"ref": 2, "text": "slow"}]))
    text = json.dumps(document)
    inner = Lazy({**document["claims"][0], "quotes": (MappingProxyType({"ref": 2, "text": "slow"}),)})
    expected = parse_draft(document, SOURCES)

    for each in (text, text.encode(), f"\n {text}", json.dumps(document, ensure_ascii=False).encode()):
        assert parse_draft(each, SOURCES) == expected
    for each in (MappingProxyType(document), Lazy(document), Lazy({"claims": (inner,)})):
        assert parse_draft(each, SOURCES) == expected
    assert ids(parse_draft(draft(claim(refs=[Position.FIRST])), SOURCES)) == [("c1",)]


def test_a_claim_names_each_source_once_in_its_order():
    answer = parse_draft(draft(claim(refs=[3, 1, 3])), SOURCES)

    assert ids(answer) == [("c3", "c1")]
    assert [each.citation_id for each in answer.citations] == ["c3", "c1"]
    assert answer.prose is None
    assert answer.anchors == ()


def checked(document: dict[str, Any]) -> Any:
    """Read and check a draft."""
    with tenant_scope("acme"):
        return check_grounding(parse_draft(document, SOURCES), SOURCES)


def test_a_draft_that_holds_is_grounded_and_can_be_written_with_markers():
    grounded = checked(draft(claim(refs=[2], quotes=[{"ref": 2, "text": "slow"}]), claim("Old.", [1, 2])))

    with tenant_scope("acme"):
        text = render_markers(grounded, NUMERIC)

    assert text == "Slow. [1] Old. [2, 1]"
    assert ids(parse_answer(text, grounded.citations)) == [("c2",), ("c1", "c2")]


def test_a_draft_without_claims_is_a_refusal():
    """B127, B128: it passes, and states nothing."""
    assert checked(draft()).claims == ()


def test_a_claim_without_a_source_is_refused():
    with pytest.raises(UncitedClaimError):
        checked(draft(claim(), claim(refs=[])))


@pytest.mark.parametrize("ref", [0, 4, 999, 2**53 - 1])
def test_a_position_of_nothing_stays_and_is_refused(ref: int):
    """B028, B031, B125: it is neither dropped nor the last of all."""
    answer = parse_draft(draft(claim(refs=[1, ref])), SOURCES)

    assert ids(answer) == [("c1", f"?{ref}")]
    with pytest.raises(UngroundedCitationError):
        checked(draft(claim(refs=[1, ref])))
    assert ids(parse_draft(draft(claim(refs=[1])), ())) == [("?1",)]


@pytest.mark.parametrize("ref", [2, 0, 9])
def test_a_quote_of_what_its_claim_does_not_name_is_refused(ref: int):
    answer = parse_draft(draft(claim(refs=[1], quotes=[{"ref": ref, "text": "slow"}])), SOURCES)

    with tenant_scope("acme"):
        codes = {each.code for each in grounding_report(answer, SOURCES).findings}

    assert codes == {FindingCode.QUOTE_OUTSIDE_CITATION if ref == 2 else FindingCode.DANGLING_ID}
