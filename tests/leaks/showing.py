"""Everything that an error shows to whoever prints, logs, reports or sends it, and to nobody else."""

from __future__ import annotations

import traceback
from collections.abc import Iterator
from pathlib import Path
from pprint import pformat
from typing import Final

from structlog.tracebacks import ExceptionDictTransformer

import tesserix_rag
from tests.leaks.driving import Heard, Outcome

_OURS: Final = str(Path(tesserix_rag.__file__).parent)
_GENERATED: Final = "<attrs generated methods tesserix_rag."

_WITH_LOCALS: Final = ExceptionDictTransformer(
    show_locals=True,
    locals_max_length=10**6,
    locals_max_string=10**9,
    locals_hide_dunder=False,
    locals_hide_sunder=False,
    max_frames=10**4,
)


def errors(heard: Heard) -> Iterator[tuple[Outcome, BaseException]]:
    """Give every error that was raised or built, and what came with it."""
    for outcome in heard.outcomes:
        found = outcome.error if outcome.error is not None else outcome.result
        if isinstance(found, BaseException):
            yield outcome, found


def chained(error: BaseException) -> Iterator[BaseException]:
    """Give an error, its causes, its contexts and what a group holds."""
    waiting, seen = [error], set()
    while waiting:
        each = waiting.pop()
        if id(each) in seen:
            continue
        seen.add(id(each))
        yield each
        members = each.exceptions if isinstance(each, BaseExceptionGroup) else ()
        waiting.extend(one for one in (each.__cause__, each.__context__, *members) if one is not None)


def local_values(error: BaseException) -> Iterator[tuple[str, str]]:
    """Give what the frames of this package hold, as ``traceback`` shows it: the place, and the value."""
    for each in chained(error):
        shown = traceback.TracebackException.from_exception(each, capture_locals=True)
        for frame in shown.stack:
            if _is_ours(frame.filename):
                for name, value in (frame.locals or {}).items():
                    yield f"{_place(frame.filename)}:{frame.name}:{name}", value


def reported_values(error: BaseException) -> Iterator[tuple[str, str]]:
    """Give what structlog's ``dict_tracebacks`` reports: the frames of this package, and the error itself."""
    for stack in _WITH_LOCALS((type(error), error, error.__traceback__)):
        yield "value", stack["exc_value"]
        yield "notes", repr(stack.get("exc_notes"))
        for frame in stack["frames"]:
            if _is_ours(frame["filename"]):
                for name, value in frame.get("locals", {}).items():
                    yield f"{_place(frame['filename'])}:{frame['name']}:{name}", str(value)


def _is_ours(filename: str) -> bool:
    return filename.startswith((_OURS, _GENERATED))


def _place(filename: str) -> str:
    return filename.removeprefix(_OURS).removeprefix("/")


def records(heard: Heard) -> Iterator[tuple[str, object]]:
    """Give every object of ours that went in by itself, or came out, also in a sequence."""
    for outcome in heard.outcomes:
        came = outcome.result if isinstance(outcome.result, tuple | list) else (outcome.result,)
        for each in (*outcome.given, *came):
            if type(each).__module__.startswith(tesserix_rag.__name__) and not isinstance(each, str):
                yield outcome.name, each


def as_shown(thing: object) -> str:
    """Give a thing in every way that shows it."""
    return f"{thing!r} {thing!s} {thing} {pformat(thing)} {[thing]} {(thing,)}"
