"""What a tracing backend, a meter and a log are told: ids, counts and codes."""

from __future__ import annotations

import hmac
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest
import structlog
from hypothesis import given
from hypothesis import strategies as st
from opentelemetry.sdk.trace import ReadableSpan
from opentelemetry.trace import StatusCode
from structlog.testing import capture_logs

import tesserix_rag
from tesserix_rag import (
    CitedAnswer,
    ConfigurationError,
    TesserixRagError,
    check_grounding,
    citation_attributes,
    cite,
    telemetry,
    tenant_scope,
)
from tests import strategies
from tests.examples import SECRET, answer, citation, claim, hit, passing, result, retrieved
from tests.observing import metric_points, recorded_spans

KEY = b"sixteen bytes or"
ARRAYS = ["adk.citation.documents", "adk.citation.versions", "adk.citation.ids"]


# --- attributes --------------------------------------------------------------


def test_the_attributes_say_what_is_cited():
    """A count, and sorted arrays of ids, each once."""
    assert citation_attributes(retrieved()) == {
        "adk.citation.count": 2,
        "adk.citation.documents": ["handbook"],
        "adk.citation.versions": ["handbook@v3"],
        "adk.citation.ids": ["policy", "timing"],
        "adk.citation.truncated": False,
    }


def test_all_attributes_are_there_when_nothing_is_cited():
    """A dashboard can tell none from unknown."""
    assert citation_attributes(()) == {
        "adk.citation.count": 0,
        "adk.citation.documents": [],
        "adk.citation.versions": [],
        "adk.citation.ids": [],
        "adk.citation.truncated": False,
    }


def test_the_attributes_are_also_at_the_front_door():
    """It is the same function."""
    assert tesserix_rag.citation_attributes is telemetry.citation_attributes


@pytest.mark.parametrize(("number", "truncated"), [(64, False), (65, True), (200, True)])
def test_arrays_hold_at_most_64_ids(number: int, truncated: bool):  # noqa: FBT001
    """The count stays whole, and the cut is said."""
    many = [citation(f"c{n:03}") for n in range(number)]

    attributes = citation_attributes(many)

    assert attributes["adk.citation.count"] == number
    assert attributes["adk.citation.ids"] == [f"c{n:03}" for n in range(min(number, 64))]
    assert attributes["adk.citation.truncated"] is truncated


def test_any_array_that_is_cut_is_said():
    """Also where only the versions are too many."""
    many = [citation(f"c{n % 9}", document_version=f"v{n}") for n in range(65)]

    assert citation_attributes(many)["adk.citation.truncated"] is True


def test_an_at_sign_inside_an_id_is_encoded():
    """So that `doc@version` can be taken apart again."""
    attributes = citation_attributes([citation("c@1", document_id="a@b", document_version="1@2")])

    assert attributes["adk.citation.versions"] == ["a%40b@1%402"]
    assert attributes["adk.citation.documents"] == ["a@b"]
    assert attributes["adk.citation.ids"] == ["c@1"]


def pseudonym(name: str) -> str:
    """Compute what stands for an id, from the contract's words."""
    return hmac.new(KEY, name.encode(), "sha256").hexdigest()[:32]


def test_ids_can_be_made_pseudonyms():
    """Each becomes the first 32 hex digits of its HMAC-SHA-256, on both sides of the `@`."""
    attributes = citation_attributes([citation(document_id="a@b")], pseudonymise=KEY)

    assert attributes["adk.citation.ids"] == [pseudonym("timing")]
    assert attributes["adk.citation.documents"] == [pseudonym("a@b")]
    assert attributes["adk.citation.versions"] == [f"{pseudonym('a@b')}@{pseudonym('v3')}"]


@given(st.lists(strategies.citations, max_size=5))
def test_no_id_is_told_where_pseudonyms_are(cited: list[Any]):
    """Whatever ids look like, hex digits are all that is seen."""
    attributes = citation_attributes(cited, pseudonymise=KEY)

    told = str([attributes[name] for name in ARRAYS])
    assert set(told) <= set("0123456789abcdef@[]', ")


@pytest.mark.parametrize("key", [b"", b"fifteen bytes !", "sixteen bytes or", 16])
def test_a_key_is_at_least_16_bytes(key: Any):
    """A shorter one can be guessed; an empty one is not taken for none."""
    with pytest.raises(ConfigurationError):
        citation_attributes((), pseudonymise=key)


# --- spans -------------------------------------------------------------------


def attributes_of(span: ReadableSpan) -> dict[str, Any]:
    """Give what a span was told."""
    return dict(span.attributes or {})


def test_citing_is_a_span():
    """It says what was cited."""
    with recorded_spans() as spans, tenant_scope("acme"):
        cite(result(hit()))

    (span,) = spans
    assert span.name == "adk.cite"
    assert attributes_of(span)["adk.citation.ids"] == ("timing",)
    assert attributes_of(span)["adk.citation.count"] == 1
    assert span.status.status_code is StatusCode.UNSET


def test_checking_is_a_span():
    """It says what was retrieved, and how it went."""
    with recorded_spans() as spans, tenant_scope("acme"):
        check_grounding(passing(), retrieved())

    (span,) = spans
    told = attributes_of(span)
    assert span.name == "adk.check_grounding"
    assert told["adk.citation.versions"] == ("handbook@v3",)
    assert told["adk.grounding.findings"] == ()
    assert told["adk.grounding.exempt"] == 1
    assert isinstance(told["adk.grounding.outcome"], str)


REFUSED: list[Any] = [
    pytest.param(answer(claim(text=SECRET)), ("uncited_claim",), id="UncitedClaimError"),
    pytest.param(answer(claim("invented", text=SECRET)), ("dangling_id",), id="UngroundedCitationError"),
    pytest.param(
        CitedAnswer(citations=(citation("invented", tenant="globex"),), prose=SECRET),
        ("tenant_crossing", "unclaimed_prose"),
        id="TenantCrossingError",
    ),
]


@pytest.mark.parametrize(("stated", "codes"), REFUSED)
def test_a_failing_span_says_what_kind_of_error_it_was(stated: CitedAnswer, codes: tuple[str, ...]):
    """Its type and codes; no message, no event, no stack, no text and no id that a model wrote."""
    with recorded_spans() as spans, tenant_scope("acme"), pytest.raises(TesserixRagError) as error:
        check_grounding(stated, retrieved())

    (span,) = spans
    told = attributes_of(span)
    assert span.status.status_code is StatusCode.ERROR
    assert told["error.type"] == type(error.value).__name__
    assert told["adk.grounding.findings"] == codes
    assert span.events == ()
    assert str(error.value) not in f"{span.status.description} {told}"
    assert not any(each in span.to_json() for each in ("Whitfield", "invented", "globex", "File"))


def test_a_failing_citation_is_a_failing_span():
    """The ingest's fault is seen by its kind alone."""
    with recorded_spans() as spans, tenant_scope("acme"), pytest.raises(ConfigurationError):
        cite(result(hit({"version": f"{SECRET}\n"}, text=SECRET), query=SECRET))

    (span,) = spans
    assert attributes_of(span)["error.type"] == "ConfigurationError"
    assert span.events == ()
    assert "Whitfield" not in span.to_json()


def test_a_foreign_fault_shows_no_message_either():
    """What a program's own function raises may hold anything."""

    def names(_hit: Any, _rank: int) -> str:
        raise LookupError(SECRET)

    with recorded_spans() as spans, tenant_scope("acme"), pytest.raises(LookupError):
        cite(result(hit()), ids=names)

    (span,) = spans
    assert attributes_of(span)["error.type"] == "LookupError"
    assert "Whitfield" not in span.to_json()


@pytest.mark.parametrize(
    "stated",
    [passing(), *(each.values[0] for each in REFUSED)],
    ids=["passing", "uncited", "dangling", "foreign"],
)
def test_a_span_has_few_attributes(stated: Any):
    """At most 16, under names of ours or of the conventions."""
    many = [citation(f"c{n}") for n in range(200)]

    with recorded_spans() as spans, tenant_scope("acme"), suppress(TesserixRagError):
        check_grounding(stated, [*retrieved(), *many])

    told = attributes_of(spans[0])
    assert len(told) <= 16
    assert all(each.startswith("adk.") or each == "error.type" for each in told)


def test_text_is_in_no_span():
    """Neither what was asked, nor what was found, nor what was answered."""
    offered = [citation(source_url=SECRET)]
    with recorded_spans() as spans, tenant_scope("acme"):
        cite(result(hit({"section": SECRET, "uri": SECRET}, text=SECRET), query=SECRET))
        check_grounding(CitedAnswer(claims=(claim("timing", text=SECRET),), citations=tuple(offered)), offered)

    assert len(spans) == 2
    assert not any("Whitfield" in each.to_json() for each in spans)


# --- metrics -----------------------------------------------------------------

CLOSED = {
    "adk.grounding.outcome": {"grounded", "ungrounded"},
    "adk.grounding.finding": {*tesserix_rag.FindingCode},
}


def test_metrics_hold_closed_sets_only():
    """An id in a metric would be a new series for every document."""
    metric_points()
    with tenant_scope("acme"):
        check_grounding(passing(), retrieved())
        for each in REFUSED:
            with pytest.raises(TesserixRagError):
                check_grounding(each.values[0], retrieved())

    points = metric_points()

    labels = [label for _name, attributes in points for label in attributes.items()]
    assert {name for name, _value in labels} == {*CLOSED}
    assert all(value in CLOSED[name] for name, value in labels)
    assert ("adk.grounding.finding", "dangling_id") in labels
    assert {name.split(".")[0] for name, _attributes in points} == {"adk"}


# --- logs --------------------------------------------------------------------


@pytest.fixture
def logged() -> Iterator[list[Any]]:
    """Give what a host that has configured structlog would log."""
    with capture_logs() as events:
        yield events
    structlog.reset_defaults()


def test_a_log_holds_ids_and_counts(logged: list[Any]):
    """Never text, and never above info."""
    with tenant_scope("acme"):
        cite(result(hit({"section": SECRET}, text=SECRET), query=SECRET))
        for each in (answer(claim("timing", text=SECRET)), *(each.values[0] for each in REFUSED)):
            with suppress(TesserixRagError):
                check_grounding(each, retrieved())

    assert [each["event"] for each in logged] == ["cited", *["checked"] * 4]
    assert {each["log_level"] for each in logged} <= {"debug", "info"}
    assert not any(each in str(logged) for each in ("Whitfield", "invented", "globex"))


def test_a_log_tells_what_was_cited(logged: list[Any]):
    """How many citations of how many hits."""
    with tenant_scope("acme"):
        cite(result(hit(), hit()))

    assert (logged[0]["citations"], logged[0]["hits"]) == (1, 2)


def test_a_log_tells_how_a_check_went(logged: list[Any]):
    """Its outcome, and how much was found."""
    with tenant_scope("acme"):
        check_grounding(passing(), retrieved())
        with pytest.raises(TesserixRagError):
            check_grounding(answer(claim(), claim("gone")), retrieved())

    assert [(each["claims"], each["findings"]) for each in logged] == [(2, 0), (2, 2)]
    assert len({each["outcome"] for each in logged}) == 2


def test_a_host_without_structlog_configuration_hears_nothing(capsys: pytest.CaptureFixture[str]):
    """Structlog would print to standard output, which belongs to the host."""
    structlog.reset_defaults()

    with tenant_scope("acme"):
        cite(result(hit()))
        check_grounding(passing(), retrieved())

    assert capsys.readouterr() == ("", "")
    assert not structlog.is_configured()
