"""What Appraise exports as CSV: direct assessment, error span annotation (ESA), MQM and pairwise comparison.

There is no header. Cells: account, system, number of the item, its type, source and target language, score; where
outputs were judged in documents also the document and whether the score is of all of it; for ESA and MQM the errors as
JSON; seconds of start and end since 1970. Exports with batch information have two cells more, which are passed over.
The rows of an account are MQM where its errors have categories as lists and all its scores are 0, which MQM does not
ask for; an account without errors and without scores is taken to be like the others of the file.

`TGT` is an ordinary output, `CHK` one shown again, `REF` a reference (taken for gold), `BAD` a damaged output (an
attention item). Documents may end in `#` and the system, and in marks, with or without a number: `#bad`; `#duplicate`
(WMT 2023) or `#dup` (WMT 2024), shown again to fill a batch; `#incomplete` (WMT 2024), the start of a document that
another account judges completely. Duplicates and incomplete documents are taken for repeats, so that they count for no
score unless asked for; items of a tutorial, whether document or system say so, for gold. WMT 2025 has tutorials alone.
A comparison of two outputs has a row for each, one after the other, with a score each and errors that are passed over;
the output with the higher score is the better one. A system `A+B` is one output of both where the file has A and B
alone, too. Scores of documents are skipped. Where items are numbered by batch, only the batches know which segment of
the test set an item is: see `batches`.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Any, Literal

from bakeoff.data.judgments import SHARED, Control, Judgment
from bakeoff.errors import FormatError, Place
from bakeoff.formats.judgments.appraise.spans import spans_in
from bakeoff.formats.judgments.rows import Mistakes, Rows
from bakeoff.formats.judgments.scores import NUMBER, score_of
from bakeoff.formats.sources import Source

Layout = Literal["segments", "documents", "errors", "pairs"]
_WIDTHS: dict[Layout, int] = {"segments": 9, "documents": 11, "errors": 12, "pairs": 11}
_BATCH_CELLS = 2
_PAIR_BATCH_CELLS = 3
_CONTROLS: dict[str, Control] = {"TGT": "", "CHK": "repeat", "REF": "gold", "BAD": "attention"}
_REMEDY = "Export the campaign again, or correct the line."
_MARKS = re.compile(r"(#(bad|duplicate|dup|incomplete)\d*)+$")
_FILLING = re.compile(r"#(duplicate|dup|incomplete)\d*(?=#|$)")


@dataclass(slots=True)
class _Accounts:
    """What distinguishes MQM from ESA: whose errors have categories, and who gave scores other than 0."""

    categorised: set[str] = field(default_factory=set)
    scored: dict[str, Judgment] = field(default_factory=dict)

    def see(self, judgment: Judgment, *, categorised: bool) -> None:
        if categorised:
            self.categorised.add(judgment.judge)
        if judgment.answer["score"]:
            self.scored.setdefault(judgment.judge, judgment)

    def check(self, mistakes: Mistakes) -> None:
        for account in sorted(self.categorised & self.scored.keys()):
            judgment = self.scored[account]
            mistakes.add(
                judgment.place,
                expected=f"0 as score of {account}, whose errors have categories (MQM)",
                found=f"{judgment.answer['score']:g}",
                remedy="Give each account rows of one kind, ESA or MQM.",
            )

    def attributed(self, judgment: Judgment) -> Judgment:
        """The judgment under its protocol."""
        if not self.categorised or judgment.judge in self.scored:
            return judgment
        return replace(judgment, protocol="error_spans", answer=judgment.answer["spans"])


@dataclass(slots=True)
class _Pairs:
    """Comparisons of two outputs: rows that come in pairs."""

    found: list[Judgment] = field(default_factory=list)
    first: Judgment | None = None
    alone: list[Judgment] = field(default_factory=list)

    def see(self, row: Judgment) -> None:
        first, self.first = self.first, None
        if first is None or _asked(first) != _asked(row):
            if first is not None:
                self.alone.append(first)
            self.first = row
            return
        answer = "tie" if first.answer == row.answer else "first" if first.answer > row.answer else "second"
        systems = (*first.systems, *row.systems)
        self.found.append(replace(first, protocol="pairwise", systems=systems, answer=answer))

    def check(self, mistakes: Mistakes) -> None:
        for row in [*self.alone, *([self.first] if self.first is not None else [])]:
            mistakes.add(
                row.place,
                expected="two rows for each comparison, one after the other",
                found=f"one of {row.systems[0]} alone",
                remedy="Export the complete campaign again.",
            )


def _asked(row: Judgment) -> tuple[object, ...]:
    return row.judge, row.segment, row.control, row.shown_at, row.sent_at


def read(source: Source, rows: Rows) -> tuple[Judgment, ...]:
    mistakes = Mistakes()
    judgments: list[Judgment] = []
    accounts = _Accounts()
    pairs = _Pairs()
    documents = 0
    shapes: set[tuple[Layout, int]] = set()
    table = csv.reader((line + "\n" for line in source.lines()), strict=True)
    while True:
        place = Place(source.name, table.line_num + 1)
        with mistakes.noting():
            cells = _next(table, place)
            if cells is None:
                break
            if place.line == 1 and cells[:2] == ["username", "system"]:
                continue
            layout = _layout(cells, shapes, place)
            of_document = layout in ("documents", "errors") and _yes(cells[8], place)
            documents += of_document
            judgment = _judgment(cells[: _WIDTHS[layout]], layout, place, rows.id_of(place))
            if layout == "pairs":
                pairs.see(judgment)
                continue
            if layout == "errors":
                spans = spans_in(cells[9], place)
                judgment = replace(judgment, answer={"spans": spans.errors, "score": judgment.answer})
                if not of_document:
                    accounts.see(judgment, categorised=spans.categorised)
            # At times Appraise exports the same answer twice, with the same times to the millionth of a second.
            if not of_document and rows.is_new(cells, place, sent_again=True):
                judgments.append(judgment)
    accounts.check(mistakes)
    pairs.check(mistakes)
    mistakes.check()
    judgments += pairs.found
    if documents:
        source.remarks.append(f"{source.name}: {documents:,} scores of documents are skipped.")
    return _with_shared_outputs(map(accounts.attributed, judgments))


def _with_shared_outputs(judgments: Iterable[Judgment]) -> tuple[Judgment, ...]:
    """Judgments of `A+B`, where A and B had the same output, as those of both; names may have a plus themselves."""
    found = tuple(judgments)
    names = {name for each in found for name in each.systems}

    def shared(judgment: Judgment) -> Judgment:
        return replace(judgment, systems=tuple(map(shared_name, judgment.systems)))

    def shared_name(name: str) -> str:
        parts = name.split("+")
        return SHARED.join(parts) if len(parts) > 1 and all(part in names for part in parts) else name

    return tuple(map(shared, found))


def _next(table: Any, place: Place) -> list[str] | None:
    try:
        cells: list[str] | None = next(table, None)
    except csv.Error as error:
        raise FormatError(
            place=place, expected="cells separated and quoted as in CSV", found=str(error), remedy=_REMEDY
        ) from None
    return cells


def _layout(cells: Sequence[str], before: set[tuple[Layout, int]], place: Place) -> Layout:
    """What the cells of a row are; all rows of a file are alike in that."""
    width = len(cells)
    # Segments with batch information have as many cells as documents without; those have True or False there.
    layout: Layout | None
    if _is_pair(cells):
        layout = "pairs"
    elif width == _WIDTHS["documents"] and NUMBER.fullmatch(cells[8]):
        layout = "segments"
    else:
        layouts: tuple[Layout, ...] = ("segments", "documents", "errors")
        known = {count: name for name in layouts for count in (_WIDTHS[name] + _BATCH_CELLS, _WIDTHS[name])}
        layout = known.get(width)
    if layout is None:
        expected = "9 cells (direct assessment of segments), 11 (of documents) or 12 (ESA, MQM), 2 more with batch info"
        raise FormatError(
            place=place, expected=expected, found=str(width) if cells else "an empty line", remedy=_REMEDY
        )
    if before and (layout, width) not in before:
        ((earlier, count),) = before
        raise FormatError(
            place=place, expected=f"{count} cells as before ({earlier})", found=f"{width} ({layout})", remedy=_REMEDY
        )
    before.add((layout, width))
    return layout


def _is_pair(cells: Sequence[str]) -> bool:
    """Whether a row is of a comparison: errors of output and source, as lists or empty, come before the times."""
    pair = _WIDTHS["pairs"]
    return len(cells) in (pair, pair + _PAIR_BATCH_CELLS) and all(cell[:1] in ("", "[", "{") for cell in cells[7:9])


def _judgment(cells: Sequence[str], layout: Layout, place: Place, id: str) -> Judgment:
    """The answer of a row, so far its score alone."""
    account, system, item, kind, source, target, score = cells[:7]
    has_document = layout in ("documents", "errors")
    document = cells[7] if has_document else ""
    for name, value in (("an account", account), ("a system", system), ("a document", document)):
        if not value and (has_document or name != "a document"):
            raise FormatError(place=place, expected=name, found="an empty cell", remedy=_REMEDY)
    if not re.fullmatch(r"\d{1,9}", item, re.ASCII):
        raise FormatError(place=place, expected="the number of an item", found=repr(item), remedy=_REMEDY)
    plain = without_marks(document)
    # Documents carry the name of the system without the test set that is before it: wmt23.refA, …#refA.
    base, _, last = plain.rpartition("#")
    named = bool(base) and system.rpartition(".")[2] == last.rpartition(".")[2] and system.endswith(last)
    grade = _score(score, place)
    started, ended = _time(cells[-2], place), _time(cells[-1], place)
    if ended < started:
        raise FormatError(
            place=place, expected="an end that comes after the start", found=f"{cells[-1]}, {cells[-2]}", remedy=_REMEDY
        )
    return Judgment(
        id=id,
        protocol="esa" if layout == "errors" else "direct",
        judge=account,
        language_pair=f"{source}-{target}",
        document=base if named else plain,
        segment=item,
        systems=(last if named else system,),
        answer=grade,
        screen=f"{account} {document}" if document else "",
        # Items of segments are numbered by the test set, not in the order in which they were asked.
        position=int(item) if document else None,
        control=control_of(kind, document, system, place),
        shown_at=started,
        sent_at=ended,
        place=place,
    )


def without_marks(document: str) -> str:
    """The document without what says why it is in a batch."""
    return _MARKS.sub("", document)


def is_tutorial(*names: str) -> bool:
    """Whether document or system say that an item teaches how to judge."""
    return any("tutorial" in name for name in names)


def control_of(kind: str, document: str, system: str, place: Place) -> Control:
    """Why an item is asked, by its type and what document or system say."""
    if kind not in _CONTROLS:
        raise FormatError(
            place=place, expected=f"as type one of {', '.join(_CONTROLS)}", found=repr(kind), remedy=_REMEDY
        )
    if is_tutorial(document, system):
        return "gold"
    return "repeat" if kind == "TGT" and _FILLING.search(document) else _CONTROLS[kind]


def _score(cell: str, place: Place) -> float:
    score = score_of(cell, place)
    if not 0 <= score <= 100:
        raise FormatError(place=place, expected="a score from 0 to 100", found=cell, remedy=_REMEDY)
    return score


def _yes(cell: str, place: Place) -> bool:
    if cell not in ("True", "False"):
        raise FormatError(
            place=place, expected="True or False for scores of documents", found=repr(cell), remedy=_REMEDY
        )
    return cell == "True"


def _time(cell: str, place: Place) -> datetime:
    try:
        return datetime.fromtimestamp(score_of(cell, place), UTC)
    except (OverflowError, ValueError, OSError):
        raise FormatError(place=place, expected="seconds since 1970", found=repr(cell), remedy=_REMEDY) from None
