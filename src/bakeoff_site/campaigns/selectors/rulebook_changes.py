"""What another rulebook would mean for a campaign, and the rulebooks that it had before."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from difflib import unified_diff
from typing import Literal

from django.db.models import QuerySet
from django.http import Http404

from bakeoff.rulebook import Period, WrittenRulebook
from bakeoff.rulebook.calendar import ended_by_change
from bakeoff.rulebook.files.changes import Change, changes_between
from bakeoff_site.campaigns.conversions import storable
from bakeoff_site.campaigns.models import Campaign, EarlierRulebook
from bakeoff_site.campaigns.selectors.usage import lost_uses

_LARGEST = 2**31 - 1


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


@dataclass(frozen=True, slots=True)
class ChangedLine:
    """A line of a rulebook that is added, removed, or stays next to one; a gap between two places has no text."""

    kind: Literal["added", "removed", "same", "gap"]
    text: str


def changed_lines(before: str, after: str) -> tuple[ChangedLine, ...]:
    """The lines in which two texts differ, each with those around it."""
    kinds: dict[str, Literal["added", "removed", "same", "gap"]] = {"+": "added", "-": "removed", " ": "same"}
    lines = list(unified_diff(before.splitlines(), after.splitlines(), lineterm="", n=2))[2:]
    shown = [ChangedLine(kinds.get(line[:1], "gap"), "" if line.startswith("@@") else line[1:]) for line in lines]
    return tuple(shown[1:])


def earlier_rulebooks(campaign: Campaign) -> QuerySet[EarlierRulebook]:
    """The rulebooks that a campaign had before, the latest first; without their texts."""
    return campaign.earlier_rulebooks.select_related("replaced_by").defer("text")


def earlier_rulebook(campaign: Campaign, number: int) -> EarlierRulebook:
    """One of them; 404 where the campaign had none of that number."""
    # What is no number of the database is none of a rulebook either.
    found = campaign.earlier_rulebooks.filter(number=number).first() if 0 < number <= _LARGEST else None
    if found is None:
        raise Http404("There is no such version of the rulebook.")
    return found
