"""Scores of people and metrics brought together: the same systems and segments for all."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from bakeoff.data.judgments import plain_id
from bakeoff.errors import ExpressionError, InputError, Place, nearest
from bakeoff.evaluation.metrics_task.human_scores import HumanScores, Segment, segment_values, system_values
from bakeoff.formats import ScoreFile
from bakeoff.meta_evaluation.measures import JudgedPairs, MetricOutputs
from bakeoff.statistics.inputs import Floats

_SHOWN = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class MetricScores:
    """The scores of a metric; higher is better. Each level may be missing."""

    name: str
    reference: str = ""
    systems: Mapping[str, float] | None
    segments: Mapping[tuple[str, Segment], float] | None = field(repr=False)
    file: str = ""
    """For messages."""


def metric_scores_of_files(
    name: str, reference: str, files: Sequence[ScoreFile], *, lower_is_better: bool = False
) -> MetricScores:
    """From files of scores of systems, of segments or of both; without the first, systems have means of segments."""
    sign = -1 if lower_is_better else 1
    segments: dict[tuple[str, Segment], float] | None = None
    systems: dict[str, float] | None = None
    for file in files:
        if file.unit == "segment":
            segments = {key: sign * value for key, value in segment_values(file).items()}
            systems = systems or {system: sign * value for system, value in system_values(file).items()}
        elif file.unit == "system":
            systems = {system: sign * value for system, value in system_values(file).items()}
        else:
            raise InputError(
                place=Place(file.file), expected="scores of systems or of segments", found="scores of documents"
            )
    return MetricScores(name=name, reference=reference, systems=systems, segments=segments, file=files[0].file)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ScoredSet:
    """What people and metrics say of the same systems and segments of one language pair (or a subset of it)."""

    kind: str
    language_pair: str
    subset: str = ""
    systems: tuple[str, ...]
    segments: tuple[Segment, ...]
    outputs: Mapping[str, MetricOutputs]
    """By metric."""
    references: Mapping[str, str]

    def outputs_of(self, metric: str) -> MetricOutputs:
        """Of a metric by its name."""
        return self.outputs[known_metric(metric, self.outputs)]


def known_metric(metric: str, known: Collection[str]) -> str:
    """The name of a metric; ExpressionError for one that is not known.

    >>> known_metric("chrf", ["bleu", "chrf"])
    'chrf'
    """
    if metric not in known:
        raise ExpressionError(f"there is no metric {metric!r}. {nearest(metric, known)} Known: {', '.join(known)}.")
    return metric


def scored_set(human: HumanScores, metrics: Sequence[MetricScores], *, subset: str = "") -> ScoredSet:
    """The tables of all metrics; a metric that lacks a system, or an output that people scored, is an error."""
    systems = tuple(human.systems)
    segments = tuple(dict.fromkeys([key[1] for key in human.segments] or [each.segment for each in human.preferences]))
    by_human = _table(human.segments, systems, segments) if human.segments else None
    pairs = _judged_pairs(human, systems, segments)
    outputs = {}
    for metric in metrics:
        by_system = _system_scores(metric, systems)  # first: a system under another name lacks all its segments, too
        own, keys = _own_segments(metric, segments)
        table = None
        if own is not None and segments:
            once = tuple(dict.fromkeys(keys))
            table = _table(own, systems, once)[:, [once.index(key) for key in keys]]
            if by_human is not None:
                _check_scored(metric, ~np.isnan(by_human) & np.isnan(table), systems, segments)
            if pairs is not None:
                used = np.zeros(table.shape, dtype=bool)
                used[pairs.first, pairs.segment] = used[pairs.second, pairs.segment] = True
                _check_scored(metric, used & np.isnan(table), systems, segments)
        outputs[metric.name] = MetricOutputs(
            human_systems=np.array([human.systems[system] for system in systems]),
            metric_systems=by_system,
            human_segments=by_human,
            metric_segments=table,
            judged_pairs=pairs,
        )
    return ScoredSet(
        kind=human.kind,
        language_pair=human.language_pair,
        subset=subset,
        systems=systems,
        segments=segments,
        outputs=outputs,
        references={metric.name: metric.reference for metric in metrics},
    )


def _own_segments(
    metric: MetricScores, segments: Sequence[Segment]
) -> tuple[Mapping[tuple[str, Segment], float] | None, Sequence[Segment]]:
    """The scores of segments by keys as people's scores have them; without documents where one side names none.

    What people said of a part of a segment is compared with the score of the segment (W08, 6).
    """
    if metric.segments is None or not segments:
        return metric.segments, segments
    segments = [(document, plain_id(segment)) for document, segment in segments]
    human_named = any(document for document, _ in segments)
    metric_named = any(document for _, (document, _) in metric.segments)
    if human_named == metric_named:
        return metric.segments, segments
    plain = [("", segment) for _, segment in segments]
    bare = {(system, ("", segment)): score for (system, (_, segment)), score in metric.segments.items()}
    if len(set(plain)) < len(set(segments)) or len(bare) < len(metric.segments):
        raise InputError(
            place=Place(metric.file or None),
            expected="documents for the scores of people and of the metric, because ids of segments repeat",
            found="documents on one side only",
            remedy="Give both files a column document.",
        )
    return bare, plain


def _table(scores: Mapping[tuple[str, Segment], float], systems: Sequence[str], segments: Sequence[Segment]) -> Floats:
    rows, columns = ({name: place for place, name in enumerate(names)} for names in (systems, segments))
    table = np.full((len(systems), len(segments)), np.nan)
    for (system, segment), score in scores.items():
        row, column = rows.get(system), columns.get(segment)
        if row is not None and column is not None:
            table[row, column] = score
    return table


def _check_scored(
    metric: MetricScores, missing: np.ndarray, systems: Sequence[str], segments: Sequence[Segment]
) -> None:
    if not missing.any():
        return
    system, segment = np.argwhere(missing)[0].tolist()
    document, name = segments[segment]
    raise InputError(
        place=Place(metric.file or None, document=document or None, segment=name),
        expected=f"a score of {metric.name} for every output that people scored",
        found=f"none of {systems[system]}"
        + (f", and {missing.sum() - 1:,} more are missing" if missing.sum() > 1 else ""),
        remedy="Score it: leaving it out would change what is compared.",
    )


def _system_scores(metric: MetricScores, systems: Sequence[str]) -> Floats | None:
    if metric.systems is None:
        return None
    missing = [system for system in systems if system not in metric.systems]
    if missing:
        raise InputError(
            place=Place(metric.file or None),
            expected=f"a score of {metric.name} for every system that people scored",
            found=f"none of {_listed(missing)}; there are those of {_listed(tuple(metric.systems))}",
            remedy="Give systems the same names in all files, or leave some out (--without).",
        )
    return np.array([metric.systems[system] for system in systems])


def _judged_pairs(human: HumanScores, systems: Sequence[str], segments: Sequence[Segment]) -> JudgedPairs | None:
    if not human.preferences:
        return None
    rows, columns = ({name: place for place, name in enumerate(names)} for names in (systems, segments))
    kept = [each for each in human.preferences if each.first in rows and each.second in rows]
    return JudgedPairs(
        first=np.array([rows[each.first] for each in kept], dtype=np.intp),
        second=np.array([rows[each.second] for each in kept], dtype=np.intp),
        segment=np.array([columns[each.segment] for each in kept], dtype=np.intp),
        outcome=np.array([each.outcome for each in kept], dtype=np.int8),
    )


def _listed(names: Sequence[str]) -> str:
    return ", ".join(names[:_SHOWN]) + (f" and {len(names) - _SHOWN} more" if len(names) > _SHOWN else "")
