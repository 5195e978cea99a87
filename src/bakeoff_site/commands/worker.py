"""`bakeoff worker`: does the jobs of the campaign server, on any machine."""

from __future__ import annotations

import os

import click

from bakeoff.errors import BakeoffError


@click.command("worker")
@click.option("--threads", type=click.IntRange(1, 64), default=1, show_default=True, help="Jobs to do at a time.")
@click.option("--quick", is_flag=True, help="Do only what somebody waits for: checks of submissions, trials.")
@click.option("--once", is_flag=True, help="End when nothing is left to do.")
@click.option(
    "--lease",
    type=click.FloatRange(0.5, 3600),
    default=60,
    show_default=True,
    metavar="SECONDS",
    help="How long a job stays with a worker that fell silent.",
)
@click.option("--lifeline", type=int, hidden=True, help="A pipe that closes when the process is gone that started it.")
def command(*, threads: int, quick: bool, once: bool, lease: float, lifeline: int | None) -> None:
    """Do the jobs of the campaign server: check submissions, score runs, compare systems, send mails.

    \b
    bakeoff worker
    bakeoff worker --threads 8
    bakeoff worker --quick
    bakeoff worker --once

    bakeoff serve starts some by itself (setting worker_processes). Workers on other machines need the same settings:
    PostgreSQL and a data folder that all share. SIGTERM and Ctrl-C end it when its jobs are done; those that take
    longer than 20 seconds go to other workers.
    """
    try:
        from bakeoff_site.commands.installation import file_permissions
        from bakeoff_site.commands.processes import workers
    except ModuleNotFoundError as error:
        raise BakeoffError(f"the worker needs more packages ({error.name}): pip install 'bakeoff[server]'.") from None
    file_permissions.keep_private()
    os.environ["DJANGO_SETTINGS_MODULE"] = "bakeoff_site.config.settings"
    workers.work(threads=threads, quick=quick, once=once, lease_seconds=lease, lifeline=lifeline)
