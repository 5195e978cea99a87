"""Metrics task of WMT 2020 into English: Pearson with direct assessment, every cell of two tables.

Source: Mathur et al. 2020, with the tables of its repository (wmt20-metrics, commit 3e434fc). The names over their
columns stand in the wrong order; the numbers of systems below them tell the right one.
"""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path

import pytest

from bakeoff.formats import read_scores
from bakeoff.statistics import pearson
from tests.depth import THOROUGH

PAIRS = ("cs-en", "de-en", "ja-en", "pl-en", "ru-en", "ta-en", "zh-en", "iu-en", "km-en", "ps-en")
SYSTEMS = (12, 12, 10, 14, 11, 14, 16, 11, 7, 6)
TABLES = ("MTall", "MTexcloutl")


@cache
def metric_scores(folder: Path, metric: str, pair: str) -> dict[str, float]:
    """The score of each system, from the file of all metrics and pairs as the task has it: without a header."""
    where = {"language_pair": pair, "reference": "newstest2020"}
    found = read_scores(folder / "metric-sys-scores.tsv.gz", column=metric, where=where)
    return {row.system: row.score for row in found.rows}


def human_scores(folder: Path, pair: str) -> tuple[dict[str, float], dict[str, float]]:
    """Raw and standardised scores; translations by people are no systems."""
    path = folder / "human" / f"metrics-ad-sys-scores-{pair}.csv"
    rows = [line.split() for line in path.read_text(encoding="utf-8").splitlines()[1:]]
    kept = [row for row in rows if "human" not in row[3].lower()]
    return {row[3]: float(row[0]) for row in kept}, {row[3]: float(row[1]) for row in kept}


def printed(folder: Path, table: str) -> dict[tuple[str, str], str]:
    found = {}
    text = (folder / "tables" / f"tbl-DA-Pearson-{table}-exclhuman-toen.tex").read_text(encoding="utf-8")
    for metric, cells in re.findall(r"\\metric\{(.*?)\}\s*&(.*?)\\\\", text):
        for pair, cell in zip(PAIRS, cells.split("&"), strict=True):
            if number := re.search(r"\d\.\d+", cell):
                found[metric.replace("\\_", "_"), pair] = number[0]
    return found


@pytest.mark.parametrize("table", TABLES)
def test_the_cells_of_a_table(table: str, data: Path) -> None:
    folder = data / "wmt20-metrics-to-en"
    outliers = json.loads((folder / "outliers.json").read_text(encoding="utf-8"))
    expected = printed(folder, table)
    assert len(expected) == 310
    expected = {cell: number for cell, number in expected.items() if THOROUGH or cell[1] in PAIRS[::4]}
    found = {}
    for metric, pair in expected:
        raw, z = human_scores(folder, pair)
        assert len(z) == dict(zip(PAIRS, SYSTEMS, strict=True))[pair]
        scores = raw if metric == "HUMAN_RAW" else metric_scores(folder, metric, pair)
        systems = [name for name in z if table == "MTall" or name not in outliers[pair]]
        correlation = pearson([scores[name] for name in systems], [z[name] for name in systems])
        found[metric, pair] = f"{abs(correlation.value):.3f}"
    assert found == expected
