"""The states of dealers, stored now and then: a new process takes over the last one and reads the events since."""

from __future__ import annotations

from datetime import datetime

from bakeoff.human_eval.designs.screens.packed_states import PACKING, pack_state
from bakeoff_site.judging.models import DealerState, Task
from bakeoff_site.judging.selectors.contents import is_open_now
from bakeoff_site.judging.selectors.dealer_states import checksum_of
from bakeoff_site.judging.services.task_dealers import up_to_date_dealer

_FEWEST = 1_000
"""Events that a new process reads in a moment: before there are as many, nothing is stored."""
_SHARE = 0.02
"""New events, as a share of those stored, with which a state is stored again: so that this costs the same for each."""


def store_states(now: datetime) -> None:
    """Stores the states of open tasks in which enough has happened since."""
    for task in Task.objects.filter(campaign__archived_at=None).select_related("campaign"):
        if is_open_now(task, now=now) and _is_due(task):
            store_state(task)


def _is_due(task: Task) -> bool:
    stored = DealerState.objects.filter(task=task, sha256=task.sha256, packing=PACKING)
    known = stored.values_list("number", flat=True).first() or 0
    last = task.events.order_by("number").values_list("number", flat=True).last() or 0
    return last - known >= max(_FEWEST, _SHARE * known) or last < known


def store_state(task: Task) -> None:
    """Stores where the dealer of a task is."""
    with up_to_date_dealer(task) as state:
        number, event, content = state.last, state.last_id, pack_state(state.dealer)
    if event is not None:
        DealerState.objects.update_or_create(
            task=task,
            defaults={
                "sha256": task.sha256,
                "packing": PACKING,
                "number": number,
                "event": event,
                "checksum": checksum_of(content),
                "content": content,
            },
        )
