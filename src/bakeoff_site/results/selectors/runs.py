"""One run as someone may see it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime

from bakeoff.rulebook.schema import Scoring, TestSetRules
from bakeoff.rulebook.schema.evaluation import SPEECH_UNITS
from bakeoff_site.campaigns.permissions import CampaignRole
from bakeoff_site.core.caches import ComputedCache
from bakeoff_site.results.conversions.shown import Cell, Choice, Metric, MissingMetric
from bakeoff_site.results.conversions.shown_texts import EarlierScore, PartLine, RunView, ScoreLine
from bakeoff_site.results.conversions.words import group_label, place_of
from bakeoff_site.results.permissions import Visibility
from bakeoff_site.results.selectors.missing_metrics import Missing, uploaded_scores
from bakeoff_site.results.selectors.run_lookup import Found, find_run
from bakeoff_site.results.selectors.scores import ALL_GROUPS, column_of, counted, printed
from bakeoff_site.results.selectors.segments import Wanted, segments_of
from bakeoff_site.results.selectors.visibility import Names
from bakeoff_site.scoring.models import RunScore
from bakeoff_site.scoring.selectors.counts import counts_of_scores
from bakeoff_site.submissions.models import Run


def run_for(
    role: CampaignRole, key: str, now: datetime, *, specification: str | None = None, wanted: Wanted | None = None
) -> RunView | None:
    """A run of the campaign; None where someone may not know that it exists. Own runs are shown before their scores."""
    wanted = wanted or Wanted()
    found = find_run(role, key, now)
    if found is None:
        return None
    scores = tuple(RunScore.objects.filter(run=found.run).order_by("pk").values_list("pk", "current"))
    return _VIEWS.get((found, scores, specification, wanted), lambda: _view(found, specification, wanted))


_VIEWS: ComputedCache[RunView] = ComputedCache(most=256)


def _view(found: Found, specification: str | None, wanted: Wanted) -> RunView:
    run, visibility = found.run, found.visibility
    rules = run.board.campaign.rules
    scoring = rules.scoring_of(run.board.track, run.board.language_pair)
    shows_scores = visibility.scores_of(run)
    scores = list(RunScore.objects.filter(run=run).defer("statistics")) if shows_scores else []
    lines = _Lines(scores, scoring)
    scored = [name for name in scoring.specifications if any(s.specification == name for s in scores)]
    chosen = specification if specification in scored else next(iter(scored), "")
    current = [score for score in scores if score.current and score.specification == chosen]
    current.sort(key=lambda score: not score.columns)  # as evaluations have them: those of whole systems last
    others = [other for other in found.every if other.pk != run.pk and other.in_force and visibility.scores_of(other)]
    return RunView(
        place=place_of(rules, run.board),
        system=found.system(),
        opens=None if shows_scores else visibility.opens,
        shows_scores=shows_scores,
        scores=tuple(lines.scores()),
        specification=chosen,
        specifications=tuple(Choice(name, name, name == chosen) for name in scored),
        columns=tuple(lines.column(score) for score in current),
        groups=tuple(lines.groups(rules.test_sets[run.board.test_set], current)),
        shows_references=visibility.references.allowed,
        shows_output=visibility.output_of(run),
        segments=segments_of(run, current, chosen, visibility, wanted) if current else None,
        others=_choices(others, visibility, found.names) if shows_scores else (),
        missing=_missing(found, scoring, scores) if scores else (),
    )


def _missing(found: Found, scoring: Scoring, scores: Sequence[RunScore]) -> tuple[MissingMetric, ...]:
    held = {(score.run_id, score.specification, score.metric) for score in scores if score.current}
    numbers = [run.pk for run in found.every]
    missing = Missing(
        scoring,
        every=found.every,
        held=held,
        uploaded=uploaded_scores(scoring, run__in=numbers),
        visibility=found.visibility,
        names=found.names,
    )
    return missing.of([found.run], scoring.scored_specifications)


def _choices(runs: Sequence[Run], visibility: Visibility, names: Names) -> tuple[Choice, ...]:
    found = [Choice(names.key(run, visibility), names.name(run, visibility), is_chosen=False) for run in runs]
    return tuple(sorted(found, key=lambda choice: choice.label.casefold()))


class _Lines:
    """The scores of a run as lines of tables."""

    def __init__(self, scores: Sequence[RunScore], scoring: Scoring) -> None:
        self._scores = scores
        self._scoring = scoring
        self._counts = counts_of_scores([score.pk for score in scores if score.metric in SPEECH_UNITS])

    def column(self, score: RunScore) -> Metric:
        about = (score.direction, score.digits, score.signature)
        return column_of(score.metric, score.specification, about, self._scoring)

    def scores(self) -> Iterable[ScoreLine]:
        """A line for each specification and metric in the order of the rulebook."""
        scoring, scores = self._scoring, self._scores
        metrics = [*scoring.all_metrics, *(score.metric for score in scores if score.metric not in scoring.all_metrics)]
        for specification in scoring.specifications:
            for metric in dict.fromkeys(metrics):
                fitting = [s for s in scores if (s.specification, s.metric) == (specification, metric)]
                score = next((s for s in fitting if s.current), None)
                if score is None:
                    continue
                yield ScoreLine(
                    column=self.column(score),
                    cell=self._cell(score),
                    is_official=metric == scoring.official_metric and specification == scoring.specifications[0],
                    earlier=tuple(self._earlier(s) for s in fitting if not s.current),
                )

    def groups(self, test_set: TestSetRules, scores: Sequence[RunScore]) -> Iterable[PartLine]:
        """A line for each group that some of the scores know."""
        for group in dict.fromkeys(group for score in scores for group in score.groups):
            yield PartLine(
                name=group,
                label=group_label(test_set, group),
                segments=next(score.groups[group]["segments"] for score in scores if group in score.groups),
                cells=tuple(self._cell(score, group) for score in scores),
            )

    def _cell(self, score: RunScore, group: str = ALL_GROUPS) -> Cell:
        unit = SPEECH_UNITS.get(score.metric, "")
        if group and group not in score.groups:
            return Cell(None, unit=unit)
        value, variation = score.value, score.variation
        if group:
            value, variation = score.groups[group]["value"], score.groups[group].get("variation")
        cell = printed(value, variation, score.digits, self._scoring)
        return replace(cell, unit=unit, counts=counted(self._counts.get(score.pk, {}).get(group)))

    def _earlier(self, score: RunScore) -> EarlierScore:
        cell = self._cell(score)
        return EarlierScore(cell.text, cell.interval, cell.counts.errors if cell.counts else None, score.made_at)
