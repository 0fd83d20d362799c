"""The options that commands share."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Protocol, TypeVar

import click

from tesserix_rag._sqlite import IN_MEMORY

if TYPE_CHECKING:
    from collections.abc import Callable

_Command = TypeVar("_Command", bound="Callable[..., Any]")

DATABASE: Final = "tesserix-rag.db"


class Option(Protocol):
    """What gives a command an option."""

    def __call__(self, command: _Command, /) -> _Command:
        """Give *command* the option."""
        ...


as_json: Final[Option] = click.option("--json", "as_json", is_flag=True, help="Print JSON.")

tenant: Final[Option] = click.option("--tenant", required=True, metavar="NAME", help="Whose data.")


def real_paths(
    _context: click.Context, _parameter: click.Parameter, given: tuple[str, ...]
) -> tuple[Path, ...]:
    """Give paths; an empty one, which a shell makes of an unset variable, is not this folder."""
    if not all(given):
        raise click.BadParameter("a path is empty")
    return tuple(map(Path, given))


def _real_file(_context: click.Context, _parameter: click.Parameter, given: Path) -> Path:
    if str(given) == IN_MEMORY:
        raise click.BadParameter("a database in memory is gone when the command ends")
    return given


new_database: Final[Option] = click.option(
    "--db",
    default=DATABASE,
    show_default=True,
    type=click.Path(dir_okay=False, path_type=Path),
    callback=_real_file,
    help="The database; made if it is not there.",
)

database: Final[Option] = click.option(
    "--db",
    default=DATABASE,
    show_default=True,
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="The database.",
)

collection: Final[Option] = click.option(
    "--collection", default="default", show_default=True, help="The collection."
)


json_file: Final[click.Path[str]] = click.Path(exists=True, dir_okay=False, allow_dash=True)
"""A file, or ``-`` for the standard input."""


def on_documents(command: _Command) -> _Command:
    """Let a command know whose documents it works on, where they are and how to print."""
    return tenant(database(as_json(command)))
