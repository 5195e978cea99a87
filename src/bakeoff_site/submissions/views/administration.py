"""Pages for organisers: everything that was submitted; systems that they enter themselves."""

from __future__ import annotations

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone

from bakeoff.rulebook.files.sources import RulebookError
from bakeoff.rulebook.titles import board_title
from bakeoff_site.accounts.access import costly_page
from bakeoff_site.campaigns.permissions import CampaignRole
from bakeoff_site.campaigns.selectors.published_scores import published_entries
from bakeoff_site.campaigns.services.published_scores import publish_scores, remove_published_scores
from bakeoff_site.campaigns.views.access import carry_out, organiser_page, person, require
from bakeoff_site.core.http.addresses import post_only
from bakeoff_site.core.http.table_files import table_file
from bakeoff_site.core.refusals import RefusedError
from bakeoff_site.core.storage.uploads import takes_file
from bakeoff_site.submissions.conversions import FileFindings, grouped, stored_findings
from bakeoff_site.submissions.forms import EnterForm, FilterForm, PublishedScoresForm, WithdrawalForm
from bakeoff_site.submissions.models import Submission
from bakeoff_site.submissions.permissions import may_withdraw
from bakeoff_site.submissions.selectors.run_archive import run_archive
from bakeoff_site.submissions.selectors.submission_table import submission_table
from bakeoff_site.submissions.selectors.submissions import (
    all_submissions,
    entered_runs,
    only_board,
    submission_numbered,
    tally_of,
)
from bakeoff_site.submissions.services import RunRefusedError, enter_run, withdraw_submission

_ON_A_PAGE = 50


@organiser_page
def everything(request: HttpRequest, role: CampaignRole) -> HttpResponse:
    form = FilterForm(role.campaign, request.GET)
    page = Paginator(all_submissions(role.campaign, form.filters()), _ON_A_PAGE).get_page(request.GET.get("page"))
    context = {
        "campaign": role.campaign,
        "role": role,
        "form": form,
        "tally": tally_of(role.campaign),
        "page": page,
        "only_board": only_board(page),
    }
    return render(request, "submissions/all.html", context)


@costly_page
@organiser_page
def submission_file(request: HttpRequest, role: CampaignRole, ending: str) -> HttpResponse:
    """What the page shows, as a table for spreadsheets."""
    table = submission_table(role.campaign, FilterForm(role.campaign, request.GET).filters())
    return table_file(table, stem=f"{role.campaign.slug}-submissions", ending=ending)


@costly_page
@organiser_page
def run_file(_request: HttpRequest, role: CampaignRole) -> HttpResponseBase:
    """All runs in one archive."""
    name = f"{role.campaign.slug}-runs.zip"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return StreamingHttpResponse(run_archive(role.campaign), content_type="application/zip", headers=headers)


@takes_file
@organiser_page
def enter(request: HttpRequest, role: CampaignRole) -> HttpResponse:
    campaign = role.campaign
    sent = (request.POST, request.FILES) if request.method == "POST" else ()
    form = EnterForm(campaign, *sent)
    groups: tuple[FileFindings, ...] = ()
    if request.method == "POST" and form.is_valid():
        said = dict(form.cleaned_data)
        file = said.pop("file")
        try:
            run = enter_run(campaign, **said, name=file.name, chunks=file.chunks(), by=person(role))
        except RunRefusedError as refusal:
            form.add_error("file", "The run has mistakes and was not entered. They are listed below.")
            groups = grouped(stored_findings(refusal.findings), file.name)
        except RefusedError as refusal:
            form.add_error(None, str(refusal))
        else:
            where = board_title(campaign.rules, run.board)
            messages.success(request, f"{run.name} is entered: {where} (receipt {run.submission.number}).")
            return redirect("submissions:enter", campaign.slug)
    context = {
        "campaign": campaign,
        "role": role,
        "form": form,
        "groups": groups,
        "runs": list(entered_runs(campaign)),
    }
    return render(request, "submissions/enter.html", context)


@organiser_page
def enter_scores(request: HttpRequest, role: CampaignRole) -> HttpResponse:
    """Scores of a system of which no output is available: they become part of the rulebook."""
    campaign = role.campaign
    form = PublishedScoresForm(campaign, request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            publish_scores(campaign, form.cleaned_data, by=person(role))
        except RulebookError as error:
            for finding in error.findings:
                form.add_error(None, f"Expected {finding.expected}, found {finding.found}. {finding.remedy}")
        except RefusedError as refusal:
            form.add_error(None, str(refusal))
        else:
            label = campaign.rules.systems[form.cleaned_data["system"]].label
            messages.success(request, f"The published scores of {label} are part of the rulebook now.")
            return redirect("submissions:enter-scores", campaign.slug)
    context = {
        "campaign": campaign,
        "role": role,
        "form": form,
        "entries": published_entries(campaign),
    }
    return render(request, "submissions/enter_scores.html", context)


@post_only
@organiser_page
def remove_scores(request: HttpRequest, role: CampaignRole, entry: str) -> HttpResponse:
    return carry_out(
        request,
        lambda: remove_published_scores(role.campaign, entry, by=person(role)),
        done="The scores are removed from the rulebook.",
        then=reverse("submissions:enter-scores", args=[role.campaign.slug]),
    )


@organiser_page
def withdraw_entered(request: HttpRequest, role: CampaignRole, number: int) -> HttpResponse:
    submission = _entered_submission(role, number)
    require(may_withdraw(role, submission, timezone.now()))
    form = WithdrawalForm(request.POST or None)
    receipt = reverse("results:entered", args=[role.campaign.slug, number])
    if request.method == "POST" and form.is_valid():
        reason = form.cleaned_data["reason"]
        return carry_out(
            request,
            lambda: withdraw_submission(submission, by=person(role), reason=reason),
            done=f"Receipt {number} is withdrawn; its runs no longer count.",
            then=receipt,
        )
    context = {
        "campaign": role.campaign,
        "role": role,
        "submission": submission,
        "form": form,
        "receipt": receipt,
    }
    return render(request, "submissions/withdraw.html", context)


def _entered_submission(role: CampaignRole, number: int) -> Submission:
    """What organisers entered under a number."""
    submission = submission_numbered(role.campaign, number)
    if submission is None or submission.team is not None:
        raise Http404("No system was entered under this number.")
    return submission
