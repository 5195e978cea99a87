"""The page of a run, its charts and its text as downloads."""

from __future__ import annotations

from zoneinfo import ZoneInfo

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.text import slugify

from bakeoff_site.accounts.access import costly_page
from bakeoff_site.campaigns.permissions import CampaignRole
from bakeoff_site.campaigns.views.access import campaign_page
from bakeoff_site.core.caches import ComputedCache
from bakeoff_site.core.http.cache_headers import public_page
from bakeoff_site.core.http.chart_files import svg_file
from bakeoff_site.core.pages import page_number
from bakeoff_site.results.conversions.figures.runs import part_marks, run_charts
from bakeoff_site.results.conversions.runs import RunView
from bakeoff_site.results.selectors import SegmentQuery, run_for
from bakeoff_site.results.selectors.runs import output_for
from bakeoff_site.results.selectors.segments import SEGMENTS_ON_A_PAGE

_CONTENTS: ComputedCache[SafeString] = ComputedCache(most=256)
_UNKNOWN = "This run does not exist, or you cannot see it yet."


_TABS = {"overview": "Overview", "segments": "Segments", "documents": "Documents", "scores": "Scores and signatures"}
_FILTERS = ("order", "text", "document", "page")
"""What only the list of segments is asked for."""
_WORST = 3
"""Segments on the first page of a run."""


@costly_page
@campaign_page
@public_page
def run(request: HttpRequest, role: CampaignRole, key: str) -> HttpResponse:
    view = _view(request, role, key)
    about = role.campaign.rules.campaign
    asked = request.GET.urlencode()
    context = {
        "campaign": role.campaign,
        "role": role,
        "view": view,
        "content": _content(view, _tab(request.GET), role.campaign.slug, about.zone, about.timezone, query=asked),
    }
    return render(request, "results/run.html", context)


@costly_page
@campaign_page
def figure(request: HttpRequest, role: CampaignRole, key: str, name: str) -> HttpResponse:
    view = _view(request, role, key)
    chart = next((chart for chart in run_charts(view) if chart.name == name), None)
    return svg_file(chart, slugify(view.system.name) or "run")


@costly_page
@campaign_page
def output(request: HttpRequest, role: CampaignRole, key: str) -> HttpResponse:
    """The text of a run as it was scored, a segment on each line."""
    view = _view(request, role, key)
    lines = output_for(role, key, timezone.now(), specification=view.specification)
    if lines is None:
        raise Http404(_UNKNOWN)
    return HttpResponse(
        "".join(f"{line}\n" for line in lines),
        content_type="text/plain; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="{slugify(view.system.name) or "run"}.txt"'},
    )


def _view(request: HttpRequest, role: CampaignRole, key: str) -> RunView:
    asked = request.GET
    shows_list = _tab(asked) == "segments"
    view = run_for(
        role,
        key,
        timezone.now(),
        specification=asked.get("specification"),
        wanted=SegmentQuery(
            metric=asked.get("metric", ""),
            order=asked.get("order", "text") if shows_list else "worst",
            text=asked.get("text", "").strip()[:200] if shows_list else "",
            document=asked.get("document", "") if shows_list else "",
            page=page_number(asked, "page") if shows_list else 1,
            most=SEGMENTS_ON_A_PAGE if shows_list else _WORST,
        ),
    )
    if view is None:
        raise Http404(_UNKNOWN)
    return view


def _tab(asked: QueryDict) -> str:
    shown = asked.get("show", "segments" if any(name in asked for name in _FILTERS) else "overview")
    return shown if shown in _TABS else "overview"


def _content(view: RunView, tab: str, slug: str, zone: ZoneInfo, zone_name: str, *, query: str) -> SafeString:
    """All of a run; who sees the same of it sees the same page, which is then made once."""

    def drawn() -> SafeString:
        asked = QueryDict(query, mutable=True)
        chosen = QueryDict(mutable=True)
        for name in ("specification", "metric"):  # these hold for all tabs
            if asked.get(name):
                chosen[name] = asked.get(name, "")
        charts = {chart.name: chart for chart in run_charts(view)}
        context = {
            "view": view,
            "tab": tab,
            "tabs": [(name, _TABS[name]) for name in _TABS if name != "documents" or view.documents],
            "slug": slug,
            "zone": zone,
            "zone_name": zone_name,
            "query": asked,
            "chosen": chosen,
            "parts": part_marks(view),
            "charts": tuple(charts.values()),
            "documents_chart": charts.get("documents"),
        }
        return render_to_string("results/_run.html", context)

    return _CONTENTS.get((view, tab, slug, zone, zone_name, query), drawn)
