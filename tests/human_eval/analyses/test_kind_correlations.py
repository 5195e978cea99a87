"""Kinds of human judgment against each other: known rankings, kinds found by themselves, refusals."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from bakeoff.data.judgments import Judgment
from bakeoff.errors import InputError, MistakesError
from bakeoff.human_eval import HumanAnalysis, KindOfJudgment, correlate_kinds, kinds_of_judgments
from bakeoff.human_eval.protocols.registry import find_protocol
from bakeoff.rulebook import read_rulebook
from bakeoff.simulation.evaluations import Asking, World, simulate_evaluation
from bakeoff.statistics.correlation.coefficients import Coefficient
from tests.human_eval.judgments import ranking


def graded(
    system: str,
    grade: object,
    *,
    protocol: str = "adequacy",
    segment: str = "1",
    **values: Any,
) -> Judgment:
    name = f"{protocol} {system} {segment} {values}"
    return Judgment(id=name, protocol=protocol, judge="j", segment=segment, systems=(system,), answer=grade, **values)


RANKS = {"a": 1, "b": 2, "c": 3, "d": 4}
GRADES = {"a": 3, "b": 4, "c": 2, "d": 1}
"""Of the six pairs one is turned round: rho = 1 − 6·2/(4·15) = 0.8, tau = (5 − 1)/6."""


def both(language_pair: str = "fr-en", grades: Mapping[str, int] = GRADES) -> list[Judgment]:
    own = [graded(system, grade, language_pair=language_pair) for system, grade in grades.items()]
    return [ranking("j", "1", RANKS, language_pair=language_pair), *own]


@pytest.mark.parametrize(("coefficient", "expected"), [("spearman", 0.8), ("kendall", 2 / 3)])
def test_two_kinds_whose_rankings_are_known(coefficient: Coefficient, expected: float) -> None:
    found = correlate_kinds(kinds_of_judgments(both()), coefficient=coefficient)
    (row,) = found.rows
    assert (row.first, row.second, row.group) == ("ranking", "adequacy", ("fr-en", ""))
    assert row.correlation.value == pytest.approx(expected)
    assert (row.systems, row.left_out) == (("a", "b", "c", "d"), ())
    assert found.scores == {"ranking": "better", "adequacy": "mean"}


def test_groups_stand_apart_and_are_averaged() -> None:
    reversed_grades = dict(zip(GRADES, (1, 2, 3, 4), strict=True))
    found = correlate_kinds(kinds_of_judgments([*both(), *both("de-en", reversed_grades)]))
    assert [(row.group[0], round(row.correlation.value, 3)) for row in found.rows] == [("fr-en", 0.8), ("de-en", -1.0)]
    mean, groups = found.averages["ranking", "adequacy"]
    assert (round(mean, 3), groups) == (-0.1, 2)


def test_penalties_count_the_other_way_round() -> None:
    """Marked errors and grades of the same outputs: the fewer errors, the higher the grade."""
    span = {"start": 0, "end": 1, "severity": "minor", "category": "Style", "side": "target"}
    marked = [
        graded(s, [span] * (4 - grade), protocol="error_spans", language_pair="fr-en") for s, grade in GRADES.items()
    ]
    kinds = kinds_of_judgments([*both()[1:], *marked])
    assert correlate_kinds(kinds).rows[0].correlation.value == pytest.approx(1.0)


def test_systems_that_one_kind_lacks_are_left_out_and_too_few_have_no_value() -> None:
    judgments = [each for each in both() if each.systems != ("d",)]
    (row,) = correlate_kinds(kinds_of_judgments(judgments)).rows
    assert (row.systems, row.left_out, row.correlation.n) == (("a", "b", "c"), ("d",), 3)
    (row,) = correlate_kinds(kinds_of_judgments(judgments[:-1])).rows
    assert (row.systems, row.correlation) == (("a", "b"), None)
    (row,) = correlate_kinds(kinds_of_judgments(both(grades=dict.fromkeys(RANKS, 3)))).rows
    assert row.correlation is None


def test_kinds_by_the_rules_of_a_campaign() -> None:
    """W08: sentence ranking, to which the judgments of All-English add their part."""
    book = read_rulebook("wmt2008")
    single = [ranking("j", "1", {"a": 2, "b": 1, "c": 3}, language_pair="fr-en", campaign="ranking")]
    mixed = {"fr-en/a": 1, "de-en/a": 1, "fr-en/b": 3, "fr-en/c": 4}
    every = [ranking(f"j{n}", "2", mixed, language_pair="en", campaign="all-english") for n in range(3)]
    adequacy = [graded(s, grade, language_pair="fr-en") for s, grade in (("a", 4), ("b", 3), ("c", 1))]
    kinds = kinds_of_judgments([*single, *every, *adequacy], rulebook=book)
    assert list(kinds) == ["ranking", "all-english", "adequacy"]
    assert kinds["ranking"].analysis.score == "better-or-equal"
    (row,) = correlate_kinds(kinds).rows
    assert (row.first, row.second, row.group, row.correlation.value) == ("ranking", "adequacy", ("fr-en", ""), 1.0)
    assert correlate_kinds(kinds_of_judgments([*single, *adequacy], rulebook=book)).rows[0].correlation.value == 0.5


def test_one_file_may_be_two_kinds_by_two_scores() -> None:
    world, rng = World(systems=6, spread=3.0), np.random.default_rng(1)
    judgments = simulate_evaluation(find_protocol("esa"), world, Asking(segments=60), rng=rng).judgments
    kinds = {
        name: KindOfJudgment(judgments=judgments, analysis=HumanAnalysis(score=name)) for name in ("mean", "penalty")
    }
    (row,) = correlate_kinds(kinds).rows
    assert row.correlation.value > 0.8


def test_kinds_of_the_same_truth_agree_the_more_the_more_is_judged() -> None:
    def value(segments: int) -> float:
        judgments = []
        for seed, protocol in enumerate(("ranking", "direct")):
            world, rng = World(systems=8, spread=2.0), np.random.default_rng(seed)
            simulated = simulate_evaluation(find_protocol(protocol), world, Asking(segments=segments), rng=rng)
            judgments += [replace(each, id=f"{protocol} {each.id}") for each in simulated.judgments]
        return correlate_kinds(kinds_of_judgments(judgments)).rows[0].correlation.value

    assert value(4) < value(200) > 0.9


def test_refusals() -> None:
    with pytest.raises(InputError, match="two kinds of judgment or more, found ranking"):
        correlate_kinds(kinds_of_judgments(both()[:1]))
    with pytest.raises(InputError, match="that two kinds have judged"):
        correlate_kinds(kinds_of_judgments([*both()[:1], *both("de-en")[1:]]))
    assert correlate_kinds(kinds_of_judgments([*both()[:1], *both("de-en")[1:]]), by=()).rows[0].group == ()
    with pytest.raises(MistakesError):
        correlate_kinds(kinds_of_judgments([*both(), graded("a", 9, language_pair="fr-en", segment="2")]))
    named = [replace(each, campaign="ranking") for each in both()[:1]]
    with pytest.raises(InputError, match="that name an evaluation of the rulebook"):
        kinds_of_judgments([*named, ranking("k", "1", RANKS)], rulebook=read_rulebook("wmt2008"))
