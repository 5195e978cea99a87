"""The page of what one may fetch: now, later, and why not yet."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign, Team
from bakeoff_site.datasets.models import DataFile
from tests.site.conftest import Clock
from tests.site.datasets.conftest import Add
from tests.site.texts import source_xml

AsPerson = Callable[[User], Client]


def shown(client: Client, campaign: Campaign) -> str:
    response = client.get(reverse("datasets:list", args=[campaign.slug]))
    assert response.status_code == 200
    return re.sub(r"\s+", " ", response.content.decode())


def test_a_team_sees_a_source_when_its_phase_starts(
    campaign: Campaign, signed: Team, owner: User, source: DataFile, as_person: AsPerson, clock: Clock
) -> None:
    client = as_person(owner)
    clock.move_into(campaign, "dry-run")
    before = shown(client, campaign)
    assert source.name not in before
    assert source.sha256 not in before
    assert 'Opens on <time datetime="2012-04-02T04:00:00Z">Mon 2 April 2012, 00:00</time>' in before
    clock.move_into(campaign, "evaluation")
    after = shown(client, campaign)
    assert source.name in after
    assert source.sha256 in after
    assert reverse("datasets:download", args=[campaign.slug, source.pk]) in after


def test_who_has_not_signed_is_told_so(
    campaign: Campaign, team: Team, owner: User, source: DataFile, as_person: AsPerson, clock: Clock
) -> None:
    clock.move_into(campaign, "evaluation")
    page = shown(as_person(owner), campaign)
    assert "TESTS has not signed: " in page
    assert source.name not in page


def test_a_team_reads_which_track_it_would_have_to_register_for(
    campaign: Campaign, signed: Team, owner: User, source: DataFile, as_person: AsPerson, clock: Clock
) -> None:
    clock.move_into(campaign, "evaluation")
    own = "Post-Eval System Combination"
    assert f"Your team is also registered for {own}." in shown(as_person(owner), campaign)
    Team.objects.filter(pk=signed.pk).update(tracks=[])
    assert f"Your team is not registered for {own}, which needs a registration of its own." in shown(
        as_person(owner), campaign
    )
    campaign.rulebook_content["registration"]["by_track"] = True
    campaign.save()
    assert "Your team registered for these tracks: none." in shown(as_person(owner), campaign)


def test_a_team_sees_its_own_language_pairs_only(
    campaign: Campaign, signed: Team, owner: User, add: Add, as_person: AsPerson, clock: Clock
) -> None:
    korean = source_xml(set_id="openmt12-kor2eng", language="Korean")
    add("source", korean, "korean.xml", language_pair="kor2eng")
    clock.move_into(campaign, "evaluation")
    page = shown(as_person(owner), campaign)
    assert "registered for: Arabic–English" in page
    assert "korean.xml" not in page
    assert "kor2eng" not in page
    assert "Not added yet." in page  # the Arabic source


def test_references_that_no_phase_hands_out_are_not_spoken_of(
    campaign: Campaign, signed: Team, owner: User, add: Add, as_person: AsPerson, clock: Clock
) -> None:
    clock.move_into(campaign, "public")
    page = shown(as_person(owner), campaign)
    current = page.partition("OpenMT12 test set")[2].partition("<h2>")[0]
    assert "Reference" in current  # released to participants with the preliminary results
    dry_run = page.partition("<h2>Dry run set")[2].partition("<h2>")[0]
    assert "Source" in dry_run
    assert "Reference" not in dry_run


@pytest.mark.parametrize("person", ["stranger", "judge", "observer"])
def test_who_takes_no_part_is_shown_nothing(
    person: str, campaign: Campaign, source: DataFile, as_person: AsPerson, clock: Clock, request: pytest.FixtureRequest
) -> None:
    clock.move_into(campaign, "public")
    page = shown(as_person(request.getfixturevalue(person)), campaign)
    assert "Only teams that take part get the data" in page
    assert source.name not in page


def test_a_withdrawn_team_is_shown_nothing(
    campaign: Campaign, signed: Team, owner: User, source: DataFile, as_person: AsPerson, clock: Clock
) -> None:
    clock.move_into(campaign, "evaluation")
    Team.objects.filter(pk=signed.pk).update(withdrawn_at=clock.now)
    assert source.name not in shown(as_person(owner), campaign)


def test_an_organiser_sees_everything_at_any_time(
    campaign: Campaign, organiser: User, reference: DataFile, add: Add, as_person: AsPerson, clock: Clock
) -> None:
    add("training", b"x", "corpus.tgz", note="一百万句 for everyone")
    clock.move_into(campaign, "registration")
    page = shown(as_person(organiser), campaign)
    for text in ("current-src.xml", reference.name, "corpus.tgz", "一百万句", "Add and replace files"):
        assert text in page


def test_notes_and_names_are_escaped(campaign: Campaign, organiser: User, add: Add, as_person: AsPerson) -> None:
    add("training", b"x", "<b>.tgz", note="<script>alert(1)</script>")
    page = shown(as_person(organiser), campaign)
    assert "<script>alert" not in page
    assert "&lt;b&gt;.tgz" in page


@pytest.mark.parametrize("files", [1, 3])
def test_the_list_costs_the_same_whatever_its_length(
    files: int,
    campaign: Campaign,
    signed: Team,
    owner: User,
    add: Add,
    as_person: AsPerson,
    clock: Clock,
    django_assert_num_queries: Callable[..., object],
) -> None:
    for number in range(files):
        add("training", b"x", f"corpus{number}.tgz")
    clock.move_into(campaign, "evaluation")
    client = as_person(owner)
    # Session, user, campaign, roles, team, what it signed, files.
    with django_assert_num_queries(8):  # type: ignore[attr-defined]
        page = shown(client, campaign)
    assert page.count("corpus") >= files
