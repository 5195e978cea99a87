"""Drafts are confirmed: they become submissions, once, and as what people were told."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone

from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign, Team
from bakeoff_site.core.models import AuditEvent
from bakeoff_site.core.refusals import RefusedError
from bakeoff_site.core.storage.files import path_of
from bakeoff_site.mail.models import Mail
from bakeoff_site.submissions.choices import DraftRole
from bakeoff_site.submissions.draft_reports import report_of
from bakeoff_site.submissions.models import Draft, Submission
from bakeoff_site.submissions.services import withdraw_submission
from bakeoff_site.submissions.services.confirmations import SeenDraft, confirm_drafts
from bakeoff_site.submissions.services.draft_checks import check_draft
from bakeoff_site.submissions.services.drafts import (
    apply_fixes,
    check_again,
    clear_drafts,
    discard_draft,
    remove_draft_file,
)
from tests.site.conftest import Clock
from tests.site.submissions.conftest import AddDraft, check_drafts, check_waiting, in_time, packed
from tests.submissions.package_files import build

pytestmark = pytest.mark.django_db
PATIENCE_SECONDS = 60


def seen(*drafts: Draft, late: bool = False, unchecked: bool = False) -> dict[int, SeenDraft]:
    return {draft.pk: SeenDraft(draft.revision, late, unchecked) for draft in drafts}


@pytest.fixture
def draft(add_draft: AddDraft, campaign: Campaign) -> Draft:
    name, data = packed(campaign, "dryrun")
    return add_draft(name, data)


def test_a_confirmed_draft_is_a_submission_with_receipt_job_mail_and_log(
    draft: Draft, signed: Team, team_mate: User, clock: Clock
) -> None:
    clock.move_to(timezone.now() + timedelta(minutes=5))
    (submission,) = confirm_drafts(signed, seen(draft), by=team_mate)
    file = draft.files.get()
    assert (submission.number, submission.name, submission.sha256) == (1, file.name, file.sha256)
    assert (submission.submitted_by, submission.received_at) == (team_mate, timezone.now())
    assert Mail.objects.filter(to=team_mate.email).count() == 1
    event = AuditEvent.objects.get(act="submission.receive")
    assert event.details["sha256"] == file.sha256
    assert "fixed" not in event.details
    check_waiting()
    submission.refresh_from_db()
    assert submission.state == "valid"
    assert submission.runs.count() == 1


def test_confirming_twice_gives_the_same_receipt(draft: Draft, signed: Team, owner: User) -> None:
    first = confirm_drafts(signed, seen(draft), by=owner)
    assert confirm_drafts(signed, seen(draft), by=owner) == first
    assert Submission.objects.count() == Mail.objects.count() == 1


def test_the_fixed_package_is_submitted_and_the_original_kept(
    add_draft: AddDraft, campaign: Campaign, signed: Team, owner: User
) -> None:
    name, data = packed(campaign, "dryrun", change=lambda built: built.renamed("primary", "Primary"))
    draft = apply_fixes(add_draft(name, data))
    check_drafts()
    draft.refresh_from_db()
    (submission,) = confirm_drafts(signed, seen(draft), by=owner)
    assert path_of(draft.files.get(role=DraftRole.SENT).sha256).read_bytes() == data
    assert submission.sha256 == draft.files.get(role=DraftRole.PACKAGE).sha256
    assert AuditEvent.objects.get(act="submission.receive").details["fixed"] == [
        str(change) for change in report_of(draft).changes
    ]
    check_waiting()
    submission.refresh_from_db()
    assert submission.state == "valid"
    assert clear_drafts(timezone.now() + timedelta(days=99)) == 0


def test_runs_without_an_archive_become_one_submission(
    add_draft: AddDraft, campaign: Campaign, signed: Team, owner: User
) -> None:
    built = build(campaign.rules, "dryrun", language_pair="ara2eng", systems=[("primary", "cn"), ("contrast1", "cn")])
    for name, data in built.package.files.items():
        draft = add_draft(name.rpartition("/")[2], data)
    (submission,) = confirm_drafts(signed, seen(draft), by=owner)
    check_waiting()
    submission.refresh_from_db()
    assert (submission.name, submission.state) == ("OpenMT12_DryRun_NIST_ara2eng_01.tgz", "valid")
    assert submission.runs.count() == 2


def test_the_next_package_of_runs_has_the_next_version(
    add_draft: AddDraft, campaign: Campaign, signed: Team, owner: User
) -> None:
    for system, version in (("primary", "01"), ("contrast1", "02")):
        (name, data), *_ = build(
            campaign.rules, "dryrun", language_pair="ara2eng", systems=[(system, "cn")]
        ).package.files.items()
        draft = add_draft(name.rpartition("/")[2], data)
        assert draft.files.get(role=DraftRole.PACKAGE).name == f"OpenMT12_DryRun_NIST_ara2eng_{version}.tgz"
        confirm_drafts(signed, seen(draft), by=owner)
        check_waiting()
    assert list(Submission.objects.values_list("state", flat=True)) == ["valid", "valid"]


def test_several_drafts_are_submitted_together_or_none(
    draft: Draft, add_draft: AddDraft, campaign: Campaign, signed: Team, owner: User
) -> None:
    name, data = packed(campaign, "dryrun", change=lambda built: built.renamed("primary", "secondary"))
    broken = add_draft(f"other-{name}", data)
    with pytest.raises(RefusedError, match=f"other-{name} has . problems. Fix them first"):
        confirm_drafts(signed, seen(draft, broken), by=owner)
    assert not Submission.objects.exists()
    with pytest.raises(RefusedError, match="Choose at least one"):
        confirm_drafts(signed, {}, by=owner)


def test_what_a_team_mate_changed_meanwhile_is_not_submitted(draft: Draft, signed: Team, owner: User) -> None:
    before = seen(draft)
    check_again(draft)
    check_drafts()
    with pytest.raises(RefusedError, match="Someone of your team changed a draft meanwhile"):
        confirm_drafts(signed, before, by=owner)
    discard_draft(draft)
    with pytest.raises(RefusedError, match="Someone of your team removed a draft meanwhile"):
        confirm_drafts(signed, before, by=owner)
    assert not Submission.objects.exists()


def test_what_a_team_mate_submitted_meanwhile_is_not_submitted_again_with_others(
    draft: Draft, add_draft: AddDraft, campaign: Campaign, signed: Team, owner: User, team_mate: User
) -> None:
    confirm_drafts(signed, seen(draft), by=team_mate)
    other = add_draft(*packed(campaign, "dryrun", version=2), checked=False)
    with pytest.raises(RefusedError, match="submitted one of these drafts meanwhile"):
        confirm_drafts(signed, seen(draft, other, unchecked=True), by=owner)
    assert Submission.objects.count() == 1


def test_an_unchecked_draft_is_only_submitted_by_who_says_so(
    add_draft: AddDraft, campaign: Campaign, signed: Team, owner: User
) -> None:
    draft = add_draft(*packed(campaign, "dryrun"), checked=False)
    with pytest.raises(RefusedError, match="is still being checked"):
        confirm_drafts(signed, seen(draft), by=owner)
    (submission,) = confirm_drafts(signed, seen(draft, unchecked=True), by=owner)
    check_drafts()  # the check of the draft comes too late and changes nothing
    check_waiting()
    submission.refresh_from_db()
    draft.refresh_from_db()
    assert (submission.state, draft.report) == ("valid", {})


def test_a_draft_whose_phase_has_ended_is_not_submitted_and_stays(
    draft: Draft, signed: Team, owner: User, clock: Clock
) -> None:
    clock.move_to(in_time(signed.campaign, "dryrun") + timedelta(days=3))
    with pytest.raises(RefusedError, match="can no longer be submitted"):
        confirm_drafts(signed, seen(draft), by=owner)
    signed.extensions.create(phase="dry-run", until=timezone.now() + timedelta(days=1), granted_by=owner, reason="ill")
    (submission,) = confirm_drafts(Team.objects.get(pk=signed.pk), seen(draft), by=owner)
    check_waiting()
    submission.refresh_from_db()
    assert submission.state == "valid"


def test_a_draft_that_became_late_is_submitted_only_by_who_knows(
    add_draft: AddDraft,
    submit: Callable[..., Submission],
    campaign: Campaign,
    signed: Team,
    owner: User,
    clock: Clock,
) -> None:
    submit("dryrun")
    draft = add_draft(*packed(campaign, "eval"), kind="eval")
    clock.move_to(in_time(campaign, "eval") + timedelta(days=2))
    with pytest.raises(RefusedError, match="has just passed"):
        confirm_drafts(signed, seen(draft), by=owner)
    (submission,) = confirm_drafts(signed, seen(draft, late=True), by=owner)
    check_waiting()
    submission.refresh_from_db()
    assert (submission.state, submission.late) == ("valid", True)


def test_the_time_of_a_confirmation_is_when_it_arrived(draft: Draft, signed: Team, owner: User, clock: Clock) -> None:
    before = timezone.now()
    clock.move_to(before + timedelta(minutes=2))
    (submission,) = confirm_drafts(signed, seen(draft), by=owner, arrived_at=before)
    assert submission.received_at == before


def test_a_submission_that_was_withdrawn_leaves_no_draft_behind(draft: Draft, signed: Team, owner: User) -> None:
    (submission,) = confirm_drafts(signed, seen(draft), by=owner)
    check_waiting()
    withdraw_submission(submission, by=owner, reason="wrong file")
    assert not signed.drafts.filter(submission=None).exists()


# At once


@pytest.mark.usefixtures("transactional_db")
def test_two_people_who_confirm_at_once_get_one_receipt(draft: Draft, owner: User, team_mate: User) -> None:
    start = threading.Barrier(2)

    def confirm(user: User) -> list[int]:
        team = Team.objects.select_related("campaign").get(pk=draft.team_id)
        start.wait(PATIENCE_SECONDS)
        try:
            return [each.number for each in confirm_drafts(team, seen(draft), by=user)]
        finally:
            connection.close()

    assert _at_once(lambda: confirm(owner), lambda: confirm(team_mate)) == [[1], [1]]
    assert Submission.objects.count() == 1


@pytest.mark.usefixtures("transactional_db")
def test_a_draft_is_either_confirmed_or_removed(draft: Draft, owner: User) -> None:
    start = threading.Barrier(2)

    def confirm() -> str:
        team = Team.objects.select_related("campaign").get(pk=draft.team_id)
        start.wait(PATIENCE_SECONDS)
        return _told(lambda: confirm_drafts(team, seen(draft), by=owner))

    def remove() -> str:
        start.wait(PATIENCE_SECONDS)
        return _told(lambda: remove_draft_file(draft, draft.files.get().pk))

    confirmed, removed = _at_once(confirm, remove)
    assert (confirmed == "") != (removed == "")
    assert Submission.objects.count() == (0 if confirmed else 1)


@pytest.mark.usefixtures("transactional_db")
def test_a_check_and_a_fix_at_once_leave_a_report_of_what_is_there(add_draft: AddDraft, campaign: Campaign) -> None:
    name, data = packed(campaign, "dryrun", change=lambda built: built.renamed("primary", "Primary"))
    draft = add_draft(name, data)
    Draft.objects.filter(pk=draft.pk).update(revision=draft.revision + 1)
    start = threading.Barrier(2)

    def check() -> str:
        own = Draft.objects.select_related("campaign", "team__campaign").get(pk=draft.pk)
        start.wait(PATIENCE_SECONDS)
        return _told(lambda: check_draft(own))

    def fix() -> str:
        start.wait(PATIENCE_SECONDS)
        return _told(lambda: apply_fixes(draft))

    assert _at_once(check, fix) == ["", ""]
    check_drafts()
    draft.refresh_from_db()
    assert draft.checked_revision == draft.revision
    assert report_of(draft).is_valid


def _told(act: Callable[[], Any]) -> str:
    """What someone is told who is refused."""
    try:
        act()
    except RefusedError as refusal:
        return str(refusal)
    finally:
        connection.close()
    return ""


def _at_once(*acts: Callable[[], Any]) -> list[Any]:
    with ThreadPoolExecutor(len(acts)) as threads:
        return list(threads.map(lambda act: act(), acts))
