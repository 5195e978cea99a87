"""How far judges agree who graded the same outputs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bakeoff.errors import InputError
from bakeoff.human_eval.protocols.observations import Grades
from bakeoff.statistics import Agreement, AlphaMeasure, KappaWeights, cohen_kappa, krippendorff_alpha


@dataclass(frozen=True, slots=True)
class JudgePair:
    """Two judges and how far they agree."""

    first: str
    second: str
    agreement: Agreement


def first_grades(grades: Grades) -> Grades:
    """Of each judge the first grade of each output; gold and attention items are left out."""
    counted = grades.take(grades.ordinary)
    order = np.lexsort((counted.judgment, counted.judge, _outputs(counted)))
    keys = _outputs(counted)[order] * len(grades.judges) + counted.judge[order]
    _, starts = np.unique(keys, return_index=True)
    return counted.take(order[starts])


def judge_kappas(
    grades: Grades, *, judges: Sequence[str] | None = None, weights: KappaWeights | None = None, least: int = 1
) -> tuple[JudgePair, ...]:
    """Cohen's kappa of every two judges (or of those named) over the outputs that both graded, in the judges' order.

    Pairs with fewer than `least` common outputs are left out. With `weights` grades that are near each other agree in
    part. Range and edge cases are those of `bakeoff.statistics.cohen_kappa`.
    """
    counted = first_grades(grades)
    if judges is not None:
        if unknown := [name for name in judges if name not in grades.judges]:
            raise InputError(expected="names of judges in the data", found=", ".join(map(repr, unknown)))
        counted = counted.take(np.isin(counted.judge, [grades.judges.index(name) for name in judges]))
    left, right = grades_side_by_side(counted)
    pairs = counted.judge[left].astype(np.int64) * len(grades.judges) + counted.judge[right]
    order = np.argsort(pairs, kind="stable")
    different, starts, sizes = np.unique(pairs[order], return_index=True, return_counts=True)
    pairs_of_judges = []
    for pair, start, size in zip(different.tolist(), starts.tolist(), sizes.tolist(), strict=True):
        if size >= least:
            rows = order[start : start + size]
            first, second = counted.value[left[rows]].tolist(), counted.value[right[rows]].tolist()
            one, other = divmod(pair, len(grades.judges))
            agreement = cohen_kappa(first, second, weights=weights)
            pairs_of_judges.append(JudgePair(grades.judges[one], grades.judges[other], agreement))
    return tuple(pairs_of_judges)


def grade_alpha(grades: Grades, *, measure: AlphaMeasure = "interval") -> Agreement:
    """Krippendorff's alpha of all judges; each output is an item of it, each judge's first grade an answer."""
    counted = first_grades(grades)
    starts = np.flatnonzero(np.diff(_outputs(counted))) + 1
    return krippendorff_alpha([part.tolist() for part in np.split(counted.value, starts)], measure=measure)


def _outputs(grades: Grades) -> NDArray[np.int64]:
    return grades.system.astype(np.int64) * len(grades.items) + grades.item


def grades_side_by_side(grades: Grades) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """All pairs of rows of the same output, which are adjacent in `first_grades`: the earlier and the later ones."""
    outputs = _outputs(grades)
    left, right = [], []
    distance = 1
    while (same := np.flatnonzero(outputs[distance:] == outputs[:-distance])).size:
        left.append(same)
        right.append(same + distance)
        distance += 1
    empty = [np.empty(0, dtype=np.int64)]
    return np.concatenate(left or empty), np.concatenate(right or empty)
