"""Tests and intervals by segment, document and judge, where two equal systems are judged document by document."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, get_args

import numpy as np
import pytest

from bakeoff.human_eval.analyses.grades.rankings import rank_by_grades
from bakeoff.human_eval.analyses.grades.segment_scores import segment_scores, unit_scores
from bakeoff.human_eval.analyses.grades.system_tests import SystemTest, compare_systems
from bakeoff.human_eval.analyses.options import HumanAnalysis, IntervalKind, choose_unit
from bakeoff.human_eval.analyses.preferences.pair_tests import PreferenceTest, compare_pairs
from bakeoff.human_eval.analyses.preferences.rankings import rank_by_preferences
from bakeoff.human_eval.protocols.observations import Unit
from bakeoff.human_eval.protocols.registry import find_protocol
from validity.cases import SEED
from validity.conftest import RecordRow
from validity.documents import Design, grades_of, preferences_of
from validity.test_p_values import chance

REPLICATIONS = 2000
EFFECTS = {
    "none": Design(),
    "document": Design(document=0.5),
    "judge": Design(judge=0.5),
    "both": Design(document=0.5, judge=0.5),
}
PUBLISHED = ("rank-sum-wmt", "sign-w08")
TRIALS = 999


def offered(kind: Any, unit: Unit) -> list[Any]:
    return [test for test in get_args(kind) if unit == "segment" or test not in PUBLISHED]


def percent(*shares: float) -> tuple[str, ...]:
    return tuple(f"{100 * share:.1f}" for share in shares)


@pytest.mark.parametrize("unit", get_args(Unit))
def test_levels_of_tests_of_grades(unit: Unit, record_row: RecordRow) -> None:
    """How often each test finds a difference between equal systems at .05, each document graded by one judge."""
    found: dict[Any, list[float]] = {test: [] for test in offered(SystemTest, unit)}
    for design in EFFECTS.values():
        rng = np.random.default_rng(SEED)
        rejected = dict.fromkeys(found, 0)
        for _ in range(REPLICATIONS):
            grades = grades_of(design, rng)
            scores = segment_scores(grades)
            units = unit_scores(grades, unit=unit, segments=scores)
            for test in found:
                tested = compare_systems(scores, units=units, test=test, trials=TRIALS, rng=rng)
                first = tested.systems.index("first")
                rejected[test] += tested.p[first, 1 - first] <= 0.05
        for test, count in rejected.items():
            found[test].append(count / REPLICATIONS)
    for test, shares in found.items():
        record_row("units", f"grades, `{test}`", unit, REPLICATIONS, *percent(*shares))
        none, *others = shares
        assert none <= 0.05 + chance(0.05, REPLICATIONS)
        if unit == "segment":
            assert min(others) > 0.15
        else:
            assert max(others) <= 0.05 + chance(0.05, REPLICATIONS)


@pytest.mark.parametrize("unit", get_args(Unit))
def test_levels_of_tests_of_comparisons(unit: Unit, record_row: RecordRow) -> None:
    """The same where each document of both systems is compared by one judge, who may prefer one of them."""
    found: dict[Any, list[float]] = {test: [] for test in offered(PreferenceTest, unit)}
    for design in EFFECTS.values():
        rng = np.random.default_rng(SEED)
        rejected = dict.fromkeys(found, 0)
        for _ in range(REPLICATIONS):
            preferences = preferences_of(design, rng)
            for test in found:
                rejected[test] += (
                    compare_pairs(preferences, test=test, unit=unit, trials=TRIALS, rng=rng).p[0, 1] <= 0.05
                )
        for test, count in rejected.items():
            found[test].append(count / REPLICATIONS)
    for test, (none, document, judge, both) in found.items():
        record_row("units", f"comparisons, `{test}`", unit, REPLICATIONS, *percent(none, document, judge, both))
        assert none <= 0.05 + chance(0.05, REPLICATIONS)
        if unit == "segment":
            assert min(document, judge, both) > 0.2
        else:
            assert document <= 0.05 + chance(0.05, REPLICATIONS)
        if unit == "judge":
            assert max(judge, both) <= 0.05 + chance(0.05, REPLICATIONS)


@pytest.mark.parametrize("effect", [*EFFECTS, "both, a quarter of the documents missing"])
def test_the_default_of_a_document_design_keeps_its_level(effect: str, record_row: RecordRow) -> None:
    """As `bakeoff human analyse` tests an evaluation by ESA: 5 ± 1 %."""
    replications, rng = 4000, np.random.default_rng(SEED)
    design = EFFECTS.get(effect, Design(document=0.5, judge=0.5, missing=0.25))
    protocol, asked = find_protocol("esa"), HumanAnalysis(interval="none", trials=TRIALS)
    rejected = 0
    for _ in range(replications):
        grades = grades_of(design, rng)
        chosen = HumanAnalysis(interval="none", trials=TRIALS, unit=choose_unit(grades, asked, protocol).unit)
        ranking = rank_by_grades(grades, chosen, score="mean", standardised=False, higher_is_better=True)
        assert (ranking.pairs.unit, ranking.pairs.test) == ("document", "randomization")
        rejected += bool(ranking.pairs.beats.any())
    rate = rejected / replications
    record_row(
        "human", f"`esa`, effect: {effect}; the usual test finds a difference at .05", replications, *percent(rate)
    )
    assert 0.04 <= rate <= 0.06


@pytest.mark.parametrize("interval", ["normal", "bootstrap"])
@pytest.mark.parametrize("unit", get_args(Unit))
def test_intervals_of_means_hold_the_truth(unit: Unit, interval: IntervalKind, record_row: RecordRow) -> None:
    """Of the mean of a system, over all documents and judges that there could be, and of the difference of two."""
    replications = 600 if interval == "normal" else 400
    analysis = HumanAnalysis(unit=unit, interval=interval, samples=300, trials=1)
    means, differences = [], []
    for design in EFFECTS.values():
        rng = np.random.default_rng(SEED)
        held = np.array([list(_held(design, analysis, rng)) for _ in range(replications)])
        means.append(float(held[:, :2].mean()))
        differences.append(float(held[:, 2].mean()))
    record_row("units", f"interval of a mean, {interval}", unit, replications, *percent(*means))
    if interval == "normal":
        record_row("units", "interval of a difference of means", unit, replications, *percent(*differences))
    none, document, judge, both = means
    # 24 documents and twelve judges are few for the bootstrap.
    least = 0.92 if interval == "normal" else 0.87
    assert none >= least
    if unit == "segment":
        assert max(document, judge, both) < 0.75
    else:
        assert document >= least
        assert min(differences) >= 0.92
    if unit == "judge":
        assert min(judge, both) >= least


def _held(design: Design, analysis: HumanAnalysis, rng: np.random.Generator) -> Iterator[bool]:
    found = rank_by_grades(grades_of(design, rng), analysis, score="mean", standardised=False, higher_is_better=True)
    for each in found.systems:
        yield each.interval.low <= 0 <= each.interval.high
    yield bool(found.pairs.low[0, 1] <= 0 <= found.pairs.high[0, 1])


@pytest.mark.parametrize("unit", get_args(Unit))
def test_intervals_of_shares_hold_the_truth(unit: Unit, record_row: RecordRow) -> None:
    """Of the share of comparisons that a system wins, by the bootstrap: a half."""
    replications, shares = 300, []
    analysis = HumanAnalysis(unit=unit, samples=300, trials=1)
    for design in EFFECTS.values():
        rng, held = np.random.default_rng(SEED), 0
        for _ in range(replications):
            found = rank_by_preferences(preferences_of(design, rng), analysis, score="better", majority=False)
            held += found.systems[0].interval.low <= 0.5 <= found.systems[0].interval.high
        shares.append(held / replications)
    record_row("units", "interval of a share of wins, bootstrap", unit, replications, *percent(*shares))
    none, document, judge, both = shares
    # 24 documents and twelve judges are few for the bootstrap: it holds nine in ten, up to the error of R.
    least = 0.9 - chance(0.9, replications)
    assert none >= least
    if unit == "segment":
        assert max(document, judge, both) < 0.8
    else:
        assert document >= least
    if unit == "judge":
        assert min(judge, both) >= least


@pytest.mark.parametrize("judgments", [1, 3, 5, 9])
def test_levels_of_the_sign_tests_with_several_judgments_of_a_segment(judgments: int, record_row: RecordRow) -> None:
    """Segments are independent of each other; judges of one segment see the same outputs."""
    rng = np.random.default_rng(SEED)
    design = Design(documents=100, size=1, judges=12)
    rejected: dict[PreferenceTest, int] = dict.fromkeys(("sign", "sign-w08"), 0)
    for _ in range(REPLICATIONS):
        preferences = preferences_of(design, rng, judgments=judgments)
        for test in rejected:
            rejected[test] += compare_pairs(preferences, test=test).p[0, 1] <= 0.05
    for test, count in rejected.items():
        name = f"`{test}`: {judgments} judgments of each of 100 segments, a difference at .05"
        record_row("human", name, REPLICATIONS, *percent(count / REPLICATIONS))
    assert rejected["sign"] / REPLICATIONS <= 0.05 + chance(0.05, REPLICATIONS)
    if judgments > 1:
        assert rejected["sign-w08"] / REPLICATIONS > 0.08
