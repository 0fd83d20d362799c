"""Numbers that are none, nearly none, or too many: in records, hits, calls and options."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from typing import Any

import attrs
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tesserix_rag import (
    Anchor,
    Branch,
    BranchScore,
    Chunk,
    Citation,
    CitedAnswer,
    ConfigurationError,
    CorpusResolver,
    Document,
    ErasedVersionError,
    Finding,
    FindingCode,
    GroundingReport,
    Hit,
    InvalidRecordError,
    LimitExceededError,
    Resolved,
    SourceChangedError,
    SourceLocator,
    Span,
    TesserixRagError,
    TimeRange,
    UngroundedCitationError,
    check_grounding,
    cite,
    excerpt,
    merge_results,
    passages,
    tenant_scope,
)
from tesserix_rag.corpus.sqlite import SqliteCorpus
from tesserix_rag.limits import Limits
from tesserix_rag.wire import canonical_json, from_json, to_json
from tests.corpus.libraries import ask, citation_of, cited, erased, found, handbook
from tests.examples import TIMING, citation, claim, document, hit, result
from tests.hostile.values import Arrayish, Foreign, Integer, Real, alone, refusal, rows, told

pytestmark = pytest.mark.usefixtures("acme")

LARGEST = 2**53 - 1

NEVER: dict[str, Any] = {
    "truth": True,
    "untruth": False,
    "not a number": math.nan,
    "infinity": math.inf,
    "negative infinity": -math.inf,
    "huge": 10**400,
    "minus huge": -(10**400),
    "digits": "5",
    "superscript": "²",
    "other digits": "٣",
    "plus": "+5",
    "blank before": " 5",
    "fraction": "3.0",
    "exponent": "1e3",
    "five thousand digits": "9" * 5000,
    "empty": "",
    "bytes": b"5",
    "complex": 5 + 0j,
    "list": [5],
    "foreign": Foreign(),
    "array": Arrayish(),
    "odd integer": Integer(5),
    "odd float": Real(5.0),
}
"""What is a number of no record."""

NO_COUNTS = NEVER | {
    "none": None,
    "negative": -1,
    "beyond json": LARGEST + 1,
    "whole float": 5.0,
    "float": 5.5,
    "negative zero": -0.0,
    "tiny": 5e-324,
}
NO_SCORES = NEVER | {"none": None, "beyond exactness": LARGEST + 1}
NO_RELEVANCES = NEVER | {"fraction of one": 0.5, "negative": -1.0, "too much": 101.0, "tiny": 5e-324}

MAY_BE_NONE = {"page", "claim_index"}
COUNTS: dict[str, tuple[Any, str]] = {
    f"{type(record).__name__}.{field}": (record, field)
    for record, fields in [
        (Span(0, LARGEST), "start end"),
        (TimeRange(0, LARGEST), "start end"),
        (SourceLocator(), "page"),
        (BranchScore(branch=Branch.KEYWORD, score=1.0, rank=1), "rank"),
        (Anchor(at=0, citation_ids=()), "at"),
        (Finding(code=FindingCode.UNCITED_CLAIM), "claim_index"),
        (GroundingReport(), "claims citations exempt"),
        (
            Chunk(chunk_id="k", document_id="d", document_version="v", span=TIMING, ordinal=0, text=""),
            "ordinal",
        ),
    ]
    for field in fields.split()
}
FROM_ONE = {"SourceLocator.page", "BranchScore.rank"}
SCORES: dict[str, tuple[Any, str]] = {
    "Citation.score": (citation(), "score"),
    "BranchScore.score": (BranchScore(branch=Branch.KEYWORD, score=1.0, rank=1), "score"),
}


# --- records ---------------------------------------------------------------------------


@pytest.mark.parametrize("value", rows(NO_COUNTS))
def test_what_counts_nothing_is_refused(value: Any):
    """Record and field are named, and the refusal is the same whatever was given."""
    for record, field in COUNTS.values():
        if value is None and field in MAY_BE_NONE:
            continue
        refused, other = (
            refusal(InvalidRecordError, lambda r=record, f=field, v=each: attrs.evolve(r, **{f: v}))
            for each in (value, "canary")
        )

        assert (refused.record, refused.field) == (type(record).__name__, field)
        assert told(refused) == told(other)


@pytest.mark.parametrize(("record", "field"), rows({k: v for k, v in COUNTS.items() if k in FROM_ONE}))
def test_pages_and_ranks_count_from_one(record: Any, field: str):
    """There is no page 0 and no rank 0."""
    refused = refusal(InvalidRecordError, lambda: attrs.evolve(record, **{field: 0}))

    assert refused.field == field


@pytest.mark.parametrize(("record", "field"), rows(SCORES))
@pytest.mark.parametrize("value", rows(NO_SCORES))
def test_what_scores_nothing_is_refused(record: Any, field: str, value: Any):
    """A score can be ranked and written."""
    refused = refusal(InvalidRecordError, lambda: attrs.evolve(record, **{field: value}))

    assert (refused.record, refused.field) == (type(record).__name__, field)
    assert "canary" not in told(refused)


@pytest.mark.parametrize("value", rows(NO_RELEVANCES))
def test_what_is_no_relevance_is_refused(value: Any):
    """It is whole, and from 0 to 100."""
    refused = refusal(InvalidRecordError, lambda: citation(retrieved_score=value))

    assert (refused.record, refused.field) == ("Citation", "retrieved_score")


@pytest.mark.parametrize("value", rows({k: v for k, v in NEVER.items() if k not in {"truth", "untruth"}}))
@pytest.mark.parametrize(
    ("record", "field"), [(claim(), "inferred"), (result(), "partial")], ids=["claim", "result"]
)
def test_what_is_neither_true_nor_false_is_refused(record: Any, field: str, value: Any):
    """No number and no word is taken for a truth value."""
    refused = refusal(InvalidRecordError, lambda: attrs.evolve(record, **{field: value}))

    assert refused.field == field


NO_METADATA = {
    name: NEVER[name]
    for name in (
        "not a number",
        "infinity",
        "negative infinity",
        "huge",
        "minus huge",
        "bytes",
        "complex",
        "list",
    )
} | {"foreign": Foreign(), "array": Arrayish(), "beyond json": 2**53, "none": None}


@pytest.mark.parametrize("value", rows(NO_METADATA))
def test_what_is_no_value_of_metadata_is_refused(value: Any):
    """Numbers that JSON readers disagree on, and what is no scalar."""
    refused = refusal(InvalidRecordError, lambda: document(metadata={"canary": value}))

    assert (refused.record, refused.field) == ("Document", "metadata")
    assert "canary" not in told(refused)


GOOD_SCORES = [
    0.0,
    -0.0,
    5e-324,
    -5e-324,
    1.7976931348623157e308,
    -1.7976931348623157e308,
    LARGEST,
    -LARGEST,
    0.1 + 0.2,
]


@pytest.mark.parametrize("score", GOOD_SCORES, ids=repr)
def test_a_score_at_an_end_of_the_scale_is_kept(score: float):
    """Cited, sent and read back it is the same number, and a float."""
    (pinned,) = cite(result(hit(score=score)))
    read = [from_json(Citation, write(pinned)) for write in (to_json, canonical_json)]

    assert [(each.score, type(each.score)) for each in (pinned, *read)] == [(float(score), float)] * 3
    assert pinned == read[0] == read[1]
    assert hash(pinned) == hash(read[1])


def test_negative_zero_is_zero():
    """Records that differ in its sign only are equal, hash alike and have one canonical form."""
    minus, plus = citation(score=-0.0, retrieved_score=-0.0), citation(score=0.0, retrieved_score=0.0)

    assert minus == plus
    assert hash(minus) == hash(plus)
    assert canonical_json(minus) == canonical_json(plus)


@given(st.floats(allow_nan=True, allow_infinity=True))
def test_a_float_is_a_score_if_it_is_finite(score: float):
    """And only then, in a record and in a hit."""
    with tenant_scope("acme"):
        taken = [accepted(lambda: citation(score=score)), accepted(lambda: cite(result(hit(score=score))))]

    assert taken == [math.isfinite(score)] * 2


def accepted(call: Callable[[], object]) -> bool:
    """Whether a call is not refused."""
    try:
        call()
    except (ConfigurationError, InvalidRecordError):
        return False
    return True


# --- hits ------------------------------------------------------------------------------

COUNTED = ("start", "end", "page")
TIMED = ("time_start", "time_end")
NO_OFFSETS = {
    name: value
    for name, value in NO_COUNTS.items()
    if name not in {"digits", "foreign", "array", "odd integer", "odd float", "empty", "none"}
}
NO_SECONDS = {
    name: value
    for name, value in NO_OFFSETS.items()
    if name not in {"fraction", "whole float", "float", "negative zero", "tiny"}
} | {
    "dot only": ".",
    "no whole part": ".5",
    "two dots": "1.5.0",
    "comma": "1,5",
    "clock": "00:45",
    "suffix": "45s",
}


@pytest.mark.parametrize("key", COUNTED)
@pytest.mark.parametrize("value", rows(NO_OFFSETS))
def test_what_counts_nothing_in_a_hit_is_refused(key: str, value: Any):
    """Only integers and ASCII digits are read; the error names chunk and key, and no value."""
    refused = refusal(ConfigurationError, lambda: cite(result(hit({key: value}))))

    assert told(refused) == told(refusal(ConfigurationError, lambda: cite(result(hit({key: "canary"})))))
    assert "'timing'" in str(refused)
    assert f"'{key}'" in str(refused)


@pytest.mark.parametrize("key", TIMED)
@pytest.mark.parametrize("value", rows(NO_SECONDS))
def test_what_times_nothing_in_a_hit_is_refused(key: str, value: Any):
    """Seconds are finite, from 0, and written in ASCII decimals."""
    timed = {"time_start": 0, "time_end": LARGEST, key: value}
    refused = refusal(ConfigurationError, lambda: cite(result(hit(timed))))

    assert told(refused) == told(
        refusal(ConfigurationError, lambda: cite(result(hit({**timed, key: "canary"}))))
    )
    assert f"'{key}'" in str(refused)


NO_HIT_SCORES = {
    name: value
    for name, value in NO_SCORES.items()
    if name not in {"none", "beyond exactness", "odd integer", "odd float"}
}


@pytest.mark.parametrize("key", ["score", "rerank_score"])
@pytest.mark.parametrize("value", rows(NO_HIT_SCORES))
def test_what_scores_nothing_in_a_hit_is_refused(key: str, value: Any):
    """It is no score, so no citation has it; a text is not read as a number."""
    refused = refusal(ConfigurationError, lambda: cite(result(hit(**{key: value}))))

    assert told(refused) == told(
        refusal(ConfigurationError, lambda: cite(result(attrs.evolve(hit(), **{key: "canary"}))))
    )
    assert f"'{key}'" in str(refused)


READ = ("version", "start", "end", "page", "page_label", "section", "time_start", "time_end")
ODD: dict[str, Any] = {
    "foreign": Foreign,
    "array": Arrayish,
    "integer": lambda: Integer(76),
    "float": lambda: Real(76.0),
}


@pytest.mark.parametrize("key", [*READ, "uri", "kind", "entity", "tenant", "digest", "source", "license"])
@pytest.mark.parametrize("odd", rows(ODD))
def test_a_value_of_a_library_is_read_or_refused(key: str, odd: Callable[[], Any]):
    """What cannot be asked anything raises no error of its own: only ours, or what is cited is plain."""
    timed = {"time_start": 0} if key == "time_end" else {}
    found = outcome_of(lambda: cite(result(hit({**timed, key: odd()}))))

    assert is_plain(found)


@pytest.mark.parametrize("key", ["score", "rerank_score"])
@pytest.mark.parametrize("odd", rows(ODD))
def test_a_score_of_a_library_is_read_or_refused(key: str, odd: Callable[[], Any]):
    """Numeric libraries have floats that are floats, and others."""
    found = outcome_of(lambda: cite(result(hit(**{key: odd()}))))

    assert is_plain(found)


@pytest.mark.parametrize("key", ["version", "start", "end", "tenant"])
@pytest.mark.parametrize("odd", rows(ODD))
def test_a_value_of_a_library_pins_or_is_left_out(key: str, odd: Callable[[], Any]):
    """Looking for passages and merging raise nothing, save for two tenants."""
    strange = result(hit({key: odd()}))
    kept = outcome_of(lambda: dict(passages(strange, [citation()])))
    merged = outcome_of(lambda: merge_results(result(hit()), strange))

    assert isinstance(kept, (dict, TesserixRagError))
    assert isinstance(merged, (type(strange), ConfigurationError))


def outcome_of(call: Callable[[], Any]) -> Any:
    """Give what a call gives, or our error."""
    try:
        return call()
    except TesserixRagError as error:
        return error


def is_plain(outcome: Any) -> bool:
    """Whether there is a discreet refusal, or a citation that can be sent and is the same then."""
    if isinstance(outcome, TesserixRagError):
        return type(outcome) is ConfigurationError and "canary" not in told(outcome) and alone(outcome)
    (pinned,) = outcome
    numbers = (pinned.span.start, pinned.span.end, pinned.score)
    return from_json(Citation, to_json(pinned)) == pinned and {*map(type, numbers)} == {int, float}


class Double(float):
    """A float of a library that behaves."""


class Count(int):
    """An integer of a library that behaves."""


def test_what_behaves_like_a_number_becomes_a_plain_one():
    """Subclasses of a library are read, and do not live on in a citation."""
    strange = hit({"start": Count(38), "end": Count(76), "page": Count(7)}, score=Double(0.5))
    (pinned,) = cite(result(strange))
    numbers = (pinned.span.start, pinned.span.end, pinned.locator.page, pinned.score)

    assert numbers == (38, 76, 7, 0.5)
    assert [type(each) for each in numbers] == [int, int, int, float]


DIGITS = re.compile(r"[0-9]{1,16}")
NUMBERLIKE = st.one_of(
    st.text("0123456789", max_size=18),
    st.text("0129+-._eE ²٣\uff13\u0967\n\x00", max_size=6),
    st.text(max_size=6),
)


@given(NUMBERLIKE, st.sampled_from(COUNTED))
@example("9007199254740991", "end")
@example("9007199254740992", "end")
@example("0" * 16, "start")
@example("5\n", "page")
def test_a_text_is_a_count_if_it_is_ascii_digits(text: str, key: str):
    """At most sixteen of them, no larger than all readers agree on, and a page is not 0."""
    number = int(text) if DIGITS.fullmatch(text) else -1
    least, most = {"start": (0, 76), "end": (38, LARGEST), "page": (1, LARGEST)}[key]
    with tenant_scope("acme"):
        taken = outcome_of(lambda: cite(result(hit({key: text}))))

    if text == "" and key == "page":
        assert taken[0].locator.page is None
    else:
        assert isinstance(taken, ConfigurationError) != (least <= number <= most)


@given(st.one_of(NUMBERLIKE, st.decimals(allow_nan=False, allow_infinity=False, places=3).map(str)))
@example("45.")
@example("45.9")
@example("1" * 16)
def test_a_text_is_a_time_if_it_is_an_ascii_decimal(text: str):
    """It is cut to whole seconds, and nothing is rounded up."""
    with tenant_scope("acme"):
        taken = outcome_of(lambda: cite(result(hit({"time_start": text}))))
    whole, _, rest = text.partition(".")
    is_time = re.fullmatch(r"[0-9]{1,15}(\.[0-9]{0,30})?", text) is not None

    if text and not is_time:
        assert isinstance(taken, ConfigurationError), (whole, rest)
    else:
        assert taken[0].locator.time == (TimeRange(int(whole), int(whole)) if text else None)


# --- offsets that lead nowhere ---------------------------------------------------------

FAR = [Span(0, LARGEST), Span(LARGEST, LARGEST), Span(LARGEST - 1, LARGEST), Span(60, 61), Span(0, 61)]


@pytest.mark.parametrize("span", FAR, ids=str)
async def test_an_offset_behind_the_text_gives_no_text(corpus: SqliteCorpus, span: Span):
    """Neither a shorter slice nor an empty one, from a document or from a store."""
    (chunk,) = await corpus.put(handbook())
    far = citation_of(chunk, span=span)
    with pytest.raises(SourceChangedError):
        await CorpusResolver(corpus).resolve(far)
    if span.end > 60:
        refusal(UngroundedCitationError, lambda: excerpt(far, handbook()))

    assert (await CorpusResolver(corpus).resolve(citation_of(chunk))).text == handbook().text


@pytest.mark.parametrize("span", FAR, ids=str)
async def test_an_offset_behind_the_text_cuts_nothing(corpus: SqliteCorpus, span: Span):
    """Nothing is stored of a document that is cut beyond its end."""
    with pytest.raises(ConfigurationError):
        await corpus.put(handbook(), chunks=[Span(0, 1), span])

    assert await found(corpus, "refunds") == []


@pytest.mark.parametrize("span", FAR[:3], ids=str)
def test_an_offset_as_far_as_json_goes_is_checked(span: Span):
    """It is an offset like any other, in a citation, in its JSON and in a check."""
    far = citation(span=span)
    answer = CitedAnswer(claims=[claim("timing")], citations=[far])

    assert check_grounding(answer, [far]).citations == (far,)
    assert from_json(CitedAnswer, to_json(answer)) == answer
    with pytest.raises(UngroundedCitationError):
        check_grounding(answer, [citation(span=Span(0, 1))])


# --- calls -----------------------------------------------------------------------------


NO_K = {name: value for name, value in NO_COUNTS.items() if name not in {"huge", "beyond json"}} | {"zero": 0}


@pytest.mark.parametrize("k", rows(NO_K))
async def test_what_is_no_number_of_hits_is_refused(corpus: SqliteCorpus, k: Any):
    """An integer of at least 1, before the store is asked; the refusal is the same for each."""
    await corpus.put(handbook())
    refused = []
    for each in (k, "canary"):
        with pytest.raises(ConfigurationError) as caught:
            await ask(corpus, "refunds", k=each)
        refused.append(caught.value)

    assert told(refused[0]) == told(refused[1])
    assert all(map(alone, refused))


@pytest.mark.parametrize("k", [1_001, LARGEST, 2**63, 2**64, 10**400], ids=lambda k: str(k)[:20])
async def test_more_hits_than_are_allowed_are_refused(corpus: SqliteCorpus, k: int):
    """By name of the limit, however large the number."""
    with pytest.raises(LimitExceededError) as refused:
        await ask(corpus, "refunds", k=k)

    assert (refused.value.limit, refused.value.allowed) == ("hits", 1_000)


@pytest.mark.parametrize("value", rows(NO_METADATA))
async def test_what_is_no_value_of_metadata_filters_nothing(corpus: SqliteCorpus, value: Any):
    """A filter that cannot be compared is refused, not left out."""
    await corpus.put(handbook(metadata={"page": 5}))
    with pytest.raises(ConfigurationError) as refused:
        await ask(corpus, "refunds", filters={"page": value})

    assert alone(refused.value)
    assert "canary" not in told(refused.value)


FILTERS: dict[str, tuple[Any, Any, bool]] = {
    "the same": (5, 5, True),
    "float for integer": (5, 5.0, True),
    "integer for float": (5.0, 5, True),
    "negative zero": (0, -0.0, True),
    "zero": (-0.0, 0.0, True),
    "largest": (LARGEST, LARGEST, True),
    "large float": (1e300, 1e300, True),
    "tiny": (5e-324, 5e-324, True),
    "largest but one": (LARGEST, LARGEST - 1, False),
    "tiny and zero": (5e-324, 0, False),
    "truth for one": (1, True, False),
    "one for truth": (True, 1, False),
    "untruth for zero": (0, False, False),
    "digits": (5, "5", False),
    "number for digits": ("5", 5, False),
    "other digits": ("3", "٣", False),
    "superscript": ("2", "²", False),
    "plus": ("5", "+5", False),
    "blank": ("5", " 5", False),
    "fraction": ("3", "3.0", False),
    "word for truth": (True, "true", False),
    "nan as text": ("NaN", "nan", False),
}


@pytest.mark.parametrize(("stored", "asked", "is_equal"), rows(FILTERS))
async def test_a_filter_compares_numbers_as_numbers(
    corpus: SqliteCorpus, stored: Any, asked: Any, *, is_equal: bool
):
    """And nothing else as a number."""
    await corpus.put(handbook(metadata={"n": stored}))

    assert await found(corpus, "refunds", filters={"n": asked}) == (["handbook"] if is_equal else [])


METADATA = [
    0,
    -0.0,
    5e-324,
    1.7976931348623157e308,
    LARGEST,
    -LARGEST,
    0.1,
    1e16,
    123456789012345680.0,
    True,
    False,
]


@pytest.mark.parametrize("value", METADATA, ids=repr)
async def test_a_number_of_metadata_is_kept_with_its_type(corpus: SqliteCorpus, value: Any):
    """Through the store and into the hit, also where it has a sign and no size."""
    await corpus.put(handbook(metadata={"n": value}))
    (one,) = (await ask(corpus, "refunds")).hits
    kept = [(await corpus.document("handbook")).metadata["n"], one.metadata["n"]]

    assert [(repr(each), type(each)) for each in kept] == [(repr(value), type(value))] * 2
    assert from_json(Document, to_json(document(metadata={"n": value}))).metadata["n"] == value


@pytest.mark.parametrize("key", ["page", "start", "time_start", "version", "tenant", "score"])
@pytest.mark.parametrize("value", [-1, 1e300, True, "²", "+5"], ids=repr)
async def test_a_document_does_not_say_where_it_is_found(corpus: SqliteCorpus, key: str, value: Any):
    """Numbers of its own metadata under names of the store's do not move a citation."""
    await corpus.put(handbook(metadata={key: value}))
    (pinned,) = await cited(corpus, "refunds")

    assert (pinned.span, pinned.tenant, pinned.document_version) == (Span(0, 60), "acme", "v1")
    assert (pinned.locator.page, pinned.locator.time) == (None, None)
    assert isinstance(await CorpusResolver(corpus).resolve(pinned), Resolved)


NO_CHUNKS = {"number": 5, "truth": True, "text": "05", "bytes": b"05", "pairs": [(0, 5)], "numbers": [0, 5]}


@pytest.mark.parametrize(
    "chunks", rows(NO_CHUNKS | {"foreign": Foreign(), "array": Arrayish(), "odd": [Foreign()]})
)
async def test_what_is_no_cut_is_refused(corpus: SqliteCorpus, chunks: Any):
    """Only spans cut a document, and nothing is stored where something else does."""
    with pytest.raises(ConfigurationError) as refused:
        await corpus.put(handbook(), chunks=chunks)

    assert alone(refused.value)
    assert await found(corpus, "refunds") == []


@pytest.mark.parametrize(
    "readmit", rows({"word": "false", "one": 1, "list": [0], "no": "no", "array": Arrayish()})
)
async def test_an_erased_document_is_not_reopened_by_a_word(corpus: SqliteCorpus, readmit: Any):
    """Only the truth value opens it; a setting that says "false" does not."""
    await corpus.put(handbook())
    await erased(corpus)
    with pytest.raises((ConfigurationError, ErasedVersionError)):
        await corpus.put(handbook("New words.", "v2"), readmit=readmit)

    assert await found(corpus, "words") == []


# --- limits and options ----------------------------------------------------------------

NO_LIMITS = NEVER | {"none": None, "zero": 0, "negative": -1, "float": 5.5, "whole float": 5.0}


@pytest.mark.parametrize("value", rows(NO_LIMITS))
def test_what_bounds_nothing_is_no_limit(value: Any):
    """Nothing is larger than what is no number, so such a limit would let everything in."""
    for limit in attrs.fields_dict(Limits):
        refused = refusal(InvalidRecordError, lambda name=limit: Limits(**{name: value}))

        assert (refused.record, refused.field) == ("Limits", limit)
        assert "canary" not in told(refused)


@pytest.mark.parametrize("limit", [each.name for each in attrs.fields(Limits)])
@pytest.mark.parametrize("most", [1, 2**40, LARGEST])
def test_a_limit_may_be_any_count_from_one(limit: str, most: int):
    """As small or as large as anyone likes."""
    assert getattr(Limits(**{limit: most}), limit) == most


NO_TIMEOUTS = {
    name: NEVER[name]
    for name in ("not a number", "digits", "empty", "bytes", "list", "foreign", "huge", "truth")
} | {"none": None, "negative": -1.0}


@pytest.mark.parametrize("patience", rows(NO_TIMEOUTS))
async def test_what_is_no_time_to_wait_is_refused(path: Any, patience: Any):
    """Before any file is made."""
    with pytest.raises(ConfigurationError) as refused:
        async with SqliteCorpus(path, timeout=patience):
            pass

    assert alone(refused.value)
    assert not path.exists()


NO_NUMBERS = [
    "0",
    "-1",
    "1001",
    "²",
    "3.0",
    "1e3",
    "",
    "nan",
    "inf",
    "true",
    "0x5",
    "five",
    "9" * 5000,
    "5;6",
    "½",
]


@pytest.mark.parametrize("k", NO_NUMBERS, ids=lambda each: each[:8] or "empty")
def test_the_command_line_refuses_what_is_no_number_of_passages(run: Any, path: Any, k: str):
    """Exit status 2, and nothing is asked."""
    path.touch()
    outcome = run("ask", "Refund?", "--tenant", "acme", "--db", path, "-k", k)

    assert (outcome.exit_code, outcome.stdout) == (2, "")
    assert "Traceback" not in outcome.stderr


def test_a_hit_takes_what_a_store_gives():
    """It is citing that refuses; until then nothing of it is asked, not even by its repr."""
    odd: Any = Foreign()
    strange = Hit(chunk_id=odd, document_id=odd, text=odd, score=odd, metadata={"a": odd})

    assert "canary" not in repr(strange)
    assert refusal(ConfigurationError, lambda: cite(result(strange)))
