"""What arrives at a tracing backend, over OTLP and from another process."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import attrs
import pytest

from tests.fresh import SOURCES
from tests.leaks.canaries import Canary, made_up
from tests.leaks.material import MANY

REPOSITORY: Final = Path(__file__).parents[2]
PATIENCE: Final = 30.0

CITED: Final = {
    "adk.citation.count": int,
    "adk.citation.documents": list,
    "adk.citation.versions": list,
    "adk.citation.ids": list,
    "adk.citation.truncated": bool,
}
CHECKED: Final = {
    **CITED,
    "adk.grounding.outcome": str,
    "adk.grounding.findings": list,
    "adk.grounding.exempt": int,
}
FAILED: Final = {"error.type": str, "adk.error.code": str}

for needed in ("oteltap", "opentelemetry.exporter.otlp.proto.http.trace_exporter"):
    pytest.importorskip(needed, reason="a receiver and an exporter are not installed")


@attrs.frozen
class Received:
    """
    What a backend got.

    Args:
        canary: What must not be in it.
        written: All that it wrote down, as it is.
    """

    canary: Canary
    written: bytes

    @property
    def spans(self) -> list[dict[str, Any]]:
        """The spans, in the order of their ends."""
        return [json.loads(line) for line in self.written.splitlines() if line.startswith(b"{")]

    def attributes(self, name: str) -> list[dict[str, Any]]:
        """Give the attributes of each span of one name."""
        return [
            {pair["key"]: _plain(pair["value"]) for pair in span["attributes"]}
            for span in self.spans
            if span["name"] == name
        ]


def _plain(value: dict[str, Any]) -> Any:
    ((kind, held),) = value.items()
    if kind == "arrayValue":
        return [_plain(each) for each in held["values"]]
    return int(held) if kind == "intValue" else held


@pytest.fixture(scope="module")
def received(tmp_path_factory: pytest.TempPathFactory) -> Received:
    """Give what a receiver wrote down of a host's work."""
    canary, written = made_up(), tmp_path_factory.mktemp("received") / "spans.ndjson"
    with _receiver(written) as endpoint:
        host = [sys.executable, "-m", "tests.leaks.exporting", endpoint]
        paths = os.pathsep.join((str(SOURCES), str(REPOSITORY)))
        subprocess.run(
            host,
            input=json.dumps(attrs.asdict(canary)),
            env={**os.environ, "PYTHONPATH": paths, "NO_PROXY": "127.0.0.1"},
            cwd=REPOSITORY,
            text=True,
            timeout=60,
            check=True,
        )
        _wait_until(lambda: b'"name":"adk.erase"' in written.read_bytes())
    return Received(canary, written.read_bytes())


@contextmanager
def _receiver(written: Path) -> Iterator[str]:
    """Give the address of a receiver in another process, which writes down all that it gets."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    command = [sys.executable, "-u", "-m", "oteltap", "--port", str(port)]
    with written.open("wb") as output, subprocess.Popen(command, stdout=output) as receiver:
        try:
            _wait_until(lambda: _is_listening(port))
            yield f"http://127.0.0.1:{port}"
        finally:
            receiver.terminate()


def _is_listening(port: int) -> bool:
    with socket.socket() as knocking:
        return knocking.connect_ex(("127.0.0.1", port)) == 0


def _wait_until(holds: Any) -> None:
    deadline = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < deadline
        time.sleep(0.05)


def kinds(attributes: dict[str, Any]) -> dict[str, type]:
    """Give the type of each attribute."""
    return {name: type(value) for name, value in attributes.items()}


def test_a_citation_arrives_as_promised(received: Received):
    """All keys, each with its type, the arrays of strings."""
    many, one = received.attributes("adk.cite")

    assert kinds(many) == kinds(one) == CITED
    assert (one["adk.citation.count"], one["adk.citation.truncated"]) == (1, False)
    assert one["adk.citation.documents"] == ["ledger"]
    assert one["adk.citation.versions"] == ["ledger@v1"]


def test_at_most_64_ids_arrive(received: Received):
    """The count says how many there were, and a flag that some are missing."""
    many, _one = received.attributes("adk.cite")

    assert many["adk.citation.ids"] == [f"chunk-{n:03}" for n in range(64)]
    assert (many["adk.citation.count"], many["adk.citation.truncated"]) == (MANY, True)


def test_a_check_arrives_as_promised(received: Received):
    """What was retrieved, and how it went; a refusal has a type and a code besides."""
    held, refused = received.attributes("adk.check_grounding")

    assert kinds(held) == CHECKED
    assert kinds(refused) == CHECKED | FAILED
    assert (held["adk.grounding.outcome"], held["adk.grounding.findings"]) == ("grounded", [])
    assert refused["adk.grounding.findings"] == ["dangling_id", "not_retrieved"]
    assert refused["error.type"] == "UngroundedCitationError"
    assert held["adk.citation.ids"] == refused["adk.citation.ids"] == ["owing"]


def test_resolving_and_erasing_arrive_as_promised(received: Received):
    """What was resolved; and of an erasure how much, and what it left outstanding."""
    (resolved,), (erased,) = received.attributes("adk.resolve"), received.attributes("adk.erase")

    assert kinds(resolved) == CITED
    assert kinds(erased) == {"adk.erasure.chunks": int, "adk.erasure.outstanding": list}
    assert erased["adk.erasure.outstanding"] == []


def test_only_a_refusal_has_a_status(received: Received):
    """It is a code, and there is no event."""
    statuses = [each["status"].get("message") for each in received.spans if each.get("status")]

    assert [each for each in statuses if each] == ["ungrounded_citation"]
    assert not any(each["events"] for each in received.spans)


def test_no_span_arrives_with_more_than_16_attributes(received: Received):
    """A backend drops what is too much, oldest first: the host's own."""
    assert len(received.spans) == 6
    assert all(len(each["attributes"]) <= 16 for each in received.spans)
    assert not any(each["droppedAttributesCount"] for each in received.spans)


def test_no_word_arrives(received: Received):
    """Not anywhere in what the receiver got, in no form."""
    assert received.canary.seen_in(received.written) == ()
