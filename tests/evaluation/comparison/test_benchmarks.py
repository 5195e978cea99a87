"""Systems are tested against earlier ones and a baseline, each by itself."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from bakeoff.data import Document, ReferenceSet, Run, Segment
from bakeoff.errors import InputError
from bakeoff.evaluation import Comparison, Evaluation, compare_runs, compare_with_benchmarks, score_runs

REFERENCE = [f"segment number {number} has some words in it" for number in range(12)]


def text(words: Sequence[str]) -> tuple[Document, ...]:
    return (Document("1", tuple(Segment(str(n), each) for n, each in enumerate(words, start=1)), numbered=True),)


def scored(**faults: int) -> Evaluation:
    runs = [
        Run(system=name, documents=text([each if n >= count else "wrong" for n, each in enumerate(REFERENCE)]))
        for name, count in faults.items()
    ]
    return score_runs(runs, [ReferenceSet(name="r", documents=text(REFERENCE))], metrics="chrf bleu")


def compared(among: Evaluation, baseline: str | None, earlier: Sequence[str]) -> Comparison:
    return compare_runs(among, baseline=baseline, earlier=earlier, trials=100)


def test_the_best_is_that_of_this_year_and_is_held_against_the_best_earlier_one() -> None:
    evaluation = scored(base=11, new=3, better=1, old=6, older=8)
    found = compare_with_benchmarks(evaluation, compared, earlier=["old", "older"], baseline="base")
    assert found.current == ("new", "better")
    assert [(each.best, each.against, each.held) for each in found.best] == [
        ("better", "earlier", "old"),
        ("better", "baseline", "base"),
    ]
    for each in found.best:
        assert each.pair.difference == pytest.approx(each.score.value - each.held_score.value)
        assert each.metric == "chrf"


def test_neither_takes_part_in_the_test_against_the_other() -> None:
    found = compare_with_benchmarks(scored(base=11, new=3, old=1), compared, earlier=["old"], baseline="base")
    against_earlier, against_baseline = found.comparisons
    assert [(pair.a, pair.b) for pair in against_earlier.comparisons[0].pairs] == [("new", "old")]
    assert [(pair.a, pair.b) for pair in against_baseline.comparisons[0].pairs] == [("new", "base")]


@pytest.mark.parametrize(("earlier", "baseline"), [([], None), (["new", "old"], "base")])
def test_something_must_be_on_both_sides(earlier: list[str], baseline: str | None) -> None:
    with pytest.raises(InputError):
        compare_with_benchmarks(scored(base=11, new=3, old=1), compared, earlier=earlier, baseline=baseline)
