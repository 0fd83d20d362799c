"""The token that makes a GroundedAnswer; held by what checks answers, and by nothing else."""

from __future__ import annotations

from typing import Final

SEAL: Final = object()
