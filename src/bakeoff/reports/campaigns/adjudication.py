"""Corrections of a reference as tables and as JSON: what they changed, what they did to scores, what they could be."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from bakeoff.evaluation import ReferenceVersion, ScoredVersion, Suggestion
from bakeoff.reports.table import Column, Table, Value


def versions_table(versions: Sequence[ScoredVersion]) -> Table:
    """Word error rate and errors of each system under each version, best under the last version first."""
    numbers = [each.version.number for each in versions]
    rows: list[tuple[Value, ...]] = []
    for name in _ranked(versions):
        totals = [each.systems[name].total for each in versions]
        rates = [total.wer for total in totals]
        errors = [total.errors for total in totals]
        rows.append((name, *rates, _difference(rates), *errors, errors[-1] - errors[0]))
    return Table(
        title="Scores before and after corrections",
        columns=(
            Column("system"),
            *(Column(f"WER {number}", digits=1, best="lowest") for number in numbers),
            Column("change", digits=1),
            *(Column(f"errors {number}") for number in numbers),
            Column("change of errors"),
        ),
        rows=tuple(rows),
        notes=(*_described(versions), *(scores.rules.signature for scores in list(versions[-1].systems.values())[:1])),
    )


def changes_table(versions: Sequence[ReferenceVersion]) -> Table:
    """A row for each correction of each version, with the segment's text before and after all of its version."""
    return Table(
        title="Changed segments",
        empty="The corrections change no segment. Each row of a corrections file changes one: segment, old, new.",
        columns=tuple(map(Column, ("version", "segment", "before", "after", "old", "new", "who", "why"))),
        rows=tuple(
            (version.number, change.segment, change.before, change.after, each.old, each.new, each.who, each.why)
            for version in versions
            for change in version.changes
            for each in change.corrections
        ),
    )


def suggestions_table(suggestions: Sequence[Suggestion]) -> Table:
    """A row for each stretch on which systems agree against the reference, the most convincing first."""
    alone = any(each.of == 1 for each in suggestions)
    return Table(
        title=f"Where {'the only system differs from' if alone else 'systems agree against'} the reference",
        columns=(
            *map(Column, ("segment", "reference", "systems have", "systems", "of", "errors")),
            Column("names", detail=True),
        ),
        empty="Systems agree nowhere against the reference. Give more systems, or a lower number with --agree.",
        rows=tuple(
            (each.correction.segment, each.reference, each.heard, len(each.systems), each.of, each.errors, names)
            for each in suggestions
            for names in (", ".join(each.systems),)
        ),
    )


def versions_json(versions: Sequence[ScoredVersion]) -> list[dict[str, Any]]:
    """An object for each version: its file, what it changed, the counts of every system."""
    return [
        {
            "version": each.version.number,
            "file": each.version.name,
            "changes": [
                {
                    "segment": change.segment,
                    "before": change.before,
                    "after": change.after,
                    "corrections": [
                        {"old": one.old, "new": one.new, "who": one.who, "why": one.why} for one in change.corrections
                    ],
                }
                for change in each.version.changes
            ],
            "systems": [
                {"name": name, "words": total.words, "errors": total.errors, "wer": total.wer}
                for name in _ranked(versions)
                for total in (each.systems[name].total,)
            ],
        }
        for each in versions
    ]


def suggestions_json(suggestions: Sequence[Suggestion]) -> list[dict[str, Any]]:
    """An object for each suggestion."""
    return [
        {
            "segment": each.correction.segment,
            "reference": each.reference,
            "heard": each.heard,
            "systems": list(each.systems),
            "of": each.of,
            "errors": each.errors,
            "old": each.correction.old,
            "new": each.correction.new,
        }
        for each in suggestions
    ]


def _ranked(versions: Sequence[ScoredVersion]) -> list[str]:
    """Systems, the one with the lowest rate under the last version first; equals as they were given."""
    last = versions[-1].systems
    return sorted(last, key=lambda name: last[name].total.wer or 0.0)


def _difference(rates: Sequence[float | None]) -> float | None:
    first, last = rates[0], rates[-1]
    return None if first is None or last is None else last - first


def _described(versions: Sequence[ScoredVersion]) -> Iterator[str]:
    for each in versions:
        version = each.version
        changed = f": {len(version.changes):,} segments changed" if version.number else ": the original"
        yield f"version {version.number}, {version.name}{changed}."
