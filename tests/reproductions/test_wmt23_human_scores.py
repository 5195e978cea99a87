"""Human scores of the metrics task of WMT 2023, English to German.

Sources: Freitag et al. 2023, Results of WMT23 metrics shared task, with its files; Kocmi et al. 2023, Findings, for the
averages of DA+SQM (`WMT23.results.txt` of wmt23-news-systems).
"""

from __future__ import annotations

from pathlib import Path

import pytest

from bakeoff.data.judgments import Judgment
from bakeoff.formats import read_scores
from bakeoff.formats.judgments import read_judgments
from bakeoff.human_eval import HumanAnalysis, analyse_judgments
from bakeoff.human_eval.analyses.grades.system_scores import score_systems
from bakeoff.human_eval.protocols.contract import Settings
from bakeoff.human_eval.protocols.error_marks import WMT_WEIGHTS
from bakeoff.human_eval.protocols.registry import find_protocol

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


def judged(system: str, line: str, answer: object, protocol: str) -> Judgment:
    return Judgment(
        id=f"{system} {line}", protocol=protocol, judge="all", segment=line, systems=(system,), answer=answer
    )


def test_averages_of_direct_assessment(folder: Path) -> None:
    scores = read_scores(folder / "en-de.da-sqm.seg.score.gz").rows
    judgments = [judged(row.system, row.segment or "", row.score, "direct") for row in scores]
    asked = HumanAnalysis(standardised=False, interval="none", trials=1)
    (found,) = analyse_judgments(judgments, analysis=asked).rankings
    assert {each.system: round(each.score, 1) for each in found.systems} == DIRECT
    assert [each.system for each in found.systems] == list(DIRECT)
    official = {row.system: row.score for row in read_scores(folder / "en-de.da-sqm.sys.score").rows}
    assert {each.system: each.score for each in found.systems} == pytest.approx(official, rel=1e-12)


def test_every_segment_score_of_mqm(folder: Path) -> None:
    scores = {row.key: row.score for row in read_scores(folder / "en-de.mqm.seg.score.gz").rows}
    assert len(scores) == 5980
    judgments = read_judgments(folder / "en-de.mqm.merged.seg.rating.gz")
    assert len(judgments) == 5980
    penalties = find_protocol("error_spans", Settings(weights=WEIGHTS)).grades(judgments)
    assert penalties is not None
    found = {
        (each.systems[0], None, each.segment): -float(penalty)
        for each, penalty in zip(judgments, penalties.value, strict=True)
    }
    assert found == pytest.approx(scores, abs=1e-9)
    system_scores = {each.system: -each.mean for each in score_systems(penalties)}
    official = {row.system: row.score for row in read_scores(folder / "en-de.mqm.sys.score").rows}
    assert system_scores == pytest.approx(official)
    assert len(system_scores) == 13
