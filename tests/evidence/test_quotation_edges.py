"""Where a quotation may begin and end: at an apostrophe that parts two words, and never inside a number."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tesserix_rag import MisquoteError, tenant_scope
from tesserix_rag.evidence import QuoteCode, verify_quotes
from tests.evidence.quoting import TENANT, evidence, quoted

APOSTROPHES = ("'", "’", "ʼ", "＇", "&#39;", "&apos;", "&rsquo;", "&#8217;", "&#x2019;", "\u200b’", "**'**")

PARTED = {
    "owner": ("The Committee", "The Committee's report is here"),
    "owner in capitals": ("the committee", "THE COMMITTEE'S REPORT IS HERE"),
    "clitic": ("because it", "because it's paid in May"),
    "French article": ("eau de la ville", "on boit l'eau de la ville"),
    "French preposition": ("argent de la ville", "il y a peu d'argent de la ville"),
    "French conjunction": ("il paie le loyer", "on dit qu'il paie le loyer"),
    "longer conjunction": ("il paie le loyer", "lorsqu'il paie le loyer"),
    "first word of a sentence": ("Italie a gagné", "L'Italie a gagné"),
    "Italian article": ("acqua fredda", "beve l'acqua fredda"),
    "Italian preposition": ("acqua fredda", "dentro dell'acqua fredda"),
    "Catalan article": ("aigua freda", "beu l'aigua freda"),
    "figure": ("11 settembre", "dopo l'11 settembre"),
}

JOINED = {
    "English no": ("and you can", "and you can't come in"),
    "no in capitals": ("and you can", "AND YOU CAN'T COME IN"),
    "older no": ("and she ain", "and she ain't here"),
    "rest of a no": ("t come in", "and you can't come in"),
    "rest of a no and its sign": ("'t come in", "and you can't come in"),
    "half a no and its sign": ("and you don'", "and you don't come in"),
    "French no": ("est pas vrai", "ce n'est pas vrai"),
    "Italian without": ("altro motivo", "senz'altro motivo"),
    "Italian none": ("altra regola", "nessun'altra regola"),
    "name": ("Angelo leads the team", "D'Angelo leads the team"),
    "Irish name": ("Brien leads the team", "O'Brien leads the team"),
    "word that has one": ("hui il pleut", "aujourd'hui il pleut"),
    "pronoun that has one": ("un qui paie", "quelqu'un qui paie"),
    "ending": ("s report is here", "The Committee's report is here"),
    "sign of an ending": ("The Committee'", "The Committee's report is here"),
    "figure": ("back in the 1990", "back in the 1990's again"),
    "owners": ("a share of patients", "a share of patients' cells"),
    "article without its noun": ("de l", "un verre de l'eau"),
}


@pytest.mark.parametrize("sign", APOSTROPHES)
@pytest.mark.parametrize("kind", PARTED)
def test_an_elided_article_and_a_clitic_are_words(kind: str, sign: str):
    """However the apostrophe is written."""
    quote, text = PARTED[kind]

    found = evidence(quote, text.replace("'", sign))

    assert found is not None
    assert found.strip("\u200b*").casefold() == quote.casefold()


@pytest.mark.parametrize("sign", APOSTROPHES)
@pytest.mark.parametrize("kind", JOINED)
def test_no_other_word_is_cut_at_its_apostrophe(kind: str, sign: str):
    """Least of all one that says no, however the apostrophe is written."""
    quote, text = JOINED[kind]

    assert evidence(quote.replace("'", sign), text.replace("'", sign)) is None


@pytest.mark.parametrize(
    ("quote", "text"),
    [
        ("eau de la ville", "il ne boit pas l'eau de la ville"),
        ("eau de la ville", "il n'y a pas d'eau de la ville"),
        ("il paie le loyer", "il part sans qu'il paie le loyer"),
        ("applique aux loyers", "la règle ne s'applique aux loyers que tard"),
        ("acqua fredda", "non c'è l'acqua fredda"),
        ("aigua freda", "vol el pa i no l'aigua freda"),
    ],
)
def test_a_no_before_an_elided_word_is_not_left_out(quote: str, text: str):
    """The words without it say the opposite."""
    assert evidence(quote, text) == quote
    with tenant_scope(TENANT), pytest.raises(MisquoteError) as error:
        verify_quotes(quoted(text, quote), {"p1": text})

    assert [each.code for each in error.value.findings] == [QuoteCode.NEGATION_DIFFERS]


NOS = ("can't", "don't", "won't", "isn't", "aren't", "wasn't", "doesn't", "couldn't", "mustn't", "ain't")


@given(st.sampled_from(NOS), st.sampled_from(APOSTROPHES), st.data())
def test_a_no_is_never_cut(no: str, sign: str, data: st.DataObject):
    """Neither of its ends, nor any part of it, ends or begins a quotation."""
    at = data.draw(st.integers(1, len(no) - 1))
    text = f"We said that they {no} pay the rent.".replace("'", sign)
    before, behind = f"said that they {no[:at]}", f"{no[at:]} pay the rent"

    assert evidence(before.replace("'", sign), text) is None
    assert evidence(behind.replace("'", sign), text) is None


CUT = {
    "ones": ("three rooms", "it has thirty-three rooms"),
    "ones without a hyphen": ("three rooms", "it has thirty three rooms"),
    "tens": ("it has thirty", "it has thirty-three rooms"),
    "hundreds": ("hundred rooms", "it has two hundred rooms"),
    "behind and": ("three rooms", "it has two hundred and three rooms"),
    "before and": ("it has two hundred", "it has two hundred and three rooms"),
    "before a magnitude": ("it cost three", "it cost three million euros"),
    "behind a figure": ("million euros", "it cost 3 million euros"),
    "capitals": ("THREE ROOMS", "IT HAS THIRTY-THREE ROOMS"),
    "hyphen that does not break": ("three rooms", "it has thirty‑three rooms"),
    "line": ("three rooms", "it has thirty\nthree rooms"),
    "German": ("Millionen Euro", "es kostet drei Millionen Euro"),
    "French": ("sept chambres", "elle a dix-sept chambres"),
    "French twenties": ("vingts chambres", "elle a quatre-vingts chambres"),
    "Spanish": ("cuatro habitaciones", "tiene cuarenta y cuatro habitaciones"),
}

WHOLE = {
    "place before": ("three rooms", "the first three rooms"),
    "choice": ("three rooms", "two or three rooms"),
    "list": ("three rooms", "one, two, three rooms"),
    "two numbers": ("two-year terms", "they had ten two-year terms"),
    "year before": ("three rooms", "In 2019 three rooms were let"),
    "range": ("three hundred rooms", "between two hundred and three hundred rooms"),
    "first of a range": ("between two hundred", "between two hundred and three hundred rooms"),
    "no number before": ("hundred rooms", "it has several hundred rooms"),
}


@pytest.mark.parametrize("kind", CUT)
def test_a_number_in_words_is_not_cut(kind: str):
    """What is left of it is another number."""
    assert evidence(*CUT[kind]) is None


@pytest.mark.parametrize("kind", WHOLE)
def test_beside_another_number_a_whole_one_is_quoted(kind: str):
    """It is not a part of it."""
    quote, text = WHOLE[kind]

    assert evidence(quote, text) == quote


@pytest.mark.parametrize(
    ("quote", "text"),
    [
        ("a plain rule", "here is _a plain rule_ for all"),
        ("a plain rule", "here is __a plain rule__, for all"),
        ("a plain", "here is _a plain rule_ for all"),
        ("plain rule", "here is **_a plain rule_** for all"),
    ],
)
def test_underscores_that_emphasise_are_no_part_of_a_word(quote: str, text: str):
    """Whether all that they emphasise is quoted, or its beginning or its end."""
    assert evidence(quote, text) == quote


@pytest.mark.parametrize(
    ("quote", "text"),
    [
        ("plain rule", "the _plain rule has no end"),
        ("plain rule", "the very_plain rule_ holds"),
        ("very plain", "a very plain_rule holds_"),
    ],
)
def test_underscores_of_a_word_are(quote: str, text: str):
    """Then what is quoted is a part of it."""
    assert evidence(quote, text) is None
