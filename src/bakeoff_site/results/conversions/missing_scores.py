"""The scores that runs of a board lack, and why."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from bakeoff.rulebook.schema import Scoring
from bakeoff.rulebook.schema.evaluation import SPEECH_METRICS
from bakeoff_site.results.conversions.boards import MissingMetric
from bakeoff_site.results.permissions import Names, Visibility
from bakeoff_site.scoring.conversions import outdated_scores
from bakeoff_site.submissions.models import Run

NOT_UPLOADED = "it is not computed here, and no score file has been uploaded"
BY_PLUGIN = "a plug-in of the server computes it and has not done so yet"
OUTDATED = "the uploaded score is of earlier references or of an earlier run"
NOT_COMPUTED = "it has not been computed yet"
OF_TEXTS = "it does not apply to transcripts"
OF_SYSTEMS = "it was uploaded for complete systems, not for parts of the test set"

Uploaded = tuple[tuple[int, str], ...]
"""Runs and metrics that scores were uploaded of at some time."""


class MissingScores:
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
        plugins: Collection[str] = (),
    ) -> None:
        """`plugins` are the outside metrics that the server computes by itself."""
        self._plugins = plugins
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
        reasons: dict[str, list[Run]] = {}
        outdated = outdated_scores(self._every, lacking, metric, self._uploaded)
        for run in lacking:
            reasons.setdefault(self._why(metric, is_outdated=run.pk in outdated), []).append(run)
        if in_group is not None:
            without = [run for run in runs if run not in lacking and (run.pk, metric) not in in_group]
            if without and metric in self._scoring.outside:
                reasons[OF_SYSTEMS] = without
        return reasons

    def _why(self, metric: str, *, is_outdated: bool) -> str:
        if is_outdated:
            return OUTDATED
        if metric in self._scoring.outside:
            return BY_PLUGIN if metric in self._plugins else NOT_UPLOADED
        return OF_TEXTS if self._scoring.is_recognition and metric not in SPEECH_METRICS else NOT_COMPUTED

    def _name(self, run: Run) -> str:
        return self._names.name(run, self._visibility)
