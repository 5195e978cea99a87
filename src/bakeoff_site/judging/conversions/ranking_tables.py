"""Rankings so far as the tables of pages."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.utils.text import slugify

from bakeoff.reports.charts.interval_marks import axis_below, mark_shapes
from bakeoff.reports.charts.scales import Scale
from bakeoff.reports.charts.shapes import Drawing, Group, Label, Line, Shape
from bakeoff.reports.drawings.labels import cut_label
from bakeoff.reports.human.captions import WITH_IDENTICAL
from bakeoff.rulebook import Rulebook
from bakeoff_site.core.interval_marks import (
    Axis,
    IntervalMark,
    PrintedScore,
    interval_text,
    mark_of,
    scale_of,
)
from bakeoff_site.judging.conversions.analyses import GroupSoFar, NeedSoFar, SystemSoFar

_BETWEEN = {"judges": "Between judges", "own": "Judges with themselves"}
_MEASURES = {
    "kappa": "kappa",
    "fleiss": "Fleiss’ kappa",
    "cohen": "Cohen’s kappa",
    "krippendorff": "Krippendorff’s alpha",
    "ties": "kappa with the chance of ties",
}
_NUMBERS = ("two", "three", "four", "five", "six", "seven", "eight", "nine")
_LETTERS = 28
"""Of a name in a chart."""
_ROW, _PLOT = 28, (34.0, 90.0)
"""Of a chart by itself: the height of a row, and where dots are in percent, names before and scores after."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RankedRow:
    """A system of a ranking, by name or by its label."""

    name: str
    score: str
    interval: str
    cluster: int
    is_first_of_cluster: bool
    judgments: int
    mark: IntervalMark | None
    """On the axis of its table."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AgreementRow:
    """How far judges agree."""

    between: str
    measure: str
    value: str
    interval: str
    word: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NeedRow:
    """Two neighbours that are not distinguished yet."""

    first: str
    second: str
    sentence: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RankingTable:
    """A ranking of one language pair and test set."""

    title: str
    axis: Axis | None
    grid: str
    """The name of the axis's lines on the page."""
    rows: tuple[RankedRow, ...]
    judgments: int
    judges: int
    confidence: str
    """Of the intervals: `95%`."""
    agreement: tuple[AgreementRow, ...]
    needs: tuple[NeedRow, ...]
    """Empty where all neighbours are distinguished, or there is one system only."""
    finding: str
    """Who leads, in a sentence; empty where there is one system only."""
    chart: Drawing


def ranking_tables(
    rankings: Sequence[GroupSoFar],
    rules: Rulebook,
    *,
    names: Mapping[str, str],
    key: str,
    confidence: float,
    beside: Sequence[GroupSoFar] = (),
) -> Iterator[RankingTable]:
    """A table for each language pair and test set; `key` distinguishes those of several rankings on one page.

    Rankings that stand `beside` these are drawn on the same axes.
    """
    for each in rankings:
        cells = [_printed(system) for system in each.systems]
        others = [_printed(system) for other in beside if other.group == each.group for system in other.systems]
        scale = scale_of([*cells, *others])
        clusters = [system.cluster for system in each.systems]
        yield RankingTable(
            title=_title(each, rules),
            axis=None if scale is None else Axis(scale.ticks),
            grid="-".join(["grid", key, *each.group.values()]),
            rows=tuple(
                RankedRow(
                    name=names[system.system],
                    score=cell.text,
                    interval=cell.interval or "–",
                    cluster=system.cluster,
                    is_first_of_cluster=system.cluster != before,
                    judgments=system.judgments,
                    mark=None if scale is None else mark_of(cell, scale),
                )
                for system, cell, before in zip(each.systems, cells, [None, *clusters[:-1]], strict=True)
            ),
            judgments=each.judgments,
            judges=each.judges,
            confidence=f"{confidence:.0%}",
            agreement=tuple(_agreements(each)),
            needs=tuple(_need(need, names) for need in each.needs),
            finding=_finding(each, names),
            chart=_chart(each, cells, names, title=_title(each, rules), confidence=confidence),
        )


def _title(ranking: GroupSoFar, rules: Rulebook) -> str:
    pair = rules.language_pairs.get(ranking.group.get("language_pair", ""))
    test_set = rules.test_sets.get(ranking.group.get("test_set", ""))
    return ", ".join(each.label for each in (pair, test_set) if each is not None) or "All judgments"


def _finding(ranking: GroupSoFar, names: Mapping[str, str]) -> str:
    every = len(ranking.systems)
    leading = [each for each in ranking.systems if each.best_rank == 1]
    if every < 2 or not leading:
        return ""
    if len(leading) == every:
        return "No two systems can be separated yet"
    if len(leading) > 1:
        number = _NUMBERS[len(leading) - 2] if len(leading) - 2 < len(_NUMBERS) else str(len(leading))
        return f"The {number} leading systems are not separated yet"
    first = names[leading[0].system]
    return f"{first} is better than all others" if leading[0].beats == every - 1 else f"{first} leads"


def _chart(
    ranking: GroupSoFar, cells: Sequence[PrintedScore], names: Mapping[str, str], *, title: str, confidence: float
) -> Drawing:
    """The ranking by itself: dots with intervals, lines between clusters."""
    known = [value for cell in cells for value in (cell.low, cell.value, cell.high) if value is not None]
    scale = Scale.around(known, start=_PLOT[0], end=_PLOT[1])
    shapes: list[Shape] = axis_below(scale, len(cells) * _ROW)
    before = None
    for number, (system, cell) in enumerate(zip(ranking.systems, cells, strict=True)):
        y = number * _ROW + _ROW / 2
        if number and system.cluster != before:
            shapes.append(Line("cut", 0, 100, number * _ROW, number * _ROW))
        before = system.cluster
        mark = mark_of(cell, scale)
        drawn = () if mark is None else mark_shapes(mark.x, mark.low, mark.high, y)
        name, score = names[system.system], Label("name", 100, y + 4, cell.text, "end")
        shapes.append(
            Group(
                "",
                f"{name}: {cell.text} {cell.interval}",
                (Label("name", 0, y + 4, cut_label(name, _LETTERS, width=len)), *drawn, score),
            )
        )
    return Drawing(
        name=slugify("-".join(["ranking", *ranking.group.values()])),
        heading=title,
        description="; ".join(
            f"{names[system.system]}: {cell.text}, {interval_text(cell) or 'no interval'}"
            for system, cell in zip(ranking.systems, cells, strict=True)
        ),
        height=len(cells) * _ROW + 24,
        shapes=tuple(shapes),
        finding=_finding(ranking, names),
        note=f"Dots with {confidence:.0%} intervals. Lines separate clusters.",
    )


def _printed(system: SystemSoFar) -> PrintedScore:
    """A score as boards show it."""
    low, high = system.low, system.high
    interval = "" if low is None or high is None else f"[{low:.3f}, {high:.3f}]"
    return PrintedScore(value=system.score, low=low, high=high, text=f"{system.score:.3f}", interval=interval)


def _agreements(ranking: GroupSoFar) -> Iterator[AgreementRow]:
    rows = [("", each) for each in ranking.agreement]
    for counted, each in [*rows, *((WITH_IDENTICAL, each) for each in ranking.agreement_with_identical)]:
        if each.value is not None:
            yield AgreementRow(
                between=_BETWEEN[each.between] + counted,
                measure=_MEASURES[each.measure],
                value=f"{each.value:.2f}",
                interval="" if each.low is None or each.high is None else f"[{each.low:.2f}, {each.high:.2f}]",
                word=each.word,
            )


def _need(need: NeedSoFar, names: Mapping[str, str]) -> NeedRow:
    if need.more is None:
        sentence = "hardly any number of judgments would separate them"
    elif need.more == 0:
        sentence = "they are close to being separated: the next judgments may do it"
    else:
        sentence = f"about {rounded(need.more):,} more judgments that compare or grade them would separate them"
    return NeedRow(first=names[need.first], second=names[need.second], sentence=sentence)


def rounded(number: int) -> int:
    """To two digits: an estimate is no better than that.

    >>> rounded(1_234), rounded(87), rounded(6)
    (1200, 87, 6)
    """
    unit: int = 10 ** max(0, len(str(number)) - 2)
    return round(number / unit) * unit
