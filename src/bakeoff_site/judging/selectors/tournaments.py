"""Tournaments as they stand: brackets, open matches and how far they are, places so far."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime

from bakeoff.data.matches import MatchResult, match_of
from bakeoff.evaluation.live_tournaments import LiveTournament, play_planned
from bakeoff.human_eval.designs.stored_designs import PlannedEvaluation
from bakeoff.tournaments import Plan, renamed, renamed_result
from bakeoff_site.judging.conversions.tournament_tables import TournamentTable, tournament_table
from bakeoff_site.judging.models import Evaluation, Match, Task
from bakeoff_site.judging.permissions import is_open
from bakeoff_site.judging.selectors.contents import content_of
from bakeoff_site.judging.selectors.matches import judged_screens
from bakeoff_site.judging.selectors.rankings import hidden_names

Pair = frozenset[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentView:
    """A tournament of an evaluation in one language pair and test set, with the names that its reader may see."""

    evaluation: Evaluation
    number: int
    """Among those of its evaluation, from 1."""
    live: LiveTournament
    plans: tuple[Plan, ...]
    """With these names: the tournament, and the one that its qualifiers continue into."""
    progress: Mapping[Pair, tuple[int, int]]
    """Of pairs that are judged now the judgments that there are and that are wanted."""
    differing: Mapping[Pair, MatchResult]
    """What judgments of decided pairs come to now, where those stay as they were decided."""
    origins: Mapping[Pair, str]
    """Where results that were taken over are from."""
    hides_names: bool
    results: tuple[MatchResult, ...] = ()
    """The results that count and were judged here."""
    earlier: tuple[MatchResult, ...] = ()
    """Those that were taken over."""
    called: Mapping[str, str] = field(default_factory=dict)
    """The names that its reader may see, by what its plan calls systems."""

    @property
    def language_pair(self) -> str:
        return self.live.planned.language_pair

    @property
    def test_set(self) -> str:
        return self.live.planned.test_set


def live_tournaments(evaluation: Evaluation) -> tuple[LiveTournament, ...]:
    """The tournaments of an evaluation, one of each language pair and test set, by the results that count."""
    return tuple(_live(_planned(evaluation), Match.objects.filter(evaluation=evaluation)))


def tournaments_of(task: Task, *, now: datetime) -> tuple[TournamentView, ...]:
    """All tournaments of a task; names of systems are hidden behind labels while it is open."""
    if not task.tournaments:
        return ()
    evaluations = tuple(task.evaluations.select_related("task__campaign"))
    opened = is_open(task.campaign, task, codes=[each.code for each in evaluations], now=now)
    return tuple(
        view
        for each in evaluations
        for view in tournament_views(each, names=hidden_names(each, systems_of(each)) if opened.allowed else {})
    )


def systems_of(evaluation: Evaluation) -> tuple[str, ...]:
    """All systems of an evaluation."""
    pools = _planned(evaluation).design.pools
    return tuple(dict.fromkeys(name for pool in pools for name in pool.systems))


def tournament_views(evaluation: Evaluation, *, names: Mapping[str, str]) -> Iterator[TournamentView]:
    """The tournaments of an evaluation; `names` are what its reader knows systems by, where that is not their name."""
    planned = _planned(evaluation)
    if not planned.tournaments:
        return
    rows = {row.pool: row for row in Match.objects.filter(evaluation=evaluation)}
    judged = judged_screens(evaluation)
    called = {name: names.get(name, name) for name in systems_of(evaluation)}
    for number, live in enumerate(_live(planned, rows.values()), start=1):
        pools = {pair: pool for pair, pool in live.planned.pools_in(planned.design).items() if pool in rows}
        yield TournamentView(
            evaluation=evaluation,
            number=number,
            live=live,
            plans=tuple(renamed(plan, called) for plan in live.plans),
            progress={
                _named(pair, called): (
                    judged.get(pool, 0),
                    planned.design.redundancy * len(planned.design.pools[pool].segments),
                )
                for pair, pool in pools.items()
                if rows[pool].result is None
            },
            differing={
                _named(pair, called): renamed_result(match_of(differing), called)
                for pair, pool in pools.items()
                if (differing := rows[pool].differing) is not None
            },
            origins={_named(each.result.pair, called): each.origin for each in live.planned.earlier},
            hides_names=bool(names),
            results=tuple(
                renamed_result(match_of(result), called)
                for pool in pools.values()
                if (result := rows[pool].result) is not None
            ),
            earlier=tuple(renamed_result(each.result, called) for each in live.planned.earlier),
            called=called,
        )


def _planned(evaluation: Evaluation) -> PlannedEvaluation:
    return content_of(evaluation.task).evaluations[evaluation.code]


def _live(planned: PlannedEvaluation, rows: Iterable[Match]) -> Iterator[LiveTournament]:
    results = {row.pool: match_of(row.result) for row in rows if row.result is not None}
    rules = planned.rules.tournament
    if rules is None:
        return
    for each in planned.tournaments:
        own = [results[pool] for pool in each.pools_in(planned.design).values() if pool in results]
        yield play_planned(rules, each, own)


def _named(pair: Pair, names: Mapping[str, str]) -> Pair:
    return frozenset(names[name] for name in pair)


def tables_of(view: TournamentView) -> tuple[TournamentTable, ...]:
    """The drawing and the rows of a tournament, and of the one that its qualifiers continue into."""
    rules = view.evaluation.task.campaign.rules
    pair = rules.language_pairs.get(view.language_pair)
    title = f"{view.evaluation.title}, {view.language_pair if pair is None else pair.label}"
    stages = ("first tournament", "second tournament") if view.live.planned.joining else ("",)
    return tuple(
        tournament_table(
            plan,
            title=f"{title}: {stage}" if stage else title,
            key=f"{view.evaluation.pk}-{view.number}-{number}",
            progress=view.progress,
            differing=view.differing,
            origins=view.origins,
        )
        for number, (plan, stage) in enumerate(zip(view.plans, stages, strict=False), start=1)
    )
