"""`bakeoff backup`: a copy of the campaign server while it runs."""

from __future__ import annotations

import os
from pathlib import Path

import click

from bakeoff.errors import BakeoffError


@click.command("backup")
@click.argument("target", type=click.Path(path_type=Path))
def command(*, target: Path) -> None:
    """Copy the campaign server's database and files into the folder TARGET, while it runs.

    \b
    bakeoff backup /mnt/backups/bakeoff
    BAKEOFF_DATA_FOLDER=/srv/bakeoff bakeoff backup /mnt/backups/bakeoff

    Takes the settings of bakeoff serve. Whatever had a receipt when it started is in it. In a folder with an earlier
    backup only new files are copied, and the earlier one stays until the new one is complete. Exits 1 where files were
    lost before. The key that signs sessions is in it: keep the folder as safe as the server.
    """
    try:
        from bakeoff_site.commands.backups import snapshot
        from bakeoff_site.commands.installation import file_permissions
    except ModuleNotFoundError as error:
        raise BakeoffError(f"the server needs more packages ({error.name}): pip install 'bakeoff[server]'.") from None
    file_permissions.keep_private()
    os.environ["DJANGO_SETTINGS_MODULE"] = "bakeoff_site.config.settings"
    manifest, lost = snapshot.back_up(target)
    size = sum(manifest.files.values()) + (target / manifest.database).stat().st_size
    click.echo(
        f"{target}: {sum(manifest.rows.values()):,} rows and {len(manifest.files):,} files as of {manifest.made_at}, "
        f"{size:,} bytes."
    )
    if manifest.has_key:
        click.echo("It holds the key that signs sessions and links: keep it as safe as the server.", err=True)
    else:
        click.echo("The key is not in it, as the settings give it: keep BAKEOFF_SECRET_KEY too.", err=True)
    if lost:
        for sha256 in lost:
            click.echo(f"{sha256}: the database speaks of this file, which is missing or damaged.", err=True)
        raise click.exceptions.Exit(1)
