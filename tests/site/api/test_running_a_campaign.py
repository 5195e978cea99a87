"""What organisers do by the client, and results as programs take them, against a server."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from pytest_django.live_server_helper import LiveServer

from bakeoff.client import Client, ConflictError, InvalidError, MissingError
from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign, Signature, Team
from bakeoff_site.submissions.models import Description
from tests.site.api.conftest import text_of
from tests.site.api.test_people import token_in
from tests.site.conftest import Clock
from tests.site.outbox import mailed as sent
from tests.site.results.boards import Entry, put_board
from tests.site.texts import source_xml

SLUG = "openmt"
pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def organising(live_server: LiveServer, organiser: User) -> Iterator[Client]:
    with Client(live_server.url, text_of(organiser)) as client:
        yield client


@pytest.fixture
def mailed(live_server: LiveServer, stranger: User) -> Iterator[Client]:
    """Whom somebody invites."""
    with Client(live_server.url, text_of(stranger)) as client:
        yield client


def test_rulebook_is_changed_from_its_version(organising: Client, campaign: Campaign, clock: Clock) -> None:
    clock.move_into(campaign, "evaluation")
    written = organising.rulebook_text(SLUG)
    text = written.text.replace(f'"{campaign.title}"', '"Renamed"', 1)
    planned = organising.check_rulebook(SLUG, text)
    assert ("campaign.title", "Renamed") in {
        (change.path, change.after) for change in planned.changes if isinstance(change.after, str)
    }
    assert (planned.version, planned.lost, planned.ended) == (written.version, (), ())
    changed = organising.change_rulebook(SLUG, text, version=written.version)
    assert changed.version == organising.rulebook_text(SLUG).version != written.version
    assert organising.campaign(SLUG).title == "Renamed"
    with pytest.raises(ConflictError, match="Someone else changed"):
        organising.change_rulebook(SLUG, written.text, version=written.version)
    with pytest.raises(InvalidError) as caught:
        organising.check_rulebook(SLUG, f"{text}\n[nonsense]\n")
    assert all(finding.place.line for finding in caught.value.findings)
    assert organising.set_listed(SLUG, listed=True).listed
    assert "campaign.list" in {act.act for act in organising.log(SLUG)}


def test_team_and_its_people_are_looked_after(
    organising: Client, mailed: Client, team: Team, owner: User, clock: Clock
) -> None:
    clock.move_into(team.campaign, "evaluation")
    until = datetime(2012, 4, 10, 12, tzinfo=UTC)
    [extension] = organising.grant_extension(SLUG, team.pk, "evaluation", until=until, reason="a storm").extensions
    assert (extension.phase, extension.until) == ("evaluation", until)
    invitation = organising.invite_into_team(SLUG, team.pk, "some@example.org")
    assert list(organising.team_invitations(SLUG, team.pk)) == [invitation]
    joined = mailed.accept_invitation(token_in(sent()[-1]))
    assert joined.team is not None
    assert joined.team.id == team.pk
    [contact, other] = organising.members(SLUG, team.pk)
    assert (contact.name, other.is_contact) == (owner.name, False)
    assert organising.set_contact(SLUG, team.pk, other.id, is_contact=True).is_contact
    organising.remove_member(SLUG, team.pk, contact.id)
    assert [member.email for member in organising.members(SLUG, team.pk)] == [other.email]
    other_invitation = organising.invite_into_team(SLUG, team.pk, "another@example.org")
    organising.withdraw_team_invitation(SLUG, team.pk, other_invitation.id)
    assert list(organising.team_invitations(SLUG, team.pk)) == []
    assert organising.withdraw_team(SLUG, team.pk, reason="no system").withdrawn
    assert not organising.reinstate_team(SLUG, team.pk, reason="one after all").withdrawn
    assert [act.details["reason"] for act in organising.log(SLUG, act="team.withdraw")] == ["no system"]


def test_roles_are_given_and_ended(organising: Client, mailed: Client) -> None:
    invitation = organising.invite(SLUG, "some@example.org", role="judge")
    assert list(organising.invitations(SLUG)) == [invitation]
    assert mailed.accept_invitation(token_in(sent()[0])).roles == ("judge",)
    [judge] = [person for person in organising.people(SLUG) if person.role == "judge"]
    organising.end_role(SLUG, judge.id)
    assert {person.role for person in organising.people(SLUG)} == {"organiser"}
    organising.withdraw_invitation(SLUG, organising.invite(SLUG, "some@example.org", role="observer").id)
    assert list(organising.invitations(SLUG)) == []


def test_data_are_added_and_taken_away(organising: Client, campaign: Campaign, tmp_path: Path) -> None:
    path = tmp_path / "source.xml"
    path.write_bytes(source_xml())
    assert ("source", "ara2eng") in {
        (row.kind, row.language_pair) for row in organising.missing_data(SLUG) if row.test_set == "current"
    }
    added = organising.add_data_file(SLUG, path, kind="source", test_set="current", language_pair="ara2eng")
    organising.download(SLUG, added, tmp_path / "fetched.xml")
    assert [row.name for row in organising.downloads(SLUG, text="source")] == ["source.xml"]
    removed = organising.remove_data_file(SLUG, added.id, reason="of another year")
    assert list(organising.data_versions(SLUG, added.id)) == [removed]
    assert removed.replaced_at is not None


def test_packs_are_asked_for(organising: Client, team: Team) -> None:
    assert [(row.team_code, row.given) for row in organising.sharing(SLUG)] == [(team.code, False)]
    assert list(organising.packs(SLUG)) == []
    assert organising.make_packs(SLUG) == ()
    with pytest.raises(InvalidError):
        organising.make_packs(SLUG, track="single")
    with pytest.raises(MissingError):
        organising.clear_system(SLUG, 0)


def test_results_are_compared_and_taken_as_tables(
    organising: Client, campaign: Campaign, team: Team, owner: User, organiser: User, clock: Clock
) -> None:
    entries = [Entry("GOOD", 1, team), Entry("BAD", 3, team, system_type="contrast")]
    runs = put_board(campaign, entries, by=organiser)
    good, bad = str(runs["GOOD"].pk), str(runs["BAD"].pk)
    compared = organising.compare(SLUG, good, bad, metric="ter@tercom")
    assert (compared.first.name, compared.second.name, compared.metric) == ("GOOD", "BAD", "ter@tercom")
    lines = list(organising.differences(SLUG, good, bad, metric="ter@tercom"))
    assert len(lines) == compared.first_wins > compared.second_wins
    board_id = runs["GOOD"].board_id
    assert [system.name for system in organising.board(SLUG, board_id, kinds=["contrastive"]).systems] == ["BAD"]
    table = organising.table(SLUG, board_id, format="csv", kinds=["primary"])
    assert "GOOD" in table
    assert "BAD" not in table
    Description.objects.create(
        team=team, text="Site: TESTS\n", valid=True, submitted_by=owner, submitted_at=clock.now,
        track="single", condition="constrained", system="primary",
    )  # fmt: skip
    for agreement in campaign.rules.registration.agreements:
        Signature.objects.create(team=team, agreement=agreement, signed_by=owner)
    assert [row.text for row in organising.descriptions(SLUG)] == ["Site: TESTS\n"]
