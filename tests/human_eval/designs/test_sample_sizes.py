"""Plans from a pilot: of what they are made, and how many judgments they come to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from bakeoff.data.judgments import Judgment
from bakeoff.human_eval import PilotPlan, plan_by_pilot
from bakeoff.human_eval.protocols.registry import find_protocol
from bakeoff.simulation.evaluations import Asking, World, simulate_evaluation
from tests.human_eval.judgments import pairwise, ranking


def planned(judgments: Sequence[Judgment], **options: Any) -> tuple[PilotPlan, ...]:
    return plan_by_pilot(judgments, trials=200, rng=np.random.default_rng(1), **options)


def pilot(
    protocol: str, *, systems: int = 3, segments: int = 40, judgments: int = 2, **asked: Any
) -> tuple[Judgment, ...]:
    world = World(systems=systems, spread=1.0)
    asking = Asking(segments=segments, judgments=judgments, **asked)
    return simulate_evaluation(find_protocol(protocol), world, asking, rng=np.random.default_rng(3)).judgments


@pytest.mark.parametrize(
    ("protocol", "each"),
    [("direct", 4), ("fluency", 2), ("pairwise", 2), ("ranking", 2)],
)
def test_judgments_are_those_of_the_pilots_segments(protocol: str, each: int) -> None:
    """Two judges of an output: four judgments of a pair where a screen shows one, two where it shows both."""
    for plan in planned(pilot(protocol)):
        assert (plan.segments, plan.judgments) == (40, 40 * each)
        assert plan.needed_judgments == plan.needed_segments * each


def test_language_pairs_and_test_sets_are_planned_apart() -> None:
    """a beats b in one, b beats a in the other: together they would need segments without end."""
    answers = [("first", "tie"), ("second", "tie")]
    judgments = [
        pairwise("ann", str(number), ("a", "b"), answer[number % 3 == 0], language_pair=pair, test_set="news")
        for pair, answer in zip(("fr-en", "de-en"), answers, strict=True)
        for number in range(30)
    ]
    found = planned(judgments)
    assert [plan.group["language_pair"] for plan in found] == ["fr-en", "de-en"]
    assert [(plan.first, plan.second, round(plan.difference, 3)) for plan in found] == [
        ("a", "b", 0.667), ("b", "a", 0.667),
    ]  # fmt: skip
    assert all(plan.needed_segments is not None and plan.needed_segments < 30 for plan in found)


def test_of_answers_given_again_the_latest_counts() -> None:
    first = [ranking("ann", str(n), {"a": 1, "b": 2}, screen=str(n)) for n in range(20)]
    again = [replace(each, id=f"{each.id} again", answer=[2, 1]) for each in first]
    (plan,) = planned([*first, *again])
    assert (plan.first, plan.difference, plan.segments, plan.judgments) == ("b", 1.0, 20, 20)


def test_majorities_are_planned_by_majorities() -> None:
    """Two of three say a: as an analysis counts it, a wins the segment."""
    judgments = [
        pairwise(f"judge{n}", str(segment), ("a", "b"), answer)
        for segment in range(20)
        for n, answer in enumerate(("first", "first", "second"))
    ]
    repeats = [pairwise("judge2", str(segment), ("a", "b"), "second", control="repeat") for segment in range(20)]
    (plan,) = planned([*judgments, *repeats])
    assert (plan.difference, plan.judgments) == (1.0, 60)


def test_pairs_are_corrected_for_their_number() -> None:
    judgments = pilot("direct", systems=4)
    corrected, alone = planned(judgments), planned(judgments, correction="none")
    assert {plan.level for plan in corrected} == {0.05 / 6}
    assert {plan.level for plan in alone} == {0.05}
    needed = [(one.needed_segments, two.needed_segments) for one, two in zip(corrected, alone, strict=True)]
    assert all(one is None or one > two for one, two in needed)
    assert planned([each for each in judgments if each.systems[0] in ("system1", "system4")])[0].level == 0.05
