"""Words that say no in one language only: they do not count in another, and they still do in their own."""

from __future__ import annotations

import pytest

from tesserix_rag import MisquoteError, tenant_scope
from tesserix_rag.evidence import QuoteCode, Tier, locate, verify_quotes
from tests.evidence.quoting import TENANT, quoted

ELSEWHERE = {
    "et, and": ("un bail de trois ans", "Le locataire signe dans la ville et un bail de trois ans est remis."),
    "en, in": ("la ciudad vieja", "Los alumnos viven en la ciudad vieja y van a pie por las calles."),
    "en, and": ("de huurder betaalt", "Het huis is van de gemeente en de huurder betaalt voor het water."),
    "en, a": ("stor bostad", "Det är en stor bostad som har utsikt över sjön och fjället."),
    "mai, May": ("zahlt der Mieter", "Ab dem 3. Mai zahlt der Mieter die Miete, und das ist alles."),
    "noch, still": ("eine Frist", "Der Mieter hat noch eine Frist, und die Miete ist gezahlt."),
    "sin, his": ("egna nyckel", "Hyresgästen har sin egna nyckel och det är bra för alla."),
    "no, in the": ("centro da cidade", "Os livros são lidos no centro da cidade e também pelo bairro."),
    "a vowel sign": ("अपना किराया देते हैं", "उन्होंने अपना किराया देते हैं कहा"),
}

AT_HOME = {
    "et": ("maksa vuokraa", "Sinä et maksa vuokraa, mutta hän maksaa."),
    "en": ("maksa vuokraa", "Minä en maksa vuokraa tästä talosta."),
    "mai": ("paga l'affitto", "L'inquilino non è qui e mai paga l'affitto della casa."),
    "noch": ("die Heizung", "Der Mieter zahlt weder das Wasser noch die Heizung, und das ist neu."),
    "sin": ("contrato firmado", "El piso se alquila sin contrato firmado por las partes."),
    "no": ("paga el alquiler", "El inquilino del piso no paga el alquiler de la casa."),
    "Hindi": ("चुकाना है", "किराया न चुकाना है"),
}


@pytest.mark.parametrize("kind", ELSEWHERE)
def test_a_word_that_says_no_elsewhere_is_no_negation(kind: str):
    """The small words around it tell of which language it is."""
    quote, text = ELSEWHERE[kind]
    with tenant_scope(TENANT):
        assert verify_quotes(quoted(text, quote), {"p1": text})


@pytest.mark.parametrize("kind", AT_HOME)
def test_in_its_own_language_it_is_one(kind: str):
    """There the words without it say the opposite."""
    quote, text = AT_HOME[kind]
    with tenant_scope(TENANT), pytest.raises(MisquoteError) as error:
        verify_quotes(quoted(text, quote), {"p1": text})

    assert [each.code for each in error.value.findings] == [QuoteCode.NEGATION_DIFFERS]


def test_what_is_left_out_is_read_in_its_language():
    """A French *et* may be left out, and a Hindi *nahīṃ* may not."""
    french = locate(
        "le toit sera refait ... les abeilles pourront loger",
        "Dans la ville, le toit sera refait en chêne et en acier où les abeilles pourront loger.",
    )
    hindi = locate("किरायेदार को दीवार ... रंगना होगा", "किरायेदार को दीवार कभी नहीं रंगना होगा।")

    assert french is not None
    assert french.tier is Tier.ELIDED
    assert hindi is None or hindi.tier is Tier.FUZZY
