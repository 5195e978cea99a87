"""Latency measures of single instances: definitions, relations, edge cases."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bakeoff.errors import InputError
from bakeoff.speech.latency import (
    MEASURES,
    Timing,
    average_lagging,
    average_proportion,
    differentiable_average_lagging,
    latencies,
    length_adaptive_average_lagging,
    segment_timings,
    yet_another_average_lagging,
)


def timing_of(delays: Sequence[float], source: float, words: int, *, end_ms: float | None = None) -> Timing:
    return Timing(np.array(delays), source, words, end_ms)


def naive_lagging(delays: Sequence[float], source: float, words: int) -> float:
    """AL as it is written in the paper, word by word."""
    if delays[0] > source:
        return delays[0]
    total = 0.0
    for i, delay in enumerate(delays, start=1):
        total += delay - (i - 1) * source / words
        if delay >= source:
            return total / i
    return total / len(delays)


def naive_dal(delays: Sequence[float], source: float) -> float:
    rate = source / len(delays)
    moved = delays[0]
    total = moved
    for i, delay in enumerate(delays[1:], start=1):
        moved = max(delay, moved + rate)
        total += moved - i * rate
    return total / len(delays)


instances = st.tuples(
    st.lists(st.integers(0, 5000), min_size=1, max_size=30).map(sorted), st.integers(1, 5000), st.integers(1, 30)
)


@given(instances)
def test_measures_equal_their_recurrences(instance: tuple[list[int], int, int]) -> None:
    delays, source, words = instance
    timing = timing_of(delays, source, words)
    assert average_lagging(timing) == pytest.approx(naive_lagging(delays, source, words), abs=1e-6)
    longer = max(len(delays), words)
    assert length_adaptive_average_lagging(timing) == pytest.approx(naive_lagging(delays, source, longer), abs=1e-6)
    assert differentiable_average_lagging(timing) == pytest.approx(naive_dal(delays, source), abs=1e-6)
    assert average_proportion(timing) == pytest.approx(sum(delays) / (source * words))
    early = [delay - i * source / longer for i, delay in enumerate(delays) if delay < source]
    assert yet_another_average_lagging(timing) == (pytest.approx(np.mean(early), abs=1e-6) if early else None)


@given(instances)
def test_a_longer_output_gains_nothing_by_laal(instance: tuple[list[int], int, int]) -> None:
    timing = timing_of(*instance)
    assert length_adaptive_average_lagging(timing) >= average_lagging(timing) - 1e-6


@given(instances, st.integers(1, 1000))
def test_waiting_longer_is_never_better_by_dal_and_ap(instance: tuple[list[int], int, int], wait: int) -> None:
    delays, source, words = instance
    for measure in (differentiable_average_lagging, average_proportion):
        assert measure(timing_of([delay + wait for delay in delays], source, words)) > measure(timing_of(*instance))


@given(instances, st.integers(2, 1000))
def test_measures_follow_the_unit_of_time(instance: tuple[list[int], int, int], factor: int) -> None:
    delays, source, words = instance
    for name, measure in MEASURES.items():
        one, other = (
            measure(timing_of(*instance)),
            measure(timing_of([d * factor for d in delays], source * factor, words)),
        )
        scale = 1 if name == "AP" else factor
        assert other == (None if one is None else pytest.approx(one * scale, rel=1e-9, abs=1e-6))


def test_a_system_that_waits_for_the_end_lags_by_the_complete_source() -> None:
    waiting = timing_of([3000] * 3, 3000, 3)
    assert [measure(waiting) for measure in MEASURES.values()] == [3000.0, 3000.0, None, 3000.0, 1.0]


def test_wait_k_lags_by_k_words() -> None:
    """Ma et al. 2019, section 4: with as many words as the source, wait-k has an AL of k (in words)."""
    for k in (1, 3, 5):
        assert average_lagging(timing_of([min(k + i, 10) for i in range(10)], 10, 10)) == pytest.approx(k)


def test_a_first_word_after_the_end_gives_its_delay() -> None:
    assert average_lagging(timing_of([2500, 2600], 2000, 2)) == 2500.0
    assert yet_another_average_lagging(timing_of([2500, 2600], 2000, 2)) is None


def test_without_words_nothing_is_measured() -> None:
    assert [measure(timing_of([], 1000, 3)) for measure in MEASURES.values()] == [None] * 5
    assert np.isnan(latencies([timing_of([], 1000, 3)])["AL"]).all()


def test_without_reference_words_al_and_ap_are_not_defined() -> None:
    timing = timing_of([500], 1000, 0)
    assert (average_lagging(timing), average_proportion(timing)) == (None, None)
    assert length_adaptive_average_lagging(timing) == 500.0


def test_yaal_of_a_part_counts_up_to_the_end_of_the_recording() -> None:
    part = timing_of([900, 1500, 2500, 4000], 1000, 4, end_ms=4000)
    assert yet_another_average_lagging(part) == pytest.approx(np.mean([900, 1250, 2000]))


def test_segments_have_delays_from_their_start() -> None:
    parts = segment_timings(
        [100, 900, 1200], [0, 2, 3], begin_ms=[0, 200, 1000], duration_ms=[200, 800, 500],
        reference_words=[1, 2, 3], recording_ms=1500,
    )  # fmt: skip
    assert [part.delays.tolist() for part in parts] == [[], [-100.0, 700.0], [200.0]]
    assert [(part.source_ms, part.reference_words, part.end_ms) for part in parts] == [
        (200, 1, 1500),
        (800, 2, 1300),
        (500, 3, 500),
    ]


@pytest.mark.parametrize("cuts", [[1, 2], [3, 2], [2, 1], [2, 3, 3]])
def test_cuts_that_leave_words_out_are_refused(cuts: list[int]) -> None:
    with pytest.raises(InputError, match=r"expected a cut, a begin|expected cuts that rise to 3"):
        segment_timings(
            [1, 2, 3], cuts, begin_ms=[0, 1], duration_ms=[1, 1], reference_words=[1, 1], recording_ms=2
        )  # fmt: skip


@pytest.mark.parametrize("source", [0.0, -1.0, float("nan"), float("inf")])
def test_a_source_without_length_is_refused(source: float) -> None:
    with pytest.raises(InputError, match="expected a source of more than 0 milliseconds"):
        timing_of([1], source, 1)
