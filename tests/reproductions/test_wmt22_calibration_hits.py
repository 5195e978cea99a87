"""Agreement of many annotators who scored the same outputs from 0 to 100 (WMT 2022, DA+SQM calibration HITs).

Nothing is published about it; the oracle is the package krippendorff, fed with the rows of the export as they stand.
"""

from __future__ import annotations

import csv
import gzip
from pathlib import Path

import krippendorff
import numpy as np
import pytest

from bakeoff.formats.judgments import read_judgments
from bakeoff.human_eval.analyses.agreement.grades import grade_alpha
from bakeoff.human_eval.analyses.counted_judgments import latest_answers
from bakeoff.human_eval.protocols.registry import find_protocol

FILE = "WMT22.Appraise.calibrationHITs.20221103.csv.gz"
PAIRS = ["eng-ces", "eng-deu", "eng-hrv", "eng-jpn", "eng-zho", "zho-eng"]


def rows_of_the_export(path: Path) -> dict[tuple[str, ...], tuple[float, float]]:
    """The latest score, with its time, of each account, output and pair of languages."""
    scores: dict[tuple[str, ...], tuple[float, float]] = {}
    with gzip.open(path, "rt", encoding="utf-8", newline="") as file:
        for account, system, item, _, source, target, score, document, whole, _, end in csv.reader(file):
            key = (f"{source}-{target}", account, system, item, document)
            if whole == "False" and (key not in scores or scores[key][0] <= float(end)):
                scores[key] = (float(end), float(score))
    return scores


@pytest.mark.parametrize("pair", PAIRS)
def test_alpha_against_krippendorff(pair: str, data: Path) -> None:
    path = data / "wmt22-calibration-hits" / FILE
    own = [each for each in latest_answers(read_judgments(path)) if each.language_pair == pair]
    grades = find_protocol("direct").grades(own)
    assert grades is not None

    scores = {key[1:]: score for key, (_, score) in rows_of_the_export(path).items() if key[0] == pair}
    assert len(own) == len(scores)
    judges, outputs = sorted({key[0] for key in scores}), sorted({key[1:] for key in scores})
    table = np.full((len(judges), len(outputs)), np.nan)
    for (judge, *output), score in scores.items():
        table[judges.index(judge), outputs.index(tuple(output))] = score
    expected = krippendorff.alpha(reliability_data=table, level_of_measurement="interval")
    assert grade_alpha(grades).value == pytest.approx(expected, abs=1e-9)
