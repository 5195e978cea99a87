"""All results of a campaign as someone may see them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import datetime

from bakeoff.rulebook import Rulebook
from bakeoff.submissions.descriptions import parse_description
from bakeoff_site.campaigns.rules import Standing
from bakeoff_site.results.conversions.shown import BoardLine, Metric, NamedRun, Overview, TakingPart, Waiting
from bakeoff_site.results.conversions.words import is_ruled, kind_of, place_of
from bakeoff_site.results.rules import Eyes, Sight, part_of
from bakeoff_site.results.selectors.listing import remark_of
from bakeoff_site.results.selectors.scores import BoardScores, best_first, cell_of, columns_of, scores_of
from bakeoff_site.results.selectors.sight import Names, eyes_of, names_for
from bakeoff_site.submissions.models import Board, Description, Run

_TECHNIQUES = ("Techniques", "Approach", "System")
"""Fields of descriptions that tell how a system works, the first that a rulebook has."""


def boards_for(standing: Standing, now: datetime) -> Overview:
    """The boards that someone may see, who takes part, and the rules of publication."""
    campaign = standing.campaign
    rules = campaign.rules
    eyes = eyes_of(standing, now)
    boards = {board.pk: board for board in campaign.boards.all() if is_ruled(rules, board)}
    sights = {board.pk: eyes.sight(board.test_set, board.language_pair) for board in boards.values()}
    every = _every_run(campaign.pk)
    runs = [run for run in every if run.in_force]
    listed = [run for run in runs if run.board_id in boards and _is_listed(sights[run.board_id], run)]
    names = names_for(rules, every)
    lines = _Lines(rules, boards.values(), sights, listed, names)
    report = rules.report
    participants = _participants(standing, eyes, runs)
    return Overview(
        boards=lines.lines(),
        waiting=_waiting(rules, eyes),
        tracks=tuple(track.label for track in rules.tracks.values()),
        participants=participants,
        has_techniques=any(site.techniques for site in participants or ()),
        named=tuple(lines.named()),
        disclaimer=report.disclaimer,
        citation=report.citation,
        publication=report.publication,
    )


def _every_run(campaign_id: int) -> list[Run]:
    # Without the submission, which tells what the checker found: of no use here, and long.
    runs = Run.objects.select_related(None).select_related("team", "board")
    return list(runs.filter(board__campaign=campaign_id))


def _is_listed(sight: Sight, run: Run) -> bool:
    return sight.lists(run) and (sight.scores.allowed or sight.own_scores.allowed)


class _Lines:
    def __init__(
        self, rules: Rulebook, boards: Iterable[Board], sights: dict[int, Sight], runs: Sequence[Run], names: Names
    ) -> None:
        self._rules = rules
        self._boards = list(boards)
        self._sights = sights
        self._names = names
        self._runs: dict[int, list[Run]] = {}
        for run in runs:
            self._runs.setdefault(run.board_id, []).append(run)
        scorings = [rules.scoring_of(board.track, board.language_pair) for board in self._boards]
        shown = [run.pk for run in runs if sights[run.board_id].scores_of(run) and part_of(run) == "official"]
        self._scores = scores_of(shown, {scoring.specifications[0] for scoring in scorings})

    def lines(self) -> tuple[BoardLine, ...]:
        tracks, pairs = list(self._rules.tracks), list(self._rules.language_pairs)
        found = [board for board in self._boards if self._runs.get(board.pk)]
        found.sort(key=lambda board: (tracks.index(board.track), pairs.index(board.language_pair)))
        return tuple(self._line(board) for board in found)

    def named(self) -> Iterable[NamedRun]:
        for board in self._boards:
            place = place_of(self._rules, board)
            for run in self._runs.get(board.pk, ()):
                if part_of(run) == "named":
                    yield NamedRun(self._names.name(run, self._sights[board.pk]), place, remark_of(run))

    def _line(self, board: Board) -> BoardLine:
        scoring = self._rules.scoring_of(board.track, board.language_pair)
        sight, runs = self._sights[board.pk], {run.pk: run for run in self._runs[board.pk]}
        scores = BoardScores({k: v for k, v in self._scores.by_run.items() if k in runs}, self._scores.metrics, (), {})
        metric = next(iter(columns_of(scores, scoring, scoring.specifications[:1])), None)
        valued = self._valued(runs, scores, metric)
        leader = next((run for run in valued if run.team_id is not None), None)
        baseline = next((run for run in valued if kind_of(self._rules, run) == "baseline"), None)
        best = cell_of(scores.get(leader.pk, metric), metric, scoring) if leader and metric else None
        held = cell_of(scores.get(baseline.pk, metric), metric, scoring) if baseline and metric else None
        return BoardLine(
            place=place_of(self._rules, board),
            seen="all" if sight.scores.allowed else "own",
            runs=len(runs),
            has_official=any(part_of(run) == "official" for run in runs.values()),
            metric=metric.expression if metric else "",
            leader=self._names.name(leader, sight) if leader else "",
            leader_key=self._names.key(leader, sight) if leader else "",
            best=best.text if best else "",
            best_value=best.value if best else None,
            baseline=held.text if held else "",
            baseline_value=held.value if held else None,
            direction=metric.direction if metric else "",
        )

    def _valued(self, runs: dict[int, Run], scores: BoardScores, metric: Metric | None) -> list[Run]:
        """Official runs with a score by the metric, best first."""
        if metric is None:
            return []
        official = [run_id for run_id, run in runs.items() if part_of(run) == "official"]
        ordered = best_first(official, scores, metric)
        return [runs[run_id] for run_id in ordered if (found := scores.get(run_id, metric)) and found.value is not None]


def _waiting(rules: Rulebook, eyes: Eyes) -> tuple[Waiting, ...]:
    """When scores on which test set will be shown: told by the rules alone, whatever was handed in."""
    found = []
    for test_set in rules.test_sets.values():
        if test_set.role in ("dev", "dry-run"):
            continue
        answers = [eyes.may(resource, test_set=test_set.id) for resource in ("scores", "own-scores")]
        opens = min((a.opens for a in answers if not a.allowed and a.opens is not None), default=None)
        if not answers[0].allowed and opens is not None:
            found.append(Waiting(test_set.label, opens))
    return tuple(sorted(found, key=lambda waiting: waiting.opens))


def _participants(standing: Standing, eyes: Eyes, runs: Sequence[Run]) -> tuple[TakingPart, ...] | None:
    if not eyes.may("participants").allowed:
        return None
    rules = standing.campaign.rules
    counts = Counter((run.team_id, run.board.track) for run in runs)
    techniques = _techniques(standing, rules) if eyes.may("descriptions").allowed else {}
    return tuple(
        TakingPart(
            name=team.name,
            site_id=team.site_id,
            is_own=standing.belongs_to(team),
            tracks=tuple(counts[team.pk, track] for track in rules.tracks),
            techniques=techniques.get(team.pk, ""),
        )
        for team in standing.campaign.teams.filter(withdrawn_at=None)
    )


def _techniques(standing: Standing, rules: Rulebook) -> dict[int, str]:
    """What teams say of how their systems work, from their last descriptions."""
    asked = (*rules.description.fields, *rules.description.optional)
    field = next((name for name in _TECHNIQUES if name in asked), None)
    if field is None:
        return {}
    found: dict[int, str] = {}
    descriptions = Description.objects.filter(team__campaign=standing.campaign, valid=True)
    for team_id, text in descriptions.values_list("team_id", "text"):  # the last of a team first
        found.setdefault(team_id, parse_description(text.splitlines(), rules).fields.get(field, ""))
    return found
