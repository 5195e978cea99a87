"""Submissions: submitted, followed, withdrawn; runs that organisers enter."""

from __future__ import annotations

from typing import Annotated, Any

from django.http import FileResponse, Http404
from django.utils import timezone
from ninja import Query, Router

from bakeoff.rulebook.submission.offers import offers
from bakeoff.submissions.packages.entries import StatedInput
from bakeoff_site.api.authentication import TokenRequest, follow, organise, read, submit
from bakeoff_site.api.bodies import FILE_ANSWER, FILE_BODY, kept_file, pieces_of
from bakeoff_site.api.long_polling import Wait, wait_for
from bakeoff_site.api.pagination import Limit, Offset, page_of
from bakeoff_site.api.schemas.participation.offers import OffersOut, offers_out
from bakeoff_site.api.schemas.participation.submissions import (
    RunOut,
    SubmissionOut,
    SubmissionRow,
    WithdrawalIn,
    run_out,
    submission_out,
    submission_row,
)
from bakeoff_site.api.schemas.shared import Page
from bakeoff_site.api.views.access import organiser_of, role_in, team_in
from bakeoff_site.campaigns.conversions import team_state
from bakeoff_site.campaigns.permissions import CampaignRole
from bakeoff_site.campaigns.views.access import require
from bakeoff_site.core.names import PlainName
from bakeoff_site.core.storage.uploads import arrived_at
from bakeoff_site.results.selectors.receipts import receipt_for
from bakeoff_site.submissions.choices import SubmissionState
from bakeoff_site.submissions.models import Submission
from bakeoff_site.submissions.permissions import may_fetch, may_submit, may_withdraw
from bakeoff_site.submissions.selectors.submissions import Filters, all_submissions, submission_numbered, submissions_of
from bakeoff_site.submissions.services import enter_run, receive_submission, withdraw_submission

router = Router(tags=["submissions"])
_SUBMISSION = "/campaigns/{slug}/submissions/{int:number}"
Name = Annotated[PlainName, Query(description="What the file is called.")]
Input = Annotated[str, Query(description="What systems started from, where the track has several inputs: `n-best`.")]


@router.get(
    "/campaigns/{slug}/teams/{int:team_id}/offers",
    response=OffersOut,
    auth=follow,
    summary="What a team can submit now, and what its next package will replace",
)
def list_offers(request: TokenRequest, slug: str, team_id: int) -> OffersOut:
    role, team = team_in(request, slug, team_id)
    rules, now = role.campaign.rules, timezone.now()
    return offers_out(offers(rules, now, team_state(team)), rules.campaign, now)


@router.post(
    "/campaigns/{slug}/teams/{int:team_id}/submissions",
    response={201: SubmissionOut},
    auth=submit,
    summary="Submit a package in one request",
    description="The body is the package itself. Large packages are better sent in pieces, as uploads.",
    openapi_extra=FILE_BODY,
)
def add_submission(
    request: TokenRequest,
    slug: str,
    team_id: int,
    *,
    name: Name,
    package: str = "",
    input: Input = "",
    released_run: Annotated[list[PlainName], Query(description="A released run that the systems started from.")] = [],  # noqa: B006
) -> SubmissionOut:
    role, team = team_in(request, slug, team_id)
    require(may_submit(role, team))
    submission = receive_submission(
        team,
        name=name,
        chunks=pieces_of(request),
        package=package,
        stated=StatedInput(input or None, tuple(released_run)),
        by=request.auth.person,
        arrived_at=arrived_at(request),
    )
    return visible_submission(role, submission)


@router.get(
    "/campaigns/{slug}/teams/{int:team_id}/submissions",
    response=Page[SubmissionRow],
    auth=follow,
    summary="What a team submitted, newest first",
)
def list_team_submissions(
    request: TokenRequest, slug: str, team_id: int, limit: Limit, offset: Offset
) -> dict[str, Any]:
    _, team = team_in(request, slug, team_id)
    return page_of(request, submissions_of(team), limit, offset, submission_row)


@router.get(
    "/campaigns/{slug}/submissions",
    response=Page[SubmissionRow],
    auth=read,
    summary="What everybody submitted, newest first (organisers)",
)
def list_submissions(request: TokenRequest, slug: str, limit: Limit, offset: Offset) -> dict[str, Any]:
    campaign = organiser_of(request, slug).campaign
    return page_of(request, all_submissions(campaign, Filters()), limit, offset, submission_row)


@router.get(_SUBMISSION, response=SubmissionOut, auth=follow, summary="A submission with its findings and runs")
def show_submission(request: TokenRequest, slug: str, number: int, wait: Wait) -> SubmissionOut:
    role = role_in(request, slug)
    submission = wait_for(lambda: _submission(role, number), lambda each: each.state != SubmissionState.RECEIVED, wait)
    return visible_submission(role, submission)


@router.post(
    f"{_SUBMISSION}/withdraw", response=SubmissionOut, auth=submit, summary="Withdraw a submission, with the reason"
)
def withdraw(request: TokenRequest, slug: str, number: int, body: WithdrawalIn) -> SubmissionOut:
    role = role_in(request, slug)
    submission = _submission(role, number)
    require(may_withdraw(role, submission, timezone.now()))
    withdraw_submission(submission, by=request.auth.person, reason=body.reason)
    return visible_submission(role, _submission(role, number))


@router.get(
    f"{_SUBMISSION}/package",
    auth=follow,
    summary="The package as it was submitted",
    openapi_extra=FILE_ANSWER,
)
def fetch_package(request: TokenRequest, slug: str, number: int) -> FileResponse:
    submission = _submission(role_in(request, slug), number)
    return kept_file(submission.sha256, submission.name)


@router.post(
    "/campaigns/{slug}/runs",
    response={201: RunOut},
    auth=organise,
    summary="Enter a run of a system of the rulebook, such as a baseline (organisers)",
    openapi_extra=FILE_BODY,
)
def add_run(
    request: TokenRequest,
    slug: str,
    *,
    system: str,
    track: str,
    language_pair: str,
    test_set: str,
    name: Name,
    condition: str = "",
    input: Input = "",
) -> RunOut:
    role = organiser_of(request, slug)
    run = enter_run(
        role.campaign,
        system=system,
        track=track,
        language_pair=language_pair,
        condition=condition,
        test_set=test_set,
        name=name,
        chunks=pieces_of(request),
        input=input,
        by=request.auth.person,
    )
    shown = receipt_for(role, run.submission, timezone.now())
    return run_out(shown.runs[0], role.campaign.rules)


def visible_submission(role: CampaignRole, submission: Submission) -> SubmissionOut:
    """A submission with what the caller may see of its runs."""
    return submission_out(submission, receipt_for(role, submission, timezone.now()))


def _submission(role: CampaignRole, number: int) -> Submission:
    """One that the caller may see; how many others there are is nobody's business."""
    submission = submission_numbered(role.campaign, number)
    if submission is None or not may_fetch(role, submission):
        raise Http404
    return submission
