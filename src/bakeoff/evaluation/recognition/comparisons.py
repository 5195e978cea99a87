"""Recognisers compared: their scores as an evaluation that comparisons take, and the tests of the field."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from bakeoff.data import AlignedTexts, Document
from bakeoff.errors import AlignmentError, InputError, Place
from bakeoff.evaluation.comparison.pair_tests import (
    NamedTest,
    Outcome,
    Outcomes,
    PairTest,
    Trial,
    run_test,
    unit_scores,
)
from bakeoff.evaluation.comparison.systems import Comparison, compare_runs
from bakeoff.evaluation.progress import Progress
from bakeoff.evaluation.recognition.matched_errors import side_by_side, word_errors
from bakeoff.evaluation.scores.groups import label_attributes
from bakeoff.evaluation.scores.measures import Unit
from bakeoff.evaluation.scores.results import Evaluation, SystemScores, score_of, total
from bakeoff.metrics import Direction, Statistics
from bakeoff.metrics.error_rates import error_rate
from bakeoff.speech import SpeechScores
from bakeoff.speech.results import COLUMNS
from bakeoff.statistics import (
    ClusterRule,
    Correction,
    error_segments,
    matched_pairs_test,
    mcnemar_test,
    wilcoxon_signed_rank,
)
from bakeoff.statistics.inputs import DEFAULT_SEED

RecognitionTest = Literal["mapsswe", "signed-pairs", "wilcoxon", "mcnemar", "randomization", "bootstrap"]
WER = "wer"
_UNITS: Mapping[str, Unit] = {
    "mapsswe": "segment",
    "mcnemar": "segment",
    "signed-pairs": "speaker",
    "wilcoxon": "speaker",
}
"""What a test is defined on; the others draw the given unit."""
_WRONG = COLUMNS.index("wrong_segments")
_SHOWN = 5
_ENOUGH_STRETCHES = 100
"""From here on MAPSSWE's normal distribution holds well enough; below, it finds too many differences."""


@dataclass(frozen=True, slots=True)
class WordErrorRate:
    """How counts of recognition errors become a rate: 100 × errors / words of the reference."""

    direction: Direction = "lower"
    digits: int = 1

    @property
    def columns(self) -> tuple[str, ...]:
        return COLUMNS

    def score(self, sums: Statistics) -> NDArray[np.float64]:
        return error_rate(sums[..., 1:4].sum(axis=-1), sums[..., 4])

    def segment_scores(self, statistics: Statistics) -> NDArray[np.float64]:
        return self.score(statistics)


def recognition_evaluation(systems: Mapping[str, SpeechScores], *, metric: str = WER) -> Evaluation:
    """The scores of several recognisers as an evaluation by one metric, `wer` unless it is called otherwise.

    All must have been scored on the same utterances, by the same rules. The order is that of the first. Documents are
    the files of recordings; the attribute `speaker` says who spoke, `label` what labels a segment has, and each
    category of labels is an attribute by its title in lower case.
    """
    first = next(iter(systems.values()), None)
    if first is None:
        raise InputError(expected="at least one system", found="none")
    documents = _documents(first)
    scoring = WordErrorRate()
    signature = first.rules.signature
    orders = _orders(systems)
    rows = {name: scores.statistics[order] for (name, scores), order in zip(systems.items(), orders, strict=True)}
    return Evaluation(
        specification="sclite's rules" if first.rules.sclite else "strict rules",
        metrics={metric: scoring},
        systems=tuple(
            SystemScores(
                name=name,
                scores={metric: score_of(scoring, total(statistics), signature)},
                groups={},
                statistics={metric: statistics},
                empty_segments=0,
            )
            for name, statistics in rows.items()
        ),
        remarks=(),
        left_out={},
        target_language=None,
        groups={},
        texts=AlignedTexts(
            documents=documents,
            segment_ids=tuple(first.utterances.ids),
            references=(),
            runs=(),
            systems=tuple(systems),
        ),
    )


def compare_recognition(
    evaluation: Evaluation,
    systems: Mapping[str, SpeechScores],
    *,
    test: RecognitionTest = "mapsswe",
    trials: int = 10_000,
    correction: Correction = "holm",
    level: float = 0.05,
    baseline: str | None = None,
    earlier: Sequence[str] = (),
    unit: Unit = "segment",
    rule: ClusterRule = "strict",
    seed: int = DEFAULT_SEED,
    threads: int | None = None,
    on_progress: Progress | None = None,
) -> Comparison:
    """Tests all pairs of recognisers, or each against a `baseline` or the best `earlier` one; see `compare_runs`.

    Of `systems`, those are compared that the evaluation has.

    `mapsswe` compares errors per stretch between words that both have right (`matched_pairs_test`) and needs
    alignments; by sclite's rules it pairs words as sc_stats does. `signed-pairs` (sign test) and `wilcoxon` (signed
    ranks) compare the error rates of speakers, `mcnemar` the utterances without an error. These four are those of
    NIST's sc_stats, with exact probabilities. `randomization` and `bootstrap` draw utterances, or speakers with
    `unit="speaker"`.
    """
    chosen: PairTest | NamedTest
    match test:
        case "mapsswe":
            chosen = NamedTest(test, _MatchedPairs(evaluation, systems).run)
        case "signed-pairs":
            chosen = NamedTest(test, lambda trial: run_test("sign", trial))
        case "wilcoxon":
            chosen = NamedTest(test, _wilcoxon)
        case "mcnemar":
            chosen = NamedTest(test, _mcnemar)
        case _:
            chosen = test
    comparison = compare_runs(
        evaluation,
        test=chosen,
        trials=trials,
        correction=correction,
        level=level,
        baseline=baseline,
        earlier=earlier,
        unit=_UNITS.get(test, unit),
        rule=rule,
        seed=seed,
        threads=threads,
        on_progress=on_progress,
    )
    return replace(comparison, remarks=tuple(_few_stretches(comparison))) if test == "mapsswe" else comparison


def _few_stretches(comparison: Comparison) -> Iterator[str]:
    """Says for which pairs MAPSSWE has too little to go by."""
    for one in comparison.comparisons:
        few = [f"{pair.a} and {pair.b} ({pair.n})" for pair in one.pairs if (pair.n or 0) < _ENOUGH_STRETCHES]
        if few:
            more = f" and {len(few) - _SHOWN} more pairs" if len(few) > _SHOWN else ""
            yield (
                f"MAPSSWE wants {_ENOUGH_STRETCHES} stretches or more, and finds too many differences with fewer, as "
                f"between {', '.join(few[:_SHOWN])}{more}."
            )


def _documents(scores: SpeechScores) -> tuple[Document, ...]:
    utterances, fold = scores.utterances, scores.rules.fold
    files: Sequence[str | None] = [None] * len(utterances)
    if utterances.recordings is not None:
        files = [fold(recording.file) for recording in utterances.recordings]
    labels = [tuple(map(fold, each)) for each in utterances.labels] if utterances.labels else [()] * len(utterances)
    titles = [definition.title.casefold() for definition in scores.category_definitions]
    known: dict[tuple[str | None, str, tuple[str, ...]], Document] = {}
    return tuple(
        known.setdefault(
            (file, speaker, own),
            Document(file or "1", (), {**label_attributes(own, titles), "speaker": speaker}, numbered=file is None),
        )
        for file, speaker, own in zip(files, map(fold, utterances.speakers), labels, strict=True)
    )


def _orders(systems: Mapping[str, SpeechScores]) -> list[NDArray[np.intp]]:
    """For each system the rows of its utterances in the order of the first system's."""
    (name, first), *_ = systems.items()
    ids = [first.rules.fold(id_) for id_ in first.utterances.ids]
    orders = []
    for other, scores in systems.items():
        rows = {scores.rules.fold(id_): row for row, id_ in enumerate(scores.utterances.ids)}
        if len(rows) != len(ids) or any(id_ not in rows for id_ in ids):
            missing = len(set(ids) - set(rows)) or len(set(rows) - set(ids))
            raise AlignmentError(
                place=Place(other),
                expected=f"the {len(ids):,} utterances that {name} was scored on",
                found=f"{len(rows):,}, {missing:,} of them differ",
                remedy="sclite leaves out what a hypothesis lacks; without --sclite it counts as deletions.",
            )
        orders.append(np.asarray([rows[id_] for id_ in ids], np.intp))
    return orders


class _MatchedPairs:
    """MAPSSWE over all utterances at once."""

    def __init__(self, evaluation: Evaluation, systems: Mapping[str, SpeechScores]) -> None:
        self._errors = []
        orders = dict(zip(systems, _orders(systems), strict=True))
        for system in evaluation.systems:
            scores, order = systems[system.name], orders[system.name]
            alignments = scores.alignments
            if alignments is None:
                raise InputError(
                    place=Place(system.name),
                    expected="scores with alignments, to compare errors word by word",
                    found="none",
                    remedy="Score with alignments=True.",
                )
            self._errors.append(word_errors(alignments, order, by_position=scores.rules.sclite))

    def run(self, trial: Trial) -> Outcomes:
        outcomes = {}
        for a, b in trial.pairs:
            rows = error_segments(*side_by_side(self._errors[a], self._errors[b], members=trial.members))
            result = matched_pairs_test(*rows.T)
            outcomes[a, b] = Outcome(result.p, z=result.statistic, n=result.n)
        return [outcomes]


def _wilcoxon(trial: Trial) -> Outcomes:
    from scipy.special import ndtri  # noqa: PLC0415 - slow to load

    (metric,), (one,) = trial.metrics, trial.measures
    rates = [unit_scores(metric, rows, trial.blocks) for rows in one.rows]
    outcomes = {}
    for a, b in trial.pairs:
        result = wilcoxon_signed_rank(rates[a] - rates[b])
        # The z that belongs to p says which way the ranks point.
        sign = np.sign(result.statistic - result.n * (result.n + 1) / 4)
        outcomes[a, b] = Outcome(result.p, z=float(sign * -ndtri(result.p / 2)) + 0.0, n=result.n)
    return [outcomes]


def _mcnemar(trial: Trial) -> Outcomes:
    (one,) = trial.measures
    right = one.rows[..., _WRONG] == 0
    outcomes = {}
    for a, b in trial.pairs:
        result = mcnemar_test(right[a], right[b])
        wins = int(result.statistic)
        outcomes[a, b] = Outcome(result.p, wins=wins, losses=result.n - wins)
    return [outcomes]
