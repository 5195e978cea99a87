"""Metrics tasks again: people's scores from judgments, our metrics from evaluations, others from their files."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from bakeoff.data.judgments import Judgment
from bakeoff.data.segment_documents import segment_documents
from bakeoff.data.segment_keys import keys_of
from bakeoff.errors import BakeoffError
from bakeoff.evaluation import Evaluation, present_groupings
from bakeoff.evaluation.metrics_task.analysis import (
    WITHOUT_OUTLIERS,
    MetricsAnalysis,
    MetricsTaskInput,
    Outliers,
    analyse_metrics,
)
from bakeoff.evaluation.metrics_task.human_scores import HumanScores, human_scores_of_judgments
from bakeoff.evaluation.metrics_task.inputs import own_metrics
from bakeoff.evaluation.metrics_task.measure_choice import choose_measures
from bakeoff.evaluation.metrics_task.results import MetricsOfSet, MetricsTaskResult
from bakeoff.evaluation.metrics_task.scored_sets import MetricScores, metric_scores_of_files
from bakeoff.evaluation.metrics_task.subsets import Subsets, judgments_within, scored_subset, subsets_of
from bakeoff.evaluation.progress import Progress
from bakeoff.formats import read_source
from bakeoff.formats.scores.metric_submission import read_metric_submission
from bakeoff.human_eval import KindOfJudgment, analysis_by_rules, protocol_by_rules
from bakeoff.meta_evaluation.comparisons.metric_tests import ComparisonOptions
from bakeoff.meta_evaluation.measures import Settings
from bakeoff.release.content import ComparedMetric, MetricsTaskInputs, ReleaseContent
from bakeoff.release.recomputation.files import NamedFiles, files_of
from bakeoff.release.recomputation.human import AnalysedEvaluation
from bakeoff.release.recomputation.recomputed import Gap, Recomputed
from bakeoff.reports.campaign_results.human import MetricsTaskResults
from bakeoff.rulebook.release.reported_groups import reported_groups
from bakeoff.rulebook.schema.metric_comparisons import OUTLIER_RULE

BoardEvaluations = Mapping[str, tuple[Evaluation, ...]]
"""By the id of a run the evaluations that it is in, that of the first specification first."""


def recompute_metrics_task(
    content: ReleaseContent,
    published: MetricsTaskResults,
    analysed: AnalysedEvaluation | None,
    evaluations: BoardEvaluations,
    files: NamedFiles,
    *,
    on_progress: Progress | None = None,
) -> Recomputed[MetricsTaskResults]:
    """How well metrics agree with people, in every language pair of the task."""
    what = f"the metrics task {published.track} on {published.test_set}"
    asked = (published.track, published.test_set, published.evaluation)
    inputs = next(
        (each for each in content.metrics_tasks if (each.track, each.test_set, each.evaluation) == asked), None
    )
    if inputs is None or analysed is None:
        why = "the package does not say what was compared" if inputs is None else "its judgments are not released"
        return Recomputed(result=published, gaps=(Gap(what=what, why=why, is_wrong=inputs is None),))
    try:
        task = _Task(content, inputs, analysed, evaluations, files)
        compared = [each for pair in inputs.systems for each in task.compared(pair, published.result)]
        analysis = _analysis(content, published, compared)
        result = analyse_metrics(compared, analysis=analysis, on_progress=on_progress)
    except BakeoffError as error:
        why = files.without_folders(str(error))
        return Recomputed(result=published, gaps=(Gap(what=what, why=why, is_wrong=True),))
    taken = tuple(f"{each.name} is taken from the file that its team submitted." for each in inputs.metrics if each.run)
    if withheld := task.withheld_subsets(published.result):
        made = {_key(each): each for each in result.sets}
        sets = tuple(made.get(_key(each), each) for each in published.result.sets)
        result = replace(result, sets=sets, remarks=published.result.remarks)
        taken = (*taken, f"{', '.join(withheld)}: as published, since the source is not in the package.")
    return Recomputed(result=replace(published, result=result), taken=taken)


def _key(own: MetricsOfSet) -> tuple[str, str, str]:
    return (own.language_pair, own.kind, own.subset)


def _analysis(
    content: ReleaseContent, published: MetricsTaskResults, compared: Sequence[MetricsTaskInput]
) -> MetricsAnalysis:
    """As the rulebook asks for it, with the settings of the result."""
    rules, result = content.results.rulebook.tracks[published.track].comparison, published.result
    chosen = choose_measures(
        [each.human for each in compared], measures=rules.measures, compared=rules.compare, test=rules.test
    )
    by_pair: dict[str, Sequence[str]] = {each.language_pair: each.outliers for each in result.sets if each.outliers}
    outliers: Outliers | None = "rule" if rules.outliers == (OUTLIER_RULE,) else None
    if outliers is None and rules.outliers:
        outliers = {each.language_pair: by_pair.get(each.language_pair, ()) for each in result.sets}
    return MetricsAnalysis(
        measures=chosen.measures,
        compared=chosen.compared,
        tests=ComparisonOptions(test=rules.test, correction=rules.correction),
        outliers=outliers,
        resampled=result.resampled,
        samples=result.samples or 1000,
        confidence=result.confidence,
        settings=Settings(draws=result.draws, seed=result.seed),
    )


class _Task:
    def __init__(
        self,
        content: ReleaseContent,
        inputs: MetricsTaskInputs,
        analysed: AnalysedEvaluation,
        evaluations: BoardEvaluations,
        files: NamedFiles,
    ) -> None:
        self._content = content
        self._inputs, self._analysed, self._evaluations, self._files = inputs, analysed, evaluations, files
        self._outputs = {each.run: each.file for each in content.outputs}

    def compared(self, pair: str, published: MetricsTaskResult) -> Iterator[MetricsTaskInput]:
        """People and metrics of a language pair: on all segments, then on the groups that tables report."""
        first = next((each for each in published.sets if each.language_pair == pair), None)
        if first is None:
            return
        place = (pair, self._inputs.test_set)
        judgments = [each for each in self._analysed.judgments if (each.language_pair, each.test_set) == place]
        if not judgments:
            raise BakeoffError(f"there are no judgments of {pair}")
        human = self._human(judgments, pair, first)
        metrics = [
            self._metric(each, self._inputs.systems[pair])
            for each in self._inputs.metrics
            if each.language_pair == pair
        ]
        yield MetricsTaskInput(human=human, metrics=metrics)
        for name, members in self._subsets(pair).items():
            within = judgments_within(judgments, members)
            if within:
                own = self._human(within, pair, first)
                if own.systems.keys() == human.systems.keys():
                    yield scored_subset(own, metrics, name, members)

    def withheld_subsets(self, published: MetricsTaskResult) -> tuple[str, ...]:
        """Groups of segments that nobody knows without the source, which is not in the package."""
        files = {pair: files_of(self._content, pair, self._inputs.test_set) for pair in self._inputs.systems}
        without = {pair for pair, own in files.items() if own is None or own.source is None}
        return tuple(
            dict.fromkeys(
                each.subset
                for each in published.sets
                if each.language_pair in without and each.subset not in ("", WITHOUT_OUTLIERS)
            )
        )

    def _subsets(self, pair: str) -> Subsets:
        """The groups that tables report, of those that the source distinguishes."""
        rules = self._content.results.rulebook.test_sets[self._inputs.test_set]
        own = files_of(self._content, pair, self._inputs.test_set)
        if own is None or own.source is None or not rules.groupings:
            return {}
        source = read_source(self._files.path_of(own.source))
        documents = segment_documents(source)
        found = subsets_of(list(keys_of(source)), documents, present_groupings(documents, rules.groupings))
        return {name: found[name] for name in reported_groups(found, rules)}

    def _human(self, judgments: Sequence[Judgment], pair: str, published: MetricsOfSet) -> HumanScores:
        """What people said of the systems that were compared, by the names of the result."""
        rules = self._analysed.rules
        judged = KindOfJudgment(
            judgments=judgments, settings=protocol_by_rules(rules).settings, analysis=analysis_by_rules(rules)
        )
        (scores,) = human_scores_of_judgments(published.kind, judged)
        behind = {run: name for name, run in self._inputs.systems[pair].items()}
        called = self._analysed.own.runs.get((pair, self._inputs.test_set), {})
        names = {
            name: behind[run] for name, run in called.items() if run in behind and behind[run] in published.systems
        }
        return _renamed(scores.without(set(scores.systems) - names.keys()), names)

    def _metric(self, metric: ComparedMetric, systems: Mapping[str, str]) -> MetricScores:
        return self._submitted(metric) if metric.run else self._own(metric, systems)

    def _submitted(self, metric: ComparedMetric) -> MetricScores:
        if metric.run not in self._outputs:
            raise BakeoffError(f"the file of scores of {metric.name} is not in the package")
        file = read_metric_submission(self._files.path_of(self._outputs[metric.run]))
        scores = metric_scores_of_files(metric.name, "", file.score_files, lower_is_better=metric.lower_is_better)
        segments = None
        if scores.segments is not None:
            segments = {
                (metric.systems[system], metric.segments[int(number) - 1]): value
                for (system, (_, number)), value in scores.segments.items()
                if system in metric.systems and int(number) <= len(metric.segments)
            }
        of_systems = {
            metric.systems[name]: value for name, value in (scores.systems or {}).items() if name in metric.systems
        }
        return replace(scores, segments=segments, systems=of_systems, file="")

    def _own(self, metric: ComparedMetric, systems: Mapping[str, str]) -> MetricScores:
        behind = {run: name for name, run in systems.items()}
        run = next((run for run in behind if run in self._evaluations), None)
        if run is None:
            raise BakeoffError(f"no output that {metric.name} scores is in the package")
        evaluation = self._evaluations[run][0]
        own = tuple(each for each in evaluation.systems if each.name in behind and metric.expression in each.statistics)
        chosen = replace(
            evaluation,
            systems=tuple(replace(each, name=behind[each.name]) for each in own),
            metrics={name: how for name, how in evaluation.metrics.items() if name == metric.expression},
        )
        found = own_metrics(chosen, numbered=False)
        if not found:
            raise BakeoffError(f"no score of {metric.expression} can be computed")
        return replace(found[0], name=metric.name)


def _renamed(scores: HumanScores, names: Mapping[str, str]) -> HumanScores:
    return replace(
        scores,
        systems={names[system]: score for system, score in scores.systems.items()},
        segments={(names[system], segment): score for (system, segment), score in scores.segments.items()},
        preferences=tuple(
            replace(each, first=names[each.first], second=names[each.second]) for each in scores.preferences
        ),
    )


def evaluations_of_runs(found: Iterator[Mapping[str, Evaluation]]) -> dict[str, tuple[Evaluation, ...]]:
    """The evaluations of every run, from those of boards by specification."""
    by_run: dict[str, list[Evaluation]] = {}
    for evaluations in found:
        for evaluation in evaluations.values():
            for system in evaluation.systems:
                by_run.setdefault(system.name, []).append(evaluation)
    return {run: tuple(each) for run, each in by_run.items()}
