"""Judgments that keep coming: read once, held as columns, and analysed at any moment as if they were all read again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bakeoff.data.judgments import Judgment
from bakeoff.errors import InputError
from bakeoff.human_eval.analyses.answer_heads import HeadPart, Heads, read_heads
from bakeoff.human_eval.analyses.counted_judgments import CountedAnswers, ReadAnswers, check_judgments, read_answers
from bakeoff.human_eval.analyses.growing_columns import GrowingColumns
from bakeoff.human_eval.protocols.contract import AnswerError, Protocol
from bakeoff.human_eval.protocols.observations import Grades, Numbering, Preferences


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ReadPart:
    """Judgments that were read together."""

    heads: HeadPart
    answers: ReadAnswers | None
    """None where judges passed all of them by."""

    @property
    def rows(self) -> int:
        """Grades or comparisons by which systems are ranked."""
        return 0 if self.answers is None else len(self.answers.ranked)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class StoredPart:
    """The same where answers are elsewhere: figures about judges and screens need none of them."""

    heads: HeadPart
    rows: int
    answers: Callable[[], ReadAnswers | None]
    before: int = 0
    """Judgments that came before it."""


class CollectedAnswers:
    """The judgments of one evaluation in the order in which they came.

    What `counted` returns is what reading all of them again would give, to the last number, so that
    `analyse_answers` of it equals `analyse_judgments`. Every judgment is added once; their ids are not compared.
    """

    def __init__(self, protocol: Protocol[Any], *, score: str) -> None:
        self._protocol = protocol
        self._score = score
        self._heads = Heads()
        self._passed: Counter[str] = Counter()
        self._ranked = _Rows()
        self._compared: _Rows | None = None
        """None as long as it is the same as `_ranked`."""
        self._waiting: list[StoredPart] = []
        """Parts whose answers nobody has asked for yet."""

    def __len__(self) -> int:
        """Judgments that were added, without screens that were passed by."""
        return len(self._heads)

    @property
    def rows(self) -> int:
        """Grades or comparisons by which systems are ranked."""
        return len(self._ranked) + sum(each.rows for each in self._waiting)

    @property
    def heads(self) -> Heads:
        """Who answered which screens, and when."""
        return self._heads

    def read(self, judgments: Sequence[Judgment]) -> ReadPart:
        """Judgments as `append` takes them; where one has a mistake, an error that names all of them."""
        if any(each.protocol != self._protocol.name for each in judgments):
            check_judgments(judgments, protocol=self._protocol.name, settings=self._protocol.settings)
        shown = [each for each in judgments if each.systems]
        answers = read_answers(shown, self._protocol, score=self._score) if shown else None
        return ReadPart(heads=read_heads(judgments), answers=answers)

    def add(self, judgments: Sequence[Judgment]) -> None:
        """Appends judgments. Where one has a mistake, all its mistakes are raised and nothing is added."""
        part = self.read(judgments)
        if self._waiting:
            self.append(StoredPart(heads=part.heads, rows=part.rows, answers=lambda: part.answers))
            return
        if part.answers is not None:
            self._append(part.answers, len(self._heads))
        self._append_heads(part.heads)

    def append(self, part: StoredPart) -> None:
        """Appends judgments that were read before; their answers are fetched when they are asked for."""
        self._waiting.append(replace(part, before=len(self._heads)))
        self._append_heads(part.heads)

    def _append_heads(self, heads: HeadPart) -> None:
        self._heads.append(heads)
        self._passed.update(heads.passed)

    def _append(self, answers: ReadAnswers, before: int) -> None:
        one = answers.compared is answers.ranked
        if self._compared is None and not one:
            self._compared = self._ranked.copy()
        self._ranked.check(answers.ranked)
        self._ranked.append(answers.ranked, before + answers.sources)
        if self._compared is not None:
            self._compared.append(answers.compared, before + np.arange(int(answers.sources[-1]) + 1))

    def _fetch(self) -> None:
        while self._waiting:
            part = self._waiting[0]
            if (answers := part.answers()) is not None:
                self._append(answers, part.before)
            self._waiting.pop(0)

    def counted(self, *, without: Collection[str] = ()) -> CountedAnswers:
        """What counts: of answers given again the latest, and none of judges who are left out."""
        kept = self._heads.of_others(without)
        if not kept.any() and not any(judge not in without for judge in self._passed):
            raise InputError(expected="judgments", found="none")
        self._heads.check_duplicates(kept)
        latest = self._heads.latest()
        counted = kept & latest
        self._fetch()
        ranked = self._ranked.read(counted)
        return CountedAnswers(
            ranked=ranked,
            compared=ranked if self._compared is None else self._compared.read(counted),
            judgments=self._heads.by_judge(counted),
            passed=sum(number for judge, number in self._passed.items() if judge not in without),
            superseded=int((kept & ~latest).sum()),
        )


def join_answers(parts: Sequence[CountedAnswers]) -> CountedAnswers:
    """Answers of several collections, the first ones first, as if all were of one."""
    if len(parts) == 1:
        return parts[0]
    one = all(each.compared is each.ranked for each in parts)
    judgments: Counter[str] = Counter()
    for each in parts:
        judgments.update(each.judgments)
    ranked = _joined([each.ranked for each in parts])
    return CountedAnswers(
        ranked=ranked,
        compared=ranked if one else _joined([each.compared for each in parts]),
        judgments=judgments,
        passed=sum(each.passed for each in parts),
        superseded=sum(each.superseded for each in parts),
    )


def _joined(parts: Sequence[Grades | Preferences]) -> Grades | Preferences:
    rows = _Rows()
    for part in parts:
        rows.check(part)
        rows.append(part, np.arange(int(part.judgment.max(initial=-1)) + 1))
    return rows.read(np.ones(1, dtype=bool))


class _Rows:
    """Grades or comparisons of many judgments, appended part by part."""

    def __init__(self) -> None:
        self._columns = GrowingColumns()
        self._kind: type[Grades | Preferences] | None = None
        self._names: dict[str, Numbering] = {}
        self._standardised: bool | None = None
        self._judgments = 0

    def __len__(self) -> int:
        return len(self._columns)

    def copy(self) -> _Rows:
        other = _Rows()
        other._kind, other._standardised, other._judgments = self._kind, self._standardised, self._judgments
        other._names = {name: Numbering(each.names) for name, each in self._names.items()}
        other._columns = self._columns.copy()
        return other

    def check(self, part: Grades | Preferences) -> None:
        if isinstance(part, Grades) and len(part) and self._standardised not in (None, part.standardised):
            raise AnswerError(
                expected="raw scores or standardised ones",
                found="both",
                remedy="Analyse them apart: they are not on one scale.",
            )

    def append(self, part: Grades | Preferences, sources: NDArray[np.int64]) -> None:
        """Rows of judgments; `sources` are the numbers of these, from the first on."""
        self._kind = type(part)
        columns = {
            each.name: value for each in fields(part) if isinstance(value := getattr(part, each.name), np.ndarray)
        }
        for names, own in part._NAMED.items():
            numbering = self._names.setdefault(names, Numbering())
            number_of = np.array([numbering[name] for name in getattr(part, names)], dtype=np.int32)
            columns |= {column: number_of[columns[column]] for column in own}
        if part.damaged is None:
            columns["damaged"] = np.zeros(len(part), dtype=bool if isinstance(part, Grades) else np.int8)
        if isinstance(part, Grades) and len(part):
            self._standardised = part.standardised
        columns["judgment"] = part.judgment + np.int32(self._judgments)
        self._judgments += len(sources)
        self._columns.append(source=sources[part.judgment], **columns)

    def read(self, judgments: NDArray[np.bool_]) -> Grades | Preferences:
        """The rows of these judgments."""
        if self._kind is None:
            raise InputError(expected="answers that grade or compare", found="none")
        columns: dict[str, Any] = {name: self._columns[name] for name in self._columns.names if name != "source"}
        columns |= {name: each.names for name, each in self._names.items()}
        columns |= {"standardised": bool(self._standardised)} if self._kind is Grades else {}
        every = self._kind(**columns)
        part = every if judgments.all() else every.take(judgments[self._columns["source"]])
        return part.in_order_of_rows()
