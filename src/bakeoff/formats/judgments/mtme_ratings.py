"""Errors as mt-metrics-eval keeps them (`en-de.mqm.merged.seg.rating`): a line for each segment of each system.

Cells, separated by tabs: system, rating, perhaps the rater. A rating is a JSON object with `errors`, each with `start`,
`end`, `category`, `severity` and `is_source_error`, or `None` where the segment was not judged. Segments have no ids:
the lines of a system are in the order of the test set, and are counted from 1 as in `.seg.score` files. What an error
cost (`score`) follows from weights and is not taken over. The file's name says the language pair, and the rater of
files that hold the ratings of one (`zh-en.mqm.rater4.seg.rating`).

A file that is written has a rating for each output, so judges who rated the same output have a file each. Errors of
which no place is known are written at the start of the source.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bakeoff.data.judgments import UNNAMED, Judgment
from bakeoff.errors import FormatError, InputError, Place
from bakeoff.formats.judgments.rows import Mistakes, Rows, json_in
from bakeoff.formats.judgments.written import (
    Sources,
    check_protocols,
    each_system,
    errors_of,
    latest,
    single_language_pair,
)
from bakeoff.formats.sources import Source

_MISSING = "None"
_REMEDY = "Copy the file again, or correct the line."
PROTOCOLS = ("error_spans", "esa")
_NAME = re.compile(r"(?P<pair>\w{2,8}-\w{2,8})\.(?:(?P<rater>.*\brater\d*)|.*)\.seg\.rating")


@dataclass(frozen=True, slots=True)
class _NameParts:
    """What the name of the file says."""

    language_pair: str
    rater: str


def read(source: Source, rows: Rows) -> tuple[Judgment, ...]:
    mistakes = Mistakes()
    judgments: list[Judgment] = []
    lines: Counter[str] = Counter()
    name = _parse_name(source.name)
    for number, line in enumerate(source.lines(), start=1):
        with mistakes.noting():
            place = Place(source.name, number)
            system, rating, rater = _cells(line, place)
            lines[system] += 1
            if rating == _MISSING:
                continue
            judgments.append(
                Judgment(
                    id=rows.id_of(place),
                    protocol="error_spans",
                    judge=rater or name.rater,
                    language_pair=name.language_pair,
                    segment=str(lines[system]),
                    systems=(system,),
                    answer=_errors(rating, place),
                    place=place,
                )
            )
    mistakes.check()
    _check_equally_long(lines, source)
    if missing := lines.total() - len(judgments):
        source.remarks.append(f"{source.name}: {missing:,} segments of systems were not judged (None).")
    return tuple(judgments)


def _parse_name(name: str) -> _NameParts:
    match = _NAME.fullmatch(Path(name).name.removesuffix(".gz"))
    return _NameParts("", UNNAMED) if match is None else _NameParts(match["pair"], match["rater"] or UNNAMED)


def _cells(line: str, place: Place) -> tuple[str, str, str]:
    cells = line.split("\t")
    if len(cells) not in (2, 3) or not cells[0]:
        raise FormatError(
            place=place,
            expected="system, rating and perhaps the rater, with tabs between them",
            found=repr(line[:80]) if line else "an empty line",
            remedy="Write None as the rating of a segment that was not judged.",
        )
    return cells[0], cells[1], cells[2] if len(cells) == 3 else ""


def _errors(cell: str, place: Place) -> list[dict[str, Any]]:
    rating = json_in(cell)
    errors = rating.get("errors") if isinstance(rating, dict) else None
    if not isinstance(errors, list) or not all(isinstance(error, dict) for error in errors):
        raise FormatError(
            place=place,
            expected='a rating as {"errors": [{"start": …, "end": …, "severity": …}]}, or None',
            found=repr(cell[:60]) if cell else "an empty cell",
            remedy=_REMEDY,
        )
    return [_error(error, place) for error in errors]


def _error(error: dict[str, Any], place: Place) -> dict[str, Any]:
    start, end, severity, category = (error.get(key) for key in ("start", "end", "severity", "category"))
    if type(start) is not int or type(end) is not int or not 0 <= start <= end:
        raise FormatError(
            place=place, expected="where an error starts and ends", found=f"{start!r} and {end!r}"[:60], remedy=_REMEDY
        )
    if not isinstance(severity, str) or not isinstance(category, str | None):
        raise FormatError(
            place=place,
            expected="a severity as text, and a category as text or null",
            found=str(error)[:80],
            remedy=_REMEDY,
        )
    side = "source" if error.get("is_source_error") else "target"
    return {"start": start, "end": end, "severity": severity, "category": category or "", "side": side}


def _check_equally_long(lines: Counter[str], source: Source) -> None:
    counts = {lines[system]: system for system in reversed(lines)}
    if len(counts) > 1:
        said = ", ".join(f"{count:,} of {system}" for count, system in counts.items())
        raise FormatError(
            place=Place(source.name),
            expected="as many lines for each system, since they are counted",
            found=said,
            remedy="Write None for a segment that was not judged.",
        )


def lines_of(judgments: Iterable[Judgment], sources: Sources) -> Iterator[str]:
    """The lines of a file: of each system all segments in the order of the test set; controls are left out."""
    rows = latest(judgments)
    check_protocols(rows, PROTOCOLS, "mt-metrics-eval")
    items = segments_in_order(rows, sources)
    ratings: dict[tuple[str, tuple[str, str, str, str]], Judgment] = {}
    for judgment in rows:
        for system in each_system(judgment):
            first = ratings.setdefault((system, judgment.location), judgment)
            if first is not judgment:
                raise InputError(
                    place=judgment.place,
                    expected="one rating for each output",
                    found=f"those of {first.judge} and {judgment.judge} for {system}, segment {judgment.segment}",
                    remedy="Write a file for each judge.",
                )
    for system in dict.fromkeys(name for name, _ in ratings):
        for item in items:
            rated = ratings.get((system, item))
            yield f"{system}\t{_MISSING}\n" if rated is None else f"{system}\t{_written(rated)}\t{rated.judge}\n"


def segments_in_order(judgments: Sequence[Judgment], sources: Sources) -> tuple[tuple[str, str, str, str], ...]:
    """All segments of the test set that judgments are about; without its source, segments must be numbered."""
    pair = single_language_pair(judgments)
    if known := tuple(each for each in sources if each[0] == pair):
        return known
    if unnumbered := next((each for each in judgments if not re.fullmatch(r"[1-9]\d{0,8}", each.segment)), None):
        raise InputError(
            place=unnumbered.place,
            expected="segments numbered from 1, because lines are counted",
            found=f"segment {unnumbered.segment!r} in judgment {unnumbered.id}",
            remedy="Give the source text of the test set.",
        )
    by_number = {int(each.segment): each.location for each in judgments}
    return tuple(by_number.get(number, (pair, "", "", str(number))) for number in range(1, max(by_number) + 1))


def _written(judgment: Judgment) -> str:
    errors = []
    for each in errors_of(judgment):
        start, end = each["start"], each["end"]
        is_placed = start is not None and each.get("side") != "missing"
        errors.append(
            {
                "start": start if is_placed else 0,
                "end": end if is_placed else 0,
                "category": each.get("category") or None,
                "severity": each["severity"],
                "score": None,
                "is_source_error": not is_placed or each.get("side") == "source",
            }
        )
    return json.dumps({"errors": errors}, ensure_ascii=False)
