"""What another rulebook would mean for a campaign."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from bakeoff.rulebook import Period, WrittenRulebook
from bakeoff.rulebook.calendar import ended_by_change
from bakeoff.rulebook.files.changes import Change, changes_between
from bakeoff_site.campaigns.conversions import storable
from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.campaigns.selectors.usage import lost_uses


@dataclass(frozen=True, slots=True)
class PlannedChange:
    """What changes with a rulebook, and what speaks against it."""

    changes: tuple[Change, ...]
    lost: tuple[str, ...]
    """What teams use already and it no longer has: it cannot be saved."""
    ended: tuple[Period, ...]
    """Phases that would be over at once: they must be meant."""


def planned_change(campaign: Campaign, written: WrittenRulebook, now: datetime) -> PlannedChange:
    """Of a rulebook without mistakes; one with some is a `RulebookError` with all of them."""
    rules = written.rulebook
    return PlannedChange(
        changes_between(campaign.rulebook_content, storable(written.content)),
        lost_uses(campaign, rules),
        ended_by_change(campaign.rules, rules, now),
    )
