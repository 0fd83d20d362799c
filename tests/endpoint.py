"""A model's endpoint on this machine, which speaks chat completions over HTTP and replies from a script."""

from __future__ import annotations

import json
import os
import select
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from enum import Enum, auto
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, Final, cast
from unittest.mock import patch

from attrs import Factory, define, frozen

_AT_ONCE: Final = {"retry-after-ms": "1"}
_PATIENCE: Final = 0.01
_NO_CERTIFICATES: Final = {"SSL_CERT_DIR": str(Path(__file__).parent)}
"""None is needed here, and to read all of a machine's takes a client longer than the whole reply."""
_ELSEWHERE: Final = ("_PROXY", "OPENAI_", "SSL_CERT_")
"""What the names of variables have in them that could lead a request elsewhere."""


class Ending(Enum):
    """How a stream ends."""

    DONE = auto()
    """With ``[DONE]``."""
    SILENT = auto()
    """Properly, but without saying that it is the end."""
    CLOSED = auto()
    """With the connection, whose end is the end of the body."""
    DROPPED = auto()
    """With the connection, in the middle of the body."""
    STALLED = auto()
    """Not at all."""


@frozen(kw_only=True)
class Reply:
    """
    What the endpoint replies to one request.

    Args:
        events: The data of each event.
        ending: How the stream ends.
        status: The HTTP status; a body is sent instead of events unless it is 200.
        body: The body.
        headers: Further headers.
    """

    events: tuple[str, ...] = ()
    ending: Ending = Ending.DONE
    status: int = 200
    body: bytes = b""
    headers: dict[str, str] = Factory(dict)


def chunk(content: Any = None, finish: Any = None, **changed: Any) -> str:
    """Give the data of an event as the endpoints send it."""
    choice = {"index": 0, "delta": {"content": content}, "finish_reason": finish, **changed}
    return json.dumps({"id": "c", "object": "chat.completion.chunk", "created": 1, "choices": [choice]})


def says(*deltas: str, finish: str | None = "stop", ending: Ending = Ending.DONE) -> Reply:
    """Reply with a text in pieces."""
    pieces = [chunk(each) for each in deltas]
    last = [chunk("", finish)] if finish is not None else []
    return Reply(events=(chunk("", role="assistant"), *pieces, *last), ending=ending)


def breaks_off(*deltas: str, ending: Ending) -> Reply:
    """Reply with the beginning of a text."""
    return says(*deltas, finish=None, ending=ending)


def refuses(status: int, told: str = "", **headers: str) -> Reply:
    """Reply with an error; where that is retried, at once."""
    body = json.dumps({"error": {"message": told, "type": "error", "code": told}}).encode()
    return Reply(status=status, body=body, headers={**_AT_ONCE, **headers})


@define
class Endpoint:
    """
    A running endpoint.

    Args:
        url: Where it is.
        script: What it will reply, one after the other.
        requests: What it was asked.
        keys: With which keys.
        asked: Set when it was asked.
        left: Set when a client has left before its stream ended.
        closing: Set when it is to end.
    """

    url: str
    script: list[Reply]
    requests: list[dict[str, Any]] = Factory(list)
    keys: list[str] = Factory(list)
    asked: threading.Event = Factory(threading.Event)
    left: threading.Event = Factory(threading.Event)
    closing: threading.Event = Factory(threading.Event)

    def prompt(self, at: int) -> str:
        """Give all that was said in a request."""
        return "\n".join(each["content"] for each in self.requests[at]["messages"])


class _Server(ThreadingHTTPServer):
    endpoint: Endpoint

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Say nothing of a client that has left, but keep it in mind."""
        self.endpoint.left.set()


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    @property
    def _endpoint(self) -> Endpoint:
        return cast("_Server", self.server).endpoint

    def do_POST(self) -> None:
        endpoint = self._endpoint
        body = self.rfile.read(int(self.headers["Content-Length"]))
        endpoint.requests.append(json.loads(body))
        endpoint.keys.append(self.headers["Authorization"].removeprefix("Bearer "))
        endpoint.asked.set()
        reply = endpoint.script.pop(0)
        if self.path != "/v1/chat/completions":
            reply = refuses(404)
        if reply.status == 200:
            self._stream(reply)
        else:
            self._refuse(reply)

    def _refuse(self, reply: Reply) -> None:
        self.send_response(reply.status)
        self.send_header("Content-Length", str(len(reply.body)))
        self._end_headers(reply)
        self.wfile.write(reply.body)

    def _stream(self, reply: Reply) -> None:
        is_chunked = reply.ending is not Ending.CLOSED
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header(*(("Transfer-Encoding", "chunked") if is_chunked else ("Connection", "close")))
        self._end_headers(reply)
        for event in (*reply.events, *(["[DONE]"] if reply.ending is Ending.DONE else [])):
            self._write(f"data: {event}\n\n".encode(errors="surrogateescape"), is_chunked=is_chunked)
        self._end(reply.ending)

    def _end_headers(self, reply: Reply) -> None:
        for name, value in reply.headers.items():
            self.send_header(name, value)
        self.end_headers()

    def _write(self, data: bytes, *, is_chunked: bool) -> None:
        self.wfile.write(b"%x\r\n%b\r\n" % (len(data), data) if is_chunked else data)
        self.wfile.flush()

    def _end(self, ending: Ending) -> None:
        if ending in {Ending.DONE, Ending.SILENT}:
            self.wfile.write(b"0\r\n\r\n")
        if ending is Ending.STALLED:
            self._stall()
        self.close_connection = True

    def _stall(self) -> None:
        """Say nothing more until the client leaves, or the endpoint ends."""
        while not self._endpoint.closing.wait(_PATIENCE):
            if select.select([self.connection], [], [], 0)[0]:
                self._endpoint.left.set()
                break

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - as it is called there
        """Say nothing."""


@contextmanager
def undirected() -> Iterator[None]:
    """Be where no variable says where a model is, or how to get there."""
    kept = {name: value for name, value in os.environ.items() if not _leads_elsewhere(name)}
    with patch.dict(os.environ, {**kept, **_NO_CERTIFICATES}, clear=True):
        yield


def _leads_elsewhere(name: str) -> bool:
    return any(each in name.upper() for each in _ELSEWHERE)


@contextmanager
def endpoint(*script: Reply) -> Iterator[Endpoint]:
    """Run an endpoint that gives *script*, one reply to each request, where no variable names another."""
    with undirected(), _Server(("127.0.0.1", 0), _Handler) as server:
        running = Endpoint(f"http://127.0.0.1:{server.server_address[1]}/v1", [*script])
        server.endpoint = running
        serving = threading.Thread(target=server.serve_forever, args=(0.01,))
        serving.start()
        try:
            yield running
        finally:
            running.closing.set()
            server.shutdown()
            serving.join()


def cut(text: str, size: int) -> Iterable[str]:
    """Cut a text into pieces of *size*."""
    return (text[at : at + size] for at in range(0, len(text), size))
