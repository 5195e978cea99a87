"""Mails about the schedule."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from django.core import mail

from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import SentNotice, Team
from bakeoff_site.campaigns.services.attending import name_attendee
from bakeoff_site.campaigns.services.campaigns import change_rulebook, version_of
from bakeoff_site.campaigns.services.notices import Delivery, send_due_notices
from bakeoff_site.campaigns.services.teams import grant_extension, withdraw_team
from tests.site.campaigns.conftest import RULEBOOK

OPENING = datetime(2027, 2, 28, 23, tzinfo=UTC)
END = datetime(2027, 3, 20, 17, 1, tzinfo=UTC)


def test_the_opening_is_told_once_to_each_contact_person(team: Team, mate: User, rival: User) -> None:
    assert send_due_notices(OPENING) == Delivery(sent=2)
    assert send_due_notices(OPENING + timedelta(hours=1)) == Delivery()
    about = [message for message in mail.outbox if "Open now" in message.subject]
    assert [message.to for message in about] == [["owner@example.org"], ["rival@example.org"]]
    ours = about[0]
    assert ours.subject == "[Harbour Translation Task] Open now: Evaluation"
    for part in (
        "You may: hand in runs.",
        "It lasts until 2027-03-20 18:00 CET.",
        "- Sign the agreements: Data licence",
        f"https://bakeoff.example/campaigns/harbour/teams/{team.pk}/",
    ):
        assert part in ours.body


@pytest.mark.long
def test_the_whole_schedule(team: Team) -> None:
    sent = []
    when = datetime(2027, 1, 20, tzinfo=UTC)
    while when < datetime(2027, 5, 1, tzinfo=UTC):
        mail.outbox.clear()
        send_due_notices(when)
        sent += [(when.date().isoformat(), str(message.subject).split("] ")[1]) for message in mail.outbox]
        when += timedelta(hours=1)
    assert sent == [
        ("2027-02-19", "Deadline 2027-02-26 23:59 CET: Registration"),  # something is not signed
        ("2027-02-25", "Deadline 2027-02-26 23:59 CET: Registration"),
        ("2027-02-28", "Open now: Evaluation"),
        ("2027-03-13", "Deadline 2027-03-20 18:00 CET: Evaluation"),
        ("2027-03-19", "Deadline 2027-03-20 18:00 CET: Evaluation"),
        ("2027-04-14", "Open now: Results"),
    ]


def test_who_attends_is_asked_before_the_workshop(team: Team, organiser: User) -> None:
    workshop = '[phases.workshop]\ntitle = "Workshop"\nstart = 2027-06-27\nend = 2027-06-28\nopens = ["attend"]\n'
    change_rulebook(team.campaign, RULEBOOK + workshop, actor=organiser, version=version_of(RULEBOOK))
    begins = datetime(2027, 6, 26, 22, tzinfo=UTC)
    mail.outbox.clear()
    assert send_due_notices(begins - timedelta(days=7)) == Delivery(sent=1)
    (message,) = mail.outbox
    assert message.subject == "[Harbour Translation Task] Deadline 2027-06-26 23:59 CEST: Workshop"
    assert "- Attend the workshop: someone who attends the workshop" in message.body
    name_attendee(team, "Owner", by=organiser)
    assert send_due_notices(begins - timedelta(hours=20)) == Delivery()


def test_an_extension_is_reminded_of_anew(team: Team, organiser: User) -> None:
    send_due_notices(END - timedelta(hours=20))
    grant_extension(team, "evaluation", END + timedelta(days=2), reason="x", by=organiser)
    mail.outbox.clear()
    send_due_notices(END + timedelta(days=2) - timedelta(hours=20))
    assert "the deadline is 2027-03-22 18:00 CET" in mail.outbox[-1].body
    assert len(mail.outbox) == 1


def test_withdrawn_teams_and_closed_accounts_get_none(team: Team, rival: User, organiser: User, owner: User) -> None:
    withdraw_team(Team.objects.get(name="Their Lab"), by=organiser, reason="x")
    User.objects.filter(pk=owner.pk).update(is_active=False)
    assert send_due_notices(OPENING) == Delivery()


def test_what_fails_is_tried_again(team: Team, rival: User, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as broken:
        broken.setattr("django.core.mail.EmailMessage.send", _refuse)
        assert send_due_notices(OPENING) == Delivery(failed=2)
    assert send_due_notices(OPENING) == Delivery(sent=2)


def _refuse(*_: object, **__: object) -> None:
    raise ConnectionRefusedError("no mail server")


def test_what_a_dead_process_left_is_sent_by_another(team: Team) -> None:
    send_due_notices(OPENING)
    SentNotice.objects.update(sent_at=None, claimed_at=OPENING)
    assert send_due_notices(OPENING + timedelta(minutes=59)) == Delivery()
    assert send_due_notices(OPENING + timedelta(minutes=61)) == Delivery(sent=1)
