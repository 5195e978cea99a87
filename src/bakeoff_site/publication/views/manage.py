"""Where organisers publish results."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from bakeoff_site.campaigns.permissions import CampaignRole
from bakeoff_site.campaigns.views.access import carry_out, organiser_page, person
from bakeoff_site.core.http.addresses import post_only
from bakeoff_site.publication.choices import PublishedFor
from bakeoff_site.publication.forms import PrepareForm, PublishForm
from bakeoff_site.publication.models import ResultsVersion
from bakeoff_site.publication.selectors.versions import AudiencePlan, plans_of
from bakeoff_site.publication.services import discard_version, prepare_version, publish_version


@organiser_page
def publication(request: HttpRequest, role: CampaignRole) -> HttpResponse:
    plans = plans_of(role.campaign)
    context = {
        "campaign": role.campaign,
        "role": role,
        "plans": [
            (
                plan,
                PublishForm(auto_id=f"id_{plan.audience}_%s", needs_reason=_needs_reason(plan)),
                PrepareForm(auto_id=f"id_{plan.audience}_%s"),
            )
            for plan in plans
        ],
        "is_busy": any(plan.progress is not None for plan in plans),
        "zone": role.campaign.rules.campaign.zone,
    }
    return render(request, "publication/manage.html", context)


@post_only
@organiser_page
def prepare(request: HttpRequest, role: CampaignRole) -> HttpResponse:
    form = PrepareForm(request.POST)
    if not form.is_valid():
        messages.error(request, " ".join(str(mistake) for own in form.errors.values() for mistake in own))
        return redirect("publication:manage", slug=role.campaign.slug)
    return carry_out(
        request,
        lambda: prepare_version(role.campaign, form.chosen, licence=form.cleaned_data["licence"], by=person(role)),
        done="The results are being prepared. This page shows when they are ready for you to look at.",
        then=_page(role),
    )


@post_only
@organiser_page
def publish(request: HttpRequest, role: CampaignRole, audience: str) -> HttpResponse:
    version = _coming(role, audience)
    form = PublishForm(request.POST)
    reason = form.cleaned_data["reason"] if form.is_valid() else ""
    return carry_out(
        request,
        lambda: publish_version(version, reason=reason, by=person(role)),
        done="The results are being published. This page shows when that is done.",
        then=_page(role),
    )


@post_only
@organiser_page
def discard(request: HttpRequest, role: CampaignRole, audience: str) -> HttpResponse:
    version = _coming(role, audience)
    return carry_out(
        request,
        lambda: discard_version(version, by=person(role)),
        done="The prepared results were discarded.",
        then=_page(role),
    )


def _needs_reason(plan: AudiencePlan) -> bool:
    return plan.coming is not None and bool(plan.coming.corrections)


def _coming(role: CampaignRole, audience: str) -> ResultsVersion:
    """The version that is being prepared for an audience."""
    known = audience in PublishedFor.values
    rows = role.campaign.results_versions.filter(audience=audience, published_at=None)
    version = rows.select_related("campaign").first() if known else None
    if version is None:
        raise Http404("No results are being prepared.")
    return version


def _page(role: CampaignRole) -> str:
    return reverse("publication:manage", args=[role.campaign.slug])
