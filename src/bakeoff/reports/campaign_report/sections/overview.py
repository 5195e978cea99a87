"""What a campaign was: its summary, its tracks and its test sets."""

from __future__ import annotations

from collections.abc import Iterator

from bakeoff.reports.campaign_report.document import Block, Items, Paragraph
from bakeoff.reports.campaign_report.sections.rule_tables import rule_tables
from bakeoff.reports.campaign_results.results import CampaignResults
from bakeoff.reports.table import Column, Table, Value
from bakeoff.rulebook import schedule
from bakeoff.rulebook.calendar import day_in_words

Blocks = Iterator[Block | Table]


def summary(results: CampaignResults) -> Blocks:
    """Who ran the campaign, what it was about, and how large it was."""
    campaign = results.rulebook.campaign
    if campaign.description:
        yield Paragraph(campaign.description)
    by = f"It was run by {campaign.organiser}. " if campaign.organiser else ""
    periods = schedule(results.rulebook)
    if periods:
        first, last = (
            day_in_words(when.astimezone(campaign.zone).date())
            for when in (min(each.start for each in periods), max(each.start for each in periods))
        )
        by += f"Its schedule goes from {first} to {last}. "
    where = " and ".join(filter(None, (campaign.website, campaign.contact)))
    by += f"More is at {where}." if where else ""
    if by:
        yield Paragraph(by.strip())
    yield _size(results)


def _size(results: CampaignResults) -> Table:
    """The campaign in numbers."""
    rulebook = results.rulebook
    runs = [run for _, run in results.runs.values() if run.team]
    judgments = sum(each.ranking.judgments for each in results.human)
    entered = {run.entered for _, run in results.runs.values() if run.entered}
    rows: list[tuple[Value, ...]] = [
        ("Tracks", len({board.track for board in results.boards}) or len(rulebook.tracks)),
        ("Language pairs", len({board.language_pair for board in results.boards}) or len(rulebook.language_pairs)),
        ("Test sets", len({board.test_set for board in results.boards}) or len(rulebook.test_sets)),
        ("Teams", len([team for team in results.teams if not team.withdrawn])),
        ("Systems of teams that count", len(results.counted_systems())),
        ("Runs of teams", len(runs)),
        ("Systems that the organisers entered", len(entered)),
        ("Human evaluations", len({each.evaluation for each in results.human})),
        ("Judgments", judgments),
    ]
    shown = tuple(row for row in rows if row[1])
    columns = (Column("what", title="What"), Column("number", title="Number", thousands=True))
    return Table(columns=columns, rows=shown, title="The campaign in numbers")


def tracks(results: CampaignResults) -> Blocks:
    """What systems do, between which languages, and when."""
    described = tuple(
        f"{task.label}: {task.description}" for task in results.rulebook.tasks.values() if task.description
    )
    if described:
        yield Items(described)
    yield from rule_tables(results, "Tracks", "Language pairs", "Schedule")


def test_sets(results: CampaignResults) -> Blocks:
    """What is translated or transcribed. Tables of corpora come from the results."""
    yield from rule_tables(results, "Test sets")


def conditions(results: CampaignResults) -> Blocks:
    """What systems may be built with."""
    if not results.rulebook.conditions:
        yield Paragraph("The campaign has one data condition: systems may be built with any data.")
    resources = results.rulebook.resources.values()
    cited = tuple(f"{resource.label}: {resource.citation}" for resource in resources if resource.citation)
    titles = {"conditions": "Data conditions", "off-limits": "Off limits"}
    made = results.rulebook.report.tables
    yield from rule_tables(results, *(title for name, title in titles.items() if name not in made))
    if cited:
        yield Paragraph("Descriptions of systems cite resources in this form:")
        yield Items(cited)
