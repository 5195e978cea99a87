"""`bakeoff demo`: two example campaigns to look at and to try."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import click

from bakeoff.errors import BakeoffError
from bakeoff_site.commands.processes.shutdown import SERVER_SECONDS, Stop
from bakeoff_site.commands.progress_messages import print_step


@click.command("demo")
@click.argument("campaign", default="demo", metavar="[CAMPAIGN]")
@click.option("--template", default="wmt", show_default=True, metavar="NAME", help="The shipped rulebook to follow.")
@click.option(
    "--folder",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path("bakeoff-demo"),
    show_default=True,
    help="Folder of the campaigns; data of an earlier demo in it are replaced.",
)
@click.option("--seed", type=int, default=12345, show_default=True, help="Seed of the random draws.")
@click.option(
    "--serve/--no-serve",
    "wants_server",
    default=None,
    help="Whether to serve it afterwards; by default where standard output is a terminal and CI is not set.",
)
@click.option("--port", type=click.IntRange(1, 65535), default=8000, show_default=True, help="Port to serve it on.")
def command(*, campaign: str, template: str, folder: Path, seed: int, wants_server: bool | None, port: int) -> None:
    """Make two example campaigns, one finished and one open now, print results, and serve both.

    \b
    bakeoff demo
    bakeoff demo --no-serve
    bakeoff demo my-campaign --template openmt2012 --port 8080

    CAMPAIGN is the id of the finished one, a part of its address; the other one is called CAMPAIGN-open. Teams register
    and submit, and packages are checked and scored by the same jobs as in a real campaign. Everything is in one folder:
    the report of the finished campaign in the folder report, and in sample-packages valid and broken packages to
    upload.
    """
    print_step(f"Making two example campaigns in {folder} …")
    try:
        from bakeoff_site.commands import demo_folder, demo_report
        from bakeoff_site.commands.installation import file_permissions
        from bakeoff_site.commands.processes import server, startup
    except ModuleNotFoundError as error:
        raise BakeoffError(f"the server needs more packages ({error.name}): pip install 'bakeoff[server]'.") from None
    file_permissions.keep_private()
    os.environ["DJANGO_SETTINGS_MODULE"] = "bakeoff_site.config.settings"
    demo_folder.take_folder(folder)
    startup.default_base_url(port)
    demo_folder.demonstrate(folder, template=template, id=campaign, seed=seed, port=port)
    if wants_server is None:
        wants_server = sys.stdout.isatty() and not os.environ.get("CI")
    if wants_server:
        stop = Stop("the server", seconds=SERVER_SECONDS)
        with demo_report.written_meanwhile(folder, campaign):
            print_step("Starting Bakeoff …")
            server.serve("127.0.0.1", port, workers=1, stop=stop, report_step=print_step)
    else:
        print_step("Writing the report of the finished campaign …")
        demo_report.write(folder, campaign)
        click.echo(f"Not served. To serve it: BAKEOFF_DATA_FOLDER={folder} bakeoff serve --port {port}")
