"""Pages of organisers: human scores that were computed elsewhere."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone

from bakeoff_site.accounts.access import costly_page
from bakeoff_site.campaigns.forms.administration import ReasonForm
from bakeoff_site.campaigns.permissions import CampaignRole
from bakeoff_site.campaigns.views.access import carry_out, organiser_page, person
from bakeoff_site.core.http.addresses import post_only
from bakeoff_site.core.refusals import RefusedError
from bakeoff_site.core.storage.uploads import takes_file
from bakeoff_site.judging.forms import ScoreImportForm
from bakeoff_site.judging.selectors.score_imports import score_imports_of
from bakeoff_site.judging.services.imports import ImportRefusedError
from bakeoff_site.judging.services.score_imports import import_scores, withdraw_score_import


@takes_file
@costly_page
@organiser_page
def scores(request: HttpRequest, role: CampaignRole) -> HttpResponse:
    """Files of human scores; another is imported where everything in it fits."""
    campaign = role.campaign
    form = ScoreImportForm(campaign, request.POST or None, request.FILES or None)
    refused: ImportRefusedError | None = None
    if request.method == "POST" and form.is_valid():
        given = form.cleaned_data
        try:
            import_scores(
                campaign,
                language_pair=given["language_pair"],
                test_set=given["test_set"],
                title=given["title"],
                file_name=given["file"].name,
                chunks=given["file"].chunks(),
                by=person(role),
                now=timezone.now(),
            )
        except ImportRefusedError as refusal:
            refused = refusal
        except RefusedError as refusal:
            form.add_error(None, str(refusal))
        else:
            messages.success(request, "The scores are imported. Results show them with their origin.")
            return redirect("judging:human-scores", campaign.slug)
    context = {
        "campaign": campaign,
        "role": role,
        "form": form,
        "refused": refused,
        "rows": score_imports_of(campaign),
    }
    return render(request, "judging/organise/human_scores.html", context, status=422 if refused else None)


@post_only
@organiser_page
def withdraw(request: HttpRequest, role: CampaignRole, import_id: int) -> HttpResponse:
    """Takes the scores of a file out of the results."""
    imported = get_object_or_404(role.campaign.human_score_imports, pk=import_id)
    imported.campaign = role.campaign
    form = ReasonForm(request.POST)
    then = reverse("judging:human-scores", args=[role.campaign.slug])
    if not form.is_valid():
        messages.error(request, "Say why the scores are withdrawn.")
        return redirect(then)
    return carry_out(
        request,
        lambda: withdraw_score_import(
            imported, reason=form.cleaned_data["reason"], by=person(role), now=timezone.now()
        ),
        done=f"The scores of {imported.file_name} no longer count.",
        then=then,
    )
