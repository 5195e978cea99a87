"""Outputs that teams let be shared: who lets them, what each pack holds, packs made again. For organisers."""

from __future__ import annotations

from typing import Any

from django.shortcuts import get_object_or_404
from ninja import Router

from bakeoff_site.api.authentication import TokenRequest, organise, oversee
from bakeoff_site.api.errors import form_mistakes
from bakeoff_site.api.pagination import Limit, Offset, page_of
from bakeoff_site.api.schemas.evaluation.jobs import JobOut, job_out
from bakeoff_site.api.schemas.participation.combination import PackIn, PackOut, SharingOut, pack_out, sharing_out
from bakeoff_site.api.schemas.shared import Page
from bakeoff_site.api.views.access import organiser_of
from bakeoff_site.campaigns.services.outputs import ask_for_pack
from bakeoff_site.combination.forms import PackForm
from bakeoff_site.combination.models import AnonymousSystem
from bakeoff_site.combination.selectors import consents_of, pack_rows
from bakeoff_site.combination.services import clear_system

router = Router(tags=["combination"])


@router.get(
    "/campaigns/{slug}/sharing",
    response=Page[SharingOut],
    auth=oversee,
    summary="Which teams let their outputs be shared (organisers)",
)
def list_sharing(request: TokenRequest, slug: str, limit: Limit, offset: Offset) -> dict[str, Any]:
    return page_of(request, consents_of(organiser_of(request, slug).campaign), limit, offset, sharing_out)


@router.get(
    "/campaigns/{slug}/packs",
    response=Page[PackOut],
    auth=oversee,
    summary="Packs of shared outputs, and whose systems are in them (organisers)",
)
def list_packs(request: TokenRequest, slug: str, limit: Limit, offset: Offset) -> dict[str, Any]:
    return page_of(request, pack_rows(organiser_of(request, slug).campaign), limit, offset, pack_out)


@router.post(
    "/campaigns/{slug}/packs",
    response={201: list[JobOut]},
    auth=organise,
    summary="Have a pack made again, or all of them; the jobs (organisers)",
)
def make_packs(request: TokenRequest, slug: str, body: PackIn) -> list[JobOut]:
    campaign = organiser_of(request, slug).campaign
    form = PackForm(campaign, {"pack": f"{body.track} {body.test_set} {body.language_pair}".strip()})
    if not form.is_valid():
        raise form_mistakes(form)
    asked = [
        ask_for_pack(campaign, track=track, test_set=test_set, language_pair=language_pair)
        for track, test_set, language_pair in form.keys
    ]
    return [job_out(job) for job in asked if job is not None]


@router.post(
    "/campaigns/{slug}/packs/systems/{int:system_id}/clear",
    response={204: None},
    auth=organise,
    summary="Include a system in the packs although its texts name its team (organisers)",
)
def clear(request: TokenRequest, slug: str, system_id: int) -> None:
    campaign = organiser_of(request, slug).campaign
    systems = AnonymousSystem.objects.filter(campaign=campaign).select_related("team", "campaign")
    clear_system(get_object_or_404(systems, pk=system_id), by=request.auth.person)
