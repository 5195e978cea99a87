"""What a command that takes a while says of what it is doing."""

from __future__ import annotations

from collections.abc import Callable

import click

Tell = Callable[[str], None]
"""Is given each step, before it is done."""


def print_step(step: str) -> None:
    """To standard error: output that programs read stays as it is."""
    click.echo(step, err=True)


def say_nothing(step: str) -> None:
    """For processes that others start and speak for."""
    del step
