"""Tournaments of human evaluation as they stand."""

from __future__ import annotations

from typing import Literal

from ninja import Schema

from bakeoff.tournaments import Match, Plan
from bakeoff_site.judging.selectors.tournaments import TournamentView


class MatchOut(Schema):
    round: str
    a: str
    b: str
    state: Literal["open", "decided"]
    judged: int | None
    """Judgments that there are, of an open match."""
    wanted: int | None
    a_wins: float | None
    """Segments won, or percent of them where the result says so."""
    b_wins: float | None
    percent: bool
    segments: int | None
    a_judgments: int | None
    """Single judgments that preferred it."""
    b_judgments: int | None
    p: float | None
    winner: str | None
    decided_by: str | None
    """`segments`, `judgments` where these broke a tie, `seed`, `given` or `draw`."""
    met_before: bool
    origin: str
    """Where the result was taken from; empty: it was judged in this task."""
    would_differ: bool
    """Whether its judgments say something else now; it stays, because matches after it were started."""


class PlaceOut(Schema):
    system: str
    seed: int | None
    best: int
    """The best place that it can still get."""
    worst: int


class TournamentStageOut(Schema):
    kind: str
    is_complete: bool
    places: list[PlaceOut]
    matches: list[MatchOut]


class TournamentOut(Schema):
    evaluation: str
    language_pair: str
    test_set: str
    is_complete: bool
    hides_names: bool
    """Whether systems have labels in place of their names, as long as the task is open."""
    stages: list[TournamentStageOut]
    """The tournament, and the one that its qualifiers continue into once they are known."""


def tournament_out(view: TournamentView) -> TournamentOut:
    return TournamentOut(
        evaluation=view.evaluation.code,
        language_pair=view.language_pair,
        test_set=view.test_set,
        is_complete=view.live.is_complete,
        hides_names=view.hides_names,
        stages=[_stage_out(plan, view) for plan in view.plans],
    )


def _stage_out(plan: Plan, view: TournamentView) -> TournamentStageOut:
    order = sorted(plan.players, key=lambda player: (plan.ranges[player], plan.players.index(player)))
    return TournamentStageOut(
        kind=plan.kind,
        is_complete=plan.is_complete,
        places=[
            PlaceOut(
                system=player,
                seed=plan.players.index(player) + 1 if plan.seeded else None,
                best=plan.ranges[player][0],
                worst=plan.ranges[player][1],
            )
            for player in order
        ],
        matches=[_match_out(match, view) for match in plan.matches],
    )


def _match_out(match: Match, view: TournamentView) -> MatchOut:
    pair, result = frozenset((match.a, match.b)), match.result
    judged, wanted = view.progress.get(pair, (None, None))
    return MatchOut(
        round=match.round,
        a=match.a,
        b=match.b,
        state="open" if result is None else "decided",
        judged=judged,
        wanted=wanted,
        a_wins=None if result is None else result.wins(match.a),
        b_wins=None if result is None else result.wins(match.b),
        percent=result is not None and result.percent,
        segments=None if result is None else result.segments,
        a_judgments=None if result is None else result.judgments(match.a),
        b_judgments=None if result is None else result.judgments(match.b),
        p=None if result is None else result.p,
        winner=match.winner,
        decided_by=match.decided_by,
        met_before=match.reused,
        origin=view.origins.get(pair, ""),
        would_differ=pair in view.differing,
    )
