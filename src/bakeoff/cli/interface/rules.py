"""Rulebooks as commands take them: by name, as a file, or by the address of a campaign."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from bakeoff.cli.interface.completions import complete_rulebooks
from bakeoff.errors import BakeoffError

if TYPE_CHECKING:
    from bakeoff.rulebook import Rulebook

F = TypeVar("F", bound=Callable[..., Any])


def rules_option(
    help: str = "Rulebook of the campaign: a name, a file, or the address of the campaign.", *, required: bool = False
) -> Callable[[F], F]:
    return click.option("--rules", required=required, metavar="RULEBOOK", help=help, shell_complete=complete_rulebooks)


def token_file_option(
    help: str = "File with your token, for rules by address that are not public; or BAKEOFF_TOKEN.",
) -> Callable[[F], F]:
    return click.option("--token-file", metavar="FILE", help=help)


def read_rules(name: str, *, token_file: str | None = None) -> Rulebook:
    """The rulebook of that name or in that file; at an address, that of the campaign there."""
    if name.lower().startswith(("http://", "https://")):
        from bakeoff.client import fetch_rulebook

        return fetch_rulebook(name, given_token(token_file))
    if token_file is not None:
        raise BakeoffError(f"--token-file is for rules by address, and {name} is none.")
    from bakeoff.rulebook import read_rulebook

    return read_rulebook(name)


def given_token(file: str | None) -> str:
    """The token in the file, or else in the variable; empty where there is neither."""
    if file is None:
        return os.environ.get("BAKEOFF_TOKEN", "").strip()
    try:
        return Path(file).expanduser().read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise BakeoffError(f"--token-file: {file} could not be read ({error}).") from None
