"""A host that exports its spans over OTLP, in a process of its own: its argument is the receiver's address."""

from __future__ import annotations

import asyncio
import json
import sys
from contextlib import suppress

from opentelemetry import trace
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor

from tesserix_rag import (
    CorpusResolver,
    ErasureReason,
    GroundingError,
    RetrievalScope,
    check_grounding,
    cite,
    tenant_scope,
)
from tesserix_rag.corpus.sqlite import SqliteCorpus
from tesserix_rag.erasing import erase
from tests.leaks import material
from tests.leaks.canaries import Canary


async def work(canary: Canary) -> None:
    """Cite, check an answer that holds and one that does not, resolve and erase."""
    hits = (material.hit(canary, chunk_id=f"chunk-{n:03}") for n in range(material.MANY))
    cite(material.result(canary, *hits))
    retrieved = (material.citation(canary),)
    check_grounding(material.grounded(canary), retrieved)
    with suppress(GroundingError):
        check_grounding(material.dangling(canary), retrieved)
    async with SqliteCorpus(":memory:") as corpus:
        await corpus.put(material.document(canary))
        found = await corpus.retrieve(canary.text, scope=RetrievalScope(collection="default"))
        (cited,) = cite(found)
        await CorpusResolver(corpus).resolve(cited)
        await erase(corpus, document_id="ledger", reason=ErasureReason.LEGAL, ticket=canary.text)


def main() -> None:
    """Do it all, with the canary that stands on standard input."""
    canary = Canary(**json.load(sys.stdin))
    provider = TracerProvider()
    provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter(endpoint=f"{sys.argv[1]}/v1/traces")))
    trace.set_tracer_provider(provider)
    with tenant_scope("acme"):
        asyncio.run(work(canary))
    provider.shutdown()


if __name__ == "__main__":
    main()
