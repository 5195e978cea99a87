"""Every test and interval that is offered stands in the tables of `validity/`, with every choice it leaves."""

from __future__ import annotations

import inspect
from collections.abc import Sequence
from dataclasses import fields, is_dataclass
from types import UnionType
from typing import Any, Literal, get_args, get_origin, get_type_hints

import numpy as np
import pytest

from bakeoff import statistics
from tests.conftest import ROOT
from validity import intervals, p_values
from validity.cases import Case

FUNCTIONS = {name: value for name in statistics.__all__ if inspect.isfunction(value := getattr(statistics, name))}
TESTED = {case.function.__name__ for case in p_values.CASES}
COVERED = {case.function.__name__ for case in intervals.CASES}
CORRECTED = {"adjust_p_values", "benjamini_hochberg", "bonferroni", "holm"}

JUDGES = (["A", "B", "A", "B"], ["A", "B", "B", "B"])
ANSWERS = list(zip(*JUDGES, strict=True))
ITEMS = ([1, 2, 3, 4, 5, 6], [2, 1, 4, 3, 6, 5])
LEFT_EMPTY = {
    ("p", "bootstrap_correlation"): lambda: statistics.bootstrap_correlation(
        *ITEMS, coefficient="pearson", rng=np.random.default_rng(1)
    ),
    ("interval", "cohen_kappa"): lambda: statistics.cohen_kappa(*JUDGES),
    ("interval", "fleiss_kappa"): lambda: statistics.fleiss_kappa(ANSWERS),
    ("interval", "fleiss_kappa_of_counts"): lambda: statistics.fleiss_kappa_of_counts([[2, 0], [1, 1], [0, 2]]),
    ("interval", "kappa"): lambda: statistics.kappa(ANSWERS, chance=0.5),
    ("interval", "krippendorff_alpha"): lambda: statistics.krippendorff_alpha(ANSWERS),
    ("interval", "paired_randomization"): lambda: statistics.paired_randomization(*ITEMS, rng=np.random.default_rng(1)),
    ("interval", "scott_pi"): lambda: statistics.scott_pi(*JUDGES),
}
"""Functions whose result has a place for a p-value or an interval that they leave empty."""
NEITHER = {
    "block_sums",
    "bootstrap_scores",
    "cluster_systems",
    "difference_of_means",
    "error_segments",
    "fixed_chance_kappa",
    "kappa_of_shares",
    "inconsistency",
    "landis_koch",
    "measure",
    "observed_agreement",
    "paired_power",
    "pairs_needed",
    "pairwise_agreement",
    "rank_ranges",
    "sampler",
    "share_better",
    "share_not_worse",
}
"""Functions that give no p-value and no interval."""


def promises(kind: Any, name: str) -> bool:
    """Whether a result of this type has a field of that name, itself or in a part."""
    if is_dataclass(kind):
        hints = get_type_hints(kind)
        return any(part.name == name or promises(hints[part.name], name) for part in fields(kind))
    return get_origin(kind) in {tuple, list, UnionType} and any(promises(part, name) for part in get_args(kind))


def promised(name: str) -> set[str]:
    return {field for field in ("p", "interval") if promises(get_type_hints(FUNCTIONS[name])["return"], field)}


def choices(name: str) -> set[tuple[str, str]]:
    """Every value of every option of a function that leaves a choice between names."""
    hints = get_type_hints(FUNCTIONS[name])
    return {
        (option, value) for option, kind in hints.items() if get_origin(kind) is Literal for value in get_args(kind)
    }


def simulated(cases: Sequence[Case], name: str) -> set[tuple[str, str]]:
    """The options of a function's cases, defaults included where nothing else was said."""
    defaults = {o: p.default for o, p in inspect.signature(FUNCTIONS[name]).parameters.items()}
    given = [defaults | dict(case.options) for case in cases if case.function.__name__ == name]
    return {(option, value) for options in given for option, value in options.items() if isinstance(value, str)}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_every_function_stands_in_a_table_of_validity(name: str) -> None:
    kinds = promised(name)
    if not kinds:
        assert name in NEITHER | CORRECTED | TESTED
    for kind, table in (("p", TESTED), ("interval", COVERED)):
        if kind in kinds:
            assert (name in table) != ((kind, name) in LEFT_EMPTY), kind


@pytest.mark.parametrize(("kind", "name"), LEFT_EMPTY)
def test_what_is_said_to_be_left_empty_is(kind: str, name: str) -> None:
    assert getattr(LEFT_EMPTY[kind, name](), kind) is None


@pytest.mark.parametrize("name", sorted(TESTED))
def test_every_choice_of_a_test_is_simulated(name: str) -> None:
    assert simulated(p_values.CASES, name) >= choices(name)


@pytest.mark.parametrize("name", sorted(COVERED))
def test_every_choice_of_an_interval_is_simulated(name: str) -> None:
    # An interval does not depend on how ties are counted, on the test's centring or on its alternative.
    of_the_test = {"ties", "variant", "centring", "alternative"}
    wanted = {(option, value) for option, value in choices(name) if option not in of_the_test}
    assert simulated(intervals.CASES, name) >= wanted


def test_cases_differ_in_their_names() -> None:
    for cases in (p_values.CASES, intervals.CASES):
        assert len({str(case) for case in cases}) == len(cases)


@pytest.mark.parametrize("name", sorted(TESTED | COVERED))
def test_the_page_on_validity_names_what_was_simulated(name: str) -> None:
    assert f"`{name}`" in (ROOT / "docs" / "explanation" / "validity.md").read_text(encoding="utf-8")


def test_the_fast_count_of_agreement_is_scotts_pi() -> None:
    first, second = np.random.default_rng(1).integers(intervals.OUTCOMES, size=(2, 60)).tolist()
    numbers = [intervals.OUTCOMES * a + b for a, b in zip(first, second, strict=True)]
    fast, whole = intervals.scott_of_numbers(numbers), statistics.scott_pi(first, second)
    assert (fast.value, fast.n) == (pytest.approx(whole.value), whole.n)
