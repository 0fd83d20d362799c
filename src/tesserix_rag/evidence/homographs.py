"""Words that say no in one language and something else in another, told apart by what stands around them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tesserix_rag.evidence.listing import listed

if TYPE_CHECKING:
    from collections.abc import Sequence

_FRENCH: Final = listed("les des est une dans du qui sur aux été cette avec pour sont par ont l d")
_SPANISH: Final = listed("el los las que del una por con para y al")
_GERMAN: Final = listed("der das und ist nicht mit von eine wird für auf im dem")
_DUTCH: Final = listed("het een van niet voor met zijn wordt ook dat door naar bij")
_NORDIC: Final = listed("och att på är som og det til av för med den ikke inte ett har")
_PORTUGUESE: Final = listed("não uma são pelo pela também ao foi mais os")

_ELSEWHERE: Final = {
    "et": frozenset(_FRENCH),
    "en": frozenset((*_FRENCH, *_SPANISH, *_DUTCH, *_NORDIC)),
    "mai": frozenset((*_FRENCH, *_GERMAN)),
    "nu": frozenset((*_DUTCH, *_NORDIC)),
    "no": frozenset(_PORTUGUESE),
    "sin": frozenset(_NORDIC),
    "noch": frozenset(_GERMAN),
}
_PAIRED: Final = {"noch": "weder"}
_CERTAIN: Final = 2


def is_of_another_language(word: str, around: Sequence[str]) -> bool:
    """Whether a folded word that says no in one language is of another among the words *around* it."""
    others = _ELSEWHERE.get(word)
    if others is None or _PAIRED.get(word) in around:
        return False
    return sum(each in others for each in around) >= _CERTAIN
