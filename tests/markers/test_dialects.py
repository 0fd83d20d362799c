"""Dialects of one's own, several at once, and dialects as data."""

from __future__ import annotations

import copy
import pickle

import pytest

from tesserix_rag import ConfigurationError
from tesserix_rag.markers import (
    CARD,
    DOC,
    EVERY,
    IRIS_DRAFT,
    LENTICULAR,
    NAMED,
    NUMERIC,
    Dialect,
    Marker,
    any_of,
    scan,
    template,
)
from tesserix_rag.places import Span
from tests.examples import SECRET, citation
from tests.markers.prose import claims, found, refs

# --- dialects of one's own ----------------------------------------------------


@pytest.mark.parametrize(
    ("pattern", "marker"),
    [
        ("⟦{id}⟧", "⟦card-x⟧"),
        ("(({id}))", "((card-x))"),
        ("[[{id}]]", "[[card-x]]"),
        ("<|file-{id}|>", "<|file-card-x|>"),
        ("<ref id='{id}'/>", "<ref id='card-x'/>"),
        ("@{id}@", "@card-x@"),
        ("\\cite{{id}}", "\\cite{card-x}"),
        ("`{id}`", "`card-x`"),
        ("$${id}$$", "$$card-x$$"),
        ("【{id}】", "【card-x】"),
    ],
)
def test_a_template_names_citations(pattern: str, marker: str):
    """B001: whatever stands around the id, it is found, resolved and taken out."""
    dialect = template(pattern)

    assert refs(f"Wells are deep {marker}.", dialect) == [("card-x",)]
    assert claims(f"Wells are deep {marker}.", [citation("card-x")], dialect=dialect) == [
        ("Wells are deep.", ["card-x"])
    ]
    assert found(f"Wells {marker[:-1]}", dialect) == []


@pytest.mark.parametrize(
    "pattern",
    [
        *("", "{id}", "⟦{id}", "{id}⟧", "⟦{ID}⟧", "⟦⟧", "⟦{id}{id}⟧", "⟦{id}⟧{id}", "id", "a{id}]", "1{id}]"),
        *(" [{id}]", "\t[{id}]", f"{'[' * 33}{{id}}]", f"[{{id}}{']' * 33}", "[\n{id}]", "[{id}\x00", "é{id}]"),
    ],
    ids=ascii,
)
def test_a_pattern_without_a_frame_for_one_id_is_no_template(pattern: str):
    with pytest.raises(ConfigurationError):
        template(pattern)


def test_a_frame_may_be_as_long_as_allowed():
    pattern = f"{'[' * 32}{{id}}{']' * 32}"

    assert refs(f"a {pattern.format(id='x')}", template(pattern)) == [("x",)]


# --- several at once ----------------------------------------------------------


def test_several_dialects_are_read_at_once():
    dialect = any_of(NUMERIC, LENTICULAR, CARD)

    markers = scan("One [1]. Two 【2】. Three [cite:c3].", dialect)

    assert [each.dialect for each in markers] == [NUMERIC, LENTICULAR, CARD]
    assert claims("One [1]. Two 【2】. Three [cite:c3].", dialect=dialect) == [
        ("One.", ["c1"]),
        ("Two.", ["c2"]),
        ("Three.", ["c3"]),
    ]


@pytest.mark.parametrize(
    ("text", "dialects"),
    [
        ("a [cite:L:42:7::!1]", (IRIS_DRAFT, template("[cite:{id}]"))),
        ("a [1]", (NUMERIC, template("[{id}]"))),
        ("a 【1】", (LENTICULAR, template("【{id}】"))),
    ],
)
def test_where_two_dialects_fit_the_one_named_first_decides(text: str, dialects: tuple[Dialect, Dialect]):
    assert [each.dialect for each in scan(text, any_of(*dialects))] == [dialects[0]]
    assert scan(text, any_of(*reversed(dialects)))[0].dialect is not dialects[0]


def test_any_of_none_is_refused():
    with pytest.raises(ConfigurationError):
        any_of()


def test_any_of_several_is_flat_and_names_each_once():
    assert any_of(any_of(NUMERIC, DOC), DOC, NUMERIC) == any_of(NUMERIC, DOC)
    assert scan("a [1] [doc2]", any_of(any_of(DOC), NUMERIC)) == scan("a [1] [doc2]", any_of(DOC, NUMERIC))


def test_every_dialect_has_a_name():
    assert set(EVERY.members) == set(NAMED.values())
    assert all(each.name == name for name, each in NAMED.items())


# --- dialects and markers as data ---------------------------------------------

DIALECTS = {
    **NAMED,
    "every": EVERY,
    "own": template("⟦{id}⟧"),
    "several": any_of(NUMERIC, template("⟦{id}⟧")),
}


@pytest.mark.parametrize("dialect", [pytest.param(each, id=name) for name, each in DIALECTS.items()])
def test_a_dialect_is_data(dialect: Dialect):
    """It can be copied, pickled, compared, and used as a key."""
    for other in (copy.copy(dialect), copy.deepcopy(dialect), pickle.loads(pickle.dumps(dialect))):
        assert other == dialect
        assert {dialect: 1}[other] == 1
        assert scan("a [1] 【2】 ⟦x⟧ [cite:y].", other) == scan("a [1] 【2】 ⟦x⟧ [cite:y].", dialect)


def test_dialects_differ():
    assert len(set(DIALECTS.values())) == len(DIALECTS)
    assert template("⟦{id}⟧") == template("⟦{id}⟧") != template("⟨{id}⟩")


def test_a_marker_never_shows_its_references():
    """What a model wrote in an id's place may be anything."""
    (marker,) = scan(f"a ⟦{SECRET}⟧", template("⟦{id}⟧"))

    assert marker == Marker(Span(2, 4 + len(SECRET)), (SECRET,), template("⟦{id}⟧"))
    assert SECRET not in f"{marker!r} {marker}"
    assert pickle.loads(pickle.dumps(marker)) == copy.deepcopy(marker) == marker
