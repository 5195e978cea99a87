"""The outputs of items that were judged, found in runs."""

from __future__ import annotations

from collections.abc import Sequence

from bakeoff.data import Run
from bakeoff.errors import InputError
from bakeoff.human_eval.protocols.observations import Item


def texts_of_items(runs: Sequence[Run], items: Sequence[Item]) -> dict[tuple[str, Item], str]:
    """The outputs of items. Runs and judgments may call test sets differently: document and segment are enough."""
    outputs: dict[tuple[str, str], dict[str, str]] = {}
    for run in runs:
        for document in run.documents:
            for segment in document.segments:
                for place in ((document.id, segment.id), ("", segment.id)):
                    outputs.setdefault(place, {})[run.system] = segment.text
    found = {(system, item): text for item in items for system, text in outputs.get(item[2:], {}).items()}
    if not found:
        raise InputError(
            expected="outputs of the segments that were judged",
            found="none in the runs",
            remedy="Documents and segments must be called the same in both.",
        )
    return found
