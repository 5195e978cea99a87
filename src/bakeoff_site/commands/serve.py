"""`bakeoff serve`: the campaign server with one command."""

from __future__ import annotations

import os

import click

from bakeoff.errors import BakeoffError
from bakeoff_site.commands.processes.shutdown import SERVER_SECONDS, Stop
from bakeoff_site.commands.progress_messages import print_step


@click.command("serve")
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on.")
@click.option("--port", type=click.IntRange(1, 65535), default=8000, show_default=True, help="Port to listen on.")
@click.option("--workers", type=click.IntRange(1, 64), default=1, show_default=True, help="Processes that answer.")
@click.option(
    "--check", "only_check", is_flag=True, help="Only check the configuration; exits 1 if something is wrong."
)
@click.option(
    "--create-admin",
    "administrator",
    metavar="EMAIL",
    help="Only make someone an administrator, and print a link by which they set a password.",
)
def command(*, host: str, port: int, workers: int, only_check: bool, administrator: str | None) -> None:
    """Serve campaigns on the web.

    \b
    bakeoff serve
    bakeoff serve --port 8080
    bakeoff serve --create-admin you@example.org
    BAKEOFF_DATABASE_URL=postgresql://bakeoff@localhost/bakeoff bakeoff serve --workers 4
    bakeoff serve --check

    Data are stored in the folder bakeoff-data unless BAKEOFF_DATA_FOLDER or the file bakeoff.toml says otherwise. The
    database is brought up to date by itself. SIGTERM and Ctrl-C end it when all requests are answered.
    """
    stop = None if only_check or administrator is not None else _start()
    try:
        from bakeoff_site.commands.installation import configuration_checks, file_permissions
        from bakeoff_site.commands.processes import server, startup
    except ModuleNotFoundError as error:
        raise BakeoffError(f"the server needs more packages ({error.name}): pip install 'bakeoff[server]'.") from None
    file_permissions.keep_private()
    os.environ["DJANGO_SETTINGS_MODULE"] = "bakeoff_site.config.settings"
    startup.default_base_url(port)
    if stop is not None:
        server.serve(host, port, workers=workers, stop=stop, report_step=print_step)
    elif only_check:
        for notice in configuration_checks.find_notices():
            click.echo(notice)
        problems = configuration_checks.find_problems()
        for problem in problems:
            click.echo(problem)
        if problems:
            raise click.exceptions.Exit(1)
        click.echo("Everything is configured.")
    elif administrator is not None:
        startup.prepare()
        from bakeoff_site.commands.installation.administrators import appoint_administrator

        with configuration_checks.own_connection():
            address = appoint_administrator(administrator)
        click.echo("Start the site (bakeoff serve), then open this address to set a password:", err=True)
        click.echo(address)


def _start() -> Stop:
    """Before anything else: to import the site alone takes a second."""
    stop = Stop("the server", seconds=SERVER_SECONDS)
    print_step("Starting Bakeoff …")
    return stop
