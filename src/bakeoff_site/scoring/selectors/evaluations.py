"""Evaluations restored from what is stored, and the counts behind rates of speech recognition."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from bakeoff.data import AlignedTexts
from bakeoff.data.groups import groupings_of
from bakeoff.evaluation import (
    Counts,
    Evaluation,
    error_counts,
    known_attributes,
    present_groupings,
    restore_evaluation,
    unpack_layout,
)
from bakeoff_site.core.caches import RowCache
from bakeoff_site.core.refusals import RefusedError
from bakeoff_site.scoring.conversions import names_apart, stored_run
from bakeoff_site.scoring.models import Layout, RunScore, ScoredText
from bakeoff_site.submissions.models import Run

ALL_SEGMENTS = ""
"""In place of a group: all segments."""

Parts = Mapping[str, Counts]
"""Counts by group, those of the complete set first."""

_COUNTED: RowCache[Parts] = RowCache(most=5_000)


def system_names(runs: Sequence[Run]) -> dict[int, str]:
    """What `evaluation_of` calls the runs: by their names or, where two share one, by name and number."""
    return names_apart([(run.pk, run.name) for run in runs])


def evaluation_of(runs: Sequence[Run], specification: str) -> Evaluation:
    """Runs of one board with the scores in force under a specification, and with all texts.

    Systems are called as in `system_names`. Runs without scores under the specification, or not yet scored against the
    references that the others were scored against, are left out, with the reason.
    """
    return restored(runs, specification, names=system_names(runs), with_texts=True)


def restored(runs: Sequence[Run], specification: str, *, names: dict[int, str], with_texts: bool) -> Evaluation:
    """An evaluation of runs under the given names; texts take room and time, and comparisons need none."""
    scores = _current_scores(runs, specification)
    texts = _scored_texts(runs, with_texts=with_texts)
    scored = [run for run in runs if run.pk in scores]
    layouts = Counter(texts[run.pk, scores[run.pk][0].inputs_digest].layout_id for run in scored)
    if not layouts:
        raise RefusedError("None of these runs is scored under this specification yet.")
    # While references are being replaced, the newer ones win as soon as most runs are scored with them.
    layout_id = max(layouts, key=lambda each: (layouts[each], each))
    stored, left_out = [], {}
    layout = None
    for run in runs:
        name = names[run.pk]
        if run.pk not in scores:
            left_out[name] = "it has no scores under this specification"
            continue
        text = texts[run.pk, scores[run.pk][0].inputs_digest]
        if text.layout_id != layout_id:
            left_out[name] = "it is being scored again"
            continue
        layout = text.layout
        segments = bytes(text.segments) if with_texts and text.segments is not None else None
        stored.append(stored_run(name, scores[run.pk], segments))
    assert layout is not None
    board = scored[0].board
    rules = board.campaign.rules
    texts_of_all = unpacked_layout(layout.sha256)
    evaluation = restore_evaluation(
        texts_of_all,
        stored,
        specification=specification,
        by=present_groupings(texts_of_all.documents, rules.test_sets[board.test_set].groupings),
        target_language=rules.language_pairs[board.language_pair].target,
    )
    return replace(evaluation, left_out=left_out)


@lru_cache(maxsize=16)
def unpacked_layout(sha256: str) -> AlignedTexts:
    """What all runs on a test set share, read once in a process."""
    return unpack_layout(bytes(Layout.objects.get(sha256=sha256).content))


def _current_scores(runs: Sequence[Run], specification: str) -> dict[int, list[RunScore]]:
    rows = RunScore.objects.filter(run__in=runs, specification=specification, current=True).order_by("pk")
    scores: dict[int, list[RunScore]] = {}
    for row in rows:
        scores.setdefault(row.run_id, []).append(row)
    return scores


def _scored_texts(runs: Sequence[Run], *, with_texts: bool) -> dict[tuple[int, str], ScoredText]:
    unread = ["layout__content", *([] if with_texts else ["segments"])]
    rows = ScoredText.objects.filter(run__in=runs).select_related("layout").defer(*unread)
    return {(row.run_id, row.inputs_digest): row for row in rows}


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
    texts = unpacked_layout(layout)
    evaluation = restore_evaluation(
        texts,
        [stored_run("run", [score], None)],
        specification=score.specification,
        by=groupings_of(score.groups, known_attributes(texts.documents)),
    )
    (system,) = evaluation.systems
    parts = {ALL_SEGMENTS: None, **evaluation.groups}
    counted = {part: error_counts(evaluation, system, score.metric, members) for part, members in parts.items()}
    return {part: counts for part, counts in counted.items() if counts is not None}
