"""What people read about packages, on pages and in mails."""

from __future__ import annotations

from django import template

from bakeoff.rulebook.schema import Campaign
from bakeoff.rulebook.submission import announcements
from bakeoff.rulebook.submission.announcements import RunOutcome
from bakeoff.rulebook.submission.offers import SystemsLeft

register = template.Library()


@register.simple_tag
def systems_left(systems: SystemsLeft, campaign: Campaign) -> str:
    """What the next package can add, and what it does to earlier ones."""
    return announcements.describe_systems_left(systems, campaign)


@register.simple_tag
def run_replacements(outcome: RunOutcome, campaign: Campaign) -> str:
    """Which packages a run replaced or was replaced by, next to badges that say the rest."""
    return announcements.describe_replacements(outcome, campaign)


@register.simple_tag
def run_outcome(outcome: RunOutcome, campaign: Campaign) -> str:
    """What a run counts as, what it replaced and what replaced it."""
    return announcements.describe_run(outcome, campaign)
