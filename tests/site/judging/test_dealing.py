"""Screens are dealt as the design says, in any order of judges, and each answer counts once."""

from __future__ import annotations

from collections import Counter
from datetime import timedelta

import pytest
from django.db import transaction
from django.utils import timezone

from bakeoff.human_eval.designs.screens.events import Finished, NothingNow
from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign, TeamMember
from bakeoff_site.core.caches import clear_caches
from bakeoff_site.judging.choices import EventKind, ScreenState
from bakeoff_site.judging.models import Judgment, Screen
from bakeoff_site.judging.selectors.contents import shown_screen
from bakeoff_site.judging.selectors.screens import screen_view
from bakeoff_site.judging.services import dealing as service
from bakeoff_site.judging.services import task_dealers
from bakeoff_site.judging.services.answers import IncompleteAnswerError
from bakeoff_site.judging.services.dealing import give_back, next_screen
from bakeoff_site.judging.services.judges import block_judge
from bakeoff_site.judging.services.task_dealers import TaskDealer, dealing
from bakeoff_site.scoring.services.scores import score_run
from tests.site.judging.queries import statements
from tests.site.judging.world import (
    RULES,
    SOURCE,
    TEXTS,
    account_of,
    answer,
    answer_of,
    judge_everything,
    make_judge,
    planned_task,
)
from tests.site.scoring.world import put_run

pytestmark = pytest.mark.django_db


def test_every_item_gets_as_many_judges_as_the_rulebook_says(campaign: Campaign, organiser: User) -> None:
    now = timezone.now()
    task = planned_task(campaign, "ranking", by=organiser)
    judges = [make_judge(task, f"Judge {number}", now=now) for number in range(3)]
    judge_everything(judges, now=now)
    ordinary = Screen.objects.filter(state=ScreenState.ANSWERED, control="")
    items = Counter(ordinary.values_list("pool", "segment"))
    assert set(items.values()) == {2}
    assert len(items) == 2 * len(SOURCE)
    assert task.evaluations.get().units == sum(items.values())
    people = Counter(ordinary.values_list("pool", "segment", "judge"))
    assert set(people.values()) == {1}


DOCUMENTS = RULES.replace('protocol = "direct"', 'protocol = "direct"\nhistory_shown = true')


@pytest.mark.parametrize("campaign", [DOCUMENTS], indirect=True)
def test_what_a_judge_can_expect_stays_the_same_within_a_document(campaign: Campaign, organiser: User) -> None:
    now = timezone.now()
    judge = make_judge(planned_task(campaign, "scores", by=organiser), "Ann Able", now=now)
    expected = []
    while isinstance(screen := next_screen(judge, now=now), Screen):
        view = screen_view(screen)
        expected.append((view.done, view.about, view.percent))
        answer(screen, answer_of(screen), now=now)
    assert expected == [(done, 16, f"{done / 16:.1%}") for done in range(16)]


def test_another_process_goes_on_where_the_first_stopped(campaign: Campaign, organiser: User) -> None:
    now = timezone.now()
    task = planned_task(campaign, "ranking", by=organiser)
    first, second = (make_judge(task, name, now=now) for name in ("Ann Able", "Ben Best"))
    for judge in (first, second, first):
        screen = next_screen(judge, now=now)
        assert isinstance(screen, Screen)
        answer(screen, answer_of(screen), now=now)
    clear_caches()  # what a process that starts now has: nothing
    judge_everything([first, second], now=now)
    assert Judgment.objects.count() == task.evaluations.get().units


def test_what_was_rolled_back_never_happened(campaign: Campaign, organiser: User) -> None:
    now = timezone.now()
    task = planned_task(campaign, "fluency", by=organiser)
    judge = make_judge(task, "Ann Able", now=now)
    with transaction.atomic():
        assert isinstance(next_screen(judge, now=now), Screen)
        transaction.set_rollback(True)
    assert judge_everything([judge], now=now) == len(SOURCE)


def test_a_new_process_reads_events_in_parts(
    campaign: Campaign, organiser: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = timezone.now()
    task = planned_task(campaign, "ranking", by=organiser)
    judges = [make_judge(task, name, now=now) for name in ("Ann Able", "Ben Best")]
    judge_everything(judges, now=now)
    with dealing(task) as state:
        known = state.last
    for at_once in (2, 3, known, known + 1):
        monkeypatch.setattr(task_dealers, "_READ_AT_ONCE", at_once)
        clear_caches()
        with dealing(task) as state:
            assert (state.last, dict(state.dealer.missing)) == (known, {"ranking": 0})


def test_only_a_change_that_failed_makes_a_process_read_all_events_again(
    campaign: Campaign, organiser: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = timezone.now()
    task = planned_task(campaign, "ranking", by=organiser)
    judge = make_judge(task, "Ann Able", now=now)
    screen = next_screen(judge, now=now)
    assert isinstance(screen, Screen)
    read: list[int] = []
    forget = TaskDealer.forget

    def noted(self: TaskDealer) -> None:
        read.append(self.last)
        forget(self)

    monkeypatch.setattr(TaskDealer, "forget", noted)
    with pytest.raises(IncompleteAnswerError):
        answer(screen, None, now=now)
    assert read == []
    answer(screen, answer_of(screen), now=now)
    monkeypatch.setattr(service, "write_events", _fail)
    with pytest.raises(RuntimeError):
        next_screen(judge, now=now)
    assert read == [2]
    monkeypatch.undo()
    assert judge_everything([judge], now=now) == 2 * len(SOURCE) - 1


def _fail(*_: object) -> None:
    raise RuntimeError


def test_the_most_informative_screens_follow_from_the_stored_answers(campaign: Campaign, organiser: User) -> None:
    campaign.rulebook_content["human"]["ranking"] |= {"choice": "most-informative", "shown": 2, "judgments": 1}
    campaign.save()
    campaign.__dict__.pop("rules", None)
    now = timezone.now()
    task = planned_task(campaign, "ranking", by=organiser)
    judge = make_judge(task, "Ann Able", now=now)
    for _ in range(4):
        screen = next_screen(judge, now=now)
        assert isinstance(screen, Screen)
        answer(screen, answer_of(screen), now=now)
    assert all(event.comparisons for event in task.events.filter(kind=EventKind.ANSWERED))
    with dealing(task) as state:
        known = state.dealer.choose(judge.label)
    clear_caches()
    with dealing(task) as state:
        assert state.dealer.choose(judge.label) == known


def test_nobody_is_asked_where_all_outputs_are_the_same(campaign: Campaign, organiser: User) -> None:
    now = timezone.now()
    text = "\n".join(TEXTS["en-zh"]).encode()
    for name in ("ALPHA", "BRAVO"):
        run = put_run(campaign, text, by=organiser, name=f"{name}-2", team=campaign.teams.get(code=name), pair="en-zh")
        score_run(run, on_progress=lambda _done, _total: None)
        campaign.boards.get(language_pair="en-zh").runs.exclude(pk=run.pk).filter(team__code=name).delete()
    campaign.boards.get(language_pair="en-zh").runs.exclude(team__code__in=("ALPHA", "BRAVO")).delete()
    task = planned_task(campaign, "pairs", by=organiser)
    judge = make_judge(task, "Ann Able", now=now)
    with statements() as asked:
        assert next_screen(judge, now=now, is_shown=True) == Finished()
    assert sum(each.startswith("INSERT") for each in asked) == 3  # however many they are
    assert [each.answer for each in Judgment.objects.all()] == ["tie"] * len(SOURCE)
    assert not Screen.objects.exclude(shown_at=None).exists()
    assert Judgment.objects.first().systems == ["ALPHA-2,BRAVO-2"]  # type: ignore[union-attr]


def test_a_judge_who_comes_back_finds_the_same_screen(campaign: Campaign, organiser: User) -> None:
    now = timezone.now()
    judge = make_judge(planned_task(campaign, "ranking", by=organiser), "Ann Able", now=now)
    assert next_screen(judge, now=now) == next_screen(judge, now=now)


def test_what_a_judge_leaves_goes_to_another_after_the_lease(campaign: Campaign, organiser: User) -> None:
    now = timezone.now()
    task = planned_task(campaign, "fluency", by=organiser)
    leaves, stays = (make_judge(task, name, now=now) for name in ("Lea Leaves", "Sam Stays"))
    left = next_screen(leaves, now=now)
    assert isinstance(left, Screen)
    for _ in range(len(SOURCE) - 1):
        screen = next_screen(stays, now=now)
        assert isinstance(screen, Screen)
        answer(screen, answer_of(screen), now=now)
    assert next_screen(stays, now=now) == NothingNow("held")
    later = now + timedelta(minutes=task.lease_minutes + 1)
    taken_over = next_screen(stays, now=later)
    assert isinstance(taken_over, Screen)
    assert (taken_over.pool, taken_over.segment) == (left.pool, left.segment)
    answer(taken_over, answer_of(taken_over), now=later)
    assert next_screen(stays, now=later) == Finished()


def test_an_answer_after_the_lease_counts_while_nobody_else_has_the_item(campaign: Campaign, organiser: User) -> None:
    now = timezone.now()
    task = planned_task(campaign, "fluency", by=organiser)
    slow, other = (make_judge(task, name, now=now) for name in ("Sue Slow", "Otto Other"))
    screen = next_screen(slow, now=now)
    assert isinstance(screen, Screen)
    give_back(screen)
    saved = answer(screen, answer_of(screen), now=now)
    assert (saved.late, saved.surplus, saved.state) == (True, False, ScreenState.ANSWERED)
    judge_everything([slow, other], now=now)
    assert Judgment.objects.filter(surplus=False).count() == len(SOURCE)


def test_an_answer_that_came_too_late_is_kept_and_does_not_count(campaign: Campaign, organiser: User) -> None:
    now = timezone.now()
    task = planned_task(campaign, "fluency", by=organiser)
    slow, other = (make_judge(task, name, now=now) for name in ("Sue Slow", "Otto Other"))
    screen = next_screen(slow, now=now)
    assert isinstance(screen, Screen)
    give_back(screen)
    judge_everything([other], now=now)
    saved = answer(screen, answer_of(screen), now=now)
    assert (saved.late, saved.surplus) == (True, True)
    assert Judgment.objects.filter(surplus=True).count() == 1
    assert Judgment.objects.filter(surplus=False).count() == len(SOURCE)


def test_a_part_that_comes_later_waits_for_the_part_before_it(campaign: Campaign, organiser: User) -> None:
    now = timezone.now()
    task = planned_task(campaign, "fluency", "adequacy", by=organiser)
    holds, asks = (make_judge(task, name, now=now) for name in ("Hal Holds", "Ann Asks"))
    held = next_screen(holds, now=now)
    assert isinstance(held, Screen)
    while isinstance(screen := next_screen(asks, now=now), Screen):
        assert screen.evaluation.code == "fluency"
        answer(screen, answer_of(screen), now=now)
    assert screen == NothingNow("earlier")
    answer(held, answer_of(held), now=now)
    following = next_screen(asks, now=now)
    assert isinstance(following, Screen)
    assert following.evaluation.code == "adequacy"


def test_nobody_gets_systems_of_their_own_team(campaign: Campaign, organiser: User) -> None:
    now = timezone.now()
    task = planned_task(campaign, "ranking", "scores", by=organiser)
    judge = make_judge(task, "Ida Insider", now=now)
    own = campaign.teams.get(code="BRAVO")
    TeamMember.objects.create(campaign=campaign, team=own, user=account_of(judge))
    judge_everything([judge], now=now)
    assert judge.screens.exists()
    for screen in judge.screens.select_related("evaluation__task"):
        assert all("BRAVO" not in system for system in shown_screen(screen).systems)


def test_judges_get_what_they_chose(campaign: Campaign, organiser: User) -> None:
    now = timezone.now()
    task = planned_task(campaign, "ranking", by=organiser)
    judge = make_judge(task, "Zoe Zhang", now=now, chosen=["en-zh"])
    judge_everything([judge], now=now)
    shown = [shown_screen(each).texts[0] for each in judge.screens.select_related("evaluation__task")]
    assert len(shown) == len(SOURCE)
    assert all(any("\u4e00" <= character <= "\u9fff" for character in text) for text in shown)


def test_work_of_a_blocked_judge_is_kept_left_out_and_replaced(campaign: Campaign, organiser: User) -> None:
    now = timezone.now()
    task = planned_task(campaign, "fluency", by=organiser)
    blocked, other = (make_judge(task, name, now=now) for name in ("Bea Blocked", "Otto Other"))
    for _ in range(2):
        screen = next_screen(blocked, now=now)
        assert isinstance(screen, Screen)
        answer(screen, answer_of(screen), now=now)
    block_judge(blocked, reason="every grade is the same", by=organiser, now=now)
    assert judge_everything([other], now=now) == len(SOURCE)
    assert Judgment.objects.filter(judge=blocked).count() == 2
    clear_caches()
    assert next_screen(other, now=now) == Finished()
