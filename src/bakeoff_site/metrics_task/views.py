"""Pages of metrics tasks: what teams do, and how metrics agree with people."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from bakeoff_site.accounts.access import costly_page
from bakeoff_site.campaigns.permissions import CampaignRole
from bakeoff_site.campaigns.views.access import campaign_page
from bakeoff_site.core.http.cache_headers import public_page
from bakeoff_site.core.http.chart_files import svg_file
from bakeoff_site.metrics_task.choices import COEFFICIENTS, KindCoefficient
from bakeoff_site.metrics_task.conversions import ShownResult, kinds_in_words
from bakeoff_site.metrics_task.selectors.kinds import kinds_for
from bakeoff_site.metrics_task.selectors.results import (
    MetricsResultView,
    metric_teams_of,
    own_metrics_of,
    result_for,
    results_for,
    scored_by,
)
from bakeoff_site.results.conversions.downloads import TABLE_FORMATS, rendered_table


@campaign_page
@public_page
def overview(request: HttpRequest, role: CampaignRole) -> HttpResponse:
    now = timezone.now()
    asked = request.GET.get("coefficient")
    coefficient: KindCoefficient = next((name for name in COEFFICIENTS if name == asked), "spearman")
    kinds = kinds_for(role, now, coefficient)
    context = {
        "campaign": role.campaign,
        "role": role,
        "kinds": kinds,
        "kinds_table": None if kinds is None else kinds_in_words(kinds.correlations, kinds.places),
        "coefficients": COEFFICIENTS,
        "coefficient": coefficient,
        "tasks": scored_by(role.campaign.rules),
        "own": own_metrics_of(role),
        "teams": metric_teams_of(role),
        "results": results_for(role, now),
        "zone": role.campaign.rules.campaign.zone,
    }
    return render(request, "metrics_task/overview.html", context)


@campaign_page
@public_page
def result(request: HttpRequest, role: CampaignRole, track: str, test_set: str, evaluation: str) -> HttpResponse:
    view = _view(role, track, test_set, evaluation)
    context = {
        "campaign": role.campaign,
        "role": role,
        "view": view,
        "shown": view.shown(request.GET.get("metric", "")),
        "formats": [(name, ending) for name, (ending, _) in TABLE_FORMATS.items()],
        "zone": role.campaign.rules.campaign.zone,
    }
    return render(request, "metrics_task/result.html", context)


@costly_page
@campaign_page
def download(
    request: HttpRequest, role: CampaignRole, *, track: str, test_set: str, evaluation: str, table: str, ending: str
) -> HttpResponse:
    """A table as a file: `metrics`, `tests`, or `disagreements` of the metric in the query."""
    shown = _shown(_view(role, track, test_set, evaluation), request)
    formats = [name for name, (known, _) in TABLE_FORMATS.items() if known == ending]
    tables = {"metrics": shown.every, "tests": shown.tests, "disagreements": shown.disagreements}
    chosen = tables.get(table)
    if chosen is None or not formats:
        raise Http404("There is no such table.")
    name = f"{role.campaign.slug}-{test_set}-{evaluation}-{table}.{ending}"
    return HttpResponse(
        rendered_table(chosen, formats[0]),
        content_type=f"{TABLE_FORMATS[formats[0]][1]}; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )


@costly_page
@campaign_page
def figure(
    request: HttpRequest, role: CampaignRole, *, track: str, test_set: str, evaluation: str, name: str
) -> HttpResponse:
    shown = _shown(_view(role, track, test_set, evaluation), request)
    chart = next((chart for chart in shown.charts if chart.name == name), None)
    return svg_file(chart, f"{role.campaign.slug}-{test_set}-{evaluation}")


def _view(role: CampaignRole, track: str, test_set: str, evaluation: str) -> MetricsResultView:
    view = result_for(role, timezone.now(), track=track, test_set=test_set, evaluation=evaluation)
    if view is None:
        raise Http404("There are no such results, or you cannot see them yet.")
    return view


def _shown(view: MetricsResultView, request: HttpRequest) -> ShownResult:
    shown = view.shown(request.GET.get("metric", ""))
    if shown is None:
        raise Http404("These metrics have not been compared with people yet.")
    return shown
