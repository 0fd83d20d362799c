"""Where a text has the words that are quoted from it: kinds to accept, kinds to refuse, and places."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tesserix_rag import InvalidRecordError, LimitExceededError, Span
from tesserix_rag.evidence import FoldedText, Tier, locate
from tesserix_rag.limits import Limits
from tesserix_rag.markers.neutralising import JOINER
from tests.evidence.quoting import evidence, located

RULE = "The grant is 4,200 euros a year, and it's paid to every student who asked."

FOUND = {
    "exact": ("paid to every student", RULE, "paid to every student"),
    "signs of patterns": ("40% (est", "up 40% (est.) now", "40% (est"),
    "more signs of patterns": ("a+b? [c]*", "so a+b? [c]* holds", "a+b? [c]*"),
    "NBSP": ("4,200 euros a year", "is 4,200\u00a0euros a\u00a0year.", "4,200\u00a0euros a\u00a0year"),
    "newline": (
        "paid to every student",
        "it is paid\n  to every\r\nstudent now",
        "paid\n  to every\r\nstudent",
    ),
    "Han": ("法律规定的期限", "中国法律规定的期限为三年", "法律规定的期限"),
    "Han over a line": ("法律规定的期限", "中国法律规\n定的期限为三年", "法律规\n定的期限"),
    "case": ("THE GRANT IS 4,200 EUROS", RULE, "The grant is 4,200 euros"),
    "Turkish case": ("istanbul university", "İSTANBUL University", "İSTANBUL University"),
    "sharp s": ("grosse strasse", "Große Straße", "Große Straße"),
    "dashes": ("the pay - as agreed - rose", "the pay – as agreed — rose", "the pay – as agreed — rose"),
    "two hyphens": ("the pay—as agreed", "the pay -- as agreed", "the pay -- as agreed"),
    "quotes": ('said "it\'s over" twice', "he said “it’s over” twice", "said “it’s over” twice"),
    "guillemets": ('dit "oui" deux fois', "il dit « oui » deux fois", None),
    "corner brackets": ('他说"可以"了', "他说「可以」了", "他说「可以」了"),
    "ligature": ("office files flow", "the oﬃce ﬁles ﬂow on", "oﬃce ﬁles ﬂow"),
    "joined letters": ("oeuvre of Caesar", "the œuvre of Cæsar", "œuvre of Cæsar"),
    "zero width": ("every student", f"every\u200b stu\u200bdent{JOINER}", "every\u200b stu\u200bdent"),
    "soft hyphen": ("structural faults", "struc\u00adtural faults", "struc\u00adtural faults"),
    "soft hyphen at the end of a line": (
        "structural faults",
        "struc\u00ad\ntural faults",
        "struc\u00ad\ntural faults",
    ),
    "hyphen at the end of a line": ("structural faults", "two struc-\ntural faults", "struc-\ntural faults"),
    "compound at the end of a line": ("well-being of all", "the well-\nbeing of all", "well-\nbeing of all"),
    "both kinds of hyphen": (
        "well-being and structural",
        "well-\nbeing and struc-\ntural",
        "well-\nbeing and struc-\ntural",
    ),
    "NFD": ("café crème", "le cafe\u0301 cre\u0300me noir", "cafe\u0301 cre\u0300me"),
    "NFC": ("cafe\u0301 cre\u0300me", "le café crème noir", "café crème"),
    "Hangul in parts": (
        "한국의 역사",
        unicodedata.normalize("NFD", "한국의 역사"),
        unicodedata.normalize("NFD", "한국의 역사"),
    ),
    "entity": (
        "Tom & Jerry’s “run”",
        "Tom &amp; Jerry&#8217;s &quot;run&quot;",
        "Tom &amp; Jerry&#8217;s &quot;run&quot;",
    ),
    "entity twice": ("Tom & Jerry", "Tom &amp;amp; Jerry", "Tom &amp;amp; Jerry"),
    "full width": ("于2012年，共3人", "于２０１２年,共３人", "于２０１２年,共３人"),
    "half-width kana": ("ガラス工場", "ｶﾞﾗｽ工場", "ｶﾞﾗｽ工場"),
    "elided": ("The grant ... paid to every student", RULE, None),
    "elided in brackets": ("The grant is 4,200 euros […] paid to every student", RULE, None),
    "emphasis": ("a bold claim", "a **bold** claim", "a **bold** claim"),
    "emphasis in the quotation": ("**The grant** is _4,200_ euros", RULE, "The grant is 4,200 euros"),
    "code": ("use the run flag", "use the `run` flag", "use the `run` flag"),
    "struck out": ("the old rule", "the ~~old~~ rule", "the ~~old~~ rule"),
    "link": ("see the rules here", "see [the rules](https://a.example/x_(y)) here", None),
    "list": ("first thing second thing", "- first thing\n- second thing", "first thing\n- second thing"),
    "relations": ("range 5-10 >= 2...", "range 5‑10 ≥ 2…", "range 5‑10 ≥ 2…"),
    "Arabic": ("كتاب القانون", "في كتـاب القانون الجديد", "كتـاب القانون"),
    "Thai": ("กฎหมายกำหนด", "ตามกฎหมายกำหนดไว้", "กฎหมายกำหนด"),
    "Cyrillic case": ("ЗАКОН РОССИИ", "новый закон России", "закон России"),
}

REFUSED = {
    "begins in a word": ("ublic life", "in public life"),
    "ends in a word": ("the gran", RULE),
    "ends before an apostrophe": ("a share of patients", "a share of patients’ cells"),
    "begins behind an apostrophe": ("s paid to every student", RULE),
    "ends in a ligature": ("the of", "the oﬃce"),
    "begins in a ligature": ("ish market", "the ﬁsh market"),
    "ends before a soft hyphen": ("a micro", "a micro\u00adscope"),
    "begins behind a hyphen at a line's end": ("tural faults", "struc-\ntural faults"),
    "begins in a number": ("200 euros a year", RULE),
    "ends in a number": ("The grant is 4", RULE),
    "grouped by blanks": ("200 euros a year", "it is 4 200 euros a year"),
    "before a superscript": ("a power of 10", "a power of 10²"),
    "sign left out": ("5 degrees outside", "it is -5 degrees outside"),
    "minus left out": ("5 degrees outside", "it is −5 degrees outside"),
    "relation left out": ("5 mg a day", "take ≥ 5 mg a day"),
    "magnitude left out": ("it cost 3", "it cost 3 million"),
    "magnitude left out in Han": ("共有3", "共有3万人"),
    "Han number": ("十五人到场", "三十五人到场"),
    "percent left out": ("it rose by 5", "it rose by 5%"),
    "before a combining mark": ("ที", "ที่นี่"),
    "separator moved": ("is 1,000.5 m", "is 1.0005 m"),
    "separator dropped": ("is 1000 m", "is 1,000 m"),
    "blank dropped": ("12 apples", "1 2 apples"),
    "hyphen dropped": ("105 apples", "10-5 apples"),
    "superscript flattened": ("102 units", "10² units"),
    "fraction spelled": ("1 1/2 cups", "1½ cups"),
    "entity swapped": ("Anna leads the team", "Paul leads the team"),
    "unit changed": ("the limit is 12 bar", "the limit is 12 psi"),
    "unit changed by case": ("a 5 MW source", "a 5 mW source"),
    "number changed": ("The grant is 4,300 euros", RULE),
    "negation dropped": ("The tenant is obliged", "The tenant is not obliged"),
    "negation added": ("The tenant is not obliged", "The tenant is obliged"),
    "word dropped": ("paid to student who asked", RULE),
    "invented tail": ("paid to every student who asked nicely", RULE),
    "absent": ("nothing of the kind is here", RULE),
    "empty": ("", RULE),
    "blank": (" \u00a0\u200b\n", RULE),
    "stands everywhere": ("the", "the cat and the dog"),
    "stands everywhere twice": ("of the", "of the cat and of the dog"),
    "elision hides a negation": ("The tenant is ... obliged to paint", "The tenant is not obliged to paint."),
    "elision hides a Han negation": ("租户在合同期内……需要自行粉刷", "租户在合同期内不需要自行粉刷"),
    "elision hides an exception": ("Pets are allowed ... in the house", "Pets are allowed except in the house"),
    "second half invented": ("The grant is 4,200 euros ... and never taxed", RULE),
    "halves out of order": ("paid to every student ... The grant is", RULE),
    "halves far apart": (
        "The roof is red ... it was sold",
        f"The roof is red. {'Words go on. ' * 60}Then it was sold",
    ),
    "halves of two sentences": (
        "The pump was red ... is still broken",
        "The pump was red. The valve is still broken",
    ),
    "halves of two subjects": ("Anna likes ... likes coffee", "Anna likes tea and Paul likes coffee"),
    "halves with two figures": (
        "The pump limit is ... 17 bar",
        "The pump limit is 12 bar and the valve limit is 17 bar",
    ),
    "halves too small": ("The ... asked", RULE),
    "stitched": ("The grant is 4,200 euros who asked", RULE),
    "another spelling": ("alpha-carotene", "α-carotene"),
    "hyphen that makes another word": ("they re-sign now", "they resign now"),
}


@pytest.mark.parametrize("kind", FOUND)
def test_what_a_reader_takes_for_the_same_is_found(kind: str):
    """And what is found are characters of the text (B088, B089, B098)."""
    quote, text, expected = FOUND[kind]

    if kind == "guillemets":
        quote = 'dit " oui " deux fois'

    found = evidence(quote, text)

    assert found is not None
    assert expected in {None, found}


@pytest.mark.parametrize("kind", FOUND)
def test_it_is_found_inside_a_longer_text(kind: str):
    """Whatever stands around it, the span is moved and nothing else."""
    quote, text, _ = FOUND[kind]
    alone, before = locate(quote, text), "İİ ß &amp; **x** A line.\n\n"

    within = locate(quote, f"{before}{text}\n\nAnother line.")

    if alone is not None and within is not None:
        assert within.tier is alone.tier
        assert within.span == Span(alone.span.start + len(before), alone.span.end + len(before))


@pytest.mark.parametrize("kind", REFUSED)
def test_what_says_something_else_is_refused(kind: str):
    """However alike it looks: it is absent, or found by likeness only (B092, B094, B095, B100, B101)."""
    assert evidence(*REFUSED[kind]) is None


def test_the_tiers_are_kept_apart():
    """A folded match is never called exact (B094)."""
    assert located("The grant is", RULE).tier is Tier.EXACT
    assert located("the grant IS", RULE).tier is Tier.CANONICAL
    assert located("The grant is ... paid to every student", RULE).tier is Tier.ELIDED
    assert located("The grant is 4,300 euros a year", RULE).tier is Tier.FUZZY
    assert Tier.EXACT > Tier.CANONICAL > Tier.ELIDED > Tier.FUZZY


def test_characters_that_grow_in_lower_case_shift_nothing():
    """The slice is the quote whatever stands before it (B085)."""
    text = "İİİİİ report. The pump limit is 12 bar."

    assert evidence("The pump limit is 12 bar", text) == "The pump limit is 12 bar"
    assert evidence("THE PUMP LIMIT IS 12 BAR", text) == "The pump limit is 12 bar"


def test_offsets_are_those_of_the_text_itself():
    """Not of what it is once entities are read (B076)."""
    text = "A &amp; B then &#167; 5 holds"

    assert located("B then § 5", text).span == Span(8, 23)


def test_every_further_place_is_told():
    """A quotation that occurs twice is ambiguous (B080)."""
    found = located("Salt is dry.", "Salt is dry. Part two. Salt is dry.")

    assert (found.span, found.others) == (Span(0, 12), (Span(23, 35),))


@pytest.mark.parametrize(
    ("how", "start"),
    [
        ({"near": 20}, 23),
        ({"near": 3}, 0),
        ({"prefix": "two. "}, 23),
        ({"suffix": " Part"}, 0),
        ({"suffix": ""}, 0),
    ],
)
def test_a_place_is_chosen_by_what_is_near(how: dict[str, object], start: int):
    """Each of several occurrences can be meant (B080, B103)."""
    assert located("Salt is dry.", "Salt is dry. Part two. Salt is dry.", **how).span.start == start


def test_a_short_word_is_found_where_it_is_said_to_be():
    """Alone it would say nothing (B082)."""
    assert locate("no", "no no yes") is None
    assert [located("no", "no no yes", near=near).span for near in (0, 3)] == [Span(0, 2), Span(3, 5)]


def test_better_tiers_win_over_nearer_places():
    """What is near counts only among places of one tier."""
    found = located("Salt is dry", "SALT IS DRY, salt is dry. Salt is dry", near=0)

    assert (found.span.start, found.tier, found.others) == (26, Tier.EXACT, ())


def test_a_closing_quotation_mark_is_no_apostrophe():
    """A word in single quotation marks ends where they do."""
    assert evidence("the patients", "he said ‘the patients’ and left") == "the patients"


def test_likeness_finds_the_place_to_look_at():
    """What is changed is shown beside what the text says."""
    text = f"{'Other words come first. ' * 50}{RULE}"
    found = located("the grant is 4,300 euros a yaer, and it's paid to every studnt", text)

    assert found.tier is Tier.FUZZY
    assert text[found.span.start : found.span.end] == RULE[: RULE.index(" who")]


def test_likeness_copes_with_many_signs():
    """More than 256 different characters are no trouble."""
    rare = "".join(map(chr, range(0x4E00, 0x5000)))
    text = f"{rare[:300]}。{RULE}{rare[300:]}"

    assert located("The grant is 4,200 eurso a year, and it's piad", text).tier is Tier.FUZZY
    assert locate(f"{rare[:280]}x{rare[281:299]}", text) is not None


@pytest.mark.parametrize("given", [(None, RULE), (RULE, None), (b"a", RULE)])
def test_what_is_no_text_is_refused(given: tuple[object, object]):
    """A missing text is an error, not a match (B091)."""
    with pytest.raises(InvalidRecordError):
        located(*given)


def test_limits_hold():
    """Neither text nor quotation may be longer."""
    with pytest.raises(LimitExceededError):
        FoldedText(RULE, limits=Limits(document_chars=5))
    with pytest.raises(LimitExceededError):
        FoldedText(RULE, limits=Limits(quote_chars=5)).locate("The grant")


def test_text_is_not_shown():
    """Neither by the index nor by what was found."""
    assert "grant" not in repr(FoldedText(RULE)) + repr(locate("The grant is", RULE))


WORDS = st.lists(
    st.sampled_from(
        [
            "Salt",
            "über",
            "12",
            "ﬁne",
            "cafe\u0301",
            "&amp;",
            "**bold**",
            "state-\nof",
            "it’s",
            "İz",
            "ok.",
            "(a)",
        ]
    ),
    min_size=3,
    max_size=30,
)
GAPS = st.sampled_from([" ", "  ", "\n", "\u00a0", "\r\n\r\n"])


@given(WORDS, GAPS, st.data())
def test_any_run_of_words_is_found_where_it_stands(words: list[str], gap: str, data: st.DataObject):
    """As it is and folded, at its own offset."""
    first = data.draw(st.integers(0, len(words) - 2))
    last = data.draw(st.integers(first + 2, len(words)))
    text, quote = gap.join(words), gap.join(words[first:last])
    start = len(gap.join([*words[:first], ""])) if first else 0

    found = locate(quote, text, near=start)

    if not quote.startswith("12") and not quote.endswith("12"):
        assert found is not None
        assert (found.tier, found.span.start) == (Tier.EXACT, start)
        assert text[found.span.start : found.span.end] == quote


@given(st.text(max_size=60), st.text(max_size=200), st.integers(0, 200))
def test_what_is_found_is_in_the_text(quote: str, text: str, near: int):
    """A span is never empty, and never reaches over the end."""
    found = locate(quote, text, near=near)

    if found is not None:
        for span in (found.span, *found.others):
            assert 0 <= span.start < span.end <= len(text)
            assert found.tier is not Tier.EXACT or text[span.start : span.end] in {quote, quote.strip()}
