"""One run as someone may see it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime

from bakeoff.evaluation import error_counts
from bakeoff.rulebook.schema import Scoring, TestSetRules
from bakeoff.rulebook.schema.evaluation import SPEECH_METRICS
from bakeoff_site.campaigns.rules import Standing
from bakeoff_site.core.remembered import Made
from bakeoff_site.results.conversions.shown import Cell, Choice
from bakeoff_site.results.conversions.shown_texts import EarlierScore, GroupLine, RunView, ScoreLine
from bakeoff_site.results.conversions.words import group_label, place_of
from bakeoff_site.results.rules import Sight
from bakeoff_site.results.selectors.finding import Found, find_run
from bakeoff_site.results.selectors.scores import printed
from bakeoff_site.results.selectors.segments import Wanted, segments_of
from bakeoff_site.results.selectors.sight import Names
from bakeoff_site.scoring.models import RunScore
from bakeoff_site.submissions.models import Run


def run_for(
    standing: Standing, key: str, now: datetime, *, specification: str | None = None, wanted: Wanted | None = None
) -> RunView | None:
    """A run of the campaign; None where someone may not know that it exists. Own runs are shown before their scores."""
    wanted = wanted or Wanted()
    found = find_run(standing, key, now)
    if found is None:
        return None
    scores = tuple(RunScore.objects.filter(run=found.run).order_by("pk").values_list("pk", "current"))
    return _VIEWS.get((found, scores, specification, wanted), lambda: _view(found, specification, wanted))


_VIEWS: Made[RunView] = Made(most=256)


def _view(found: Found, specification: str | None, wanted: Wanted) -> RunView:
    run, sight = found.run, found.sight
    rules = run.board.campaign.rules
    scoring = rules.scoring_of(run.board.track, run.board.language_pair)
    shows_scores = sight.scores_of(run)
    scores = list(RunScore.objects.filter(run=run).defer("statistics", "columns")) if shows_scores else []
    scored = [name for name in scoring.specifications if any(s.specification == name for s in scores)]
    chosen = specification if specification in scored else next(iter(scored), "")
    current = [score for score in scores if score.current and score.specification == chosen]
    others = [other for other in found.every if other.pk != run.pk and other.in_force and sight.scores_of(other)]
    return RunView(
        place=place_of(rules, run.board),
        system=found.system(),
        opens=None if shows_scores else sight.opens,
        shows_scores=shows_scores,
        scores=tuple(_lines(scores, scoring, _error_counts(scores))),
        specification=chosen,
        specifications=tuple(Choice(name, name, name == chosen) for name in scored),
        group_metrics=tuple(score.metric for score in current),
        groups=tuple(_groups(rules.test_sets[run.board.test_set], current, scoring)),
        shows_source=sight.source.allowed,
        shows_references=sight.references.allowed,
        shows_output=sight.output_of(run),
        segments=segments_of(run, current, chosen, sight, wanted) if current else None,
        others=_choices(others, sight, found.names) if shows_scores else (),
    )


def _choices(runs: Sequence[Run], sight: Sight, names: Names) -> tuple[Choice, ...]:
    found = [Choice(names.key(run, sight), names.name(run, sight), is_chosen=False) for run in runs]
    return tuple(sorted(found, key=lambda choice: choice.label.casefold()))


def _error_counts(scores: Sequence[RunScore]) -> dict[int, Mapping[str, int]]:
    """Of the scores of recognised speech that are in force, by their keys."""
    spoken = [score.pk for score in scores if score.current and score.metric in SPEECH_METRICS]
    if not spoken:
        return {}
    rows = RunScore.objects.filter(pk__in=spoken).values_list("pk", "statistics")
    return {key: error_counts(bytes(statistics)) for key, statistics in rows}


def _lines(
    scores: Sequence[RunScore], scoring: Scoring, errors: Mapping[int, Mapping[str, int]]
) -> Iterable[ScoreLine]:
    """A line for each specification and metric in the order of the rulebook."""
    metrics = [*scoring.all_metrics, *(score.metric for score in scores if score.metric not in scoring.all_metrics)]
    for specification in scoring.specifications:
        for metric in dict.fromkeys(metrics):
            fitting = [s for s in scores if (s.specification, s.metric) == (specification, metric)]
            score = next((s for s in fitting if s.current), None)
            if score is None:
                continue
            cell = _cell(score, scoring)
            yield ScoreLine(
                specification=specification,
                metric=metric,
                value=cell.value,
                text=cell.text,
                interval=cell.interval,
                signature=score.signature,
                is_official=metric == scoring.official_metric and specification == scoring.specifications[0],
                earlier=tuple(_earlier(s, scoring) for s in fitting if not s.current),
                errors=errors.get(score.pk),
            )


def _earlier(score: RunScore, scoring: Scoring) -> EarlierScore:
    cell = _cell(score, scoring)
    return EarlierScore(cell.text, cell.interval, score.made_at)


def _groups(test_set: TestSetRules, scores: Sequence[RunScore], scoring: Scoring) -> Iterable[GroupLine]:
    for group in dict.fromkeys(group for score in scores for group in score.groups):
        parts = [score.groups.get(group) for score in scores]
        yield GroupLine(
            label=group_label(test_set, group),
            segments=next(part["segments"] for part in parts if part),
            scores=tuple(
                printed(part["value"], part.get("variation"), score.digits, scoring).text if part else "–"
                for score, part in zip(scores, parts, strict=True)
            ),
        )


def _cell(score: RunScore, scoring: Scoring) -> Cell:
    return printed(score.value, score.variation, score.digits, scoring)
