"""What a host may hear of a run: ids of what was retrieved, counts and codes, and never a word of anyone's."""

from __future__ import annotations

import json
import pickle
from base64 import b64encode
from collections.abc import Callable, Iterable
from urllib.parse import quote

import pytest

from tesserix_rag import TesserixRagError, UncitedClaimError, UngroundedCitationError
from tests.leaks import showing
from tests.leaks.canaries import Canary, made_up
from tests.leaks.driving import Heard
from tests.leaks.surface import public_callables

GIVES_TEXT = {
    "citing.excerpt",
    "markers.finding.strip_markers",
    "markers.prompting.sources_prompt",
    "markers.writing.render_markers",
    "metadata.label_text",
    "metadata.version_name",
    "metadata.id_or_none",
    "metadata.tenant_or_none",
    "passages.passages",
    "placing.chips.chips",
    "placing.chips.stamped",
    "placing.chips.without_chips",
    "rendering.answers.render_markdown",
    "rendering.answers.render_plain",
    "rendering.channels.for_channel",
    "rendering.footnoting.footnotes",
    "rendering.fragments.render_html",
    "rendering.page.composing.evidence_page",
    "_fixed.Fixed.get",
    "text.words.spaced",
    "text.words.terms",
    "urls.normal_url",
    "urls.safe_url",
    "wire.canonical_json",
    "wire.to_json",
}
"""What is called to get text."""

GIVES_IDS = {
    "records.answers.CitedAnswer.provenance",
}
"""What is called to get the ids that an answer names, whoever wrote them."""

HOLDS_IDS = {"missing", "citation_ids", "into"}
"""The attributes of errors that are promised to hold them; they are in no message and in no pickle."""

RECORDS = {name for name, each in public_callables().items() if hasattr(each, "__attrs_attrs__")}


def leaks(canary: Canary, told: Iterable[tuple[str, object]]) -> list[str]:
    """Give the places in which the canary is told, each once, with its form there."""
    found = {f"{place} ({', '.join(forms)})": None for place, each in told if (forms := canary.seen_in(each))}
    return list(found)


# --- whether it would be seen ------------------------------------------------

FORMS: dict[str, Callable[[str], object]] = {
    "as it is": str,
    "upper case": str.upper,
    "UTF-8": str.encode,
    "UTF-16": lambda text: text.encode("utf-16"),
    "repr": repr,
    "ascii": ascii,
    "JSON": json.dumps,
    "JSON in JSON": lambda text: json.dumps(json.dumps(text)),
    "bytes in text": lambda text: repr(text.encode()),
    "base64": lambda text: b64encode(text.encode()),
    "base64, one on": lambda text: b64encode(b"x" + text.encode()).decode(),
    "base64, two on": lambda text: b64encode(b"xx" + text.encode() + b"y"),
    "URL": quote,
    "pickle": pickle.dumps,
    "inside a structure": lambda text: [{"text": text}],
}


@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)
@pytest.mark.parametrize("part", ["ascii", "cjk", "astral"])
def test_a_canary_is_seen_in_each_form(form: Callable[[str], object], part: str):
    """However its letters are written, each of its parts is found."""
    canary = made_up()

    assert canary.seen_in(form(f"before {getattr(canary, part)} behind"))


def test_no_other_canary_is_seen():
    """Two runs share no word."""
    assert not made_up().seen_in(made_up().text * 9)


def test_a_local_of_the_package_is_seen(heard: Heard):
    """The frames that are looked at are there: some still stand in the traceback of a refusal."""
    places = {place for _outcome, error in showing.errors(heard) for place, _ in showing.local_values(error)}

    assert any(place.startswith("citing.py:cite:") for place in places)


def test_all_of_a_host_hears_something(heard: Heard):
    """A channel that nobody spoke on would prove nothing."""
    assert {each.name for each in heard.spans} >= {
        "adk.cite",
        "adk.check_grounding",
        "adk.resolve",
        "adk.erase",
    }
    assert {"adk.grounding.checks", "adk.grounding.findings"} <= {name for name, _ in heard.metrics}
    assert {"cited", "checked", "put", "retrieved", "resolved", "erased"} <= {
        _event(each) for each in heard.logs
    }
    assert len(list(showing.errors(heard))) > 200


def _event(line: str) -> str:
    return json.loads(line)["event"] if line.startswith("{") else ""


# --- records and results -----------------------------------------------------


def test_no_record_shows_text(heard: Heard):
    """Neither repr nor str of what goes in or comes out, alone or in a list."""
    told = ((f"{name}: {type(each).__name__}", showing.as_shown(each)) for name, each in showing.records(heard))

    assert leaks(heard.canary, told) == []


def test_nothing_gives_text_that_is_not_asked_for_it(heard: Heard):
    """What neither cites nor reads nor writes a text gives none: no advice, no attribute, no schema."""
    told = [(each.name, each.result) for each in heard.outcomes if each.name not in GIVES_TEXT | GIVES_IDS]

    assert leaks(heard.canary, told) == []


# --- errors ------------------------------------------------------------------


def test_no_error_says_text(heard: Heard):
    """Not in its message, its repr, its arguments or its notes."""
    told = (
        (f"{outcome.name}: {type(error).__name__}", (str(error), repr(error), error.args, notes))
        for outcome, error in showing.errors(heard)
        for notes in [getattr(error, "__notes__", ())]
    )

    assert leaks(heard.canary, told) == []


def test_no_error_has_another_behind_it(heard: Heard):
    """What was caught inside is no cause and no context of what is raised."""
    behind = [
        f"{outcome.name}: {type(error).__name__}"
        for outcome, error in showing.errors(heard)
        if error.__cause__ or error.__context__
    ]

    assert behind == []


def test_no_attribute_of_an_error_tells_text(heard: Heard):
    """Ids that a model wrote stand only where the contract puts them; claims show no words."""
    told = (
        (f"{outcome.name}: {type(error).__name__}.{name}", value)
        for outcome, error in showing.errors(heard)
        for name, value in vars(error).items()
        if name not in HOLDS_IDS
    )

    assert leaks(heard.canary, told) == []


def test_no_pickle_of_an_error_tells_text(heard: Heard):
    """Claims are dropped, and an id that was not available is a question mark."""
    told = (
        (f"{outcome.name}: {type(error).__name__}", pickle.dumps(error, protocol))
        for outcome, error in showing.errors(heard)
        for protocol in range(pickle.HIGHEST_PROTOCOL + 1)
    )

    assert leaks(heard.canary, told) == []


def test_a_pickled_error_knows_only_what_was_available(heard: Heard):
    """It keeps the places of its claims, the ids that were retrieved, and how many were not."""
    for _outcome, error in showing.errors(heard):
        again = pickle.loads(pickle.dumps(error))
        if isinstance(error, UncitedClaimError):
            assert (again.claims, again.indexes) == ((), error.indexes)
        if isinstance(error, UngroundedCitationError):
            assert len(again.missing) == len(error.missing)
            assert set(again.missing) <= {"?", *error.available}


def test_every_error_is_ours(heard: Heard):
    """Save the one that a function of the host's own raised."""
    foreign = {
        type(each).__name__ for _, each in showing.errors(heard) if not isinstance(each, TesserixRagError)
    }

    assert foreign == {"LookupError"}


# --- tracebacks --------------------------------------------------------------


def test_no_frame_of_the_package_holds_text(heard: Heard):
    """Whoever prints the locals of a traceback finds none in ours, whatever the caller's own hold."""
    told = (
        (f"{outcome.name}: {type(error).__name__} at {place}", value)
        for outcome, error in showing.errors(heard)
        for place, value in showing.local_values(error)
        if outcome.name not in RECORDS
    )

    assert leaks(heard.canary, told) == []


def test_no_structured_traceback_holds_text(heard: Heard):
    """The same through structlog's ``dict_tracebacks``, at full length."""
    told = (
        (f"{outcome.name}: {type(error).__name__} at {place}", value)
        for outcome, error in showing.errors(heard)
        for place, value in showing.reported_values(error)
        if outcome.name not in RECORDS
    )

    assert leaks(heard.canary, told) == []


# --- telemetry, logs, streams ------------------------------------------------


def test_no_span_tells_text(heard: Heard):
    """Ours, and the host's own around them, with attributes, events, status and links."""
    told = ((each.name, each.to_json()) for each in heard.spans)

    assert leaks(heard.canary, told) == []


def test_our_spans_have_no_events(heard: Heard):
    """Nothing is recorded of an error but its type and a code."""
    ours = [each for each in heard.spans if each.name.startswith("adk.")]

    assert not any(each.events for each in ours)
    assert all(len(each.attributes or {}) <= 16 for each in ours)


def test_no_metric_tells_text(heard: Heard):
    """Its name and its attributes are closed sets."""
    assert leaks(heard.canary, heard.metrics) == []


def test_no_log_tells_text(heard: Heard):
    """Neither structlog nor the standard library, at debug level, with every error logged by the host."""
    told = ((f"log {at}", each) for at, each in enumerate(heard.logs))

    assert leaks(heard.canary, told) == []


def test_no_warning_tells_text(heard: Heard):
    """Nor is anything printed, to either stream."""
    assert leaks(heard.canary, [("warning", heard.warned), ("stream", heard.printed)]) == []


def test_nothing_is_printed_or_warned_of(heard: Heard):
    """Both streams are the host's."""
    assert (heard.warned, heard.printed) == ([], "")
