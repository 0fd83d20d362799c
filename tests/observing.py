"""What a host's tracing backend and meter would have received; one of each for the whole process."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

from opentelemetry import metrics, trace
from opentelemetry.sdk.metrics import MeterProvider
from opentelemetry.sdk.metrics.export import InMemoryMetricReader
from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter


@cache
def _exporter() -> InMemorySpanExporter:
    exporter = InMemorySpanExporter()
    provider = trace.get_tracer_provider()
    if not isinstance(provider, TracerProvider):
        provider = TracerProvider()
        trace.set_tracer_provider(provider)
    provider.add_span_processor(SimpleSpanProcessor(exporter))
    return exporter


@cache
def _reader() -> InMemoryMetricReader:
    reader = InMemoryMetricReader()
    metrics.set_meter_provider(MeterProvider([reader]))
    return reader


@contextmanager
def recorded_spans() -> Iterator[list[ReadableSpan]]:
    """Give a list that holds, after the block, every span that ended inside it."""
    exporter = _exporter()
    exporter.clear()
    spans: list[ReadableSpan] = []
    try:
        yield spans
    finally:
        spans.extend(exporter.get_finished_spans())


def metric_points() -> list[tuple[str, dict[str, Any]]]:
    """Give the name and the attributes of every point that was measured since the start."""
    data = _reader().get_metrics_data()
    return [
        (metric.name, dict(point.attributes or {}))
        for resource in (data.resource_metrics if data else ())
        for scope in resource.scope_metrics
        for metric in scope.metrics
        for point in metric.data.data_points
    ]
