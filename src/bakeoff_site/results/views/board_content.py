"""All of a board's page that depends on what is shown alone: who sees the same of it shares it, made once."""

from __future__ import annotations

from dataclasses import astuple, dataclass
from typing import Any
from zoneinfo import ZoneInfo

from django.http import QueryDict
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from bakeoff.rulebook.release.publication import Stage
from bakeoff_site.core.caches import ComputedCache
from bakeoff_site.core.pages import page_number, pages_of
from bakeoff_site.results.conversions import downloads
from bakeoff_site.results.conversions.board_tables import (
    counted_systems,
    found_in,
    reading_of,
    sections_of,
    shown_cells,
    with_columns,
)
from bakeoff_site.results.conversions.boards import BoardView
from bakeoff_site.results.conversions.figures.boards import board_charts
from bakeoff_site.results.conversions.figures.intervals import row_marks
from bakeoff_site.results.conversions.figures.scatter import usual_other
from bakeoff_site.results.conversions.titles import Choice

_SYSTEMS_ON_A_PAGE = 200
_LARGEST_MATRIX = 30
"""Of more systems, which differences are significant is shown when asked for."""
_CONTENTS: ComputedCache[SafeString] = ComputedCache(most=256)


@dataclass(frozen=True, slots=True, kw_only=True)
class About:
    """What else the page of a board depends on."""

    slug: str
    zone: ZoneInfo
    zone_name: str
    upload_to: int | None
    """The board, for those who may upload scores."""
    stage: Stage | None
    conditions: tuple[Choice, ...]
    """Boards of the other conditions."""


def board_content(view: BoardView, query: str, about: About) -> SafeString:
    """The page between header and footer."""
    return _CONTENTS.get((view, query, *astuple(about)), lambda: _drawn(view, query, about))


def _drawn(every: BoardView, query: str, about: About) -> SafeString:
    asked = QueryDict(query, mutable=True)
    find = asked.get("find", "").strip()[:100]
    chosen = asked.getlist("column")
    found = with_columns(found_in(every, find), chosen)
    pages = pages_of(found.systems, page_number(asked, "page"), a_page=_SYSTEMS_ON_A_PAGE)
    asked.pop("page", None)  # a newly sorted table is shown from its start
    view = found.part((pages.number - 1) * _SYSTEMS_ON_A_PAGE, _SYSTEMS_ON_A_PAGE)
    drawn = row_marks(view)
    marks = drawn.by_row() if drawn is not None else {}
    against = asked.get("against", "") or usual_other(found)
    charts = {chart.name: chart for chart in board_charts(found, against=against)}
    context: dict[str, Any] = {
        "view": view,
        "pages": pages,
        "slug": about.slug,
        "zone": about.zone,
        "zone_name": about.zone_name,
        "upload_to": about.upload_to,
        "stage": about.stage,
        "conditions": about.conditions,
        "query": asked,
        "find": find,
        "columns": tuple(
            Choice(metric.key, metric.heading, any(metric.key == each.key for each in view.metrics))
            for metric in every.metrics
        ),
        "sorts": _sorts(every),
        "shows_numbers": "intervals" in asked,
        "sections": tuple(
            (section, [(row, marks.get(id(row)), shown_cells(row, view)) for row in section.rows])
            for section in sections_of(view)
        ),
        "axis": drawn.axis if drawn is not None else None,
        "width": view.width + int(drawn is not None),
        "full_width": 4 + view.width + sum((drawn is not None, view.is_ranked, view.shows_inputs)),
        "counted": counted_systems(every),
        "reading": reading_of(view),
        "exports": downloads.EXPORTS,
        "charts": tuple(charts.values()),
        "scatter": charts.get("scatter"),
        "benchmarks": charts.get("benchmarks"),
        "against": against,
        "matrix": _matrix(found, asked.get("matrix", "")),
        "matrix_mode": asked.get("matrix", ""),
    }
    return render_to_string("results/_board.html", context)


def _matrix(view: BoardView, mode: str) -> tuple[Any, ...] | None:
    """The rows of the matrix of pairs; None where it is too large and was not asked for."""
    significance = view.significance
    if view.seen != "all" or significance is None or len(significance.systems) < 2:
        return None
    if len(significance.systems) > _LARGEST_MATRIX and not mode:
        return None
    return tuple(significance.rows())


def _sorts(view: BoardView) -> tuple[Choice, ...]:
    """What a board can be sorted by, in words."""
    current = f"-{view.sort}" if view.is_reversed else view.sort
    words = [(metric.key, metric.heading, "best first", "worst first") for metric in view.metrics]
    words += [("name", "System", "A to Z", "Z to A"), ("team", "Team", "A to Z", "Z to A")]
    words += [("type", "Type", "A to Z", "Z to A")]
    words += [("input", "Input", "A to Z", "Z to A")] if view.shows_inputs else []
    return tuple(
        Choice(f"{sign}{key}", f"{title}, {way}", current == f"{sign}{key}")
        for key, title, usual, other in words
        for sign, way in (("", usual), ("-", other))
    )
