"""How far judges agree, with each other and with themselves, whether they graded or compared."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal, get_args

import numpy as np

from bakeoff.errors import ExpressionError, InputError
from bakeoff.human_eval.analyses.agreement.mean_kappas import mean_kappa
from bakeoff.human_eval.analyses.agreement.preferences import (
    Between,
    Chance,
    Counting,
    has_repeats,
    preference_agreement,
)
from bakeoff.human_eval.analyses.agreement.repeated_questions import UnitMeasure, Units, repeated_units, unit_agreement
from bakeoff.human_eval.protocols.observations import Grades, Observations, Preferences
from bakeoff.statistics import AgreementWord, Interval, KappaWeights, landis_koch
from bakeoff.statistics.inputs import one_of

AgreementMeasure = Literal["kappa", "fleiss", "cohen", "krippendorff", "ties"]
"""Kappa with equal chances of all answers, Fleiss's, Cohen's, Krippendorff's alpha, kappa with WMT's chance of ties."""
_CHANCES: dict[str, Chance] = {"kappa": "fixed", "fleiss": "fleiss", "cohen": "cohen", "ties": "ties"}
_MOST_GRADES = 20
"""Scales with more grades are taken for continuous: hardly two grades on them are the same."""
_CONTINUOUS = (
    "On so fine a scale hardly two grades are equal, so that unweighted kappa says little: "
    "take Cohen's kappa with linear or quadratic weights, or Krippendorff's alpha."
)


@dataclass(frozen=True, slots=True, kw_only=True)
class AgreementRules:
    """How agreement is measured. `weights` let neighbouring grades agree in part (Cohen's kappa)."""

    measure: AgreementMeasure | None = None
    """None: kappa with equal chances of comparisons, Krippendorff's alpha of grades."""
    counting: Counting = "textbook"
    weights: KappaWeights | None = None

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
    remark: str = ""
    """A remark on the figure where it may mislead."""

    @property
    def word(self) -> AgreementWord | None:
        """The word of Landis and Koch."""
        return None if self.value is None else landis_koch(self.value)


@dataclass(frozen=True, slots=True, kw_only=True)
class PairAgreement:
    """How far judges agree on which of two systems is better (I12, appendix B)."""

    first: str
    second: str
    agreement: JudgeAgreement


@dataclass(frozen=True, slots=True)
class _Drawing:
    """How intervals are made; none without samples."""

    samples: int
    level: float
    rng: np.random.Generator | None


def agree_judges(
    observations: Observations,
    *,
    between: Between = "judges",
    rules: AgreementRules | None = None,
    scale: tuple[float, float] | None = None,
    samples: int = 0,
    level: float = 0.95,
    rng: np.random.Generator | None = None,
) -> JudgeAgreement | None:
    """Agreement on what several judges, or one judge twice, answered; None where there is nothing of the kind.

    Ranks count as their comparisons. Kappa with equal chances of grades needs a scale of few grades. Cohen's kappa of
    grades is the mean over pairs of judges (or over judges), each counting by its common outputs; so are its P(A) and
    P(E), from which it cannot be computed. With `samples` and
    `rng` every measure has an interval: segments are resampled, each with all its answers. Answers without the name of
    a judge are left out: nobody knows which of them are of one person.
    """
    one_of(between, get_args(Between), "between")
    observations = observations.take(observations.named)
    chosen, drawing = rules or AgreementRules(), _Drawing(samples, level, rng)
    if isinstance(observations, Preferences):
        return _of_preferences(observations, between, chosen, drawing)
    if isinstance(observations, Grades):
        return _of_grades(observations, between, chosen, scale, drawing)
    raise InputError(expected="grades or preferences", found=type(observations).__name__)


def agreement_on_pairs(preferences: Preferences, *, rules: AgreementRules) -> tuple[PairAgreement, ...]:
    """Of each pair of systems that several judges compared on some segment, by their answers to this pair alone."""
    systems = preferences.systems
    low, high = np.minimum(preferences.first, preferences.second), np.maximum(preferences.first, preferences.second)
    codes = low.astype(np.int64) * len(systems) + high
    known = []
    for code in np.unique(codes).tolist():
        found = agree_judges(preferences.only(codes == code), rules=rules)
        if found is not None:
            first, second = divmod(code, len(systems))
            known.append(PairAgreement(first=systems[first], second=systems[second], agreement=found))
    return tuple(known)


def _of_preferences(
    preferences: Preferences, between: Between, rules: AgreementRules, drawing: _Drawing
) -> JudgeAgreement | None:
    measure = rules.measure or "kappa"
    if rules.weights is not None:
        raise ExpressionError("weights let neighbouring grades agree in part; comparisons have none.")
    if measure == "krippendorff":
        if rules.counting == "wmt":
            raise ExpressionError("Krippendorff's alpha has no counting of WMT: take kappa.")
        units = repeated_units(preferences, between)
        if not len(units):
            return None
        return _of_units(units, "alpha-nominal", drawing, between=between, measure=measure, counted="questions")
    if not has_repeats(preferences, between=between, counting=rules.counting):
        return None
    agreement = preference_agreement(
        preferences,
        between=between,
        counting=rules.counting,
        chance=_CHANCES[measure],
        samples=drawing.samples,
        level=drawing.level,
        rng=drawing.rng,
    )
    return JudgeAgreement(
        between=between,
        measure=measure,
        value=agreement.value,
        observed=agreement.observed,
        expected=agreement.expected,
        count=agreement.comparable,
        counted="pairs of answers",
        interval=agreement.interval,
    )


def _of_grades(
    grades: Grades, between: Between, rules: AgreementRules, scale: tuple[float, float] | None, drawing: _Drawing
) -> JudgeAgreement | None:
    measure = rules.measure or "krippendorff"
    if measure == "ties" or rules.counting == "wmt":
        raise ExpressionError("the counting of WMT and its chance from ties are for comparisons, not for grades.")
    if rules.weights is not None and measure != "cohen":
        raise ExpressionError("weights are for Cohen's kappa: take --measure cohen with them.")
    if not grades.value.size:
        return None
    if measure == "cohen":
        return _cohen(grades, between, rules.weights, drawing)
    size = _grades_of_scale(grades, scale)
    if measure == "kappa" and size is None:
        raise ExpressionError("kappa with equal chances needs a scale of few grades: take krippendorff.")
    units = repeated_units(grades, between)
    if not len(units):
        return None
    wanted: UnitMeasure = (
        "alpha-interval" if measure == "krippendorff" else "fleiss" if measure == "fleiss" else "kappa"
    )
    chance = 1 / size if size and measure == "kappa" else 0.0
    agreement = _of_units(units, wanted, drawing, between=between, measure=measure, counted="outputs", chance=chance)
    return replace(agreement, remark=_CONTINUOUS) if measure == "fleiss" and _is_continuous(grades) else agreement


def _grades_of_scale(grades: Grades, scale: tuple[float, float] | None) -> int | None:
    """How many grades the scale has; None where there are too many to distinguish."""
    low, high = scale or (float(grades.value.min()), float(grades.value.max()))
    size = round(high - low) + 1
    return None if size > _MOST_GRADES or (grades.value % 1).any() else size


def _is_continuous(grades: Grades) -> bool:
    """Whether there are too many different grades for equal ones to say much."""
    return len(np.unique(grades.value[grades.ordinary])) > _MOST_GRADES


def _of_units(
    units: Units,
    wanted: UnitMeasure,
    drawing: _Drawing,
    *,
    between: Between,
    measure: AgreementMeasure,
    counted: str,
    chance: float = 0.0,
) -> JudgeAgreement:
    agreement = unit_agreement(
        units, wanted, chance=chance, samples=drawing.samples, level=drawing.level, rng=drawing.rng
    )
    return JudgeAgreement(
        between=between,
        measure=measure,
        value=agreement.value,
        observed=agreement.observed,
        expected=agreement.expected,
        count=agreement.n,
        counted=counted,
        interval=agreement.interval,
    )


def _cohen(grades: Grades, between: Between, weights: KappaWeights | None, drawing: _Drawing) -> JudgeAgreement | None:
    kappa = mean_kappa(
        grades, between=between, weights=weights, samples=drawing.samples, level=drawing.level, rng=drawing.rng
    )
    if kappa is None:
        return None
    return JudgeAgreement(
        between=between,
        measure="cohen",
        value=kappa.value,
        observed=kappa.observed,
        expected=kappa.expected,
        count=kappa.pairs,
        counted="pairs of judges" if between == "judges" else "judges",
        interval=kappa.interval,
        remark=_CONTINUOUS if weights is None and _is_continuous(grades) else "",
    )
