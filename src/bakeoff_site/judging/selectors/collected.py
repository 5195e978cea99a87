"""Judgments of evaluations as columns, held in the process: each is read from the database once."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from itertools import islice
from typing import Any

from django.db.models import QuerySet

from bakeoff.data.judgments import Judgment as Answered
from bakeoff.errors import BakeoffError
from bakeoff.human_eval import HumanAnalysis
from bakeoff.human_eval.analyses.collected_answers import CollectedAnswers, StoredPart, join_answers
from bakeoff.human_eval.analyses.counted_judgments import CountedAnswers, ReadAnswers
from bakeoff.human_eval.analyses.packed_answers import PACKING, unpack_answers, unpack_heads
from bakeoff.human_eval.designs.conduct.judge_checks import analysis_with_gold
from bakeoff.human_eval.designs.stored_designs import PlannedEvaluation
from bakeoff_site.core.caches import register_cache
from bakeoff_site.judging.conversions.judgments import judge_name
from bakeoff_site.judging.models import CollectedPart, Evaluation, Judgment, Task
from bakeoff_site.judging.selectors.contents import content_of
from bakeoff_site.judging.selectors.imports import imported_judgments
from bakeoff_site.judging.selectors.judgments import answered_of, counted_for, evaluations_counted_in, standing

_AT_ONCE = 5_000
_MANY = 5_000
"""Judgments that take longer to read than people like to wait for a page."""
_PARTS_AT_ONCE = 20
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
        self.analysis: HumanAnalysis = analysis_with_gold(self.planned)
        self.lock = threading.RLock()
        """Held by who reads the columns, too: they grow."""
        self.mistake = ""
        """Why judgments cannot be read, where one of them is none."""
        protocol = self.planned.protocol
        score = self.analysis.score_of(protocol)
        self.sources = tuple(
            Source(each, CollectedAnswers(protocol, score=score)) for each in evaluations_counted_in(evaluation)
        )
        self.imports = tuple(number for number, _ in evaluation.imports)
        """Ids of the files of judgments made elsewhere that count."""
        self.imported = CollectedAnswers(protocol, score=score)
        if self.imports:
            self._read_imports()

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
        return sum(len(each.answers) for each in self.sources) + len(self.imported)

    @property
    def rows(self) -> int:
        """Grades or comparisons that are held."""
        return sum(each.answers.rows for each in self.sources) + self.imported.rows

    def catch_up(self) -> None:
        """Reads what came since the last time.

        Judgments of a task are written under the lock of its row, so ids become visible in their order.
        """
        for source in self.sources:
            if not source.last:
                self._read_parts(source)
            self._read(source)

    def _read_imports(self) -> None:
        try:
            self.imported.add(tuple(imported_judgments(self.evaluation)))
        except BakeoffError as error:
            self.mistake = str(error)

    def _read_parts(self, source: Source) -> None:
        """What workers packed; they may be behind."""
        parts = packed_parts(self.evaluation, source.evaluation).defer("answers")
        for part in parts.iterator(chunk_size=_PARTS_AT_ONCE):
            if part.after != source.last:  # a part is missing
                return
            source.answers.append(
                StoredPart(heads=unpack_heads(part.heads), rows=part.rows, answers=partial(_packed_answers, part.pk))
            )
            source.last = part.last_judgment

    def _read(self, source: Source) -> None:
        for portion in portions(self.evaluation, source.evaluation, after=source.last):
            try:
                source.answers.add(portion.judgments)
            except BakeoffError as error:
                self.mistake = str(error)
            source.last = portion.last

    def own_answers(self, judges: AbstractSet[int]) -> CountedAnswers | None:
        """What was answered in the evaluation itself, without these judges; None where nothing of it counts."""
        with self.lock, suppress(BakeoffError):
            return None if self.mistake else self.own.answers.counted(without=frozenset(map(judge_name, judges)))
        return None

    def snapshot(self, judges: AbstractSet[int]) -> Snapshot:
        """What is known now, without the answers of these judges."""
        names = frozenset(map(judge_name, judges))
        with self.lock:
            answers = None
            every = [*(each.answers for each in self.sources), self.imported]
            kept = [each for each in every if each.heads.of_others(names).any()]
            if kept and not self.mistake:
                with suppress(BakeoffError):  # a judgment came twice
                    answers = join_answers([each.counted(without=names) for each in kept])
            return Snapshot(
                last=self.last, judgments=self.judgments, answers=answers, is_empty=not self.mistake and not kept
            )


def packed_parts(evaluation: Evaluation, source: Evaluation) -> QuerySet[CollectedPart]:
    """The parts of the judgments of one evaluation as they count in another that this version can read, in order."""
    of_task = {"sha256": evaluation.task.sha256, "packing": PACKING}
    return CollectedPart.objects.filter(evaluation=evaluation, source=source, **of_task).order_by("after")


def _packed_answers(part: int) -> ReadAnswers | None:
    return unpack_answers(CollectedPart.objects.values_list("answers", flat=True).get(pk=part))


@dataclass(frozen=True, slots=True)
class Portion:
    """Judgments as they count in an evaluation, and the id of the last that was read for them."""

    judgments: Sequence[Answered]
    last: int


def portions(evaluation: Evaluation, source: Evaluation, *, after: int, size: int = _AT_ONCE) -> Iterator[Portion]:
    """The judgments of one evaluation after one of them, as they count in another."""
    rows = Judgment.objects.filter(standing(), evaluation=source, pk__gt=after)
    found = answered_of(source, rows)
    while portion := tuple(islice(found, size)):
        own = evaluation.pk == source.pk
        yield Portion(portion if own else counted_for(evaluation, portion), int(portion[-1].id))


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


def _key(evaluation: Evaluation) -> tuple[object, ...]:
    return (evaluation.pk, evaluation.task.sha256, *(number for number, _ in evaluation.imports))


class _Collections:
    """Those of the evaluations that were asked for last, as many as there is room for."""

    def __init__(self) -> None:
        self._known: OrderedDict[Any, Collection] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, evaluation: Evaluation) -> Collection:
        key = _key(evaluation)
        with self._lock:
            found = self._known.get(key) or Collection(evaluation)
            self._known[key] = found
            self._known.move_to_end(key)
            while len(self._known) > 1 and sum(each.rows for each in self._known.values()) > _MOST_ROWS:
                self._known.popitem(last=False)
        return found

    def is_known(self, evaluation: Evaluation) -> bool:
        with self._lock:
            found = self._known.get(_key(evaluation))
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
    """Whether very many judgments came after those that workers packed."""
    packed = packed_parts(evaluation, evaluation).values_list("last_judgment", flat=True).last() or 0
    return Judgment.objects.filter(evaluation=evaluation, pk__gt=packed)[_MANY : _MANY + 1].exists()
