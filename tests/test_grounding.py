"""The check: what passes, what is found, in what order, and what may be told to whom."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tesserix_rag import (
    Anchor,
    Citation,
    CitedAnswer,
    Claim,
    ConfigurationError,
    FindingCode,
    GroundedAnswer,
    GroundingError,
    GroundingReport,
    InvalidRecordError,
    MissingTenantContextError,
    Quote,
    Span,
    TenantCrossingError,
    TesserixRagError,
    UncitedClaimError,
    UngroundedCitationError,
    check_grounding,
    grounding_report,
    tenant_scope,
)
from tests.examples import NOON, SECRET, answer, citation, claim, passing, retrieved


def checked(stated: CitedAnswer, offered: Any = None) -> GroundedAnswer:
    """Check an answer for acme."""
    with tenant_scope("acme"):
        return check_grounding(stated, retrieved() if offered is None else offered)


def refused(stated: CitedAnswer, offered: Any = None) -> Any:
    """Give the error that an answer is refused with."""
    with pytest.raises((GroundingError, TenantCrossingError)) as raised:
        checked(stated, offered)
    return raised.value


def report(stated: CitedAnswer, offered: Any = None) -> GroundingReport:
    """Give everything that is found in an answer."""
    with tenant_scope("acme"):
        return grounding_report(stated, retrieved() if offered is None else offered)


def found(stated: CitedAnswer, offered: Any = None) -> list[tuple[str, int | None, str | None]]:
    """Give the code, the claim and the citation of each finding."""
    findings = report(stated, offered).findings
    return [(each.code.value, each.claim_index, each.citation_id) for each in findings]


# --- what passes -------------------------------------------------------------


def test_an_answer_that_rests_on_what_was_retrieved_passes():
    """It says for whom and when it was checked, and what the check counted."""
    before = datetime.now(UTC)
    stated = passing()

    grounded = checked(stated)

    assert grounded.answer == stated
    assert grounded.tenant == "acme"
    assert before <= grounded.checked_at <= datetime.now(UTC)
    assert grounded.report == GroundingReport(claims=2, citations=2, exempt=1)
    assert grounded.report.ok


def test_a_refusal_passes():
    """An answer without claims and prose states nothing that could be wrong."""
    assert checked(CitedAnswer(), ()).claims == ()


def test_blank_prose_states_nothing():
    """White space is no prose outside a claim."""
    assert checked(CitedAnswer(prose=" \n\t\u2003"), ()).report.ok


def test_prose_that_is_deliberately_no_claim_passes():
    """A greeting can be exempt, and is counted."""
    stated = CitedAnswer(prose="Hello there.", exempt=(Span(0, 12),))

    assert checked(stated, ()).report.exempt == 1


@pytest.mark.parametrize("at", [0, 6, 12])
def test_an_empty_exempt_span_changes_nothing(at: int):
    """It covers nothing, and uncovers nothing."""
    stated = answer(
        claim("timing", text="It is.", span=Span(0, 6)),
        claim("policy", text="Yes.", span=Span(8, 12)),
        prose="It is.  Yes.",
        exempt=(Span(at, at),),
    )

    assert found(stated) == []


def test_a_citation_may_be_carried_without_being_used():
    """If it was retrieved."""
    assert checked(answer(claim("timing"))).provenance() == ("timing",)


def test_less_may_be_carried_than_was_retrieved():
    """Not everything that is found is worth saying."""
    stated = CitedAnswer(claims=(claim("timing"),), citations=(citation(),))

    assert checked(stated).citations == (citation(),)


def test_the_retrieved_records_stand_in_the_result():
    """What an answer says of a citation besides its passage is not believed."""
    dressed = citation(
        score=99.0, source_url="https://evil.example", retrieved_at=NOON + timedelta(1), digest="d"
    )
    offered = retrieved()

    grounded = checked(CitedAnswer(claims=(claim("timing"),), citations=(dressed,)), offered)

    assert grounded.citations[0] is offered[0]
    assert grounded.sources(grounded.claims[0])[0] is offered[0]


def test_what_was_retrieved_twice_is_held_as_first_retrieved():
    """Two records of one passage are no contradiction."""
    again = citation(score=0.9)

    grounded = checked(answer(claim("timing")), [*retrieved(), again])

    assert grounded.citations[0] == citation()


def test_what_was_retrieved_may_come_from_a_generator():
    """It is read once, and whole."""
    assert checked(passing(), (each for each in retrieved())).report.ok


def test_a_grounded_answer_reads_like_its_answer():
    """Text, claims, citations, sources and provenance are at hand."""
    stated = passing()

    grounded = checked(stated)

    assert grounded.text == stated.text
    assert (grounded.claims, grounded.citations) == (stated.claims, stated.citations)
    assert grounded.sources(stated.claims[1]) == stated.sources(stated.claims[1])
    assert grounded.provenance() == ("policy", "timing")


# --- the stages --------------------------------------------------------------


@pytest.mark.parametrize("check", [check_grounding, grounding_report])
@pytest.mark.parametrize("stated", [CitedAnswer(), answer(claim()), answer(claim("x"))])
def test_a_check_needs_a_tenant_first(check: Callable[..., Any], stated: CitedAnswer):
    """Also for a refusal, and whatever else is wrong."""
    with pytest.raises(MissingTenantContextError) as raised:
        check(stated, [citation(tenant="globex")])

    assert raised.value.where == "grounding"


@pytest.mark.parametrize(
    ("carried", "offered"),
    [
        ([citation(tenant="globex")], retrieved()),
        ([citation(tenant="globex")], [citation(tenant="globex")]),
        (retrieved(), [*retrieved(), citation("other", tenant="globex")]),
        ([], [citation(tenant="globex")]),
    ],
    ids=["carried", "both", "retrieved", "retrieved only"],
)
def test_a_crossing_comes_before_everything_else(carried: Any, offered: Any):
    """A citation of another tenant, carried or retrieved, stops the check, whatever claims lack."""
    stated = CitedAnswer(claims=(claim(), claim("invented")), citations=tuple(carried))

    error = refused(stated, offered)

    assert type(error) is TenantCrossingError
    assert (error.tenant, error.into) == ("acme", "globex")
    assert error.citation_ids == tuple(
        sorted({each.citation_id for each in (*carried, *offered) if each.tenant == "globex"})
    )


def test_a_crossing_is_a_finding_in_a_report():
    """A report raises for nothing but a missing tenant."""
    stated = CitedAnswer(claims=(claim(),), citations=(citation(tenant="globex"),))

    assert found(stated)[0] == ("tenant_crossing", None, "timing")
    assert ("uncited_claim", 0, None) in found(stated)


def test_an_uncited_claim_comes_before_an_ungrounded_one():
    """Both are in the report."""
    error = refused(answer(claim("invented"), claim()))

    assert type(error) is UncitedClaimError
    assert error.indexes == (1,)
    assert {each.code for each in error.report.findings} == {"uncited_claim", "dangling_id"}


def test_uncited_claims_are_given_in_order():
    """Only those that rest on nothing, with their places."""
    error = refused(answer(claim(text="A."), claim("timing", text="B."), claim(text="C.")))

    assert [each.text for each in error.claims] == ["A.", "C."]
    assert error.indexes == (0, 2)


def test_a_claim_over_an_empty_library_is_refused():
    """Nothing was retrieved, so nothing can be said."""
    error = refused(CitedAnswer(claims=(claim("timing"),)), ())

    assert type(error) is UngroundedCitationError
    assert (error.missing, error.available) == (("timing",), ())


def test_an_id_that_is_not_carried_dangles():
    """The error lists what is missing and what there was, both sorted."""
    error = refused(answer(claim("footnote-1", "timing", "another")))

    assert type(error) is UngroundedCitationError
    assert error.missing == ("another", "footnote-1")
    assert error.available == ("policy", "timing")


@pytest.mark.parametrize("named", ["?7", "?0", "?3-1", "?1-999"])
def test_a_number_that_meant_nothing_dangles(named: str):
    """It stays with its claim until the check."""
    error = refused(answer(claim(named)))

    assert error.missing == (named,)
    assert found(answer(claim(named))) == [("dangling_id", 0, named)]


def test_a_citation_that_was_not_retrieved_is_refused():
    """A copy of a real one under another id, too."""
    stated = answer(claim("invented"), citations=(*retrieved(), citation("invented")))

    error = refused(stated)

    assert type(error) is UngroundedCitationError
    assert (error.missing, error.available) == (("invented",), ("policy", "timing"))
    assert found(stated) == [("not_retrieved", 0, "invented")]


def test_carrying_alone_is_enough_to_be_refused():
    """What no claim names is shown in a list of sources all the same."""
    stated = answer(claim("timing"), citations=(*retrieved(), citation("invented")))

    assert found(stated) == [("not_retrieved", None, "invented")]


@pytest.mark.parametrize(
    "changed",
    [
        {"document_id": "policies"},
        {"document_version": "v4"},
        {"chunk_id": "other"},
        {"span": Span(37, 76)},
        {"span": Span(38, 75)},
    ],
    ids=str,
)
def test_a_citation_pins_what_was_retrieved_under_its_id(changed: dict[str, Any]):
    """Another document, version, chunk or span under a known id is refused."""
    stated = CitedAnswer(claims=(claim("timing"),), citations=(citation(**changed),))

    error = refused(stated)

    assert type(error) is UngroundedCitationError
    assert error.missing == ("timing",)
    assert found(stated) == [("differs_from_retrieved", 0, "timing")]


@pytest.mark.parametrize("carried", [citation(), citation(document_version="v4")])
def test_an_id_that_was_retrieved_for_two_passages_names_neither(carried: Citation):
    """Nobody could say which of the two a claim rests on."""
    offered = [citation(), citation(document_version="v4")]
    stated = CitedAnswer(claims=(claim("timing"),), citations=(carried,))

    assert found(stated, offered) == [("differs_from_retrieved", 0, "timing")]


# --- quotes ------------------------------------------------------------------


def quoting(span: Span | None, named: str = "timing") -> CitedAnswer:
    """Give an answer whose claim quotes words at *span*."""
    quote = Quote(citation_id=named, text="within fourteen days", span=span)
    return answer(claim("timing", quotes=(quote,)))


@pytest.mark.parametrize("span", [None, Span(38, 76), Span(55, 75), Span(38, 38), Span(76, 76)])
def test_a_quote_inside_its_citation_passes(span: Span | None):
    """A quote that does not say where it stands is left to the evidence."""
    assert found(quoting(span)) == []


@pytest.mark.parametrize("span", [Span(37, 76), Span(38, 77), Span(0, 10), Span(80, 90), Span(37, 37)])
def test_a_quote_outside_its_citation_is_refused(span: Span):
    """Words from elsewhere in the document do not support the claim."""
    error = refused(quoting(span))

    assert type(error) is UngroundedCitationError
    assert error.missing == ("timing",)
    assert found(quoting(span)) == [("quote_outside_citation", 0, "timing")]


@pytest.mark.parametrize(("named", "code"), [("invented", "dangling_id"), ("policy", "quote_outside_citation")])
def test_a_quote_is_from_a_source_of_its_claim(named: str, code: str):
    """A quote of what the answer does not carry dangles; of what the claim does not name, it is outside."""
    assert found(quoting(None, named)) == [(code, 0, named)]


# --- prose -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("prose", "span"),
    [
        ("It is. And more.", Span(7, 16)),
        ("It is.x", Span(6, 7)),
        ("It is.  \n 9 ", Span(10, 11)),
    ],
)
def test_prose_outside_every_claim_is_refused(prose: str, span: Span):
    """The finding says where it stands, without the white space around it."""
    stated = answer(claim("timing", text="It is.", span=Span(0, 6)), prose=prose)

    error = refused(stated)

    assert type(error) is UncitedClaimError
    assert (error.claims, error.indexes) == ((), ())
    assert [(each.code, each.span) for each in error.report.findings] == [("unclaimed_prose", span)]


def test_every_gap_in_the_prose_is_found():
    """Before, between and behind the claims."""
    stated = answer(
        claim("timing", text="A.", span=Span(2, 4)),
        claim("policy", text="B.", span=Span(7, 9)),
        prose="0 A. 1 B. 2",
    )

    spans = [each.span for each in report(stated).findings]

    assert spans == [Span(0, 1), Span(5, 6), Span(10, 11)]


def test_an_exempt_span_covers_only_itself():
    """What stands beside it is prose as before."""
    stated = CitedAnswer(prose="Hello. It is.", exempt=(Span(0, 6),))

    assert [each.span for each in report(stated, ()).findings] == [Span(7, 13)]


def test_prose_without_any_claim_is_refused():
    """An answer cannot escape the check by claiming nothing."""
    assert found(CitedAnswer(prose="It is."), ()) == [("unclaimed_prose", None, None)]


def test_an_anchor_without_any_claim_names_what_is_carried():
    """Otherwise its marker would show a source that there is not."""
    stated = CitedAnswer(prose=" ", anchors=(Anchor(at=0, citation_ids=("?7",)),))

    assert found(stated, ()) == [("dangling_id", None, "?7")]


# --- the report --------------------------------------------------------------


def test_a_report_finds_everything_at_once():
    """So that one retry can mend it all."""
    quote = Quote(citation_id="policy", text="this page", span=Span(30, 40))
    stated = CitedAnswer(
        prose="A. B. C. D. E",
        claims=[
            claim(text="A.", span=Span(0, 2)),
            claim("gone", "timing", text="B.", span=Span(3, 5)),
            claim("policy", text="C.", span=Span(6, 8), quotes=(quote,)),
            claim("invented", text="D.", span=Span(9, 11)),
        ],
        citations=(citation(document_version="v4"), retrieved()[1], citation("invented")),
    )

    assert sorted(found(stated), key=str) == sorted(
        [
            ("uncited_claim", 0, None),
            ("unclaimed_prose", None, None),
            ("dangling_id", 1, "gone"),
            ("differs_from_retrieved", 1, "timing"),
            ("quote_outside_citation", 2, "policy"),
            ("not_retrieved", 3, "invented"),
        ],
        key=str,
    )
    assert refused(stated).report == report(stated)


def test_a_report_counts_what_it_checked():
    """Claims, carried citations and exempt spans."""
    counted = report(passing())

    assert (counted.claims, counted.citations, counted.exempt, counted.ok) == (2, 2, 1, True)


def test_a_fault_is_found_once_for_each_claim():
    """An id that a claim names twice is one finding."""
    assert found(answer(claim("gone", "gone"), claim("gone"))) == [
        ("dangling_id", 0, "gone"),
        ("dangling_id", 1, "gone"),
    ]


# --- what a model may be told ------------------------------------------------


def test_there_is_nothing_to_tell_of_an_answer_that_holds():
    """No feedback means no retry."""
    assert report(passing()).feedback() == ""


def test_a_model_is_told_the_numbers_of_its_claims():
    """They count from 1, as a model does, and the code is named."""
    told = report(answer(claim("timing"), claim())).feedback()

    assert "claim 2" in told
    assert "uncited_claim" in told
    assert "claim 1" not in told


def test_a_model_is_told_where_its_prose_is_unclaimed():
    """In code points of what it wrote."""
    stated = answer(claim("timing", text="It is.", span=Span(0, 6)), prose="It is. And more.")

    told = report(stated).feedback()

    assert "7" in told
    assert "16" in told
    assert "unclaimed_prose" in told


@pytest.mark.parametrize(
    "stated",
    [
        answer(claim(SECRET, text=SECRET)),
        answer(claim(text=SECRET)),
        answer(prose=SECRET),
        CitedAnswer(claims=(claim(SECRET, text=SECRET),), citations=(citation(SECRET, tenant="globex"),)),
        answer(
            claim("timing", text=SECRET, quotes=(Quote(citation_id="timing", text=SECRET, span=Span(0, 1)),))
        ),
        CitedAnswer(claims=(claim("timing"),), citations=(citation(document_id=SECRET),)),
    ],
    ids=["dangling", "uncited", "prose", "foreign", "quote", "differs"],
)
def test_a_model_is_told_no_text_and_no_id(stated: CitedAnswer):
    """Feedback goes into a prompt: nothing of a source or of another tenant is in it."""
    told = report(stated).feedback()

    assert told
    assert not any(each in told for each in ("Whitfield", "4,200", "timing", "policy", "globex"))
    assert not any(each in told for each in ("crossing", "tenant"))


def test_a_source_of_another_tenant_reads_like_none():
    """A model cannot learn from its feedback whether somebody else has a document."""
    theirs = citation("salaries", tenant="globex")
    nobodys = citation("salaries")

    told = [
        report(CitedAnswer(claims=(claim("salaries"),), citations=carried)).feedback()
        for carried in ((theirs,), (nobodys,))
    ]

    assert told[0] == told[1]


# --- a grounded answer -------------------------------------------------------


def test_only_the_check_makes_a_grounded_answer():
    """Building one from its parts is refused, also with a seal of one's own."""
    grounded = checked(passing())
    parts: dict[str, Any] = {
        each: getattr(grounded, each) for each in ("answer", "tenant", "checked_at", "report")
    }

    seals: list[dict[str, Any]] = [{}, {"seal": None}, {"seal": object()}, {"seal": True}]
    for extra in seals:
        with pytest.raises((InvalidRecordError, TypeError)):
            GroundedAnswer(**parts, **extra)


def test_a_grounded_answer_is_its_own_copy():
    """Copying makes no second one."""
    grounded = checked(passing())

    assert copy.copy(grounded) is grounded
    assert copy.deepcopy(grounded) is grounded
    assert copy.deepcopy([grounded])[0] is grounded


def test_a_grounded_answer_is_not_evolved():
    """Another answer has not been checked, nor has the same one anew."""
    grounded = checked(passing())

    for changes in ({}, {"tenant": "globex"}, {"answer": answer(claim("invented"))}):
        with pytest.raises(InvalidRecordError):
            attrs.evolve(grounded, **changes)


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_a_grounded_answer_is_not_pickled(protocol: int):
    """What comes from outside is checked again; the refusal shows no text."""
    grounded = checked(answer(claim("timing", text=SECRET)))

    with pytest.raises(TypeError) as raised:
        pickle.dumps([grounded], protocol)

    assert "Whitfield" not in str(raised.value)


def test_a_grounded_answer_has_no_subclasses():
    """A subclass could say that it was checked."""
    with pytest.raises(TypeError):
        type("Forged", (GroundedAnswer,), {})


def test_a_grounded_answer_is_frozen():
    """What was checked stays as it was checked."""
    grounded = checked(passing())

    for name in ("answer", "tenant", "checked_at", "report", "another"):
        with pytest.raises((AttributeError, TypeError)):
            setattr(grounded, name, None)
    assert hash(grounded) == hash(grounded)


def test_a_grounded_answer_does_not_show_text():
    """It shows as its ids and lengths."""
    shown = repr(checked(answer(claim("timing", text=SECRET))))

    assert "Whitfield" not in shown


# --- any one damage ----------------------------------------------------------

Run = tuple[CitedAnswer, tuple[Citation, ...]]
WORDS = st.text(st.characters(categories=["L", "N"]), min_size=1, max_size=8)


@st.composite
def runs(draw: st.DrawFn) -> Run:
    """Draw an answer that holds, and what was retrieved for it."""
    offered = tuple(
        citation(f"c{n}", span=Span(10 * n, 10 * n + draw(st.integers(1, 9))))
        for n in range(draw(st.integers(1, 4)))
    )
    ids = st.sampled_from([each.citation_id for each in offered])
    by_id = {each.citation_id: each for each in offered}
    prose, stated, exempt = "", [], []
    for _ in range(draw(st.integers(1, 4))):
        if draw(st.booleans()):
            start, prose = len(prose), prose + draw(WORDS)
            exempt.append(Span(start, len(prose)))
        prose += draw(st.sampled_from(["", " ", "\n\n"]))
        named = draw(st.lists(ids, min_size=1, max_size=3))
        inside = by_id[named[0]].span
        quote = Quote(citation_id=named[0], text="words", span=draw(st.sampled_from([None, inside])))
        text = draw(WORDS)
        stated.append(
            Claim(
                text=text,
                citation_ids=tuple(named),
                quotes=(quote,) if draw(st.booleans()) else (),
                span=Span(len(prose), len(prose) + len(text)),
            )
        )
        prose += text
    in_prose = {"prose": prose, "exempt": tuple(exempt)} if draw(st.booleans()) else {}
    anchors = [Anchor(at=each.span.end, citation_ids=each.citation_ids) for each in stated if each.span]
    if in_prose and len({each.at for each in anchors}) == len(anchors):
        in_prose["anchors"] = tuple(anchors)
    carried = draw(st.permutations(offered))
    return CitedAnswer(claims=tuple(stated), citations=tuple(carried), **in_prose), offered


def with_claim(stated: CitedAnswer, index: int, **changes: Any) -> CitedAnswer:
    """Give *stated* with one claim changed, and without the anchors that showed it."""
    claims = list(stated.claims)
    claims[index] = attrs.evolve(claims[index], **changes)
    return attrs.evolve(stated, claims=tuple(claims), anchors=())


def with_citation(stated: CitedAnswer, index: int, **changes: Any) -> CitedAnswer:
    """Give *stated* with one carried citation changed."""
    carried = list(stated.citations)
    carried[index] = attrs.evolve(carried[index], **changes)
    return attrs.evolve(stated, citations=tuple(carried))


def take_a_claims_citations(run: Run, at: int) -> Run:
    return with_claim(run[0], at % len(run[0].claims), citation_ids=(), quotes=()), run[1]


def rename_an_id_in_a_claim(run: Run, at: int) -> Run:
    index = at % len(run[0].claims)
    named = list(run[0].claims[index].citation_ids)
    return with_claim(run[0], index, citation_ids=(*named[:-1], "invented"), quotes=()), run[1]


def quote_another_source(run: Run, at: int) -> Run:
    quote = Quote(citation_id="invented", text="words")
    return with_claim(run[0], at % len(run[0].claims), quotes=(quote,)), run[1]


def change(name: str, value: Any) -> Callable[[Run, int], Run]:
    def damage(run: Run, at: int) -> Run:
        return with_citation(run[0], at % len(run[1]), **{name: value}), run[1]

    damage.__name__ = f"change_the_{name}"
    return damage


def drop_what_a_claim_names(run: Run, at: int) -> Run:
    named = run[0].claims[at % len(run[0].claims)].citation_ids[0]
    kept = tuple(each for each in run[0].citations if each.citation_id != named)
    return attrs.evolve(run[0], citations=kept), run[1]


def retrieve_less(run: Run, at: int) -> Run:
    index = at % len(run[1])
    return run[0], (*run[1][:index], *run[1][index + 1 :])


def retrieve_another_passage(run: Run, at: int) -> Run:
    again = attrs.evolve(run[1][at % len(run[1])], document_version="v4")
    return run[0], (*run[1], again)


def retrieve_of_another_tenant(run: Run, at: int) -> Run:
    return run[0], (*run[1], citation("theirs", tenant="globex"))


def carry_more(run: Run, at: int) -> Run:
    return attrs.evolve(run[0], citations=(*run[0].citations, citation("invented"))), run[1]


def move_a_quote_outside(run: Run, at: int) -> Run:
    index = at % len(run[0].claims)
    named = run[0].claims[index].citation_ids[0]
    span = next(each.span for each in run[1] if each.citation_id == named)
    moved = Quote(citation_id=named, text="words", span=Span(span.start, span.end + 1))
    return with_claim(run[0], index, quotes=(moved,)), run[1]


def say_more(run: Run, at: int) -> Run:
    text = run[0].prose
    if text is None:
        text = run[0].text
        return CitedAnswer(prose=f"{text} more", citations=run[0].citations), run[1]
    return attrs.evolve(run[0], prose=f"{text} more"), run[1]


DAMAGES: list[tuple[Callable[[Run, int], Run], FindingCode]] = [
    (take_a_claims_citations, FindingCode.UNCITED_CLAIM),
    (say_more, FindingCode.UNCLAIMED_PROSE),
    (rename_an_id_in_a_claim, FindingCode.DANGLING_ID),
    (quote_another_source, FindingCode.DANGLING_ID),
    (drop_what_a_claim_names, FindingCode.DANGLING_ID),
    (retrieve_less, FindingCode.NOT_RETRIEVED),
    (carry_more, FindingCode.NOT_RETRIEVED),
    (change("document_id", "policies"), FindingCode.DIFFERS_FROM_RETRIEVED),
    (change("document_version", "v4"), FindingCode.DIFFERS_FROM_RETRIEVED),
    (change("chunk_id", "other"), FindingCode.DIFFERS_FROM_RETRIEVED),
    (change("span", Span(0, 99)), FindingCode.DIFFERS_FROM_RETRIEVED),
    (retrieve_another_passage, FindingCode.DIFFERS_FROM_RETRIEVED),
    (move_a_quote_outside, FindingCode.QUOTE_OUTSIDE_CITATION),
    (change("tenant", "globex"), FindingCode.TENANT_CROSSING),
    (retrieve_of_another_tenant, FindingCode.TENANT_CROSSING),
]
RAISED: dict[FindingCode, type[TesserixRagError]] = {
    FindingCode.UNCITED_CLAIM: UncitedClaimError,
    FindingCode.UNCLAIMED_PROSE: UncitedClaimError,
    FindingCode.DANGLING_ID: UngroundedCitationError,
    FindingCode.NOT_RETRIEVED: UngroundedCitationError,
    FindingCode.DIFFERS_FROM_RETRIEVED: UngroundedCitationError,
    FindingCode.QUOTE_OUTSIDE_CITATION: UngroundedCitationError,
    FindingCode.TENANT_CROSSING: TenantCrossingError,
}


@given(runs())
def test_an_answer_that_holds_has_no_findings(run: Run):
    """Whatever it says, and in whatever order it carries its citations."""
    stated, offered = run

    grounded = checked(stated, offered)

    assert found(stated, offered) == []
    assert grounded.answer == stated


@pytest.mark.parametrize(("damage", "code"), [pytest.param(*each, id=each[0].__name__) for each in DAMAGES])
@settings(max_examples=25)
@given(run=runs(), at=st.integers(0, 100))
def test_any_one_damage_is_found(damage: Callable[[Run, int], Run], code: FindingCode, run: Run, at: int):
    """An answer that held and was damaged in one place is refused, for that and nothing else."""
    stated, offered = damage(run, at)

    error = refused(stated, offered)

    assert {each.code for each in error.report.findings} == {code}
    assert type(error) is RAISED[code]


@given(runs())
def test_the_order_of_what_was_retrieved_does_not_matter(run: Run):
    """Neither for what passes nor for what it holds."""
    stated, offered = run

    assert checked(stated, offered).answer == checked(stated, offered[::-1]).answer


# --- what is no answer -------------------------------------------------------


@pytest.mark.parametrize("stated", [None, "prose", 5, {}, ()])
def test_only_an_answer_is_checked(stated: Any):
    """Whatever else is handed in is a fault of the calling program."""
    with tenant_scope("acme"), pytest.raises(ConfigurationError):
        check_grounding(stated, ())


def test_a_grounded_answer_is_checked_again_by_its_answer():
    """It says so itself."""
    with tenant_scope("acme"):
        grounded = check_grounding(CitedAnswer(), ())

        with pytest.raises(ConfigurationError, match="answer"):
            grounding_report(grounded, ())  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]


@pytest.mark.parametrize("retrieved", [None, 5, "x", [None], {"timing": 1}])
def test_only_citations_are_what_was_retrieved(retrieved: Any):
    """Anything else would be compared with nothing."""
    with tenant_scope("acme"), pytest.raises(ConfigurationError):
        grounding_report(CitedAnswer(), retrieved)
