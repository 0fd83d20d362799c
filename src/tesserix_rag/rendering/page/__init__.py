"""The evidence page: an answer on one side, and on the other the words that it rests on."""

from tesserix_rag.rendering.page.composing import evidence_page

__all__ = ["evidence_page"]
