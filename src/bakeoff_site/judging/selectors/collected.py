"""Judgments of evaluations as columns, held in the process: each is read from the database once."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Set as AbstractSet
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from typing import Any

from bakeoff.errors import BakeoffError
from bakeoff.human_eval import HumanAnalysis, analysis_by_rules
from bakeoff.human_eval.analyses.collected_answers import CollectedAnswers, join_answers
from bakeoff.human_eval.analyses.counted_judgments import CountedAnswers
from bakeoff.human_eval.designs.stored_designs import PlannedEvaluation
from bakeoff_site.core.caches import register_cache
from bakeoff_site.judging.conversions.judgments import judge_name
from bakeoff_site.judging.models import Evaluation, Judgment, Task
from bakeoff_site.judging.selectors.contents import content_of
from bakeoff_site.judging.selectors.judgments import answered_of, counted_for, evaluations_counted_in, standing

_AT_ONCE = 5_000
_MANY = 20_000
"""Judgments that take longer to read than people like to wait for a page."""
_MOST_ROWS = 8_000_000
"""Grades and comparisons that a process holds, of all evaluations together: about 300 MB."""


@dataclass(slots=True)
class Source:
    """The judgments of one evaluation of the task, as they count in the evaluation that is analysed."""

    evaluation: Evaluation
    answers: CollectedAnswers
    last: int = 0
    """The id of the last judgment."""


class Collection:
    """The judgments that count in one evaluation and that this process knows."""

    def __init__(self, evaluation: Evaluation) -> None:
        self.evaluation = evaluation
        self.planned: PlannedEvaluation = content_of(evaluation.task).evaluations[evaluation.code]
        self.analysis: HumanAnalysis = analysis_by_rules(self.planned.rules)
        self.lock = threading.RLock()
        """Held by who reads the columns, too: they grow."""
        self.mistake = ""
        """Why judgments cannot be read, where one of them is none."""
        protocol = self.planned.protocol
        score = self.analysis.score_of(protocol)
        self.sources = tuple(
            Source(each, CollectedAnswers(protocol, score=score)) for each in evaluations_counted_in(evaluation)
        )

    @property
    def own(self) -> Source:
        """The judgments of the evaluation itself."""
        return next(each for each in self.sources if each.evaluation.pk == self.evaluation.pk)

    @property
    def last(self) -> int:
        """The id of the last judgment."""
        return max(each.last for each in self.sources)

    @property
    def judgments(self) -> int:
        return sum(len(each.answers) for each in self.sources)

    @property
    def rows(self) -> int:
        """Grades or comparisons that are held."""
        return sum(each.answers.rows for each in self.sources)

    def catch_up(self) -> None:
        """Reads what came since the last time.

        Judgments of a task are written under the lock of its row, so ids become visible in their order.
        """
        for source in self.sources:
            self._read(source)

    def _read(self, source: Source) -> None:
        evaluation = source.evaluation
        rows = Judgment.objects.filter(standing(), evaluation=evaluation, pk__gt=source.last)
        found = answered_of(evaluation, rows)
        while portion := tuple(islice(found, _AT_ONCE)):
            is_own = evaluation.pk == self.evaluation.pk
            try:
                source.answers.add(portion if is_own else counted_for(self.evaluation, portion))
            except BakeoffError as error:
                self.mistake = str(error)
            source.last = int(portion[-1].id)

    def snapshot(self, judges: AbstractSet[int]) -> Snapshot:
        """What is known now, without the answers of these judges."""
        names = frozenset(map(judge_name, judges))
        with self.lock:
            answers = None
            kept = [each.answers for each in self.sources if each.answers.heads.of_others(names).any()]
            if kept and not self.mistake:
                with suppress(BakeoffError):  # a judgment came twice
                    answers = join_answers([each.counted(without=names) for each in kept])
            return Snapshot(
                last=self.last, judgments=self.judgments, answers=answers, is_empty=not self.mistake and not kept
            )


@dataclass(frozen=True, slots=True, kw_only=True)
class Snapshot:
    """The judgments of an evaluation at one moment. It stays what it is while others come."""

    last: int
    judgments: int
    """Also those of judges who are left out."""
    answers: CountedAnswers | None
    """None where something is wrong with judgments, or none counts."""
    is_empty: bool
    """Whether none counts."""


class _Collections:
    """Those of the evaluations that were asked for last, as many as there is room for."""

    def __init__(self) -> None:
        self._known: OrderedDict[Any, Collection] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, evaluation: Evaluation) -> Collection:
        key = (evaluation.pk, evaluation.task.sha256)
        with self._lock:
            found = self._known.get(key) or Collection(evaluation)
            self._known[key] = found
            self._known.move_to_end(key)
            while len(self._known) > 1 and sum(each.rows for each in self._known.values()) > _MOST_ROWS:
                self._known.popitem(last=False)
        return found

    def is_known(self, evaluation: Evaluation) -> bool:
        with self._lock:
            found = self._known.get((evaluation.pk, evaluation.task.sha256))
        return found is not None and found.last > 0

    def clear(self) -> None:
        with self._lock:
            self._known.clear()


_COLLECTIONS = register_cache(_Collections())


def collected(evaluation: Evaluation) -> Collection:
    """All judgments of an evaluation that are stored now and may count, read with its task and campaign."""
    found = _COLLECTIONS.get(evaluation)
    with found.lock:
        found.catch_up()
    return found


def is_ready(task: Task) -> bool:
    """Whether this process has read the judgments of a task but for the latest, or they are few."""
    evaluations = task.evaluations.select_related("task")
    return all(_COLLECTIONS.is_known(each) or not _has_many(each) for each in evaluations)


def _has_many(evaluation: Evaluation) -> bool:
    return Judgment.objects.filter(evaluation=evaluation)[_MANY : _MANY + 1].exists()
