"""How far judges agree with each other, and with themselves, when they compare outputs."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal, get_args

import numpy as np
from numpy.typing import NDArray

from bakeoff.errors import InputError
from bakeoff.human_eval.observations import Floats, Preferences
from bakeoff.statistics import AgreementWord, Interval, bootstrap, landis_koch
from bakeoff.statistics.inputs import one_of

Between = Literal["judges", "own"]
"""Answers of different judges (inter), or of one judge to the same question (intra)."""
Counting = Literal["textbook", "wmt"]
Chance = Literal["fixed", "ties", "fleiss", "cohen"]

_LABELS = 3
Numbers = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class PreferenceAgreement:
    """Agreement on comparisons: kappa with the shares and counts that it comes from."""

    value: float | None
    """Kappa; None where chance alone would agree always."""
    observed: float
    """P(A): agreeing / comparable."""
    expected: float
    """P(E)."""
    agreeing: int
    """Pairs of equal answers."""
    comparable: int
    """Pairs of answers to the same question."""
    ties: int
    """Answers that see no difference."""
    answers: int
    interval: Interval | None = None

    @property
    def word(self) -> AgreementWord | None:
        """The word of Landis and Koch."""
        return None if self.value is None else landis_koch(self.value)


def preference_agreement(
    preferences: Preferences,
    *,
    between: Between = "judges",
    counting: Counting = "textbook",
    chance: Chance = "fixed",
    samples: int = 0,
    level: float = 0.95,
    rng: np.random.Generator | None = None,
) -> PreferenceAgreement:
    """Kappa of comparisons (better, tied, worse): K = (P(A) − P(E)) / (1 − P(E)), P(A) over all pairs of answers.

    A question is a segment with two outputs. By the `textbook` it is the same whichever stood first, and answers are
    paired between different judges (`between="judges"`) or within one (`"own"`, which looks only at segments in which
    the judge answered some question twice). As `wmt` published until 2016, the same outputs in the other order are
    another question, and "judges" also pairs two answers of one judge. Gold and attention items do not count.

    P(E) is `fixed` at 1/3; or, from the share t of `ties` among all answers, t² + 2((1 − t)/2)², as in the tables of
    WMT until 2016; or `fleiss`: the sum of the squared shares of the three answers to questions that count; or `cohen`:
    the chance that two judges agree who answer each with the own shares, averaged over the pairs of answers. At most 1.
    With `samples` and `rng`, an interval by drawing segments anew (not with `cohen`). No pair of answers: InputError.
    Sources: W08, section 7.1; Bojar et al. 2016, Findings of the 2016 Conference on Machine Translation, section 3.
    """
    for value, kind, name in (
        (between, Between, "between"),
        (counting, Counting, "counting"),
        (chance, Chance, "chance"),
    ):
        one_of(value, get_args(kind), name)
    counted = preferences.take(preferences.ordinary)
    asked = _Questions.of(counted, between=between, counting=counting)
    agreeing, comparable = asked.agreeing(), asked.comparable()
    if not comparable.sum():
        raise InputError(
            expected="two answers to the same question"
            + (" by different judges" if between == "judges" else " by one"),
            found=f"none among {len(counted):,} answers",
            remedy="Let judges share some screens, or show some twice.",
        )
    sums = np.column_stack([agreeing, comparable, asked.labels(), asked.labels(compared=True)]).astype(np.float64)
    found = _result(sums.sum(axis=0), chance, asked.own_chance() if chance == "cohen" else None)
    if samples and rng is not None and chance != "cohen":
        drawn = bootstrap(sums, score=lambda each: _kappa(each, chance), samples=samples, level=level, rng=rng)
        found = replace(found, interval=drawn.interval)
    return found


@dataclass(frozen=True, slots=True)
class _Questions:
    """Answers by question. `apart`: only answers of different judges make a pair."""

    question: Numbers
    judge: Numbers
    label: Numbers
    item: Numbers
    """Of each answer."""
    apart: bool
    units: int

    @classmethod
    def of(cls, preferences: Preferences, *, between: Between, counting: Counting) -> _Questions:
        first, second = preferences.first.astype(np.int64), preferences.second.astype(np.int64)
        label, judge, item = (preferences.outcome + 1).astype(np.int64), preferences.judge, preferences.item
        if counting == "textbook":
            turned = first > second
            first, second = np.where(turned, second, first), np.where(turned, first, second)
            label = np.where(turned, _LABELS - 1 - label, label)
        size = len(preferences.systems)
        question = (item.astype(np.int64) * size + first) * size + second
        if between == "own":
            question = _numbered(question) * len(preferences.judges) + judge
        question = _numbered(question)
        found = cls(
            question,
            judge.astype(np.int64),
            label,
            item.astype(np.int64),
            between == "judges" and counting == "textbook",
            len(preferences.items),
        )
        return found._repeated() if between == "own" else found

    def _repeated(self) -> _Questions:
        """Answers of judges to segments in which they answered some question twice."""
        group = _numbered(self.item * (self.judge.max(initial=0) + 1) + self.judge)
        twice = np.bincount(self.question)[self.question] > 1
        keep = np.isin(group, np.unique(group[twice]))
        return replace(
            self, question=self.question[keep], judge=self.judge[keep], label=self.label[keep], item=self.item[keep]
        )

    def agreeing(self) -> Numbers:
        """Pairs of equal answers to the same question, by segment."""
        return self._pairs(self.question * _LABELS + self.label)

    def comparable(self) -> Numbers:
        """Pairs of answers to the same question, by segment."""
        return self._pairs(self.question)

    def labels(self, *, compared: bool = False) -> Numbers:
        """Answers of each kind by segment (segments × 3); of questions with a pair of answers only, where asked for."""
        keep = self._compared() if compared else np.ones(len(self.question), dtype=bool)
        cells = self.item[keep] * _LABELS + self.label[keep]
        return np.bincount(cells, minlength=self.units * _LABELS).reshape(-1, _LABELS)

    def own_chance(self) -> float:
        """How often two answers that are paired would agree if every judge answered with the own shares."""
        keep = self._compared()
        judge, question = self.judge[keep], _numbered(self.question[keep])
        table = np.zeros((int(judge.max()) + 1, _LABELS))
        np.add.at(table, (judge, self.label[keep]), 1)
        shares = table / np.maximum(table.sum(axis=1, keepdims=True), 1)
        cells, counts = np.unique(np.column_stack([question, judge]), axis=0, return_counts=True)
        sums = np.zeros((int(question.max()) + 1, _LABELS))
        np.add.at(sums, cells[:, 0], shares[cells[:, 1]] * counts[:, None])
        alike = (shares**2).sum(axis=1)[cells[:, 1]]
        # Each answer meets itself once, and those of its own judge are left out where pairs are of different judges.
        own = alike * (counts**2 if self.apart else counts)
        return float(((sums**2).sum() - own.sum()) / 2 / self.comparable().sum())

    def _compared(self) -> NDArray[np.bool_]:
        sizes = np.bincount(self.question)
        if self.apart:
            pairs = np.unique(np.column_stack([self.question, self.judge]), axis=0)
            sizes = np.bincount(pairs[:, 0], minlength=len(sizes))
        return np.asarray(sizes[self.question] > 1)

    def _pairs(self, key: Numbers) -> Numbers:
        """Pairs of answers with the same key by segment; without those of one judge where they are to be apart."""
        pairs = self._within(key)
        return pairs - self._within(key * (self.judge.max(initial=0) + 1) + self.judge) if self.apart else pairs

    def _within(self, key: Numbers) -> Numbers:
        _, firsts, counts = np.unique(key, return_index=True, return_counts=True)
        weights = counts * (counts - 1) // 2
        return np.bincount(self.item[firsts], weights=weights, minlength=self.units).astype(np.int64)


def _numbered(values: Numbers) -> Numbers:
    """The values as numbers from 0 on, so that products of several stay small."""
    return np.unique(values, return_inverse=True)[1].astype(np.int64)


def _result(sums: Floats, chance: Chance, own: float | None) -> PreferenceAgreement:
    agreeing, comparable = sums[0], sums[1]
    expected = float(_expected(sums, chance)) if own is None else own
    observed = float(agreeing / comparable)
    value = None if expected > 1 - 1e-12 else (observed - expected) / (1 - expected)
    return PreferenceAgreement(
        value, observed, expected, int(agreeing), int(comparable), int(sums[3]), int(sums[2:5].sum())
    )


def _expected(sums: Floats, chance: Chance) -> Floats:
    """P(E) from sums (…, 8): agreeing, comparable, all answers by kind, compared answers by kind."""
    if chance == "fixed":
        return np.full(sums.shape[:-1], 1 / _LABELS)
    if chance == "ties":
        ties = sums[..., 3] / sums[..., 2:5].sum(axis=-1)
        return np.asarray(ties**2 + 2 * ((1 - ties) / 2) ** 2)
    shares = sums[..., 5:] / sums[..., 5:].sum(axis=-1, keepdims=True)
    return np.asarray((shares**2).sum(axis=-1))


def _kappa(sums: Floats, chance: Chance) -> Floats:
    with np.errstate(invalid="ignore", divide="ignore"):
        expected = _expected(sums, chance)
        kappa = (sums[..., 0] / sums[..., 1] - expected) / (1 - expected)
    return np.nan_to_num(kappa)
