"""Intervals of the differences between systems."""

from __future__ import annotations

import numpy as np
import pytest

from bakeoff.data import Document, ReferenceSet, Run, Segment
from bakeoff.evaluation import Evaluation, difference_intervals, score_runs
from bakeoff.statistics import paired_bootstrap

WORDS = ["the", "minister", "said", "on", "friday", "that", "all", "ships", "would", "leave"]


def documents(faults: int, segments: int = 30) -> tuple[Document, ...]:
    def text(number: int) -> str:
        return " ".join("oops" if (number * 7 + k * 3) % 10 < faults else word for k, word in enumerate(WORDS))

    return (Document("d", tuple(Segment(str(n), text(n)) for n in range(segments))),)


def evaluation(segments: int = 30) -> Evaluation:
    runs = [Run(system=name, documents=documents(faults, segments)) for name, faults in (("A", 1), ("B", 3), ("C", 2))]
    reference = ReferenceSet(name="r", documents=documents(0, segments))
    return score_runs(runs, [reference], metrics="wer chrf", specification="raw", threads=1)


def test_every_pair_has_the_interval_of_the_paired_bootstrap() -> None:
    scored = evaluation()
    found = difference_intervals(scored, "wer", samples=200, seed=5, threads=1)
    assert len(found) == 6
    a, b = (scored.systems[k].statistics["wer"] for k in (0, 1))
    alone = paired_bootstrap(a, b, rng=np.random.default_rng(5), score=scored.metrics["wer"].score, samples=200)
    assert (found["A", "B"].low, found["A", "B"].high) == pytest.approx((alone.interval.low, alone.interval.high))
    assert (found["B", "A"].low, found["B", "A"].high) == (-found["A", "B"].high, -found["A", "B"].low)
    assert found["A", "B"].high < 0  # A makes fewer errors


def test_what_cannot_be_resampled_has_none() -> None:
    assert difference_intervals(evaluation(), "comet") == {}
    assert difference_intervals(evaluation(segments=1), "wer") == {}
