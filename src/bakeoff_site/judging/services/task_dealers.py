"""The dealer of a task in every process, kept in step by the events that the database holds.

Whoever deals locks the task's row, applies the events that others wrote since, asks the dealer, and writes what it said
in the same transaction. So all processes deal as one, and each step costs the same however much was judged before. A
new process takes over the state that a worker stored (`dealer_states`) and applies the events after it.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from copy import copy

from django.db import transaction
from django.db.models import BigAutoField, QuerySet, Value

from bakeoff.errors import BakeoffError
from bakeoff.human_eval.designs.screens.dealer import Dealer
from bakeoff.human_eval.designs.screens.events import Comparison
from bakeoff.human_eval.designs.screens.mixed_dealer import Evaluation as DealtEvaluation
from bakeoff.human_eval.designs.screens.mixed_dealer import MixedDealer
from bakeoff.human_eval.designs.screens.packed_states import restore_state
from bakeoff_site.core.caches import ComputedCache
from bakeoff_site.core.prepared_queries import PreparedQuery
from bakeoff_site.judging.choices import EventKind
from bakeoff_site.judging.conversions.assignments import StoredDealings, StoredEvent
from bakeoff_site.judging.models import DealingEvent, Evaluation, Screen, Task
from bakeoff_site.judging.selectors.contents import TaskContent, content_of
from bakeoff_site.judging.selectors.dealer_states import stored_state
from bakeoff_site.judging.selectors.events import events_from

_READ_AT_ONCE = 5_000
"""Events of one query."""
_BEHIND_SECONDS = 2.0
"""Others can deal a hundred screens in this time: what a dealer then reads delays nobody."""


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
        self.last_id: int | None = None
        self._looked_at = 0.0
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

    def catch_up(self, task: Task, *, alone: bool) -> None:
        """Applies the events that this process has not seen yet; `alone`: while nobody else deals.

        Where the last one that it knows is not in the database, it was rolled back or a backup was restored: then the
        dealer starts again. To who is not alone it may be just not there yet.
        """
        takes_over = not self.last and self._take_over(task)
        self.is_changed = True  # what an error interrupts is not known
        rows = self._events_from(task)
        if self.last and (not rows or (rows[0].number, rows[0].pk) != (self.last, self.last_id)):
            if not alone and not takes_over:
                self.is_changed = False
                return
            self.forget()
            self.is_changed = True
            rows = self._events_from(task)
        read = StoredDealings()
        while fresh := [row for row in rows if row.number > self.last]:
            for row in fresh:
                self.dealer.apply(read.dealing_of(row))
                self.last, self.last_id = row.number, row.pk
            rows = self._events_from(task) if len(rows) == _READ_AT_ONCE else []
        self.is_changed = False
        self._looked_at = time.monotonic()

    def _take_over(self, task: Task) -> bool:
        """Starts from the state that a worker stored, so that the events after it alone are to be read."""
        stored = stored_state(task)
        if stored is None:
            return False
        self.is_changed = True
        try:
            restore_state(self.dealer, stored.content)
        except BakeoffError:
            self.forget()
            return False
        self.last, self.last_id = stored.number, stored.event
        return True

    @property
    def is_behind(self) -> bool:
        """Whether others may have dealt so much since it last looked that it should read that before anybody waits."""
        return not self.last or time.monotonic() - self._looked_at > _BEHIND_SECONDS

    def note(self, event: DealingEvent) -> None:
        """The last event that the dealer has gone through."""
        self.last, self.last_id = event.number, event.pk

    def _events_from(self, task: Task) -> list[StoredEvent]:
        """The last event that the dealer knows and those after it."""
        return events_from(task.pk, self.last, most=_READ_AT_ONCE)


_DEALERS: ComputedCache[TaskDealer] = ComputedCache(most=32)


def _dealer_of(task: Task) -> TaskDealer:
    return _DEALERS.get((task.pk, task.sha256), lambda: TaskDealer(content_of(task), seed=task.seed))


def ready_dealer(task: Task) -> TaskDealer:
    """The dealer of a task, which has read what was judged, but for what others do right now.

    That takes long in a new process where there are very many events: nobody else has to wait for it.
    """
    state = _dealer_of(task)
    if state.is_behind:
        with up_to_date_dealer(task):
            pass
    return state


@contextmanager
def up_to_date_dealer(task: Task) -> Iterator[TaskDealer]:
    """The dealer of a task, to look at while others deal elsewhere."""
    state = _dealer_of(task)
    with state.lock, _forgetting(state):
        state.catch_up(task, alone=False)
        yield state


@contextmanager
def dealing(task: Task) -> Iterator[TaskDealer]:
    """The dealer of a task, up to date, while nobody else deals: until the transaction ends in which this is done.

    Everyone waits for it, so that whatever does not depend on the dealer is done before. Rows are locked in this order:
    the judge, screens, the task; whoever has the task waits for nobody.
    """
    state = ready_dealer(task)
    with transaction.atomic(savepoint=False):
        _TASK_ROW.first(pk=task.pk)
        # After the row: a thread that waited for it with this lock would keep back one that has the row.
        with state.lock, _forgetting(state):
            state.catch_up(task, alone=True)
            yield state


def _locked_task(pk: Value) -> QuerySet[Task, tuple[int]]:
    return Task.objects.select_for_update(no_key=True).filter(pk=pk).order_by().values_list("pk")


_TASK_ROW = PreparedQuery(_locked_task, pk=BigAutoField())


@contextmanager
def _forgetting(state: TaskDealer) -> Iterator[None]:
    try:
        yield
    except BaseException:
        if state.is_changed:
            state.forget()
        raise


def write_opening(state: TaskDealer, task: Task, code: str, pools: Collection[int]) -> None:
    """Opens pools of an evaluation to judges, and no others, in the dealers of all processes."""
    state.change().open_pools(code, pools)
    state.note(
        DealingEvent.objects.create(
            task=task,
            number=state.last + 1,
            kind=EventKind.OPENED,
            evaluation=state.evaluation(task, code),
            pools=sorted(pools),
        )
    )


def write_event(
    state: TaskDealer, task: Task, kind: EventKind, screen: Screen, comparisons: Sequence[Comparison] = ()
) -> None:
    """Notes what the dealer of this process has done, for all others."""
    _write(state, [_event(state, task, kind, screen, comparisons)])


def write_events(state: TaskDealer, task: Task, events: Sequence[tuple[EventKind, Screen]]) -> None:
    """Notes several things that it has done, in their order, in one statement."""
    _write(state, [_event(state, task, kind, screen, after=after) for after, (kind, screen) in enumerate(events)])


def _event(
    state: TaskDealer,
    task: Task,
    kind: EventKind,
    screen: Screen,
    comparisons: Sequence[Comparison] = (),
    *,
    after: int = 0,
) -> DealingEvent:
    """The event that comes `after` as many others that are not written yet."""
    return DealingEvent(
        task=task,
        number=state.last + after + 1,
        kind=kind,
        judge_id=screen.judge_id,
        screen=screen,
        comparisons=[list(each) for each in comparisons],
    )


def _write(state: TaskDealer, events: Sequence[DealingEvent]) -> None:
    if events:
        DealingEvent.objects.bulk_create(events)
        state.note(events[-1])
