"""The command line: what each command is told, and what its exit status says."""

from __future__ import annotations

import io
import os
import sys
from typing import TYPE_CHECKING, Any, Final

import click

from tesserix_rag.cli.asking import ask
from tesserix_rag.cli.checking import check
from tesserix_rag.cli.demo import demo
from tesserix_rag.cli.describing import schema
from tesserix_rag.cli.erasing import erase
from tesserix_rag.cli.ingesting import ingest
from tesserix_rag.cli.marking import parse
from tesserix_rag.cli.rendering import render, report
from tesserix_rag.cli.shown import plain
from tesserix_rag.cli.sources import resolve
from tesserix_rag.errors import (
    ErasedVersionError,
    GroundingError,
    SourceChangedError,
    SourceNotFoundError,
    TenantCrossingError,
    TesserixRagError,
)

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["main"]

DID_NOT_HOLD: Final = 1
UNUSABLE: Final = 2

# What a shell reports for a command that these signals ended.
_INTERRUPTED: Final = 130
_PIPE_CLOSED: Final = 141

_REFUSALS: Final = (
    ErasedVersionError,
    GroundingError,
    SourceChangedError,
    SourceNotFoundError,
    TenantCrossingError,
)


class _Commands(click.Group):
    """Commands whose errors become one line and an exit status."""

    def invoke(self, ctx: click.Context) -> Any:  # noqa: ANN401 - as click has it
        try:
            return super().invoke(ctx)
        except TesserixRagError as error:
            _tell(f"{type(error).__name__}: {error}")
            ctx.exit(DID_NOT_HOLD if isinstance(error, _REFUSALS) else UNUSABLE)
        except BrokenPipeError:
            _leave_the_pipe()
            ctx.exit(_PIPE_CLOSED)
        except OSError as error:
            _tell(f"{type(error).__name__}: {error.strerror}")
            ctx.exit(UNUSABLE)
        except KeyboardInterrupt:
            ctx.exit(_INTERRUPTED)


def _tell(message: str) -> None:
    click.echo(plain(message), err=True)


def _leave_the_pipe() -> None:
    """Let what is still buffered go nowhere, so that nothing complains at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="tesserix-rag")
@click.option("--tenant", envvar="TESSERIX_RAG_TENANT", show_envvar=True, help="Whose data.")
@click.option(
    "--db",
    envvar="TESSERIX_RAG_DB",
    show_envvar=True,
    type=click.Path(path_type=str),
    help="The database. [default: tesserix-rag.db]",
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.pass_context
def main(ctx: click.Context, tenant: str | None, db: Path | None, *, as_json: bool) -> None:
    """
    Answers that can be audited.

    Options may also stand behind the command. The exit status is 0 if everything held, 1 if
    something did not, and 2 if the command or its input could not be used.
    """
    _write_whatever_the_terminal_can()
    given = {"tenant": tenant, "db": db, "as_json": as_json or None}
    told = {name: value for name, value in given.items() if value is not None}
    ctx.default_map = dict.fromkeys(_COMMANDS, told)


def _write_whatever_the_terminal_can() -> None:
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


_COMMANDS: Final = {
    each.name or "": each for each in (demo, ingest, ask, check, parse, render, resolve, erase, report, schema)
}
main.commands.update(_COMMANDS)
