"""Whether the suite looks everywhere: each public callable, through success and each error that it promises."""

from __future__ import annotations

from tests.leaks.driving import DRIVES, Heard
from tests.leaks.surface import promised_errors, public_callables


def test_the_surface_is_found():
    """It is what a program can import: records, errors, functions and methods, also of the stores."""
    found = public_callables()

    assert {"citing.cite", "records.answers.Claim", "errors.WireError", "wire.to_json"} <= found.keys()
    assert {"corpus.sqlite.store.SqliteCorpus.put", "text.words.terms", "erasing.erase"} <= found.keys()


def test_every_public_callable_has_a_drive():
    """Whoever adds one says here how it is tried."""
    assert sorted(public_callables().keys() - DRIVES.keys()) == []


def test_nothing_else_has_one():
    """A drive of what is gone drives nothing."""
    assert sorted(DRIVES.keys() - public_callables().keys()) == []


def test_every_public_callable_succeeds_once(heard: Heard):
    """What is told when all goes well is looked at, too."""
    succeeded = {each.name for each in heard.outcomes if each.error is None}

    assert sorted(public_callables().keys() - succeeded) == []


def test_every_promised_error_is_met(heard: Heard):
    """Each that a docstring names under Raises comes out of that very callable."""
    met = {(each.name, type(each.error).__name__) for each in heard.outcomes if each.error}
    promised = {(name, error) for name, each in public_callables().items() for error in promised_errors(each)}

    assert sorted(promised - met) == []
