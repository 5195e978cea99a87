"""From judgments to columns: every answer read by its protocol, every mistake named."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar

import numpy as np

from bakeoff.data.judgments import CONTROLS, Judgment
from bakeoff.errors import MistakesError
from bakeoff.human_eval.protocols.contract import AnswerError
from bakeoff.human_eval.protocols.observations import Grades, Numbering

Parsed = TypeVar("Parsed")


def parse_answers(judgments: Iterable[Judgment], parse: Callable[[Any, Sequence[str]], Parsed]) -> list[Parsed]:
    """All answers in order; where some are none, an error that names all of those."""
    answers, mistakes = [], []
    for judgment in judgments:
        try:
            answers.append(parse(judgment.answer, judgment.systems))
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
    whole = table[:, :6].astype(np.int32)
    return Grades(
        systems=systems.names,
        judges=judges.names,
        items=items.names,
        judgment=whole[:, 0],
        judge=whole[:, 1],
        item=whole[:, 2],
        system=whole[:, 3],
        control=whole[:, 4].astype(np.int8),
        seconds=seconds[whole[:, 0]],
        value=table[:, 6],
        damaged=whole[:, 5].astype(bool),
    )


def placed(error: AnswerError, judgment: Judgment) -> AnswerError:
    """The mistake with the row that it stands in, or where there is none with the judgment's id."""
    if judgment.place.file is not None or judgment.place.line is not None:
        return AnswerError(found=error.found, expected=error.expected, place=judgment.place, remedy=error.remedy)
    found = f"{error.found} in judgment {judgment.id}"
    return AnswerError(found=found, expected=error.expected, remedy=error.remedy)
