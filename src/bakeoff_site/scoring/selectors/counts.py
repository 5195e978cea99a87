"""Words and errors behind rates of speech recognition, from stored statistics."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from bakeoff.evaluation import Counts, error_counts, restore_evaluation
from bakeoff_site.core.caches import RowCache
from bakeoff_site.scoring.conversions import stored_run
from bakeoff_site.scoring.models import RunScore, ScoredText
from bakeoff_site.scoring.selectors.evaluations import unpacked_layout

WHOLE = ""
"""In place of a group: all segments."""

Parts = Mapping[str, Counts]
"""Counts by group, those of the whole set first."""

_COUNTED: RowCache[Parts] = RowCache(most=5_000)


def counts_of_scores(score_ids: Iterable[int]) -> dict[int, Parts]:
    """What error rates of recognition are made of, by the number of the score; of other scores, nothing."""
    # Scores never change.
    return _COUNTED.get(score_ids, _count)


def _count(score_ids: list[int]) -> dict[int, Parts]:
    scores = list(RunScore.objects.filter(pk__in=score_ids))
    texts = ScoredText.objects.filter(run__in={score.run_id for score in scores})
    layouts = {
        (run, inputs_digest): sha256
        for run, inputs_digest, sha256 in texts.values_list("run", "inputs_digest", "layout__sha256")
    }
    return {score.pk: _parts(score, layouts[score.run_id, score.inputs_digest]) for score in scores}


def _parts(score: RunScore, layout: str) -> Parts:
    evaluation = restore_evaluation(
        unpacked_layout(layout),
        [stored_run("run", [score], None)],
        specification=score.specification,
        by=dict.fromkeys(group.partition("=")[0] for group in score.groups),
    )
    (system,) = evaluation.systems
    parts = {WHOLE: None, **evaluation.groups}
    found = {part: error_counts(evaluation, system, score.metric, members) for part, members in parts.items()}
    return {part: counts for part, counts in found.items() if counts is not None}
