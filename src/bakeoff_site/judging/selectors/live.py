"""How a task goes, on one page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from bakeoff.human_eval.analyses.live_figures import JudgeFigures
from bakeoff.rulebook import Rulebook
from bakeoff.rulebook.release.visibility import Answer
from bakeoff_site.judging.conversions.analyses import JudgeSoFar
from bakeoff_site.judging.conversions.judgments import judge_name
from bakeoff_site.judging.conversions.ranking_tables import RankingTable, ranking_tables
from bakeoff_site.judging.models import Evaluation, Judge, Task
from bakeoff_site.judging.permissions import is_open
from bakeoff_site.judging.selectors.figures import EvaluationFigures, figures_of, moment_of
from bakeoff_site.judging.selectors.rankings import AnalysisSoFar, EvaluationRankings, analysis_so_far, named_rankings
from bakeoff_site.judging.selectors.remarks import Remark, remarks_of

_QUIET = timedelta(days=3)
"""After which a judge of an open task who started counts as behind."""
_LEVELS = 5
"""Shades of the table of coverage."""


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgeRow:
    """A judge and what they did, over all evaluations of the task."""

    judge: Judge
    answered: int
    controls: int
    medians: tuple[str, ...]
    """Of each evaluation that they judged."""
    last_sent: datetime | None
    gold: str
    """`5 of 12`; empty where they answered none."""
    reasons: tuple[str, ...]
    """The quality rules that they fail."""
    is_quiet: bool
    """Whether they started and have not judged for days, while the task is open."""

    @property
    def needs_attention(self) -> bool:
        return bool(self.reasons or self.judge.flagged_at or self.is_quiet)


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
    pairs: tuple[str, ...]
    """Titles of the language pairs of the tables of coverage."""
    systems: tuple[CoverageRow, ...]
    judges: tuple[CoverageRow, ...]
    bars: tuple[BarRow, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class LiveView:
    """Everything on the page."""

    at: datetime
    is_open: Answer
    evaluations: tuple[EvaluationLive, ...]
    judges: tuple[JudgeRow, ...]
    remarks: tuple[Remark, ...]

    @property
    def alerts(self) -> tuple[JudgeRow, ...]:
        """Judges who fail quality rules, or do not judge, but for those whom organisers dealt with."""
        dealt = (each for each in self.judges if each.judge.blocked_at is None and each.judge.excluded_at is None)
        return tuple(each for each in dealt if each.needs_attention)

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
    rows = tuple(_judge_row(each, figures, rankings, now=now, is_open=opened.allowed) for each in judges)
    names = {judge_name(each.judge.pk): str(each.judge.user) for each in rows}
    return LiveView(
        at=now,
        is_open=opened,
        evaluations=tuple(
            _evaluation(progress, ranking, task.campaign.rules, names)
            for progress, ranking in zip(figures, rankings, strict=True)
        ),
        judges=tuple(sorted(rows, key=lambda row: (-row.answered, row.judge.pk))),
        remarks=remarks_of(task, names={each.evaluation.pk: each.names for each in rankings}),
    )


def judges_of(task: Task) -> tuple[Judge, ...]:
    """The judges of a task with their names and teams."""
    return tuple(task.judges.select_related("user", "team"))


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


def _judge_row(
    judge: Judge,
    figures: Sequence[EvaluationFigures],
    rankings: Sequence[EvaluationRankings],
    *,
    now: datetime,
    is_open: bool,
) -> JudgeRow:
    name = judge_name(judge.pk)
    own = [(each, found) for each in figures if (found := each.figures.judges.get(name)) is not None]
    said = [
        record
        for each in rankings
        if each.found.analysis is not None and (record := each.found.analysis.judges.get(name)) is not None
    ]
    last = moment_of(max((each.last_sent for _, each in own), default=0.0))
    since = last or judge.started_at
    is_out = judge.blocked_at is not None or judge.excluded_at is not None
    return JudgeRow(
        judge=judge,
        answered=sum(sum(each.judgments) for _, each in own),
        controls=sum(each.controls for _, each in own),
        medians=tuple(_medians(own)),
        last_sent=last,
        gold=_gold(said),
        reasons=tuple(dict.fromkeys(reason for each in said for reason in each.reasons)),
        is_quiet=is_open and not is_out and since is not None and now - since > _QUIET,
    )


def _medians(own: Sequence[tuple[EvaluationFigures, JudgeFigures]]) -> Iterator[str]:
    for progress, each in own:
        if each.median_seconds is not None:
            time = f"{each.median_seconds:.0f} s"
            yield time if len(own) == 1 else f"{progress.evaluation.title} {time}"


def _gold(said: Sequence[JudgeSoFar]) -> str:
    items = sum(each.gold for each in said)
    right = sum(round(each.gold * each.gold_right) for each in said if each.gold_right is not None)
    return f"{right} of {items}" if items else ""
