"""What a host's logs, tracing and error reports may know of a corpus: ids, counts and codes."""

from __future__ import annotations

import io
import pickle
import sqlite3
import traceback
from collections.abc import Iterator
from contextlib import closing
from hashlib import sha256
from pathlib import Path

import pytest
import structlog
from structlog.testing import capture_logs

from tesserix_rag import (
    Citation,
    ConfigurationError,
    CorpusResolver,
    Span,
    StoreError,
    TesserixRagError,
)
from tesserix_rag.corpus.sqlite import SqliteCorpus
from tests.corpus.libraries import ask, citation_of, cited, erased, handbook
from tests.observing import recorded_spans

CANARIES = ("Whitfield", "惠特菲尔德", "𝔚𝔥𝔦𝔱𝔣")
TEXT = "Ms Whitfield 惠特菲尔德 𝔚𝔥𝔦𝔱𝔣 owes 4,200 euros."


@pytest.fixture
def configured() -> Iterator[None]:
    """Be a host that reads everything structlog tells."""
    structlog.configure(logger_factory=structlog.PrintLoggerFactory(io.StringIO()))
    yield
    structlog.reset_defaults()


def tells(*things: object) -> bool:
    """Whether one of *things* shows a canary, in any form."""
    shown = "".join(repr(each) + str(each) for each in things)
    return any(
        each in shown or ascii(each)[1:-1] in shown or str(each.encode())[2:-1] in shown for each in CANARIES
    )


async def driven(corpus: SqliteCorpus) -> list[TesserixRagError]:
    """Do everything once with secret text, and give all errors that came."""
    secret = handbook(TEXT, uri=TEXT, title=TEXT, license=TEXT, metadata={TEXT: TEXT, "kind": TEXT})
    chunks = await corpus.put(secret)
    await corpus.put(secret)
    (citation,) = await cited(corpus, TEXT, filters={TEXT: TEXT})
    await CorpusResolver(corpus).resolve_many([citation])
    errors: list[TesserixRagError] = []
    for call in (
        lambda: corpus.put(handbook(TEXT + TEXT)),
        lambda: corpus.put(secret, collection=f"{TEXT}\0"),
        lambda: corpus.put(handbook(TEXT, "v2"), chunks=[Span(0, 999)]),
        lambda: ask(corpus, TEXT, filters={TEXT: float("nan")}),
        lambda: ask(corpus, TEXT * 1_000),
        lambda: corpus.document(f"{TEXT}\0"),
        lambda: corpus.document("handbook", f"?{TEXT}"),
        lambda: erased(corpus, f"?{TEXT}"),
        lambda: erased(corpus, ticket=TEXT * 100),
        lambda: CorpusResolver(corpus).resolve(citation_of(chunks[0], span=Span(0, 3))),
        lambda: erased(corpus, chunk_id="nowhere"),
        lambda: erased(corpus, ticket=TEXT),
        lambda: corpus.put(secret),
    ):
        try:
            await call()
        except TesserixRagError as error:
            errors.append(error)
    return errors


async def test_no_error_of_a_corpus_tells_text(path: Path):
    """Messages, arguments, notes, causes, contexts and pickles hold none; nor do tracebacks."""
    async with SqliteCorpus(path) as corpus:
        errors = await driven(corpus)

    assert len(errors) == 12
    for error in errors:
        assert not tells(error, error.args, vars(error), pickle.dumps(error))
        assert error.__cause__ is error.__context__ is None
        assert not tells("".join(traceback.format_exception(error)))


async def test_no_log_of_a_corpus_tells_text(path: Path, configured: None):
    """Every call is told of, by ids and counts."""
    with capture_logs() as logs:
        async with SqliteCorpus(path) as corpus:
            await driven(corpus)

    assert {"put", "retrieved", "resolved", "erased", "cleaned"} <= {each["event"] for each in logs}
    assert {each["log_level"] for each in logs} == {"debug"}
    assert not tells(logs)


async def test_no_span_of_a_corpus_tells_text(path: Path):
    """Resolving and erasing have spans, with at most 16 attributes, and no events."""
    with recorded_spans() as spans:
        async with SqliteCorpus(path) as corpus:
            await driven(corpus)

    assert {"adk.resolve", "adk.erase"} <= {each.name for each in spans}
    assert not tells(*(each.to_json() for each in spans))
    assert all(len(each.attributes or {}) <= 16 and not each.events for each in spans)


async def test_what_a_corpus_gives_does_not_show_text(path: Path):
    """Neither do the records between store and caller."""
    async with SqliteCorpus(path) as corpus:
        chunks = await corpus.put(handbook(TEXT, uri=TEXT, title=TEXT))
        result = await ask(corpus, TEXT)
        held = await corpus.held([citation_of(chunks[0])])
        document = await corpus.document("handbook")
        receipt = await erased(corpus)

    assert not tells(chunks, result, held, document, receipt, corpus)


async def test_a_fault_of_the_file_tells_no_text(path: Path):
    """A row that cannot be read is reported without what stands in it."""
    async with SqliteCorpus(path) as corpus:
        await corpus.put(handbook(TEXT, metadata={"a": TEXT}))
    with closing(sqlite3.connect(path)) as raw:
        raw.execute("UPDATE version SET metadata = metadata || 'x', text = text || x'ff'")
        raw.commit()

    async with SqliteCorpus(path) as corpus:
        for call in (corpus.document("handbook"), ask(corpus, "euros")):
            with pytest.raises(StoreError) as raised:
                await call
            assert not tells("".join(traceback.format_exception(raised.value)))
            assert raised.value.__context__ is raised.value.__cause__ is None


async def test_a_digest_is_no_plain_hash(path: Path):
    """Nobody who has only the citation can check a guess at the text."""
    async with SqliteCorpus(path) as corpus:
        await corpus.put(handbook(TEXT))
        (citation,) = await cited(corpus, "euros")

    assert isinstance(citation, Citation)
    assert citation.digest != sha256(TEXT.encode()).hexdigest()


async def test_a_corpus_that_is_not_open_says_how_to_use_it(path: Path):
    """Before entering and after leaving, each call is a mistake of the program."""
    corpus = SqliteCorpus(path)
    for _ in range(2):
        for call in (
            lambda: corpus.put(handbook()),
            lambda: ask(corpus, "x"),
            lambda: corpus.document("x"),
            lambda: erased(corpus),
        ):
            with pytest.raises(ConfigurationError) as refused:
                await call()
            assert "async with" in str(refused.value)
        async with corpus:
            await corpus.put(handbook())
            with pytest.raises(ConfigurationError):
                await corpus.__aenter__()
