"""An answer as W3C PROV: what it was derived from, what found and checked it, and what was erased since."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tesserix_rag._discretion import discreet
from tesserix_rag.markers.writing import extents_of
from tesserix_rag.records import Resolved, Tombstone
from tesserix_rag.rendering.resources import NAMESPACE, moment, names_of
from tesserix_rag.rendering.sources import sources_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tesserix_rag.records import Citation, GroundedAnswer, Unresolved
    from tesserix_rag.rendering.resources import Names
    from tesserix_rag.rendering.sources import Source

_PREFIX: Final = "rag"
_SOFTWARE: Final = "software"


@discreet
def provenance_json(
    answer: GroundedAnswer,
    resolved: Iterable[Resolved | Tombstone | Unresolved] = (),
    *,
    answer_id: str | None = None,
) -> dict[str, object]:
    """
    Give the provenance of an answer in PROV-JSON: ids, spans and times, and no text.

    The check generated the answer, whose claims are its members. A claim is derived from the citations that it
    names, a citation from its chunk, and a chunk from a version of a document. Where a claim quotes, both
    derivations on the way to the chunk are quotations. What was erased is invalidated.

    Args:
        answer: What was checked.
        resolved: What became of its citations, in any order.
        answer_id: What the answer is called; if not given, a name is made of the ids and spans in it.

    Raises:
        MissingTenantContextError: Outside any tenant scope.
        TenantCrossingError: If the answer is another tenant's.
        ConfigurationError: If anything is not what it should be, or one thing is said to be another.
    """
    sources = sources_of(answer, resolved, ())
    names = names_of(answer, answer_id)
    statements = _Statements(answer.tenant)
    _state_check(statements, names, answer)
    if sources:
        _state_retrieval(statements, names, [each.citation for each in sources])
    _state_claims(statements, names, answer, {each.citation.citation_id: each for each in sources})
    quoted = {each.citation_id for claim in answer.claims for each in claim.quotes}
    for source in sources:
        is_quoted = source.citation.citation_id in quoted
        _state_citation(statements, names, answer, source, is_quoted=is_quoted)
        _state_document(statements, names, source)
        _state_outcome(statements, names, source)
    return {"prefix": {_PREFIX: NAMESPACE}, **statements.made}


class _Statements:
    """
    What is stated, by its kind and name; the same is stated once.

    Args:
        tenant: Whose all of it is.
    """

    def __init__(self, tenant: str) -> None:
        self._tenant = tenant
        self._related: set[tuple[str, ...]] = set()
        self.made: dict[str, dict[str, dict[str, object]]] = {}

    def entity(self, name: str, kind: object, **attributes: object) -> None:
        own = {f"{_PREFIX}:{key}": value for key, value in attributes.items()}
        self._add("entity", _name(name), {"prov:type": kind, f"{_PREFIX}:tenant": self._tenant, **own})

    def activity(self, name: str, kind: str, start: str, end: str, **attributes: object) -> None:
        own = {f"{_PREFIX}:{key}": value for key, value in attributes.items()}
        times = {"prov:startTime": start, "prov:endTime": end}
        self._add("activity", _name(name), {**times, "prov:type": _type(f"{_PREFIX}:{kind}"), **own})

    def agent(self, name: str) -> None:
        self._add("agent", _name(name), {"prov:type": _type("prov:SoftwareAgent")})

    def relation(self, kind: str, *, at: str = "", is_a: str = "", **members: str) -> None:
        """Relate things by the members that PROV gives to a kind of relation, each named once."""
        stated: dict[str, object] = {f"prov:{member}": _name(name) for member, name in members.items()}
        if at:
            stated["prov:time"] = at
        if is_a:
            stated["prov:type"] = _type(is_a)
        related = (kind, at, is_a, *members.values())
        if related not in self._related:
            self._related.add(related)
            self._add(kind, f"_:{kind}{len(self.made.get(kind, ())) + 1}", stated)

    def _add(self, kind: str, name: str, stated: dict[str, object]) -> None:
        self.made.setdefault(kind, {})[name] = stated


def _name(name: str) -> str:
    return f"{_PREFIX}:{name}"


def _type(name: str) -> dict[str, str]:
    return {"$": name, "type": "xsd:QName"}


def _state_check(statements: _Statements, names: Names, answer: GroundedAnswer) -> None:
    at = moment(answer.checked_at)
    check = names.of_check(answer.checked_at)
    statements.agent(_SOFTWARE)
    statements.activity(check, "Check", at, at)
    statements.entity(names.of_answer(), [_type(f"{_PREFIX}:Answer"), _type("prov:Collection")])
    statements.relation("wasGeneratedBy", entity=names.of_answer(), activity=check, at=at)
    statements.relation("wasAssociatedWith", activity=check, agent=_SOFTWARE)


def _state_retrieval(statements: _Statements, names: Names, citations: Sequence[Citation]) -> None:
    times = [each.retrieved_at for each in citations]
    statements.activity(names.of_retrieval(), "Retrieval", moment(min(times)), moment(max(times)))


def _state_claims(
    statements: _Statements, names: Names, answer: GroundedAnswer, sources: dict[str, Source]
) -> None:
    for index, (claim, extent) in enumerate(zip(answer.claims, extents_of(answer), strict=True)):
        name = names.of_claim(index)
        statements.entity(name, _type(f"{_PREFIX}:Claim"), start=extent.start, end=extent.end)
        statements.relation("hadMember", collection=names.of_answer(), entity=name)
        quoted = {each.citation_id for each in claim.quotes}
        for citation_id in claim.citation_ids:
            citation = names.of_citation(sources[citation_id].citation)
            is_a = "prov:Quotation" if citation_id in quoted else ""
            statements.relation("wasDerivedFrom", generatedEntity=name, usedEntity=citation, is_a=is_a)


def _state_citation(
    statements: _Statements, names: Names, answer: GroundedAnswer, source: Source, *, is_quoted: bool
) -> None:
    """State a citation, which retrieval made of a chunk, and which the check used."""
    cited = source.citation
    name, chunk, retrieval = names.of_citation(cited), names.of_chunk(cited), names.of_retrieval()
    place = {"start": cited.span.start, "end": cited.span.end}
    statements.entity(name, _type(f"{_PREFIX}:Citation"), state=source.state.value, **place)
    at = moment(cited.retrieved_at)
    statements.relation("used", activity=retrieval, entity=chunk, at=at)
    statements.relation("wasGeneratedBy", entity=name, activity=retrieval, at=at)
    is_a = "prov:Quotation" if is_quoted else ""
    statements.relation("wasDerivedFrom", generatedEntity=name, usedEntity=chunk, is_a=is_a)
    checked_at = moment(answer.checked_at)
    statements.relation("used", activity=names.of_check(answer.checked_at), entity=name, at=checked_at)


def _state_document(statements: _Statements, names: Names, source: Source) -> None:
    cited = source.citation
    version, document = names.of_version(cited), names.of_document(cited)
    statements.entity(names.of_chunk(cited), _type(f"{_PREFIX}:Chunk"))
    statements.entity(version, _type(f"{_PREFIX}:Version"))
    statements.entity(document, _type(f"{_PREFIX}:Document"))
    statements.relation("wasDerivedFrom", generatedEntity=names.of_chunk(cited), usedEntity=version)
    statements.relation("specializationOf", specificEntity=version, generalEntity=document)


def _state_outcome(statements: _Statements, names: Names, source: Source) -> None:
    """State what became of a source: an erasure that invalidated it, or a version that took its place."""
    cited, found = source.citation, source.found
    if isinstance(found, Tombstone):
        at, erasure = moment(found.erased_at), names.of_erasure(cited)
        statements.activity(erasure, "Erasure", at, at, reason=found.reason.value)
        statements.relation("wasInvalidatedBy", entity=names.of_chunk(cited), activity=erasure, at=at)
    if isinstance(found, Resolved) and found.superseded_by not in (None, cited.document_version):
        newer = names.of_version(cited, found.superseded_by)
        statements.entity(newer, _type(f"{_PREFIX}:Version"))
        statements.relation(
            "wasDerivedFrom",
            generatedEntity=newer,
            usedEntity=names.of_version(cited),
            is_a="prov:Revision",
        )
        statements.relation("specializationOf", specificEntity=newer, generalEntity=names.of_document(cited))
