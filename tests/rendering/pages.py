"""Evidence pages with every state that a source can be in."""

from __future__ import annotations

from typing import Any, Final

import attrs

from tesserix_rag import Quote, SourceLocator, Span, Unresolved, tenant_scope
from tesserix_rag.placing import Label
from tesserix_rag.rendering import evidence_page
from tests.rendering.answers import CITATIONS, TEXT, answered, checked, citation, document, resolved, tombstone

ANSWER: Final = """# Leave

Twenty days a year are **free** [1]. Five of them may be carried over [2][1].

| Year | Days |
|---|---|
| 2025 | twenty [3] |

- Some were erased [4].
- Some are gone [5], and some were changed [6].
- Nobody looked for this one [7].

```
left = 20
```
"""
LABELS: Final = {"c1": Label(keyword="Entitlement", summary="How many days are free.")}


def every_state() -> list[Any]:
    """Give what became of six of seven sources."""
    return [
        resolved(1),
        resolved(2),
        resolved(3, superseded_by="v2"),
        tombstone(4),
        Unresolved(citation_id="c5", code="missing"),
        Unresolved(citation_id="c6", code="changed"),
    ]


def page(text: str = ANSWER, **how: Any) -> str:
    """Give a page for acme: of seven sources, one quoted, one enriched, one erased."""
    enriched = citation(1, retrieved_score=97.0, source_license="CC BY 4.0")
    citations = [enriched, *CITATIONS[1:]]
    answer = answered(text, citations, connective=lambda sentence: sentence.startswith("#")).answer
    first, *others = answer.claims
    quoting = attrs.evolve(
        first,
        quotes=[Quote(citation_id="c1", text=TEXT[11:22], span=Span(11, 22))]
        if "c1" in first.citation_ids
        else [],
    )
    grounded = checked(attrs.evolve(answer, claims=[quoting, *others]), citations)
    given: dict[str, Any] = {
        "resolved": every_state(),
        "documents": [document(number, f"Handbook {number}") for number in range(1, 8)],
        "labels": LABELS,
        **how,
    }
    with tenant_scope("acme"):
        return evidence_page(grounded, given.pop("resolved"), **given)


def long_page(claims: int = 200) -> str:
    """Give a page of many claims, each on a source of its own, whose passages are empty."""
    citations = [
        citation(number, span=Span(0, 0), locator=SourceLocator(section="Leave", page=number))
        for number in range(1, claims + 1)
    ]
    text = " ".join(
        f"Rule {number} holds for everyone who works here [{number}]." for number in range(1, claims + 1)
    )
    found = [resolved(number, span=Span(0, 0), text="") for number in range(1, claims + 1)]
    with tenant_scope("acme"):
        return evidence_page(answered(text, citations), found)
