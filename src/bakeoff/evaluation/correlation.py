"""How closely the scores of a metric follow those of people."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import fsum
from typing import Literal, get_args

import numpy as np

from bakeoff.errors import InputError, Place
from bakeoff.formats import ScoreFile, ScoreRow
from bakeoff.statistics import Coefficient, Correlation, bootstrap_correlation, correlate
from bakeoff.statistics.correlation.coefficients import kendall_of_rows
from bakeoff.statistics.inputs import DEFAULT_SEED, one_of, share

Level = Literal["system", "segment"]
IntervalKind = Literal["formula", "bootstrap", "bca", "none"]

_LEAST = 3


@dataclass(frozen=True, slots=True)
class PairedScores:
    """Scores of the same items in two files: systems, or segments of systems."""

    level: Level
    systems: int
    metric: tuple[float, ...]
    human: tuple[float, ...]
    files: tuple[str, str]
    remarks: tuple[str, ...]
    """What was averaged and what was left out."""


@dataclass(frozen=True, slots=True)
class ScoreCorrelation:
    """A correlation of two score files, with what its numbers depend on. `samples` and `seed` only where drawn."""

    level: Level
    systems: int
    files: tuple[str, str]
    correlation: Correlation
    samples: int | None
    seed: int | None
    remarks: tuple[str, ...]


def correlate_scores(
    metric: ScoreFile,
    human: ScoreFile,
    *,
    coefficient: Coefficient = "pearson",
    level: Level = "system",
    interval: IntervalKind | None = None,
    confidence: float = 0.95,
    samples: int = 1000,
    seed: int = DEFAULT_SEED,
    intersect: bool = False,
) -> ScoreCorrelation:
    """The correlation of a metric's scores with those of people, system by system or segment by segment.

    The interval is by `formula` (Fisher's for Pearson's r, Bonett and Wright's for Spearman's rho, Fieller's for
    Kendall's tau) or by drawing systems, or segments, again (`bootstrap`, `bca`); by default Kendall's tau, whose
    formula knows neither ties nor coefficients near 1, gets the bootstrap and the others their formulas. The p-value
    does not depend on it. For what is paired with what see `pair_scores`.
    """
    paired = pair_scores(metric, human, level=level, intersect=intersect)
    kind = interval or ("bootstrap" if coefficient == "kendall" else "formula")
    one_of(kind, get_args(IntervalKind), "interval")
    share(confidence, "confidence")
    correlation = correlate(paired.metric, paired.human, coefficient=coefficient, level=confidence)
    drawn = kind in ("bootstrap", "bca")
    if drawn:
        resampled = bootstrap_correlation(
            paired.metric,
            paired.human,
            coefficient=coefficient,
            samples=samples,
            level=confidence,
            method="bca" if kind == "bca" else "percentile",
            rng=np.random.default_rng(seed),
        )
        correlation = replace(correlation, interval=resampled.interval, method=resampled.method)
    elif kind == "none":
        correlation = replace(correlation, interval=None, method="none")
    return ScoreCorrelation(
        level=level,
        systems=paired.systems,
        files=paired.files,
        correlation=correlation,
        samples=samples if drawn else None,
        seed=seed if drawn else None,
        remarks=paired.remarks,
    )


def order_agreement(first: Sequence[float], second: Sequence[float]) -> float | None:
    """Kendall's tau-b of two metrics over the same systems: 1 where both put them in the same order.

    Scores that point downwards are given with the sign changed. None below three systems, and where all score the same.

    >>> order_agreement([10, 20, 30, 40], [1, 3, 2, 4])
    0.6666666666666666
    """
    if len(first) < _LEAST:
        return None
    tau = float(kendall_of_rows(np.asarray([first], np.float64), np.asarray([second], np.float64))[0])
    return tau if np.isfinite(tau) else None


def pair_scores(metric: ScoreFile, human: ScoreFile, *, level: Level, intersect: bool = False) -> PairedScores:
    """The scores of the same items, in the order of the metric's file.

    Both files must have the same systems; with `intersect`, the others are left out and named in a remark. At system
    level the score of a system is the mean of its rows where a file has documents or segments. At segment level an
    item is a segment of a system, and items that only one file has are left out and counted in a remark; documents
    are compared where both files have them. People need not have scored everything, but a metric that has no score
    (`None`) of what people scored is an error without `intersect`: leaving it out would change what is compared.
    """
    one_of(level, get_args(Level), "level")
    remarks = [*_only_common(metric, human, intersect=intersect)]
    if not intersect:
        _check_scored(metric, human)
    first, second = _by_item(metric, human, level)
    common = set(metric.systems) & set(human.systems)
    items = [item for item in first if item in second and item[0] in common]
    if level == "system":
        remarks += [text for file in (metric, human) for text in _averages(file, common)]
    elif len(items) < max(len(first), len(second)):
        remarks.append(
            f"{len(items)} segments of systems are in both files, of {len(first)} in {metric.file} and "
            f"{len(second)} in {human.file}; the others are left out."
        )
    paired = PairedScores(
        level=level,
        systems=len({item[0] for item in items}),
        metric=tuple(first[item] for item in items),
        human=tuple(second[item] for item in items),
        files=(metric.file, human.file),
        remarks=tuple(remarks),
    )
    _check(paired)
    return paired


_Item = tuple[str, ...]


def _only_common(metric: ScoreFile, human: ScoreFile, *, intersect: bool) -> Iterator[str]:
    """Remarks on systems that only one file has; an error unless these are to be left out."""
    only = [
        (file.file, sorted(set(file.systems).difference(other.systems)))
        for file, other in ((metric, human), (human, metric))
    ]
    said = "; ".join(f"{', '.join(systems)} only in {file}" for file, systems in only if systems)
    if said and not intersect:
        raise InputError(
            expected="the same systems in both files",
            found=said,
            remedy="Give them the same names, or leave out what one file lacks (--intersect).",
        )
    if said:
        yield f"Left out: {said}."


def _check_scored(metric: ScoreFile, human: ScoreFile) -> None:
    """Refuses a metric that lacks a score for something that people scored, or scores other parts than they did."""
    same_unit = metric.unit == human.unit
    scored = {row.key if same_unit else (row.system, None, None) for row in human.rows}
    missing = [key for key in metric.unscored if (key if same_unit else (key[0], None, None)) in scored]
    if missing:
        system, document, segment = missing[0]
        raise InputError(
            place=Place(metric.file, metric.unscored[missing[0]], document, segment),
            expected="a score of the metric for all that people scored",
            found=f"None for {system}" + (f" and {len(missing) - 1:,} more" if len(missing) > 1 else ""),
            remedy="Score it, or leave out what one file lacks (--intersect).",
        )


def _by_item(metric: ScoreFile, human: ScoreFile, level: Level) -> tuple[Mapping[_Item, float], Mapping[_Item, float]]:
    if level == "system":
        return _means(metric), _means(human)
    for file in (metric, human):
        if file.unit != "segment":
            raise InputError(
                place=Place(file.file),
                expected="a column segment for scores at segment level",
                found="none",
                remedy="Give the score of each segment of each system, or compare at system level.",
            )
    with_documents = all(file.rows[0].document is not None for file in (metric, human))
    return _segments(metric, with_documents=with_documents), _segments(human, with_documents=with_documents)


def _rows_by_system(file: ScoreFile) -> dict[str, list[ScoreRow]]:
    rows: dict[str, list[ScoreRow]] = {}
    for row in file.rows:
        rows.setdefault(row.system, []).append(row)
    return rows


def _means(file: ScoreFile) -> dict[_Item, float]:
    return {(system,): fsum(row.score for row in rows) / len(rows) for system, rows in _rows_by_system(file).items()}


def _averages(file: ScoreFile, systems: set[str]) -> Iterator[str]:
    if file.unit == "system":
        return
    counts = [len(rows) for system, rows in _rows_by_system(file).items() if system in systems]
    if counts:
        many = f"{min(counts)}" if min(counts) == max(counts) else f"{min(counts)} to {max(counts)}"
        yield f"{file.file}: the score of a system is the mean of its {file.unit} scores, {many} for each."


def _segments(file: ScoreFile, *, with_documents: bool) -> dict[_Item, float]:
    scores: dict[_Item, float] = {}
    for row in file.rows:
        item = (row.system, *((row.document or "",) if with_documents else ()), row.segment or "")
        if item in scores:
            raise InputError(
                place=Place(file.file, row.line, row.document, row.segment),
                expected="segment ids that are unique without documents, since the other file has none",
                found="the same id in two documents",
                remedy="Give both files a column document.",
            )
        scores[item] = row.score
    return scores


def _check(paired: PairedScores) -> None:
    unit = "systems" if paired.level == "system" else "segments of systems"
    if len(paired.metric) < _LEAST:
        raise InputError(expected=f"at least {_LEAST} {unit} in both files", found=str(len(paired.metric)))
    sides: Sequence[tuple[str, Sequence[float]]] = (
        (paired.files[0], paired.metric),
        (paired.files[1], paired.human),
    )
    for file, scores in sides:
        if len(set(scores)) == 1:
            raise InputError(
                place=Place(file),
                expected="scores that differ",
                found=f"{scores[0]:g} for all {len(scores)} {unit}",
                remedy="Scores that are all the same go with nothing.",
            )
