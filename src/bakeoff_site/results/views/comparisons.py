"""The page of two or more runs side by side."""

from __future__ import annotations

import math

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.utils import timezone

from bakeoff_site.accounts.access import costly_page
from bakeoff_site.campaigns.permissions import CampaignRole
from bakeoff_site.campaigns.views.access import campaign_page
from bakeoff_site.core.http.cache_headers import public_page
from bakeoff_site.core.pages import page_number
from bakeoff_site.core.refusals import RefusedError
from bakeoff_site.results.selectors import ComparisonQuery
from bakeoff_site.results.selectors.compared_runs import compared_runs
from bakeoff_site.results.selectors.comparisons import comparison_of
from bakeoff_site.results.selectors.system_comparisons import systems_of

_UNKNOWN = "This run does not exist, or you cannot see it yet."


@costly_page
@campaign_page
@public_page
def compare(request: HttpRequest, role: CampaignRole) -> HttpResponse:
    asked = request.GET
    context: dict[str, object] = {"campaign": role.campaign, "role": role}
    # Two runs can also be called first and second.
    keys = [*asked.getlist("run"), *(asked[name] for name in ("first", "second") if name in asked)]
    wanted = ComparisonQuery(
        specification=asked.get("specification", ""),
        metric=asked.get("metric", ""),
        better=asked.get("better", "first"),
        smallest=_number(asked, "smallest"),
        page=page_number(asked, "page"),
    )
    try:
        compared = compared_runs(role, keys, timezone.now(), specification=wanted.specification)
    except RefusedError as refusal:
        return render(request, "results/compare_refused.html", context | {"refusal": str(refusal)}, status=400)
    if compared is None:
        raise Http404(_UNKNOWN)
    pair = comparison_of(compared, wanted) if len(compared.found) == 2 else None
    return render(request, "results/compare.html", context | {"view": systems_of(compared, wanted), "pair": pair})


def _number(asked: QueryDict, name: str) -> float:
    try:
        number = float(asked.get(name, "") or 0)
    except ValueError:
        return 0.0
    return number if math.isfinite(number) and number > 0 else 0.0
