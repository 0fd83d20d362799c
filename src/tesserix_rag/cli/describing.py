"""The command ``schema``: what is read and written, as JSON Schema."""

from __future__ import annotations

import json
import re
from typing import Final, cast

import click

from tesserix_rag.cli import options
from tesserix_rag.wire import json_schema
from tesserix_rag.wire.kinds import RECORDS

_CAPITAL: Final = re.compile("(?<=[a-z])(?=[A-Z])")

_NAMES: Final = {
    _CAPITAL.sub("-", each.__name__).lower(): each for each in cast("frozenset[type[object]]", RECORDS)
}


@click.command()
@click.argument("record", metavar="[TYPE]", default="cited-answer", type=click.Choice(sorted(_NAMES)))
@options.as_json
def schema(record: str, *, as_json: bool) -> None:  # noqa: ARG001 - it is JSON either way
    """Print the JSON Schema of TYPE, a record in lower case with hyphens: `cited-answer`."""
    click.echo(json.dumps(json_schema(_NAMES[record]), indent=2))
