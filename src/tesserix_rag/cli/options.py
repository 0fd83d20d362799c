"""The options that commands share."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

import click

if TYPE_CHECKING:
    from collections.abc import Callable

_Command = TypeVar("_Command", bound="Callable[..., Any]")

DATABASE: Final = "tesserix-rag.db"

as_json = click.option("--json", "as_json", is_flag=True, help="Print JSON.")

tenant = click.option("--tenant", required=True, metavar="NAME", help="Whose data.")

new_database = click.option(
    "--db",
    default=DATABASE,
    show_default=True,
    type=click.Path(dir_okay=False, path_type=Path),
    help="The database; made if it is not there.",
)

database = click.option(
    "--db",
    default=DATABASE,
    show_default=True,
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="The database.",
)

collection = click.option("--collection", default="default", show_default=True, help="The collection.")


json_file = click.Path(exists=True, dir_okay=False, allow_dash=True)
"""A file, or ``-`` for the standard input."""


def on_documents(command: _Command) -> _Command:
    """Let a command know whose documents it works on, where they are and how to print."""
    return tenant(database(as_json(command)))
