"""Confusion networks: a column a line, `word probability` pairs; a blank line ends an utterance."""

from __future__ import annotations

import math

from bakeoff.data.recognition.hypotheses import Lattices
from bakeoff.errors import FormatError, Place
from bakeoff.formats.hypotheses.lattice_builder import Arcs, LatticeBuilder
from bakeoff.formats.sources import Source


def read(source: Source) -> Lattices:
    """The networks of a file; the last one need not end in a blank line. A blank line more is an empty network."""
    builder = LatticeBuilder(source, form="confusion network")
    arcs, columns, first = Arcs(), 0, 1
    number = 0
    for number, line in enumerate(source.lines(), start=1):
        if cells := line.split():
            _add_column(arcs, columns, cells, Place(source.name, number))
            columns += 1
        else:
            builder.add(arcs, columns + 1, first)
            arcs, columns, first = Arcs(), 0, number + 1
    if columns:
        builder.add(arcs, columns + 1, first)
    return builder.build()


def _add_column(arcs: Arcs, column: int, cells: list[str], place: Place) -> None:
    if len(cells) % 2:
        found = f"{len(cells)} columns: {' '.join(cells)[:60]}"
        raise FormatError(place=place, expected="pairs of a word and its probability", found=found)
    for word, text in zip(cells[::2], cells[1::2], strict=True):
        probability = _probability(text, place)
        score = math.log(probability) if probability else -math.inf
        arcs.add(column, column + 1, word, score, place.line or 0)


def _probability(text: str, place: Place) -> float:
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not 0 <= value < math.inf:
        raise FormatError(place=place, expected="a probability after each word", found=repr(text))
    return value
