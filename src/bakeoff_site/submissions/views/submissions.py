"""Pages of what a team has submitted."""

from __future__ import annotations

from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import FileResponse, Http404, HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import render
from django.utils import timezone

from bakeoff_site.accounts.access import costly_page
from bakeoff_site.campaigns.models import Team
from bakeoff_site.campaigns.permissions import CampaignRole
from bakeoff_site.campaigns.views.access import campaign_page, carry_out, person, require, team_page
from bakeoff_site.core.storage.files import path_of
from bakeoff_site.submissions.forms import WithdrawalForm
from bakeoff_site.submissions.models import Submission
from bakeoff_site.submissions.permissions import may_fetch, may_see_drafts, may_submit, may_withdraw
from bakeoff_site.submissions.selectors.submissions import submission_numbered, submissions_of
from bakeoff_site.submissions.selectors.submit_page import submit_page
from bakeoff_site.submissions.services import withdraw_submission
from bakeoff_site.submissions.views.addresses import receipt_address


@team_page
def submission_list(request: HttpRequest, role: CampaignRole, team: Team) -> HttpResponse:
    context = {
        "campaign": role.campaign,
        "role": role,
        "team": team,
        "submissions": list(submissions_of(team)),
        "answer": may_submit(role, team),
        "page": submit_page(team, timezone.now(), with_drafts=may_see_drafts(role, team).allowed),
    }
    return render(request, "submissions/list.html", context)


@team_page
def findings(_: HttpRequest, role: CampaignRole, team: Team, number: int) -> HttpResponse:
    """All findings, as `bakeoff check --format json` writes them."""
    submission = _submission_of(role, number, team)
    content = {
        "package": submission.name,
        "kind": submission.package or None,
        "valid": not any(finding["severity"] == "error" for finding in submission.findings),
        "findings": submission.findings,
    }
    response = JsonResponse(content, json_dumps_params={"indent": 2, "ensure_ascii": False})
    response["Content-Disposition"] = f'attachment; filename="findings-{submission.number}.json"'
    return response


@costly_page
@campaign_page
def package(request: HttpRequest, role: CampaignRole, number: int) -> HttpResponseBase:
    """The package itself, as it was submitted."""
    if role.user is None:
        return redirect_to_login(request.get_full_path())
    submission = submission_numbered(role.campaign, number)
    if submission is None or not may_fetch(role, submission):
        raise PermissionDenied("Packages are for the team that submitted them and for organisers.")
    response = FileResponse(path_of(submission.sha256).open("rb"), as_attachment=True, filename=submission.name)
    response["Content-Type"] = "application/octet-stream"
    response["X-Checksum-Sha256"] = submission.sha256
    return response


@team_page
def withdraw(request: HttpRequest, role: CampaignRole, team: Team, number: int) -> HttpResponse:
    submission = _submission_of(role, number, team)
    require(may_withdraw(role, submission, timezone.now()))
    form = WithdrawalForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        reason = form.cleaned_data["reason"]
        return carry_out(
            request,
            lambda: withdraw_submission(submission, by=person(role), reason=reason),
            done=f"Receipt {submission.number} is withdrawn; its runs no longer count.",
            then=receipt_address(submission),
        )
    context = {
        "campaign": role.campaign,
        "role": role,
        "team": team,
        "submission": submission,
        "form": form,
        "receipt": receipt_address(submission),
    }
    return render(request, "submissions/withdraw.html", context)


def _submission_of(role: CampaignRole, number: int, team: Team) -> Submission:
    """What a team submitted under a number."""
    submission = submission_numbered(role.campaign, number, team=team)
    if submission is None:
        raise Http404("The team has no receipt of this number.")
    return submission
