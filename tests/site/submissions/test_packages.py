"""A receipt is given for what is on the disk, and for nothing else."""

from __future__ import annotations

import hashlib
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from django.db import connection, transaction
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign, Team, TeamMember
from bakeoff_site.core.models import AuditEvent
from bakeoff_site.core.refusals import RefusedError
from bakeoff_site.core.storage.files import path_of
from bakeoff_site.jobs.choices import JobKind
from bakeoff_site.jobs.models import Job
from bakeoff_site.submissions.mails import put_receipts
from bakeoff_site.submissions.models import Submission
from bakeoff_site.submissions.services import receive_submission
from tests.site.conftest import Clock
from tests.site.outbox import mailed
from tests.site.people import person


def test_a_receipt_has_number_time_checksum_and_a_job(team: Team, owner: User, clock: Clock) -> None:
    submission = receive_submission(team, name="OpenMT12.tgz", chunks=[b"one", b"two"], by=owner)
    assert submission.number == 1
    assert submission.received_at == clock.now
    assert submission.sha256 == hashlib.sha256(b"onetwo").hexdigest()
    assert (submission.size, path_of(submission.sha256).read_bytes()) == (6, b"onetwo")
    assert (submission.state, submission.findings) == ("received", [])
    job = Job.objects.get()
    assert (job.kind, job.subject_id, job.lane) == (JobKind.CHECK_SUBMISSION, submission.pk, f"team:{team.pk}")
    event = AuditEvent.objects.get(act="submission.receive")
    assert (event.actor, event.details["sha256"]) == (owner, submission.sha256)


def test_contacts_and_who_handed_it_in_get_the_receipt_by_mail(
    team: Team, owner: User, team_mate: User, rival: User
) -> None:
    submission = receive_submission(team, name="OpenMT12.tgz", chunks=[b"one"], by=team_mate)
    assert sorted(message.to[0] for message in mailed()) == sorted([owner.email, team_mate.email])
    text = mailed()[0].body
    assert f"Receipt   {submission.number}\n" in text
    assert f"SHA-256   {submission.sha256}\n" in text
    assert f"https://bakeoff.example/campaigns/openmt/teams/{team.pk}/submissions/1/" in text
    assert mailed()[0].subject.endswith("Receipt 1: OpenMT12.tgz")


def test_a_mail_that_cannot_be_sent_does_not_undo_a_receipt_and_is_sent_later(
    team: Team, owner: User, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise ConnectionRefusedError

    with monkeypatch.context() as broken:
        broken.setattr("django.core.mail.EmailMessage.send", refuse)
        receive_submission(team, name="a.tgz", chunks=[b"one"], by=owner)
        assert Submission.objects.get().number == 1
        assert mailed() == []
    clock.move_on(timedelta(minutes=1))
    assert [message.to for message in mailed()] == [[owner.email]]


def test_neither_receipt_nor_mail_is_there_without_the_other(
    team: Team, owner: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    class KilledError(BaseException):
        pass

    def killed(*_: object, **__: object) -> None:
        raise KilledError

    with monkeypatch.context() as broken:
        broken.setattr("bakeoff_site.submissions.services.packages.put_receipts", killed)
        with pytest.raises(KilledError):
            receive_submission(team, name="a.tgz", chunks=[b"one"], by=owner)
    assert not Submission.objects.exists()
    with transaction.atomic():
        receive_submission(team, name="a.tgz", chunks=[b"one"], by=owner)
        transaction.set_rollback(True)
    assert mailed() == []


def test_the_mails_of_a_receipt_cost_two_queries_for_any_number(
    team: Team, owner: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    submission = receive_submission(team, name="a.tgz", chunks=[b"one"], by=owner)
    for number in range(3):
        user = person(f"Contact {number}")
        TeamMember.objects.create(campaign=team.campaign, team=team, user=user, is_contact=True)
        with django_assert_num_queries(2):
            put_receipts(submission)


def test_numbers_are_counted_in_the_campaign(team: Team, owner: User, rival: User) -> None:
    other = Team.objects.get(name="Rivals")
    numbers = [receive_submission(each, name="a.tgz", chunks=[b"x"], by=owner).number for each in (team, other, team)]
    assert numbers == [1, 2, 3]


@pytest.mark.parametrize(
    ("name", "kept"), [("C:\\work\\a.tgz", "a.tgz"), ("folder/a.tgz", "a.tgz"), ("Übersetzung.tgz", "Übersetzung.tgz")]
)
def test_names_are_kept_without_folders(team: Team, owner: User, name: str, kept: str) -> None:
    assert receive_submission(team, name=name, chunks=[b"x"], by=owner).name == kept


@pytest.mark.parametrize("name", ["", "..", "a\nb.tgz", "a\0.tgz", "a\u202egzt.tgz", "a" * 256])
def test_names_that_cannot_be_shown_are_refused(team: Team, owner: User, name: str) -> None:
    with pytest.raises(RefusedError, match="Expected a file name"):
        receive_submission(team, name=name, chunks=[b"x"], by=owner)
    assert not Submission.objects.exists()


def test_an_empty_file_is_refused(team: Team, owner: User) -> None:
    with pytest.raises(RefusedError, match="empty"):
        receive_submission(team, name="a.tgz", chunks=[], by=owner)


def test_a_file_that_is_too_large_is_refused_and_not_kept(team: Team, owner: User, settings: object) -> None:
    settings.MAX_UPLOAD_BYTES = 5  # type: ignore[attr-defined]
    with pytest.raises(RefusedError, match="at most 5 bytes are taken"):
        receive_submission(team, name="a.tgz", chunks=[b"one", b"two"], by=owner)
    assert not path_of(hashlib.sha256(b"onetwo").hexdigest()).exists()
    assert not Submission.objects.exists()


def test_an_unknown_kind_of_package_is_refused(team: Team, owner: User) -> None:
    with pytest.raises(RefusedError, match="no kind of package main; there are: dryrun, eval"):
        receive_submission(team, name="a.tgz", chunks=[b"x"], package="main", by=owner)


def test_a_team_without_code_is_refused(team: Team, owner: User) -> None:
    team.code = ""
    with pytest.raises(RefusedError, match="no team code yet"):
        receive_submission(team, name="a.tgz", chunks=[b"x"], by=owner)


def test_a_withdrawn_team_is_refused(team: Team, owner: User) -> None:
    team.withdrawn_at = timezone.now()
    with pytest.raises(RefusedError, match="withdrawn from the campaign"):
        receive_submission(team, name="a.tgz", chunks=[b"x"], by=owner)


@pytest.mark.django_db(transaction=True)
def test_numbers_have_no_gaps_and_no_doubles_when_many_come_at_once(
    campaign: Campaign, team: Team, owner: User
) -> None:
    def submit(number: int) -> int:
        try:
            own = Team.objects.get(pk=team.pk)
            return receive_submission(own, name=f"{number}.tgz", chunks=[b"x"], by=owner).number
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as threads:
        numbers = sorted(threads.map(submit, range(12)))
    assert numbers == list(range(1, 13))
    assert Submission.objects.filter(campaign=campaign).count() == 12
