"""Everything about judgments but their answers, as columns: who answered which screens, and when."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bakeoff.data.judgments import CONTROLS, SHARED, Judgment
from bakeoff.errors import InputError
from bakeoff.human_eval.analyses.counted_judgments import content_of, sent_of
from bakeoff.human_eval.analyses.growing_columns import GrowingColumns
from bakeoff.human_eval.protocols.observations import Numbering

_JOINT = "\x1f"
"""Between names that are one: the separator of units, which no text has."""
_NUMBERED = {"judges": "judge", "items": "item"}
"""Names of a part, and the column that holds numbers into them."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class HeadPart:
    """Judgments that were read together; their names are numbered by themselves."""

    judges: tuple[str, ...]
    items: tuple[str, ...]
    """Language pair, test set, document, segment: joined, as many are read faster so."""
    systems: tuple[str, ...]
    columns: Mapping[str, NDArray[Any]]
    outputs: Mapping[str, NDArray[Any]]
    """A row for each system of a judgment, those that share an output apart: `judgment` and `system`."""
    passed: Mapping[str, int] = field(default_factory=dict)
    """Screens that judges passed by, by judge."""

    def __len__(self) -> int:
        return len(self.columns["judge"])


def read_heads(judgments: Sequence[Judgment]) -> HeadPart:
    """The heads of judgments; those that judges passed by are only counted."""
    answered = [each for each in judgments if each.systems]
    judges, items, systems = Numbering(), Numbering(), Numbering()
    rows = [
        (judges[each.judge], items[_JOINT.join(each.item)], CONTROLS.index(each.control), bool(each.screen))
        for each in answered
    ]
    judge, item, control, named = np.array(rows, dtype=np.int32).reshape(-1, 4).T
    outputs = [
        (number, systems[name])
        for number, each in enumerate(answered)
        for name in dict.fromkeys(SHARED.join(each.systems).split(SHARED))
    ]
    rows_of, system = np.array(outputs, dtype=np.int32).reshape(-1, 2).T
    return HeadPart(
        judges=judges.names,
        items=items.names,
        systems=systems.names,
        columns={
            "judge": judge,
            "item": item,
            "shown": np.array([_number(_JOINT.join(each.systems)) for each in answered], dtype=np.int64),
            "control": control.astype(np.int8),
            "seconds": np.array([np.nan if (s := each.seconds) is None else s for each in answered], dtype=np.float64),
            "sent": np.array([sent_of(each) for each in answered], dtype=np.float64),
            "named": named.astype(bool),
            "screen": np.array([_number(each.screen) for each in answered], dtype=np.int64),
            "content": np.array([_number(repr(content_of(each))) for each in answered], dtype=np.int64),
        },
        outputs={"judgment": rows_of, "system": system},
        passed=Counter(each.judge for each in judgments if not each.systems),
    )


def _number(text: str) -> int:
    """The same in every process, which Python's own hash is not: columns are stored."""
    return int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "little", signed=True)


class Heads:
    """Everything about judgments but their answers, as columns."""

    def __init__(self) -> None:
        self.judges, self.systems = Numbering(), Numbering()
        self._items = Numbering()
        self._columns = GrowingColumns()
        self.outputs = GrowingColumns()
        """A row for each system of a judgment, those that share an output apart: `judgment` and `system`."""
        self._latest: NDArray[np.bool_] = np.ones(0, dtype=bool)
        self.append(read_heads(()))

    def __len__(self) -> int:
        return len(self._columns)

    def __getitem__(self, name: str) -> NDArray[Any]:
        """A column: `judge`, `item`, `control`, `seconds`, `sent`, or what `latest` needs."""
        return self._columns[name]

    @property
    def language_pairs(self) -> Sequence[str]:
        """The language pair of every item."""
        return [each.partition(_JOINT)[0] for each in self._items.names]

    def append(self, part: HeadPart) -> None:
        """Appends rows."""
        columns = dict(part.columns)
        numberings = {"judges": self.judges, "items": self._items}
        for names, column in _NUMBERED.items():
            columns[column] = _renumbered(columns[column], getattr(part, names), numberings[names])
        self.outputs.append(
            judgment=part.outputs["judgment"] + np.int32(len(self)),
            system=_renumbered(part.outputs["system"], part.systems, self.systems),
        )
        self._columns.append(**columns)

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


def _renumbered(numbers: NDArray[Any], names: Sequence[Any], known: Numbering) -> NDArray[np.int32]:
    """Numbers into the names of a part as numbers into all names."""
    number_of: NDArray[np.int32] = np.array([known[name] for name in names], dtype=np.int32)
    return np.asarray(number_of[numbers])
