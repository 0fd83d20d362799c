"""Fenced and inline code, and mathematics: they hold no markers, and end where they end."""

from __future__ import annotations

import pytest

from tesserix_rag.markers import (
    NUMERIC,
    strip_markers,
)
from tests.markers.prose import found, parsed, rows

# Each table gives a text, and the markers in it.

FENCES = {
    "Run:\n```py\nprint(rows[2])\n```\nDone [1].": "1",
    "```\nx[1]\n``` then [2]": "2",
    "```js\na\n```\n```\nb\n```": "",
    "```\n[1]\n```\n[2]": "2",
    "```\n[1]\n```": "",
    "\ufeff```\n[1]\n```\n[2]": "2",
    "```\n[1]\n```   \n[2]": "2",
    "```\n[1]\n   ```\n[2]": "2",
    "```\n[1]\n``\n[2]": "",
    "```\n[1]\n````\n[2]": "2",
    "````\n```\n[1]\n```\n[2]\n````\n[3]": "3",
    "```\n[1]\n~~~\n[2]\n```\n[3]": "3",
    "~~~\n[1]\n```\n[2]\n~~~\n[3]": "3",
    "~~~~ sh\n[1]\n~~~\n[2]\n~~~~\n[3]": "3",
    "~~~ a`b [1]\n[2]\n~~~\n[3]": "3",
    "``` py [1]\n[2]\n```\n[3]": "3",
    "```{.py #id}\n[1]\n```\n[2]": "2",
    "``` a`b\n[1] c`` d\n\n[2]": "2",
    "```\n\n[1]\n\n[2]\n\n```\n[3]": "3",
    "[1]\n```\n[2]": "1",
    "[1]\n\n~~~\n[2]\n\n[3]": "1",
    "[1] ```\n[2]": "1",
    "[1]\r\n```\r\n[2]\r\n```\r\n[3]\r\n": "13",
    "  ```\n  [1]\n  ```\n  [2]": "2",
    "- step [1]\n\n  ```\n  x[2]\n  ```\n\n- step [3]": "13",
    "- ```\n  [1]\n  ```\n  [2]": "2",
    "1. ```sh\n   [1]\n   ```\n2. [2]": "2",
    "10) a\n    ~~~\n    [1]\n    ~~~\n    [2]": "2",
    "> ```\n> [1]\n> ```\n> [2]": "2",
    "> - ```\n>   [1]\n>   ```\n> [2]": "2",
    "\t```\n\t[1]\n\t```\n[2]": "2",
    f"{'`' * 64}\n[1]\n{'`' * 64}\n[2]": "2",
    f"{'~' * 64}\n[1]\n{'~' * 63}\n[2]": "",
    "~~struck~~ [1]\n~~\n[2]": "12",
    "~~[1]~~ [2]": "12",
}

CODE = {
    "Use `xs[1]` here.": "",
    "`take(xs[0], xs[12])` then claim [1]": "1",
    "The tag `<think>` is literal [1]": "1",
    "``[1]`` [2]": "2",
    "``a ` [1]`` [2]": "2",
    "`a `` [1]` [2]": "2",
    "`[1]`[2]`[3]` [4]": "24",
    "```[1]``` [2]": "2",
    "x ```[1]``` [2]": "2",
    "`[1]\n[2]` [3]": "3",
    "`[1]\n  [2]` [3]": "3",
    r"\`[1]` and [2]": "1",
    r"`\` [1]": "1",
    r"`a\`[1] `": "1",
    "`[1]": "",
    "`[1]\n\n[2]": "2",
    "`[1]\n \t\n[2]": "2",
    "`[1]\r\n\r\n[2]": "2",
    "`[1]\n- [2]": "2",
    "`[1]\n1. [2]": "2",
    "`[1]\n# [2]": "2",
    "`[1]\n> [2]": "2",
    "`[1]\n| [2] |": "2",
    "`[1]\n-[2]": "",
    "`` [1] ` [2]\n\n[3]": "3",
    f"{'`' * 64}[1]{'`' * 64} [2]": "2",
    f"{'`' * 65}[1]{'`' * 65} [2]": "12",
    f"{'`' * 64}[1]{'`' * 65}[2]{'`' * 64} [3]": "3",
}

MATHEMATICS = {
    "$a[1]$ [2]": "2",
    "$x_{[1]} + y$ [2]": "2",
    "$a\n[1]$ [2]": "2",
    "$a\n\n[1]$": "1",
    "$a\n- [1]$": "1",
    r"$a \$ [1]$ [2]": "2",
    "$$a[1]$$ [2]": "2",
    "so $$a[1]$$ [2]": "2",
    "$$\na[1]\n$$\n[2]": "2",
    "  $$\n  a[1]\n  $$ [2]": "2",
    "$$a[1] [2]\n\n[3]": "3",
    "so $$a [1]": "1",
    r"\(a[1]\) [2]": "2",
    r"\[a[1]\] [2]": "2",
    "\\[\na[1]\n\\] [2]": "2",
    r"\( [1]": "1",
    r"\[ [1]": "1",
    "\\[ [1]\n\n\\] [2]": "12",
    "cost $5 [1], then $6 [2]": "12",
    "from $5 [1] to $6": "1",
    "US$5 [1] and US$6 [2]": "12",
    "$1,000.50 [1]–$2,000 [2]": "12",
    "($5) [1] ($6) [2]": "12",
    "$5m [1]; $6m [2]": "12",
    r"\$5 [1] and \$6 [2]": "12",
    r"\$a [1]$ b": "1",
    "$-5 [1] and $-6 [2]": "12",
    "$.50 [1] and $.60 [2]": "12",
    "$A [1] and $B [2]": "12",
    "$ a [1]$": "1",
    "$a [1] $ b": "1",
    "$5.00$ [1]": "1",
    "€5 [1] £6 [2] ¥7 [3]": "123",
    "$$$$ [1]": "1",
    "5$ [1] 6$ [2]": "12",
}


@pytest.mark.parametrize(
    ("text", "markers"),
    rows({**FENCES, **CODE, **MATHEMATICS}),
)
def test_code_and_mathematics_hold_no_markers(text: str, markers: str):
    """B010, B013, B014, B016, B017, B019: the text of it is kept."""
    assert found(text) == [f"[{each}]" for each in markers]
    assert parsed(text).prose == strip_markers(text, NUMERIC)


@pytest.mark.parametrize("text", [*FENCES, *CODE])
def test_code_is_left_as_it_is_after_prose_too(text: str):
    """A paragraph before it changes nothing, nor does one behind that."""
    alone = found(text)

    assert found(f"As said [7].\n\n{text}") == ["[7]", *alone]
    assert found(f"As said.\n\n{text}\n") == alone
