"""The evidence page, as it is written."""

from __future__ import annotations

import base64
import hashlib
import html
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tesserix_rag import (
    CitedAnswer,
    Claim,
    ConfigurationError,
    Quote,
    Span,
    TenantCrossingError,
    tenant_scope,
)
from tesserix_rag.rendering import evidence_page
from tesserix_rag.rendering.page.excerpts import AROUND
from tests.rendering.answers import CITATIONS, TEXT, answered, checked, citation, document, resolved, tombstone
from tests.rendering.pages import long_page, page
from tests.rendering.test_html import HOSTILE, Elements


def source_of(written: str, number: int) -> str:
    """Give what a page says of a source."""
    found = re.search(rf'<article class="[^"]*" id="source-{number}".*?</article>', written, re.DOTALL)
    assert found is not None
    return found[0]


def told(written: str) -> str:
    """Give the words of some HTML."""
    return " ".join(html.unescape(re.sub(r"<[^>]*>", "", written)).split())


def test_behind_each_claim_stand_its_sources():
    written = page()

    assert re.findall(r'id="chip-(\d+-\d+)" href="#source-(\d+)"', written) == [
        *(("1-1", "1"), ("2-2", "2"), ("2-1", "1"), ("3-3", "3"), ("4-4", "4"), ("5-5", "5"), ("5-6", "6")),
        ("6-7", "7"),
    ]


def test_a_claim_is_set_off():
    assert 'id="claim-1">Twenty days a year are <strong>free</strong>.</span><span class="chips">' in page()


def test_each_source_leads_back_to_its_claims():
    assert re.findall(r'href="#chip-(\d+-\d+)">claim (\d)', source_of(page(), 1)) == [
        ("1-1", "1"),
        ("2-1", "2"),
    ]


def test_a_chip_tells_what_its_source_is():
    card = re.search(r'id="card-1-1" role="tooltip">(.*?)</span></span>', page())

    assert card is not None
    assert told(card[1]) == (
        "Handbook 1 Entitlement How many days are free. d1, Leave, page iii, version v1, retrieved 2026-11-30"
        " relevance 97 of 100 licence: CC BY 4.0"
    )


def test_the_passage_stands_in_its_surroundings():
    """Marked to the character, and in it the words that a claim quotes."""
    assert (
        '<blockquote dir="auto">Before it. <mark><strong>Twenty days</strong> a year are free.</mark>'
        " After it. Five of them may be carried over. The end.</blockquote>"
    ) in source_of(page(), 1)


def test_without_its_document_a_passage_stands_alone():
    assert '<blockquote dir="auto"><mark>Twenty days a year are free.' in source_of(page(documents=()), 2)


def test_surroundings_are_cut_between_words():
    long = f"{'word ' * 200}{TEXT}{' word' * 200}"
    cited = citation(span=Span(1_011, 1_039))
    found = resolved(span=Span(1_011, 1_039))
    with tenant_scope("acme"):
        written = evidence_page(answered("Twenty days [1].", [cited]), [found], documents=[document(text=long)])

    quoted = re.search(r"<blockquote[^>]*>(.*?)</blockquote>", written, re.DOTALL)
    assert quoted is not None
    words = told(quoted[1]).split()
    assert (words[0], words[-1]) == ("…", "…")
    assert {*words[1:50]} <= {"word", *TEXT.split()}
    assert len(told(quoted[1])) < 2 * AROUND + 50


@pytest.mark.parametrize(
    ("number", "says"),
    [
        (3, "Superseded by v2: these are the words of v1, which was cited"),
        (4, "Erased on 2026-11-30: right to erasure"),
        (5, "No longer in the store"),
        (6, "No longer what was cited"),
        (7, "Its words were not looked up."),
    ],
)
def test_what_became_of_a_source_is_plain_to_see(number: int, says: str):
    assert says in told(source_of(page(), number))


@pytest.mark.parametrize("number", [4, 5, 6])
def test_of_what_is_gone_only_ids_are_told(number: int):
    told_of = source_of(page(), number)

    assert f"d{number}" in told_of
    assert not any(
        each in told_of for each in ("Handbook", "Leave", "iii", "blockquote", 'href="http', "Twenty")
    )


def test_the_notices_count():
    written = told(page("Some ![x](https://evil.example) rest on it [1][2][3][4][5][6]."))

    for each in (
        "1 source was erased",
        "2 sources are no longer what was cited",
        "1 source has a newer version",
        "1 link removed from the answer: no source has it",
    ):
        assert each in written


def test_a_refusal_says_so():
    with tenant_scope("acme"):
        written = evidence_page(checked(CitedAnswer()), [])

    assert "No answer was given" in written
    assert "Sources" not in told(written.partition("<body>")[2])


def test_a_document_or_a_licence_can_come_from_the_store():
    cited = citation(source_url=None)
    given = [document(uri="https://acme.example/x.pdf", license="Internal")]
    with tenant_scope("acme"):
        written = evidence_page(answered("Twenty days [1].", [cited]), [resolved()], documents=given)

    assert '<a href="https://acme.example/x.pdf" rel="noopener noreferrer">Handbook</a>' in written
    assert "Internal" in told(source_of(written, 1))


# --- nothing is fetched, and nothing runs --------------------------------------


def policy(written: str) -> dict[str, str]:
    """Give the Content-Security-Policy of a page."""
    found = re.search(r'http-equiv="Content-Security-Policy" content="([^"]*)"', written)
    assert found is not None
    return dict(each.strip().split(" ", 1) for each in html.unescape(found[1]).split(";"))


def test_the_policy_allows_the_own_style_and_script_alone():
    written = page()
    allowed = policy(written)

    for kind, tag in (("style-src", "style"), ("script-src", "script")):
        (content,) = re.findall(rf"<{tag}>(.*?)</{tag}>", written, re.DOTALL)
        digest = base64.b64encode(hashlib.sha256(content.encode()).digest()).decode()
        assert allowed.pop(kind) == f"'sha256-{digest}'"
    assert allowed == {"default-src": "'none'", "base-uri": "'none'", "form-action": "'none'"}


def test_nothing_is_fetched():
    written = page()

    assert not re.findall(r"\b(?:src|srcset|data|poster|action)=|@import|url\(|<link|<iframe|<object", written)


@pytest.mark.parametrize("written", HOSTILE)
def test_nothing_that_anyone_writes_runs(written: str):
    """Neither a model, nor whoever named a document, nor its text."""
    text = f"{written} {TEXT}"
    cited = citation(span=Span(0, len(written)), source_license=written)
    found = resolved(span=Span(0, len(written)), text=written)
    claim = Claim(text=f"{written}\n\nx {written} y", citation_ids=["c1"])
    with tenant_scope("acme"):
        made = evidence_page(
            checked(CitedAnswer(claims=[claim], citations=[cited]), [cited]),
            [found],
            documents=[document(text=text, title=written, uri=written)],
            title=written,
        )

    body = made.partition("<body>")[2]
    names = Elements(body.replace("</body>", "").replace("</html>", "")).names
    assert names.count("script") == 1
    assert not {"img", "svg", "iframe", "style", "form", "input", "base", "meta", "object"} & {*names}
    assert not re.findall(r"<[^>]*\s(?:on\w+|src)=", re.sub(r'"[^"]*"', '""', body.partition("<script>")[0]))


def test_a_page_is_made_for_the_tenant_of_its_answer():
    answer = answered("Twenty days [1].")

    with tenant_scope("other"), pytest.raises(TenantCrossingError):
        evidence_page(answer, [])


WRONG = [
    *(
        {"language": 'en"><script>'},
        {"language": ""},
        {"language": None},
        {"title": "\ud800"},
        {"title": " \u200b"},
    ),
    *({"resolved": [TEXT]}, {"documents": 7}, {"labels": 7}, {"labels": ["c1"]}, {"labels": {"c1": "x"}}),
]


@pytest.mark.parametrize("given", WRONG)
def test_anything_else_is_refused(given):
    with tenant_scope("acme"), pytest.raises(ConfigurationError):
        evidence_page(answered("Twenty days [1]."), **{"resolved": [], **given})


def test_many_claims_are_a_small_page():
    assert len(long_page().encode()) < 500_000


TEXTS = st.text(st.sampled_from("ab \n*_`<>&\"'[](){}|#-\u0301\U0001f600語"), min_size=1, max_size=40)


@given(st.data(), TEXTS, TEXTS, TEXTS)
def test_the_passage_is_there_to_the_character(data: st.DataObject, before: str, passage: str, behind: str):
    """Whatever its characters, and whatever is quoted from it."""
    span = Span(len(before), len(before) + len(passage))
    quoted = sorted(data.draw(st.tuples(*[st.integers(span.start, span.end)] * 2)))
    text = before + passage + behind
    quotes = [Quote(citation_id="c1", text="x", span=Span(*quoted))]
    cited, claim = citation(span=span), Claim(text="So it is.", citation_ids=["c1"], quotes=quotes)
    with tenant_scope("acme"):
        written = evidence_page(
            checked(CitedAnswer(claims=[claim], citations=[cited]), [cited]),
            [resolved(span=span, text=passage)],
            documents=[document(text=text)],
        )

    shown = re.search(r"<blockquote[^>]*>(.*)</blockquote>", written, re.DOTALL)
    assert shown is not None
    marked = re.search(r"<mark>(.*)</mark>", shown[1], re.DOTALL)
    assert marked is not None
    assert html.unescape(re.sub(r"</?strong>", "", marked[1])) == passage
    assert html.unescape(re.sub(r"</?(?:strong|mark)>", "", shown[1])) == text
    strong = "".join(re.findall(r"<strong>(.*?)</strong>", marked[1], re.DOTALL))
    assert html.unescape(strong) == text[slice(*quoted)]


def test_an_erased_source_has_no_words_left_anywhere():
    """Not even where the caller still has them."""
    quotes = [Quote(citation_id="c1", text=TEXT[11:22], span=Span(11, 22))]
    claims = [Claim(text="So it is.", citation_ids=["c1"], quotes=quotes)]
    answer = checked(CitedAnswer(claims=claims, citations=CITATIONS))
    with tenant_scope("acme"):
        written = evidence_page(answer, [tombstone()], documents=[document()], labels={})

    assert "Twenty" not in written
    assert "acme.example" not in written


def test_many_quotations_are_shown():
    """Each source is asked for its own alone."""
    size = 1_500
    citations = [citation(number) for number in range(1, size + 1)]
    claims = [
        Claim(
            text=f"{number}.",
            citation_ids=[each.citation_id],
            quotes=[Quote(citation_id=each.citation_id, text="Twenty", span=Span(11, 17))] * 60,
        )
        for number, each in enumerate(citations)
    ]
    answer = checked(CitedAnswer(claims=claims, citations=citations), citations)
    with tenant_scope("acme"):
        written = evidence_page(answer, map(resolved, range(1, size + 1)))

    assert written.count("<strong>Twenty</strong>") == size
