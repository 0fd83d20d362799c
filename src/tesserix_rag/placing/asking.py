"""Asking models: each completion counted, and a failure noted instead of raised."""

from __future__ import annotations

import asyncio
import math
from collections import Counter
from typing import TYPE_CHECKING, cast

from tesserix_rag.errors import ConfigurationError
from tesserix_rag.ids import is_text
from tesserix_rag.placing.models import Completion

if TYPE_CHECKING:
    from collections.abc import Callable

    from tesserix_rag.placing.models import Model


class Counting:
    """
    What asks models, and sums what they count.

    Args:
        patience: How many seconds one completion may take; no bound, if none.

    Raises:
        ConfigurationError: If the patience is no number of seconds.
    """

    def __init__(self, patience: float | None) -> None:
        if patience is not None and not _is_time(patience):
            raise ConfigurationError("the patience of a placement is a number of seconds")
        self.usage: Counter[str] = Counter()
        self._patience = patience

    def made(self, models: Callable[[], Model]) -> Model:
        """Give a model; one that always fails, if none can be made."""
        try:
            return models()
        except Exception:  # noqa: BLE001 - a model that is not there fails like any other
            return _absent

    async def ask(self, model: Model, prompt: str) -> str | None:
        """Give what *model* answers; nothing, if it fails, takes too long or answers no text."""
        try:
            async with asyncio.timeout(self._patience):
                found = cast("object", await model(prompt))
        except Exception:  # noqa: BLE001 - whatever a model does, the answer stands
            return None
        except asyncio.CancelledError:
            if _is_cancelled():
                raise
            return None
        if not isinstance(found, Completion):
            return None
        self.usage.update(found.usage)
        return found.text if is_text(found.text) else None


async def _absent(_prompt: str) -> Completion:
    raise LookupError


def _is_time(seconds: object) -> bool:
    return type(seconds) in {int, float} and 0 < cast("float", seconds) < math.inf


def _is_cancelled() -> bool:
    """Whether somebody cancels this placement, and not a model itself."""
    task = asyncio.current_task()
    return task is None or task.cancelling() > 0
