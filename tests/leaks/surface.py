"""What of the package is public: found by walking it, so that nothing new is forgotten."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterator
from enum import Enum
from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType
from typing import Any, Final

import tesserix_rag

_PACKAGE: Final = tesserix_rag.__name__
_TESTED_AS_PROCESSES: Final = frozenset({"cli"})


def public_callables() -> dict[str, Callable[..., Any]]:
    """Give every function, class and method that a program may call, by its full name."""
    found: dict[str, Callable[..., Any]] = {}
    for module in (tesserix_rag, *_modules(tesserix_rag)):
        for thing in _offered(module):
            found[name_of(thing)] = thing
            if inspect.isclass(thing):
                found.update((name_of(each), each) for each in _methods(thing))
    return found


def _modules(package: ModuleType) -> Iterator[ModuleType]:
    """Give the public modules of a package; one that lists what it offers keeps its modules to itself."""
    for found in iter_modules(package.__path__, f"{package.__name__}."):
        last = found.name.rpartition(".")[2]
        if last.startswith("_") or last in _TESTED_AS_PROCESSES:
            continue
        module = import_module(found.name)
        yield module
        if found.ispkg and not hasattr(module, "__all__"):
            yield from _modules(module)


def _offered(module: ModuleType) -> Iterator[Callable[..., Any]]:
    listed = getattr(module, "__all__", None)
    for name in listed or vars(module):
        thing = getattr(module, name)
        if name.startswith("_") or not (inspect.isfunction(thing) or inspect.isclass(thing)):
            continue
        is_ours = thing.__module__.startswith(_PACKAGE) if listed else thing.__module__ == module.__name__
        if is_ours and not _is_only_described(thing):
            yield thing


def _is_only_described(thing: Any) -> bool:
    """Whether there is nothing to call: a protocol, or a closed set of words."""
    return inspect.isclass(thing) and (issubclass(thing, Enum) or getattr(thing, "_is_protocol", False))


def _methods(kind: type) -> Iterator[Callable[..., Any]]:
    for owner in kind.__mro__:
        if owner.__module__.startswith(_PACKAGE):
            for name, each in vars(owner).items():
                method = getattr(each, "__func__", each)
                if not name.startswith("_") and inspect.isfunction(method):
                    yield method


def name_of(thing: Any) -> str:
    """Give the full name of a function, a class or a method, also of a bound one."""
    function = getattr(thing, "__func__", thing)
    return f"{function.__module__}.{function.__qualname__}".removeprefix(f"{_PACKAGE}.")


def promised_errors(thing: Callable[..., Any]) -> frozenset[str]:
    """Give the names of the errors that its docstring says it raises."""
    section = re.search(r"^Raises:\n((?:[ ]+.*\n?)+)", inspect.getdoc(thing) or "", re.MULTILINE)
    return frozenset(re.findall(r"^ +(\w+Error):", section[1], re.MULTILINE)) if section else frozenset()
