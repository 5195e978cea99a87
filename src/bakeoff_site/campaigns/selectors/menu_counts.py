"""Numbers in the side menu of organisers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.db.models import Count, IntegerField, OuterRef, Q, Subquery
from django.db.models.functions import Coalesce

from bakeoff_site.campaigns.models import Campaign


@dataclass(frozen=True, slots=True, kw_only=True)
class MenuCounts:
    """How many rows the pages of the menu list."""

    teams: int
    """That take part."""
    submissions: int
    judging_tasks: int


def menu_counts(campaign: Campaign) -> MenuCounts:
    """The numbers of a campaign, in one query."""
    numbers = Campaign.objects.filter(pk=campaign.pk).values_list(
        _number_of("teams", Q(withdrawn_at=None)), _number_of("submissions"), _number_of("judging_tasks")
    )
    teams, submissions, judging_tasks = numbers[0]
    return MenuCounts(teams=teams, submissions=submissions, judging_tasks=judging_tasks)


def _number_of(relation: str, condition: Q | None = None) -> Coalesce:
    """Rows of another app that belong to the campaign; each is counted apart, since joins would multiply them."""
    model: Any = Campaign._meta.get_field(relation).related_model
    rows = model.objects.filter(condition or Q(), campaign=OuterRef("pk")).order_by().values("campaign")
    number = Subquery(rows.annotate(number=Count("pk")).values("number"), output_field=IntegerField())
    return Coalesce(number, 0)
