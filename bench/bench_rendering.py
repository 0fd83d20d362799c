"""What readers see: footnotes against one bare substitution, the page of evidence, and hostile texts."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from itertools import cycle, islice
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time
from typing import Final

from playwright.sync_api import Page, sync_playwright
from table import Row
from timing import best_of, shown

from tesserix_rag import (
    Citation,
    CitedAnswer,
    Claim,
    Document,
    GroundedAnswer,
    Resolved,
    SourceLocator,
    Span,
    check_grounding,
    tenant_scope,
)
from tesserix_rag.markers import parse_answer
from tesserix_rag.rendering import (
    CitedFile,
    evidence_page,
    footnotes,
    render_html,
    render_markdown,
    render_plain,
)

SIZE: Final = 1_000_000
TAGS: Final = 10_000
FILES: Final = 200
CLAIMS: Final = 200
PASSAGE: Final = 1_000
HOSTILE: Final = 200_000
DOUBLINGS: Final = 3
BROWSERS: Final = ("chromium", "chromium-browser", "google-chrome")

_TAG: Final = re.compile(r"<CIT\s+(\d+)\s*/>")
_WORDS: Final = (
    "The refund is paid within fourteen days, and whoever asks for a receipt gets one the same day. "
)
_UNITS: Final = (
    "[\\",
    "[a](",
    "[",
    "<CIT ",
    "[^1]",
    "`",
    "*",
    "_",
    "> ",
    "- ",
    "| a ",
    "<a ",
    "&#",
    "![",
    "://",
)


def rows() -> list[Row]:
    """Measure."""
    return [_footnotes(), *_answers(), _size(), _opened(), *_doubled()]


def _footnotes() -> Row:
    between = (SIZE - TAGS * len("<CIT 100 />")) // TAGS
    prose = (_WORDS * 2)[:between]
    text = "".join(f"{prose}<CIT {number} />" for number in islice(cycle(range(1, FILES + 1)), TAGS))
    files = [CitedFile(str(at), f"file-{at}.pdf", f"https://files.example/{at}") for at in range(1, FILES + 1)]
    ours, bare = best_of(partial(footnotes, text, files), partial(_TAG.sub, r"[^\1]", text))
    what = f"footnotes, {len(text):,} characters, {TAGS:,} tags / one bare re.sub"
    return Row(what, shown(ours), shown(bare), f"{ours / bare:.2f}x", "3x")


def _material() -> tuple[GroundedAnswer, tuple[Resolved, ...], tuple[Document, ...]]:
    """Make an answer of many claims, each on a passage of a document of its own."""
    passage = (_WORDS * (PASSAGE // len(_WORDS) + 1))[:PASSAGE]
    with tenant_scope("acme"):
        documents = tuple(
            Document(
                document_id=f"d{at}", version="v1", text=f"{passage}{passage}{passage}", title=f"Rule {at}"
            )
            for at in range(1, CLAIMS + 1)
        )
        citations = tuple(_citation(each) for each in documents)
        prose = " ".join(f"Rule {at} holds for everyone who works here [{at}]." for at in range(1, CLAIMS + 1))
        answer = check_grounding(parse_answer(prose, citations), citations)
    resolved = tuple(
        Resolved(
            citation_id=each.citation_id,
            text=passage,
            document_id=each.document_id,
            document_version=each.document_version,
            chunk_id=each.chunk_id,
            span=each.span,
        )
        for each in citations
    )
    return answer, resolved, documents


def _citation(document: Document) -> Citation:
    return Citation(
        citation_id=document.document_id,
        document_id=document.document_id,
        document_version=document.version,
        chunk_id="k1",
        tenant="acme",
        span=Span(PASSAGE, 2 * PASSAGE),
        retrieved_at=datetime.now(UTC),
        locator=SourceLocator(section="Rules", page=1),
    )


def _for_acme(make: Callable[[], str]) -> str:
    with tenant_scope("acme"):
        return make()


def _answers() -> list[Row]:
    answer, resolved, documents = _material()
    ways: dict[str, Callable[[], str]] = {
        "render_markdown": lambda: render_markdown(answer, resolved, documents=documents),
        "render_plain": lambda: render_plain(answer, resolved, documents=documents),
        "render_html": lambda: render_html(answer, resolved, documents=documents),
        "evidence_page": lambda: evidence_page(answer, resolved, documents=documents),
    }
    taken = best_of(*(partial(_for_acme, way) for way in ways.values()), tries=5)
    return [
        Row(f"{name}, {CLAIMS} claims, {CLAIMS} sources", shown(each), "", "", "")
        for name, each in zip(ways, taken, strict=True)
    ]


def _page(*, passages: bool) -> str:
    answer, resolved, documents = _material()
    with tenant_scope("acme"):
        return evidence_page(answer, resolved if passages else (), documents=documents)


def _size() -> Row:
    size = len(_page(passages=False).encode())
    what = f"the page without its passages, {CLAIMS} claims"
    return Row(what, f"{size / 1_000:.0f} kB", "500 kB", f"{size / 500_000:.2f}x", "500 kB")


def _opened() -> Row:
    """Measure how long a browser takes to open the page, by its own clock."""
    what = f"the page in Chromium, {CLAIMS} claims, {CLAIMS} sources"
    found = next(filter(None, map(shutil.which, BROWSERS)), None)
    if found is None:
        return Row(what, "no browser", "", "", "1 s")
    with TemporaryDirectory() as folder, sync_playwright() as driver:
        file = Path(folder, "page.html")
        file.write_text(_page(passages=True), encoding="utf-8")
        browser = driver.chromium.launch(
            executable_path=found, args=["--no-sandbox", "--disable-background-networking"]
        )
        taken = max(_loaded(browser.new_page(), file.as_uri()) for _ in range(5))
        browser.close()
    return Row(f"{what}, slowest of 5", shown(taken), "1 s", f"{taken:.2f}x", "1 s")


def _loaded(page: Page, address: str) -> float:
    page.goto(address)
    return float(page.evaluate("performance.getEntriesByType('navigation')[0].loadEventEnd")) / 1_000


def _doubled() -> list[Row]:
    """Measure hostile texts of two lengths, three doublings apart: twice as long takes twice as much."""
    ways: dict[str, Callable[[str], Callable[[], object]]] = {
        "footnotes": _footnoting,
        "render_markdown": lambda text: _showing(text, render_markdown),
        "render_html": lambda text: _showing(text, render_html),
    }
    rows: list[Row] = []
    for name, way in ways.items():
        growth, unit = max((_growth(way, unit), unit) for unit in _UNITS)
        what = f"{name}, a doubling of hostile text up to {HOSTILE:,}, worst of {len(_UNITS)}: {unit!r}"
        rows.append(Row(what, "", "", f"{growth:.2f}x", "2.2x"))
    return rows


def _growth(way: Callable[[str], Callable[[], object]], unit: str) -> float:
    long, short = (_best(way(unit * (length // len(unit)))) for length in (HOSTILE, HOSTILE // 2**DOUBLINGS))
    return float((long / short) ** (1 / DOUBLINGS))


def _footnoting(text: str) -> Callable[[], object]:
    files = [CitedFile("1", "a.pdf", None)]
    return partial(footnotes, f"{text} <CIT 1 />", files)


def _showing(text: str, render: Callable[[GroundedAnswer], str]) -> Callable[[], object]:
    citation = _citation(Document(document_id="d1", version="v1", text="x"))
    with tenant_scope("acme"):
        claim = Claim(text=f"x {text}", citation_ids=["d1"])
        answer = check_grounding(CitedAnswer(claims=[claim], citations=[citation]), [citation])
    return partial(_for_acme, lambda: render(answer))


def _best(call: Callable[[], object]) -> float:
    times: list[float] = []
    for _ in range(3):
        start = process_time()
        call()
        times.append(process_time() - start)
    return min(times)
