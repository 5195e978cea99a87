"""Pages of a run, and of two runs side by side."""

from __future__ import annotations

import math
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
from bakeoff_site.core.pages import page_number
from bakeoff_site.core.refusals import RefusedError
from bakeoff_site.results.conversions.runs import RunView
from bakeoff_site.results.selectors import ComparisonQuery, SegmentQuery, comparison_for, run_for

_CONTENTS: ComputedCache[SafeString] = ComputedCache(most=256)
_UNKNOWN = "This run does not exist, or you cannot see it yet."


@costly_page
@campaign_page
@public_page
def run(request: HttpRequest, role: CampaignRole, key: str) -> HttpResponse:
    asked = request.GET
    view = run_for(
        role,
        key,
        timezone.now(),
        specification=asked.get("specification"),
        wanted=SegmentQuery(
            metric=asked.get("metric", ""),
            order=asked.get("order", "text"),
            text=asked.get("text", "").strip()[:200],
            document=asked.get("document", ""),
            page=page_number(asked, "page"),
        ),
    )
    if view is None:
        raise Http404(_UNKNOWN)
    about = role.campaign.rules.campaign
    context = {
        "campaign": role.campaign,
        "role": role,
        "view": view,
        "content": _content(view, role.campaign.slug, about.zone, about.timezone, asked.urlencode()),
    }
    return render(request, "results/run.html", context)


def _content(view: RunView, slug: str, zone: ZoneInfo, zone_name: str, query: str) -> SafeString:
    """All of a run; who sees the same of it sees the same page, which is then made once."""

    def drawn() -> SafeString:
        asked = QueryDict(query, mutable=True)
        context = {"view": view, "slug": slug, "zone": zone, "zone_name": zone_name, "query": asked.copy()}
        for name in ("document", "page"):
            asked.pop(name, None)
        return render_to_string("results/_run.html", context | {"kept": asked.urlencode()})

    return _CONTENTS.get((view, slug, zone, zone_name, query), drawn)


@costly_page
@campaign_page
@public_page
def compare(request: HttpRequest, role: CampaignRole) -> HttpResponse:
    asked = request.GET
    context: dict[str, object] = {"campaign": role.campaign, "role": role}
    try:
        view = comparison_for(
            role,
            asked.get("first", ""),
            asked.get("second", ""),
            timezone.now(),
            wanted=ComparisonQuery(
                specification=asked.get("specification", ""),
                metric=asked.get("metric", ""),
                better=asked.get("better", "first"),
                smallest=_number(asked, "smallest"),
                page=page_number(asked, "page"),
            ),
        )
    except RefusedError as refusal:
        return render(request, "results/compare_refused.html", context | {"refusal": str(refusal)}, status=400)
    if view is None:
        raise Http404(_UNKNOWN)
    return render(request, "results/compare.html", context | {"view": view})


def _number(asked: QueryDict, name: str) -> float:
    try:
        number = float(asked.get(name, "") or 0)
    except ValueError:
        return 0.0
    return number if math.isfinite(number) and number > 0 else 0.0
