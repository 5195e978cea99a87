"""Language resources as a table and as JSON."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from bakeoff.reports.table import Column, Table
from bakeoff.text.resources import Resource


def resources_table(resources: Sequence[Resource]) -> Table:
    """A row for each resource; notes say how to get what is absent."""
    headings = ["resource", "for", "found", "version", "hash", "path"]
    rows = tuple(
        (
            _title(each),
            each.purpose,
            "yes" if each.found else "no",
            each.version,
            each.digest[:8] if each.digest else None,
            str(each.path) if each.path else None,
            " ".join(each.languages),
        )
        for each in resources
    )
    columns = (*map(Column, headings), Column("languages", detail=True))
    return Table(columns=columns, rows=rows, notes=tuple(_notes(resources)))


def resources_json(resources: Sequence[Resource]) -> list[dict[str, Any]]:
    """A list with one object for each resource; what is not known is null."""
    return [
        {
            "name": each.name,
            "for": each.purpose,
            "languages": list(each.languages),
            "found": each.found,
            "version": each.version,
            "path": str(each.path) if each.path else None,
            "sha256": each.digest,
            "problem": each.problem,
            "remedy": each.remedy,
        }
        for each in resources
    ]


def _title(resource: Resource) -> str:
    return f"{resource.name} ({resource.languages[0]})" if len(resource.languages) == 1 else resource.name


def _notes(resources: Sequence[Resource]) -> Iterator[str]:
    for each in resources:
        if len(each.languages) > 1:
            yield f"{each.name}: {' '.join(each.languages)}"
    for each in resources:
        if each.problem:
            yield each.problem
