"""A run with its source, as the warnings about texts see it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from bakeoff.data import Finding
from bakeoff.data.sentences import clipped
from bakeoff.errors import Place
from bakeoff.submissions.finding_codes import finding


@dataclass(frozen=True, kw_only=True)
class ComparedTexts:
    """The segments of a run with the matching ones of the source and of other systems, where available."""

    file: str
    hypothesis: Sequence[str]
    source: Sequence[str] | None = None
    source_language: str | None = None
    target_language: str | None = None
    lines: Sequence[int] | None = None
    """The line of each segment in the file."""
    others: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """Outputs of the team's other systems under their names."""
    outside: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """Outputs of other teams, under keys that no finding reveals."""

    @cached_property
    def complete_text(self) -> str:
        """The run as one text, for a first look: most texts have nothing of what is looked for."""
        return "\n".join(self.hypothesis)

    def place(self, segment: int) -> Place:
        """Where a segment is."""
        return Place(self.file, self.lines[segment]) if self.lines else Place(self.file, segment=str(segment + 1))

    def finding(self, code: str, segments: Sequence[int], *, expected: str, found: str, remedy: str = "") -> Finding:
        """A warning about some segments, placed at the first of them."""
        return finding(code, place=self.place(segments[0]), found=found, expected=expected, remedy=remedy)


def counted(number: int, of: int, what: str = "segments") -> str:
    """A share in words: `12 of 400 segments (3 %)`."""
    return f"{number:,} of {of:,} {what} ({100 * number / of:.0f} %)"


def shortened(text: str, *, length: int = 60) -> str:
    """The start of a text in quotes."""
    return repr(clipped(text, length))
