"""A model behind an endpoint, over HTTP: what is asked, what comes back, and what a fault says."""

from __future__ import annotations

import asyncio
import logging
import pickle
import socket
from typing import Any

import pytest

from tesserix_rag import ConfigurationError, ModelCode, ModelError
from tesserix_rag.answering import Complete, Message, Role, openai_completions
from tests.endpoint import Ending, Endpoint, Reply, breaks_off, chunk, endpoint, refuses, says, undirected
from tests.fresh import printed_by, without
from tests.leaks import showing
from tests.leaks.canaries import Canary, made_up

PROMPT = (
    Message(role=Role.SYSTEM, content="Answer."),
    Message(role=Role.USER, content="When is a refund paid?"),
)
REPLY = "A refund is paid in a fortnight [1]."


async def read(complete: Complete, *messages: Message) -> str:
    """Read a whole reply."""
    return "".join([each async for each in complete(messages or PROMPT)])


def completions(running: Endpoint, **how: Any) -> Complete:
    """Give what asks a model of the endpoint."""
    return openai_completions("house-model", base_url=running.url, **how)


async def fault(*script: Reply, **how: Any) -> tuple[ModelError, int]:
    """Give the fault that a script leads to, and how many requests it took."""
    with endpoint(*script) as running, pytest.raises(ModelError) as refused:
        await read(completions(running, **how))
    return refused.value, len(running.requests)


# --- what is asked ---------------------------------------------------------------------


async def test_the_messages_are_asked_as_a_stream():
    with endpoint(says(REPLY)) as running:
        await read(completions(running))

    assert running.requests == [
        {
            "model": "house-model",
            "messages": [
                {"role": "system", "content": "Answer."},
                {"role": "user", "content": "When is a refund paid?"},
            ],
            "stream": True,
        }
    ]


async def test_a_reply_comes_in_its_pieces():
    with endpoint(says("A refund is paid", " in a", " fortnight [", "1].")) as running:
        pieces = [each async for each in completions(running)(PROMPT)]

    assert [each for each in pieces if each] == ["A refund is paid", " in a", " fortnight [", "1]."]


async def test_one_way_to_ask_serves_many_questions():
    """One after the other and at once, and in any event loop."""
    with endpoint(*[says(REPLY)] * 4) as running:
        complete = completions(running)
        there = await asyncio.gather(read(complete), read(complete))
        elsewhere = await asyncio.to_thread(lambda: [asyncio.run(read(complete)) for _ in range(2)])

    assert {*there, *elsewhere} == {REPLY}


@pytest.mark.parametrize(
    ("variable", "given", "sent"),
    [(None, None, "none"), ("sk-theirs", None, "sk-theirs"), ("sk-theirs", "sk-mine", "sk-mine")],
)
async def test_the_key_that_is_sent(
    monkeypatch: pytest.MonkeyPatch, variable: str | None, given: str | None, sent: str
):
    """The one that is given, else the variable's; a server of one's own may need none."""
    with endpoint(says(REPLY)) as running:
        if variable is not None:
            monkeypatch.setenv("OPENAI_API_KEY", variable)
        await read(completions(running, api_key=given))

    assert running.keys == [sent]


async def test_the_variable_names_the_endpoint(monkeypatch: pytest.MonkeyPatch):
    with endpoint(says(REPLY)) as running:
        monkeypatch.setenv("OPENAI_BASE_URL", running.url)

        assert await read(openai_completions("house-model")) == REPLY


def test_without_key_and_endpoint_it_says_what_is_missing():
    with undirected(), pytest.raises(ConfigurationError, match="OPENAI_API_KEY"):
        openai_completions("house-model")


@pytest.mark.parametrize(
    "wrong",
    [
        {"model": ""},
        {"model": "\ud800"},
        # What a shell makes of a variable that is not set must not lead to OpenAI.
        {"base_url": ""},
        {"base_url": "localhost:8000"},
        {"base_url": "ftp://localhost"},
        {"base_url": "http://"},
        {"base_url": "http://[::1"},
        {"base_url": "http://localhost:port"},
        {"base_url": "http://localhost:99999"},
        {"base_url": "http://local\thost"},
        {"base_url": "http://\ud800"},
        {"api_key": ""},
        {"api_key": "sk-\n"},
        {"api_key": "sk-ä"},
        {"timeout": 0},
        {"timeout": -1.0},
        {"timeout": float("inf")},
        {"timeout": float("nan")},
    ],
    ids=ascii,
)
def test_what_cannot_be_asked_is_refused_at_once(wrong: dict[str, Any]):
    how: dict[str, Any] = {"model": "m", "base_url": "http://localhost/v1", "api_key": "sk-x", **wrong}

    with undirected(), pytest.raises(ConfigurationError) as refused:
        openai_completions(how.pop("model"), **how)

    shown = f"{refused.value!r} {refused.value.__context__}"
    assert not any(str(each) in shown for each in wrong.values() if each and isinstance(each, str))


async def test_redirects_are_not_followed():
    """What is sent there is sent nowhere else."""
    with endpoint(says(REPLY)) as other:
        error, _ = await fault(Reply(status=307, headers={"Location": f"{other.url}/chat/completions"}))

    assert (error.code, error.status, other.requests) == (ModelCode.REFUSED, 307, [])


WITHOUT_OPENAI = f"""
{without("openai")}
from tesserix_rag import ConfigurationError
from tesserix_rag.answering import openai_completions
try:
    openai_completions("house-model", base_url="http://localhost/v1")
except ConfigurationError as error:
    print(error, error.__cause__, error.__context__)
"""


def test_without_the_client_it_says_how_to_install_it():
    said = printed_by(WITHOUT_OPENAI)

    assert said == "asking a model needs the client of OpenAI: pip install 'tesserix-rag[openai]' None None\n"


def test_the_client_is_loaded_by_whoever_asks():
    code = "import sys, tesserix_rag.answering; print('openai' in sys.modules)"

    assert printed_by(code) == "False\n"


# --- whole replies ---------------------------------------------------------------------


@pytest.mark.parametrize(
    "reply",
    [
        says(REPLY, ending=Ending.SILENT),
        says(REPLY, ending=Ending.CLOSED),
        says(REPLY, ending=Ending.DROPPED),
        says(REPLY, ending=Ending.STALLED),
        Reply(events=(chunk(REPLY, "stop"),)),
        Reply(events=(chunk(REPLY, ""), chunk(None, "stop"))),
        Reply(events=(chunk(REPLY), chunk("Another.", index=1), chunk("", "stop"))),
        Reply(events=('{"choices": []}', chunk(REPLY), chunk("", "stop"), "{")),
    ],
    ids=range(8),
)
async def test_a_reply_that_says_that_it_is_whole_is(reply: Reply):
    """Whatever its connection does behind its end, and whatever else is sent."""
    with endpoint(reply) as running:
        assert await read(completions(running, timeout=60)) == REPLY


async def test_a_request_that_is_refused_for_now_is_sent_again():
    for refusal in (refuses(429), refuses(503)):
        with endpoint(refusal, says(REPLY)) as running:
            assert await read(completions(running)) == REPLY
        assert len(running.requests) == 2


# --- faults ----------------------------------------------------------------------------

BROKEN = {
    "in the middle of a marker": breaks_off("A refund [", ending=Ending.DROPPED),
    "with the connection": breaks_off("A refund [", ending=Ending.CLOSED),
    "without a word": breaks_off("A refund [", ending=Ending.SILENT),
    "as if it were whole": breaks_off("A refund", ending=Ending.DONE),
    "before it begins": Reply(ending=Ending.DROPPED),
}


@pytest.mark.parametrize("reply", BROKEN.values(), ids=BROKEN)
async def test_a_stream_that_is_cut_is_never_a_whole_reply(reply: Reply):
    """It is not asked for again: half of it may have been shown."""
    error, requests = await fault(reply)

    assert (error.code, error.status, requests) == (ModelCode.INTERRUPTED, None, 1)


@pytest.mark.parametrize(
    ("finish", "code"),
    [
        ("length", ModelCode.CUT_SHORT),
        ("content_filter", ModelCode.FILTERED),
        ("tool_calls", ModelCode.MALFORMED),
        ("stopped", ModelCode.MALFORMED),
        (7, ModelCode.MALFORMED),
    ],
)
async def test_a_reply_that_ends_for_another_reason_is_not_whole(finish: Any, code: ModelCode):
    error, _ = await fault(says("A refund is paid", finish=finish))

    assert error.code is code


@pytest.mark.parametrize(
    "event",
    [
        *("{", "[]", "null", "7", '"text"', "{}", '{"choices": null}', '{"choices": 7}', '{"choices": [7]}'),
        *('{"choices": [{"index": 0}]}', '{"choices": [{"index": 0, "delta": null}]}', "\udc80"),
        chunk(["text"]),
        chunk(7),
        chunk({"text": "text"}),
    ],
    ids=ascii,
)
async def test_what_is_no_chunk_is_malformed(event: str):
    error, _ = await fault(Reply(events=(chunk("A refund"), event)))

    assert (error.code, error.status) == (ModelCode.MALFORMED, None)


@pytest.mark.parametrize(
    ("status", "code", "requests"),
    [
        (400, ModelCode.REFUSED, 1),
        (401, ModelCode.UNAUTHORIZED, 1),
        (403, ModelCode.UNAUTHORIZED, 1),
        (404, ModelCode.REFUSED, 1),
        (408, ModelCode.TIMED_OUT, 2),
        (429, ModelCode.RATE_LIMITED, 2),
        (500, ModelCode.FAILED, 2),
        (503, ModelCode.FAILED, 2),
        (504, ModelCode.TIMED_OUT, 2),
    ],
)
async def test_a_status_has_its_code(status: int, code: ModelCode, requests: int):
    error, asked = await fault(*[refuses(status)] * requests)

    assert (error.code, error.status, asked) == (code, status, requests)
    assert str(status) in str(error)


async def test_an_error_inside_the_stream_is_a_failure():
    error, _ = await fault(Reply(events=(chunk("A refund"), '{"error": {"message": "overloaded"}}')))

    assert error.code is ModelCode.FAILED


async def test_silence_is_waited_for_as_long_as_was_said():
    error, _ = await fault(breaks_off("A refund", ending=Ending.STALLED), timeout=0.2)

    assert error.code is ModelCode.TIMED_OUT


async def test_a_wait_that_is_asked_for_counts():
    """A minute is longer than the time that there is."""
    limited = refuses(429, **{"retry-after-ms": "60000"})

    error, requests = await fault(limited, timeout=0.3)

    assert (error.code, requests < 2) == (ModelCode.TIMED_OUT, True)


async def test_nobody_there_is_unreachable():
    with socket.socket() as taken, undirected():
        taken.bind(("127.0.0.1", 0))
        complete = openai_completions("m", base_url=f"http://127.0.0.1:{taken.getsockname()[1]}/v1")

        with pytest.raises(ModelError) as refused:
            await read(complete)

    assert refused.value.code is ModelCode.UNREACHABLE


async def test_a_reader_that_leaves_ends_the_reply():
    """Its connection is closed."""
    with endpoint(breaks_off("A refund", ending=Ending.STALLED)) as running:
        reply: Any = completions(running)(PROMPT)
        async for _ in reply:
            break
        await reply.aclose()

        assert await asyncio.to_thread(running.left.wait, 10)


async def test_a_reader_that_is_cancelled_is():
    """It is no fault of the model's, and its connection is closed, too."""
    with endpoint(breaks_off("A refund", ending=Ending.STALLED)) as running:
        reading = asyncio.create_task(read(completions(running)))
        await asyncio.to_thread(running.asked.wait)
        reading.cancel()

        with pytest.raises(asyncio.CancelledError):
            await reading
        assert await asyncio.to_thread(running.left.wait, 10)


# --- discretion ------------------------------------------------------------------------


def _told_by(canary: Canary) -> dict[str, list[Reply]]:
    """Give a script for each fault, with the canary wherever an endpoint can say something."""
    text = canary.text
    return {
        "interrupted": [breaks_off(text, f"{text} [", ending=Ending.DROPPED)],
        "cut short": [says(text, text, finish="length")],
        "another end": [says(text, finish=text)],
        "no JSON": [Reply(events=(chunk(text), text))],
        "no chunk": [Reply(events=(chunk(text), f'{{"{text}": "{text}"}}'))],
        "no text": [Reply(events=(chunk([text]),))],
        "an error": [Reply(events=(chunk(text), f'{{"error": {{"message": "{text}", "code": "{text}"}}}}'))],
        "refused": [refuses(400, text)],
        "unauthorised": [refuses(401, text)],
        "rate limited": [refuses(429, text)] * 2,
        "failed": [refuses(500, text)] * 2,
        "no JSON in an error": [Reply(status=400, body=text.encode())],
        "stalled": [breaks_off(text, ending=Ending.STALLED)],
    }


@pytest.fixture(scope="module")
def canary() -> Canary:
    return made_up()


@pytest.mark.parametrize("name", _told_by(made_up()))
async def test_a_fault_tells_neither_prompt_nor_reply_nor_key(
    name: str, canary: Canary, caplog: pytest.LogCaptureFixture
):
    """Not in its message, its pickle, what is behind it, the locals of our frames, or anyone's log."""
    caplog.set_level(logging.DEBUG)
    key = f"sk-{canary.ascii}"
    message = Message(role=Role.USER, content=canary.text)

    with endpoint(*_told_by(canary)[name]) as running, pytest.raises(ModelError) as refused:
        await read(completions(running, api_key=key, timeout=0.3 if name == "stalled" else 60), message)

    error = refused.value
    told = [
        *(f"{error} {error!r} {error.args} {vars(error)} {getattr(error, '__notes__', ())}",),
        *(pickle.dumps(error), caplog.text),
        *(value for _, value in showing.local_values(error)),
    ]
    assert (error.__cause__, error.__context__) == (None, None)
    assert [canary.seen_in(each) for each in told] == [()] * len(told)
