"""What a rule about judges is, and the answers that rules look at."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from bakeoff.errors import InputError
from bakeoff.human_eval.protocols.observations import Floats, Grades, Observations, Preferences, name_places


@dataclass(frozen=True, slots=True, kw_only=True)
class Reason:
    """Why a judge fails a rule."""

    rule: str
    found: float
    bound: float
    sentence: str
    """For the judge and the organiser."""

    def __str__(self) -> str:
        return self.sentence


class QualityRule(ABC):
    """A condition that the answers of a judge must meet."""

    name: ClassVar[str]

    @abstractmethod
    def failing(self, observations: Observations) -> dict[str, Reason]:
        """The judges that fail, each with the reason. Judges with too few answers do not fail."""

    def _reason(self, found: float, bound: float, sentence: str) -> Reason:
        return Reason(rule=self.name, found=found, bound=bound, sentence=sentence)


def answered(observations: Observations) -> tuple[NDArray[np.int64], Floats]:
    """What each row is about, and the answer as a number: answers about one thing can be compared.

    A grade is about one output. A preference is about two, in either order: 1 says that the one whose name comes
    first is better.
    """
    systems = len(observations.systems)
    item = observations.item.astype(np.int64)
    if isinstance(observations, Grades):
        return item * systems + observations.system, observations.value
    if isinstance(observations, Preferences):
        places = name_places(observations.systems)
        first, second = places[observations.first], places[observations.second]
        sign = np.where(first <= second, 1, -1)
        thing = (item * systems + np.minimum(first, second)) * systems + np.maximum(first, second)
        return thing, (sign * observations.outcome).astype(np.float64)
    raise InputError(expected="grades or preferences", found=type(observations).__name__)


def rows_by_judge(observations: Observations, among: NDArray[np.bool_]) -> Iterator[tuple[str, NDArray[np.int64]]]:
    """Each judge who has such rows, with them in their order."""
    rows = np.flatnonzero(among)
    order = np.argsort(observations.judge[rows], kind="stable")
    present, starts = np.unique(observations.judge[rows][order], return_index=True)
    if len(present):
        for judge, part in zip(present, np.split(rows[order], starts[1:]), strict=True):
            yield observations.judges[judge], part
