"""Whether the quotations of a checked answer stand in its passages, where, and why not."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import pytest

from tesserix_rag import (
    MisquoteError,
    MissingTenantContextError,
    Quote,
    Span,
    TenantCrossingError,
    tenant_scope,
)
from tesserix_rag.evidence import QuoteCode, Tier, verify_quotes
from tests.evidence.quoting import BEGINS, TENANT, quoted

RULE = "The grant is 4,200 euros a year. It is not paid to guests, and it's paid once. It is paid in May."


def verified(text: str, *quotes: str | Quote, **how: Any):
    """Verify *quotes* from *text*."""
    with tenant_scope(TENANT):
        return verify_quotes(quoted(text, *quotes), {"p1": text}, **how)


def refused(text: str, *quotes: str | Quote, **how: Any) -> list[QuoteCode]:
    """Give why each of the *quotes* that is refused is."""
    with pytest.raises(MisquoteError) as error:
        verified(text, *quotes, **how)
    return [each.code for each in error.value.findings]


def test_a_quotation_has_two_spans():
    """One in the passage, one in its document."""
    (found,) = verified(RULE, "4,200 euros a year")

    assert found.passage_span == Span(13, 31)
    assert found.document_span == Span(BEGINS + 13, BEGINS + 31)
    assert (found.claim_index, found.quote_index, found.tier) == (0, 0, Tier.EXACT)


@pytest.mark.parametrize(
    ("quote", "text", "code"),
    [
        ("nobody ever said such a thing", RULE, QuoteCode.ABSENT),
        ("The grant is 4,300 euros a year", RULE, QuoteCode.NUMBER_DIFFERS),
        ("It is paid to guests, and it's paid once", RULE, QuoteCode.NEGATION_DIFFERS),
        ("paid to guests, and it's paid once", RULE, QuoteCode.NEGATION_DIFFERS),
        ("the limit is 12 psi here", "Now the limit is 12 bar here.", QuoteCode.UNIT_DIFFERS),
        ("it says Anna leads the team", "And it says Paul leads the team.", QuoteCode.NAME_DIFFERS),
        ("The grant is 4,200 euro", RULE, QuoteCode.NOT_AT_BOUNDARY),
        ("a share of patients", "a share of patients’ cells", QuoteCode.NOT_AT_BOUNDARY),
        ("The grant is ... in May", RULE, QuoteCode.NEGATION_DIFFERS),
        ("It is paid in May ... The grant is", RULE, QuoteCode.STITCHED),
        ("The grant is 4,200 euros a year. The roof leaks.", f"{RULE} The roof leaks.", QuoteCode.STITCHED),
        (
            "The tenant is ... obliged to paint",
            "The tenant is not obliged to paint.",
            QuoteCode.NEGATION_DIFFERS,
        ),
        ("the", RULE, QuoteCode.TOO_SHORT),
        ("...", RULE, QuoteCode.TOO_SHORT),
    ],
)
def test_a_refusal_says_why(quote: str, text: str, code: QuoteCode):
    """What differs has a code (B088, B095, B104)."""
    assert refused(text, quote) == [code]


@pytest.mark.parametrize(
    ("quote", "text"),
    [
        ("obliged to paint", "The tenant is not obliged to paint."),
        ("have to pay the rent", "Tenants don't have to pay the rent."),
        ("a valid ticket", "It is not a valid ticket."),
        ("toxic at this dose", "It is non-toxic at this dose."),
        ("zur Zahlung verpflichtet", "Der Mieter ist nicht zur Zahlung verpflichtet."),
        ("Der Mieter zahlt die Miete", "Der Mieter zahlt die Miete nicht."),
        ("Kosten für den Mieter", "Es entstehen keine Kosten für den Mieter."),
        ("obligé de payer le loyer", "Le locataire n'est pas obligé de payer le loyer."),
        ("obligado a pagar la renta", "El inquilino no está obligado a pagar la renta."),
        ("obbligato a pagare", "L'inquilino non è obbligato a pagare."),
        ("obrigado a pagar", "O inquilino não é obrigado a pagar."),
        ("verplicht om te betalen", "De huurder is niet verplicht om te betalen."),
        ("обязан платить", "Арендатор не обязан платить."),
        ("يلتزم المستأجر بالدفع", "لا يلتزم المستأجر بالدفع."),
        ("允许在室内吸烟", "本楼不允许在室内吸烟"),
        ("需要支付押金", "租户没有需要支付押金"),
        ("必要があります", "支払う必要がありますが、急ぐ必要はない"),
        ("อนุญาตให้สูบบุหรี่", "ไม่อนุญาตให้สูบบุหรี่"),
    ],
)
def test_a_negation_directly_before_is_not_left_out(quote: str, text: str):
    """In any of these languages the words without it say the opposite."""
    if quote == "必要があります":
        assert verified(text, quote)
    else:
        assert refused(text, quote) == [QuoteCode.NEGATION_DIFFERS]


@pytest.mark.parametrize(
    ("quote", "text"),
    [
        ("The tenant pays the rent", "He did not come. The tenant pays the rent."),
        ("the tenant pays the rent", "If not, the tenant pays the rent."),
        ("not obliged to paint", "The tenant is not obliged to paint."),
        (
            "the landlord paints the walls",
            "The tenant is not obliged to paint and the landlord paints the walls.",
        ),
    ],
)
def test_a_negation_of_something_else_does_no_harm(quote: str, text: str):
    """It belongs to another sentence, or to the quotation itself."""
    assert verified(text, quote)


def test_without_a_passage_nothing_is_verified():
    """A missing text is not a match (B091)."""
    with tenant_scope(TENANT), pytest.raises(MisquoteError) as error:
        verify_quotes(quoted(RULE, "The grant is"), {})

    assert [each.code for each in error.value.findings] == [QuoteCode.ABSENT]


def test_each_quotation_that_fails_has_a_finding():
    """And those that hold have none."""
    with pytest.raises(MisquoteError) as error:
        verified(RULE, "nothing like that at all", "The grant is", "the")

    assert [each.quote_index for each in error.value.findings] == [0, 2]


def test_the_quotation_s_own_span_has_to_agree():
    """What it says of its place is checked, and chooses among repeats (B077)."""
    start = RULE.rindex("It is")
    own = Span(BEGINS + start, BEGINS + start + 5)

    (found,) = verified(RULE, Quote(citation_id="p1", text="It is", span=own))

    assert (found.document_span, found.ambiguous) == (own, False)
    wrong = Quote(citation_id="p1", text="It is", span=Span(BEGINS + 1, BEGINS + 6))
    assert refused(RULE, wrong) == [QuoteCode.MISPLACED]


def test_a_passage_longer_than_its_citation_lends_nothing():
    """What stands behind the cited characters was not cited."""
    with tenant_scope(TENANT), pytest.raises(MisquoteError):
        verify_quotes(
            quoted("The grant is paid.", "in the month of May"),
            {"p1": f"The grant is paid. {RULE} in the month of May"},
        )


def test_an_ambiguous_quotation_is_told_and_may_be_refused():
    """It says nothing of its place, and the passage has it twice."""
    text = "Salt is dry. Part two. Salt is dry."

    assert verified(text, "Salt is dry.")[0].ambiguous
    assert refused(text, "Salt is dry.", unambiguous=True) == [QuoteCode.AMBIGUOUS]


def test_likeness_never_passes():
    """An edit of a few letters is enough (B100)."""
    for quote, text in (
        ("is not allowed here", "It is now allowed here."),
        ("the limit is 12 bar", "The limit is 17 bar."),
    ):
        assert refused(text, quote)


def test_a_tenant_s_answer_stays_in_its_scope():
    """Another tenant learns nothing of it."""
    answer = quoted(RULE, "The grant is")

    with tenant_scope("globex"), pytest.raises(TenantCrossingError):
        verify_quotes(answer, {"p1": RULE})
    with pytest.raises(MissingTenantContextError):
        verify_quotes(answer, {"p1": RULE})


def test_the_error_travels():
    """It pickles and copies, findings and all."""
    with pytest.raises(MisquoteError) as error:
        verified(RULE, "nothing like that at all")

    for again in (pickle.loads(pickle.dumps(error.value)), copy.deepcopy(error.value)):
        assert again.findings == error.value.findings
        assert again.report == error.value.report
