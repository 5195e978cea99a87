"""How far judges agree, with each other and with themselves, whether they graded or compared."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal, get_args

import numpy as np

from bakeoff.errors import ExpressionError, InputError
from bakeoff.human_eval.analyses.agreement import Between, Chance, Counting, preference_agreement
from bakeoff.human_eval.analyses.grade_agreement import judge_kappas
from bakeoff.human_eval.analyses.repeats import intra_judge_kappas
from bakeoff.human_eval.observations import Grades, Observations, Preferences
from bakeoff.human_eval.quality.rules import answered
from bakeoff.statistics import (
    Agreement,
    AgreementWord,
    Interval,
    KappaWeights,
    bootstrap_agreement,
    fleiss_kappa,
    kappa,
    krippendorff_alpha,
    landis_koch,
)
from bakeoff.statistics.inputs import one_of

AgreementMeasure = Literal["kappa", "fleiss", "cohen", "krippendorff", "ties"]
"""Kappa with equal chances of all answers, Fleiss's, Cohen's, Krippendorff's alpha, kappa with WMT's chance of ties."""
_CHANCES: dict[str, Chance] = {"kappa": "fixed", "fleiss": "fleiss", "cohen": "cohen", "ties": "ties"}
_MOST_GRADES = 20
"""Scales with more grades are taken for continuous: hardly two grades on them are the same."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AgreementRules:
    """How agreement is measured. `weights` let neighbouring grades agree in part (Cohen's kappa)."""

    measure: AgreementMeasure | None = None
    """None: kappa with equal chances of comparisons, Krippendorff's alpha of grades."""
    counting: Counting = "textbook"
    weights: KappaWeights | None = None
    samples: int = 0
    level: float = 0.95

    def __post_init__(self) -> None:
        one_of(self.measure or "kappa", get_args(AgreementMeasure), "measure")
        one_of(self.counting, get_args(Counting), "counting")


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgeAgreement:
    """Agreement between judges, or of judges with themselves."""

    between: Between
    measure: AgreementMeasure
    value: float | None
    """At most 1; None where chance alone would agree always."""
    observed: float | None
    """P(A); None where the measure has no single one."""
    expected: float | None
    count: int
    """Pairs of answers; for grades outputs with several answers, for Cohen's kappa of grades pairs of judges."""
    counted: str
    """What `count` counts."""
    interval: Interval | None = None

    @property
    def word(self) -> AgreementWord | None:
        """The word of Landis and Koch."""
        return None if self.value is None else landis_koch(self.value)


def agree_judges(
    observations: Observations,
    *,
    between: Between = "judges",
    rules: AgreementRules | None = None,
    scale: tuple[float, float] | None = None,
    rng: np.random.Generator | None = None,
) -> JudgeAgreement | None:
    """Agreement on what several judges, or one judge twice, answered; None where there is nothing of the kind.

    Ranks count as their comparisons. Kappa with equal chances of grades needs a scale of few grades. Cohen's kappa of
    grades is the mean over pairs of judges (or over judges), each counting by its common outputs.
    """
    one_of(between, get_args(Between), "between")
    chosen = rules or AgreementRules()
    if isinstance(observations, Preferences):
        return _of_preferences(observations, between, chosen, rng)
    if isinstance(observations, Grades):
        return _of_grades(observations, between, chosen, scale, rng)
    raise InputError(expected="grades or preferences", found=type(observations).__name__)


def _of_preferences(
    preferences: Preferences, between: Between, rules: AgreementRules, rng: np.random.Generator | None
) -> JudgeAgreement | None:
    measure = rules.measure or "kappa"
    if measure == "krippendorff":
        if rules.counting == "wmt":
            raise ExpressionError("Krippendorff's alpha has no counting of WMT: take kappa.")
        if not (rows := answers_by_unit(preferences, between)):
            return None
        return _stated(between, measure, _resampled(rows, krippendorff_alpha, rules, rng), "questions")
    try:
        found = preference_agreement(
            preferences,
            between=between,
            counting=rules.counting,
            chance=_CHANCES[measure],
            samples=rules.samples,
            level=rules.level,
            rng=rng,
        )
    except InputError:  # nothing was answered twice
        return None
    return JudgeAgreement(
        between=between,
        measure=measure,
        value=found.value,
        observed=found.observed,
        expected=found.expected,
        count=found.comparable,
        counted="pairs of answers",
        interval=found.interval,
    )


def _of_grades(
    grades: Grades,
    between: Between,
    rules: AgreementRules,
    scale: tuple[float, float] | None,
    rng: np.random.Generator | None,
) -> JudgeAgreement | None:
    measure = rules.measure or "krippendorff"
    if measure == "ties" or rules.counting == "wmt":
        raise ExpressionError("the counting of WMT and its chance from ties are for comparisons, not for grades.")
    if measure == "cohen":
        return _cohen(grades, between, rules.weights)
    if not (rows := answers_by_unit(grades, between)):
        return None
    return _stated(between, measure, _resampled(rows, _statistic(measure, grades, scale), rules, rng), "outputs")


def _statistic(
    measure: AgreementMeasure, grades: Grades, scale: tuple[float, float] | None
) -> Callable[[Sequence[Sequence[float]]], Agreement]:
    if measure == "krippendorff":
        return lambda rows: krippendorff_alpha(rows, measure="interval")
    if measure == "fleiss":
        return fleiss_kappa
    low, high = scale or (float(grades.value.min()), float(grades.value.max()))
    size = round(high - low) + 1
    if size > _MOST_GRADES or (grades.value % 1).any():
        raise ExpressionError("kappa with equal chances needs a scale of few grades: take krippendorff.")
    return lambda rows: kappa(rows, chance=1 / size)


def _resampled(
    rows: Sequence[Sequence[float]],
    statistic: Callable[[Sequence[Sequence[float]]], Agreement],
    rules: AgreementRules,
    rng: np.random.Generator | None,
) -> Agreement:
    if not rules.samples or rng is None:
        return statistic(rows)
    return bootstrap_agreement(rows, statistic, samples=rules.samples, level=rules.level, rng=rng)


def _cohen(grades: Grades, between: Between, weights: KappaWeights | None) -> JudgeAgreement | None:
    found = (
        [pair.agreement for pair in judge_kappas(grades, weights=weights)]
        if between == "judges"
        else list(intra_judge_kappas(grades, weights=weights).values())
    )
    known = [(each.value, each.n) for each in found if each.value is not None]
    if not found:
        return None
    total = sum(n for _, n in known)
    value = sum(value * n for value, n in known) / total if known else None
    counted = "pairs of judges" if between == "judges" else "judges"
    return JudgeAgreement(
        between=between, measure="cohen", value=value, observed=None, expected=None, count=len(found), counted=counted
    )


def _stated(between: Between, measure: AgreementMeasure, found: Agreement, counted: str) -> JudgeAgreement:
    return JudgeAgreement(
        between=between,
        measure=measure,
        value=found.value,
        observed=found.observed,
        expected=found.expected,
        count=found.n,
        counted=counted,
        interval=found.interval,
    )


def answers_by_unit(observations: Observations, between: Between) -> list[list[float]]:
    """What was asked several times, each with all answers: of every judge the first, or all of one judge."""
    counted = observations.take(observations.ordinary)
    things, values = answered(counted)
    things = np.unique(things, return_inverse=True)[1]
    own = things * len(counted.judges) + counted.judge
    order = np.lexsort((counted.judgment, own))
    if between == "judges":
        order = order[np.unique(own[order], return_index=True)[1]]
    keys = (things if between == "judges" else own)[order]
    starts = np.flatnonzero(np.diff(keys)) + 1
    return [part.tolist() for part in np.split(values[order], starts) if len(part) > 1]
