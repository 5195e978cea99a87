"""Runs in plain text where the rulebook asks for XML: the lines become the segments of the source, word for word."""

from __future__ import annotations

from pathlib import Path
from typing import cast

from bakeoff.data import Run, TestSet
from bakeoff.errors import BakeoffError
from bakeoff.formats.text.conversion import follow, with_default
from bakeoff.rulebook.schema import LanguagePair
from bakeoff.submissions.packages.builder import read_run, write_run

_HEAD = 1 << 12


def is_plain_text(data: bytes) -> bool:
    r"""Whether a file that should have markup has none: it starts with text.

    >>> [is_plain_text(data) for data in (b"Guten Tag.\n", b"\n <mteval>", b"", b"PK\x00\x01")]
    [True, False, False, False]
    """
    head = data[:_HEAD].lstrip()
    return bool(head) and not head.startswith(b"<") and b"\0" not in head


def number_of_lines(data: bytes) -> int:
    """Lines of a text, also where the last one has no line end."""
    return data.count(b"\n") + (not data.endswith(b"\n"))


def wrap_lines(
    path: Path, target: Path, *, format: str, source: TestSet, pair: LanguagePair | None, system: str
) -> bool:
    """Writes a text of one segment a line as XML. False where it has another number of lines, or would lose something.

    What was written is read again: only where every segment is the line that it comes from, nothing was lost.
    """
    try:
        run = read_run(path, format="plain-text")
        lines = [segment.text for segment in run.segments]
        if len(lines) != sum(1 for _ in source.segments):
            return False
        if format == "wmt-xml":  # it wants the language of each document
            language = pair.source if pair else source.source_language
            source = cast(TestSet, with_default(source, "origlang", language))
        write_run(cast(Run, follow(run, source)), target, format=format, source=source, pair=pair, system=system)
        return [segment.text for segment in read_run(target, format=format).segments] == lines
    except BakeoffError:
        return False
