"""How teams rank in campaigns of several years: a line for each team that took part more than once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from bakeoff.reports.campaign_figures.board_scores import deciding_key, ranked_runs
from bakeoff.reports.campaign_figures.report_figure import ReportFigure
from bakeoff.reports.campaign_results.boards import BoardResults
from bakeoff.reports.campaign_results.results import CampaignResults
from bakeoff.reports.campaign_tables.report_table import table_id
from bakeoff.reports.charts.labels import fitting
from bakeoff.reports.charts.scales import Scale
from bakeoff.reports.charts.shapes import Dot, Drawing, Group, Label, Line, Shape

_ROW = 26
_TOP = 34
_PLOT = (26.0, 74.0)
"""Where years are, in percent: names on both sides."""
_NAMES = 160.0


@dataclass(frozen=True, slots=True)
class _Year:
    """The teams of a year, best first; a team that ranks several systems counts with its best one."""

    label: str
    teams: tuple[str, ...]

    def place(self, team: str) -> int | None:
        """From 1."""
        return self.teams.index(team) + 1 if team in self.teams else None


def ranking_figures(campaigns: Sequence[CampaignResults]) -> Iterator[ReportFigure]:
    """A chart for each track and language pair that several campaigns rank, oldest first; the last one names them.

    Systems are ranked by the metric that decides in each year, on the first test set of the evaluation.
    """
    if len(campaigns) < 2:
        return
    latest = campaigns[-1]
    for track, pair in dict.fromkeys((board.track, board.language_pair) for board in latest.boards):
        years = [year for results in campaigns for year in _years(results, track, pair)]
        if len(years) < 2 or not any(set(one.teams) & set(other.teams) for one, other in pairwise(years)):
            continue
        title = f"{latest.rulebook.tracks[track].label}, {latest.rulebook.language_pairs[pair].label}"
        yield ReportFigure(
            id=table_id("ranking-over-years", track, pair),
            section="progress",
            heading="Ranking over the years",
            caption=f"Places of teams over the years: {title}",
            drawing=_chart(title, years),
        )


def _years(results: CampaignResults, track: str, pair: str) -> Iterator[_Year]:
    """The year of a campaign; none where it does not rank that track and language pair."""
    for board in results.boards_of(track=track, language_pair=pair):
        if results.rulebook.test_sets[board.test_set].role != "current":
            continue
        teams = _teams(results, board)
        if teams:
            campaign = results.rulebook.campaign
            yield _Year(str(campaign.year or campaign.id), teams)
            return


def _teams(results: CampaignResults, board: BoardResults) -> tuple[str, ...]:
    key = deciding_key(results.rulebook, board)
    runs = ranked_runs(board, key) if key is not None else ()
    return tuple(dict.fromkeys(run.run.team for run in runs if run.run.team and run.run.compared))


def _chart(title: str, years: Sequence[_Year]) -> Drawing:
    across = Scale(0, len(years) - 1, *_PLOT)
    most = max(len(year.teams) for year in years)
    names = list(dict.fromkeys(team for year in years for team in year.teams))
    shapes: list[Shape] = []
    for number, year in enumerate(years):
        x = across.at(number)
        shapes += [Line("grid", x, x, _TOP - 12, _TOP + most * _ROW - 10), Label("", x, 12, year.label, "middle")]
    for place in range(1, most + 1):
        shapes.append(Label("", 0, _height(place) + 4, str(place)))
    shapes += [_team(name, years, across) for name in names]
    return Drawing(
        name="ranking-over-years",
        heading=f"Places of teams: {title}",
        description="; ".join(_sentence(name, years) for name in names),
        height=_TOP + most * _ROW,
        shapes=tuple(shapes),
        note="By the official metric of each year. Lines join years that follow one another; open: only one year.",
    )


def _team(name: str, years: Sequence[_Year], across: Scale) -> Group:
    places = {number: place for number, year in enumerate(years) if (place := year.place(name)) is not None}
    look = "dot" if len(places) > 1 else "open"
    points = {number: (across.at(number), _height(place)) for number, place in places.items()}
    lines = [
        Line("line" if later - number == 1 else "line q", *_from_to(points, number, later))
        for number, later in pairwise(points)
    ]
    dots = [Dot(look, x, y) for x, y in points.values()]
    return Group("", _sentence(name, years), (*lines, *dots, *_labels(name, points, len(years))))


def _from_to(points: Mapping[int, tuple[float, float]], one: int, other: int) -> tuple[float, float, float, float]:
    (x1, y1), (x2, y2) = points[one], points[other]
    return x1, x2, y1, y2


def _labels(name: str, points: Mapping[int, tuple[float, float]], years: int) -> Iterator[Label]:
    """The name on the outer sides, or else next to the only places between."""
    text = fitting(name, _NAMES)
    for number, (x, y) in points.items():
        if number == 0:
            yield Label("name", x, y + 4, text, "end", -10)
        elif number == years - 1 or len(points) == 1:
            yield Label("name", x, y + 4, text, "start", 10)


def _height(place: int) -> float:
    return _TOP + (place - 1) * _ROW


def _sentence(name: str, years: Sequence[_Year]) -> str:
    places = (f"{year.label} place {place}" for year in years if (place := year.place(name)) is not None)
    return f"{name}: {', '.join(places)}"
