"""Corpus statistics as a table and as JSON."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from bakeoff.evaluation import CorpusStatistics
from bakeoff.reports.table import Column, Table, Value

_FIGURES = ("documents", "segments", "empty_segments", "tokens", "vocabulary", "average_length")
_UNKNOWN = ("unknown_tokens", "unknown_rate", "unknown_words")
_SPEECH = ("recordings", "speakers", "duration_seconds", "speech_seconds")
_DURATIONS = {"duration_seconds": "duration", "speech_seconds": "speech"}
"""What people read of them: hours, minutes and seconds; programs get the seconds, too."""


def corpus_table(described: Mapping[str, CorpusStatistics], *, title: str = "") -> Table:
    """A row for each text and, where it was grouped, for each group."""
    grouped = any(statistics.groups for statistics in described.values())
    names = shown_figures(described.values())
    columns = [Column("text"), *([Column("group")] if grouped else []), *figure_columns(names)]
    rows: list[tuple[Value, ...]] = []
    for name, statistics in described.items():
        rows.append((name, *(("all",) if grouped else ()), *figures_of(statistics, names)))
        for key, group in statistics.groups.items():
            rows.append((name, key, *figures_of(group, names)))
    return Table(title=title, columns=tuple(columns), rows=tuple(rows))


def corpus_json(described: Mapping[str, CorpusStatistics]) -> list[dict[str, Any]]:
    """A list with one object for each text; figures that were not asked for, or that it does not have, are left out."""
    return [{"text": name, **_json(statistics)} for name, statistics in described.items()]


def figure_columns(names: Sequence[str]) -> list[Column]:
    """The columns of figures; durations have one for people and one for programs."""
    columns: list[Column] = []
    for name in names:
        if name in _DURATIONS:
            columns += [Column(_DURATIONS[name]), Column(name.replace("_", " "), detail=True)]
        else:
            columns.append(Column(name.replace("_", " "), thousands=True))
    return columns


def figures_of(statistics: CorpusStatistics | None, names: Sequence[str]) -> list[Value]:
    """The cells of `figure_columns`; empty ones where nothing is known."""
    values: list[Value] = []
    for name in names:
        value = None if statistics is None else getattr(statistics, name)
        values += [None if value is None else in_hours(value), value] if name in _DURATIONS else [value]
    return values


def shown_figures(described: Iterable[CorpusStatistics]) -> list[str]:
    """The figures that a table of some texts has: of speech and of unknown words where one of them has any."""
    every = list(described)

    def known(names: Sequence[str]) -> list[str]:
        return [name for name in names if any(getattr(each, name) is not None for each in every)]

    return [*_FIGURES, *(_UNKNOWN if known(_UNKNOWN) else ()), *known(_SPEECH)]


def in_hours(seconds: float) -> str:
    """A duration as people read it.

    >>> in_hours(4047.6)
    '1:07:28'
    """
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes // 60}:{minutes % 60:02}:{rest:02}"


def _json(statistics: CorpusStatistics) -> dict[str, Any]:
    is_speech = statistics.recordings is not None
    asked = [*_FIGURES, *(_UNKNOWN if statistics.unknown_tokens is not None else ()), *(_SPEECH if is_speech else ())]
    figures = {name: getattr(statistics, name) for name in asked}
    result: dict[str, Any] = {
        name: value for name, value in figures.items() if value is not None or (name in _FIGURES and not is_speech)
    }
    if statistics.groups:
        result["groups"] = {key: _json(group) for key, group in statistics.groups.items()}
    return result
