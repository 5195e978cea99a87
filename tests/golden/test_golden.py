"""Every figure that the official scorers printed for the golden texts: corpus, document and segment level."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from bakeoff.data import Document, ReferenceSet, Run, Segment
from bakeoff.evaluation import Evaluation, SystemScores, score_runs, score_texts
from bakeoff.metrics.bleu import brevity
from tests.golden.expressions import ELSEWHERE, RECIPES

SETS = ("wmt22-de-en", "wmt22-en-de", "wmt22-en-zh", "newstest2014-en-de", "fisher-dev")
MULTIPLE = {"newstest2014-en-de": "ABCD", "fisher-dev": "ABC"}
CASES = [(name, references) for name in SETS for references in ("A", MULTIPLE.get(name, "AB"))]
PRINTED_DIGITS = 1e-9


@cache
def scores_of(folder: Path) -> dict[str, Any]:
    return json.loads((folder / "scores.json").read_text(encoding="utf-8"))


def documents_of(folder: Path, name: str, text: str) -> tuple[Document, ...]:
    lines = (folder / name / f"{text}.txt").read_text(encoding="utf-8").removesuffix("\n").split("\n")
    documents = []
    for document in scores_of(folder)["sets"][name]["documents"]:
        part = lines[document["first_line"] - 1 : document["last_line"]]
        segments = tuple(Segment(str(number), line) for number, line in enumerate(part, start=1))
        documents.append(Document(document["docid"], segments, {"genre": document["genre"]}))
    return tuple(documents)


def figures_of(folder: Path, name: str, references: str) -> list[dict[str, Any]]:
    return [
        figure
        for figure in scores_of(folder)["runs"]
        if (figure["set"], "".join(figure["refs"])) == (name, references) and figure["metric"] not in ELSEWHERE
    ]


@cache
def evaluations_of(folder: Path, name: str, references: str) -> dict[str, Evaluation]:
    """All figures of a set in one go for each specification."""
    recipes = [RECIPES[figure["metric"], figure["config"]] for figure in figures_of(folder, name, references)]
    systems = scores_of(folder)["sets"][name]["systems"]
    return {
        specification: score_runs(
            [Run(system=system, documents=documents_of(folder, name, f"hyp.{system}")) for system in systems],
            [ReferenceSet(name=ref, documents=documents_of(folder, name, f"ref.{ref}")) for ref in references],
            metrics=[recipe.expression for recipe in recipes if recipe.specification == specification],
            specification=specification,
            by=("document",),
        )
        for specification in {recipe.specification for recipe in recipes}
    }


def system_of(evaluation: Evaluation, name: str) -> SystemScores:
    return next(system for system in evaluation.systems if system.name == name)


@pytest.mark.parametrize(("name", "references"), CASES)
def test_corpus_and_document_scores_equal_those_the_tools_printed(data: Path, name: str, references: str) -> None:
    folder = data / "golden"
    evaluations = evaluations_of(folder, name, references)
    for figure in figures_of(folder, name, references):
        recipe = RECIPES[figure["metric"], figure["config"]]
        system = system_of(evaluations[recipe.specification], figure["system"])
        where = (figure["tool"], figure["system"], references)
        ours = system.scores[recipe.expression].value
        assert ours == pytest.approx(recipe.factor * figure["score"], rel=PRINTED_DIGITS), where
        for document, value in figure.get("documents", {}).items():
            ours = system.groups[f"document={document}"].scores[recipe.expression].value
            assert ours == pytest.approx(recipe.factor * value, rel=PRINTED_DIGITS), (document, *where)


# Counts that the tools printed beside the score, and the columns of our statistics that add up to them.
COUNTS = (
    ("edits", ("edits",)),
    ("errors", ("substitutions", "deletions", "insertions")),
    ("substitutions", ("substitutions",)),
    ("deletions", ("deletions",)),
    ("insertions", ("insertions",)),
    ("hyp_words", ("hypothesis_words",)),
    ("hyp_words", ("ngrams_1",)),
    ("ref_words", ("reference_words",)),
    ("ref_words", ("reference_length",)),
    ("matches", ("matches",)),
)


@pytest.mark.parametrize(("name", "references"), CASES)
def test_counts_equal_those_the_tools_printed(data: Path, name: str, references: str) -> None:
    folder = data / "golden"
    evaluations = evaluations_of(folder, name, references)
    compared = 0
    for figure in figures_of(folder, name, references):
        recipe = RECIPES[figure["metric"], figure["config"]]
        evaluation = evaluations[recipe.specification]
        columns = evaluation.metrics[recipe.expression].columns
        sums = system_of(evaluation, figure["system"]).statistics[recipe.expression].sum(axis=0)
        for key, parts in COUNTS:
            if key in figure and all(part in columns for part in parts):
                ours = sum(sums[columns.index(part)] for part in parts)
                assert ours == pytest.approx(figure[key], rel=1e-12), (key, figure["tool"], figure["system"])
                compared += 1
    assert compared > 0


@pytest.mark.parametrize(("name", "references"), CASES)
def test_segment_scores_equal_those_the_tools_printed(data: Path, name: str, references: str) -> None:
    folder = data / "golden"
    file = folder / scores_of(folder)["sets"][name]["segments_file"]
    stored = json.loads(file.read_text(encoding="utf-8"))
    evaluations = evaluations_of(folder, name, references)
    compared = 0
    for array in stored["arrays"]:
        if "".join(array["refs"]) != references or array["metric"] in ELSEWHERE:
            continue
        recipe = RECIPES[array["metric"], array["config"]]
        evaluation = evaluations[recipe.specification]
        system = system_of(evaluation, stored["system"])
        if "values" in array:
            ours = evaluation.segment_scores(system, recipe.expression)
            np.testing.assert_allclose(ours, recipe.factor * np.asarray(array["values"]), rtol=1e-9, atol=1e-12)
        for key, column in {"edits": "edits", "ref_words": "reference_words"}.items():
            if key in array:
                index = evaluation.metrics[recipe.expression].columns.index(column)
                np.testing.assert_allclose(system.statistics[recipe.expression][:, index], array[key], rtol=1e-9)
        compared += 1
    assert compared > 0


@pytest.mark.parametrize(("metric", "unit"), [("bleu", 100), ("nist", 1)])
@pytest.mark.parametrize(("name", "references"), CASES)
def test_scores_of_every_highest_order_equal_those_mteval_printed(
    data: Path, name: str, references: str, metric: str, unit: float
) -> None:
    """mteval prints four decimals for orders up to 1, 2, … 9."""
    folder = data / "golden"
    figures = [
        f for f in figures_of(folder, name, references) if (f["metric"], f["config"]) == (metric.upper(), "mteval.c")
    ]
    expressions = [f"{metric}@mteval:order={order}" for order in range(1, 10)]
    for figure in figures:
        names = [f"hyp.{figure['system']}", *(f"ref.{ref}" for ref in references)]
        hypothesis, *texts = [[s.text for d in documents_of(folder, name, n) for s in d.segments] for n in names]
        scores = score_texts(hypothesis, texts, metrics=expressions)
        printed = [unit * value for value in figure["cumulative_1to9"]]
        assert list(scores.values()) == pytest.approx(printed, abs=0.000051 * unit), figure["system"]


@pytest.mark.parametrize(("name", "references"), CASES)
def test_precisions_and_brevity_equal_those_sacrebleu_printed(data: Path, name: str, references: str) -> None:
    """Matches and n-grams of each order, their ratio and the brevity penalty; `add-k` prints its counts smoothed."""
    folder = data / "golden"
    evaluations = evaluations_of(folder, name, references)
    figures = [f for f in figures_of(folder, name, references) if "counts" in f and "add-k" not in f["config"]]
    assert figures
    for figure in figures:
        recipe = RECIPES[figure["metric"], figure["config"]]
        system = system_of(evaluations[recipe.specification], figure["system"])
        sums = system.scores[recipe.expression].statistics
        matches = [sums[f"matches_{order}"] for order in range(1, 5)]
        ngrams = [sums[f"ngrams_{order}"] for order in range(1, 5)]
        assert (matches, ngrams) == (figure["counts"], figure["totals"]), figure["tool"]
        found = [100 * match / count for match, count in zip(matches, ngrams, strict=True)]
        assert found == pytest.approx(figure["precisions"], rel=PRINTED_DIGITS)
        penalty = brevity(np.array(sums["ngrams_1"]), np.array(sums["reference_length"]))
        assert float(penalty) == pytest.approx(figure["bp"], rel=PRINTED_DIGITS)


@pytest.mark.parametrize("metric", ["BLEU", "NIST"])
@pytest.mark.parametrize(("name", "references"), CASES)
def test_figures_of_single_orders_equal_those_mteval_printed(
    data: Path, name: str, references: str, metric: str
) -> None:
    """mteval prints, with four decimals, the precision of each order (BLEU) or its information with the penalty (NIST);
    and for BLEU the ratio of lengths and the logarithm of the penalty in full.
    """
    folder = data / "golden"
    evaluations = evaluations_of(folder, name, references)
    for config in ("mteval.c", "mteval.nocase"):
        recipe = RECIPES[metric, config]
        wanted = (metric, config)
        figures = [f for f in figures_of(folder, name, references) if (f["metric"], f["config"]) == wanted]
        assert figures
        for figure in figures:
            system = system_of(evaluations[recipe.specification], figure["system"])
            sums = system.scores[recipe.expression].statistics
            if metric == "BLEU":
                found = [sums[f"matches_{order}"] / sums[f"ngrams_{order}"] for order in range(1, 5)]
                ratio = sums["ngrams_1"] / sums["reference_length"]
                assert ratio == pytest.approx(figure["length_ratio"], rel=PRINTED_DIGITS)
                assert min(0.0, 1 - 1 / ratio) == pytest.approx(figure["log_penalty"], rel=PRINTED_DIGITS)
            else:
                factor = system.scores[recipe.expression].value / sum(
                    sums[f"information_{order}"] / sums[f"ngrams_{order}"] for order in range(1, 6)
                )
                found = [factor * sums[f"information_{n}"] / sums[f"ngrams_{n}"] for n in range(1, 6)]
            assert found == pytest.approx(figure["individual_1to9"][: len(found)], abs=0.000051), figure["tool"]
