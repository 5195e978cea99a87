"""How `bakeoff asr` compares several systems."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bakeoff.cli.interface.progress_bar import progress_bar

if TYPE_CHECKING:
    from bakeoff.evaluation import Comparison, Evaluation, RecognitionTest, Unit
    from bakeoff.speech import SpeechScores
    from bakeoff.statistics import ClusterRule, Correction


@dataclass(frozen=True, slots=True, kw_only=True)
class RecognitionComparison:
    """What was chosen for intervals and tests."""

    test: RecognitionTest
    trials: int
    correction: Correction
    level: float
    rule: ClusterRule
    samples: int
    confidence: float
    unit: Unit
    seed: int
    threads: int | None

    def with_intervals(self, evaluation: Evaluation) -> Evaluation:
        from bakeoff.evaluation import add_intervals

        with progress_bar("Resampling") as on_progress:
            return add_intervals(
                evaluation,
                samples=self.samples,
                level=self.confidence,
                unit=self.unit,
                seed=self.seed,
                threads=self.threads,
                on_progress=on_progress,
            )

    def run(
        self,
        evaluation: Evaluation,
        baseline: str | None,
        earlier: Sequence[str],
        *,
        systems: Mapping[str, SpeechScores],
    ) -> Comparison:
        from bakeoff.evaluation import compare_recognition

        with progress_bar("Testing") as on_progress:
            return compare_recognition(
                evaluation,
                systems,
                test=self.test,
                trials=self.trials,
                correction=self.correction,
                level=self.level,
                baseline=baseline,
                earlier=earlier,
                unit=self.unit,
                rule=self.rule,
                seed=self.seed,
                threads=self.threads,
                on_progress=on_progress,
            )
