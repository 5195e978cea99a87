"""The descriptions of a team's systems: what it has said, what it is asked, until when."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from bakeoff.rulebook.state import DescribedSystem, TeamState
from bakeoff.rulebook.submission.descriptions import (
    DescribingVerdict,
    may_describe,
    owed_descriptions,
    system_title,
)
from bakeoff.submissions.description_texts import description_template
from bakeoff_site.campaigns.conversions import team_state
from bakeoff_site.campaigns.models import Team
from bakeoff_site.submissions.models import Description


@dataclass(frozen=True, slots=True)
class SystemRow:
    """A system that is described by itself: one that the team has runs of, or has described."""

    system: DescribedSystem
    title: str
    is_owed: bool
    last: Description | None

    @property
    def key(self) -> str:
        """What addresses call it."""
        return "/".join((self.system.track, self.system.condition, self.system.system))


@dataclass(frozen=True, slots=True)
class DescriptionPage:
    """All versions, newest first, and the form to fill in."""

    versions: Sequence[Description]
    verdict: DescribingVerdict
    template: str
    is_by_system: bool
    systems: tuple[SystemRow, ...] = ()
    chosen: SystemRow | None = None
    """The system whose descriptions these are, where each has its own."""

    @property
    def last(self) -> Description | None:
        return self.versions[0] if self.versions else None

    @property
    def initial_text(self) -> str:
        """The text to continue from."""
        return self.last.text if self.last else self.template


def description_page(team: Team, now: datetime, *, system: str = "") -> DescriptionPage:
    """What a team sees of its description; `system` is the key of a row, where each system is described by itself.

    Where there is only one, it is that.
    """
    rules = team.campaign.rules
    state = team_state(team)
    verdict = may_describe(rules, now, extensions=state.extensions)
    if rules.description.each == "team":
        versions = list(team.descriptions.select_related("submitted_by"))
        return DescriptionPage(versions, verdict, description_template(rules, team=team.code), is_by_system=False)
    rows = described_systems(team, state)
    chosen = next((row for row in rows if row.key == system), rows[0] if len(rows) == 1 and not system else None)
    return DescriptionPage(
        _versions(team, chosen.system) if chosen else [],
        verdict,
        description_template(rules, team=team.code, values=_values(state, chosen.system) if chosen else {}),
        is_by_system=True,
        systems=rows,
        chosen=chosen,
    )


def described_systems(team: Team, state: TeamState) -> tuple[SystemRow, ...]:
    """The systems of a team that are described one by one."""
    rules = team.campaign.rules
    owed = owed_descriptions(rules, state)
    last = last_descriptions(team)
    every = sorted({*owed, *(key for key in last if key is not None)})
    return tuple(SystemRow(each, system_title(rules, each), each in owed, last.get(each)) for each in every)


def last_descriptions(team: Team) -> dict[DescribedSystem | None, Description]:
    """The last description of each system; by None the last text of all systems."""
    last: dict[DescribedSystem | None, Description] = {}
    for description in team.descriptions.select_related("submitted_by"):  # newest first
        last.setdefault(description.described_as, description)
    return last


def _versions(team: Team, system: DescribedSystem) -> list[Description]:
    of_system = team.descriptions.filter(track=system.track, condition=system.condition, system=system.system)
    return list(of_system.select_related("submitted_by"))


def _values(state: TeamState, system: DescribedSystem) -> dict[str, str]:
    """What the form knows before it is filled in."""
    pairs = {run.language_pair or "": None for run in state.submitted if run.described_as == system}
    return {
        "Team": state.code,
        "System": system.system,
        "Condition": system.condition,
        "Track": system.track,
        "Language pairs": ", ".join(sorted(pairs)),
    }
