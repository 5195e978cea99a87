"""What commands print: tables, JSON, and remarks on standard error."""

from __future__ import annotations

import os
import sys
from typing import Any, TextIO

import click

_QUIET = "bakeoff.quiet"
_FILE_WIDTH = 100
"""How wide lines of text are where no terminal says how wide it is."""


def set_quiet() -> None:
    """From here on the command prints results and errors only."""
    click.get_current_context().meta[_QUIET] = True


def is_quiet() -> bool:
    context = click.get_current_context(silent=True)
    return context is not None and bool(context.meta.get(_QUIET))


def shows_colours(stream: TextIO | None) -> bool:
    """Whether to print bold and coloured text: on terminals, unless the user wants none (https://no-color.org)."""
    if stream is None or not stream.isatty():
        return False
    return not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def line_width() -> int:
    """How wide a line may be: as wide as the terminal, if the output goes to one."""
    if not sys.stdout.isatty():
        return _FILE_WIDTH
    import shutil

    return shutil.get_terminal_size().columns


def print_json(value: object) -> None:
    import json

    json.dump(value, sys.stdout, ensure_ascii=False, indent=2)
    sys.stdout.write("\n")


def print_table(table: Any, output_format: str, *, may_turn: bool = False) -> None:
    """Prints a table; where the format has no room for notes, they go to standard error.

    `may_turn`: a text table of few rows that is too wide has a line for each of its columns.
    """
    from bakeoff.reports import RENDERERS, render_text

    if output_format == "text":
        sys.stdout.write(render_text(table, bold=shows_colours(sys.stdout), line_width=line_width(), may_turn=may_turn))
        return
    sys.stdout.write(RENDERERS[output_format](table))
    if output_format in ("tsv", "csv"):
        for note in [table.empty, *table.notes] if table.says_empty else table.notes:
            remark(note)


def print_wrapped(text: str) -> None:
    """Prints a sentence, on several lines if it is long."""
    from textwrap import fill

    click.echo(fill(text, line_width(), subsequent_indent="  ", break_long_words=False, break_on_hyphens=False))


def remark(text: str) -> None:
    """Prints on standard error what is good to know; nothing with `--quiet`."""
    if not is_quiet():
        click.echo(text, err=True)
