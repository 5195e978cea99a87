"""What people judged, as someone may see it."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from ninja import Schema

from bakeoff.human_eval import HumanRanking
from bakeoff.human_eval.analyses.agreement.judges import JudgeAgreement
from bakeoff.human_eval.analyses.timing import Timing
from bakeoff.reports.human.tables import pair_places
from bakeoff_site.results.conversions.human_boards import HumanBoardView


class HumanBoardRow(Schema):
    evaluation: str
    """The id of the human evaluation, as the rulebook calls it."""
    evaluation_title: str
    language_pair: str
    """A language pair; where systems of several are judged together, the language that they translate into."""
    language_pair_title: str
    test_set: str
    test_set_title: str
    protocol: str
    systems: int
    judgments: int
    judges: int
    leaders: list[str]
    """The systems of the first cluster."""
    is_judged: bool
    """Whether judging is still open: then only organisers see it, with labels in place of names."""
    is_public: bool
    opens: datetime | None
    """When it will be public, as far as the schedule says."""


class GradeCountOut(Schema):
    grade: float
    count: int


class HumanSystemOut(Schema):
    run: str
    """What the address of its run calls it; empty for the hidden reference and where you cannot see its run."""
    name: str
    team: str
    is_own: bool
    is_reference: bool
    rank: list[int]
    """The best and the worst place that it may have."""
    cluster: int
    score: float
    low: float | None
    high: float | None
    figures: dict[str, float]
    """Further figures by name."""
    median_grade: float | None
    grades: list[GradeCountOut]
    """How often each grade was given, the lowest first; none where outputs are compared."""
    beats: int
    """How many systems it is significantly better than."""
    segments: int
    judgments: int
    """Grades, or comparisons with others."""


class HumanPairOut(Schema):
    first: str
    second: str
    value: float
    """The share of comparisons that the first won; of grades, its mean less that of the second."""
    wins: int | None
    """Of the first; null where outputs are graded."""
    ties: int | None
    losses: int | None
    p: float
    p_corrected: float
    is_significant: bool
    mark: str


class HumanAgreementOut(Schema):
    between: str
    """`judges`, or `own`: of judges with themselves."""
    measure: str
    value: float | None
    low: float | None
    high: float | None
    word: str
    """Of Landis and Koch."""
    observed: float | None
    expected: float | None
    count: int
    counted: str


class HumanTimeOut(Schema):
    screens: int
    too_long: int
    mean: float | None
    median: float | None


class HumanBoardOut(HumanBoardRow):
    score: str
    """What ranks systems."""
    higher_is_better: bool
    standardised: bool
    confidence: float
    """Of intervals."""
    segments: int
    ranking: list[HumanSystemOut]
    """Best first."""
    pairs: list[HumanPairOut]
    test: str
    correction: str
    level: float
    agreement: list[HumanAgreementOut]
    agreement_with_identical: list[HumanAgreementOut]
    """Of constituents, with a phrase that systems share counted for each of them; none where no phrase is shared."""
    time: HumanTimeOut
    """Seconds for a screen, over all language pairs and test sets of the evaluation."""
    left_out_judges: int
    """By organisers and by the quality rules."""
    left_out_judgments: int
    counted_evaluations: list[str]
    """Titles of further evaluations whose judgments count here."""
    conditions: dict[str, str]
    """How it was judged, in words."""
    notes: list[str]
    has_judgments: bool
    """Whether you can download the judgments."""
    seed: int


def human_board_row(view: HumanBoardView) -> HumanBoardRow:
    return HumanBoardRow(**_row(view))


def _row(view: HumanBoardView) -> dict[str, Any]:
    place, ranking = view.place, view.ranking
    return {
        "evaluation": place.evaluation_id,
        "evaluation_title": place.evaluation,
        "language_pair": place.language_pair_id,
        "language_pair_title": place.language_pair,
        "test_set": place.test_set_id,
        "test_set_title": place.test_set,
        "protocol": view.result.protocol,
        "systems": len(ranking.systems),
        "judgments": ranking.judgments,
        "judges": ranking.judges,
        "leaders": list(view.leaders),
        "is_judged": view.is_judged,
        "is_public": view.is_public,
        "opens": view.opens,
    }


def human_board_out(view: HumanBoardView) -> HumanBoardOut:
    ranking, result = view.ranking, view.result
    return HumanBoardOut(
        **_row(view),
        score=result.score,
        higher_is_better=result.higher_is_better,
        standardised=result.standardised,
        confidence=result.confidence,
        segments=ranking.segments,
        ranking=_systems(view),
        pairs=[_pair(ranking, first, second) for first, second in pair_places(ranking)],
        test=ranking.pairs.test,
        correction=ranking.pairs.correction,
        level=ranking.pairs.level,
        agreement=[_agreement(each) for each in ranking.agreement],
        agreement_with_identical=[_agreement(each) for each in ranking.agreement_with_identical],
        time=_time(result.timings.overall),
        left_out_judges=view.left_out.judges + view.excluded_judges,
        left_out_judgments=view.left_out.judgments + view.excluded_judgments,
        counted_evaluations=list(view.others),
        conditions=dict(view.conditions),
        notes=list(view.notes),
        has_judgments=view.may_read_judgments,
        seed=result.seed,
    )


def _systems(view: HumanBoardView) -> list[HumanSystemOut]:
    return [
        HumanSystemOut(
            run=known.key,
            name=known.name,
            team=known.team,
            is_own=known.is_own,
            is_reference=known.is_reference,
            rank=list(each.range),
            cluster=each.cluster,
            score=each.score,
            low=None if each.interval is None else each.interval.low,
            high=None if each.interval is None else each.interval.high,
            figures=dict(each.figures),
            median_grade=each.median_grade,
            grades=[GradeCountOut(grade=grade, count=count) for grade, count in each.grades.items()],
            beats=each.beats,
            segments=each.segments,
            judgments=each.judgments,
        )
        for each in view.ranking.systems
        for known in [view.systems[each.system]]
    ]


def _pair(ranking: HumanRanking, first: int, second: int) -> HumanPairOut:
    pairs = ranking.pairs
    wins, ties = pairs.wins, pairs.ties
    return HumanPairOut(
        first=pairs.systems[first],
        second=pairs.systems[second],
        value=float(pairs.values[first, second]),
        wins=None if wins is None else int(wins[first, second]),
        ties=None if ties is None else int(ties[first, second]),
        losses=None if wins is None else int(wins[second, first]),
        p=float(pairs.p[first, second]),
        p_corrected=float(pairs.corrected[first, second]),
        is_significant=bool(pairs.beats[first, second] or pairs.beats[second, first]),
        mark=pairs.mark(first, second) or pairs.mark(second, first),
    )


def _agreement(each: JudgeAgreement) -> HumanAgreementOut:
    return HumanAgreementOut(
        between=each.between,
        measure=each.measure,
        value=each.value,
        low=None if each.interval is None else each.interval.low,
        high=None if each.interval is None else each.interval.high,
        word=each.word or "",
        observed=each.observed,
        expected=each.expected,
        count=each.count,
        counted=each.counted,
    )


def _time(timing: Timing) -> HumanTimeOut:
    return HumanTimeOut(
        screens=timing.screens,
        too_long=timing.too_long,
        mean=timing.mean,
        median=None if timing.quantiles is None else timing.quantiles[2],
    )
