"""Systems compared with one another, with a baseline or with an earlier campaign's best."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations

import numpy as np

from bakeoff.engine.threads import checked_threads
from bakeoff.errors import InputError
from bakeoff.evaluation.comparison.known_p_values import KnownPValues
from bakeoff.evaluation.comparison.pair_tests import NamedTest, Outcome, Outcomes, Pair, PairTest, Trial, run_test
from bakeoff.evaluation.progress import Progress, part_progress
from bakeoff.evaluation.scores.groups import Members
from bakeoff.evaluation.scores.measures import Unit, blocks_of, measures_of
from bakeoff.evaluation.scores.results import Evaluation, Score
from bakeoff.metrics import Scoring
from bakeoff.statistics import ClusterRule, Correction, Interval, adjust_p_values, cluster_systems, rank_ranges
from bakeoff.statistics.inputs import DEFAULT_SEED


@dataclass(frozen=True, slots=True)
class PairComparison:
    """Two systems by one metric: `a` is the better one or the one put to the test, `difference` its score less b's."""

    a: str
    b: str
    difference: float
    p: float
    p_corrected: float
    significant: bool
    interval: Interval | None = None
    """Of the difference, where the test resamples it."""
    wins: int | None = None
    """Segments on which a is better than b, where the test counts them."""
    losses: int | None = None
    z: float | None = None
    """The mean difference over its standard error, where the test has one; negative where a has less."""
    n: int | None = None
    """Observations behind z."""

    @property
    def is_contradicted(self) -> bool:
        """Whether what the test counted speaks for b, though a has the better score: then neither beats the other."""
        return (self.wins is not None and self.losses is not None and self.wins < self.losses) or (
            self.z is not None and self.z * self.difference < 0
        )


@dataclass(frozen=True, slots=True)
class MetricComparison:
    """All systems by one metric, on all segments or on those of one group."""

    metric: str
    group: str | None
    segments: int
    scores: Mapping[str, Score]
    """Best first."""
    pairs: tuple[PairComparison, ...]
    against: str | None
    """The system that all others were tested against; None where every pair was tested."""
    clusters: tuple[tuple[str, ...], ...] | None
    """Best first; None where not every pair was tested."""
    rank_ranges: Mapping[str, tuple[int, int]] | None


@dataclass(frozen=True, slots=True)
class Comparison:
    """Comparisons by every metric and group, and how they were made."""

    test: str
    trials: int | None
    """None for a test that needs no random draws."""
    correction: Correction
    level: float
    unit: Unit
    seed: int
    rule: ClusterRule
    earlier: tuple[str, ...]
    comparisons: tuple[MetricComparison, ...]
    evaluation: Evaluation = field(repr=False)
    remarks: tuple[str, ...] = ()
    """What speaks against relying on the tests."""

    @property
    def method(self) -> str:
        """How it was tested, in one line, for signatures and captions."""
        drawn = "" if self.trials is None else f"|trials:{self.trials}|seed:{self.seed}"
        return f"test:{self.test}{drawn}|unit:{self.unit}|correction:{self.correction}|level:{self.level:g}"


def compare_runs(
    evaluation: Evaluation,
    *,
    test: PairTest | NamedTest = "randomization",
    trials: int = 10_000,
    correction: Correction = "holm",
    level: float = 0.05,
    baseline: str | None = None,
    earlier: Sequence[str] = (),
    unit: Unit = "segment",
    rule: ClusterRule = "strict",
    seed: int = DEFAULT_SEED,
    known: KnownPValues | None = None,
    threads: int | None = None,
    on_progress: Progress | None = None,
) -> Comparison:
    """Tests all pairs of systems for every metric, over all segments and over each group of the evaluation.

    With `baseline` only each system against that one; with `earlier` (systems of earlier campaigns on the same test
    set) each of the others against the best of them, metric by metric. p-values are corrected over the pairs of one
    metric and group. Nothing is rescored: tests draw from stored statistics, the same draws for all metrics and pairs.
    Pairs whose p-values are `known` are not tested again; they must be of the same statistics.
    """
    names = [system.name for system in evaluation.systems]
    _check_tested(evaluation)
    _check(names, baseline, earlier)
    parts: list[tuple[str | None, Members | None]] = [(None, None), *evaluation.groups.items()]
    comparison = Comparison(
        test=test.name if isinstance(test, NamedTest) else test,
        trials=None if isinstance(test, NamedTest) or test == "sign" else trials,
        correction=correction,
        level=level,
        unit=unit,
        seed=seed,
        rule=rule,
        earlier=tuple(earlier),
        comparisons=(),
        evaluation=evaluation,
    )
    if test != "randomization" or (known is not None and known.method != comparison.method):
        known = None
    comparisons: list[MetricComparison] = []
    for number, (group, members) in enumerate(parts):
        part = _Part(evaluation, group, members, baseline, tuple(earlier))
        trial = Trial(
            metrics=tuple(evaluation.metrics.values()),
            measures=part.measures,
            blocks=blocks_of(evaluation.documents, unit, members),
            pairs=part.pairs,
            members=members,
            trials=trials,
            level=level,
            seed=seed,
            threads=checked_threads(threads),
            on_progress=part_progress(on_progress, number, len(parts)),
        )
        for k, outcomes in enumerate(_outcomes(test, trial, [] if known is None else part.outcomes(known))):
            comparisons.append(part.comparison(k, outcomes, correction=correction, level=level, rule=rule))
    return replace(comparison, comparisons=tuple(comparisons))


def _outcomes(test: PairTest | NamedTest, trial: Trial, known: Outcomes) -> Outcomes:
    """The outcomes of all pairs; known ones are not tested again."""
    if not known:
        return run_test(test, trial)
    pairs = [pair for pair in trial.pairs if pair not in known[0]]
    if not pairs:
        return known
    return [one | other for one, other in zip(known, run_test(test, replace(trial, pairs=pairs)), strict=True)]


class _Part:
    """The systems of an evaluation on all segments or on those of one group."""

    def __init__(
        self,
        evaluation: Evaluation,
        group: str | None,
        members: Members | None,
        baseline: str | None,
        earlier: tuple[str, ...],
    ) -> None:
        self._evaluation = evaluation
        self._group = group
        self._segments = evaluation.segments if members is None else len(members)
        self._names = [system.name for system in evaluation.systems]
        self._earlier = frozenset(map(self._names.index, earlier))
        self.measures = measures_of(evaluation, members)
        self._metrics = list(evaluation.metrics.items())
        self._rankings = [
            _ranking(metric, one.scores()) for (_, metric), one in zip(self._metrics, self.measures, strict=True)
        ]
        fixed = None if baseline is None else self._names.index(baseline)
        self._against = [
            next((index for index in ranking if index in self._earlier), fixed) for ranking in self._rankings
        ]
        self.pairs = sorted({_sorted(pair) for k in range(len(self._metrics)) for pair in self._pairs(k)})

    def _pairs(self, k: int) -> list[Pair]:
        """Pairs to be tested for a metric: the better system first, or the one that is put to the test."""
        against = self._against[k]
        if against is None:
            return list(combinations(self._rankings[k], 2))
        return [(index, against) for index in self._rankings[k] if index != against and index not in self._earlier]

    def outcomes(self, known: KnownPValues) -> Outcomes:
        """Of the pairs that are known."""
        metrics = [expression for expression, _ in self._metrics]
        return known.outcomes(metrics, self._group, self._names, self.pairs)

    def comparison(
        self, k: int, outcomes: Mapping[Pair, Outcome], *, correction: Correction, level: float, rule: ClusterRule
    ) -> MetricComparison:
        expression = self._metrics[k][0]
        values = self.measures[k].scores()
        pairs = self._pairs(k)
        oriented = [outcomes[pair] if pair in outcomes else outcomes[_sorted(pair)].reversed() for pair in pairs]
        corrected = adjust_p_values([outcome.p for outcome in oriented], correction=correction).tolist()
        compared = [
            PairComparison(
                a=self._names[a],
                b=self._names[b],
                difference=float(values[a] - values[b]),
                p=outcome.p,
                p_corrected=p,
                significant=p <= level,
                interval=outcome.interval,
                wins=outcome.wins,
                losses=outcome.losses,
                z=outcome.z,
                n=outcome.n,
            )
            for (a, b), outcome, p in zip(pairs, oriented, corrected, strict=True)
        ]
        ranking = self._rankings[k]
        clusters = ranges = None
        if self._against[k] is None:
            beats = _beats(len(ranking), compared)
            names = [self._names[index] for index in ranking]
            clusters = tuple(tuple(names[i] for i in cluster) for cluster in cluster_systems(beats, rule=rule))
            ranges = dict(zip(names, rank_ranges(beats), strict=True))
        against = self._against[k]
        return MetricComparison(
            metric=expression,
            group=self._group,
            segments=self._segments,
            scores={self._names[index]: self._score(index, expression) for index in ranking},
            pairs=tuple(compared),
            against=None if against is None else self._names[against],
            clusters=clusters,
            rank_ranges=ranges,
        )

    def _score(self, index: int, expression: str) -> Score:
        system = self._evaluation.systems[index]
        return (system.scores if self._group is None else system.groups[self._group].scores)[expression]


def _ranking(metric: Scoring, values: np.ndarray) -> list[int]:
    """Systems best first; equals in the order in which they were given."""
    ordered: list[int] = np.argsort(-values if metric.direction == "higher" else values, kind="stable").tolist()
    return ordered


def _beats(count: int, compared: Sequence[PairComparison]) -> np.ndarray:
    """Which system, by rank, is significantly better than which. Pairs come in the order of the ranks."""
    beats = np.zeros((count, count), dtype=bool)
    for (a, b), pair in zip(combinations(range(count), 2), compared, strict=True):
        beats[a, b] = pair.significant and not pair.is_contradicted
    return beats


def _sorted(pair: Pair) -> Pair:
    return (min(pair), max(pair))


def _check_tested(evaluation: Evaluation) -> None:
    if evaluation.given:
        raise InputError(
            expected="scores of segments, since differences are tested by drawing segments",
            found=f"system-level scores only for {', '.join(evaluation.given)}",
            remedy="Give a file with the column segment, or only show the scores (bakeoff score).",
        )


def _check(names: Sequence[str], baseline: str | None, earlier: Sequence[str]) -> None:
    if len(names) < 2:
        raise InputError(
            expected="at least two systems to compare",
            found=f"only {names[0]}" if names else "none",
            remedy="Name a second run.",
        )
    for name in [*earlier, *([] if baseline is None else [baseline])]:
        if name not in names:
            raise InputError(expected=f"one of the systems {', '.join(names)}", found=repr(name))
    if baseline is not None and earlier:
        raise InputError(
            expected="a baseline or earlier systems",
            found="both",
            remedy="Compare twice: once against each.",
        )
    if earlier and not set(names) - set(earlier):
        raise InputError(expected="systems to compare with the earlier ones", found="earlier systems only")
