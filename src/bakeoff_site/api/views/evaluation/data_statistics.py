"""Statistics of the data of a campaign: of the files that someone may fetch."""

from __future__ import annotations

from typing import Any, Literal

from django.http import HttpResponse
from django.utils import timezone
from ninja import Router

from bakeoff_site.api.authentication import TokenRequest, shown
from bakeoff_site.api.pagination import Limit, Offset, page_of
from bakeoff_site.api.schemas.evaluation.data_statistics import DataStatisticsOut, data_statistics_out
from bakeoff_site.api.schemas.shared import Page
from bakeoff_site.api.views.access import role_in
from bakeoff_site.api.views.evaluation.results import TABLE_ANSWER
from bakeoff_site.results.selectors.data_statistics import described_data
from bakeoff_site.results.views.data_statistics import statistics_file

router = Router(tags=["data"])


@router.get(
    "/campaigns/{slug}/data-statistics",
    response=Page[DataStatisticsOut],
    auth=shown,
    summary="Figures of the files that you can download: segments, tokens, vocabulary, unknown words, durations",
)
def list_data_statistics(request: TokenRequest, slug: str, limit: Limit, offset: Offset) -> dict[str, Any]:
    described = described_data(role_in(request, slug), timezone.now())
    return page_of(request, described, limit, offset, data_statistics_out)


@router.get(
    "/campaigns/{slug}/data-statistics/table",
    auth=shown,
    summary="The same as a file: tsv, csv, json, markdown or latex",
    openapi_extra=TABLE_ANSWER,
)
def fetch_data_statistics(
    request: TokenRequest, slug: str, *, format: Literal["tsv", "csv", "json", "markdown", "latex"] = "tsv"
) -> HttpResponse:
    return statistics_file(role_in(request, slug), format)
