"""Retrieving passages: words and never syntax, the newest version, and nobody else's."""

from __future__ import annotations

from typing import Any

import pytest

from tesserix_rag import (
    Branch,
    ConfigurationError,
    LimitExceededError,
    RetrievalScope,
    Span,
    tenant_scope,
)
from tesserix_rag.corpus.protocol import Corpus
from tesserix_rag.corpus.sqlite import SqliteCorpus
from tesserix_rag.limits import Limits
from tests.corpus.libraries import (
    BOTH,
    TEXT,
    ask,
    cited,
    erased,
    found,
    handbook,
    note,
    scores,
)

OTHER = RetrievalScope(collection="other")


@pytest.mark.parametrize(
    "query",
    [
        '"',
        '""',
        "'",
        "*",
        "refunds*",
        "NEAR(",
        "NEAR(refunds parcels, 1)",
        "-refunds",
        "words:refunds",
        "words : refunds",
        "^refunds",
        "((((",
        ") OR (",
        "AND",
        "OR OR",
        "NOT refunds",
        "refunds AND zebra",
        "{words}: a",
        "a + b",
        "refunds\0zebra",
        "\0",
        "; DROP TABLE chunk --",
        "%",
        "rank MATCH 'bm25(1)'",
        "\\",
        "🧑‍🔬",
    ],
)
async def test_a_query_is_words_and_never_syntax(corpus: Corpus, query: str):
    """Whatever stands in a query, it is answered, and only by passages with one of its words."""
    await corpus.put(handbook("refunds and near or not words drop table chunk a b rank match"))

    hits = (await ask(corpus, query)).hits

    has_word = any(each.isascii() and each.isalpha() for each in query)
    assert bool(hits) is has_word


async def test_a_prefix_sign_finds_no_longer_words(corpus: Corpus):
    """A star is no wildcard."""
    await corpus.put(handbook("fortnightly"))

    assert await found(corpus, "fort*") == []


async def test_words_that_are_operators_elsewhere_are_found(corpus: Corpus):
    """Logic, in capitals, is a word like any other."""
    await corpus.put(note("gates", "AND, OR and NOT are gates."))
    await corpus.put(note("birds", "Robins nest early."))

    assert await found(corpus, "NOT") == ["gates"]


@pytest.mark.parametrize("query", ["", " ", "\n\t", "\u200b", "\u3000", None, 7, "\ud800"])
async def test_a_query_without_text_is_refused(corpus: Corpus, query: Any):
    """Nothing that a reader could see is no question."""
    with pytest.raises(ConfigurationError):
        await ask(corpus, query)


@pytest.mark.parametrize("k", [0, -1, True, 1.0, "3", None])
async def test_a_number_of_hits_that_is_none_is_refused(corpus: Corpus, k: Any):
    """At least one hit must be asked for."""
    with pytest.raises(ConfigurationError):
        await ask(corpus, "refunds", k=k)


@pytest.mark.parametrize(("how", "limit"), [({"k": 6}, "hits"), ({"query": "x" * 11}, "query_chars")])
async def test_a_retrieval_over_a_limit_is_refused(how: dict[str, Any], limit: str):
    """The error names the limit."""
    async with SqliteCorpus(":memory:", limits=Limits(hits=5, query_chars=10)) as corpus:
        await ask(corpus, "x" * 10, k=5)

        with pytest.raises(LimitExceededError) as refused:
            await ask(corpus, **{"query": "x", **how})

    assert refused.value.limit == limit


async def test_a_query_of_thousands_of_words_is_answered(corpus: Corpus):
    """The longest query that is allowed is no fault of the store."""
    await corpus.put(handbook())
    words = " ".join(f"w{each}" for each in range(1_600))

    assert await found(corpus, f"fortnight {words}"[:10_000]) == ["handbook"]


async def test_no_more_than_k_come_and_the_best_come_first(corpus: Corpus):
    """Ranks count from 1, and scores fall."""
    for each in range(1, 6):
        await corpus.put(note(f"n{each}", "refund " * each + "filler " * (20 - each)))

    hits = (await ask(corpus, "refund", k=3)).hits

    assert [each.document_id for each in hits] == ["n5", "n4", "n3"]
    assert [each.score for each in hits] == sorted((each.score for each in hits), reverse=True)
    assert [each.contributions[0].rank for each in hits] == [1, 2, 3]
    assert all(each.score > 0 for each in hits)


async def test_equal_scores_come_in_the_order_of_putting(corpus: Corpus):
    """Ties are broken the same way each time, also where k cuts them."""
    names = ["delta", "alpha", "charlie", "bravo"]
    for each in names:
        await corpus.put(note(each))

    assert await found(corpus, "fortnight") == names
    assert await found(corpus, "fortnight", k=2) == names[:2]


async def test_a_hit_is_a_slice_of_its_document(corpus: Corpus):
    """Text and span of each hit agree with the stored version."""
    text = "\n\n".join(f"Paragraph {n} of 𝔘𝔫𝔦code, e\u0301.\r\n" * 9 for n in range(30))
    await corpus.put(handbook(text))

    hits = (await ask(corpus, "paragraph", k=100)).hits

    assert len(hits) > 5
    for hit in hits:
        assert hit.text == text[int(hit.metadata["start"]) : int(hit.metadata["end"])]


async def test_what_is_found_can_be_cited(corpus: Corpus):
    """A hit says all that a citation needs, and whose it is."""
    text = "# Money\n\nRefunds take a fortnight.\f# Post\n\nParcels travel by rail."
    await corpus.put(handbook(text, uri="https://acme.example/h", license="MIT", title="Handbook"))

    (citation,) = await cited(corpus, "rail")

    assert citation.tenant == "acme"
    assert citation.document_version == "v1"
    assert citation.branches == (Branch.KEYWORD,)
    assert citation.digest
    assert citation.locator.uri == "https://acme.example/h"
    assert (citation.locator.page, citation.locator.section) == (2, "Post")


async def test_metadata_cannot_pass_for_what_pins_a_hit(corpus: Corpus):
    """Keys of a document that would move, page or rename a citation are not taken from it."""
    forged = {
        "version": "v9",
        "start": 1,
        "end": 2,
        "tenant": "globex",
        "digest": "0",
        "uri": "x",
        "page": 99,
        "page_label": "z",
        "section": "s",
        "time_start": 3,
        "time_end": 4,
        "team": "sales",
    }
    await corpus.put(handbook(metadata=forged))

    (hit,) = (await ask(corpus, "fortnight")).hits
    (citation,) = await cited(corpus, "fortnight")

    assert (citation.document_version, citation.tenant) == ("v1", "acme")
    assert (citation.locator.page, citation.locator.time, citation.locator.uri) == (None, None, "")
    assert hit.text == TEXT[citation.span.start : citation.span.end]
    assert hit.metadata["team"] == "sales"


async def test_only_the_newest_version_is_found(corpus: Corpus):
    """An older version stays readable, and is not found."""
    await corpus.put(handbook("Refunds take a fortnight."))
    await corpus.put(handbook("Refunds take a month.", "v2"))

    assert [each.metadata["version"] for each in (await ask(corpus, "refunds")).hits] == ["v2"]
    assert await found(corpus, "fortnight") == []


async def test_a_version_in_another_collection_moves_the_document(corpus: Corpus):
    """A document is found where its newest version is."""
    await corpus.put(handbook())
    await corpus.put(handbook(version="v2"), collection="other")

    assert await found(corpus, "fortnight") == []
    assert await found(corpus, "fortnight", scope=OTHER) == ["handbook"]


async def test_nothing_is_found_where_nothing_is(corpus: Corpus):
    """An empty corpus, an unknown collection and an unknown word give a false result."""
    unknown = await ask(corpus, "fortnight", scope=OTHER)
    await corpus.put(handbook())
    missing = await ask(corpus, "zebra")

    assert not unknown
    assert not missing
    assert unknown.tenant == missing.tenant == "acme"


# --- filters -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("filters", "expected"),
    [
        ({}, {"int", "float", "bool", "str"}),
        ({"n": 1}, {"int", "float"}),
        ({"n": 1.0}, {"int", "float"}),
        ({"n": True}, {"bool"}),
        ({"n": "1"}, {"str"}),
        ({"n": 2}, set()),
        ({"m": 1}, set()),
        ({"n": 1, "team": "é"}, {"float"}),
        ({"n": 1, "team": "e\u0301"}, set()),
        ({"team": "É"}, set()),
        ({"team": '"; --'}, set()),
    ],
)
async def test_a_filter_is_equality(corpus: Corpus, filters: dict[str, Any], expected: set[str]):
    """1 and 1.0 are equal; true, "1", other cases and other compositions are other values."""
    await corpus.put(note("int", metadata={"n": 1}))
    await corpus.put(note("float", metadata={"n": 1.0, "team": "é"}))
    await corpus.put(note("bool", metadata={"n": True}))
    await corpus.put(note("str", metadata={"n": "1"}))

    assert set(await found(corpus, "fortnight", filters=filters)) == expected


async def test_a_filter_does_not_shorten_the_list(corpus: Corpus):
    """Up to k that match come, also if better ones do not match."""
    for each in range(20):
        await corpus.put(note(f"good{each}", "refund " * 9, metadata={"kind": "a"}))
    await corpus.put(note("poor", "One refund in a long text of words.", metadata={"kind": "b"}))

    assert await found(corpus, "refund", filters={"kind": "b"}, k=1) == ["poor"]


@pytest.mark.parametrize(
    "filters",
    [
        {"tenant": "acme"},
        {"a": float("nan")},
        {"a": float("inf")},
        {"a": None},
        {"a": []},
        {"a": {}},
        {"a": b"x"},
        {"a": "\ud800"},
        {"\ud800": "a"},
        {1: "a"},
        {"a": 10**30},
        {f"k{each}": 1 for each in range(1_000)},
    ],
)
async def test_a_filter_that_compares_nothing_is_refused(corpus: Corpus, filters: Any):
    """The tenant is no filter, and a value that metadata cannot hold is none either."""
    await corpus.put(handbook())

    with pytest.raises(ConfigurationError):
        await ask(corpus, "fortnight", filters=filters)


async def test_as_many_filters_as_are_taken_work(corpus: Corpus):
    """The bound on filters is one that the store holds."""
    many = {f"k{each}": each for each in range(64)}
    await corpus.put(handbook(metadata=many))

    assert await found(corpus, "fortnight", filters=many) == ["handbook"]


# --- scripts ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "query"),
    [
        ("北京图书馆每天开放。", "图书馆"),
        ("北京图书馆每天开放。", "馆"),
        ("退款将在十四天内支付。", "退款什么时候支付"),
        ("返金は二週間以内に行われます。", "返金"),
        ("カタカナのデータベース", "データベース"),
        ("ﾃﾞｰﾀﾍﾞｰｽ", "データベース"),
        ("การคืนเงินภายในสิบสี่วัน", "คืนเงิน"),
        ("ການຄືນເງິນພາຍໃນສິບສີ່ວັນ", "ຄືນເງິນ"),
        ("ការសងប្រាក់វិញក្នុងរយៈពេលដប់បួនថ្ងៃ", "សងប្រាក់"),
        ("ငွေပြန်အမ်းခြင်းကို ဆယ့်လေးရက်အတွင်း", "ပြန်အမ်း"),
        ("धनवापसी चौदह दिनों में होती है।", "धनवापसी"),
        ("استرداد المبلغ خلال أسبوعين", "المبلغ"),
        ("환불은 14일 이내에 지급됩니다.", "환불은"),
        ("Der Käufer wohnt in der Straße.", "kaufer"),
        ("Der Käufer wohnt in der Straße.", "Straße"),
        ("Der Käufer wohnt in der Straße.", "STRASSE"),
        ("Die STRASSE ist lang.", "straße"),
        ("Le café est fermé.", "CAFE"),
        ("Le cafe\u0301 est fermé.", "café"),
        ("Ｒｅｆｕｎｄｓ are paid.", "refunds"),
        ("Refunds are paid.", "ｒｅｆｕｎｄｓ"),
        ("ﬁnal ﬂoor", "final"),
        ("İstanbul'da", "İstanbul"),
        ("Ὀδυσσεύς", "ὈΔΥΣΣΕΎΣ"),
        ("ΐδιος", "ΐδιος"),
        ("საქართველო", "ᲡᲐᲥᲐᲠᲗᲕᲔᲚᲝ"),
        ("Das 图书馆 und die Bibliothek", "图书馆"),
        ("API网关v2配置", "v2"),
        ("API网关v2配置", "网关"),
        ("𠀀𠀁𠀂", "𠀁𠀂"),
        ("The refunded parcels", "refund"),
        ("naïve co\u00adoperation", "cooperation naive"),
    ],
)
async def test_text_is_found_in_any_script(corpus: Corpus, text: str, query: str):
    """Without blanks, with accents, in capitals or in full width: a reader's word finds it."""
    await corpus.put(note("other", "Nothing of the kind 无关内容 です ทดสอบ"))
    await corpus.put(note("wanted", text))

    assert (await found(corpus, query))[:1] == ["wanted"]


@pytest.mark.parametrize(
    ("text", "query"),
    [("北京图书馆", "书图"), ("北京图书馆", "北图"), ("การคืนเงิน", "เงนคน")],
)
async def test_characters_in_another_order_are_another_word(corpus: Corpus, text: str, query: str):
    """In scripts without blanks, neighbours must be neighbours."""
    await corpus.put(handbook(text))

    assert await found(corpus, query) == []


# --- tenants and collections -------------------------------------------------------


async def test_the_same_ids_in_two_tenants_never_meet(corpus: Corpus):
    """Each tenant finds, reads and lists its own, under ids that both use."""
    for tenant in ("acme", "globex"):
        with tenant_scope(tenant):
            await corpus.put(handbook(f"The refunds of {tenant}."), collection="default")

    for tenant in ("acme", "globex"):
        with tenant_scope(tenant):
            result = await ask(corpus, "refunds acme globex")
            assert [each.text for each in result.hits] == [f"The refunds of {tenant}."]
            assert result.tenant == tenant
            assert {each.metadata["tenant"] for each in result.hits} == {tenant}
            assert (await corpus.document("handbook")).text == f"The refunds of {tenant}."


@pytest.mark.parametrize("tenant", ["Acme", "acme2", "acm", "acme%", "ac_e", "*", "ａcme"])
async def test_a_tenant_with_a_name_like_anothers_finds_nothing(corpus: Corpus, tenant: str):
    """Names of tenants are compared exactly."""
    await corpus.put(handbook())

    with tenant_scope(tenant):
        assert await found(corpus, "fortnight") == []


async def test_no_tenant_and_no_collection_moves_anothers_scores(corpus: Corpus):
    """Scores are equal to the last bit, whatever others put and erase."""
    await corpus.put(handbook(), chunks=BOTH)
    await corpus.put(note("second", "Refunds of refunds. " * 3))
    before = await scores(corpus, "refunds parcels fortnight")

    await corpus.put(note("third", "Refunds, refunds, parcels. " * 50), collection="other")
    with tenant_scope("globex"):
        for each in range(20):
            await corpus.put(note(f"g{each}", "Refunds and parcels. " * 20))
        await erased(corpus, "g3")

    assert await scores(corpus, "refunds parcels fortnight") == before


async def test_a_superseded_text_does_not_move_scores(corpus: Corpus):
    """A corpus where a version was replaced ranks like one where it never was."""
    await corpus.put(note("steady", "Refunds are rare."))
    await corpus.put(handbook("Refunds. " * 40))
    await corpus.put(handbook("Parcels travel.", "v2"))
    scored = await ask(corpus, "refunds parcels")

    async with SqliteCorpus(":memory:") as fresh:
        await fresh.put(note("steady", "Refunds are rare."))
        await fresh.put(handbook("Parcels travel.", "v2"))
        expected = await ask(fresh, "refunds parcels")

    assert [each.score for each in scored.hits] == [each.score for each in expected.hits]


async def test_an_overlapping_chunk_is_found_under_its_own_span(corpus: Corpus):
    """Given chunks that overlap are each a hit."""
    cut = (Span(0, 36), Span(0, 60))
    await corpus.put(handbook(), chunks=cut)

    hits = (await ask(corpus, "fortnight")).hits

    assert {(each.metadata["start"], each.metadata["end"]) for each in hits} == {(0, 36), (0, 60)}
