"""A team's page: steps, agreements, people, and what organisers do there."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

import pytest
from django.test import Client

from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Team, TeamMember
from bakeoff_site.campaigns.selectors import team_of
from bakeoff_site.campaigns.services.teams import add_member
from bakeoff_site.core.models import AuditEvent
from bakeoff_site.core.refusals import RefusedError

At = Callable[[datetime], None]
SignIn = Callable[[User], Client]


def address(team: Team, rest: str = "") -> str:
    return f"/campaigns/harbour/teams/{team.pk}/{rest}"


def acts() -> list[str]:
    return list(AuditEvent.objects.order_by("pk").values_list("act", flat=True))


def test_a_team_sees_its_steps_with_their_dates(team: Team, signed_in: SignIn, mate: User) -> None:
    page = signed_in(mate).get(address(team)).content.decode()
    assert '<b>Register</b>\n    <span class="soft">done</span>' in page
    assert "Missing: Data licence" in page
    assert "Missing: de-en" in page
    assert 'due <time datetime="2027-03-20T17:00:00Z">2027-03-20 18:00 CET</time>' in page
    assert "Missing: someone who attends the workshop" in page
    assert "duty: hand in an older set too" in page
    assert "University" in page
    assert "For organisers" not in page
    assert "Contact persons invite others." in page


def test_a_missed_deadline_is_marked(team: Team, signed_in: SignIn, mate: User, at: At) -> None:
    at(datetime(2027, 3, 20, 17, 1, tzinfo=UTC))
    client = signed_in(mate)
    assert "was due" in client.get(address(team)).content.decode()
    at(datetime(2027, 3, 20, 17, 0, 30, tzinfo=UTC))
    assert "was due" not in client.get(address(team)).content.decode()


def test_who_attends_makes_the_step_done(team: Team, signed_in: SignIn, owner: User) -> None:
    Team.objects.update(attendee="Owner")
    page = signed_in(owner).get(address(team)).content.decode()
    assert "someone who attends" not in page


def test_an_agreement_is_read_and_signed(team: Team, signed_in: SignIn, owner: User) -> None:
    client = signed_in(owner)
    assert "You use the data for research only." in client.get(address(team, "agreements/licence/")).content.decode()
    response = client.post(address(team, "agreements/licence/"), {"agreed": "yes"})
    assert response["Location"] == address(team)
    signature = team.signatures.get()
    assert (signature.agreement, signature.signed_by) == ("licence", owner)
    assert signature.text == "You use the data for research only."
    assert acts()[-1] == "team.sign"
    assert "signed by Owner" in client.get(address(team)).content.decode()


def test_signing_twice_is_signing_once(team: Team, signed_in: SignIn, owner: User) -> None:
    for _ in range(2):
        signed_in(owner).post(address(team, "agreements/licence/"), {"agreed": "yes"})
    assert team.signatures.count() == 1
    assert acts().count("team.sign") == 1


def test_without_the_tick_nothing_is_signed(team: Team, signed_in: SignIn, owner: User) -> None:
    page = signed_in(owner).post(address(team, "agreements/licence/")).content.decode()
    assert "Tick the box to sign." in page
    assert not team.signatures.exists()


def test_an_agreement_that_is_not_in_the_rulebook(team: Team, signed_in: SignIn, owner: User) -> None:
    assert signed_in(owner).post(address(team, "agreements/none/"), {"agreed": "yes"}).status_code == 404


def test_an_organiser_assigns_the_id(team: Team, signed_in: SignIn, organiser: User) -> None:
    signed_in(organiser).post(address(team, "site-id/"), {"site_id": "INST"})
    assert Team.objects.get(pk=team.pk).site_id == "INST"
    event = AuditEvent.objects.get(act="team.assign-site-id")
    assert event.details == {"before": "OURS", "after": "INST"}


@pytest.mark.parametrize(("site_id", "said"), [("theirs", "Another team has this site id"), ("a b", "no id of a site")])
def test_an_id_that_cannot_be_assigned(
    site_id: str, said: str, team: Team, rival: User, signed_in: SignIn, organiser: User
) -> None:
    page = signed_in(organiser).post(address(team, "site-id/"), {"site_id": site_id}, follow=True).content.decode()
    assert said in page
    assert Team.objects.get(pk=team.pk).site_id == "OURS"


def test_an_extension_is_granted_in_the_campaigns_time_and_shown(
    team: Team, signed_in: SignIn, organiser: User, mate: User
) -> None:
    data = {"phase": "evaluation", "until": "2027-03-22T18:00", "reason": "The cluster was down."}
    signed_in(organiser).post(address(team, "extend/"), data)
    extension = team.extensions.get()
    # 18:00 in Berlin, to the end of that minute, as everywhere in the schedule.
    assert extension.until == datetime(2027, 3, 22, 17, 1, tzinfo=UTC)
    page = signed_in(mate).get(address(team)).content.decode()
    assert 'until <time datetime="2027-03-22T17:00:00Z">2027-03-22 18:00 CET</time>: The cluster was down.' in page
    assert 'due <time datetime="2027-03-22T17:00:00Z">' in page
    assert AuditEvent.objects.get(act="team.extend").details["reason"] == "The cluster was down."


def test_a_second_extension_replaces_the_first(team: Team, signed_in: SignIn, organiser: User) -> None:
    for day in (22, 24):
        data = {"phase": "evaluation", "until": f"2027-03-{day}T18:00", "reason": "again"}
        signed_in(organiser).post(address(team, "extend/"), data)
    assert [extension.until.day for extension in team.extensions.all()] == [24]
    assert acts().count("team.extend") == 2


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"until": "2027-03-20T18:00"}, "Evaluation lasts until 2027-03-20 18:00 CET for everyone"),
        ({"until": "soon"}, "Until: Expected a day and a time"),
        ({"phase": "results"}, "Phase: Select a valid choice"),
        ({"reason": ""}, "Reason: This field is required."),
    ],
)
def test_extensions_that_are_none(
    changes: dict[str, str], said: str, team: Team, signed_in: SignIn, organiser: User
) -> None:
    data = {"phase": "evaluation", "until": "2027-03-22T18:00", "reason": "x"} | changes
    page = signed_in(organiser).post(address(team, "extend/"), data, follow=True).content.decode()
    assert said in page
    assert not team.extensions.exists()


def test_a_team_is_withdrawn_and_reinstated(team: Team, signed_in: SignIn, organiser: User, owner: User) -> None:
    client = signed_in(organiser)
    client.post(address(team, "take-part/"), {"takes_part": "no", "reason": "asked to"})
    assert team_of(owner, team.campaign) is None
    page = client.post(address(team, "take-part/"), {"takes_part": "no", "reason": "again"}, follow=True)
    assert "Our Institute is withdrawn already." in page.content.decode()
    client.post(address(team, "take-part/"), {"takes_part": "yes", "reason": "back"})
    assert team_of(owner, team.campaign) == team
    assert acts()[-2:] == ["team.withdraw", "team.reinstate"]


def member_of(team: Team, user: User) -> TeamMember:
    return team.members.get(user=user)


def test_a_contact_person_makes_another(team: Team, owner: User, mate: User, signed_in: SignIn) -> None:
    signed_in(owner).post(address(team, f"members/{member_of(team, mate).pk}/contact/"), {"contact": "yes"})
    assert member_of(team, mate).is_contact
    signed_in(mate).post(address(team, f"members/{member_of(team, owner).pk}/contact/"), {"contact": "no"})
    assert not member_of(team, owner).is_contact
    assert acts()[-2:] == ["team.make-contact", "team.unmake-contact"]


def test_someone_leaves(team: Team, mate: User, signed_in: SignIn) -> None:
    response = signed_in(mate).post(address(team, f"members/{member_of(team, mate).pk}/remove/"))
    assert response["Location"] == "/campaigns/harbour/"
    assert [member.user.name for member in team.members.all()] == ["Owner"]
    assert acts()[-1] == "team.leave"
    assert signed_in(mate).get(address(team)).status_code == 403


def test_someone_is_taken_out(team: Team, owner: User, mate: User, signed_in: SignIn) -> None:
    signed_in(owner).post(address(team, f"members/{member_of(team, mate).pk}/remove/"))
    assert [member.user.name for member in team.members.all()] == ["Owner"]
    assert acts()[-1] == "team.remove-member"


@pytest.mark.parametrize("act", ["remove", "contact"])
def test_the_only_contact_person_stays(act: str, team: Team, owner: User, mate: User, signed_in: SignIn) -> None:
    path = address(team, f"members/{member_of(team, owner).pk}/{act}/")
    page = signed_in(owner).post(path, {"contact": "no"}, follow=True).content.decode()
    assert "Owner is the only contact person of Our Institute" in page
    assert member_of(team, owner).is_contact


def test_a_person_is_in_one_team_of_a_campaign(team: Team, rival: User) -> None:
    with pytest.raises(RefusedError, match="Rival belongs to a team of this campaign already"):
        add_member(team, rival)


def test_people_of_other_teams_are_not_found_here(team: Team, rival: User, owner: User, signed_in: SignIn) -> None:
    other = TeamMember.objects.get(user=rival)
    assert signed_in(owner).post(address(team, f"members/{other.pk}/remove/")).status_code == 404
    assert TeamMember.objects.filter(pk=other.pk).exists()


def test_what_people_are_called_is_text(team: Team, owner: User, signed_in: SignIn) -> None:
    add_member(team, User.objects.create_user("odd@example.org", None, name="<i>x</i>"))
    assert "<i>x</i>" not in signed_in(owner).get(address(team)).content.decode()


def test_an_extension_into_the_past_is_refused(team: Team, signed_in: SignIn, organiser: User, at: At) -> None:
    at(datetime(2027, 4, 1, tzinfo=UTC))
    data = {"phase": "evaluation", "until": "2027-03-22T18:00", "reason": "x"}
    page = signed_in(organiser).post(address(team, "extend/"), data, follow=True).content.decode()
    assert "2027-03-22 18:00 CET is over already" in page
    assert not team.extensions.exists()
