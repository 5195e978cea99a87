"""The same comparison on part of the segments: a domain, a genre, a document."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from bakeoff.data import TestSet
from bakeoff.data.documents import Document
from bakeoff.data.judgments import Judgment
from bakeoff.data.segment_documents import segment_documents
from bakeoff.data.segment_keys import keys_of
from bakeoff.evaluation.metrics_task.analysis import MetricsTaskInput
from bakeoff.evaluation.metrics_task.human_scores import (
    HumanScores,
    Segment,
    human_scores_of_judgments,
    mean_of_systems,
)
from bakeoff.evaluation.metrics_task.scored_sets import MetricScores
from bakeoff.evaluation.scores.groups import group_segments
from bakeoff.formats.scores.mtme_folder import read_domains

Subsets = Mapping[str, frozenset[Segment]]
"""Segments by the name of their subset."""


def subsets_of_source(source: TestSet, by: Sequence[str]) -> Subsets:
    """Subsets by attributes of a source, or of its documents: `genre=nw`."""
    return subsets_of(list(keys_of(source)), segment_documents(source), by)


def subsets_of(keys: Sequence[Segment], documents: Sequence[Document], by: Iterable[str]) -> Subsets:
    """Subsets by what is known of each segment; who names no documents finds segments by their ids, if these differ."""
    count = Counter(segment for _, segment in keys)
    return {
        name: frozenset(
            key
            for place in members.tolist()
            for document, segment in [keys[place]]
            for key in ((document, segment), *([("", segment)] if count[segment] == 1 else []))
        )
        for name, members in group_segments(documents, by).items()
    }


def subsets_by_domain(path: Path) -> Subsets:
    """The domains of mt-metrics-eval's file of documents, which has a line for each segment."""
    members: dict[str, set[Segment]] = {}
    for number, (domain, _) in enumerate(read_domains(path), start=1):
        members.setdefault(domain, set()).add(("", str(number)))
    return {domain: frozenset(own) for domain, own in members.items()}


def judgments_within(judgments: Iterable[Judgment], members: Collection[Segment]) -> list[Judgment]:
    """The judgments of segments of a subset; those of complete documents are of none."""
    return [each for each in judgments if (each.document, each.segment) in members]


def subset_of(task: MetricsTaskInput, name: str, members: Collection[Segment]) -> MetricsTaskInput | None:
    """The same on a subset, None where people judged none of it; systems have means of segments or are ranked again."""
    human = _ranked(task.human, members) if task.human.compared is not None else _graded(task.human, members)
    return None if human is None else scored_subset(human, task.metrics, name, members)


def _graded(human: HumanScores, members: Collection[Segment]) -> HumanScores | None:
    segments = {key: score for key, score in human.segments.items() if key[1] in members}
    return replace(human, segments=segments, systems=mean_of_systems(segments)) if segments else None


def _ranked(human: HumanScores, members: Collection[Segment]) -> HumanScores | None:
    assert human.compared is not None
    judgments = judgments_within(human.compared.judgments, members)
    if not judgments:
        return None
    (own,) = human_scores_of_judgments(human.kind, replace(human.compared, judgments=judgments))
    return own.without(own.systems.keys() - human.systems.keys())


def scored_subset(
    human: HumanScores, metrics: Iterable[MetricScores], name: str, members: Collection[Segment]
) -> MetricsTaskInput:
    """What people said of a subset, and the metrics that have scores of its segments; systems have means of these."""
    asked = {key[1] for key in human.segments} or {each.segment for each in human.preferences}
    return MetricsTaskInput(human=human, metrics=list(_within(metrics, members, asked)), subset=name)


def _within(
    metrics: Iterable[MetricScores], members: Collection[Segment], asked: Collection[Segment]
) -> Iterator[MetricScores]:
    # A metric may name documents where people name none, or the other way round.
    named = {segment for _, segment in asked}
    for metric in metrics:
        if metric.segments is None:
            continue
        own = {
            key: score
            for key, score in metric.segments.items()
            if key[1] in members and (key[1] in asked or key[1][1] in named)
        }
        if own:
            yield replace(metric, segments=own, systems=mean_of_systems(own))
