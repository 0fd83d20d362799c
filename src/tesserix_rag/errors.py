"""Everything that this package raises: one root, few leaves, and never a word of anyone's text."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Any, Self, TypeVar

import attrs

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from tesserix_rag.evidence import QuoteFinding
    from tesserix_rag.records import Claim, GroundingReport

_E = TypeVar("_E", bound="TesserixRagError")


class TesserixRagError(Exception):
    """
    The root of all errors of this package.

    Messages hold counts, codes, names of fields and ids of stored things. All errors pickle and copy.
    """

    def _portable(self) -> dict[str, Any]:
        """Give the attributes that may leave the process."""
        return dict(self.__dict__)

    def __reduce__(self) -> tuple[Callable[..., TesserixRagError], tuple[object, ...]]:
        return _restored, (type(self), self.args, self._portable())

    def __copy__(self) -> Self:
        return _restored(type(self), self.args, dict(self.__dict__))

    def __deepcopy__(self, _memo: dict[int, object]) -> Self:
        return self.__copy__()


def _restored(kind: type[_E], args: tuple[object, ...], attributes: dict[str, Any]) -> _E:
    error = kind.__new__(kind, *args)
    error.__dict__.update(attributes)
    return error


class InvalidRecordError(TesserixRagError, ValueError):
    """
    A record that cannot be built.

    Attributes:
        record: The name of the record's class.
        field: The name of the field that does not hold.
    """

    def __init__(self, *, record: str, field: str) -> None:
        super().__init__(f"{record}.{field} does not hold what it must")
        self.record = record
        self.field = field


class ConfigurationError(TesserixRagError):
    """Something that the calling program, or the ingest before it, has to put right."""


class MissingTenantContextError(TesserixRagError):
    """
    A call outside any tenant scope.

    Attributes:
        where: What was being done, in a word of this package's.
    """

    def __init__(self, where: str = "") -> None:
        super().__init__(f"no tenant scope for {where}" if where else "no tenant scope")
        self.where = where


class TenantCrossingError(TesserixRagError):
    """
    A record of one tenant in the scope of another.

    Attributes:
        tenant: The tenant of the scope.
        into: The tenant that the record belongs to; the first one, where there are several.
        citation_ids: The citations that cross, sorted; empty where there are none yet.
        report: The whole report, where a check found the crossing.
    """

    def __init__(
        self,
        *,
        tenant: str,
        into: str,
        citation_ids: Iterable[str] = (),
        report: GroundingReport | None = None,
        available: Iterable[str] = (),
    ) -> None:
        self.tenant = tenant
        self.into = into
        self.citation_ids: tuple[str, ...] = tuple(citation_ids)
        self.report = report
        self._available = tuple(available)
        super().__init__("a record of another tenant was met in this tenant's scope")

    def _portable(self) -> dict[str, Any]:
        kept = super()._portable()
        kept["citation_ids"] = _known(self.citation_ids, self._available)
        if self.citation_ids and not set(self.citation_ids) & set(self._available):
            kept["into"] = "?"
        if self.report is not None:
            kept["report"] = _portable_report(self.report, self._available)
        return kept


class LimitExceededError(TesserixRagError):
    """
    Input larger than a bound of ``Limits``.

    Attributes:
        limit: The name of the bound.
        allowed: The most that is allowed.
    """

    def __init__(self, *, limit: str, allowed: int) -> None:
        super().__init__(f"over the limit {limit} = {allowed}")
        self.limit = limit
        self.allowed = allowed


class WireCode(StrEnum):
    """Why a JSON document was refused."""

    NOT_JSON = "not_json"
    DUPLICATE_KEY = "duplicate_key"
    NOT_FINITE = "not_finite"
    BOOL_NUMBER = "bool_number"
    FLOAT_INTEGER = "float_integer"
    SURROGATE = "surrogate"
    TOO_DEEP = "too_deep"
    TOO_LARGE = "too_large"
    UNKNOWN_FIELD = "unknown_field"
    MISSING_FIELD = "missing_field"
    WRONG_TYPE = "wrong_type"
    WRONG_FORMAT = "wrong_format"
    INVALID_RECORD = "invalid_record"


class WireError(TesserixRagError):
    """
    A JSON document that is refused.

    Attributes:
        code: Why.
        path: Where, as a JSON pointer of field names and positions; empty for the whole document.
    """

    def __init__(self, code: WireCode, path: str = "") -> None:
        super().__init__(f"{code.value} at {path}" if path else code.value)
        self.code = code
        self.path = path


class SourceNotFoundError(TesserixRagError):
    """
    A source that is not in this tenant's store, whether another tenant has it or nobody.

    Attributes:
        citation_id: The citation that was asked for; empty where a document was.
        document_id: The document that was asked for.
    """

    def __init__(self, *, citation_id: str = "", document_id: str = "") -> None:
        super().__init__("the source is not in the store")
        self.citation_id = citation_id
        self.document_id = document_id


class SourceChangedError(TesserixRagError):
    """
    A stored passage that is no longer the one that was cited.

    Attributes:
        citation_id: The citation whose span or digest does not fit.
    """

    def __init__(self, *, citation_id: str) -> None:
        super().__init__("the stored passage is not the one that was cited")
        self.citation_id = citation_id


class ErasedVersionError(TesserixRagError):
    """
    A version, or a whole document, that was erased and does not come back.

    Attributes:
        document_id: The document.
        version: The version that was asked for or put.
    """

    def __init__(self, *, document_id: str, version: str) -> None:
        super().__init__(f"erased: {document_id}@{version}")
        self.document_id = document_id
        self.version = version


class StoreCode(StrEnum):
    """What kept a store from doing its work."""

    LOCKED = "locked"
    FULL = "full"
    READ_ONLY = "read_only"
    CORRUPT = "corrupt"
    UNREACHABLE = "unreachable"
    SCHEMA = "schema"


class StoreError(TesserixRagError):
    """
    A fault of a store; nothing was half-written.

    Attributes:
        store: Which kind of store, in a word of this package's.
        code: What kept it from its work.
    """

    def __init__(self, *, store: str, code: StoreCode) -> None:
        super().__init__(f"{store}: {code.value}")
        self.store = store
        self.code = code


class ModelCode(StrEnum):
    """Why a model gave no whole answer."""

    RATE_LIMITED = "rate_limited"
    TIMED_OUT = "timed_out"
    UNREACHABLE = "unreachable"
    UNAUTHORIZED = "unauthorized"
    REFUSED = "refused"
    FAILED = "failed"
    MALFORMED = "malformed"
    INTERRUPTED = "interrupted"
    CUT_SHORT = "cut_short"
    FILTERED = "filtered"


class ModelError(TesserixRagError):
    """
    A model that gave no whole answer; what it gave of one is used nowhere.

    Attributes:
        code: Why.
        status: The HTTP status with which its endpoint said so, if it did.
    """

    def __init__(self, code: ModelCode, *, status: int | None = None) -> None:
        told = f"{code.value}, HTTP status {status}" if status is not None else code.value
        super().__init__(f"the model gave no whole answer: {told}")
        self.code = code
        self.status = status


class GroundingError(TesserixRagError):
    """
    An answer that does not rest on what was retrieved.

    Attributes:
        report: Everything that was found, not only what raised this.
        available: The ids of the citations that were retrieved, sorted.
    """

    def __init__(self, message: str, *, report: GroundingReport, available: Iterable[str] = ()) -> None:
        super().__init__(message)
        self.report = report
        self.available: tuple[str, ...] = tuple(sorted(set(available)))

    def _portable(self) -> dict[str, Any]:
        return {
            **super()._portable(),
            "report": _portable_report(self.report, self.available),
        }


class UncitedClaimError(GroundingError):
    """
    A claim, or prose outside every claim, that rests on nothing.

    Attributes:
        claims: The uncited claims, in order; empty after pickling, which drops their text.
        indexes: Their places in the answer, from 0.
    """

    def __init__(
        self,
        *,
        claims: Iterable[Claim],
        indexes: Iterable[int],
        report: GroundingReport,
        available: Iterable[str] = (),
    ) -> None:
        self.claims: tuple[Claim, ...] = tuple(claims)
        self.indexes: tuple[int, ...] = tuple(indexes)
        super().__init__(
            f"{len(self.indexes)} of {report.claims} claims rest on nothing"
            if self.indexes
            else "prose outside every claim rests on nothing",
            report=report,
            available=available,
        )

    def _portable(self) -> dict[str, Any]:
        return {**super()._portable(), "claims": ()}


class UngroundedCitationError(GroundingError):
    """
    A citation that is not one that was retrieved.

    Attributes:
        missing: The ids that do not hold, sorted; after pickling, those not available are ``?``.
    """

    def __init__(self, *, missing: Iterable[str], available: Iterable[str], report: GroundingReport) -> None:
        self.missing: tuple[str, ...] = tuple(sorted(set(missing)))
        super().__init__(
            f"{len(self.missing)} cited ids are not what this run retrieved",
            report=report,
            available=available,
        )

    def _portable(self) -> dict[str, Any]:
        return {**super()._portable(), "missing": _known(self.missing, self.available)}


class MisquoteError(GroundingError):
    """
    A quotation that its source does not hold.

    Attributes:
        findings: One for each quotation that failed, a ``QuoteFinding`` of ``tesserix_rag.evidence``.
    """

    def __init__(
        self,
        *,
        findings: Iterable[QuoteFinding],
        report: GroundingReport,
        available: Iterable[str] = (),
    ) -> None:
        self.findings: tuple[QuoteFinding, ...] = tuple(findings)
        super().__init__(
            f"{len(self.findings)} quotations are not in their sources",
            report=report,
            available=available,
        )

    def _portable(self) -> dict[str, Any]:
        findings = _portable_findings(self.findings, self.available)
        return {**super()._portable(), "findings": findings}


class UnsupportedClaimError(GroundingError):
    """
    A claim that its sources do not support.

    Attributes:
        claims: The claims, in order; empty after pickling, which drops their text.
        indexes: Their places in the answer, from 0.
        verdicts: What was judged of each of them, as a code; empty where nothing was judged.
    """

    def __init__(
        self,
        *,
        claims: Iterable[Claim],
        indexes: Iterable[int],
        report: GroundingReport,
        available: Iterable[str] = (),
        verdicts: Iterable[str] = (),
    ) -> None:
        self.claims: tuple[Claim, ...] = tuple(claims)
        self.indexes: tuple[int, ...] = tuple(indexes)
        self.verdicts: tuple[str, ...] = tuple(verdicts)
        super().__init__(
            f"{len(self.indexes)} of {report.claims} claims are not supported",
            report=report,
            available=available,
        )

    def _portable(self) -> dict[str, Any]:
        return {**super()._portable(), "claims": ()}


def _portable_findings(findings: Iterable[Any], available: tuple[str, ...]) -> tuple[Any, ...]:
    retrieved = frozenset(available)
    return tuple(
        each
        if each.citation_id is None or each.citation_id in retrieved
        else attrs.evolve(each, citation_id="?")
        for each in findings
    )


def _known(ids: tuple[str, ...], available: tuple[str, ...]) -> tuple[str, ...]:
    retrieved = frozenset(available)
    return tuple(each if each in retrieved else "?" for each in ids)


def _portable_report(report: GroundingReport, available: tuple[str, ...]) -> GroundingReport:
    return attrs.evolve(report, findings=_portable_findings(report.findings, available))
