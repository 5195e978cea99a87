"""How post-edits are analysed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

from bakeoff.human_eval.protocols.edit_rates import TER
from bakeoff.rulebook.schema.human import HumanEvaluation
from bakeoff.statistics import Correction
from bakeoff.statistics.inputs import DEFAULT_SEED, one_of
from bakeoff.text.tags import TagSource

EditUnit = Literal["segment", "document"]


@dataclass(frozen=True, slots=True, kw_only=True)
class PostEditAnalysis:
    """The usual choices are those of I16: tercom's TER, 10,000 trials, p < .01, no correction."""

    metric: str = TER
    level: float = 0.01
    trials: int = 10_000
    correction: Correction = "none"
    confidence: float = 0.95
    samples: int = 1000
    unit: EditUnit = "segment"
    """What is drawn again, or swapped, as one."""
    excluded: frozenset[str] = frozenset()
    """Translators whose post-edits do not count."""
    tags: TagSource | None = None
    """What gives words their parts of speech; None: edits are not counted by these."""
    seed: int = DEFAULT_SEED
    threads: int = 1

    def __post_init__(self) -> None:
        one_of(self.unit, get_args(EditUnit), "unit")


def post_edit_analysis_by_rules(rules: HumanEvaluation, *, seed: int = DEFAULT_SEED) -> PostEditAnalysis:
    """How a rulebook has post-edits analysed."""
    unit: EditUnit = "document" if rules.unit == "document" else "segment"
    if rules.comparison is None:
        return PostEditAnalysis(unit=unit, seed=seed)
    return PostEditAnalysis(
        level=rules.comparison.level,
        trials=rules.comparison.trials,
        correction=rules.comparison.correction,
        unit=unit,
        seed=seed,
    )
