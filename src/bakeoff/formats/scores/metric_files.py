"""Files that may hold the scores of several metrics: one `ScoreFile` for each metric, language pair and reference."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from bakeoff.errors import FormatError, Place
from bakeoff.formats.scores import metric_submission, metrics_task_scores
from bakeoff.formats.scores.mtme_folder import split_metric
from bakeoff.formats.scores.score_file import collect_scores, read_scores
from bakeoff.formats.scores.score_rows import ScoredItem, ScoreFile
from bakeoff.formats.sources import MAX_BYTES, open_source

_ENDING = re.compile(r"(\.(sys|seg|doc|domain)\.score|\.\w+)?(\.gz)?$")


@dataclass(frozen=True, slots=True, kw_only=True)
class MetricFile:
    """The scores of one metric."""

    metric: str
    reference: str
    """What the metric compared with; "" where the file does not say, or where it uses none."""
    language_pair: str
    """"" where the file does not say."""
    scores: ScoreFile
    lower_is_better: bool = False
    """Where the file says so."""


def read_metric_files(
    path: str | Path, *, name: str = "", where: Mapping[str, str] | None = None, max_bytes: int = MAX_BYTES
) -> tuple[MetricFile, ...]:
    """All metrics of a file. In the form of WMT's metrics task lines name them; else the file holds one.

    `where` chooses rows of files that have such columns. A single metric is called `name`, or else as the file is:
    `BLEURT-20-refA.seg.score` has BLEURT-20 with the reference refA.
    """
    with open_source(path, max_bytes=max_bytes) as source:
        lines = source.lines()
        file = source.name
        header = re.split("[\t,]", lines[0]) if lines else []
        kept = {column: value for column, value in (where or {}).items() if column in header}
        if lines and metric_submission.recognises(lines[0]):
            return _submitted(metric_submission.parse_metric_submission(lines, file), name)
        if not lines or not metrics_task_scores.recognises(lines[0], file):
            lines = []
        else:
            columns = metrics_task_scores.columns_of(lines, file)
            items = list(metrics_task_scores.items_of(lines, columns, file))
    if not lines:
        metric, reference = split_metric(_ENDING.sub("", Path(file).name, count=1))
        scores = read_scores(path, name=name or None, where=kept, max_bytes=max_bytes)
        return (
            MetricFile(metric=name or metric, reference="" if name else reference, language_pair="", scores=scores),
        )
    chosen = {**(where or {}), **({"metric": name} if name else {})}
    if unknown := [column for column in chosen if column not in columns]:
        raise FormatError(place=Place(file, 1), expected=f"a column {unknown[0]}", found=", ".join(columns))
    by_metric: dict[tuple[str, str, str], list[ScoredItem]] = {}
    for item in items:
        if all(item.labels.get(column) == value for column, value in chosen.items()):
            key = (item.labels["metric"], item.labels.get("reference", ""), item.labels["language_pair"])
            by_metric.setdefault(key, []).append(item)
    if not by_metric:
        raise FormatError(
            place=Place(file),
            expected="rows with " + " and ".join(f"{column} {value}" for column, value in chosen.items()),
            found="none",
        )
    return tuple(
        MetricFile(
            metric=metric,
            reference=reference,
            language_pair=pair,
            scores=replace(collect_scores(own, file), chosen={"metric": metric, "language_pair": pair}),
        )
        for (metric, reference, pair), own in by_metric.items()
    )


def _submitted(found: metric_submission.MetricSubmission, name: str) -> tuple[MetricFile, ...]:
    """The scores of a file that says itself what its metric is; of segments, of systems, or a file for each."""
    metric_submission.require_right(found)
    assert found.declared is not None
    return tuple(
        MetricFile(
            metric=name or found.declared.metric,
            reference="",
            language_pair="",
            scores=scores,
            lower_is_better=found.declared.better == "lower",
        )
        for scores in found.score_files
    )
