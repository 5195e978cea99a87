"""The evaluation server: texts are scored without being submitted."""

from __future__ import annotations

from django.conf import settings
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_GET

from bakeoff_site.accounts.access import costly_page
from bakeoff_site.campaigns.permissions import CampaignRole
from bakeoff_site.campaigns.views.access import campaign_page, person, require
from bakeoff_site.core.refusals import RefusedError
from bakeoff_site.core.storage.uploads import takes_file
from bakeoff_site.scoring.forms import TrialForm
from bakeoff_site.scoring.permissions import PER_HOUR, PER_HOUR_ELSEWHERE, may_use_trials
from bakeoff_site.scoring.selectors.trials import trial_slots, trial_views, trials_of
from bakeoff_site.scoring.services.trials import ask_trial


@takes_file
@costly_page
@campaign_page
def trials(request: HttpRequest, role: CampaignRole) -> HttpResponse:
    if role.user is None:
        return redirect_to_login(request.get_full_path())
    require(may_use_trials(role))
    slots = trial_slots(role, timezone.now())
    open_slots = [slot for slot in slots if slot.answer.allowed]
    form = TrialForm(open_slots, role, request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        slot, file = form.chosen(), form.cleaned_data["file"]
        try:
            ask_trial(
                role.campaign,
                track=slot.track,
                language_pair=slot.language_pair,
                test_set=slot.test_set,
                name=file.name,
                chunks=file.chunks(),
                by=person(role),
                team_id=form.team_id(),
            )
        except RefusedError as refusal:
            form.add_error(None, str(refusal))
        else:
            return redirect("scoring:trials", slug=role.campaign.slug)
    context = {
        "campaign": role.campaign,
        "role": role,
        "form": form,
        "closed": [slot for slot in slots if not slot.answer.allowed],
        "is_open": any(slot.answer.allowed for slot in slots),
        "views": trial_views(trials_of(person(role), role.campaign), role.campaign),
        "per_hour": PER_HOUR,
        "per_hour_elsewhere": PER_HOUR_ELSEWHERE,
        "per_day": settings.MAX_TRIALS_A_DAY,
        "limited": [each for each in role.campaign.rules.test_sets.values() if each.trials_a_day],
    }
    return render(request, "scoring/trials.html", context)


@require_GET
@campaign_page
def trial(request: HttpRequest, role: CampaignRole, trial_id: int) -> HttpResponse:
    """One trial, which the page asks for until it is answered."""
    if role.user is None:
        return redirect_to_login(request.get_full_path())
    require(may_use_trials(role))
    own = trials_of(person(role), role.campaign)
    get_object_or_404(own, pk=trial_id)
    (view,) = trial_views(own.filter(pk=trial_id), role.campaign)
    context = {"campaign": role.campaign, "role": role, "view": view}
    return render(
        request, "scoring/_trial.html" if request.headers.get("HX-Request") else "scoring/trial.html", context
    )
