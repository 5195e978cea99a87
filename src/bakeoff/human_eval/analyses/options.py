"""How judgments are analysed: what a caller chooses, a rulebook says or the design suggests."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Any, Literal, TypeVar, get_args

from bakeoff.errors import ExpressionError, InputError
from bakeoff.human_eval.analyses.agreement.judges import AgreementMeasure, AgreementRules
from bakeoff.human_eval.analyses.agreement.preferences import Counting
from bakeoff.human_eval.analyses.grades.segment_scores import Averaged
from bakeoff.human_eval.analyses.grades.system_tests import Sides, SystemTest
from bakeoff.human_eval.analyses.preferences.pair_tests import MARKS_I12, MARKS_W08, Marks, PreferenceTest
from bakeoff.human_eval.analyses.preferences.win_scores import PREFERENCE_SCORES
from bakeoff.human_eval.analyses.timing import LONGEST_SECONDS
from bakeoff.human_eval.protocols.contract import Protocol
from bakeoff.human_eval.protocols.observations import Grades, Preferences, Unit, has_documents, is_graded_by_document
from bakeoff.human_eval.quality import GoldRule, QualityRule
from bakeoff.rulebook.schema.human import HumanEvaluation
from bakeoff.statistics import ClusterRule, Correction
from bakeoff.statistics.inputs import DEFAULT_SEED, one_of

IntervalKind = Literal["normal", "bootstrap", "none"]
GroupName = Literal["language_pair", "test_set", "document"]
Repeats = Literal["agreement", "scores"]
TRUESKILL = "trueskill"
TRUESKILL_WMT15 = "trueskill-wmt15"
"""Every run takes all comparisons, as WMT 2015 published, and not a sample of them."""
BRADLEY_TERRY = "bradley-terry"
_SIGNS = "†‡★"


@dataclass(frozen=True, slots=True, kw_only=True)
class HumanAnalysis:
    """Choices of an analysis; None leaves a choice to the protocol."""

    score: str | None = None
    """What ranks systems: one of the protocol's, or for comparisons of `PREFERENCE_SCORES`, or `trueskill`,
    or `trueskill-wmt15` (without resampling)."""
    prior: float = 0.0
    """For `bradley-terry`: how many wins, and as many losses, each system gets against an average one."""
    standardised: bool | None = None
    """Whether grades are turned into z-scores judge by judge."""
    averaged: Averaged = "segments"
    majority: bool | None = None
    """Whether comparisons of one item by several judges count as one: what most of them say."""
    test: SystemTest | PreferenceTest | None = None
    """None: randomisation over units; for grades by segment the rank-sum test."""
    unit: Unit | None = None
    """What tests and intervals take for independent of each other. None: documents where judges grade complete
    documents of one system, else segments (see `choose_unit`)."""
    sides: Sides = "two-sided"
    """Of the tests of grades. `rank-sum-wmt` is one-sided, as WMT published it."""
    repeats: Repeats = "agreement"
    """What marked repeats serve: agreement alone, or scores and tests, too, so that they count twice."""
    correction: Correction = "holm"
    level: float = 0.05
    clusters: ClusterRule = "strict"
    marks: Marks = field(default_factory=lambda: MARKS_I12)
    trials: int = 10_000
    interval: IntervalKind | None = None
    """None: the normal interval of means, the bootstrap over units for comparisons."""
    confidence: float = 0.95
    samples: int = 1000
    agreement: AgreementRules = field(default_factory=AgreementRules)
    by: tuple[GroupName, ...] = ("language_pair", "test_set")
    """Systems are ranked apart in each group of this."""
    rules: tuple[QualityRule, ...] = ()
    gold: GoldRule | None = None
    """Right answers of gold items, from which each judge's share of right ones is computed. Nobody is left out for it
    unless it is among the rules, too."""
    excluded: frozenset[str] = frozenset()
    """Judges left out by name."""
    longest_seconds: float | None = LONGEST_SECONDS
    seed: int = DEFAULT_SEED
    threads: int | None = None
    """None: one for each core. The numbers do not depend on it."""

    def __post_init__(self) -> None:
        for name in self.by:
            one_of(name, get_args(GroupName), "what judgments are divided by")
        one_of(self.sides, get_args(Sides), "sides")
        if self.unit is not None:
            one_of(self.unit, get_args(Unit), "unit")
        one_of(self.repeats, get_args(Repeats), "what repeats serve")

    def with_choices(
        self,
        *,
        score: str | None = None,
        prior: float | None = None,
        standardised: bool | None = None,
        averaged: Averaged | None = None,
        majority: bool | None = None,
        test: SystemTest | PreferenceTest | None = None,
        unit: Unit | None = None,
        sides: Sides | None = None,
        repeats: Repeats | None = None,
        trials: int | None = None,
        correction: Correction | None = None,
        level: float | None = None,
        clusters: ClusterRule | None = None,
        marks: Marks | None = None,
        interval: IntervalKind | None = None,
        confidence: float | None = None,
        samples: int | None = None,
        measure: AgreementMeasure | None = None,
        counting: Counting | None = None,
        by: tuple[GroupName, ...] | None = None,
        excluded: frozenset[str] | None = None,
        longest_seconds: float | None = None,
        seed: int | None = None,
    ) -> HumanAnalysis:
        """The same analysis with what is given here; None leaves a choice as it is."""
        own = {each.name for each in fields(self)}
        given = {name: value for name, value in locals().items() if name in own and value is not None}
        agreement = AgreementRules(
            measure=measure or self.agreement.measure,
            counting=counting or self.agreement.counting,
            weights=self.agreement.weights,
        )
        return replace(self, agreement=agreement, **given)

    def score_of(self, protocol: Protocol[Any]) -> str:
        """The score in force; an error where the protocol has no such score."""
        known = scores_of(protocol)
        if self.score in protocol.scored_together:
            return known[0]
        if self.score is not None and self.score not in known:
            raise ExpressionError(f"{protocol.name} has no score {self.score!r}; it has: {', '.join(known)}.")
        score = self.score or known[0]
        if self.prior and score != BRADLEY_TERRY:
            raise ExpressionError(f"a prior is for the score {BRADLEY_TERRY}, not for {score}.")
        return score

    def standardised_of(self, protocol: Protocol[Any]) -> bool:
        return protocol.standardised if self.standardised is None else self.standardised

    def majority_of(self, protocol: Protocol[Any]) -> bool:
        return protocol.majority if self.majority is None else self.majority


def scores_of(protocol: Protocol[Any]) -> tuple[str, ...]:
    """Every score by which systems of the protocol can be ranked, the usual one first."""
    compares = protocol.preferences(()) is not None
    of_comparisons = (*PREFERENCE_SCORES, TRUESKILL, TRUESKILL_WMT15) if compares else ()
    return tuple(dict.fromkeys([*protocol.scores, *of_comparisons]))


def analysis_by_rules(rules: HumanEvaluation, *, seed: int = DEFAULT_SEED) -> HumanAnalysis:
    """How a rulebook has one of its human evaluations analysed."""
    comparison = rules.comparison
    given: dict[str, Any] = {"score": rules.score or None, "unit": rules.unit, "seed": seed}
    if comparison is not None:
        given |= {
            "test": comparison.test,
            "trials": comparison.trials,
            "level": comparison.level,
            "correction": comparison.correction,
            "clusters": comparison.clusters,
        }
        given |= {"marks": marks_of(comparison.marks)} if comparison.marks else {}
    if rules.agreement is not None:
        given["agreement"] = AgreementRules(measure=_MEASURES[rules.agreement])
    if rules.longest_minutes is not None:
        given["longest_seconds"] = 60.0 * rules.longest_minutes
    return HumanAnalysis(**given)


_MEASURES: dict[str, AgreementMeasure | None] = {
    "fixed-chance": "kappa",
    "fleiss": "fleiss",
    "cohen": "cohen",
    "krippendorff": "krippendorff",
    "difference": None,
}
"""The mean difference of grades given twice is part of every analysis."""


def marks_of(levels: Sequence[float]) -> Marks:
    """Signs for levels of significance: those of W08 for its two levels, else †, ‡ and ★ from the mildest on.

    >>> marks_of([0.10, 0.05, 0.01])
    {0.1: '†', 0.05: '‡', 0.01: '★'}
    """
    if set(levels) == set(MARKS_W08):
        return MARKS_W08
    if not 0 < len(levels) <= len(_SIGNS):
        raise ExpressionError(f"marks are for 1 to {len(_SIGNS)} levels of significance, not {len(levels)}.")
    return dict(zip(sorted(levels, reverse=True), _SIGNS, strict=False))


Answers = TypeVar("Answers", Grades, Preferences)
_BY_SEGMENT = {"rank-sum-wmt": "rank-sum or randomization", "sign-w08": "sign or randomization"}
"""Tests that are what a campaign published, and what to take for other units."""


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitChoice:
    """The unit, and whether judges saw complete documents, so that grades of one document depend on each other."""

    unit: Unit
    by_document: bool


def choose_unit(answers: Grades | Preferences, analysis: HumanAnalysis, protocol: Protocol[Any]) -> UnitChoice:
    """The unit asked for, else the one that suits the design.

    That is the document where judges see documents (the design then gives a judge all segments of a document of one
    system), or where grades show that judges graded complete documents of one system; else the segment. Tests that are
    as published go by segment, as does a ranking of each document by itself.
    """
    by_document = has_documents(answers) and (
        bool(protocol.visible & {"history", "document"})
        or (isinstance(answers, Grades) and is_graded_by_document(answers))
    )
    if analysis.unit is None:
        usual = by_document and analysis.test not in _BY_SEGMENT and "document" not in analysis.by
        return UnitChoice(unit="document" if usual else "segment", by_document=by_document)
    _check(answers, analysis, protocol)
    return UnitChoice(unit=analysis.unit, by_document=by_document)


def _check(answers: Grades | Preferences, analysis: HumanAnalysis, protocol: Protocol[Any]) -> None:
    if analysis.unit == "segment":
        return
    if analysis.test in _BY_SEGMENT:
        raise ExpressionError(
            f"{analysis.test} is a test by segment, as published: by {analysis.unit} take {_BY_SEGMENT[analysis.test]}."
        )
    if analysis.unit == "document" and not has_documents(answers):
        raise InputError(
            expected="documents of several segments",
            found="none in these judgments",
            remedy="Name the document of every judgment, or take another unit (--unit segment).",
        )
    if analysis.unit == "judge" and not answers.named.any():
        raise InputError(
            expected="judges with names", found="none in these judgments", remedy="Take another unit (--unit segment)."
        )
    if analysis.unit == "judge" and isinstance(answers, Preferences) and analysis.majority_of(protocol):
        raise ExpressionError(
            "what most judges say has no single judge: count every answer (--single), or take another unit."
        )


def chosen_test(analysis: HumanAnalysis, kind: Any, usual: str, answers: str) -> Any:
    """The test asked for, or the usual one; an error where these answers have no such test."""
    if analysis.test is not None and analysis.test not in get_args(kind):
        raise ExpressionError(f"{answers} are tested by {', '.join(get_args(kind))}, not {analysis.test}.")
    return analysis.test or usual


def counted_answers(answers: Answers, analysis: HumanAnalysis) -> Answers:
    """What scores are made of: without repeats, unless they are to count."""
    if analysis.repeats == "scores" or not answers.repeated.any():
        return answers
    kept = answers.only(~answers.repeated)
    if not len(kept):
        raise InputError(
            expected="answers that are not repeats",
            found=f"{len(answers):,} repeats alone",
            remedy="Let repeats count (--repeats scores).",
        )
    return kept
