"""Tournaments as organisers and readers see them: the drawing, places, and matches with their state."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from bakeoff.data.matches import MatchResult
from bakeoff.reports import bracket_svg
from bakeoff.reports.tournaments import percentage
from bakeoff.tournaments import Match, Plan, mark

Pair = frozenset[str]
_REASONS = {"judgments": "by single judgments", "seed": "by seed", "given": "as given", "draw": "a draw"}


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceRow:
    """A system and the places that it can still get."""

    place: str
    system: str
    seed: int | None
    points: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchRow:
    """A match as a row."""

    round: str
    a: str
    b: str
    a_figure: str
    b_figure: str
    winner: str
    mark: str
    state: str
    """`Decided`, or how far it is."""
    is_decided: bool
    notes: tuple[str, ...]
    differs: str
    """What its judgments say now, where it stays as it was decided."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentTable:
    """A tournament on a page."""

    title: str
    svg: str
    places: tuple[PlaceRow, ...]
    matches: tuple[MatchRow, ...]
    is_complete: bool
    seeded: bool


def tournament_table(
    plan: Plan,
    *,
    title: str,
    key: str,
    progress: Mapping[Pair, tuple[int, int]],
    differing: Mapping[Pair, MatchResult],
    origins: Mapping[Pair, str],
) -> TournamentTable:
    """A plan with what is known of its matches."""
    order = sorted(plan.players, key=lambda player: (plan.ranges[player], plan.players.index(player)))
    said = {pair: f"{done:,} of {wanted:,}" for pair, (done, wanted) in progress.items()}
    return TournamentTable(
        title=title,
        svg=bracket_svg(plan, title=title, progress=said, key=key),
        places=tuple(_place(plan, player) for player in order),
        matches=tuple(_match(each, said, differing, origins) for each in plan.matches),
        is_complete=plan.is_complete,
        seeded=plan.seeded,
    )


def _place(plan: Plan, player: str) -> PlaceRow:
    low, high = plan.ranges[player]
    standing = plan.standings.get(player)
    return PlaceRow(
        place=str(low) if low == high else f"{low}–{high}",
        system=player,
        seed=plan.players.index(player) + 1 if plan.seeded else None,
        points="" if standing is None else f"{standing.points:g}",
    )


def _match(
    match: Match, progress: Mapping[Pair, str], differing: Mapping[Pair, MatchResult], origins: Mapping[Pair, str]
) -> MatchRow:
    pair = frozenset((match.a, match.b))
    is_decided = match.result is not None
    other = differing.get(pair)
    return MatchRow(
        round=match.round,
        a=match.a,
        b=match.b,
        a_figure=_figure(match, match.a),
        b_figure=_figure(match, match.b),
        winner=match.winner or "",
        mark=mark(match.result.p) if match.result is not None else "",
        state="Decided" if is_decided else f"{progress.get(pair, '0')} judged",
        is_decided=is_decided,
        notes=tuple(_notes(match, origins.get(pair, ""))),
        differs="" if other is None else _differs(other),
    )


def _figure(match: Match, player: str) -> str:
    figure = percentage(match, player)
    if figure is None or match.result is None:
        return ""
    return f"{figure:.2f}" if match.result.share(player) is None else f"{figure:.2f}%"


def _notes(match: Match, origin: str) -> Iterator[str]:
    if match.reused:
        yield "met before"
    if match.earlier:
        yield f"from {origin}" if origin else "from an earlier campaign"
    if match.decided_by in _REASONS:
        yield _REASONS[match.decided_by]


def _differs(result: MatchResult) -> str:
    sides = [f"{system} {result.wins(system) or 0:g}" for system in (result.a, result.b)]
    return f"By its judgments now {sides[0]}, {sides[1]} of {result.segments} segments."
