"""What a file of text holds, whatever its format: one or more text sets."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from bakeoff.data import Document, ReferenceSet, Run, Segment, Supplement, TestSet, TextSet
from bakeoff.errors import FormatError, Place
from bakeoff.formats.sources import base_name, without_endings

Role = Literal["source", "reference", "run"]
ROLES: tuple[Role, ...] = ("source", "reference", "run")


@dataclass(frozen=True, slots=True)
class TextFile:
    """The text sets of one file in order, and the name of the format it was read from.

    `remarks` says what was passed over in reading because the tools of the field do so.
    """

    sets: tuple[TextSet, ...]
    format: str
    remarks: tuple[str, ...] = field(default=(), compare=False)


def role_of(text: TextSet) -> str:
    """`source`, `reference` or `run`; `supplement` for what is none of them."""
    match text:
        case TestSet():
            return "source"
        case ReferenceSet():
            return "reference"
        case Run():
            return "run"
    return "supplement"


def label_of(text: TextSet) -> str:
    """The name by which a user picks a set of a file: that of the system or the reference, or `source`."""
    match text:
        case ReferenceSet():
            return text.name
        case Run():
            return text.system
        case Supplement():
            return text.kind
    return "source"


def said(sets: Sequence[TextSet]) -> str:
    """How many sets of each role: `1 source and 2 references`."""
    counts = Counter(role_of(text) for text in sets)
    parts = [f"{count} {role}" + ("s" if count > 1 else "") for role, count in counts.items()]
    return " and ".join(filter(None, [", ".join(parts[:-1]), *parts[-1:]])) or "no text"


def only_set(sets: Sequence[TextSet], title: str) -> TextSet:
    """The one set of a file, for formats that hold no more."""
    if len(sets) != 1:
        labels = ", ".join(label_of(text) for text in sets)
        raise FormatError(
            expected=f"one text for {title}",
            found=said(sets) + (f": {labels}" if labels else ""),
            remedy="Choose one by its name (--set NAME).",
        )
    return sets[0]


def text_set(role: Role, name: str, **fields: object) -> TextSet:
    """A text set of the given role; references and runs get the name."""
    match role:
        case "source":
            return TestSet(**fields)  # type: ignore[arg-type]
        case "reference":
            return ReferenceSet(name=name, **fields)  # type: ignore[arg-type]
        case "run":
            return Run(system=name, **fields)  # type: ignore[arg-type]


def name_apart(runs: Sequence[Run]) -> list[Run]:
    """The runs; runs whose files share a name are called by their paths: `a/out.txt`, `b/out.txt`."""
    names = Counter(run.system for run in runs)
    return [
        replace(run, system=without_endings(run.file))
        if run.file and names[run.system] > 1 and run.system == base_name(run.file)
        else run
        for run in runs
    ]


def place_in(text: TextSet, document: Document | None = None, segment: Segment | None = None) -> Place:
    """Where in a text that cannot be written something is."""
    return Place(text.file, None, document.id if document else None, segment.id if segment else None)
