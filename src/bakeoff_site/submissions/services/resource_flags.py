"""Runs are flagged whose descriptions name resources that their condition forbids."""

from __future__ import annotations

from bakeoff.data import Finding
from bakeoff.submissions.description_texts import parse_description
from bakeoff.submissions.descriptions import description_file_name, resource_flags
from bakeoff_site.campaigns.models import Campaign, Team
from bakeoff_site.datasets.selectors.off_limits import rules_with_list
from bakeoff_site.submissions.models import Run
from bakeoff_site.submissions.selectors.descriptions import last_descriptions


def flag_runs(team: Team) -> None:
    """Holds all runs of a team against the last descriptions of their systems, valid or not.

    A resource that a system may not use is what it is by the condition of each run.
    """
    rules = rules_with_list(team.campaign)
    last = last_descriptions(team)
    parsed = {key: parse_description(each.text.splitlines(), rules) for key, each in last.items()}
    for run in team.runs.all():
        key = run.described_as if rules.description.each == "system" else None
        found: tuple[Finding, ...] = ()
        if key in parsed and run.board.language_pair in rules.language_pairs:
            found = resource_flags(
                parsed[key],
                rules,
                file=description_file_name(rules, team.code or "TEAM", key),
                track=run.board.track,
                language_pair=run.board.language_pair,
                condition=run.board.condition or None,
            )
        flags = "\n".join(f"{each.found}: expected {each.expected}" for each in found)
        if flags != run.resource_flags:
            Run.objects.filter(pk=run.pk).update(resource_flags=flags)


def flag_all_runs(campaign: Campaign) -> None:
    """The same for all teams, after the rules changed."""
    for team in campaign.teams.filter(descriptions__isnull=False).distinct():
        team.campaign = campaign
        flag_runs(team)
