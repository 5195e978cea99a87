"""Judgments of people analysed: whatever the protocol, through grades or comparisons."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, get_args

import numpy as np
from numpy.typing import NDArray

from bakeoff.data import Run
from bakeoff.data.judgments import Judgment
from bakeoff.errors import InputError
from bakeoff.human_eval.analyses.agreement.identical_outputs import all_identical
from bakeoff.human_eval.analyses.agreement.inconsistency import Inconsistency, grader_inconsistency, repeated_grades
from bakeoff.human_eval.analyses.agreement.judges import JudgeAgreement, agree_judges, agreement_on_pairs
from bakeoff.human_eval.analyses.agreement.preferences import Between
from bakeoff.human_eval.analyses.agreement.single_judges import SingleJudgeAgreement, agreement_of_each
from bakeoff.human_eval.analyses.counted_judgments import (
    CountedAnswers,
    check_judgments,
    latest_answers,
    of_level,
    outputs_judged,
    read_answers,
)
from bakeoff.human_eval.analyses.grades.rankings import rank_by_grades
from bakeoff.human_eval.analyses.options import GroupName, HumanAnalysis, choose_unit
from bakeoff.human_eval.analyses.preferences.rankings import rank_by_preferences
from bakeoff.human_eval.analyses.results import (
    HumanEvaluationResult,
    HumanRanking,
    JudgeRecord,
    SystemRanking,
)
from bakeoff.human_eval.analyses.shared_judgments import texts_of_items
from bakeoff.human_eval.analyses.timing import measure_times
from bakeoff.human_eval.protocols.contract import Protocol, Settings
from bakeoff.human_eval.protocols.observations import Grades, Preferences
from bakeoff.human_eval.protocols.registry import find_protocol
from bakeoff.human_eval.quality import Reason, exclude_judges, gold_answers

_OF_ITEM: Mapping[GroupName, int] = {"language_pair": 0, "test_set": 1, "document": 2}


def analyse_judgments(
    judgments: Sequence[Judgment],
    *,
    protocol: str | None = None,
    settings: Settings | None = None,
    systems: Collection[str] | None = None,
    analysis: HumanAnalysis | None = None,
) -> HumanEvaluationResult:
    """Ranks systems by what judges answered, with everything that shows how far the ranking can be trusted.

    All judgments are checked first: duplicate rows, other protocols, unknown systems (where `systems` is given) and
    answers that are none raise a `MistakesError` that names every row. Of answers given again the latest counts. Judges
    who fail a rule of `analysis.rules` are left out; the result then has the rankings with everyone, too.
    """
    asked = analysis or HumanAnalysis()
    if not judgments:
        raise InputError(expected="judgments", found="none")
    check_judgments(judgments, protocol=protocol, systems=systems, settings=settings)
    used_protocol = find_protocol(protocol or judgments[0].protocol, settings)
    score = asked.score_of(used_protocol)
    shown = [judgment for judgment in judgments if judgment.systems]
    counted = latest_answers(shown)
    read = read_answers(counted, used_protocol, score=score)
    ranked = read.ranked.in_order_of_rows()
    answers = CountedAnswers(
        ranked=ranked,
        compared=ranked if read.compared is read.ranked else read.compared.in_order_of_rows(),
        judgments=Counter(judgment.judge for judgment in counted),
        passed=len(judgments) - len(shown),
        superseded=len(shown) - len(counted),
    )
    return analyse_answers(answers, used_protocol, asked)


def analyse_answers(everything: CountedAnswers, protocol: Protocol[Any], asked: HumanAnalysis) -> HumanEvaluationResult:
    """The same of answers that were read already, as `CollectedAnswers` holds them."""
    score = asked.score_of(protocol)
    given = everything
    everything = of_level(given, documents=score == "documents")
    chosen = choose_unit(everything.ranked, asked, protocol)
    task = _Task(protocol, replace(asked, unit=chosen.unit), score, by_document=chosen.by_document)
    reasons = exclude_judges(everything.ranked, asked.rules).excluded if asked.rules else {}
    unknown = asked.excluded - everything.judgments.keys()
    if unknown:
        raise InputError(expected="names of judges in the data", found=", ".join(sorted(unknown)))
    left_out = asked.excluded | reasons.keys()
    kept = everything.without(left_out)
    timed = given.without(left_out).given
    repeats = _inconsistency(kept.compared, asked)
    return HumanEvaluationResult(
        protocol=protocol.name,
        title=protocol.title,
        score=score,
        higher_is_better=isinstance(everything.ranked, Preferences) or protocol.is_better_higher(score),
        standardised=isinstance(everything.ranked, Grades)
        and (asked.standardised_of(protocol) or everything.ranked.standardised),
        majority=isinstance(everything.ranked, Preferences) and asked.majority_of(protocol),
        rankings=tuple(task.rank(kept)),
        with_everyone=tuple(task.rank(everything)) if left_out else None,
        judges=tuple(_judge_records(everything, reasons, task)),
        inconsistency=None if repeats is None else repeats.average,
        inconsistency_interval=None if repeats is None else repeats.interval,
        timings=measure_times(timed, longest_seconds=asked.longest_seconds, level=asked.confidence),
        seconds=_seconds(timed),
        confidence=asked.confidence,
        passed=everything.passed,
        superseded=everything.superseded,
        seed=asked.seed,
    )


def agreement_of_judgments(
    judgments: Sequence[Judgment],
    *,
    protocol: str | None = None,
    settings: Settings | None = None,
    analysis: HumanAnalysis | None = None,
    runs: Sequence[Run] = (),
    for_each_system: bool = False,
) -> tuple[tuple[Mapping[str, str], tuple[JudgeAgreement, ...]], ...]:
    """Agreement between judges and of judges with themselves, group by group.

    Where `runs` are given, screens whose outputs are all the same text are left out: on those everyone agrees. An
    output that several systems share counts once, or as often as systems share it (`for_each_system`), as W08 counted
    with identical ones.
    """
    asked = analysis or HumanAnalysis()
    if not judgments:
        raise InputError(expected="judgments", found="none")
    check_judgments(judgments, protocol=protocol, settings=settings)
    used_protocol = find_protocol(protocol or judgments[0].protocol, settings)
    task = _Task(used_protocol, asked, asked.score_of(used_protocol))
    counted = latest_answers(judgment for judgment in judgments if judgment.systems)
    read = read_answers(counted, used_protocol, score=task.score)
    compared = read.ranked if for_each_system else read.compared
    if runs:
        if not isinstance(compared, Preferences):
            raise InputError(expected="comparisons of outputs", found=f"grades ({used_protocol.name})")
        compared = compared.only(~all_identical(compared, texts_of_items(runs, compared.items)))
    return tuple(
        (dict(zip(asked.by, names, strict=True)), tuple(task.agreement(compared.only(rows))))
        for names, rows in task.groups(compared)
    )


@dataclass(frozen=True, slots=True)
class _Task:
    """How the judgments of one call are read and ranked."""

    protocol: Protocol[Any]
    analysis: HumanAnalysis
    score: str
    by_document: bool = False

    def rank(self, answers: CountedAnswers) -> Iterator[HumanRanking]:
        outputs = dict(self.groups(answers.compared))
        for names, rows in self.groups(answers.ranked):
            part = answers.ranked.only(rows)
            same = answers.compared is answers.ranked
            compared = part if same else answers.compared.only(outputs[names])
            given = part if isinstance(part, Preferences) else compared
            ranking = self._ranking(part)
            # Screens of more than two outputs compare pairs that nobody looked at alone.
            in_pairs = part if isinstance(part, Preferences) and self.protocol.shown == 2 else None
            yield HumanRanking(
                group=dict(zip(self.analysis.by, names, strict=True)),
                systems=ranking.systems,
                pairs=ranking.pairs,
                rule=ranking.rule,
                agreement=tuple(self.agreement(compared)),
                agreement_with_identical=() if same or not self._is_about_phrases else tuple(self.agreement(part)),
                judgments=len(np.unique(given.judgment)),
                judges=len(np.unique(given.voter)),
                unnamed=len(np.unique(given.judgment[~given.named])),
                votes=ranking.votes,
                repeats=self._left_out(given),
                segments=len(part.items),
                by_document=self.by_document,
                outputs=outputs_judged(compared),
                pair_agreement=() if in_pairs is None else agreement_on_pairs(in_pairs, rules=self.analysis.agreement),
            )

    @property
    def _is_about_phrases(self) -> bool:
        """Whether many outputs are identical, because they are parts of sentences."""
        return self.protocol.kind == "constituent"

    def _left_out(self, part: Grades | Preferences) -> int:
        """Repeats that count for no score."""
        if self.analysis.repeats == "scores":
            return 0
        return len(np.unique(part.judgment[part.repeated]))

    def _ranking(self, part: Grades | Preferences) -> SystemRanking:
        if isinstance(part, Preferences):
            return rank_by_preferences(
                part, self.analysis, score=self.score, majority=self.analysis.majority_of(self.protocol)
            )
        return rank_by_grades(
            part,
            self.analysis,
            score=self.score,
            standardised=self.analysis.standardised_of(self.protocol),
            higher_is_better=self.protocol.is_better_higher(self.score),
        )

    def agreement(self, part: Grades | Preferences) -> Iterator[JudgeAgreement]:
        for between in get_args(Between):
            agreement = agree_judges(
                part,
                between=between,
                rules=self.analysis.agreement,
                scale=self.protocol.grades_from_to,
                samples=0 if self.analysis.interval == "none" else self.analysis.samples,
                level=self.analysis.confidence,
                rng=np.random.default_rng(self.analysis.seed),
            )
            if agreement is not None:
                yield agreement

    def agreement_of_each(self, answers: Grades | Preferences) -> dict[str, SingleJudgeAgreement]:
        return agreement_of_each(
            (answers.only(rows) for _, rows in self.groups(answers)),
            rules=self.analysis.agreement,
            scale=self.protocol.grades_from_to,
            level=self.analysis.confidence,
        )

    def groups(self, answers: Grades | Preferences) -> Iterator[tuple[tuple[str, ...], NDArray[np.intp]]]:
        return rows_by_group(answers, self.analysis.by)


def rows_by_group(
    answers: Grades | Preferences, by: Sequence[GroupName]
) -> Iterator[tuple[tuple[str, ...], NDArray[np.intp]]]:
    """Rows of each group, in the order in which groups come."""
    keys = [tuple(item[_OF_ITEM[name]] for name in by) for item in answers.items]
    numbers = {key: number for number, key in enumerate(dict.fromkeys(keys))}
    group = np.array([numbers[key] for key in keys], dtype=np.intp)[answers.item]
    for key, number in numbers.items():
        yield key, np.flatnonzero(group == number)


def _judge_records(
    answers: CountedAnswers, reasons: Mapping[str, tuple[Reason, ...]], task: _Task
) -> Iterator[JudgeRecord]:
    asked = task.analysis
    times = measure_times(answers.given, longest_seconds=asked.longest_seconds, level=asked.confidence).judges
    repeats = _inconsistency(answers.compared, asked)
    gold = {} if asked.gold is None else gold_answers(answers.ranked, asked.gold.key, tolerance=asked.gold.tolerance)
    agreements = task.agreement_of_each(answers.compared)
    for judge in sorted(answers.judgments):
        time, known, agreed = times.get(judge), gold.get(judge), agreements.get(judge)
        yield JudgeRecord(
            judge=judge,
            judgments=answers.judgments[judge],
            median_seconds=time.quantiles[2] if time is not None and time.quantiles else None,
            seconds_interval=time.median_interval if time is not None else None,
            inconsistency=None if repeats is None else repeats.judges.get(judge),
            inconsistency_interval=None if repeats is None else repeats.judge_intervals.get(judge),
            gold=0 if known is None else known.items,
            gold_right=None if known is None else known.share,
            gold_interval=None if known is None else known.interval(level=asked.confidence),
            agreement=None if agreed is None else agreed.value,
            agreement_interval=None if agreed is None or asked.interval == "none" else agreed.interval,
            shared=0 if agreed is None else agreed.answers,
            reasons=reasons.get(judge, ()),
            named=judge in asked.excluded,
        )


def _inconsistency(answers: Grades | Preferences, asked: HumanAnalysis) -> Inconsistency | None:
    """How far second grades of an output are from the first; None where nothing was graded twice."""
    if not isinstance(answers, Grades):
        return None
    answers = answers.take(answers.named)
    if not len(repeated_grades(answers).judge):
        return None
    samples = 0 if asked.interval == "none" else asked.samples
    rng = np.random.default_rng(asked.seed)
    return grader_inconsistency(answers, samples=samples, level=asked.confidence, rng=rng)


def _seconds(answers: Grades | Preferences) -> NDArray[np.float64]:
    _, rows = np.unique(answers.judgment, return_index=True)
    seconds = answers.seconds[rows]
    return np.asarray(seconds[~np.isnan(seconds)])
