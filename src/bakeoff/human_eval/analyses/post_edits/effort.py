"""What editing took: words, characters, keys, seconds, pauses, each for a word, with intervals."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from bakeoff.human_eval.analyses.post_edits.results import EditCounts, Effort, Rate
from bakeoff.human_eval.protocols.post_editing import PostEdit
from bakeoff.statistics import bootstrap

FASTEST, SLOWEST = 0.25, 30.0
"""Seconds a word: faster and slower segments do not count for times, as in MateCat."""

Floats = NDArray[np.float64]


def weighted_deviation(values: Floats, weights: Floats) -> float:
    """The standard deviation of values round their weighted mean, each counting by its weight.

    >>> round(weighted_deviation(np.array([0.0, 10.0]), np.array([3.0, 1.0])), 2)
    4.33
    """
    total = weights.sum()
    if not total:
        return 0.0
    mean = (values * weights).sum() / total
    return float(np.sqrt((weights * (values - mean) ** 2).sum() / total))


def ratio(parts: Floats, wholes: Floats, *, samples: int, level: float, rng: np.random.Generator) -> Rate | None:
    """The sum of the parts for each of the wholes; None without anything to divide by."""
    if not wholes.sum():
        return None
    rows = np.column_stack([parts, wholes])
    value = float(parts.sum() / wholes.sum())
    if len(rows) < 2:
        return Rate(value)
    return Rate(value, bootstrap(rows, score=_divided, samples=samples, level=level, rng=rng).interval)


def _divided(sums: Floats) -> Floats:
    return np.divide(sums[..., 0], sums[..., 1], out=np.zeros(sums.shape[:-1]), where=sums[..., 1] > 0)


def count_edits(rows: Floats) -> EditCounts:
    """The kinds of edits in statistics of TER, as what a translator did to an output.

    tercom says what the output did to the reference: a word that the output lacks is its deletion, and the insertion of
    the translator.
    """
    _, words, shifts, deletions, insertions, substitutions = rows.sum(axis=0).tolist()
    return EditCounts(
        insertions=round(insertions),
        deletions=round(deletions),
        substitutions=round(substitutions),
        shifts=round(shifts),
        words=words,
        unedited=float((rows[:, 0] == 0).mean()) if len(rows) else 0.0,
    )


def measure_effort(edits: Sequence[PostEdit], *, samples: int, level: float, rng: np.random.Generator) -> Effort:
    """What a number of post-edits took together. Figures are of those post-edits for which they were measured."""
    words = np.array([len(each.original.split()) for each in edits], dtype=np.float64)
    characters = np.array([len(each.original) for each in edits], dtype=np.float64)
    seconds = _known([each.seconds for each in edits])
    keys = _known([each.keystrokes for each in edits])
    timed = ~np.isnan(seconds) & (words > 0)
    pace = np.divide(seconds, words, out=np.full(len(words), np.nan), where=timed)
    usual = timed & (pace >= FASTEST) & (pace <= SLOWEST)

    def over(parts: Floats, wholes: Floats, rows: NDArray[np.bool_]) -> Rate | None:
        return ratio(parts[rows], wholes[rows], samples=samples, level=level, rng=rng)

    pauses = {}
    for least in sorted({least for each in edits for least in each.pauses}):
        known = np.array([least in each.pauses for each in edits])
        counts = _known([each.pauses[least].count if least in each.pauses else None for each in edits])
        lengths = _known([each.pauses[least].seconds if least in each.pauses else None for each in edits])
        count, length = over(counts, words, known), over(lengths, words, known)
        if count is not None and length is not None:
            pauses[least] = (count, length)
    return Effort(
        segments=len(edits),
        words=int(words.sum()),
        characters=int(characters.sum()),
        signed_off=sum(each.signed_off for each in edits),
        seconds=over(seconds, words, usual),
        too_fast_or_slow=int((timed & ~usual).sum()),
        keystrokes=over(keys, words, ~np.isnan(keys)),
        keystrokes_a_character=over(keys, characters, ~np.isnan(keys)),
        pauses=pauses,
    )


def _known(values: Sequence[float | None]) -> Floats:
    return np.array([np.nan if each is None else each for each in values], dtype=np.float64)
