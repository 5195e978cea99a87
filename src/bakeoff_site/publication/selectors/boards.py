"""Boards as values: their runs, stored scores and what was tested."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from django.conf import settings

from bakeoff.evaluation.scores.storage import variation_of
from bakeoff.reports.campaign_results.boards import BoardComparison, BoardResults, ComparedPair, GroupScore, RunResults
from bakeoff.reports.campaign_results.boards import RunScore as ReportedScore
from bakeoff.rulebook import Rulebook
from bakeoff.rulebook.schema import Scoring
from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.results.conversions.boards import left_out_sentence, missing_sentences
from bakeoff_site.results.conversions.missing_scores import MissingScores
from bakeoff_site.results.conversions.rankings import Ranking
from bakeoff_site.results.conversions.scores import ALL_GROUPS, BoardScores, Metric, columns_of
from bakeoff_site.results.conversions.titles import is_compared, kind_label, kind_of, place_of, remark_of
from bakeoff_site.results.permissions import Names, ResultsViewer, Visibility, names_for, part_of
from bakeoff_site.results.selectors.board_state import BoardState, StoredComparisons, runs_from, scores_of, state_of
from bakeoff_site.results.selectors.groups import carried_by_source, shown_groups
from bakeoff_site.scoring.selectors.evaluations import ALL_SEGMENTS, Parts, counts_of_scores
from bakeoff_site.submissions.choices import Effect
from bakeoff_site.submissions.conversions import is_in_rulebook, status_of, track_of
from bakeoff_site.submissions.models import Board, Run

_UNSAFE = re.compile(r"[^0-9A-Za-z._]+")
_PARTS = {"official": 0, "unofficial": 1, "named": 2}


def seen_boards(campaign: Campaign, viewer: ResultsViewer) -> tuple[SeenBoard, ...]:
    """The boards with runs whose scores an audience may all see, in the order of the rulebook."""
    rules = campaign.rules
    boards = [each for each in campaign.boards.select_related("campaign") if is_in_rulebook(rules, each)]
    known = [list(each) for each in (rules.tracks, rules.language_pairs, rules.conditions, rules.test_sets)]

    def place(board: Board) -> tuple[int, ...]:
        own = (board.track, board.language_pair, board.condition, board.test_set)
        return tuple(ids.index(id) if id in ids else -1 for ids, id in zip(known, own, strict=True))

    found = [_seen(board, viewer) for board in sorted(boards, key=place)]
    return tuple(each for each in found if each is not None and each.runs)


def _id_of_run(run: Run, names: Names, visibility: Visibility) -> str:
    """What results call a run; names of files have it in them. One whose name is not released, as addresses do."""
    if not visibility.knows(run):
        return names.key(run, visibility)
    return f"{_UNSAFE.sub('-', names.name(run, visibility)).strip('-.') or 'run'}-{run.pk}"


def _seen(board: Board, viewer: ResultsViewer) -> SeenBoard | None:
    visibility = viewer.visibility(board.test_set, board.language_pair)
    if not visibility.scores.allowed:
        return None
    scoring = board.campaign.rules.scoring_of(board.track, board.language_pair)
    state = state_of(board, scoring, scoring.scored_specifications)
    return SeenBoard(board, scoring, visibility, state)


@dataclass
class SeenBoard:
    """A board as an audience sees it."""

    board: Board
    scoring: Scoring
    visibility: Visibility
    state: BoardState

    @property
    def rules(self) -> Rulebook:
        return self.board.campaign.rules

    @cached_property
    def every(self) -> Sequence[Run]:
        return runs_from(self.state.runs, [self.board])

    @cached_property
    def runs(self) -> Sequence[Run]:
        return [run for run in self.every if run.in_force and self.visibility.lists(run)]

    @cached_property
    def names(self) -> Names:
        return names_for(self.rules, self.every)

    @cached_property
    def ids(self) -> Mapping[int, str]:
        return {run.pk: _id_of_run(run, self.names, self.visibility) for run in self.runs}

    @cached_property
    def scored(self) -> Sequence[int]:
        return [run.pk for run in self.runs if part_of(run) != "named" and self.visibility.scores_of(run)]

    @cached_property
    def scores(self) -> BoardScores:
        return scores_of(self.state.scores, self.scored)

    @cached_property
    def groups(self) -> tuple[str, ...]:
        carried = carried_by_source(self.board.campaign, self.board, self.visibility)
        return shown_groups(self.scores.groups, self.rules.test_sets[self.board.test_set], carried)

    @cached_property
    def in_groups(self) -> Mapping[str, BoardScores]:
        return {group: scores_of(self.state.scores, self.scored, group) for group in self.groups}

    @cached_property
    def metrics(self) -> tuple[Metric, ...]:
        return columns_of(self.scores, self.scoring, self.scoring.scored_specifications)

    @cached_property
    def counts(self) -> Mapping[int, Parts]:
        return counts_of_scores(self.scores.ids_by([metric for metric in self.metrics if metric.unit]))

    @cached_property
    def tested(self) -> StoredComparisons:
        compared = [run for run in self.runs if run.pk in self.scores.by_run]
        return StoredComparisons(self.board, compared, self.scores, self.state.comparisons)

    def results(self) -> BoardResults:
        place = place_of(self.rules, self.board)
        runs = sorted(self.runs, key=lambda run: (_PARTS[part_of(run)], run.pk))
        comparisons = tuple(self._comparisons())
        return BoardResults(
            track=self.board.track,
            language_pair=self.board.language_pair,
            condition=self.board.condition,
            test_set=self.board.test_set,
            status=place.status,
            runs=tuple(self._run(run) for run in runs),
            comparisons=comparisons,
            why_not_scored=place.why_not_scored,
            remarks=() if place.why_not_scored else tuple(self._remarks()),
        )

    def _run(self, run: Run) -> RunResults:
        knows = self.visibility.knows(run)
        return RunResults(
            id=self.ids[run.pk],
            name=self.names.name(run, self.visibility),
            team=(run.team.code or run.team.name) if run.team is not None and knows else "",
            entered=run.entered,
            system=run.system,
            system_type=run.system_type,
            kind=kind_of(self.rules, run),
            kind_title=kind_label(self.rules, run),
            track=track_of(self.rules, run),
            part=part_of(run),
            status=status_of(self.rules, run),
            late=run.late,
            debugged=run.effect == Effect.DEBUGGED,
            compared=is_compared(self.rules, run),
            input=run.input,
            started_from=run.started_from,
            has_upper_case=run.has_upper_case,
            flags=self.visibility.flags_of(run),
            remark=remark_of(self.rules, run),
            scores=tuple(self._scores(run)) if run.pk in self.scored else (),
        )

    def _scores(self, run: Run) -> Iterator[ReportedScore]:
        for metric in self.metrics:
            stored = self.scores.get(run.pk, metric)
            if stored is None:
                continue
            counts = self.counts.get(stored.score_id, {})
            in_groups = {group: scores.get(run.pk, metric) for group, scores in self.in_groups.items()}
            direction, digits, signature = self.scores.metrics[metric.specification, metric.expression]
            yield ReportedScore(
                metric=metric.expression,
                specification=metric.specification,
                value=stored.value,
                signature=signature,
                direction="higher" if direction == "higher" else "lower",
                digits=digits,
                segments=stored.segments,
                variation=variation_of(stored.variation),
                counts=counts.get(ALL_SEGMENTS),
                groups={
                    group: GroupScore(
                        value=part.value,
                        segments=part.segments,
                        variation=variation_of(part.variation),
                        counts=counts.get(group),
                    )
                    for group, part in in_groups.items()
                    if part is not None
                },
                outside=metric.expression in self.scoring.outside,
            )

    def _comparisons(self) -> Iterator[BoardComparison]:
        for metric in self.metrics:
            for group in (ALL_GROUPS, *self.groups):
                ranking = self.tested.of(metric, group)
                if ranking is not None and self.ids.keys() >= set(ranking.compared):
                    yield self._comparison(metric, group, ranking)

    def _comparison(self, metric: Metric, group: str, ranking: Ranking) -> BoardComparison:
        ids = self.ids
        return BoardComparison(
            metric=metric.expression,
            specification=metric.specification,
            group=group,
            method=ranking.method,
            order=tuple(ids[run] for run in ranking.order),
            clusters=tuple(tuple(ids[run] for run in cluster) for cluster in ranking.clusters),
            rank_ranges={ids[run]: places for run, places in ranking.rank_ranges.items()},
            pairs=tuple(
                ComparedPair(
                    a=ids[pair["a"]],
                    b=ids[pair["b"]],
                    difference=pair["difference"],
                    p=pair["p"],
                    p_corrected=pair["p_corrected"],
                    significant=bool(pair["significant"]),
                    beats=ranking.beats(pair["a"], pair["b"]),
                )
                for pair in ranking.pairs
            ),
        )

    def _remarks(self) -> Iterator[str]:
        """Which scores and tests are missing, and why."""
        missing = MissingScores(
            self.scoring,
            every=self.every,
            held=self.scores.held,
            uploaded=self.state.uploaded,
            visibility=self.visibility,
            names=self.names,
            plugins=settings.PLUGINS,
        )
        scored = [run for run in self.runs if run.pk in self.scored]
        for specification in self.scoring.scored_specifications:
            left_out = [
                run for run in scored if self.scoring.leaves_out(specification, has_upper_case=run.has_upper_case)
            ]
            own = [run for run in scored if run not in left_out]
            if own:
                yield from missing_sentences(missing.of(own, (specification,)))
            if left_out:
                yield left_out_sentence(
                    specification, sorted(self.names.name(run, self.visibility) for run in left_out)
                )
        if self.tested.is_stale:
            yield "Differences are being tested again, since runs or scores have changed."
