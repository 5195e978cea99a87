"""Human evaluations as drawings: head to head, times, agreement."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from bakeoff.human_eval import HumanEvaluationResult, HumanRanking, JudgeAgreement
from bakeoff.reports.drawings.svg import BAR, GROUND, INK, LETTER, LINE, MARGIN, SOFT, cut, escape, shown_width, svg
from bakeoff.reports.human.captions import BETWEEN_NAMES, MEASURE_NAMES, WITH_IDENTICAL, group_name, marks_sentence

_CELL = (64, 30)
_HEAD = 46
_WORDS = ((0.2, "slight"), (0.4, "fair"), (0.6, "moderate"), (0.8, "substantial"))
_SHADE = (11, 92, 122)
"""The darkest colour of a cell."""


def human_figures(result: HumanEvaluationResult) -> dict[str, str]:
    """Every drawing of an analysis under the name of its file."""
    figures = {}
    for ranking in result.rankings:
        name = "-".join(
            ["head-to-head", *(re.sub(r"[^\w-]+", "_", value) for value in ranking.group.values() if value)]
        )
        figures[f"{name}.svg"] = head_to_head_svg(ranking)
    if len(result.seconds):
        figures["times.svg"] = times_svg(result)
    if any(ranking.agreement for ranking in result.rankings):
        figures["agreement.svg"] = agreement_svg(result.rankings)
    return figures


def head_to_head_svg(ranking: HumanRanking) -> str:
    """Every system (row) against every other (column): the darker, the more the row is ahead; marks as in the table."""
    pairs = ranking.pairs
    names = max(shown_width(system) for system in pairs.systems)
    left, top = MARGIN + round(names * LETTER) + 10, _HEAD + round(names * LETTER * 0.72) + 24
    size = len(pairs.systems)
    note = marks_sentence(ranking)
    wide = max(left + size * _CELL[0] + MARGIN + round(names * LETTER * 0.72), MARGIN * 2 + round(len(note) * 6.4))
    high = top + size * _CELL[1] + 44
    largest = float(np.nanmax(np.abs(pairs.values))) if size > 1 else 1.0
    lines: list[str] = []
    for place, system in enumerate(pairs.systems):
        x, y = left + (place + 0.5) * _CELL[0], top + (place + 0.5) * _CELL[1] + 4
        lines.append(
            f'<text class="head-to-head-name" x="{left - 8}" y="{y:g}" text-anchor="end" fill="{INK}">'
            f"{escape(cut(system))}<title>{escape(system)}</title></text>"
        )
        lines.append(
            f'<text class="head-to-head-name" transform="translate({x:g} {top - 8}) rotate(-45)" fill="{INK}">'
            f"{escape(cut(system))}<title>{escape(system)}</title></text>"
        )
    for row in range(size):
        for column in range(size):
            lines += _cell(ranking, (row, column), (left + column * _CELL[0], top + row * _CELL[1]), largest)
    lines.append(
        f'<text class="head-to-head-note" x="{MARGIN}" y="{high - 16}" font-size="11" fill="{SOFT}">'
        f"{escape(note)}</text>"
    )
    heading = ": ".join(filter(None, ["Head to head", group_name(ranking.group)]))
    said = "better in percent of comparisons" if pairs.figure == "shares" else "row less column"
    best = ", ".join(pairs.systems)
    return svg("head-to-head", (wide, high), heading=heading, description=f"{said}; systems: {best}", lines=lines)


_DARK = 0.8
"""From here on white is read better than black, which has enough contrast up to here."""
_BLACK = "#000000"


def _cell(ranking: HumanRanking, place: tuple[int, int], corner: tuple[int, int], largest: float) -> Iterator[str]:
    row, column = place
    pairs = ranking.pairs
    value = float(pairs.values[row, column])
    x, y = corner
    known = not np.isnan(value)
    depth = (value if pairs.figure == "shares" else max(value, 0.0) / (largest or 1.0)) if known else 0.0
    fill = _shade(depth) if known else "#f2f5f7"
    yield (
        f'<rect class="head-to-head-cell" x="{x}" y="{y}" width="{_CELL[0]}" height="{_CELL[1]}" fill="{fill}" '
        f'stroke="{GROUND}"/>'
    )
    if not known:
        return
    figure = f"{100 * value:.1f}" if pairs.figure == "shares" else f"{value:+.2f}"
    ink = GROUND if depth > _DARK else _BLACK
    p = pairs.corrected[row, column]
    yield (
        f'<text class="head-to-head-figure" x="{x + _CELL[0] / 2:g}" y="{y + 20}" text-anchor="middle" fill="{ink}">'
        f"{figure}{pairs.mark(row, column)}"
        f"<title>{escape(f'{pairs.systems[row]} and {pairs.systems[column]}: {figure}, p = {p:.4f}')}</title></text>"
    )


def _shade(depth: float) -> str:
    """From white to the darkest colour."""
    share = min(max(depth, 0.0), 1.0)
    return "#" + "".join(f"{round(255 + (dark - 255) * share):02x}" for dark in _SHADE)


def times_svg(result: HumanEvaluationResult) -> str:
    """How long judges took: screens by seconds, and how many took longer than is counted."""
    timing = result.timings.overall
    longest = float(timing.quantiles[-1]) if timing.quantiles else 1.0
    counted = result.seconds[result.seconds <= longest] if timing.quantiles else result.seconds
    counts, edges = np.histogram(counted, bins=20, range=(0.0, longest or 1.0))
    return svg(
        "times",
        (640, 320),
        heading="Seconds a screen",
        description=f"{timing.screens:,} screens, median {_median(timing.quantiles)}; {timing.too_long:,} too long",
        lines=_bars(counts, edges, timing.quantiles),
    )


def _median(quantiles: Sequence[float] | None) -> str:
    return "not known" if quantiles is None else f"{quantiles[2]:.1f} seconds"


def _bars(counts: NDArray[np.int64], edges: NDArray[np.float64], quantiles: Sequence[float] | None) -> Iterator[str]:
    left, bottom, wide, high = 60, 270, 560, 200
    step, most = wide / len(counts), max(int(counts.max()), 1)
    for place, count in enumerate(counts.tolist()):
        tall = high * count / most
        span = f"{edges[place]:.1f} to {edges[place + 1]:.1f} seconds: {count:,} screens"
        yield (
            f'<rect class="times-bar" x="{left + place * step + 1:.1f}" y="{bottom - tall:.1f}" width="{step - 2:.1f}" '
            f'height="{tall:.1f}" fill="{BAR}"><title>{escape(span)}</title></rect>'
        )
    yield f'<path class="times-line" d="M{left} {bottom}h{wide}" stroke="{LINE}" fill="none"/>'
    for share in (0, 0.25, 0.5, 0.75, 1):
        value = edges[0] + (edges[-1] - edges[0]) * share
        yield (
            f'<text class="times-label" x="{left + share * wide:g}" y="{bottom + 18}" font-size="11" '
            f'text-anchor="middle" fill="{SOFT}">{value:.0f}</text>'
        )
    yield (
        f'<text class="times-label" x="{left - 6}" y="{bottom - high + 4}" font-size="11" text-anchor="end" '
        f'fill="{SOFT}">{most:,}</text>'
    )
    if quantiles is not None and edges[-1] > 0:
        x = left + wide * quantiles[2] / edges[-1]
        yield (
            f'<path class="times-median" d="M{x:.1f} {bottom}v-{high}" stroke="{INK}" stroke-dasharray="4 3" '
            'fill="none"/>'
        )
        yield (
            f'<text class="times-label" x="{x + 4:.1f}" y="{bottom - high - 4}" font-size="11" fill="{SOFT}">'
            f"median {quantiles[2]:.1f}</text>"
        )


def agreement_svg(rankings: Sequence[HumanRanking]) -> str:
    """Agreement as bars from 0 to 1, the bounds of Landis and Koch's words behind them."""
    rows = [
        (f"{group_name(ranking.group) or 'all'}, {BETWEEN_NAMES[each.between]}{counted}", each)
        for ranking in rankings
        for counted, rows in (("", ranking.agreement), (WITH_IDENTICAL, ranking.agreement_with_identical))
        for each in rows
    ]
    left, wide = MARGIN + round(max(len(name) for name, _ in rows) * 7.2) + 10, 400
    high = _HEAD + 20 + 28 * len(rows) + 20
    description = "; ".join(f"{name}: {_value(each)}" for name, each in rows)
    return svg(
        "agreement",
        (left + wide + 90, high),
        heading=f"Agreement of judges ({MEASURE_NAMES[rows[0][1].measure]})",
        description=description,
        lines=_agreement_lines(rows, left, wide),
    )


def _agreement_lines(rows: Sequence[tuple[str, JudgeAgreement]], left: int, wide: int) -> Iterator[str]:
    bottom = _HEAD + 20 + 28 * len(rows)
    for bound, word in _WORDS:
        x = left + bound * wide
        yield f'<path class="agreement-bound" d="M{x:g} {_HEAD + 12}V{bottom}" stroke="{LINE}" fill="none"/>'
        yield (
            f'<text class="agreement-word" x="{x - 4:g}" y="{_HEAD + 10}" font-size="11" text-anchor="end" '
            f'fill="{SOFT}">{word}</text>'
        )
    for number, (name, each) in enumerate(rows):
        y = _HEAD + 20 + 28 * number
        yield (
            f'<text class="agreement-name" x="{left - 8}" y="{y + 16}" text-anchor="end" fill="{INK}">'
            f"{escape(name)}</text>"
        )
        length = max(each.value or 0.0, 0.0) * wide
        yield f'<rect class="agreement-bar" x="{left}" y="{y + 4}" width="{length:.1f}" height="16" fill="{BAR}"/>'
        if each.interval is not None:
            low, high = (left + min(max(end, 0.0), 1.0) * wide for end in (each.interval.low, each.interval.high))
            yield f'<path class="agreement-interval" d="M{low:.1f} {y + 12}H{high:.1f}" stroke="{INK}" fill="none"/>'
        yield (
            f'<text class="agreement-figure" x="{left + wide + 8}" y="{y + 16}" fill="{INK}">'
            f"{escape(_value(each))}</text>"
        )


def _value(each: JudgeAgreement) -> str:
    return "none" if each.value is None else f"{each.value:.3f}"
