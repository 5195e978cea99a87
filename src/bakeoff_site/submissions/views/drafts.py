"""What people do with drafts: fix, undo, remove, check again, confirm."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib import messages
from django.http import FileResponse, Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from bakeoff_site.accounts.access import costly_page
from bakeoff_site.campaigns.models import Team
from bakeoff_site.campaigns.permissions import CampaignRole
from bakeoff_site.campaigns.views.access import person, require, team_page
from bakeoff_site.core.http.addresses import post_only
from bakeoff_site.core.refusals import RefusedError
from bakeoff_site.core.storage.files import path_of
from bakeoff_site.core.storage.uploads import arrived_at
from bakeoff_site.submissions.forms import ConfirmationForm
from bakeoff_site.submissions.models import Draft
from bakeoff_site.submissions.permissions import may_see_drafts, may_submit
from bakeoff_site.submissions.selectors.submissions import meant_for, submission_numbered
from bakeoff_site.submissions.selectors.submit_page import drafts_to_confirm, submit_page
from bakeoff_site.submissions.services.confirmations import confirm_drafts
from bakeoff_site.submissions.services.drafts import (
    apply_fixes,
    check_again,
    discard_draft,
    draft_of_submission,
    remove_draft_file,
    undo_fix,
)
from bakeoff_site.submissions.views.addresses import receipt_address


@require_safe
@team_page
def drafts(request: HttpRequest, role: CampaignRole, team: Team) -> HttpResponse:
    """The part of the page that changes while drafts are checked and fixed."""
    if not request.headers.get("HX-Request"):
        return redirect("submissions:submit", team.campaign.slug, team.pk)
    return _part(request, role, team)


@post_only
@team_page
def fix(request: HttpRequest, role: CampaignRole, team: Team, draft_id: int) -> HttpResponse:
    """Has a change made, or all that can be."""
    keys = request.POST.getlist("fix") or None
    return _act(request, role, team, lambda: apply_fixes(_draft(team, draft_id), keys))


@post_only
@team_page
def fix_all(request: HttpRequest, role: CampaignRole, team: Team) -> HttpResponse:
    """Has everything fixed that can be, in all drafts."""

    def act() -> None:
        for view in submit_page(team, timezone.now(), with_drafts=True).drafts:
            if view.fixable:
                apply_fixes(view.draft)

    return _act(request, role, team, act)


@post_only
@team_page
def undo(request: HttpRequest, role: CampaignRole, team: Team, draft_id: int) -> HttpResponse:
    return _act(request, role, team, lambda: undo_fix(_draft(team, draft_id), request.POST.get("fix", "")))


@post_only
@team_page
def remove(request: HttpRequest, role: CampaignRole, team: Team, draft_id: int) -> HttpResponse:
    """Removes one file of a draft, or all of it."""
    file = request.POST.get("file", "")

    def act() -> None:
        draft = _draft(team, draft_id)
        if file.isascii() and file.isdecimal():
            remove_draft_file(draft, int(file))
        else:
            discard_draft(draft)

    return _act(request, role, team, act)


@post_only
@team_page
def recheck(request: HttpRequest, role: CampaignRole, team: Team) -> HttpResponse:
    """Has all drafts checked again."""

    def act() -> None:
        for draft in team.drafts.filter(submission=None):
            check_again(draft)

    return _act(request, role, team, act)


@post_only
@team_page
def from_submission(request: HttpRequest, role: CampaignRole, team: Team, number: int) -> HttpResponse:
    """Takes a rejected package into a draft."""
    submission = submission_numbered(role.campaign, number, team=team)
    if submission is None:
        raise Http404("The team has no receipt of this number.")
    return _act(request, role, team, lambda: draft_of_submission(submission, by=person(role)))


@costly_page
@team_page
def draft_file(_: HttpRequest, role: CampaignRole, team: Team, draft_id: int, file_id: int) -> HttpResponseBase:
    """A file of a draft, as it was sent or with what was fixed; for the team alone."""
    require(may_see_drafts(role, team))
    file = get_object_or_404(get_object_or_404(team.drafts, pk=draft_id).files, pk=file_id)
    response = FileResponse(path_of(file.sha256).open("rb"), as_attachment=True, filename=file.name)
    response["Content-Type"] = "application/octet-stream"
    return response


@team_page
def confirm(request: HttpRequest, role: CampaignRole, team: Team) -> HttpResponse:
    """The last look at what is submitted, and submitting it."""
    require(may_see_drafts(role, team))
    answer, refusal = may_submit(role, team), ""
    if request.method == "POST":
        require(answer)
        form = ConfirmationForm(request.POST)
        try:
            submissions = confirm_drafts(team, form.seen(), by=person(role), arrived_at=arrived_at(request))
        except RefusedError as error:
            refusal = str(error)
        else:
            if len(submissions) == 1:
                return redirect(receipt_address(submissions[0]))
            numbers = ", ".join(str(submission.number) for submission in submissions)
            messages.success(request, f"{len(submissions)} packages are submitted: receipts {numbers}.")
            return redirect("submissions:list", team.campaign.slug, team.pk)
    now = timezone.now()
    context = {
        "campaign": role.campaign,
        "role": role,
        "team": team,
        "page": submit_page(team, now, with_drafts=False),
        "drafts": drafts_to_confirm(team, now),
        "answer": answer,
        "refusal": refusal,
    }
    return render(request, "submissions/confirm.html", context)


def _act(request: HttpRequest, role: CampaignRole, team: Team, act: Callable[[], object]) -> HttpResponse:
    """Changes drafts and shows them; on a page without its script, the page again."""
    require(may_submit(role, team))
    refusal = ""
    try:
        act()
    except RefusedError as error:
        refusal = str(error)
    if request.headers.get("HX-Request"):
        return _part(request, role, team, refusal)
    if refusal:
        messages.error(request, refusal)
    return redirect(reverse("submissions:submit", args=[team.campaign.slug, team.pk]) + "#files")


def _part(request: HttpRequest, role: CampaignRole, team: Team, refusal: str = "") -> HttpResponse:
    require(may_see_drafts(role, team))
    page = submit_page(team, timezone.now(), with_drafts=True)
    context = {
        "campaign": role.campaign,
        "role": role,
        "team": team,
        "page": page,
        "meant_for": meant_for(role, page.findings, team.pk),
        "refusal": refusal,
    }
    return render(request, "submissions/_drafts_part.html", context)


def _draft(team: Team, draft_id: int) -> Draft:
    draft = team.drafts.filter(pk=draft_id).first()
    if draft is None:
        raise Http404("The team has no such draft.")
    return draft
