"""How often each grade was given to a system, as small bars."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bakeoff.human_eval import RankedSystem

_MOST = 11
"""Bars of a system: scales with more grades are divided into ten parts."""
_PARTS = 10
_WIDTH, _HEIGHT = 9, 24


@dataclass(frozen=True, slots=True)
class GradeBar:
    """A grade, or grades of a part of the scale."""

    label: str
    count: int
    share: str
    x: int
    y: float
    height: float


def grade_bars(
    system: RankedSystem, *, scale: tuple[float, float] | None, labels: Sequence[str] = ()
) -> tuple[GradeBar, ...]:
    """The bars of a system, the lowest grade first; grades of the scale that nobody gave are bars of no height."""
    if not system.grades:
        return ()
    counts = _counts(system.grades, scale, labels)
    total, most = sum(counts.values()), max(counts.values())
    return tuple(
        GradeBar(
            label=label,
            count=count,
            share=f"{100 * count / total:.0f}%",
            x=place * (_WIDTH + 2),
            y=round(_HEIGHT - _HEIGHT * count / most, 1),
            height=round(_HEIGHT * count / most, 1),
        )
        for place, (label, count) in enumerate(counts.items())
    )


def _counts(grades: Mapping[float, int], scale: tuple[float, float] | None, labels: Sequence[str]) -> dict[str, int]:
    low, high = scale or (min(grades), max(grades))
    single = all(float(grade).is_integer() for grade in grades) and high - low < _MOST
    if single:
        known = range(int(low), int(high) + 1)
        names = labels if len(labels) == len(known) else [str(grade) for grade in known]
        return {name: grades.get(float(grade), 0) for name, grade in zip(names, known, strict=True)}
    if low == high:
        return {f"{low:g}": sum(grades.values())}
    step = (high - low) / _PARTS
    bounds = [(low + part * step, low + (part + 1) * step) for part in range(_PARTS)]
    counts = {f"{start:g}–{end:g}": 0 for start, end in bounds}
    for grade, count in grades.items():
        part = min(int((grade - low) / step), _PARTS - 1)
        counts["{:g}–{:g}".format(*bounds[part])] += count
    return counts
