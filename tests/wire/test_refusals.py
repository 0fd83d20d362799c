"""What is read is refused unless it is exactly a record, with a code, a place and no word of it."""

from __future__ import annotations

import json
import pickle
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tesserix_rag.errors import WireCode, WireError
from tesserix_rag.limits import Limits
from tesserix_rag.places import SourceLocator, Span
from tesserix_rag.records import (
    Anchor,
    Citation,
    CitedAnswer,
    Claim,
    Finding,
    GroundingReport,
    Resolved,
    Tombstone,
    Unresolved,
)
from tesserix_rag.retrieval import BranchScore, Document, Hit, RetrievalResult
from tesserix_rag.wire import from_json, to_json
from tests import strategies

CITATION = {
    "citation_id": "c1",
    "document_id": "d1",
    "document_version": "v1",
    "chunk_id": "k1",
    "tenant": "acme",
    "span": {"start": 0, "end": 5},
    "retrieved_at": "2026-03-01T12:00:00Z",
}
CANARY = "canary"


def cited(**changes: object) -> str:
    """Write a citation with some fields changed."""
    return json.dumps(CITATION | changes)


def without(name: str) -> str:
    """Write a citation that lacks a field."""
    return json.dumps({key: value for key, value in CITATION.items() if key != name})


def spelled(text: str, value: str = "1") -> str:
    """Write a citation with one member more."""
    return f"{cited()[:-1]}, {text}: {value}}}"


def refused(kind: Any, data: Any, **options: Any) -> WireError:
    """Give the error that reading raises."""
    with pytest.raises(WireError) as caught:
        from_json(kind, data, **options)
    return caught.value


def refusal(kind: Any, data: Any, **options: Any) -> WireError | None:
    """Give the error that reading raises, if it raises one."""
    try:
        from_json(kind, data, **options)
    except WireError as error:
        return error
    return None


REFUSED = [
    # not JSON
    (Span, "", "not_json", ""),
    (Span, "{", "not_json", ""),
    (Span, '{"start":1,"end":2,}', "not_json", ""),
    (Span, "{'start':1,'end':2}", "not_json", ""),
    (Span, '{"start":01,"end":2}', "not_json", ""),
    (Span, '{"start":1,"end":2}x', "not_json", ""),
    (Span, '{"start":1,"end":2', "not_json", ""),
    (Span, '{"start":1,"end', "not_json", ""),
    (Span, '{"a":"\n","start":1,"end":2}', "not_json", ""),
    (Span, b"\xff", "not_json", ""),
    (Span, b'{"start":1,"end":2,"x":"\xed\xa0\x80"}', "not_json", ""),
    (Span, b'\xef\xbb\xbf{"start":1,"end":2}', "not_json", ""),
    (Span, '\ufeff{"start":1,"end":2}', "not_json", ""),
    (Span, '{"start":1,"end":2}'.encode("utf-16"), "not_json", ""),
    # keys that stand twice
    (Span, '{"start":1,"start":1,"end":2}', "duplicate_key", "/start"),
    (Citation, spelled('"tena\\u006et"', '"acme"'), "duplicate_key", "/tenant"),
    (Citation, spelled('"a":1,"a"'), "duplicate_key", ""),
    (Citation, spelled('"a"', '{"b":1,"b":1}'), "duplicate_key", ""),
    (Citation, spelled('"a\\\\"', '"\\"", "a\\u005c":"\\""'), "duplicate_key", ""),
    (Document, '{"metadata":{"a":1,"a":1}}', "duplicate_key", "/metadata"),
    (CitedAnswer, '{"format":"tesserix-rag/1.0","format":"x"}', "duplicate_key", "/format"),
    (Resolved, '{"type":"resolved","type":"resolved"}', "duplicate_key", "/type"),
    # numbers that are none
    (Citation, cited(score=float("nan")), "not_finite", "/score"),
    (Citation, cited(score=float("inf")), "not_finite", "/score"),
    (Citation, cited(score=float("-inf")), "not_finite", "/score"),
    (Citation, cited(score=7).replace("7", "1e999"), "not_finite", "/score"),
    (Citation, spelled('"a"', "[-1e999]"), "not_finite", ""),
    (Hit, '{"metadata":{"a":NaN}}', "not_finite", "/metadata"),
    # booleans as numbers
    (Span, '{"start":true,"end":2}', "bool_number", "/start"),
    (Citation, cited(score=True), "bool_number", "/score"),
    (Citation, cited(retrieved_score=False), "bool_number", "/retrieved_score"),
    (SourceLocator, '{"page":true}', "bool_number", "/page"),
    (Hit, '{"chunk_id":"","document_id":"","text":"","score":true}', "bool_number", "/score"),
    # floats as integers
    (Span, '{"start":1.0,"end":2}', "float_integer", "/start"),
    (Span, '{"start":1,"end":2.5}', "float_integer", "/end"),
    (Span, '{"start":1,"end":1e3}', "float_integer", "/end"),
    (SourceLocator, '{"time":{"start":1.0,"end":2}}', "float_integer", "/time/start"),
    (BranchScore, '{"branch":"keyword","score":1,"rank":1.0}', "float_integer", "/rank"),
    # lone surrogates
    (SourceLocator, '{"uri":"\\ud800"}', "surrogate", "/uri"),
    (SourceLocator, '{"uri":"\\udc00\\ud800"}', "surrogate", "/uri"),
    (SourceLocator, '{"uri":"\ud800"}', "surrogate", "/uri"),
    (SourceLocator, '{"\\ud800":1}', "surrogate", ""),
    (SourceLocator, '{"x":["\\ud800"]}', "surrogate", ""),
    # what is missing
    *((Citation, without(name), "missing_field", f"/{name}") for name in CITATION),
    (Citation, cited(span={"start": 1}), "missing_field", "/span/end"),
    (Resolved | Tombstone, "{}", "missing_field", "/type"),
    (Unresolved, '{"citation_id":"c","code":"missing"}', "missing_field", "/type"),
    (Unresolved, '{"type":"unresolved","code":"missing"}', "missing_field", "/citation_id"),
    (tuple[Citation, ...], f"[{cited()},{without('tenant')}]", "missing_field", "/1/tenant"),
    # other types
    (Span, "[]", "wrong_type", ""),
    (Span, "null", "wrong_type", ""),
    (SourceLocator, "[]", "wrong_type", ""),
    (SourceLocator, '""', "wrong_type", ""),
    (SourceLocator, '["uri"]', "wrong_type", ""),
    (CitedAnswer, "[]", "wrong_type", ""),
    (GroundingReport, '"claims"', "wrong_type", ""),
    (tuple[Citation, ...], "{}", "wrong_type", ""),
    (tuple[Citation, ...], '""', "wrong_type", ""),
    (Resolved | Tombstone, "[]", "wrong_type", ""),
    (Resolved | Tombstone, '{"type":"unresolved"}', "wrong_type", "/type"),
    (Resolved | Tombstone, '{"type":["resolved"]}', "wrong_type", "/type"),
    (Resolved, '{"type":null}', "wrong_type", "/type"),
    (Citation, cited(citation_id=5), "wrong_type", "/citation_id"),
    (Citation, cited(tenant=None), "wrong_type", "/tenant"),
    (Citation, cited(span=[0, 5]), "wrong_type", "/span"),
    (Citation, cited(span=None), "wrong_type", "/span"),
    (Citation, cited(locator=[]), "wrong_type", "/locator"),
    (Citation, cited(locator="uri"), "wrong_type", "/locator"),
    (Citation, cited(branches="semantic"), "wrong_type", "/branches"),
    (Citation, cited(branches={"semantic": 1}), "wrong_type", "/branches"),
    (Citation, cited(branches=[1]), "wrong_type", "/branches/0"),
    (Citation, cited(score="1"), "wrong_type", "/score"),
    (Citation, cited(score=2**53), "wrong_type", "/score"),
    (Citation, cited(score=2**70), "wrong_type", "/score"),
    (Citation, cited(score=-(2**63)), "wrong_type", "/score"),
    (Citation, cited(score=7).replace("7", "7" * 5000), "wrong_type", "/score"),
    (Citation, cited(retrieved_at=0), "wrong_type", "/retrieved_at"),
    (Span, f'{{"start":0,"end":{2**53}}}', "wrong_type", "/end"),
    (Span, f'{{"start":0,"end":{"9" * 400}}}', "wrong_type", "/end"),
    (Claim, '{"text":"a","citation_ids":"abc"}', "wrong_type", "/citation_ids"),
    (Claim, '{"text":"a","citation_ids":[1]}', "wrong_type", "/citation_ids/0"),
    (Claim, '{"text":"a","inferred":1}', "wrong_type", "/inferred"),
    (Claim, '{"text":"a","quotes":[{"citation_id":1}]}', "wrong_type", "/quotes/0/citation_id"),
    (Finding, '{"code":1}', "wrong_type", "/code"),
    (Document, '{"metadata":[]}', "wrong_type", "/metadata"),
    (Document, '{"metadata":{"a":null}}', "wrong_type", "/metadata"),
    (Document, '{"metadata":{"a":{}}}', "wrong_type", "/metadata"),
    (Hit, f'{{"metadata":{{"a":{2**53}}}}}', "wrong_type", "/metadata"),
    (Hit, f'{{"metadata":{{"a":{2**70}}}}}', "wrong_type", "/metadata"),
    (Hit, '{"chunk_id":null}', "wrong_type", "/chunk_id"),
    (RetrievalResult, '{"query":"","hits":[{"text":1}]}', "wrong_type", "/hits/0/text"),
    # another format
    (CitedAnswer, '{"format":"tesserix-rag/2.0"}', "wrong_format", "/format"),
    (CitedAnswer, '{"format":"tesserix-rag/0.9"}', "wrong_format", "/format"),
    (CitedAnswer, '{"format":"tesserix-rag/1"}', "wrong_format", "/format"),
    (CitedAnswer, '{"format":"tesserix-rag/1.01"}', "wrong_format", "/format"),
    (CitedAnswer, '{"format":"tesserix-rag/1.0\\n"}', "wrong_format", "/format"),
    (CitedAnswer, '{"format":"other/1.0"}', "wrong_format", "/format"),
    (CitedAnswer, '{"format":1.0}', "wrong_format", "/format"),
    (CitedAnswer, '{"format":null}', "wrong_format", "/format"),
    (CitedAnswer, '{"format":"tesserix-rag/2.0","claims":7}', "wrong_format", "/format"),
    (tuple[CitedAnswer, ...], '[{},{"format":"x"}]', "wrong_format", "/1/format"),
    # records that refuse themselves
    (Span, '{"start":2,"end":1}', "invalid_record", "/end"),
    (Span, '{"start":-1,"end":1}', "invalid_record", "/start"),
    (Citation, cited(tenant=" acme"), "invalid_record", "/tenant"),
    (Citation, cited(citation_id=""), "invalid_record", "/citation_id"),
    (Citation, cited(citation_id="?7"), "invalid_record", "/citation_id"),
    (Citation, cited(branches=["other"]), "invalid_record", "/branches/0"),
    (Citation, cited(retrieved_score=101), "invalid_record", "/retrieved_score"),
    (Citation, cited(retrieved_score=0.5), "invalid_record", "/retrieved_score"),
    (Citation, cited(span={"start": 5, "end": 0}), "invalid_record", "/span/end"),
    (SourceLocator, '{"page":1,"time":{"start":0,"end":1}}', "invalid_record", "/time"),
    (SourceLocator, '{"page":0}', "invalid_record", "/page"),
    (Claim, '{"text":" "}', "invalid_record", "/text"),
    (Anchor, '{"at":0,"citation_ids":[""]}', "invalid_record", "/citation_ids"),
    (CitedAnswer, f'{{"citations":[{cited()},{cited()}]}}', "invalid_record", "/citations"),
    (CitedAnswer, '{"prose":"a","claims":[{"text":"a"}]}', "invalid_record", "/claims"),
    (tuple[CitedAnswer, ...], '[{"exempt":[{"start":0,"end":1}]}]', "invalid_record", "/0/exempt"),
    *(
        (Citation, cited(retrieved_at=time), "invalid_record", "/retrieved_at")
        for time in (
            "2026-03-01T12:00:00",
            "2026-03-01",
            "2026-03-01 12:00:00Z",
            "2026-03-01t12:00:00z",
            "2026-02-30T12:00:00Z",
            "2026-03-01T24:00:00Z",
            "2026-03-01T12:00:60Z",
            "2026-03-01T12:00:00.1234567Z",
            "2026-03-01T12:00:00,5Z",
            "2026-03-01T12:00:00+0200",
            "2026-03-01T12:00:00Z\n",
            "20260301T120000Z",
            "0001-01-01T00:00:00+23:59",
            "",
        )
    ),
]

NAMES = [f"{code}-{number}" for number, (_kind, _data, code, _path) in enumerate(REFUSED)]


@pytest.mark.parametrize(("kind", "data", "code", "path"), REFUSED, ids=NAMES)
def test_what_breaks_a_rule_is_refused_with_its_code_and_place(kind, data, code, path):
    """Each rule has a code, and the place is a pointer of our own names."""
    error = refused(kind, data)

    assert (error.code, error.path) == (code, path)


@pytest.mark.parametrize(("kind", "data", "code", "path"), REFUSED, ids=NAMES)
def test_what_breaks_a_rule_breaks_it_also_where_unknown_fields_are_refused(kind, data, code, path):
    """Refusing unknown fields changes no other refusal, save that of what is unknown."""
    assert refused(kind, data, unknown="refuse").code in {code, WireCode.UNKNOWN_FIELD}


@pytest.mark.parametrize(
    ("kind", "data", "path"),
    [
        (Span, '{"start":1,"end":2,"canary":1}', ""),
        (Citation, cited(span={"start": 0, "end": 5, "canary": 1}), "/span"),
        (tuple[Span, ...], '[{"start":1,"end":2,"canary":{}}]', "/0"),
        (Span, '{"type":"span","start":1,"end":2}', ""),
        (CitedAnswer, '{"format":"tesserix-rag/1.9","canary":1}', ""),
        (Unresolved, '{"type":"unresolved","citation_id":"c","code":"missing","canary":1}', ""),
    ],
)
def test_unknown_fields_are_ignored_or_refused(kind, data, path):
    """What is none of ours is ignored, or refused at the object that holds it."""
    from_json(kind, data)

    error = refused(kind, data, unknown="refuse")

    assert (error.code, error.path) == (WireCode.UNKNOWN_FIELD, path)


def test_metadata_has_no_unknown_fields():
    """The keys of metadata are the store's own."""
    data = '{"document_id":"d","version":"v","text":"","metadata":{"canary":1}}'

    assert from_json(Document, data, unknown="refuse").metadata == {"canary": 1}


def nested(levels: int, opening: str = "[", closing: str = "]") -> str:
    """Write a span with a foreign field, so many levels deep in all."""
    return f'{{"x":{opening * (levels - 1)}{closing * (levels - 1)},"start":1,"end":2}}'


def test_sixty_four_levels_are_read():
    """The deepest document that is read has as many levels as the limit says."""
    assert from_json(Span, nested(64)) == Span(1, 2)


@pytest.mark.parametrize(
    "data",
    [
        nested(65),
        nested(64, '{"x":[', "]}"),
        "[" * 100_000,
        '{"a":' * 100_000,
        f'["\\\\",{"[" * 70}',
        f'["[\\"",{"[" * 70}',
    ],
)
def test_deeper_documents_are_refused_before_they_are_parsed(data):
    """What is too deep is not parsed, however malformed it is."""
    error = refused(Span, data)

    assert (error.code, error.path) == (WireCode.TOO_DEEP, "")


@pytest.mark.parametrize("text", ["[" * 100, "{" * 100, '\\"' + "[" * 100, "\\\\", '["' * 99])
def test_brackets_in_texts_are_no_levels(text):
    """Only brackets outside of strings count."""
    locator = SourceLocator(uri=text, section=text)

    assert from_json(SourceLocator, to_json(locator)) == locator


def test_the_depth_can_be_set():
    """The limits are the caller's."""
    assert refused(Span, nested(3), limits=Limits(depth=2)).code == WireCode.TOO_DEEP
    assert from_json(Span, nested(100), limits=Limits(depth=100)) == Span(1, 2)


def test_no_limit_is_deeper_than_the_parser():
    """What the parser itself cannot follow is too deep, whatever the limit says."""
    error = refused(Span, nested(200_000), limits=Limits(depth=10**6))

    assert error.code == WireCode.TOO_DEEP


@pytest.mark.parametrize("kind", [bytes, bytearray, memoryview, bytes.decode])
def test_larger_documents_are_refused_before_they_are_parsed(kind):
    """The size is counted in bytes of UTF-8."""
    data = kind('{"x":"é","start":1,"end":2}'.encode())

    assert from_json(Span, data, limits=Limits(json_bytes=28)) == Span(1, 2)
    assert refused(Span, data, limits=Limits(json_bytes=27)).code == WireCode.TOO_LARGE
    assert refused(Span, data, limits=Limits(json_bytes=5)).code == WireCode.TOO_LARGE


def test_sixty_four_mebibytes_are_the_most():
    """The default limit is 64 MiB."""
    assert refused(Span, b" " * (64 * 2**20 + 1)).code == WireCode.TOO_LARGE


@pytest.mark.parametrize(
    "data",
    [
        "[" * 10**6,
        '"' * 10**6,
        "\\" * 10**6,
        '\\"' * 10**6,
        "1" * 10**6,
        '[""' * 10**6,
        "[{}]" * 10**6,
    ],
    ids=["arrays", "quotes", "backslashes", "escapes", "digits", "strings", "pairs"],
)
def test_hostile_documents_are_refused(data):
    """A megabyte of whatever is refused like anything else."""
    refused(Span, data)


BIG_FLOATS = ["1e300", "9007199254740993.0", "-1e16"]


@pytest.mark.parametrize("number", BIG_FLOATS)
def test_large_floats_are_floats(number):
    """A float may be as large as it likes, where it is written as one."""
    data = cited(score=7).replace("7", number)

    assert from_json(Citation, data).score == float(number)


@pytest.mark.parametrize("number", [str(2**53), str(2**70), "1" * 400])
def test_numbers_in_foreign_fields_may_be_large(number):
    """What is ignored may be any JSON."""
    assert from_json(Span, f'{{"x":{number},"start":1,"end":2}}') == Span(1, 2)


PLACES = [
    (Span, '{"canary":%s,"start":1,"end":2}'),
    (Span, '{"start":%s,"end":2}'),
    (SourceLocator, '{"uri":%s}'),
    (Claim, '{"text":"a","citation_ids":[%s]}'),
    (Claim, '{"text":"canary","citation_ids":[%s]}'),
    (Resolved | Tombstone, '{"type":%s}'),
    (CitedAnswer, '{"format":%s}'),
    (CitedAnswer, '{"prose":"canary","claims":[{"text":%s}]}'),
    (Citation, cited(retrieved_at=0).replace(" 0", " %s")),
    (Citation, cited(branches=0).replace('es": 0', 'es": [%s]')),
    (Citation, cited(citation_id="canary", tenant=0).replace('t": 0', 't": %s')),
    (Document, '{"document_id":"canary","version":"v","text":"canary","metadata":{"canary":%s}}'),
    (Hit, '{"chunk_id":"canary","document_id":"d","text":"canary","metadata":{"canary":%s}}'),
]
VALUES = [
    '"canary"',
    '"canary',
    '"canary\\ud800"',
    '["canary"]',
    '{"canary":"canary"}',
    '{"canary":1,"canary":1}',
    '{"canary":NaN}',
    "canary",
    "\ud800canary",
    " canary",
    '"\ncanary"',
    '"\\ncanary\\u0000"',
]


@pytest.mark.parametrize("value", VALUES)
@pytest.mark.parametrize(("kind", "place"), PLACES)
def test_no_error_holds_a_word_of_the_input(kind, place, value):
    """Message, arguments, attributes and notes are ours, and there is no cause and no context."""
    for unknown in ("ignore", "refuse"):
        error = refusal(kind, place.replace("%s", value), unknown=unknown)
        shown = [str(error), repr(error), repr(getattr(error, "__dict__", None))]
        shown += map(repr, getattr(error, "__notes__", ()))

        assert CANARY not in " ".join(shown)
        assert getattr(error, "__cause__", None) is None
        assert getattr(error, "__context__", None) is None


def test_writing_errors_have_no_context_either():
    """What a record holds is in no error of writing."""
    with pytest.raises(WireError) as caught:
        to_json(Hit(chunk_id="canary", document_id="d", text="canary\ud800"))

    assert CANARY not in repr((str(caught.value), vars(caught.value)))
    assert caught.value.__cause__ is None
    assert caught.value.__context__ is None


def test_refusals_pickle():
    """A refusal crosses processes."""
    error = refused(Span, "{}")

    assert vars(pickle.loads(pickle.dumps(error))) == vars(error)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | strategies.texts | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(strategies.texts, inner, max_size=3),
    max_leaves=8,
)


def _places(value: Any) -> list[tuple[Any, Any]]:
    """Give every container in a JSON value with each of its keys or positions."""
    keys = value.keys() if isinstance(value, dict) else range(len(value))
    found = [(value, key) for key in keys]
    for each in value.values() if isinstance(value, dict) else value:
        found += _places(each) if isinstance(each, (dict, list)) else []
    return found


@given(st.data(), strategies.records, json_values)
def test_any_change_is_read_as_a_record_or_refused(data, record, value):
    """Whatever stands in any place, there comes a record that can be written, or a refusal."""
    document = json.loads(to_json(record))
    places = _places(document)
    if places:
        container, key = data.draw(st.sampled_from(places))
        container[key] = value

    if refusal(type(record), json.dumps(document)) is None:
        found = from_json(type(record), json.dumps(document))

        assert from_json(type(record), to_json(found)) == found


@given(st.text() | st.binary())
def test_noise_is_refused(noise):
    """What is no JSON of ours is refused with a code, never with another error."""
    assert refused(Span, noise).code in set(WireCode)
