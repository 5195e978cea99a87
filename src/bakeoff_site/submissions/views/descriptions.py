"""The page by which a team describes its systems."""

from __future__ import annotations

from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone

from bakeoff_site.campaigns.models import Team
from bakeoff_site.campaigns.permissions import CampaignRole
from bakeoff_site.campaigns.views.access import person, require, team_page
from bakeoff_site.core.refusals import RefusedError
from bakeoff_site.submissions.conversions import grouped
from bakeoff_site.submissions.forms import DescriptionFieldsForm, DescriptionForm
from bakeoff_site.submissions.models import Description
from bakeoff_site.submissions.permissions import may_describe_for
from bakeoff_site.submissions.selectors.descriptions import description_page
from bakeoff_site.submissions.services import submit_description


@team_page
def describe(request: HttpRequest, role: CampaignRole, team: Team) -> HttpResponse:
    page = description_page(team, timezone.now(), system=request.GET.get("system", ""))
    answer = may_describe_for(role, team)
    as_text = "text" in request.POST or (request.method != "POST" and request.GET.get("as") == "text")
    form: DescriptionForm | DescriptionFieldsForm
    if as_text:
        form = DescriptionForm(request.POST or None, initial={"text": page.initial_text})
    else:
        form = DescriptionFieldsForm(role.campaign.rules, page.initial_text, request.POST or None)
    if request.method == "POST":
        require(answer)
        if form.is_valid():
            try:
                description = submit_description(team, text=form.written, by=person(role))
            except RefusedError as refusal:
                form.add_error("text" if as_text else None, str(refusal))
            else:
                if description.valid:
                    messages.success(request, "The description is submitted, and nothing is wrong with it.")
                else:
                    messages.warning(request, "The description is saved. Fix the mistakes below and submit it again.")
                return redirect(_address(team, description))
    context = {
        "campaign": role.campaign,
        "role": role,
        "team": team,
        "page": page,
        "answer": answer,
        "form": form,
        "as_text": as_text,
        "groups": grouped(page.last.findings, "description") if page.last else (),
    }
    return render(request, "submissions/describe.html", context)


def _address(team: Team, description: Description) -> str:
    """The page of what was described."""
    address = reverse("submissions:describe", args=[team.campaign.slug, team.pk])
    if not description.system:
        return address
    key = "/".join((description.track, description.condition, description.system))
    return f"{address}?{urlencode({'system': key})}"
