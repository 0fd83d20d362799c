"""Markers written back: what is rendered reads as the same answer, and nothing in it is a marker but ours."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import attrs
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tesserix_rag import (
    Anchor,
    Citation,
    CitedAnswer,
    Claim,
    ConfigurationError,
    GroundedAnswer,
    MissingTenantContextError,
    TenantCrossingError,
    check_grounding,
    tenant_scope,
)
from tesserix_rag.markers import (
    CARD,
    CIT_TAG,
    DOC,
    EVERY,
    FOOTNOTE,
    IRIS,
    IRIS_DRAFT,
    IRIS_STORED,
    LENTICULAR,
    NUMERIC,
    PRIVATE_USE,
    SOURCE,
    Dialect,
    any_of,
    parse_answer,
    render_markers,
    scan,
    template,
)
from tesserix_rag.places import SourceLocator, Span, TimeRange
from tests.examples import SECRET, citation
from tests.markers import mixtures
from tests.markers.prose import cut_every, parsed, placed, rows, sources, streamed

JOINER = "\u2060"
DIALECTS = mixtures.DIALECTS
WRITTEN = {name: each for name, each in DIALECTS.items() if not each.members}
LISTS = (NUMERIC, LENTICULAR, SOURCE)


class Label(NamedTuple):
    """What a reader is shown of a citation."""

    keyword: str = "Leave"
    summary: str = "How long it is."


def library(number: int = 12) -> tuple[Citation, ...]:
    """Give citations that every dialect can name, ``c1`` and so on, of documents 1 and so on."""
    return tuple(
        citation(f"c{each}", document_id=f"{each}", locator=SourceLocator(entity=f"{each}", page=each))
        for each in range(1, number + 1)
    )


LIBRARY = library()


def checked(answer: CitedAnswer, retrieved: Sequence[Citation] = LIBRARY) -> GroundedAnswer:
    """Check an answer for acme."""
    with tenant_scope("acme"):
        return check_grounding(answer, retrieved)


def rendered(
    answer: CitedAnswer | str,
    dialect: Dialect = NUMERIC,
    retrieved: Sequence[Citation] = LIBRARY,
    labels: Mapping[str, Label] | None = None,
    **how: Any,
) -> str:
    """Check an answer, or a text that is one, and write it in a dialect."""
    if isinstance(answer, str):
        answer = parse_answer(answer, retrieved, **how)
    grounded = checked(answer, retrieved)
    with tenant_scope("acme"):
        return render_markers(grounded, dialect, labels=labels)


def stated(*claims: tuple[str, tuple[str, ...]], **changed: Any) -> CitedAnswer:
    """Give an answer of claims alone, over the library."""
    made = [Claim(text=text, citation_ids=ids) for text, ids in claims]
    return CitedAnswer(claims=made, citations=LIBRARY[:3], **changed)


def grounded_part(answer: CitedAnswer) -> CitedAnswer:
    """Give an answer without what the check would refuse: what rests on nothing is exempt."""
    known = {each.citation_id for each in answer.citations}

    def kept(ids: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(each for each in ids if each in known)

    claims = [attrs.evolve(each, citation_ids=kept(each.citation_ids)) for each in answer.claims]
    marked = [attrs.evolve(each, citation_ids=kept(each.citation_ids)) for each in answer.anchors]
    loose = [each.span for each in claims if each.span and not each.citation_ids]
    return attrs.evolve(
        answer,
        claims=[each for each in claims if each.citation_ids],
        anchors=[each for each in marked if each.citation_ids],
        exempt=sorted([*answer.exempt, *loose], key=lambda span: span.start),
    )


def bare(text: str) -> str:
    """Give *text* without word joiners."""
    return text.replace(JOINER, "")


def stood(answer: CitedAnswer) -> list[tuple[int, tuple[str, ...]]]:
    """Give where markers stand in the bare prose, and what they name."""
    prose = answer.prose or ""
    return [(len(bare(prose[: each.at])), each.citation_ids) for each in answer.anchors if each.citation_ids]


def together(found: list[tuple[int, tuple[str, ...]]]) -> dict[int, list[str]]:
    """Give what is named at each place, each once."""
    named: dict[int, dict[str, None]] = {}
    for at, ids in found:
        named.setdefault(at, {}).update(dict.fromkeys(ids))
    return {at: [*ids] for at, ids in named.items()}


# --- there and back -----------------------------------------------------------

MARKS = ["[1]", "【2】", "[3, 1]", "<CIT 1 />", "⟦c2⟧", "[cite:c1]", "\ue200cite\ue202c1\ue201", "[Source 3]"]
AROUND = ["Slow.", "w", " ", " " * 40, "\n", "\r\n", "(", "(u)", "](u)", "[a", "[", "]", ":", ": http://x", "|"]
AROUND += [
    "<b c='",
    "'>",
    "<b>",
    "<!--",
    "-->",
    "<!-",
    "-",
    "$",
    "$x",
    "x$",
    "\\",
    "\\(",
    "\\)",
    "`",
    "\n```\n",
]
AROUND += ["【1†", "†n】", "\ue202turn0file1", "- ", "# ", "\n\n", "\n|-|\n| x ", "語。", "a\u0301", "\u2028"]
TEXTS = st.one_of(
    st.lists(st.sampled_from(MARKS + AROUND), min_size=1, max_size=9).map("".join), mixtures.TEXTS
)


@settings(max_examples=200)
@given(TEXTS, st.sampled_from([*DIALECTS.values()]), st.sampled_from([*WRITTEN.values()]))
@example("Slow[1](u).", LENTICULAR, NUMERIC)
@example("Slow【1】(u) and 【2】: x.", LENTICULAR, NUMERIC)
@example(f"Slow.{' ' * 40}[1]", NUMERIC, LENTICULAR)
@example("It is $ [1]$ or so.", NUMERIC, LENTICULAR)
@example("$<CIT 1 />$ is `x`", CIT_TAG, DIALECTS["like mathematics"])
@example("<b c='<CIT 1 />'>", CIT_TAG, NUMERIC)
@example(f"A $x{' ' * 40}[1] so.", NUMERIC, DIALECTS["like mathematics"])
@example("$[^1]`c1`[1]12", EVERY, DIALECTS["like mathematics"])
@example(f"[a [1{', 2' * 72}] b](u) is slow", NUMERIC, CARD)
@example("【1†【1†【1†【1†【1†【1†【1†【1†【1†【1†【1†【1†【1†【1†【1†【1†【1†【1】 [1]", NUMERIC, LENTICULAR)
@example("【1† is [1] open】 and shut [2]", NUMERIC, LENTICULAR)
def test_what_is_rendered_reads_as_the_same_answer(text: str, read: Dialect, written: Dialect):
    """Prose, citations and the places of markers come back, in whatever dialect."""
    whole = parse_answer(bare(text), LIBRARY, dialect=read)
    answer = grounded_part(whole)

    again = parse_answer(rendered(answer, written), answer.citations, dialect=written)

    assert bare(again.prose or "") == answer.prose
    assert together(stood(again)) == together(stood(answer))
    if written in LISTS and all(len(each.citation_ids) <= 40 for each in answer.anchors):
        assert stood(again) == stood(answer)
    # A word joiner in "Slow.[1]" that is no marker lets a sentence end there.
    if [bare(each.text).strip() for each in again.claims] == [each.text.strip() for each in whole.claims]:
        known = {each.citation_id for each in answer.citations}
        rests_on = [tuple(each for each in claim.citation_ids if each in known) for claim in whole.claims]
        assert [each.citation_ids for each in again.claims] == rests_on
    else:
        assert JOINER in (again.prose or "")


@given(mixtures.TEXTS, st.sampled_from([*WRITTEN.values()]), st.integers(1, 9))
def test_what_is_rendered_reads_the_same_in_pieces(text: str, dialect: Dialect, size: int):
    answer = grounded_part(parse_answer(bare(text), LIBRARY))

    streamed(cut_every(rendered(answer, dialect), size), answer.citations, dialect=dialect)


@given(mixtures.TEXTS, st.sampled_from([*WRITTEN.values()]))
def test_a_claim_of_any_text_names_its_own_sources_alone(text: str, dialect: Dialect):
    """Whatever marker its text holds, reading the rendered text gives no other citation."""
    answer = stated((f"{text} so", ("c2",)))

    try:
        written = rendered(answer, dialect)
    except ConfigurationError:
        open_ended = f"{text} so [1]"
        assert [each.span.end for each in scan(open_ended, NUMERIC)][-1:] != [len(open_ended)]
        return

    again = parse_answer(written, LIBRARY[:3], dialect=dialect)
    assert [each.citation_ids for each in again.anchors] == [("c2",)]
    assert bare(again.prose or "") == bare(answer.text)


@pytest.mark.parametrize("dialect", [pytest.param(each, id=name) for name, each in WRITTEN.items()])
def test_every_dialect_is_written(dialect: Dialect):
    text = "Leave is long [1]. Hotels are paid [2, 1].\n\n| a |\n|---|\n| x [3] |\n\n- One [1]\n- Two[2][3]"

    again = parse_answer(rendered(text, dialect), LIBRARY[:3], dialect=dialect)

    assert [each.citation_ids for each in again.claims] == [
        ("c1",),
        ("c2", "c1"),
        ("c3",),
        ("c1",),
        ("c2", "c3"),
    ]
    assert again.prose == parsed(text, LIBRARY).prose


# --- how markers look ---------------------------------------------------------


@pytest.mark.parametrize(
    ("dialect", "expected"),
    [
        (NUMERIC, "Slow [1, 2]. Old [3]."),
        (LENTICULAR, "Slow【1, 2】. Old【3】."),
        (SOURCE, "Slow [Source 1, 2]. Old [Source 3]."),
        (FOOTNOTE, "Slow [^1][^2]. Old [^3]."),
        (DOC, "Slow [doc1][doc2]. Old [doc3]."),
        (CARD, "Slow [cite:c3][cite:c1]. Old [cite:c2]."),
        (CIT_TAG, "Slow <CIT 3 /><CIT 1 />. Old <CIT 2 />."),
        (IRIS, "Slow [cite:L:3:3::::][cite:L:1:1::::]. Old [cite:L:2:2::::]."),
        (IRIS_DRAFT, "Slow [cite:L:3:3::!1][cite:L:1:1::!2]. Old [cite:L:2:2::!3]."),
        (template("⟦{id}⟧"), "Slow ⟦c3⟧⟦c1⟧. Old ⟦c2⟧."),
        (PRIVATE_USE, "Slow\ue200cite\ue202c3\ue201\ue200cite\ue202c1\ue201. Old\ue200cite\ue202c2\ue201."),
    ],
)
def test_numbers_are_positions_in_the_citations_of_the_answer(dialect: Dialect, expected: str):
    """B025, B035: they come in order of first use, and ids stay ids."""
    assert rendered("Slow [3, 1]. Old [2].", dialect) == expected


def test_one_citation_has_one_number():
    """B052, B053: wherever it stands."""
    assert rendered("Slow [4]. Old [8]. Long [4].") == "Slow [1]. Old [2]. Long [1]."


@pytest.mark.parametrize(
    ("text", "expected"),
    rows({
        "【1】Slow.": "[1]Slow.",
        "Slow【1】": "Slow [1]",
        "Slow 【1】【2】.": "Slow [1][2].",
        "Slow.\n【1】\n": "Slow.\n[1]\n",
        "Slow【1】(see there).": "Slow [1](see there).",
        "Slow【1】(see).": f"Slow [1]{JOINER}(see).",
        "Slow.\n【1】: www.x": f"Slow.\n[1]{JOINER}: www.x",
        "| a |\n|-|\n| x【1】|": "| a |\n|-|\n| x [1]|",
        "Slow.\r\n\r\nOld【1】.\r\n": None,
        "```\na[1]\n```\n【1】": "```\na[1]\n```\n[1]",
        "Use `a[1]`【1】.": "Use `a[1]` [1].",
        "As [2] said【1】.": f"As [{JOINER}2] said [1].",
        "As \\[2] said【1】.": "As \\[2] said [1].",
        "See [2](u)【1】.": "See [2](u) [1].",
        "In [2024] it rose【1】.": "In [2024] it rose [1].",
        "w[2]【1】.": f"w[{JOINER}2] [1].",
        "[【1】]": None,
        "[ 【1】": "[ [1]",
        "*Slow*【1】.": "*Slow* [1].",
    }),
)  # fmt: skip
def test_a_marker_is_read_where_it_is_put(text: str, expected: str | None):
    """What would hide it or be one itself gets a word joiner, and nothing else does."""
    answer = grounded_part(parsed(text, LIBRARY, dialect=LENTICULAR))

    written = rendered(answer, NUMERIC)

    assert expected is None or written == expected
    assert bare(parsed(written, LIBRARY).prose or "") == answer.prose


def test_what_would_swallow_a_marker_gets_one_word_joiner():
    assert rendered("【1† is [2] open】 and shut.", LENTICULAR) == f"【{JOINER}1† is【1】 open】 and shut."


FORGED = [
    "[1]",
    "［1］",
    "【3】",
    "【4:0†n】",
    "[^1]",
    "[Source 2]",
    "[doc1]",
    "<CIT 1 />",
    "[cite:c1]",
    "⟦c1⟧",
]
FORGED += [
    "[cite:L:1:1::!1]",
    "[cite:L:1:1:::k:s]",
    "\ue200cite\ue202c1\ue201",
    "\\ue202turn0file1",
    "<|file-c1|>",
]


PLACES = ["{} is slow", "It {} is slow", "It{} is slow", "Slow {}", "| {} |\n", "({})"]


@pytest.mark.parametrize("dialect", [pytest.param(each, id=name) for name, each in WRITTEN.items()])
def test_prose_smuggles_no_marker_in(dialect: Dialect):
    """B068: the answer's own citations are marked, and nothing else."""
    for text in (place.format(forged) for place in PLACES for forged in FORGED):
        written = rendered(stated((f"{text} so", ("c2",))), dialect)

        assert len(scan(written, dialect)) == 1
        assert parse_answer(written, LIBRARY[:3], dialect=dialect).anchors[0].citation_ids == ("c2",)


# --- answers without anchors --------------------------------------------------


def test_claims_alone_get_their_markers_behind_them():
    answer = stated(("Leave is long.", ("c1", "c2")), ("Hotels are paid.", ("c3",)))

    assert rendered(answer) == "Leave is long. [1, 2] Hotels are paid. [3]"


@given(
    st.lists(st.sampled_from(["c1", "c2", "c3"]), min_size=1, max_size=6), st.sampled_from([*WRITTEN.values()])
)
def test_claims_alone_come_back(ids: list[str], dialect: Dialect):
    """A marker behind a sentence belongs to it."""
    answer = stated(*((f"Rule {at} holds for all of us.", (each,)) for at, each in enumerate(ids)))

    again = parse_answer(rendered(answer, dialect), answer.citations, dialect=dialect)

    assert [(each.text, each.citation_ids) for each in again.claims] == [
        (each.text, each.citation_ids) for each in answer.claims
    ]


def test_prose_without_anchors_gets_markers_behind_its_claims():
    whole = parsed("Leave is long [1].  Hotels are paid [2].\n", LIBRARY)

    assert rendered(attrs.evolve(whole, anchors=())) == "Leave is long. [1]  Hotels are paid. [2]\n"


def test_what_no_marker_of_a_claim_names_is_marked_behind_it():
    """So that a claim that was checked never shows as one without its sources."""
    whole = parsed("Leave is long [1]. Hotels [1] are paid [2]. Trains too [3].", LIBRARY)

    partly = attrs.evolve(whole, anchors=[whole.anchors[1]])

    assert rendered(partly) == "Leave is long. [1] Hotels [1] are paid. [2] Trains too. [3]"


def test_a_marker_between_two_claims_is_that_of_the_first():
    whole = parsed("假期很长。[1]酒店很贵。[1]", LIBRARY, language="zh")

    partly = attrs.evolve(whole, anchors=whole.anchors[:1])

    assert len(whole.claims) == 2
    assert rendered(partly) == "假期很长。 [1]酒店很贵。 [1]"


def test_anchors_may_be_out_of_order():
    whole = parsed("Slow 【1】(x). Old 【2】 too.", LIBRARY, dialect=LENTICULAR)

    assert rendered(attrs.evolve(whole, anchors=whole.anchors[::-1])) == rendered(whole)


def test_what_was_only_carried_and_a_refusal_get_no_marker():
    assert rendered(CitedAnswer(citations=LIBRARY)) == ""
    assert rendered(CitedAnswer(prose="", citations=LIBRARY)) == ""
    assert rendered("") == ""


def test_an_anchor_that_names_nothing_is_none():
    answer = stated(
        ("Slow.", ("c1",)), anchors=[Anchor(at=0, citation_ids=()), Anchor(at=4, citation_ids=("c1",))]
    )

    assert rendered(answer) == "Slow [1]."


# --- what a dialect cannot write ----------------------------------------------


def cannot_write(retrieved: Sequence[Citation], dialect: Dialect, **how: Any) -> ConfigurationError:
    """Give the error of writing an answer that rests on the last of what was retrieved."""
    cited = retrieved[-1].citation_id
    answer = CitedAnswer(claims=[Claim(text=SECRET, citation_ids=[cited])], citations=retrieved)
    with pytest.raises(ConfigurationError) as raised:
        rendered(answer, dialect, retrieved, **how)
    return raised.value


@pytest.mark.parametrize(
    ("made", "dialect"),
    [
        ({"citation_id": "a]b"}, CARD),
        ({"citation_id": "a[b"}, CARD),
        ({"citation_id": "a,b"}, CARD),
        ({"citation_id": "a b"}, CARD),
        ({"citation_id": "L:b"}, CARD),
        ({"citation_id": "a" * 129}, CARD),
        ({"citation_id": "a⟧b"}, template("⟦{id}⟧")),
        ({"citation_id": " a"}, template("⟦{id}⟧")),
        ({"citation_id": "a\u2028b"}, template("⟦{id}⟧")),
        ({"citation_id": f"a{JOINER}b"}, template("⟦{id}⟧")),
        ({"citation_id": "a b"}, PRIVATE_USE),
        ({"citation_id": "a\\b"}, PRIVATE_USE),
        ({"document_id": "handbook"}, CIT_TAG),
        ({"document_id": "1" * 33}, CIT_TAG),
        ({"document_id": "1²"}, CIT_TAG),
        ({"document_id": "a:b"}, IRIS),
        ({"document_id": "a]b"}, IRIS_DRAFT),
        ({"locator": SourceLocator(kind="FAQ")}, IRIS),
        ({"locator": SourceLocator(kind="L", entity="x" * 65)}, IRIS_STORED),
        ({"locator": SourceLocator(kind="L", entity="x\ny")}, IRIS_DRAFT),
    ],
)
def test_what_a_dialect_cannot_write_is_refused(made: dict[str, Any], dialect: Dialect):
    error = cannot_write([citation(**made)], dialect)

    assert SECRET not in f"{error!r} {error.args}"
    assert not any(str(each) in str(error) for each in made.values())
    assert error.__cause__ is error.__context__ is None


@pytest.mark.parametrize("dialect", [NUMERIC, LENTICULAR, FOOTNOTE, SOURCE, DOC])
def test_a_position_of_four_digits_is_refused(dialect: Dialect):
    """It would read as a year."""
    many = library(1_000)

    cannot_write(many, dialect)
    assert "999" in rendered(
        CitedAnswer(claims=[Claim(text="x", citation_ids=["c999"])], citations=many), dialect, many
    )


@pytest.mark.parametrize(
    "dialect", [EVERY, any_of(NUMERIC), any_of(NUMERIC, CARD)], ids=["every", "one", "two"]
)
def test_a_combination_is_no_dialect_to_write_in(dialect: Dialect):
    cannot_write(LIBRARY, dialect)


def test_a_marker_that_would_stand_in_code_is_refused():
    answer = stated(("Use `this", ("c1",)))

    with pytest.raises(ConfigurationError):
        rendered(answer)


@pytest.mark.parametrize(
    "label",
    [
        Label(keyword="a:b"),
        Label(keyword="a[b"),
        Label(keyword="a]b"),
        Label(keyword="a\nb"),
        Label(keyword="a" * 65),
        Label(summary="a[1]b"),
        Label(summary="a]b"),
        Label(summary="a\nb"),
        Label(summary=f"a{JOINER}b"),
        Label(summary="a" * 201),
    ],
)
@pytest.mark.parametrize("dialect", [IRIS, IRIS_STORED])
def test_a_label_that_would_read_otherwise_is_refused(dialect: Dialect, label: Label):
    cannot_write([citation("c1")], dialect, labels={"c1": label})


def test_labels_are_shown_where_a_dialect_shows_them():
    labels = {"c1": Label(), "c9": Label("other", "other")}

    assert rendered("Slow [1]. Old [2].", IRIS, labels=labels) == (
        "Slow [cite:L:1:1:::Leave:How long it is.]. Old [cite:L:2:2::::]."
    )
    assert rendered("Slow [1].", labels=labels) == "Slow [1]."


def test_a_recording_is_named_by_its_time():
    where = (placed("c1", "F", "film", TimeRange(90, 120)),)

    assert rendered("Slow [1].", IRIS, where) == "Slow [cite:F:film::90:120::]."


def test_a_dialect_of_documents_names_each_document_once():
    """B064: it names all that is carried of it."""
    two = (citation("a", document_id="7"), citation("b", document_id="7", span=Span(0, 9)))

    written = rendered("Slow [1, 2].", CIT_TAG, two)

    assert written == "Slow <CIT 7 />."
    assert parse_answer(written, two, dialect=CIT_TAG).claims[0].citation_ids == ("a", "b")


@pytest.mark.parametrize("dialect", LISTS)
def test_a_long_list_is_several_markers(dialect: Dialect):
    """So that whatever was read can be written."""
    many = library(100)
    answer = parsed("Slow [1-100].", many)

    again = parse_answer(rendered(answer, dialect, many), many, dialect=dialect)

    assert again.claims == answer.claims


# --- tenants ------------------------------------------------------------------


def test_rendering_needs_the_tenant_of_the_answer():
    """B119."""
    grounded = checked(parsed("Slow [1].", LIBRARY))

    with pytest.raises(MissingTenantContextError):
        render_markers(grounded, NUMERIC)
    with tenant_scope("globex"), pytest.raises(TenantCrossingError) as raised:
        render_markers(grounded, NUMERIC)

    assert (raised.value.tenant, raised.value.into) == ("globex", "acme")
    assert raised.value.citation_ids == ("c1",)


# --- work ---------------------------------------------------------------------


def _calls(answer: GroundedAnswer, dialect: Dialect) -> int:
    """Count the calls that rendering makes."""
    count = 0

    def seen(_frame: Any, event: str, _argument: Any) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    before = sys.getprofile()
    with tenant_scope("acme"):
        sys.setprofile(seen)
        try:
            render_markers(answer, dialect)
        finally:
            sys.setprofile(before)
    return count


UNITS = {
    "markers": "Slow 【1】. ",
    "forged": "As [1] said 【1】. ",
    "guarded": "Slow 【1】(x). ",
    "side by side": "【1】",
    "hidden": "<b c='【1】'> ",
}


@pytest.mark.parametrize("unit", [pytest.param(each, id=name) for name, each in UNITS.items()])
def test_twice_the_markers_are_twice_the_work(unit: str):
    short, long = (
        checked(grounded_part(parsed(f"A {unit * number}", LIBRARY, dialect=LENTICULAR)))
        for number in (50, 100)
    )

    assert _calls(long, NUMERIC) < 2.3 * _calls(short, NUMERIC) + 500


@pytest.mark.parametrize("dialect", [CIT_TAG, IRIS])
def test_one_document_in_many_passages_is_little_work(dialect: Dialect):
    short, long = (
        checked(
            CitedAnswer(
                claims=[Claim(text="x", citation_ids=[each.citation_id]) for each in many], citations=many
            ),
            many,
        )
        for many in (
            [citation(f"c{each}", document_id="7", span=Span(each, each)) for each in range(number)]
            for number in (50, 100)
        )
    )

    few = [_calls(short, dialect) for _ in range(2)][-1]  # the first compiles what both use

    assert _calls(long, dialect) < 2.3 * few + 500


def test_ten_thousand_markers_are_written():
    answer = parsed("Slow [1]. Old [2].\n" * 5_000, LIBRARY)

    written = rendered(answer, LENTICULAR)

    assert written == "Slow【1】. Old【2】.\n" * 5_000


def test_sources_of_no_kind_are_written_by_position():
    assert rendered("Slow [2].", NUMERIC, sources()) == "Slow [1]."
