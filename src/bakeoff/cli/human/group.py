"""`bakeoff human`: judgments of people, planned, collected and analysed."""

from __future__ import annotations

import click

from bakeoff.cli.human.analyse import analyse
from bakeoff.cli.human.collect import collect
from bakeoff.cli.human.constituents import constituents
from bakeoff.cli.human.correlate import correlate
from bakeoff.cli.human.design import design

command = click.Group(
    "human",
    commands=[constituents, design, collect, analyse, correlate],
    help="""Plan evaluations by people, and analyse their judgments.

    \b
    bakeoff human design iwslt2005 fluency --systems 5 --segments 100
    bakeoff human collect plan.jsonl ann/answers.jsonl bob/answers.jsonl -o judgments.jsonl
    bakeoff human analyse judgments.jsonl
    bakeoff human correlate ranking.jsonl adequacy.jsonl
    """,
)
