"""Packs are handed to participants from their phase on, and not a moment longer than all in them may be shared."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign, ConsentGiven, Signature, Team
from bakeoff_site.datasets.models import DataFile, Download
from bakeoff_site.jobs.models import Job
from bakeoff_site.submissions.models import Run
from tests.site.combination.conftest import Submit
from tests.site.combination.test_packing import packed
from tests.site.conftest import Clock


@pytest.fixture
def pack(
    campaign: Campaign, teams: list[Team], owner: User, rival: User, organiser: User, submit: Submit, clock: Clock
) -> DataFile:
    clock.move_into(campaign, "evaluation")
    for team in teams[:2]:
        submit(team)
    made = packed(campaign, "current")
    clock.move_into(campaign, "combination")
    for team in campaign.teams.all():
        take_part(team, organiser)
    return made


def take_part(team: Team, by: User) -> None:
    """All that data are handed out for: registered for the pair, everything signed."""
    Team.objects.filter(pk=team.pk).update(language_pairs=["ara2eng"], tracks=["combination"])
    for agreement in team.campaign.rules.registration.agreements:
        Signature.objects.create(team=team, agreement=agreement, signed_by=by)


@pytest.fixture
def fetch(pack: DataFile, client: Client) -> Callable[[User], int]:
    def fetch(user: User) -> int:
        client.force_login(user)
        return client.get(reverse("datasets:download", args=[pack.campaign.slug, pack.pk])).status_code

    return fetch


def test_participants_fetch_the_pack_in_its_phase(
    pack: DataFile, owner: User, rival: User, fetch: Callable[[User], int]
) -> None:
    assert [fetch(owner), fetch(rival)] == [200, 200]
    assert Download.objects.filter(data_file=pack).count() == 2


def test_who_signed_nothing_or_registered_for_another_pair_does_not_get_it(
    pack: DataFile, owner: User, rival: User, fetch: Callable[[User], int]
) -> None:
    Signature.objects.filter(team__members__user=owner).delete()
    Team.objects.filter(members__user=rival).update(language_pairs=["zho2eng"])
    assert [fetch(owner), fetch(rival)] == [403, 403]


def test_who_did_not_register_for_combination_does_not_get_it(
    pack: DataFile, owner: User, rival: User, fetch: Callable[[User], int], client: Client
) -> None:
    Team.objects.filter(members__user=owner).update(tracks=[])
    assert [fetch(owner), fetch(rival)] == [403, 200]
    client.force_login(owner)
    shown = client.get(reverse("datasets:list", args=[pack.campaign.slug])).content.decode()
    assert "did not register for the track Post-Eval System Combination" in shown


def test_nobody_fetches_it_before(campaign: Campaign, owner: User, fetch: Callable[[User], int], clock: Clock) -> None:
    clock.move_into(campaign, "sharing")
    assert fetch(owner) == 403


@pytest.mark.parametrize("person", ["stranger", "judge", "observer"])
def test_it_is_for_participants_alone(
    person: str, pack: DataFile, fetch: Callable[[User], int], request: pytest.FixtureRequest
) -> None:
    assert fetch(request.getfixturevalue(person)) == 403


def test_the_list_offers_it(campaign: Campaign, pack: DataFile, owner: User, client: Client) -> None:
    client.force_login(owner)
    page = client.get(reverse("datasets:list", args=[campaign.slug])).content.decode()
    assert pack.name in page
    assert "Anonymous outputs" in page


def test_a_pack_whose_team_took_its_consent_back_is_withheld_at_once(
    campaign: Campaign, pack: DataFile, owner: User, organiser: User, client: Client, fetch: Callable[[User], int]
) -> None:
    ConsentGiven.objects.first().delete()  # type: ignore[union-attr]
    assert fetch(owner) == 403
    assert "is being packed again" in client.get(reverse("datasets:list", args=[campaign.slug])).content.decode()
    assert fetch(organiser) == 200


def test_a_pack_with_a_withdrawn_run_is_withheld_and_made_again(
    pack: DataFile, owner: User, fetch: Callable[[User], int]
) -> None:
    Run.objects.filter(pk=pack.packed_runs.first().run_id).update(withdrawn_at="2012-04-17T12:00Z")  # type: ignore[union-attr]
    assert fetch(owner) == 403
    assert [job.kind for job in Job.objects.filter(state="queued")] == ["pack-outputs"]
