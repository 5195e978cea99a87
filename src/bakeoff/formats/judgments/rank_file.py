"""Comparisons that were decided, in the `.rank` files of Meteor: segment, pair, better system, pair, worse system.

They are made from rankings, and hold less: neither ties nor judges, and not the order in which outputs were shown. So
they serve for scores and not for agreement; the judge is called `unknown`.
"""

from __future__ import annotations

from bakeoff.data.judgments import Judgment
from bakeoff.errors import FormatError, Place
from bakeoff.formats.judgments.mistakes import Mistakes
from bakeoff.formats.judgments.rank_cells import check_once
from bakeoff.formats.sources import Source


def read(source: Source) -> tuple[Judgment, ...]:
    mistakes = Mistakes()
    judgments = []
    file = source.base_name
    for number, line in enumerate(source.lines(), start=1):
        with mistakes.noting():
            judgments.append(_judgment(line, Place(source.name, number), file))
    mistakes.check()
    return tuple(judgments)


def _judgment(line: str, place: Place, file: str) -> Judgment:
    cells = line.split("\t")
    if len(cells) != 5 or not all(cells):
        raise FormatError(
            place=place,
            expected="segment, pair, better system, pair, worse system, with tabs between them",
            found=repr(line[:80]) if line else "an empty line",
        )
    segment, pair, better, second_pair, worse = cells
    if pair != second_pair:
        raise FormatError(place=place, expected="both systems of one language pair", found=f"{pair} and {second_pair}")
    check_once((better, worse), place)
    return Judgment(
        id=f"{file}:{place.line}",
        protocol="pairwise",
        judge="unknown",
        language_pair=pair,
        segment=segment,
        systems=(better, worse),
        answer="first",
        place=place,
    )
