"""Pages of boards: the overview of a campaign, one board, and its table as a download."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from zoneinfo import ZoneInfo

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.safestring import SafeString

from bakeoff_site.accounts.access import costly_page
from bakeoff_site.campaigns.permissions import CampaignRole
from bakeoff_site.campaigns.views.access import campaign_page
from bakeoff_site.core.caches import ComputedCache
from bakeoff_site.core.http.cache_headers import public_page
from bakeoff_site.core.pages import page_number, pages_of
from bakeoff_site.results.conversions import charts, downloads
from bakeoff_site.results.conversions.boards import BoardView
from bakeoff_site.results.conversions.progress import has_progress
from bakeoff_site.results.selectors import board_for, board_of, overview_for

_OVERVIEWS: ComputedCache[SafeString] = ComputedCache(most=128)
_SYSTEMS_ON_A_PAGE = 200
_TABLES: ComputedCache[SafeString] = ComputedCache(most=256)


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
    }
    content = _OVERVIEWS.get(
        tuple(context.values()),
        lambda: render_to_string(
            "results/_overview.html",
            context | {"bars": charts.overview_bars(view.boards), "has_benchmarks": has_progress(view.boards)},
        ),
    )
    shown = {"campaign": role.campaign, "role": role, "content": content}
    return render(request, "results/overview.html", shown)


@campaign_page
@public_page
def board(request: HttpRequest, role: CampaignRole, board_id: int) -> HttpResponse:
    view = _view(request, role, board_id)
    about = role.campaign.rules.campaign
    against = request.GET.get("against", "")
    context = {
        "campaign": role.campaign,
        "role": role,
        "view": view,
        "against": against,
        "tables": _tables(
            view,
            slug=role.campaign.slug,
            zone=about.zone,
            zone_name=about.timezone,
            upload_to=board_id if role.is_organiser else None,
            query=request.GET.urlencode(),
        ),
    }
    return render(request, "results/board.html", context)


def _tables(view: BoardView, *, query: str, **about: str | int | ZoneInfo | None) -> SafeString:
    """Tables and figures of a board; who sees the same of it sees the same page, which is then made once."""
    return _TABLES.get((view, query, *about.values()), lambda: _drawn_tables(view, query, about))


def _drawn_tables(view: BoardView, query: str, about: Mapping[str, object]) -> SafeString:
    asked = QueryDict(query, mutable=True)
    pages = pages_of(view.systems, page_number(asked, "page"), a_page=_SYSTEMS_ON_A_PAGE)
    asked.pop("page", None)  # a newly sorted table is shown from its start
    view = view.part((pages.number - 1) * _SYSTEMS_ON_A_PAGE, _SYSTEMS_ON_A_PAGE)
    context: dict[str, Any] = {
        "view": view,
        "pages": pages,
        **about,
        "query": asked,
        "formats": [(name, ending) for name, (ending, _) in downloads.FORMATS.items()],
    }
    if view.seen == "all":
        context |= {
            "dots": charts.dots(view),
            "bars": charts.bars(view),
            "scatter": charts.scatter(view, asked.get("against", "")),
        }
    return render_to_string("results/_board.html", context)


@costly_page
@campaign_page
def download(request: HttpRequest, role: CampaignRole, board_id: int, ending: str) -> HttpResponse:
    view = _view(request, role, board_id)
    formats = [name for name, (known, _) in downloads.FORMATS.items() if known == ending]
    if not formats:
        raise Http404("There is no such table.")
    return table_file(view, role.campaign.slug, formats[0])


def table_file(view: BoardView, slug: str, name: str) -> HttpResponse:
    """A board in one of the formats of tables, by a page or by a program."""
    ending, media = downloads.FORMATS[name]
    place = view.place
    parts = [slug, place.track_id, place.language_pair_id, place.condition_id, place.test_set_id]
    file = "-".join(filter(None, parts))
    return HttpResponse(
        downloads.rendered(view, name),
        content_type=f"{media}; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="{file}.{ending}"'},
    )


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
