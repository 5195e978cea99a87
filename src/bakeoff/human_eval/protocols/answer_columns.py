"""From judgments to columns: answers read by their protocol become grades, or comparisons of two outputs each."""

from __future__ import annotations

import math
import typing
from collections.abc import Iterable, Sequence
from typing import Any, TypeVar, get_args

import numpy as np
from numpy.typing import NDArray

from bakeoff.data.judgments import CONTROLS, SHARED, Judgment
from bakeoff.errors import MistakesError
from bakeoff.human_eval.protocols.contract import AnswerError, Compared
from bakeoff.human_eval.protocols.observations import Floats, Grades, Numbering, Preferences
from bakeoff.statistics.inputs import one_of

Parsed = TypeVar("Parsed")
Parsed_co = TypeVar("Parsed_co", covariant=True)


class Parse(typing.Protocol[Parsed_co]):
    """Reads an answer to a screen that showed these systems and texts."""

    def __call__(self, answer: Any, systems: Sequence[str], *, texts: Sequence[str] = ()) -> Parsed_co: ...


def parse_answers(judgments: Iterable[Judgment], parse: Parse[Parsed]) -> list[Parsed]:
    """All answers in order; where some are none, an error that names all of those."""
    answers, mistakes = [], []
    for judgment in judgments:
        try:
            answers.append(parse(judgment.answer, judgment.systems, texts=judgment.texts))
        except AnswerError as error:
            mistakes.append(placed(error, judgment))
    if mistakes:
        raise MistakesError(mistakes)
    return answers


def grades_of(judgments: Sequence[Judgment], values: Sequence[Sequence[float | None]]) -> Grades:
    """Columns of grades: for each judgment one value for each of its systems, None where it has none."""
    systems, judges, items = Numbering(), Numbering(), Numbering()
    rows = [
        (
            number,
            judges[judgment.judge],
            items[judgment.item],
            systems[system],
            CONTROLS.index(judgment.control),
            bool(judgment.control) and system in judgment.shown_damaged,
            value,
        )
        for number, (judgment, given) in enumerate(zip(judgments, values, strict=True))
        for system, value in zip(judgment.systems, given, strict=True)
        if value is not None
    ]
    seconds = np.array([np.nan if (s := each.seconds) is None else s for each in judgments], dtype=np.float64)
    table = np.array(rows, dtype=np.float64).reshape(-1, 7)
    integers = table[:, :6].astype(np.int32)
    return Grades(
        systems=systems.names,
        judges=judges.names,
        items=items.names,
        judgment=integers[:, 0],
        judge=integers[:, 1],
        item=integers[:, 2],
        system=integers[:, 3],
        control=integers[:, 4].astype(np.int8),
        seconds=seconds[integers[:, 0]],
        value=table[:, 6],
        damaged=integers[:, 5].astype(bool),
    )


def placed(error: AnswerError, judgment: Judgment) -> AnswerError:
    """The mistake with the row that contains it, or with the judgment's id where there is no row."""
    if judgment.place.file is not None or judgment.place.line is not None:
        remedy = error.remedy or "Correct the answer, or take the row out."
        return AnswerError(found=error.found, expected=error.expected, place=judgment.place, remedy=remedy)
    found = f"{error.found} in judgment {judgment.id}"
    return AnswerError(found=found, expected=error.expected, remedy=error.remedy)


ALIKE = 0.25
"""Outputs that differ by no more, in standard deviations of quality, are judged equal by simulated judges."""

Ranks = Sequence[int | None]
"""A rank for each output in the order of the screen, the lowest being the best; None: not ranked."""


def compare_outputs(judgments: Iterable[Judgment], parse: Parse[Ranks], *, of: Compared = "outputs") -> Preferences:
    """Every two outputs that a judgment ranks, compared; the first is the one that was shown first.

    Of "systems", an output that several share (`a,b`) counts for each of them, and as a tie between them: as WMT
    counted what it had collapsed in 2015 and 2016. `parse` reads answers and reports all invalid ones together.
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
