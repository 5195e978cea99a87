"""Starting the server: settings checked, database brought up to date, static files collected, web up."""

from __future__ import annotations

import logging

import click
import django
from django.core.management import call_command

from bakeoff.errors import BakeoffError
from bakeoff_site.config.environment import SettingsError


def prepare() -> None:
    """Loads the settings and brings the database and the static files up to date."""
    try:
        django.setup()
    except SettingsError as error:
        raise BakeoffError(f"{error}.") from None
    call_command("migrate", interactive=False, verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)


def report_problems() -> bool:
    """Prints what is misconfigured; whether anything is."""
    from django.core import checks
    from django.db import connection
    from django.db.utils import OperationalError

    try:
        django.setup()
    except SettingsError as error:
        click.echo(f"settings: {error}")
        return True
    problems = [f"{issue.msg} {issue.hint or ''}".strip() for issue in checks.run_checks() if issue.is_serious()]
    try:
        connection.ensure_connection()
    except OperationalError as error:
        problems.append(f"the database cannot be reached: {error}".strip())
    for problem in problems:
        click.echo(problem)
    if not problems:
        click.echo("Everything is configured.")
    return bool(problems)


def serve(host: str, port: int) -> None:
    """Serves until it is stopped."""
    prepare()
    from granian.constants import Interfaces
    from granian.server import Server

    logging.getLogger("bakeoff").info("serving")
    click.echo(f"Bakeoff is at http://{host}:{port}/ – stop it by Ctrl-C.", err=True)
    Server("bakeoff_site.config.wsgi:application", address=host, port=port, interface=Interfaces.WSGI).serve()
