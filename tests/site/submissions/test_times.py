"""The time of a submission is when its last byte was here, however long the server then takes."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from bakeoff.rulebook import schedule
from bakeoff_site.accounts.models import User
from bakeoff_site.accounts.services.tokens import make_token
from bakeoff_site.campaigns.models import Campaign, Team
from bakeoff_site.core.storage.uploads import ARRIVED_AT
from bakeoff_site.submissions.models import Submission
from bakeoff_site.submissions.services import announce_upload, append_chunk, finish_upload, receive_submission
from bakeoff_site.submissions.services.uploads import CHOOSING_TAKES, VALID_FOR
from tests.site.conftest import Clock
from tests.site.submissions.conftest import Submit, check_waiting, packed

SECOND = timedelta(seconds=1)


@pytest.fixture
def end(campaign: Campaign) -> datetime:
    """The first moment after the evaluation."""
    return next(period.end for period in schedule(campaign.rules) if period.phase.id == "evaluation")


def checked(submission: Submission) -> Submission:
    check_waiting()
    submission.refresh_from_db()
    assert submission.state == "valid"
    return submission


@pytest.mark.parametrize(("before", "late"), [(SECOND, False), (timedelta(0), True)])
def test_an_upload_has_the_time_of_its_last_piece(
    submit: Submit, signed: Team, owner: User, clock: Clock, end: datetime, before: timedelta, *, late: bool
) -> None:
    submit("dryrun")
    name, data = packed(signed.campaign, "eval")
    clock.move_to(end - timedelta(hours=1))
    upload = announce_upload(signed, name=name, size=len(data), by=owner)
    append_chunk(upload, offset=0, chunks=[data[:100]])
    clock.move_to(end - before)
    append_chunk(upload, offset=100, chunks=[data[100:]])
    clock.move_to(end + timedelta(hours=3))
    submission = checked(finish_upload(upload))
    assert (submission.received_at, submission.late) == (end - before, late)
    assert submission.runs.get().official is not late


@pytest.mark.parametrize(("before", "late"), [(SECOND, False), (timedelta(0), True)])
def test_a_package_in_one_request_has_the_time_of_its_arrival(
    submit: Submit, signed: Team, owner: User, clock: Clock, end: datetime, before: timedelta, *, late: bool
) -> None:
    submit("dryrun")
    name, data = packed(signed.campaign, "eval")
    clock.move_to(end + timedelta(seconds=5))  # until then it waited for a thread
    submission = checked(receive_submission(signed, name=name, chunks=[data], by=owner, arrived_at=end - before))
    assert (submission.received_at, submission.late) == (end - before, late)


def test_pages_and_the_api_take_the_time_from_the_gateway_alone(signed: Team, owner: User, clock: Clock) -> None:
    forged = clock.now - timedelta(days=9)
    token = make_token(owner, name="test", scopes=["submit"], lifetime=timedelta(days=1)).text
    headers = {ARRIVED_AT: str(forged), "Bakeoff-Arrived-At": str(forged)}
    by_api, by_page = Client(headers={"Authorization": f"Bearer {token}", **headers}), Client(headers=headers)
    by_page.force_login(owner)
    teams = f"/api/v1/campaigns/openmt/teams/{signed.pk}"
    page = f"/campaigns/openmt/teams/{signed.pk}/submissions/"

    def send(said: dict[str, Any]) -> list[datetime]:
        """Submits by every way, a minute after what comes in pieces was announced."""
        before = Submission.objects.count()
        upload = by_api.post(f"{teams}/uploads", {"name": "b.tgz", "size": 1}, "application/json").json()
        begun = by_page.post(f"{page}uploads/", {"name": "d.tgz", "size": 1}).json()
        own = f"{teams}/uploads/{upload['id']}"
        clock.move_on(timedelta(minutes=1))
        by_api.generic("POST", f"{teams}/submissions?name=a.tgz", b"a", "application/octet-stream", **said)
        by_api.generic("PATCH", f"{own}?offset=0", b"b", "application/octet-stream", **said)
        by_api.post(f"{own}/finish")
        by_page.post(f"{page}submit/", {"file": SimpleUploadedFile("c.tgz", b"c")})
        by_page.generic("POST", begun["piece"], b"d", "application/octet-stream", HTTP_UPLOAD_OFFSET="0")
        by_page.post(begun["finish"])
        drafts = [f"{each.pk}:{each.revision}:unchecked" for each in signed.drafts.filter(submission=None)]
        by_page.post(f"{page}submit/confirm/", {"draft": drafts}, **said)
        return [each.received_at for each in Submission.objects.order_by("number")[before:]]

    assert send({}) == [clock.now] * 4
    came = clock.now + timedelta(seconds=50)
    assert send({ARRIVED_AT: came}) == [came] * 4


def test_a_file_is_not_here_before_all_of_its_pieces(signed: Team, owner: User, clock: Clock) -> None:
    upload = announce_upload(signed, name="a.tgz", size=2, by=owner)
    came = clock.now + SECOND  # the second piece came first, and waited for the other
    clock.move_on(timedelta(minutes=1))
    append_chunk(upload, offset=0, chunks=[b"a"], arrived_at=clock.now)
    upload = append_chunk(upload, offset=1, chunks=[b"b"], arrived_at=came)
    assert upload.complete_at == clock.now


def test_a_complete_file_keeps_its_time_and_does_not_live_longer_by_being_asked_for(
    signed: Team, owner: User, clock: Clock
) -> None:
    upload = append_chunk(announce_upload(signed, name="a.tgz", size=1, by=owner), offset=0, chunks=[b"a"])
    whole_at = clock.now
    clock.move_on(timedelta(hours=5))
    upload = append_chunk(upload, offset=1, chunks=[])
    assert (upload.complete_at, upload.expires_at) == (whole_at, whole_at + VALID_FOR)


def test_who_waits_for_what_comes_out_is_late(signed: Team, owner: User, clock: Clock, campaign: Campaign) -> None:
    out = next(each.start for each in schedule(campaign.rules) if "references" in str(each.phase.releases))
    clock.move_to(out - timedelta(hours=1))
    uploads = [announce_upload(signed, name=f"{each}.tgz", size=1, by=owner) for each in (1, 2)]
    for upload in uploads:
        append_chunk(upload, offset=0, chunks=[b"a"])
    whole_at = clock.now
    clock.move_to(out + CHOOSING_TAKES)
    assert finish_upload(uploads[0]).received_at == whole_at
    clock.move_on(SECOND)
    assert finish_upload(uploads[1]).received_at == clock.now
