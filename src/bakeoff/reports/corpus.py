"""Corpus statistics as a table and as JSON."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from bakeoff.evaluation import CorpusStatistics
from bakeoff.reports.table import Column, Table, Value


def corpus_table(described: Mapping[str, CorpusStatistics], *, title: str = "") -> Table:
    """A row for each text and, where it was grouped, for each group."""
    grouped = any(statistics.groups for statistics in described.values())
    compared = any(statistics.unknown_tokens is not None for statistics in described.values())
    headings = ["text", *(["group"] if grouped else []), *_figures_of(None, compared=compared)]
    rows: list[tuple[Value, ...]] = []
    for name, statistics in described.items():
        rows.append((name, *(("all",) if grouped else ()), *_figures_of(statistics, compared=compared).values()))
        for key, group in statistics.groups.items():
            rows.append((name, key, *_figures_of(group, compared=compared).values()))
    return Table(title=title, columns=tuple(map(Column, headings)), rows=tuple(rows))


def corpus_json(described: Mapping[str, CorpusStatistics]) -> list[dict[str, Any]]:
    """A list with one object for each text; figures that were not asked for are left out."""
    return [{"text": name, **_json(statistics)} for name, statistics in described.items()]


def _json(statistics: CorpusStatistics) -> dict[str, Any]:
    figures = _figures_of(statistics, compared=statistics.unknown_tokens is not None)
    result: dict[str, Any] = {heading.replace(" ", "_"): value for heading, value in figures.items()}
    if statistics.groups:
        result["groups"] = {key: _json(group) for key, group in statistics.groups.items()}
    return result


def _figures_of(statistics: CorpusStatistics | None, *, compared: bool) -> dict[str, Value]:
    return dict(_figures(statistics, compared=compared))


def _figures(statistics: CorpusStatistics | None, *, compared: bool) -> Iterator[tuple[str, Value]]:
    names = ["documents", "segments", "empty_segments", "tokens", "vocabulary", "average_length"]
    names += ["unknown_tokens", "unknown_rate", "unknown_words"] if compared else []
    for name in names:
        yield name.replace("_", " "), None if statistics is None else getattr(statistics, name)
