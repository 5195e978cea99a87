"""How metrics agree with people, as much of it as the rulebook releases."""

from __future__ import annotations

from typing import Any

from django.http import Http404
from django.utils import timezone
from ninja import Router

from bakeoff_site.api.authentication import TokenRequest, shown
from bakeoff_site.api.pagination import Limit, Offset, page_of
from bakeoff_site.api.schemas.evaluation.metrics_tasks import (
    KindCorrelationsOut,
    MetricsResultOut,
    MetricsResultRow,
    kind_correlations_out,
    metrics_result_out,
    metrics_result_row,
)
from bakeoff_site.api.schemas.shared import Page
from bakeoff_site.api.views.access import role_in
from bakeoff_site.metrics_task.choices import KindCoefficient
from bakeoff_site.metrics_task.selectors.kinds import kinds_for
from bakeoff_site.metrics_task.selectors.results import result_for, results_for

router = Router(tags=["results"])


@router.get(
    "/campaigns/{slug}/metrics-task",
    response=Page[MetricsResultRow],
    auth=shown,
    summary="Results of metrics tasks that you can see",
)
def list_metrics_results(request: TokenRequest, slug: str, limit: Limit, offset: Offset) -> dict[str, Any]:
    return page_of(request, results_for(role_in(request, slug), timezone.now()), limit, offset, metrics_result_row)


@router.get(
    "/campaigns/{slug}/metrics-task/{track}/{test_set}/{evaluation}",
    response=MetricsResultOut,
    auth=shown,
    summary="How well each metric agrees with people, with tests between metrics",
    description="Until the rulebook releases human scores, scores and names of systems, only organisers see it.",
)
def show_metrics_result(
    request: TokenRequest, slug: str, track: str, test_set: str, evaluation: str
) -> MetricsResultOut:
    view = result_for(role_in(request, slug), timezone.now(), track=track, test_set=test_set, evaluation=evaluation)
    if view is None:
        raise Http404
    return metrics_result_out(view)


@router.get(
    "/campaigns/{slug}/kinds-of-judgment",
    response=KindCorrelationsOut,
    auth=shown,
    summary="How far human evaluations rank systems alike",
    description="Of the evaluations whose scores you can see, without those that are still judged.",
)
def show_kind_correlations(
    request: TokenRequest, slug: str, coefficient: KindCoefficient = "spearman"
) -> KindCorrelationsOut:
    return kind_correlations_out(kinds_for(role_in(request, slug), timezone.now(), coefficient), coefficient)
