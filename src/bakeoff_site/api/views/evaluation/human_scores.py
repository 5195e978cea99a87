"""Human scores that were computed elsewhere: shown as the rulebook releases them, imported by organisers."""

from __future__ import annotations

from typing import Annotated, Any

from django.shortcuts import get_object_or_404
from django.utils import timezone
from ninja import Query, Router

from bakeoff_site.api.authentication import TokenRequest, organise, shown
from bakeoff_site.api.bodies import FILE_BODY, pieces_of
from bakeoff_site.api.pagination import Limit, Offset, page_of
from bakeoff_site.api.schemas.evaluation.human_scores import HumanScoresOut, human_scores_out
from bakeoff_site.api.schemas.evaluation.imports import WithdrawalIn
from bakeoff_site.api.schemas.shared import Page
from bakeoff_site.api.views.access import organiser_of, role_in
from bakeoff_site.api.views.evaluation.imports import import_mistakes
from bakeoff_site.core.names import PlainName
from bakeoff_site.judging.selectors.score_imports import imported_scores
from bakeoff_site.judging.services.imports import ImportRefusedError
from bakeoff_site.judging.services.score_imports import import_scores, withdraw_score_import
from bakeoff_site.results.selectors.imported_scores import imported_scores_for

router = Router(tags=["results"])
_SCORES = "/campaigns/{slug}/human-scores"


@router.get(
    _SCORES,
    response=Page[HumanScoresOut],
    auth=shown,
    summary="Human scores that were computed elsewhere and that you can see",
    description="Scores without judgments: judges, agreement and significance are not known.",
)
def list_human_scores(request: TokenRequest, slug: str, limit: Limit, offset: Offset) -> dict[str, Any]:
    found = imported_scores_for(role_in(request, slug), timezone.now())
    return page_of(request, found, limit, offset, human_scores_out)


@router.post(
    _SCORES,
    response={201: HumanScoresOut},
    auth=organise,
    summary="Import human scores as mt-metrics-eval keeps them (organisers)",
    description="The body is the file itself. Its `name` ends in `.sys.score`, `.domain.score`, `.doc.score` or "
    "`.seg.score`. All of it is taken, or nothing: every mistake is a finding with its line.",
    openapi_extra=FILE_BODY,
)
def add_human_scores(
    request: TokenRequest,
    slug: str,
    *,
    language_pair: str,
    test_set: str,
    name: Annotated[PlainName, Query(description="What the file is called.")],
    title: Annotated[PlainName, Query(description="What the scores are.", max_length=100)],
) -> HumanScoresOut:
    campaign = organiser_of(request, slug).campaign
    try:
        imported = import_scores(
            campaign,
            language_pair=language_pair,
            test_set=test_set,
            title=title,
            file_name=name,
            chunks=pieces_of(request),
            by=request.auth.person,
            now=timezone.now(),
        )
    except ImportRefusedError as refusal:
        raise import_mistakes(refusal) from None
    return human_scores_out(imported_scores(imported))


@router.post(
    f"{_SCORES}/{{int:import_id}}/withdraw",
    response={204: None},
    auth=organise,
    summary="Withdraw human scores that were imported (organisers)",
)
def withdraw_human_scores(request: TokenRequest, slug: str, import_id: int, body: WithdrawalIn) -> None:
    campaign = organiser_of(request, slug).campaign
    imported = get_object_or_404(campaign.human_score_imports, pk=import_id)
    imported.campaign = campaign
    withdraw_score_import(imported, reason=body.reason, by=request.auth.person, now=timezone.now())
