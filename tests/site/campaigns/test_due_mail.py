"""Mails about the schedule."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import UTC, datetime, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Team
from bakeoff_site.campaigns.services import notices
from bakeoff_site.campaigns.services.attendance import name_attendee
from bakeoff_site.campaigns.services.campaigns import change_rulebook, version_of
from bakeoff_site.campaigns.services.notices import put_due_notices
from bakeoff_site.campaigns.services.teams import grant_extension, withdraw_team
from bakeoff_site.mail.models import Mail
from bakeoff_site.mail.selectors import known_keys
from tests.depth import THOROUGH
from tests.site.campaigns.conftest import RULEBOOK
from tests.site.outbox import mailed

At = Callable[[datetime], None]
OPENING = datetime(2027, 2, 28, 23, tzinfo=UTC)
END = datetime(2027, 3, 20, 17, 1, tzinfo=UTC)


def test_the_opening_is_told_once_to_each_contact_person(team: Team, mate: User, rival: User) -> None:
    assert put_due_notices(OPENING) == 2
    assert put_due_notices(OPENING + timedelta(hours=1)) == 0
    about = [message for message in mailed() if "Open now" in message.subject]
    assert [message.to for message in about] == [["owner@example.org"], ["rival@example.org"]]
    ours = about[0]
    assert ours.subject == "[Harbour Translation Task] Open now: Evaluation"
    for part in (
        "You can: submit runs.",
        "It lasts until Sat 20 March 2027, 18:00 CET.",
        "- Sign the agreements: Data licence",
        f"https://bakeoff.example/campaigns/harbour/teams/{team.pk}/",
    ):
        assert part in ours.body


def test_the_complete_schedule(team: Team) -> None:
    sent = []
    # Days start at 22:00 or 23:00 UTC; the step at 23:00 sees both on the right date.
    step = timedelta(hours=1 if THOROUGH else 12)
    when = datetime(2027, 1, 20, 11, tzinfo=UTC)
    while when < datetime(2027, 5, 1, tzinfo=UTC):
        mailed().clear()
        put_due_notices(when)
        sent += [(when.date().isoformat(), str(message.subject).split("] ")[1]) for message in mailed()]
        when += step
    assert sent == [
        ("2027-02-19", "Deadline Fri 26 February 2027, 23:59 CET: Registration"),  # something is not signed
        ("2027-02-25", "Deadline Fri 26 February 2027, 23:59 CET: Registration"),
        ("2027-02-28", "Open now: Evaluation"),
        ("2027-03-13", "Deadline Sat 20 March 2027, 18:00 CET: Evaluation"),
        ("2027-03-19", "Deadline Sat 20 March 2027, 18:00 CET: Evaluation"),
        ("2027-04-14", "Open now: Results"),
    ]


def test_who_attends_is_asked_before_the_workshop(team: Team, organiser: User) -> None:
    workshop = '[phases.workshop]\ntitle = "Workshop"\nstart = 2027-06-27\nend = 2027-06-28\nopens = ["attend"]\n'
    change_rulebook(team.campaign, RULEBOOK + workshop, actor=organiser, version=version_of(RULEBOOK))
    begins = datetime(2027, 6, 26, 22, tzinfo=UTC)
    mailed().clear()
    assert put_due_notices(begins - timedelta(days=7)) == 1
    (message,) = mailed()
    assert message.subject == "[Harbour Translation Task] Deadline Sat 26 June 2027, 23:59 CEST: Workshop"
    assert "- Attend the workshop: someone who attends the workshop" in message.body
    name_attendee(team, "Owner", by=organiser)
    assert put_due_notices(begins - timedelta(hours=20)) == 0


def test_an_extension_is_reminded_of_again(team: Team, organiser: User) -> None:
    put_due_notices(END - timedelta(hours=20))
    grant_extension(team, "evaluation", END + timedelta(days=2), reason="x", by=organiser)
    mailed().clear()
    put_due_notices(END + timedelta(days=2) - timedelta(hours=20))
    assert "the deadline is Mon 22 March 2027, 18:00 CET" in mailed()[-1].body
    assert len(mailed()) == 1


def test_withdrawn_teams_and_closed_accounts_get_none(team: Team, rival: User, organiser: User, owner: User) -> None:
    withdraw_team(Team.objects.get(name="Their Lab"), by=organiser, reason="x")
    User.objects.filter(pk=owner.pk).update(is_active=False)
    assert put_due_notices(OPENING) == 0


def test_a_reminder_that_could_not_be_sent_is_of_no_use_after_the_deadline(
    team: Team, at: At, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise ConnectionRefusedError("no mail server")

    at(END - timedelta(hours=20))
    put_due_notices(timezone.now())
    with monkeypatch.context() as broken:
        broken.setattr("django.core.mail.EmailMessage.send", refuse)
        assert not [message for message in mailed() if "Deadline" in message.subject]
    at(END)
    assert not [message for message in mailed() if "Deadline" in message.subject]
    given_up = Mail.objects.get(subject__contains="Deadline")
    assert given_up.given_up_at == END
    assert given_up.error == "Of no use after 2027-03-20 17:01 UTC. ConnectionRefusedError: no mail server"


def test_two_processes_put_it_once(team: Team, monkeypatch: pytest.MonkeyPatch) -> None:
    looked = known_keys

    def overtaken(keys: Iterable[str]) -> set[str]:
        known = looked(keys)
        monkeypatch.setattr(notices, "known_keys", looked)
        assert put_due_notices(OPENING) == 1
        return known

    monkeypatch.setattr(notices, "known_keys", overtaken)
    assert put_due_notices(OPENING) == 0
    assert Mail.objects.filter(key__startswith="notice ").count() == 1


def test_what_was_put_costs_one_look(team: Team, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    """A round finds with one query what it has told of, however much that is."""
    with CaptureQueriesContext(connection) as before:
        assert put_due_notices(OPENING - timedelta(days=20)) == 0
    put_due_notices(OPENING)
    with django_assert_num_queries(len(before) + 1):
        assert put_due_notices(OPENING) == 0
