"""What is read of results: everything that anyone sees passes through here, pages and programs alike."""

from bakeoff_site.results.selectors.boards import board_for, board_of, conditions_beside
from bakeoff_site.results.selectors.comparisons import ComparisonQuery, comparison_for
from bakeoff_site.results.selectors.overview import overview_for
from bakeoff_site.results.selectors.runs import run_for
from bakeoff_site.results.selectors.segments import SegmentQuery

__all__ = [
    "ComparisonQuery",
    "SegmentQuery",
    "board_for",
    "board_of",
    "comparison_for",
    "conditions_beside",
    "overview_for",
    "run_for",
]
