"""A new process deals on from the state that a worker stored, and from the events alone where that does not fit."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.utils import timezone

from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.core.caches import clear_caches
from bakeoff_site.judging.choices import Opening
from bakeoff_site.judging.conversions.assignments import StoredEvent
from bakeoff_site.judging.models import DealerState, DealingEvent, Judge, Screen, Task
from bakeoff_site.judging.selectors.events import events_from
from bakeoff_site.judging.services import dealer_states, task_dealers
from bakeoff_site.judging.services.dealer_states import store_state, store_states
from bakeoff_site.judging.services.dealing import give_back, next_screen
from bakeoff_site.judging.services.task_dealers import dealing
from tests.site.judging.world import answer, answer_of, judge_everything, make_judge, planned_task

pytestmark = pytest.mark.django_db
EVENTS = 11
"""Those before a state is stored: five screens answered, one held."""


@pytest.fixture
def task(campaign: Campaign, organiser: User) -> Task:
    return planned_task(campaign, "ranking", by=organiser)


@pytest.fixture
def judges(task: Task) -> list[Judge]:
    """Who have judged a little."""
    now = timezone.now()
    found = [make_judge(task, name, now=now) for name in ("Ann Able", "Ben Best")]
    for number in range(6):
        screen = next_screen(found[number % 2], now=now)
        assert isinstance(screen, Screen)
        if number < 5:
            answer(screen, answer_of(screen), now=now)
    assert task.events.count() == EVENTS
    return found


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The numbers of events that this process has read."""
    found: list[int] = []
    ask = events_from

    def noted(task: int, number: int, *, most: int) -> list[StoredEvent]:
        rows = ask(task, number, most=most)
        found.extend(row.number for row in rows)
        return rows

    monkeypatch.setattr(task_dealers, "events_from", noted)
    return found


def state_of(task: Task) -> tuple[int, object]:
    with dealing(task) as state:
        return state.last, state.dealer.state()


def test_a_new_process_reads_the_events_after_the_stored_state_alone(
    task: Task, judges: list[Judge], read: list[int]
) -> None:
    store_state(task)
    held = Screen.objects.select_related("evaluation__task").latest("pk")
    give_back(held)
    known = state_of(task)
    clear_caches()
    read.clear()
    assert state_of(task) == known
    assert read[:2] == [EVENTS, EVENTS + 1]
    assert min(read) == EVENTS
    assert judge_everything(judges, now=timezone.now()) > 0
    complete = state_of(task)
    DealerState.objects.all().delete()
    clear_caches()
    assert state_of(task) == complete


def damage(state: DealerState) -> None:
    state.content = bytes(state.content)[:-9] + b"123456789"


def take_for_other_texts(state: DealerState) -> None:
    state.sha256 = "0" * 64


def take_for_older_program(state: DealerState) -> None:
    state.packing = 0


def restore_another_database(state: DealerState) -> None:
    """As if event 11 were another one since a backup was restored."""
    state.event += 1


def lose_events(state: DealerState) -> None:
    """As if a backup from before event 11 had been restored."""
    state.number += 1


@pytest.mark.parametrize(
    "spoil", [damage, take_for_other_texts, take_for_older_program, restore_another_database, lose_events]
)
def test_all_events_are_read_where_the_stored_state_does_not_fit(
    task: Task, judges: list[Judge], read: list[int], spoil: Callable[[DealerState], None]
) -> None:
    known = state_of(task)
    store_state(task)
    stored = DealerState.objects.get()
    spoil(stored)
    stored.save()
    clear_caches()
    read.clear()
    assert state_of(task) == known
    assert set(read) == set(range(1, EVENTS + 1))
    assert isinstance(next_screen(judges[0], now=timezone.now()), Screen)


def test_a_state_is_stored_when_enough_has_happened(
    task: Task, judges: list[Judge], monkeypatch: pytest.MonkeyPatch
) -> None:
    now = timezone.now()
    store_states(now)
    assert not DealerState.objects.exists()
    monkeypatch.setattr(dealer_states, "_FEWEST", EVENTS)
    store_states(now)
    stored = DealerState.objects.get()
    assert (stored.number, stored.event) == (EVENTS, DealingEvent.objects.get(number=EVENTS).pk)
    judge_everything(judges, now=now)
    store_states(now)
    assert DealerState.objects.get().number == task.events.count() > 2 * EVENTS
    DealerState.objects.all().delete()
    Task.objects.update(opening=Opening.CLOSED)
    store_states(now)
    assert not DealerState.objects.exists()
