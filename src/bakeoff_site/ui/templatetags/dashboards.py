"""Parts of the first page of organisers."""

from __future__ import annotations

from collections.abc import Iterable

from django import template

from bakeoff_site.campaigns.selectors.dashboard import Count, Dashboard
from bakeoff_site.campaigns.selectors.teams import StepRow, TeamProgress

register = template.Library()


@register.filter
def steps_in(state: TeamProgress, steps: Iterable[str]) -> list[StepRow | None]:
    """The steps of a team in the order of the columns; None for one that it does not have."""
    rows = {row.state.step: row for row in state.steps}
    return [rows.get(step) for step in steps]  # type: ignore[call-overload]  # steps are words of the rulebook


@register.filter
def choices_of_teams(dashboard: Dashboard) -> list[tuple[str, tuple[Count, ...]]]:
    """What teams signed, agreed to and registered for, under titles; what nobody is asked for is left out."""
    every = (
        ("Agreements", dashboard.agreements),
        ("Consents", dashboard.consents),
        ("Tracks", dashboard.tracks),
        ("Language pairs", dashboard.language_pairs),
    )
    return [(title, counts) for title, counts in every if counts]
