"""How `bakeoff asr` compares several systems."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bakeoff.cli.interface.progress_bar import progress_bar

if TYPE_CHECKING:
    from bakeoff.evaluation import Comparison, RecognitionTest, Unit
    from bakeoff.speech import SpeechScores
    from bakeoff.statistics import ClusterRule, Correction


@dataclass(frozen=True, slots=True, kw_only=True)
class RecognitionComparison:
    """What was chosen for intervals and tests."""

    test: RecognitionTest
    trials: int
    correction: Correction
    level: float
    baseline: str | None
    rule: ClusterRule
    samples: int
    confidence: float
    unit: Unit
    seed: int
    threads: int | None

    def run(self, systems: Mapping[str, SpeechScores]) -> Comparison:
        from bakeoff.evaluation import add_intervals, compare_recognition, recognition_evaluation

        evaluation = recognition_evaluation(systems)
        with progress_bar("Resampling") as on_progress:
            evaluation = add_intervals(
                evaluation,
                samples=self.samples,
                level=self.confidence,
                unit=self.unit,
                seed=self.seed,
                threads=self.threads,
                on_progress=on_progress,
            )
        with progress_bar("Testing") as on_progress:
            return compare_recognition(
                evaluation,
                systems,
                test=self.test,
                trials=self.trials,
                correction=self.correction,
                level=self.level,
                baseline=self.baseline,
                unit=self.unit,
                rule=self.rule,
                seed=self.seed,
                threads=self.threads,
                on_progress=on_progress,
            )
