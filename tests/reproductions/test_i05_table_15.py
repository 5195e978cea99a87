"""I05, table 15: Pearson correlation of automatic scores with human ones, with 95 % intervals (Fisher).

From the 11 Chinese–English systems of the supplied data track: human scores of appendix B.1, standard evaluation of
B.2. Fourteen of 18 cells are as printed; four have one figure off by one in the last digit. For three of them that is
the rounding of the inputs in print: other inputs that round to the same give the cell as printed. The fourth, .70 for
BLEU and adequacy (.708 here), must be a misprint: no correlation that rounds to .70 has the interval printed beside it.
"""

import numpy as np
import pytest

from bakeoff.statistics import pearson
from tests.reproductions.appendix_of_i05 import METRICS, rows

# B.1: fluency, adequacy, meaning maintenance
HUMAN = {
    "ITC-IRST": (3.15, 2.65, 2.60),
    "RWTH": (3.04, 2.63, 2.60),
    "CMU": (2.88, 1.95, 1.94),
    "ATR-C3": (2.86, 2.31, 2.23),
    "TALP-ngram": (2.82, 2.44, 2.40),
    "EDINBURGH": (2.81, 2.33, 2.35),
    "MIT-LL/AFRL": (2.79, 2.71, 2.63),
    "TALP-phrase": (2.78, 2.52, 2.49),
    "IBM": (2.77, 2.51, 2.44),
    "USC-ISI": (2.32, 1.90, 1.96),
    "NTT": (1.97, 2.09, 2.03),
}
GRADES = ("fluency", "adequacy", "meaning")

PRINTED = {
    ("BLEU", "adequacy"): (0.70, 0.19, 0.92),
    ("BLEU", "fluency"): (0.95, 0.81, 0.99),
    ("BLEU", "meaning"): (0.75, 0.27, 0.93),
    ("NIST", "adequacy"): (0.90, 0.67, 0.98),
    ("NIST", "fluency"): (0.48, -0.17, 0.84),
    ("NIST", "meaning"): (0.86, 0.53, 0.96),
    ("mWER", "adequacy"): (-0.72, -0.92, -0.22),
    ("mWER", "fluency"): (-0.90, -0.97, -0.66),
    ("mWER", "meaning"): (-0.79, -0.94, -0.35),
    ("mPER", "adequacy"): (-0.90, -0.97, -0.64),
    ("mPER", "fluency"): (-0.83, -0.95, -0.46),
    ("mPER", "meaning"): (-0.93, -0.98, -0.75),
    ("GTM", "adequacy"): (0.89, 0.62, 0.97),
    ("GTM", "fluency"): (0.74, 0.26, 0.93),
    ("GTM", "meaning"): (0.93, 0.74, 0.98),
    ("METEOR", "adequacy"): (0.98, 0.92, 0.99),
    ("METEOR", "fluency"): (0.57, -0.04, 0.87),
    ("METEOR", "meaning"): (0.97, 0.89, 0.99),
}


def inputs(metric: str, grade: str) -> tuple[np.ndarray, np.ndarray]:
    chosen = [row for row in rows() if (row["section"], row["track"]) == ("B.2", "supplied")]
    human = [HUMAN[row["system"]][GRADES.index(grade)] for row in chosen]
    return np.array([float(row[metric]) for row in chosen]), np.array(human)


def cell(scores: np.ndarray, human: np.ndarray) -> tuple[float, float, float]:
    result = pearson(scores, human)
    return result.value, result.interval.low, result.interval.high


def rounded(figures: tuple[float, float, float]) -> tuple[float, ...]:
    return tuple(round(figure, 2) for figure in figures)


DIFFERING = {
    ("BLEU", "adequacy"): (0.71, 0.19, 0.92),  # .708
    ("mWER", "adequacy"): (-0.73, -0.92, -0.22),  # −.725
    ("mWER", "meaning"): (-0.78, -0.94, -0.35),  # −.785
    ("METEOR", "fluency"): (0.57, -0.05, 0.87),  # −.045
}


def test_all_cells_are_there() -> None:
    assert set(PRINTED) == {(metric, grade) for metric in METRICS for grade in GRADES}


@pytest.mark.parametrize("key", list(PRINTED))
def test_cells_are_as_printed_but_four(key: tuple[str, str]) -> None:
    assert rounded(cell(*inputs(*key))) == DIFFERING.get(key, PRINTED[key])


@pytest.mark.parametrize("key", [key for key in DIFFERING if key != ("BLEU", "adequacy")])
def test_rounding_of_the_inputs_explains_three(key: tuple[str, str]) -> None:
    scores, human = inputs(*key)
    rng = np.random.default_rng(5)
    unrounded = (
        cell(scores + rng.uniform(-0.0005, 0.0005, 11), human + rng.uniform(-0.005, 0.005, 11)) for _ in range(1000)
    )
    assert any(rounded(figures) == PRINTED[key] for figures in unrounded)


def test_the_fourth_contradicts_its_own_interval() -> None:
    value, low, _ = PRINTED["BLEU", "adequacy"]
    greatest_that_rounds_to_it = value + 0.005
    lower_bound = np.tanh(np.arctanh(greatest_that_rounds_to_it) - 1.959964 / np.sqrt(11 - 3))
    assert round(float(lower_bound), 2) == 0.18 != low
