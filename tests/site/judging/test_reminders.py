"""Who is behind with judging, and reminders that come once."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta

import pytest
from django.urls import reverse

from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign, Membership
from bakeoff_site.campaigns.services.notices import put_due_notices
from bakeoff_site.core.models import AuditEvent
from bakeoff_site.judging.choices import Opening
from bakeoff_site.judging.models import Task
from bakeoff_site.judging.selectors.behind import judges_behind
from bakeoff_site.judging.services import reminders
from bakeoff_site.judging.services.judges import block_judge
from bakeoff_site.judging.services.links import join_by_link, make_link
from bakeoff_site.judging.services.reach import note_out_of_reach
from bakeoff_site.judging.services.reminders import put_due_reminders
from bakeoff_site.judging.services.shares import count_shares, set_owed
from bakeoff_site.mail.selectors import known_keys
from tests.site.conftest import Clock
from tests.site.judging.test_shares import OWING, judge_some, member
from tests.site.judging.world import account_of, judge_everything, judged_campaign, make_judge, planned_task, signed_in
from tests.site.outbox import mailed
from tests.site.people import person

pytestmark = pytest.mark.django_db
END = datetime(2026, 3, 21, 12, tzinfo=UTC)
"""Of the phase of judging, anywhere on Earth."""


@pytest.fixture
def campaign(db: None) -> Campaign:
    return judged_campaign(OWING)


@pytest.fixture
def task(campaign: Campaign, organiser: User, clock: Clock) -> Task:
    clock.now = END - timedelta(days=6)
    Membership.objects.filter(role="judge").delete()
    return planned_task(campaign, "ranking", by=organiser, opening=Opening.PHASE)


def subjects() -> list[tuple[str, str]]:
    return sorted((message.to[0], str(message.subject)) for message in mailed() if "udg" in str(message.subject))


def test_members_of_teams_and_invited_judges_are_behind(task: Task, organiser: User, clock: Clock) -> None:
    ann, abe = member(task, "Ann Able", "ALPHA"), member(task, "Abe Able", "ALPHA")
    bob = member(task, "Bob Baker", "BRAVO")
    judge_some(ann, 4)
    judge_some(bob, 1)
    cid = make_judge(task, "Cid Clone", now=clock.now)
    idle = person("Dan Drake")
    Membership.objects.create(campaign=task.campaign, user=idle, role="judge")
    link = make_link(task, most_uses=1, expires_at=clock.now + timedelta(days=1), by=organiser, now=clock.now)
    joined = join_by_link(link, by=person("Eve East"), now=clock.now)
    judge_some(cid, 1)
    found = {each.user.name: each.reason for each in judges_behind(task, now=clock.now)}
    assert found == {
        "Bob Baker": "Team BRAVO has judged 1 of 4 screens",
        "Dan Drake": "has not answered anything yet",
        "Eve East": "has not answered anything yet",
    }
    clock.now += timedelta(days=4)
    assert "Cid Clone" in {each.user.name for each in judges_behind(task, now=clock.now)}
    block_judge(bob, reason="too quick", by=organiser, now=clock.now)
    names = {each.user.name for each in judges_behind(task, now=clock.now)}
    assert "Bob Baker" not in names
    judge_everything([ann, abe, cid, joined], now=clock.now)
    judge_everything([make_judge(task, "Fay Frost", now=clock.now)], now=clock.now)
    assert "Dan Drake" not in {each.user.name for each in judges_behind(task, now=clock.now)}  # nothing is left


def test_the_schedule_reminds_once_before_the_end(task: Task, organiser: User, clock: Clock) -> None:
    bob = member(task, "Bob Baker", "BRAVO")
    member(task, "Ben Baker", "BRAVO", is_contact=True)
    judge_some(bob, 1)
    count_shares(task.campaign, now=clock.now)
    assert put_due_reminders(END - timedelta(days=8)) == 0
    assert put_due_reminders(END - timedelta(days=6)) == 1
    assert put_due_reminders(END - timedelta(days=5)) == 0
    (message,) = [each for each in mailed() if "Please judge" in each.subject]
    assert message.to == [account_of(bob).email]
    for part in (
        "Team BRAVO has judged 1 of 4 screens of “Ranking”. 1 of 2 members takes part.",
        "You have judged 1 screen yourself.",
        "Judging ends Fri 20 March 2026, 23:59",
        f"/campaigns/small/judging/{task.slug}/",
    ):
        assert part in message.body
    # The contact person gets a mail about all that the team has to do, with the same numbers.
    assert put_due_notices(END - timedelta(days=6)) == 1
    (about_all,) = [each for each in mailed() if "Deadline" in each.subject]
    assert "- Judge outputs: judgments (1 of 4 screens of Ranking done)" in about_all.body
    assert put_due_reminders(END - timedelta(hours=20)) == 1
    judge_some(bob, 3)
    set_owed(task, "4 screens", by=organiser, now=clock.now)
    assert put_due_reminders(END - timedelta(hours=19)) == 0
    assert put_due_reminders(END) == 0


def test_two_workers_put_a_reminder_once(task: Task, monkeypatch: pytest.MonkeyPatch) -> None:
    member(task, "Bob Baker", "BRAVO")
    looked, when = known_keys, END - timedelta(days=6)

    def overtaken(keys: Iterable[str]) -> set[str]:
        known = looked(keys)
        monkeypatch.setattr(reminders, "known_keys", looked)
        assert put_due_reminders(when) == 1
        return known

    monkeypatch.setattr(reminders, "known_keys", overtaken)
    assert put_due_reminders(when) == 0
    assert len([each for each in mailed() if "Please judge" in each.subject]) == 1


def test_organisers_look_at_a_reminder_and_send_it_once_a_day(task: Task, organiser: User, clock: Clock) -> None:
    bob = member(task, "Bob Baker", "BRAVO")
    client, page = signed_in(organiser), reverse("judging:reminders", args=["small", task.slug])
    shown = client.get(page).content.decode()
    assert "Team BRAVO has judged 0 of 4 screens of “Ranking”" in shown
    assert "Send 1 reminder" in shown
    assert not [each for each in mailed() if "Please judge" in each.subject]
    assert "1 person is reminded" in client.post(page, follow=True).content.decode()
    assert "was reminded today" in client.post(page, follow=True).content.decode()
    clock.now += timedelta(days=1)
    assert "1 person is reminded" in client.post(page, follow=True).content.decode()
    assert [each.to for each in mailed() if "Please judge" in each.subject] == [[account_of(bob).email]] * 2
    assert AuditEvent.objects.filter(act="judging.remind", actor=organiser).count() == 2


def test_organisers_read_what_judging_needs(task: Task, organiser: User, clock: Clock) -> None:
    bob = member(task, "Bob Baker", "BRAVO")
    judge_some(bob, 2)
    judge_everything([bob], now=clock.now)
    count_shares(task.campaign, now=clock.now)
    left = note_out_of_reach(task)
    shown = signed_in(organiser).get(reverse("campaigns:dashboard", args=["small"])).content.decode()
    assert "3 teams have not judged their share: Ranking" in shown
    assert left == 8  # each of eight segments needs a second judge
    assert "8 judgments that no judge can give: Ranking" in shown
    assert "8 of 16 judgments are there (50 %)." in shown
    # Somebody who is asked to judge is enough, whether or not they have started.
    Membership.objects.create(campaign=task.campaign, user=person("Cid Clone"), role="judge")
    assert note_out_of_reach(task) == 0


def test_judges_and_teams_find_what_they_can_judge_on_their_home_page(
    task: Task, organiser: User, clock: Clock
) -> None:
    cid = make_judge(task, "Cid Clone", now=clock.now)
    bob = member(task, "Bob Baker", "BRAVO")
    judge_some(bob, 1)
    count_shares(task.campaign, now=clock.now)
    home = reverse("campaigns:list")
    assert "Judge translations: Ranking" in signed_in(cid).get(home).content.decode()
    shown = signed_in(bob).get(home).content.decode()
    assert "Judge your share" in shown
    assert "1 of 4 screens of Ranking done." in shown
    block_judge(cid, reason="too quick", by=organiser, now=clock.now)
    shown = signed_in(cid).get(home).content.decode()
    assert "Your judging has ended: Ranking" in shown
    assert "too quick" in shown
