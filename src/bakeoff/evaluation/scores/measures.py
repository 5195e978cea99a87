"""Stored statistics of an evaluation as the statistics library takes them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from bakeoff.data import Document
from bakeoff.errors import InputError
from bakeoff.evaluation.scores.groups import Members
from bakeoff.evaluation.scores.results import Evaluation
from bakeoff.statistics import Measure

Unit = Literal["segment", "document", "speaker"]
"""The unit that is drawn or swapped together."""


def measures_of(evaluation: Evaluation, members: Members | None = None) -> list[Measure]:
    """A measure for each metric over the systems in order, on all segments or on the given ones."""
    return [
        Measure(
            np.stack([_rows(system.statistics[expression], members) for system in evaluation.systems]), metric.score
        )
        for expression, metric in evaluation.metrics.items()
    ]


def blocks_of(documents: Sequence[Document], unit: Unit, members: Members | None = None) -> NDArray[np.intp] | None:
    """The number of the document or speaker of each segment, or None where segments are drawn one by one."""
    if unit == "segment":
        return None
    if unit == "document" and all(document.numbered for document in documents):
        raise InputError(
            expected="texts with documents, to draw documents",
            found="plain text, which has none",
            remedy="Give the source as NIST XML or WMT XML with -s, or draw segments.",
        )
    numbers: dict[str, int] = {}
    keys = [document.id if unit == "document" else document.attributes.get(unit, "") for document in documents]
    blocks = np.asarray([numbers.setdefault(key, len(numbers)) for key in keys], dtype=np.intp)
    return blocks if members is None else blocks[members]


def _rows(statistics: NDArray[np.float64], members: Members | None) -> NDArray[np.float64]:
    return statistics if members is None else statistics[members]
