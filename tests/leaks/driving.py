"""A host that calls the package and writes everything down: what came back, what was raised, what was told."""

from __future__ import annotations

import asyncio
import inspect
import io
import logging
import warnings
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from contextvars import Context
from pathlib import Path
from typing import Any, Final, TypeAlias

import structlog
from attrs import Factory, define, field, frozen
from opentelemetry import trace
from opentelemetry.sdk.trace import ReadableSpan

from tesserix_rag import MissingTenantContextError, tenant_scope
from tests.leaks.canaries import Canary
from tests.leaks.surface import name_of
from tests.observing import metric_points, recorded_spans


@frozen
class Outcome:
    """
    What one call came to.

    Args:
        name: What was called.
        given: With what.
        result: What it gave.
        error: What it raised instead.
    """

    name: str
    given: tuple[object, ...] = field(repr=False)
    result: object = field(default=None, repr=False)
    error: BaseException | None = None


@define
class Run:
    """
    One run over the package.

    Args:
        canary: What must be told nowhere.
        folder: Where databases may be made.
        outcomes: What its calls came to.
    """

    canary: Canary
    folder: Path
    outcomes: list[Outcome] = field(factory=list, repr=False)

    async def does(self, function: Callable[..., Any], /, *given: Any, of: Any = None, **named: Any) -> Any:
        """Call *function*, which must succeed, and give what it gives; *of* says what that tries."""
        result = await _called(function, given, named)
        self._write(of or function, given, named, result=result)
        return result

    async def refuses(
        self,
        kind: type[Exception],
        function: Callable[..., Any],
        /,
        *given: Any,
        of: Any = None,
        **named: Any,
    ) -> None:
        """Call *function*, which must raise a *kind*; *of* says what that tries."""
        try:
            await _called(function, given, named)
        except Exception as error:  # noqa: BLE001
            refusal = error
        else:
            raise AssertionError(f"{name_of(function)} did not raise {kind.__name__}")
        assert type(refusal) is kind, f"{name_of(function)} raised {type(refusal).__name__}"
        self._write(of or function, given, named, error=refusal)

    async def needs_tenant(self, function: Callable[..., Any], /, *given: Any, **named: Any) -> None:
        """Call *function* outside any scope, which it must refuse."""
        call = self.refuses(MissingTenantContextError, function, *given, **named)
        await asyncio.create_task(call, context=Context())

    def _write(self, function: Any, given: tuple[Any, ...], named: dict[str, Any], **came: Any) -> None:
        self.outcomes.append(Outcome(name_of(function), (*given, *named.values()), **came))


async def _called(function: Callable[..., Any], given: tuple[Any, ...], named: dict[str, Any]) -> Any:
    """Call as a careless host does: inside a span that records errors, with logs that do so too."""
    with trace.get_tracer("host").start_as_current_span("host"):
        try:
            result = function(*given, **named)
            return await result if inspect.isawaitable(result) else result
        except Exception:
            logging.getLogger("host").exception("failed")
            structlog.get_logger("host").exception("failed")
            raise


Drive: TypeAlias = Callable[[Run], Awaitable[None]]

DRIVES: Final[dict[str, Drive]] = {}
"""What drives each public callable."""


def drives(*called: Any) -> Callable[[Drive], Drive]:
    """Register a drive of what is *called*."""

    def register(drive: Drive) -> Drive:
        DRIVES.update((name_of(each), drive) for each in called)
        return drive

    return register


@define(repr=False)
class Heard:
    """
    Everything that a host may hear of a run.

    Args:
        canary: What must be told nowhere.
        outcomes: What the calls came to.
        spans: What tracing received.
        metrics: What the meter received.
        logs: What structlog and the standard library logged, all levels.
        warned: What was warned of.
        printed: What was printed, to either stream.
    """

    canary: Canary
    outcomes: list[Outcome] = Factory(list)
    spans: list[ReadableSpan] = Factory(list)
    metrics: list[Any] = Factory(list)
    logs: list[str] = Factory(list)
    warned: list[str] = Factory(list)
    printed: str = ""


def heard_of(canary: Canary, folder: Path) -> Heard:
    """Run every drive, and give what a host hears of it."""
    heard = Heard(canary)
    metric_points()
    run = Run(canary, folder)
    with _listening(heard), recorded_spans() as spans, tenant_scope("acme"):
        asyncio.run(_driven(run), debug=False)
    heard.outcomes = run.outcomes
    heard.spans = spans
    heard.metrics = metric_points()
    return heard


async def _driven(run: Run) -> None:
    for drive in dict.fromkeys(DRIVES.values()):
        await drive(run)


@contextmanager
def _listening(heard: Heard) -> Iterator[None]:
    """Be a host that reads all logs, warnings and streams."""
    printed, told = io.StringIO(), io.StringIO()
    with (
        _standard_logs(heard.logs),
        warnings.catch_warnings(record=True) as warned,
        redirect_stdout(printed),
        redirect_stderr(printed),
    ):
        warnings.simplefilter("always")
        structlog.configure(
            processors=[
                structlog.processors.add_log_level,
                structlog.processors.format_exc_info,
                structlog.processors.JSONRenderer(),
            ],
            wrapper_class=structlog.make_filtering_bound_logger(logging.DEBUG),
            logger_factory=structlog.PrintLoggerFactory(told),
        )
        try:
            yield
        finally:
            structlog.reset_defaults()
    heard.logs.extend(told.getvalue().splitlines())
    heard.warned.extend(f"{each.message!r} {each.message}" for each in warned)
    heard.printed = printed.getvalue()


class _Handler(logging.Handler):
    def __init__(self, told: list[str]) -> None:
        super().__init__(logging.DEBUG)
        self._told = told

    def emit(self, record: logging.LogRecord) -> None:
        self._told.append(f"{self.format(record)} {record.args!r} {record.exc_info!r}")


@contextmanager
def _standard_logs(told: list[str]) -> Iterator[None]:
    root = logging.getLogger()
    level, handlers = root.level, root.handlers
    root.setLevel(logging.DEBUG)
    root.handlers = [_Handler(told)]
    try:
        yield
    finally:
        root.setLevel(level)
        root.handlers = handlers
