"""The way in for ``python -m tesserix_rag`` and for the command ``tesserix-rag``."""

from __future__ import annotations

import sys

_INSTALL = "the command line needs click: pip install 'tesserix-rag[cli]'"


def main() -> None:
    """Run the command line, or say how to install it."""
    try:
        from tesserix_rag.cli import main as run
    except ModuleNotFoundError as missing:
        if missing.name != "click":
            raise
        print(_INSTALL, file=sys.stderr)  # noqa: T201 - there is no click to print with
        sys.exit(2)
    run(prog_name="tesserix-rag")


if __name__ == "__main__":
    main()
