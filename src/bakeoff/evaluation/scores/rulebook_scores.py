"""Scores as the rulebook of a campaign wants them: its metrics, specifications, intervals, groups and tests."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from bakeoff.data import Document, ReferenceSet, Run, TestSet, described_segments
from bakeoff.errors import ExpressionError, InputError, Place
from bakeoff.evaluation.comparison.known_p_values import KnownPValues
from bakeoff.evaluation.comparison.systems import Comparison, compare_runs
from bakeoff.evaluation.progress import Progress, part_progress
from bakeoff.evaluation.recognition.groups import with_reported_attributes
from bakeoff.evaluation.recognition.rulebook_scores import recognition_by_rules
from bakeoff.evaluation.resegmentation.options import ResegmentationRule
from bakeoff.evaluation.resegmentation.runs import resegment_run, with_resegmentation
from bakeoff.evaluation.scores.given_scores import add_scores
from bakeoff.evaluation.scores.groups import present_groupings
from bakeoff.evaluation.scores.intervals import add_intervals
from bakeoff.evaluation.scores.results import Evaluation, with_groups
from bakeoff.evaluation.scores.scorer import score_runs
from bakeoff.formats import ScoreFile, read_references, read_runs, read_source
from bakeoff.metrics import Direction
from bakeoff.rulebook import Rulebook
from bakeoff.rulebook.schema import Scoring, TestSetRules
from bakeoff.rulebook.schema.evaluation import Comparison as ComparisonRules
from bakeoff.rulebook.schema.evaluation import Interval
from bakeoff.text import language_code

FilePath = str | Path
_WITHOUT_BLANKS = {"zh", "ja", "th", "lo", "km", "my"}
"""Languages whose words are not written apart: their runs are cut again by characters."""


def score_by_rules(
    rulebook: Rulebook,
    *,
    track: str,
    language_pair: str,
    test_set: str,
    runs: Mapping[str, FilePath],
    references: Sequence[FilePath | ReferenceSet],
    source: FilePath | TestSet | None = None,
    mappings: FilePath | None = None,
    regions: FilePath | None = None,
    threads: int | None = None,
    on_progress: Progress | None = None,
) -> dict[str, Evaluation]:
    """Scores files of runs, by the name of their system, under every specification of the rulebook.

    References and source are files or, where many runs are scored one by one, what was read of them before; references
    of transcripts are files.

    It is what `bakeoff score` and `bakeoff asr` do with the options that match the rulebook
    (`Rulebook.scoring_of`), interval included; without one in the rulebook, by 1,000 bootstrap samples. Scores that
    plug-ins or files give (`outside`) are not among them. Transcripts are scored once, and are under the first
    specification: case, `mappings` (GLM) and `regions` (UEM) are their rules. A run that cannot be scored is an error
    which says why.
    """
    scoring = _scoring(rulebook, track, language_pair)
    rules = _test_set(rulebook, test_set)
    _check_files(runs, references)
    if scoring.is_recognition:
        evaluation = recognition_by_rules(
            scoring, runs=runs, references=_files(references), mappings=mappings, regions=regions, threads=threads
        )
        evaluation = with_reported_attributes(evaluation, rules)
        official = scoring.specifications[0]
        by = present_groupings(evaluation.documents, rules.groupings)
        grouped = with_groups(replace(evaluation, specification=official), by)
        return {official: _with_intervals(grouped, scoring, threads, on_progress)}
    texts = _Texts(runs, references, source)
    language = rulebook.language_pairs[language_pair].target
    cut = (
        [
            resegment_run(run, texts.references, source=texts.source, rule=_rule(language), threads=threads)
            for run in texts.runs
        ]
        if scoring.resegment or not rules.segmented
        else []
    )
    metrics = [metric for metric in scoring.all_metrics if metric not in scoring.outside]
    evaluations = {}
    for number, specification in enumerate(scoring.specifications):
        evaluation = score_runs(
            [each.run for each in cut] or texts.runs,
            texts.references,
            source=texts.source,
            metrics=metrics,
            specification=specification,
            by=present_groupings(texts.documents, rules.groupings),
            target_language=language,
            threads=threads,
            on_progress=part_progress(on_progress, 2 * number, 2 * len(scoring.specifications)),
        )
        if cut:
            evaluation = with_resegmentation(evaluation, cut)
        advance = part_progress(on_progress, 2 * number + 1, 2 * len(scoring.specifications))
        evaluations[specification] = _with_intervals(evaluation, scoring, threads, advance)
    return evaluations


def add_scores_by_rules(
    rulebook: Rulebook,
    evaluation: Evaluation,
    scores: ScoreFile,
    *,
    track: str,
    language_pair: str,
    name: str,
    direction: Direction = "higher",
    origin: Mapping[str, str] | None = None,
) -> Evaluation:
    """The evaluation with the scores of a file as those of one more metric that the rulebook names in `outside`.

    See `add_scores`; scores of segments have the interval that the rulebook asks for.
    """
    scoring = _scoring(rulebook, track, language_pair)
    if name not in scoring.outside:
        known = ", ".join(scoring.outside) or "none"
        raise ExpressionError(f"the rulebook has no metric {name!r} in `outside`; there are: {known}.")
    added = add_scores(evaluation, scores, name=name, direction=direction, origin=origin)
    return interval_by_rules(rulebook, added, track=track, language_pair=language_pair, metrics=[name])


def interval_by_rules(
    rulebook: Rulebook, evaluation: Evaluation, *, track: str, language_pair: str, metrics: Sequence[str]
) -> Evaluation:
    """The evaluation with the intervals that the rulebook asks for of some of its metrics."""
    chosen = {name: how for name, how in evaluation.metrics.items() if name in metrics}
    varied = _with_intervals(
        replace(evaluation, metrics=chosen), _scoring(rulebook, track, language_pair), threads=None, on_progress=None
    )
    return replace(varied, metrics=evaluation.metrics)


def compare_by_rules(
    rulebook: Rulebook,
    evaluation: Evaluation,
    *,
    track: str,
    language_pair: str,
    compared: Sequence[str] | None = None,
    known: KnownPValues | None = None,
    threads: int | None = None,
    on_progress: Progress | None = None,
) -> Comparison:
    """Tests the pairs of the systems that are compared, as the rulebook says; by default of all.

    MAPSSWE needs alignments, which statistics are not: paired randomisation is in for it, and `method` says so.
    Groups of one segment are not tested, nor scores that were given for complete systems. `known` is as in
    `compare_runs`.
    """
    rules = _scoring(rulebook, track, language_pair).comparison or ComparisonRules()
    names = [system.name for system in evaluation.systems] if compared is None else list(compared)
    chosen = replace(
        evaluation,
        systems=tuple(system for system in evaluation.systems if system.name in names),
        groups={key: members for key, members in evaluation.groups.items() if len(members) > 1},
        given={},
    )
    comparison = compare_runs(
        chosen,
        test="randomization" if rules.test == "mapsswe" else rules.test,
        trials=rules.trials,
        correction=rules.correction,
        level=rules.level,
        rule=rules.clusters,
        known=known,
        threads=threads,
        on_progress=on_progress,
    )
    return replace(comparison, test="randomization in place of mapsswe") if rules.test == "mapsswe" else comparison


class _Texts:
    """Files of text, read; each file of runs holds one."""

    def __init__(
        self,
        runs: Mapping[str, FilePath],
        references: Sequence[FilePath | ReferenceSet],
        source: FilePath | TestSet | None,
    ) -> None:
        self.runs = [_run(name, path) for name, path in runs.items()]
        self.references = [
            text
            for each in references
            for text in ([each] if isinstance(each, ReferenceSet) else read_references(each))
        ]
        self.source = source if source is None or isinstance(source, TestSet) else read_source(source)

    @property
    def documents(self) -> tuple[Document, ...]:
        """Of each segment, by source and references: what they say of segments holds for all runs alike."""
        return described_segments(self.references, source=self.source)


def _run(name: str, path: FilePath) -> Run:
    runs = read_runs(path)
    if len(runs) > 1:
        raise InputError(
            place=Place(str(path)),
            expected="the run of one system",
            found=f"{len(runs)} runs",
            remedy="Give every run a separate file.",
        )
    return replace(runs[0], system=name)


def _with_intervals(
    evaluation: Evaluation, scoring: Scoring, threads: int | None, on_progress: Progress | None
) -> Evaluation:
    interval = scoring.interval or Interval()
    named = interval.metrics or tuple(evaluation.metrics)
    chosen = replace(evaluation, metrics={name: how for name, how in evaluation.metrics.items() if name in named})
    if not chosen.metrics or not chosen.systems:
        return evaluation
    varied = add_intervals(
        chosen,
        method="bca" if interval.method == "bca" else "percentile",
        samples=interval.samples,
        level=interval.confidence,
        threads=threads,
        on_progress=on_progress,
    )
    return replace(varied, metrics=evaluation.metrics)


def _rule(language: str | None) -> ResegmentationRule:
    return ResegmentationRule(characters=language is not None and language_code(language) in _WITHOUT_BLANKS)


def _scoring(rulebook: Rulebook, track: str, language_pair: str) -> Scoring:
    if track not in rulebook.tracks:
        raise ExpressionError(f"there is no track {track!r}; there are: {', '.join(rulebook.tracks)}.")
    if language_pair not in rulebook.language_pairs:
        known = ", ".join(rulebook.language_pairs)
        raise ExpressionError(f"there is no language pair {language_pair!r}; there are: {known}.")
    return rulebook.scoring_of(track, language_pair)


def _test_set(rulebook: Rulebook, test_set: str) -> TestSetRules:
    if test_set not in rulebook.test_sets:
        raise ExpressionError(f"there is no test set {test_set!r}; there are: {', '.join(rulebook.test_sets)}.")
    return rulebook.test_sets[test_set]


def _files(references: Sequence[FilePath | ReferenceSet]) -> list[FilePath]:
    if any(isinstance(each, ReferenceSet) for each in references):
        raise InputError(expected="files of reference transcripts", found="texts that were read already")
    return [each for each in references if not isinstance(each, ReferenceSet)]


def _check_files(runs: Mapping[str, FilePath], references: Sequence[FilePath | ReferenceSet]) -> None:
    if not runs:
        raise InputError(expected="at least one run", found="none")
    if not references:
        raise InputError(
            expected="at least one reference", found="none", remedy="Add the references of the test set first."
        )
