"""Pages of tournaments: the bracket as it stands, places so far, every match; the drawing as a file."""

from __future__ import annotations

from collections.abc import Iterator

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from bakeoff_site.campaigns.permissions import CampaignRole
from bakeoff_site.campaigns.views.access import organiser_page
from bakeoff_site.judging.conversions.tournament_tables import TournamentTable
from bakeoff_site.judging.selectors.tournaments import TournamentView, tables_of, tournaments_of
from bakeoff_site.judging.views.access import task_of


@organiser_page
def tournaments(request: HttpRequest, role: CampaignRole, task_slug: str) -> HttpResponse:
    """All tournaments of a task, drawn as they stand."""
    task = task_of(role, task_slug)
    now = timezone.now()
    views = tournaments_of(task, now=now)
    context = {
        "campaign": role.campaign,
        "role": role,
        "task": task,
        "at": now,
        "is_paused": "paused" in request.GET,
        "hides_names": any(view.hides_names for view in views),
        "tournaments": [(view, tuple(_numbered(view))) for view in views],
    }
    return render(request, "judging/organise/tournaments.html", context)


@organiser_page
def bracket(
    _request: HttpRequest, role: CampaignRole, *, task_slug: str, code: str, number: int, stage: int
) -> HttpResponse:
    """The drawing of a tournament as an SVG file."""
    task = task_of(role, task_slug)
    for view in tournaments_of(task, now=timezone.now()):
        if (view.evaluation.code, view.number) == (code, number):
            for found, table in _numbered(view):
                if found == stage:
                    return bracket_file(table, f"{role.campaign.slug}-{task.slug}-{code}-{number}-{stage}")
    raise Http404("There is no such tournament.")


def bracket_file(table: TournamentTable, name: str) -> HttpResponse:
    """A drawing to keep."""
    return HttpResponse(
        table.svg,
        content_type="image/svg+xml; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="{name}.svg"'},
    )


def _numbered(view: TournamentView) -> Iterator[tuple[int, TournamentTable]]:
    return enumerate(tables_of(view), start=1)
