"""ASR output that systems start from, and how good it is."""

from __future__ import annotations

from typing import Any, Literal

from django.http import HttpResponse
from django.utils import timezone
from ninja import Router

from bakeoff_site.api.authentication import TokenRequest, shown
from bakeoff_site.api.pagination import Limit, Offset, page_of
from bakeoff_site.api.schemas.evaluation.asr_output import AsrOutputRow, asr_output_rows
from bakeoff_site.api.schemas.shared import Page
from bakeoff_site.api.views.access import role_in
from bakeoff_site.api.views.evaluation.results import TABLE_ANSWER
from bakeoff_site.results.selectors.asr_output import asr_output_for
from bakeoff_site.results.views.asr_output import asr_output_file

router = Router(tags=["results"])


@router.get(
    "/campaigns/{slug}/asr-output",
    response=Page[AsrOutputRow],
    auth=shown,
    summary="Error rates of n-best lists, lattices and released ASR runs that systems start from",
)
def list_asr_output(request: TokenRequest, slug: str, limit: Limit, offset: Offset) -> dict[str, Any]:
    rows = asr_output_rows(asr_output_for(role_in(request, slug), timezone.now()))
    return page_of(request, rows, limit, offset, lambda row: row)


@router.get(
    "/campaigns/{slug}/asr-output/table",
    auth=shown,
    summary="The error rates of ASR output as a file: tsv, csv, markdown or latex",
    openapi_extra=TABLE_ANSWER,
)
def fetch_asr_output_table(
    request: TokenRequest, slug: str, format: Literal["tsv", "csv", "markdown", "latex"] = "tsv"
) -> HttpResponse:
    return asr_output_file(role_in(request, slug), format)
