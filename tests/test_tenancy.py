"""Whose data is being worked on."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from typing import Any

import pytest

from tesserix_rag import (
    InvalidRecordError,
    MissingTenantContextError,
    current_tenant,
    tenant_scope,
)
from tests.test_ids import NO_TENANTS


def test_there_is_no_tenant_outside_a_scope():
    """A missing tenant never defaults, and the error says what needed it."""
    with pytest.raises(MissingTenantContextError) as refused:
        current_tenant("grounding")

    assert refused.value.where == "grounding"


def test_scopes_nest():
    """The innermost counts, and the outer one is back when it is left."""
    with tenant_scope("acme"):
        with tenant_scope("globex"):
            inner = current_tenant()
        outer = current_tenant()

    assert (inner, outer) == ("globex", "acme")


def test_a_scope_is_left_by_an_error_too():
    """Nothing of a failed block's tenant stays behind."""
    with pytest.raises(ZeroDivisionError), tenant_scope("acme"):
        raise ZeroDivisionError

    with pytest.raises(MissingTenantContextError):
        current_tenant()


@pytest.mark.parametrize("tenant", NO_TENANTS, ids=ascii)
def test_a_scope_is_for_a_tenant(tenant: Any):
    """What cannot name a tenant opens no scope, and is not repeated."""
    with pytest.raises(InvalidRecordError) as refused:
        tenant_scope(tenant)

    assert refused.value.field == "tenant"


async def test_tasks_inherit_the_scope():
    """A task works for whom it was started, also after that scope was left."""

    async def whose() -> str:
        await asyncio.sleep(0)
        return current_tenant()

    with tenant_scope("acme"):
        first = asyncio.create_task(whose())
    with tenant_scope("globex"):
        second = asyncio.create_task(whose())

    assert (await first, await second) == ("acme", "globex")


async def test_a_task_keeps_its_scope_to_itself():
    """What a task opens is not seen by its neighbours."""
    opened, seen = asyncio.Event(), asyncio.Event()

    async def works() -> None:
        with tenant_scope("acme"):
            opened.set()
            await seen.wait()

    task = asyncio.create_task(works())
    await opened.wait()
    with pytest.raises(MissingTenantContextError):
        current_tenant()
    seen.set()
    await task


def test_threads_do_not_inherit_the_scope():
    """A thread of a pool works for nobody until it is told for whom."""
    with ThreadPoolExecutor(1) as pool, tenant_scope("acme"):
        asked = pool.submit(current_tenant)

        assert isinstance(asked.exception(), MissingTenantContextError)


def test_a_thread_with_a_copied_context_has_the_scope():
    """To tell it, copy the context."""
    with ThreadPoolExecutor(1) as pool, tenant_scope("acme"):
        asked = pool.submit(copy_context().run, current_tenant)

        assert asked.result() == "acme"
