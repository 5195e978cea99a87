"""`bakeoff human`: judgments of people, planned, collected and analysed."""

from __future__ import annotations

import click

from bakeoff.cli.human_analyse import analyse


@click.group("human")
def command() -> None:
    """Plan evaluations by people, and analyse their judgments.

    \b
    bakeoff human analyse judgments.jsonl
    bakeoff human analyse judgments.jsonl --score trueskill --table matrix
    """


command.add_command(analyse)
