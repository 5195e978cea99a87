"""Matches of tournaments: opened to judges as soon as results say who meets, and decided as soon as they are judged.

All of it happens in the transaction of who deals, so that all processes open the same matches at the same moment.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from datetime import datetime

from bakeoff.data.matches import MatchResult, match_of, match_record
from bakeoff.evaluation.live_tournaments import LiveTournament, needed_judgments, play_planned, settle
from bakeoff.human_eval.designs.planned_tournaments import PlannedTournament
from bakeoff_site.judging.models import Evaluation, Judge, Match, Screen, Task
from bakeoff_site.judging.selectors.matches import counted_result
from bakeoff_site.judging.services.task_dealers import TaskDealer, dealing, write_opening


def open_first_matches(task: Task, *, now: datetime) -> None:
    """Opens the matches that a new task starts with."""
    if task.tournaments:
        with dealing(task) as state:
            for code in _tournament_codes(state):
                _Matches(state, task, code).go_on((), now=now)


def note_judged(state: TaskDealer, screen: Screen, *, now: datetime) -> None:
    """Decides the match of a screen that was answered, or whose answer was corrected, where it is judged to its end."""
    code = screen.evaluation.code
    if (
        state.content.evaluations[code].tournaments
        and not screen.control
        and state.dealer.dealer_of(code).is_judged(screen.pool)
    ):
        _Matches(state, screen.evaluation.task, code).go_on([screen.pool], now=now)


def look_again(judge: Judge, *, now: datetime) -> None:
    """Counts the matches again that a judge took part in, whose judgments count no longer, or count again."""
    if judge.task.tournaments:
        with dealing(judge.task) as state:
            look_again_at_matches(state, judge, now=now)


def look_again_at_matches(state: TaskDealer, judge: Judge, *, now: datetime) -> None:
    """The same in the transaction of who deals: what a judge answered may have been given back."""
    for code in _tournament_codes(state):
        own = Screen.objects.filter(judge=judge, evaluation__code=code, qualification_try=None, control="")
        pools = own.values_list("pool", flat=True).distinct().order_by("pool")
        _Matches(state, judge.task, code).go_on(list(pools), now=now)


def _tournament_codes(state: TaskDealer) -> list[str]:
    return [code for code, each in state.content.evaluations.items() if each.tournaments]


class _Matches:
    """The matches of one evaluation, while nobody else deals."""

    def __init__(self, state: TaskDealer, task: Task, code: str) -> None:
        self._state, self._task = state, task
        self._evaluation = state.evaluation(task, code)
        self._planned = state.content.evaluations[code]
        self._dealer = state.dealer.dealer_of(code)
        self._rows = {row.pool: row for row in Match.objects.filter(evaluation=self._evaluation)}

    def go_on(self, pools: Collection[int], *, now: datetime) -> None:
        """Decides those matches of these pools that are judged to their end, and opens what follows."""
        counted = dict(self._counted(pools))
        live = [self._settled(each, counted, now=now) for each in self._planned.tournaments]
        opened = {
            pool
            for each in live
            for pair, pool in each.planned.pools_in(self._planned.design).items()
            if pair in each.next_pairs or self._is_decided(pool)
        }
        if self._planned.design.in_turn and opened != self._dealer.opened:
            write_opening(self._state, self._task, self._evaluation.code, opened)
        Match.objects.filter(evaluation=self._evaluation).exclude(pool__in=opened).delete()
        Match.objects.bulk_create(
            Match(evaluation=self._evaluation, pool=pool, opened_at=now)
            for pool in sorted(opened.difference(self._rows))
        )
        Evaluation.objects.filter(pk=self._evaluation.pk).update(units=needed_judgments(self._planned, live))

    def _counted(self, pools: Collection[int]) -> Iterator[tuple[int, MatchResult | None]]:
        """What the judgments of matches come to; None where they are judged again."""
        for pool in pools:
            if not self._dealer.is_judged(pool):
                if self._is_decided(pool):
                    yield pool, None
            elif (found := counted_result(self._evaluation, pool)) is not None:
                yield pool, found

    def _settled(
        self, tournament: PlannedTournament, counted: Mapping[int, MatchResult | None], *, now: datetime
    ) -> LiveTournament:
        """A tournament by the results that count from now on; they are written."""
        rules = self._planned.rules.tournament
        assert rules is not None
        pools = tournament.pools_in(self._planned.design)
        fresh = {pair: counted[pool] for pair, pool in pools.items() if pool in counted}
        decided = {
            pair: match_of(row.result)
            for pair, pool in pools.items()
            if (row := self._rows.get(pool)) is not None and row.result is not None
        }
        started = {pair for pair, pool in pools.items() if self._dealer.is_started(pool)}
        settled = settle(rules, tournament, decided=decided, counted=fresh, started=started)
        for pair, result in fresh.items():
            row, counts = self._rows[pools[pair]], settled.get(pair)
            row.result = None if counts is None else match_record(counts)
            row.differing = None if result is None or result == counts else match_record(result)
            row.decided_at = None if counts is None else row.decided_at or now
            row.save(update_fields=["result", "differing", "decided_at"])
        return play_planned(rules, tournament, tuple(settled.values()))

    def _is_decided(self, pool: int) -> bool:
        return pool in self._rows and self._rows[pool].result is not None
