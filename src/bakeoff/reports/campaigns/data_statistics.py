"""Statistics of the data of a campaign in the shape that campaigns print them: a table of training data, and one for
each test set.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from bakeoff.data.sentences import capitalized
from bakeoff.evaluation import CorpusStatistics
from bakeoff.reports.corpus import figure_columns, figures_of, shown_figures
from bakeoff.reports.table import Column, Table, Value

_LEFT_OUT = ("empty_segments", "unknown_tokens", "recordings")
"""Figures that no campaign prints; recordings are the documents of speech."""
_ALWAYS = ("segments", "tokens", "vocabulary")


@dataclass(frozen=True, slots=True, kw_only=True)
class DescribedData:
    """A text of a campaign and its figures; None where it has none, and `remark` says why."""

    test_set: str
    """Its id; none for training data."""
    test_set_title: str
    language_pair: str
    """Its id; none where it serves all of them."""
    language_pair_title: str
    what: str
    """`source`, `reference 2`, `training data`."""
    file: str
    language: str
    statistics: CorpusStatistics | None
    remark: str = ""


def data_tables(described: Iterable[DescribedData], *, specification: str) -> tuple[Table, ...]:
    """A table for each test set, and one of training data before them, for people."""
    groups: dict[str, list[DescribedData]] = {}
    for each in described:
        groups.setdefault(each.test_set_title, []).append(each)
    tables = [_table(title, rows) for title, rows in groups.items()]
    note = f"Tokens and vocabulary are counted under the specification {specification}."
    return (*tables[:-1], replace(tables[-1], notes=(note,))) if tables else ()


def joined_data_table(described: Sequence[DescribedData], *, specification: str) -> Table:
    """All of them in one table with ids, for programs."""
    names = _shown(described)
    columns = [Column(name) for name in ("test set", "language pair", "data", "file", "language")]
    rows: list[tuple[Value, ...]] = [
        (each.test_set, each.language_pair, each.what, each.file, each.language, *figures_of(each.statistics, names))
        for each in described
    ]
    return Table(title=specification, columns=(*columns, *figure_columns(names)), rows=tuple(rows))


def data_json(described: Iterable[DescribedData]) -> list[dict[str, Any]]:
    """An object for each text, with the figures that it has."""
    return [
        {
            "test_set": each.test_set,
            "language_pair": each.language_pair,
            "data": each.what,
            "file": each.file,
            "language": each.language,
            **known_figures(each.statistics),
        }
        for each in described
    ]


def known_figures(statistics: CorpusStatistics | None) -> dict[str, int | float]:
    """The figures of a text by name, without those that it does not have."""
    if statistics is None:
        return {}
    values = {name: getattr(statistics, name) for name in shown_figures([statistics])}
    return {name: value for name, value in values.items() if value is not None}


def _table(title: str, described: Sequence[DescribedData]) -> Table:
    names = _shown(described)
    columns = [Column(name) for name in ("language pair", "data", "file", "language")]
    remarked = any(each.remark for each in described)
    rows = [
        (
            each.language_pair_title or "all",
            capitalized(each.what),
            each.file,
            each.language or None,
            *figures_of(each.statistics, names),
            *([each.remark or None] if remarked else []),
        )
        for each in described
    ]
    return Table(
        title=title,
        columns=(*columns, *figure_columns(names), *([Column("remark")] if remarked else [])),
        rows=tuple(rows),
    )


def _shown(described: Iterable[DescribedData]) -> list[str]:
    """The figures that some text of a table has."""
    every = [each.statistics for each in described if each.statistics is not None]
    names = [name for name in shown_figures(every) if name not in _LEFT_OUT]
    return [
        name for name in names if name in _ALWAYS or any(getattr(statistics, name) is not None for statistics in every)
    ]
