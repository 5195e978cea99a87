"""What a task asks judges to show first, and how their tries ended."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from bakeoff.rulebook.schema.conduct import Qualification
from bakeoff_site.judging.models import Judge, QualificationTry, Task
from bakeoff_site.judging.selectors.contents import content_of


@dataclass(frozen=True, slots=True, kw_only=True)
class QualificationDemand:
    """What the evaluations of a task ask for, and how often one may try."""

    parts: Mapping[str, Qualification]
    """By the code of the evaluation whose gold items are asked."""
    tries: int

    @property
    def items(self) -> int:
        """Screens of a try, at most."""
        return sum(each.items for each in self.parts.values())


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnQualification:
    """How far somebody is with the qualification of a task."""

    ended: tuple[QualificationTry, ...]
    tries_left: int
    passed: bool

    @property
    def last(self) -> QualificationTry | None:
        return self.ended[-1] if self.ended else None

    @property
    def has_failed(self) -> bool:
        """Whether nothing is left to try."""
        return not self.passed and self.tries_left == 0


def demand_of(task: Task) -> QualificationDemand | None:
    """What a task asks for: what organisers said of it, else what its rulebook says; None: nothing.

    Evaluations without gold items have nothing to ask.
    """
    known = {code: each for code, each in content_of(task).evaluations.items() if each.design.gold_items}
    if task.qualification:
        own = Qualification.model_validate(task.qualification)
        parts = dict.fromkeys(known, own)
    else:
        parts = {code: each.rules.qualification for code, each in known.items() if each.rules.qualification is not None}
    return QualificationDemand(parts=parts, tries=min(each.tries for each in parts.values())) if parts else None


def own_qualification(judge: Judge, demand: QualificationDemand) -> OwnQualification:
    """The tries of a judge."""
    ended = tuple(judge.qualification_tries.all())
    return OwnQualification(
        ended=ended,
        tries_left=max(0, demand.tries + judge.more_tries - len(ended)),
        passed=judge.qualified_at is not None or any(each.passed for each in ended),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgeQualification:
    """A judge and their tries, for organisers."""

    judge: Judge
    own: OwnQualification | None
    """None where the task asks for nothing."""


def qualifications_of(task: Task, demand: QualificationDemand | None) -> tuple[JudgeQualification, ...]:
    """The judges of a task, in two queries; where it asks for nothing, those who were blocked or flagged."""
    judges = task.judges.select_related("user").prefetch_related("qualification_tries")
    return tuple(
        JudgeQualification(judge=each, own=None if demand is None else own_qualification(each, demand))
        for each in judges
        if demand is not None or each.blocked_at or each.flagged_at
    )
