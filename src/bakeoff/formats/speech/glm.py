"""GLM: rules that make spellings alike. Only the lines are read here; what they mean is `bakeoff.speech`'s business."""

from __future__ import annotations

from collections.abc import Iterator

from bakeoff.data.recognition.transcripts import RuleText
from bakeoff.formats.sources import Source


def read(source: Source) -> RuleText:
    """The lines of the file."""
    return RuleText(tuple(source.lines()), source.name)


def write(rules: RuleText) -> Iterator[str]:
    """The lines as they were."""
    for line in rules.lines:
        yield line + "\n"
