"""What a tracing backend, a meter and a log may know: ids, counts and codes, and never text."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from functools import cache
from typing import TYPE_CHECKING, Final

from attrs import Factory, define
from opentelemetry import trace
from opentelemetry.trace import Status, StatusCode

from tesserix_rag._discretion import discreet
from tesserix_rag.errors import ConfigurationError, StoreError, TesserixRagError, WireError

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Sequence

    from opentelemetry.metrics import Counter, Histogram
    from opentelemetry.trace import Tracer
    from opentelemetry.util.types import AttributeValue

    from tesserix_rag.records import Citation

SCOPE: Final = "tesserix_rag"
MOST_IDS: Final = 64
SHORTEST_KEY: Final = 16

_DIGEST_DIGITS: Final = 32


@discreet
def citation_attributes(
    citations: Iterable[Citation], *, pseudonymise: bytes | None = None
) -> dict[str, AttributeValue]:
    """
    Give what a span may know of *citations*: how many there are, and the ids of what they pin.

    The arrays are sorted, without repeats, and hold at most 64 entries; ``adk.citation.truncated`` says whether
    one was cut. An ``@`` inside an id of ``adk.citation.versions`` is percent-encoded.

    Args:
        citations: Retrieved citations.
        pseudonymise: A key of at least 16 bytes; each id then becomes the first 32 hex digits of its
            HMAC-SHA-256.

    Raises:
        ConfigurationError: If the key is shorter.
    """
    name = _pseudonyms(pseudonymise) if pseudonymise is not None else str
    all_of = tuple(citations)
    arrays = {
        "adk.citation.documents": {name(each.document_id) for each in all_of},
        "adk.citation.versions": {
            f"{_escaped(name(each.document_id))}@{_escaped(name(each.document_version))}" for each in all_of
        },
        "adk.citation.ids": {name(each.citation_id) for each in all_of},
    }
    attributes: dict[str, AttributeValue] = {"adk.citation.count": len(all_of)}
    attributes.update((key, sorted(ids)[:MOST_IDS]) for key, ids in arrays.items())
    attributes["adk.citation.truncated"] = any(len(ids) > MOST_IDS for ids in arrays.values())
    return attributes


def _escaped(name: str) -> str:
    return name.replace("@", "%40")


def _pseudonyms(key: bytes) -> Callable[[str], str]:
    if type(key) is not bytes or len(key) < SHORTEST_KEY:
        message = f"pseudonymise takes a key of at least {SHORTEST_KEY} bytes"
        raise ConfigurationError(message)

    import hmac
    from hashlib import sha256

    def pseudonym(name: str) -> str:
        return hmac.new(key, name.encode(), sha256).hexdigest()[:_DIGEST_DIGITS]

    return pseudonym


@define
class Observation:
    """
    What one call lets its span know.

    Args:
        recording: Whether anyone will read it; nothing need be computed otherwise.
        attributes: Set on the span in one call, when the call ends.
    """

    recording: bool
    attributes: dict[str, AttributeValue] = Factory(dict[str, "AttributeValue"])

    def cites(self, citations: Sequence[Citation]) -> None:
        """Let the span know what is cited."""
        if self.recording:
            self.attributes.update(citation_attributes(citations))


_UNSEEN: Final = Observation(recording=False)


@contextmanager
def observed(name: str) -> Generator[Observation]:
    """
    Run a call inside a span of its own.

    A failing span records ``error.type`` and a code; no message and no stack trace. Where nobody records,
    nothing is done.
    """
    span = _tracer().start_span(name)
    if not span.is_recording():
        yield _UNSEEN
        return
    with trace.use_span(span, end_on_exit=True, record_exception=False, set_status_on_exception=False):
        observation = Observation(recording=True)
        try:
            yield observation
        except BaseException as error:
            code = _code(error)
            observation.attributes["error.type"] = type(error).__name__
            observation.attributes["adk.error.code"] = code
            span.set_status(Status(StatusCode.ERROR, code))
            raise
        finally:
            span.set_attributes(observation.attributes)


def _code(error: BaseException) -> str:
    if isinstance(error, StoreError | WireError):
        return error.code.value
    name = type(error).__name__ if isinstance(error, TesserixRagError) else "unexpected"
    return "".join(f"_{c.lower()}" if c.isupper() else c for c in name).lstrip("_").removesuffix("_error")


def count_check(outcome: str, codes: Iterable[str], seconds: float) -> None:
    """Count a check by its outcome, its findings by their codes, and measure how long it took."""
    checks, findings, duration = _instruments()
    checks.add(1, {"adk.grounding.outcome": outcome})
    duration.record(seconds, {"adk.grounding.outcome": outcome})
    for code in codes:
        findings.add(1, {"adk.grounding.finding": code})


def log(event: str, **counts: str | int | bool | Sequence[str]) -> None:
    """
    Tell the host's structlog of an event, at debug level: ids, counts and codes only.

    Without configuration structlog prints to standard output; a host that has configured none hears nothing.
    """
    structlog = sys.modules.get("structlog")
    if structlog is not None and structlog.is_configured():
        structlog.get_logger(SCOPE).debug(event, **counts)


@cache
def _tracer() -> Tracer:
    return trace.get_tracer(SCOPE)


@cache
def _instruments() -> tuple[Counter, Counter, Histogram]:
    from opentelemetry import metrics

    meter = metrics.get_meter(SCOPE)
    return (
        meter.create_counter("adk.grounding.checks", unit="{check}"),
        meter.create_counter("adk.grounding.findings", unit="{finding}"),
        meter.create_histogram("adk.grounding.duration", unit="s"),
    )
