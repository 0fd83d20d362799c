"""Texts of what markers and their surroundings are made of, for streams: any text, in any pieces."""

from __future__ import annotations

from hypothesis import strategies as st

from tesserix_rag.markers import (
    EVERY,
    NAMED,
    NUMERIC,
    Dialect,
    Reasoning,
    any_of,
    plain,
    template,
)
from tests.markers.prose import cut, cut_every

BARS = template("<|file-{id}|>")
DIALECTS: dict[str, Dialect] = {
    **NAMED,
    "every": EVERY,
    "own": template("⟦{id}⟧"),
    "bars": BARS,
    "like code": template("`{id}`"),
    "like mathematics": template("${id}$"),
    "like a command": template("\\cite{{id}}"),
    "like a tag": template("<think>{id}</think>"),
    "both": any_of(template("[[{id}]]"), NUMERIC),
}

ATOMS = [
    "[1]",
    "[",
    "]",
    "[1, ",
    "12",
    "2]",
    " ",
    "  ",
    "\t",
    "\n",
    "\n\n",
    "\r\n",
    "a",
    "B c",
    "w[",
    ".",
    ",",
    "! ",
]
ATOMS += [
    "`",
    "``",
    "```",
    "\n```\n",
    "~~~",
    "    ",
    "- ",
    "1. ",
    "> ",
    "| a |",
    "\n|-|\n",
    "$",
    "$$",
    "\\",
    "\\(",
    "\\)",
]
ATOMS += [
    "\\[",
    "\\]",
    "<",
    "<!--",
    "-->",
    "--",
    "<think>",
    "</think>",
    "<thi",
    "</",
    "<b c='",
    "'>",
    "](",
    "(u)",
    "]: ",
]
ATOMS += [
    "http://x",
    "[^1]",
    "【",
    "4:0†n】",
    "［1］",
    "[Source 2]",
    "[Sou",
    "[doc1]",
    "<CIT 1 />",
    "<CIT",
    "/>",
    "[cite:",
]
ATOMS += [
    "c1]",
    "[cite:L:42:7::!1]",
    ":::k:s]",
    "\ue200",
    "cite",
    "\ue202",
    "turn0file1",
    "\ue201",
    "\\ue202",
    "⟦c1⟧",
    "⟦",
]
ATOMS += [
    "<|file-",
    "c1|>",
    "语。",
    "e\u0301",
    "\U0001f600",
    "\u2028",
    "\f",
    "\x00",
    "**",
    "x" * 30,
    " " * 31,
    " " * 40,
]
ATOMS += ["`" * 64, "`" * 65, "a" * 220, "[1" + ", 2" * 70]
TEXTS = st.one_of(
    st.lists(st.sampled_from(ATOMS), max_size=20).map("".join),
    st.text(st.characters(exclude_categories=["Cs"]), max_size=60),
)
OPTIONS = st.fixed_dictionaries(
    {},
    optional={
        "connective": st.sampled_from([plain, lambda sentence: "a" in sentence]),
        "reasoning": st.sampled_from([Reasoning(), Reasoning(names=("b", "think")), Reasoning(opened=True)]),
        "language": st.sampled_from(["de", "zh"]),
    },
)


@st.composite
def pieces(draw: st.DrawFn, texts: st.SearchStrategy[str] = TEXTS) -> list[str]:
    """Draw a text in pieces: single characters, equal pieces, or any, some of them empty."""
    text = draw(texts)
    if draw(st.booleans()):
        return cut_every(text, draw(st.integers(1, 9)))
    return cut(text, *draw(st.lists(st.integers(0, len(text)), max_size=9)))
