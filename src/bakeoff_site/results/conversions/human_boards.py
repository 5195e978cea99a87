"""What people judged on a test set, as pages, downloads and programs get to see it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import groupby

from bakeoff.human_eval import HumanEvaluationResult, HumanRanking, PostEditResult, RankedSystem
from bakeoff.human_eval.analyses.answer_shares import AnswerShares
from bakeoff.human_eval.protocols.rulebook_protocols import protocol_by_rules
from bakeoff.reports.human.captions import BETWEEN_NAMES, MEASURE_NAMES, WITH_IDENTICAL, ranking_notes, score_name
from bakeoff.reports.human.conditions import judging_conditions
from bakeoff.rulebook import Rulebook
from bakeoff.rulebook.schema.human import HumanEvaluation
from bakeoff_site.core.interval_marks import Axis, IntervalMark, PrintedScore, mark_of, scale_of
from bakeoff_site.judging.conversions.answer_tables import AnswerRow
from bakeoff_site.judging.selectors.campaign_evaluations import LeftOut
from bakeoff_site.judging.selectors.imports import ImportRow
from bakeoff_site.results.conversions.grade_bars import GradeBar, grade_bars
from bakeoff_site.results.conversions.human_places import HumanPlace
from bakeoff_site.results.conversions.titles import Kind


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgedBy:
    """Who is behind a name in a ranking, as far as someone may know."""

    name: str
    key: str = ""
    """What the address of its run calls it; empty where it has no page for them."""
    run_id: int | None = None
    team: str = ""
    kind: Kind | None = None
    kind_label: str = ""
    is_own: bool = False
    is_reference: bool = False
    remark: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class HumanRow:
    """A system of a human board."""

    system: JudgedBy
    rank: str
    score: PrintedScore
    mark: IntervalMark | None
    others: tuple[tuple[str, PrintedScore], ...]
    """Further figures with their headings."""
    median: str
    grades: tuple[GradeBar, ...]
    """How often each grade was given; none where outputs are compared."""
    segments: int
    judgments: int
    beats: int


@dataclass(frozen=True, slots=True)
class HumanCluster:
    """Systems between which no line of significance is drawn."""

    number: int
    rows: tuple[HumanRow, ...]
    worse: int
    """How many systems are in lower clusters."""


@dataclass(frozen=True, slots=True)
class PairCell:
    """A system against another."""

    figure: str
    mark: str
    counts: str
    """Wins, ties and losses, where outputs are compared."""
    p: str
    beats: bool


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class HumanBoardView:
    """A human board as someone may see it."""

    place: HumanPlace
    result: HumanEvaluationResult
    """Of this language pair and test set alone, with names that they may know."""
    systems: Mapping[str, JudgedBy]
    """By these names."""
    rules: HumanEvaluation
    left_out: LeftOut
    others: tuple[str, ...]
    """Titles of further evaluations whose judgments count here."""
    imports: tuple[ImportRow, ...]
    """Files of judgments made elsewhere that count here."""
    is_public: bool
    """Whether everybody sees it now."""
    is_released: bool
    """Whether someone besides organisers sees it now."""
    opens: datetime | None
    """When it will be public, as far as the schedule says."""
    is_judged: bool
    """Whether judging is still open: then only organisers see it, with labels in place of names."""
    may_read_judgments: bool
    shares: tuple[AnswerShares, ...] = ()
    """How often each answer was given, where judges choose among some; systems by the names of the board."""
    answers: tuple[AnswerRow, ...] = ()
    """The same as rows of a table."""
    called: Mapping[str, str] = field(default_factory=dict)
    """What the board calls systems, by what judgments call them."""
    as_of: datetime | None = None
    """When judgments were last analysed; None: all that exist now are in it."""
    later: int = 0
    """Judgments that came since then."""
    post_edits: PostEditResult | None = None
    """Systems and translators by post-edits, where outputs were corrected: systems are ranked by it."""

    @property
    def ranking(self) -> HumanRanking:
        return self.result.rankings[0]

    @property
    def score_name(self) -> str:
        return score_name(self.result)

    @property
    def compares(self) -> bool:
        """Whether outputs were compared, not graded."""
        return self.ranking.pairs.figure == "shares"

    @property
    def digits(self) -> int:
        return 3 if self.result.standardised or self.compares else 2

    @property
    def leaders(self) -> tuple[str, ...]:
        """The systems of the first cluster that are none of a reference; by mTER the first, and who does not differ."""
        if self.post_edits is not None:
            first = self.post_edits.groups[0].systems[0]
            return (first.system, *(name for name, p in first.p.items() if p >= self.post_edits.level))
        known = [each for each in self.ranking.systems if not self.systems[each.system].is_reference]
        return tuple(each.system for each in known if each.cluster == known[0].cluster) if known else ()

    @property
    def more_leaders(self) -> int:
        """How many are in the cluster of the best one."""
        return max(len(self.leaders) - 1, 0)

    @property
    def conditions(self) -> tuple[tuple[str, str], ...]:
        """How it was judged, in words."""
        return judging_conditions(self.rules, self.result, self.ranking)

    @property
    def notes(self) -> tuple[str, ...]:
        """What the ranking rests on, sentence by sentence."""
        has_intervals = any(each.interval is not None for each in self.ranking.systems)
        return tuple(ranking_notes(self.result, self.ranking, with_intervals=has_intervals))

    @property
    def excluded_judges(self) -> int:
        """Judges whom a quality rule of the rulebook leaves out."""
        return sum(each.is_excluded for each in self.result.judges)

    @property
    def excluded_judgments(self) -> int:
        return sum(each.judgments for each in self.result.judges if each.is_excluded)


@dataclass(frozen=True, slots=True)
class HumanTable:
    """The rows of a human board, drawn."""

    clusters: tuple[HumanCluster, ...]
    axis: Axis | None
    others: tuple[str, ...]
    """Headings of further figures."""
    has_grades: bool
    """Whether judges gave grades; rates of edits, which are computed, are none."""


def human_table(view: HumanBoardView) -> HumanTable:
    """The table of a board, a part for each cluster."""
    systems = view.ranking.systems
    others = tuple(systems[0].figures) if systems else ()
    headings = {name: _OTHERS.get(name, name) for name in others}
    protocol = protocol_by_rules(view.rules)
    scores = {each.system: _score(each, view.digits) for each in systems}
    scale = scale_of(scores.values())
    rows = {
        each.system: HumanRow(
            system=view.systems[each.system],
            rank=_rank(each),
            score=scores[each.system],
            mark=None if scale is None else mark_of(scores[each.system], scale, is_quiet=_is_quiet(view, each)),
            others=tuple((headings[name], _figure(each, name, view.digits)) for name in others),
            median="" if each.median_grade is None else f"{each.median_grade:g}",
            grades=grade_bars(each, scale=protocol.grades_from_to, labels=view.rules.labels),
            segments=each.segments,
            judgments=each.judgments,
            beats=each.beats,
        )
        for each in systems
    }
    clusters = []
    below = len(systems)
    for number, members in groupby(systems, key=lambda each: each.cluster):
        own = tuple(rows[each.system] for each in members)
        below -= len(own)
        clusters.append(HumanCluster(number, own, below))
    return HumanTable(
        clusters=tuple(clusters),
        axis=None if scale is None else Axis(scale.ticks),
        others=tuple(headings.values()),
        has_grades=view.post_edits is None and any(row.grades for row in rows.values()),
    )


_OTHERS = {"better": "> others", "better-or-equal": "≥ others"}


def _is_quiet(view: HumanBoardView, system: RankedSystem) -> bool:
    """Whether it is drawn open: no submitted run that is compared with others."""
    known = view.systems[system.system]
    return known.is_reference or known.kind not in (None, "primary", "combination")


def _rank(system: RankedSystem) -> str:
    low, high = system.range
    return str(low) if low == high else f"{low}–{high}"


def _score(system: RankedSystem, digits: int) -> PrintedScore:
    return _printed(system.score, system.interval, digits)


def _figure(system: RankedSystem, name: str, digits: int) -> PrintedScore:
    return _printed(system.figures[name], system.figure_intervals.get(name), digits)


def _printed(value: float, around: object, digits: int) -> PrintedScore:
    low, high = (getattr(around, end, None) for end in ("low", "high"))
    text = f"{value:.{digits}f}"
    if low is None or high is None:
        return PrintedScore(value, text=text)
    return PrintedScore(value, low, high, text=text, interval=f"[{low:.{digits}f}, {high:.{digits}f}]")


def human_matrix(view: HumanBoardView) -> tuple[tuple[JudgedBy, tuple[PairCell | None, ...]], ...]:
    """Every system against every other, best first; None in the diagonal and where two never met."""
    names = view.ranking.pairs.systems
    return tuple(
        (view.systems[name], tuple(_pair_cell(view, row, column) for column in range(len(names))))
        for row, name in enumerate(names)
    )


def _pair_cell(view: HumanBoardView, row: int, column: int) -> PairCell | None:
    pairs = view.ranking.pairs
    value = float(pairs.values[row, column])
    if row == column or value != value:  # noqa: PLR0124 -- NaN
        return None
    figure = f"{100 * value:.1f}" if view.compares else f"{value:+.{view.digits}f}"
    counts = ""
    if pairs.wins is not None and pairs.ties is not None:
        counts = f"{pairs.wins[row, column]:,}–{pairs.ties[row, column]:,}–{pairs.wins[column, row]:,}"
    p = float(pairs.corrected[row, column])
    return PairCell(
        figure=figure,
        mark=pairs.mark(row, column),
        counts=counts,
        p="< 0.001" if p < 0.001 else f"{p:.3f}",
        beats=bool(pairs.beats[row, column]),
    )


def agreement_rows(view: HumanBoardView) -> Iterator[tuple[str, str, str, str, str, str]]:
    """Whose agreement, the measure, its value, interval, Landis and Koch's word, and what was counted."""
    rows = [("", each) for each in view.ranking.agreement]
    for told, each in [*rows, *((WITH_IDENTICAL, each) for each in view.ranking.agreement_with_identical)]:
        around = each.interval
        yield (
            BETWEEN_NAMES[each.between] + told,
            MEASURE_NAMES[each.measure],
            "–" if each.value is None else f"{each.value:.3f}",
            "" if around is None else f"[{around.low:.3f}, {around.high:.3f}]",
            each.word or "",
            f"{each.count:,} {each.counted}",
        )


def boards_in_order(views: Sequence[HumanBoardView], rules: Rulebook) -> tuple[HumanBoardView, ...]:
    """By evaluation as they come, language pairs and test sets as in the rulebook."""
    pairs, sets = list(rules.language_pairs), list(rules.test_sets)
    evaluations = list(dict.fromkeys(view.place.evaluation_id for view in views))

    def place(known: list[str], name: str) -> int:
        return known.index(name) if name in known else len(known)

    return tuple(
        sorted(
            views,
            key=lambda view: (
                evaluations.index(view.place.evaluation_id),
                place(pairs, view.place.language_pair_id),
                place(sets, view.place.test_set_id),
            ),
        )
    )
