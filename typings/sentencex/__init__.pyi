# Types of the two functions of sentencex that are of use here.
# Checked with stubtest against sentencex 1.0.32. Delete when py.typed lands.
#
# Offsets count code points. A break between paragraphs is an entry of its own. Where nothing marks
# the end of a sentence, boundary_symbol is None.

from typing import TypedDict

class _Boundary(TypedDict):
    start_index: int
    end_index: int
    text: str
    boundary_symbol: str | None
    is_paragraph_break: bool

def get_sentence_boundaries(language: str, text: str) -> list[_Boundary]: ...
def segment(language: str, text: str) -> list[str]: ...
