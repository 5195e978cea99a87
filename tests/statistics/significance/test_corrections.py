"""Corrections against statsmodels and SciPy; what each promises, and where each must not change anything."""

from __future__ import annotations

from unittest import mock

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bakeoff.errors import InputError
from bakeoff.statistics.significance.corrections import (
    Correction,
    adjust_p_values,
    benjamini_hochberg,
    bonferroni,
    holm,
)

pytestmark = pytest.mark.filterwarnings("error")

P_VALUES = st.lists(st.one_of(st.floats(0, 1), st.sampled_from([0.0, 0.01, 0.05, 1.0])), min_size=1, max_size=40)
NAMES = {"holm": holm, "bh": benjamini_hochberg, "bonferroni": bonferroni}


def statsmodels(p_values: list[float], method: str) -> list[float]:
    from statsmodels.stats.multitest import multipletests

    with mock.patch("gc.collect"):  # it clears all memory at every call
        return multipletests(p_values, method=method)[1].tolist()


@given(P_VALUES)
def test_holm_against_statsmodels(p_values: list[float]) -> None:
    assert holm(p_values) == pytest.approx(statsmodels(p_values, "holm"))


@given(P_VALUES)
def test_bonferroni_against_statsmodels(p_values: list[float]) -> None:
    assert bonferroni(p_values) == pytest.approx(statsmodels(p_values, "bonferroni"))


@given(P_VALUES)
def test_benjamini_hochberg_against_statsmodels(p_values: list[float]) -> None:
    assert benjamini_hochberg(p_values) == pytest.approx(statsmodels(p_values, "fdr_bh"))


@given(P_VALUES)
def test_benjamini_hochberg_against_scipy(p_values: list[float]) -> None:
    from scipy.stats import false_discovery_control

    assert benjamini_hochberg(p_values) == pytest.approx(false_discovery_control(p_values))


def test_holms_own_steps() -> None:
    """Four p-values .01 .02 .03 .04: 4 × .01, 3 × .02, then 2 × .03 and 1 × .04 held up by those before."""
    assert holm([0.04, 0.01, 0.03, 0.02]) == pytest.approx([0.06, 0.04, 0.06, 0.06])


def test_benjamini_and_hochbergs_own_example() -> None:
    """Benjamini and Hochberg 1995, section 4.1: of 15 p-values four are found at .05, three by Bonferroni."""
    p = [0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344]
    p += [0.0459, 0.3240, 0.4262, 0.5719, 0.6528, 0.7590, 1.0]
    assert (benjamini_hochberg(p) <= 0.05).sum() == 4
    assert (bonferroni(p) <= 0.05).sum() == 3


@pytest.mark.parametrize("name", NAMES)
@given(p_values=P_VALUES, seed=st.integers(0, 99))
def test_order_does_not_matter_and_is_kept(name: Correction, p_values: list[float], seed: int) -> None:
    order = np.random.default_rng(seed).permutation(len(p_values))
    adjusted = adjust_p_values(p_values, correction=name)
    assert adjust_p_values(np.array(p_values)[order], correction=name).tolist() == adjusted[order].tolist()


@given(P_VALUES)
def test_adjusted_values_lie_between_the_p_values_and_bonferronis(p_values: list[float]) -> None:
    widest = bonferroni(p_values)
    assert (holm(p_values) <= widest).all()
    assert (benjamini_hochberg(p_values) <= holm(p_values) * (1 + 1e-12)).all()
    assert (benjamini_hochberg(p_values) >= np.array(p_values) * (1 - 1e-12)).all()


@pytest.mark.parametrize("name", [*NAMES, "none"])
def test_shape_is_kept_and_the_input_left_alone(name: Correction) -> None:
    p = np.array([[0.01, 0.5, 0.02], [0.2, 0.03, 1.0]])
    before = p.copy()
    adjusted = adjust_p_values(p, correction=name)
    assert adjusted.shape == (2, 3)
    assert adjusted.ravel().tolist() == adjust_p_values(p.ravel(), correction=name).tolist()
    adjusted[0, 0] = 7
    assert p.tolist() == before.tolist()


@pytest.mark.parametrize("name", [*NAMES, "none"])
def test_one_p_value_stays_as_it_is_and_none_stay_none(name: Correction) -> None:
    assert adjust_p_values([0.03], correction=name).tolist() == [0.03]
    assert adjust_p_values([], correction=name).tolist() == []


@pytest.mark.parametrize("name", NAMES)
def test_names_stand_for_the_functions(name: Correction) -> None:
    p = [0.01, 0.2, 0.03]
    assert adjust_p_values(p, correction=name).tolist() == NAMES[name](p).tolist()


@pytest.mark.parametrize(
    ("p_values", "correction", "sentence"),
    [
        ([0.5, 1.5], "holm", "expected p-values from 0 to 1, found 1.5."),
        ([-0.1], "bh", "expected p-values from 0 to 1, found -0.1."),
        ([0.5, float("nan")], "bonferroni", "expected finite numbers in the p-values, found nan at 1"),
        ([[0.5], [0.5, 0.1]], "holm", "expected numbers in the p-values, found list"),
        (0.5, "holm", "expected the p-values of 1 dimensions, found 0."),
        ([0.5], "fdr", "expected the correction to be one of holm, bh, bonferroni, none, found 'fdr'."),
    ],
    ids=["above", "below", "nan", "ragged", "single", "name"],
)
def test_bad_input_is_named(p_values: float | list[float | list[float]], correction: Correction, sentence: str) -> None:
    with pytest.raises(InputError) as error:
        adjust_p_values(p_values, correction=correction)
    assert str(error.value).startswith(sentence)
