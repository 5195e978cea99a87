"""Pages of boards: the overview of a campaign, one board, and its table and charts as downloads."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.safestring import SafeString

from bakeoff.rulebook.release.publication import stage_of_results
from bakeoff_site.accounts.access import costly_page
from bakeoff_site.campaigns.permissions import CampaignRole
from bakeoff_site.campaigns.views.access import campaign_page
from bakeoff_site.core.caches import ComputedCache
from bakeoff_site.core.http.cache_headers import public_page
from bakeoff_site.core.http.chart_files import svg_file
from bakeoff_site.results.conversions import downloads
from bakeoff_site.results.conversions.board_tables import found_in, with_columns
from bakeoff_site.results.conversions.boards import BoardView
from bakeoff_site.results.conversions.figures.benchmarks import overview_charts
from bakeoff_site.results.conversions.figures.boards import board_chart
from bakeoff_site.results.conversions.progress import has_progress
from bakeoff_site.results.selectors import board_for, board_of, conditions_beside, overview_for
from bakeoff_site.results.selectors.human_boards import human_boards_for
from bakeoff_site.results.selectors.imported_scores import imported_scores_for
from bakeoff_site.results.views.board_content import About, board_content

_OVERVIEWS: ComputedCache[SafeString] = ComputedCache(most=128)


@campaign_page
@public_page
def overview(request: HttpRequest, role: CampaignRole) -> HttpResponse:
    view = overview_for(role, timezone.now())
    about = role.campaign.rules.campaign
    context: dict[str, Any] = {
        "overview": view,
        "slug": role.campaign.slug,
        "zone": about.zone,
        "zone_name": about.timezone,
        "is_organiser": role.is_organiser,
        "may_sign_in": role.user is None,
        "path": request.path,
        "human": _human_boards(role),
    }
    content = _OVERVIEWS.get(
        tuple(context.values()),
        lambda: render_to_string("results/_overview.html", context | {"charts": overview_charts(view.boards)}),
    )
    shown = {
        "campaign": role.campaign,
        "role": role,
        "content": content,
        "has_progress": has_progress(view.boards),
    }
    return render(request, "results/overview.html", shown)


def _human_boards(role: CampaignRole) -> SafeString:
    """The list of human boards."""
    now = timezone.now()
    context = {
        "human": human_boards_for(role, now),
        "imported": imported_scores_for(role, now),
        "slug": role.campaign.slug,
        "rules": role.campaign.rules,
    }
    return render_to_string("results/_human_boards.html", context)


@costly_page
@campaign_page
def overview_figure(_request: HttpRequest, role: CampaignRole, name: str) -> HttpResponse:
    charts = overview_charts(overview_for(role, timezone.now()).boards)
    return svg_file(next((chart for chart in charts if chart.name == name), None), role.campaign.slug)


@campaign_page
@public_page
def board(request: HttpRequest, role: CampaignRole, board_id: int) -> HttpResponse:
    view = _view(request, role, board_id)
    rules = role.campaign.rules
    conditions = conditions_beside(role, view)
    asked = request.GET.copy()
    chosen = asked.pop("board", [str(board_id)])[-1]
    if chosen != str(board_id) and any(choice.value == chosen for choice in conditions):
        address = redirect("results:board", role.campaign.slug, int(chosen))
        address["Location"] += f"?{asked.urlencode()}" if asked else ""
        return address
    about = About(
        slug=role.campaign.slug,
        zone=rules.campaign.zone,
        zone_name=rules.campaign.timezone,
        upload_to=board_id if role.is_organiser else None,
        stage=stage_of_results(rules, timezone.now(), test_set=view.place.test_set_id),
        conditions=conditions,
    )
    context = {"campaign": role.campaign, "role": role, "view": view}
    return render(request, "results/board.html", context | {"content": board_content(view, asked.urlencode(), about)})


@costly_page
@campaign_page
def download(request: HttpRequest, role: CampaignRole, board_id: int, ending: str) -> HttpResponse:
    view = _shown(request, _view(request, role, board_id))
    formats = [name for name, (known, _) in downloads.FORMATS.items() if known == ending]
    if not formats:
        raise Http404("There is no such table.")
    return table_file(view, role.campaign.slug, formats[0])


@costly_page
@campaign_page
def figure(request: HttpRequest, role: CampaignRole, board_id: int, name: str) -> HttpResponse:
    view = _shown(request, _view(request, role, board_id))
    chart = board_chart(view, name, against=request.GET.get("against", ""))
    return svg_file(chart, file_name(view, role.campaign.slug))


def table_file(view: BoardView, slug: str, name: str) -> HttpResponse:
    """A board in one of the formats of tables, by a page or by a program."""
    ending, media = downloads.FORMATS[name]
    return HttpResponse(
        downloads.rendered(view, name),
        content_type=f"{media}; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="{file_name(view, slug)}.{ending}"'},
    )


def file_name(view: BoardView, slug: str) -> str:
    """What files of a board are called."""
    place = view.place
    return "-".join(filter(None, [slug, place.track_id, place.language_pair_id, place.condition_id, place.test_set_id]))


def _view(request: HttpRequest, role: CampaignRole, board_id: int) -> BoardView:
    nothing = "This board does not exist, or you cannot see it yet."
    board = board_of(role.campaign, board_id)
    if board is None:
        raise Http404(nothing)
    view = board_for(
        role,
        board,
        timezone.now(),
        specification=request.GET.get("specification"),
        group=request.GET.get("group"),
        kinds=request.GET.getlist("kind"),
        inputs=request.GET.getlist("input"),
        sort=request.GET.get("sort"),
    )
    # A board reveals that somebody submitted: one without anything visible is not shown.
    if view.seen == "nothing":
        raise Http404(nothing)
    return view


def _shown(request: HttpRequest, view: BoardView) -> BoardView:
    """The systems and columns that the page shows."""
    return with_columns(found_in(view, request.GET.get("find", "")), request.GET.getlist("column"))
