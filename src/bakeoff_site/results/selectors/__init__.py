"""What is read of results: everything that anyone sees passes through here, pages and programs alike."""

from bakeoff_site.results.selectors.boards import board_for, board_of
from bakeoff_site.results.selectors.comparisons import WantedPair, comparison_for
from bakeoff_site.results.selectors.overview import boards_for
from bakeoff_site.results.selectors.runs import run_for
from bakeoff_site.results.selectors.segments import Wanted

__all__ = ["Wanted", "WantedPair", "board_for", "board_of", "boards_for", "comparison_for", "run_for"]
