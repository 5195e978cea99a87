"""The unit of tests and intervals of an analysis: chosen from the design, named, refused where it makes no sense."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from bakeoff.data.judgments import Judgment
from bakeoff.errors import ExpressionError, InputError
from bakeoff.human_eval import HumanAnalysis, HumanEvaluationResult, HumanRanking, analyse_judgments
from bakeoff.human_eval.analyses.grades.rankings import rank_by_grades
from bakeoff.human_eval.analyses.options import analysis_by_rules, choose_unit
from bakeoff.human_eval.protocols.contract import Settings
from bakeoff.human_eval.protocols.registry import find_protocol
from bakeoff.human_eval.protocols.rulebook_protocols import human_evaluation
from bakeoff.reports import human_json, human_matrix_table, human_ranking_table
from bakeoff.rulebook import read_rulebook
from bakeoff.rulebook.files.reader import parse_rulebook
from bakeoff.rulebook.files.sources import rulebook_files
from tests.human_eval.analyses.test_judgments import graded
from tests.human_eval.judgments import pairwise
from validity.documents import Design, grades_of

QUICK = HumanAnalysis(interval="none", trials=199)


def drawn(
    documents: int = 10, size: int = 4, *, protocol: str = "direct", by_document: bool = True, seed: int = 1
) -> list[Judgment]:
    """Grades of two equal systems, each document of each by one judge, or every segment by another."""
    rng = np.random.default_rng(seed)
    answers = {"esa": lambda score: {"score": score, "spans": []}}
    return [
        graded(
            f"judge{(2 * d + k if by_document else 2 * d + k + n) % 5}",
            f"{d}-{n}",
            system,
            answers.get(protocol, float)(float(np.clip(round(rng.normal(50, 10)), 0, 100))),
            protocol=protocol,
            document=f"document{d}",
        )
        for d in range(documents)
        for n in range(size)
        for k, system in enumerate("ab")
    ]


def compared(documents: int = 10, size: int = 4) -> list[Judgment]:
    rng = np.random.default_rng(2)
    return [
        pairwise("ann", f"{d}-{n}", "ab", ("first", "second")[rng.integers(2)], document=f"document{d}")
        for d in range(documents)
        for n in range(size)
    ]


def notes(ranking: HumanRanking, result: HumanEvaluationResult) -> str:
    return " ".join(human_ranking_table(result, ranking).notes)


@pytest.mark.parametrize(
    ("judgments", "unit", "test"),
    [
        (drawn(), "document", "randomization"),
        (drawn(by_document=False), "segment", "rank-sum"),
        (drawn(protocol="esa"), "document", "randomization"),
        (drawn(protocol="esa", by_document=False), "document", "randomization"),  # the screen shows the document
        (drawn(protocol="esa", size=1), "segment", "rank-sum"),
        ([replace(each, document="") for each in drawn(protocol="esa")], "segment", "rank-sum"),
        (compared(), "segment", "randomization"),
    ],
    ids=["documents", "segments", "esa", "esa scattered", "esa one segment each", "esa no documents", "comparisons"],
)
def test_the_unit_is_chosen_from_the_design(judgments: list[Judgment], unit: str, test: str) -> None:
    (ranking,) = analyse_judgments(judgments, analysis=QUICK).rankings
    assert (ranking.pairs.unit, ranking.pairs.test) == (unit, test)
    assert ranking.by_document == (unit == "document")


def test_comparisons_go_by_document_where_the_rulebook_shows_documents() -> None:
    settings = Settings(shows={"context": True})
    (ranking,) = analyse_judgments(compared(), settings=settings, analysis=QUICK).rankings
    assert ranking.pairs.unit == "document"


def test_documents_ranked_apart_are_tested_by_segment() -> None:
    found = analyse_judgments(drawn(), analysis=replace(QUICK, by=("document",))).rankings
    assert {ranking.pairs.unit for ranking in found} == {"segment"}


def test_captions_and_json_name_the_unit_and_why() -> None:
    result = analyse_judgments(drawn(), analysis=HumanAnalysis(trials=199))
    (ranking,) = result.rankings
    text = notes(ranking, result)
    assert "Pairs: approximate randomisation over documents, two-sided, Holm's correction" in text
    assert "Judges judged complete documents, so tests and intervals go by document." in text
    assert "Intervals hold the true value in 95% of all samples of documents." in text
    assert "Warning" not in text
    (found,) = human_json(result)["rankings"]
    assert (found["unit"], found["test"], found["warnings"]) == ("document", "randomization", [])


@pytest.mark.parametrize("asked", [{"unit": "segment"}, {"test": "rank-sum-wmt"}])
def test_tests_by_segment_of_documents_judged_as_a_whole_are_warned_of(asked: dict[str, Any]) -> None:
    result = analyse_judgments(drawn(), analysis=replace(QUICK, **asked))
    (ranking,) = result.rankings
    assert ranking.pairs.unit == "segment"
    expected = "judges judged complete documents, so segments of one document are not independent."
    assert f"Warning: {expected}" in notes(ranking, result)
    assert f"Warning: {expected}" in " ".join(human_matrix_table(ranking).notes)
    (warning,) = human_json(result)["rankings"][0]["warnings"]
    assert warning.lower().startswith(expected)


@pytest.mark.parametrize(("documents", "warned"), [(5, True), (6, False)])
def test_too_few_documents_to_find_anything_are_warned_of(documents: int, warned: bool) -> None:
    result = analyse_judgments(drawn(documents), analysis=replace(QUICK, unit="document"))
    text = notes(result.rankings[0], result)
    assert (
        "Warning: 1 of 1 pairs have too few documents to reach p ≤ 0.05, whatever the judgments are." in text
    ) == warned


def test_tests_as_published_are_refused_by_other_units() -> None:
    with pytest.raises(ExpressionError, match="rank-sum-wmt is a test by segment, as published: by document take"):
        analyse_judgments(drawn(), analysis=replace(QUICK, unit="document", test="rank-sum-wmt"))
    with pytest.raises(ExpressionError, match="sign-w08 is a test by segment, as published: by judge take sign"):
        analyse_judgments(compared(), analysis=replace(QUICK, unit="judge", test="sign-w08", majority=False))


def test_units_that_judgments_do_not_have_are_refused() -> None:
    with pytest.raises(InputError, match="expected documents of several segments, found none in these judgments"):
        analyse_judgments(drawn(size=1), analysis=replace(QUICK, unit="document"))
    nameless = [replace(each, judge="unknown") for each in drawn()]
    with pytest.raises(InputError, match="expected judges with names, found none in these judgments"):
        analyse_judgments(nameless, analysis=replace(QUICK, unit="judge"))
    with pytest.raises(ExpressionError, match="what most judges say has no single judge"):
        analyse_judgments(compared(), analysis=replace(QUICK, unit="judge"))
    with pytest.raises(InputError, match="unit to be one of segment, document, judge"):
        HumanAnalysis(unit="speaker")  # type: ignore[arg-type]


def test_judges_are_a_unit() -> None:
    (ranking,) = analyse_judgments(drawn(), analysis=HumanAnalysis(unit="judge", trials=199)).rankings
    assert (ranking.pairs.unit, ranking.pairs.test) == ("judge", "randomization")
    single = HumanAnalysis(unit="judge", trials=199, majority=False)
    (ranking,) = analyse_judgments(compared(), analysis=single).rankings
    assert ranking.systems[0].interval is None  # one judge


def test_a_rulebook_names_the_unit() -> None:
    rules = human_evaluation(read_rulebook("wmt2008"), "ranking")
    assert analysis_by_rules(rules).unit is None
    assert analysis_by_rules(rules.model_copy(update={"unit": "judge"})).unit == "judge"


def test_a_rulebook_with_a_published_test_by_another_unit_is_refused() -> None:
    text = rulebook_files()["wmt2008"].read_text(encoding="utf-8")
    changed = text.replace('comparison = { test = "sign-w08"', 'unit = "document"\ncomparison = { test = "sign-w08"', 1)
    (finding,) = parse_rulebook(changed).findings
    assert "expected the unit segment with sign-w08, which is as published, found document" in str(finding)


def test_equal_systems_graded_by_document_are_rarely_separated() -> None:
    """By segment a third and more of the evaluations find a difference; see `validity/` for the figures."""
    design = Design(documents=16, size=10, judges=8, document=0.5, judge=0.5)
    rng, protocol = np.random.default_rng(7), find_protocol("esa")
    found = {"default": 0, "segment": 0}
    for _ in range(200):
        grades = grades_of(design, rng)
        for name in found:
            unit: Any = choose_unit(grades, QUICK, protocol).unit if name == "default" else name
            ranking = rank_by_grades(
                grades, replace(QUICK, unit=unit), score="mean", standardised=False, higher_is_better=True
            )
            found[name] += bool(ranking.pairs.beats.any())
    assert found["default"] / 200 < 0.11
    assert found["segment"] / 200 > 0.25
