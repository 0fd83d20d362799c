"""The prompts of a placement: files of ours, with what is asked put in once."""

from __future__ import annotations

import unicodedata
from functools import cache
from importlib.resources import files
from string import Template
from typing import Final

from tesserix_rag.errors import ConfigurationError
from tesserix_rag.ids import INVISIBLE

_LANGUAGES: Final = {
    "ar": "Arabic",
    "cs": "Czech",
    "da": "Danish",
    "de": "German",
    "el": "Greek",
    "en": "English",
    "es": "Spanish",
    "fi": "Finnish",
    "fr": "French",
    "he": "Hebrew",
    "hi": "Hindi",
    "hu": "Hungarian",
    "it": "Italian",
    "ja": "Japanese",
    "ko": "Korean",
    "nl": "Dutch",
    "no": "Norwegian",
    "pl": "Polish",
    "pt": "Portuguese",
    "ro": "Romanian",
    "ru": "Russian",
    "sv": "Swedish",
    "th": "Thai",
    "tr": "Turkish",
    "uk": "Ukrainian",
    "vi": "Vietnamese",
    "zh": "Chinese",
}
_MOST_WORDS: Final = 4
_SHORTEST_WORD: Final = 2
_LONGEST_WORD: Final = 20
_VERSION: Final = 1


def prompt(name: str, language: str, **values: str) -> str:
    """
    Give a prompt with its *values*, and the language at its head.

    Args:
        name: Which prompt.
        language: A language code, or the name of a language.
        values: What is put in; nothing inside a value is replaced.

    Raises:
        ConfigurationError: If the language is neither a code nor a name.
    """
    return f"{language_line(language)}\n\n{_template(name).substitute(values)}"


def language_line(language: str) -> str:
    """
    Give the line that asks for a language.

    Raises:
        ConfigurationError: If it is neither a code nor a name.
    """
    if type(language) is not str or not _is_name(_LANGUAGES.get(code_of(language), language)):
        raise ConfigurationError("a language is named by its code or its name")
    return f"Write in {_LANGUAGES.get(code_of(language), language)}."


def code_of(language: str) -> str:
    """Give the code of a language that is named by one, without what it says of region and script."""
    return language.lower().replace("_", "-").partition("-")[0]


def _is_name(language: str) -> bool:
    """Whether this may be the name of a language: few words, none long, of letters and marks alone."""
    words = language.replace("-", " ").split(" ")
    is_short = len(words) <= _MOST_WORDS and all(_SHORTEST_WORD <= len(each) <= _LONGEST_WORD for each in words)
    return is_short and not INVISIBLE.search(language) and all(map(_is_letter, "".join(words)))


def _is_letter(character: str) -> bool:
    return unicodedata.category(character)[0] in "LM"


@cache
def _template(name: str) -> Template:
    file = files("tesserix_rag.placing") / "prompts" / f"{name}.v{_VERSION}.txt"
    return Template(file.read_text("utf-8"))
