"""Rules of the rulebook about judges act while they judge: who fails one is blocked or flagged, silently till then."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from bakeoff.human_eval.designs.conduct.judge_checks import failing_judges, failing_judges_of
from bakeoff.human_eval.designs.screens.events import Finished
from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.judging.models import Judge, Judgment, Screen, Task
from bakeoff_site.judging.permissions import may_continue
from bakeoff_site.judging.selectors.collected import collected
from bakeoff_site.judging.selectors.judgments import judged_rows, judgments_of
from bakeoff_site.judging.selectors.live import live_view
from bakeoff_site.judging.services.dealing import next_screen
from bakeoff_site.judging.services.quality import check_everyone
from tests.site.judging.conduct_world import gold_campaign, gold_task, right_answer, screen_for, wrong_answer
from tests.site.judging.world import answer, make_judge

pytestmark = pytest.mark.django_db
NOW = timezone.now()
BLOCKING = """
[human.fluency.quality]
blocking = ["gold:least_share=0.7,fewest=2"]
flagging = ["constant:largest_share=0.9,fewest=800"]
every = 2
"""


FLAGGING = BLOCKING.replace("blocking", "flagging", 1).replace('flagging = ["constant', 'blocking = ["constant')
COMPARING = '[human.fluency.quality]\nblocking = ["consensus:least=0.5,fewest=8"]\n'


@pytest.fixture
def campaign(db: None, request: pytest.FixtureRequest) -> Campaign:
    rules, own = getattr(request, "param", (BLOCKING, ""))
    return gold_campaign(rules, own=own)


@pytest.fixture
def task(campaign: Campaign, organiser: User) -> Task:
    return gold_task(campaign, by=organiser)


def judge_all(judge: Judge, *, right: bool) -> int:
    """Answers what there is; the number of screens. Judging ends where the judge is blocked."""
    done = 0
    while judge.blocked_at is None:
        screen = next_screen(judge, now=NOW)
        if not isinstance(screen, Screen):
            break
        answer(screen, right_answer(screen) if right else wrong_answer(screen), now=NOW)
        judge.refresh_from_db()
        done += 1
    return done


def test_who_fails_a_blocking_rule_is_blocked_with_the_reason(task: Task) -> None:
    judge = make_judge(task, "Ann Able", now=NOW)
    judge_all(judge, right=False)
    assert judge.blocked_at == NOW
    assert "0 of 8 answers to 2 gold items right, 70% are needed" in judge.blocked_reason
    said = may_continue(judge, task.campaign, task, codes=["fluency"], now=NOW)
    assert not said.allowed
    assert "gold items right" in said.reason


def test_others_judge_again_what_a_blocked_judge_had(task: Task) -> None:
    evaluation = task.evaluations.get()
    bad = make_judge(task, "Ann Able", now=NOW)
    judge_all(bad, right=False)
    kept = Judgment.objects.filter(judge=bad).count()
    assert kept >= 4
    assert not judged_rows(evaluation).exists()
    good = make_judge(task, "Ben Best", now=NOW)
    judge_all(good, right=True)
    assert isinstance(next_screen(good, now=NOW), Finished)
    ordinary = judged_rows(evaluation).filter(screen__control="")
    assert sorted(ordinary.values_list("screen__segment", flat=True)) == [0, 1, 2, 3]
    assert Judgment.objects.filter(judge=bad).count() == kept


def test_who_answers_as_expected_judges_to_the_end(task: Task) -> None:
    judge = make_judge(task, "Ann Able", now=NOW)
    assert judge_all(judge, right=True) >= 4
    assert judge.blocked_at is None


@pytest.mark.parametrize("campaign", [(FLAGGING, "")], indirect=True)
def test_a_flag_blocks_nobody_and_judges_do_not_see_it(task: Task) -> None:
    judge = make_judge(task, "Ann Able", now=NOW)
    judge_all(judge, right=False)
    assert (judge.blocked_at, judge.flagged_at) == (None, NOW)
    assert "gold items right" in judge.flagged_reason
    assert may_continue(judge, task.campaign, task, codes=["fluency"], now=NOW).allowed


def test_no_single_check_blocks(task: Task) -> None:
    """The rule has a fewest: one gold item answered otherwise is nothing."""
    judge = make_judge(task, "Ann Able", now=NOW)
    wrong = 0
    while isinstance(screen := next_screen(judge, now=NOW), Screen):
        fails = screen.control == "gold" and not wrong
        wrong += fails
        answer(screen, wrong_answer(screen) if fails else right_answer(screen), now=NOW)
        judge.refresh_from_db()
        if judge.screens.filter(control="gold").count() == 1:
            assert judge.blocked_at is None
        if judge.blocked_at is not None:
            break
    assert wrong == 1


def test_a_check_costs_the_same_however_much_was_judged(task: Task) -> None:
    first = make_judge(task, "Ann Able", now=NOW)
    counts = []
    for _ in range(4):
        screen = screen_for(first, now=NOW)
        with CaptureQueriesContext(connection) as found:
            answer(screen, right_answer(screen), now=NOW)
        counts.append(len([each for each in found if "SAVEPOINT" not in each["sql"]]))
    assert counts[1] == counts[3]
    assert max(counts) <= 10


@pytest.mark.parametrize("campaign", [(COMPARING, "judgments = 3\n")], indirect=True)
def test_workers_compare_judges_with_each_other(task: Task) -> None:
    people = [make_judge(task, name, now=NOW) for name in ("Ann Able", "Ben Best", "Cy Clone")]
    for number, judge in enumerate(people):
        while isinstance(screen := next_screen(judge, now=NOW), Screen):
            given = right_answer(screen)
            answer(screen, [5 - grade for grade in given] if number == 2 else given, now=NOW)
    check_everyone(now=NOW)
    for judge in people:
        judge.refresh_from_db()
    assert [judge.blocked_at is not None for judge in people] == [False, False, True]
    assert "correlation with the mean of the others" in people[2].blocked_reason


@pytest.mark.parametrize("campaign", [(COMPARING, "judgments = 3\n")], indirect=True)
def test_workers_read_only_what_was_judged_since_they_last_looked(task: Task) -> None:
    judge = make_judge(task, "Ann Able", now=NOW)
    for _ in range(2):
        screen = screen_for(judge, now=NOW)
        answer(screen, right_answer(screen), now=NOW)
        last = Judgment.objects.order_by("-pk").values_list("pk", flat=True)[1:2].first() or 0
        with CaptureQueriesContext(connection) as queries:
            check_everyone(now=NOW)
        read = [each["sql"] for each in queries if 'FROM "judging_judgment"' in each["sql"]]
        assert len(read) == 1
        assert f'"judging_judgment"."id" > {last}' in read[0]


def test_gold_is_found_in_collected_answers_as_in_judgments(task: Task) -> None:
    judge = make_judge(task, "Ann Able", now=NOW)
    judge_all(judge, right=False)
    evaluation = task.evaluations.select_related("task__campaign").get()
    found = collected(evaluation)
    rules = ["gold:least_share=0.7,fewest=2"]
    answers = found.own_answers(frozenset())
    assert answers is not None
    by_judgments = failing_judges(found.planned, tuple(judgments_of(evaluation, counted=False)), rules)
    assert failing_judges_of(found.planned, answers.ranked, rules) == by_judgments
    assert set(by_judgments) == {judge.label}


@pytest.mark.parametrize("campaign", [("", "")], indirect=True)
@pytest.mark.parametrize(("right", "said"), [(True, "2 of 2"), (False, "0 of 2")])
def test_organisers_see_how_many_gold_items_a_judge_answered_right(task: Task, right: bool, said: str) -> None:
    judge_all(make_judge(task, "Ann Able", now=NOW), right=right)
    (row,) = live_view(task, now=NOW).judges
    assert row.gold == said
