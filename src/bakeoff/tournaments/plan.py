"""What is played, what is decided and what must be judged next: a value made again from the results so far."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from bakeoff.data.matches import MatchResult
from bakeoff.errors import InputError
from bakeoff.tournaments.bracket import Bracket
from bakeoff.tournaments.reuse import Results
from bakeoff.tournaments.seeds import MOST_PLAYERS
from bakeoff.tournaments.ties import Reason, TieRule, decide

Kind = Literal["round-robin", "dskoc", "swiss"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """Two players who meet. Without a `result` it is still to be judged."""

    round: str
    a: str
    b: str
    result: MatchResult | None = None
    winner: str | None = None
    """None where it is undecided or a draw."""
    decided_by: Reason | None = None
    reused: bool = False
    """Whether the pair met before in this tournament, so that it is not judged again."""
    earlier: bool = False
    """Whether the result is that of an earlier campaign."""
    number: int = 0
    """The node of the bracket, where there is one."""

    @property
    def loser(self) -> str | None:
        return None if self.winner is None else self.b if self.winner == self.a else self.a


@dataclass(frozen=True, slots=True, kw_only=True)
class Bye:
    """A player whom a round leaves without an opponent; it counts as a win."""

    round: str
    player: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """What a player has gathered in a tournament that counts points: 1 for a match won or a bye, ½ for a draw."""

    points: float
    played: int
    better: float | None = None
    """`> others`: mean share of segments won against the other players, once all have met."""
    not_worse: float | None = None
    """`≥ others`, likewise."""
    opponents: float | None = None
    """Points of all opponents together (Buchholz), in a Swiss tournament."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """A tournament as far as it has come. The same results give the same plan, in whichever order they arrive."""

    kind: Kind
    players: tuple[str, ...]
    """From the best seed on."""
    seeded: bool = True
    """Whether their order means something."""
    matches: tuple[Match, ...]
    """Matches whose players are known, in the order in which they are played."""
    ranges: Mapping[str, tuple[int, int]]
    """Best and worst place that a player can still get."""
    standings: Mapping[str, Standing] = field(default_factory=dict)
    bracket: Bracket | None = None
    unknown: int = 0
    """Matches whose players are not known yet, at most."""
    byes: tuple[Bye, ...] = ()
    """Players without an opponent in a round of a Swiss tournament."""

    def next_pairs(self) -> tuple[tuple[str, str], ...]:
        """Pairs that must be judged next, each once."""
        pairs = {frozenset((match.a, match.b)): (match.a, match.b) for match in self.matches if match.result is None}
        return tuple(pairs.values())

    @property
    def is_complete(self) -> bool:
        """Whether nothing is left to judge."""
        return not self.next_pairs()

    @property
    def ranking(self) -> tuple[str | None, ...]:
        """Who has which place, from the first on; None where it is not known."""
        known = {low: player for player, (low, high) in self.ranges.items() if low == high}
        return tuple(known.get(place) for place in range(1, len(self.players) + 1))

    @property
    def played(self) -> tuple[Match, ...]:
        return tuple(match for match in self.matches if match.result is not None)

    @property
    def different_matches(self) -> int:
        """Matches with a result of their own."""
        return sum(not match.reused for match in self.played)

    def top(self, count: int) -> tuple[str, ...] | None:
        """The best `count` players in the order of their seeds, as soon as they are known; else None."""
        best = tuple(player for player in self.players if self.ranges[player][1] <= count)
        return best if len(best) == count else None


def renamed(plan: Plan, names: Mapping[str, str]) -> Plan:
    """The plan with other names of its players, such as labels that say nothing about them."""
    matches = tuple(
        replace(
            match,
            a=names[match.a],
            b=names[match.b],
            winner=names.get(match.winner or ""),
            result=None if match.result is None else renamed_result(match.result, names),
        )
        for match in plan.matches
    )
    return replace(
        plan,
        players=tuple(names[player] for player in plan.players),
        matches=matches,
        ranges={names[player]: places for player, places in plan.ranges.items()},
        standings={names[player]: standing for player, standing in plan.standings.items()},
        byes=tuple(replace(bye, player=names[bye.player]) for bye in plan.byes),
    )


def renamed_result(result: MatchResult, names: Mapping[str, str]) -> MatchResult:
    """A result with other names of its players."""
    return replace(result, a=names[result.a], b=names[result.b], winner=names.get(result.winner or ""))


def check_players(players: Sequence[str]) -> None:
    """Refuses too few, too many or duplicate players."""
    if not 2 <= len(players) <= MOST_PLAYERS:
        raise InputError(expected=f"2 to {MOST_PLAYERS} players", found=str(len(players)))
    duplicates = [player for number, player in enumerate(players) if player in players[:number]]
    if duplicates:
        raise InputError(expected="each player once", found=f"{duplicates[0]} twice")


def play_match(
    players: Sequence[str],
    results: Results,
    pair: tuple[str, str],
    *,
    name: str,
    ties: TieRule,
    seeded: bool = True,
    must_win: bool = False,
    reused: bool = False,
    number: int = 0,
) -> Match:
    """The match of a pair with its result, where there is one."""
    a, b = pair
    result = results.of(a, b)
    if result is None:
        return Match(round=name, a=a, b=b, reused=reused, number=number)
    better_seed = min(pair, key=players.index) if seeded else None
    decision = decide(result, ties=ties, better_seed=better_seed, must_win=must_win)
    return Match(
        round=name,
        a=a,
        b=b,
        result=result,
        winner=decision.winner,
        decided_by=decision.by,
        reused=reused,
        earlier=result.pair in results.earlier,
        number=number,
    )


def ranges_of_points(points: Mapping[str, float], left: Mapping[str, int]) -> dict[str, tuple[int, int]]:
    """Places that players can still get where each may win as many more points as matches are left to it."""
    most = {player: points[player] + left[player] for player in points}
    return {
        player: (
            1 + sum(points[other] > most[player] for other in points if other != player),
            len(points) - sum(most[other] < points[player] for other in points if other != player),
        )
        for player in points
    }
