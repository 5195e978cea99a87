"""Segments in which two systems differ: to read, as a table and as JSON."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from bakeoff.alignment import Piece
from bakeoff.errors import Place
from bakeoff.evaluation import SegmentDifference, SegmentDifferences, SegmentOutput, metric_title
from bakeoff.reports.renderers import width
from bakeoff.reports.table import Column, Table, Value, visible

# Bold green, and underlined red: separated without seeing colours.
_COLOURS = {True: ("\x1b[1;32m", "\x1b[0m"), False: ("\x1b[4;31m", "\x1b[0m")}
_MARKS = {True: ("{+", "+}"), False: ("[-", "-]")}
_EMPTY = "Both systems have the same score on every segment. Compare systems whose outputs differ."


def differences_text(differences: SegmentDifferences, *, colour: bool = False) -> str:
    """A block for each segment: scores, source, references and both outputs with the words that differ marked.

    A word that the other output lacks is marked `{+so+}` where a reference has it, `[-so-]` where none has; with
    `colour`, for a terminal, in bold green and in underlined red.
    """
    lines = [_title(differences), _counted(differences)]
    lines.append(_legend(colour=colour) if differences.first_better or differences.second_better else _EMPTY)
    for better, segments in (
        (differences.first, differences.first_better),
        (differences.second, differences.second_better),
    ):
        if segments:
            lines += ["", f"Where {visible(better)} is better"]
        for segment in segments:
            lines += ["", *_block(differences, segment, colour=colour)]
    return "\n".join([*lines, "", differences.signature]) + "\n"


def differences_table(differences: SegmentDifferences) -> Table:
    """A row for each segment shown, texts as they are; a positive difference is in favour of the first system."""
    segments = (*differences.first_better, *differences.second_better)
    with_source = any(segment.source is not None for segment in segments)
    references = max((len(segment.references) for segment in segments), default=0)
    numbered = ["reference"] if references == 1 else [f"reference {number}" for number in range(1, references + 1)]
    headings = ["first", "second", "document", "segment", "first score", "second score", "difference"]
    headings += [*(["source"] if with_source else []), *numbered, "first output", "second output"]
    return Table(
        title=_title(differences),
        empty=_EMPTY,
        columns=tuple(Column(heading, digits=differences.digits) for heading in headings),
        rows=tuple(_row(differences, segment, with_source=with_source, references=references) for segment in segments),
        notes=(_counted(differences), differences.signature),
    )


def differences_json(differences: SegmentDifferences) -> dict[str, Any]:
    """The two systems are `a` and `b`, as in the JSON of comparisons; differences are positive where `a` is better."""
    return {
        "metric": differences.metric,
        "signature": differences.signature,
        "specification": differences.specification,
        "a": differences.first,
        "b": differences.second,
        "segments": differences.segments,
        "wins": {"a": differences.first_wins, "b": differences.second_wins, "ties": differences.ties},
        "a_better": [_segment_json(segment) for segment in differences.first_better],
        "b_better": [_segment_json(segment) for segment in differences.second_better],
    }


def _title(differences: SegmentDifferences) -> str:
    names = f"{visible(differences.first)} and {visible(differences.second)}"
    return f"{metric_title(differences.metric)}, {differences.specification}: {names}"


def _counted(differences: SegmentDifferences) -> str:
    return (
        f"{visible(differences.first)} is better in {differences.first_wins} of {differences.segments} segments, "
        f"{visible(differences.second)} in {differences.second_wins}; they are equal in {differences.ties}."
    )


def _legend(*, colour: bool) -> str:
    known = _marked(Piece("in a reference", differs=True, in_reference=True), colour=colour)
    unknown = _marked(Piece("in none", differs=True, in_reference=False), colour=colour)
    return f"Words that the other output does not have at that place: {known}, {unknown}."


def _block(differences: SegmentDifferences, segment: SegmentDifference, *, colour: bool) -> Iterator[str]:
    first, second = visible(differences.first), visible(differences.second)
    place = Place(document=visible(segment.document), segment=visible(segment.segment))
    scores = [f"{output.score:.{differences.digits}f}" for output in (segment.first, segment.second)]
    yield f"{place}: {first} {scores[0]}, {second} {scores[1]}"
    rows = [] if segment.source is None else [("source", visible(segment.source))]
    rows += [("reference", visible(reference)) for reference in segment.references]
    rows.append((first, _shown(segment.first, colour=colour)))
    rows.append((second, _shown(segment.second, colour=colour)))
    yield from _aligned(rows)


def _aligned(rows: Sequence[tuple[str, str]]) -> Iterator[str]:
    widest = max(width(label) for label, _ in rows)
    for label, text in rows:
        yield f"  {label}{' ' * (widest - width(label))}  {text}".rstrip()


def _shown(output: SegmentOutput, *, colour: bool) -> str:
    return "".join(_marked(piece, colour=colour) for piece in output.pieces)


def _marked(piece: Piece, *, colour: bool) -> str:
    text = visible(piece.text)
    if not piece.differs:
        return text
    before, after = (_COLOURS if colour else _MARKS)[bool(piece.in_reference)]
    core = text.rstrip()
    return before + core + after + text[len(core) :]


def _row(
    differences: SegmentDifferences, segment: SegmentDifference, *, with_source: bool, references: int
) -> tuple[Value, ...]:
    return (
        differences.first,
        differences.second,
        segment.document,
        segment.segment,
        segment.first.score,
        segment.second.score,
        segment.difference,
        *((segment.source,) if with_source else ()),
        *segment.references,
        *[None] * (references - len(segment.references)),
        segment.first.text,
        segment.second.text,
    )


def _segment_json(segment: SegmentDifference) -> dict[str, Any]:
    result: dict[str, Any] = {
        "document": segment.document,
        "segment": segment.segment,
        "index": segment.index,
        "difference": segment.difference,
        "references": list(segment.references),
        "a": _output_json(segment.first),
        "b": _output_json(segment.second),
    }
    if segment.source is not None:
        result["source"] = segment.source
    return result


def _output_json(output: SegmentOutput) -> dict[str, Any]:
    pieces = [{"text": p.text, "differs": p.differs, "in_reference": p.in_reference} for p in output.pieces]
    return {"score": output.score, "text": output.text, "pieces": pieces}
