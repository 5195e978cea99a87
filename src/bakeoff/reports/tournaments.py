"""Tournaments as tables and as the JSON that others read."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from bakeoff.evaluation import TournamentResult
from bakeoff.reports.table import Column, Range, Table, Value, p_column
from bakeoff.statistics import Interval
from bakeoff.statistics.intervals import wilson_interval
from bakeoff.tournaments import MARKS, Match, Plan, mark

TITLES = {
    "dskoc": "Double seeded knockout with consolation",
    "round-robin": "Round robin",
    "swiss": "Swiss tournament",
}
_DECIDED = {"judgments": "single judgments", "seed": "seed", "given": "as given", "draw": "draw", "segments": ""}


def tournament_ranking_table(plan: Plan) -> Table:
    """Places with seeds; players whose place is open by the best place that they can get."""
    order = sorted(plan.players, key=lambda player: (plan.ranges[player], plan.players.index(player)))
    columns = [Column("place"), Column("system"), *([Column("seed")] if plan.seeded else [])]
    columns += [Column("points", digits=1), Column("matches")] if plan.standings else []
    shares = [plan.standings[player].better for player in order] if plan.standings else []
    with_shares = any(share is not None for share in shares)
    columns += [Column("> others", digits=4), Column("≥ others", digits=4)] if with_shares else []
    columns += [Column("opponents' points", digits=1)] if plan.kind == "swiss" else []
    rows = [tuple(_ranking_cells(plan, player, with_shares=with_shares)) for player in order]
    return Table(columns=tuple(columns), rows=tuple(rows), title=TITLES[plan.kind], notes=tuple(_notes(plan)))


def matches_table(plan: Plan) -> Table:
    """All matches that were played, in order; after those of a round, who had no opponent in it."""
    played: list[tuple[str, tuple[Value, ...]]] = [(match.round, tuple(_match_cells(match))) for match in plan.played]
    rounds = list(dict.fromkeys(match.round for match in plan.matches))
    played += [(bye.round, (bye.round, bye.player, *(None,) * 5, bye.player, "", None, "bye")) for bye in plan.byes]
    rows = [row for _, row in sorted(played, key=lambda each: rounds.index(each[0]))]
    heads = ("round", "a", "b", "a wins", "a wins interval", "b wins", "b wins interval", "winner", "mark")
    columns = [*(Column(head) for head in heads), p_column("p"), Column("remark")]
    # Without the number of segments there are no intervals.
    kept = [
        number
        for number, column in enumerate(columns)
        if not column.heading.endswith("interval") or any(row[number] is not None for row in rows)
    ]
    noun = "match" if len(plan.played) == 1 else "matches"
    return Table(
        columns=tuple(columns[number] for number in kept),
        rows=tuple(tuple(row[number] for number in kept) for row in rows),
        title=f"{len(plan.played)} {noun}, {plan.different_matches} different",
        notes=tuple(_mark_notes(plan)),
        empty="No match has been played. Give results with --matches FILE or --judgments FILE.",
    )


def tournament_json(result: TournamentResult) -> dict[str, Any]:
    """The tournament as others read it; `second` is the one that qualifiers continue into, null until it is known."""
    rules = result.rules
    values = _plan_json(result.plan)
    if rules.qualifiers is not None:
        top = result.plan.top(rules.qualifiers)
        values["qualified"] = None if top is None else list(top)
        values["second"] = None if result.second is None else _plan_json(result.second)
    return values


def next_pairs_sentence(plan: Plan) -> str:
    """What must be judged next, for people."""
    pairs = plan.next_pairs()
    return f"Judge next: {', '.join(f'{a} – {b}' for a, b in pairs)}." if pairs else "Nothing is left to judge."


def percentage(match: Match, player: str) -> float | None:
    """What a player won, in percent where the number of segments is known, else as given."""
    if match.result is None:
        return None
    share = match.result.share(player)
    return match.result.wins(player) if share is None else 100 * share


def share_interval(match: Match, player: str) -> Interval | None:
    """The interval of the share of segments that a player won (Wilson's, 95 %); None where segments are not counted."""
    share = None if match.result is None else match.result.share(player)
    if match.result is None or share is None or match.result.segments is None:
        return None
    return wilson_interval(share * match.result.segments, match.result.segments)


def _ranking_cells(plan: Plan, player: str, *, with_shares: bool) -> Iterator[Value]:
    low, high = plan.ranges[player]
    yield low if low == high else f"{low}–{high}"
    yield player
    if plan.seeded:
        yield plan.players.index(player) + 1
    if plan.standings:
        standing = plan.standings[player]
        yield standing.points
        yield standing.played
        if with_shares:
            yield from (standing.better, standing.not_worse)
        if plan.kind == "swiss":
            yield standing.opponents


def _match_cells(match: Match) -> Iterator[Value]:
    yield from (match.round, match.a, match.b)
    for player in (match.a, match.b):
        around = share_interval(match, player)
        yield percentage(match, player)
        yield None if around is None else Range(100 * around.low, 100 * around.high)
    p = match.result.p if match.result else None
    yield from (match.winner, mark(p), p)
    notes = ["met before"] if match.reused else []
    notes += ["earlier campaign"] if match.earlier else []
    notes += [_DECIDED[match.decided_by]] if match.decided_by and _DECIDED[match.decided_by] else []
    yield ", ".join(notes)


def _notes(plan: Plan) -> Iterator[str]:
    for bye in plan.byes:
        yield f"{bye.player} has no opponent in {bye.round}: a bye, which counts as a win."
    yield next_pairs_sentence(plan)


def _mark_notes(plan: Plan) -> Iterator[str]:
    results = [match.result for match in plan.matches if match.result is not None]
    if any(result.p is not None for result in results):
        marks = ", ".join(f"{each} p ≤ {largest:.2f}" for each, largest in reversed(MARKS.items()))
        yield f"Paired approximate randomisation over segments: {marks}."
    if any(result.segments is not None and result.a_wins is not None for result in results):
        yield "Intervals of the percentages: Wilson's, 95 %, over segments."
    if any(result.segments is None for result in results):
        yield "Without the number of segments there is no significance: give it by --segments or in a column."


def _plan_json(plan: Plan) -> dict[str, Any]:
    return {
        "kind": plan.kind,
        "ranking": list(plan.ranking),
        "matches": [_match_json(match) for match in plan.played],
        "byes": [{"round": bye.round, "player": bye.player} for bye in plan.byes],
        "different_matches": plan.different_matches,
        "complete": plan.is_complete,
        "next": [list(pair) for pair in plan.next_pairs()],
        "places": {player: list(plan.ranges[player]) for player in plan.players},
        **({"standings": {player: _standing_json(plan, player) for player in plan.players}} if plan.standings else {}),
    }


def _match_json(match: Match) -> dict[str, Any]:
    result = match.result
    return {
        "round": match.round,
        "a": match.a,
        "b": match.b,
        "winner": match.winner,
        "reused": match.reused,
        "earlier": match.earlier,
        "decided_by": match.decided_by,
        "a_wins": None if result is None else result.wins(match.a),
        "b_wins": None if result is None else result.wins(match.b),
        "a_share": _share_json(match, match.a),
        "b_share": _share_json(match, match.b),
        "p": None if result is None else result.p,
    }


def _share_json(match: Match, player: str) -> dict[str, Any] | None:
    share = None if match.result is None else match.result.share(player)
    around = share_interval(match, player)
    return (
        None if share is None else {"value": share, "interval": None if around is None else [around.low, around.high]}
    )


def _standing_json(plan: Plan, player: str) -> dict[str, Any]:
    standing = plan.standings[player]
    values = {"points": standing.points, "played": standing.played}
    if plan.kind == "swiss":
        return {**values, "opponents": standing.opponents}
    return {**values, "better": standing.better, "better_or_equal": standing.not_worse}
