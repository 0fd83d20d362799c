"""Claims of prose whose markers are known from elsewhere."""

from __future__ import annotations

from tesserix_rag import Anchor
from tesserix_rag.markers.parsing import anchored_answer
from tests.markers.prose import sources


def test_fenced_code_stands_where_it_stands_whatever_looks_like_a_marker_before_it():
    """What reads as a marker elsewhere is prose here, and moves nothing."""
    fenced = "See [1] there.\n```\na. B c\n```"
    prose = f"{fenced}\n\nNext."

    answer = anchored_answer(prose, [Anchor(at=len(fenced), citation_ids=["c1"])], sources(1))

    assert [each.text for each in answer.claims] == [fenced, "Next."]
    assert [each.citation_ids for each in answer.claims] == [("c1",), ()]
