"""Comparisons that were decided, in the `.rank` files of Meteor: segment, pair, better system, pair, worse system.

They are made from rankings, and hold less: neither ties nor judges, and not the order in which outputs were shown. So
they serve for scores and not for agreement; the judge is called `unknown`, and each line counts as the answer of a
judge of its own. Lines may be the same, where several judges
found the same; only a long part that occurs twice must be a mistake.
"""

from __future__ import annotations

from bakeoff.data.judgments import UNNAMED, Judgment
from bakeoff.errors import FormatError, Place
from bakeoff.formats.judgments.repeated_lines import repeated_lines
from bakeoff.formats.judgments.rows import Mistakes, Rows
from bakeoff.formats.judgments.wmt.rank_cells import check_once
from bakeoff.formats.sources import Source

_LEAST = 40
"""Lines of four screens. The longest part that comes twice by itself in WMT 2013 (85,469 lines) has fewer than 25."""


def read(source: Source, rows: Rows) -> tuple[Judgment, ...]:
    mistakes = Mistakes()
    judgments = []
    lines = source.lines()
    for number, line in enumerate(lines, start=1):
        with mistakes.noting():
            place = Place(source.name, number)
            judgments.append(_judgment(line, place, rows.id_of(place)))
    for part in repeated_lines(lines, least=_LEAST) if rows.equal != "keep" else ():
        mistakes.add(
            Place(source.name, part.at + 1),
            expected="each comparison once",
            found=f"{part.count:,} lines that are those from line {part.first + 1:,} on",
            remedy="Take them out, or say that they are meant (--equal-rows keep).",
        )
    mistakes.check()
    return tuple(judgments)


def _judgment(line: str, place: Place, id: str) -> Judgment:
    cells = line.split("\t")
    if len(cells) != 5 or not all(cells):
        raise FormatError(
            place=place,
            expected="segment, pair, better system, pair, worse system, with tabs between them",
            found=repr(line[:80]) if line else "an empty line",
            remedy="Take the line out, or write all five.",
        )
    segment, pair, better, second_pair, worse = cells
    if pair != second_pair:
        raise FormatError(
            place=place,
            expected="both systems of one language pair",
            found=f"{pair} and {second_pair}",
            remedy="Write a line for each pair.",
        )
    check_once((better, worse), place)
    return Judgment(
        id=id,
        protocol="pairwise",
        judge=UNNAMED,
        language_pair=pair,
        segment=segment,
        systems=(better, worse),
        answer="first",
        place=place,
    )
