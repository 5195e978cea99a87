"""Swiss tournament: in each round players meet who have won as much so far, and nobody meets twice.

The pairing is a simple one of this family: players are in the order of their points, then of their seeds; in a group
of equal points the upper half meets the lower half; where that is not possible without a second meeting, the next
opponent is taken. With an odd number of players the last one who has had none gets a bye, which counts as a win.
"""

from __future__ import annotations

from collections.abc import Sequence

from bakeoff.errors import InputError
from bakeoff.tournaments.plan import Bye, Match, Plan, Standing, check_players, play_match, ranges_of_points
from bakeoff.tournaments.reuse import Results
from bakeoff.tournaments.round_robin import points_of
from bakeoff.tournaments.ties import TieRule


def play_swiss(
    players: Sequence[str], results: Results, *, ties: TieRule = "judgments", rounds: int | None = None
) -> Plan:
    """A number of rounds (by default as many as a knockout has); the next is known when the last is judged.

    The ranking is by points, then by the points of all opponents (Buchholz), then by seed.
    """
    check_players(players)
    wanted = _check_rounds(players, rounds)
    matches: list[Match] = []
    given: list[Bye] = []
    for number in range(1, wanted + 1):
        name = f"round {number}"
        pairs, bye = _pairing(players, matches, [each.player for each in given])
        played = [play_match(players, results, pair, name=name, ties=ties) for pair in pairs]
        matches += played
        given += [Bye(round=name, player=bye)] if bye is not None else []
        if any(match.result is None for match in played):
            break
    byes = [each.player for each in given]
    points = _points(players, matches, byes)
    standings = {
        player: Standing(
            points=points[player],
            played=sum(m.result is not None for m in matches if player in (m.a, m.b)),
            opponents=sum(points[m.b if m.a == player else m.a] for m in matches if player in (m.a, m.b)),
        )
        for player in players
    }
    left = {player: wanted - standings[player].played - byes.count(player) for player in players}
    ranges = ranges_of_points(points, left)
    if not any(left.values()):
        order = sorted(players, key=lambda p: (-points[p], -(standings[p].opponents or 0), players.index(p)))
        ranges = {player: (place, place) for place, player in enumerate(order, start=1)}
    return Plan(
        kind="swiss",
        unknown=(wanted - len({match.round for match in matches})) * (len(players) // 2),
        players=tuple(players),
        matches=tuple(matches),
        ranges=ranges,
        standings=standings,
        byes=tuple(given),
    )


def _check_rounds(players: Sequence[str], rounds: int | None) -> int:
    # With more rounds there may be no pairing left in which nobody meets twice.
    most = max(1, len(players) // 2)
    usual = min(most, (len(players) - 1).bit_length())
    if rounds is not None and not 1 <= rounds <= most:
        raise InputError(
            expected=f"1 to {most} rounds for {len(players)} players",
            found=str(rounds),
            remedy="For more, let everyone meet everyone: round-robin.",
        )
    return rounds or usual


def _points(players: Sequence[str], matches: Sequence[Match], byes: Sequence[str]) -> dict[str, float]:
    points = points_of(players, matches)
    for player in byes:
        points[player] += 1
    return points


def _pairing(
    players: Sequence[str], matches: Sequence[Match], byes: Sequence[str]
) -> tuple[list[tuple[str, str]], str | None]:
    """The pairs of the next round and who has the bye."""
    points = _points(players, matches, byes)
    met = {frozenset((match.a, match.b)) for match in matches}
    order = sorted(players, key=lambda player: (-points[player], players.index(player)))
    candidates = [player for player in reversed(order) if player not in byes] if len(order) % 2 else [None]
    for bye in candidates:
        pairs = _pairs([player for player in order if player != bye], points, met)
        if pairs is not None:
            return pairs, bye
    raise InputError(expected="a pairing in which nobody meets twice", found="none", remedy="Play fewer rounds.")


def _pairs(order: list[str], points: dict[str, float], met: set[frozenset[str]]) -> list[tuple[str, str]] | None:
    """Pairs of all players, the first with the best opponent for it that leaves opponents for the others."""
    if not order:
        return []
    first, *others = order
    group = sum(points[player] == points[first] for player in order)
    # The upper half of a group meets its lower half: the wanted opponent of the first is half a group below.
    wanted = max(1, group // 2)
    by_distance = sorted(others, key=lambda other: abs(order.index(other) - wanted))
    for opponent in by_distance:
        if frozenset((first, opponent)) not in met:
            rest = _pairs([player for player in others if player != opponent], points, met)
            if rest is not None:
                return [(first, opponent), *rest]
    return None
