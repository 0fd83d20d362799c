"""The packages that only HTML needs."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Final

from tesserix_rag.errors import ConfigurationError

if TYPE_CHECKING:
    from types import ModuleType

_INSTALL: Final = "HTML needs more packages: pip install 'tesserix-rag[html]'"


def module(name: str) -> ModuleType:
    """
    Give a package that only HTML needs.

    Raises:
        ConfigurationError: If it is not installed; the message says how to get it.
    """
    try:
        return import_module(name)
    except ImportError:
        pass
    raise ConfigurationError(_INSTALL)
