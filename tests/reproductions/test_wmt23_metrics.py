"""Metrics task of WMT 2023, English to German: Pearson with MQM of 32 metrics, by system and by segment.

Source: Freitag et al. 2023, Results of WMT23 metrics shared task; figures of mt-metrics-eval 68a481a for its own files.
References among the systems are left out, as there.
"""

from __future__ import annotations

import gzip
import re
from dataclasses import replace
from pathlib import Path

import pytest

from bakeoff.evaluation import Level, correlate_scores
from bakeoff.formats import ScoreFile, read_scores

REFERENCES = ("refA", "synthetic_ref")


def printed(folder: Path) -> dict[str, dict[Level, str]]:
    """By the beginning of the names of its files: what the table says of a metric."""
    text = (folder / "EXPECTED.md").read_text(encoding="utf-8")
    rows = re.findall(r"^(\S+?)(\[noref\])? +(-?\d\.\d{3}) (-?\d\.\d{3}) (?:-?\d\.\d{3})$", text, re.MULTILINE)
    return {
        f"{metric}-{'src' if noref else 'refA'}": {"system": system, "segment": segment}
        for metric, noref, system, segment in rows
    }


def without_references(scores: ScoreFile) -> ScoreFile:
    return replace(scores, rows=tuple(row for row in scores.rows if row.system not in REFERENCES))


def test_pearson_of_every_metric(data: Path) -> None:
    folder = data / "wmt23-metrics-en-de"
    expected = printed(folder)
    assert len(expected) == 32
    files: dict[Level, tuple[str, str]] = {"system": ("sys.score", ""), "segment": ("seg.score", ".gz")}
    found: dict[str, dict[Level, str]] = {metric: {} for metric in expected}
    for level, (ending, packed) in files.items():
        path = folder / "human-scores" / f"en-de.mqm.{ending}{packed}"
        human = without_references(read_scores(path))
        for metric in expected:
            path = folder / "metric-scores" / "en-de" / f"{metric}.{ending}{packed}"
            scores = without_references(read_scores(path))
            result = correlate_scores(scores, human, level=level, interval="none").correlation
            assert result.n == (12 if level == "system" else 12 * 460)
            found[metric][level] = f"{result.value:.3f}"
    assert found == expected


def test_spearman_of_esa_and_mqm_of_appraise(data: Path) -> None:
    """Kocmi et al. 2024, Error Span Annotation: means over the segments that all protocols have."""
    folder = data / "esa-wmt23-en-de"
    with gzip.open(folder / "overlap_ids.txt.gz", "rt", encoding="utf-8") as file:
        common = {(parts[2], str(int(parts[0]) + 1)) for parts in (line.rstrip("\n").split("#") for line in file)}
    assert len(common) == 156 * 13

    def scores(path: Path) -> ScoreFile:
        found = read_scores(path)
        return replace(found, rows=tuple(row for row in found.rows if (row.system, row.segment) in common), unscored={})

    human = scores(data / "wmt23-metrics-en-de" / "human-scores" / "en-de.mqm.seg.score.gz")
    for name, expected in (("ESA-1", 0.973), ("MQM-1", 0.967)):
        found = correlate_scores(
            scores(folder / f"en-de.{name}.seg.score.gz"), human, coefficient="spearman", interval="none"
        )
        assert found.correlation.value == pytest.approx(expected, abs=0.0005)
