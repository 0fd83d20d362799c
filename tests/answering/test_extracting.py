"""The embedded answerer says what the passages say, or nothing."""

from __future__ import annotations

from datetime import UTC, datetime
from itertools import accumulate

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tesserix_rag import (
    Citation,
    CitedAnswer,
    ConfigurationError,
    Hit,
    RetrievalResult,
    Span,
    check_grounding,
    cite,
    tenant_scope,
)
from tesserix_rag.answering import MOST_CLAIMS, extractive_answer

NOW = datetime(2026, 1, 1, tzinfo=UTC)

GRANT = "The grant pays 4,200 euros a year."
DEADLINE = "Applications close on the last day of March."
WEATHER = "It rained all through the summer of that year."


@pytest.fixture(autouse=True)
def _acme():
    with tenant_scope("acme"):
        yield


def found(*texts: str, query: str = "q") -> RetrievalResult:
    """Make a result of passages of one document, laid end to end."""
    starts = accumulate(map(len, texts), initial=0)
    return RetrievalResult(
        query=query,
        hits=tuple(
            Hit(
                chunk_id=f"c{start}",
                document_id="doc",
                text=text,
                metadata={"version": "v1", "start": start, "end": start + len(text)},
            )
            for start, text in zip(starts, texts, strict=False)
            if text
        ),
    )


async def answer(question: str, *texts: str) -> CitedAnswer:
    result = found(*texts)
    return await extractive_answer(question, result, cite(result, retrieved_at=NOW), "")


async def said(question: str, *texts: str) -> list[str]:
    return [each.text for each in (await answer(question, *texts)).claims]


async def test_a_claim_is_a_sentence_with_its_citation_and_quote():
    """What is said can be laid over the source."""
    answered = await answer("How much does the grant pay?", WEATHER, GRANT)

    (claim,) = answered.claims
    (quote,) = claim.quotes
    assert claim.text == quote.text == GRANT
    assert claim.citation_ids == (quote.citation_id,) == (f"c{len(WEATHER)}",)
    assert quote.span == Span(len(WEATHER), len(WEATHER) + len(GRANT))


async def test_only_used_citations_are_carried():
    """A passage that nothing is taken from is no source."""
    answered = await answer("How much does the grant pay?", WEATHER, GRANT, DEADLINE)

    assert [each.citation_id for each in answered.citations] == list(answered.provenance())


async def test_the_quote_keeps_the_line_breaks_that_the_claim_folds():
    """Read it as one line, find it as it stands."""
    passage = "The grant pays\n   4,200 euros\n   a year."

    (claim,) = (await answer("How much does the grant pay?", passage)).claims

    assert claim.text == "The grant pays 4,200 euros a year."
    assert claim.quotes[0].text == passage


@pytest.mark.parametrize(
    "question",
    [
        "What is the capital of France?",
        "How tall is Mount Everest?",
        "What did the grant say about cats and volcanoes in Iceland?",
        "",
        "???",
        "What is it?",
        "\ud800 \x00",
    ],
)
async def test_what_the_passages_do_not_speak_of_is_refused(question):
    """Nothing relevant is no answer."""
    answered = await answer(question, GRANT, DEADLINE, WEATHER)

    assert answered == CitedAnswer()


async def test_nothing_found_is_refused():
    """Without passages there is nothing to say."""
    answered = await answer("How much does the grant pay?")

    assert answered == CitedAnswer()


async def test_one_shared_word_of_several_is_too_little():
    """A question of two words is not answered by a sentence about one."""
    assert await said("Can a tuple be modified?", "The list is modified by the method.") == []


async def test_an_answer_has_few_sentences():
    """The first found of equals, and no more than three."""
    sentences = [f"The grant pays amount number {number}." for number in range(9)]

    texts = await said("What does the grant pay?", *sentences)

    assert texts == sentences[:MOST_CLAIMS]


async def test_the_sentence_that_covers_more_comes_first():
    """The order is by what was asked, then by rank."""
    less = "The grant pays for books."
    more = "The grant pays for travel to meetings abroad."

    texts = await said("Does the grant pay for travel abroad?", less, more)

    assert texts[0] == more


async def test_the_same_sentence_is_said_once():
    """Two passages that say the same make one claim."""
    assert await said("What does the grant pay?", GRANT, f"\n{GRANT}") == [GRANT]


async def test_endings_do_not_keep_words_apart():
    """An English plural, past or progressive form meets its root."""
    text = "Closing a file releases its locks."

    assert await said("Which lock is released when files close?", text) == [text]


@pytest.mark.parametrize(
    "passage",
    [
        "The grant pays euros",
        "# The grant pays euros.\n",
        "The grant pays euros.\n=====================\n",
        "The grant pays euros:",
        "How much does the grant pay?",
        "```\nthe grant pays = 4200.\n```\n",
        ">>> the grant pays euros.\n",
        "grant.pays(euros[0], grant['x']); {'pays': grant}.",
        "grant      pays      euros.",
        "and so the grant pays euros.",
        "Grant pays.",
        "The grant pays euros " + "and " * 200 + "more.",
    ],
    ids=[
        "no full stop",
        "hash heading",
        "ruled heading",
        "lead-in",
        "question",
        "fenced code",
        "session",
        "code",
        "table",
        "cut in front",
        "too short",
        "too long",
    ],
)
async def test_what_is_no_sentence_is_never_said(passage):
    """Headings, code, tables, questions and fragments state nothing."""
    assert await said("What does the grant pay?", passage) == []


@pytest.mark.parametrize(
    "before",
    [
        "# Grants\n",
        "Grants\n======\n",
        "* ",
        "1. ",
        "The terms:\n- ",
        "[1] ",
        "grants\n   ",
        "```\nx = 1\n```\n",
    ],
)
async def test_what_stands_before_a_sentence_is_not_part_of_it(before):
    """A heading, a list marker or a defined term is left off, and the span still fits."""
    passage = before + GRANT

    (claim,) = (await answer("How much does the grant pay?", passage)).claims

    assert claim.text == GRANT
    assert claim.quotes[0].span == Span(len(before), len(passage))


@pytest.mark.parametrize(
    ("question", "passage"),
    [
        ("法国的首都是哪里？", "巴黎是法国的首都。"),
        ("日本の首都はどこですか？", "日本の首都は東京です。"),
        ("เมืองหลวงของประเทศไทยคืออะไร", "เมืองหลวงของประเทศไทยคือกรุงเทพมหานคร"),
        ("भारत की राजधानी क्या है?", "नई दिल्ली भारत की राजधानी है।"),
        ("Где столица России?", "Москва — столица России."),
        ("ما هي عاصمة مصر؟", "القاهرة هي عاصمة مصر."),
    ],
)
async def test_it_reads_scripts_and_languages_that_it_does_not_know(question, passage):
    """Words are enough, and so are neighbouring characters where there are no blanks."""
    assert await said(question, passage) == [passage]


async def test_an_absent_subject_is_refused_without_blanks_too():
    """Another country's capital is no answer."""
    assert await said("德国的首都是哪里？", "巴黎是法国的首都。") == []


async def test_a_passage_that_is_not_as_long_as_its_span_gives_quotes_without_a_place():
    """A place that cannot be right is not claimed."""
    hit = Hit(
        chunk_id="c",
        document_id="doc",
        text=GRANT,
        metadata={"version": "v1", "start": 0, "end": 5},
    )
    result = RetrievalResult(query="q", hits=(hit,))
    citations = cite(result)

    answered = await extractive_answer("How much does the grant pay?", result, citations, "")

    assert answered.claims[0].quotes[0].span is None
    assert check_grounding(answered, citations).report.ok


async def test_a_passage_that_is_no_text_is_passed_over():
    """A lone surrogate in a store keeps nobody from an answer."""
    assert await said("How much does the grant pay?", GRANT[:-1] + "\ud800.", GRANT) == [GRANT]


async def test_a_citation_that_was_not_found_is_not_used():
    """The citations alone are no text."""
    citations = cite(found(GRANT))

    answered = await extractive_answer("How much does the grant pay?", found(), citations, "")

    assert answered == CitedAnswer()


async def test_one_id_for_two_passages_is_refused():
    """There would be no telling which one is quoted."""
    result = found(GRANT, DEADLINE)
    one, other = cite(result, retrieved_at=NOW)
    twin = Citation(
        citation_id=one.citation_id,
        document_id=other.document_id,
        document_version=other.document_version,
        chunk_id=other.chunk_id,
        tenant="acme",
        span=other.span,
        retrieved_at=NOW,
    )

    with pytest.raises(ConfigurationError):
        await extractive_answer("What does the grant pay?", result, (one, twin), "")


async def test_feedback_changes_nothing():
    """It could say nothing else."""
    result = found(GRANT)
    citations = cite(result)

    first = await extractive_answer("How much does the grant pay?", result, citations, "")
    second = await extractive_answer("How much does the grant pay?", result, citations, "Mend it.")

    assert first == second


MARKS = ("\n", "\n\n", "\f", "\u200b", "\u0301", "```", "---", "* ", "# ", "> ", "1. ", "x=1;", '"')
WORDS = ("grant", "pays", "euros", "the", "of", "a", "4,200", "e.g.", "法国", "首都", "ไทย")
ENDS = (".", "?", "!", "：", "。", "...", "(", ")")
TEXTS = st.lists(st.sampled_from(MARKS + WORDS + ENDS), max_size=40).map(" ".join) | st.text(max_size=80)


@given(question=TEXTS, texts=st.lists(TEXTS, max_size=4))
async def test_an_answer_always_passes_the_check(question, texts):
    """What it says is always grounded, and each quote is where it says."""
    document = "".join(texts)
    with tenant_scope("acme"):
        result = found(*texts)
        citations = cite(result, retrieved_at=NOW)
        answered = await extractive_answer(question, result, citations, "")
        check_grounding(answered, citations)

    quotes = [quote for claim in answered.claims for quote in claim.quotes]
    assert [document[each.span.start : each.span.end] for each in quotes if each.span] == [
        each.text for each in quotes
    ]


@given(question=TEXTS, texts=st.lists(TEXTS, max_size=4))
async def test_the_same_input_gives_the_same_answer(question, texts):
    """There is no chance in it."""
    result = found(*texts)
    with tenant_scope("acme"):
        citations = cite(result, retrieved_at=NOW)

    first = await extractive_answer(question, result, citations, "")
    second = await extractive_answer(question, result, citations, "")

    assert first == second
