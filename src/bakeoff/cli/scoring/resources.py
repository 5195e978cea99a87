"""`bakeoff resources`: what stemmers, synonyms, paraphrases and taggers this machine has."""

from __future__ import annotations

import click

from bakeoff.cli.interface.options import format_option
from bakeoff.cli.interface.output import print_json, print_table


@click.command("resources")
@format_option
def command(*, output_format: str) -> None:
    """List stemmers, synonyms, paraphrases, taggers.

    \b
    bakeoff resources
    bakeoff resources --format json

    Nothing is downloaded, here or when scoring.
    """
    from bakeoff.reports import resources_json, resources_table
    from bakeoff.text.resources import list_resources

    resources = list_resources()
    if output_format == "json":
        print_json(resources_json(resources))
    else:
        print_table(resources_table(resources), output_format)
