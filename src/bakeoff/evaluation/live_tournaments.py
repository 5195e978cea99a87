"""Tournaments while they are judged: which matches are open, which results count, how much is left."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace

from bakeoff.data.matches import MatchResult
from bakeoff.evaluation.tournament import TournamentResult, TournamentRules, run_tournament, tournament_rules
from bakeoff.formats import ScoreFile
from bakeoff.formats.scores.score_rows import ScoreRow
from bakeoff.human_eval.designs.design import Design
from bakeoff.human_eval.designs.planned_tournaments import PlannedTournament
from bakeoff.human_eval.designs.stored_designs import PlannedEvaluation
from bakeoff.rulebook.schema.human import Tournament
from bakeoff.tournaments import Plan, dskoc_bracket

Pair = frozenset[str]
ResultsByPair = Mapping[Pair, MatchResult]


@dataclass(frozen=True, slots=True, kw_only=True)
class LiveTournament:
    """A planned tournament as far as its results decide it."""

    planned: PlannedTournament
    result: TournamentResult

    @property
    def plans(self) -> tuple[Plan, ...]:
        """The tournament, and the one that its qualifiers continue into where it is known who they are."""
        second = self.result.second
        return (self.result.plan,) if second is None else (self.result.plan, second)

    @property
    def pairs(self) -> frozenset[Pair]:
        """Everyone who meets, as far as it is known."""
        return frozenset(frozenset((match.a, match.b)) for plan in self.plans for match in plan.matches)

    @property
    def next_pairs(self) -> frozenset[Pair]:
        """Pairs that are to be judged now."""
        return frozenset(frozenset(pair) for plan in self.plans for pair in plan.next_pairs())

    @property
    def is_complete(self) -> bool:
        """Whether nothing is left to judge."""
        return not self.next_pairs and not self.unknown

    @property
    def unknown(self) -> int:
        """Matches that are still to come besides those whose players are known, at most."""
        left = sum(plan.unknown for plan in self.plans)
        if self.planned.joining and self.result.second is None:
            players = len(self.planned.joining) + (self.result.rules.qualifiers or 0)
            left += sum(node.after_upset is None for node in dskoc_bracket(players).nodes)
        return left

    @property
    def most_matches(self) -> int:
        """Different pairs that are judged for it, at most; none whose result was taken over."""
        taken = {each.result.pair for each in self.planned.earlier}
        return min(len(self.planned.pairs) - len(taken), len(self.pairs - taken) + self.unknown)


def play_planned(rules: Tournament, planned: PlannedTournament, results: Collection[MatchResult]) -> LiveTournament:
    """A planned tournament by the results of its own matches so far."""
    scores = {system: float(-place) for place, system in enumerate(planned.order)}
    joining = _score_file(scores, planned.joining) if planned.joining else None
    result = run_tournament(
        _rules(rules),
        tuple(results),
        seeds=_score_file(scores, planned.players),
        seeded=planned.seeded,
        earlier=[each.result for each in planned.earlier],
        joined_by=joining,
    )
    return LiveTournament(planned=planned, result=result)


def settle(
    rules: Tournament,
    planned: PlannedTournament,
    *,
    decided: ResultsByPair,
    counted: Mapping[Pair, MatchResult | None],
    started: Collection[Pair],
) -> dict[Pair, MatchResult]:
    """The results that count, from those that decided matches and those that judgments come to now.

    A match that was open is decided by what was counted; None: it is not judged to its end any longer, as after a judge
    was blocked. One that was decided changes with its judgments only as long as every match that was `started` would
    still be played; else it stays as it was decided.
    """
    settled = dict(decided)
    for pair, result in counted.items():
        others = {known: each for known, each in settled.items() if known != pair}
        trial = others if result is None else {**others, pair: result}
        if pair not in decided or _started_stay(rules, planned, trial, started):
            settled = trial
    return settled


def _started_stay(
    rules: Tournament, planned: PlannedTournament, results: ResultsByPair, started: Collection[Pair]
) -> bool:
    """Whether all matches that were started are played by these results."""
    return play_planned(rules, planned, tuple(results.values())).pairs.issuperset(started)


def expected_design(evaluation: PlannedEvaluation) -> Design:
    """The design with as many matches as may be judged at most: of a tournament most pairs never meet."""
    rules, design = evaluation.rules.tournament, evaluation.design
    if rules is None or not evaluation.tournaments:
        return design
    kept: set[int] = set()
    for each in evaluation.tournaments:
        most = play_planned(rules, each, ()).most_matches
        kept.update(sorted(each.pools_in(design).values())[:most])
    pools = tuple(pool for number, pool in enumerate(design.pools) if number in kept)
    return replace(design, pools=pools or design.pools[:1], in_turn=False, identical={})


def needed_judgments(evaluation: PlannedEvaluation, tournaments: Collection[LiveTournament]) -> int:
    """Judgments that an evaluation needs at most, by what is known of its tournaments."""
    design = evaluation.design
    return design.redundancy * sum(
        each.most_matches * len(design.pools[min(each.planned.pools_in(design).values())].segments)
        for each in tournaments
    )


def _rules(rules: Tournament) -> TournamentRules:
    """Who plays is planned already, and so is what was judged before."""
    return replace(tournament_rules(rules), players=None, earlier=True)


def _score_file(scores: Mapping[str, float], systems: Collection[str]) -> ScoreFile:
    return ScoreFile("seed", tuple(ScoreRow(system, scores[system]) for system in systems))
