"""Evaluations as they are kept: statistics packed to the last bit, and made an evaluation again without rescoring."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache

from bakeoff.data import AlignedTexts
from bakeoff.errors import InputError
from bakeoff.evaluation.recognition.comparisons import WordErrorRate
from bakeoff.evaluation.scores.given_scores import MeanOfSegments
from bakeoff.evaluation.scores.packed import pack_segments, pack_statistics, unpack_segments, unpack_statistics
from bakeoff.evaluation.scores.results import (
    INTERVAL_NOTE,
    Evaluation,
    Scale,
    Score,
    SystemScores,
    Variation,
    score_of,
    total,
    with_groups,
)
from bakeoff.metrics import Scoring, parse_expression
from bakeoff.rulebook.schema.evaluation import SPEECH_METRICS
from bakeoff.statistics import Interval
from bakeoff.text import find_specification, language_code


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredScore:
    """What is kept of a run by one metric. `signature` is that of the complete set, interval included.

    Scores from outside have a `scale`, since nothing else says which way they point. Those of systems have a
    `value` in place of statistics.
    """

    statistics: bytes = field(repr=False)
    signature: str
    scale: Scale | None = None
    value: float | None = None
    variation: Variation | None = None
    group_variations: Mapping[str, Variation] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredRun:
    """What is kept of a run: its scores by metric expression, its segments as they were scored."""

    name: str
    scores: Mapping[str, StoredScore]
    segments: bytes | None = field(default=None, repr=False)
    """None for transcripts that are compared by characters alone."""


def variation_json(variation: Variation | None) -> dict[str, float] | None:
    """How a score varies, as JSON; None where that is no number, since JSON has none for it."""
    if variation is None:
        return None
    interval = variation.interval
    values = {"low": interval.low, "high": interval.high, "level": interval.level, "mean": variation.mean}
    values["sd"] = variation.sd
    return values if all(map(math.isfinite, values.values())) else None


def variation_of(content: Mapping[str, float] | None) -> Variation | None:
    """What `variation_json` wrote."""
    if content is None:
        return None
    interval = Interval(content["low"], content["high"], content["level"])
    return Variation(interval, content["mean"], content["sd"])


def store_run(evaluation: Evaluation, name: str) -> StoredRun:
    """What to store about one system of an evaluation."""
    system = next(each for each in evaluation.systems if each.name == name)
    per_system = {
        expression: StoredScore(
            statistics=b"",
            signature=system.scores[expression].signature,
            scale=scale,
            value=system.scores[expression].value,
        )
        for expression, scale in evaluation.given.items()
    }
    return StoredRun(
        name=name,
        scores={
            expression: StoredScore(
                statistics=pack_statistics(system.statistics[expression]),
                signature=system.scores[expression].signature,
                scale=Scale(metric.direction, metric.digits) if isinstance(metric, MeanOfSegments) else None,
                variation=system.scores[expression].variation,
                group_variations={
                    key: variation
                    for key, group in system.groups.items()
                    if (variation := group.scores[expression].variation) is not None
                },
            )
            for expression, metric in evaluation.metrics.items()
        }
        | per_system,
        segments=pack_segments(evaluation.texts.run_of(name)) if evaluation.texts.runs else None,
    )


def restore_evaluation(
    layout: AlignedTexts,
    runs: Sequence[StoredRun],
    *,
    specification: str,
    by: Iterable[str] = (),
    target_language: str | None = None,
) -> Evaluation:
    """The evaluation that runs were stored from: the same numbers, to the last bit, and nothing is rescored.

    Metrics that only some of the runs have are left out; scores from outside that some runs have as one number
    alone have no statistics for any. `by`, `specification` and `target_language` are those that the
    runs were scored with.
    """
    common = _common(runs)
    per_system = [expression for expression in common if any(not run.scores[expression].statistics for run in runs)]
    metrics = {
        expression: _scoring(expression, runs[0].scores[expression].scale, target_language)
        for expression in common
        if expression not in per_system
    }
    given = {expression: scale for expression in per_system if (scale := runs[0].scores[expression].scale) is not None}
    is_speech = any(expression in SPEECH_METRICS for expression in metrics)
    columns = [() if run.segments is None else unpack_segments(run.segments) for run in runs]
    texts = replace(layout, runs=tuple(filter(None, columns)), systems=tuple(run.name for run in runs))
    evaluation = Evaluation(
        specification=specification,
        metrics=metrics,
        systems=tuple(_system(run, metrics, given, column) for run, column in zip(runs, columns, strict=True)),
        remarks=(),
        left_out={},
        target_language=target_language,
        groups={},
        texts=texts,
        steps=() if is_speech else find_specification(specification).steps,
        given=given,
    )
    evaluation = with_groups(evaluation, by)
    return replace(
        evaluation,
        systems=tuple(_varied(system, run) for system, run in zip(evaluation.systems, runs, strict=True)),
    )


@lru_cache(maxsize=256)
def scoring_of(expression: str, target_language: str | None) -> Scoring:
    """How sums of a metric's statistics become scores."""
    if expression in SPEECH_METRICS:
        return WordErrorRate()
    metric = parse_expression(expression)
    return metric.for_language(language_code(target_language)) if target_language else metric


def _scoring(expression: str, scale: Scale | None, target_language: str | None) -> Scoring:
    if scale is None:
        return scoring_of(expression, target_language)
    return MeanOfSegments(scale.direction, scale.digits)


def _system(
    run: StoredRun, metrics: Mapping[str, Scoring], given: Iterable[str], column: Sequence[str]
) -> SystemScores:
    statistics = {expression: unpack_statistics(run.scores[expression].statistics) for expression in metrics}
    return SystemScores(
        name=run.name,
        scores={
            expression: score_of(metric, total(statistics[expression]), _plain(run.scores[expression].signature))
            for expression, metric in metrics.items()
        }
        | {expression: _complete_score(run.scores[expression]) for expression in given},
        groups={},
        statistics=statistics,
        empty_segments=sum(1 for segment in column if not segment.strip()),
    )


def _complete_score(stored: StoredScore) -> Score:
    """A score of a complete system; where statistics are kept next to it, their mean."""
    if stored.value is not None or not stored.statistics:
        return Score(math.nan if stored.value is None else stored.value, stored.signature)
    sums = total(unpack_statistics(stored.statistics))
    return Score(float(sums[0] / sums[1]), _plain(stored.signature))


def _varied(system: SystemScores, run: StoredRun) -> SystemScores:
    """The system with what was kept of how its scores vary."""

    def varied(expression: str, score: Score, variation: Variation | None) -> Score:
        if variation is None:
            return score
        return replace(score, signature=run.scores[expression].signature, variation=variation)

    return replace(
        system,
        scores={key: varied(key, score, run.scores[key].variation) for key, score in system.scores.items()},
        groups={
            group: replace(
                group_scores,
                scores={
                    key: varied(key, score, run.scores[key].group_variations.get(group))
                    for key, score in group_scores.scores.items()
                },
            )
            for group, group_scores in system.groups.items()
        },
    )


def _plain(signature: str) -> str:
    """The signature of a score without interval."""
    return signature.partition(INTERVAL_NOTE)[0]


def _common(runs: Sequence[StoredRun]) -> list[str]:
    if not runs:
        raise InputError(expected="at least one run", found="none")
    return [expression for expression in runs[0].scores if all(expression in run.scores for run in runs)]
