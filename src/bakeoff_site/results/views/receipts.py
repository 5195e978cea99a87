"""Receipts of submissions, with what became of their runs."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from bakeoff_site.campaigns.models import Team
from bakeoff_site.campaigns.permissions import Standing
from bakeoff_site.campaigns.views.access import organiser_page, team_page
from bakeoff_site.results.selectors.receipts import receipt_for
from bakeoff_site.submissions.models import Submission
from bakeoff_site.submissions.permissions import may_withdraw
from bakeoff_site.submissions.views.administration import entered_submission
from bakeoff_site.submissions.views.submissions import submission_of


@team_page
def receipt(request: HttpRequest, standing: Standing, team: Team, number: int) -> HttpResponse:
    """The receipt; asked for by the page itself, only the part that may have changed."""
    submission = submission_of(standing, number, team)
    part = bool(request.headers.get("HX-Request"))
    template = "submissions/_receipt.html" if part else "submissions/receipt.html"
    return _shown(request, standing, submission, template, team=team)


@organiser_page
def entered(request: HttpRequest, standing: Standing, number: int) -> HttpResponse:
    """The receipt of a system that organisers entered."""
    return _shown(request, standing, entered_submission(standing, number), "submissions/entered.html")


def _shown(
    request: HttpRequest, standing: Standing, submission: Submission, template: str, **more: object
) -> HttpResponse:
    now = timezone.now()
    shown = receipt_for(standing, submission, now)
    context = {
        "campaign": standing.campaign,
        "standing": standing,
        "submission": submission,
        "receipt": shown.receipt,
        "runs": shown.runs,
        "may_withdraw": may_withdraw(standing, submission, now).allowed,
        **more,
    }
    return render(request, template, context)
