"""The page of ASR output that systems start from, and its tables as a download."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from bakeoff.reports import asr_output_tables
from bakeoff_site.accounts.access import costly_page
from bakeoff_site.campaigns.permissions import CampaignRole
from bakeoff_site.campaigns.views.access import campaign_page
from bakeoff_site.results.conversions.asr_output import rendered
from bakeoff_site.results.conversions.downloads import TABLE_FORMATS
from bakeoff_site.results.selectors.asr_output import asr_output_for


@campaign_page
def asr_output(request: HttpRequest, role: CampaignRole) -> HttpResponse:
    found = asr_output_for(role, timezone.now())
    context = {
        "campaign": role.campaign,
        "role": role,
        "found": found,
        "tables": list(asr_output_tables(found.scored, found.runs, rates=role.campaign.rules.report.error_rates)),
        "formats": [(name, ending) for name, (ending, _) in TABLE_FORMATS.items()],
    }
    return render(request, "results/asr_output.html", context)


@costly_page
@campaign_page
def download(_request: HttpRequest, role: CampaignRole, ending: str) -> HttpResponse:
    formats = [name for name, (known, _) in TABLE_FORMATS.items() if known == ending]
    if not formats:
        raise Http404("There is no such table.")
    return asr_output_file(role, formats[0])


def asr_output_file(role: CampaignRole, name: str) -> HttpResponse:
    """Error rates in one of the formats of tables, by a page or by a program."""
    ending, media = TABLE_FORMATS[name]
    found = asr_output_for(role, timezone.now())
    return HttpResponse(
        rendered(found.scored, found.runs, name, rates=role.campaign.rules.report.error_rates),
        content_type=f"{media}; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="{role.campaign.slug}-asr-output.{ending}"'},
    )
