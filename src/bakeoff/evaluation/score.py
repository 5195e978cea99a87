"""Scores of runs against references."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from bakeoff.data import ReferenceSet, Run, TestSet, align, name_of
from bakeoff.errors import LanguageError
from bakeoff.evaluation.groups import Members, group_segments
from bakeoff.evaluation.inputs import check_lengths, check_names, check_some_references, checked_threads, segments_of
from bakeoff.evaluation.progress import Progress, Steps
from bakeoff.evaluation.results import Evaluation, GroupScores, Score, SystemScores, score_of, total
from bakeoff.metrics import Metric, Statistics, only_by_all, parse_expression, split_expressions
from bakeoff.text import Specification, Text, Workspace, find_specification, language_code


def score_runs(
    runs: Sequence[Run],
    references: Sequence[ReferenceSet],
    *,
    source: TestSet | None = None,
    metrics: str | Iterable[str] = "bleu",
    specification: str | Specification = "case+punc",
    by: Iterable[str] = (),
    target_language: str | None = None,
    threads: int | None = None,
    on_progress: Progress | None = None,
) -> Evaluation:
    """Scores every run by every metric under one specification; the references are prepared once.

    `metrics` are expressions (`bleu@sacrebleu:case=no`), in one string or several; those that `all` stands for are left
    out, with a remark, where they do not exist for the language. `by` names attributes of documents
    (`genre`, `document`, `origlang`…). `target_language` overrides what the files say. `threads` is the number of
    threads, by default one for each core; it never changes a number. `on_progress` is called with the steps done and
    the steps in all.
    """
    language = target_language or _said_language(references, runs)
    chosen, unavailable = _metrics_for(language, metrics)
    spec = find_specification(specification) if isinstance(specification, str) else specification
    check_names(runs)
    check_some_references(references)
    texts = align(runs, references, source=source)
    groups = group_segments(texts.documents, by)
    workspace = Workspace(tokenizer=spec.tokenizer, threads=checked_threads(threads), steps=spec.steps)
    left_out = {
        run.system: f"{spec.name} is for runs with upper case only, and this one has none"
        for run, column in zip(runs, texts.runs, strict=True)
        if not spec.applies_to(column)
    }

    prepared_references = [
        workspace.text(spec.apply(column), name=name_of(reference))
        for reference, column in zip(references, texts.references, strict=True)
    ]
    kept = [(run, column) for run, column in zip(runs, texts.runs, strict=True) if run.system not in left_out]
    steps = Steps(len(chosen) * (len(kept) + 1), on_progress)
    prepared = {}
    for expression, metric in chosen.items():
        prepared[expression] = metric.prepare(prepared_references)
        steps.advance()

    systems = []
    for run, column in kept:
        hypothesis = workspace.text(spec.apply(column), name=name_of(run))
        statistics = _statistics(hypothesis, chosen, prepared, steps)
        scorer = _Scorer(chosen, statistics, len(references), str(spec))
        systems.append(
            SystemScores(
                name=run.system,
                scores=scorer.scores(),
                groups={key: GroupScores(len(members), scorer.scores(members)) for key, members in groups.items()},
                statistics=statistics,
                empty_segments=sum(1 for segment in column if not segment.strip()),
            )
        )
    return Evaluation(
        specification=spec.name,
        metrics=chosen,
        systems=tuple(systems),
        remarks=(*texts.remarks, *unavailable),
        left_out=left_out,
        target_language=language,
        groups=groups,
        texts=texts,
        steps=spec.steps,
    )


def score_texts(
    hypotheses: Sequence[str],
    references: Sequence[Sequence[str]],
    *,
    metrics: str | Iterable[str] = "bleu",
    specification: str = "case+punc",
    target_language: str | None = None,
    threads: int | None = 1,
) -> dict[str, float]:
    """Corpus scores of one text, by metric expression: `references` holds one sequence for each reference.

    `target_language` (a code or an English name) is what metrics such as METEOR go by, which otherwise take English.
    Of the metrics that `all` stands for, those that do not exist for the language are not there.

    >>> score_texts(["a b c d e"], [["a b c d e"]], metrics="bleu ter")
    {'bleu': 100.0, 'ter': 0.0}
    """
    spec = find_specification(specification)
    workspace = Workspace(tokenizer=spec.tokenizer, threads=checked_threads(threads), steps=spec.steps)
    hypotheses = segments_of(hypotheses, "the hypotheses")
    references = [segments_of(column, f"reference {number}") for number, column in enumerate(references, start=1)]
    check_lengths(hypotheses, references)
    hypothesis = workspace.text(spec.apply(hypotheses), name="hypotheses")
    prepared = [
        workspace.text(spec.apply(column), name=f"reference {number}")
        for number, column in enumerate(references, start=1)
    ]
    scores = {}
    chosen, _ = _metrics_for(target_language, metrics)
    for expression, metric in chosen.items():
        statistics = metric.statistics(hypothesis, metric.prepare(prepared))
        scores[expression] = float(metric.score(total(statistics)))
    return scores


def _metrics_for(language: str | None, expressions: str | Iterable[str]) -> tuple[dict[str, Metric], tuple[str, ...]]:
    """The metrics that expressions name, for texts in the language, if it is known; and remarks on those that `all`
    stands for but which do not exist for it. Whoever names such a metric is refused.
    """
    given = [expressions] if isinstance(expressions, str) else list(expressions)
    metrics = {expression: parse_expression(expression) for expression in split_expressions(given)}
    if not language:
        return metrics, ()
    code = language_code(language)
    chosen, remarks = {}, []
    for expression, metric in metrics.items():
        try:
            chosen[expression] = metric.for_language(code)
        except LanguageError as error:
            if expression not in only_by_all(given):
                raise
            remedy = f"To have it, name it: {expression}:{error.option}."
            remarks.append(f"{expression} is left out of all. {error} {remedy}")
    return chosen, tuple(remarks)


class _Scorer:
    """Scores of one run's statistics over any segments."""

    def __init__(
        self, metrics: Mapping[str, Metric], statistics: Mapping[str, Statistics], references: int, specification: str
    ) -> None:
        self._metrics = metrics
        self._statistics = statistics
        self._signatures = {
            expression: metric.signature(references=references, specification=specification)
            for expression, metric in metrics.items()
        }

    def scores(self, members: Members | None = None) -> dict[str, Score]:
        return {
            expression: score_of(metric, total(self._statistics[expression], members), self._signatures[expression])
            for expression, metric in self._metrics.items()
        }


def _statistics(
    hypothesis: Text, metrics: Mapping[str, Metric], prepared: Mapping[str, Any], steps: Steps
) -> dict[str, Statistics]:
    statistics = {}
    for expression, metric in metrics.items():
        statistics[expression] = metric.statistics(hypothesis, prepared[expression])
        steps.advance()
    return statistics


def _said_language(references: Sequence[ReferenceSet], runs: Sequence[Run]) -> str | None:
    said = [*(text.target_language for text in references), *(text.target_language for text in runs)]
    return next(filter(None, said), None)
