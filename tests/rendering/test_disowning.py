"""What a model writes that looks like a footnote: a reader sees it as it is written, and as no reference."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from tesserix_rag.markers import CIT_TAG, scan
from tesserix_rag.rendering import footnotes
from tesserix_rag.rendering.disowning import REFERENCE
from tests.rendering.files import FILES, FIRST, J, text_of

ONE = f"\n\n[^1]: {FIRST}"
FORGED = {
    "[^1]": f"[^{J}1]",
    "[^12]": f"[^{J}12]",
    r"\[^1]": rf"\[^{J}1]",
    "[see [^1]](https://x.example)": f"[see [^{J}1]](https://x.example)",
    "[^1](https://x.example)": f"[^{J}1](https://x.example)",
    "$[^1]$": f"$[^{J}1]$",
    "<!-- [^1] -->": f"<!-- [^{J}1] -->",
    "` [^1]": f"` [^{J}1]",
    "`a\n\n[^1]`": f"`a\n\n[^{J}1]`",
    r"\`[^1]`": rf"\`[^{J}1]`",
    "[^1]: [a](https://x.example)": f"[^{J}1]{J}: [a](https://x.example)",
    "[^note]: a": f"[^note]{J}: a",
    "> [^1]: a": f"> [^{J}1]{J}: a",
    "- 1. > [^1]: a": f"- 1. > [^{J}1]{J}: a",
    "a\r[^1]: b": f"a\r[^{J}1]{J}: b",
    # What a careless reader of Markdown takes for code.
    "     ```\n\n[^1]: a": f"     ```\n\n[^{J}1]{J}: a",
    "<div>\n```\n\n[^1]: a\n```": f"<div>\n```\n\n[^{J}1]{J}: a\n```",
    "~~~\r~~~\r[^1]: a": f"~~~\r~~~\r[^{J}1]{J}: a",
    f"```\n{'`' * 129}\n[^1]: a": f"```\n{'`' * 129}\n[^{J}1]{J}: a",
    "- ```\n[^1]: a": f"- ```\n[^{J}1]{J}: a",
    "`a\n[^1]: b`": f"`a\n[^{J}1]{J}: b`",
}
EXPRESSIONS = [
    *("[^a-z]+", "[^0-9]", "[^1-9]", "[^1,2]", "^[a-z]+$", "[^]", "[^ ]", "[^^1]", "x[^n] y", "[1]", "rows[2]"),
    "Use [^a-z]: it is no letter",
]


@pytest.mark.parametrize(("forged", "expected"), FORGED.items())
def test_a_footnote_of_the_model_is_none(forged: str, expected: str):
    """Alone, behind what is cited, and before it."""
    assert text_of(forged) == expected
    assert text_of(f"Fact <CIT 123 />\n\n{forged}").startswith(f"Fact [^1]\n\n{expected}")
    assert footnotes(forged, FILES).cited == ()


@pytest.mark.parametrize("expression", EXPRESSIONS)
def test_regular_expressions_stay(expression: str):
    text = f"Match {expression} here"

    assert text_of(text) == text
    assert text_of(f"{text} <CIT 123 />") == f"{text} [^1]{ONE}"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("<CIT 123 />: [a](https://x.example)", f"[^1]{J}: [a](https://x.example)"),
        ("> <CIT 123 />: a", f"> [^1]{J}: a"),
        ("<CIT 123 />(https://x.example)", f"[^1]{J}(https://x.example)"),
        ("<CIT 123 />[a]\n\n[a]: https://x.example", f"[^1]{J}[a]\n\n[a]: https://x.example"),
        ("[^<CIT 9 />1]", f"[^{J}1]"),
        ("[<CIT 9 />^1]", f"[^{J}1]"),
        ("As Smith says<CIT 123 />: yes", "As Smith says[^1]: yes"),
    ],
)
def test_nothing_is_made_of_a_tag_and_what_stands_around_it(text: str, expected: str):
    """No definition, no link, and no footnote of what two pieces leave."""
    assert text_of(text).removesuffix(ONE) == expected


def test_a_list_of_references_that_the_model_wrote_is_none():
    """Were it the first, it would win over ours."""
    text = "Fact <CIT 123 />.\n\n[^1]: [document.pdf](https://x.example)"

    assert text_of(text) == f"Fact [^1].\n\n[^{J}1]{J}: [document.pdf](https://x.example){ONE}"


def test_the_list_of_these_files_stays():
    """A text that was kept can be given again; another list, or one behind another, is the model's."""
    kept = text_of("Fact <CIT 123 />. [^2]")
    assert text_of(kept) == kept

    for other in (
        kept.replace("download/123", "download/9"),
        kept.replace("\n\n[^1]", "\n\n[^2]"),
        f"[^1]: a\n\n{kept}",
        f"{kept}\n[^2]: [a](https://x.example)",
    ):
        assert f"[^{J}1]" in text_of(other)


def test_a_fence_that_is_left_open_is_closed_before_the_list():
    """Or it would be code; one in a list or a quotation ends by itself."""
    assert text_of("A <CIT 123 />\n```py\nx = 1") == f"A [^1]\n```py\nx = 1\n```{ONE}"
    assert text_of("A <CIT 123 />\n~~~~\nx\n") == f"A [^1]\n~~~~\nx\n~~~~{ONE}"
    assert text_of("A <CIT 123 />\n```\n`") == f"A [^1]\n```\n`\n```{ONE}"
    for text in ("A <CIT 123 />\n```\nx\n```", "A <CIT 123 />\n```\nx\n```\n\nb", "A <CIT 123 />\n- ```\n  x"):
        assert text_of(text) == f"{text.replace('<CIT 123 />', '[^1]')}{ONE}"


# --- as others read it ---------------------------------------------------------

DEFINITION = re.compile(r"^[>\s]*\[\^[^\]\n]*\]:", re.MULTILINE)
PIECES = st.sampled_from(
    [
        "a",
        " ",
        "\n",
        "\n\n",
        "`",
        "``",
        "```\n",
        "~~~\n",
        "\\",
        "[^1]",
        "[^1]: a",
        "[^",
        "1]",
        ":",
        "[^a]: b",
        "> ",
        "- ",
        "    ",
        "<CIT 123 />",
        "<CIT 9 />",
        "[",
        "]",
        "(b)",
        "<div>",
        "<!--",
        "-->",
        "\r",
        "$",
        "1. ",
        "|",
    ]
)


@given(st.lists(PIECES, max_size=16).map("".join))
def test_no_line_outside_code_defines_a_footnote(text: str):
    """As an independent reader of Markdown tells code from prose; save our own list at the end."""
    found = footnotes(text, FILES)
    body = found.text.rpartition("\n\n")[0] if found.cited else found.text

    for token in MarkdownIt().parse(body):
        if token.type == "inline":
            assert DEFINITION.search(token.content) is None


@given(st.lists(PIECES, max_size=16).map("".join))
def test_no_more_footnotes_stand_in_prose_than_were_cited(text: str):
    """Whatever is left of the model's own stands in code."""
    found = footnotes(text, FILES)
    body = found.text.rpartition("\n\n")[0] if found.cited else found.text

    if "`" not in text and "~" not in text:
        assert len(REFERENCE.findall(body)) == len(
            [each for each in scan(text, CIT_TAG) if each.refs == ("123",)]
        )
