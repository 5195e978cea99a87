"""Pages of a run, and of two beside each other."""

from __future__ import annotations

import math

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.utils import timezone

from bakeoff_site.campaigns.rules import Standing
from bakeoff_site.campaigns.views.access import campaign_page
from bakeoff_site.core.refusals import RefusedError
from bakeoff_site.results.selectors import Wanted, WantedPair, comparison_for, run_for

_UNKNOWN = "There is no run here of which you may see something."


@campaign_page
def run(request: HttpRequest, standing: Standing, key: str) -> HttpResponse:
    asked = request.GET
    view = run_for(
        standing,
        key,
        timezone.now(),
        specification=asked.get("specification"),
        wanted=Wanted(
            metric=asked.get("metric", ""),
            order=asked.get("order", "text"),
            text=asked.get("text", "").strip()[:200],
            document=asked.get("document", ""),
            page=_whole(asked, "page"),
        ),
    )
    if view is None:
        raise Http404(_UNKNOWN)
    return render(request, "results/run.html", {"campaign": standing.campaign, "standing": standing, "view": view})


@campaign_page
def compare(request: HttpRequest, standing: Standing) -> HttpResponse:
    asked = request.GET
    context: dict[str, object] = {"campaign": standing.campaign, "standing": standing}
    try:
        view = comparison_for(
            standing,
            asked.get("first", ""),
            asked.get("second", ""),
            timezone.now(),
            wanted=WantedPair(
                specification=asked.get("specification", ""),
                metric=asked.get("metric", ""),
                better=asked.get("better", "first"),
                smallest=_number(asked, "smallest"),
                page=_whole(asked, "page"),
            ),
        )
    except RefusedError as refusal:
        return render(request, "results/compare_refused.html", context | {"refusal": str(refusal)}, status=400)
    if view is None:
        raise Http404(_UNKNOWN)
    return render(request, "results/compare.html", context | {"view": view})


def _whole(asked: QueryDict, name: str) -> int:
    text = asked.get(name, "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else 1


def _number(asked: QueryDict, name: str) -> float:
    try:
        number = float(asked.get(name, "") or 0)
    except ValueError:
        return 0.0
    return number if math.isfinite(number) and number > 0 else 0.0
