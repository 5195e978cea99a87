"""Judgments that keep coming: read once, held as columns, and analysed at any moment as if they were all read again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import fields
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bakeoff.data.judgments import CONTROLS, SHARED, Judgment
from bakeoff.errors import InputError
from bakeoff.human_eval.analyses.counted_judgments import (
    CountedAnswers,
    ReadAnswers,
    check_judgments,
    content_of,
    read_answers,
    sent_of,
)
from bakeoff.human_eval.protocols.contract import AnswerError, Protocol
from bakeoff.human_eval.protocols.observations import Floats, Grades, Ints, Numbering, Preferences


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

    def __len__(self) -> int:
        """Judgments that were added, without screens that were passed by."""
        return len(self._heads)

    @property
    def rows(self) -> int:
        """Grades or comparisons that are held."""
        return len(self._ranked) + (0 if self._compared is None else len(self._compared))

    @property
    def heads(self) -> Heads:
        """Who answered which screens, and when."""
        return self._heads

    def add(self, judgments: Sequence[Judgment]) -> None:
        """Appends judgments. Where one has a mistake, all its mistakes are raised and nothing is added."""
        if any(each.protocol != self._protocol.name for each in judgments):
            check_judgments(judgments, protocol=self._protocol.name, settings=self._protocol.settings)
        shown = [each for each in judgments if each.systems]
        if shown:
            self._append(read_answers(shown, self._protocol, score=self._score), len(self._heads))
            self._heads.add(shown)
        self._passed.update(each.judge for each in judgments if not each.systems)

    def _append(self, answers: ReadAnswers, before: int) -> None:
        one = answers.compared is answers.ranked
        if self._compared is None and not one:
            self._compared = self._ranked.copy()
        self._ranked.check(answers.ranked)
        self._ranked.append(answers.ranked, before + answers.sources)
        if self._compared is not None:
            self._compared.append(answers.compared, before + np.arange(int(answers.sources[-1]) + 1))

    def counted(self, *, without: Collection[str] = ()) -> CountedAnswers:
        """What counts: of answers given again the latest, and none of judges who are left out."""
        kept = self._heads.of_others(without)
        if not kept.any() and not any(judge not in without for judge in self._passed):
            raise InputError(expected="judgments", found="none")
        self._heads.check_duplicates(kept)
        latest = self._heads.latest()
        counted = kept & latest
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


class Heads:
    """Everything about judgments but their answers, as columns."""

    def __init__(self) -> None:
        self.judges, self.items, self.systems = Numbering(), Numbering(), Numbering()
        self._shown = Numbering()
        self._columns = _Columns()
        self.outputs = _Columns()
        """A row for each system of a judgment, those that share an output apart: `judgment` and `system`."""
        self._latest: NDArray[np.bool_] = np.ones(0, dtype=bool)
        self.add(())

    def __len__(self) -> int:
        return len(self._columns)

    def __getitem__(self, name: str) -> NDArray[Any]:
        """A column: `judge`, `item`, `control`, `seconds`, `sent`, or what `latest` needs."""
        return self._columns[name]

    def add(self, judgments: Sequence[Judgment]) -> None:
        """Appends rows."""
        rows = [
            (
                self.judges[each.judge],
                self.items[each.item],
                self._shown[each.systems],
                CONTROLS.index(each.control),
                bool(each.screen),
            )
            for each in judgments
        ]
        judge, item, shown, control, named = np.array(rows, dtype=np.int32).reshape(-1, 5).T
        seconds = np.array([np.nan if (s := each.seconds) is None else s for each in judgments], dtype=np.float64)
        outputs = [
            (len(self) + number, self.systems[name])
            for number, each in enumerate(judgments)
            for name in dict.fromkeys(SHARED.join(each.systems).split(SHARED))
        ]
        rows_of, systems = np.array(outputs, dtype=np.int32).reshape(-1, 2).T
        self.outputs.append(judgment=rows_of, system=systems)
        self._columns.append(
            judge=judge,
            item=item,
            shown=shown,
            control=control.astype(np.int8),
            seconds=seconds,
            sent=np.array([sent_of(each) for each in judgments], dtype=np.float64),
            named=named.astype(bool),
            screen=np.array([hash(each.screen) for each in judgments], dtype=np.int64),
            content=np.array([hash(content_of(each)) for each in judgments], dtype=np.int64),
        )

    def of_others(self, judges: Collection[str]) -> NDArray[np.bool_]:
        """Rows of judges who are none of these."""
        numbers = [number for number, judge in enumerate(self.judges.names) if judge in judges]
        return np.asarray(~np.isin(self["judge"], numbers))

    def by_judge(self, rows: NDArray[np.bool_]) -> dict[str, int]:
        """How many of the rows are of each judge; judges without any are left out."""
        names = self.judges.names
        counts = np.bincount(self["judge"][rows], minlength=len(names)).tolist()
        return {judge: count for judge, count in zip(names, counts, strict=True) if count}

    def latest(self) -> NDArray[np.bool_]:
        """Rows without those that the same judge answered again, as `latest_answers` has it."""
        if len(self._latest) < len(self):
            latest = np.ones(len(self), dtype=bool)
            newest: dict[object, int] = {}
            for number, key in self._again():
                before = newest.setdefault(key, number)
                if before != number:
                    later = number if self["sent"][number] >= self["sent"][before] else before
                    latest[before if later == number else number] = False
                    newest[key] = later
            self._latest = latest
        return self._latest

    def _again(self) -> Iterator[tuple[int, object]]:
        """Rows whose screen has several, each with what is equal where a judge answered again."""
        rows = np.flatnonzero(self["named"])
        _, places, counts = np.unique(self["screen"][rows], return_inverse=True, return_counts=True)
        for number in rows[counts[places] > 1].tolist():
            yield number, tuple(int(self[name][number]) for name in ("screen", "judge", "item", "shown", "control"))

    def check_duplicates(self, kept: NDArray[np.bool_]) -> None:
        """Raises an error where two of the rows have the same content and time."""
        rows = np.flatnonzero(kept & ~np.isnan(self["seconds"]))
        if len(np.unique(self["content"][rows])) < len(rows):
            raise InputError(expected="each judgment once", found="judgments with the same answer at the same time")


class _Rows:
    """Grades or comparisons of many judgments, appended part by part."""

    def __init__(self) -> None:
        self._columns = _Columns()
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


class _Columns:
    """Arrays of one length that grow; there is room for what comes, so that appending takes no time."""

    def __init__(self) -> None:
        self._arrays: dict[str, NDArray[Any]] = {}
        self._size = 0

    def __len__(self) -> int:
        return self._size

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(self._arrays)

    def __getitem__(self, name: str) -> NDArray[Any]:
        return self._arrays[name][: self._size]

    def copy(self) -> _Columns:
        other = _Columns()
        other._arrays = {name: array.copy() for name, array in self._arrays.items()}
        other._size = self._size
        return other

    def append(self, **columns: Ints | Floats | NDArray[Any]) -> None:
        added = len(next(iter(columns.values())))
        for name, values in columns.items():
            array = self._arrays.setdefault(name, np.empty(0, dtype=values.dtype))
            if len(array) < self._size + added:
                grown = np.empty(max(2 * len(array), self._size + added), dtype=array.dtype)
                grown[: self._size] = array[: self._size]
                self._arrays[name] = array = grown
            array[self._size : self._size + added] = values
        self._size += added
