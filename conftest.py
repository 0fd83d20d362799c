"""Run the Python examples of README.md and of the documentation as tests."""

from __future__ import annotations

from contextlib import ExitStack, chdir
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from sybil import Sybil
from sybil.integration.pytest import SybilItem
from sybil.parsers.myst import PythonCodeBlockParser, SkipParser


def _enter_folder(namespace: dict[str, Any]) -> None:
    namespace["_left_at_end"] = stack = ExitStack()
    stack.enter_context(chdir(stack.enter_context(TemporaryDirectory())))


def _leave_folder(namespace: dict[str, Any]) -> None:
    namespace["_left_at_end"].close()


pytest_collect_file = Sybil(
    parsers=[PythonCodeBlockParser(), SkipParser()],
    patterns=["README.md", "docs/*.md", "docs/**/*.md"],
    excludes=["*/README.md", "*/*/README.md"],
    setup=_enter_folder,
    teardown=_leave_folder,
).pytest()


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the examples of a page back in the order of reading, after the shuffle."""
    examples = [item for item in items if isinstance(item, SybilItem)]
    others = [item for item in items if not isinstance(item, SybilItem)]
    examples.sort(key=lambda item: (str(item.path), item.example.start))
    items[:] = [*others, *examples]
