"""A board as its page shows it: sections of one table, chosen columns, found systems, and how to read it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from bakeoff.reports.methods import describe_interval, describe_lines, describe_test
from bakeoff_site.results.conversions.boards import BoardView, SystemRow
from bakeoff_site.results.conversions.scores import Metric
from bakeoff_site.results.conversions.titles import KINDS

_SHORT = 12
"""Letters of a heading and its number that fit into a third of a phone."""
_TEAMS = ("primary", "contrastive", "combination")
"""Kinds of systems that teams submit."""


@dataclass(frozen=True, slots=True)
class Section:
    """Rows under a heading: a cluster, or runs that are listed apart."""

    id: str
    title: str
    """Empty where there is only one section."""
    sentence: str
    rows: tuple[SystemRow, ...]
    is_band: bool
    """Whether it has a ground of its own, so that neighbours differ."""


@dataclass(frozen=True, slots=True)
class ShownCell:
    """A number in a row, with the heading of its column for phones, where rows are cards."""

    heading: str
    text: str
    interval: str
    is_best: bool
    is_main: bool
    """Whether it is the score whose interval is drawn next to it."""

    @property
    def is_long(self) -> bool:
        """Whether two fit side by side on a phone, not three."""
        return len(self.heading) + len(self.text) > _SHORT


def shown_cells(row: SystemRow, view: BoardView) -> tuple[ShownCell, ...]:
    """Scores and counts of a row in the order of the columns."""
    main = view.main
    cells = []
    for metric, cell in zip(view.metrics, row.cells, strict=False):
        is_main = main is not None and metric.key == main.key
        cells.append(ShownCell(metric.heading, cell.text, cell.interval, cell.is_best, is_main))
        for (short, _), figure in zip(metric.counted, cell.figures, strict=True):
            cells.append(ShownCell(short.capitalize(), str(figure), "", is_best=False, is_main=False))
    return tuple(cells)


def sections_of(view: BoardView) -> tuple[Section, ...]:
    """Clusters, then unofficial runs, then late and debugged ones."""
    sections = list(_official(view))
    apart = (
        ("unofficial", "Unofficial", "scored in the same way, but not part of the official results", view.unofficial),
        ("late", "Late and debugged", "only their own team and the organisers see their scores", view.named),
    )
    for id, title, sentence, rows in apart:
        if rows:
            sections.append(Section(id, title, sentence, rows, is_band=len(sections) % 2 == 1))
    return tuple(sections)


def _official(view: BoardView) -> Iterator[Section]:
    if not view.is_clustered:
        if view.rows:
            yield Section("official", "", "", view.rows, is_band=False)
        return
    for number, (cluster, rows) in enumerate(groupby(view.rows, key=lambda row: row.cluster)):
        sentence = view.clusters[cluster - 1] if 0 < cluster <= len(view.clusters) else ""
        yield Section(f"cluster-{cluster}", f"Cluster {cluster}", sentence, tuple(rows), is_band=number % 2 == 1)


def with_columns(view: BoardView, keys: Collection[str]) -> BoardView:
    """The board with only some of its metrics, by key; none: all. The one that it is sorted by always stays."""
    main = view.main
    kept = [
        index
        for index, metric in enumerate(view.metrics)
        if not keys or metric.key in keys or (main is not None and metric.key == main.key)
    ]
    if len(kept) == len(view.metrics):
        return view

    def cut(rows: Iterable[SystemRow]) -> tuple[SystemRow, ...]:
        return tuple(replace(row, cells=tuple(row.cells[i] for i in kept) if row.cells else ()) for row in rows)

    return replace(
        view,
        metrics=tuple(view.metrics[index] for index in kept),
        rows=cut(view.rows),
        unofficial=cut(view.unofficial),
        named=cut(view.named),
    )


def found_in(view: BoardView, text: str) -> BoardView:
    """The board with only the systems whose name or team contains a text."""
    sought = text.casefold()
    if not sought:
        return view

    def found(rows: Iterable[SystemRow]) -> tuple[SystemRow, ...]:
        return tuple(row for row in rows if sought in row.name.casefold() or sought in row.team.casefold())

    return replace(view, rows=found(view.rows), unofficial=found(view.unofficial), named=found(view.named))


def counted_systems(view: BoardView) -> str:
    """How many systems of which kind there are: `10 runs from 8 teams, 2 online systems`."""
    rows = (*view.rows, *view.unofficial, *view.named)
    runs = [row for row in rows if row.kind in _TEAMS]
    said = []
    if runs:
        teams = {row.team for row in runs}
        # Where names are hidden, how many teams there are is hidden as well.
        whose = "" if "" in teams else f" from {_number(len(teams), 'team')}"
        said.append(f"{_number(len(runs), 'run')}{whose}")
    others = Counter(row.kind for row in rows if row.kind not in _TEAMS)
    said += [_number(others[kind], _noun(label)) for kind, label in KINDS.items() if others[kind]]
    return ", ".join(said)


def _noun(label: str) -> str:
    return "system of earlier years" if label == "earlier year" else label


def _number(count: int, noun: str) -> str:
    if count == 1:
        return f"1 {noun}"
    head, of, rest = noun.partition(" of ")
    return f"{count:,} {head}s{of}{rest}"


def reading_of(view: BoardView) -> tuple[str, ...]:
    """How to read a board, sentence by sentence."""
    return tuple(_sentences(view, view.main))


def _sentences(view: BoardView, main: Metric | None) -> Iterator[str]:
    is_ranked = any(row.rank for row in view.rows)
    if view.method and view.is_clustered:
        yield (
            f"A line starts a new cluster: {describe_lines(view.lines)} ({describe_test(view.method)}). "
            "Order inside a cluster is not meaningful."
        )
    elif view.method and is_ranked:
        yield f"Ranks come from significance tests ({describe_test(view.method)}). Sort by a metric to see clusters."
    elif is_ranked:
        again = ": significance is being computed again" if view.is_stale else ", since no differences were tested"
        yield f"Ranks are by score alone{again}."
    if main is not None and any(row.cells and row.cells[view.metrics.index(main)].low is not None for row in view.rows):
        yield f"Bars show {describe_interval(main.signature) or 'intervals'} of {main.heading}."
    if _marks_best(view.rows):
        yield "Bold marks the best value of a column."
    if view.is_by_mean:
        yield "Scores are means over the samples that their intervals are drawn from."


def _marks_best(rows: Sequence[SystemRow]) -> bool:
    return any(cell.is_best for row in rows for cell in row.cells)
