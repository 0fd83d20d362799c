"""One run of all drives, for all rules of what a host may hear."""

from __future__ import annotations

import pytest

from tests.leaks import drives  # noqa: F401 - it registers what drives the package
from tests.leaks.canaries import made_up
from tests.leaks.driving import Heard, heard_of


@pytest.fixture(scope="session")
def heard(tmp_path_factory: pytest.TempPathFactory) -> Heard:
    """Give everything that a host hears of a run through the whole public surface."""
    return heard_of(made_up(), tmp_path_factory.mktemp("leaks"))
