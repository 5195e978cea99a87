"""Which rows of score files count, as commands take it: `--metric-where language_pair=en-de`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import click

from bakeoff.errors import BakeoffError


def where_option(name: str, files: str) -> Callable[[Any], Any]:
    """An option that chooses rows of some score files."""
    return click.option(
        f"--{name}-where",
        multiple=True,
        metavar="COLUMN=VALUE",
        help=f"Of {files} only rows with this value, such as language_pair=en-de; may be repeated.",
    )


def parse_where(given: Sequence[str], option: str) -> dict[str, str]:
    """Columns and their values."""
    values: dict[str, str] = {}
    for text in given:
        column, equals, value = text.partition("=")
        if not equals or not column or not value:
            raise BakeoffError(f"{option} {text}: expected COLUMN=VALUE, found {text!r}.")
        if values.setdefault(column, value) != value:
            raise BakeoffError(f"{option}: {column} has one value; found {values[column]!r} and {value!r}.")
    return values
