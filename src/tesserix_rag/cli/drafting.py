"""What standard error says of an answer while a model writes it: drafts that nobody has checked."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from tesserix_rag.cli.shown import plain
from tesserix_rag.ids import UNRESOLVED
from tesserix_rag.markers import MarkerFound

if TYPE_CHECKING:
    from tesserix_rag.markers import TextDelta
    from tesserix_rag.records import GroundingReport


class Drafts:
    """
    Tells of drafts, each piece when it comes, and of why each was refused.

    Args:
        is_quiet: Whether it leaves out their words.
    """

    def __init__(self, *, is_quiet: bool) -> None:
        self._is_quiet = is_quiet
        self._numbers: dict[str, int] = {}
        self._drafts = 0
        self._is_open = False

    def tell(self, event: TextDelta | MarkerFound) -> None:
        """Tell a piece of a draft."""
        if self._is_quiet:
            return
        if not self._is_open:
            self._open()
        _write(f" {self._marker(event)}" if isinstance(event, MarkerFound) else event.text)

    def refuse(self, report: GroundingReport) -> None:
        """Say why a draft was refused: codes only, since its words are nobody's answer."""
        self.close()
        codes = dict.fromkeys(each.code.value for each in report.findings)
        _write(f"Refused: {', '.join(codes)}.\n")

    def close(self) -> None:
        """End the line of a draft, whether it came to its end or not."""
        if self._is_open:
            _write("\n\n")
        self._is_open = False

    def _open(self) -> None:
        self._is_open = True
        self._drafts += 1
        self._numbers = {}
        _write(f"Draft {self._drafts}, not checked:\n")

    def _marker(self, event: MarkerFound) -> str:
        return "".join(f"[{self._number(each)}]" for each in event.anchor.citation_ids)

    def _number(self, citation_id: str) -> str:
        """Number sources as they come, which is how the checked answer numbers them."""
        if citation_id.startswith(UNRESOLVED):
            return UNRESOLVED
        return str(self._numbers.setdefault(citation_id, len(self._numbers) + 1))


def _write(text: str) -> None:
    click.echo(plain(text), nl=False, err=True)
