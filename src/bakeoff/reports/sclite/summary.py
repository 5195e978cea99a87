"""The summaries that sclite prints (`.sys`, `.raw`), to the letter."""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence
from typing import Literal

from bakeoff.reports.nist_rounding import half_away
from bakeoff.speech import Counts, SpeechScores

LINE = 80
_TITLE = "SYSTEM SUMMARY PERCENTAGES by SPEAKER"
_NOTES = """
* No Reference words for this/these speaker(s).  Word counts supplied
  rather than percents.
# No Reference words for this/these speaker(s).  NCE not computable.
+ Speaker(s) with no reference data is ignored
"""

Group = list[str]
"""Cells that are between the same bars."""


def sclite_summary(scores: SpeechScores, *, title: str, figures: Literal["percent", "counts"] = "percent") -> str:
    """The table by speaker: `.sys` with percentages, `.raw` with counts."""
    speakers = scores.by_speaker()
    counts = list(speakers.values())
    raw = figures == "counts"
    unit = "# Wrd" if scores.rules.characters == "none" else "# Chr"
    heading = [[" SPKR "], [" # Snt", unit], [" Corr ", "  Sub ", "  Del ", "  Ins ", "  Err ", "S.Err"]]
    rows = [[[f" {name} "], *_row(each, raw=raw)] for name, each in speakers.items()]
    total = [[" Sum " if raw else " Sum/Avg"], *_row(scores.total, raw=raw, total=True)]
    means = [[[name], *_averages(counts, name, raw=raw)] for name in ("Mean", "S.D.", "Median")]
    if scores.total.confidence is not None:
        entropies = [each.normalised_cross_entropy or 0.0 for each in counts]
        heading.append(["NCE"])
        for row, value in zip(rows, entropies, strict=True):
            row.append([_entropy(value)])
        total.append([_entropy(scores.total.normalised_cross_entropy or 0.0)])
        for row in means:
            row.append([_entropy(_average(entropies, row[0][0]))])
    lines = _lines(title, heading, rows, total, means)
    notes = _NOTES if not raw and any(not each.words for each in counts) else ""
    return f"\n\n\n{_TITLE:^{LINE}}\n\n" + "".join(line + "\n" for line in lines) + notes


def _row(counts: Counts, *, raw: bool, total: bool = False) -> list[Group]:
    errors = [counts.correct, counts.substitutions, counts.deletions, counts.insertions, counts.errors]
    if raw:
        cells = [f"{count:5d} " for count in [*errors, counts.wrong_segments]]
    else:
        if counts.words:
            cells = [_percent(counts.percent(count)) + " " for count in errors]
        else:
            cells = ["  0.0 " if total else f"{count:5d}*" for count in errors]
        cells.append(_percent(counts.segment_error_rate) + " ")
    return [[f"{counts.segments:5d}", f"{counts.words:5d}"], cells]


def _averages(speakers: Sequence[Counts], name: str, *, raw: bool) -> list[Group]:
    mark = "+" if not raw and any(not each.words for each in speakers) else " "
    known = speakers if raw else _without_wordless(speakers)
    columns: list[list[float]] = [
        [
            float(value) if raw or not each.words else 100 * value / each.words
            for each, value in zip(known, column, strict=True)
        ]
        for column in (
            [each.correct for each in known],
            [each.substitutions for each in known],
            [each.deletions for each in known],
            [each.insertions for each in known],
            [each.errors for each in known],
        )
    ]
    wrong = [float(each.wrong_segments) if raw else each.segment_error_rate or 0.0 for each in speakers]
    sizes = [[float(each.segments) for each in speakers], [float(each.words) for each in speakers]]
    return [
        [_percent(_average(column, name)) + " " for column in sizes],
        [*(_percent(_average(column, name)) + mark for column in columns), _percent(_average(wrong, name)) + " "],
    ]


def _without_wordless(speakers: Sequence[Counts]) -> list[Counts]:
    """The speakers that sclite averages over: it means to leave out those without words in the reference, but takes
    out the i-th of the rest, where i is the speaker's earlier position. With only one such speaker that is right.
    """
    left = list(speakers)
    for number, counts in enumerate(speakers):
        if not counts.words and number < len(left):
            del left[number]
    return left[: sum(1 for counts in speakers if counts.words)]


def _average(values: Sequence[float], name: str) -> float:
    if not values:
        return 0.0
    if name == "Mean":
        return math.fsum(values) / len(values)
    if name == "Median":
        return statistics.median(values)
    return statistics.stdev(values) if len(values) > 1 else 0.0


def _percent(value: float | None) -> str:
    return f"{half_away(value or 0.0, 1):5.1f}"


def _entropy(value: float) -> str:
    return f"{half_away(value, 3):6.3f}"


def _lines(
    title: str, heading: list[Group], rows: list[list[Group]], total: list[Group], means: list[list[Group]]
) -> list[str]:
    everything = [heading, *rows, total, *means]
    widths = [
        [max(len(row[group][cell]) for row in everything) for cell in range(len(heading[group]))]
        for group in range(len(heading))
    ]
    if len(heading) > 3:
        widths[3] = [max(widths[3][0] + 2, 8)]
    spans = [sum(group) + len(group) - 1 for group in widths]
    inner = sum(spans) + len(spans) - 1
    rule = "|" + "+".join("-" * span for span in spans) + "|"
    double = "|" + "=" * inner + "|"
    lines = [
        "," + "-" * inner + ".",
        f"|{_centred(title, inner)}|",
        "|" + "-" * inner + "|",
        _line(heading, widths, left=True),
    ]
    for row in rows:
        lines += [rule, _line(row, widths, left=True)]
    lines += [double, _line(total, widths, left=True), double, *(_line(row, widths, left=False) for row in means)]
    lines.append("`" + "-" * inner + "'")
    margin = " " * max(0, (LINE - inner - 2) // 2)
    return [margin + line for line in lines]


def _line(groups: list[Group], widths: list[list[int]], *, left: bool) -> str:
    name = groups[0][0].ljust(widths[0][0]) if left else _centred(groups[0][0], widths[0][0])
    rest = [
        " ".join(_centred(cell, width) for cell, width in zip(group, columns, strict=True))
        for group, columns in zip(groups[1:], widths[1:], strict=True)
    ]
    return "|" + "|".join([name, *rest]) + "|"


def _centred(text: str, width: int) -> str:
    """The text in the middle, rather to the left."""
    return (" " * ((width - len(text)) // 2) + text).ljust(width)
