"""One run as someone may see it, found by what its address calls it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from django.conf import settings
from django.utils.crypto import constant_time_compare

from bakeoff.rulebook.schema import Scoring, TestSetRules
from bakeoff.rulebook.schema.evaluation import SPEECH_UNITS
from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.campaigns.permissions import CampaignRole
from bakeoff_site.core.caches import ComputedCache
from bakeoff_site.results.conversions.boards import MissingMetric
from bakeoff_site.results.conversions.missing_scores import MissingScores
from bakeoff_site.results.conversions.run_parts import headlines, part_scores, with_medians
from bakeoff_site.results.conversions.runs import EarlierScore, PartLine, RunView, ScoreLine, Segments, System
from bakeoff_site.results.conversions.scores import ALL_GROUPS, Cell, Metric, column_of, counted, printed
from bakeoff_site.results.conversions.titles import Choice, group_label, kind_label, place_of, remark_of
from bakeoff_site.results.permissions import Names, Visibility, anonymous_key, names_for, part_of, viewer_of
from bakeoff_site.results.selectors.board_state import RunRow, board_with_runs, runs_from, team_of, uploaded_scores
from bakeoff_site.results.selectors.groups import carried_by_source, shown_groups
from bakeoff_site.results.selectors.segments import SegmentQuery, bleu_of, output_of, segments_of
from bakeoff_site.results.selectors.standings import BoardMoment, moment_of, standing_of
from bakeoff_site.scoring.models import RunScore
from bakeoff_site.scoring.selectors.evaluations import counts_of_scores
from bakeoff_site.submissions.conversions import is_in_rulebook, status_of
from bakeoff_site.submissions.models import Board, Run

_NUMBER = re.compile(r"[1-9][0-9]{0,17}")
_ANONYMOUS = re.compile(r"([1-9][0-9]{0,17})-[0-9a-f]{16}")


def run_for(
    role: CampaignRole, key: str, now: datetime, *, specification: str | None = None, wanted: SegmentQuery | None = None
) -> RunView | None:
    """A run of the campaign; None where someone may not know that it exists. Own runs are shown before their scores."""
    wanted = wanted or SegmentQuery()
    visible = find_run(role, key, now)
    if visible is None:
        return None
    scores = tuple(RunScore.objects.filter(run=visible.run).order_by("pk").values_list("pk", "current"))
    board, visibility = visible.run.board, visible.visibility
    carried = carried_by_source(role.campaign, board, visibility)
    moment = moment_of(board, role.campaign.rules.scoring_of(board.track, board.language_pair), visibility)
    state = (visible, scores, specification, wanted, carried, moment)
    return _VIEWS.get(state, lambda: _view(visible, specification, wanted, carried, moment))


_VIEWS: ComputedCache[RunView] = ComputedCache(most=256)


def _view(
    visible: VisibleRun,
    specification: str | None,
    wanted: SegmentQuery,
    carried: frozenset[str] | None,
    moment: BoardMoment,
) -> RunView:
    run, visibility = visible.run, visible.visibility
    rules = run.board.campaign.rules
    scoring = rules.scoring_of(run.board.track, run.board.language_pair)
    shows_scores = visibility.scores_of(run)
    scores = list(RunScore.objects.filter(run=run).defer("statistics")) if shows_scores else []
    lines = _Lines(scores, scoring)
    scored = [name for name in scoring.specifications if any(s.specification == name for s in scores)]
    chosen = specification if specification in scored else next(iter(scored), "")
    current = [score for score in scores if score.current and score.specification == chosen]
    current.sort(key=lambda score: not score.columns)  # as evaluations have them: scores of complete systems last
    columns = tuple(lines.column(score) for score in current)
    groups = list(lines.groups(rules.test_sets[run.board.test_set], current, carried))
    standing = standing_of(
        run,
        visible.every,
        moment,
        metrics=columns,
        groups=[group.name for group in groups],
        visibility=visibility,
    )
    complete, *groups = (with_medians(line, columns, standing) for line in (lines.all_segments(current), *groups))
    segments = segments_of(run, current, chosen, visibility, wanted) if current else None
    part_metric = _part_metric(columns, segments, wanted)
    others = [other for other in visible.every if other.pk != run.pk and other.in_force and visibility.scores_of(other)]
    return RunView(
        place=place_of(rules, run.board),
        system=visible.system(),
        opens=None if shows_scores else visibility.opens,
        shows_scores=shows_scores,
        scores=tuple(lines.scores()),
        specification=chosen,
        specifications=tuple(Choice(name, name, name == chosen) for name in scored),
        columns=columns,
        groups=tuple(groups),
        shows_references=visibility.references.allowed,
        shows_output=visibility.output_of(run),
        segments=segments,
        others=_choices(others, visibility, visible.names) if shows_scores else (),
        missing=_missing(visible, scoring, scores) if scores else (),
        headlines=tuple(headlines(columns, [lines.cell(score) for score in current], standing)),
        bleu=bleu_of(run, current, chosen) if current else (),
        complete=complete,
        parts=tuple(part_scores(part_metric, columns, [complete, *groups])),
        part_metric=part_metric,
    )


def _part_metric(columns: Sequence[Metric], segments: Segments | None, wanted: SegmentQuery) -> Metric | None:
    """The metric that parts are scored by: the one that is asked for, else the first."""
    name = wanted.metric or (segments.metric if segments is not None else "")
    return next((column for column in columns if column.expression == name), next(iter(columns), None))


def output_for(role: CampaignRole, key: str, now: datetime, *, specification: str) -> tuple[str, ...] | None:
    """The text of a run as it was scored; None where someone may not read it, or it is not scored yet."""
    visible = find_run(role, key, now)
    if visible is None or not visible.visibility.output_of(visible.run):
        return None
    scores = [
        score
        for score in RunScore.objects.filter(run=visible.run, specification=specification, current=True).defer(
            "statistics"
        )
        if score.columns
    ]
    return output_of(visible.run, scores, specification) if scores else None


def _missing(visible: VisibleRun, scoring: Scoring, scores: Sequence[RunScore]) -> tuple[MissingMetric, ...]:
    held = {(score.run_id, score.specification, score.metric) for score in scores if score.current}
    numbers = [run.pk for run in visible.every]
    missing = MissingScores(
        scoring,
        every=visible.every,
        held=held,
        uploaded=uploaded_scores(scoring, run__in=numbers),
        visibility=visible.visibility,
        names=visible.names,
        plugins=settings.PLUGINS,
    )
    return missing.of([visible.run], scoring.scored_specifications)


def _choices(runs: Sequence[Run], visibility: Visibility, names: Names) -> tuple[Choice, ...]:
    choices = [Choice(names.key(run, visibility), names.name(run, visibility), is_chosen=False) for run in runs]
    return tuple(sorted(choices, key=lambda choice: choice.label.casefold()))


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
                    cell=self.cell(score),
                    is_official=metric == scoring.official_metric and specification == scoring.specifications[0],
                    earlier=tuple(self._earlier(s) for s in fitting if not s.current),
                )

    def groups(
        self, test_set: TestSetRules, scores: Sequence[RunScore], carried: frozenset[str] | None
    ) -> Iterable[PartLine]:
        """A line for each group that some of the scores know, and that may be seen."""
        known = dict.fromkeys(group for score in scores for group in score.groups)
        for group in shown_groups(known, test_set, carried):
            yield PartLine(
                name=group,
                label=group_label(test_set, group),
                segments=next(score.groups[group]["segments"] for score in scores if group in score.groups),
                cells=tuple(self.cell(score, group) for score in scores),
            )

    def all_segments(self, scores: Sequence[RunScore]) -> PartLine:
        """The complete test set as a part."""
        segments = next((score.segments for score in scores), 0)
        return PartLine(ALL_GROUPS, "All segments", segments, tuple(self.cell(score) for score in scores))

    def cell(self, score: RunScore, group: str = ALL_GROUPS) -> Cell:
        unit = SPEECH_UNITS.get(score.metric, "")
        if group and group not in score.groups:
            return Cell(None, unit=unit)
        value, variation = score.value, score.variation
        if group:
            value, variation = score.groups[group]["value"], score.groups[group].get("variation")
        cell = printed(value, variation, score.digits, self._scoring)
        return replace(cell, unit=unit, counts=counted(self._counts.get(score.pk, {}).get(group)))

    def _earlier(self, score: RunScore) -> EarlierScore:
        cell = self.cell(score)
        return EarlierScore(cell.text, cell.interval, cell.counts.errors if cell.counts else None, score.made_at)


@dataclass(frozen=True, slots=True, eq=False)
class VisibleRun:
    """A run, what may be seen of it, and all runs of its board. The same as long as all of this stays as it is."""

    run: Run
    visibility: Visibility
    names: Names
    every: tuple[Run, ...]

    def beside(self, key: str) -> VisibleRun | None:
        """Another run of the board."""
        return _pick(key, self.every, self.visibility, self.names)

    def system(self) -> System:
        """The run as someone may know it."""
        run, visibility = self.run, self.visibility
        return System(
            key=self.names.key(run, visibility),
            name=self.names.name(run, visibility),
            team=run.team.name if run.team is not None and visibility.knows(run) else "",
            kind_label=kind_label(run.board.campaign.rules, run),
            status=status_of(run.board.campaign.rules, run),
            remark=remark_of(run.board.campaign.rules, run),
            flags=visibility.flags_of(run),
            is_own=visibility.owns(run),
            in_force=run.in_force,
            input=run.input,
            started_from=run.started_from,
            had_choice=len(run.board.campaign.rules.tracks[run.board.track].inputs) > 1,
        )


def find_run(role: CampaignRole, key: str, now: datetime) -> VisibleRun | None:
    """A run of the campaign; None where someone may not know that it exists."""
    campaign = role.campaign
    there = _runs_beside(campaign, key)
    if there is None:
        return None
    board, rows = there
    visibility = _without_own(viewer_of(role, now).visibility(board.test_set, board.language_pair), board, rows, key)
    place = (campaign.pk, campaign.rules_digest, board.pk, rows, visibility, key)
    return _FOUND.get(place, lambda: _visible_run(rows, board, key, visibility))


_FOUND: ComputedCache[VisibleRun | None] = ComputedCache(most=256)


def _without_own(visibility: Visibility, board: Board, rows: Sequence[RunRow], key: str) -> Visibility:
    """What a team sees of another's run is what all others see of it, who then share the page.

    Unless it has late or debugged runs on the board, whose scores only it sees.
    """
    if not visibility.own or not visibility.scores.allowed:
        return visibility
    teams = {each.team_id for each in visibility.own}
    own = runs_from([row for row in rows if team_of(row) in teams], [board])
    keys = {name for run in own for name in (str(run.pk), anonymous_key(run.board_id, run.pk))}
    is_apart = key in keys or any(part_of(run) == "named" for run in own)
    return visibility if is_apart else visibility.as_of_others()


def _visible_run(rows: Sequence[RunRow], board: Board, key: str, visibility: Visibility) -> VisibleRun | None:
    every = tuple(runs_from(rows, [board]))
    return _pick(key, every, visibility, names_for(board.campaign.rules, every))


def _runs_beside(campaign: Campaign, key: str) -> tuple[Board, tuple[RunRow, ...]] | None:
    """The board that the run with a key would be on, if the rulebook speaks of it, and all runs of that."""
    anonymous = _ANONYMOUS.fullmatch(key)
    if anonymous:
        there = board_with_runs(board__campaign=campaign, board=int(anonymous[1]))
    else:
        there = board_with_runs(board__campaign=campaign, board__runs=int(key)) if _NUMBER.fullmatch(key) else None
    if there is None or not is_in_rulebook(campaign.rules, there[0]):
        return None
    there[0].campaign = campaign  # made of plain values, it knows only its number
    return there


def _pick(key: str, every: tuple[Run, ...], visibility: Visibility, names: Names) -> VisibleRun | None:
    """The run with a key, if someone may know of it. Its number finds only a run whose team they may know."""
    for run in every:
        known = str(run.pk) == key and visibility.knows(run)
        if known or constant_time_compare(anonymous_key(run.board_id, run.pk), key):
            seen = visibility.owns(run) or visibility.scores_of(run)
            return VisibleRun(run, visibility, names, every) if seen else None
    return None
