"""Records: what they hold, what they refuse, and what they keep to themselves."""

from __future__ import annotations

import copy
import pickle
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import attrs
import pytest
from hypothesis import given

from tesserix_rag import (
    Anchor,
    Branch,
    BranchScore,
    Chunk,
    Citation,
    CitedAnswer,
    Claim,
    Document,
    ErasureReason,
    Finding,
    FindingCode,
    GroundingReport,
    Hit,
    HybridPath,
    InvalidRecordError,
    Quote,
    Resolved,
    RetrievalResult,
    RetrievalScope,
    SourceLocator,
    Span,
    TimeRange,
    Tombstone,
    Unresolved,
)
from tests import strategies
from tests.examples import NOON, PAGE, SECRET, TIMING, answer, citation, claim, document, hit, result

PINNED: dict[str, Any] = {
    "citation_id": "timing",
    "document_id": "handbook",
    "document_version": "v3",
    "chunk_id": "timing",
    "span": TIMING,
}
TOMBSTONE = Tombstone(**PINNED, erased_at=NOON, reason=ErasureReason.RIGHT_TO_ERASURE)


PROMISED: list[tuple[type, str, str]] = [
    (Span, "start end", ""),
    (TimeRange, "start end", ""),
    (SourceLocator, "", "uri page page_label section time kind entity"),
    (
        Citation,
        "citation_id document_id document_version chunk_id tenant span retrieved_at",
        "score branches locator digest source_url source_license retrieved_score",
    ),
    (Quote, "citation_id text", "span"),
    (Claim, "text", "citation_ids quotes span inferred"),
    (Anchor, "at citation_ids", ""),
    (Finding, "code", "claim_index citation_id span"),
    (GroundingReport, "", "findings claims citations exempt"),
    (CitedAnswer, "", "claims citations prose anchors exempt"),
    (
        Resolved,
        "citation_id text document_id document_version chunk_id span",
        "superseded_by",
    ),
    (
        Tombstone,
        "citation_id document_id document_version chunk_id span erased_at reason",
        "",
    ),
    (Unresolved, "citation_id code", ""),
    (Document, "document_id version text", "uri title license metadata"),
    (Chunk, "chunk_id document_id document_version span ordinal text", "locator"),
    (BranchScore, "branch score rank", ""),
    (Hit, "chunk_id document_id text", "score metadata contributions rerank_score"),
    (RetrievalScope, "collection", ""),
    (RetrievalResult, "query", "hits branches partial path tenant"),
]


@pytest.mark.parametrize(("kind", "needed", "optional"), PROMISED)
def test_a_record_has_the_promised_fields(kind: type[attrs.AttrsInstance], needed: str, optional: str):
    """Their names, their order, and which of them can be left out are the contract's."""
    fields = attrs.fields(kind)

    assert [each.name for each in fields] == [*needed.split(), *optional.split()]
    assert [each.name for each in fields if each.default is attrs.NOTHING] == needed.split()


@pytest.mark.parametrize("kind", [each[0] for each in PROMISED])
def test_a_record_takes_its_fields_by_name(kind: type[attrs.AttrsInstance]):
    """Only the two ranges are plain enough for positions."""
    by_name = {each.name for each in attrs.fields(kind) if each.kw_only}

    assert by_name == (set() if kind in {Span, TimeRange} else {f.name for f in attrs.fields(kind)})


@given(strategies.records)
def test_a_record_is_never_changed(record: Any):
    """It has no field that can be set, removed or added."""
    name = attrs.fields(type(record))[0].name

    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        setattr(record, name, getattr(record, name))
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        delattr(record, name)
    with pytest.raises((AttributeError, TypeError)):
        record.another = 1
    assert not hasattr(record, "__dict__")


@given(strategies.records)
def test_a_record_can_be_sent_and_copied(record: Any):
    """Pickled, copied or evolved without a change it is an equal, with the same hash."""
    others = (
        pickle.loads(pickle.dumps(record)),
        copy.copy(record),
        copy.deepcopy(record),
        attrs.evolve(record),
        attrs.evolve(pickle.loads(pickle.dumps(record))),
        attrs.evolve(copy.deepcopy(record)),
    )

    assert all(each == record for each in others)
    assert {hash(each) for each in others} == {hash(record)}


LOCATOR = SourceLocator(uri=SECRET, page_label=SECRET, section=SECRET, kind=SECRET, entity=SECRET)
TELLING = [
    LOCATOR,
    citation(locator=LOCATOR, source_url=SECRET, source_license=SECRET),
    Quote(citation_id="timing", text=SECRET),
    Quote(citation_id=SECRET, text=SECRET),
    Quote(citation_id=f"?{SECRET}", text=SECRET),
    claim(SECRET, text=SECRET, quotes=[Quote(citation_id=SECRET, text=SECRET)]),
    Anchor(at=0, citation_ids=[SECRET, f"?{SECRET}"]),
    Finding(code=FindingCode.DANGLING_ID, citation_id=SECRET),
    GroundingReport(findings=[Finding(code=FindingCode.DANGLING_ID, citation_id=SECRET)]),
    answer(claim(SECRET, text=SECRET)),
    answer(claim(SECRET, text=SECRET, span=Span(0, len(SECRET))), prose=SECRET),
    document(text=SECRET, uri=SECRET, title=SECRET, license=SECRET, metadata={SECRET: SECRET}),
    Chunk(
        chunk_id="timing",
        document_id="handbook",
        document_version="v3",
        span=TIMING,
        ordinal=0,
        text=SECRET,
        locator=LOCATOR,
    ),
    hit({"uri": SECRET, SECRET: "x"}, text=SECRET, chunk_id=f"{SECRET}\n", document_id=f"{SECRET}\n"),
    result(hit({"section": SECRET}, text=SECRET), query=SECRET),
    Resolved(**PINNED, text=SECRET),
]


@pytest.mark.parametrize(
    "record", TELLING, ids=lambda record: type(record).__name__ + str(TELLING.index(record))
)
def test_a_record_does_not_show_text(record: Any):
    """What documents, people and models wrote shows as a length."""
    shown = f"{record!r} {record}"

    assert not any(word in shown for word in ("Whitfield", "owes", "4,200"))


def test_a_text_shows_as_its_length():
    """So a log still tells an empty text from a long one."""
    assert "text=<38 chars>" in repr(claim("timing", text=PAGE[38:76]))


def test_a_reference_to_nothing_shows_as_a_question_mark():
    """What a model wrote in an id's place is not repeated."""
    shown = repr(claim("?7", "?3-1"))

    assert "('?', '?')" in shown


def test_a_time_needs_a_zone():
    """Without one it is no moment."""
    with pytest.raises(InvalidRecordError) as refused:
        citation(retrieved_at=datetime(2026, 7, 1, 12, 0))  # noqa: DTZ001

    assert (refused.value.record, refused.value.field) == ("Citation", "retrieved_at")


@pytest.mark.parametrize("value", [None, "2026-07-01T12:00:00Z", 1782907200, NOON.date()])
def test_a_time_is_no_text_and_no_number(value: Any):
    """Only a datetime says its zone."""
    with pytest.raises(InvalidRecordError) as refused:
        citation(retrieved_at=value)

    assert refused.value.field == "retrieved_at"


def test_a_time_is_kept_in_utc():
    """The moment stays, the zone does not."""
    there = NOON.astimezone(timezone(timedelta(hours=5, minutes=30)))

    kept = citation(retrieved_at=there).retrieved_at

    assert (kept, kept.tzinfo) == (NOON, UTC)


@pytest.mark.parametrize("score", [float("nan"), float("inf"), float("-inf"), True, "0.8", None, 10**400])
def test_a_score_is_a_finite_number(score: Any):
    """What cannot be ranked or written is refused."""
    with pytest.raises(InvalidRecordError) as refused:
        citation(score=score)

    assert refused.value.field == "score"


@pytest.mark.parametrize("score", [None, 0.0, 88.0, 100.0])
def test_a_relevance_is_whole_or_absent(score: float | None):
    """It is a float without a fraction."""
    assert citation(retrieved_score=score).retrieved_score == score


@pytest.mark.parametrize("score", [88.5, -1.0, 101.0, float("nan"), True, "88"])
def test_a_relevance_is_from_0_to_100(score: Any):
    """Anything else is none."""
    with pytest.raises(InvalidRecordError) as refused:
        citation(retrieved_score=score)

    assert refused.value.field == "retrieved_score"


def test_whole_scores_are_kept_as_floats():
    """An integer from a store reads the same as its float."""
    cited = citation(score=1, retrieved_score=88)

    assert (type(cited.score), type(cited.retrieved_score)) == (float, float)


@pytest.mark.parametrize("text", ["", " \n", "\u200b", "\u00ad", "\ud800", None, 7, b"Refunds"], ids=ascii)
@pytest.mark.parametrize("kind", [Claim, Quote])
def test_claims_and_quotes_say_something(kind: Any, text: Any):
    """Blank or unwritable words are refused."""
    named: dict[str, Any] = {"citation_id": "timing"} if kind is Quote else {}

    with pytest.raises(InvalidRecordError) as refused:
        kind(text=text, **named)

    assert (refused.value.record, refused.value.field) == (kind.__name__, "text")


def test_any_sequence_becomes_a_tuple():
    """A record that was given a list does not change with it."""
    named = ["timing"]
    stated = Claim(text="Refunds take fourteen days.", citation_ids=named)

    named.append("policy")

    assert stated.citation_ids == ("timing",)


@pytest.mark.parametrize("ids", ["timing", {"timing"}, {"timing": 1}, b"x", 7, None])
def test_what_has_no_order_of_ids_is_refused(ids: Any):
    """A text is no sequence of ids, and a set has no order."""
    with pytest.raises(InvalidRecordError) as refused:
        Claim(text="Refunds take fourteen days.", citation_ids=ids)

    assert refused.value.field == "citation_ids"


def test_metadata_is_read_only():
    """Neither through the record nor through what it was made of."""
    given_by_store: dict[str, Any] = {"lang": "en"}
    kept = document(metadata=given_by_store)

    given_by_store["lang"] = "de"
    with pytest.raises(TypeError):
        kept.metadata["lang"] = "fr"  # pyright: ignore[reportIndexIssue]

    assert kept.metadata == {"lang": "en"}


@pytest.mark.parametrize(
    "value", [None, ["en"], {}, b"en", float("nan"), float("inf"), 2**53, "\ud800"], ids=ascii
)
def test_metadata_of_a_document_is_plain(value: Any):
    """Strings, numbers that every JSON reader agrees on, and truth values."""
    with pytest.raises(InvalidRecordError) as refused:
        document(metadata={"lang": value})

    assert (refused.value.record, refused.value.field) == ("Document", "metadata")


def test_a_result_without_hits_is_false():
    """`if result:` asks whether anything was found."""
    assert not result()
    assert result(hit())


def test_the_closed_sets_are_the_promised_ones():
    """Their values stand in files and in dashboards."""
    assert [*Branch] == ["semantic", "keyword"]
    assert [*HybridPath] == ["full", "rrf_only", "dense_only"]
    assert [*ErasureReason] == ["right_to_erasure", "retention", "legal", "security", "mistake"]
    assert set(FindingCode) == {
        "uncited_claim",
        "unclaimed_prose",
        "dangling_id",
        "not_retrieved",
        "differs_from_retrieved",
        "quote_outside_citation",
        "tenant_crossing",
    }


@pytest.mark.parametrize("code", [None, "", "made_up", 1])
def test_a_finding_has_a_known_code(code: Any):
    """Findings are data with a closed code."""
    with pytest.raises(InvalidRecordError) as refused:
        Finding(code=code)

    assert refused.value.field == "code"


@pytest.mark.parametrize("code", ["missing", "changed"])
def test_an_unresolved_citation_says_why_in_a_word(code: Any):
    """Its source is missing, or no longer what was cited."""
    assert Unresolved(citation_id="timing", code=code).code == code


def test_a_tombstone_has_no_text():
    """It keeps the ids of what was erased, and says when and why."""
    assert (TOMBSTONE.erased, TOMBSTONE.text, TOMBSTONE.citation_id) == (True, "", "timing")


def test_what_is_resolved_is_not_erased():
    """The two outcomes of resolving tell themselves apart."""
    resolved = Resolved(**PINNED, text=PAGE[38:76])

    assert resolved.erased is False


def test_no_two_citations_of_an_answer_share_an_id():
    """Not even one given twice."""
    with pytest.raises(InvalidRecordError) as refused:
        CitedAnswer(citations=(citation(), citation()))

    assert (refused.value.record, refused.value.field) == ("CitedAnswer", "citations")
    assert isinstance(refused.value, ValueError)


def test_the_text_of_an_answer_without_prose_is_its_claims():
    """They are joined by one space."""
    assert answer(claim(text="A."), claim(text="B.")).text == "A. B."
    assert CitedAnswer().text == ""


def test_the_text_of_an_answer_with_prose_is_the_prose():
    """What stands around the claims is shown, too."""
    written = answer(claim(text="A.", span=Span(4, 6)), prose="So: A.")

    assert written.text == "So: A."


def test_sources_are_in_the_order_of_the_claim():
    """Ids that the answer does not carry are skipped, repeats stay."""
    stated = answer()

    named = [each.citation_id for each in stated.sources(claim("policy", "timing", "gone", "policy"))]

    assert named == ["policy", "timing", "policy"]


def test_provenance_is_what_claims_rest_on():
    """Sorted, once each, and without what is only carried."""
    stated = answer(claim("timing", "policy"), claim("policy", "gone"))

    assert stated.provenance() == ("gone", "policy", "timing")
    assert answer().provenance() == ()


def test_an_answer_may_be_a_refusal():
    """No claims and no prose say that nothing was found."""
    assert CitedAnswer() == CitedAnswer(claims=(), citations=(), prose=None, anchors=(), exempt=())


PROSE = "Refunds take a day. So it says. Really."
FIRST = {"text": PROSE[:19], "span": Span(0, 19)}
SECOND = {"text": PROSE[20:31], "span": Span(20, 31)}


@pytest.mark.parametrize(
    "claims",
    [
        pytest.param([{"text": PROSE[:19]}], id="no span"),
        pytest.param([SECOND, FIRST], id="not ascending"),
        pytest.param([FIRST, {"text": PROSE[18:31], "span": Span(18, 31)}], id="overlapping"),
        pytest.param([FIRST, FIRST], id="the same place twice"),
        pytest.param([{"text": "Refunds take a week.", "span": Span(0, 19)}], id="another text"),
        pytest.param([{"text": PROSE[:19], "span": Span(0, 18)}], id="a shorter span"),
        pytest.param([{"text": PROSE[32:], "span": Span(32, 400)}], id="past the end"),
    ],
)
def test_a_claim_of_prose_is_a_span_of_it(claims: list[dict[str, Any]]):
    """With prose, every claim says where it stands: in order, apart, and word for word."""
    with pytest.raises(InvalidRecordError) as refused:
        CitedAnswer(prose=PROSE, claims=[Claim(**each) for each in claims])

    assert (refused.value.record, refused.value.field) == ("CitedAnswer", "claims")


@pytest.mark.parametrize(
    "exempt",
    [
        pytest.param([Span(0, 19)], id="a claim"),
        pytest.param([Span(10, 25)], id="into a claim"),
        pytest.param([Span(5, 6)], id="inside a claim"),
        pytest.param([Span(19, 400)], id="past the end"),
        pytest.param([Span(32, 39), Span(20, 31)], id="not ascending"),
        pytest.param([Span(20, 31), Span(30, 39)], id="overlapping"),
    ],
)
def test_an_exempt_span_is_outside_every_claim(exempt: Any):
    """What is deliberately no claim cannot be one as well."""
    with pytest.raises(InvalidRecordError) as refused:
        CitedAnswer(prose=PROSE, claims=[Claim(**FIRST)], exempt=exempt)

    assert (refused.value.record, refused.value.field) == ("CitedAnswer", "exempt")


@pytest.mark.parametrize("at", [0, 7, 18, 19, 20, 31, 32, 39])
def test_an_anchor_names_what_its_claim_names(at: int):
    """It belongs to the claim that it stands in or follows, and before any claim to the first."""
    claims = [claim("timing", **FIRST), claim("timing", "policy", **SECOND)]

    placed = answer(*claims, prose=PROSE, anchors=[Anchor(at=at, citation_ids=["timing"])])

    assert placed.anchors[0].at == at


@pytest.mark.parametrize(
    ("at", "named"),
    [
        pytest.param(7, ["policy"], id="in a claim that names another"),
        pytest.param(19, ["policy"], id="behind a claim that names another"),
        pytest.param(31, ["timing"], id="behind the second, naming the first's"),
        pytest.param(39, ["timing"], id="after the last"),
        pytest.param(25, ["policy", "timing"], id="one of two"),
        pytest.param(40, ["policy"], id="past the end"),
    ],
)
def test_an_anchor_names_nothing_else(at: int, named: list[str]):
    """A marker cannot show a source that its claim does not rest on."""
    claims = [claim("timing", **FIRST), claim("policy", **SECOND)]

    with pytest.raises(InvalidRecordError) as refused:
        answer(*claims, prose=PROSE, anchors=[Anchor(at=at, citation_ids=tuple(named))])

    assert (refused.value.record, refused.value.field) == ("CitedAnswer", "anchors")


@given(strategies.answers(prose=True))
def test_every_claim_of_prose_can_be_found_in_it(stated: CitedAnswer):
    """`prose[span] == text`, for every claim of every answer that was built."""
    spans = [each.span for each in stated.claims]

    assert [stated.text[each.start : each.end] for each in spans if each] == [
        each.text for each in stated.claims
    ]
