"""Units of tests and intervals: segments, documents, judges."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from math import comb

import numpy as np
import numpy.typing as npt
import pytest

from bakeoff.errors import InputError
from bakeoff.human_eval.analyses.grades.segment_scores import Averaged, segment_scores, unit_scores
from bakeoff.human_eval.analyses.grades.system_scores import score_systems
from bakeoff.human_eval.analyses.grades.system_tests import compare_systems
from bakeoff.human_eval.analyses.preferences.pair_tests import compare_pairs
from bakeoff.human_eval.analyses.preferences.win_scores import drawn_tables
from bakeoff.human_eval.protocols.contract import Settings
from bakeoff.human_eval.protocols.direct import DirectAssessment
from bakeoff.human_eval.protocols.observations import (
    Grades,
    Unit,
    document_numbers,
    is_graded_by_document,
    unit_numbers,
)
from bakeoff.statistics import paired_randomization, sign_test_of_counts, wilcoxon_rank_sum, wilcoxon_signed_rank
from bakeoff.statistics.significance.unit_randomization import least_p, randomize_units
from tests.human_eval.judgments import pairwise, preferences_of
from tests.human_eval.small_grades import judgment
from validity.documents import Design, grades_of
from validity.documents import preferences_of as drawn_preferences

SMALL = Design(documents=8, size=5, judges=4, document=0.5, judge=0.5)


def grades(rows: Sequence[tuple[str, str, str, str, float]]) -> Grades:
    """From rows of judge, document, segment, system and value."""
    found = [
        judgment(judge, segment, system, value, document=document) for judge, document, segment, system, value in rows
    ]
    return DirectAssessment(Settings(scale=(-1000, 1000))).grades(found)


def rng(seed: int = 1) -> np.random.Generator:
    return np.random.default_rng(seed)


def test_a_segment_without_a_document_is_a_document_of_its_own() -> None:
    items = [
        ("a-b", "t", "d", "1"),
        ("a-b", "t", "d", "2"),
        ("a-b", "u", "d", "1"),
        ("a-b", "t", "", "1"),
        ("a-b", "t", "", "2"),
    ]
    assert document_numbers(items).tolist() == [0, 0, 1, 2, 3]


def test_without_a_name_every_judgment_is_of_a_judge_of_its_own() -> None:
    found = grades([("unknown", "d", "1", "a", 1), ("unknown", "d", "2", "a", 2), ("ann", "d", "1", "b", 3)])
    assert len(set(unit_numbers(found, "judge").tolist())) == 3
    assert len(set(unit_numbers(found, "document").tolist())) == 1


@pytest.mark.parametrize("unit", ["segment", "document", "judge"])
@pytest.mark.parametrize("averaged", ["segments", "grades"])
def test_means_of_systems_are_the_same_by_every_unit(unit: Unit, averaged: Averaged) -> None:
    rows = [
        (f"j{k}", f"d{s // 3}", str(s), system, 7 * s + 3 * k + len(system))
        for s in range(9)
        for system in ("a", "bb")
        for k in range(1 + s % 3)
    ]
    found = grades(rows)
    expected = {each.system: each.mean for each in score_systems(found, averaged=averaged)}
    units = unit_scores(found, unit=unit, averaged=averaged)
    assert units.sums.sum(axis=1) / units.counts.sum(axis=1) == pytest.approx(
        [expected[name] for name in units.systems]
    )
    assert {each.system: each.mean for each in score_systems(found, averaged=averaged, unit=unit)} == expected


def test_intervals_by_document_are_those_of_a_mean_of_documents_of_one_size() -> None:
    found = grades_of(SMALL, rng())
    by_document = unit_scores(found, unit="document").means[0]
    interval = next(each for each in score_systems(found, unit="document") if each.system == "first").interval
    half = 2.3646242510102993 * by_document.std(ddof=1) / np.sqrt(8)  # Student's quantile with 7 degrees of freedom
    assert (interval.low, interval.high) == pytest.approx((by_document.mean() - half, by_document.mean() + half))


def test_one_document_has_no_interval() -> None:
    found = grades([("ann", "d", str(n), "a", n) for n in range(5)])
    (score,) = score_systems(found, unit="document", samples=10, rng=rng())
    assert (score.interval, score.bootstrap) == (None, None)


def test_documents_are_drawn_in_one_piece() -> None:
    rows = [("ann", f"d{n // 10}", str(n), "a", 100.0 * (n // 10 % 2)) for n in range(100)]
    found = grades(rows)
    widths = [
        (found_interval := score_systems(found, unit=unit, samples=500, rng=rng())[0].bootstrap).high
        - found_interval.low
        for unit in ("segment", "document")
    ]
    assert widths[1] > 2.5 * widths[0]


def test_shares_by_document_are_drawn_in_one_piece() -> None:
    preferences = drawn_preferences(Design(documents=10, size=20, document=2.0), rng())
    spread = [
        np.std([each.shares[0, 1] for each in drawn_tables(preferences, rng=rng(), unit=unit)])
        for unit in ("segment", "document")
    ]
    assert spread[1] > 2 * spread[0]


def exact_p(sums: npt.NDArray[np.float64], counts: npt.NDArray[np.float64]) -> float:
    """All ways to swap units of both systems and to deal out those of one."""
    both = [u for u in range(sums.shape[1]) if counts[0, u] and counts[1, u]]
    single = [u for u in range(sums.shape[1]) if (counts[:, u] > 0).sum() == 1]
    own = sum(counts[0, u] > 0 for u in single)
    found = []
    for coins in product([0, 1], repeat=len(both)):
        for dealt in product([0, 1], repeat=len(single)):
            if sum(dealt) != own:
                continue
            first = [(sums[coin, u], counts[coin, u]) for coin, u in zip(coins, both, strict=True)]
            second = [(sums[1 - coin, u], counts[1 - coin, u]) for coin, u in zip(coins, both, strict=True)]
            for mine, u in zip(dealt, single, strict=True):
                (first if mine else second).append((sums[:, u].sum(), counts[:, u].sum()))
            (s1, c1), (s2, c2) = (np.sum(each, axis=0) for each in (first, second))
            found.append(s1 / c1 - s2 / c2)
    means = sums.sum(axis=1) / counts.sum(axis=1)
    return float(np.mean(np.abs(found) >= abs(means[0] - means[1]) - 1e-9))


@pytest.mark.parametrize("alone", [(0, 0), (3, 2), (6, 4)])
def test_randomisation_of_units_against_all_ways_to_exchange_them(alone: tuple[int, int]) -> None:
    first, second = alone
    both = 0 if first == 6 else 6
    draw = rng(3)
    counts = draw.integers(1, 6, size=(2, both + first + second)).astype(float)
    sums = counts * draw.normal(0, 1, size=counts.shape)
    counts[1, both : both + first] = sums[1, both : both + first] = 0
    counts[0, both + first :] = sums[0, both + first :] = 0
    found = randomize_units(sums, counts, rng=rng(), trials=20_000)
    assert found.p == pytest.approx(exact_p(sums, counts), abs=0.015)
    one_sided = [
        randomize_units(sums, counts, rng=rng(), trials=2000, alternative=each).p for each in ("greater", "less")
    ]
    assert sum(one_sided) == pytest.approx(1, abs=0.05)


def test_randomisation_of_documents_is_that_of_the_statistics_where_both_systems_have_all() -> None:
    found = unit_scores(grades_of(SMALL, rng(4)), unit="document")
    ours = randomize_units(found.sums, found.counts, rng=rng(), trials=20_000)
    theirs = paired_randomization(*found.means, rng=rng(), trials=20_000)
    assert ours.difference == pytest.approx(theirs.difference)
    assert ours.p == pytest.approx(theirs.p, abs=0.015)


def test_equal_systems_have_p_1_by_randomisation_of_units() -> None:
    sums = np.array([[1.0, 2.0, 3.0]] * 2)
    assert randomize_units(sums, np.ones_like(sums), rng=rng(), trials=99).p == 1


def test_tests_of_ranks_take_the_mean_of_each_document() -> None:
    found = grades_of(SMALL, rng(5))
    units = unit_scores(found, unit="document")
    tested = {
        test: compare_systems(segment_scores(found), units=units, test=test).p[0, 1]
        for test in ("rank-sum", "signed-rank")
    }
    assert tested["rank-sum"] == wilcoxon_rank_sum(*units.means).p
    assert tested["signed-rank"] == wilcoxon_signed_rank(units.means[0] - units.means[1]).p


def test_no_document_in_common_is_named() -> None:
    rows = [
        (judge, f"{system}{d}", f"{d}-{n}-{system}", system, d + n)
        for system, judge in zip("ab", ("ann", "bob"), strict=True)
        for d in range(3)
        for n in range(2)
    ]
    found = grades(rows)
    units = unit_scores(found, unit="document")
    with pytest.raises(InputError, match="documents that both a and b have grades of, found none"):
        compare_systems(segment_scores(found), units=units, test="signed-rank")
    assert compare_systems(segment_scores(found), units=units, test="randomization", rng=rng()).p[0, 1] > 0.05


@pytest.mark.parametrize(("unit", "counts"), [("segment", (6, 4)), ("document", (3, 1)), ("judge", (2, 1))])
def test_the_sign_test_counts_the_units_that_each_won(unit: Unit, counts: tuple[int, int]) -> None:
    won = {"d0": "aa", "d1": "aab", "d2": "aba", "d3": "bb"}
    judges = {"d0": "ann", "d1": "bob", "d2": "bob", "d3": "cid"}
    rows = [
        pairwise(judges[document], f"{document}-{n}", "ab", "first" if winner == "a" else "second", document=document)
        for document, winners in won.items()
        for n, winner in enumerate(winners)
    ]
    found = compare_pairs(preferences_of(*rows), test="sign", unit=unit, correction="none")
    assert found.p[0, 1] == sign_test_of_counts(*counts).p


def test_randomisation_of_comparisons_turns_documents_round_in_one_piece() -> None:
    rows = [
        pairwise("ann", f"{d}-{n}", "ab", "first" if d < 6 else "second", document=f"d{d}")
        for d in range(8)
        for n in range(10)
    ]
    by_segment, by_document = (
        compare_pairs(preferences_of(*rows), test="randomization", unit=unit, rng=rng()).p[0, 1]
        for unit in ("segment", "document")
    )
    assert by_segment < 0.001
    assert by_document == pytest.approx(sign_test_of_counts(6, 2).p, abs=0.02)


def test_the_least_p_value_of_so_many_units() -> None:
    assert least_p(6, 0, 0) == pytest.approx(2 / 2**6)
    assert least_p(0, 4, 3, two_sided=False) == pytest.approx(1 / comb(7, 3))
    assert least_p(2, 1, 1) == pytest.approx(2 / 8)
    assert least_p(0, 0, 0) == 1
    assert least_p(500, 500, 500, trials=99) == 0.01


def test_the_least_p_value_is_reached_where_everything_speaks_for_one_system() -> None:
    rows = [
        ("ann", f"d{d}", f"{d}-{n}", system, value + d + n)
        for d in range(5)
        for n in range(3)
        for system, value in (("a", 100), ("b", 0))
    ]
    found = grades(rows)
    tested = compare_systems(
        segment_scores(found), units=unit_scores(found, unit="document"), test="randomization", trials=5000, rng=rng()
    )
    assert tested.least[0, 1] == 0.0625
    assert tested.p[0, 1] == pytest.approx(0.0625, abs=0.015)


def test_whether_judges_graded_complete_documents_shows_in_the_grades() -> None:
    assert is_graded_by_document(grades_of(SMALL, rng()))
    assert is_graded_by_document(grades_of(Design(documents=8, size=5, missing=0.3), rng()))
    scattered = [
        (f"j{(s + n) % 4}", f"d{s // 5}", str(s), system, n) for s in range(40) for n, system in enumerate("ab")
    ]
    assert not is_graded_by_document(grades(scattered))
    alone = [("ann", f"d{s}", str(s), system, s) for s in range(40) for system in "ab"]
    assert not is_graded_by_document(grades(alone))
    nameless = [("unknown", f"d{s // 5}", str(s), system, s) for s in range(40) for system in "ab"]
    assert not is_graded_by_document(grades(nameless))


def test_a_document_that_one_judge_left_early_is_still_graded_by_document() -> None:
    rows = [("ann", f"d{s // 10}", str(s), "a", s) for s in range(30) if s % 10 != 9]
    rows += [("bob", f"d{s // 10}", str(s), "b", s) for s in range(30)]
    assert is_graded_by_document(grades(rows))
