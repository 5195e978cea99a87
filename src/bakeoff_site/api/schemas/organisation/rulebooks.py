"""Rulebooks that are changed."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from ninja import Schema

from bakeoff.rulebook import Period
from bakeoff.rulebook.files.changes import Change, ChangeKind
from bakeoff_site.api.schemas.shared import Body
from bakeoff_site.campaigns.models import EarlierRulebook
from bakeoff_site.campaigns.selectors.rulebook_changes import PlannedChange


class RulebookIn(Body):
    rulebook: str
    """The text of the rulebook (TOML)."""


class RulebookChangeIn(RulebookIn):
    version: str
    """Of the rulebook that the text was made from: what someone else changed since is not undone."""
    ends_phases: bool = False
    """Whether it is meant that phases are over at once by it."""


class RulebookOut(Schema):
    content: dict[str, Any]
    """The rulebook, joined with the rulebooks that it builds on."""


class RulebookTextOut(Schema):
    text: str
    version: str


class EarlierRulebookOut(Schema):
    """A rulebook that was replaced."""

    number: int
    """Counted in the campaign, from 1 on."""
    replaced_at: datetime
    replaced_by: str
    changes: int
    """How many rules the next version changed."""


class ChangeOut(Schema):
    path: str
    """`phases.evaluation.end`."""
    kind: ChangeKind
    before: Any
    after: Any


class EndedOut(Schema):
    """A phase that would be over at once."""

    phase: str
    title: str
    end: datetime


class PlannedChangeOut(Schema):
    version: str
    """Of the rulebook as it is."""
    changes: list[ChangeOut]
    lost: list[str]
    """Why it cannot be saved: what teams use already and it no longer has."""
    ended: list[EndedOut]
    """What needs `ends_phases`."""


class ChangedOut(Schema):
    version: str
    changes: list[ChangeOut]


def earlier_out(earlier: EarlierRulebook) -> EarlierRulebookOut:
    return EarlierRulebookOut(
        number=earlier.number,
        replaced_at=earlier.replaced_at,
        replaced_by=str(earlier.replaced_by),
        changes=earlier.changes,
    )


def planned_out(planned: PlannedChange, version: str) -> PlannedChangeOut:
    return PlannedChangeOut(
        version=version,
        changes=[change_out(change) for change in planned.changes],
        lost=list(planned.lost),
        ended=[_ended(period) for period in planned.ended],
    )


def change_out(change: Change) -> ChangeOut:
    return ChangeOut(path=change.path, kind=change.kind, before=change.before, after=change.after)


def _ended(period: Period) -> EndedOut:
    return EndedOut(phase=period.phase.id, title=period.phase.label, end=period.end)
