"""Judges left out for a reason, so that every analysis can be made with them and without."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Generic, TypeVar

import numpy as np

from bakeoff.data.judgments import UNNAMED
from bakeoff.human_eval.protocols.observations import Observations
from bakeoff.human_eval.quality.rules import QualityRule, Reason

Rows = TypeVar("Rows", bound=Observations)


@dataclass(frozen=True, slots=True, eq=False)
class Exclusion(Generic[Rows]):
    """What is kept, and who is not."""

    kept: Rows
    """The observations without those of excluded judges."""
    excluded: dict[str, tuple[Reason, ...]]
    """Every rule that a judge failed."""


def exclude_judges(observations: Rows, rules: Iterable[QualityRule]) -> Exclusion[Rows]:
    """Leaves out judges who fail a rule. All rules see all observations, so that their order does not matter.

    Rules are about one person: answers whose judge has no name stay.

    The observations given stay as they are: what was ranked with all judges is ranked again with `kept`.
    """
    reasons: dict[str, list[Reason]] = {}
    for rule in rules:
        for judge, reason in rule.failing(observations).items():
            reasons.setdefault(judge, []).append(reason)
    excluded = {judge: tuple(reasons[judge]) for judge in observations.judges if judge in reasons and judge != UNNAMED}
    numbers = [number for number, judge in enumerate(observations.judges) if judge in excluded]
    return Exclusion(observations.take(~np.isin(observations.judge, numbers)), excluded)
