"""Errors: what they carry, what leaves the process with them, and what never does."""

from __future__ import annotations

import copy
import pickle
import traceback
from typing import Any

import pytest

import tesserix_rag
from tesserix_rag import (
    CitedAnswer,
    ConfigurationError,
    ErasedVersionError,
    Finding,
    FindingCode,
    GroundingError,
    GroundingReport,
    InvalidRecordError,
    LimitExceededError,
    MisquoteError,
    MissingTenantContextError,
    ModelError,
    SourceChangedError,
    SourceNotFoundError,
    StoreError,
    TenantCrossingError,
    TesserixRagError,
    UncitedClaimError,
    UngroundedCitationError,
    UnsupportedClaimError,
    WireError,
    check_grounding,
    errors,
    tenant_scope,
)
from tesserix_rag.errors import ModelCode, StoreCode, WireCode
from tests.examples import SECRET, answer, citation, claim, retrieved

FOUND = [
    Finding(code=FindingCode.UNCITED_CLAIM, claim_index=0),
    Finding(code=FindingCode.DANGLING_ID, claim_index=1, citation_id="invented"),
    Finding(code=FindingCode.DIFFERS_FROM_RETRIEVED, claim_index=1, citation_id="timing"),
]
REPORT = GroundingReport(findings=FOUND, claims=2, citations=1)
EACH: list[TesserixRagError] = [
    TesserixRagError("any"),
    InvalidRecordError(record="Span", field="end"),
    ConfigurationError("chunk 'timing' cannot be cited"),
    MissingTenantContextError("grounding"),
    TenantCrossingError(tenant="acme", into="globex", citation_ids=["timing"]),
    TenantCrossingError(
        tenant="acme",
        into="globex",
        citation_ids=["invented", "timing"],
        report=REPORT,
        available=["timing"],
    ),
    LimitExceededError(limit="refs", allowed=100),
    WireError(WireCode.DUPLICATE_KEY, "/claims/0"),
    SourceNotFoundError(citation_id="timing", document_id="handbook"),
    SourceChangedError(citation_id="timing"),
    ErasedVersionError(document_id="handbook", version="v3"),
    StoreError(store="sqlite", code=StoreCode.LOCKED),
    ModelError(ModelCode.INTERRUPTED),
    ModelError(ModelCode.RATE_LIMITED, status=429),
    GroundingError("does not hold", report=REPORT, available=["timing"]),
    UncitedClaimError(claims=[claim(text=SECRET)], indexes=[0], report=REPORT, available=["timing"]),
    UngroundedCitationError(missing=["timing", "invented"], available=["timing", "policy"], report=REPORT),
    MisquoteError(findings=(), report=REPORT, available=["timing"]),
    UnsupportedClaimError(claims=[claim(text=SECRET)], indexes=[0], report=REPORT, available=["timing"]),
]
NAMED = [pytest.param(each, id=f"{type(each).__name__}-{n}") for n, each in enumerate(EACH)]


def test_every_error_is_tried_here():
    """The list above leaves none out."""
    leaves = {each for each in vars(errors).values() if isinstance(each, type)}

    assert {type(each) for each in EACH} == {each for each in leaves if issubclass(each, TesserixRagError)}


@pytest.mark.parametrize("error", NAMED)
def test_every_error_is_public(error: TesserixRagError):
    """It can be caught by its name, or by the root."""
    assert getattr(tesserix_rag, type(error).__name__) is type(error)


@pytest.mark.parametrize("error", NAMED)
@pytest.mark.parametrize("again", [copy.copy, copy.deepcopy], ids=["copy", "deepcopy"])
def test_a_copy_of_an_error_carries_the_same(error: TesserixRagError, again: Any):
    """Inside the process nothing is dropped."""
    copied = again(error)

    assert (type(copied), str(copied)) == (type(error), str(error))
    assert vars(copied) == vars(error)
    assert copied is not error


@pytest.mark.parametrize("error", NAMED)
@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_every_error_pickles(error: TesserixRagError, protocol: int):
    """It comes back as itself, with its message and its attributes."""
    sent = pickle.loads(pickle.dumps(error, protocol))

    assert (type(sent), str(sent), sent.args) == (type(error), str(error), error.args)
    assert vars(sent).keys() == vars(error).keys()


@pytest.mark.parametrize("error", NAMED)
def test_a_pickled_error_holds_no_claim_and_no_unknown_id(error: TesserixRagError):
    """What a person or a model wrote does not leave the process."""
    sent = pickle.dumps(error)

    assert b"Whitfield" not in sent
    assert b"invented" not in sent


@pytest.mark.parametrize("error", NAMED)
def test_no_error_shows_a_claim_or_an_unknown_id(error: TesserixRagError):
    """Neither its message nor its arguments do."""
    shown = f"{error} {error!r} {error.args}"

    assert "Whitfield" not in shown
    assert "invented" not in shown


@pytest.mark.parametrize("kind", [UncitedClaimError, UnsupportedClaimError])
def test_a_pickled_error_still_says_which_claims(kind: Any):
    """Their places stay when their text goes."""
    error = kind(claims=[claim(text=SECRET)], indexes=[4], report=REPORT)

    sent = pickle.loads(pickle.dumps(error))

    assert (sent.claims, sent.indexes) == ((), (4,))


def test_a_pickled_error_still_says_which_known_ids_are_missing():
    """An id that was retrieved stays; one that only the model knew becomes a question mark."""
    error = UngroundedCitationError(missing=["timing", "invented"], available=["timing"], report=REPORT)

    sent = pickle.loads(pickle.dumps(error))

    assert sorted(sent.missing) == ["?", "timing"]
    assert sent.available == ("timing",)
    assert [each.citation_id for each in sent.report.findings] == [None, "?", "timing"]
    assert [each.code for each in sent.report.findings] == [each.code for each in FOUND]


def test_pickling_changes_nothing_here():
    """The error that was sent still has everything."""
    error = UngroundedCitationError(missing=["invented"], available=(), report=REPORT)

    pickle.dumps(error)

    assert (error.missing, error.report) == (("invented",), REPORT)


def test_an_error_survives_a_second_journey():
    """What was sent can be sent on."""
    error = UngroundedCitationError(missing=["invented"], available=["timing"], report=REPORT)

    once = pickle.loads(pickle.dumps(error))
    twice = pickle.loads(pickle.dumps(once))

    assert vars(twice) == vars(once)


@pytest.mark.parametrize(
    ("error", "attributes"),
    [
        (InvalidRecordError(record="Span", field="end"), {"record": "Span", "field": "end"}),
        (MissingTenantContextError("erasure"), {"where": "erasure"}),
        (MissingTenantContextError(), {"where": ""}),
        (LimitExceededError(limit="refs", allowed=100), {"limit": "refs", "allowed": 100}),
        (WireError(WireCode.TOO_DEEP), {"code": "too_deep", "path": ""}),
        (SourceNotFoundError(document_id="d"), {"citation_id": "", "document_id": "d"}),
        (SourceChangedError(citation_id="c"), {"citation_id": "c"}),
        (ErasedVersionError(document_id="d", version="v"), {"document_id": "d", "version": "v"}),
        (StoreError(store="sqlite", code=StoreCode.FULL), {"store": "sqlite", "code": "full"}),
        (
            UngroundedCitationError(missing=["b", "a"], available=["d", "c", "d"], report=REPORT),
            {"missing": ("a", "b"), "available": ("c", "d"), "report": REPORT},
        ),
        (
            TenantCrossingError(tenant="acme", into="globex", citation_ids=["b"]),
            {"tenant": "acme", "into": "globex", "citation_ids": ("b",)},
        ),
    ],
    ids=lambda each: f"{type(each).__name__}-{each}" if isinstance(each, Exception) else "",
)
def test_the_attributes_of_an_error_are_the_promise(error: Any, attributes: dict[str, Any]):
    """Programs read these, people read the message."""
    assert {name: getattr(error, name) for name in attributes} == attributes


def test_the_families_are_the_promised_ones():
    """One root; one family for answers that do not hold; a bad record is a bad value, too."""
    family = {UncitedClaimError, UngroundedCitationError, MisquoteError, UnsupportedClaimError}

    assert set(GroundingError.__subclasses__()) >= family
    assert issubclass(InvalidRecordError, ValueError)
    assert not issubclass(TenantCrossingError, GroundingError)


def test_the_codes_of_stores_and_of_the_wire_are_closed():
    """Dashboards and retries are written against these."""
    assert [*StoreCode] == ["locked", "full", "read_only", "corrupt", "unreachable", "schema"]
    assert [*WireCode] == [
        "not_json",
        "duplicate_key",
        "not_finite",
        "bool_number",
        "float_integer",
        "surrogate",
        "too_deep",
        "too_large",
        "unknown_field",
        "missing_field",
        "wrong_type",
        "wrong_format",
        "invalid_record",
    ]


REFUSED = [
    pytest.param(answer(claim(text=SECRET)), id="uncited"),
    pytest.param(answer(claim("invented", text=SECRET)), id="dangling"),
    pytest.param(
        CitedAnswer(claims=(claim("invented", text=SECRET),), citations=(citation("invented"),)),
        id="not retrieved",
    ),
    pytest.param(answer(prose=SECRET), id="unclaimed"),
    pytest.param(
        CitedAnswer(
            claims=(claim("invented", text=SECRET),),
            citations=(citation("invented", tenant="globex"),),
        ),
        id="foreign",
    ),
]


@pytest.mark.parametrize("stated", REFUSED)
def test_a_refusal_prints_and_sends_nothing_of_the_answer(stated: CitedAnswer):
    """Neither its traceback, its cause, its context nor its pickle holds a claim or an invented id."""
    with tenant_scope("acme"), pytest.raises(TesserixRagError) as refused:
        check_grounding(stated, retrieved())

    printed = "".join(traceback.format_exception(refused.value))
    assert not any(each in printed for each in ("Whitfield", "invented"))
    assert refused.value.__cause__ is refused.value.__context__ is None
    assert not any(each in pickle.dumps(refused.value) for each in (b"Whitfield", b"invented"))
