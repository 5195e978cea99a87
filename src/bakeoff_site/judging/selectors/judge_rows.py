"""The judges of a task as organisers follow them: what they did, how they agree with others, who needs attention."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from bakeoff.human_eval.analyses.live_figures import JudgeFigures
from bakeoff_site.judging.choices import JudgesShown
from bakeoff_site.judging.conversions.analyses import JudgeSoFar
from bakeoff_site.judging.conversions.judgments import judge_name
from bakeoff_site.judging.models import Judge, Task
from bakeoff_site.judging.selectors.figures import EvaluationFigures, moment_of
from bakeoff_site.judging.selectors.rankings import EvaluationRankings

_QUIET = timedelta(days=3)
"""After which a judge of an open task who started counts as behind."""
_ACTIVE = timedelta(minutes=15)
"""How long after the last answer, or the last thing they did on a screen, a judge counts as active."""
_FEW = 20
"""Answers that others gave, too: figures of fewer say little."""


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgeAgreementCell:
    """How far a judge agrees with the others in one evaluation."""

    title: str
    """Of the evaluation; empty where the judge has only one."""
    value: float
    low: float | None
    high: float | None
    answers: int
    """That others gave, too."""
    is_chance: bool
    """Whether the answers may have nothing to do with those of the others."""

    @property
    def text(self) -> str:
        return f"{self.value:.2f}"

    @property
    def interval(self) -> str:
        return "" if self.low is None or self.high is None else f"[{self.low:.2f}, {self.high:.2f}]"


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgeRow:
    """A judge and what they did, over all evaluations of the task."""

    judge: Judge
    answered: int
    controls: int
    medians: tuple[str, ...]
    """Of each evaluation that they judged."""
    agreements: tuple[JudgeAgreementCell, ...]
    """The same; without those in which nobody else answered what they did, or where they do not count."""
    last_sent: datetime | None
    gold: str
    """`5 of 12`; empty where they answered none."""
    reasons: tuple[str, ...]
    """The quality rules that they fail."""
    is_quiet: bool
    """Whether they started and have not judged for days, while the task is open."""
    is_active: bool
    """Whether they judge now."""

    @property
    def is_out(self) -> bool:
        """Whether organisers blocked them or left them out."""
        return self.judge.blocked_at is not None or self.judge.excluded_at is not None

    @property
    def needs_attention(self) -> bool:
        """Whether they fail quality rules, or do not judge, and organisers have not dealt with it."""
        return not self.is_out and bool(self.reasons or self.judge.flagged_at or self.is_quiet)

    def is_among(self, shown: JudgesShown) -> bool:
        """Whether they are one of those whom organisers look for."""
        match shown:
            case JudgesShown.ALL:
                return True
            case JudgesShown.ATTENTION:
                return self.needs_attention
            case JudgesShown.ACTIVE:
                return self.is_active
            case JudgesShown.BEHIND:
                return self.is_quiet
            case JudgesShown.WAITING:
                return self.last_sent is None and not self.is_out
            case JudgesShown.LEFT_OUT:
                return self.is_out


@dataclass(frozen=True, slots=True)
class JudgesChoice:
    """Some of the judges, and how many there are."""

    value: str
    label: str
    count: int
    is_chosen: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgesFound:
    """The judges that organisers look for."""

    rows: tuple[JudgeRow, ...]
    choices: tuple[JudgesChoice, ...]
    find: str
    every: int
    """Judges of the task."""


def find_judges(rows: Sequence[JudgeRow], *, shown: JudgesShown, find: str) -> JudgesFound:
    """Judges in one of the states whose name, team or label has all the words; counts are of all judges."""
    words = find.casefold().split()
    return JudgesFound(
        rows=tuple(row for row in rows if row.is_among(shown) and _has(row, words)),
        choices=tuple(
            JudgesChoice(each.value, each.label, sum(row.is_among(each) for row in rows), each is shown)
            for each in JudgesShown
        ),
        find=find,
        every=len(rows),
    )


def _has(row: JudgeRow, words: Sequence[str]) -> bool:
    team = "" if row.judge.team is None else row.judge.team.name
    text = f"{row.judge.name} {team} {row.judge.label}".casefold()
    return all(word in text for word in words)


def judges_of(task: Task) -> tuple[Judge, ...]:
    """The judges of a task with their names and teams."""
    return tuple(task.judges.select_related("user", "team"))


def judge_rows(
    judges: Sequence[Judge],
    figures: Sequence[EvaluationFigures],
    rankings: Sequence[EvaluationRankings],
    *,
    now: datetime,
    is_open: bool,
) -> tuple[JudgeRow, ...]:
    """A row for each judge, who judged most first."""
    working = {judge for each in figures for judge, since in each.held_since.items() if now - since <= _ACTIVE}
    rows = [_row(each, figures, rankings, now=now, is_open=is_open, working=working) for each in judges]
    return tuple(sorted(rows, key=lambda row: (-row.answered, row.judge.pk)))


def _row(
    judge: Judge,
    figures: Sequence[EvaluationFigures],
    rankings: Sequence[EvaluationRankings],
    *,
    now: datetime,
    is_open: bool,
    working: Collection[int],
) -> JudgeRow:
    name = judge_name(judge.pk)
    own = [(each, found) for each in figures if (found := each.figures.judges.get(name)) is not None]
    said = [
        (each.evaluation.title, record)
        for each in rankings
        if each.found.analysis is not None and (record := each.found.analysis.judges.get(name)) is not None
    ]
    records = [record for _, record in said]
    last = moment_of(max((each.last_sent for _, each in own), default=0.0))
    since = last or judge.started_at
    is_out = judge.blocked_at is not None or judge.excluded_at is not None
    return JudgeRow(
        judge=judge,
        answered=sum(sum(each.judgments) for _, each in own),
        controls=sum(each.controls for _, each in own),
        medians=tuple(_medians(own)),
        agreements=tuple(_agreements(said)),
        last_sent=last,
        gold=_gold(records),
        reasons=tuple(dict.fromkeys(reason for each in records for reason in each.reasons)),
        is_quiet=is_open and not is_out and judge.user_id is not None and since is not None and now - since > _QUIET,
        is_active=judge.pk in working or (last is not None and now - last <= _ACTIVE),
    )


def _medians(own: Sequence[tuple[EvaluationFigures, JudgeFigures]]) -> Iterator[str]:
    for progress, each in own:
        if each.median_seconds is not None:
            time = f"{each.median_seconds:.0f} s"
            yield time if len(own) == 1 else f"{progress.evaluation.title} {time}"


def _agreements(said: Sequence[tuple[str, JudgeSoFar]]) -> Iterator[JudgeAgreementCell]:
    for title, each in said:
        if each.agreement is not None:
            yield JudgeAgreementCell(
                title=title if len(said) > 1 else "",
                value=each.agreement,
                low=each.agreement_low,
                high=each.agreement_high,
                answers=each.shared,
                is_chance=each.shared >= _FEW and each.agreement_low is not None and each.agreement_low <= 0,
            )


def _gold(said: Sequence[JudgeSoFar]) -> str:
    items = sum(each.gold for each in said)
    right = sum(round(each.gold * each.gold_right) for each in said if each.gold_right is not None)
    return f"{right} of {items}" if items else ""
