"""The stored states of dealers, as far as they fit."""

from __future__ import annotations

import hashlib
import logging

from bakeoff.human_eval.designs.screens.packed_states import PACKING
from bakeoff_site.judging.models import DealerState, Task


def stored_state(task: Task) -> DealerState | None:
    """The state that a worker packed for this task and this version of the program, where it can be read."""
    found = DealerState.objects.filter(task=task.pk, sha256=task.sha256, packing=PACKING).first()
    if found is not None and checksum_of(found.content) != found.checksum:
        _LOGGER.warning(
            "the stored state of the dealer of task %d is damaged: all its events are read instead", task.pk
        )
        return None
    return found


def checksum_of(content: bytes | memoryview) -> str:
    """By which a damaged state is known."""
    return hashlib.sha256(content).hexdigest()


_LOGGER = logging.getLogger("bakeoff_site.judging")
