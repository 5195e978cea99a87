"""Every action is saved once, and an answer that cannot count is kept and marked or refused with a reason."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from django.utils import timezone

from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.core.refusals import RefusedError
from bakeoff_site.judging.choices import ActionKind, Opening, ScreenState
from bakeoff_site.judging.models import Action, Judge, Judgment, Screen
from bakeoff_site.judging.services.answers import (
    ChangedTextError,
    IncompleteAnswerError,
    NewAction,
    OldVersionError,
    SavedScreen,
    save_actions,
)
from bakeoff_site.judging.services.dealing import next_screen
from bakeoff_site.judging.services.opening import open_task
from tests.site.judging.world import answer, make_judge, planned_task

pytestmark = pytest.mark.django_db


@pytest.fixture
def judge(campaign: Campaign, organiser: User) -> Judge:
    return make_judge(planned_task(campaign, "ranking", by=organiser), "Ann Able", now=timezone.now())


@pytest.fixture
def screen(judge: Judge) -> Screen:
    found = next_screen(judge, now=timezone.now())
    assert isinstance(found, Screen)
    return found


def ranks(*given: int | None) -> NewAction:
    return NewAction(key=uuid4(), kind=ActionKind.ANSWER, payload={"answer": list(given)})


def submit() -> NewAction:
    return NewAction(key=uuid4(), kind=ActionKind.SUBMIT)


def save(screen: Screen, *actions: NewAction, version: int) -> SavedScreen:
    return save_actions(screen, actions, version=version, text_digest=screen.text_digest, now=timezone.now())


def test_a_draft_is_what_was_done_so_far(screen: Screen) -> None:
    first = save(screen, ranks(1, None, None), version=0)
    second = save(
        screen,
        ranks(1, 2, None),
        NewAction(key=uuid4(), kind=ActionKind.COMMENT, payload={"text": "hard"}),
        version=first.version,
    )
    assert second.version == 3
    assert second.draft == {"answer": [1, 2, None], "comment": "hard"}
    assert second.state == ScreenState.HELD
    assert not Judgment.objects.exists()


def test_what_is_sent_twice_is_saved_once(screen: Screen) -> None:
    actions = (ranks(1, 2, 3), submit())
    first = save(screen, *actions, version=0)
    again = save(screen, *actions, version=0)
    assert (again.version, again.state) == (first.version, ScreenState.ANSWERED) == (2, ScreenState.ANSWERED)
    assert Judgment.objects.count() == 1
    assert Action.objects.count() == 2


def test_whether_a_late_answer_counts_is_said_again_where_the_reply_got_lost(screen: Screen, organiser: User) -> None:
    open_task(screen.evaluation.task, Opening.CLOSED, by=organiser)
    actions = (ranks(1, 2, 3), submit())
    first = save(screen, *actions, version=0)
    assert (first.late, first.surplus) == (True, True)
    assert save(screen, *actions, version=0) == first
    assert save(screen, actions[1], version=1) == first


def test_what_follows_a_lost_reply_is_saved(screen: Screen) -> None:
    """The server saved the first action, its reply got lost, and the page sends it again with the next one."""
    lost = ranks(1, None, None)
    save(screen, lost, version=0)
    saved = save(screen, lost, ranks(1, 2, 3), version=0)
    assert (saved.version, saved.draft["answer"]) == (2, [1, 2, 3])


def test_a_second_tab_is_shown_what_is_newer(screen: Screen) -> None:
    save(screen, ranks(3, 2, 1), version=0)
    with pytest.raises(OldVersionError) as refusal:
        save(screen, ranks(1, 2, 3), version=0)
    assert refusal.value.saved.draft == {"answer": [3, 2, 1]}
    assert refusal.value.saved.version == 1
    assert Action.objects.count() == 1


def test_a_correction_is_another_row(screen: Screen) -> None:
    answer(screen, [1, 2, 3], now=timezone.now())
    screen.refresh_from_db()
    answer(screen, [3, 2, 1], now=timezone.now())
    assert [each.answer for each in Judgment.objects.order_by("pk")] == [[1, 2, 3], [3, 2, 1]]
    assert screen.judge.screens.filter(state=ScreenState.ANSWERED).count() == 1


@pytest.mark.parametrize(
    ("given", "missing"), [(None, (0, 1, 2)), ([1, None, None], (1, 2)), ([None, None, None], (0, 1, 2))]
)
def test_what_is_missing_is_said(screen: Screen, given: Any, missing: tuple[int, ...]) -> None:
    before = [] if given is None else [ranks(*given)]
    with pytest.raises(IncompleteAnswerError) as refusal:
        save(screen, *before, submit(), version=0)
    assert refusal.value.missing == missing or (given is None and refusal.value.missing == ())
    screen.refresh_from_db()
    assert (screen.state, screen.version) == (ScreenState.HELD, 0)
    assert not Judgment.objects.exists()


@pytest.mark.parametrize("given", [[1, 2], [1, 2, 9], [0, 1, 2], "best", {"a": 1}, [1, 2, "x"]])
def test_an_answer_that_is_none_is_refused_and_nothing_is_saved(screen: Screen, given: Any) -> None:
    wrong = NewAction(key=uuid4(), kind=ActionKind.ANSWER, payload={"answer": given})
    with pytest.raises(RefusedError):
        save(screen, wrong, version=0)
    assert not Action.objects.exists()


def test_an_answer_to_other_texts_is_refused(screen: Screen) -> None:
    with pytest.raises(ChangedTextError, match="Load the screen again"):
        save_actions(screen, [ranks(1, 2, 3)], version=0, text_digest="of other texts", now=timezone.now())


def test_comments_have_a_longest_length(screen: Screen) -> None:
    long = NewAction(key=uuid4(), kind=ActionKind.COMMENT, payload={"text": "x" * 10_001})
    with pytest.raises(RefusedError, match="10,000"):
        save(screen, long, version=0)


def test_a_key_of_another_screen_is_refused(screen: Screen, judge: Judge) -> None:
    used = ranks(1, 2, 3)
    save(screen, used, submit(), version=0)
    following = next_screen(judge, now=timezone.now())
    assert isinstance(following, Screen)
    with pytest.raises(RefusedError, match="key"):
        save(following, used, version=0)
    assert Action.objects.filter(screen=following).count() == 0


def test_an_answer_after_closing_is_kept_and_does_not_count(screen: Screen, organiser: User) -> None:
    open_task(screen.evaluation.task, Opening.CLOSED, by=organiser)
    saved = save(screen, ranks(1, 2, 3), submit(), version=0)
    assert (saved.late, saved.surplus, saved.state) == (True, True, ScreenState.HELD)
    assert Judgment.objects.get().surplus


def test_a_correction_after_closing_leaves_the_first_answer_in_force(screen: Screen, organiser: User) -> None:
    answer(screen, [1, 2, 3], now=timezone.now())
    open_task(screen.evaluation.task, Opening.CLOSED, by=organiser)
    screen.refresh_from_db()
    answer(screen, [3, 2, 1], now=timezone.now())
    assert [(each.answer, each.surplus) for each in Judgment.objects.order_by("pk")] == [
        ([1, 2, 3], False),
        ([3, 2, 1], True),
    ]
