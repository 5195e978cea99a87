"""Answers given offline count as those given on the site do, once, and bad files are refused with a reason."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.utils import timezone

from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.core.refusals import RefusedError
from bakeoff_site.judging.choices import Opening, ScreenState
from bakeoff_site.judging.models import Action, DealingEvent, Judge, Judgment, OfflineFile, Screen, Task
from bakeoff_site.judging.services.judges import block_judge
from bakeoff_site.judging.services.offline.answer_files import MOST_BYTES
from bakeoff_site.judging.services.offline.answers import (
    AnswersRefusedError,
    ChangedElsewhereError,
    IncompleteFileError,
    Uploaded,
    upload_answers,
)
from bakeoff_site.judging.services.offline.files import give_back_file
from bakeoff_site.judging.services.opening import open_task
from tests.site.judging.conduct_world import gold, right_answer, wrong_answer
from tests.site.judging.offline.world import TOOK, action, all_answered, answer_file, answered, take, written
from tests.site.judging.world import SOURCE, account_of, answer, answer_of, judge_everything, make_judge, planned_task

pytestmark = pytest.mark.django_db
NOW = timezone.now()
LATER = NOW + timedelta(days=1)


@pytest.fixture
def task(campaign: Campaign, organiser: User) -> Task:
    return planned_task(campaign, "fluency", by=organiser, offline_days=3)


@pytest.fixture
def ann(task: Task) -> Judge:
    return make_judge(task, "Ann Able", now=NOW)


@pytest.fixture
def taken(ann: Judge) -> tuple[OfflineFile, list[Screen]]:
    return take(ann, 3, now=NOW)


def upload(file: OfflineFile, content: dict[str, Any], **options: Any) -> Uploaded:
    judge = file.judge
    return upload_answers(judge.task, account_of(judge), written(content), **{"now": LATER, **options})


def test_a_file_counts_once_however_often_it_is_uploaded(taken: tuple[OfflineFile, list[Screen]]) -> None:
    file, screens = taken
    content = all_answered(file, screens, at=NOW)
    first = upload(file, content)
    assert (first.taken, first.known, first.missing, first.uncounted) == ([1, 2, 3], [], [], [])
    rows = list(Judgment.objects.order_by("pk").values_list("screen", "answer", "late", "surplus"))
    assert rows == [(each.pk, answer_of(each), False, False) for each in screens]
    counts = Judgment.objects.count(), Action.objects.count(), DealingEvent.objects.count()
    again = upload(file, content)
    assert (again.taken, again.known) == ([], [1, 2, 3])
    assert (Judgment.objects.count(), Action.objects.count(), DealingEvent.objects.count()) == counts


def test_a_screen_took_as_long_as_the_clock_of_the_browser_says(taken: tuple[OfflineFile, list[Screen]]) -> None:
    file, screens = taken
    content = all_answered(file, screens, at=NOW - timedelta(days=9))  # a clock that is wrong by days
    content["screens"][1]["shown_at"] = (NOW + timedelta(days=900)).isoformat()
    content["screens"][2]["shown_at"] = None
    upload(file, content)
    rows = Judgment.objects.order_by("pk").values_list("shown_at", "sent_at")
    assert list(rows) == [(LATER - TOOK, LATER), (None, LATER), (None, LATER)]


def test_what_is_complete_is_taken_only_if_the_judge_agrees(taken: tuple[OfflineFile, list[Screen]]) -> None:
    file, screens = taken
    begun = {**answered(screens[1], at=NOW)}
    begun["actions"] = begun["actions"][:1]
    content = answer_file(file, [answered(screens[0], at=NOW), begun])
    with pytest.raises(IncompleteFileError, match=r"2 screens have no answer: 2, 3\.") as refusal:
        upload(file, content)
    assert (refusal.value.missing, refusal.value.complete) == ((2, 3), 1)
    assert not Action.objects.exists()
    found = upload(file, content, partly=True)
    assert (found.taken, found.missing) == ([1], [2, 3])
    assert [each.state for each in file.screens.order_by("number")] == ["answered", "held", "held"]
    rest = answer_file(file, [answered(each, at=NOW) for each in screens[1:]])
    found = upload(file, rest)  # what came before is not missing
    assert (found.taken, found.missing) == ([2, 3], [])


def test_a_correction_is_a_judgment_of_its_own_and_the_last_one_counts(
    taken: tuple[OfflineFile, list[Screen]],
) -> None:
    file, screens = taken
    content = all_answered(file, screens, at=NOW)
    upload(file, content)
    corrected = [0] * len(answer_of(screens[0]))
    content["screens"][0]["actions"] += [
        action("view", at=LATER, what="history"),
        action("answer", at=LATER, answer=corrected),
        action("comment", at=LATER, text="misread"),
        action("submit", at=LATER),
    ]
    found = upload(file, content)
    assert (found.taken, found.known) == ([1], [2, 3])
    rows = Judgment.objects.filter(screen=screens[0]).order_by("pk").values_list("answer", "comment", "surplus")
    assert list(rows) == [(answer_of(screens[0]), "", False), (corrected, "misread", False)]


def test_submitting_twice_before_the_upload_is_two_judgments_as_on_the_site(
    taken: tuple[OfflineFile, list[Screen]],
) -> None:
    file, screens = taken
    content = all_answered(file, screens, at=NOW)
    first = [1] * len(answer_of(screens[0]))
    content["screens"][0]["actions"][:0] = [action("answer", at=NOW, answer=first), action("submit", at=NOW)]
    upload(file, content)
    rows = Judgment.objects.filter(screen=screens[0]).order_by("pk").values_list("answer", flat=True)
    assert list(rows) == [first, answer_of(screens[0])]


def test_more_actions_than_fit_into_one_request_are_saved(taken: tuple[OfflineFile, list[Screen]]) -> None:
    file, screens = taken
    content = all_answered(file, screens, at=NOW)
    content["screens"][0]["actions"][:0] = [action("view", at=NOW, what="differences") for _ in range(450)]
    assert upload(file, content).taken == [1, 2, 3]
    assert screens[0].actions.count() == 452


def test_what_was_changed_elsewhere_counts_unless_the_judge_says_otherwise(
    taken: tuple[OfflineFile, list[Screen]],
) -> None:
    file, screens = taken
    online = [2] * len(answer_of(screens[0]))
    answer(screens[0], online, now=NOW)
    content = all_answered(file, [screens[0]], at=NOW)
    content["screens"] += [answered(each, at=NOW) for each in screens[1:]]
    content["screens"][0]["version"] = 0
    with pytest.raises(ChangedElsewhereError, match="screen 1 also on the site") as refusal:
        upload(file, content)
    assert refusal.value.screens == (1,)
    assert Judgment.objects.count() == 1
    kept = upload(file, content, replaces=False)
    assert (kept.taken, kept.kept) == ([2, 3], [1])
    replaced = upload(file, content, replaces=True)
    assert (replaced.taken, replaced.known, replaced.kept) == ([1], [2, 3], [])
    rows = Judgment.objects.filter(screen=screens[0]).order_by("pk").values_list("answer", flat=True)
    assert list(rows) == [online, answer_of(screens[0])]


def test_an_older_copy_does_not_undo_what_a_newer_one_brought(taken: tuple[OfflineFile, list[Screen]]) -> None:
    file, screens = taken
    older = all_answered(file, screens, at=NOW)
    newer = json.loads(json.dumps(older))
    corrected = [0] * len(answer_of(screens[0]))
    newer["screens"][0]["actions"] += [
        action("answer", at=LATER, answer=corrected),
        action("submit", at=LATER),
    ]
    upload(file, newer)
    found = upload(file, older)
    assert found.known == [1, 2, 3]
    assert Judgment.objects.filter(screen=screens[0]).latest("pk").answer == corrected
    # Two copies that were joined: what is older than what is saved stays out.
    joined = json.loads(json.dumps(newer))
    joined["screens"][0]["actions"][:0] = [action("answer", at=NOW, answer=corrected), action("submit", at=NOW)]
    assert upload(file, joined).known == [1, 2, 3]


def test_after_the_end_of_the_file_answers_count_where_nobody_else_has_judged(
    task: Task, taken: tuple[OfflineFile, list[Screen]]
) -> None:
    file, screens = taken
    after = file.until + timedelta(hours=1)
    other = make_judge(task, "Otto Other", now=NOW)
    judge_everything([other], now=after)
    assert Judgment.objects.filter(surplus=False).count() == len(SOURCE)
    found = upload(file, all_answered(file, screens, at=NOW), now=after)
    assert (found.taken, found.uncounted) == ([1, 2, 3], [1, 2, 3])
    assert list(Judgment.objects.filter(judge=file.judge).values_list("late", "surplus")) == [(True, True)] * 3
    assert Judgment.objects.filter(surplus=False).count() == len(SOURCE)


def test_answers_to_a_file_that_was_given_back_count_while_the_items_are_free(
    taken: tuple[OfflineFile, list[Screen]],
) -> None:
    file, screens = taken
    give_back_file(file, now=NOW)
    found = upload(file, all_answered(file, screens, at=NOW))
    assert (found.taken, found.uncounted) == ([1, 2, 3], [])
    assert list(Judgment.objects.values_list("late", "surplus")) == [(True, False)] * 3


def test_after_judging_has_closed_answers_are_kept_and_do_not_count(
    task: Task, taken: tuple[OfflineFile, list[Screen]], organiser: User
) -> None:
    file, screens = taken
    open_task(task, Opening.CLOSED, by=organiser)
    found = upload(file, all_answered(file, screens, at=NOW))
    assert (found.taken, found.uncounted) == ([1, 2, 3], [1, 2, 3])
    assert list(Judgment.objects.values_list("late", "surplus")) == [(True, True)] * 3


def test_gold_items_and_rules_about_judges_act_at_upload(campaign: Campaign, organiser: User) -> None:
    known = [gold(number, 1, 2, 3, 4) for number in (1, 2, 3)]
    task = planned_task(campaign, "known", by=organiser, offline_days=3, gold=known)
    good, bad = (make_judge(task, name, now=NOW) for name in ("Gus Good", "Ben Bad"))
    for judge, give in ((bad, wrong_answer), (good, right_answer)):
        file, screens = take(judge, 4, now=NOW)
        assert "gold" in {each.control for each in screens}
        found = upload(file, all_answered(file, screens, at=NOW, give=give))
        assert found.taken == [1, 2, 3, 4]
        judge.refresh_from_db()
        assert (judge.blocked_at is not None, found.is_blocked) == (judge is bad, judge is bad)
    blocked = Judgment.objects.filter(judge=bad).order_by("pk")
    first_gold = next(place for place, each in enumerate(blocked) if each.screen.control == "gold")
    assert [each.surplus for each in blocked] == [place > first_gold for place in range(len(blocked))]
    assert "do not meet the rules" in bad.blocked_reason


def test_a_judge_who_was_blocked_meanwhile_keeps_the_answers_that_do_not_count(
    taken: tuple[OfflineFile, list[Screen]], organiser: User
) -> None:
    file, screens = taken
    block_judge(file.judge, reason="answers at random", by=organiser, now=NOW)
    found = upload(file, all_answered(file, screens, at=NOW))
    assert (found.uncounted, found.is_blocked) == ([1, 2, 3], True)


Change = Callable[[dict[str, Any]], Any]


def _set(*path: Any, to: Any) -> Change:
    """The content with something else at a place."""

    def change(content: dict[str, Any]) -> None:
        place: Any = content
        for step in path[:-1]:
            place = place[step]
        place[path[-1]] = to

    return change


def _twice(content: dict[str, Any]) -> None:
    content["screens"].append(content["screens"][0])


def _same_key(content: dict[str, Any]) -> None:
    content["screens"][0]["actions"][1]["key"] = content["screens"][1]["actions"][1]["key"]


ANSWER = ("screens", 0, "actions", 0)
BAD: dict[str, tuple[Change, str]] = {
    "another format": (_set("format", to="other"), "This is not a file of answers"),
    "no screens": (lambda content: content.pop("screens"), "damaged, at screens"),
    "a later version": (_set("version", to=2), "has version 2, and this site reads version 1"),
    "a changed signature": (_set("file", to="x:y"), "signature of this file of answers is damaged"),
    "no signature": (_set("file", to=""), "signature of this file of answers is damaged"),
    "another text": (_set("screens", 0, "text_digest", to="0" * 16), "Screen 1: the answer is to other texts"),
    "an unknown screen": (_set("screens", 0, "key", to=str(uuid4())), "a screen that is not in it"),
    "no key of a screen": (_set("screens", 0, "key", to="first"), "damaged, at screens.0.key"),
    "a screen twice": (_twice, "has a screen twice"),
    "a key twice": (_same_key, "have the same key"),
    "an unknown action": (_set(*ANSWER, "kind", to="erase"), "damaged, at screens.0.actions.0.kind"),
    "a time without a zone": (_set(*ANSWER, "client_time", to="2026-03-05T12:00:00"), "client_time"),
    "a grade off the scale": (_set(*ANSWER, "payload", to={"answer": [9, 9, 9, 9]}), "Screen 1: "),
    "a grade that is missing": (_set(*ANSWER, "payload", to={"answer": [1, None, 1, 1]}), "Screen 1: "),
    "too few grades": (_set(*ANSWER, "payload", to={"answer": [1]}), "Screen 1: "),
    "a null character": (_set(*ANSWER, to=action("comment", at=NOW, text="a\0b")), "null characters"),
    "a comment that is too long": (_set(*ANSWER, to=action("comment", at=NOW, text="x" * 10_001)), "10,000 characters"),
    "a version below zero": (_set("screens", 0, "version", to=-1), "damaged, at screens.0.version"),
}


@pytest.mark.parametrize("case", BAD)
def test_a_bad_file_is_refused_with_a_reason_and_nothing_is_saved(
    case: str, taken: tuple[OfflineFile, list[Screen]]
) -> None:
    file, screens = taken
    content = json.loads(json.dumps(all_answered(file, screens, at=NOW)))
    change, reason = BAD[case]
    change(content)
    with pytest.raises(RefusedError) as refusal:
        upload(file, content, partly=True)
    assert reason in str(refusal.value)
    assert not Action.objects.exists()
    assert not Judgment.objects.exists()


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "empty"),
        (b"<!DOCTYPE html><html>", "not a file of answers"),
        (b"\xff\xfe\x00", "not a file of answers"),
        (b"[" * 100_000, "not a file of answers"),
        (b'{"format": "bakeoff-offline-answers", "version": 1, "x": ' + b"[" * 100_000, "not a file of answers"),
        (b" " * (MOST_BYTES + 1), "at most"),
    ],
)
def test_what_is_no_file_of_answers_is_refused(task: Task, ann: Judge, content: bytes, reason: str) -> None:
    with pytest.raises(RefusedError, match=reason):
        upload_answers(task, account_of(ann), content, now=NOW)


def test_all_mistakes_of_a_file_are_named_at_once(taken: tuple[OfflineFile, list[Screen]]) -> None:
    file, screens = taken
    content = all_answered(file, screens, at=NOW)
    content["screens"][0]["text_digest"] = "other"
    content["screens"][2]["actions"][0]["payload"] = {"answer": "best"}
    with pytest.raises(AnswersRefusedError) as refusal:
        upload(file, content)
    assert [each.partition(":")[0] for each in refusal.value.mistakes] == ["Screen 1", "Screen 3"]


def test_a_file_is_its_own_judge_s_and_of_its_own_task(
    task: Task, taken: tuple[OfflineFile, list[Screen]], campaign: Campaign, organiser: User
) -> None:
    file, screens = taken
    content = written(all_answered(file, screens, at=NOW))
    other = make_judge(task, "Otto Other", now=NOW)
    with pytest.raises(RefusedError, match="another judge's file"):
        upload_answers(task, account_of(other), content, now=NOW)
    with pytest.raises(RefusedError, match=f"belong to the task {task.title}"):
        upload_answers(planned_task(campaign, "scores", by=organiser), account_of(file.judge), content, now=NOW)
    file.delete()
    with pytest.raises(RefusedError, match="does not know the offline file"):
        upload_answers(task, account_of(file.judge), content, now=NOW)
    assert not Judgment.objects.exists()


def test_fields_of_the_page_are_read_by_the_screen_of_the_protocol(taken: tuple[OfflineFile, list[Screen]]) -> None:
    file, screens = taken
    content = all_answered(file, screens, at=NOW)
    fields = {"answer-0": "4", "answer-1": "0", "answer-2": "3", "answer-3": "1"}
    content["screens"][0]["actions"][0]["payload"] = {"fields": fields}
    upload(file, content)
    assert Judgment.objects.get(screen=screens[0]).answer == [4, 0, 3, 1]
    assert file.screens.filter(state=ScreenState.ANSWERED).count() == 3
