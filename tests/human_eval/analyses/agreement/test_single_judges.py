"""The agreement of each judge with all others: compared with the words of the definition, and with that of all."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import numpy as np
import pytest

from bakeoff.data.judgments import Judgment
from bakeoff.human_eval import analyse_judgments
from bakeoff.human_eval.analyses.agreement.judges import AgreementMeasure, AgreementRules, agree_judges
from bakeoff.human_eval.analyses.agreement.single_judges import SingleJudgeAgreement, agreement_of_each
from bakeoff.human_eval.protocols.observations import Grades, Observations, Preferences
from bakeoff.human_eval.protocols.registry import find_protocol
from tests.human_eval.judgments import pairwise

JUDGES = ("ann", "ben", "cas", "dee")


def drawn_grades(seed: int, *, random: str = "", segments: int = 60) -> list[Judgment]:
    """Grades of 0 to 4; each output has two to four judges, of whom `random` grades without reading."""
    rng = np.random.default_rng(seed)
    found = []
    for segment in range(segments):
        truth = rng.integers(5)
        for judge in rng.permutation(JUDGES)[: rng.integers(2, 5)]:
            grade = rng.integers(5) if judge == random else np.clip(truth + rng.integers(-1, 2), 0, 4)
            found.append(
                Judgment(
                    id=f"{judge}-{segment}",
                    protocol="fluency",
                    judge=str(judge),
                    segment=str(segment),
                    systems=("a",),
                    answer=[int(grade)],
                )
            )
    return found


def grades(seed: int, **how: Any) -> Grades:
    found = find_protocol("fluency").grades(drawn_grades(seed, **how))
    assert found is not None
    return found


def preferences(seed: int) -> Preferences:
    rng = np.random.default_rng(seed)
    answers = [
        pairwise(str(judge), str(segment), "ab", rng.choice(["first", "second", "tie"], p=[0.6, 0.2, 0.2]))
        for segment in range(50)
        for judge in rng.permutation(JUDGES)[: rng.integers(2, 5)]
    ]
    found = find_protocol("pairwise").preferences(answers)
    assert found is not None
    return found


def each_of(*groups: Observations, **rules: Any) -> dict[str, SingleJudgeAgreement]:
    return agreement_of_each(iter(groups), rules=AgreementRules(**rules), scale=(0, 4))


def naive(answers: Grades, distance: Any, *, by_answer: bool) -> dict[str, float]:
    """The mean distance of each judge's answers to the others', by the words of the definition."""
    by_item: dict[int, list[tuple[str, float]]] = {}
    for item, judge, value in zip(answers.item.tolist(), answers.judge.tolist(), answers.value.tolist(), strict=True):
        by_item.setdefault(item, []).append((answers.judges[judge], value))
    found: dict[str, list[tuple[float, float]]] = {}
    for given in by_item.values():
        for (judge, one), (_, other) in permutations(given, 2):
            found.setdefault(judge, []).append((distance(one, other), 1 / (len(given) - 1) if by_answer else 1.0))
    return {
        judge: sum(apart * weight for apart, weight in rows) / sum(weight for _, weight in rows)
        for judge, rows in found.items()
    }


@pytest.mark.parametrize(
    ("rules", "distance", "by_answer"),
    [
        ({"measure": "krippendorff"}, lambda a, b: ((a - b) / 4) ** 2, True),
        ({"measure": "kappa"}, lambda a, b: a != b, False),
        ({"measure": "cohen", "weights": "linear"}, lambda a, b: abs(a - b) / 4, False),
        ({"measure": "cohen", "weights": "quadratic"}, lambda a, b: ((a - b) / 4) ** 2, False),
    ],
)
def test_figures_are_those_of_the_definition(rules: dict[str, Any], distance: Any, by_answer: bool) -> None:
    answers = grades(3)
    together = agree_judges(answers, rules=AgreementRules(**rules), scale=(0, 4))
    assert together is not None
    assert together.expected is not None
    expected = 1 - together.expected
    wanted = {judge: 1 - apart / expected for judge, apart in naive(answers, distance, by_answer=by_answer).items()}
    assert {judge: each.value for judge, each in each_of(answers, **rules).items()} == pytest.approx(wanted)


@pytest.mark.parametrize("measure", ["kappa", "fleiss", "cohen", "ties", "krippendorff"])
def test_the_agreement_of_all_is_the_mean_of_the_judges(measure: AgreementMeasure) -> None:
    answers = preferences(4)
    together = agree_judges(answers, rules=AgreementRules(measure=measure))
    assert together is not None
    found = each_of(answers, measure=measure)
    sizes = np.bincount(answers.item)
    others = sizes[answers.item] - 1
    weights = {
        judge: float(
            (answers.judge == number).sum() if measure == "krippendorff" else others[answers.judge == number].sum()
        )
        for number, judge in enumerate(answers.judges)
    }
    mean = sum(found[judge].value * weight for judge, weight in weights.items()) / sum(weights.values())
    assert mean == pytest.approx(together.value)


def test_who_answers_at_random_agrees_as_much_as_chance_gives() -> None:
    found = each_of(grades(5, random="ben", segments=400))
    assert set(found) == set(JUDGES)
    around = found["ben"].interval
    assert around is not None
    assert around.low < found["ben"].value < around.high
    assert all(each.value > 0.3 for judge, each in found.items() if judge != "ben")
    assert found["ben"].value < min(each.value for judge, each in found.items() if judge != "ben") - 0.3


def test_intervals_hold_the_agreement_of_many_segments_as_often_as_they_say() -> None:
    truth = each_of(grades(0, random="ben", segments=5_000))["ann"].value
    drawn = [each_of(grades(seed, random="ben", segments=150))["ann"].interval for seed in range(1, 101)]
    held = np.mean([each is not None and each.low <= truth <= each.high for each in drawn])
    assert 0.88 <= held <= 0.99


def test_groups_count_by_answers_and_judges_without_common_answers_have_no_figure() -> None:
    one, other = grades(6), grades(7, segments=20)
    apart, both = (each_of(one), each_of(other)), each_of(one, other)
    for judge, each in both.items():
        parts = [part[judge] for part in apart]
        assert each.answers == sum(part.answers for part in parts)
        assert each.value == pytest.approx(sum(part.value * part.answers for part in parts) / each.answers)
    alone = [each for each in drawn_grades(6) if each.judge == "ann"]
    found = find_protocol("fluency").grades(alone)
    assert found is not None
    assert each_of(found) == {}


def test_an_analysis_has_the_agreement_of_every_judge() -> None:
    judgments = drawn_grades(8, random="dee")
    result = analyse_judgments(judgments)
    found = agreement_of_each([grades(8, random="dee")], scale=find_protocol("fluency").grades_from_to)
    assert {each.judge: each.agreement for each in result.judges} == pytest.approx(
        {judge: each.value for judge, each in found.items()}
    )
    assert min(result.judges, key=lambda each: each.agreement or 0.0).judge == "dee"
    assert all(each.shared == each.judgments for each in result.judges)
