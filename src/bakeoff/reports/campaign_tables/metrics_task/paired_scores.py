"""Scores of metrics and of people for the same systems, place by place and kind by kind of judgment."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from bakeoff.reports.campaign_results.boards import RunResults, RunScore
from bakeoff.reports.campaign_results.human import HumanResults
from bakeoff.reports.campaign_results.results import CampaignResults
from bakeoff.reports.campaign_tables.human.judged_places import Place, held_at, is_mixed, places_of
from bakeoff.reports.campaign_tables.wording import title_of_metric
from bakeoff.statistics import Coefficient, Correlation, correlate

LEAST_SYSTEMS = 3
_LEAST_OF_MANY = 5
Scores = Mapping[str, float]
"""By system."""


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgedTask:
    """What people and metrics say of the runs of one language pair and test set."""

    place: Place
    is_mixed: bool
    """Whether runs of several directions are judged together."""
    kinds: Mapping[str, Scores]
    """What people say, by evaluation."""
    metrics: Mapping[tuple[str, str], tuple[Scores, Scores]]
    """By evaluation and metric: what people say and what the metric says of the systems that both score."""

    @property
    def is_large(self) -> bool:
        """Whether a rank correlation says much."""
        return any(len(scores) >= _LEAST_OF_MANY for scores in self.kinds.values())

    def between_kinds(self, first: str, second: str, coefficient: Coefficient) -> Correlation | None:
        """How far two kinds of judgment rank runs alike; None where one did not judge three of the other's."""
        if first not in self.kinds or second not in self.kinds:
            return None
        return correlation(self.kinds[first], self.kinds[second], coefficient)

    def of_metric(self, kind: str, metric: str, coefficient: Coefficient) -> Correlation | None:
        """How far a metric goes with people; None where they have fewer than three systems in common."""
        found = self.metrics.get((kind, metric))
        if found is None:
            return None
        people = {name: score for name, score in found[0].items() if self._is_comparable(name)}
        return correlation(people, found[1], coefficient)

    def _is_comparable(self, system: str) -> bool:
        """W08 leaves systems out that only one of several kinds of judgment has."""
        return len(self.kinds) < 2 or sum(system in scores for scores in self.kinds.values()) > 1


def correlation(first: Scores, second: Scores, coefficient: Coefficient) -> Correlation | None:
    """Of the systems that both score; None where there are fewer than three, or all score the same."""
    common = [name for name in first if name in second]
    columns = [[scores[name] for name in common] for scores in (first, second)]
    if len(common) < LEAST_SYSTEMS or any(len(set(column)) < 2 for column in columns):
        return None
    return correlate(*columns, coefficient=coefficient)


def judged_tasks(results: CampaignResults, *, oriented: bool = True) -> tuple[JudgedTask, ...]:
    """Every place where systems were ranked by people; those of joined directions first.

    `oriented` turns scores around where lower is better, so that agreement is positive.
    """
    human = tuple(each for each in results.human if each.post_edits is None)
    tasks = [_task(results, held_at(human, place), place, oriented=oriented) for place in places_of(results, human)]
    return tuple(sorted(tasks, key=lambda task: not task.is_mixed))


def large_tasks(tasks: Sequence[JudgedTask]) -> tuple[JudgedTask, ...]:
    """W08 leaves tasks of three or four systems out; where there are no others, these are better than nothing."""
    return tuple(task for task in tasks if task.is_large) or tuple(tasks)


def note_of_tasks(tasks: Sequence[JudgedTask]) -> str:
    """What a table of rank correlations says of the scores and of tasks that it leaves out."""
    left_out = "; tasks of fewer than five systems are left out" if all(task.is_large for task in tasks) else ""
    several = any(len(task.kinds) > 1 for task in tasks)
    alone = " Systems that only one kind of judgment has are not counted." if several else ""
    return f"Scores are turned around where lower is better{left_out}.{alone}"


def metrics_of(results: CampaignResults, tasks: Sequence[JudgedTask]) -> tuple[str, ...]:
    """The metrics that tasks have scores of, by title: those of boards in their order, then those submitted."""
    report = results.rulebook.report
    of_boards = dict.fromkeys(title_of_metric(report, metric) for board in results.boards for _, metric in board.keys)
    known = dict.fromkeys(metric for task in tasks for _, metric in task.metrics)
    return (*(each for each in of_boards if each in known), *(each for each in known if each not in of_boards))


def _task(results: CampaignResults, human: Sequence[HumanResults], place: Place, *, oriented: bool) -> JudgedTask:
    metrics: dict[tuple[str, str], tuple[Scores, Scores]] = {}
    kinds: dict[str, Scores] = {own.evaluation: dict(_judged(own, oriented=oriented)) for own in human}
    for kind, people in kinds.items():
        for metric, scores in _of_boards(results, people, oriented=oriented).items():
            metrics[kind, metric] = (people, scores)
    metrics |= {(kind, metric): both for kind, metric, both in _submitted(results, human, place)}
    return JudgedTask(place=place, is_mixed=any(map(is_mixed, human)), kinds=kinds, metrics=metrics)


def _judged(human: HumanResults, *, oriented: bool) -> Iterator[tuple[str, float]]:
    """Scores by run; what is no run of the campaign, such as a reference, is left out."""
    sign = -1 if oriented and not human.result.higher_is_better else 1
    for each in human.ranking.systems:
        if each.system in human.systems and (run := human.systems[each.system].run):
            yield run, sign * each.score


def _of_boards(results: CampaignResults, judged: Scores, *, oriented: bool) -> dict[str, dict[str, float]]:
    found: dict[str, dict[str, float]] = {}
    for run in judged:
        if run in results.runs:
            for metric, score in official_scores(results, results.runs[run][1]):
                if score.value is not None:
                    sign = -1 if oriented and score.direction == "lower" else 1
                    found.setdefault(metric, {})[run] = sign * score.value
    return found


def official_scores(results: CampaignResults, run: RunResults) -> Iterator[tuple[str, RunScore]]:
    """The scores of a run under its first specification, by what tables call the metric.

    A metric may have other options in each language, such as the number of references, and still be one to readers.
    """
    first = run.scores[0].specification if run.scores else ""
    report = results.rulebook.report
    return ((title_of_metric(report, score.metric), score) for score in run.scores if score.specification == first)


def _submitted(
    results: CampaignResults, human: Sequence[HumanResults], place: Place
) -> Iterator[tuple[str, str, tuple[Scores, Scores]]]:
    """Metrics of metrics tasks, which bring what people say of the same systems; higher is better."""
    runs = {own.evaluation: {name: judged.run for name, judged in own.systems.items() if judged.run} for own in human}
    for task in results.metrics_tasks:
        for own in task.result.sets:
            if own.subset or (own.language_pair, task.test_set) != place:
                continue
            for metric, outputs in own.scored.outputs.items():
                if outputs.metric_systems is not None:
                    columns = (outputs.human_systems.tolist(), outputs.metric_systems.tolist())
                    known = runs.get(task.evaluation, {})
                    names = [known.get(name, name) for name in own.scored.systems]
                    people, scores = (dict(zip(names, column, strict=True)) for column in columns)
                    yield task.evaluation, title_of_metric(results.rulebook.report, metric), (people, scores)
