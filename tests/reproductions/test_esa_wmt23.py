"""Error span annotation of WMT 2023, English to German.

Source: Kocmi et al. 2024, Error span annotation (2024.wmt-1.131): the published segment scores, and the figure "ranking
and clusters" with the agreement of four protocols with MQM over 156 segments of 13 systems.
"""

from __future__ import annotations

import gzip
from collections import Counter
from collections.abc import Callable
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

from bakeoff.data.judgments import Judgment
from bakeoff.formats.judgments import read_judgments, with_batches
from bakeoff.human_eval.analyses.counted_judgments import latest_answers
from bakeoff.human_eval.analyses.grades.system_scores import score_systems
from bakeoff.human_eval.protocols.esa import ErrorSpanAnnotation
from bakeoff.statistics import spearman
from tests.cli.conftest import Outcome

Scores = dict[tuple[str, str], float]
"""By system and line of the test set."""


@pytest.fixture(scope="module")
def folder(data: Path) -> Path:
    return data / "esa-wmt23-en-de"


@pytest.fixture(scope="module")
def judgments(folder: Path) -> list[Judgment]:
    """What counts: no tutorials, no damaged outputs, no duplicates; corrected answers once."""
    export = read_judgments(folder / "240315rc5ESA.scores.csv.gz")
    placed = with_batches(export, folder / "batches_wmt23_en-de_esa.json.gz")
    return [each for each in latest_answers(placed) if not each.control]


def published(path: Path) -> Scores:
    lines: Counter[str] = Counter()
    scores = {}
    with gzip.open(path, "rt", encoding="utf-8") as file:
        for system, score in map(str.split, file):
            if score != "None":
                scores[system, str(lines[system])] = float(score)
            lines[system] += 1
    return scores


def test_every_segment_score(judgments: list[Judgment], folder: Path) -> None:
    printed = published(folder / "en-de.ESA-1.seg.score.gz")
    assert len(printed) == len(judgments) == 2691
    assert {(each.systems[0], each.segment): each.answer["score"] for each in judgments} == printed


def test_the_ranking_by_the_command(folder: Path, bakeoff: Callable[..., Outcome]) -> None:
    """Means over segments; a document judged again serves agreement alone, as in the published file."""
    export, batches = folder / "240315rc5ESA.scores.csv.gz", folder / "batches_wmt23_en-de_esa.json.gz"
    outcome = bakeoff("human", "analyse", export, "--batches", batches, "--format", "json")
    assert outcome.err == (
        f"{export}: 10 rows that are the same as others count once.\n4 answers were given again; the latest count.\n"
    )
    printed = published(folder / "en-de.ESA-1.seg.score.gz")
    (ranking,) = outcome.json["rankings"]
    assert {each["name"]: each["score"] for each in ranking["systems"]} == pytest.approx(
        {one: float(np.mean([v for (system, _), v in printed.items() if system == one])) for one, _ in printed}
    )
    assert sum(each["judgments"] for each in ranking["systems"]) == 2691
    assert ranking["repeats_left_out"] == 14


def test_repeats_count_twice_where_they_are_to_count(folder: Path, bakeoff: Callable[..., Outcome]) -> None:
    export, batches = folder / "240315rc5ESA.scores.csv.gz", folder / "batches_wmt23_en-de_esa.json.gz"
    outcome = bakeoff("human", "analyse", export, "--batches", batches, "--repeats", "scores", "--format", "json")
    scores: dict[tuple[str, str], list[float]] = {
        key: [score] for key, score in published(folder / "en-de.ESA-1.seg.score.gz").items()
    }
    again = [each for each in with_batches(read_judgments(export), batches) if each.control == "repeat"]
    for each in again:
        scores[each.systems[0], each.segment].append(each.answer["score"])
    expected = {
        one: float(np.mean([np.mean(values) for (system, _), values in scores.items() if system == one]))
        for one in {system for system, _ in scores}
    }
    (ranking,) = outcome.json["rankings"]
    assert {each["name"]: each["score"] for each in ranking["systems"]} == pytest.approx(expected)
    assert [each["name"] for each in ranking["systems"]] == sorted(expected, key=lambda system: -expected[system])
    assert sum(each["judgments"] for each in ranking["systems"]) == 2691 + len(again)


@pytest.fixture(scope="module")
def overlap(folder: Path) -> set[tuple[str, str]]:
    with gzip.open(folder / "overlap_ids.txt.gz", "rt", encoding="utf-8") as file:
        return {(line.split("#")[-1], line.split("#")[0]) for line in file.read().splitlines()}


def means(scores: Scores, overlap: set[tuple[str, str]]) -> dict[str, float]:
    systems = sorted({system for system, _ in overlap})
    return {
        one: float(np.mean([v for (system, line), v in scores.items() if system == one and (one, line) in overlap]))
        for one in systems
    }


@pytest.mark.parametrize(
    ("protocol", "rho", "accuracy"),
    [("DA+SQM", 0.890, 88.5), ("ESA", 0.973, 94.9), ("ESA spans", 0.934, 89.7), ("MQM-1", 0.967, 94.9)],
)
def test_agreement_with_mqm(
    protocol: str, rho: float, accuracy: float, judgments: list[Judgment], overlap: set[tuple[str, str]], data: Path
) -> None:
    task = data / "wmt23-metrics-en-de" / "human-scores"
    counted = [each for each in judgments if (each.systems[0], each.segment) in overlap]
    esa = ErrorSpanAnnotation()
    if protocol == "ESA":
        found = {score.system: score.mean for score in score_systems(esa.grades(counted))}
    elif protocol == "ESA spans":
        found = {score.system: -score.mean for score in score_systems(esa.penalties(counted))}
    elif protocol == "MQM-1":
        found = means(published(data / "esa-wmt23-en-de" / "en-de.MQM-1.seg.score.gz"), overlap)
    else:
        found = means(published(task / "en-de.da-sqm.seg.score.gz"), overlap)
    mqm = means(published(task / "en-de.mqm.seg.score.gz"), overlap)
    assert len(mqm) == len(found) == 13
    systems = sorted(mqm)
    assert round(spearman([found[s] for s in systems], [mqm[s] for s in systems]).value, 3) == rho
    same = [(found[a] - found[b]) * (mqm[a] - mqm[b]) > 0 for a, b in combinations(systems, 2)]
    assert round(100 * float(np.mean(same)), 1) == accuracy
