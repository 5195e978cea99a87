"""`bakeoff restore`: a campaign server out of a backup."""

from __future__ import annotations

import os
from pathlib import Path

import click

from bakeoff.errors import BakeoffError


@click.command("restore")
@click.argument("source", type=click.Path(exists=True, file_okay=False, path_type=Path))
def command(*, source: Path) -> None:
    """Make a campaign server out of the backup in the folder SOURCE.

    \b
    bakeoff restore /mnt/backups/bakeoff
    BAKEOFF_DATABASE_URL=postgresql://bakeoff@localhost/bakeoff bakeoff restore /mnt/backups/bakeoff

    Takes the settings of bakeoff serve, which say where: the data folder, and SQLite in it or an empty database of
    PostgreSQL, whichever the backup came from. Every file is checked. Nothing is restored over an installation.
    """
    try:
        from bakeoff_site.commands.backups import recovery
        from bakeoff_site.commands.installation import file_permissions
    except ModuleNotFoundError as error:
        raise BakeoffError(f"the server needs more packages ({error.name}): pip install 'bakeoff[server]'.") from None
    file_permissions.keep_private()
    os.environ["DJANGO_SETTINGS_MODULE"] = "bakeoff_site.config.settings"
    manifest = recovery.restore(source)
    click.echo(
        f"Restored {sum(manifest.rows.values()):,} rows and {len(manifest.files):,} files of {manifest.made_at}. "
        "Start it by bakeoff serve."
    )
    if not manifest.has_key:
        click.echo("The backup held no key: set BAKEOFF_SECRET_KEY as before, or everybody signs in again.", err=True)
