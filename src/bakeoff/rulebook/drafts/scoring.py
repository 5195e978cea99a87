"""Metrics of a draft: what changes for the campaign changes for its tracks and languages too."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from bakeoff.errors import BakeoffError
from bakeoff.metrics import parse_expression
from bakeoff.rulebook.drafts.leftovers import Content
from bakeoff.rulebook.drafts.plans import CampaignPlan, PlanProblem
from bakeoff.rulebook.mistakes import SchemaError
from bakeoff.rulebook.schema import Evaluation
from bakeoff.rulebook.schema.evaluation import SPEECH_METRICS, check_metric
from bakeoff.text.languages import language_code, language_name

_SEGMENTED = {"zh": "zh"}
"""Tokenisers of sacreBLEU for languages that are written without blanks."""


def apply_metrics(content: Content, plan: CampaignPlan) -> Iterator[PlanProblem]:
    """Writes the planned metrics into a rulebook, for all tracks and languages that do not differ on purpose."""
    problems = list(_problems(content, plan))
    if problems:
        yield from problems
        return
    evaluation = content.setdefault("evaluation", {})
    before = Evaluation.model_validate(evaluation)
    earlier = [metric for metric in before.all_metrics if metric not in before.outside]
    removed = {metric for metric in earlier if metric not in plan.metrics}
    added = [metric for metric in plan.metrics if metric not in earlier]
    if list(plan.metrics) != earlier:
        evaluation["metrics"] = list(plan.metrics)
    _put(evaluation, "official_metric", plan.official_metric)
    _put(evaluation, "outside", list(plan.outside))
    gone = removed | (set(before.outside) - set(plan.outside))
    for scoring in _differing(evaluation):
        _follow(scoring, gone=gone, added=added, official=plan.official_metric)
    _limit_intervals(evaluation, gone)
    yield from _fit_languages(content, plan)
    _forget_published(content, gone)
    _reseed(content, plan, gone)


def _problems(content: Content, plan: CampaignPlan) -> Iterator[PlanProblem]:
    for metric in plan.metrics:
        try:
            check_metric(metric)
        except SchemaError as error:
            sentence = f"Expected {error.expected}, found {error.found}. {error.remedy}".strip()
            yield PlanProblem("metrics", sentence, metric)
    official = plan.official_metric
    if official is not None and official not in (*plan.metrics, *plan.outside):
        yield PlanProblem("official_metric", "Choose one of the chosen metrics as the official one.")
    if not plan.metrics and not plan.outside:
        yield PlanProblem("metrics", "Choose at least one metric.")
    judged = [name for name, human in content.get("human", {}).items() if human.get("official")]
    if official is None and judged and not set(judged) & plan.human.keys():
        sentence = "Choose the metric that ranks systems, because no human evaluation decides."
        yield PlanProblem("official_metric", sentence)


def _put(evaluation: Content, key: str, value: Any) -> None:
    if value or key in evaluation:
        evaluation[key] = value
    if not value:
        evaluation.pop(key, None)


def _differing(evaluation: Content) -> Iterator[Content]:
    """The tables of what differs in tracks and languages."""
    yield from evaluation.get("languages", {}).values()
    for track in evaluation.get("tracks", {}).values():
        yield track
        yield from track.get("languages", {}).values()


def _follow(scoring: Content, *, gone: set[str], added: Iterable[str], official: str | None) -> None:
    """Removes from what differs what the campaign no longer computes, and adds what it computes now."""
    heads = {metric.partition(":")[0] for metric in gone}
    for key in ("metrics", "outside"):
        listed = scoring.get(key)
        if listed is None or not set(SPEECH_METRICS).isdisjoint(listed):
            continue
        left = [metric for metric in listed if metric not in gone and metric.partition(":")[0] not in heads]
        new = [metric for metric in added if metric not in left] if key == "metrics" else []
        scoring[key] = left + new
        if not scoring[key]:
            del scoring[key]
    if scoring.get("official_metric") in gone:
        if official is None:
            del scoring["official_metric"]
        else:
            scoring["official_metric"] = official


def _limit_intervals(evaluation: Content, gone: set[str]) -> None:
    """Intervals of named metrics only: a metric that is gone gets none, and without any name all would get one."""
    for scoring in (evaluation, *_differing(evaluation)):
        interval = scoring.get("interval", {})
        if gone.intersection(interval.get("metrics", ())):
            interval["metrics"] = [metric for metric in interval["metrics"] if metric not in gone]
            if not interval["metrics"]:
                del scoring["interval"]


def _fit_languages(content: Content, plan: CampaignPlan) -> Iterator[PlanProblem]:
    """For languages that a chosen metric cannot score, or scores by another tokeniser, says what remains."""
    evaluation = content["evaluation"]
    for language in dict.fromkeys(pair["target"] for pair in content["language_pairs"].values() if "target" in pair):
        said = evaluation.get("languages", {}).get(language, {})
        if "metrics" in said:
            continue
        fitting = [fit for metric in plan.metrics if (fit := _for_language(metric, language))]
        if fitting != list(plan.metrics):
            if plan.official_metric in set(plan.metrics) - set(fitting) and not _has_variant(plan, fitting):
                title = parse_expression(str(plan.official_metric)).title
                sentence = f"{title} cannot score {language_name(language)}. Choose another official metric."
                yield PlanProblem("official_metric", sentence)
            elif not fitting and not plan.outside:
                sentence = (
                    f"None of these metrics can score {language_name(language)}. Choose one that can, such as chrF."
                )
                yield PlanProblem("metrics", sentence)
            else:
                evaluation.setdefault("languages", {}).setdefault(language, {})["metrics"] = fitting


def _has_variant(plan: CampaignPlan, fitting: Iterable[str]) -> bool:
    """Whether the official metric is computed with other options."""
    return any(metric.partition(":")[0] == plan.official_metric for metric in fitting)


def _for_language(metric: str, language: str) -> str | None:
    """A metric for a language; None where it cannot score it."""
    code = language_code(language)
    if metric == "bleu@sacrebleu" and code in _SEGMENTED:
        return f"{metric}:tokenizer={_SEGMENTED[code]}"
    if metric in SPEECH_METRICS:
        return metric
    try:
        parse_expression(metric).for_language(code)
    except BakeoffError:
        return None
    return metric


def _forget_published(content: Content, gone: set[str]) -> None:
    """Published scores by metrics that the campaign no longer has; an entry without any is removed."""
    if "published_scores" not in content:
        return
    entries = []
    for entry in content["published_scores"]:
        scores: Mapping[str, Any] = {name: score for name, score in entry["scores"].items() if name not in gone}
        if scores:
            entries.append({**entry, "scores": scores})
    content["published_scores"] = entries


def _reseed(content: Content, plan: CampaignPlan, gone: set[str]) -> None:
    """Tournaments that were seeded by a metric that is gone."""
    for human in content.get("human", {}).values():
        tournament = human.get("tournament", {})
        if tournament.get("seeded_by") in gone:
            tournament["seeded_by"] = plan.official_metric or next(iter(plan.metrics), None)
            if tournament["seeded_by"] is None:
                del tournament["seeded_by"]
