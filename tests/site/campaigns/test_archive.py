"""Campaigns are archived and opened again, and deleted while nobody has submitted."""

from __future__ import annotations

import os
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.test import Client
from django.utils import timezone

from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign, DeletedCampaign, Team
from bakeoff_site.campaigns.selectors import campaigns_for
from bakeoff_site.campaigns.services.archive import delete_campaign, set_archived
from bakeoff_site.campaigns.services.campaigns import create_campaign, set_listed
from bakeoff_site.campaigns.services.invitations import accept_invitation, invite_into_team
from bakeoff_site.campaigns.services.notices import put_due_notices
from bakeoff_site.core.models import AuditEvent
from bakeoff_site.core.refusals import RefusedError
from bakeoff_site.core.storage.file_cleanup import GRACE, sweep
from bakeoff_site.core.storage.files import keep, path_of
from bakeoff_site.datasets.choices import DataKind
from bakeoff_site.datasets.models import DataFile, Download
from bakeoff_site.jobs.choices import JobKind
from bakeoff_site.jobs.selectors import overdue_jobs
from bakeoff_site.jobs.services import claim, enqueue
from bakeoff_site.mail.models import Mail
from bakeoff_site.mail.selectors import overdue_mails
from bakeoff_site.mail.services.delivery import send_due
from bakeoff_site.mail.services.outbox import put
from bakeoff_site.submissions.models import Board, Description, Run, Submission
from bakeoff_site.submissions.services import receive_submission
from bakeoff_site.submissions.services.uploads import announce_upload
from tests.site.campaigns.conftest import RULEBOOK, person

SignIn = Callable[[User], Client]
ORGANISE, DELETE = "/campaigns/harbour/organise/", "/campaigns/harbour/organise/delete/"


@pytest.fixture(autouse=True)
def own_folder(settings: Any, tmp_path: Path) -> None:
    settings.DATA_FOLDER = tmp_path


def archived(campaign: Campaign, by: User) -> Campaign:
    set_archived(campaign, actor=by, archived=True)
    return Campaign.objects.get(pk=campaign.pk)


def test_an_archived_campaign_is_in_the_other_list_and_comes_back(
    campaign: Campaign, organiser: User, signed_in: SignIn
) -> None:
    client = signed_in(organiser)
    page = client.post(f"{ORGANISE}archive/", {"archived": "yes"}, follow=True).content.decode()
    assert "The campaign is archived." in page
    assert "This campaign is archived: it can be read, but nothing in it can be changed." in page
    assert "Harbour Translation Task" not in client.get("/").content.decode()
    assert "Archived campaigns" in client.get("/").content.decode()
    assert "Harbour Translation Task" in client.get("/archived/").content.decode()
    assert "Harbour Translation Task" not in Client().get("/archived/").content.decode()  # it is not listed
    assert list(campaigns_for(organiser)) == []
    client.post(f"{ORGANISE}archive/", {"archived": "no"})
    assert "Harbour Translation Task" in client.get("/").content.decode()
    acts = [event.act for event in AuditEvent.objects.filter(campaign=campaign, actor=organiser)]
    assert acts == ["campaign.unarchive", "campaign.archive", "campaign.create"]


def test_archived_twice_it_is_logged_once(campaign: Campaign, organiser: User) -> None:
    since = archived(campaign, organiser).archived_at
    assert archived(campaign, organiser).archived_at == since
    assert AuditEvent.objects.filter(act="campaign.archive").count() == 1


def test_everyone_finds_listed_campaigns_that_are_archived(campaign: Campaign, organiser: User) -> None:
    assert "Archived campaigns" not in Client().get("/").content.decode()
    assert "Sign in to see yours." in Client().get("/archived/").content.decode()
    set_listed(campaign, actor=organiser, listed=True)
    archived(campaign, organiser)
    assert "Archived campaigns" in Client().get("/").content.decode()
    assert "Wed 20 January 2027, 13:00 (Europe/Berlin)" in _text(Client().get("/archived/"))


def test_nothing_in_it_is_changed_and_the_refusal_says_what_to_do(
    campaign: Campaign, team: Team, organiser: User, owner: User, signed_in: SignIn
) -> None:
    archived(campaign, organiser)
    response = signed_in(organiser).post(f"{ORGANISE}listing/", {"listed": "yes"})
    assert response.status_code == 403
    assert "An organiser can take it out of the archive on its Organise page." in response.content.decode()
    assert not Campaign.objects.get().listed
    page = signed_in(person("Newcomer")).get("/campaigns/harbour/").content.decode()
    assert "Archived</span>" in page
    assert "Register a team" not in page


def test_who_was_faster_than_the_archive_is_refused_by_the_services_too(
    campaign: Campaign, team: Team, organiser: User, owner: User
) -> None:
    stale = Team.objects.select_related("campaign").get(pk=team.pk)
    invitation = invite_into_team(team, "new@example.org", by=owner)
    archived(campaign, organiser)
    for act in (
        lambda: receive_submission(stale, name="x.tgz", chunks=[b"x"], by=owner),
        lambda: announce_upload(stale, name="x.tgz", size=1, by=owner),
        lambda: set_listed(campaign, actor=organiser, listed=True),
        lambda: accept_invitation(invitation, by=person("Newcomer")),
    ):
        with pytest.raises(RefusedError, match="The campaign is archived, so nothing in it can be changed"):
            act()
    assert not Submission.objects.exists()


def test_jobs_wait_while_it_is_archived(campaign: Campaign, organiser: User, at: Any) -> None:
    enqueue(JobKind.FOLLOW_RULES, campaign.pk, campaign_id=campaign.pk)
    archived(campaign, organiser)
    assert claim("worker") is None
    at(timezone.now() + timedelta(hours=1))
    assert overdue_jobs() == 0
    set_archived(campaign, actor=organiser, archived=False)
    assert overdue_jobs() == 1
    job = claim("worker")
    assert job is not None
    assert job.kind == JobKind.FOLLOW_RULES


def test_mails_wait_while_it_is_archived_and_no_new_ones_are_written(
    campaign: Campaign, team: Team, organiser: User, at: Any
) -> None:
    Mail.objects.all().delete()
    put([Mail(campaign=campaign, to="owner@example.org", subject="News", text="x")])
    put([Mail(to="other@example.org", subject="Your account", text="x")])
    archived(campaign, organiser)
    assert send_due().sent == 1
    assert Mail.objects.get(sent_at=None).subject == "News"
    near = timezone.now().replace(month=3, day=19)
    at(near)
    assert put_due_notices(near) == 0
    assert overdue_mails() == 0
    set_archived(campaign, actor=organiser, archived=False)
    assert overdue_mails() == 1
    assert put_due_notices(near) > 0
    assert send_due().sent > 1


def test_a_campaign_is_deleted_with_all_that_belongs_to_it_and_its_log_stays(
    campaign: Campaign, team: Team, organiser: User, owner: User, admin: User, at: Any
) -> None:
    kept = keep([b"a source"])
    file = DataFile.objects.create(
        campaign=campaign, kind=DataKind.TRAINING, name="a.txt", sha256=kept.sha256, size=kept.size, added_by=organiser
    )
    Download.objects.create(data_file=file, user=owner, team=team)
    invite_into_team(team, "new@example.org", by=owner)
    enqueue(JobKind.FOLLOW_RULES, campaign.pk, campaign_id=campaign.pk)
    board = Board.objects.create(campaign=campaign, track="news", language_pair="de-en", test_set="test")
    baseline = Submission.objects.create(
        campaign=campaign,
        number=1,
        name="b",
        sha256=kept.sha256,
        size=1,
        submitted_by=organiser,
        received_at=timezone.now(),
    )
    Run.objects.create(
        submission=baseline, board=board, system="Baseline", entered="baseline", name="b", sha256=kept.sha256, size=1
    )
    before = AuditEvent.objects.filter(campaign=campaign).count()

    deleted = delete_campaign(archived(campaign, organiser), actor=admin, title=" Harbour  Translation Task ")

    events = AuditEvent.objects.filter(deleted_campaign=deleted)
    assert events.count() == before + 2
    assert events.filter(campaign=None).count() == before + 2
    last = events.first()
    assert last is not None
    assert (last.act, last.actor, last.subject) == ("campaign.delete", admin, "Harbour Translation Task")
    assert last.details == {"campaign_address": "harbour", "teams": ["Our Institute"]}
    left = {model._meta.label for model in apps.get_models() if model._default_manager.exists()}
    assert {label for label in left if not label.startswith(("accounts.", "contenttypes.", "auth.", "sessions."))} == {
        "core.AuditEvent",
        "campaigns.DeletedCampaign",
    }
    path = path_of(kept.sha256)
    os.utime(path, (0, 0))
    assert path.exists()
    sweep(timezone.now() + GRACE)
    assert not path.exists()


def test_its_address_is_free_again(campaign: Campaign, admin: User) -> None:
    delete_campaign(campaign, actor=admin, title=campaign.title)
    again = create_campaign(RULEBOOK, creator=admin, confirm_past=True)
    assert again.slug == "harbour"
    assert [event.act for event in again.events.all()] == ["campaign.create"]


def test_the_title_must_be_typed(campaign: Campaign, admin: User, signed_in: SignIn) -> None:
    client = signed_in(admin)
    assert "type the title: <b><bdi>Harbour Translation Task</bdi></b>" in client.get(DELETE).content.decode()
    page = client.post(DELETE, {"title": "harbour"}).content.decode()
    assert "to confirm, type its title, Harbour Translation Task." in page
    assert "Type the title of the campaign to confirm." in client.post(DELETE, {"title": ""}).content.decode()
    assert Campaign.objects.exists()
    page = client.post(DELETE, {"title": campaign.title}, follow=True).content.decode()
    assert "Harbour Translation Task is deleted. Its log is kept." in page
    assert not Campaign.objects.exists()
    log = client.get(f"/deleted-campaigns/{DeletedCampaign.objects.get().pk}/log/").content.decode()
    assert "campaign.delete" in log
    assert "campaign.create" in log
    assert "Log of harbour" in client.get("/archived/").content.decode()


def test_nothing_is_deleted_that_a_team_has_sent(campaign: Campaign, team: Team, owner: User, admin: User) -> None:
    announce_upload(team, name="x.tgz", size=1, by=owner)
    receive_submission(team, name="x.tgz", chunks=[b"x"], by=owner)
    Description.objects.create(team=team, text="x", valid=True, submitted_by=owner, submitted_at=timezone.now())
    with pytest.raises(RefusedError) as refused:
        delete_campaign(campaign, actor=admin, title=campaign.title)
    assert str(refused.value) == (
        "The campaign was not deleted, because teams have submitted (submitted packages: 1, uploads on their way: 1, "
        "teams with system descriptions: 1). Archive it instead."
    )
    assert Submission.objects.count() == 1
    assert not DeletedCampaign.objects.exists()
    assert not AuditEvent.objects.filter(act="campaign.delete").exists()


def test_a_page_says_beforehand_that_it_cannot_be_deleted(
    campaign: Campaign, team: Team, owner: User, admin: User, signed_in: SignIn
) -> None:
    receive_submission(team, name="x.tgz", chunks=[b"x"], by=owner)
    page = signed_in(admin).get(DELETE).content.decode()
    assert "Teams have submitted (submitted packages: 1)." in page
    assert "Archive it instead" in page
    assert '<button class="danger">' not in page


def test_organisers_are_told_who_deletes(campaign: Campaign, organiser: User, signed_in: SignIn) -> None:
    response = signed_in(organiser).post(DELETE, {"title": campaign.title})
    assert response.status_code == 403
    assert "Campaigns are deleted by administrators of this site; ask one" in response.content.decode()
    assert (
        "an administrator of this site can delete the campaign" in signed_in(organiser).get(ORGANISE).content.decode()
    )
    assert Campaign.objects.exists()


def test_deleted_by_two_at_once_it_is_deleted_once(campaign: Campaign, admin: User) -> None:
    delete_campaign(campaign, actor=admin, title=campaign.title)
    stale = Campaign(pk=DeletedCampaign.objects.count() + 1000, title=campaign.title)
    with pytest.raises(RefusedError, match="Someone else has deleted the campaign"):
        delete_campaign(stale, actor=admin, title=campaign.title)


def _text(response: Any) -> str:
    from django.utils.html import strip_tags

    return " ".join(strip_tags(response.content.decode()).split())
