"""Tournaments of human evaluation, for organisers who follow them."""

from __future__ import annotations

from typing import Any

from django.utils import timezone
from ninja import Router

from bakeoff_site.api.authentication import TokenRequest, oversee
from bakeoff_site.api.pagination import Limit, Offset, page_of
from bakeoff_site.api.schemas.evaluation.tournaments import TournamentOut, tournament_out
from bakeoff_site.api.schemas.shared import Page
from bakeoff_site.api.views.access import organiser_of
from bakeoff_site.judging.selectors.tournaments import tournaments_of
from bakeoff_site.judging.views.access import task_of

router = Router(tags=["judging"])


@router.get(
    "/campaigns/{slug}/judging-tasks/{slug:task}/tournaments",
    response=Page[TournamentOut],
    auth=oversee,
    summary="Tournaments of a task: matches, their state and results, places so far (organisers)",
    description="One of each evaluation, language pair and test set. Names of systems are hidden while the task is "
    "open.",
)
def list_tournaments(request: TokenRequest, slug: str, task: str, limit: Limit, offset: Offset) -> dict[str, Any]:
    found = task_of(organiser_of(request, slug), task)
    return page_of(request, tournaments_of(found, now=timezone.now()), limit, offset, tournament_out)
