"""Acceptability of constituents (W08, section 3.3): whether the translation of a part of a sentence is acceptable."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar, Literal, get_args

import numpy as np

from bakeoff.data.judgments import ItemKind, Judgment
from bakeoff.human_eval.protocols.answer_columns import grades_of, parse_answers
from bakeoff.human_eval.protocols.constituent_ranking import CAUTION
from bakeoff.human_eval.protocols.contract import AnswerError, Missing, Protocol, Score, Shows
from bakeoff.human_eval.protocols.observations import Grades

Acceptability = Literal["yes", "no", "not sure"]
Given = tuple[Acceptability | None, ...]
"""An answer for each output shown; None where the judge gave none."""
_GRADES: Mapping[Acceptability | None, float | None] = {"yes": 1.0, "no": 0.0, "not sure": None, None: None}
_UNSURE = 0.15
"""How near to the border between yes and no simulated judges are not sure."""


class ConstituentAcceptability(Protocol[Given]):
    """An answer is yes, no or not sure for each output shown: a list of these, or one where one output is shown.

    As grades, yes is 1 and no is 0, so that their mean is the share of yes among both; not sure is no grade.
    """

    name = "constituent_acceptability"
    title = "Acceptability of constituents"
    kind: ClassVar[ItemKind] = "constituent"
    shows: ClassVar[frozenset[Shows]] = frozenset({"source", "reference"})
    shown = 5
    seconds_an_output = 8.5 / 5  # W08, 7.2: 8.5 seconds a screen
    scale = (0.0, 1.0)
    scores: ClassVar[tuple[Score, ...]] = ("yes", "mean")
    choices: ClassVar[tuple[str, ...]] = get_args(Acceptability)

    question = "Is the highlighted part of each translation acceptable?"
    instructions = (
        "Decide whether the highlighted part of each translation is acceptable, given the reference. Do not compare it "
        f"with the other translations. Say that you are not sure where you cannot decide. {CAUTION}"
    )

    @property
    def keys(self) -> Mapping[str, Any]:
        return {"1": "yes", "2": "no", "3": "not sure"}

    def parse(self, answer: Any, systems: Sequence[str], *, texts: Sequence[str] = ()) -> Given:  # noqa: ARG002
        answers = answer if isinstance(answer, list | tuple) else [answer]
        if len(answers) != len(systems):
            raise AnswerError(
                expected=f"{len(systems)} answers, one for each output shown",
                found=str(len(answers)),
                remedy="Write null for an output without an answer.",
            )
        for each in answers:
            if each is not None and each not in get_args(Acceptability):
                raise AnswerError(expected="yes, no or not sure", found=repr(each)[:60])
        return tuple(answers)

    def write(self, answer: Given) -> Any:
        return answer[0] if len(answer) == 1 else list(answer)

    def draft(self, answer: Any, systems: Sequence[str], *, texts: Sequence[str] = ()) -> Any:
        return self.write(self.parse([None] * len(systems) if answer is None else answer, systems, texts=texts))

    def missing(self, answer: Any, systems: Sequence[str]) -> tuple[Missing, ...]:
        answers = (None,) * len(systems) if answer is None else self.parse(answer, systems)
        return tuple(
            Missing("an answer", number, is_only=len(answers) == 1)
            for number, each in enumerate(answers)
            if each is None
        )

    def imagine(self, perceived: Sequence[float], rng: np.random.Generator) -> Any:  # noqa: ARG002 -- of others
        """Yes above the ordinary, no below it; not sure near the border."""
        answers: list[Acceptability] = [
            "not sure" if abs(each) < _UNSURE else "yes" if each > 0 else "no" for each in perceived
        ]
        return self.write(tuple(answers))

    def grades(self, judgments: Iterable[Judgment]) -> Grades:
        rows = tuple(judgments)
        return grades_of(rows, [[_GRADES[each] for each in given] for given in parse_answers(rows, self.parse)])


PROTOCOL = ConstituentAcceptability
