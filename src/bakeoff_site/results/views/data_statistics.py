"""The page of statistics of the data of a campaign."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from bakeoff.reports import data_tables
from bakeoff_site.accounts.access import costly_page
from bakeoff_site.campaigns.permissions import CampaignRole
from bakeoff_site.campaigns.views.access import campaign_page
from bakeoff_site.datasets.selectors.statistics import SPECIFICATION
from bakeoff_site.results.conversions.data_statistics import rendered
from bakeoff_site.results.conversions.downloads import FORMATS
from bakeoff_site.results.selectors.data_statistics import described_data


@campaign_page
def statistics(request: HttpRequest, role: CampaignRole) -> HttpResponse:
    context = {
        "campaign": role.campaign,
        "role": role,
        "tables": data_tables(described_data(role, timezone.now()), specification=SPECIFICATION),
        "formats": [(name, ending) for name, (ending, _) in FORMATS.items()],
    }
    return render(request, "results/data_statistics.html", context)


@costly_page
@campaign_page
def download(request: HttpRequest, role: CampaignRole, ending: str) -> HttpResponse:  # noqa: ARG001 - as all pages
    formats = [name for name, (known, _) in FORMATS.items() if known == ending]
    if not formats:
        raise Http404("There is no such table.")
    return statistics_file(role, formats[0])


def statistics_file(role: CampaignRole, name: str) -> HttpResponse:
    """Statistics of data in one of the formats of tables, by a page or by a program."""
    ending, media = FORMATS[name]
    return HttpResponse(
        rendered(described_data(role, timezone.now()), name, specification=SPECIFICATION),
        content_type=f"{media}; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="{role.campaign.slug}-data-statistics.{ending}"'},
    )
