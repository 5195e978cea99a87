"""A figure of a report, and where it belongs."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from bakeoff.reports.campaign_results.boards import BoardResults
from bakeoff.reports.campaign_results.results import CampaignResults
from bakeoff.reports.campaign_tables.report_table import table_id
from bakeoff.reports.charts.rendering import standalone_svg
from bakeoff.reports.charts.shapes import Drawing
from bakeoff.rulebook import Rulebook


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportFigure:
    """A figure: a chart that becomes as wide as its page, or a drawing of a fixed size."""

    id: str
    """Unique in the report and the same in every version of it: part of addresses and of file names."""
    section: str
    """The id of its section."""
    heading: str
    """The heading inside the section."""
    caption: str
    """What it shows, and of which place."""
    drawing: Drawing | None = None
    svg: str = ""
    """A drawing that is SVG already, with colours of its own."""

    def standalone(self) -> str:
        """The figure as an SVG file."""
        return standalone_svg(self.drawing) if self.drawing is not None else self.svg


FigureBuilder = Callable[[CampaignResults], Iterable[ReportFigure]]


def place_title(rulebook: Rulebook, board: BoardResults) -> str:
    """Track, language pair, condition and test set in words.

    >>> from bakeoff.rulebook import read_rulebook
    >>> board = BoardResults(track="ted-mt", language_pair="en-fr", test_set="tst2012", runs=())
    >>> place_title(read_rulebook("iwslt2012"), board)
    'TED MT, English–French, tst2012'
    """
    track, pair, condition, test_set = board.place
    titles = (
        rulebook.tracks[track].label,
        rulebook.language_pairs[pair].label,
        rulebook.conditions[condition].label if condition in rulebook.conditions else condition,
        rulebook.test_sets[test_set].label,
    )
    return ", ".join(filter(None, titles))


def board_id(kind: str, board: BoardResults) -> str:
    """The id of a figure of a board.

    >>> board_id("scatter", BoardResults(track="mt", language_pair="en-fr", test_set="tst2012", runs=()))
    'scatter-mt-en-fr-tst2012'
    """
    return table_id(kind, *board.place)
