"""A package arrives while its campaign is deleted or archived: exactly one of the two happens."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import connection

from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign, DeletedCampaign, Team
from bakeoff_site.campaigns.selectors.archive import reasons_to_keep
from bakeoff_site.campaigns.services import archive
from bakeoff_site.core.models import AuditEvent
from bakeoff_site.core.refusals import RefusedError
from bakeoff_site.submissions.models import Submission
from bakeoff_site.submissions.services import packages, receive_submission

PATIENCE_SECONDS = 60


@pytest.mark.usefixtures("transactional_db")
def test_a_package_that_comes_while_its_campaign_is_deleted_is_refused(
    campaign: Campaign, team: Team, owner: User, administrator: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    counted, coming = threading.Event(), threading.Event()
    reasons = reasons_to_keep

    def counted_while_one_comes(of: Campaign) -> tuple[str, ...]:
        found = reasons(of)
        counted.set()
        assert coming.wait(PATIENCE_SECONDS)
        return found

    def arrives() -> None:
        assert counted.wait(PATIENCE_SECONDS)
        own = Team.objects.select_related("campaign").get(pk=team.pk)
        coming.set()
        receive_submission(own, name="x.tgz", chunks=[b"x"], by=owner)

    monkeypatch.setattr(archive, "reasons_to_keep", counted_while_one_comes)
    outcomes = _at_once(arrives, lambda: archive.delete_campaign(campaign, actor=administrator, title=campaign.title))
    assert outcomes == ["The campaign was deleted meanwhile, so nothing was saved. Ask its organisers.", ""]
    assert not Submission.objects.exists()
    assert not Campaign.objects.exists()
    assert DeletedCampaign.objects.get().events.filter(act="campaign.delete").count() == 1


@pytest.mark.usefixtures("transactional_db")
@pytest.mark.parametrize("act", ["delete", "archive"])
def test_a_package_that_is_being_taken_is_kept(
    act: str, campaign: Campaign, team: Team, owner: User, administrator: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    taken, closing = threading.Event(), threading.Event()
    next_number = packages.next_number

    def held_while_someone_closes(of: Campaign) -> int:
        number = next_number(of)
        taken.set()
        assert closing.wait(PATIENCE_SECONDS)
        return number

    def closes() -> None:
        assert taken.wait(PATIENCE_SECONDS)
        closing.set()
        if act == "delete":
            archive.delete_campaign(campaign, actor=administrator, title=campaign.title)
        else:
            archive.set_archived(campaign, actor=administrator, archived=True)

    monkeypatch.setattr(packages, "next_number", held_while_someone_closes)
    received, closed = _at_once(lambda: receive_submission(team, name="x.tgz", chunks=[b"x"], by=owner), closes)
    assert received == ""
    assert Submission.objects.count() == 1
    assert AuditEvent.objects.filter(act="submission.receive", campaign=campaign).count() == 1
    if act == "delete":
        assert "because teams have submitted (submitted packages: 1)" in closed
        assert not DeletedCampaign.objects.exists()
    else:
        assert closed == ""


@pytest.mark.usefixtures("transactional_db")
def test_whoever_comes_first_wins_and_the_other_is_told(
    campaign: Campaign, team: Team, owner: User, administrator: User
) -> None:
    start = threading.Barrier(2)

    def arrives() -> None:
        own = Team.objects.select_related("campaign").get(pk=team.pk)
        start.wait(PATIENCE_SECONDS)
        receive_submission(own, name="x.tgz", chunks=[b"x"], by=owner)

    def closes() -> None:
        start.wait(PATIENCE_SECONDS)
        archive.delete_campaign(campaign, actor=administrator, title=campaign.title)

    received, deleted = _at_once(arrives, closes)
    assert (received == "") != (deleted == "")
    assert Submission.objects.count() == (0 if received else 1)
    assert Campaign.objects.count() == (1 if deleted else 0)


def _at_once(*acts: Callable[[], Any]) -> list[str]:
    """What each is told who is refused; nothing for who is not. Any other error fails the test."""

    def carry_out(act: Callable[[], Any]) -> str:
        try:
            act()
        except RefusedError as refusal:
            return str(refusal)
        finally:
            connection.close()
        return ""

    with ThreadPoolExecutor(len(acts)) as threads:
        return list(threads.map(carry_out, acts))
