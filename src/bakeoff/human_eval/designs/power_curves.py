"""How likely a plan finds a difference between two systems, against the number of segments."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import ceil

from bakeoff.errors import InputError
from bakeoff.human_eval.designs.design import Design
from bakeoff.human_eval.designs.pools import Pool
from bakeoff.human_eval.protocols.registry import find_protocol
from bakeoff.statistics import MeanEffect, WinEffect, paired_power, pairs_needed

_GRADED = (0.1, 0.2, 0.3)
"""Mean differences of grades over their standard deviation: small ones, as between neighbours in a ranking."""
_COMPARED = (0.525, 0.55, 0.6)
"""Shares of wins among pairs that are no ties."""
_TIES = 0.2
"""Assumed share of ties, where judges may call outputs equal."""
_POINTS = 24
# Evaluations of a task are planned again and again while their rules are changed: exact powers are computed once.


@dataclass(frozen=True, slots=True)
class PowerPoint:
    segments: int
    power: float


@dataclass(frozen=True, slots=True, kw_only=True)
class PowerCurve:
    """One assumed difference between two systems."""

    effect: MeanEffect | WinEffect
    points: tuple[PowerPoint, ...]
    planned: float
    """The power that the plan has."""
    needed: int | None
    """The fewest segments with the wanted power; None where no number is enough."""

    @property
    def words(self) -> str:
        """The difference in words."""
        if isinstance(self.effect, MeanEffect):
            return f"{self.effect.size:g} standard deviations"
        return f"{100 * self.effect.wins:.3g}% of decided comparisons won"


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedPower:
    """What a design finds of differences of several sizes."""

    segments: int
    """Of the language pair and test set that has the fewest."""
    compared: float
    """Share of the segments on which two given systems are compared with each other."""
    level: float
    wanted: float
    """The power that `needed` is for."""
    curves: tuple[PowerCurve, ...]
    """The smallest difference first."""


def planned_power(design: Design, *, ties: bool = True, level: float = 0.05, power: float = 0.8) -> PlannedPower | None:
    """How likely the design finds that two systems differ; None where fewer than two are judged together.

    A segment counts once for two systems that were both judged on it, whatever the number of judges: further judges
    make answers more reliable, so that this is the least to expect. Where screens show some of the systems, two of
    them meet on a share of the segments. Grades are compared by the paired t test, ranks and choices by the sign test.
    """
    pools = [pool for pool in design.pools if len(pool.systems) > 1]
    if not pools:
        return None
    pool = min(pools, key=lambda each: each.single_segments * _compared(design, each))
    compared, planned = _compared(design, pool), pool.single_segments
    protocol = find_protocol(design.protocol)
    effects: list[MeanEffect | WinEffect] = (
        [MeanEffect(size) for size in _GRADED]
        if protocol.preferences(()) is None
        else [WinEffect(wins, ties=_TIES if ties else 0.0) for wins in _COMPARED]
    )
    needed = [_needed(effect, compared, power, level) for effect in effects]
    most = max(2 * planned, min((each for each in needed if each is not None), default=0), 20)
    sizes = sorted({max(2, round(most * step / _POINTS)) for step in range(1, _POINTS + 1)} | {planned})
    return PlannedPower(
        segments=planned,
        compared=compared,
        level=level,
        wanted=power,
        curves=tuple(
            PowerCurve(
                effect=effect,
                points=tuple(PowerPoint(size, _power(effect, size, compared, level)) for size in sizes),
                planned=_power(effect, planned, compared, level),
                needed=fewest,
            )
            for effect, fewest in zip(effects, needed, strict=True)
        ),
    )


def _compared(design: Design, pool: Pool) -> float:
    """The share of a pool's segments that two given systems are judged on side by side, or each alone."""
    count, shown = len(pool.systems), design.shown
    if shown in (None, 1) or shown >= count:
        return 1.0
    return min(1.0, design.redundancy * shown * (shown - 1) / (count * (count - 1)))


@lru_cache(maxsize=4096)
def _power(effect: MeanEffect | WinEffect, segments: int, compared: float, level: float) -> float:
    return paired_power(effect, n=max(1, int(segments * compared)), level=level)


@lru_cache(maxsize=256)
def _needed(effect: MeanEffect | WinEffect, compared: float, power: float, level: float) -> int | None:
    try:
        return ceil(pairs_needed(effect, power=power, level=level) / compared)
    except InputError:
        return None
