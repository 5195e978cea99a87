"""Files of text as a checker sees them: every set, document and segment with its line, and all mistakes at once.

Reading stops at the first mistake and builds a text that can be scored. An outline continues as far as it can and keeps
what was written, duplicate and empty ids included.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from bakeoff.data import ReferenceSet, Run, TestSet, TextSet
from bakeoff.errors import FormatError
from bakeoff.formats.registry import format_named
from bakeoff.formats.sources import Source
from bakeoff.formats.text.text_file import label_of, role_of

MAX_PROBLEMS = 1000
"""Nobody reads more than this; the rest of the file is not read."""


class TooManyProblemsError(FormatError):
    """A file has too many mistakes, so the rest of it is not read."""


@dataclass(slots=True)
class OutlinedDocument:
    """A document: its segments' ids, texts and lines, column by column. `numbered` as in `Document`."""

    id: str
    attributes: Mapping[str, str]
    line: int | None = None
    ids: list[str] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)
    """As many as `ids`, or none where the reader keeps no lines."""
    numbered: bool = False

    def line_of(self, segment: int) -> int | None:
        """The line of a segment by its index, else that of the document."""
        return self.lines[segment] if self.lines else self.line


@dataclass(slots=True)
class OutlinedSet:
    """A source, reference, run or supplement with what it says of itself."""

    role: str
    name: str | None = None
    test_set: str | None = None
    source_language: str | None = None
    target_language: str | None = None
    line: int | None = None
    documents: list[OutlinedDocument] = field(default_factory=list)


@dataclass(slots=True)
class Outline:
    """The sets of a file, what breaks the rules of its format, and what stopped the reader (None: nothing)."""

    sets: list[OutlinedSet] = field(default_factory=list)
    problems: list[FormatError] = field(default_factory=list)
    fatal: FormatError | None = None
    most: int | None = MAX_PROBLEMS
    """How many problems end the reading (None: any number)."""
    further_attributes: dict[tuple[str, str], FormatError] = field(default_factory=dict)
    """Where attributes that the document type does not know first are, by element and name."""

    def report(self, problem: FormatError) -> None:
        if len(self.problems) == self.most:
            raise TooManyProblemsError(
                place=problem.place,
                expected=f"at most {self.most:,} mistakes in a file",
                found="more; the rest of the file was not read",
                remedy="Fix these first and check again.",
            )
        self.problems.append(problem)


def outline(source: Source, format: str, *, by_document_type: bool = False) -> Outline:
    """The outline of a file in a format of text; a mistake never raises. `by_document_type` is for NIST XML."""
    module = format_named(format).load()
    if hasattr(module, "outline"):
        outlined: Outline = (
            module.outline(source, by_document_type=True) if by_document_type else module.outline(source)
        )
        return outlined
    result = Outline()
    try:
        texts = module.read(source, role="run")
    except FormatError as error:
        result.fatal = error
        return result
    first = {"plain-text": 1, "json-lines": 1, "tsv": 2}.get(format)
    result.sets = [_outlined(text, first) for text in texts]
    return result


def _outlined(text: TextSet, first_line: int | None) -> OutlinedSet:
    """A text that was read; in formats with a row for each segment, the rows are counted from `first_line`."""
    documents = []
    line = first_line
    for document in text.documents:
        segments = list(document.segments)
        lines: Iterable[int] = range(line, line + len(segments)) if line is not None else ()
        documents.append(
            OutlinedDocument(
                document.id,
                document.attributes,
                line,
                [segment.id for segment in segments],
                [segment.text for segment in segments],
                list(lines),
                document.numbered,
            )
        )
        line = line + len(segments) if line is not None else None
    return OutlinedSet(
        role=role_of(text),
        # A plain format has no name but the file's, which says nothing that could be checked.
        name=None if first_line is not None or isinstance(text, TestSet) else label_of(text),
        test_set=text.test_set,
        source_language=text.source_language,
        target_language=text.target_language if isinstance(text, ReferenceSet | Run) else None,
        documents=documents,
    )
