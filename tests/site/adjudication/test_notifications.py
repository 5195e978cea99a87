"""Teams are told by mail what became of their proposals: all that was decided since, once."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import transaction

from bakeoff_site.accounts.models import User
from bakeoff_site.adjudication.models import Correction, DecisionMail
from bakeoff_site.adjudication.services import notifications
from bakeoff_site.adjudication.services.decisions import Verdict, decide_corrections
from bakeoff_site.adjudication.services.notifications import put_decision_mails
from bakeoff_site.campaigns.models import Team
from bakeoff_site.campaigns.services.teams import withdraw_team
from bakeoff_site.datasets.models import DataFile
from bakeoff_site.jobs.periodic import PeriodicTasks
from bakeoff_site.mail.services.delivery import send_due
from tests.site.adjudication.conftest import propose
from tests.site.conftest import Clock
from tests.site.outbox import mailed


@pytest.fixture
def two(proposal: Correction, talks: DataFile, owner: User) -> list[Correction]:
    return [proposal, propose(talks, owner, "no more", segment="t-3", found="no more words")]


def decide(rows: list[Correction], decision: str, by: User) -> None:
    reason = "" if decision == "open" else f"{decision} by ear"
    decide_corrections(rows[0].reference, [Verdict(row.pk, decision, reason) for row in rows], by=by)


def test_every_member_gets_one_mail_for_all_decisions(
    two: list[Correction], organiser: User, team_mate: User, rival: User, clock: Clock
) -> None:
    decide(two[:1], "accepted", organiser)
    decide(two[1:], "refused", organiser)
    assert put_decision_mails() == 2
    assert put_decision_mails() == 0
    assert sorted(message.to[0] for message in mailed()) == ["owen.owner@example.org", "tara.team-mate@example.org"]
    message = mailed()[0]
    assert message.subject == "[Small] Adjudication: 2 proposals of Tests"
    assert "Talks, English, segment t-1: accepted: accepted by ear" in message.body
    assert "Talks, English, segment t-3: refused: refused by ear" in message.body
    assert "/campaigns/small/adjudication/" in message.body


def test_no_text_of_the_reference_is_mailed(two: list[Correction], organiser: User, clock: Clock) -> None:
    decide(two, "accepted", organiser)
    put_decision_mails()
    assert "ships" not in mailed()[0].body
    assert "words" not in mailed()[0].body


def test_workers_send_them_in_their_rounds(two: list[Correction], organiser: User, clock: Clock) -> None:
    decide(two, "accepted", organiser)
    PeriodicTasks().run_due(clock.now)
    assert [message.subject for message in mailed() if "Adjudication: 2" in str(message.subject)]


def test_what_is_taken_back_before_anybody_was_told_is_not_told(
    two: list[Correction], organiser: User, clock: Clock
) -> None:
    decide(two, "accepted", organiser)
    decide(two, "open", organiser)
    assert put_decision_mails() == 0


def test_what_is_taken_back_later_is_told(two: list[Correction], organiser: User, clock: Clock) -> None:
    decide(two, "accepted", organiser)
    put_decision_mails()
    assert len(mailed()) == 1
    decide(two[:1], "open", organiser)
    put_decision_mails()
    assert "segment t-1: to be decided again" in mailed()[-1].body
    decide(two[:1], "refused", organiser)
    put_decision_mails()
    assert "segment t-1: refused: refused by ear" in mailed()[-1].body
    assert len(mailed()) == 3


def test_a_decision_that_is_not_kept_is_not_told(two: list[Correction], organiser: User, clock: Clock) -> None:
    with transaction.atomic():
        decide(two, "accepted", organiser)
        transaction.set_rollback(True)
    assert put_decision_mails() == 0


def test_what_could_not_be_sent_yet_is_written_again_when_a_part_is_taken_back(
    two: list[Correction], organiser: User, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise ConnectionRefusedError("no mail server")

    decide(two, "accepted", organiser)
    with monkeypatch.context() as broken:
        broken.setattr("django.core.mail.EmailMessage.send", refuse)
        assert put_decision_mails() == 1
        assert mailed() == []
    decide(two[:1], "open", organiser)
    clock.move_on(timedelta(hours=1))
    assert mailed() == []  # the mail is gone
    assert put_decision_mails() == 1
    (message,) = mailed()
    assert message.subject == "[Small] Adjudication: 1 proposal of Tests"
    assert "segment t-3: accepted" in message.body
    assert "t-1" not in message.body


def test_what_is_being_sent_counts_as_told(
    two: list[Correction], organiser: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    class KilledError(BaseException):
        pass

    def killed(*_: object, **__: object) -> None:
        raise KilledError

    decide(two, "accepted", organiser)
    put_decision_mails()
    with monkeypatch.context() as broken:
        broken.setattr("django.core.mail.EmailMessage.send", killed)
        with pytest.raises(KilledError):
            send_due()
    decide(two, "open", organiser)
    assert put_decision_mails() == 1
    (message,) = mailed()
    assert "segment t-1: to be decided again" in message.body


def test_two_processes_do_not_both_write_it(
    two: list[Correction], organiser: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    decide(two, "accepted", organiser)
    written = notifications._put

    def overtaken(*given: object) -> bool:
        monkeypatch.setattr(notifications, "_put", written)
        assert put_decision_mails() == 1
        return written(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(notifications, "_put", overtaken)
    assert put_decision_mails() == 0
    assert len(mailed()) == 1


def test_former_members_closed_accounts_and_withdrawn_teams_get_none(
    two: list[Correction], organiser: User, owner: User, team_mate: User, team: Team, clock: Clock
) -> None:
    decide(two, "accepted", organiser)
    team.members.filter(user=team_mate).delete()
    User.objects.filter(pk=owner.pk).update(is_active=False)
    assert put_decision_mails() == 0
    User.objects.filter(pk=owner.pk).update(is_active=True)
    withdraw_team(team, by=organiser, reason="left")
    assert put_decision_mails() == 0


def test_what_organisers_proposed_is_told_nobody(
    talks: DataFile, organiser: User, adjudicating: Clock, owner: User
) -> None:
    decide([propose(talks, organiser)], "accepted", organiser)
    assert not DecisionMail.objects.exists()
