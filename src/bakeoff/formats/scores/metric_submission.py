"""What teams submit to a metrics task: a metric declares what it is, then come its scores of segments and systems.

    # metric: COMET
    # better: higher
    # references: yes
    # system scores: mean
    system	segment	score
    system1	1	0.8123
    system1	2	0.7911
    system1		0.8017

A row without a segment is the score of a complete system. Segments are numbered from 1 in the order of the test set.
`system scores: mean` says that these are the means of the scores of segments (the default), `own` that they are not.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, cast

from bakeoff.errors import FormatError, Place
from bakeoff.formats.scores.score_rows import NUMBER, ScoreFile, ScoreRow
from bakeoff.formats.sources import MAX_BYTES, open_source

COLUMNS = ("system", "segment", "score")
Better = Literal["higher", "lower"]
SystemScores = Literal["mean", "own"]

_DECLARED = re.compile(r"#\s*(?P<key>[^:]*?)\s*:\s*(?P<value>.*?)\s*")
_VALUES: Mapping[str, tuple[str, ...]] = {
    "metric": (),
    "better": ("higher", "lower"),
    "references": ("yes", "no"),
    "system scores": ("mean", "own"),
}
"""The keys of declarations and their values; of the metric, any name."""
_MISSING = {"metric": "metric-undeclared", "better": "direction-undeclared", "references": "references-undeclared"}
_NOT_FINITE = re.compile(r"[+-]?(nan|inf|infinity)", re.IGNORECASE)
_COUNT = re.compile(r"[1-9]\d{0,8}", re.ASCII)


@dataclass(frozen=True, slots=True)
class ScoreProblem:
    """Something wrong with the file: its kind, the line (None: the complete file), what was found and expected."""

    code: str
    line: int | None
    found: str
    expected: str
    remedy: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Declared:
    """What a metric says of itself."""

    metric: str
    better: Better
    references: bool
    """Whether it compares outputs with references."""
    system_scores: SystemScores = "mean"


@dataclass(frozen=True, slots=True, kw_only=True)
class MetricSubmission:
    """A file as far as it could be read. Without problems it is complete in itself."""

    file: str
    declared: Declared | None
    segments: tuple[ScoreRow, ...] = field(repr=False)
    systems: tuple[ScoreRow, ...]
    items: Mapping[tuple[str, int | None], int] = field(repr=False)
    """Lines of systems and segments (None: the complete system), whether or not their scores can be read."""
    problems: tuple[ScoreProblem, ...]

    @property
    def score_files(self) -> tuple[ScoreFile, ...]:
        """Its scores of segments and of systems, as far as it has them."""
        return tuple(ScoreFile(self.file, rows) for rows in (self.segments, self.systems) if rows)


def recognises(first: str) -> bool:
    """Whether a file starts like one of these."""
    match = _DECLARED.fullmatch(first)
    return match is not None and match["key"].lower() in _VALUES


def read_metric_submission(path: str | Path, *, max_bytes: int = MAX_BYTES) -> MetricSubmission:
    """The scores of a file that has no problems; the first one is an error."""
    with open_source(path, max_bytes=max_bytes) as source:
        found = parse_metric_submission(source.lines(), source.name)
    require_right(found)
    return found


def require_right(found: MetricSubmission) -> None:
    """An error where a file has problems."""
    for problem in found.problems:
        raise FormatError(
            place=Place(found.file, problem.line),
            expected=problem.expected,
            found=problem.found,
            remedy=problem.remedy,
        )


def parse_metric_submission(lines: Sequence[str], file: str) -> MetricSubmission:
    """Everything that the lines say, and everything that is wrong with them."""
    problems: list[ScoreProblem] = []
    said = _declarations(lines, problems)
    first_row = next((at for at, line in enumerate(lines) if not line.startswith("#")), len(lines))
    items: dict[tuple[str, int | None], int] = {}
    rows = _rows(lines, first_row, items, problems)
    segments = tuple(row for row, _ in rows if row.segment is not None)
    systems = tuple(row for row, _ in rows if row.segment is None)
    declared = None
    if not said.keys().isdisjoint(_MISSING) and all(key in said for key in _MISSING):
        declared = Declared(
            metric=said["metric"],
            better=cast(Better, said["better"]),
            references=said["references"] == "yes",
            system_scores=cast(SystemScores, said.get("system scores", "mean")),
        )
        problems += _system_scores(declared, rows, items)
    return MetricSubmission(
        file=file,
        declared=declared,
        segments=segments,
        systems=systems,
        items=items,
        problems=tuple(problems),
    )


def _declarations(lines: Sequence[str], problems: list[ScoreProblem]) -> dict[str, str]:
    said: dict[str, str] = {}
    for number, line in enumerate(lines, start=1):
        if not line.startswith("#"):
            break
        match = _DECLARED.fullmatch(line)
        key, value = (match["key"].lower(), match["value"]) if match is not None else ("", "")
        if match is None or key not in _VALUES:
            known = ", ".join(f"# {name}: …" for name in _VALUES)
            problems.append(ScoreProblem("declaration-wrong", number, repr(line[:80]), f"one of {known}"))
        elif key in said:
            problems.append(ScoreProblem("declaration-wrong", number, f"# {key}: a second time", "each of them once"))
        elif not value or (_VALUES[key] and value not in _VALUES[key]):
            expected = f"# {key}: " + (" or ".join(_VALUES[key]) or "and a name")
            problems.append(ScoreProblem("declaration-wrong", number, repr(line[:80]), expected))
            said[key] = ""
        else:
            said[key] = value
    for key, code in _MISSING.items():
        if key not in said:
            expected = f"a line # {key}: " + (" or ".join(_VALUES[key]) or "NAME")
            problems.append(ScoreProblem(code, 1, "none", f"{expected} before the scores"))
    return {key: value for key, value in said.items() if value}


def _rows(
    lines: Sequence[str], start: int, items: dict[tuple[str, int | None], int], problems: list[ScoreProblem]
) -> list[tuple[ScoreRow, str]]:
    """The rows that can be read, each with its score as it is written; `items` gets what they are about."""
    if start == len(lines):
        expected = f"a header row ({', '.join(COLUMNS)}) and scores"
        problems.append(ScoreProblem("scores-none", None, "no scores", expected))
        return []
    if tuple(lines[start].split("\t")) != COLUMNS:
        found = ", ".join(lines[start].split("\t"))[:80] or "an empty line"
        problems.append(ScoreProblem("score-columns", start + 1, found, f"the header row {', '.join(COLUMNS)}"))
        return []
    if start + 1 == len(lines):
        problems.append(ScoreProblem("scores-none", None, "a header row alone", "scores of every system"))
    rows: list[tuple[ScoreRow, str]] = []
    for number, line in enumerate(lines[start + 1 :], start=start + 2):
        cells = line.split("\t")
        if len(cells) != len(COLUMNS) or not cells[0]:
            found = "no system" if len(cells) == len(COLUMNS) else f"{len(cells) if line else 'no'} columns"
            expected = f"{len(COLUMNS)} columns: {', '.join(COLUMNS)}"
            problems.append(ScoreProblem("score-columns", number, found, expected))
            continue
        system, segment, written = cells
        if segment and not _COUNT.fullmatch(segment):
            problems.append(
                ScoreProblem("score-segment-unknown", number, repr(segment[:40]), "the number of a segment")
            )
            continue
        item = (system, int(segment) if segment else None)
        if item in items:
            what = f"{system}, segment {segment}" if segment else f"the complete {system}"
            found = f"another score of {what}"
            problems.append(ScoreProblem("score-duplicate", number, found, f"the one in line {items[item]}"))
            continue
        items[item] = number
        if (score := _score(written, number, problems)) is not None:
            rows.append((ScoreRow(system, score, segment=segment or None, line=number), written))
    return rows


def _score(written: str, number: int, problems: list[ScoreProblem]) -> float | None:
    if NUMBER.fullmatch(written) and math.isfinite(score := float(written)):
        return score
    if NUMBER.fullmatch(written) or _NOT_FINITE.fullmatch(written):
        problems.append(ScoreProblem("score-not-finite", number, written[:40], "a finite number"))
    else:
        found = repr(written[:40]) if written else "an empty cell"
        problems.append(ScoreProblem("score-not-a-number", number, found, "a number with a decimal point"))
    return None


def _system_scores(
    declared: Declared, rows: Sequence[tuple[ScoreRow, str]], items: Mapping[tuple[str, int | None], int]
) -> Iterator[ScoreProblem]:
    """Scores of systems that are not the means that the metric says they are, or that it leaves out."""
    of_systems = [(row, written) for row, written in rows if row.segment is None]
    if declared.system_scores == "own":
        if items and all(segment is not None for _, segment in items):
            expected = "rows with scores of complete systems, because of # system scores: own"
            yield ScoreProblem(
                "score-system-missing", None, "none", expected, "Leave the column segment empty in them."
            )
        return
    by_system: dict[str, list[float]] = {}
    for row, _ in rows:
        if row.segment is not None:
            by_system.setdefault(row.system, []).append(row.score)
    counts = Counter(system for system, segment in items if segment is not None)
    for row, written in of_systems:
        values = by_system.get(row.system, [])
        if values and len(values) == counts[row.system]:  # all of them could be read
            mean = math.fsum(values) / len(values)
            if abs(mean - row.score) > _precision(written):
                found = f"{written} for {row.system}"
                yield ScoreProblem("score-system-mean", row.line, found, f"the mean of its segments, {mean:.6g}")


def _precision(written: str) -> float:
    """How far a printed mean may be from one of printed scores: one unit of its last digit."""
    digits, _, exponent = written.lower().partition("e")
    return 10.0 ** (int(exponent or 0) - len(digits.partition(".")[2]))
