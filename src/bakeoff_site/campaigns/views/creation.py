"""Campaigns are created: a model is chosen, a form filled in, and the rulebook that follows from it looked at."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone

from bakeoff.errors import BakeoffError
from bakeoff.rulebook import past_phases, rulebook_names
from bakeoff.rulebook.drafts.examples import example_rulebook
from bakeoff.rulebook.drafts.language_pairs import known_languages
from bakeoff.rulebook.drafts.models import CampaignModel, shipped_model
from bakeoff.rulebook.drafts.plans import CampaignPlan, PlanProblem
from bakeoff.rulebook.drafts.rulebooks import draft_rulebook
from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.forms.plan import PlanForm, first_plan
from bakeoff_site.campaigns.forms.rulebook import CopiesForm, RulebookForm
from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.campaigns.permissions import may_create_campaigns
from bakeoff_site.campaigns.selectors.campaigns import address_is_taken
from bakeoff_site.campaigns.selectors.models import own_models, shipped_models
from bakeoff_site.campaigns.services.campaigns import create_campaign, slug_of
from bakeoff_site.core.refusals import RefusedError

SAVE = "save"
_WRITTEN = ("check", SAVE)
"""What is done with the text of a rulebook; everything else is done with the form."""
_CHANGES = ("move", "add-pair", "add-set")
"""What changes the form; everything else leads to the rulebook."""
_NOT_OF_THE_FORM = frozenset(("csrfmiddlewaretoken", "action", "text", "version", "confirm_past"))

Create = Callable[[str, bool], Campaign]
"""Creates a campaign from the text of a rulebook; the second says whether phases in the past are meant."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Beginning:
    """What a new campaign starts from, and what is known of it."""

    model: CampaignModel
    plan: CampaignPlan
    here: str
    """The address of the form."""
    copied: Campaign | None = None
    """The campaign that is duplicated."""


@login_required
def choose(request: HttpRequest) -> HttpResponse:
    """What to start from."""
    creator = _creator(request)
    context = {"shipped": shipped_models(), "own": own_models(creator)}
    return render(request, "campaigns/choose_model.html", context)


@login_required
def from_model(request: HttpRequest, name: str) -> HttpResponse:
    """A new campaign in the manner of a rulebook that comes with Bakeoff."""
    creator = _creator(request)
    if name not in rulebook_names():
        raise Http404
    model = shipped_model(name)
    plan = first_plan(model, organiser=creator.affiliation, contact=creator.email, today=timezone.now().date())
    start = Beginning(model=model, plan=plan, here=reverse("campaigns:create-from", args=[name]))
    return planned_campaign(
        request, start, lambda text, past: create_campaign(text, creator=creator, confirm_past=past)
    )


@login_required
def from_text(request: HttpRequest) -> HttpResponse:
    """A new campaign from a rulebook that is written or uploaded; `?example=` names one to start from."""
    creator = _creator(request)
    name = request.GET.get("example")
    if request.method == "GET" and name is not None:
        if name not in rulebook_names():
            raise Http404
        today = timezone.now().date()
        text = example_rulebook(name, today=today, organiser=creator.affiliation, contact=creator.email)
        form = RulebookForm(initial={"text": text})
        here = reverse("campaigns:create-from-text")
        return _shown_text(request, here, form, start=None, is_held_back=False, example=name)
    return _written_campaign(
        request,
        reverse("campaigns:create-from-text"),
        lambda text, past: create_campaign(text, creator=creator, confirm_past=past),
    )


def planned_campaign(request: HttpRequest, start: Beginning, create: Create) -> HttpResponse:
    """The form, and after it the rulebook that it makes."""
    action = request.POST.get("action", "")
    if action in _WRITTEN:
        return _written_campaign(request, start.here, create, start=start)
    form = PlanForm(start.model, start.plan, request.POST if request.method == "POST" else None)
    if request.method == "POST" and action != "form" and form.is_valid():
        plan = _acted(form, action)
        if plan is not None and action not in _CHANGES:
            return _reviewed(request, start, form, plan)
        if plan is not None:
            form = PlanForm(start.model, plan, anchor=form.schedule.cleaned_data["phase"])
    return _shown(request, start, form)


def _acted(form: PlanForm, action: str) -> CampaignPlan | None:
    """The plan after what a button of the form does; None where something is wrong."""
    try:
        plan = form.with_typed_pair()
    except BakeoffError as error:
        form.schedule.add_error("start", str(error))
        return None
    return form.with_new_set(plan) if plan is not None and action == "add-set" else plan


def _reviewed(request: HttpRequest, start: Beginning, form: PlanForm, plan: CampaignPlan) -> HttpResponse:
    """The rulebook of a plan, to be looked at before the campaign is created; the form where something is wrong."""
    drafted = draft_rulebook(start.model, plan)
    problems = list(drafted.problems)
    if address_is_taken(slug_of(plan.id)):
        sentence = f"There is a campaign with the address {slug_of(plan.id)} already. Choose another one."
        problems.append(PlanProblem("id", sentence))
    if problems:
        form.add_problems(problems)
        return _shown(request, start, form)
    written = RulebookForm({"text": drafted.text})
    return _shown_text(request, start.here, written, start=start, is_held_back=False)


def _shown(request: HttpRequest, start: Beginning, form: PlanForm) -> HttpResponse:
    copies = CopiesForm(request.POST if request.method == "POST" else None)
    context = {
        "form": form,
        "start": start,
        "model": start.model.rulebook,
        "copies": copies if start.copied else None,
        "languages": known_languages(),
    }
    response = render(request, "campaigns/plan.html", context)
    if form.mistakes:
        # Also where a part of the page was asked for: what is wrong may be in another part.
        for header, value in (("HX-Retarget", "main"), ("HX-Reselect", "main"), ("HX-Reswap", "outerHTML")):
            response[header] = value
    return response


def _written_campaign(
    request: HttpRequest, here: str, create: Create, *, start: Beginning | None = None
) -> HttpResponse:
    """A rulebook is checked, shown, and becomes a campaign."""
    form = RulebookForm(request.POST or None, request.FILES or None)
    is_saved = request.POST.get("action") == SAVE
    past = past_phases(form.written.rulebook, timezone.now()) if form.is_right else ()
    is_meant = not past or request.POST.get("confirm_past") == "yes"
    if form.is_right and is_saved and is_meant:
        try:
            campaign = create(form.cleaned_data["text"], bool(past))
        except RefusedError as refusal:
            form.add_error(None, str(refusal))
        else:
            messages.success(request, "The campaign is created. Here is what comes next.")
            return redirect("campaigns:dashboard", slug=campaign.slug)
    return _shown_text(request, here, form, start=start, is_held_back=is_saved and not is_meant)


def _shown_text(
    request: HttpRequest,
    here: str,
    form: RulebookForm,
    *,
    start: Beginning | None,
    is_held_back: bool,
    example: str = "",
) -> HttpResponse:
    rules = form.written.rulebook if form.is_right else None
    past = past_phases(rules, timezone.now()) if rules else ()
    context: dict[str, Any] = {
        "here": here,
        "form": form,
        "start": start,
        "state": _state(request) if start else [],
        "past": past,
        "phases": len(rules.phases) if rules else 0,
        "is_held_back": is_held_back,
        "zone": rules.campaign.zone if rules else None,
        "example": example,
        "examples": shipped_models() if start is None and not form.is_bound else (),
    }
    return render(request, "campaigns/create_rulebook.html", context)


def _state(request: HttpRequest) -> list[tuple[str, str]]:
    """What was filled in before, so that the form can be opened again."""
    return [(key, value) for key, values in request.POST.lists() if key not in _NOT_OF_THE_FORM for value in values]


def _creator(request: HttpRequest) -> User:
    if not may_create_campaigns(request.user) or not isinstance(request.user, User):
        raise PermissionDenied("Campaigns are created by administrators of this site. Ask one to create yours.")
    return request.user
