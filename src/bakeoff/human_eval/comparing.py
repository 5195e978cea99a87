"""Ranks that judges gave become comparisons of two outputs each."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from bakeoff.data.judgments import CONTROLS, Judgment
from bakeoff.errors import InputError, MistakesError
from bakeoff.human_eval.contract import AnswerError
from bakeoff.human_eval.observations import Floats, Numbering, Preferences

ALIKE = 0.25
"""Outputs that differ by no more, in standard deviations of quality, are found equal by those who are imagined."""

Ranks = Sequence[int | None]
"""A rank for each output in the order of the screen, the lowest being the best; None: not ranked."""


def compare_outputs(judgments: Iterable[Judgment], ranks_of: Callable[[Judgment], Ranks]) -> Preferences:
    """Every two outputs that a judgment ranks, compared; the first is the one that was shown first.

    Answers that are none under their protocol are refused together, each with its place.
    """
    systems, judges, items = Numbering(), Numbering(), Numbering()
    shown: dict[int, list[tuple[int, ...]]] = {}
    ranked: dict[int, list[Ranks]] = {}
    sources: dict[int, list[int]] = {}
    heads: list[tuple[int, int, int, float]] = []
    mistakes: list[InputError] = []
    for number, judgment in enumerate(judgments):
        try:
            ranks = ranks_of(judgment)
        except AnswerError as error:
            mistakes.append(placed(error, judgment))
            continue
        seconds = math.nan if judgment.seconds is None else judgment.seconds
        heads.append((judges[judgment.judge], items[judgment.item], CONTROLS.index(judgment.control), seconds))
        size = len(ranks)
        shown.setdefault(size, []).append(tuple(map(systems.__getitem__, judgment.systems)))
        ranked.setdefault(size, []).append(ranks)
        sources.setdefault(size, []).append(number)
    if mistakes:
        raise MistakesError(mistakes)
    first, second, outcome, judgment_of = _pairs(shown, ranked, sources)
    head: Floats = np.array(heads, dtype=np.float64).reshape(-1, 4)[judgment_of]
    return Preferences(
        systems=systems.names,
        judges=judges.names,
        items=items.names,
        judge=head[:, 0].astype(np.int32),
        item=head[:, 1].astype(np.int32),
        judgment=judgment_of,
        control=head[:, 2].astype(np.int8),
        seconds=head[:, 3].copy(),
        first=first,
        second=second,
        outcome=outcome,
    )


def placed(error: AnswerError, judgment: Judgment) -> AnswerError:
    """The same mistake with the row that it stands in."""
    return AnswerError(found=error.found, expected=error.expected, remedy=error.remedy, place=judgment.place)


def _pairs(
    shown: dict[int, list[tuple[int, ...]]], ranked: dict[int, list[Ranks]], sources: dict[int, list[int]]
) -> tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.int8], NDArray[np.int32]]:
    """First and second system, outcome and judgment of every comparison, in the order of the judgments."""
    parts: list[tuple[NDArray[np.int32], ...]] = [(np.zeros(0, np.int32),) * 4]
    for size in shown:
        a, b = np.triu_indices(size, 1)
        systems = np.array(shown[size], dtype=np.int32)
        ranks = np.array(ranked[size], dtype=np.float64)
        numbers = np.repeat(np.array(sources[size], dtype=np.int32), len(a))
        outcomes = np.sign(ranks[:, b] - ranks[:, a]).ravel()
        known = ~np.isnan(outcomes)
        columns = (systems[:, a].ravel(), systems[:, b].ravel(), outcomes, numbers)
        parts.append(tuple(column[known].astype(np.int32) for column in columns))
    first, second, outcome, judgment = (np.concatenate(columns) for columns in zip(*parts, strict=True))
    order = np.argsort(judgment, kind="stable")
    return first[order], second[order], outcome[order].astype(np.int8), judgment[order]
