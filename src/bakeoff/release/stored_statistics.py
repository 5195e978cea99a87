"""What scores are summed from, as arrays of NumPy: a file for each run and specification, a row for each segment."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from io import BytesIO
from itertools import groupby
from pathlib import Path
from tokenize import TokenError

import numpy as np

from bakeoff.errors import InputError, Place
from bakeoff.metrics import Statistics
from bakeoff.release.content import SegmentStatistics
from bakeoff.release.index import IndexedStatistics
from bakeoff.release.staging import Staging

_WHOLE = (np.int8, np.int16, np.int32)


def add_statistics(statistics: Iterator[SegmentStatistics], staging: Staging) -> Iterator[IndexedStatistics]:
    """Writes the arrays. Metrics of one run and specification that come one after another share a file."""
    groups = groupby(statistics, lambda each: (each.run, each.specification, len(each.rows)))
    for number, ((run, specification, _), own) in enumerate(groups, start=1):
        parts = list(own)
        path = f"statistics/{number:06d}.npy"
        staging.add(path, _written(np.concatenate([each.rows for each in parts], axis=1)))
        yield IndexedStatistics(
            run=run,
            specification=specification,
            path=path,
            metrics={each.metric: tuple(each.columns) for each in parts},
        )


def read_statistics(
    indexed: Sequence[IndexedStatistics], place_of: Callable[[str], Path]
) -> Iterator[SegmentStatistics]:
    """What `add_statistics` wrote."""
    for each in indexed:
        table = _read(place_of(each.path), each)
        start = 0
        for metric, columns in each.metrics.items():
            yield SegmentStatistics(
                run=each.run,
                metric=metric,
                specification=each.specification,
                columns=columns,
                rows=np.ascontiguousarray(table[:, start : start + len(columns)]),
            )
            start += len(columns)


def _written(rows: Statistics) -> bytes:
    """Counts in as few bytes as they fit into, others exact to the last bit."""
    kinds = (
        (kind for kind in _WHOLE if np.array_equal(rows.astype(kind), rows)) if np.isfinite(rows).all() else iter(())
    )
    with np.errstate(invalid="ignore"):
        kind = next(kinds, np.float64)
    target = BytesIO()
    np.save(target, np.ascontiguousarray(rows, np.dtype(kind).newbyteorder("<")), allow_pickle=False)
    return target.getvalue()


def _read(path: Path, indexed: IndexedStatistics) -> Statistics:
    columns = sum(map(len, indexed.metrics.values()))
    found = ""
    try:
        table = np.load(path, allow_pickle=False)
    except (ValueError, EOFError, OSError, SyntaxError, TokenError) as error:  # a header is an expression of Python
        found = f"something else ({error})"[:200]
    else:
        if table.ndim != 2 or table.shape[1] != columns or table.dtype.kind not in "if":
            found = f"one of {table.shape} and {table.dtype}"
    if found:
        raise InputError(
            place=Place(indexed.path),
            expected=f"an array of NumPy with {columns} columns",
            found=found,
            remedy="Fetch the package again.",
        )
    return np.asarray(table, dtype=np.float64)
