"""What is simulated: a function, options, and data that are drawn again and again where the truth is known."""

from __future__ import annotations

import inspect
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import sqrt
from typing import Any

import numpy as np
from scipy.stats import kstest

from bakeoff.statistics import Interval

SEED = 20
LEVELS = (0.01, 0.05, 0.10)

Arguments = Sequence[Any] | Mapping[str, Any]
Draw = Callable[[np.random.Generator], Arguments]


@dataclass(frozen=True)
class Case:
    """A function on data of known truth. The name of the function, the data and n identify a case."""

    function: Callable[..., Any]
    data: str
    n: int
    draw: Draw
    options: Mapping[str, Any] = field(default_factory=dict)
    replications: int = 10_000

    def __str__(self) -> str:
        return " ".join([self.function.__name__, *self.option_texts(), self.data, str(self.n)]).replace(" ", "-")

    def option_texts(self) -> list[str]:
        """Options that are worth a place in a table: choices, not sizes."""
        return [f"{name}={value}" for name, value in self.options.items() if isinstance(value, str)]

    def results(self) -> Iterator[Any]:
        """The result of each replication; the draws depend on the case alone, not on what else runs."""
        rng = np.random.default_rng([SEED, zlib.crc32(str(self).encode())])
        random = {"rng": rng} if "rng" in inspect.signature(self.function).parameters else {}
        for _ in range(self.replications):
            drawn = self.draw(rng)
            if isinstance(drawn, Mapping):
                yield self.function(**drawn, **self.options, **random)
            else:
                yield self.function(*drawn, **self.options, **random)


@dataclass(frozen=True)
class NullCase(Case):
    """A test on data in which there is nothing to find."""

    uniform: bool = False
    """Whether all p-values are as probable: the statistic is continuous and the law exact, or good enough at this n."""
    step: float | None = None
    """p-values come in steps of this size, by default one trial's."""
    limits: Mapping[float, float] = field(default_factory=dict)
    """The stated rate of rejection at a level where it is not the level: the test or the case is known for it."""
    finds_too_much: bool = False
    """A finding that is to stay true: at .05 this rejects more often than it should."""

    def p_values(self) -> np.ndarray:
        """Replications × p-values of one result, which is one but for functions that test several things at once."""
        return np.array([p_of(result) for result in self.results()])

    def uniformity(self, p: np.ndarray) -> float:
        """The p-value of Kolmogorov and Smirnov's test of one column, after the steps between p-values were filled."""
        trials = self.options.get("trials", self.options.get("samples"))
        step = self.step or (1 / (1 + trials) if trials else 0.0)
        return float(kstest(p - step * np.random.default_rng(SEED).random(len(p)), "uniform").pvalue)


@dataclass(frozen=True)
class CoverageCase(Case):
    """Intervals of something whose true value is known."""

    truth: Callable[[], Mapping[str, float]] | None = None
    """By the name of what is estimated, in the order of the result; None where the interval is to hold the result."""
    bounds: tuple[float, float] | None = None
    """Between which the share of intervals that hold the truth must lie; by default 95 ± 1 %."""

    def coverage(self) -> dict[str, float]:
        truth = None if self.truth is None else self.truth()
        held = []
        for result in self.results():
            values = [result.value] if truth is None else truth.values()
            held.append([i.low <= value <= i.high for i, value in zip(intervals_of(result), values, strict=True)])
        return dict(zip(truth or ["value"], np.mean(held, axis=0).tolist(), strict=True))


def around_95(replications: int) -> tuple[float, float]:
    """95 ± 1 %. Fewer than 10,000 replications leave a wider margin: two standard errors of their own chance."""
    chance = 0.0 if replications >= 10_000 else 2 * sqrt(0.05 * 0.95 / replications)
    return 0.94 - chance, 0.96 + chance


def p_of(result: Any) -> np.ndarray:
    """The p-value of a result, or those of an array of them."""
    if isinstance(result, np.ndarray):
        return result.ravel()
    if hasattr(result, "significance"):
        return p_of(result.significance)
    return np.array([result.p])


def intervals_of(result: Any) -> list[Interval]:
    """The interval of a result, or those of a tuple of results."""
    if isinstance(result, tuple):
        return [interval for part in result for interval in intervals_of(part)]
    return [result.interval]
