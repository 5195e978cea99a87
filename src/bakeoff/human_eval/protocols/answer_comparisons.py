"""Ranks that judges gave become comparisons of two outputs each."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from typing import Any, get_args

import numpy as np
from numpy.typing import NDArray

from bakeoff.data.judgments import CONTROLS, SHARED, Judgment
from bakeoff.human_eval.protocols.answer_columns import parse_answers
from bakeoff.human_eval.protocols.contract import Compared
from bakeoff.human_eval.protocols.observations import Floats, Numbering, Preferences
from bakeoff.statistics.inputs import one_of

ALIKE = 0.25
"""Outputs that differ by no more, in standard deviations of quality, are found equal by those who are imagined."""

Ranks = Sequence[int | None]
"""A rank for each output in the order of the screen, the lowest being the best; None: not ranked."""


def compare_outputs(
    judgments: Iterable[Judgment], parse: Callable[[Any, Sequence[str]], Ranks], *, of: Compared = "outputs"
) -> Preferences:
    """Every two outputs that a judgment ranks, compared; the first is the one that was shown first.

    Of "systems", an output that several share (`a,b`) counts for each of them, and as a tie between them: as WMT
    counted what it had collapsed in 2015 and 2016. `parse` reads answers; those that are none are refused together.
    """
    one_of(of, get_args(Compared), "what is compared")
    systems, judges, items = Numbering(), Numbering(), Numbering()
    shown: dict[int, list[tuple[int, ...]]] = {}
    ranked: dict[int, list[Ranks]] = {}
    sources: dict[int, list[int]] = {}
    damaged: dict[int, list[tuple[int, int]]] = {}  # number of the screen among those of its size, place on it
    heads: list[tuple[int, int, int, float]] = []
    given = tuple(judgments)
    for number, (judgment, ranks) in enumerate(zip(given, parse_answers(given, parse), strict=True)):
        seconds = math.nan if judgment.seconds is None else judgment.seconds
        heads.append((judges[judgment.judge], items[judgment.item], CONTROLS.index(judgment.control), seconds))
        split = of == "systems" and any(SHARED in name for name in judgment.systems)
        names, own = _split(judgment.systems, ranks) if split else (judgment.systems, ranks)
        shown.setdefault(len(own), []).append(tuple(map(systems.__getitem__, names)))
        ranked.setdefault(len(own), []).append(own)
        sources.setdefault(len(own), []).append(number)
        if judgment.control and (hurt := judgment.shown_damaged):
            outputs = {name for each in hurt for name in (each.split(SHARED) if split else [each])}
            row = len(shown[len(own)]) - 1
            damaged.setdefault(len(own), []).extend((row, place) for place, name in enumerate(names) if name in outputs)
    first, second, outcome, judgment_of, hurts = _pairs(shown, ranked, sources, damaged)
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
        damaged=hurts,
    )


def _split(names: Sequence[str], ranks: Ranks) -> tuple[tuple[str, ...], Ranks]:
    """Every system by itself, with the rank of its output."""
    pairs = [(name, rank) for shared, rank in zip(names, ranks, strict=True) for name in shared.split(SHARED)]
    return tuple(name for name, _ in pairs), [rank for _, rank in pairs]


def _pairs(
    shown: dict[int, list[tuple[int, ...]]],
    ranked: dict[int, list[Ranks]],
    sources: dict[int, list[int]],
    damaged: dict[int, list[tuple[int, int]]],
) -> tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.int8], NDArray[np.int32], NDArray[np.int8]]:
    """First and second system, outcome, judgment and damage of every comparison, in the order of the judgments."""
    parts: list[tuple[NDArray[np.int32], ...]] = [(np.zeros(0, np.int32),) * 5]
    for size, screens in shown.items():
        a, b = np.triu_indices(size, 1)
        systems = np.array(screens, dtype=np.int32)
        ranks = np.array(ranked[size], dtype=np.float64)
        numbers = np.repeat(np.array(sources[size], dtype=np.int32), len(a))
        outcomes = np.sign(ranks[:, b] - ranks[:, a]).ravel()
        known = ~np.isnan(outcomes)
        hurt = np.zeros((len(screens), size), dtype=np.int8)
        hurt[tuple(np.array(damaged.get(size, []), dtype=np.intp).reshape(-1, 2).T)] = 1
        columns = (
            systems[:, a].ravel(),
            systems[:, b].ravel(),
            outcomes,
            numbers,
            (hurt[:, a] - hurt[:, b]).ravel(),
        )
        parts.append(tuple(column[known].astype(np.int32) for column in columns))
    first, second, outcome, judgment, hurts = (np.concatenate(columns) for columns in zip(*parts, strict=True))
    order = np.argsort(judgment, kind="stable")
    return (
        first[order],
        second[order],
        outcome[order].astype(np.int8),
        judgment[order],
        hurts[order].astype(np.int8),
    )
