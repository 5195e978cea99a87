"""The page of progress and baselines, and its tables as a download."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from bakeoff_site.accounts.access import costly_page
from bakeoff_site.campaigns.permissions import CampaignRole
from bakeoff_site.campaigns.views.access import campaign_page
from bakeoff_site.core.http.cache_headers import public_page
from bakeoff_site.results.conversions.downloads import FORMATS
from bakeoff_site.results.conversions.progress import ProgressView, metrics_of, with_metrics
from bakeoff_site.results.conversions.progress_tables import rendered_progress
from bakeoff_site.results.conversions.titles import Choice
from bakeoff_site.results.selectors.progress import progress_for


@campaign_page
@public_page
def progress(request: HttpRequest, role: CampaignRole) -> HttpResponse:
    every = progress_for(role, timezone.now())
    chosen = request.GET.getlist("metric")
    context = {
        "campaign": role.campaign,
        "role": role,
        "view": with_metrics(every, chosen),
        "metrics": [
            Choice(metric, title, not chosen or metric in chosen) for metric, title in metrics_of(every).items()
        ],
        "formats": [(name, ending) for name, (ending, _) in FORMATS.items()],
    }
    return render(request, "results/progress.html", context)


@costly_page
@campaign_page
def download(_request: HttpRequest, role: CampaignRole, ending: str) -> HttpResponse:
    formats = [name for name, (known, _) in FORMATS.items() if known == ending]
    if not formats:
        raise Http404("There is no such table.")
    return progress_file(progress_for(role, timezone.now()), role.campaign.slug, formats[0])


def progress_file(view: ProgressView, slug: str, name: str) -> HttpResponse:
    """Progress in one of the formats of tables, by a page or by a program."""
    ending, media = FORMATS[name]
    return HttpResponse(
        rendered_progress(view, name),
        content_type=f"{media}; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="{slug}-progress.{ending}"'},
    )
