"""What editing took: words, characters, keys, seconds, pauses, each for a word, with intervals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bakeoff.human_eval.analyses.post_edits.results import EditCounts, Effort, Rate
from bakeoff.human_eval.protocols.post_editing import PostEdit
from bakeoff.statistics import bootstrap
from bakeoff.statistics.inputs import DEFAULT_SEED

FASTEST, SLOWEST = 0.25, 30.0
"""Seconds a word: faster and slower segments do not count for times, as in MateCat."""

_COLUMNS = {"insertions": 4, "deletions": 3, "substitutions": 5, "shifts": 2}
"""Where statistics of TER have what a translator did. They say what the output did to the reference: a word that it
lacks is a deletion there, and an insertion of the translator."""

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True)
class Draws:
    """How the intervals of a number of post-edits are drawn; each figure has the same draws."""

    samples: int = 1000
    level: float = 0.95
    seed: int = DEFAULT_SEED
    blocks: Sequence[str] | None = None
    """The document of each post-edit, where complete documents are drawn."""


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


def ratio(parts: Floats, wholes: Floats, draws: Draws, *, where: NDArray[np.bool_] | None = None) -> Rate | None:
    """The sum of the parts for each of the wholes, of all post-edits or of some; None without wholes to divide by."""
    kept = np.ones(len(parts), dtype=np.bool_) if where is None else where
    rows = np.column_stack([parts, wholes])[kept]
    if not rows[:, 1].sum():
        return None
    value = float(rows[:, 0].sum() / rows[:, 1].sum())
    blocks = None if draws.blocks is None else np.asarray(draws.blocks)[kept].tolist()
    if len(rows if blocks is None else set(blocks)) < 2:
        return Rate(value)
    rng = np.random.default_rng(draws.seed)
    drawn = bootstrap(rows, score=_divided, samples=draws.samples, level=draws.level, rng=rng, blocks=blocks)
    return Rate(value, drawn.interval)


def _divided(sums: Floats) -> Floats:
    return np.divide(sums[..., 0], sums[..., 1], out=np.zeros(sums.shape[:-1]), where=sums[..., 1] > 0)


def count_edits(rows: Floats, draws: Draws) -> EditCounts:
    """The kinds of edits in statistics of TER, as what a translator did to an output."""
    words = rows[:, 1]
    sums = {kind: round(rows[:, column].sum()) for kind, column in _COLUMNS.items()}
    return EditCounts(
        insertions=sums["insertions"],
        deletions=sums["deletions"],
        substitutions=sums["substitutions"],
        shifts=sums["shifts"],
        words=float(words.sum()),
        rates={kind: ratio(100 * rows[:, column], words, draws) for kind, column in _COLUMNS.items()},
        unedited=ratio((rows[:, 0] == 0).astype(np.float64), np.ones(len(rows)), draws),
    )


def measure_effort(edits: Sequence[PostEdit], draws: Draws) -> Effort:
    """What a number of post-edits took together. Figures are of those post-edits for which they were measured."""
    words = np.array([len(each.original.split()) for each in edits], dtype=np.float64)
    characters = np.array([len(each.original) for each in edits], dtype=np.float64)
    seconds = _known([each.seconds for each in edits])
    keys = _known([each.keystrokes for each in edits])
    timed = ~np.isnan(seconds) & (words > 0)
    pace = np.divide(seconds, words, out=np.full(len(words), np.nan), where=timed)
    usual = timed & (pace >= FASTEST) & (pace <= SLOWEST)

    def over(parts: Floats, wholes: Floats, rows: NDArray[np.bool_]) -> Rate | None:
        return ratio(parts, wholes, draws, where=rows)

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
