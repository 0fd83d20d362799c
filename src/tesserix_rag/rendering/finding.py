"""Which files the markers of a text name."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Final

from attrs import frozen

from tesserix_rag.markers import CIT_TAG
from tesserix_rag.markers.dialects import Naming
from tesserix_rag.markers.signs import signs_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tesserix_rag.markers import Dialect
    from tesserix_rag.rendering.files import CitedFile

_HIDING: Final = ("`", "$", "\\", "](", "~~~", "!--")
"""What has to occur in a text for a tag to be hidden in it."""


def tags_and_prose(text: str, dialect: Dialect) -> list[str] | None:
    """
    Give prose and the ids that tags name, by turns, beginning and ending with prose.

    Give nothing, if the dialect has others than tags, or something in the text may hide one.
    """
    if dialect != CIT_TAG or any(each[0] in text and each in text for each in _HIDING):
        return None
    (form,) = signs_of(CIT_TAG).forms["<"]
    return form.whole.split(text)


@frozen(slots=False)
class Files:
    """
    Files, ready to be referred to.

    Args:
        files: The files, in the order that positions count.
    """

    files: tuple[CitedFile, ...]

    def named(self, reference: str, naming: Naming) -> CitedFile | None:
        """Give the file that a reference names, if there is one."""
        if naming is Naming.POSITION:
            return self._at(reference)
        if naming in {Naming.DRAFT, Naming.SOURCE}:
            return self._by_id.get(reference.split(":")[1])
        found = self._by_id.get(reference)
        if found is None and naming is Naming.DOCUMENT:
            return self._by_id.get(reference.lstrip("0"))
        return found

    def others(self, cited: Iterable[CitedFile]) -> tuple[CitedFile, ...]:
        """Give the files that are not *cited*, each once."""
        ids = {each.file_id for each in cited}
        return tuple(each for file_id, each in self._by_id.items() if file_id not in ids)

    def _at(self, reference: str) -> CitedFile | None:
        if not reference.isdigit() or not 0 < int(reference) <= len(self.files):
            return None
        return self._by_id[self.files[int(reference) - 1].file_id]

    @cached_property
    def _by_id(self) -> dict[str, CitedFile]:
        found: dict[str, CitedFile] = {}
        for each in self.files:
            found.setdefault(each.file_id, each)
        return found
