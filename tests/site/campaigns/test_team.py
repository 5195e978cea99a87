"""A team's page: steps, agreements, people, and what organisers do there."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

import pytest
from django.test import Client

from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Team, TeamMember
from bakeoff_site.campaigns.selectors import role_of
from bakeoff_site.campaigns.services.campaigns import change_rulebook, version_of
from bakeoff_site.campaigns.services.teams import add_member, revoke_extension
from bakeoff_site.core.models import AuditEvent
from bakeoff_site.core.refusals import RefusedError
from tests.site.campaigns.conftest import RULEBOOK
from tests.site.outbox import mailed

At = Callable[[datetime], None]
SignIn = Callable[[User], Client]


def address(team: Team, rest: str = "") -> str:
    return f"/campaigns/harbour/teams/{team.pk}/{rest}"


def acts() -> list[str]:
    return list(AuditEvent.objects.order_by("pk").values_list("act", flat=True))


def test_a_team_sees_its_steps_with_their_dates(team: Team, signed_in: SignIn, mate: User) -> None:
    page = signed_in(mate).get(address(team)).content.decode()
    assert '<b>Register</b><span class="unseen">: done</span>' in page
    assert "Missing: Data licence" in page
    assert "Missing: German–English" in page
    assert 'Due <time datetime="2027-03-20T17:00:00Z">Sat 20 March 2027, 18:00 CET</time>' in page
    assert "Missing: someone who attends the workshop" in page
    assert "Duty: submit an older set too" in page
    assert "University" in page
    assert "For organisers" not in page
    assert "Contact persons can invite others." in page


def test_a_missed_deadline_is_marked(team: Team, signed_in: SignIn, mate: User, at: At) -> None:
    at(datetime(2027, 3, 20, 17, 1, tzinfo=UTC))
    client = signed_in(mate)
    missed = 'Was due <time datetime="2027-03-20T17:00:00Z">'
    assert missed in client.get(address(team)).content.decode()
    at(datetime(2027, 3, 20, 17, 0, 30, tzinfo=UTC))
    assert missed not in client.get(address(team)).content.decode()


def test_who_attends_makes_the_step_done(team: Team, signed_in: SignIn, owner: User) -> None:
    Team.objects.update(attendee="Owner")
    page = signed_in(owner).get(address(team)).content.decode()
    assert "someone who attends" not in page


def test_a_contact_person_says_who_attends_after_registration(
    team: Team, signed_in: SignIn, owner: User, mate: User, at: At
) -> None:
    at(datetime(2027, 4, 20, tzinfo=UTC))
    client = signed_in(owner)
    assert client.get(address(team, "registration/")).status_code == 403
    assert "Who attends the workshop?" in client.get(address(team)).content.decode()
    page = client.post(address(team, "attendee/"), {"attendee": "Owner"}, follow=True).content.decode()
    assert "Owner attends the workshop." in page
    assert "someone who attends" not in page
    event = AuditEvent.objects.get(act="team.attend")
    assert (event.actor, event.details) == (owner, {"before": "", "after": "Owner"})
    client.post(address(team, "attendee/"), {"attendee": "Owner"})
    assert acts().count("team.attend") == 1
    client.post(address(team, "attendee/"), {"attendee": ""})
    assert Team.objects.get(pk=team.pk).attendee == ""
    assert "Who attends the workshop?" not in signed_in(mate).get(address(team)).content.decode()


def test_a_name_that_is_too_long_is_refused(team: Team, signed_in: SignIn, owner: User) -> None:
    page = signed_in(owner).post(address(team, "attendee/"), {"attendee": "x" * 161}, follow=True).content.decode()
    assert "Who attends the workshop?: Ensure this value has at most 160 characters" in page
    assert Team.objects.get(pk=team.pk).attendee == ""


def test_a_consent_is_taken_back_and_given_after_registration(
    team: Team, signed_in: SignIn, owner: User, at: At
) -> None:
    at(datetime(2027, 4, 20, tzinfo=UTC))
    client, page = signed_in(owner), address(team, "consents/share/")
    assert "If you consent, your team has a duty: submit an older set too." in client.get(page).content.decode()
    assert client.post(page, {"given": "no"})["Location"] == address(team)
    assert not team.consents.exists()
    assert "Our Institute has not consented." in client.get(page).content.decode()
    for _ in range(2):
        client.post(page, {"given": "yes"})
    assert [(row.consent, row.given_by) for row in team.consents.all()] == [("share", owner)]
    assert acts()[-2:] == ["team.take-back-consent", "team.consent"]


def test_a_consent_that_no_longer_can_be_given(
    team: Team, signed_in: SignIn, owner: User, organiser: User, at: At
) -> None:
    text = RULEBOOK.replace('concerns = "outputs"', 'concerns = "outputs"\nphase = "registration"')
    change_rulebook(team.campaign, text, actor=organiser, version=version_of(RULEBOOK))
    at(datetime(2027, 4, 20, tzinfo=UTC))
    page = address(team, "consents/share/")
    signed_in(owner).post(page, {"given": "no"})
    assert (
        "You cannot give it: Registration is over; ask the organisers." in signed_in(owner).get(page).content.decode()
    )
    response = signed_in(owner).post(page, {"given": "yes"})
    assert response.status_code == 403
    assert not team.consents.exists()
    signed_in(organiser).post(page, {"given": "yes"})
    assert team.consents.get().given_by == organiser


def test_a_consent_that_is_not_in_the_rulebook(team: Team, signed_in: SignIn, owner: User) -> None:
    assert signed_in(owner).post(address(team, "consents/none/"), {"given": "yes"}).status_code == 404


def test_an_agreement_is_read_and_signed(team: Team, signed_in: SignIn, owner: User) -> None:
    client = signed_in(owner)
    assert "You use the data for research only." in client.get(address(team, "agreements/licence/")).content.decode()
    response = client.post(address(team, "agreements/licence/"), {"agreed": "yes"})
    assert response["Location"] == address(team)
    signature = team.signatures.get()
    assert (signature.agreement, signature.signed_by) == ("licence", owner)
    assert signature.text == "You use the data for research only."
    assert acts()[-1] == "team.sign"
    assert "Signed by Owner" in client.get(address(team)).content.decode()


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
    signed_in(organiser).post(address(team, "code/"), {"code": "INST"})
    assert Team.objects.get(pk=team.pk).code == "INST"
    event = AuditEvent.objects.get(act="team.assign-code")
    assert event.details == {"before": "OURS", "after": "INST"}


@pytest.mark.parametrize(("code", "said"), [("theirs", "Another team has this team code"), ("a b", "no team code")])
def test_an_id_that_cannot_be_assigned(
    code: str, said: str, team: Team, rival: User, signed_in: SignIn, organiser: User
) -> None:
    page = signed_in(organiser).post(address(team, "code/"), {"code": code}, follow=True).content.decode()
    assert said in page
    assert Team.objects.get(pk=team.pk).code == "OURS"


def test_an_extension_is_granted_in_the_campaigns_time_and_shown(
    team: Team, signed_in: SignIn, organiser: User, mate: User
) -> None:
    data = {"phase": "evaluation", "until": "2027-03-22T18:00", "reason": "The cluster was down."}
    signed_in(organiser).post(address(team, "extend/"), data)
    extension = team.extensions.get()
    # 18:00 in Berlin, to the end of that minute, as everywhere in the schedule.
    assert extension.until == datetime(2027, 3, 22, 17, 1, tzinfo=UTC)
    page = signed_in(mate).get(address(team)).content.decode()
    assert 'until <time datetime="2027-03-22T17:00:00Z">Mon 22 March 2027, 18:00 CET</time>' in page
    assert "The cluster was down." in page
    assert 'Due <time datetime="2027-03-22T17:00:00Z">' in page
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
        ({"until": "2027-03-20T18:00"}, "Evaluation lasts until Sat 20 March 2027, 18:00 CET for everyone"),
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


def test_an_extension_is_shortened_and_revoked(team: Team, signed_in: SignIn, organiser: User, mate: User) -> None:
    client = signed_in(organiser)
    for day in (28, 22):
        client.post(
            address(team, "extend/"), {"phase": "evaluation", "until": f"2027-03-{day}T18:00", "reason": "again"}
        )
    extension = team.extensions.get()
    assert extension.until.day == 22
    revoke = address(team, f"extensions/{extension.pk}/revoke/")
    assert "Reason: This field is required." in client.post(revoke, follow=True).content.decode()
    mailed().clear()
    page = client.post(revoke, {"reason": "a mistake"}, follow=True).content.decode()
    assert "The extension is revoked: Evaluation ends as for everyone." in page
    assert "the deadlines of the schedule apply to this team." in page
    event = AuditEvent.objects.get(act="team.revoke-extension")
    assert event.details == {"phase": "evaluation", "until": "2027-03-22T17:01:00+00:00", "reason": "a mistake"}
    (message,) = mailed()
    assert (message.to, message.subject) == (
        ["owner@example.org"],
        "[Harbour Translation Task] Extension revoked: Evaluation",
    )
    assert "as for everyone: Sat 20 March 2027, 18:00 CET.\nReason: a mistake\n" in message.body
    assert client.post(revoke, {"reason": "again"}).status_code == 404
    with pytest.raises(RefusedError, match="revoked already"):
        revoke_extension(extension, reason="again", by=organiser)


def test_teams_are_told_of_ids_and_extensions_and_organisers_of_teams(
    team: Team, signed_in: SignIn, organiser: User, mate: User
) -> None:
    (message,) = mailed()
    assert (message.to, message.subject) == (
        ["organiser@example.org"],
        "[Harbour Translation Task] New team: Our Institute",
    )
    assert (
        "has registered for Harbour Translation Task (German–English).\n\nThe page of the team:\n\nhttps://"
        in message.body
    )
    mailed().clear()
    client = signed_in(organiser)
    for _ in range(2):
        client.post(address(team, "code/"), {"code": "INST"})
    data = {"phase": "evaluation", "until": "2027-03-22T18:00", "reason": "The cluster was down."}
    client.post(address(team, "extend/"), data)
    assert [(message.to, message.subject) for message in mailed()] == [
        (["owner@example.org"], "[Harbour Translation Task] Your team code is INST"),
        (["owner@example.org"], "[Harbour Translation Task] Extension: Evaluation until Mon 22 March 2027, 18:00 CET"),
    ]
    assert "Reason: The cluster was down." in mailed()[1].body


def test_what_is_done_stands_when_nobody_can_be_told(
    team: Team, signed_in: SignIn, organiser: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise ConnectionRefusedError("no mail server")

    with monkeypatch.context() as broken:
        broken.setattr("django.core.mail.EmailMessage.send", refuse)
        page = signed_in(organiser).post(address(team, "code/"), {"code": "INST"}, follow=True).content.decode()
    assert "The code of Our Institute is INST." in page
    assert Team.objects.get(pk=team.pk).code == "INST"
    assert "Your team code is INST" in str(mailed()[-1].subject)  # the page tried nothing, so nothing is put off


def test_an_organiser_notes_that_the_judgments_are_done(team: Team, signed_in: SignIn, organiser: User) -> None:
    text = RULEBOOK.replace('"attends"]', '"judged"]')
    change_rulebook(team.campaign, text, actor=organiser, version=version_of(RULEBOOK))
    client = signed_in(organiser)
    page = client.get(address(team)).content.decode()
    assert "Missing: judgments" in page
    assert "Its share is done" in page
    page = client.post(address(team, "judged/"), {"judged": "yes"}, follow=True).content.decode()
    assert "Our Institute has done its share of the judgments." in page
    assert "Missing: judgments" not in page
    assert "is noted already" in client.post(address(team, "judged/"), {"judged": "yes"}, follow=True).content.decode()
    assert "Missing: judgments" in client.post(address(team, "judged/"), follow=True).content.decode()
    assert acts()[-2:] == ["team.judged", "team.not-judged"]


def test_who_owes_no_judgments_is_not_asked_for_them(team: Team, signed_in: SignIn, organiser: User) -> None:
    assert "Its share is done" not in signed_in(organiser).get(address(team)).content.decode()


def test_a_team_is_withdrawn_and_reinstated(team: Team, signed_in: SignIn, organiser: User, owner: User) -> None:
    client = signed_in(organiser)
    client.post(address(team, "take-part/"), {"takes_part": "no", "reason": "asked to"})
    assert role_of(owner, team.campaign).active_teams == ()
    page = client.post(address(team, "take-part/"), {"takes_part": "no", "reason": "again"}, follow=True)
    assert "Our Institute is withdrawn already." in page.content.decode()
    client.post(address(team, "take-part/"), {"takes_part": "yes", "reason": "back"})
    assert role_of(owner, team.campaign).active_teams == (team,)
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
    with pytest.raises(RefusedError, match=r"Rival belongs to the team .* already, and a person is in one team"):
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
    assert "Mon 22 March 2027, 18:00 CET is over already" in page
    assert not team.extensions.exists()
