"""Numbers written as words, in English, German, French, Spanish, Chinese and Japanese."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from tesserix_rag.evidence.listing import listed

_ENGLISH: Final = listed(
    "zero one two three four five six seven eight nine ten eleven twelve "
    "thirteen fourteen fifteen sixteen "
    "seventeen eighteen nineteen"
)
_ENGLISH_TENS: Final = listed("twenty thirty forty fifty sixty seventy eighty ninety")
_GERMAN: Final = listed(
    "null eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf "
    "dreizehn vierzehn fünfzehn sechzehn siebzehn "
    "achtzehn neunzehn"
)
_GERMAN_TENS: Final = listed("zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig")
_FRENCH: Final = listed(
    "zéro _ deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize"
)
_SPANISH: Final = listed(
    "cero _ dos tres cuatro cinco seis siete ocho nueve diez once doce trece "
    "catorce quince dieciséis diecisiete "
    "dieciocho diecinueve veinte veintiuno veintidós veintitrés veinticuatro veinticinco veintiséis "
    "veintisiete "
    "veintiocho veintinueve"
)
_SPANISH_TENS: Final = listed("treinta cuarenta cincuenta sesenta setenta ochenta noventa")
_SPANISH_HUNDREDS: Final = listed(
    "_ doscientos trescientos cuatrocientos quinientos seiscientos setecientos ochocientos novecientos"
)


def _counted(words: tuple[str, ...], start: int = 0, step: int = 1) -> dict[str, int]:
    return {word: start + at * step for at, word in enumerate(words) if word != "_"}


ADDENDS: Final = {
    "en": _counted(_ENGLISH) | _counted(_ENGLISH_TENS, 20, 10),
    "de": _counted(_GERMAN) | _counted(_GERMAN_TENS, 20, 10) | {"dreissig": 30, "ein": 1, "zwo": 2},
    "fr": _counted(_FRENCH)
    | {
        "vingt": 20,
        "vingts": 20,
        "trente": 30,
        "quarante": 40,
        "cinquante": 50,
        "soixante": 60,
        "septante": 70,
        "nonante": 90,
    },
    "es": _counted(_SPANISH)
    | _counted(_SPANISH_TENS, 30, 10)
    | _counted(_SPANISH_HUNDREDS, 100, 100)
    | {"ciento": 100, "cien": 100},
}
"""What number words add, by language."""

FACTORS: Final = {
    "en": {"hundred": 100, "thousand": 1000, "million": 10**6, "billion": 10**9, "trillion": 10**12},
    "de": {
        "hundert": 100,
        "tausend": 1000,
        "million": 10**6,
        "millionen": 10**6,
        "milliarde": 10**9,
        "milliarden": 10**9,
    },
    "fr": {
        "cent": 100,
        "cents": 100,
        "mille": 1000,
        "million": 10**6,
        "millions": 10**6,
        "milliard": 10**9,
        "milliards": 10**9,
    },
    "es": {"mil": 1000, "millón": 10**6, "millones": 10**6},
}
"""What number words multiply by, by language."""

JOINED_BY: Final = {"en": "and", "de": "und", "fr": "et", "es": "y"}
"""What may stand inside a number."""

COLLIDING: Final = frozenset(listed("once cent cents sept neuf elf mil mille ein dos"))
"""Number words that are other words in another language, so that they count only where theirs is known."""

ORDINALS: Final = {
    word: value
    for value, words in enumerate(
        (
            "first erste ersten erster erstes premier première primero primera primer",
            "second zweite zweiten zweiter zweites deuxième seconde segundo segunda",
            "third dritte dritten dritter drittes troisième tercero tercera tercer",
            "fourth vierte vierten vierter quatrième cuarto cuarta",
            "fifth fünfte fünften cinquième quinto quinta",
            "sixth sechste sechsten sixième sexto sexta",
            "seventh siebte siebten septième séptimo séptima",
            "eighth achte achten huitième octavo octava",
            "ninth neunte neunten neuvième noveno novena",
            "tenth zehnte zehnten dixième décimo décima",
            "eleventh elfte",
            "twelfth zwölfte",
            "thirteenth",
            "fourteenth",
            "fifteenth",
            "sixteenth",
            "seventeenth",
            "eighteenth",
            "nineteenth",
            "twentieth",
        ),
        start=1,
    )
    for word in words.split()
}
"""Places in an order."""

DENOMINATORS: Final = {
    word: value
    for value, words in {
        2: "half halves hälfte moitié mitad",
        3: "third thirds drittel tiers tercio tercios",
        4: "quarter quarters fourth fourths viertel quart quarts cuarto cuartos",
        5: "fifth fifths fünftel quinto quintos cinquième cinquièmes",
        6: "sixth sixths sechstel sixième",
        8: "eighth eighths achtel huitième",
        10: "tenth tenths zehntel dixième dixièmes",
    }.items()
    for word in words.split()
}
"""What a number word in front makes parts of."""

_HAN_DIGITS: Final = {each: value for value, each in enumerate("〇一二三四五六七八九")} | {
    "零": 0,
    "两": 2,
    "兩": 2,
    "壱": 1,
    "弐": 2,
}
_HAN_SMALL: Final = {"十": 10, "百": 100, "千": 1000}
_HAN_LARGE: Final = {"万": 10**4, "萬": 10**4, "億": 10**8, "亿": 10**8, "兆": 10**12}
HAN_NUMERALS: Final = _HAN_DIGITS.keys() | _HAN_SMALL.keys() | _HAN_LARGE.keys()
"""The ideographs that numbers are written with."""

MOST_HAN: Final = 24


def han_number(numerals: str) -> int | None:
    """Give the number that ideographs say, in words or digit by digit; nothing where they say none."""
    if len(numerals) > MOST_HAN:
        return None
    if all(each in _HAN_DIGITS for each in numerals):
        return int("".join(str(_HAN_DIGITS[each]) for each in numerals))
    whole = part = digit = 0
    for each in numerals:
        if each in _HAN_DIGITS:
            digit = _HAN_DIGITS[each]
        elif each in _HAN_SMALL:
            part, digit = part + (digit or 1) * _HAN_SMALL[each], 0
        else:
            whole, part, digit = (whole + part + digit or 1) * _HAN_LARGE[each], 0, 0
    return whole + part + digit


_LONGEST_COMPOUND: Final = 60


@lru_cache(maxsize=4096)
def german_number(word: str) -> int | None:
    """Give the number that one German word says, such as *dreihundertzwanzig*."""
    if len(word) > _LONGEST_COMPOUND:
        return None
    for name, factor in (("tausend", 1000), ("hundert", 100)):
        before, found, behind = word.partition(name)
        if found:
            return _composed(before, factor, behind)
    return _below_hundred(word)


def _composed(before: str, factor: int, behind: str) -> int | None:
    times = german_number(before) if before else 1
    rest = german_number(behind.removeprefix("und")) if behind else 0
    if times is None or rest is None or rest >= factor:
        return None
    return times * factor + rest


def _below_hundred(word: str) -> int | None:
    addends = ADDENDS["de"]
    if word in addends:
        return addends[word]
    one, joined, ten = word.rpartition("und")
    if joined and 0 < addends.get(one, 0) < _TEN and addends.get(ten, 0) > _TEN:
        return addends[one] + addends[ten]
    return None


_TEN: Final = 10
