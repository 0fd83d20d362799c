"""Quotations that say another number than their passage: refused as before, and told to be just that."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tesserix_rag import MisquoteError, tenant_scope
from tesserix_rag.evidence import QuoteCode, Tier, VerifiedQuote, verify_quotes
from tests.evidence.quoting import TENANT, quoted


def outcome(quote: str, text: str) -> QuoteCode | Tier:
    """Give how nearly *text* has *quote*, or why it has not."""
    with tenant_scope(TENANT):
        try:
            (found,) = verify_quotes(quoted(text, quote), {"p1": text})
        except MisquoteError as error:
            (found,) = error.findings
    return found.tier if isinstance(found, VerifiedQuote) else found.code


REPLACED = {
    "short": ("three rooms", "The flat has four rooms and a bath."),
    "long": (
        "and it has three rooms and a bath upstairs",
        "It is old, and it has four rooms and a bath upstairs.",
    ),
    "figure": ("3 rooms", "It has 4 rooms."),
    "figure for a word": ("4 rooms and a bath", "The flat has three rooms and a bath."),
    "parts": ("two thirds of the members", "Then three quarters of the members agreed."),
    "place": ("the third floor is let", "Now the fourth floor is let."),
    "compound": ("twenty-one rooms", "There are twenty-two rooms to let."),
    "much more": ("three rooms", "It has seventy-four thousand two hundred and five rooms."),
    "magnitude": ("it cost 3 million euros", "We know that it cost 3 billion euros."),
    "dozen": ("a dozen rooms were let", "Then a hundred rooms were let."),
    "case": ("THREE ROOMS", "The flat has four\nrooms."),
    "German": ("drei Zimmer", "Die Wohnung hat vier Zimmer und ein Bad."),
    "German compound": ("einundzwanzig Zimmer", "Das Haus ist alt und hat zweiundzwanzig Zimmer."),
    "German word that is another elsewhere": ("elf Zimmer", "Das Haus ist alt und hat zwölf Zimmer."),
    "French": ("trois chambres", "La maison est vieille et elle a quatre chambres."),
    "French place": ("le deuxième étage", "Le bureau est dans le cinquième étage."),
    "Spanish": ("dos habitaciones", "El piso tiene tres habitaciones y es grande."),
    "Spanish hundreds": ("doscientos alumnos", "La escuela tiene trescientos alumnos en total."),
    "Han": ("有三个房间", "这房子有四个房间。"),
    "in one of two parts": (
        "it has three rooms ... and a bath upstairs",
        "Then it has four rooms, all large, and a bath upstairs.",
    ),
    "with a slip of the pen": (
        "the company has three rooms for each of its gests",
        "We hear that the company has four rooms for each of its guests.",
    ),
}

OTHERWISE = {
    "negation": ("no rooms are let", "Now four rooms are let.", QuoteCode.NEGATION_DIFFERS),
    "number left out": ("the large rooms are let", "Now the four rooms are let.", QuoteCode.ABSENT),
    "another word": ("three rooms", "The flat has four chairs.", QuoteCode.ABSENT),
    "inside a word": ("cat has two", "A muscat has three of them.", QuoteCode.ABSENT),
    "nothing but a number": ("seventeen", "There are eighteen.", QuoteCode.ABSENT),
    "a word that is a number elsewhere": (
        "we met once a year",
        "It is for the best that we met twelve a year.",
        QuoteCode.ABSENT,
    ),
}


@pytest.mark.parametrize("kind", REPLACED)
def test_another_number_is_told(kind: str):
    """In words as in figures, however short the quotation and however far apart the numbers."""
    assert outcome(*REPLACED[kind]) is QuoteCode.NUMBER_DIFFERS


@pytest.mark.parametrize("kind", OTHERWISE)
def test_what_differs_otherwise_is_not_called_a_number(kind: str):
    """It has a reason of its own."""
    quote, text, code = OTHERWISE[kind]

    assert outcome(quote, text) is code


NUMBERS = {
    "en": ("two", "three", "nine", "twelve", "forty-one", "six hundred", "two thousand and five", "7", "1,250"),
    "de": ("zwei", "drei", "elf", "zwölf", "einundvierzig", "sechshundert", "dreißig", "7", "1.250"),
    "fr": ("deux", "trois", "neuf", "douze", "quarante et un", "six cents", "quatre-vingts", "7", "1250"),
    "es": ("dos", "tres", "nueve", "doce", "cuarenta y cuatro", "seiscientos", "veintiséis", "7", "1250"),
}
SAID = {
    "en": ("The house that is there has ", " rooms for the guests."),
    "de": ("Das Haus ist alt und hat ", " Zimmer für die Gäste."),
    "fr": ("La maison est vieille et elle a ", " chambres pour les invités."),
    "es": ("La casa es vieja y tiene ", " habitaciones para los invitados."),
}


@given(st.sampled_from(sorted(NUMBERS)), st.data())
def test_a_quotation_passes_with_its_own_number_only(language: str, data: st.DataObject):
    """Every other number is refused, and said to be the reason."""
    said, meant = data.draw(st.tuples(*(st.sampled_from(NUMBERS[language]),) * 2))
    before, behind = SAID[language]
    first = data.draw(st.integers(0, len(before.split()) - 1))
    quote = f"{' '.join([*before.split()[first:], said])}{behind[:-1]}"

    found = outcome(quote, f"{before}{meant}{behind}")

    assert found is (Tier.EXACT if said == meant else QuoteCode.NUMBER_DIFFERS)
