"""Progress messages of commands that take a while."""

from __future__ import annotations

from collections.abc import Callable

import click

ReportStep = Callable[[str], None]
"""Called with each step before it is done."""


def print_step(step: str) -> None:
    """To standard error: output that programs read stays as it is."""
    click.echo(step, err=True)


def say_nothing(step: str) -> None:
    """For processes whose parent reports for them."""
    del step
