"""What is done about teams by the API: more time, taking part or not, their people."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Extension, Invitation, Team, TeamMember
from bakeoff_site.core.models import AuditEvent
from tests.site.api.conftest import as_, error_of
from tests.site.conftest import Clock
from tests.site.outbox import mailed

UNTIL = "2012-04-10T12:00:00+00:00"


def at(team: Team, *rest: object) -> str:
    return "/".join(("/campaigns/openmt/teams", str(team.pk), *map(str, rest)))


def member_of(user: User) -> TeamMember:
    return user.team_memberships.get()


# More time


def test_organiser_gives_more_time(team: Team, organiser: User, clock: Clock) -> None:
    clock.move_into(team.campaign, "evaluation")
    body = {"until": UNTIL, "reason": "a storm"}
    response = as_(organiser, "organise").put(at(team, "extensions", "evaluation"), body)
    assert response.json()["extensions"] == [
        {"phase": "evaluation", "until": "2012-04-10T12:00:00Z", "reason": "a storm"}
    ]
    assert Extension.objects.get().until.isoformat() == UNTIL
    assert AuditEvent.objects.get(act="team.extend").actor == organiser
    later = as_(organiser).put(at(team, "extensions", "evaluation"), {**body, "until": "2012-04-11T12:00Z"})
    assert [row["until"] for row in later.json()["extensions"]] == ["2012-04-11T12:00:00Z"]


def test_organiser_revokes_it(team: Team, organiser: User, clock: Clock) -> None:
    clock.move_into(team.campaign, "evaluation")
    asking = as_(organiser, "organise")
    asking.put(at(team, "extensions", "evaluation"), {"until": UNTIL, "reason": "a storm"})
    revoke = at(team, "extensions", "evaluation", "revoke")
    assert error_of(asking.post(revoke, {"reason": ""})) == (422, "invalid")
    assert asking.post(revoke, {"reason": "it was none"}).json()["extensions"] == []
    assert AuditEvent.objects.get(act="team.revoke-extension").details["reason"] == "it was none"
    assert error_of(asking.post(revoke, {"reason": "it was none"})) == (404, "not-found")


def test_organiser_notes_that_a_team_has_judged(team: Team, organiser: User, owner: User) -> None:
    asking = as_(organiser, "organise")
    assert asking.put(at(team, "judged"), {"judged": True}).json()["id"] == team.pk
    team.refresh_from_db()
    assert team.judged_at is not None
    assert error_of(asking.put(at(team, "judged"), {"judged": True})) == (409, "refused")
    asking.put(at(team, "judged"), {"judged": False})
    assert Team.objects.get(pk=team.pk).judged_at is None
    assert error_of(as_(owner).put(at(team, "judged"), {"judged": True})) == (403, "forbidden")


@pytest.mark.parametrize(
    ("phase", "wrong", "expected"),
    [
        ("none", {}, (409, "refused")),
        ("evaluation", {"until": "2012-04-03T12:00Z"}, (409, "refused")),  # it lasts longer for everyone
        ("dry-run", {"until": "2012-04-01T12:00Z"}, (409, "refused")),  # in the past
        ("evaluation", {"until": "2012-04-10T12:00"}, (422, "invalid")),  # by which clock?
        ("evaluation", {"until": "2012-04-17T12:00Z"}, (409, "refused")),  # others' outputs are out then
        ("evaluation", {"until": "tomorrow"}, (422, "invalid")),
        ("evaluation", {"reason": ""}, (422, "invalid")),
        ("evaluation", {"colour": "blue"}, (422, "invalid")),
    ],
)
def test_more_time_that_cannot_be_given(
    phase: str, wrong: dict[str, Any], expected: Any, team: Team, organiser: User, clock: Clock
) -> None:
    clock.move_into(team.campaign, "evaluation")
    body = {"until": UNTIL, "reason": "a storm", **wrong}
    assert error_of(as_(organiser).put(at(team, "extensions", phase), body)) == expected
    assert not Extension.objects.exists()


# Taking part


def test_organiser_withdraws_and_reinstates_a_team(team: Team, organiser: User) -> None:
    withdrawn = as_(organiser, "organise").post(at(team, "withdraw"), {"reason": "no system"})
    assert (withdrawn.status_code, withdrawn.json()["withdrawn"]) == (200, True)
    assert error_of(as_(organiser).post(at(team, "withdraw"), {"reason": "again"})) == (409, "refused")
    back = as_(organiser).post(at(team, "reinstate"), {"reason": "a system after all"})
    assert back.json()["withdrawn"] is False
    assert error_of(as_(organiser).post(at(team, "reinstate"), {"reason": "again"})) == (409, "refused")
    acts = [(event.act, event.details["reason"]) for event in AuditEvent.objects.filter(act__startswith="team.")]
    assert acts == [("team.reinstate", "a system after all"), ("team.withdraw", "no system")]


def test_withdrawal_needs_a_reason(team: Team, organiser: User) -> None:
    for body in ({}, {"reason": ""}, {"reason": "x" * 501}):
        assert error_of(as_(organiser).post(at(team, "withdraw"), body)) == (422, "invalid")
    team.refresh_from_db()
    assert team.withdrawn_at is None


def test_teams_neither_extend_nor_withdraw_themselves(team: Team, owner: User) -> None:
    for method, path, body in (
        ("PUT", at(team, "extensions", "evaluation"), {"until": UNTIL, "reason": "more"}),
        ("POST", at(team, "withdraw"), {"reason": "no"}),
        ("POST", at(team, "reinstate"), {"reason": "yes"}),
    ):
        assert error_of(as_(owner).send(method, path, body)) == (403, "forbidden")
        assert error_of(as_(owner, "submit").send(method, path, body)) == (403, "scope")


# Members


def test_members_are_told_with_addresses_contacts_first(team: Team, owner: User, team_mate: User) -> None:
    rows = as_(team_mate, "read").get(at(team, "members")).json()["items"]
    assert [(row["name"], row["email"], row["is_contact"]) for row in rows] == [
        (owner.name, owner.email, True),
        (team_mate.name, team_mate.email, False),
    ]


@pytest.mark.parametrize("more", [0, 2])
def test_list_of_members_asks_the_database_the_same_for_many(
    more: int, team: Team, owner: User, django_assert_num_queries: Any
) -> None:
    for number in range(more):
        user = User.objects.create_user(f"{number}@example.org", None, name=f"P{number}")
        TeamMember.objects.create(campaign=team.campaign, team=team, user=user)
    asking = as_(owner)
    asking.get("/me")
    with django_assert_num_queries(7):
        assert asking.get(at(team, "members")).json()["count"] == more + 1


def test_contact_makes_another_contact(team: Team, owner: User, team_mate: User) -> None:
    path = at(team, "members", member_of(team_mate).pk)
    assert as_(owner, "submit").put(path, {"is_contact": True}).json()["is_contact"]
    assert member_of(team_mate).is_contact
    assert AuditEvent.objects.get(act="team.make-contact").actor == owner


def test_one_contact_always_stays(team: Team, owner: User, organiser: User) -> None:
    path = at(team, "members", member_of(owner).pk)
    assert error_of(as_(owner).put(path, {"is_contact": False})) == (409, "refused")
    assert error_of(as_(organiser).delete(path)) == (409, "refused")
    assert member_of(owner).is_contact


def test_member_leaves(team: Team, owner: User, team_mate: User) -> None:
    response = as_(team_mate, "submit").delete(at(team, "members", member_of(team_mate).pk))
    assert (response.status_code, response.content) == (204, b"")
    assert not team_mate.team_memberships.exists()
    assert AuditEvent.objects.get(act="team.leave").actor == team_mate


def test_organiser_takes_someone_out(team: Team, owner: User, team_mate: User, organiser: User) -> None:
    assert as_(organiser, "organise").delete(at(team, "members", member_of(team_mate).pk)).status_code == 204
    assert AuditEvent.objects.get(act="team.remove-member").details["person"] == team_mate.email


def test_members_take_nobody_else_out(team: Team, owner: User, team_mate: User, rival: User) -> None:
    path = at(team, "members", member_of(owner).pk)
    assert error_of(as_(team_mate).delete(path)) == (403, "forbidden")
    assert error_of(as_(team_mate).put(path, {"is_contact": False})) == (403, "forbidden")
    assert error_of(as_(rival).delete(path)) == (403, "forbidden")
    assert error_of(as_(owner).delete(at(team, "members", member_of(rival).pk))) == (404, "not-found")
    assert TeamMember.objects.count() == 3


# Invitations


def test_contact_invites_into_the_team(team: Team, owner: User, team_mate: User) -> None:
    response = as_(owner, "submit").post(at(team, "invitations"), {"email": "new@example.org"})
    shown = response.json()
    assert (response.status_code, shown["email"], shown["team"], shown["role"]) == (201, "new@example.org", team.pk, "")
    assert [mail.to for mail in mailed()] == [["new@example.org"]]
    assert as_(team_mate).get(at(team, "invitations")).json()["items"] == [shown]


def test_invitation_is_withdrawn(team: Team, owner: User) -> None:
    shown = as_(owner).post(at(team, "invitations"), {"email": "new@example.org"}).json()
    path = at(team, "invitations", shown["id"])
    assert as_(owner).delete(path).status_code == 204
    assert not Invitation.objects.exists()
    assert error_of(as_(owner).delete(path)) == (404, "not-found")


def test_invitation_that_ran_out_is_not_listed(team: Team, owner: User, clock: Clock) -> None:
    as_(owner).post(at(team, "invitations"), {"email": "new@example.org"})
    Invitation.objects.update(expires_at=clock.now - timedelta(days=1))
    assert as_(owner).get(at(team, "invitations")).json()["count"] == 0


def test_address_must_be_one(team: Team, owner: User) -> None:
    response = as_(owner).post(at(team, "invitations"), {"email": "nobody"})
    assert error_of(response) == (422, "invalid")
    assert response.json()["findings"][0]["found"] == "nobody"
    assert not Invitation.objects.exists()


@pytest.mark.parametrize("who", ["team_mate", "rival", "stranger", "judge"])
def test_others_invite_nobody(who: str, team: Team, owner: User, request: pytest.FixtureRequest) -> None:
    asking = as_(request.getfixturevalue(who))
    assert error_of(asking.post(at(team, "invitations"), {"email": "new@example.org"})) == (403, "forbidden")
    assert not Invitation.objects.exists()
