"""Who took part, and what they wrote about their systems."""

from __future__ import annotations

from collections.abc import Iterator

from bakeoff.reports.campaign_report.document import Items, Paragraph, Subheading
from bakeoff.reports.campaign_report.sections.overview import Blocks
from bakeoff.reports.campaign_report.sections.rule_tables import rule_tables
from bakeoff.reports.campaign_results.participants import Team
from bakeoff.reports.campaign_results.results import CampaignResults

_PAPERS = ("paper", "publication", "citation")
"""Fields of descriptions that name a publication have one of these words in their names."""


def participants(results: CampaignResults) -> Blocks:
    """What their systems are called. Tables of teams come from the results."""
    yield from rule_tables(results, "Systems of a team", "Systems that the organiser enters")


def bibliography(results: CampaignResults) -> Blocks:
    """The papers that teams name in the descriptions of their systems."""
    entries = tuple(entry for team in results.teams if not team.withdrawn for entry in _papers(team))
    if entries:
        yield Subheading("System papers", "papers")
        yield Items(entries)


def _papers(team: Team) -> Iterator[str]:
    """Each paper once, after the code of the team."""
    found = dict.fromkeys(
        " ".join(text.split())
        for description in team.descriptions
        for name, text in description.fields.items()
        if any(word in name.casefold() for word in _PAPERS) and text.strip()
    )
    yield from (f"{team.code or team.name}: {text}" for text in found)


def late_and_debugged(results: CampaignResults) -> Blocks:
    """Teams whose late or corrected runs are only named: their scores are not part of the results."""
    named = [team for team in results.teams if team.late_runs or team.debugged_runs]
    if not named:
        return
    yield Paragraph(
        "These teams took part with runs that came late, or that correct an earlier one. They are named here; such "
        "runs are not part of the results and have no scores in this report."
    )
    if "late-and-debugged" not in results.rulebook.report.tables:
        yield Items(tuple(map(_named, named)))


def _named(team: Team) -> str:
    counts = ((team.late_runs, "late"), (team.debugged_runs, "debugged"))
    runs = " and ".join(f"{count} {kind} run{'s' if count > 1 else ''}" for count, kind in counts if count)
    return f"{team.code or team.name}: {runs}"
