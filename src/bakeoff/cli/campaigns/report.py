"""`bakeoff report`: the overview of a campaign as pages and PDF, with its tables, figures and release package."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from bakeoff.cli.campaigns.released_campaigns import released_campaign
from bakeoff.cli.interface.progress_bar import progress_bar

if TYPE_CHECKING:
    from bakeoff.release.content import ReleaseContent


@click.command("report")
@click.argument("campaign")
@click.option(
    "-o",
    "--output",
    "folder",
    type=click.Path(file_okay=False, path_type=Path),
    required=True,
    metavar="DIR",
    help="The folder of the report: a new one, or that of an earlier report.",
)
@click.option(
    "--for",
    "audience",
    type=click.Choice(["public", "participants", "organisers"]),
    default="public",
    show_default=True,
    help="Of a campaign on this server: whose results, as the rulebook releases them.",
)
@click.option(
    "--earlier",
    multiple=True,
    metavar="CAMPAIGN",
    help="A campaign of an earlier year, given as CAMPAIGN is: how teams ranked over the years is drawn.",
)
@click.option("--package/--no-package", "wants_package", default=True, help="Write the release package, too.")
def command(*, campaign: str, folder: Path, audience: str, earlier: tuple[str, ...], wants_package: bool) -> None:
    """Write the overview of a campaign: pages, PDF, tables, figures.

    \b
    bakeoff report wmt-2026-release.zip -o report
    bakeoff report https://campaigns.example/wmt-2026-release.zip -o report
    bakeoff report wmt-2026-release.zip -o report --earlier wmt-2025-release.zip --earlier wmt-2024-release.zip
    BAKEOFF_DATA_FOLDER=/srv/bakeoff bakeoff report wmt-2026 -o report --for participants

    Tables and figures come in all formats, and the release package with them. CAMPAIGN is such a package, its address,
    or the id of a campaign on this server. Open index.html; it needs no network. DIR/prose has a file in Markdown for
    each section: what you write there is part of the report, and stays when it is written again. Needs
    pip install 'bakeoff[reports]'.
    """
    from bakeoff.reports.campaign_report import write_report

    found = released_campaign(campaign, audience=audience)
    before = [released_campaign(each, audience=audience).content.results for each in earlier]
    name = f"{found.content.results.rulebook.campaign.id}-release.zip"
    with progress_bar("Writing the report") as advance:
        written = write_report(
            found.content.results, folder, package=found.package or name, earlier=before, progress=advance
        )
    click.echo(f"{written.start}: the report, {len(written.files):,} files")
    click.echo(f"{written.pdf}: the same for print")
    click.echo(f"{written.prose}: your own texts, a file for each section")
    if wants_package and not found.package:
        _write_package(found.content, folder / name)
        click.echo(f"{folder / name}: the release package")


def _write_package(content: ReleaseContent, path: Path) -> None:
    from bakeoff.release.writing import write_package

    with progress_bar("Writing the release package") as advance:
        write_package(content, path, overwrite=True, on_progress=advance)
