"""Answers that count, as columns: what every analysis of judgments starts from."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bakeoff.data.judgments import SHARED, Judgment
from bakeoff.errors import InputError
from bakeoff.human_eval.analyses.shared_judgments import for_each_system
from bakeoff.human_eval.protocols.contract import Protocol
from bakeoff.human_eval.protocols.observations import Grades, Preferences


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ReadAnswers:
    """Answers of judgments: as systems are ranked by them, and as agreement is counted, where that differs."""

    ranked: Grades | Preferences
    compared: Grades | Preferences
    sources: NDArray[np.int64]
    """For each judgment of `ranked` the number of the one that was read: a grade for an output that systems share is
    one of each of them."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class CountedAnswers:
    """Answers that count, with how many judgments of each judge they are of, and how many do not count."""

    ranked: Grades | Preferences
    compared: Grades | Preferences
    judgments: Mapping[str, int]
    passed: int = 0
    """Screens that judges passed by."""
    superseded: int = 0
    """Answers that the judge gave again."""

    @property
    def given(self) -> Grades | Preferences:
        """Answers as judges gave them. A grade for an output that systems share is one answer, not several; but of
        outputs that are all the same, comparisons are between systems only.
        """
        return self.compared if isinstance(self.compared, Grades) else self.ranked

    def without(self, judges: Collection[str]) -> CountedAnswers:
        """The answers of the other judges."""
        if not judges:
            return self
        if not set(self.ranked.judges) - set(judges):
            raise InputError(expected="a judge who is not left out", found="none", remedy="Loosen the rules.")
        ranked, compared = (each.only(~_by(each, judges)) for each in (self.ranked, self.compared))
        return replace(self, ranked=ranked, compared=compared)


def read_answers(judgments: Sequence[Judgment], protocol: Protocol[Any], *, score: str) -> ReadAnswers:
    """The answers behind a score; an error that names all judgments whose answer is none."""
    shared = any(SHARED in system for judgment in judgments for system in judgment.systems)
    every = np.arange(len(judgments))
    preferences = protocol.preferences(judgments, of="systems")
    if preferences is not None:
        # Judges cannot distinguish systems that share an output: for agreement they are one.
        compared = protocol.preferences(judgments, of="outputs") if shared else preferences
        return ReadAnswers(ranked=preferences, compared=preferences if compared is None else compared, sources=every)
    grades = protocol.grades_behind(score, judgments)
    if grades is None:
        raise InputError(expected="answers that grade or compare", found=f"those of {protocol.name}")
    # Systems that share an output share its grades; judges agree on outputs.
    ranked = protocol.grades_behind(score, for_each_system(judgments)) if shared else None
    if ranked is None:
        return ReadAnswers(ranked=grades, compared=grades, sources=every)
    times = [each.systems[0].count(SHARED) + 1 if len(each.systems) == 1 else 1 for each in judgments]
    return ReadAnswers(ranked=ranked, compared=grades, sources=np.repeat(every, times))


def _by(answers: Grades | Preferences, judges: Collection[str]) -> NDArray[np.bool_]:
    return np.isin(answers.judge, [number for number, judge in enumerate(answers.judges) if judge in judges])
