"""Every figure that METEOR 1.5 printed for the golden texts, and for other options of its command line."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from bakeoff.evaluation import score_texts
from bakeoff.metrics import Metric, Statistics, parse_expression
from bakeoff.text import Workspace
from tests.golden.test_golden import CASES, PRINTED_DIGITS, scores_of

EXPRESSIONS = {
    "meteor15.exact": "meteor@1.5:modules=exact",
    "meteor15.exact-stem": "meteor",
    "meteor15.exact-stem-synonym": "meteor@1.5:modules=exact+stem+synonym",
    "meteor15.full": "meteor@1.5",
}
RESOURCES = {"meteor15.exact-stem-synonym": ["wordnet"], "meteor15.full": ["wordnet", "paraphrases"]}


@pytest.fixture(params=sorted(EXPRESSIONS))
def config(request: pytest.FixtureRequest) -> str:
    """What METEOR was told; left out where its language resources are not installed."""
    for resource in RESOURCES.get(request.param, []):
        request.getfixturevalue(resource)
    return request.param


def lines_of(folder: Path, name: str, text: str) -> list[str]:
    return (folder / name / f"{text}.txt").read_text(encoding="utf-8").removesuffix("\n").split("\n")


def figures_of(folder: Path, name: str, references: str, config: str) -> list[dict[str, Any]]:
    wanted = (name, references, config)
    runs = scores_of(folder)["runs"]
    return [figure for figure in runs if (figure["set"], "".join(figure["refs"]), figure["config"]) == wanted]


def rows_of(folder: Path, name: str, references: str, system: str, config: str) -> tuple[Metric, Statistics]:
    language = scores_of(folder)["sets"][name]["trglang"]
    metric = parse_expression(EXPRESSIONS[config]).for_language(language)
    space = Workspace()
    prepared = metric.prepare([space.text(lines_of(folder, name, f"ref.{each}")) for each in references])
    return metric, metric.statistics(space.text(lines_of(folder, name, f"hyp.{system}")), prepared)


# METEOR has nothing for Chinese.
TEXTS = [case for case in CASES if case[0] != "wmt22-en-zh"]
GERMAN = ("wmt22-en-de", "newstest2014-en-de")
ENGLISH_ONLY = tuple(RESOURCES)


@pytest.mark.parametrize(("name", "references"), TEXTS)
def test_scores_and_counts_equal_those_that_meteor_printed(data: Path, name: str, references: str, config: str) -> None:
    folder = data / "golden"
    figures = figures_of(folder, name, references, config)
    assert bool(figures) == (name not in GERMAN or config not in ENGLISH_ONLY)
    for figure in figures:
        metric, rows = rows_of(folder, name, references, figure["system"], config)
        sums = rows.sum(axis=0)
        assert float(metric.score(sums)) == pytest.approx(100 * figure["score"], rel=1e-13), figure["system"]
        by_column = dict(zip(metric.columns, sums.tolist(), strict=True))
        assert by_column["chunks"] == figure["chunks"]
        for side, words in (("hypothesis", "hyp_words"), ("reference", "ref_words")):
            assert by_column[f"{side}_content_words"] + by_column[f"{side}_function_words"] == figure[words]
        assert sums[: 4 * len(figure["matches"])].reshape(-1, 4).tolist() == figure["matches"]


@pytest.mark.parametrize(("name", "references"), TEXTS)
def test_segment_scores_equal_those_that_meteor_printed(data: Path, name: str, references: str) -> None:
    folder = data / "golden"
    stored = json.loads((folder / scores_of(folder)["sets"][name]["segments_file"]).read_text(encoding="utf-8"))
    arrays = [a for a in stored["arrays"] if a["metric"] == "METEOR" and "".join(a["refs"]) == references]
    assert arrays
    for array in arrays:
        metric, rows = rows_of(folder, name, references, stored["system"], array["config"])
        expected = 100 * np.asarray(array["values"])
        np.testing.assert_allclose(metric.segment_scores(rows), expected, rtol=PRINTED_DIGITS, atol=1e-9)


# `java -jar meteor-1.5.jar hyp.Online-B.txt ref.A.txt -l en …` on WMT22 de-en.
PRINTED = [
    ("meteor:norm=no", "-m 'exact stem'", 0.2749056158248554),
    ("meteor:norm=lower", "-lower -m 'exact stem'", 0.2826046947070032),
    (
        "meteor:alpha=0.9,beta=3,gamma=0.5,delta=0.5,weights=1+1",
        "-norm -p '0.9 3.0 0.5 0.5' -w '1 1'",
        0.6676363444981396,
    ),
    ("meteor:alpha=0.8,beta=0.83,gamma=0.28,delta=0.5,weights=1+1", "-p '0.8 0.83 0.28 0.5'", 0.6024133181208213),
    ("meteor:alpha=0.95,beta=0.5,gamma=0.45,delta=0.5,weights=1+1", "-p '0.95 0.5 0.45 0.5'", 0.4921431641262853),
]


def online_b(data: Path) -> tuple[Sequence[str], Sequence[Sequence[str]]]:
    folder = data / "golden"
    return lines_of(folder, "wmt22-de-en", "hyp.Online-B"), [lines_of(folder, "wmt22-de-en", "ref.A")]


@pytest.mark.parametrize(("expression", "command", "score"), PRINTED)
def test_scores_of_other_options_equal_those_that_meteor_printed(
    data: Path, expression: str, command: str, score: float
) -> None:
    hypotheses, references = online_b(data)
    found = score_texts(hypotheses, references, metrics=expression)[expression]
    assert found == pytest.approx(100 * score, rel=1e-13), command


@pytest.mark.usefixtures("wordnet")
def test_parameters_of_2005_with_synonyms_equal_those_that_meteor_printed(data: Path) -> None:
    """-m 'exact stem synonym' -p '0.9 3.0 0.5 0.5' -w '1 1 1'"""
    expression = "meteor@1.5:modules=exact+stem+synonym,alpha=0.9,beta=3,gamma=0.5,delta=0.5,weights=1+1+1"
    hypotheses, references = online_b(data)
    found = score_texts(hypotheses, references, metrics=expression)[expression]
    assert found == pytest.approx(69.25289725430133, rel=1e-13)
