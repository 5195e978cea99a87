"""`bakeoff serve`: the campaign server with one command."""

from __future__ import annotations

import os

import click

from bakeoff.errors import BakeoffError


@click.command("serve")
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on.")
@click.option("--port", type=click.IntRange(1, 65535), default=8000, show_default=True, help="Port to listen on.")
@click.option(
    "--check", "only_check", is_flag=True, help="Only tell what is misconfigured; exits 1 where something is."
)
def command(*, host: str, port: int, only_check: bool) -> None:
    """Serve campaigns on the web.

    \b
    bakeoff serve
    bakeoff serve --port 8080
    BAKEOFF_DATABASE_URL=postgresql://bakeoff@localhost/bakeoff bakeoff serve --host 0.0.0.0
    bakeoff serve --check

    Data lie in the folder bakeoff-data unless BAKEOFF_DATA_FOLDER or the file bakeoff.toml says otherwise. The
    database is brought up to date by itself.
    """
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "bakeoff_site.config.settings")
    try:
        from bakeoff_site.commands import serving
    except ModuleNotFoundError as error:
        raise BakeoffError(f"the server needs more packages ({error.name}): pip install 'bakeoff[server]'.") from None
    if only_check:
        raise click.exceptions.Exit(1 if serving.report_problems() else 0)
    serving.serve(host, port)
