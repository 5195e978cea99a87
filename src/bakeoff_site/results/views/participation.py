"""Who takes part in what: a page of tables, and each of them as a download."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from bakeoff.reports import Table
from bakeoff_site.accounts.access import costly_page
from bakeoff_site.campaigns.permissions import CampaignRole
from bakeoff_site.campaigns.views.access import campaign_page
from bakeoff_site.core.http.cache_headers import public_page
from bakeoff_site.results.conversions.participation import FORMATS, participation_tables, rendered_table
from bakeoff_site.results.selectors import overview_for


@campaign_page
@public_page
def participation(request: HttpRequest, role: CampaignRole) -> HttpResponse:
    context = {
        "campaign": role.campaign,
        "role": role,
        # Where nothing was submitted yet, one sentence says so, not one for each track.
        "tables": {name: table for name, table in _tables(role).items() if table.rows or "condition" not in name},
        "formats": [(name, ending) for name, (ending, _) in FORMATS.items()],
    }
    return render(request, "results/participation.html", context)


@costly_page
@campaign_page
def download(_request: HttpRequest, role: CampaignRole, table: str, ending: str) -> HttpResponse:
    tables = _tables(role)
    formats = [name for name, (known, _) in FORMATS.items() if known == ending]
    if table not in tables or not formats:
        raise Http404("There is no such table, or you cannot see it yet.")
    return participation_file(tables[table], f"{role.campaign.slug}-{table}", formats[0])


def participation_file(table: Table, file: str, name: str) -> HttpResponse:
    """A table in one of the formats, by a page or by a program."""
    ending, media = FORMATS[name]
    return HttpResponse(
        rendered_table(table, name),
        content_type=f"{media}; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="{file}.{ending}"'},
    )


def _tables(role: CampaignRole) -> dict[str, Table]:
    return participation_tables(role.campaign.rules, overview_for(role, timezone.now()))
