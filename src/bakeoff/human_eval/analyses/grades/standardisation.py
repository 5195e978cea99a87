"""Grades freed of what is the judge's own: how mild the judge is, and how much of the scale the judge uses."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from bakeoff.human_eval.protocols.observations import Grades

_SAME = 1e-9
_PRINTED = 1e-5
"""How far published z-scores may miss mean 0 and deviation 1: WMT's scripts print both with seven digits."""


def standardise_by_judge(grades: Grades) -> Grades:
    """Each grade as z: its distance from the mean of the judge's grades, in standard deviations of these (n − 1).

    All grades of a judge count, those of repeats, gold and attention items too, as in WMT. Judges whose grades are all
    alike, or who gave one only, get 0. Grades that have mean 0 and deviation 1 already stay what they are, to the last
    bit, so that published z-scores may pass through.

    Source: the direct assessment scripts of WMT 2021 and 2022 (Akhbardeh et al. 2021, Kocmi et al. 2022).
    """
    size = len(grades.judges)
    counts = np.bincount(grades.judge, minlength=size)
    means = np.bincount(grades.judge, weights=grades.value, minlength=size) / np.maximum(counts, 1)
    from_mean = grades.value - means[grades.judge]
    squares = np.bincount(grades.judge, weights=from_mean**2, minlength=size)
    deviations = np.sqrt(squares / np.maximum(counts - 1, 1))
    # Equal grades may miss their mean by a rounding error.
    flat = deviations <= _SAME * np.maximum(1, np.abs(means))
    done = (np.abs(means) < _PRINTED) & (np.abs(deviations - 1) < _PRINTED)
    scores = np.where(flat[grades.judge], 0.0, from_mean / np.where(flat, 1, deviations)[grades.judge])
    return replace(grades, value=np.where(done[grades.judge], grades.value, scores))
