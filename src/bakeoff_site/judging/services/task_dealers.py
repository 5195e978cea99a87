"""The dealer of a task in every process, kept in step by the events that the database holds.

Whoever deals locks the task's row, applies the events that others wrote since, asks the dealer, and writes what it said
in the same transaction. So all processes deal as one, and each step costs the same however much was judged before.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from copy import copy

from django.db import transaction

from bakeoff.human_eval.designs.screens.dealer import Dealer
from bakeoff.human_eval.designs.screens.events import Comparison
from bakeoff.human_eval.designs.screens.mixed_dealer import Evaluation as DealtEvaluation
from bakeoff.human_eval.designs.screens.mixed_dealer import MixedDealer
from bakeoff_site.core.caches import ComputedCache
from bakeoff_site.judging.choices import EventKind
from bakeoff_site.judging.conversions.assignments import StoredDealings, StoredEvent, stored_events
from bakeoff_site.judging.models import DealingEvent, Evaluation, Screen, Task
from bakeoff_site.judging.selectors.contents import TaskContent, content_of

_READ_AT_ONCE = 5_000
"""Events of one query."""


class TaskDealer:
    """The dealer of a task in this process, as far as it has read the events of the task."""

    def __init__(self, content: TaskContent, *, seed: int) -> None:
        self.content = content
        self.lock = threading.Lock()
        self._seed = seed
        self._evaluations: dict[str, Evaluation] = {}
        self.forget()

    def forget(self) -> None:
        """Starts again from the first event: what was dealt in a transaction that failed never happened."""
        planned = self.content.evaluations
        self.dealer = MixedDealer(
            {
                code: DealtEvaluation(
                    dealer=Dealer(each.design),
                    batch=each.rules.batch or 1,
                    after=each.rules.after if each.rules.after in planned else None,
                )
                for code, each in planned.items()
            },
            seed=self._seed,
        )
        self.last = 0
        self._last_id: int | None = None
        self.is_changed = False

    def change(self) -> MixedDealer:
        """The dealer, for somebody who deals, answers or gives back; if their transaction fails, it starts again."""
        self.is_changed = True
        return self.dealer

    def evaluations(self, task: Task) -> dict[str, Evaluation]:
        """The rows of the evaluations by their codes, read once, for what a task holds never changes."""
        if not self._evaluations:
            self._evaluations = {each.code: each for each in task.evaluations.all()}
        found = {code: copy(each) for code, each in self._evaluations.items()}
        for each in found.values():
            each.task = task
        return found

    def evaluation(self, task: Task, code: str) -> Evaluation:
        """The row of an evaluation."""
        return self.evaluations(task)[code]

    def catch_up(self, task: Task) -> None:
        """Applies the events that this process has not seen yet.

        Where the last one that it knows is not in the database, it was rolled back or a backup was restored: then the
        dealer starts again.
        """
        self.is_changed = True  # what an error interrupts is not known
        rows = self._events_from(task)
        if self.last and (not rows or (rows[0].number, rows[0].pk) != (self.last, self._last_id)):
            self.forget()
            self.is_changed = True
            rows = self._events_from(task)
        read = StoredDealings()
        while fresh := [row for row in rows if row.number > self.last]:
            for row in fresh:
                self.dealer.apply(read.dealing_of(row))
                self.last, self._last_id = row.number, row.pk
            rows = self._events_from(task) if len(rows) == _READ_AT_ONCE else []
        self.is_changed = False

    def note(self, event: DealingEvent) -> None:
        """The last event that the dealer has gone through."""
        self.last, self._last_id = event.number, event.pk

    def _events_from(self, task: Task) -> list[StoredEvent]:
        """The last event that the dealer knows and those after it."""
        rows = task.events.filter(number__gte=self.last).order_by("number")
        return list(stored_events(rows[:_READ_AT_ONCE]))


_DEALERS: ComputedCache[TaskDealer] = ComputedCache(most=32)


def _dealer_of(task: Task) -> TaskDealer:
    return _DEALERS.get((task.pk, task.sha256), lambda: TaskDealer(content_of(task), seed=task.seed))


def prepare_dealer(task: Task) -> None:
    """Reads the events of a task, which takes long where there are very many, before somebody waits for a screen."""
    state = _dealer_of(task)
    with state.lock:
        state.catch_up(task)


@contextmanager
def dealing(task: Task) -> Iterator[TaskDealer]:
    """The dealer of a task, up to date, while nobody else deals; what is written inside is one transaction."""
    state = _dealer_of(task)
    with state.lock:
        try:
            if not state.last:  # a new process may have much to read; others deal meanwhile
                state.catch_up(task)
            with transaction.atomic():
                Task.objects.select_for_update().only("pk").get(pk=task.pk)
                state.catch_up(task)
                yield state
        except BaseException:
            if state.is_changed:
                state.forget()
            raise


def write_event(
    state: TaskDealer, task: Task, kind: EventKind, screen: Screen, comparisons: Sequence[Comparison] = ()
) -> None:
    """Notes what the dealer of this process has done, for all others."""
    state.note(
        DealingEvent.objects.create(
            task=task,
            number=state.last + 1,
            kind=kind,
            judge_id=screen.judge_id,
            screen=screen,
            comparisons=[list(each) for each in comparisons],
        )
    )
