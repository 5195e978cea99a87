"""One team cannot fill the disk, nor the queue."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Team
from bakeoff_site.core.refusals import RefusedError
from bakeoff_site.core.storage import disk_space
from bakeoff_site.core.storage.disk_space import DiskFullError, Space
from bakeoff_site.jobs.choices import JobState
from bakeoff_site.jobs.models import Job
from bakeoff_site.jobs.services import MOST_ATTEMPTS
from bakeoff_site.submissions.choices import SubmissionState
from bakeoff_site.submissions.models import Description, Submission, Upload
from bakeoff_site.submissions.selectors.quotas import NoRoomError, room_of
from bakeoff_site.submissions.services import (
    announce_upload,
    append_chunk,
    finish_upload,
    receive_submission,
    withdraw_submission,
)
from tests.site.conftest import Clock
from tests.site.submissions.conftest import Submit, check_waiting, in_time

FULL = "The disk of the server is nearly full"


def _received(team: Team, by: User, content: bytes, name: str = "a.tgz") -> Submission:
    return receive_submission(team, name=name, chunks=[content[:3], content[3:]], by=by)


@pytest.fixture
def hundred(settings: Any) -> None:
    settings.MAX_TEAM_BYTES = 100


@pytest.fixture
def disk(monkeypatch: pytest.MonkeyPatch) -> Callable[[int], None]:
    """A disk of which so many bytes are free beyond those that must stay free."""

    def say(spare: int) -> None:
        monkeypatch.setattr(disk_space, "space", lambda: Space(1000 + spare, 1000))

    return say


@pytest.mark.usefixtures("hundred")
def test_everything_that_is_kept_counts_and_the_same_file_once(team: Team, owner: User) -> None:
    assert (room_of(team).used, room_of(team).most, room_of(team).left) == (0, 100, 100)
    _received(team, owner, b"a" * 10)
    _received(team, owner, b"a" * 10, name="again.tgz")
    assert room_of(team).used == 10
    announce_upload(team, name="b.tgz", size=20, by=owner)
    assert room_of(team).used == 30
    Description.objects.create(team=team, text="system", submitted_by=owner, submitted_at=timezone.now())
    assert (room_of(team).used, room_of(team).left) == (36, 64)


def test_runs_count_beside_the_package_that_they_came_in(submit: Submit, signed: Team) -> None:
    submission = submit("dryrun")
    runs = sum(run.size for run in submission.runs.all())
    assert runs > 0
    assert room_of(signed).used == submission.size + runs


@pytest.mark.usefixtures("hundred")
def test_a_package_beyond_the_limit_is_refused_and_says_what_to_do(team: Team, owner: User) -> None:
    _received(team, owner, b"a" * 60)
    with pytest.raises(NoRoomError) as refusal:
        _received(team, owner, b"b" * 41)
    assert str(refusal.value).startswith(
        "Your team uses 60\xa0bytes of the 100\xa0bytes that it may use in this campaign, and this takes "
        "41\xa0bytes more."
    )
    assert "ask the organisers for more room" in str(refusal.value)
    assert (Submission.objects.count(), Job.objects.count()) == (1, 1)
    assert _received(team, owner, b"b" * 40).size == 40
    with pytest.raises(NoRoomError):
        _received(team, owner, b"c")


@pytest.mark.usefixtures("hundred")
def test_reading_stops_where_the_room_ends(team: Team, owner: User) -> None:
    sent = []

    def chunks() -> Any:
        for number in range(1000):
            sent.append(number)
            yield bytes(30)

    with pytest.raises(NoRoomError):
        receive_submission(team, name="a.tgz", chunks=chunks(), by=owner)
    assert len(sent) == 4


@pytest.mark.usefixtures("hundred")
def test_withdrawn_packages_are_still_kept(team: Team, owner: User) -> None:
    submission = _received(team, owner, b"a" * 60)
    withdraw_submission(submission, by=owner, reason="wrong file")
    assert room_of(team).used == 60


@pytest.mark.usefixtures("hundred")
def test_room_is_set_aside_when_an_upload_starts(team: Team, owner: User, team_mate: User, clock: Clock) -> None:
    upload = announce_upload(team, name="a.tgz", size=70, by=owner)
    with pytest.raises(NoRoomError):
        announce_upload(team, name="b.tgz", size=31, by=team_mate)
    with pytest.raises(NoRoomError):
        _received(team, team_mate, b"b" * 31)
    append_chunk(upload, offset=0, chunks=[b"a" * 70])
    assert finish_upload(upload).size == 70
    assert room_of(team).used == 70
    given_up = announce_upload(team, name="c.tgz", size=30, by=team_mate)
    clock.move_to(given_up.expires_at + timedelta(seconds=1))
    assert announce_upload(team, name="d.tgz", size=30, by=owner).size == 30


@pytest.mark.usefixtures("hundred")
def test_an_attempt_that_broke_off_does_not_stand_in_the_way_of_the_next(
    team: Team, owner: User, team_mate: User
) -> None:
    announce_upload(team, name="a.tgz", size=60, by=owner)
    with pytest.raises(NoRoomError):
        announce_upload(team, name="a.tgz", size=60, by=team_mate)
    again = announce_upload(team, name="a.tgz", size=60, by=owner)
    assert [upload.pk for upload in Upload.objects.all()] == [again.pk]


@pytest.mark.usefixtures("hundred")
def test_no_attempt_is_given_up_for_a_file_that_has_no_room_anyhow(team: Team, owner: User) -> None:
    _received(team, owner, b"a" * 30, name="other.tgz")
    whole = announce_upload(team, name="a.tgz", size=60, by=owner)
    append_chunk(whole, offset=0, chunks=[b"b" * 60])
    with pytest.raises(NoRoomError, match="takes 71\xa0bytes more"):
        announce_upload(team, name="a.tgz", size=71, by=owner)
    assert finish_upload(whole).size == 60


@pytest.mark.usefixtures("hundred")
def test_an_attempt_that_is_given_up_while_it_comes_is_told_so(team: Team, owner: User) -> None:
    first = announce_upload(team, name="a.tgz", size=60, by=owner)

    def chunks() -> Any:
        yield b"a"
        announce_upload(team, name="a.tgz", size=60, by=owner)
        yield b"b"

    with pytest.raises(RefusedError, match="This upload has expired"):
        append_chunk(first, offset=0, chunks=chunks())


@pytest.mark.usefixtures("hundred")
def test_the_rulebook_may_allow_less(team: Team, owner: User) -> None:
    team.campaign.rulebook_content["submission"]["max_team_bytes"] = 50
    team.campaign.save()
    team.campaign.__dict__.pop("rules", None)
    with pytest.raises(NoRoomError, match="of the 50\xa0bytes that it may use"):
        _received(team, owner, b"a" * 51)


def test_no_limit(team: Team, owner: User, settings: Any) -> None:
    settings.MAX_TEAM_BYTES = settings.MAX_WAITING_PACKAGES = 0
    _received(team, owner, b"a" * 60)
    assert (room_of(team).most, room_of(team).left) == (None, None)


@pytest.mark.usefixtures("hundred")
def test_other_teams_have_room_of_their_own(team: Team, owner: User, rival: User) -> None:
    _received(team, owner, b"a" * 100)
    assert _received(rival.team_memberships.get().team, rival, b"b" * 100).size == 100


@pytest.mark.django_db(transaction=True)
def test_many_at_once_do_not_share_the_same_room(team: Team, owner: User, settings: Any) -> None:
    """By both ways, which wait for each other and never crosswise."""
    settings.MAX_TEAM_BYTES = 100

    def submit(number: int) -> bool:
        try:
            if number % 2:
                announce_upload(team, name=f"{number}.tgz", size=40, by=owner)
            else:
                _received(team, owner, f"{number}".encode() * 40)
        except NoRoomError:
            return False
        finally:
            connection.close()
        return True

    with ThreadPoolExecutor(4) as pool:
        assert sum(pool.map(submit, range(8))) == 2
    assert room_of(team).used == 80


def test_packages_that_wait_to_be_checked_are_so_many_at_most(
    signed: Team, owner: User, settings: Any, clock: Clock
) -> None:
    settings.MAX_WAITING_PACKAGES = 2
    clock.move_to(in_time(signed.campaign, "dryrun"))
    upload = announce_upload(signed, name="late.tgz", size=3, by=owner)
    for name in ("a.tgz", "b.tgz"):
        _received(signed, owner, name.encode(), name=name)
    with pytest.raises(RefusedError, match="2 packages of your team wait to be checked, and 2 may"):
        _received(signed, owner, b"more")
    append_chunk(upload, offset=0, chunks=[b"abc"])
    with pytest.raises(RefusedError, match="wait to be checked"):
        finish_upload(upload)
    check_waiting()
    assert set(Submission.objects.values_list("state", flat=True)) == {SubmissionState.INVALID}
    assert finish_upload(upload).size == 3, "what has come is not lost by having to wait"


def test_packages_whose_check_broke_down_keep_nobody_from_submitting(
    signed: Team, owner: User, settings: Any, clock: Clock
) -> None:
    settings.MAX_WAITING_PACKAGES = 1
    clock.move_to(in_time(signed.campaign, "dryrun"))
    _received(signed, owner, b"abc", name="a.tgz")
    with pytest.raises(RefusedError, match="wait to be checked"):
        _received(signed, owner, b"more")
    Job.objects.update(state=JobState.FAILED)
    assert _received(signed, owner, b"more").state == SubmissionState.RECEIVED


def test_uploads_are_refused_where_the_disk_is_nearly_full(
    team: Team, owner: User, disk: Callable[[int], None]
) -> None:
    disk(10)
    upload = announce_upload(team, name="a.tgz", size=10, by=owner)
    with pytest.raises(DiskFullError, match=FULL):
        announce_upload(team, name="b.tgz", size=11, by=owner)
    append_chunk(upload, offset=0, chunks=[b"01234"])
    disk(-1)
    with pytest.raises(DiskFullError, match=FULL):
        append_chunk(upload, offset=5, chunks=[b"56789"])
    disk(10)
    append_chunk(upload, offset=5, chunks=[b"56789"])
    disk(9)
    with pytest.raises(DiskFullError, match=FULL):
        finish_upload(upload)
    disk(10)
    assert finish_upload(upload).size == 10


def test_a_check_waits_for_room_on_the_disk(
    submit: Submit, signed: Team, disk: Callable[[int], None], clock: Clock
) -> None:
    submission = submit("dryrun", checked=False)
    disk(-1)
    for _ in range(MOST_ATTEMPTS + 1):  # however long it takes to make room
        check_waiting()
        job = Job.objects.get()
        assert (job.state, job.error[: len(FULL)]) == ("queued", FULL)
        clock.move_to(job.not_before)
    submission.refresh_from_db()
    assert submission.state == SubmissionState.RECEIVED
    disk(10**9)
    check_waiting()
    submission.refresh_from_db()
    assert submission.state == SubmissionState.VALID


def test_the_page_says_what_is_kept_and_why_not_more(
    client: Client, signed: Team, owner: User, clock: Clock, settings: Any
) -> None:
    settings.MAX_TEAM_BYTES = 2048
    clock.move_to(in_time(signed.campaign, "dryrun"))
    _received(signed, owner, bytes(1024))
    client.force_login(owner)
    address = reverse("submissions:submit", args=[signed.campaign.slug, signed.pk])
    assert "Your team uses 1.0\xa0KB of 2.0\xa0KB" in client.get(address).content.decode()
    refused = client.post(address, {"file": SimpleUploadedFile("b.tgz", bytes(1500)), "package": "dryrun"})
    assert "and this takes 1.5\xa0KB more" in refused.content.decode()
    assert Submission.objects.count() == 1


def test_scripts_of_the_page_are_told_that_the_disk_is_full(
    client: Client,
    signed: Team,
    owner: User,
    clock: Clock,
    disk: Callable[[int], None],
    caplog: pytest.LogCaptureFixture,
) -> None:
    clock.move_to(in_time(signed.campaign, "dryrun"))
    client.force_login(owner)
    disk(-1)
    address = reverse("submissions:start", args=[signed.campaign.slug, signed.pk])
    answer = client.post(address, {"name": "a.tgz", "size": 10, "package": "dryrun"})
    assert answer.status_code == 507
    assert answer.json()["message"].startswith(FULL)
    assert [record.getMessage() for record in caplog.records if record.levelname == "ERROR"] == [
        "the disk is nearly full: a file was refused"
    ]
