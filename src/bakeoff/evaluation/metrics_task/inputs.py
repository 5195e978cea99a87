"""What is compared with what: people's scores and the metrics of the same language pair, of files and folders."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from bakeoff.data import ReferenceSet, Run, TestSet
from bakeoff.errors import InputError
from bakeoff.evaluation.metrics_task.human_scores import HumanScores, Segment, human_scores_of_files
from bakeoff.evaluation.metrics_task.scored_sets import MetricScores, metric_scores_of_files
from bakeoff.evaluation.scores.results import Evaluation
from bakeoff.formats import ScoreFile, read_references, read_runs, read_scores, read_source
from bakeoff.formats.scores.metric_files import MetricFile
from bakeoff.formats.scores.mtme_folder import FolderPair, split_metric

_HUMAN_TRANSLATION = re.compile(r"human|(synthetic_|std)?ref(erence)?[-_.]?[A-Z0-9]?", re.IGNORECASE)


def human_translations(systems: Iterable[str], references: Collection[str] = ()) -> tuple[str, ...]:
    """Systems that are translations by people: known references, and what is called human or ref…

    >>> human_translations(["refA", "ONLINE-B", "Human-A.0", "HumanMT"])
    ('refA', 'Human-A.0', 'HumanMT')
    """
    return tuple(
        name
        for name in systems
        if name in references or _HUMAN_TRANSLATION.fullmatch(name) or re.search("human", name, re.IGNORECASE)
    )


def folder_human_scores(pair: FolderPair) -> list[HumanScores]:
    """All kinds of judgment that a folder of mt-metrics-eval has of a language pair."""
    return [
        human_scores_of_files(kind, pair.language_pair, _read(paths.systems), _read(paths.segments))
        for kind, paths in pair.human.items()
    ]


def folder_metrics(pair: FolderPair) -> list[MetricScores]:
    """All metrics that it has; a metric with several references is as many metrics, named by them."""
    names = [split_metric(name) for name in pair.metrics]
    repeated = {metric for metric, _ in names if [each for each, _ in names].count(metric) > 1}
    found = []
    for (name, paths), (metric, reference) in zip(pair.metrics.items(), names, strict=True):
        files = [file for file in (_read(paths.systems), _read(paths.segments)) if file is not None]
        found.append(metric_scores_of_files(name if metric in repeated else metric, reference, files))
    return found


def folder_texts(
    pair: FolderPair, reference: str | None = None
) -> tuple[list[Run], list[ReferenceSet], TestSet | None]:
    """The runs, references and source of a folder, to score our own metrics on."""
    references = {name: path for name, path in pair.references.items() if reference in (None, name)}
    if not pair.outputs or not references:
        raise InputError(
            expected=f"outputs of systems and references of {pair.language_pair} in the folder",
            found=f"{len(pair.outputs)} outputs and the references {', '.join(pair.references) or 'none'}",
            remedy="Name runs and references by --run and -r.",
        )
    name = next(iter(references)) if reference is None else reference
    runs = [
        replace(run, system=system)
        for system, path in pair.outputs.items()
        if system not in pair.references
        for run in read_runs(path)
    ]
    return runs, list(read_references(references[name])), read_source(pair.source) if pair.source else None


def own_metrics(evaluation: Evaluation, *, numbered: bool) -> list[MetricScores]:
    """Our own metrics, and what else was scored with them, by system and segment; error rates change their sign.

    `numbered`: segments are called by their number in the test set, as mt-metrics-eval does.
    """
    keys = [("", str(number + 1)) for number in range(evaluation.segments)] if numbered else segment_keys(evaluation)
    found = []
    for name, scoring in evaluation.metrics.items():
        sign = -1 if scoring.direction == "lower" else 1
        segments = {
            (system.name, key): sign * value
            for system in evaluation.systems
            for key, value in zip(keys, evaluation.segment_scores(system, name).tolist(), strict=True)
        }
        systems = {system.name: sign * system.scores[name].value for system in evaluation.systems}
        found.append(MetricScores(name=name, systems=systems, segments=segments))
    return found


def segment_keys(evaluation: Evaluation) -> list[Segment]:
    """Document and id of each segment; no document where documents are mere numbers."""
    numbered = all(each.numbered for each in evaluation.documents)
    documents = ["" if numbered else each.id for each in evaluation.documents]
    return list(zip(documents, evaluation.segment_ids, strict=True))


def group_metric_files(files: Sequence[tuple[MetricFile, bool]]) -> dict[str, list[MetricScores]]:
    """The metrics of files by language pair ("" where files name none); a metric may have a file for each level.

    With each file comes whether lower scores are the better ones.
    """
    pairs: dict[str, dict[str, list[tuple[MetricFile, bool]]]] = {}
    for file, lower in files:
        pairs.setdefault(file.language_pair, {}).setdefault(file.metric, []).append((file, lower))
    return {pair: [_joined(metric, own) for metric, own in by_metric.items()] for pair, by_metric in pairs.items()}


def _joined(metric: str, own: Sequence[tuple[MetricFile, bool]]) -> MetricScores:
    units = [file.scores.unit for file, _ in own]
    if len(set(units)) < len(units):
        references = [file.reference for file, _ in own if file.reference]
        raise InputError(
            expected=f"one file of {units[0]}s for {metric}",
            found=", ".join(file.scores.file for file, _ in own)
            + (f" ({', '.join(references)})" if references else ""),
            remedy="Give each metric a name of its own (NAME=FILE), or choose rows by --scores-where.",
        )
    return metric_scores_of_files(
        metric, own[0][0].reference, [file.scores for file, _ in own], lower_is_better=own[0][1]
    )


def _read(path: Path | None) -> ScoreFile | None:
    return None if path is None else read_scores(path)
