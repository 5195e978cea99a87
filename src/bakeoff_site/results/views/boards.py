"""Pages of boards: all of a campaign, one, and its table to take away."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from bakeoff_site.campaigns.rules import Standing
from bakeoff_site.campaigns.views.access import campaign_page
from bakeoff_site.results.conversions import charts, tables
from bakeoff_site.results.conversions.shown import BoardView
from bakeoff_site.results.selectors import board_for, board_of, boards_for


@campaign_page
def boards(request: HttpRequest, standing: Standing) -> HttpResponse:
    overview = boards_for(standing, timezone.now())
    context = {
        "campaign": standing.campaign,
        "standing": standing,
        "overview": overview,
        "bars": charts.overview_bars(overview.boards),
    }
    return render(request, "results/boards.html", context)


@campaign_page
def board(request: HttpRequest, standing: Standing, board_id: int) -> HttpResponse:
    view = _view(request, standing, board_id)
    context: dict[str, Any] = {"campaign": standing.campaign, "standing": standing, "view": view}
    if view.seen == "all":
        against = request.GET.get("against", "")
        context |= {
            "dots": charts.dots(view),
            "bars": charts.bars(view),
            "scatter": charts.scatter(view, against),
        }
    context["formats"] = [(name, ending) for name, (ending, _) in tables.FORMATS.items()]
    return render(request, "results/board.html", context)


@campaign_page
def download(request: HttpRequest, standing: Standing, board_id: int, ending: str) -> HttpResponse:
    view = _view(request, standing, board_id)
    found = [(name, media) for name, (known, media) in tables.FORMATS.items() if known == ending]
    if not found:
        raise Http404("There is no such table.")
    name, media = found[0]
    place = view.place
    parts = [standing.campaign.slug, place.track_id, place.language_pair_id, place.condition_id, place.test_set_id]
    file = "-".join(filter(None, parts))
    return HttpResponse(
        tables.rendered(view, name),
        content_type=f"{media}; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="{file}.{ending}"'},
    )


def _view(request: HttpRequest, standing: Standing, board_id: int) -> BoardView:
    nothing = "There is no board here of which you may see something."
    board = board_of(standing.campaign, board_id)
    if board is None:
        raise Http404(nothing)
    view = board_for(
        standing,
        board,
        timezone.now(),
        specification=request.GET.get("specification"),
        group=request.GET.get("group"),
        kinds=request.GET.getlist("kind"),
        sort=request.GET.get("sort"),
    )
    # That there is a board tells that somebody handed in: nothing is shown of one of which nothing may be seen.
    if view.seen == "nothing":
        raise Http404(nothing)
    return view
