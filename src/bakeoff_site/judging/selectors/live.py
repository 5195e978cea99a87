"""How a task goes, on one page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from bakeoff.human_eval.designs.constituents.reused_answers import SavedAnswers
from bakeoff.reports import reused_answers_sentence
from bakeoff.reports.charts.shapes import Drawing
from bakeoff.reports.human.pace_charts import part_title
from bakeoff.reports.human.post_edits import PostEditTable, post_edit_tables
from bakeoff.rulebook import Rulebook
from bakeoff.rulebook.calendar import last_moment
from bakeoff.rulebook.release.visibility import Answer
from bakeoff_site.core.shown_tables import ShownTable, shown_tables
from bakeoff_site.judging.conversions.answer_tables import AnswerTable, answer_tables
from bakeoff_site.judging.conversions.judgments import judge_name
from bakeoff_site.judging.conversions.ranking_tables import RankingTable, ranking_tables
from bakeoff_site.judging.models import Evaluation, Task
from bakeoff_site.judging.permissions import is_open
from bakeoff_site.judging.selectors.figures import EvaluationFigures, figures_of
from bakeoff_site.judging.selectors.imports import ImportRow, counting_imports
from bakeoff_site.judging.selectors.judge_rows import JudgeRow, judge_rows, judges_of
from bakeoff_site.judging.selectors.post_edits import post_edits_of
from bakeoff_site.judging.selectors.rankings import AnalysisSoFar, EvaluationRankings, analysis_so_far, named_rankings
from bakeoff_site.judging.selectors.remarks import Remark, remarks_of
from bakeoff_site.judging.selectors.reused_answers import answers_taken_over

_TABLES: tuple[PostEditTable, ...] = ("systems", "editors")
_LEVELS = 5
"""Shades of the table of coverage."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CoverageCell:
    """Judgments of one language pair."""

    count: int
    level: int
    """From 0, nothing, to 5, as many as the most."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CoverageRow:
    """A system or a judge."""

    name: str
    cells: tuple[CoverageCell, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class BarRow:
    """Screens that took so long."""

    label: str
    count: int
    percent: str
    """Of the longest bar."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EvaluationLive:
    """An evaluation on the page."""

    evaluation: Evaluation
    progress: EvaluationFigures
    found: AnalysisSoFar
    tables: tuple[RankingTable, ...]
    answers: tuple[AnswerTable, ...]
    """How often each answer was given, where judges choose among some."""
    post_edits: tuple[ShownTable, ...]
    """Systems and translators by post-edits, where outputs are corrected: they rank in place of `tables`."""
    pairs: tuple[str, ...]
    """Titles of the language pairs of the tables of coverage."""
    systems: tuple[CoverageRow, ...]
    judges: tuple[CoverageRow, ...]
    bars: tuple[BarRow, ...]
    pace: Drawing | None
    """Judgments over time; None where there are none yet."""

    @property
    def reused(self) -> SavedAnswers | None:
        """What answers of other evaluations saved."""
        return answers_taken_over(self.evaluation)

    @property
    def reused_words(self) -> str:
        return "" if self.reused is None else reused_answers_sentence(self.reused)

    @property
    def charts(self) -> tuple[Drawing, ...]:
        """What can be had as files."""
        return (*(() if self.pace is None else (self.pace,)), *(table.chart for table in self.tables))

    @property
    def parts(self) -> tuple[tuple[str, int, int], ...]:
        """Judgments of each hour, day or week, and in all, the latest first."""
        pace = self.progress.figures.pace
        points = () if pace is None else pace.points
        return tuple(
            (part_title("day" if pace is None else pace.unit, each.start), each.judgments, each.total)
            for each in reversed(points)
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class PhaseDays:
    """How far a phase is."""

    start: datetime
    end: datetime
    now: datetime

    @property
    def day(self) -> int:
        """From 1 on; 0 before the first."""
        return max(0, min(self.days, (self.now - self.start).days + 1))

    @property
    def days(self) -> int:
        return -(-(self.end - self.start) // timedelta(days=1))

    @property
    def last(self) -> datetime:
        """The last minute."""
        return last_moment(self.end)


@dataclass(frozen=True, slots=True, kw_only=True)
class LiveView:
    """Everything on the page."""

    at: datetime
    is_open: Answer
    evaluations: tuple[EvaluationLive, ...]
    judges: tuple[JudgeRow, ...]
    remarks: tuple[Remark, ...]
    imports: tuple[ImportRow, ...]
    """Files of judgments made elsewhere that count in the rankings."""

    @property
    def alerts(self) -> tuple[JudgeRow, ...]:
        """Judges who fail quality rules, but for those whom organisers dealt with."""
        return tuple(each for each in self.judges if each.needs_attention and (each.reasons or each.judge.flagged_at))

    @property
    def behind(self) -> tuple[JudgeRow, ...]:
        """Judges who started and do not judge."""
        return tuple(each for each in self.judges if each.is_quiet)

    @property
    def days(self) -> PhaseDays | None:
        """The phase in which the first of the evaluations is judged that has one."""
        plan = next((each.progress.plan for each in self.evaluations if each.progress.plan is not None), None)
        return None if plan is None else PhaseDays(start=plan.start, end=plan.end, now=self.at)

    @property
    def is_waiting(self) -> bool:
        """Whether a worker analyses judgments."""
        return any(each.found.is_waiting for each in self.evaluations)


def live_view(task: Task, *, now: datetime) -> LiveView:
    """How a task goes; names of systems are hidden behind labels while it is open."""
    judges = judges_of(task)
    figures = figures_of(task, judges=judges, now=now)
    opened = is_open(task.campaign, task, codes=[each.evaluation.code for each in figures], now=now)
    rankings = [
        named_rankings(each.evaluation, analysis_so_far(each.evaluation), hides_names=opened.allowed)
        for each in figures
    ]
    rows = judge_rows(judges, figures, rankings, now=now, is_open=opened.allowed)
    names = {judge_name(each.judge.pk): each.judge.name for each in rows}
    return LiveView(
        at=now,
        is_open=opened,
        evaluations=tuple(
            _evaluation(progress, ranking, task.campaign.rules, names)
            for progress, ranking in zip(figures, rankings, strict=True)
        ),
        judges=rows,
        remarks=remarks_of(task, names={each.evaluation.pk: each.names for each in rankings}),
        imports=counting_imports([each.evaluation for each in figures]),
    )


def live_chart(task: Task, code: str, name: str, *, now: datetime) -> Drawing | None:
    """A chart of an evaluation; None where there is none of the name."""
    evaluations = live_view(task, now=now).evaluations
    charts = (chart for each in evaluations if each.evaluation.code == code for chart in each.charts)
    return next((chart for chart in charts if chart.name == name), None)


def _evaluation(
    progress: EvaluationFigures, ranking: EvaluationRankings, rules: Rulebook, judges: Mapping[str, str]
) -> EvaluationLive:
    figures, analysis = progress.figures, ranking.found.analysis
    systems = {ranking.names.get(name, name): counts for name, counts in figures.systems.items()}
    by_judge = {judges.get(name, name): each.judgments for name, each in figures.judges.items()}
    longest = max((bar.screens for bar in figures.bars), default=0)
    return EvaluationLive(
        evaluation=progress.evaluation,
        progress=progress,
        found=ranking.found,
        tables=()
        if analysis is None
        else tuple(
            ranking_tables(
                analysis.rankings,
                rules,
                names=ranking.names,
                key=str(progress.evaluation.pk),
                confidence=analysis.confidence,
            )
        ),
        answers=() if analysis is None else tuple(answer_tables(analysis.answers, rules, names=ranking.names)),
        post_edits=_post_edits(ranking, judges),
        pairs=tuple(_pair_title(each, rules) for each in figures.language_pairs),
        systems=tuple(_coverage(systems)),
        judges=tuple(_coverage(by_judge)),
        bars=tuple(
            BarRow(
                label=f"{bar.low} s and more" if bar.high is None else f"{bar.low}–{bar.high} s",
                count=bar.screens,
                percent=f"{100 * bar.screens / longest:.1f}%",
            )
            for bar in figures.bars
        )
        if longest
        else (),
        pace=progress.chart,
    )


def _post_edits(ranking: EvaluationRankings, judges: Mapping[str, str]) -> tuple[ShownTable, ...]:
    """Systems by mTER, and translators by their names."""
    found = post_edits_of([ranking.evaluation], with_references=True)
    if found is None or found.result is None:
        return ()
    rules = ranking.evaluation.task.campaign.rules
    titles = {code: each.label for named in (rules.language_pairs, rules.test_sets) for code, each in named.items()}
    result = found.result.renamed(ranking.names, judges).titled(titles)
    return shown_tables(
        [each for name in _TABLES for each in post_edit_tables(result, name)], key=str(ranking.evaluation.pk)
    )


def _pair_title(code: str, rules: Rulebook) -> str:
    pair = rules.language_pairs.get(code)
    return code if pair is None else pair.label


def _coverage(counts: Mapping[str, Sequence[int]]) -> Iterator[CoverageRow]:
    most = max((count for row in counts.values() for count in row), default=0)
    for name in sorted(counts, key=_natural):
        yield CoverageRow(
            name=name,
            cells=tuple(
                CoverageCell(count=count, level=-(-_LEVELS * count // most) if most else 0) for count in counts[name]
            ),
        )


def _natural(name: str) -> tuple[str, int, str]:
    """`System 10` comes after `System 9`."""
    text, _, number = name.rpartition(" ")
    return (text, int(number), "") if number.isdecimal() else (name, 0, "")
