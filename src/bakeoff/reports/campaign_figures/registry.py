"""Which figures a report has."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain

from bakeoff.reports.campaign_figures.best_bars import best_bar_charts
from bakeoff.reports.campaign_figures.human import human_figures, metrics_task_figures, tournament_figures
from bakeoff.reports.campaign_figures.intervals import interval_chart
from bakeoff.reports.campaign_figures.ranking_over_years import ranking_figures
from bakeoff.reports.campaign_figures.report_figure import FigureBuilder, ReportFigure
from bakeoff.reports.campaign_figures.scatter import scatter_chart
from bakeoff.reports.campaign_results.results import CampaignResults


def board_charts(results: CampaignResults) -> Iterator[ReportFigure]:
    """Of each board its scores with intervals, then two kinds of scores against each other."""
    for board in results.boards:
        charts = (interval_chart(results, board), scatter_chart(results, board))
        yield from (chart for chart in charts if chart is not None)


def by_year(campaigns: Sequence[CampaignResults]) -> list[CampaignResults]:
    """Oldest first; those without a year come first."""
    return sorted(campaigns, key=lambda each: (each.rulebook.campaign.year or 0, each.rulebook.campaign.id))


BUILDERS: tuple[FigureBuilder, ...] = (
    best_bar_charts,
    board_charts,
    human_figures,
    tournament_figures,
    metrics_task_figures,
)


def report_figures(results: CampaignResults, earlier: Sequence[CampaignResults] = ()) -> tuple[ReportFigure, ...]:
    """Every figure that there is enough to draw for, in the order of the report; `earlier` are campaigns before it.

    Raises a `ValueError` where two figures have one id: they would overwrite each other's files.
    """
    own = chain.from_iterable(build(results) for build in BUILDERS)
    figures = (*own, *ranking_figures((*by_year(earlier), results)))
    ids = [figure.id for figure in figures]
    if twice := sorted({each for each in ids if ids.count(each) > 1}):
        raise ValueError(f"several figures are called {', '.join(twice)}")
    return figures
