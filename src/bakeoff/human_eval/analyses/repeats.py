"""Answers of one judge to the same output twice: the judge's own consistency."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bakeoff.errors import InputError
from bakeoff.human_eval.observations import Floats, Grades
from bakeoff.statistics import Agreement, KappaWeights, cohen_kappa, inconsistency


@dataclass(frozen=True, slots=True, kw_only=True)
class Inconsistency:
    """How far the second grade of an output lies from the first, on average: of each judge, and of all."""

    judges: dict[str, float]
    average: float
    """The mean of the judges' figures, each counting alike (I05, table 16)."""


@dataclass(frozen=True, slots=True, eq=False)
class Repeats:
    """Grades given twice: judge, first and later grade, row by row."""

    judge: NDArray[np.int32]
    first: Floats
    second: Floats


def repeated_grades(grades: Grades) -> Repeats:
    """Every later grade of an output beside the first that the same judge gave it; gold and attention left out."""
    counted = grades.take(grades.ordinary)
    keys = (counted.judge.astype(np.int64) * len(grades.items) + counted.item) * len(grades.systems) + counted.system
    order = np.lexsort((counted.judgment, keys))
    ordered = keys[order]
    _, starts, sizes = np.unique(ordered, return_index=True, return_counts=True)
    firsts = np.repeat(order[starts], sizes)
    later = np.flatnonzero(firsts != order)
    return Repeats(counted.judge[order][later], counted.value[firsts[later]], counted.value[order[later]])


def grader_inconsistency(grades: Grades) -> Inconsistency:
    """The mean |first − second| over what each judge graded twice; judges without repeats are left out.

    0 where every judge is wholly consistent. Nothing graded twice: InputError. Source: I05, table 16.
    """
    repeats = repeated_grades(grades)
    judges = {
        grades.judges[judge]: inconsistency(
            repeats.first[repeats.judge == judge], repeats.second[repeats.judge == judge]
        )
        for judge in np.unique(repeats.judge)
    }
    if not judges:
        raise InputError(expected="outputs that a judge graded twice", found="none")
    return Inconsistency(judges=judges, average=float(np.mean(list(judges.values()))))


def intra_judge_kappas(grades: Grades, *, weights: KappaWeights | None = None) -> dict[str, Agreement]:
    """Cohen's kappa of each judge's first and second grades; `weights` lets neighbouring grades agree in part."""
    repeats = repeated_grades(grades)
    return {
        grades.judges[judge]: cohen_kappa(
            repeats.first[repeats.judge == judge].tolist(),
            repeats.second[repeats.judge == judge].tolist(),
            weights=weights,
        )
        for judge in np.unique(repeats.judge)
    }
