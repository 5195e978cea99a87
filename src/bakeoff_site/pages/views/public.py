"""The organisers' own pages, for everyone."""

from __future__ import annotations

from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render

from bakeoff_site.campaigns.permissions import CampaignRole
from bakeoff_site.campaigns.views.access import campaign_page
from bakeoff_site.core.http.cache_headers import public_page
from bakeoff_site.core.storage.files import path_of
from bakeoff_site.pages.conversions.markdown import render_markdown
from bakeoff_site.pages.selectors import logo_of, pages_for


@campaign_page
@public_page
def page(request: HttpRequest, role: CampaignRole, page_slug: str) -> HttpResponse:
    pages = pages_for(role)
    shown = get_object_or_404(pages, slug=page_slug)
    context = {
        "campaign": role.campaign,
        "role": role,
        "page": shown,
        "pages": pages,
        "content": render_markdown(shown.text),
    }
    return render(request, "pages/page.html", context)


@campaign_page
@public_page
def logo(_request: HttpRequest, role: CampaignRole, digest: str) -> FileResponse:
    """The picture that the server drew; its address changes with it, so that browsers can keep it."""
    found = logo_of(role.campaign)
    if found is None or not found.sha256.startswith(digest):
        raise Http404("There is no such logo.")
    response = FileResponse(path_of(found.sha256).open("rb"), content_type="image/png")
    response["Content-Disposition"] = "inline"
    response["Content-Security-Policy"] = "default-src 'none'; sandbox"
    response["X-Content-Type-Options"] = "nosniff"
    return response
