"""Who submits it: ids of teams are assigned on registration (OpenMT12, 12.1.1)."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import get_close_matches

from bakeoff.data import Finding
from bakeoff.submissions.context import PackageCheck


def team(check: PackageCheck) -> Iterator[Finding]:
    """Whether the team takes part, where it is known who does."""
    named = check.names.known.get("team")
    if check.teams is not None and named is not None and named not in check.teams:
        close = get_close_matches(named, check.teams, n=1)
        remedy = f"Is it {close[0]}?" if close else "Use the id that was assigned on registration."
        yield check.finding("team-unknown", found=named, expected="the code of a team that takes part", remedy=remedy)
    assigned = check.rulebook.registration.team_code == "assigned"
    if assigned and named is not None and check.teams is None and check.team is None:
        yield check.finding(
            "team-not-checked",
            found=named,
            expected="the id that was assigned on registration",
        )
