"""Two or more runs of a board side by side: scores, differences of all pairs, segments that they differ on most."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime

from bakeoff.evaluation import (
    Score,
    SegmentSpread,
    difference_intervals,
    marked_output,
    metric_title,
    segment_spreads,
    variation_json,
)
from bakeoff_site.campaigns.permissions import CampaignRole
from bakeoff_site.core.pages import Pages, pages_of
from bakeoff_site.results.conversions.comparisons import (
    MetricScores,
    PairCell,
    SpreadOutput,
    SpreadSegment,
    SystemsView,
)
from bakeoff_site.results.conversions.rankings import Ranking
from bakeoff_site.results.conversions.runs import Words, marked_words
from bakeoff_site.results.conversions.scores import Cell, printed
from bakeoff_site.results.conversions.significance import p_value_in_words
from bakeoff_site.results.conversions.titles import place_of
from bakeoff_site.results.selectors.compared_runs import ComparedRuns, compared_runs
from bakeoff_site.results.selectors.comparisons import ComparisonQuery, metric_choices, specification_choices

_A_PAGE = 10
_SAMPLES = 1000
_CONFIDENCE = 0.95
"""Of intervals of differences, where the rulebook asks for no intervals."""


def systems_for(
    role: CampaignRole, keys: Sequence[str], now: datetime, *, wanted: ComparisonQuery | None = None
) -> SystemsView | None:
    """Runs by their keys; None where someone may not know one of them. What cannot be compared is refused."""
    wanted = wanted or ComparisonQuery()
    compared = compared_runs(role, keys, now, specification=wanted.specification)
    return None if compared is None else systems_of(compared, wanted)


def systems_of(compared: ComparedRuns, wanted: ComparisonQuery) -> SystemsView:
    """The runs by every metric, their differences by one, and where these come from."""
    metric = compared.metric(wanted.metric)
    ranking = compared.ranking(metric)
    lines = _Segments(compared, metric)
    segments, pages = lines.page(wanted) if len(compared.found) > 2 else ((), Pages(1, 1, 0))
    return SystemsView(
        place=place_of(compared.board.campaign.rules, compared.board),
        systems=tuple(each.system() for each in compared.found),
        specification=compared.specification,
        specifications=specification_choices(compared),
        metric=metric,
        metrics=metric_choices(compared, metric),
        scores=tuple(_scores(compared, metric)),
        pairs=_Pairs(compared, metric, ranking).rows(),
        method=ranking.method if ranking is not None else "",
        signature=_scores_by(compared, metric)[0].signature,
        smallest=wanted.smallest,
        shows_references=compared.visibility.references.allowed,
        segments=segments,
        pages=pages,
    )


def _scores_by(compared: ComparedRuns, metric: str) -> list[Score]:
    by_name = {system.name: system for system in compared.evaluation.systems}
    return [by_name[name].scores[metric] for name in compared.names]


def _scores(compared: ComparedRuns, chosen: str) -> Iterator[MetricScores]:
    for metric, scale in compared.evaluation.scales.items():
        cells = [
            printed(
                score.value if math.isfinite(score.value) else None,
                variation_json(score.variation),
                scale.digits,
                compared.scoring,
            )
            for score in _scores_by(compared, metric)
        ]
        yield MetricScores(
            metric=metric,
            title=metric_title(metric),
            direction=scale.direction,
            cells=_mark_best(cells, scale.direction),
            is_chosen=metric == chosen,
        )


def _mark_best(cells: Sequence[Cell], direction: str) -> tuple[Cell, ...]:
    """As tables mark it: all that print the best number."""
    values = [cell.value for cell in cells if cell.value is not None]
    if len(values) < 2:
        return tuple(cells)
    best = (max if direction == "higher" else min)(values)
    shown = next(cell.text for cell in cells if cell.value == best)
    return tuple(replace(cell, is_best=cell.text == shown) for cell in cells)


class _Pairs:
    """Differences of all pairs by one metric: the scores as they are, the tests of the board, intervals drawn now."""

    def __init__(self, compared: ComparedRuns, metric: str, ranking: Ranking | None) -> None:
        self._compared = compared
        self._ranking = ranking
        scoring = compared.evaluation.metrics[metric]
        self._digits, self._is_higher = scoring.digits, scoring.direction == "higher"
        self._values = [score.value for score in _scores_by(compared, metric)]
        asked = compared.scoring.interval
        self._intervals = difference_intervals(
            compared.evaluation,
            metric,
            samples=asked.samples if asked is not None else _SAMPLES,
            confidence=asked.confidence if asked is not None else _CONFIDENCE,
            threads=1,
        )

    def rows(self) -> tuple[tuple[PairCell | None, ...], ...]:
        count = range(len(self._values))
        return tuple(tuple(None if i == j else self._cell(i, j) for j in count) for i in count)

    def _cell(self, row: int, column: int) -> PairCell:
        difference = self._values[row] - self._values[column]
        interval = self._intervals.get((self._compared.names[row], self._compared.names[column]))
        runs = self._compared.runs
        pair = self._ranking.pair(runs[row].pk, runs[column].pk) if self._ranking is not None else None
        digits = self._digits
        return PairCell(
            difference=difference,
            text=f"{difference:+.{digits}f}",
            low=interval.low if interval is not None else None,
            high=interval.high if interval is not None else None,
            interval=f"[{interval.low:+.{digits}f}, {interval.high:+.{digits}f}]" if interval is not None else "",
            p=pair["p"] if pair is not None else None,
            p_corrected=pair["p_corrected"] if pair is not None else None,
            p_text=p_value_in_words(pair["p_corrected"]) if pair is not None else "",
            is_significant=bool(pair["significant"]) if pair is not None else None,
            is_better=difference > 0 if self._is_higher else difference < 0,
        )


class _Segments:
    """The segments that several systems score most differently on, with the texts that may be read."""

    def __init__(self, compared: ComparedRuns, metric: str) -> None:
        self._compared = compared
        self._metric = metric
        self._digits = compared.evaluation.metrics[metric].digits
        self._systems = [each.system() for each in compared.found]

    def page(self, wanted: ComparisonQuery) -> tuple[tuple[SpreadSegment, ...], Pages]:
        evaluation = self._compared.evaluation
        smallest = max(0.0, wanted.smallest)
        if wanted.offset is not None:
            found, count = segment_spreads(
                evaluation, metric=self._metric, count=wanted.most, offset=wanted.offset, smallest=smallest
            )
            return tuple(map(self._line, found)), pages_of(count, 1, a_page=_A_PAGE)
        _, count = segment_spreads(evaluation, metric=self._metric, count=0, smallest=smallest)
        pages = pages_of(count, wanted.page, a_page=_A_PAGE)
        start = (pages.number - 1) * _A_PAGE
        found, _ = segment_spreads(evaluation, metric=self._metric, count=_A_PAGE, offset=start, smallest=smallest)
        return tuple(map(self._line, found)), pages

    def _line(self, segment: SegmentSpread) -> SpreadSegment:
        texts, visibility = self._compared.evaluation.texts, self._compared.visibility
        source = texts.source[segment.index] if texts.source is not None and visibility.source.allowed else None
        by_name = dict(zip((each.name for each in self._compared.evaluation.systems), segment.scores, strict=True))
        return SpreadSegment(
            number=segment.index + 1,
            document=segment.document,
            segment=segment.segment,
            spread=segment.spread,
            spread_text=f"{segment.spread:.{self._digits}f}",
            source=source,
            references=texts.references_of(segment.index) if visibility.references.allowed else (),
            outputs=tuple(
                SpreadOutput(
                    system=self._systems[number],
                    score=by_name[name],
                    text=f"{by_name[name]:.{self._digits}f}",
                    words=self._words(number, segment.index),
                )
                for number, name in enumerate(self._compared.names)
            ),
        )

    def _words(self, number: int, index: int) -> tuple[Words, ...] | None:
        visibility, name = self._compared.visibility, self._compared.names[number]
        if not visibility.output_of(self._compared.runs[number]):
            return None
        if not visibility.references.allowed:  # marks would reveal what the reference says
            return (Words(self._compared.evaluation.texts.run_of(name)[index], ""),)
        return marked_words(marked_output(self._compared.evaluation, name, index))
