"""How far each judge agrees with all others who answered the same."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from statistics import NormalDist
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from bakeoff.human_eval.analyses.agreement.judges import AgreementRules, JudgeAgreement, agree_judges
from bakeoff.human_eval.analyses.agreement.repeated_questions import Units, repeated_units
from bakeoff.human_eval.protocols.observations import Floats, Observations, Preferences
from bakeoff.statistics import Interval

_Distance = Literal["unequal", "linear", "squared"]


@dataclass(frozen=True, slots=True, kw_only=True)
class SingleJudgeAgreement:
    """One judge against all others."""

    value: float
    """At most 1; 0 is what chance gives."""
    answers: int
    """Of the judge, that others gave an answer to, too."""
    interval: Interval | None
    """Over segments; None where the judge shares fewer than two with others."""


@dataclass(frozen=True, slots=True)
class _Part:
    """What a group of answers says of one judge."""

    value: float
    variance: float | None
    answers: int


def agreement_of_each(
    groups: Iterable[Observations],
    *,
    rules: AgreementRules | None = None,
    scale: tuple[float, float] | None = None,
    level: float = 0.95,
) -> dict[str, SingleJudgeAgreement]:
    """The agreement of every judge with the others, by the measure of `agree_judges`, group by group.

    It is 1 − D / E: D is how far the answers of the judge are from those of the others on average, E how far answers
    are apart by chance, which is that of all judges of the group. So the figures of judges, each counting by its pairs
    of answers, have the figure of all judges as their mean; with Krippendorff's alpha each counts by its answers. Of
    answers that a judge gave twice the first counts. Over groups, figures count by answers. Intervals are normal, with
    segments as units: those that a judge answered move D, and all move E. Judges who share nothing with others are left
    out.
    """
    found: dict[str, list[_Part]] = {}
    for group in groups:
        for judge, part in _of_group(group, rules, scale):
            found.setdefault(judge, []).append(part)
    return {judge: _joined(parts, level) for judge, parts in found.items()}


def _joined(parts: list[_Part], level: float) -> SingleJudgeAgreement:
    answers = sum(each.answers for each in parts)
    value = sum(each.value * each.answers for each in parts) / answers
    known = [each for each in parts if each.variance is not None]
    interval = None
    if known and sum(each.answers for each in known) == answers:
        half = NormalDist().inv_cdf((1 + level) / 2) * float(
            np.sqrt(sum((each.answers / answers) ** 2 * (each.variance or 0.0) for each in known))
        )
        interval = Interval(value - half, min(1.0, value + half), level)
    return SingleJudgeAgreement(value=value, answers=answers, interval=interval)


def _of_group(
    group: Observations, rules: AgreementRules | None, scale: tuple[float, float] | None
) -> Iterator[tuple[str, _Part]]:
    together = agree_judges(group, rules=rules, scale=scale)
    if together is None or together.value is None or together.expected is None:
        return
    named = group.take(group.named)
    units = repeated_units(named, "judges")
    distance = _distance(named, together, rules or AgreementRules())
    apart = _distances(units, distance)
    _, places = np.unique(units.segment, return_inverse=True)
    # Kappa has equal chances of all answers, whatever the answers are.
    pull = np.zeros(int(places.max()) + 1) if together.measure == "kappa" else _pull(units.value, distance, places)
    others: Floats = np.bincount(units.unit)[units.unit] - np.float64(1)
    weights: Floats = np.ones(len(others)) if together.measure == "krippendorff" else others
    chance = 1 - together.expected
    order = np.argsort(units.judge, kind="stable")
    present, starts = np.unique(units.judge[order], return_index=True)
    for judge, rows in zip(present.tolist(), np.split(order, starts[1:]), strict=True):
        total = float(weights[rows].sum())
        mean = float((weights[rows] * apart[rows]).sum()) / total
        own = np.bincount(places[rows], weights=weights[rows] * (apart[rows] - mean), minlength=len(pull)) / total
        variance = _variance((own - mean / chance * pull) / chance, len(np.unique(places[rows])))
        part = _Part(1 - mean / chance, variance, len(rows))
        yield named.judges[judge], part


def _distance(answers: Observations, together: JudgeAgreement, rules: AgreementRules) -> _Distance:
    if isinstance(answers, Preferences):
        return "unequal"
    if together.measure == "krippendorff" or rules.weights == "quadratic":
        return "squared"
    return "linear" if rules.weights == "linear" else "unequal"


def _distances(units: Units, distance: _Distance) -> Floats:
    """How far each answer is on average from the others to the same question; the farthest apart are 1 apart."""
    sizes = np.bincount(units.unit)
    size, others = sizes[units.unit], sizes[units.unit] - 1
    values = (units.value - units.value.min()) / (np.ptp(units.value) or 1.0)
    if distance == "unequal":
        labels, codes = np.unique(units.value, return_inverse=True)
        _, places, counts = np.unique(units.unit * len(labels) + codes, return_inverse=True, return_counts=True)
        return np.asarray((size - counts[places]) / others)
    totals = np.bincount(units.unit, weights=values)[units.unit]
    if distance == "squared":
        squares = np.bincount(units.unit, weights=values**2)[units.unit]
        return np.asarray((size * values**2 - 2 * values * totals + squares) / others)
    order = np.lexsort((values, units.unit))
    ordered = values[order]
    starts = np.cumsum(sizes) - sizes
    place = np.arange(len(ordered)) - starts[units.unit[order]]
    before = np.cumsum(ordered) - ordered
    before -= before[starts][units.unit[order]]
    below, above = ordered * place - before, totals[order] - before - ordered * (size[order] - place)
    apart: Floats = np.empty(len(values))
    apart[order] = (below + above) / others[order]
    return apart


def _pull(values: Floats, distance: _Distance, segment: NDArray[np.int64]) -> Floats:
    """How far the answers to each segment move the mean distance of any two answers, which is what chance gives."""
    scaled = (values - values.min()) / (np.ptp(values) or 1.0)
    if distance == "unequal":
        _, codes, counts = np.unique(values, return_inverse=True, return_counts=True)
        to_all: Floats = 1 - counts[codes] / len(values)
    elif distance == "squared":
        to_all = (scaled - scaled.mean()) ** 2 + scaled.var()
    else:
        ordered, codes, counts = np.unique(scaled, return_inverse=True, return_counts=True)
        to_all = (np.abs(ordered[:, None] - ordered) @ counts)[codes] / len(values)
    return np.bincount(segment, weights=2 * (to_all - to_all.mean())) / len(values)


def _variance(residuals: Floats, segments: int) -> float | None:
    """Of a mean whose segments, each with all its rows, are drawn independently; None for fewer than two."""
    return None if segments < 2 else float(segments / (segments - 1) * (residuals**2).sum())
