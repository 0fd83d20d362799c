"""Small words that change what a sentence says, in the languages that we read."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from tesserix_rag.evidence.homographs import is_of_another_language

if TYPE_CHECKING:
    from collections.abc import Sequence

_NEGATIONS: Final = """
        not no never none nobody nothing nowhere neither nor cannot can't don't doesn't didn't won't
    wouldn't isn't aren't
        wasn't weren't hasn't haven't hadn't shouldn't mustn't needn't couldn't ain't shan't mightn't non
    without hardly
    barely scarcely rarely seldom lacks lacked lack denies denied deny false untrue fails failed refuses refused
    nicht nie niemals nirgends kein keine keinen keinem keiner keines ohne weder nichts niemand kaum
    ne n pas jamais aucun aucune sans ni rien personne nul nulle guère non
    no nunca jamás ningún ninguna ninguno sin tampoco nada nadie
    non né mai nessun nessuno nessuna senza nulla niente neanche nemmeno neppure
    não nem nunca jamais nenhum nenhuma sem ninguém
    niet geen nooit zonder niets niemand noch nergens
    inte ej aldrig ingen inget inga utan ikke ingen intet aldri aldrig uden uten
    ei en et emme ette eivät älä eikä ilman
    nie nigdy bez żaden żadna żadne ani nic ne není nejsou nikdy žádný žádná nelze bez ani
    не ни нет никогда без нельзя невозможно никто ничто немає ніколи жоден
    لا لم لن ليس ليست ليسوا غير بدون دون كلا لست
    לא אין אינו אינה אינם בלי ללא אל
    δεν μην όχι χωρίς ούτε ποτέ
    değil yok hayır asla hiç hiçbir
    không chưa chẳng chớ đừng
    tidak bukan tanpa belum jangan
    नहीं न मत बिना ना
    নয় না নেই
    nu fără niciodată nem sem nincs soha nélkül
    نه نیست نمی بدون هرگز نہیں نہ
"""
_LIMITS: Final = """
        only except unless excluding save barring but solely merely until if although though while whereas
    however instead
    nur außer ausgenommen sofern falls wenn aber sondern obwohl bis lediglich allein
    seulement sauf hormis excepté si mais quoique uniquement que
    solo sólo solamente salvo excepto menos si pero sino aunque únicamente
    soltanto solamente tranne eccetto salvo se ma però purché
    apenas somente só exceto salvo se mas porém
    alleen slechts behalve tenzij mits als maar hoewel
    endast bara utom såvida om men kun bare undtagen medmindre unntatt
    tylko oprócz chyba jeśli ale jen pouze kromě pokud ale
    только кроме лишь если но однако лише крім
    فقط إلا سوى باستثناء لكن إذا ما عدا
    רק אלא למעט אם אבל
    μόνο εκτός αν αλλά
    sadece ancak hariç eğer ama yalnız
    chỉ trừ nếu nhưng
    hanya kecuali jika tetapi
    केवल सिवाय लेकिन अगर
"""
_FILLERS: Final = """
        a an the to be been being yet longer always necessarily fully ever any very really only just even so
    too as of in
    have has had do does did it that this these those in all every each directly currently generally
    ein eine einen einem einer eines der die das den dem des zu mehr immer unbedingt sehr auch so noch
    un une le la les de du des d plus toujours encore
    una unos unas el los las lo se ha han es está
    il lo gli i più ancora sempre è
    c'è l j m t s c qu jusqu lorsqu puisqu quoiqu gl all dall dell nell sull coll quell quest bell
    um uma o os as mais ainda é
    een het te meer altijd nog
"""
_LINKS: Final = """
    and or is are was were by for from on at with which who he she we you they i his her its their
    our my your one there then than also when where what how not into about over under after before
    between und oder ist sind war waren von mit für auf im am bei aus nach er sie es wir ihr ich als
    wie dass et ou est sont était par pour dans sur avec qui que au aux en ce cette il elle nous
    vous ils y e o con por para su sus del al como era fue che di da in con per su è sono era della
    del dei con não ao do da dos das en van is zijn was op aan met voor door bij dat i og är som av
    på til med den det det er в и на с по из от за что как это он она они был была را و في من على
    إلى عن أن هذا هذه التي الذي كان
"""
# Marks inside Indic words are no letters to ``re``.
_LETTER: Final = r"(?:[^\W_]|[\u0900-\u0963\u0966-\u0dff])"
_WORDS: Final = re.compile(rf"{_LETTER}+(?:'{_LETTER}+)*")
# Scripts that write no blanks: looked for as they stand.
_UNSPACED_NEGATION: Final = (
    "不|没|沒|無|无|未|非|勿|别|別|莫|否|ない|なく|なかっ|ません|ませぬ|ず(?!っと|つ|れ)|ぬ|じゃな|ではな|ไม่|มิได้|มิใช่|ห้าม|ไร้|ปราศจาก|"
    "않|없|못|아니|안 |မ|មិន|ບໍ່|គ្មាន"
)
_UNSPACED_LIMIT: Final = "仅|僅|只|除|但|若|如果|のみ|だけ|しか|以外|ただし|เฉพาะ|เว้น|แต่|ถ้า|หาก|만 |제외|외에"
_NEGATED_BEFORE: Final = re.compile(
    "(?:不|没|沒|無|无|未|非|勿|别|別|莫|不是|不能|不可|不会|不會|不应|不應|不得|不必|不需|不再|不要|不准|没有|沒有|並非|并非|未能|未曾|从未|從未|"
    "ไม่|ไม่ได้|ไม่ใช่|ไม่เคย|ไม่ต้อง|ไม่สามารถ|"
    "มิได้|มิใช่|ห้าม|ยังไม่|ไม่มี|ปราศจาก|ไร้|မ|មិន|ບໍ່|គ្មាន)\\s*\\Z"
)
_NEGATED_AFTER: Final = re.compile(
    r"\s*(?:ない|なく|なかっ|ません|ませぬ|ず(?!っと|つ|れ)|ぬ|ではな|ではあ|じゃな|"
    r"않|지 않|지 못|नहीं|নয়|নেই|не\b)"
)
_AFTER: Final = frozenset(
    ("not", "nicht", "niet", "pas", "ikke", "inte", "nie", "niemals", "nooit", "never", "नहीं", "değil")
)

NEGATIONS: Final = frozenset(_NEGATIONS.split())
LIMITS: Final = frozenset(_LIMITS.split())
FILLERS: Final = frozenset(_FILLERS.split()) - NEGATIONS
COMMON: Final = FILLERS | NEGATIONS | LIMITS | frozenset(_LINKS.split())
"""Words that stand everywhere."""

MAGNITUDES: Final = re.compile(
    r" ?(?:hundred|thousand|million|billion|trillion|tausend|mio|mrd|million\w*|milliard\w*|billion\w*|"
    r"mil|millones|millón|milhões|milhão|bilhões|mille|milioni|miliard\w*|miljoen|miljard|duizend|"
    r"тыс\w*|млн|млрд|миллион\w*|миллиард\w*|ألف|مليون|مليار|ملايين|ล้าน|พันล้าน|แสน|หมื่น|crore|lakh)(?!\w)"
)

_PREFIXED: Final = re.compile(r"(?:\A|\W)(?:non|nicht|not|un|anti|sans)-\Z")


_ELIDED: Final = re.compile(r"(?<=\w)\"\Z")
"""An apostrophe where a text is cut, which folds to a mark that quotes."""


def negates(word: str) -> bool:
    """Whether the folded *word* says no."""
    return word in NEGATIONS or word.endswith("n't")


def changes_meaning(gap: str, around: str = "") -> bool:
    """Whether what the folded *gap* says would change what stands *around* it: a no, or a limit."""
    beside = words(around)
    if any(_says_no(word, beside) or word in LIMITS for word in words(gap)):
        return True
    return not gap.isascii() and re.search(f"{_UNSPACED_NEGATION}|{_UNSPACED_LIMIT}", gap) is not None


def _says_no(word: str, around: Sequence[str]) -> bool:
    return negates(word) and not is_of_another_language(word, around)


def negations(text: str) -> int:
    """Count the negations in the folded *text*."""
    found = sum(map(negates, words(text)))
    return found if text.isascii() else found + len(re.findall(_UNSPACED_NEGATION, text))


def words(text: str) -> list[str]:
    """Give the words of the folded *text*, an apostrophe inside one being a part of it."""
    return _WORDS.findall(text)


def is_denied(before: str, after: str, said: str = "") -> bool:
    """Whether a negation of what is *said* stands directly before, or in some languages directly behind."""
    around = (*words(before), *words(said), *words(after))
    return _is_denied_before(before, around) or _is_denied_after(after)


def _is_denied_before(before: str, around: Sequence[str]) -> bool:
    if _PREFIXED.search(before) or _NEGATED_BEFORE.search(before):
        return True
    clause = re.split(r"[.!?;:,()\"\u2026。！？]", _ELIDED.sub(" ", before))[-1]
    for word in reversed(words(clause)[-3:]):
        if _says_no(word, around):
            return True
        if word not in FILLERS:
            return False
    return False


def _is_denied_after(after: str) -> bool:
    if _NEGATED_AFTER.match(after):
        return True
    found = re.match(r"\s*([^\W_]+)", after)
    return found is not None and found[1] in _AFTER
