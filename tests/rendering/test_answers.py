"""A checked answer as Markdown and as plain text."""

from __future__ import annotations

import re
from contextvars import Context

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from mdit_py_plugins.footnote import footnote_plugin

from tesserix_rag import (
    CitedAnswer,
    Claim,
    ConfigurationError,
    GroundedAnswer,
    MissingTenantContextError,
    SourceLocator,
    Span,
    TenantCrossingError,
    TimeRange,
    Unresolved,
    UnresolvedCode,
    check_grounding,
    tenant_scope,
)
from tesserix_rag.markers.neutralising import JOINER
from tesserix_rag.rendering import (
    evidence_page,
    render_html,
    render_markdown,
    render_plain,
    web_annotations,
)
from tests.rendering.answers import (
    CITATIONS,
    TEXT,
    answered,
    checked,
    citation,
    document,
    resolved,
    tombstone,
)

RENDERERS = [render_markdown, render_plain, render_html]
TAIL = "Leave, page iii, version v1, retrieved 2026-11-30"
EVIL = "https://evil.example/?q=1"


@pytest.fixture(autouse=True)
def _for_acme():
    with tenant_scope("acme"):
        yield


def test_markdown_has_footnotes_and_the_list_of_what_they_name():
    answer = answered("Twenty days [2]. Five carry over [1][2].")

    assert render_markdown(answer) == (
        "Twenty days [^1]. Five carry over [^2][^1].\n\n"
        f"[^1]: [d2](https://acme.example/d2.pdf), {TAIL}\n"
        f"[^2]: [d1](https://acme.example/d1.pdf), {TAIL}"
    )


def test_plain_text_has_numbers_and_the_list_of_what_they_name():
    answer = answered("Twenty days [2]. Five carry over [1][2].")

    assert render_plain(answer) == (
        "Twenty days [1]. Five carry over [2][1].\n\n"
        f"[1] d2, {TAIL} (https://acme.example/d2.pdf)\n"
        f"[2] d1, {TAIL} (https://acme.example/d1.pdf)"
    )


def test_a_claim_without_a_marker_of_its_own_gets_its_numbers_behind_it():
    """As in a draft, whose claims name what they rest on."""
    claims = [Claim(text="Twenty days.", citation_ids=["c3", "c1"]), Claim(text="Five.", citation_ids=["c1"])]

    text, _, listed = render_plain(checked(CitedAnswer(claims=claims, citations=CITATIONS))).partition("\n\n")

    assert text == "Twenty days. [1][2] Five. [2]"
    assert [each.partition(",")[0] for each in listed.splitlines()] == ["[1] d3", "[2] d1"]


def test_what_no_claim_rests_on_is_not_listed():
    answer = answered("Twenty days [2].")
    carrying = checked(attrs.evolve(answer.answer, citations=CITATIONS))

    assert render_plain(carrying) == render_plain(answer)


def test_a_refusal_has_no_list():
    answer = checked(CitedAnswer())

    assert [render(answer) for render in RENDERERS] == ["", "", ""]


def test_a_document_gives_its_title():
    answer = answered("Twenty days [1].")
    titled = document(title="Leave [a](b)\n*2026*")

    assert r"[Leave \[a\](b) \*2026\*](https://acme.example/d1.pdf)" in render_markdown(
        answer, documents=[titled]
    )
    assert "[1] Leave [a](b) *2026*, Leave," in render_plain(answer, documents=[titled])


def test_a_document_of_another_version_gives_no_title():
    answer = answered("Twenty days [1].")

    assert "Handbook" not in render_plain(answer, documents=[document(version="v2")])


def test_a_recording_is_listed_with_its_time():
    citations = [citation(locator=SourceLocator(time=TimeRange(65, 3_725)))]

    assert "d1, 1:05\u20131:02:05, version v1" in render_plain(answered("Twenty days [1].", citations))


@pytest.mark.parametrize("render", RENDERERS)
def test_a_superseded_source_says_by_what(render):
    text = render(answered("Twenty days [1]."), [resolved(superseded_by="v2")])

    assert "version v1, superseded by v2, retrieved 2026-11-30" in text


@pytest.mark.parametrize("render", RENDERERS)
def test_a_tombstone_is_listed_as_such(render):
    """Not its title, its section, its page or its URL: only what names it, and why it is gone."""
    answer = answered("Twenty days [1]. See https://acme.example/d1.pdf [1].")

    text = render(answer, [tombstone()], documents=[document(title="Secret")])

    assert "d1, version v1, erased 2026-11-30: right to erasure" in text
    assert not any(each in text for each in ("Secret", "Leave", "iii", "acme.example"))


@pytest.mark.parametrize("code", UnresolvedCode)
@pytest.mark.parametrize("render", RENDERERS)
def test_what_is_not_there_any_more_is_listed_as_such(render, code: UnresolvedCode):
    text = render(answered("Twenty days [1]."), [Unresolved(citation_id="c1", code=code)])

    told = {"missing": "no longer in the store", "changed": "no longer what was cited"}[code.value]
    assert f"d1, version v1, {told}" in text
    assert "acme.example" not in text


@pytest.mark.parametrize("render", RENDERERS)
def test_another_passage_is_refused(render):
    answer = answered("Twenty days [1].")
    others = [resolved(document_id="d2"), resolved(chunk_id="k2"), resolved(span=Span(0, 28))]

    for other in others:
        with pytest.raises(ConfigurationError):
            render(answer, [other])
    with pytest.raises(ConfigurationError):
        render(answer, [resolved()], documents=[document(text=f"{TEXT[:12]}X{TEXT[13:]}")])


@pytest.mark.parametrize("render", RENDERERS)
@pytest.mark.parametrize(
    "given",
    [{"resolved": "c1"}, {"resolved": ["c1"]}, {"documents": [TEXT]}, {"resolved": None}, {"resolved": 7}],
)
def test_anything_else_is_refused(render, given):
    with pytest.raises(ConfigurationError):
        render(answered("Twenty days [1]."), **given)


@pytest.mark.parametrize("render", RENDERERS)
def test_only_a_checked_answer_is_shown(render):
    with pytest.raises(ConfigurationError):
        render(CitedAnswer())


@pytest.mark.parametrize("render", RENDERERS)
def test_the_answer_of_another_tenant_is_not_shown(render):
    answer = answered("Twenty days [1].")

    with tenant_scope("other"), pytest.raises(TenantCrossingError):
        render(answer)


@pytest.mark.parametrize("render", RENDERERS)
def test_without_a_tenant_nothing_is_shown(render):
    answer = answered("Twenty days [1].")

    def outside() -> None:
        with pytest.raises(MissingTenantContextError):
            render(answer)

    Context().run(outside)


# --- what a model wrote -------------------------------------------------------


@pytest.mark.parametrize("render", RENDERERS)
@pytest.mark.parametrize(
    "written",
    [
        f"![x]({EVIL})",
        f"[x]({EVIL})",
        f"<{EVIL}>",
        EVIL,
        "www.evil.example",
        f"[x][y]\n\n[y]: {EVIL}",
        '<img src="//evil.example/x">',
        "[x](javascript:alert(1))",
        f"[^1]: {EVIL}",
    ],
)
def test_no_link_of_a_model_is_left(render, written: str):
    claims = [Claim(text=f"{each}\n\n{written}\n\nMore {written} here.", citation_ids=["c1"]) for each in "ab"]

    text = render(checked(CitedAnswer(claims=claims, citations=CITATIONS)))

    assert "evil" not in text
    assert "javascript" not in text


@pytest.mark.parametrize("render", RENDERERS)
def test_the_link_of_a_source_stays(render):
    text = render(answered("See [the handbook](https://acme.example/d1.pdf) for twenty days [1]."))

    assert text.count("https://acme.example/d1.pdf") == 2


def test_a_footnote_that_a_model_wrote_is_none():
    text = render_markdown(answered("Twenty [^1] days [2].\n\n[^2]: Forged [1]."))

    assert f"Twenty [^{JOINER}1] days [^1]." in text
    assert f"[^{JOINER}2]{JOINER}: Forged [^2]." in text


def test_a_number_that_a_model_wrote_is_none():
    answer = checked(
        CitedAnswer(
            claims=[Claim(text="See [1] and 【2】, a[1] + 1.", citation_ids=["c2"])], citations=CITATIONS
        )
    )

    assert render_plain(answer).startswith(f"See [{JOINER}1] and 【2】, a[1] + 1. [1]\n\n")


def test_the_list_is_no_code_where_a_fence_is_open():
    text = render_markdown(answered("Twenty days [1]:\n\n```\nleft = 20"))

    assert "```\nleft = 20\n```\n\n[^1]: " in text


def test_a_number_behind_a_fence_stands_on_a_line_of_its_own():
    claim = Claim(text="So:\n```\nleft = 20\n```", citation_ids=["c1"])

    text = render_markdown(checked(CitedAnswer(claims=[claim], citations=CITATIONS)))

    assert text.startswith("So:\n```\nleft = 20\n```\n[^1]\n\n[^1]: ")


def test_names_are_names():
    """Whatever a store calls a document, it is text in the list."""
    hostile = "x](https://evil.example) <img src=x onerror=alert(1)> **b** `c` [^1]: | www.evil.example"
    answer, titled = answered("Twenty days [1]."), [document(title=hostile)]

    html = (
        MarkdownIt("commonmark", {"html": True})
        .use(footnote_plugin)
        .render(render_markdown(answer, documents=titled))
    )

    assert "<img" not in html
    assert html.count('href="https://') == 1
    assert "<img" not in render_html(answer, documents=titled)


PIECES = st.sampled_from(
    [
        *("Twenty", "days", " ", ".", "\n", "\n\n", "[^1]", "[^2]: x", "[1]", "[2]"),
        *("`", "```\n", "[", "](", "- ", "> ", "*", "|"),
    ]
)


@given(st.lists(PIECES, max_size=12).map("".join), st.lists(st.sampled_from([1, 2, 3]), min_size=1, max_size=3))
def test_every_footnote_is_one_of_ours(prose: str, named: list[int]):
    """To a reader of Markdown, there are no more footnotes than numbers that we wrote."""
    claims = [Claim(text=f"{prose}x{each}", citation_ids=[f"c{each}"]) for each in named]
    with tenant_scope("acme"):
        answer = check_grounding(CitedAnswer(claims=claims, citations=CITATIONS), CITATIONS)
        text = render_markdown(answer)

    tokens = MarkdownIt("commonmark").use(footnote_plugin).parse(text)
    seen = [
        child.meta["id"] for token in tokens for child in token.children or () if child.type == "footnote_ref"
    ]
    assert len(set(seen)) <= len(set(named))
    assert len(seen) <= len(named)


# --- what hides, or comes together to something else --------------------------


def read(text: str) -> str:
    """Give Markdown as a reader with HTML, tables and footnotes shows it."""
    reader = MarkdownIt("commonmark", {"html": True}).enable("table").use(footnote_plugin)
    return str(reader.render(text))


def of_claims(*texts: str) -> GroundedAnswer:
    """Give an answer without prose, each of whose claims rests on a source of its own."""
    claims = [Claim(text=text, citation_ids=[f"c{number}"]) for number, text in enumerate(texts, start=1)]
    return checked(CitedAnswer(claims=claims, citations=CITATIONS))


@pytest.mark.parametrize(
    "opening",
    ["<!-- x", "<?php", "<!X", "<![CDATA[ x", "<pre>", "<textarea>", "<div>", "<details>", "</div>", "<x-y>"],
)
def test_html_hides_neither_numbers_nor_the_list(opening: str):
    """HTML in prose is text, also where it would run to the end."""
    html = read(render_markdown(of_claims("One.", f"Two.\n\n{opening}", "Three.")))

    assert html.count('class="footnote-ref"') == 3
    assert html.count('class="footnote-item"') == 3
    assert opening.replace("<", f"&lt;{JOINER}").replace(">", "&gt;").strip() in html


def test_html_in_code_and_the_link_of_a_source_stay():
    text = "Write `<b>` [1].\n\n```\n<i>\n```\n\nSee <https://acme.example/d1.pdf> [1]."

    assert JOINER not in render_markdown(answered(text, connective=lambda sentence: "```" in sentence))


def test_a_footnote_with_its_text_is_none():
    html = read(render_markdown(of_claims("Twenty^[Forged] days.", "Five^")))

    assert html.count('class="footnote-ref"') == 2
    assert "^\u2060[Forged]" in html


def test_a_number_leaves_a_fence():
    """Also one that is still open, and one between two claims in it."""
    for texts in (["```\none", "two\n```"], ["```\none", "two"], ["- ```\n  one", "two"]):
        html = read(render_markdown(of_claims(*texts)))

        assert html.count('class="footnote-ref"') == 2


@pytest.mark.parametrize(
    "row", ["| 2025 | twenty |", "2025 | twenty |", "| 2025 | twenty | ", "| 20\\|25 | `a` |"]
)
def test_a_number_stands_in_the_row(row: str):
    """Behind the last bar stands no cell, and a reader would leave it out."""
    html = read(render_markdown(of_claims(f"| Year | Days |\n|---|---|\n{row}", "\n\nFive.")))
    alone = read(render_markdown(of_claims(f"| Year | Days |\n|---|---|\n{row}")))

    assert html.count('class="footnote-ref"') == 2
    assert re.search(r"<td>[^<]*(<code>a</code>)?[^<]*<sup", alone)


def test_of_a_version_with_a_gap_no_document_is_shown():
    """Its title and its text would tell of what was erased."""
    citations = [citation(1), citation(2, document_id="d1", chunk_id="k2", span=Span(50, 83))]
    found = [tombstone(1), resolved(2, document_id="d1", span=Span(50, 83), text=TEXT[50:83])]
    answer = answered("Twenty days [1]. Five [2].", citations)
    for gone in (found, [Unresolved(citation_id="c1", code="missing"), found[1]]):
        for render in (*RENDERERS, evidence_page):
            assert "Handbook" not in render(answer, gone, documents=[document(1)])
        page = evidence_page(answer, gone, documents=[document(1)])
        assert TEXT[50:83] in page
        assert "Twenty days a year" not in page
        exported = str(web_annotations(answer, gone, documents=[document(1)], quotes=True))
        assert "Five of them" in exported
        assert "After it" not in exported


@pytest.mark.parametrize("render", RENDERERS)
@pytest.mark.parametrize(
    "given",
    [
        {"resolved": [tombstone(), resolved()]},
        {"resolved": [resolved(), tombstone()]},
        {"documents": [document(title="One"), document(title="Two")]},
    ],
)
def test_two_things_about_one_are_refused(render, given):
    with pytest.raises(ConfigurationError):
        render(answered("Twenty days [1]."), **given)


@pytest.mark.parametrize("render", RENDERERS)
def test_a_name_that_shows_nothing_is_none(render):
    """And an id turns no direction, nor breaks a line."""
    cited = citation(
        document_id="d\u202e1\u2028x",
        document_version="v\u202e1",
        locator=SourceLocator(section="\u200b", page_label="\u200b", page=3),
    )
    found = resolved(
        document_id=cited.document_id, document_version=cited.document_version, superseded_by="v\u202e2"
    )
    titled = [document(document_id=cited.document_id, version=cited.document_version, title="\u200b")]

    text = render(answered("Twenty days [1].", [cited]), [found], documents=titled)

    assert not re.search("[\u200b\u202e\u2028]", text)
    assert "d1 x" in text
    assert "page 3, version v1, superseded by v2" in text


def test_a_page_is_named_by_its_label_alone():
    cited = citation(locator=SourceLocator(page_label="iii"))

    assert ", page iii, version" in render_plain(answered("Twenty days [1].", [cited]))
