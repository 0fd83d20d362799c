"""JSON that means no good: too deep, too large, said twice, or nearly a number."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tesserix_rag import (
    Branch,
    Citation,
    CitedAnswer,
    ErasureReason,
    Finding,
    FindingCode,
    GroundingReport,
    HybridPath,
    SourceLocator,
    Span,
    TimeRange,
    Tombstone,
)
from tesserix_rag.errors import WireCode, WireError
from tesserix_rag.limits import Limits
from tesserix_rag.wire import from_json, to_json
from tests import strategies
from tests.examples import NOON, TIMING, citation, document, hit, passing, result
from tests.hostile.values import alone, refusal, rows, told

RECORDS: dict[str, Any] = {
    "span": Span(3, 5),
    "time": TimeRange(3, 5),
    "locator": SourceLocator(uri="u", page=3, page_label="p", section="s", kind="k", entity="e"),
    "citation": citation(
        score=0.5,
        branches=[Branch.KEYWORD],
        locator=SourceLocator(time=TimeRange(3, 5)),
        digest="d",
        source_url="u",
        source_license="l",
        retrieved_score=7,
    ),
    "answer": passing(),
    "finding": Finding(code=FindingCode.DANGLING_ID, claim_index=3, citation_id="c", span=Span(3, 5)),
    "report": GroundingReport(
        findings=[Finding(code=FindingCode.DANGLING_ID)], claims=3, citations=4, exempt=5
    ),
    "tombstone": Tombstone(
        citation_id="c",
        document_id="d",
        document_version="v",
        chunk_id="k",
        span=TIMING,
        erased_at=NOON,
        reason=ErasureReason.LEGAL,
    ),
    "document": document(title="t", uri="u", license="l", metadata={"a": 1, "b": "x"}),
    "result": result(hit(rerank_score=0.5), partial=True, path=HybridPath.FULL, tenant="acme"),
}

Path_ = tuple[str | int, ...]


def leaves(value: Any, path: Path_ = ()) -> Iterator[tuple[Path_, Any]]:
    """Give each place in a JSON value that holds neither array nor object, and what stands there."""
    if isinstance(value, dict):
        for key, each in value.items():
            yield from leaves(each, (*path, key))
    elif isinstance(value, list):
        for at, each in enumerate(value):
            yield from leaves(each, (*path, at))
    else:
        yield path, value


def objects(value: Any, path: Path_ = ()) -> Iterator[tuple[Path_, dict[str, Any]]]:
    """Give each object in a JSON value, and its place."""
    if isinstance(value, dict):
        yield path, value
    for key, each in value.items() if isinstance(value, dict) else enumerate(value):
        if isinstance(each, (dict, list)):
            yield from objects(each, (*path, key))


def pointer(path: Path_) -> str:
    """Write a place as a JSON pointer."""
    return "".join(f"/{each}" for each in path)


def written(value: Any, path: Path_, raw: str) -> str:
    """Write a JSON value with *raw* at one place."""
    if not path:
        return raw
    if isinstance(value, dict):
        members = (
            f"{json.dumps(key)}:{written(each, path[1:], raw) if key == path[0] else json.dumps(each)}"
            for key, each in value.items()
        )
        return f"{{{','.join(members)}}}"
    items = (
        written(each, path[1:], raw) if at == path[0] else json.dumps(each) for at, each in enumerate(value)
    )
    return f"[{','.join(items)}]"


def escaped(name: str) -> str:
    """Write a key with each of its characters escaped."""
    return '"' + "".join(f"\\u{ord(each):04x}" for each in name) + '"'


PLACES: dict[str, tuple[Any, Path_, Any]] = {
    f"{name}{pointer(path)}": (record, path, value)
    for name, record in RECORDS.items()
    for path, value in leaves(json.loads(to_json(record)))
}
INTEGERS = {name: row for name, row in PLACES.items() if type(row[2]) is int and "metadata" not in name}
FLOATS = {name: row for name, row in PLACES.items() if type(row[2]) is float}
TEXTS = {
    name: row
    for name, row in PLACES.items()
    if type(row[2]) is str and "metadata" not in name and name != "answer/format"
}
OBJECTS: dict[str, tuple[Any, Path_]] = {
    f"{name}{pointer(path)}": (record, path)
    for name, record in RECORDS.items()
    for path, _ in objects(json.loads(to_json(record)))
}


def refused(record: Any, path: Path_, raw: str, **options: Any) -> WireError:
    """Give the error for a record whose JSON holds *raw* at one place."""
    data = written(json.loads(to_json(record)), path, raw)
    error = refusal(WireError, lambda: from_json(type(record), data, **options))
    assert (
        refusal(WireError, lambda: from_json(type(record), data.encode("utf-8", "surrogatepass"))).code
        == error.code
    )
    return error


def outcome_of(kind: Any, data: str, unknown: Any) -> Any:
    """Give the record that is read, or the error."""
    try:
        return from_json(kind, data, unknown=unknown)
    except WireError as error:
        return error


# --- numbers ---------------------------------------------------------------------------

NO_INTEGERS: dict[str, tuple[str, str]] = {
    "true": ("true", "bool_number"),
    "false": ("false", "bool_number"),
    "float": ("4.0", "float_integer"),
    "negative zero": ("-0.0", "float_integer"),
    "exponent": ("4e0", "float_integer"),
    "large exponent": ("1e300", "float_integer"),
    "overflow": ("1e999", "not_finite"),
    "negative overflow": ("-1e999", "not_finite"),
    "nan": ("NaN", "not_finite"),
    "infinity": ("Infinity", "not_finite"),
    "negative infinity": ("-Infinity", "not_finite"),
    "negative": ("-1", "invalid_record"),
    "too large": (str(2**53), "wrong_type"),
    "64 bits": (str(2**64), "wrong_type"),
    "4300 digits": ("9" * 4300, "wrong_type"),
    "5000 digits": ("9" * 5000, "wrong_type"),
    "minus 5000 digits": (f"-{'9' * 5000}", "wrong_type"),
    "digits": ('"4"', "wrong_type"),
    "digits of another script": ('"\u0664"', "wrong_type"),
    "empty": ('""', "wrong_type"),
    "array": ("[4]", "wrong_type"),
    "object": ("{}", "wrong_type"),
    "leading zero": ("04", "not_json"),
    "plus": ("+4", "not_json"),
    "hexadecimal": ("0x4", "not_json"),
    "underscore": ("1_0", "not_json"),
    "bare fraction": (".4", "not_json"),
    "digit of another script": ("\u0664", "not_json"),
    "full width digit": ("\uff14", "not_json"),
    "python": ("None", "not_json"),
    "comment": ("4/**/", "not_json"),
}
NO_FLOATS: dict[str, tuple[str, str]] = {
    name: NO_INTEGERS[name]
    for name in (
        *(
            "true",
            "false",
            "overflow",
            "negative overflow",
            "nan",
            "infinity",
            "negative infinity",
            "too large",
        ),
        *("64 bits", "5000 digits", "minus 5000 digits", "digits", "empty", "array", "object", "leading zero"),
        *("plus", "hexadecimal", "underscore", "bare fraction", "full width digit", "python"),
    )
}


def said(places: dict[str, Any], raw: str) -> dict[str, tuple[str, str]]:
    """Give code and path of the refusal of *raw* at each of *places*."""
    errors = {name: refused(record, path, raw) for name, (record, path, *_) in places.items()}
    return {name: (error.code.value, error.path) for name, error in errors.items()}


def expected(places: dict[str, Any], code: str) -> dict[str, tuple[str, str]]:
    """Give *code* for each of *places*, at that place unless it is no JSON at all."""
    return {name: (code, "" if code == "not_json" else pointer(row[1])) for name, row in places.items()}


@pytest.mark.parametrize(("raw", "code"), rows(NO_INTEGERS))
def test_what_is_no_integer_is_refused(raw: str, code: str):
    """Wherever an integer stands, with the code of the rule and the place."""
    assert said(INTEGERS, raw) == expected(INTEGERS, code)


@pytest.mark.parametrize(("raw", "code"), rows(NO_FLOATS))
def test_what_is_no_float_is_refused(raw: str, code: str):
    """Wherever a float stands, with the code of the rule and the place."""
    assert said(FLOATS, raw) == expected(FLOATS, code)


@pytest.mark.parametrize(
    "raw", ["0", "-0", "7", "-7", "-0.0", "5e-324", "1e-999", "1.7976931348623157e308", "1E2"]
)
def test_what_is_a_float_is_read_as_one(raw: str):
    """Integers too; it is a float afterwards, and the number that was written."""
    data = written(json.loads(to_json(citation(score=0.5))), ("score",), raw)
    read = from_json(Citation, data)

    assert (read.score, type(read.score)) == (float(raw), float)
    assert from_json(Citation, to_json(read)) == read


@pytest.mark.parametrize("raw", ["-0", "0", str(2**53 - 1)])
def test_what_is_an_integer_is_read_as_one(raw: str):
    """Up to the largest that all readers agree on."""
    read = from_json(Span, f'{{"start":{raw},"end":{2**53 - 1}}}')

    assert (read.start, type(read.start)) == (int(raw), int)


@pytest.mark.parametrize("raw", ["NaN", "1e999", "-1e999", "Infinity"])
def test_no_number_that_is_none_is_overlooked(raw: str):
    """Also not in a field that is none of ours, deep inside."""
    errors = {}
    for name, (record, path) in OBJECTS.items():
        inside = json.dumps(_at(json.loads(to_json(record)), path))
        errors[name] = refused(record, path, f'{inside[:-1]},"canary":[{{"canary":{raw}}}]}}')

    assert {each.code for each in errors.values()} == {WireCode.NOT_FINITE}
    assert not any("canary" in told(each) for each in errors.values())


def _at(value: Any, path: Path_) -> Any:
    for each in path:
        value = value[each]
    return value


# --- texts and ids ---------------------------------------------------------------------

NO_TEXTS: dict[str, tuple[str, str]] = {
    "number": ("7", "wrong_type"),
    "float": ("7.5", "wrong_type"),
    "true": ("true", "wrong_type"),
    "array": ('["a"]', "wrong_type"),
    "object": ('{"a":"a"}', "wrong_type"),
    "high surrogate": ('"a\\ud800"', "surrogate"),
    "low surrogate": ('"\\udc00a"', "surrogate"),
    "reversed pair": ('"\\ude00\\ud83d"', "surrogate"),
    "half a pair behind a pair": ('"\\ud83d\\ude00\\ud83d"', "surrogate"),
    "capital escape": ('"\\uDFFF"', "surrogate"),
    "not a number": ("NaN", "not_finite"),
    "too large": ("1e999", "not_finite"),
    "single quotes": ("'a'", "not_json"),
    "no quotes": ("a", "not_json"),
    "short escape": ('"\\u00"', "not_json"),
    "hexadecimal escape": ('"\\x41"', "not_json"),
    "raw newline": ('"a\nb"', "not_json"),
    "raw nul": ('"a\x00b"', "not_json"),
    "raw tab": ('"a\tb"', "not_json"),
}


@pytest.mark.parametrize(("raw", "code"), rows(NO_TEXTS))
def test_what_is_no_text_is_refused(raw: str, code: str):
    """Wherever a text, an id, a time or a word of ours stands."""
    assert said(TEXTS, raw) == expected(TEXTS, code)


IDS = {
    name: (record, path)
    for name, (record, path, _) in TEXTS.items()
    if str(path[-1]).endswith(("_id", "_version", "tenant", "version")) and "hits" not in path
}


NO_IDS = {
    "empty": '""',
    "blank": '" "',
    "unseen": '"\\u200b"',
    "nul": '"a\\u0000b"',
    "newline": '"a\\n"',
    "next line": '"a\\u0085"',
    "too long": f'"{"x" * 513}"',
}


@pytest.mark.parametrize("raw", rows(NO_IDS))
def test_what_is_no_id_is_refused(raw: str):
    """Empty, blank, unseen, with controls or too long: at its place, as an invalid record."""
    assert said(IDS, raw) == expected(IDS, "invalid_record")


NULLABLE = ("digest", "source_url", "source_license", "retrieved_score", "tenant", "path", "rerank_score")
OPTIONAL = {
    name: row
    for name, row in PLACES.items()
    if (row[1][-1] in {*NULLABLE, "page", "claim_index"} or name == "finding/citation_id")
    and name != "citation/tenant"
    and not name.startswith("answer/")
}
NEEDED = {name: row for name, row in PLACES.items() if name not in OPTIONAL and name[:7] != "answer/"}


def test_null_is_no_value():
    """Where a value is needed or has a default, null is another type, not the default."""
    at = {name: row[1][:-1] if "metadata" in row[1] else row[1] for name, row in NEEDED.items()}

    assert said(NEEDED, "null") == {name: ("wrong_type", pointer(path)) for name, path in at.items()}


@pytest.mark.parametrize(("record", "path", "_value"), rows(OPTIONAL))
def test_null_is_the_absence_of_what_may_be_absent(record: Any, path: Path_, _value: Any):
    """It reads like the field left out."""
    whole = json.loads(to_json(record))
    read = from_json(type(record), written(whole, path, "null"))
    del _at(whole, path[:-1])[path[-1]]

    assert read == from_json(type(record), json.dumps(whole))


# --- said twice ------------------------------------------------------------------------


@pytest.mark.parametrize(("record", "path"), rows(OBJECTS))
@pytest.mark.parametrize("spell", [json.dumps, escaped], ids=["plain", "escaped"])
def test_no_key_is_said_twice(record: Any, path: Path_, spell: Any):
    """In no object, for no key, before or behind, with the same value or another."""
    inside = _at(json.loads(to_json(record)), path)
    whole = json.dumps(inside)[1:-1]
    found, wanted = {}, {}
    for key, value in inside.items():
        for at, again in enumerate((json.dumps(value), "null", '"canary"')):
            doubled = [f"{spell(key)}:{again}", whole][:: 1 if at else -1]
            error = refused(record, path, f"{{{','.join(doubled)}}}")
            found[key, at] = (error.code, error.path)
            place = path if path[-1:] == ("metadata",) else (*path, key)
            wanted[key, at] = (WireCode.DUPLICATE_KEY, pointer(place))

    assert found == wanted


@given(st.data(), strategies.records)
def test_whatever_is_said_twice_is_refused(data: st.DataObject, record: Any):
    """Any record, any of its objects, any key, any second value."""
    whole = json.loads(to_json(record))
    path, inside = data.draw(st.sampled_from([each for each in objects(whole) if each[1]] or [((), whole)]))
    key = data.draw(st.sampled_from(sorted(inside) or ["canary"]))
    second = f"{json.dumps(key)}:{data.draw(st.sampled_from(['null', '0', '[]', json.dumps(inside.get(key))]))}"
    doubled = f"{{{second},{json.dumps({**inside, key: inside.get(key)})[1:-1]}}}"

    assert refused(record, path, doubled).code == WireCode.DUPLICATE_KEY


def test_the_last_of_many_is_looked_at_like_the_first():
    """A key said twice in the last of many citations refuses them all."""
    one = to_json(citation()).decode()
    data = f'[{",".join([one] * 9_999)},{one[:-1]},{escaped("tenant")}:"globex"}}]'
    error = refusal(WireError, lambda: from_json(tuple[Citation, ...], data))

    assert (error.code, error.path) == (WireCode.DUPLICATE_KEY, "/9999/tenant")


# --- unknown fields --------------------------------------------------------------------

FOREIGN = ["1", '"canary"', "null", "[1,[2,{}]]", '{"canary":{"tenant":"globex"}}', str(10**400), "1.5e300"]


OURS = {name: row for name, row in OBJECTS.items() if "metadata" not in name}


@pytest.mark.parametrize("raw", FOREIGN, ids=lambda raw: raw[:12])
def test_what_is_none_of_ours_changes_nothing(raw: str):
    """It is ignored in every object, and refused in every object where that is asked for."""
    found, wanted = {}, {}
    for name, (record, path) in OURS.items():
        inside = json.dumps(_at(json.loads(to_json(record)), path))
        data = written(json.loads(to_json(record)), path, f'{{"canary":{raw},{inside[1:]}')
        error = outcome_of(type(record), data, "refuse")
        found[name] = (from_json(type(record), data), error.code, error.path)
        wanted[name] = (record, WireCode.UNKNOWN_FIELD, pointer(path))

    assert found == wanted


@pytest.mark.parametrize(
    "key", ["Tenant", "tenant ", "tenant\u200b", "\uff54enant", "ten\u00e4nt", "__class__", "__init__"]
)
def test_a_key_that_looks_like_ours_is_none(key: str):
    """It does not stand in for a field, and sets nothing."""
    fields = json.loads(to_json(citation()))
    beside = from_json(Citation, json.dumps({**fields, key: "globex"}))
    tenant = fields.pop("tenant")
    error = refusal(WireError, lambda: from_json(Citation, json.dumps({**fields, key: tenant})))

    assert beside == citation()
    assert (error.code, error.path) == (WireCode.MISSING_FIELD, "/tenant")


# --- versions --------------------------------------------------------------------------

FORMATS = [
    *("tesserix-rag/2.0", "tesserix-rag/0.9", "tesserix-rag/10.0", "tesserix-rag/01.0", "tesserix-rag/1.00"),
    *("tesserix-rag/1", "tesserix-rag/1.", "tesserix-rag/.0", "tesserix-rag/1.0.0", "tesserix-rag/1.0-beta"),
    *(
        "tesserix-rag/1.-1",
        "tesserix-rag/+1.0",
        "tesserix-rag/1e0.0",
        "tesserix-rag/1.\u0663",
        "tesserix-rag/\uff11.0",
    ),
    *(
        "tesserix-rag/1.\u00b2",
        "tesserix-rag/1,0",
        "tesserix-rag/ 1.0",
        " tesserix-rag/1.0",
        "tesserix-rag/1.0 ",
    ),
    *("tesserix-rag/1.0\n", "tesserix-rag/1.0\x00", "\ufefftesserix-rag/1.0", "tesserix-rag/1.0\u200b"),
    *(
        "Tesserix-RAG/1.0",
        "tesserix_rag/1.0",
        "tesserix\u2010rag/1.0",
        "tesserix-rag\\1.0",
        "other/1.0",
        "1.0",
        "",
    ),
]


@pytest.mark.parametrize("format_", FORMATS, ids=ascii)
def test_another_format_is_refused(format_: str):
    """Only this major is read; nothing is trimmed, folded or taken for a digit."""
    data = json.dumps({**json.loads(to_json(passing())), "format": format_})
    error = refusal(WireError, lambda: from_json(CitedAnswer, data))

    assert (error.code, error.path) == (WireCode.WRONG_FORMAT, "/format")


@pytest.mark.parametrize("minor", ["0", "1", "9", "10", "99"])
def test_a_newer_minor_is_read(minor: str):
    """What it adds is none of ours yet."""
    fields = {**json.loads(to_json(passing())), "format": f"tesserix-rag/1.{minor}", "added": {"later": [1]}}

    assert from_json(CitedAnswer, json.dumps(fields)) == passing()


# --- size, depth and encodings ---------------------------------------------------------


@pytest.mark.parametrize(
    ("opening", "closing"), [("[", "]"), ('{"canary":', "}"), ('[{"canary":', "}]")], ids=ascii
)
@pytest.mark.parametrize("levels", [80, 100_000])
def test_what_is_too_deep_is_refused_in_every_object(opening: str, closing: str, levels: int):
    """Before it is parsed, and without a recursion of ours."""
    raw = f"{opening * levels}1{closing * levels}"
    errors = []
    for record, path in OURS.values():
        inside = json.dumps(_at(json.loads(to_json(record)), path))
        errors.append(refused(record, path, f'{inside[:-1]},"canary":{raw}}}'))

    assert {(each.code, each.path) for each in errors} == {(WireCode.TOO_DEEP, "")}


@pytest.mark.parametrize("record", rows(RECORDS))
@pytest.mark.parametrize("unit", [None, "[", '{"a":', '"', "\\", "1", "e", "\x00", "\u00e9", "]"], ids=ascii)
def test_what_is_too_large_is_refused_before_it_is_parsed(record: Any, unit: str | None):
    """Bytes are counted first, so that not even nonsense is looked at."""
    data = to_json(record) if unit is None else (unit * 2_000).encode()
    limits = Limits(json_bytes=len(data) - 1)
    for given_ in (data, bytearray(data), memoryview(data), data.decode()):
        error = refusal(WireError, lambda given_=given_: from_json(type(record), given_, limits=limits))

        assert (error.code, error.path) == (WireCode.TOO_LARGE, "")


@pytest.mark.parametrize("record", rows(RECORDS))
def test_what_is_just_large_enough_is_read(record: Any):
    """The limit is the most that is taken."""
    data = to_json(record)

    assert from_json(type(record), data, limits=Limits(json_bytes=len(data))) == record


ENCODINGS = [
    "utf-8-sig",
    "utf-16",
    "utf-16-le",
    "utf-16-be",
    "utf-32",
    "utf-32-le",
    "utf-7",
    "cp037",
    "shift_jis",
]


@pytest.mark.parametrize(
    "record", rows({k: v for k, v in RECORDS.items() if k in {"citation", "document", "answer"}})
)
@pytest.mark.parametrize("encoding", ENCODINGS)
def test_json_is_utf_8_without_a_mark(record: Any, encoding: str):
    """No other encoding is guessed, and no byte order mark skipped."""
    data = to_json(record).decode().replace("}", ',"x":"+\u00a5"}', 1).encode(encoding, "ignore")
    if encoding == "shift_jis":
        data = data.replace(b"+", b"\x83\x5c")
    if encoding == "utf-7":
        data = b"+AHs-" + data[1:]
    error = refusal(WireError, lambda: from_json(type(record), data))

    assert error.code in {WireCode.NOT_JSON, WireCode.TOO_DEEP}


BYTES = {
    "overlong slash": b"\xc0\xaf",
    "overlong nul": b"\xc0\x80",
    "surrogate": b"\xed\xa0\x80",
    "surrogate pair": b"\xed\xa0\xbd\xed\xb8\x80",
    "beyond unicode": b"\xf4\x90\x80\x80",
    "cut off": b"\xf0\x9f\x98",
    "continuation": b"\x80",
    "no byte of it": b"\xff\xfe",
}


@pytest.mark.parametrize("raw", rows(BYTES))
@pytest.mark.parametrize("place", [b'"uri":"%s"', b'"x":"%s"', b'"%s":1', b'"uri":"a"}%s'], ids=ascii)
def test_bytes_that_are_no_utf_8_are_refused(place: bytes, raw: bytes):
    """In a value, in a key and behind the document, ours or not."""
    error = refusal(WireError, lambda: from_json(SourceLocator, b"{" + place % raw + b"}"))

    assert (error.code, error.path) == (WireCode.NOT_JSON, "")


@pytest.mark.parametrize(
    "behind", ["x", "{}", "null", ",", "\x00", "\ufeff", "\u00a0", "\u2028", "//", "\x0c"], ids=ascii
)
@pytest.mark.parametrize("before", [True, False], ids=["before", "behind"])
def test_nothing_stands_beside_a_document(behind: str, *, before: bool):
    """Only JSON's own white space."""
    whole = '{"start":1,"end":2}'
    error = refusal(WireError, lambda: from_json(Span, f"{behind}{whole}" if before else f"{whole}{behind}"))

    assert error.code == WireCode.NOT_JSON
    assert from_json(Span, f" \t\r\n{whole} \t\r\n") == Span(1, 2)


# --- many ------------------------------------------------------------------------------


def test_a_hundred_thousand_citations_come_back():
    """None is lost."""
    many = tuple(citation(f"c{each}") for each in range(100_000))
    read = from_json(CitedAnswer, to_json(CitedAnswer(citations=many)))

    assert read.citations == many


BAD_LAST: dict[str, tuple[dict[str, Any], str, str]] = {
    "no tenant": ({"tenant": ""}, "invalid_record", "/citations/999/tenant"),
    "backwards": ({"span": {"start": 5, "end": 1}}, "invalid_record", "/citations/999/span/end"),
    "truth": ({"span": {"start": True, "end": 1}}, "bool_number", "/citations/999/span/start"),
    "the same id": ({"citation_id": "c0"}, "invalid_record", "/citations"),
    "text": ({"score": "1"}, "wrong_type", "/citations/999/score"),
    "another time": ({"retrieved_at": "yesterday"}, "invalid_record", "/citations/999/retrieved_at"),
}


@pytest.mark.parametrize(("change", "code", "path"), rows(BAD_LAST))
def test_one_bad_citation_refuses_the_answer(change: dict[str, Any], code: str, path: str):
    """Whatever is bad about it."""
    one = json.loads(to_json(citation()))
    listed = [{**one, "citation_id": f"c{each}"} for each in range(999)]
    error = refusal(
        WireError, lambda: from_json(CitedAnswer, json.dumps({"citations": [*listed, {**one, **change}]}))
    )

    assert (error.code, error.path) == (code, path)


# --- errors hold nothing, and the command line says it so ------------------------------

CANARIES = {
    "text": '"canary"',
    "surrogate": '"canary\\ud800"',
    "array": '["canary"]',
    "object": '{"canary":"canary"}',
    "twice": '{"canary":1,"canary":2}',
    "not a number": '["canary",NaN]',
    "no json": "canary",
    "cut off": '"canary',
    "huge": f'["canary",{"9" * 5000}]',
    "raw surrogate": '"canary\ud800"',
}


@pytest.mark.parametrize("raw", rows(CANARIES))
def test_no_refusal_repeats_what_was_read(raw: str):
    """Wherever it stood and whatever was wrong with it."""
    found = [
        outcome_of(type(record), written(json.loads(to_json(record)), path, raw), unknown)
        for record, path, _ in PLACES.values()
        for unknown in ("ignore", "refuse")
    ]
    errors = [each for each in found if isinstance(each, WireError)]

    assert errors
    assert len(errors) == len(found) or raw == '"canary"'
    assert not any("canary" in told(each) for each in errors)
    assert all(map(alone, errors))


FILES = {
    "empty": b"",
    "no json": b"canary",
    "byte order mark": b"\xef\xbb\xbf{}",
    "not utf-8": b'{"answer":"\xff"}',
    "nan": b'{"answer":{"claims":[]},"retrieved":{"citations":[NaN]}}',
    "overflow": b'{"answer":{"claims":[]},"retrieved":{"citations":[],"canary":1e999}}',
    "twice": b'{"answer":{"claims":[]},"answer":{"claims":[]},"retrieved":{"citations":[]}}',
    "twice, escaped": b'{"answer":{"claims":[]},"\\u0061nswer":{"claims":[]},"retrieved":{"citations":[]}}',
    "twice inside": b'{"answer":{"claims":[],"claims":[]},"retrieved":{"citations":[]}}',
    "twice in what is ignored": b'{"answer":{"claims":[]},"retrieved":{"citations":[]},"canary":{"a":1,"a":1}}',
    "surrogate": b'{"answer":{"claims":[]},"retrieved":{"citations":[]},"canary":"\\ud800"}',
    "deep": b'{"answer":' + b"[" * 100_000,
    "another format": b'{"answer":{"format":"tesserix-rag/2.0","claims":[]},"retrieved":{"citations":[]}}',
    "array": b'["canary"]',
    "number": b"1",
    "no answer": b'{"answer":"canary","retrieved":{"citations":[]}}',
    "no citations": b'{"answer":{"claims":[]},"retrieved":"canary"}',
    "citations of another kind": b'{"answer":{"claims":[]},"retrieved":{"citations":{"canary":1}}}',
}


@pytest.mark.parametrize("data", rows(FILES))
@pytest.mark.parametrize("how", [[], ["--json"], ["--feedback"]], ids=["plain", "json", "feedback"])
def test_the_command_line_refuses_hostile_json(run: Any, tmp_path: Path, data: bytes, how: list[str]):
    """Exit status 2, nothing on standard output, and one line that repeats nothing."""
    (tmp_path / "asked.json").write_bytes(data)
    outcome = run("check", "asked.json", "--tenant", "acme", *how)

    assert (outcome.exit_code, outcome.stdout) == (2, "")
    assert outcome.stderr.startswith("WireError: ")
    assert outcome.stderr.count("\n") == 1
    assert "canary" not in outcome.stderr


@pytest.mark.parametrize("command", ["check", "resolve"])
def test_the_command_line_refuses_what_is_too_large(run: Any, tmp_path: Path, command: str):
    """A file of more than 64 MiB is not parsed."""
    (tmp_path / "corpus.db").touch()
    with (tmp_path / "asked.json").open("wb") as opened:
        opened.truncate(64 * 2**20 + 1)
    database = ["--db", "corpus.db"] if command == "resolve" else []
    outcome = run(command, "asked.json", "--tenant", "acme", *database)

    assert (outcome.exit_code, outcome.stderr) == (2, "WireError: too_large\n")


def test_a_record_that_was_tampered_with_is_refused_when_it_comes_back():
    """What someone wrote into a frozen record does not pass the wire."""
    tampered = attrs.evolve(citation())
    object.__setattr__(tampered, "tenant", "acme\u200b")
    error = refusal(WireError, lambda: from_json(Citation, to_json(tampered)))

    assert (error.code, error.path) == (WireCode.INVALID_RECORD, "/tenant")
