"""MQM of the TED talks of WMT 2021, English to German: error points a segment, lower is better.

Source: Freitag et al. 2021, Results of the WMT21 Metrics Shared Task; the table of the repository
google/wmt-mqm-human-evaluation. It cuts eTranslation's 1.969 off instead of rounding it.
"""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from bakeoff.formats.judgments import read_judgments
from bakeoff.human_eval.analyses.grades.segment_scores import segment_scores
from bakeoff.human_eval.analyses.grades.system_scores import score_systems
from bakeoff.human_eval.protocols.observations import Grades
from bakeoff.human_eval.protocols.registry import find_protocol

PRINTED = {
    "ref": 0.91,
    "Facebook-AI": 1.06,
    "Online-W": 1.12,
    "VolcTrans-AT": 1.24,
    "metricsystem3": 1.44,
    "VolcTrans-GLAT": 1.49,
    "HuaweiTSC": 1.50,
    "metricsystem1": 1.63,
    "metricsystem2": 1.69,
    "metricsystem5": 1.72,
    "UEdin": 1.77,
    "metricsystem4": 1.78,
    "eTranslation": 1.97,
    "Nemo": 2.14,
}


@pytest.fixture(scope="module")
def penalties(data: Path) -> Grades:
    found = find_protocol("error_spans").grades(read_judgments(data / "wmt21-ted-mqm-en-de" / "mqm_ted_ende.tsv.gz"))
    assert found is not None
    return found


def test_penalties_of_fourteen_systems(penalties: Grades) -> None:
    found = score_systems(penalties, higher_is_better=False)
    assert {score.system: round(score.mean, 2) for score in found} == PRINTED
    assert [score.system for score in found] == list(PRINTED)
    assert {score.segments for score in found} == {529}


def test_penalties_of_every_segment(penalties: Grades, data: Path) -> None:
    with gzip.open(data / "wmt21-ted-mqm-en-de" / "mqm_ted_ende.avg_seg_scores.tsv.gz", "rt", encoding="utf-8") as file:
        _, *rows = [line.split() for line in file]
    # 77 segments were not annotated.
    printed = {
        (system.replace("ref-A", "ref"), segment): -float(score) for system, score, segment in rows if score != "None"
    }
    found = segment_scores(penalties)
    ours = {
        (found.systems[system], found.items[item][3]): value
        for system, item, value in zip(found.system, found.item, found.value.tolist(), strict=True)
    }
    assert ours == pytest.approx(printed, abs=5.1e-7)
