"""Segments of a run against those of the source (OpenMT12, 12.1.5)."""

from __future__ import annotations

from collections.abc import Iterator

from bakeoff.data import Finding
from bakeoff.formats.text.outlines import OutlinedDocument
from bakeoff.submissions.context import FileCheck
from bakeoff.submissions.packages.opened_files import UTF16
from bakeoff.submissions.phrases import counted, listed
from bakeoff.submissions.sources import SourceDocument


def segments(check: FileCheck) -> Iterator[Finding]:
    """Missing, extra, duplicate and misplaced segments of each document; of plain text, how many there are."""
    run, source = check.run, check.source
    if run is None or "segments" not in check.package.package.matches:
        return
    numbered = all(document.numbered for document in run.documents)
    if not numbered:
        for document in run.documents:
            yield from _duplicates(check, document)
    if source is None or (check.test_set is not None and not check.test_set.segmented):
        return
    if numbered or source.numbered:
        yield from _count(check, source.size)
        return
    seen: set[str] = set()
    for document in run.documents:
        original = source.documents.get(document.id)
        if original is not None and document.id not in seen and tuple(document.ids) != original.segments:
            yield from _against(check, document, original)
        seen.add(document.id)


def _count(check: FileCheck, wanted: int) -> Iterator[Finding]:
    documents = check.run.documents if check.run else []
    lines = [document.line_of(number) for document in documents for number in range(len(document.ids))]
    if len(lines) != wanted:
        line = lines[wanted] if len(lines) > wanted else lines[-1] if lines else None
        yield check.finding(
            "segment-count",
            line=line,
            found=counted(len(lines), "segment"),
            expected=f"{wanted:,}, as many as {check.source.name if check.source else 'the source'} has",
        )


def _duplicates(check: FileCheck, document: OutlinedDocument) -> Iterator[Finding]:
    if len(set(document.ids)) == len(document.ids):
        return
    first: dict[str, int] = {}
    for number, name in enumerate(document.ids):
        before = first.setdefault(name, number)
        if before != number and name:
            yield check.finding(
                "seg-id-duplicate",
                line=document.line_of(number),
                document=document.id,
                found=f"{name} once more, first in line {document.line_of(before)}",
                expected="each segment once",
            )


def _against(check: FileCheck, document: OutlinedDocument, original: SourceDocument) -> Iterator[Finding]:
    wanted, present = set(original.segments), set(document.ids)
    missing = [name for name in original.segments if name not in present]
    # Those without an id are reported as such; they may be the missing ones.
    if len(missing) > document.ids.count(""):
        yield check.finding(
            "seg-id-missing",
            line=_line_before(document, original, missing[0]),
            document=document.id,
            found=f"{counted(len(document.ids), 'segment')}, without {listed(missing)}",
            expected=f"the {counted(len(original.segments), 'segment')} of the source",
        )
    extra = [number for number, name in enumerate(document.ids) if name and name not in wanted]
    if extra:
        yield check.finding(
            "seg-id-extra",
            line=document.line_of(extra[0]),
            document=document.id,
            found=listed([document.ids[number] for number in extra]),
            expected=f"only segments of the source, {original.segments[0]} to {original.segments[-1]}"
            if original.segments
            else "no segments",
        )
    yield from _out_of_order(check, document, original)


def _line_before(document: OutlinedDocument, original: SourceDocument, missing: str) -> int | None:
    """The line after which a missing segment belongs: that of the segment before it, else of the document."""
    before = original.segments[: original.segments.index(missing)]
    numbers = [document.ids.index(name) for name in before[-1:] if name in document.ids]
    return document.line_of(numbers[0]) if numbers else document.line


def _out_of_order(check: FileCheck, document: OutlinedDocument, original: SourceDocument) -> Iterator[Finding]:
    place = {name: number for number, name in enumerate(original.segments)}
    first = {name: number for number, name in reversed(list(enumerate(document.ids)))}
    ordered = [name for name in dict.fromkeys(document.ids) if name in place]
    for expected, found in zip(sorted(ordered, key=place.__getitem__), ordered, strict=True):
        if expected != found:
            line = document.line_of(first[found])
            wanted = f"segment {expected}, as in the source"
            yield check.finding("seg-order", line=line, document=document.id, found=found, expected=wanted)
            return


def last_line_end(check: FileCheck) -> Iterator[Finding]:
    """Plain text whose last line has no line end: `wc -l` counts one segment less."""
    data = check.opened.data
    if data.startswith(UTF16):
        return  # an LF is two bytes there, and the encoding has been reported
    if check.format in ("plain-text", "tsv", "json-lines", "ctm", "trn") and data and not data.endswith(b"\n"):
        yield check.finding(
            "last-line-end",
            line=check.opened.line_at(len(data)),
            found="no line end",
            expected="a line end after the last line",
        )
