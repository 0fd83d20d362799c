"""Whose data is being worked on: the scope that every call reads its tenant from."""

from __future__ import annotations

from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING, Final

from tesserix_rag.errors import InvalidRecordError, MissingTenantContextError
from tesserix_rag.ids import is_tenant

if TYPE_CHECKING:
    from collections.abc import Generator
    from contextlib import AbstractContextManager

_tenant: Final[ContextVar[str]] = ContextVar("tesserix_rag_tenant")


def tenant_scope(tenant: str) -> AbstractContextManager[None]:
    """
    Work for *tenant* inside a ``with`` block.

    Scopes nest. Tasks started inside inherit the scope; threads only with a copied context.

    Raises:
        InvalidRecordError: If *tenant* cannot name a tenant.
    """
    if not is_tenant(tenant):
        del tenant  # what is no name may be any text, and a traceback shows what its frames hold
        raise InvalidRecordError(record="tenant_scope", field="tenant")
    return _scope(tenant)


@contextmanager
def _scope(tenant: str) -> Generator[None]:
    token = _tenant.set(tenant)
    try:
        yield
    finally:
        _tenant.reset(token)


def current_tenant(where: str = "") -> str:
    """
    Give the tenant of the innermost scope.

    Args:
        where: What needs it, in one word; the error carries it.

    Raises:
        MissingTenantContextError: Outside any scope.
    """
    tenant = _tenant.get(None)
    if tenant is None:
        raise MissingTenantContextError(where)
    return tenant
