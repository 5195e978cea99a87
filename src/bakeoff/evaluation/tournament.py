"""A tournament from seeds, results of matches and the votes of judges."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from bakeoff.data import ReferenceSet, Run, TestSet
from bakeoff.data.judgments import Judgment
from bakeoff.data.matches import MatchResult
from bakeoff.errors import ExpressionError, InputError, Place
from bakeoff.evaluation.scores.scorer import score_runs
from bakeoff.formats import ScoreFile
from bakeoff.formats.scores.score_rows import ScoreRow
from bakeoff.human_eval.analyses.counted_judgments import check_judgments, latest_answers
from bakeoff.human_eval.analyses.preferences.votes import votes_of
from bakeoff.human_eval.designs.judged_systems import Best, Measure, metric_measure
from bakeoff.human_eval.protocols.contract import Settings
from bakeoff.human_eval.protocols.observations import Preferences
from bakeoff.human_eval.protocols.registry import find_protocol
from bakeoff.rulebook.schema.human import Tournament
from bakeoff.statistics.inputs import DEFAULT_SEED
from bakeoff.tournaments import (
    Kind,
    Plan,
    Results,
    TieRule,
    by_score,
    collect_results,
    joined_players,
    match_p_value,
    play_dskoc,
    play_round_robin,
    play_swiss,
    results_from_votes,
)


@dataclass(frozen=True, slots=True)
class TournamentRules:
    """How it is played. `qualifiers` end a DSKOC when they are known; `rounds` are those of a Swiss tournament."""

    kind: Kind
    ties: TieRule = "judgments"
    qualifiers: int | None = None
    rounds: int | None = None
    players: int | None = None
    """Only this number of best seeds play."""
    earlier: bool = True
    """Whether results of earlier campaigns count."""

    def __post_init__(self) -> None:
        if self.qualifiers is not None and self.kind != "dskoc":
            raise ExpressionError(f"qualifiers end a dskoc tournament, not {self.kind}.")
        if self.rounds is not None and self.kind != "swiss":
            raise ExpressionError(f"only swiss tournaments have a chosen number of rounds, not {self.kind}.")


@dataclass(frozen=True, slots=True)
class TournamentResult:
    """The tournament, the one that its qualifiers continue into, and remarks on the given results."""

    rules: TournamentRules
    plan: Plan
    second: Plan | None = None
    remarks: tuple[str, ...] = ()


def tournament_rules(rules: Tournament) -> TournamentRules:
    """How the tournament of a rulebook's human evaluation is played."""
    return TournamentRules(
        rules.kind,
        ties=rules.ties,
        qualifiers=rules.qualifiers,
        players=rules.players,
        earlier=rules.earlier_matches,
    )


def seeding_measure(rules: Tournament) -> Measure | None:
    """The metric that seeds a rulebook's tournament, and whether the highest or the lowest score is the best seed."""
    return None if rules.seeded_by is None else metric_measure(rules.seeded_by)


def seeds_of_runs(
    metric: str,
    runs: Sequence[Run],
    references: Sequence[ReferenceSet],
    *,
    source: TestSet | None = None,
    specification: str = "case+punc",
    target_language: str | None = None,
) -> ScoreFile:
    """The scores that seed a tournament, from the runs of its systems."""
    evaluation = score_runs(
        runs,
        references,
        source=source,
        metrics=[metric],
        specification=specification,
        target_language=target_language,
    )
    rows = [ScoreRow(each.name, next(iter(each.scores.values())).value) for each in evaluation.systems]
    return ScoreFile(metric, tuple(rows))


def match_results_of(
    judgments: Sequence[Judgment],
    *,
    protocol: str | None = None,
    settings: Settings | None = None,
    trials: int = 10_000,
    seed: int = DEFAULT_SEED,
) -> tuple[MatchResult, ...]:
    """The results of all pairs of systems in judgments that compare outputs; all rows are checked first."""
    check_judgments(judgments, protocol=protocol, settings=settings)
    asked = find_protocol(protocol or judgments[0].protocol, settings)
    preferences = asked.preferences([each for each in latest_answers(judgments) if each.systems], of="systems")
    if preferences is None:
        raise InputError(expected="judgments that compare outputs", found=f"those of {asked.name}")
    return match_results(preferences, trials=trials, seed=seed)


def run_tournament(
    rules: TournamentRules,
    matches: Sequence[MatchResult],
    *,
    seeds: ScoreFile | None = None,
    seeded: bool = True,
    best: Best = "highest",
    earlier: Sequence[MatchResult] = (),
    joined_by: ScoreFile | None = None,
    trials: int = 10_000,
    seed: int = DEFAULT_SEED,
) -> TournamentResult:
    """As far as the results decide: who has which place, and which pairs must be judged next.

    Players are the systems of `seeds`, seeded by their scores; a round robin without seeds takes the systems of its
    matches, and where players are not `seeded` no match is won by a seed. With `joined_by` the qualifiers continue into
    a second tournament with these systems of earlier campaigns; what was judged in the first counts there. Results
    whose segments are counted get a p-value, unless they bring one.
    """
    if joined_by is not None and rules.qualifiers is None:
        raise ExpressionError("systems can join only the qualifiers of a tournament: say how many qualify.")
    if earlier and not rules.earlier:
        raise ExpressionError("the rulebook takes no matches of earlier campaigns over (earlier_matches).")
    scores = _scores(seeds) if seeds is not None else None
    joining = _scores(joined_by) if joined_by is not None else {}
    players = by_score(scores, best=best)[: rules.players] if scores is not None else _unseeded(rules, matches)
    _check_systems(matches, {*players, *joining})
    results = collect_results(
        [with_p_value(result, trials=trials, seed=seed) for result in matches],
        earlier=[with_p_value(result, trials=trials, seed=seed) for result in earlier],
    )
    plan = play(rules, players, results, seeded=seeded and scores is not None)
    second = None
    if joined_by is not None and rules.qualifiers is not None and scores is not None:
        both = joined_players(plan, rules.qualifiers, scores=scores, joining=joining, best=best)
        second = None if both is None else play(replace(rules, qualifiers=None), both, results)
    remarks = tuple(_remarks([plan] if second is None else [plan, second], results))
    return TournamentResult(rules, plan, second, remarks)


def play(rules: TournamentRules, players: Sequence[str], results: Results, *, seeded: bool = True) -> Plan:
    """The plan of a tournament under its rules."""
    if rules.kind == "dskoc":
        return play_dskoc(players, results, ties=rules.ties, qualifiers=rules.qualifiers)
    if rules.kind == "swiss":
        return play_swiss(players, results, ties=rules.ties, rounds=rules.rounds)
    return play_round_robin(players, results, ties=rules.ties, seeded=seeded)


def match_results(
    preferences: Preferences, *, trials: int = 10_000, seed: int = DEFAULT_SEED
) -> tuple[MatchResult, ...]:
    """The results of all pairs that judges compared: majority vote of each item, an undecided one is a tie.

    Of each judge the first answer counts, gold and attention items do not.
    """
    rows = votes_of(preferences)
    return results_from_votes(
        rows.systems,
        item=rows.item,
        first=rows.first,
        second=rows.second,
        outcome=rows.outcome,
        trials=trials,
        seed=seed,
    )


def with_p_value(result: MatchResult, *, trials: int = 10_000, seed: int = DEFAULT_SEED) -> MatchResult:
    """The result with the significance of its difference, where the segments won are counted."""
    wins = result.a_wins, result.b_wins
    if result.p is not None or result.segments is None or wins[0] is None or wins[1] is None:
        return result
    return replace(result, p=match_p_value(int(wins[0]), int(wins[1]), trials=trials, seed=seed))


def _scores(file: ScoreFile) -> Mapping[str, float]:
    if file.unit != "system":
        raise InputError(
            place=Place(file.file),
            expected="one score of each system",
            found=f"scores of {file.unit}s",
            remedy="Seed by the scores of systems, as bakeoff score --format csv prints them.",
        )
    return {row.system: row.score for row in file.rows}


def _unseeded(rules: TournamentRules, matches: Sequence[MatchResult]) -> tuple[str, ...]:
    if rules.kind != "round-robin":
        raise ExpressionError(f"a {rules.kind} tournament needs seeds: a file with the columns system and score.")
    return tuple(dict.fromkeys(system for match in matches for system in (match.a, match.b)))


def _check_systems(matches: Sequence[MatchResult], known: set[str]) -> None:
    for match in matches:
        for system in (match.a, match.b):
            if system not in known:
                raise InputError(
                    place=match.place,
                    expected=f"systems that take part ({', '.join(sorted(known))})",
                    found=system,
                    remedy="Seed it, or give results of other tournaments as earlier ones.",
                )


def _remarks(plans: Sequence[Plan], results: Results) -> Iterator[str]:
    met = {frozenset((match.a, match.b)) for plan in plans for match in plan.matches}
    for pair in sorted(map(sorted, results.superseded & met)):
        yield f"{pair[0]} and {pair[1]}: judged before, so the earlier result counts."
    spare = sorted(sorted(pair) for pair in results.by_pair.keys() - results.earlier - met)
    if spare:
        names = ", ".join(f"{a} – {b}" for a, b in spare)
        yield f"Not needed so far: {names}."
