"""Double seeded knockout with consolation (DSKOC).

Source: I12, section 5.1 and appendix B, after T. McGarry and R. Schutz 1997, Efficacy of traditional sport tournament
structures: a player must lose twice before elimination, and all players are placed. The paper's tournaments have eight
players and 16 or 17 matches. Other sizes follow the same plan: the bracket is the next power of two, the best seeds
have byes, and who drops from an upper round goes to a section of the lower side where it hardly can have met anybody;
after upper round 2 that is the other half, as in the paper.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from bakeoff.errors import InputError
from bakeoff.tournaments.bracket import Bracket, BracketBuilder, Cell, Node, Slot
from bakeoff.tournaments.consolation import place_losers
from bakeoff.tournaments.plan import Match, Plan, check_players, play_match
from bakeoff.tournaments.reuse import Results
from bakeoff.tournaments.seeds import bracket_size, seed_order
from bakeoff.tournaments.ties import TieRule

Slots = list[Slot | None]

_CROSSINGS = {2: (), 4: (0,), 8: (1, 0), 16: (2, 0, 0), 32: (4, 1, 1, 0)}
"""By the size of the bracket, for each upper round from the second on: the section of the lower side that its losers
drop to, as the bits in which it differs from their own. So nobody meets again on the lower side before its round 3 with
8 players, round 4 with 16, round 5 with 32."""


@cache
def dskoc_bracket(players: int) -> Bracket:
    """The bracket for a number of players, 2 to 32.

    >>> [node.round for node in dskoc_bracket(4).nodes]
    ['upper 1', 'upper 1', 'lower 1', 'upper final', 'lower final', 'final', 'second final']
    """
    return _Builder(players).build()


def play_dskoc(
    players: Sequence[str],
    results: Results,
    *,
    ties: TieRule = "judgments",
    qualifiers: int | None = None,
) -> Plan:
    """The tournament of these players, from the best seed on, as far as there are results.

    With `qualifiers` it stops when they are known: matches that would only put them in order are not
    played, all others are, as in I12's first English–French tournament (appendix B.3.1).
    """
    check_players(players)
    if qualifiers is not None and not 1 <= qualifiers < len(players):
        raise InputError(expected=f"1 to {len(players) - 1} qualifiers", found=str(qualifiers))
    bracket = dskoc_bracket(len(players))
    reachable = bracket.reachable()
    at: dict[Slot, str] = {Slot("seed", seed): player for seed, player in enumerate(players, start=1)}
    matches: dict[int, Match] = {}
    met: set[frozenset[str]] = set()
    unknown = 0
    for node in bracket.nodes:
        if node.first not in at or node.second not in at:
            # A second final is never judged: its players have met.
            unknown += node.after_upset is None and _decides(node, reachable, qualifiers)
            continue
        if not _is_played(node, matches, reachable, qualifiers):
            continue
        pair = at[node.first], at[node.second]
        reused = frozenset(pair) in met
        match = play_match(
            players, results, pair, name=node.round, ties=ties, must_win=True, reused=reused, number=node.number
        )
        matches[node.number] = match
        met.add(frozenset(pair))
        if match.winner is not None and match.loser is not None:
            at[Slot("winner", node.number)] = match.winner
            at[Slot("loser", node.number)] = match.loser
    # Slots come in the order of play, so the last one of a player says most.
    ends = {player: reachable[slot] for slot, player in at.items() if slot in reachable}
    return Plan(
        kind="dskoc",
        players=tuple(players),
        matches=tuple(matches.values()),
        ranges={player: (min(ends[player]), max(ends[player])) for player in players},
        bracket=bracket,
        unknown=unknown,
    )


def _is_played(
    node: Node, matches: Mapping[int, Match], reachable: Mapping[Slot, frozenset[int]], qualifiers: int | None
) -> bool:
    if node.after_upset is not None:
        final = matches[node.after_upset]
        return final.winner == final.b
    return _decides(node, reachable, qualifiers)


def _decides(node: Node, reachable: Mapping[Slot, frozenset[int]], qualifiers: int | None) -> bool:
    """Whether a match decides more than the order of qualifiers."""
    return qualifiers is None or max(reachable[node.first]) > qualifiers


class _Builder:
    """Builds the bracket round by round, the places from the last one up."""

    def __init__(self, players: int) -> None:
        self._builder = BracketBuilder()
        self._size = bracket_size(players)
        self._last = players
        self._places: list[Slot] = []
        self._first: Slots = [Slot("seed", seed) if seed <= players else None for seed in seed_order(self._size)]

    def build(self) -> Bracket:
        rounds = self._size.bit_length() - 1
        upper, lower = self._upper(1, self._first)
        for number in range(2, rounds + 1):
            if number < rounds:
                upper, dropped = self._upper(number, upper)
            survivors = self._lower(2 * number - 3, lower)
            if number == rounds:
                upper, dropped = self._upper(number, upper)
            lower = self._lower(2 * number - 2, _facing(survivors, dropped, _CROSSINGS[self._size][number - 2]))
        self._final(upper[0], lower[0], column=max(1, 2 * rounds - 1))
        return Bracket(tuple(self._builder.nodes), tuple(self._places))

    def _upper(self, number: int, players: Slots) -> tuple[Slots, Slots]:
        """The winners and the losers of a round of unbeaten players."""
        is_last = len(players) == 2
        name = "upper final" if is_last else f"upper {number}"
        column = number - 1 if number < 3 else 2 * number - 3
        return self._round(players, name, "upper", column)

    def _lower(self, number: int, players: Slots) -> Slots:
        """The winners of a round of players who have lost once; the losers play for the last open places."""
        is_last = number == 2 * (self._size.bit_length() - 1) - 2
        name = "lower final" if is_last else f"lower {number}"
        winners, losers = self._round(players, name, "lower", number)
        placed = place_losers(self._builder, losers, last=self._last, column=number + 1)
        self._places = [*placed, *self._places]
        self._last -= len(placed)
        return winners

    def _final(self, upper: Slot | None, lower: Slot | None, *, column: int) -> None:
        """The last match; if the player who has lost before wins it, both have lost once, and they meet again."""
        winner, loser = self._builder.meet(upper, lower, "final", Cell("upper", column, 0, 1))
        if winner is None or loser is None:
            raise InputError(expected="at least 2 players", found="fewer")
        again = Cell("upper", column + 1, 0, 1)
        self._builder.meet(winner, loser, "second final", again, after_upset=winner.number)
        # A pair is judged once: who won the final wins the second one.
        self._places = [winner, loser, *self._places]

    def _round(self, players: Slots, name: str, part: str, column: int) -> tuple[Slots, Slots]:
        count = len(players) // 2
        met = [
            self._builder.meet(players[2 * index], players[2 * index + 1], name, Cell(part, column, index, count))
            for index in range(count)
        ]
        return [winner for winner, _ in met], [loser for _, loser in met]


def _facing(survivors: Slots, dropped: Slots, crossing: int) -> Slots:
    """Survivors of the lower side, each next to the one who dropped to its section."""
    pairs = [(slot, dropped[index ^ crossing]) for index, slot in enumerate(survivors)]
    return [slot for pair in pairs for slot in pair]
