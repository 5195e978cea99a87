"""Receipts of submissions, with what became of their runs."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from bakeoff_site.campaigns.models import Team
from bakeoff_site.campaigns.permissions import CampaignRole
from bakeoff_site.campaigns.views.access import organiser_page, team_page
from bakeoff_site.results.selectors.receipts import receipt_for, with_histories
from bakeoff_site.results.selectors.system_history import systems_of
from bakeoff_site.submissions.choices import SubmissionState
from bakeoff_site.submissions.models import Submission
from bakeoff_site.submissions.permissions import may_submit, may_withdraw
from bakeoff_site.submissions.selectors.submissions import submission_numbered


@team_page
def receipt(request: HttpRequest, role: CampaignRole, team: Team, number: int) -> HttpResponse:
    """The receipt; asked for by the page itself, only the part that may have changed."""
    submission = submission_numbered(role.campaign, number, team=team)
    if submission is None:
        raise Http404("The team has no receipt of this number.")
    part = bool(request.headers.get("HX-Request"))
    template = "submissions/_receipt.html" if part else "submissions/receipt.html"
    return _shown(request, role, submission, template, team=team)


@organiser_page
def entered(request: HttpRequest, role: CampaignRole, number: int) -> HttpResponse:
    """The receipt of a system that organisers entered."""
    submission = submission_numbered(role.campaign, number)
    if submission is None or submission.team is not None:
        raise Http404("No system was entered under this number.")
    return _shown(request, role, submission, "submissions/entered.html")


@team_page
def systems(request: HttpRequest, role: CampaignRole, team: Team) -> HttpResponse:
    """The systems of a team over their versions."""
    context = {
        "campaign": role.campaign,
        "role": role,
        "team": team,
        "systems": systems_of(role, team, timezone.now()),
    }
    return render(request, "submissions/systems.html", context)


def _shown(
    request: HttpRequest, role: CampaignRole, submission: Submission, template: str, **more: object
) -> HttpResponse:
    now = timezone.now()
    shown = with_histories(role, receipt_for(role, submission, now), now)
    context = {
        "campaign": role.campaign,
        "role": role,
        "submission": submission,
        "receipt": shown.receipt,
        "runs": shown.runs,
        "view": shown,
        "meant_for": shown.meant_for,
        "may_fix": shown.receipt.submission.state == SubmissionState.INVALID and _may_submit(role, submission),
        "may_withdraw": may_withdraw(role, submission, now).allowed,
        **more,
    }
    return render(request, template, context)


def _may_submit(role: CampaignRole, submission: Submission) -> bool:
    return submission.team is not None and may_submit(role, submission.team).allowed
