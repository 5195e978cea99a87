"""Metrics of the rulebook that runs have no score by, each with the reason."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from bakeoff.rulebook.schema import Scoring
from bakeoff.rulebook.schema.evaluation import SPEECH_METRICS
from bakeoff_site.results.conversions.shown import MissingMetric
from bakeoff_site.results.permissions import Visibility
from bakeoff_site.results.selectors.visibility import Names
from bakeoff_site.scoring.models import RunScore
from bakeoff_site.scoring.selectors.score_files import outdated_scores
from bakeoff_site.submissions.models import Run

NOT_UPLOADED = "it is not computed here, and no score file has been uploaded"
OUTDATED = "the uploaded score is of earlier references or of an earlier run"
NOT_COMPUTED = "it has not been computed yet"
OF_TEXTS = "it does not apply to transcripts"
OF_SYSTEMS = "it was uploaded for complete systems, not for parts of the test set"

Uploaded = tuple[tuple[int, str], ...]
"""Runs and metrics that scores were uploaded of at some time."""


def uploaded_scores(scoring: Scoring, **where: object) -> Uploaded:
    """What was uploaded of runs; where the rulebook has no metric from outside, nothing is looked up."""
    if not scoring.outside:
        return ()
    rows = RunScore.objects.filter(upload__isnull=False, **where).order_by("run_id", "metric")
    return tuple(rows.values_list("run_id", "metric").distinct())


class Missing:
    """Finds what runs have no score by. `held` are runs, specifications and metrics with a score."""

    def __init__(
        self,
        scoring: Scoring,
        *,
        every: Sequence[Run],
        held: Collection[tuple[int, str, str]],
        uploaded: Uploaded,
        visibility: Visibility,
        names: Names,
    ) -> None:
        self._scoring = scoring
        self._every = every
        self._held = held
        self._uploaded = frozenset(uploaded)
        self._visibility = visibility
        self._names = names

    def of(
        self,
        runs: Sequence[Run],
        specifications: Collection[str],
        *,
        in_group: Collection[tuple[int, str]] | None = None,
    ) -> tuple[MissingMetric, ...]:
        """In the order of the rulebook. `in_group`: the runs and metrics with a score on the group that is shown."""
        return tuple(
            MissingMetric(
                metric=metric,
                reason=reason,
                is_official=metric == self._scoring.official_metric,
                is_outside=metric in self._scoring.outside,
                systems=() if len(lacking) == len(runs) else tuple(sorted(self._name(run) for run in lacking)),
            )
            for metric in self._scoring.all_metrics
            for reason, lacking in self._reasons(metric, runs, specifications, in_group).items()
        )

    def _reasons(
        self,
        metric: str,
        runs: Sequence[Run],
        specifications: Collection[str],
        in_group: Collection[tuple[int, str]] | None,
    ) -> dict[str, list[Run]]:
        lacking = [run for run in runs if all((run.pk, each, metric) not in self._held for each in specifications)]
        found: dict[str, list[Run]] = {}
        outdated = outdated_scores(self._every, lacking, metric, self._uploaded)
        for run in lacking:
            found.setdefault(self._why(metric, is_outdated=run.pk in outdated), []).append(run)
        if in_group is not None:
            without = [run for run in runs if run not in lacking and (run.pk, metric) not in in_group]
            if without and metric in self._scoring.outside:
                found[OF_SYSTEMS] = without
        return found

    def _why(self, metric: str, *, is_outdated: bool) -> str:
        if is_outdated:
            return OUTDATED
        if metric in self._scoring.outside:
            return NOT_UPLOADED
        return OF_TEXTS if self._scoring.is_recognition and metric not in SPEECH_METRICS else NOT_COMPUTED

    def _name(self, run: Run) -> str:
        return self._names.name(run, self._visibility)
