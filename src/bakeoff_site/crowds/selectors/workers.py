"""The workers of a study: what they did, how far they can be trusted, and what they are paid."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from bakeoff.human_eval.analyses.timing import active_seconds
from bakeoff.human_eval.designs.conduct.crowd_pay import total_pay, worker_pay
from bakeoff.human_eval.designs.conduct.judge_checks import TryResult, gold_by_judge, trust_needed
from bakeoff.human_eval.designs.stored_designs import PlannedEvaluation
from bakeoff_site.crowds.choices import Outcome
from bakeoff_site.crowds.models import Study, Worker
from bakeoff_site.judging.conversions.judgments import STORED, judge_name, stored_judgments
from bakeoff_site.judging.models import Judgment, Task
from bakeoff_site.judging.selectors.contents import content_of
from bakeoff_site.judging.selectors.times import longest_seconds

_SAID = {
    Outcome.DONE: "good",
    Outcome.NO_WORK: "good",
    Outcome.FAILED: "warn",
    Outcome.SCREENED_OUT: "",
    Outcome.BLOCKED: "bad",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class WorkDone:
    """What somebody did in a study."""

    screens: int = 0
    """Answered, those of a qualification among them."""
    seconds: float = 0.0
    """Active time: of a screen that was left open, as long as counts at most."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WorkerRow:
    """A worker as organisers see them."""

    worker: Worker
    work: WorkDone
    gold: TryResult | None
    """Answers to gold items among the ordinary ones; None: none yet."""
    trust_needed: float | None
    code: str
    """That they were shown; empty while they are at work."""
    pay: Decimal | None
    """None where the study does not say what is paid."""

    @property
    def minutes(self) -> float:
        return self.work.seconds / 60

    @property
    def trust(self) -> float | None:
        """Share of right answers to gold items."""
        return None if self.gold is None or not self.gold.answers else self.gold.right / self.gold.answers

    @property
    def is_distrusted(self) -> bool:
        return self.trust is not None and self.trust_needed is not None and self.trust < self.trust_needed

    @property
    def state(self) -> str:
        """What became of them, in words."""
        worker = self.worker
        if worker.rejected_at is not None:
            return "Rejected"
        if worker.freed_at is not None:
            return worker.status.replace("-", " ").capitalize()
        return worker.get_outcome_display() if worker.outcome else "At work"

    @property
    def tone(self) -> str:
        """The colour of the state."""
        if self.worker.rejected_at is not None or self.worker.freed_at is not None:
            return "bad"
        return _SAID[Outcome(self.worker.outcome)] if self.worker.outcome else "info"

    @property
    def is_left_out(self) -> bool:
        """Whether their judgments do not count."""
        judge = self.worker.judge
        return judge is not None and (judge.blocked_at is not None or judge.excluded_at is not None)

    @property
    def reason(self) -> str:
        """Why their work was rejected or stopped."""
        judge = self.worker.judge
        return self.worker.rejected_reason or ("" if judge is None else judge.blocked_reason)


@dataclass(frozen=True, slots=True, kw_only=True)
class StudyView:
    """A study with its workers."""

    study: Study
    rows: tuple[WorkerRow, ...]

    @property
    def total(self) -> Decimal | None:
        """What all workers get; None where the study does not say what is paid."""
        return None if self.study.crowd.pay is None else total_pay(row.pay or Decimal(0) for row in self.rows)


def study_view(study: Study) -> StudyView:
    """A study and its workers, in a number of queries that does not depend on how many came."""
    workers = tuple(study.workers.select_related("judge").order_by("pk"))
    judges = {each.judge_id for each in workers if each.judge_id is not None}
    work, gold = _work(study.task, workers), _gold(study.task, judges)
    crowd, task = study.crowd, content_of(study.task)
    needed = [trust_needed(each.rules.quality.blocking) for each in task.evaluations.values()]
    least = max((each for each in needed if each is not None), default=None)
    rows = []
    for worker in workers:
        worker.study = study
        done = work[worker.pk]
        pay = None
        if crowd.pay is not None:
            paid = done if worker.is_paid else WorkDone()
            pay = worker_pay(crowd.pay, screens=paid.screens, active_seconds=paid.seconds)
        rows.append(
            WorkerRow(
                worker=worker,
                work=done,
                gold=gold.get(judge_name(worker.judge_id)) if worker.judge_id else None,
                trust_needed=least,
                code=study.codes.get(worker.outcome, ""),
                pay=pay,
            )
        )
    return StudyView(study=study, rows=tuple(rows))


def _work(task: Task, workers: Sequence[Worker]) -> Mapping[int, WorkDone]:
    """What each worker answered since they came to the study; a correction takes no more time."""
    studies = defaultdict(list)
    for each in workers:
        studies[each.judge_id].append(each)
    first: dict[tuple[int, int], float] = {}
    columns = ("judge", "screen__number", "shown_at", "sent_at")
    judged = Judgment.objects.filter(judge__in=studies.keys() - {None}, shown_at__isnull=False)
    for judge, number, shown, sent in judged.order_by("pk").values_list(*columns):
        first.setdefault((judge, number), (sent - shown).total_seconds())
    longest = longest_seconds(each.rules for each in content_of(task).evaluations.values())
    own: dict[int, list[float]] = {each.pk: [] for each in workers}
    later = _ends_of_studies(workers)
    for (judge, number), seconds in first.items():
        for each in studies[judge]:
            if each.after < number <= later[each.pk]:
                own[each.pk].append(seconds)
    return {
        key: WorkDone(screens=len(each), seconds=active_seconds(each, longest_seconds=longest))
        for key, each in own.items()
    }


def _ends_of_studies(workers: Sequence[Worker]) -> Mapping[int, float]:
    """The last screen of each worker's judge that is of the study: another study of the task may come after it."""
    later = Worker.objects.filter(judge__in=[each.judge_id for each in workers if each.judge_id]).order_by("pk")
    starts: defaultdict[int | None, list[tuple[int, int]]] = defaultdict(list)
    for judge, pk, after in later.values_list("judge", "pk", "after"):
        starts[judge].append((pk, after))
    return {
        each.pk: min((after for pk, after in starts[each.judge_id] if pk > each.pk), default=float("inf"))
        for each in workers
    }


def _gold(task: Task, judges: Collection[int]) -> dict[str, TryResult]:
    """Answers to gold items among the ordinary ones, of all evaluations together."""
    found: dict[str, TryResult] = {}
    for code, planned in content_of(task).evaluations.items():
        for name, result in _gold_of(task, code, planned, judges).items():
            before = found.get(name, TryResult(right=0, answers=0))
            found[name] = replace(before, right=before.right + result.right, answers=before.answers + result.answers)
    return found


def _gold_of(task: Task, code: str, planned: PlannedEvaluation, judges: Collection[int]) -> dict[str, TryResult]:
    rows = Judgment.objects.filter(
        evaluation__task=task,
        evaluation__code=code,
        judge__in=judges,
        screen__control="gold",
        screen__qualification_try=None,
    )
    given = stored_judgments(
        rows.order_by("pk").values_list(*STORED), planned.design, kind=planned.protocol.kind, campaign=""
    )
    return gold_by_judge(planned, tuple(given))
