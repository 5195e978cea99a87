"""Pages of published results: versions with their corrections, tables, the report and the files."""

from __future__ import annotations

import base64
import posixpath
from collections.abc import Mapping

from django.http import FileResponse, Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from bakeoff_site.accounts.access import costly_page
from bakeoff_site.campaigns.permissions import CampaignRole
from bakeoff_site.campaigns.views.access import campaign_page
from bakeoff_site.core.http.cache_headers import public_page
from bakeoff_site.core.storage.files import path_of
from bakeoff_site.publication.choices import FileKind
from bakeoff_site.publication.conversions import TABLE_FORMATS
from bakeoff_site.publication.models import VersionFile
from bakeoff_site.publication.selectors.archives import member_of
from bakeoff_site.publication.selectors.versions import VersionView, shown_tables, version_for, versions_for

_PAGES: Mapping[str, str] = {
    "html": "text/html; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "svg": "image/svg+xml",
    "png": "image/png",
    "pdf": "application/pdf",
    "csv": "text/csv; charset=utf-8",
    "tsv": "text/tab-separated-values; charset=utf-8",
    "json": "application/json",
    "md": "text/markdown; charset=utf-8",
    "tex": "application/x-latex; charset=utf-8",
    "txt": "text/plain; charset=utf-8",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}
"""What a report has files of; nothing else is handed out of it."""


@campaign_page
@public_page
def versions(request: HttpRequest, role: CampaignRole) -> HttpResponse:
    context = {
        "campaign": role.campaign,
        "role": role,
        "versions": versions_for(role, timezone.now()),
        "report": role.campaign.rules.report,
        "zone": role.campaign.rules.campaign.zone,
    }
    return render(request, "publication/versions.html", context)


@campaign_page
@public_page
def tables(request: HttpRequest, role: CampaignRole, version: str) -> HttpResponse:
    view = _version(role, version)
    context = {
        "campaign": role.campaign,
        "role": role,
        "view": view,
        "key": version,
        "sections": shown_tables(view.version),
        "formats": [(ending, label) for ending, (label, _) in TABLE_FORMATS.items()],
        "report": role.campaign.rules.report,
        "zone": role.campaign.rules.campaign.zone,
    }
    return render(request, "publication/tables.html", context)


@costly_page
@require_safe
@campaign_page
def table_file(_request: HttpRequest, role: CampaignRole, version: str, table: str, ending: str) -> HttpResponse:
    return rendered_table(role, _version(role, version), table, ending)


def rendered_table(role: CampaignRole, view: VersionView, table: str, ending: str) -> HttpResponse:
    """A table of a version as a file, by a page or by a program."""
    file = file_of(view, FileKind.TABLES)
    content = member_of(path_of(file.sha256), f"{table}.{ending}") if ending in TABLE_FORMATS else None
    if content is None:
        raise Http404("There is no such table.")
    name = f"{role.campaign.slug}-{table}.{ending}"
    return HttpResponse(
        content,
        content_type=f"{TABLE_FORMATS[ending][1]}; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )


@costly_page
@require_safe
@campaign_page
def file(_request: HttpRequest, role: CampaignRole, version: str, kind: str) -> HttpResponseBase:
    """The release package, the report, or all tables, as one file."""
    return handed_out(file_of(_version(role, version), kind))


def handed_out(row: VersionFile) -> FileResponse:
    """A file of a version for someone who may have it, by a page or by a program; never held in memory."""
    response = FileResponse(
        path_of(row.sha256).open("rb"), as_attachment=True, filename=row.name, content_type="application/zip"
    )
    digest = base64.b64encode(bytes.fromhex(row.sha256)).decode()
    response["Digest"] = f"sha-256={digest}"
    response["X-Checksum-Sha256"] = row.sha256
    response["Content-Length"] = str(row.size)
    return response


@costly_page
@require_safe
@campaign_page
def report(_request: HttpRequest, role: CampaignRole, version: str, page: str) -> HttpResponse:
    """A page or file of the static report, under the same policy as every page of the site."""
    row = file_of(_version(role, version), FileKind.REPORT)
    name = posixpath.normpath(page)
    media = _PAGES.get(name.rpartition(".")[2])
    content = None if media is None else member_of(path_of(row.sha256), name)
    if content is None:
        raise Http404("The report has no such page.")
    return HttpResponse(content, content_type=media)


def _version(role: CampaignRole, number: str) -> VersionView:
    view = version_for(role, number, timezone.now())
    if view is None:
        raise Http404("There are no such results, or you cannot see them yet.")
    return view


def file_of(view: VersionView, kind: str) -> VersionFile:
    """A file of a version."""
    row = view.file(FileKind(kind)) if kind in FileKind.values else None
    if row is None:
        raise Http404("This version has no such file.")
    return row
