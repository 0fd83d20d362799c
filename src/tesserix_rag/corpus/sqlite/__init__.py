"""A corpus in one SQLite file."""

from __future__ import annotations

from tesserix_rag.corpus.sqlite.store import SqliteCorpus

__all__ = ["SqliteCorpus"]
