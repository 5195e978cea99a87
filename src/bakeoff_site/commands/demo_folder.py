"""Builds the demonstration in a folder of its own, and reports its steps."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from bakeoff.errors import BakeoffError
from bakeoff_site.commands.installation.configuration_checks import own_connection
from bakeoff_site.commands.processes.startup import prepare
from bakeoff_site.commands.progress_bars import progress_bar
from bakeoff_site.commands.progress_messages import print_step
from bakeoff_site.config.environment import FILE_VARIABLE, PREFIX
from bakeoff_site.config.mail import DEMONSTRATION_MARK

if TYPE_CHECKING:
    from bakeoff.reports import Table
    from bakeoff_site.demonstration.campaign import Built

_SAMPLES = "sample-packages"


def take_folder(folder: Path) -> None:
    """An empty folder for the demonstration, and settings that lead there: the embedded database, nothing else."""
    if folder.exists() and any(folder.iterdir()):
        if not (folder / DEMONSTRATION_MARK).exists():
            raise BakeoffError(
                f"--folder: expected a folder that is empty or of an earlier demonstration, found {folder} with other "
                "files in it. Name another."
            )
        shutil.rmtree(folder)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / DEMONSTRATION_MARK).touch()
    for name in [name for name in os.environ if name.startswith(PREFIX)]:
        del os.environ[name]
    os.environ[FILE_VARIABLE] = os.devnull
    os.environ[f"{PREFIX}DATA_FOLDER"] = str(folder)


def demonstrate(folder: Path, *, template: str, id: str, seed: int, port: int) -> None:
    """Builds two campaigns, prints the results of the finished one, and says what to open."""
    prepare(print_step)
    from django.conf import settings

    from bakeoff.reports import RENDERERS
    from bakeoff_site.demonstration.campaign import build_demonstration
    from bakeoff_site.demonstration.sample_packages import write_samples
    from bakeoff_site.mail.services.delivery import send_due

    settings.EMAIL_BACKEND = "django.core.mail.backends.dummy.EmailBackend"  # the teams exist on paper only
    with own_connection():
        print_step("A finished campaign: eight teams register, submit, and are scored …")
        with progress_bar("Jobs") as progress:
            finished = build_demonstration(template, id=id, seed=seed, progress=progress)
        print_step("An open campaign: five teams have registered, four have submitted …")
        with progress_bar("Jobs") as progress:
            still_open = build_demonstration(template, id=f"{id}-open", seed=seed, progress=progress, stage="open")
        send_due()
        write_samples(still_open.campaign, folder / _SAMPLES, seed=seed)
        tables = list(_tables(finished))
    for table in tables:
        click.echo(RENDERERS["text"](table))
    _say_what_to_open(finished, still_open, folder, port)


def _tables(built: Built) -> Iterator[Table]:
    """The boards, as a visitor sees them."""
    from django.contrib.auth.models import AnonymousUser
    from django.utils import timezone

    from bakeoff_site.campaigns.selectors.campaigns import role_of
    from bakeoff_site.results.conversions.downloads import board_table
    from bakeoff_site.results.selectors.boards import board_for

    role = role_of(AnonymousUser(), built.campaign)
    for board in built.campaign.boards.all():
        view = board_for(role, board, timezone.now())
        if view.seen == "all" and view.rows:
            yield board_table(view, view.rows)


def _say_what_to_open(finished: Built, still_open: Built, folder: Path, port: int) -> None:
    from bakeoff_site.demonstration.teams import ENTRANTS, ORGANISER, PASSWORD, REGISTERED_SO_FAR

    site = f"http://localhost:{port}/"
    team, newcomer = ENTRANTS[0], ENTRANTS[REGISTERED_SO_FAR]
    click.echo("Open these:")
    click.echo(f"  {site}  the home page")
    click.echo(f"  {site}campaigns/{finished.campaign.slug}/results/  results of the finished campaign")
    click.echo(f"  {site}campaigns/{still_open.campaign.slug}/  the open campaign: register, submit, organise")
    click.echo(f"Sign in with the password “{PASSWORD}” as")
    click.echo(f"  {ORGANISER[1]}  the organiser of both")
    click.echo(f"  {team.email}  a team that has not submitted yet; packages to upload are in {folder / _SAMPLES}")
    click.echo(f"  {newcomer.email}  somebody who has not registered for the open campaign yet")
