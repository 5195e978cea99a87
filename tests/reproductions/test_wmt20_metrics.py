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

from bakeoff.evaluation.metrics_task.analysis import MetricsAnalysis, MetricsTaskInput, analyse_metrics
from bakeoff.evaluation.metrics_task.human_scores import HumanScores
from bakeoff.evaluation.metrics_task.scored_sets import MetricScores
from bakeoff.formats import read_scores
from bakeoff.meta_evaluation.system_level import outlier_systems
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


# Pairs for which the rule says something else than the organisers published, and what it says.
BY_RULE = {"cs-en": set(), "iu-en": set(), "pl-en": set(), "ta-en": set(), "ja-en": {"Online-Z.1640", "Online-G.1564"}}


@pytest.mark.parametrize("pair", PAIRS)
def test_the_rule_gives_the_published_outliers_of_five_pairs(pair: str, data: Path) -> None:
    folder = data / "wmt20-metrics-to-en"
    published = set(json.loads((folder / "outliers.json").read_text(encoding="utf-8"))[pair])
    _, z = human_scores(folder, pair)
    names = list(z)
    found = {names[place] for place in outlier_systems(list(z.values()))}
    assert found == BY_RULE.get(pair, published)
    assert (found == published) == (pair not in BY_RULE)


# BLEU, chrF, TER, YiSi-1, COMET, prism: means of Pearson, Spearman, Kendall over ten pairs, pairs of systems in order.
MEANS = {
    "BLEU": ((0.8535, 0.7605, 0.6333, 514), (0.7490, 0.6744, 0.5368, 363)),
    "COMET": ((0.8856, 0.8349, 0.7096, 520), (0.7689, 0.7490, 0.6126, 366)),
    "chrF": ((0.8787, 0.8021, 0.6758, 524), (0.7492, 0.7115, 0.5828, 370)),
    "TER": ((0.8703, 0.8180, 0.6961, 520), (0.7706, 0.7323, 0.6040, 369)),
    "YiSi-1": ((0.8921, 0.8503, 0.7355, 532), (0.7804, 0.7687, 0.6463, 378)),
    "prism": ((0.8804, 0.8212, 0.6958, 522), (0.7738, 0.7375, 0.6035, 368)),
}


def test_means_over_the_language_pairs(data: Path) -> None:
    """Of the set meta-golden; pairs of systems of all language pairs are counted together."""
    folder = data / "wmt20-metrics-to-en"
    chosen = list(MEANS) if THOROUGH else list(MEANS)[:2]
    inputs = [
        MetricsTaskInput(
            human=HumanScores(kind="da", language_pair=pair, systems=human_scores(folder, pair)[1], segments={}),
            metrics=[
                MetricScores(name=metric, systems=metric_scores(folder, metric, pair), segments=None)
                for metric in chosen
            ],
        )
        for pair in PAIRS
    ]
    outliers = json.loads((folder / "outliers.json").read_text(encoding="utf-8"))
    analysis = MetricsAnalysis(measures=("pearson", "spearman", "kendall", "accuracy"), outliers=outliers)
    averages = analyse_metrics(inputs, analysis=analysis).averages
    for metric in chosen:
        for subset, expected, pairs in (("", MEANS[metric][0], 625), ("without outliers", MEANS[metric][1], 468)):
            (own,) = [
                each
                for each in averages
                if (each.metric, each.subset, each.direction) == (metric, subset, "into English")
            ]
            values = {name: value for name, (value, _) in own.values.items()}
            assert round(pairs * values.pop("accuracy")) == expected[3]
            assert [f"{value:.4f}" for value in values.values()] == [f"{value:.4f}" for value in expected[:3]]
