# Types of the one function of edlib that is of use here.
# Checked with stubtest against edlib 1.3.9.post1. Delete when py.typed lands.
#
# Locations count from 0 and include their last element. With the task "distance" the starts are None.

from collections.abc import Hashable, Iterable
from typing import Literal, TypedDict

class _Alignment(TypedDict):
    editDistance: int
    alphabetLength: int
    locations: list[tuple[int | None, int]]
    cigar: str | None

def align(
    query: str | bytes | Iterable[Hashable],
    target: str | bytes | Iterable[Hashable],
    mode: Literal["NW", "SHW", "HW"] = "NW",
    task: Literal["distance", "locations", "path"] = "distance",
    k: int = -1,
    additionalEqualities: list[tuple[Hashable, Hashable]] | None = None,  # noqa: N803 - its name
) -> _Alignment: ...
