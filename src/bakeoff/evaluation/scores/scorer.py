"""Scores of runs against references."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from bakeoff.data import AlignedTexts, ReferenceSet, Run, TestSet, align, name_of
from bakeoff.engine.threads import checked_threads
from bakeoff.errors import AlignmentError, ExpressionError, LanguageError
from bakeoff.evaluation.inputs import check_lengths, check_names, check_some_references, reference_columns, segments_of
from bakeoff.evaluation.progress import Progress, Steps
from bakeoff.evaluation.scores.groups import Members, group_segments
from bakeoff.evaluation.scores.reference_groups import PreparedGroup, ReferenceGroups, group_statistics
from bakeoff.evaluation.scores.results import Evaluation, GroupScores, Score, SystemScores, score_of, total
from bakeoff.metrics import Metric, Statistics, metric_types, named_by_rows, parse_expression, split_expressions
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

    `metrics` are expressions (`bleu@sacrebleu:case=no`), in one string or several; those that `all` or `iwslt2012`
    stand for are left out, with a remark, where they do not exist for the language. `by` names attributes of documents
    or segments (`genre`, `document`, `speaker`…), crossed as `subset×genre`. `target_language` overrides what the files
    say. `threads` is the number of threads, by default one for each core; it never changes a number. `on_progress` is
    called with the steps done and the steps in all.
    """
    language = target_language or _said_language(references, runs)
    chosen, unavailable = _metrics_for(language, metrics)
    spec = find_specification(specification) if isinstance(specification, str) else specification
    check_names(runs)
    check_some_references(references)
    texts, refused = _aligned(runs, references, source, chosen, metrics)
    chosen = {expression: metric for expression, metric in chosen.items() if expression not in refused}
    groups = group_segments(texts.documents, by)
    workspace = Workspace(tokenizer=spec.tokenizer, threads=checked_threads(threads), steps=spec.steps)
    left_out = {
        run.system: f"{spec.name} is for runs with upper case only, and this one has none"
        for run, column in zip(runs, texts.runs, strict=True)
        if not spec.applies_to(column)
    }

    reference_groups = ReferenceGroups(
        [
            workspace.text(spec.apply(column), name=name_of(reference))
            for reference, column in zip(references, texts.references, strict=True)
        ],
        texts.missing,
    )
    kept = [(run, column) for run, column in zip(runs, texts.runs, strict=True) if run.system not in left_out]
    steps = Steps(len(chosen) * (len(kept) + 1), on_progress)
    prepared = {}
    for expression, metric in chosen.items():
        prepared[expression] = reference_groups.prepare(metric)
        steps.advance()

    signatures = {
        expression: metric.signature(
            references=len(references), specification=str(spec), fewest_references=reference_groups.fewest(metric)
        )
        for expression, metric in chosen.items()
    }
    systems = []
    for run, column in kept:
        hypothesis = workspace.text(spec.apply(column), name=name_of(run))
        statistics = _statistics(hypothesis, prepared, steps)
        scorer = _Scorer(chosen, statistics, signatures)
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
        remarks=(*texts.remarks, *(f"{gap}." for gap in texts.gaps), *unavailable, *refused.values()),
        left_out=left_out,
        target_language=language,
        groups=groups,
        texts=texts,
        steps=spec.steps,
    )


def score_texts(
    hypotheses: Sequence[str],
    references: Sequence[Sequence[str | None]],
    *,
    metrics: str | Iterable[str] = "bleu",
    specification: str = "case+punc",
    target_language: str | None = None,
    threads: int | None = 1,
) -> dict[str, float]:
    """Corpus scores of one text, by metric expression: `references` holds one sequence for each reference.

    None stands for a segment that a reference lacks, for metrics whose tools take that (`bleu@sacrebleu`, `chrf`,
    `chrf++`, `ter@sacrebleu`, `ter@tercom`); an empty string is a reference without words.
    `target_language` (a code or an English name) is what metrics such as METEOR go by, which otherwise take English.
    `all` and `iwslt2012` leave out metrics that do not exist for the language.

    >>> score_texts(["a b c d e"], [["a b c d e"]], metrics="bleu ter")
    {'bleu': 100.0, 'ter': 0.0}
    """
    spec = find_specification(specification)
    workspace = Workspace(tokenizer=spec.tokenizer, threads=checked_threads(threads), steps=spec.steps)
    hypotheses = segments_of(hypotheses, "the hypotheses")
    columns, missing = reference_columns(references)
    check_lengths(hypotheses, columns)
    hypothesis = workspace.text(spec.apply(hypotheses), name="hypotheses")
    texts = [
        workspace.text(spec.apply(column), name=f"reference {number}") for number, column in enumerate(columns, start=1)
    ]
    reference_groups = ReferenceGroups(texts, missing)
    scores = {}
    chosen, _ = _metrics_for(target_language, metrics)
    refused = _refused(chosen, metrics) if any(missing) else {}
    for expression, metric in chosen.items():
        if expression in refused:
            continue
        statistics = group_statistics(hypothesis, reference_groups.prepare(metric))
        scores[expression] = float(metric.score(total(statistics)))
    return scores


def _metrics_for(language: str | None, expressions: str | Iterable[str]) -> tuple[dict[str, Metric], tuple[str, ...]]:
    """The metrics that expressions name, for texts in the language, if it is known; and remarks on those that are only
    part of `all` or another row and which do not exist for it. Naming such a metric is an error.
    """
    given = [expressions] if isinstance(expressions, str) else list(expressions)
    metrics = {expression: parse_expression(expression) for expression in split_expressions(given)}
    if not language:
        return metrics, ()
    code, rows = language_code(language), named_by_rows(given)
    chosen: dict[str, Metric] = {}
    missing: dict[str, LanguageError] = {}
    for expression, metric in metrics.items():
        try:
            chosen[expression] = metric.for_language(code)
        except LanguageError as error:
            if expression not in rows:
                raise
            missing[expression] = error
    return chosen, tuple(_left_out(missing, rows))


def _left_out(missing: Mapping[str, LanguageError], rows: Mapping[str, str]) -> Iterator[str]:
    """A remark for each row on what is left out of it, with the reason of the first."""
    for row in dict.fromkeys(rows[expression] for expression in missing):
        first, *more = names = [expression for expression in missing if rows[expression] == row]
        remedy = f"To have {'one' if more else 'it'}, name it: {first}:{missing[first].option}."
        yield f"{', '.join(names)} {'are' if more else 'is'} left out of {row}. {missing[first]} {remedy}"


def _aligned(
    runs: Sequence[Run],
    references: Sequence[ReferenceSet],
    source: TestSet | None,
    metrics: Mapping[str, Metric],
    expressions: str | Iterable[str],
) -> tuple[AlignedTexts, dict[str, str]]:
    """The texts, in which references may lack segments where all metrics that were named take that; and those that
    are only part of a row and do not, with a remark.
    """
    try:
        return align(runs, references, source=source), {}
    except AlignmentError as error:
        try:
            texts = align(runs, references, source=source, uneven_references=True)
        except AlignmentError:
            raise error from None
        try:
            return texts, _refused(metrics, expressions)
        except ExpressionError as refusal:
            raise AlignmentError(
                expected="every segment in every reference", found="; ".join(texts.gaps), remedy=str(refusal)
            ) from None


def _refused(metrics: Mapping[str, Metric], expressions: str | Iterable[str]) -> dict[str, str]:
    """Metrics that are only part of a row and need every reference, each with a remark. One that was named is an error,
    and so is having no other.
    """
    refused = [expression for expression, metric in metrics.items() if not metric.takes_uneven_references]
    rows = named_by_rows(expressions)
    named = [expression for expression in refused if expression not in rows]
    if named or len(refused) == len(metrics):
        takers = ", ".join(sorted(name for name, kind in metric_types().items() if kind.takes_uneven_references))
        raise ExpressionError(
            f"{', '.join(named or refused)}: every segment needs the same number of references. "
            f"Metrics that take segments with fewer, as their tools do: {takers}."
        )
    return {
        name: f"{name} is left out of {rows[name]}: it needs every reference for every segment." for name in refused
    }


class _Scorer:
    """Scores of one run's statistics over any segments."""

    def __init__(
        self, metrics: Mapping[str, Metric], statistics: Mapping[str, Statistics], signatures: Mapping[str, str]
    ) -> None:
        self._metrics = metrics
        self._statistics = statistics
        self._signatures = signatures

    def scores(self, members: Members | None = None) -> dict[str, Score]:
        return {
            expression: score_of(metric, total(self._statistics[expression], members), self._signatures[expression])
            for expression, metric in self._metrics.items()
        }


def _statistics(
    hypothesis: Text, prepared: Mapping[str, Sequence[PreparedGroup]], steps: Steps
) -> dict[str, Statistics]:
    statistics = {}
    for expression, groups in prepared.items():
        statistics[expression] = group_statistics(hypothesis, groups)
        steps.advance()
    return statistics


def _said_language(references: Sequence[ReferenceSet], runs: Sequence[Run]) -> str | None:
    said = [*(text.target_language for text in references), *(text.target_language for text in runs)]
    return next(filter(None, said), None)
