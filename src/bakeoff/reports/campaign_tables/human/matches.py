"""Head-to-head matches (I12, appendix B): what each of two systems won, and how far judges agree on it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from bakeoff.reports.campaign_results.human import HumanResults, TournamentResults
from bakeoff.reports.campaign_results.results import CampaignResults
from bakeoff.reports.table import Column, Marked, SignedNote, Table, Value
from bakeoff.reports.tournaments import percentage
from bakeoff.tournaments import MARKS, Match, Plan, mark

_DIGITS = {"percent": 2, "kappa": 4}
_TIED = "(a)"


def plans_of(tournament: TournamentResults) -> tuple[tuple[str, Plan], ...]:
    """The tournament, or the first and the second one, each with what its title adds."""
    result = tournament.result
    if result.second is None:
        return (("", result.plan),)
    return ((", first tournament", result.plan), (", second tournament", result.second))


def judged_in(results: CampaignResults, tournament: TournamentResults) -> HumanResults | None:
    """The judgments behind a tournament."""
    wanted = (tournament.evaluation, tournament.language_pair, tournament.test_set)
    return next(
        (each for each in results.human if (each.evaluation, each.language_pair, each.test_set) == wanted), None
    )


def kappas_of(human: HumanResults | None) -> Mapping[frozenset[str], float]:
    """Agreement between judges on each pair of systems."""
    found = () if human is None else human.ranking.pair_agreement
    return {
        frozenset((each.first, each.second)): each.agreement.value for each in found if each.agreement.value is not None
    }


def different_matches(plan: Plan) -> tuple[Match, ...]:
    """Matches with a result, each pair once; those of earlier campaigns last."""
    once = [match for match in plan.played if not match.reused]
    return tuple(sorted(once, key=lambda match: match.earlier))


def matches_of_plan(plan: Plan, kappas: Mapping[frozenset[str], float], *, title: str) -> Table:
    """A row for each match: what both won in percent of the segments, and kappa."""
    matches = different_matches(plan)
    return Table(
        columns=(
            Column("match", title="HtH Matches"),
            Column("first", title="First", group="% Wins", digits=_DIGITS["percent"]),
            Column("second", title="Second", group="% Wins", digits=_DIGITS["percent"]),
            Column("agreement", title="I.A.A.", digits=_DIGITS["kappa"], missing=""),
            Column("earlier", detail=True),
        ),
        rows=tuple(
            (
                f"{match.a} – {match.b}",
                *(_won(match, player) for player in (match.a, match.b)),
                kappas.get(frozenset((match.a, match.b))),
                "earlier campaign" if match.earlier else None,
            )
            for match in matches
        ),
        title=title,
        notes=tuple(_notes(matches)),
        rules=frozenset(row for row in range(1, len(matches)) if matches[row].earlier and not matches[row - 1].earlier),
        empty="No match has been played.",
    )


def _won(match: Match, player: str) -> Value:
    result = match.result
    won = match.winner == player
    if won and match.decided_by == "judgments":
        return Marked(percentage(match, player), sign=_TIED, bold=True)
    return Marked(percentage(match, player), sign=mark(result.p) if won and result is not None else "", bold=won)


def _notes(matches: Sequence[Match]) -> Iterator[str]:
    yield "Percent of the segments that each system won by the majority of judges; the rest are ties. Bold: the winner."
    segments = sorted({match.result.segments for match in matches if match.result and match.result.segments})
    if segments:
        counted = f"{segments[0]:,}" if len(segments) == 1 else f"{segments[0]:,} to {segments[-1]:,}"
        yield f"{counted} segments a match."
    for sign, largest in sorted(MARKS.items(), key=lambda each: -each[1]):
        yield SignedNote(sign, f"p ≤ {largest:.2f} (paired approximate randomisation over segments).")
    tied = [match for match in matches if match.decided_by == "judgments" and match.result is not None]
    if tied:
        counts = "; ".join(
            f"{match.a} {match.result.judgments(match.a)}, {match.b} {match.result.judgments(match.b)}"
            for match in tied
            if match.result is not None
        )
        yield SignedNote(_TIED, f"Tied by segments; decided by all single judgments: {counts}.")
    if any(match.earlier for match in matches):
        yield "Below the line: results taken from an earlier campaign."
    yield "I.A.A.: agreement between judges on the match (kappa)."
