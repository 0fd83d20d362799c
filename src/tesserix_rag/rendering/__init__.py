"""What the reader sees: references behind the prose of an answer, and the same in every channel."""

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
    "footnotes",
    "for_channel",
]
