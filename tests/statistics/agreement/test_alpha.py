"""Krippendorff's alpha: against the krippendorff package and the author's own example."""

from collections.abc import Callable
from typing import Any

import krippendorff
import numpy as np
import pytest

from bakeoff.errors import InputError
from bakeoff.statistics import krippendorff_alpha, scott_pi
from bakeoff.statistics.agreement.alpha import AlphaMeasure

pytestmark = pytest.mark.filterwarnings("error")

_: Any = None
# Krippendorff 2011, Computing Krippendorff's alpha-reliability, C: four observers, twelve units
OBSERVERS = [
    [1, 2, 3, 3, 2, 1, 4, 1, 2, _, _, _],
    [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, _, 3],
    [_, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, _],
    [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, _],
]
UNITS = list(zip(*OBSERVERS, strict=True))


@pytest.mark.parametrize(
    ("measure", "printed"), [("nominal", 0.743), ("ordinal", 0.815), ("interval", 0.849), ("ratio", 0.797)]
)
def test_textbook_example(measure: AlphaMeasure, printed: float) -> None:
    result = krippendorff_alpha(UNITS, measure=measure)
    assert round(result.value, 3) == printed
    assert result.n == 11  # the last unit has one answer
    assert result.value == pytest.approx((result.observed - result.expected) / (1 - result.expected))


@pytest.mark.parametrize("measure", ["nominal", "ordinal", "interval", "ratio"])
def test_against_krippendorff(measure: AlphaMeasure) -> None:
    rng = np.random.default_rng(1)
    compared = 0
    for _case in range(120):
        units, judges = int(rng.integers(2, 25)), int(rng.integers(2, 7))
        answers = np.abs(rng.integers(0, 5, (units, 1)) - rng.integers(0, 2, (units, judges))).astype(float)
        answers[rng.random(answers.shape) < 0.3] = np.nan
        pairable = answers[(~np.isnan(answers)).sum(axis=1) > 1]
        if len(set(pairable[~np.isnan(pairable)])) < 2:
            continue
        theirs = krippendorff.alpha(reliability_data=answers.T, level_of_measurement=measure)
        result = krippendorff_alpha(answers, measure=measure)
        assert result.value == pytest.approx(theirs, abs=1e-9)
        assert result.observed <= 1
        assert result.expected <= 1
        compared += 1
    assert compared > 100


def test_labels_in_their_order() -> None:
    words = {1: "a little", 2: "much", 3: "most", 4: "nearly all", 5: "all"}
    named = [[words.get(answer) for answer in unit] for unit in UNITS]
    assert krippendorff_alpha(named).value == pytest.approx(krippendorff_alpha(UNITS).value)
    ordered = krippendorff_alpha(named, measure="ordinal", categories=list(words.values()))
    assert ordered.value == pytest.approx(krippendorff_alpha(UNITS, measure="ordinal").value)


def test_categories_that_nobody_used_change_nothing() -> None:
    for measure in ("nominal", "ordinal"):
        wide = krippendorff_alpha(UNITS, measure=measure, categories=range(10))
        assert wide == krippendorff_alpha(UNITS, measure=measure)


def test_interval_is_free_of_scale_and_ordinal_of_values() -> None:
    bigger = [[None if x is None else 10 * x + 1e6 for x in unit] for unit in UNITS]
    cubed = [[None if x is None else x**3 for x in unit] for unit in UNITS]
    assert krippendorff_alpha(bigger, measure="interval").value == pytest.approx(
        krippendorff_alpha(UNITS, measure="interval").value
    )
    assert krippendorff_alpha(cubed, measure="ordinal") == krippendorff_alpha(UNITS, measure="ordinal")


def test_nominal_of_two_judges_nears_scott_pi() -> None:
    rng = np.random.default_rng(2)
    first = rng.integers(0, 3, 5000)
    second = np.where(rng.random(5000) < 0.7, first, rng.integers(0, 3, 5000))
    alpha = krippendorff_alpha(np.stack([first, second], axis=1)).value
    pi = scott_pi(first.tolist(), second.tolist()).value
    assert alpha == pytest.approx(1 - (1 - pi) * 9999 / 10_000)


def test_many_different_numbers_are_no_burden() -> None:
    rng = np.random.default_rng(3)
    truth = rng.normal(size=(20_000, 1))
    answers = truth + rng.normal(size=(20_000, 3))
    assert krippendorff_alpha(answers, measure="interval").value == pytest.approx(0.5, abs=0.02)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: krippendorff_alpha([["a", "b"]], measure="ordinal"), "finite numbers as answers for ordinal"),
        (lambda: krippendorff_alpha([["a", "b"]], measure="interval", categories="ab"), "answers for interval"),
        (lambda: krippendorff_alpha([[1, float("inf")]], measure="interval"), "finite numbers as answers"),
        (lambda: krippendorff_alpha([[1, -2]], measure="ratio"), "answers from 0 upwards for ratio, found -2"),
        (lambda: krippendorff_alpha([[1, 2]], measure="polar"), "measure to be one of nominal, ordinal"),  # type: ignore[arg-type]
        (lambda: krippendorff_alpha([[1, None]]), "an item with two answers or more"),
    ],
)
def test_bad_input_is_named(call: Callable[..., Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        call()
