"""Tournaments: summary (I12, table 10), seeds, places and standings (I12, appendix B)."""

from __future__ import annotations

from collections.abc import Iterator
from statistics import fmean

from bakeoff.reports.campaign_results.human import HumanResults, TournamentResults
from bakeoff.reports.campaign_results.results import CampaignResults
from bakeoff.reports.campaign_tables.human.judged_places import SECTION, caption, rules_of
from bakeoff.reports.campaign_tables.human.matches import (
    different_matches,
    judged_in,
    kappas_of,
    matches_of_plan,
    plans_of,
)
from bakeoff.reports.campaign_tables.report_table import ReportTable, table_id
from bakeoff.reports.table import Column, Table, Value
from bakeoff.reports.tournaments import TITLES
from bakeoff.rulebook.schema.report import TableName
from bakeoff.rulebook.titles import title_of
from bakeoff.tournaments import Plan


def tournaments(results: CampaignResults) -> Iterator[ReportTable]:
    """One summary of all knockouts, then of each tournament seeds and places."""
    knockouts = tuple(each for each in results.tournaments if each.result.rules.kind != "round-robin")
    if knockouts:
        yield ReportTable(
            id="tournament-summary", name="tournament", section=SECTION, table=summary_table(results, knockouts)
        )
    for tournament in results.tournaments:
        if tournament.result.rules.kind == "round-robin":
            yield _of(tournament, "tournament", "systems", standings_table(results, tournament))
            continue
        for number, (ending, plan) in enumerate(plans_of(tournament), start=1):
            if plan.seeded:
                yield _of(tournament, "tournament", f"seeds-{number}", seeds_table(results, tournament, ending, plan))
            yield _of(tournament, "tournament", f"places-{number}", places_table(results, tournament, ending, plan))


def tournament_matches(results: CampaignResults) -> Iterator[ReportTable]:
    """The matches of each tournament."""
    for tournament in results.tournaments:
        kappas = kappas_of(judged_in(results, tournament))
        for number, (ending, plan) in enumerate(plans_of(tournament), start=1):
            title = f"{_title(results, tournament)}{ending}: head-to-head matches"
            table = matches_of_plan(plan, kappas, title=title)
            yield _of(tournament, "human-pairwise", f"matches-{number}", table)


def summary_table(results: CampaignResults, knockouts: tuple[TournamentResults, ...]) -> Table:
    """A row for each tournament; one in two parts is one row."""
    return Table(
        columns=(
            Column("task", title="Task"),
            Column("systems", title="# ranked systems"),
            Column("matches", title="# different HtH matches", counts=True),
            Column("agreement", title="I.A.A. (κ)", digits=4),
        ),
        rows=tuple(_summary_row(results, tournament) for tournament in knockouts),
        title="Summary of the tournaments",
        notes=("In parentheses: matches taken from earlier campaigns. I.A.A.: mean of the matches.",),
    )


def _summary_row(results: CampaignResults, tournament: TournamentResults) -> tuple[Value, ...]:
    plans = [plan for _, plan in plans_of(tournament)]
    matches = {frozenset((match.a, match.b)): match for plan in plans for match in different_matches(plan)}
    earlier = sum(match.earlier for match in matches.values())
    kappas = [value for pair, value in kappas_of(judged_in(results, tournament)).items() if pair in matches]
    return (
        _title(results, tournament),
        len(plans[-1].players),
        f"{len(matches)} ({earlier})",
        fmean(kappas) if kappas else None,
    )


def seeds_table(results: CampaignResults, tournament: TournamentResults, ending: str, plan: Plan) -> Table:
    """Players from the best seed on, with the score that seeded them where a metric did."""
    human = judged_in(results, tournament)
    metric = None if human is None else _seeding_metric(results, human)
    scores = {} if human is None or metric is None else _seed_scores(results, human, metric)
    named = "" if metric is None else _metric_title(metric)
    return Table(
        columns=(
            Column("ranking", title="Ranking"),
            Column("system", title="System"),
            *([Column("score", title=f"{named} score", missing="")] if scores else []),
        ),
        rows=tuple(
            (place, player, *([scores.get(player)] if scores else []))
            for place, player in enumerate(plan.players, start=1)
        ),
        title=f"{_title(results, tournament)}{ending}: {named + ' ranking' if named else 'seeds'} of the tournament",
        notes=("Scores of the complete test set.",) if scores else ("From the best seed on.",),
    )


def places_table(results: CampaignResults, tournament: TournamentResults, ending: str, plan: Plan) -> Table:
    """Places, the best first; those that the tournament leaves open as the places that are possible."""
    order = sorted(plan.players, key=lambda player: (plan.ranges[player], plan.players.index(player)))
    rows: list[tuple[Value, ...]] = []
    for player in order:
        low, high = plan.ranges[player]
        rows.append((str(low) if low == high else f"{low}–{high}", player))
    return Table(
        columns=(Column("ranking", title="Ranking", counts=True), Column("system", title="System")),
        rows=tuple(rows),
        title=f"{_title(results, tournament)}{ending}: human ranking from the tournament",
        notes=(f"{TITLES[plan.kind]}: {len(plan.played)} matches, {plan.different_matches} different.",),
    )


def standings_table(results: CampaignResults, tournament: TournamentResults) -> Table:
    """Two lists side by side: systems by what they won against all others, and by the matches that they won."""
    plan = tournament.result.plan
    by_share = sorted(plan.players, key=lambda player: (-(plan.standings[player].better or 0), player))
    wins = {player: sum(match.winner == player for match in plan.played) for player in plan.players}
    played = {player: sum(player in (match.a, match.b) for match in plan.played) for player in plan.players}
    by_wins = sorted(plan.players, key=lambda player: (-wins[player], by_share.index(player)))
    everyone, heads = "ALL SYSTEMS", "HEAD-TO-HEAD"
    return Table(
        columns=(
            Column("system", title="System"),
            Column("> others", digits=4, group=everyone),
            Column("≥ others", digits=4, group=everyone),
            Column("head-to-head system", title="System", group=heads),
            Column("wins", title="# wins", group=heads, counts=True),
        ),
        rows=tuple(
            (
                system,
                plan.standings[system].better,
                plan.standings[system].not_worse,
                winner,
                f"{wins[winner]}/{played[winner]}",
            )
            for system, winner in zip(by_share, by_wins, strict=True)
        ),
        title=f"{_title(results, tournament)}: system ranking",
        notes=("Shares of segments won (>), and won or tied (≥), against all others; matches won of those played.",),
    )


def _seeding_metric(results: CampaignResults, human: HumanResults) -> str | None:
    rules = rules_of(results, human).tournament
    return None if rules is None else rules.seeded_by


def _seed_scores(results: CampaignResults, human: HumanResults, metric: str) -> dict[str, float]:
    """The scores of runs themselves, which seeds are by, under the first specification that they have."""
    found: dict[str, float] = {}
    for name, judged in human.systems.items():
        if judged.run in results.runs:
            _, run = results.runs[judged.run]
            score = next((each for each in run.scores if each.metric == metric), None)
            if score is not None and score.value is not None:
                found[name] = score.value
    return found


def _metric_title(metric: str) -> str:
    return metric.partition("@")[0].partition(":")[0].upper()


def _title(results: CampaignResults, tournament: TournamentResults) -> str:
    named = title_of(tournament.evaluation, results.rulebook.human)
    return caption(results, named, tournament.language_pair, tournament.test_set)


def _of(tournament: TournamentResults, name: TableName, kind: str, table: Table) -> ReportTable:
    place = (tournament.evaluation, tournament.language_pair, tournament.test_set, kind)
    return ReportTable(id=table_id(name, *place), name=name, section=SECTION, table=table)
