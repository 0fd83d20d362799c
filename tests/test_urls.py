"""Which URLs may be shown: only those on which every reader agrees, and only of public hosts."""

from __future__ import annotations

from urllib.parse import urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tesserix_rag.urls import LONGEST, normal_url, safe_url


@pytest.mark.parametrize(
    "url",
    [
        "http://example.com/download/123",
        "https://example.com",
        "https://example.com/",
        "https://pub.example/a.pdf?x=1#page=2",
        "https://example.com:8443/a",
        "https://93.184.215.14/a",
    ],
)
def test_a_plain_url_is_shown_as_it_is(url: str):
    assert safe_url(url) == url


@pytest.mark.parametrize(
    "url",
    [
        *("JaVaScRiPt:alert(1)", " javascript:alert(1)", "java\tscript:alert(1)", "\x01javascript:alert(1)"),
        *(
            "javascript&colon;alert(1)",
            "data:text/html,x",
            "vbscript:x",
            "file:///etc/passwd",
            "blob:https://a.example/1",
        ),
        *(
            "//evil.example",
            "https:evil.example",
            "https:///evil.example",
            "https:/evil.example",
            "/relative",
            "",
        ),
        *("http://good.example\\@evil.example/", "http://user@evil.example/", "http://u:p@evil.example/"),
        *("http://evil.example:99999/", "http://evil.example:x/", "https://evil.example:0/"),
        *(
            "http://2130706433/",
            "http://0x7f.1/",
            "http://127.1/",
            "http://[::ffff:127.0.0.1]/",
            "http://[::1]/",
        ),
        *(
            "http://169.254.169.254/latest",
            "http://10.0.0.1/",
            "http://192.168.1.1/",
            "http://localhost:9090/x",
        ),
        *(
            "http://\u2460\u2461\u2466.0.0.1/",
            "http://exa\u00admple.com/",
            "http://evil\u3002example/",
            "http://\uff45vil.example/",
        ),
        *(
            "https://a.example/ b",
            "https://a.example/\nb",
            "https://a.example/\u202eb",
            "https://wiki.internal/x",
        ),
        *("https://a.example/" + "x" * LONGEST, "ftp://a.example/"),
    ],
)
def test_what_could_lead_elsewhere_is_not_shown(url: str):
    assert safe_url(url) is None


@pytest.mark.parametrize("thing", [None, 1, b"https://example.com", ["https://example.com"], "\ud800"])
def test_what_is_no_text_is_no_url(thing: object):
    assert safe_url(thing) is None


def test_a_homograph_shows_itself():
    """A Cyrillic letter that looks like a Latin one does not pass for it."""
    assert safe_url("https://\u0430pple.example/") == "https://xn--pple-43d.example/"


@given(
    st.text(max_size=60)
    | st.text(alphabet="htps:/@\\.[]%#?0123456789abx\u0430\u3002\uff0e ", max_size=40).map("http://".__add__)
)
def test_what_is_shown_is_safe_again_and_has_one_host(text: str):
    shown = safe_url(text)

    if shown is not None:
        assert safe_url(shown) == shown
        assert shown.isascii()
        parts = urlsplit(shown)
        assert parts.scheme in {"http", "https"}
        assert parts.hostname
        assert not parts.username
        assert normal_url(shown) == normal_url(text)
