"""The teams of a campaign as a table, for organisers."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from bakeoff.reports import Column, Table
from bakeoff.rulebook.participation.steps import binding_steps
from bakeoff.rulebook.schema.registration import Step
from bakeoff.rulebook.titles import titles_of
from bakeoff_site.campaigns.conversions import STEPS
from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.campaigns.selectors.teams import TeamProgress, progress_of, teams_of


def team_table(campaign: Campaign, now: datetime) -> Table:
    """Every team with its contact persons, what it registered for, and its steps."""
    steps = binding_steps(campaign.rules)
    columns = (
        "team",
        "code",
        "institutions",
        "contacts",
        "addresses",
        "language pairs",
        "tracks",
        "registered",
        "state",
    )
    rows = [progress_of(team, now) for team in teams_of(campaign)]
    return Table(
        columns=tuple(Column(heading) for heading in (*columns, *(STEPS[step].lower() for step in steps))),
        rows=tuple((*_facts(campaign, state), *_steps(state, steps)) for state in rows),
        title="Teams",
        empty="No team has registered yet.",
    )


def _facts(campaign: Campaign, state: TeamProgress) -> tuple[str, ...]:
    team, rules = state.team, campaign.rules
    return (
        team.name,
        team.code,
        ", ".join(team.institutions),
        ", ".join(member.user.name for member in state.contacts),
        ", ".join(member.user.email for member in state.contacts),
        titles_of(team.language_pairs, rules.language_pairs),
        titles_of(team.tracks, rules.tracks),
        team.registered_at.astimezone(rules.campaign.zone).isoformat(timespec="seconds") if team.registered_at else "",
        "withdrawn" if team.withdrawn_at else "takes part",
    )


def _steps(state: TeamProgress, steps: Sequence[Step]) -> tuple[str, ...]:
    rows = {row.state.step: row for row in state.steps}
    return tuple(
        "" if step not in rows else "done" if rows[step].state.done else "overdue" if rows[step].is_overdue else "to do"
        for step in steps
    )
