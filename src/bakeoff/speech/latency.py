"""Latency of simultaneous translation: how far the words of a system lag behind its source.

All measures take the delays of one instance: how much of the source, in milliseconds, had been read when each word was
written. With elapsed times in their place, which add the time of computation, they are computation-aware.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

import numpy as np
from numpy.typing import ArrayLike, NDArray

from bakeoff.errors import InputError

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Timing:
    """What a latency is computed of: the delays of words, the length of the source, the words of the reference.

    `end_ms` is when the recording ends, counted like the delays, where the instance is a part of a longer recording.
    """

    delays: Floats = field(repr=False)
    source_ms: float
    reference_words: int
    end_ms: float | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "delays", np.asarray(self.delays, np.float64))
        if not 0 < self.source_ms < np.inf:
            raise InputError(expected="a source of more than 0 milliseconds", found=f"{self.source_ms:g}")

    def lags(self, words: float) -> Floats:
        """How much later each word came than from a system that spreads a number of words evenly over the source."""
        return self.delays - np.arange(len(self.delays)) / (words / self.source_ms)

    def words_before(self, limit_ms: float) -> int:
        """How many words were written before the first whose delay reaches a limit."""
        reached = np.flatnonzero(self.delays >= limit_ms)
        return int(reached[0]) if len(reached) else len(self.delays)


def average_lagging(timing: Timing) -> float | None:
    """AL: mean lag behind an ideal system that writes the reference's words evenly, up to the end of the source.

    Definition: mean over i = 1 … τ of dᵢ − (i − 1)·X/Y, with delays d, source length X, reference words Y, and τ the
    first i with dᵢ ≥ X, else the number of words. Range and direction: milliseconds, lower is better; below 0 where the
    output is longer than the reference. Edge cases: d₁ > X gives d₁; no words, or no reference words, give None.
    Source: Ma et al., ACL 2019; as SimulEval 1.1.4 computes it.

    >>> average_lagging(Timing([1000, 2000, 2000], source_ms=2000, reference_words=2))
    1000.0
    """
    return _lagging(timing, timing.reference_words)


def length_adaptive_average_lagging(timing: Timing) -> float | None:
    """LAAL: as AL, but words are spread evenly over the longer of output and reference.

    Definition: AL with max(n, Y) in place of Y, n the words of the output, so that a longer output gains nothing.
    Range, direction and edge cases are those of AL, save that the reference may have no words.
    Source: Papi et al., AutoSimTrans 2022; Polák et al., IWSLT 2022.

    >>> length_adaptive_average_lagging(Timing([1000, 1500, 2000, 2000], source_ms=2000, reference_words=2))
    1000.0
    """
    return _lagging(timing, max(len(timing.delays), timing.reference_words))


def average_proportion(timing: Timing) -> float | None:
    """AP: mean share of the source that had been read when a word was written.

    Definition: Σ dᵢ / (X·Y), delays summed over the words of the output, divided by reference words. Range and
    direction: 0 or more, lower is better; above 1 where the output is longer than the reference. Edge case: no words,
    or no reference words, give None. Source: Cho and Esipova 2016; as SimulEval 1.1.4 computes it.

    >>> average_proportion(Timing([1000, 2000], source_ms=2000, reference_words=2))
    0.75
    """
    if not len(timing.delays) or not timing.reference_words:
        return None
    return float(timing.delays.sum() / (timing.source_ms * timing.reference_words))


def differentiable_average_lagging(timing: Timing) -> float | None:
    """DAL: mean lag over all words, each taking at least its even share of time after the one before.

    Definition: mean over all n words of d'ᵢ − (i − 1)·X/n, d'₁ = d₁ and d'ᵢ = max(dᵢ, d'ᵢ₋₁ + X/n); which is the mean
    of the highest lag so far. Range and direction: milliseconds, lower is better. Edge case: no words give None.
    Source: Cherry and Foster 2019 (arXiv 1906.00048).

    >>> differentiable_average_lagging(Timing([1000, 1000, 3000], source_ms=3000, reference_words=9))
    1000.0
    """
    if not len(timing.delays):
        return None
    return float(np.maximum.accumulate(timing.lags(len(timing.delays))).mean())


def yet_another_average_lagging(timing: Timing) -> float | None:
    """YAAL: as LAAL, but only over words that were written before the source, or the complete recording, had ended.

    Definition: mean over i = 1 … τ of dᵢ − (i − 1)·X/max(n, Y), τ the last i before the first dᵢ ≥ X, or before the
    first dᵢ ≥ the end of the recording where the instance is a part of one. What is written at the end, all at once,
    says nothing of the policy. Range and direction: milliseconds, lower is better. Edge case: None without a word
    before the end. Source: Polák et al. 2025 (arXiv 2509.17349); as OmniSTEval 0.1.10 computes it.

    >>> yet_another_average_lagging(Timing([1000, 1500, 2000, 2000], source_ms=2000, reference_words=2))
    1000.0
    """
    count = timing.words_before(timing.source_ms if timing.end_ms is None else timing.end_ms)
    if not count:
        return None
    return float(timing.lags(max(len(timing.delays), timing.reference_words))[:count].mean())


def _lagging(timing: Timing, words: int) -> float | None:
    if not len(timing.delays) or not words:
        return None
    if timing.delays[0] > timing.source_ms:
        return float(timing.delays[0])
    count = min(timing.words_before(timing.source_ms) + 1, len(timing.delays))
    return float(timing.lags(words)[:count].mean())


MEASURES: Mapping[str, Callable[[Timing], float | None]] = MappingProxyType(
    {
        "AL": average_lagging,
        "LAAL": length_adaptive_average_lagging,
        "YAAL": yet_another_average_lagging,
        "DAL": differentiable_average_lagging,
        "AP": average_proportion,
    }
)
"""All measures under their names."""


def latencies(timings: list[Timing]) -> dict[str, Floats]:
    """The values of all measures for each instance; NaN where a measure has none."""
    return {
        name: np.array([np.nan if (value := measure(timing)) is None else value for timing in timings])
        for name, measure in MEASURES.items()
    }


def segment_timings(
    delays: ArrayLike,
    cuts: ArrayLike,
    *,
    begin_ms: ArrayLike,
    duration_ms: ArrayLike,
    reference_words: ArrayLike,
    recording_ms: float,
) -> list[Timing]:
    """The timings of the segments of a recording whose words were assigned to them, for the long form of all measures.

    `delays` are of the words of the complete recording, `cuts[i]` the position after the last word of segment i. Delays
    become relative to the start of their segment, so that they are below 0 for words written before it.

    >>> parts = segment_timings(
    ...     [900, 1500, 2500], [2, 3], begin_ms=[0, 1000], duration_ms=[1000, 2000],
    ...     reference_words=[2, 1], recording_ms=3000,
    ... )
    >>> [(part.delays.tolist(), part.source_ms, part.end_ms) for part in parts]
    [([900.0, 1500.0], 1000.0, 3000.0), ([1500.0], 2000.0, 2000.0)]
    """
    times, ends = np.asarray(delays, np.float64), np.asarray(cuts, np.int64)
    begins, durations, words = (np.asarray(each) for each in (begin_ms, duration_ms, reference_words))
    if not len(ends) == len(begins) == len(durations) == len(words):
        raise InputError(expected="a cut, a begin, a duration and reference words for each segment", found="fewer")
    starts = np.concatenate([[0], ends[:-1]]).astype(np.int64)
    if (ends < starts).any() or not len(ends) or ends[-1] != len(times):
        raise InputError(expected=f"cuts that rise to {len(times)}, the number of words", found="others")
    return [
        Timing(times[start:end] - begin, float(duration), int(count), float(recording_ms - begin))
        for start, end, begin, duration, count in zip(starts, ends, begins, durations, words, strict=True)
    ]
