"""Markers in the prose of models: every dialect, one scanner, at once or while the prose comes in."""

from tesserix_rag.markers.connectives import Connective, plain
from tesserix_rag.markers.dialects import (
    CARD,
    CIT_TAG,
    DOC,
    EVERY,
    FOOTNOTE,
    IRIS,
    IRIS_DRAFT,
    IRIS_STORED,
    LENTICULAR,
    NAMED,
    NUMERIC,
    PRIVATE_USE,
    SOURCE,
    Dialect,
    any_of,
    template,
)
from tesserix_rag.markers.drafting import draft_schema, parse_draft
from tesserix_rag.markers.finding import scan, strip_markers
from tesserix_rag.markers.parsing import MarkerFound, MarkerStream, StreamEvent, TextDelta, parse_answer
from tesserix_rag.markers.prompting import sources_prompt
from tesserix_rag.markers.reasoning import Reasoning
from tesserix_rag.markers.references import Marker
from tesserix_rag.markers.writing import Labelled, render_markers

__all__ = [
    "CARD",
    "CIT_TAG",
    "DOC",
    "EVERY",
    "FOOTNOTE",
    "IRIS",
    "IRIS_DRAFT",
    "IRIS_STORED",
    "LENTICULAR",
    "NAMED",
    "NUMERIC",
    "PRIVATE_USE",
    "SOURCE",
    "Connective",
    "Dialect",
    "Labelled",
    "Marker",
    "MarkerFound",
    "MarkerStream",
    "Reasoning",
    "StreamEvent",
    "TextDelta",
    "any_of",
    "draft_schema",
    "parse_answer",
    "parse_draft",
    "plain",
    "render_markers",
    "scan",
    "sources_prompt",
    "strip_markers",
    "template",
]
