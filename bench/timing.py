"""How much CPU something takes: the best of several tries, taken in turns so that noise meets all alike."""

from __future__ import annotations

from collections.abc import Callable
from time import process_time

from table import Row

_TRIES = 15
_LONG_ENOUGH = 0.02
_MILLISECOND = 1e-3


def best_of(*works: Callable[[], object], tries: int = _TRIES) -> tuple[float, ...]:
    """Give the CPU seconds of the quickest run of each of *works*."""
    rounds = [_rounds(work) for work in works]
    best = [float("inf")] * len(works)
    for _ in range(tries):
        for at, work in enumerate(works):
            best[at] = min(best[at], _seconds(work, rounds[at]))
    return tuple(best)


def _rounds(work: Callable[[], object]) -> int:
    """Give how often to repeat *work* in one try; its first run, which imports and warms, does not count."""
    work()
    return max(1, int(_LONG_ENOUGH / max(_seconds(work, 1), 1e-9)))


def _seconds(work: Callable[[], object], rounds: int) -> float:
    began = process_time()
    for _ in range(rounds):
        work()
    return (process_time() - began) / rounds


def row(what: str, ours: float, limit: float, aim: str) -> Row:
    """Report two times and their ratio."""
    return Row(what, shown(ours), shown(limit), f"{ours / limit:.2f}x", aim)


def shown(seconds: float) -> str:
    """Give a time in the unit that suits it."""
    if seconds < _MILLISECOND:
        return f"{seconds * 1e6:.1f} us"
    return f"{seconds * 1e3:.2f} ms" if seconds < 1 else f"{seconds:.2f} s"
