"""What a metrics task compares: what people said, metrics that teams submitted, and metrics of this site."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from bakeoff.data.judgments import Judgment
from bakeoff.errors import BakeoffError
from bakeoff.evaluation import metric_title
from bakeoff.evaluation.metrics_task.analysis import MetricsTaskInput
from bakeoff.evaluation.metrics_task.human_scores import HumanScores, Segment, human_scores_of_judgments
from bakeoff.evaluation.metrics_task.inputs import own_metrics
from bakeoff.evaluation.metrics_task.scored_sets import MetricScores, metric_scores_of_files
from bakeoff.evaluation.metrics_task.subsets import judgments_within, scored_subset
from bakeoff.formats.scores.metric_submission import MetricSubmission, read_metric_submission
from bakeoff.human_eval import KindOfJudgment, analysis_by_rules
from bakeoff.rulebook.schema import Track
from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.core.refusals import RefusedError
from bakeoff_site.core.storage.files import under_name
from bakeoff_site.judging.selectors.campaign_evaluations import CampaignEvaluation, judged_runs, judgments_that_count
from bakeoff_site.judging.selectors.contents import content_of
from bakeoff_site.metrics_task.conversions import MetricEntry
from bakeoff_site.metrics_task.selectors.source_subsets import source_subsets
from bakeoff_site.results.permissions import name_of
from bakeoff_site.scoring.conversions import names_apart
from bakeoff_site.scoring.selectors.evaluations import restored
from bakeoff_site.submissions.models import Run
from bakeoff_site.submissions.selectors.scored_outputs import PackedOutputs, packed_outputs, scored_segments

_LEAST_SYSTEMS = 3
_SHOWN = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class SubmittedMetric:
    """How the file of a metric was read."""

    name: str
    """As the result calls it."""
    language_pair: str
    run: int
    """The key of the run that submitted it."""
    systems: Mapping[str, str]
    """What the result calls systems, by what the file calls them."""
    segments: tuple[Segment, ...]
    """Document and id of each segment by its number in the file, from 1."""
    lower_is_better: bool


@dataclass(frozen=True, slots=True)
class TaskInputs:
    """Everything that is compared, and what was left out and why."""

    inputs: list[MetricsTaskInput] = field(default_factory=list)
    metrics: list[MetricEntry] = field(default_factory=list)
    submitted: list[SubmittedMetric] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)


def task_inputs(track: Track, test_set: str, evaluation: CampaignEvaluation) -> TaskInputs:
    """What is compared in each language pair of a track of metrics."""
    found = TaskInputs()
    judgments = [each for each in judgments_that_count(evaluation) if each.test_set == test_set]
    for pair in track.all_pairs:
        own = [each for each in judgments if each.language_pair == pair]
        if own:
            _Pair(track, test_set, pair, evaluation, found).add(own)
    return found


def scored_runs(campaign: Campaign, track: Track, test_set: str, pair: str) -> list[Run]:
    """The outputs that metrics score: those that count, of the track whose runs the metrics track starts from."""
    boards = campaign.boards.filter(track=track.released_runs or "", test_set=test_set, language_pair=pair)
    return list(Run.objects.filter(board__in=boards, withdrawn_at=None, replaced_by=None).order_by("name", "pk"))


def names_of_runs(campaign: Campaign, runs: Sequence[Run]) -> dict[int, str]:
    """What tables and charts call systems."""
    return names_apart([(run.pk, name_of(campaign.rules, run)) for run in runs])


@dataclass(frozen=True, slots=True)
class _Pair:
    """A language pair of a metrics task."""

    track: Track
    test_set: str
    pair: str
    evaluation: CampaignEvaluation
    found: TaskInputs

    @property
    def campaign(self) -> Campaign:
        return self.evaluation.campaign

    def add(self, judgments: Sequence[Judgment]) -> None:
        """Adds what can be compared in this language pair."""
        runs = scored_runs(self.campaign, self.track, self.test_set, self.pair)
        names = names_of_runs(self.campaign, runs)
        packed = packed_outputs(self.campaign, track=self.track.id, test_set=self.test_set, language_pair=self.pair)
        submitted = list(self._submitted())
        human = self._human(judgments, names, packed if submitted else None)
        if human is None:
            return
        metrics = [
            *self._baselines(runs, names, human),
            *(self._submissions(submitted, names, packed, human) if packed is not None else ()),
        ]
        if not metrics:
            self._remark("there are no metrics yet")
            return
        self.found.inputs.append(MetricsTaskInput(human=human, metrics=metrics))
        # What is left out is said of all segments.
        part = replace(self, found=TaskInputs())
        for name, members in source_subsets(self.campaign, self.test_set, self.pair).items():
            own = judgments_within(judgments, members)
            judged = part._human(own, names, packed if submitted else None) if own else None
            if judged is not None and judged.systems.keys() == human.systems.keys():
                self.found.inputs.append(scored_subset(judged, metrics, name, members))

    def _submitted(self) -> Iterator[Run]:
        """The files of metric teams that count."""
        boards = self.campaign.boards.filter(track=self.track.id, test_set=self.test_set, language_pair=self.pair)
        runs = Run.objects.filter(board__in=boards, withdrawn_at=None, replaced_by=None)
        return iter(runs.select_related("team").order_by("name", "pk"))

    def _human(
        self, judgments: Sequence[Judgment], names: Mapping[int, str], packed: PackedOutputs | None
    ) -> HumanScores | None:
        planned = content_of(self.evaluation.own[0].task).evaluations[self.evaluation.code]
        kind = KindOfJudgment(
            judgments=judgments, settings=planned.protocol.settings, analysis=analysis_by_rules(planned.rules)
        )
        (scores,) = human_scores_of_judgments(self.evaluation.title, kind)
        known = {
            each.name: names[each.run_id]
            for each in judged_runs([self.evaluation])
            if (each.language_pair, each.test_set) == (self.pair, self.test_set) and each.run_id in names
        }
        scores = _renamed(scores.without(set(scores.systems) - known.keys()), known)
        if packed is not None:
            given = {names[run_id] for run_id in packed.runs.values() if run_id in names}
            if left_out := sorted(set(scores.systems) - given):
                self._remark(f"not in the package for metrics, so left out: {_listed(left_out)}")
                scores = scores.without(left_out)
        if len(scores.systems) < _LEAST_SYSTEMS:
            self._remark(f"{len(scores.systems)} systems have been judged; a comparison needs {_LEAST_SYSTEMS}")
            return None
        return scores

    def _baselines(self, runs: Sequence[Run], names: Mapping[int, str], human: HumanScores) -> Iterator[MetricScores]:
        """What this site computes of the outputs, whatever the rulebook names."""
        scoring = self.campaign.rules.scoring_of(self.track.released_runs or self.track.id, self.pair)
        if not runs or not scoring.scored_specifications:
            return
        try:
            evaluation = restored(runs, scoring.scored_specifications[0], names=dict(names), with_texts=False)
        except RefusedError:
            self._remark("the outputs are not scored yet, so the metrics of this site are missing")
            return
        computed = own_metrics(evaluation, numbered=False)
        titles = _titles([metric.name for metric in computed])
        for metric in computed:
            missing = [system for system in human.systems if system not in (metric.systems or {})]
            if missing:
                self._remark(f"{metric.name} is left out: it has no score of {_listed(missing)} yet")
                continue
            name = titles[metric.name]
            self.found.metrics.append(MetricEntry(name=name, language_pair=self.pair, team="", expression=metric.name))
            yield replace(metric, name=name)

    def _submissions(
        self, submitted: Sequence[Run], names: Mapping[int, str], packed: PackedOutputs, human: HumanScores
    ) -> Iterator[MetricScores]:
        read = list(self._read(submitted))
        called = _metric_names(read, {each.name for each in self.found.metrics if each.language_pair == self.pair})
        keys = scored_segments(self.campaign, packed.rules, self.pair)
        versions = _versions(submitted)
        systems = {name: names[run_id] for name, run_id in packed.runs.items() if run_id in names}
        for (run, file), name in zip(read, called, strict=True):
            assert file.declared is not None  # it was found valid
            metric = _scores(name, file, systems, keys)
            missing = [system for system in human.systems if system not in (metric.systems or {})]
            if missing:
                self._remark(f"{name} is left out: it has no score of {_listed(missing)}; it has to be submitted again")
                continue
            self.found.metrics.append(
                MetricEntry(
                    name=name,
                    language_pair=self.pair,
                    team=run.team.name if run.team is not None else "",
                    system_type=run.system_type,
                    version=versions[run.board_id, run.name],
                    better=file.declared.better,
                    references=file.declared.references,
                )
            )
            self.found.submitted.append(
                SubmittedMetric(
                    name=name,
                    language_pair=self.pair,
                    run=run.pk,
                    systems=systems,
                    segments=tuple(keys),
                    lower_is_better=file.declared.better == "lower",
                )
            )
            yield metric

    def _read(self, submitted: Sequence[Run]) -> Iterator[tuple[Run, MetricSubmission]]:
        """The files that can be read: earlier versions of this software took others, too."""
        for run in submitted:
            try:
                yield run, _read(run)
            except BakeoffError as error:
                self._remark(f"{run.name} is left out: {str(error).rstrip('.')}")

    def _remark(self, text: str) -> None:
        self.found.remarks.append(f"{self.campaign.rules.language_pairs[self.pair].label}: {text}.")


def _read(run: Run) -> MetricSubmission:
    with under_name(run.sha256, run.file_name.rpartition("/")[2]) as path:
        return read_metric_submission(path)


def _versions(submitted: Sequence[Run]) -> Counter[tuple[int, str]]:
    """How often the files of metrics were submitted, by board and name: each later one replaced the earlier."""
    boards = {run.board_id for run in submitted}
    return Counter(Run.objects.filter(board__in=boards).values_list("board_id", "name"))


def _scores(name: str, file: MetricSubmission, systems: Mapping[str, str], keys: Sequence[Segment]) -> MetricScores:
    """The scores of a file under the names and ids that people's scores have."""
    assert file.declared is not None
    scores = metric_scores_of_files(name, "", file.score_files, lower_is_better=file.declared.better == "lower")
    segments = None
    if scores.segments is not None:
        segments = {
            (systems[system], keys[int(number) - 1]): value
            for (system, (_, number)), value in scores.segments.items()
            if system in systems and int(number) <= len(keys)
        }
    of_systems = {systems[name]: value for name, value in (scores.systems or {}).items() if name in systems}
    return replace(scores, segments=segments, systems=of_systems)


def _metric_names(read: Sequence[tuple[Run, MetricSubmission]], taken: set[str]) -> list[str]:
    """What metrics are called: as they say, with the team where others are called so, at last with the run."""
    said = [file.declared.metric if file.declared else run.name for run, file in read]
    count = Counter([*said, *taken])
    with_team = [
        f"{name} ({run.team.name})" if count[name] > 1 and run.team is not None else name
        for name, (run, _) in zip(said, read, strict=True)
    ]
    count = Counter([*with_team, *taken])
    return [f"{name} ({run.name})" if count[name] > 1 else name for name, (run, _) in zip(with_team, read, strict=True)]


def _titles(expressions: Sequence[str]) -> dict[str, str]:
    """What people call metrics; of two with one title, what the rulebook does."""
    titles = {expression: metric_title(expression) for expression in expressions}
    count = Counter(titles.values())
    return {expression: title if count[title] == 1 else expression for expression, title in titles.items()}


def _renamed(scores: HumanScores, names: Mapping[str, str]) -> HumanScores:
    return replace(
        scores,
        systems={names[system]: score for system, score in scores.systems.items()},
        segments={(names[system], segment): score for (system, segment), score in scores.segments.items()},
        preferences=tuple(
            replace(each, first=names[each.first], second=names[each.second]) for each in scores.preferences
        ),
    )


def _listed(names: Sequence[str]) -> str:
    return ", ".join(names[:_SHOWN]) + (f" and {len(names) - _SHOWN} more" if len(names) > _SHOWN else "")
