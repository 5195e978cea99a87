"""Complete rulebooks to start writing from: those that come with Bakeoff, with dates that are still to come."""

from __future__ import annotations

from datetime import date

from bakeoff.rulebook.drafts.defaults import default_plan, first_phase, move_plan
from bakeoff.rulebook.drafts.models import shipped_model
from bakeoff.rulebook.drafts.rulebooks import draft_rulebook

_ID = "my-campaign"
_TITLE = "My campaign"


def example_rulebook(name: str, *, today: date, organiser: str = "", contact: str = "") -> str:
    """The text of a shipped rulebook as a campaign of one's own: without mistakes, its first phase from today on."""
    model = shipped_model(name)
    plan = default_plan(model, id=_ID, title=_TITLE, organiser=organiser, contact=contact)
    if phase := first_phase(plan):
        plan = move_plan(plan, phase=phase, start=today)
    return draft_rulebook(model, plan).text
