"""All charts of a board, by the names of their files."""

from __future__ import annotations

from bakeoff.reports.charts.shapes import Drawing
from bakeoff_site.results.conversions.boards import BoardView
from bakeoff_site.results.conversions.figures.benchmarks import benchmark_chart
from bakeoff_site.results.conversions.figures.intervals import interval_chart
from bakeoff_site.results.conversions.figures.scatter import scatter_chart
from bakeoff_site.results.conversions.figures.significance import significance_chart


def board_charts(view: BoardView, *, against: str = "") -> tuple[Drawing, ...]:
    """The charts that there is enough to draw for; none for people who see only their own runs."""
    if view.seen != "all":
        return ()
    charts = (
        interval_chart(view),
        scatter_chart(view, against),
        significance_chart(view.significance) if view.significance is not None else None,
        benchmark_chart(view),
    )
    return tuple(chart for chart in charts if chart is not None)


def board_chart(view: BoardView, name: str, *, against: str = "") -> Drawing | None:
    return next((chart for chart in board_charts(view, against=against) if chart.name == name), None)
