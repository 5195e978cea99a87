"""What differs between two versions of a rulebook."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

ChangeKind = Literal["added", "removed", "changed"]


@dataclass(frozen=True, slots=True)
class Change:
    """A key or table that was added, removed or changed: `phases.evaluation.end`."""

    path: str
    kind: ChangeKind
    before: Any = None
    after: Any = None


def changes_between(before: Mapping[str, Any], after: Mapping[str, Any]) -> tuple[Change, ...]:
    """All differences of two rulebooks as read, by path; a table that is new or gone is one change.

    >>> old = {"campaign": {"id": "a", "title": "A"}}
    >>> changes = changes_between(old, {"campaign": {"id": "a", "title": "B"}, "phases": {}})
    >>> [(change.path, change.kind) for change in changes]
    [('campaign.title', 'changed'), ('phases', 'added')]
    """
    return tuple(sorted(_changes(before, after, ()), key=lambda change: change.path))


def _changes(before: Mapping[str, Any], after: Mapping[str, Any], way: tuple[str, ...]) -> Iterator[Change]:
    for key in before.keys() | after.keys():
        path = ".".join((*way, key))
        if key not in after:
            yield Change(path, "removed", before=before[key])
        elif key not in before:
            yield Change(path, "added", after=after[key])
        elif isinstance(before[key], Mapping) and isinstance(after[key], Mapping):
            yield from _changes(before[key], after[key], (*way, key))
        elif before[key] != after[key]:
            yield Change(path, "changed", before=before[key], after=after[key])
