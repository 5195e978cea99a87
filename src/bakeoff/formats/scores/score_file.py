"""Files of scores: tables with a header row, mt-metrics-eval's files, WMT's of systems and those of its metrics task.

A table has the columns `system` and `score`, and perhaps `document` and `segment`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from bakeoff.errors import FormatError, Place
from bakeoff.formats.scores import metrics_task_scores, mtme_scores, wmt_system_scores
from bakeoff.formats.scores.score_rows import ScoredItem, ScoreFile, ScoreKey, ScoreRow, score_in
from bakeoff.formats.sources import MAX_BYTES, open_source
from bakeoff.formats.tables.named_columns import NamedColumns, named_columns
from bakeoff.formats.tables.tab_separated import cell_id, check_names

_IDS = ("system", "document", "segment")
_SHOWN = 5
_TELLING = ("metric", "language_pair", "test_set", "domain", "reference")
"""Columns that may distinguish scores of one item."""
_CHOICE = "--metric-where, --human-where or --scores-where"


def read_scores(
    path: str | Path,
    *,
    column: str | None = None,
    name: str | None = None,
    where: Mapping[str, str] | None = None,
    max_bytes: int = MAX_BYTES,
) -> ScoreFile:
    """The scores of a file (`-`: standard input), gzipped or not, with a header row or in a known form without.

    In a table with tabs or commas between its columns they are in the given `column`, otherwise in the one called by
    the `name` of the metric, in the one called `score` or, where there is neither, in the only column that is not of
    ids. Further columns are passed over; but two scores of one item are an error, since a column that separate them
    would have to be one of ids. Of a file with scores of several metrics, language pairs and so on, `where` says which
    count, by column and value; `column` or `name` may be the metric of a file of the metrics task. Rows whose score is
    `None` are left out, and said.
    """
    with open_source(path, max_bytes=max_bytes) as source:
        digest = hashlib.sha256()
        source.watch(digest.update)
        lines = source.lines()
        first = lines[0] if lines else ""
        remarks: tuple[str, ...] = ()
        items: Iterable[ScoredItem]
        chosen = dict(where or {})
        if metrics_task_scores.recognises(first, source.name):
            columns = metrics_task_scores.columns_of(lines, source.name)
            items = metrics_task_scores.items_of(lines, columns, source.name)
            chosen |= _metric(lines, column, name, source.name)
        elif wmt_system_scores.recognises(first):
            columns, items = wmt_system_scores.COLUMNS, wmt_system_scores.items_of(lines, column or name, source.name)
        elif column is None and mtme_scores.recognises(first, source.name):
            columns, items = mtme_scores.columns_of(first), list(mtme_scores.items_of(lines, source.name))
            remarks = mtme_scores.remarks_of(items, source.name)
        else:
            table = named_columns(lines, source.name)
            columns = table.columns
            scores = _score_column(columns, column or (name if name in columns else None), source.name)
            items = _items(table, scores, [each for each in columns if each in chosen or each in _TELLING])
            if scores not in (column, name, "score"):
                remarks = (f"{source.name}: the scores are those of the column {scores}.",)
        _check_choice(chosen, columns, source.name)
        collected = collect_scores(_chosen(items, chosen, source.name), source.name)
        return replace(collected, remarks=(*remarks, *collected.remarks), sha256=digest.hexdigest(), chosen=chosen)


def _metric(lines: Sequence[str], column: str | None, name: str | None, file: str) -> dict[str, str]:
    """The metric of a file of several that is meant."""
    metrics = dict.fromkeys(line.partition("\t")[0] for line in lines)
    if column is not None and column not in metrics:
        raise FormatError(place=Place(file), expected=f"scores of {column}", found=f"those of {_listed(metrics)}")
    wanted = column or (name if name in metrics else None)
    return {} if wanted is None else {"metric": wanted}


def _score_column(columns: Sequence[str], wanted: str | None, file: str) -> str:
    others = [name for name in columns if name not in _IDS]
    only = others[0] if "system" in columns and len(others) == 1 else "score"
    chosen = wanted or ("score" if "score" in columns else only)
    if "system" not in columns or chosen not in columns:
        raise FormatError(
            place=Place(file, 1),
            expected=f"a header row with the columns system and {chosen}",
            found=", ".join(columns) if any(columns) else "an empty line",
            remedy="Separate columns by tabs or commas and name them in the first row, or name the column of scores "
            "(--metric-column, --human-column, NAME in --scores NAME=FILE).",
        )
    if chosen in _IDS:
        raise FormatError(place=Place(file, 1), expected="a column of scores", found=f"{chosen}, a column of ids")
    check_names(columns, file)
    return chosen


def _items(table: NamedColumns, chosen: str, label_names: Sequence[str]) -> Iterator[ScoredItem]:
    known: dict[tuple[str, ...], dict[str, str]] = {}
    for number, values in table.rows():
        place = Place(table.file, number)
        labels = {name: values[name] for name in label_names}
        yield ScoredItem(
            line=number,
            system=cell_id(values, "system", place) or "",
            score=score_in(values[chosen], chosen, place),
            document=cell_id(values, "document", place),
            segment=cell_id(values, "segment", place),
            labels=known.setdefault(tuple(labels.values()), labels),
        )


def _check_choice(chosen: Mapping[str, str], columns: Sequence[str], file: str) -> None:
    if unknown := [name for name in chosen if name not in columns]:
        raise FormatError(place=Place(file, 1), expected=f"a column {unknown[0]}", found=", ".join(columns))


def _chosen(items: Iterable[ScoredItem], where: Mapping[str, str], file: str) -> Iterator[ScoredItem]:
    """The items that count; an error where there are none of them."""
    if not where:
        yield from items
        return
    taken = 0
    seen: dict[str, dict[str, None]] = {name: {} for name in where}
    for item in items:
        said = {name: item.labels[name] if name in item.labels else getattr(item, name) or "" for name in where}
        for name, value in said.items():
            seen[name][value] = None
        if said == where:
            taken += 1
            yield item
    if not taken:
        raise FormatError(
            place=Place(file),
            expected="rows with " + " and ".join(f"{name} {value}" for name, value in where.items()),
            found="; ".join(f"{name} {_listed(values)}" for name, values in seen.items()) or "none",
        )


def collect_scores(items: Iterable[ScoredItem], file: str) -> ScoreFile:
    """The scores of a file, each of another item; two of one are an error."""
    rows: list[ScoreRow] = []
    unscored: dict[ScoreKey, int] = {}
    seen: dict[ScoreKey, tuple[int, Mapping[str, str]]] = {}
    for item in items:
        here = item.line, item.labels
        if (first := seen.setdefault(item.key, here)) is not here:
            raise _second(item, *first, file)
        if item.score is None:
            unscored[item.key] = item.line
        else:
            rows.append(ScoreRow(item.system, item.score, item.document, item.segment, item.line))
    if not rows:
        raise FormatError(place=Place(file), expected="at least one score", found="none", remedy="Copy the file again.")
    said = f"{file}: {len(unscored):,} of {len(seen):,} items have no score (None) and are left out."
    return ScoreFile(file, tuple(rows), (said,) if unscored else (), unscored=unscored)


def _second(item: ScoredItem, line: int, labels: Mapping[str, str], file: str) -> FormatError:
    """The error for two scores of one item, with what says the lines apart if there is such a thing."""
    apart = next((name for name in _TELLING if item.labels.get(name) != labels.get(name)), None)
    also = "" if apart is None else f", of {apart} {labels[apart]} and not {item.labels[apart]}"
    remedy = "Give each item one row: average its scores, or put what distinguishes the rows into the column segment."
    if apart is not None:
        remedy = f"Choose one by {_CHOICE} {apart}={labels[apart]}, or give a file of one."
    return FormatError(
        place=Place(file, item.line, item.document, item.segment),
        expected=f"one score of system {item.system}" + (" for it" if item.document or item.segment else ""),
        found=f"another in line {line}{also}",
        remedy=remedy,
    )


def _listed(names: Iterable[str]) -> str:
    known = list(names)
    return ", ".join(known[:_SHOWN]) + (f" and {len(known) - _SHOWN} more" if len(known) > _SHOWN else "")
