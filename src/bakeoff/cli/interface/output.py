"""What commands print: tables, JSON, and remarks on standard error."""

from __future__ import annotations

import json
import sys
from typing import Any

import click


def print_json(value: object) -> None:
    json.dump(value, sys.stdout, ensure_ascii=False, indent=2)
    sys.stdout.write("\n")


def print_table(table: Any, output_format: str) -> None:
    """Prints a table; where the format has no room for notes, they go to standard error."""
    from bakeoff.reports import RENDERERS, render_text

    if output_format == "text":
        sys.stdout.write(render_text(table, bold=sys.stdout.isatty()))
        return
    sys.stdout.write(RENDERERS[output_format](table))
    if output_format in ("tsv", "csv"):
        for note in [table.empty, *table.notes] if table.says_empty else table.notes:
            remark(note)


def remark(text: str) -> None:
    click.echo(text, err=True)
