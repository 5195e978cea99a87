"""Tournaments again: matches from judgments, then the plan from seeds and matches."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from bakeoff.data.judgments import Judgment
from bakeoff.data.matches import MatchResult
from bakeoff.errors import BakeoffError
from bakeoff.evaluation import match_results_of, run_tournament
from bakeoff.formats import ScoreFile, ScoreRow
from bakeoff.human_eval import protocol_by_rules
from bakeoff.release.content import ReleaseContent, TournamentInputs
from bakeoff.release.recomputation.human import AnalysedEvaluation
from bakeoff.release.recomputation.recomputed import Gap, Recomputed
from bakeoff.reports.campaign_results.human import TournamentResults


def recompute_tournament(
    content: ReleaseContent, published: TournamentResults, evaluations: Mapping[str, AnalysedEvaluation]
) -> Recomputed[TournamentResults]:
    """The tournament as its matches and seeds decide it."""
    what = f"the tournament {published.title}"
    inputs = next((each for each in content.tournaments if _is_of(each, published)), None)
    if inputs is None:
        why = "the package has nothing that it was played from"
        return Recomputed(result=published, gaps=(Gap(what=what, why=why, is_wrong=True),))
    analysed = evaluations.get(published.evaluation)
    try:
        matches = inputs.matches
        if inputs.from_judgments and analysed is not None:
            matches = _matches(inputs, analysed)
        result = run_tournament(
            published.result.rules,
            matches,
            seeds=_scores(inputs.seeds),
            seeded=inputs.seeded,
            best=inputs.best,
            earlier=inputs.earlier,
            joined_by=_scores(inputs.joining),
        )
    except BakeoffError as error:
        return Recomputed(result=published, gaps=(Gap(what=what, why=str(error), is_wrong=True),))
    return Recomputed(result=replace(published, result=result))


def _is_of(inputs: TournamentInputs, published: TournamentResults) -> bool:
    return (inputs.evaluation, inputs.language_pair, inputs.test_set, inputs.title) == (
        published.evaluation,
        published.language_pair,
        published.test_set,
        published.title,
    )


def _scores(scores: Mapping[str, float]) -> ScoreFile | None:
    if not scores:
        return None
    return ScoreFile("seeds", tuple(ScoreRow(system, score) for system, score in scores.items()))


def _matches(inputs: TournamentInputs, analysed: AnalysedEvaluation) -> tuple[MatchResult, ...]:
    """The matches that were played, with what the judgments of each come to."""
    place = (inputs.language_pair, inputs.test_set)
    names = analysed.names(place)
    own: list[Judgment] = [
        each
        for each in analysed.judgments
        if (each.language_pair, each.test_set) == place and each.protocol == analysed.rules.protocol
    ]
    found: dict[frozenset[str], MatchResult] = {}
    settings = protocol_by_rules(analysed.rules).settings
    for result in match_results_of(own, settings=settings) if own else ():
        called = replace(
            result,
            a=names.get(result.a, result.a),
            b=names.get(result.b, result.b),
            winner=None if result.winner is None else names.get(result.winner, result.winner),
        )
        found[called.pair] = called
    if missing := [each for each in inputs.matches if each.pair not in found]:
        raise BakeoffError(f"there are no judgments of {missing[0].a} against {missing[0].b}")
    return tuple(_turned(found[each.pair], each) for each in inputs.matches)


def _turned(result: MatchResult, like: MatchResult) -> MatchResult:
    """The result with its systems in the order of another one."""
    if result.a == like.a:
        return result
    return replace(
        result,
        a=result.b,
        b=result.a,
        a_wins=result.b_wins,
        b_wins=result.a_wins,
        a_judgments=result.b_judgments,
        b_judgments=result.a_judgments,
    )
