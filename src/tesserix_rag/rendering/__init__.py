"""What the reader sees: references behind the prose of an answer, and the same in every channel."""

from tesserix_rag.rendering.annotating import web_annotations
from tesserix_rag.rendering.answers import render_markdown, render_plain
from tesserix_rag.rendering.channels import (
    EMAIL,
    PLAIN,
    SLACK,
    TELEGRAM,
    VOICE,
    WEB,
    Channel,
    ChannelText,
    for_channel,
)
from tesserix_rag.rendering.files import CitedFile
from tesserix_rag.rendering.footnoting import Footnoted, footnotes
from tesserix_rag.rendering.fragments import render_html
from tesserix_rag.rendering.page import evidence_page
from tesserix_rag.rendering.proving import provenance_json
from tesserix_rag.rendering.writing import Writing

__all__ = [
    "EMAIL",
    "PLAIN",
    "SLACK",
    "TELEGRAM",
    "VOICE",
    "WEB",
    "Channel",
    "ChannelText",
    "CitedFile",
    "Footnoted",
    "Writing",
    "evidence_page",
    "footnotes",
    "for_channel",
    "provenance_json",
    "render_html",
    "render_markdown",
    "render_plain",
    "web_annotations",
]
