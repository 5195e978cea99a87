"""Figures of human evaluations, tournaments and metrics tasks: those that the commands and pages draw."""

from __future__ import annotations

from collections.abc import Iterator

from bakeoff.reports.campaign_figures.report_figure import ReportFigure
from bakeoff.reports.campaign_results.human import HumanResults, TournamentResults
from bakeoff.reports.campaign_results.results import CampaignResults
from bakeoff.reports.campaign_tables.report_table import table_id
from bakeoff.reports.drawings.bracket import bracket_svg
from bakeoff.reports.human.figures import agreement_svg, head_to_head_svg, times_svg
from bakeoff.reports.metrics_task.figures import metrics_figures
from bakeoff.rulebook import Rulebook
from bakeoff.rulebook.titles import title_of


def human_figures(results: CampaignResults) -> Iterator[ReportFigure]:
    """Of every evaluation: systems against each other, and once for all places of it times and agreement."""
    seen: set[str] = set()
    for each in results.human:
        place = _place(results.rulebook, each)
        if len(each.ranking.systems) > 1:
            yield ReportFigure(
                id=table_id("head-to-head", each.evaluation, each.language_pair, each.test_set),
                section="human",
                heading=each.title,
                caption=f"Head to head: {each.title}, {place}",
                svg=head_to_head_svg(each.ranking),
            )
        if each.evaluation in seen:
            continue
        seen.add(each.evaluation)
        if len(each.result.seconds):
            yield ReportFigure(
                id=table_id("times", each.evaluation),
                section="human",
                heading=each.title,
                caption=f"Time that judges took for a screen: {each.title}",
                svg=times_svg(each.result),
            )
        rankings = [other.ranking for other in results.human if other.evaluation == each.evaluation]
        if any(ranking.agreement for ranking in rankings):
            yield ReportFigure(
                id=table_id("agreement", each.evaluation),
                section="human",
                heading=each.title,
                caption=f"Agreement of judges: {each.title}",
                svg=agreement_svg(rankings),
            )


def tournament_figures(results: CampaignResults) -> Iterator[ReportFigure]:
    """The bracket of every tournament, and of the one that its qualifiers continue into."""
    for each in results.tournaments:
        for number, plan in enumerate(filter(None, (each.result.plan, each.result.second)), start=1):
            title = each.title if number == 1 else f"{each.title}, second tournament"
            yield ReportFigure(
                id=table_id(
                    "bracket", each.evaluation, each.language_pair, each.test_set, str(number) if number > 1 else ""
                ),
                section="human",
                heading=each.title,
                caption=f"{title}: {_place(results.rulebook, each)}",
                svg=bracket_svg(plan, title=title),
            )


def metrics_task_figures(results: CampaignResults) -> Iterator[ReportFigure]:
    """All charts of every metrics task."""
    for each in results.metrics_tasks:
        track = results.rulebook.tracks[each.track].label
        test_set = title_of(each.test_set, results.rulebook.test_sets)
        place = f"{track}, {test_set}"
        for drawing in metrics_figures(each.result):
            yield ReportFigure(
                id=table_id("metrics", each.track, each.test_set, each.evaluation, drawing.name),
                section="metrics-task",
                heading=place,
                caption=f"{drawing.heading}: {place}",
                drawing=drawing,
            )


def _place(rulebook: Rulebook, each: HumanResults | TournamentResults) -> str:
    pairs = " and ".join(title_of(pair, rulebook.language_pairs) for pair in each.language_pair.split("+"))
    return f"{pairs}, {title_of(each.test_set, rulebook.test_sets)}"
