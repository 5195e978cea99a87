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

_Figures = tuple[int | None, tuple[float | None, float | None], tuple[int | None, int | None]]
"""Segments, then what each of the two won, and how many judgments preferred it."""


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
        if inputs.from_judgments and analysed is not None:
            _check_matches(inputs, analysed)
        result = run_tournament(
            published.result.rules,
            inputs.matches,
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


def _check_matches(inputs: TournamentInputs, analysed: AnalysedEvaluation) -> None:
    """Refuses matches that are not what the judgments come to: who won how many segments and judgments."""
    place = (inputs.language_pair, inputs.test_set)
    names = analysed.names(place)
    own: list[Judgment] = [
        each
        for each in analysed.judgments
        if (each.language_pair, each.test_set) == place and each.protocol == analysed.rules.protocol
    ]
    settings = protocol_by_rules(analysed.rules).settings
    found = {
        frozenset((names.get(each.a, each.a), names.get(each.b, each.b))): (each, names.get(each.a, each.a))
        for each in (match_results_of(own, settings=settings) if own else ())
    }
    for match in inputs.matches:
        if match.pair not in found:
            raise BakeoffError(f"there are no judgments of {match.a} against {match.b}")
        result, first = found[match.pair]
        if _figures(match) != (_figures(result) if first == match.a else _turned(_figures(result))):
            raise BakeoffError(f"{match.a} against {match.b} is not what the judgments come to")


def _figures(match: MatchResult) -> _Figures:
    return (match.segments, (match.a_wins, match.b_wins), (match.a_judgments, match.b_judgments))


def _turned(figures: _Figures) -> _Figures:
    segments, wins, judgments = figures
    return (segments, (wins[1], wins[0]), (judgments[1], judgments[0]))
