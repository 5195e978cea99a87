"""Teams that have not done a step, for organisers: one row for each step that is due. Pure."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from datetime import datetime
from urllib.parse import urlencode

from bakeoff.rulebook.schema.registration import Step
from bakeoff_site.campaigns.conversions import DONE, STEPS
from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.campaigns.selectors.teams import StepRow, TeamProgress
from bakeoff_site.core.todos import Todo, state_by

_NAMED = 3
"""Teams that a row names."""


def step_todos(campaign: Campaign, states: Sequence[TeamProgress], now: datetime) -> Iterator[Todo]:
    """Steps that teams miss and whose deadline is near or over; the button writes to these teams."""
    missing: dict[Step, list[tuple[TeamProgress, StepRow]]] = defaultdict(list)
    for state in states:
        for row in state.missing:
            if row.state.step == "judged" and state.team.judgments_done:
                continue  # shares that the site counts have rows and reminders of their own
            if row.state.due is not None and state_by(row.state.due, now) != "open":
                missing[row.state.step].append((state, row))
    for step, found in missing.items():
        due = min(row.state.due for _, row in found if row.state.due is not None)
        names = [state.team.name for state, _ in found]
        more = len(names) - _NAMED
        yield Todo(
            title=f"{len(names)} team{'s have' if len(names) > 1 else ' has'} not {DONE[step]}",
            text=", ".join(names[:_NAMED]) + (f" and {more} more." if more > 0 else "."),
            state="due",
            action="Write a reminder",
            page="team_messages:write",
            arguments=(campaign.slug,),
            query="?" + urlencode({"audience": "missing-step", "step": step, "subject": _subject(step)}),
            due=due if due > now else None,
            zone=campaign.rules.campaign.zone,
        )


def _subject(step: Step) -> str:
    return f"Reminder: {STEPS[step].lower()}"
