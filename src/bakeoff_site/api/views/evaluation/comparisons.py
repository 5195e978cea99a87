"""Runs of a board side by side, as much of them as the schedule shows."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from django.http import Http404
from django.utils import timezone
from ninja import Query, Router

from bakeoff_site.api.authentication import TokenRequest, shown
from bakeoff_site.api.pagination import Limit, Offset, cut_page
from bakeoff_site.api.schemas.evaluation.comparisons import (
    ComparisonOut,
    PairSegmentOut,
    SpreadOut,
    SystemsOut,
    comparison_out,
    pair_segment_out,
    spread_out,
    systems_out,
)
from bakeoff_site.api.schemas.shared import Page
from bakeoff_site.api.views.access import role_in
from bakeoff_site.results.conversions.comparisons import ComparisonView, SystemsView
from bakeoff_site.results.selectors import ComparisonQuery, comparison_for
from bakeoff_site.results.selectors.system_comparisons import systems_for

router = Router(tags=["results"])
_PAIR = "/campaigns/{slug}/runs/{first}/against/{second}"
Specification = Annotated[str, Query(description="Evaluation specification; without it the official one.")]
_SYSTEMS = "/campaigns/{slug}/comparison"
Runs = Annotated[list[str], Query(description="What the address of a run calls it; repeat it for every run.")]
Metric = Annotated[str, Query(description="By which they are compared; without it the first.")]


@router.get(
    _PAIR, response=ComparisonOut, auth=shown, summary="Two runs: scores, the test, how many segments each wins"
)
def compare_runs(
    request: TokenRequest, slug: str, first: str, second: str, *, specification: Specification = "", metric: Metric = ""
) -> ComparisonOut:
    wanted = ComparisonQuery(specification=specification, metric=metric, offset=0, most=1)
    return comparison_out(_view(request, slug, first, second, wanted))


@router.get(
    f"{_PAIR}/segments",
    response=Page[PairSegmentOut],
    auth=shown,
    summary="The segments that one of two runs does better, the largest difference first",
)
def list_differences(
    request: TokenRequest,
    slug: str,
    first: str,
    second: str,
    *,
    limit: Limit,
    offset: Offset,
    specification: Specification = "",
    metric: Metric = "",
    better: Annotated[Literal["first", "second"], Query(description="Which run does them better.")] = "first",
    smallest: Annotated[float, Query(ge=0, allow_inf_nan=False, description="The least difference.")] = 0.0,
) -> dict[str, Any]:
    wanted = ComparisonQuery(
        specification=specification, metric=metric, better=better, smallest=smallest, offset=offset, most=limit
    )
    view = _view(request, slug, first, second, wanted)
    return cut_page(request, [pair_segment_out(line) for line in view.lines], view.pages.found, limit, offset)


@router.get(
    _SYSTEMS,
    response=SystemsOut,
    auth=shown,
    summary="Two or more runs: scores, and the differences of all pairs with intervals and p-values",
)
def compare_systems(
    request: TokenRequest, slug: str, *, run: Runs, specification: Specification = "", metric: Metric = ""
) -> SystemsOut:
    wanted = ComparisonQuery(specification=specification, metric=metric, offset=0, most=1)
    return systems_out(_systems(request, slug, run, wanted))


@router.get(
    f"{_SYSTEMS}/segments",
    response=Page[SpreadOut],
    auth=shown,
    summary="The segments that three or more runs score most differently on",
)
def list_spreads(
    request: TokenRequest,
    slug: str,
    *,
    run: Runs,
    limit: Limit,
    offset: Offset,
    specification: Specification = "",
    metric: Metric = "",
    smallest: Annotated[float, Query(ge=0, allow_inf_nan=False, description="The least difference.")] = 0.0,
) -> dict[str, Any]:
    wanted = ComparisonQuery(specification=specification, metric=metric, smallest=smallest, offset=offset, most=limit)
    view = _systems(request, slug, run, wanted)
    return cut_page(request, [spread_out(line) for line in view.segments], view.pages.found, limit, offset)


def _systems(request: TokenRequest, slug: str, runs: list[str], wanted: ComparisonQuery) -> SystemsView:
    view = systems_for(role_in(request, slug), runs, timezone.now(), wanted=wanted)
    if view is None:
        raise Http404
    return view


def _view(request: TokenRequest, slug: str, first: str, second: str, wanted: ComparisonQuery) -> ComparisonView:
    view = comparison_for(role_in(request, slug), first, second, timezone.now(), wanted=wanted)
    if view is None:
        raise Http404
    return view
