"""How far judges agree with each other, and with themselves, when they compare outputs."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal, get_args

import numpy as np
from numpy.typing import NDArray

from bakeoff.errors import InputError
from bakeoff.human_eval.analyses.resampled_segments import drawn_weights, interval_of
from bakeoff.human_eval.protocols.observations import Floats, Preferences, name_places
from bakeoff.statistics import AgreementWord, Interval, bootstrap, kappa_of_shares, landis_koch
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

    A question is a segment with two outputs. By the `textbook` it is the same in either order, and answers are
    paired between different judges (`between="judges"`) or within one (`"own"`, which looks only at segments in which
    the judge answered some question twice). As `wmt` published until 2016, the same outputs in the other order are
    another question, and "judges" also pairs two answers of one judge. Gold and attention items do not count.

    P(E) is `fixed` at 1/3; or, from the share t of `ties` among all answers, t² + 2((1 − t)/2)², as in the tables of
    WMT until 2016; or `fleiss`: the sum of the squared shares of the three answers to questions that count; or `cohen`:
    the chance that two judges agree who answer each with the own shares, averaged over the pairs of answers. At most 1.
    With `samples` and `rng`, an interval by drawing segments again, chances too. No pair of answers: InputError.
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
    own = _OwnChance.of(asked) if chance == "cohen" else None
    agreement = _result(sums.sum(axis=0), chance, own.expected(np.ones(asked.units)) if own is not None else None)
    if not samples or rng is None or asked.units < 2:
        return agreement
    drawn = (
        (own.kappa(weights) for weights in drawn_weights(np.arange(asked.units), samples=samples, rng=rng))
        if own is not None
        else bootstrap(sums, score=lambda each: _kappa(each, chance), samples=samples, level=level, rng=rng).scores
    )
    return replace(agreement, interval=interval_of(drawn, level=level))


def has_repeats(preferences: Preferences, *, between: Between = "judges", counting: Counting = "textbook") -> bool:
    """Whether anything was asked twice, so that there is agreement to be measured."""
    asked = _Questions.of(preferences.take(preferences.ordinary), between=between, counting=counting)
    return bool(asked.comparable().any())


@dataclass(frozen=True, slots=True)
class _Questions:
    """Answers sorted by question and judge. `apart`: only answers of different judges make a pair."""

    question: Numbers
    """Numbered from 0 in ascending order."""
    own: Numbers
    """The same for each question and judge."""
    judge: Numbers
    label: Numbers
    item: Numbers
    apart: bool
    units: int

    @classmethod
    def of(cls, preferences: Preferences, *, between: Between, counting: Counting) -> _Questions:
        first, second = preferences.first.astype(np.int64), preferences.second.astype(np.int64)
        label, judge = (preferences.outcome + 1).astype(np.int64), preferences.judge.astype(np.int64)
        item = preferences.item.astype(np.int64)
        if counting == "textbook":
            # Shares of answers, and so Fleiss's and Cohen's chance, depend on which output is called the first.
            places = name_places(preferences.systems)
            turned = places[first] > places[second]
            first, second = np.where(turned, second, first), np.where(turned, first, second)
            label = np.where(turned, _LABELS - 1 - label, label)
        size, judges = len(preferences.systems), max(len(preferences.judges), 1)
        own = ((item * size + first) * size + second) * judges + judge
        order = np.argsort(own)
        own = own[order]
        questions = cls(
            _numbered(own if between == "own" else own // judges),
            _numbered(own),
            judge[order],
            label[order],
            item[order],
            between == "judges" and counting == "textbook",
            len(preferences.items),
        )
        return questions._repeated() if between == "own" else questions

    def _repeated(self) -> _Questions:
        """Answers of judges to segments in which they answered some question twice."""
        group = self.item * (self.judge.max(initial=0) + 1) + self.judge
        twice = np.bincount(self.question)[self.question] > 1
        keep = np.isin(group, np.unique(group[twice]))
        return replace(
            self,
            question=_numbered(self.question[keep]),
            own=_numbered(self.own[keep]),
            judge=self.judge[keep],
            label=self.label[keep],
            item=self.item[keep],
        )

    def agreeing(self) -> Numbers:
        """Pairs of equal answers to the same question, by segment."""
        return self._pairs(equal=True)

    def comparable(self) -> Numbers:
        """Pairs of answers to the same question, by segment."""
        return self._pairs(equal=False)

    def labels(self, *, compared: bool = False) -> Numbers:
        """Answers of each kind by segment (segments × 3); of questions with a pair of answers only, where asked for."""
        keep = self.compared() if compared else np.ones(len(self.question), dtype=bool)
        cells = self.item[keep] * _LABELS + self.label[keep]
        return np.bincount(cells, minlength=self.units * _LABELS).reshape(-1, _LABELS)

    def compared(self) -> NDArray[np.bool_]:
        """Answers that have another to be compared with."""
        sizes = np.bincount(self.question)
        if self.apart:
            counts = np.bincount(self.own)
            sizes = np.bincount(self.question[np.cumsum(counts) - counts], minlength=len(sizes))
        return np.asarray(sizes[self.question] > 1)

    def _pairs(self, *, equal: bool) -> Numbers:
        """Pairs of answers by segment; without those of one judge where they are to be apart."""
        pairs = self._within(self.question, equal=equal)
        return pairs - self._within(self.own, equal=equal) if self.apart else pairs

    def _within(self, group: Numbers, *, equal: bool) -> Numbers:
        """Pairs of answers of the same group, of equal answers where asked for."""
        size = int(group[-1]) + 1 if len(group) else 0
        kinds = _LABELS if equal else 1
        cells = group * _LABELS + self.label if equal else group
        counts = np.bincount(cells, minlength=size * kinds).reshape(-1, kinds)
        item = np.zeros(size, dtype=np.int64)
        item[group] = self.item
        pairs = (counts * (counts - 1) // 2).sum(axis=1)
        return np.bincount(item, weights=pairs, minlength=self.units).astype(np.int64)


@dataclass(frozen=True, slots=True)
class _OwnChance:
    """The chance that two answers agree where every judge answers with the own shares, on segments drawn again."""

    judge: Numbers
    label: Numbers
    item: Numbers
    """Of every answer that is compared."""
    question: Numbers
    answering: Numbers
    """The judge."""
    asked_in: Numbers
    """The segment."""
    times: Numbers
    """How often this judge answered this question: one row for both."""
    apart: bool
    agreeing: Numbers
    comparable: Numbers
    """Pairs by segment."""

    @classmethod
    def of(cls, asked: _Questions) -> _OwnChance:
        keep = asked.compared()
        times = np.bincount(_numbered(asked.own[keep]))
        firsts = np.flatnonzero(keep)[np.cumsum(times) - times]
        return cls(
            asked.judge[keep],
            asked.label[keep],
            asked.item[keep],
            _numbered(asked.question[firsts]),
            asked.judge[firsts],
            asked.item[firsts],
            times,
            asked.apart,
            asked.agreeing(),
            asked.comparable(),
        )

    def expected(self, weights: Floats) -> float:
        """P(E) where each segment was drawn as often as its weight says; NaN where no pair of answers was."""
        cells = self.judge * _LABELS + self.label
        size = int(self.judge.max()) + 1
        table = np.bincount(cells, weights=weights[self.item], minlength=size * _LABELS).reshape(size, _LABELS)
        shares = table / np.maximum(table.sum(axis=1, keepdims=True), 1)
        given = shares[self.answering] * self.times[:, None]
        sums = np.column_stack([np.bincount(self.question, weights=column) for column in given.T])
        # Each answer meets itself once, and those of its own judge are left out where pairs are of different judges.
        alike = (shares**2).sum(axis=1)[self.answering] * (self.times**2 if self.apart else self.times)
        pairs = ((sums**2).sum(axis=1) - np.bincount(self.question, weights=alike)) / 2
        segment = np.zeros(len(pairs), dtype=np.int64)
        segment[self.question] = self.asked_in
        total = float((weights * self.comparable).sum())
        return float((pairs * weights[segment]).sum()) / total if total else float("nan")

    def kappa(self, weights: Floats) -> float:
        expected = self.expected(weights)
        if np.isnan(expected):  # no pair of answers was drawn
            return expected
        return float(kappa_of_shares((weights * self.agreeing).sum() / (weights * self.comparable).sum(), expected))


def _numbered(ascending: Numbers) -> Numbers:
    """Numbers from 0 on for values in ascending order."""
    return np.concatenate([[0], np.cumsum(np.diff(ascending) != 0)])[: len(ascending)].astype(np.int64)


def _result(sums: Floats, chance: Chance, own: float | None) -> PreferenceAgreement:
    agreeing, comparable = sums[0], sums[1]
    expected = float(_expected(sums, chance)) if own is None else own
    observed = float(agreeing / comparable)
    value = float(kappa_of_shares(observed, expected))
    return PreferenceAgreement(
        None if np.isnan(value) else value,
        observed,
        expected,
        int(agreeing),
        int(comparable),
        int(sums[3]),
        int(sums[2:5].sum()),
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
    """Kappa from sums; NaN where there is nothing to compare, or nothing that chance leaves."""
    with np.errstate(invalid="ignore", divide="ignore"):
        return kappa_of_shares(sums[..., 0] / sums[..., 1], _expected(sums, chance))
