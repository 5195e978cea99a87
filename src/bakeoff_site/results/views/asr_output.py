"""The page of n-best lists and lattices that systems start from, and its table as a download."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from bakeoff.reports import scored_inputs_table
from bakeoff_site.accounts.access import costly_page
from bakeoff_site.campaigns.permissions import CampaignRole
from bakeoff_site.campaigns.views.access import campaign_page
from bakeoff_site.results.conversions.downloads import TABLE_FORMATS, rendered_table
from bakeoff_site.results.selectors.asr_output import asr_output_for


@campaign_page
def asr_output(request: HttpRequest, role: CampaignRole) -> HttpResponse:
    found = asr_output_for(role, timezone.now())
    context = {
        "campaign": role.campaign,
        "role": role,
        "found": found,
        "table": scored_inputs_table(found.scored),
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
    """The table in one of the formats of tables, by a page or by a program."""
    ending, media = TABLE_FORMATS[name]
    table = scored_inputs_table(asr_output_for(role, timezone.now()).scored)
    return HttpResponse(
        rendered_table(table, name),
        content_type=f"{media}; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="{role.campaign.slug}-asr-output.{ending}"'},
    )
