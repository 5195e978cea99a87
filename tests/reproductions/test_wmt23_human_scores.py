"""Human scores of the metrics task of WMT 2023, English to German.

Sources: Freitag et al. 2023, Results of WMT23 metrics shared task, with its files; Kocmi et al. 2023, Findings, for the
averages of DA+SQM (`WMT23.results.txt` of wmt23-news-systems).
"""

from __future__ import annotations

import gzip
import json
from collections import defaultdict
from pathlib import Path

import numpy as np
import pytest

from bakeoff.data.judgments import Judgment
from bakeoff.evaluation import HumanAnalysis, analyse_judgments
from bakeoff.human_eval.analyses.system_scores import score_systems
from bakeoff.human_eval.contract import Settings
from bakeoff.human_eval.error_marks import WMT_WEIGHTS
from bakeoff.human_eval.registry import find_protocol

DIRECT = {
    "GPT4-5shot": 89.0,
    "ONLINE-B": 88.8,
    "ONLINE-W": 88.3,
    "ONLINE-A": 88.1,
    "ONLINE-Y": 88.0,
    "refA": 87.7,
    "ONLINE-M": 86.7,
    "ONLINE-G": 85.5,
    "Lan-BridgeMT": 84.0,
    "ZengHuiMT": 82.7,
    "NLLB_MBR_BLEU": 76.8,
    "NLLB_Greedy": 75.7,
    "AIRC": 73.6,
}
# What WMT 2023 counts as no error of the translation.
WEIGHTS = {**WMT_WEIGHTS, "* Accuracy/Creative reinterpretation": 0, "* Source issue": 0}


@pytest.fixture(scope="module")
def folder(data: Path) -> Path:
    return data / "wmt23-metrics-en-de" / "human-scores"


def rows(path: Path) -> dict[tuple[str, str], str]:
    """What stands beside each system, line by line of the test set, without what was not judged."""
    found: dict[tuple[str, str], str] = {}
    lines: defaultdict[str, int] = defaultdict(int)
    with gzip.open(path, "rt", encoding="utf-8") as file:
        for line in file:
            system, value = line.rstrip("\n").split("\t")
            if value != "None":
                found[system, str(lines[system])] = value
            lines[system] += 1
    return found


def judged(system: str, line: str, answer: object, protocol: str) -> Judgment:
    return Judgment(
        id=f"{system} {line}", protocol=protocol, judge="all", segment=line, systems=(system,), answer=answer
    )


def test_averages_of_direct_assessment(folder: Path) -> None:
    scores = rows(folder / "en-de.da-sqm.seg.score.gz")
    judgments = [judged(system, line, float(score), "direct") for (system, line), score in scores.items()]
    asked = HumanAnalysis(standardised=False, interval="none", trials=1)
    (found,) = analyse_judgments(judgments, analysis=asked).rankings
    assert {each.system: round(each.score, 1) for each in found.systems} == DIRECT
    assert [each.system for each in found.systems] == list(DIRECT)
    lines = (folder / "en-de.da-sqm.sys.score").read_text(encoding="utf-8").splitlines()
    official = {system: float(score) for system, score in map(str.split, lines)}
    assert {each.system: each.score for each in found.systems} == pytest.approx(official, rel=1e-12)


def test_every_segment_score_of_mqm(folder: Path) -> None:
    ratings = {
        key: json.loads(value)["errors"] for key, value in rows(folder / "en-de.mqm.merged.seg.rating.gz").items()
    }
    scores = {key: float(value) for key, value in rows(folder / "en-de.mqm.seg.score.gz").items()}
    assert len(scores) == 5980
    assert all(scores[key] == pytest.approx(-sum(error["score"] for error in ratings[key])) for key in scores)
    kept = ("start", "end", "severity", "category")
    judgments = [
        judged(*key, [{name: error[name] for name in kept} for error in ratings[key]], "error_spans") for key in scores
    ]
    penalties = find_protocol("error_spans", Settings(weights=WEIGHTS)).grades(judgments)
    assert penalties is not None
    system_scores = {each.system: -each.mean for each in score_systems(penalties)}
    official = (folder / "en-de.mqm.sys.score").read_text(encoding="utf-8").splitlines()
    printed = {system: float(score) for system, score in map(str.split, official) if score != "None"}
    assert system_scores == pytest.approx({system: printed[system] for system in system_scores})
    assert len(system_scores) == 13
    np.testing.assert_allclose(-penalties.value, list(scores.values()), atol=1e-9)
