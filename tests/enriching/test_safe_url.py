"""Which URLs a reader may be shown."""

from __future__ import annotations

from urllib.parse import urlsplit

import pytest
from ada_url import URL
from hypothesis import example, given
from hypothesis import strategies as st

from tesserix_rag.enriching import safe_url
from tesserix_rag.urls import LONGEST, normal_url

AS_THEY_ARE = [
    "http://example.com/download/123",
    "https://handbook.example",
    "https://handbook.example/",
    "https://handbook.example/a/b?c=d&e=f#g",
    "https://handbook.example:8443/a",
    "https://handbook.example/a%20b",
    "https://handbook.example/@someone/a@b",
    "https://handbook.example/?next=https://other.example/",
    "https://handbook.example/a_(b)'c[1]",
    "https://xn--bcher-kva.example/",
    "https://a_b.example/",
    "https://8.8.8.8/",
    "https://[2606:4700::1111]/",
    "http://wiki/page",
]


@pytest.mark.parametrize("url", AS_THEY_ARE)
def test_a_plain_url_stays_as_it_is(url: str):
    assert safe_url(url) == url


NORMAL = {
    "HTTPS://Handbook.Example/A": "https://handbook.example/A",
    "https://handbook.example:443/a": "https://handbook.example/a",
    "http://handbook.example:80/a": "http://handbook.example/a",
    "http://handbook.example:/a": "http://handbook.example/a",
    "https://handbook.example/a/../b/./c": "https://handbook.example/b/c",
    "https://handbook.example?q": "https://handbook.example/?q",
    "https://handbook.example/Straße?ü": "https://handbook.example/Stra%C3%9Fe?%C3%BC",
    'https://handbook.example/"<>`{}': "https://handbook.example/%22%3C%3E%60%7B%7D",
    "https://[2606:4700:0:0::1111]/": "https://[2606:4700::1111]/",
}


@pytest.mark.parametrize(("url", "normal"), NORMAL.items())
def test_another_comes_in_its_normal_form(url: str, normal: str):
    """As a browser writes it; what could end an attribute is encoded."""
    assert safe_url(url) == normal


HOMOGRAPHS = {
    "https://аpple.example/": "https://xn--pple-43d.example/",
    "https://bücher.example": "https://xn--bcher-kva.example/",
    "https://BÜCHER.example/": "https://xn--bcher-kva.example/",
    "https://faß.example/": "https://xn--fa-hia.example/",
    "https://例え.テスト/": "https://xn--r8jz45g.xn--zckzah/",
}


@pytest.mark.parametrize(("url", "shown"), HOMOGRAPHS.items())
def test_letters_that_look_like_others_are_shown_in_punycode(url: str, shown: str):
    assert safe_url(url) == shown


REFUSED = {
    "another scheme": [
        *("JaVaScRiPt:alert(1)", "javascript://handbook.example/%0aalert(1)", "data:text/html,x"),
        *("vbscript:x", "file:///etc/passwd", "blob:https://handbook.example/1", "ftp://handbook.example/"),
        *("javascript&colon;alert(1)", "view-source:https://handbook.example/", "mailto:a@handbook.example"),
    ],
    "no host": [
        *("", "handbook.pdf", "/a", "#a", "?a", "//evil.example", "https:evil", "https:/evil", "https:///evil"),
        *("http://", "http://?q", "http://#", "https:////evil", "http://:80/"),
    ],
    "characters that parsers drop or change": [
        *(" https://a.example/", "https://a.example/ ", "\x01https://a.example/", "java\tscript:alert(1)"),
        *("https://a.example/\n", "https://a.exa\nmple/", "https://a.example/\x00", "https://a.example/a b"),
        *("https://a.example/\u00a0", "https://a.example/\u2028", "https://a.example/\u202etxt.exe"),
        *("https://a.example/\u200b", "https://a.example/\ud800", "https://a.example/\x7f"),
        *("http://good\\@evil/", "https:\\\\evil.example", "https://a.example\\b", "https://a.example/\\b"),
    ],
    "credentials": [
        *("https://a@evil.example/", "https://a:b@evil.example/", "https://@evil.example/"),
        *("https://a.example:80@evil.example/", "https://a.example%20@evil.example"),
    ],
    "a port that is none": [
        *("https://a.example:99999/", "https://a.example:0/", "https://a.example:-1/", "https://a.example:x/"),
        *("https://a.example:８０/", "https://a.example:80:80/"),
    ],
    "numbers that are addresses": [
        *("http://2130706433/", "http://0x7f.1/", "http://0x7f000001/", "http://0177.0.0.1/", "http://127.1/"),
        *(
            "http://①②⑦.0.0.1/",
            "http://127.0.0.1./",
            "http://%31%32%37.0.0.1/",
            "http://0/",
            "http://８.8.8.8/",
        ),
        *("http://134744072/", "http://8.8.2056/"),
    ],
    "private addresses": [
        *("http://127.0.0.1/", "http://10.0.0.1/", "http://172.16.0.1/", "http://192.168.1.1/"),
        *("http://169.254.169.254/", "http://0.0.0.0/", "http://255.255.255.255/", "http://224.0.0.1/"),
        *("http://[::1]/", "http://[::]/", "http://[fe80::1]/", "http://[fc00::1]/", "http://[ff02::1]/"),
        *("http://[::ffff:127.0.0.1]/", "http://[::ffff:8.8.8.8]/", "http://[::127.0.0.1]/"),
        *("http://[64:ff9b::7f00:1]/", "http://[2002:7f00:1::]/", "http://[fe80::1%25eth0]/", "http://[::1/"),
    ],
    "private names": [
        *("http://localhost/", "http://LOCALHOST:9090/x", "http://localhost./", "http://a.localhost/"),
        *("http://printer.local/", "http://metadata.google.internal/", "http://router.home.arpa/"),
        *("http://wiki.corp/", "http://nas.lan/", "http://x.localdomain/", "http://%6cocalhost/"),
    ],
    "hosts that only mapping makes one": [
        *(
            "http://ａ.example/",
            "http://a\u00adb.example/",
            "http://a。example/",
            "http://\u212aelvin.example/",
        ),
        *("http://ⓔvil.example/", "http://a\u2024example/", "http://\u200dx.example/", "http://ℓocalhost/"),
        *("http://a.example%2eevil.example/", "http://evil.example\uff0fa/", "http://a\ufe0f.example/"),
    ],
    "hosts of odd characters": [
        *("http://exa)mple.example/", "http://a..example/", "http://.example/", "http://a.example,b/"),
        *(
            "http://a!b.example/",
            "http://a<b.example/",
            "http://a|b.example/",
            "http://[a.example]/",
            "http://a^b/",
        ),
    ],
    "too long": [f"https://a.example/{'x' * LONGEST}", f"https://a.example/{'ü' * (LONGEST // 5)}"],
    "no text": [None, 7, True, b"https://a.example/", ["https://a.example/"], 1.5],
}


@pytest.mark.parametrize("url", [each for urls in REFUSED.values() for each in urls], ids=ascii)
def test_what_two_readers_could_understand_differently_is_none(url: object):
    """B110, B113: nor what leads out of http, or into one's own network."""
    assert safe_url(url) is None


def test_the_longest_url_passes():
    url = "https://a.example/".ljust(LONGEST, "x")

    assert safe_url(url) == url
    assert safe_url(f"{url}x") is None


def test_a_kind_of_string_gives_a_plain_one():
    class Text(str):
        __slots__ = ()

    assert type(safe_url(Text("https://a.example/a"))) is str


# --- properties --------------------------------------------------------------

PIECES = [
    *(
        "http",
        "https",
        "HTTP",
        "javascript",
        ":",
        "/",
        "//",
        "\\",
        "@",
        "?",
        "#",
        "[",
        "]",
        ".",
        "..",
        "%",
        "&",
    ),
    *("a", "b.example", "evil.example", "127.0.0.1", "0x7f", "1", "::1", "localhost", "xn--", "xn--pple-43d"),
    *(
        "ü",
        "а",
        "ａ",
        "。",
        "\u00ad",
        "\u200d",
        "ß",
        "①",
        "K",
        "İ",
        "%2e",
        "%00",
        " ",
        "\t",
        "\n",
        "\x00",
        "\ud800",
    ),
    *(":80", ":443", ":0", ":99999", "-", "_", "(", ")", "'", '"', "<", ">"),
]
urls = st.one_of(
    st.text(max_size=30),
    st.lists(st.sampled_from(PIECES), max_size=10).map("".join),
    st.lists(st.sampled_from(PIECES), max_size=8).map(lambda pieces: "https://" + "".join(pieces)),
)


@given(urls)
@example("http://good\\@evil/")
@example("http://a.example:80@evil.example")
def test_both_parsers_agree_on_what_is_shown(url: str):
    """The host in the result is one to Python and to a browser, and so is the one that was written."""
    shown = safe_url(url)
    if shown is None:
        return
    browser, python = URL(shown), urlsplit(shown)

    assert browser.protocol in {"http:", "https:"}
    assert browser.hostname.strip("[]") == python.hostname
    assert browser.username == browser.password == ""
    assert python.username is python.password is None
    assert (int(browser.port) if browser.port else None) == python.port
    assert shown.isascii()
    assert not set(shown) & set(' \t\r\n"<>\\`')
    assert URL(url).hostname == browser.hostname
    written = urlsplit(url).hostname
    assert written is not None
    if url.isascii():
        assert _address_free(written) == _address_free(browser.hostname)


def _address_free(host: str) -> str:
    return "v6" if ":" in host else host


@given(urls)
def test_what_was_shown_once_is_shown_again(url: str):
    shown = safe_url(url)

    assert safe_url(shown) == shown
    assert normal_url(shown) == normal_url(url)


HOSTS = st.lists(st.sampled_from([*"aZ09-_.%@:[]()ü。ａ", "\u00ad", "0x", "1", "xn--"]), min_size=1, max_size=8)


@given(HOSTS.map("".join))
def test_where_the_parsers_disagree_on_the_host_there_is_no_url(host: str):
    """Whatever is written between the slashes."""
    url = f"https://{host}/path"
    try:
        browser, python = URL(url).hostname, urlsplit(url).hostname
    except ValueError:
        assert safe_url(url) is None
        return
    if host.isascii() and ":" not in browser and browser != python:
        assert safe_url(url) is None
