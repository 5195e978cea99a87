"""PLF, the Python lattice format: a lattice a line, nested in parentheses: `((('word', score, step), …), …)`.

The n-th inner tuple holds the arcs of node n, the step says how many nodes on an arc leads. It is read by rules of our
own, never evaluated.
"""

from __future__ import annotations

import re

import numpy as np
from numpy.typing import NDArray

from bakeoff.data.recognition.hypotheses import Lattices
from bakeoff.errors import FormatError, Place
from bakeoff.formats.hypotheses.lattice_builder import Arcs, LatticeBuilder
from bakeoff.formats.sources import Source

_NUMBER = r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?"
_WORD = r"""'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*\""""
_ARC = re.compile(rf"\s*\(\s*({_WORD})((?:\s*,\s*{_NUMBER})*)\s*,\s*(\d+)\s*,?\s*\)\s*(,?)", re.ASCII)
_OPENING = re.compile(r"\s*\(", re.ASCII)
_CLOSING = re.compile(r"\s*\)\s*(,?)", re.ASCII)
_ESCAPE = re.compile(r"\\(.)")


def read(source: Source) -> Lattices:
    """The lattices of a file; an empty line is one without words.

    Scores are logarithms where one of them is below 0, else probabilities.
    """
    builder = LatticeBuilder(source)
    unscored = False
    for number, line in enumerate(source.lines(), start=1):
        arcs, nodes, complete = _lattice(line, Place(source.name, number))
        unscored = unscored or not complete
        builder.add(arcs, nodes, number)
    if unscored:
        source.remarks.append(f"{source.name}: arcs with no score or several have no best path; 1-best is left out.")
    return builder.build(scores=_logarithms(builder.scores))


def _logarithms(scores: NDArray[np.float64]) -> NDArray[np.float64]:
    if not (scores > 0).any() or (scores < 0).any():
        return scores
    with np.errstate(divide="ignore"):
        return np.log(scores)


def _lattice(line: str, place: Place) -> tuple[Arcs, int, bool]:
    """Arcs, number of nodes, and whether every arc has one score."""
    arcs = Arcs()
    if not line.strip():
        return arcs, 1, True
    position = _expect(_OPENING, line, 0, place, "( at the start of a lattice")
    node = 0
    complete = True
    while opened := _OPENING.match(line, position):
        position = opened.end()
        while arc := _ARC.match(line, position):
            position = arc.end()
            scores = arc[2].split(",")[1:]
            complete = complete and len(scores) == 1
            score = float(scores[0]) if len(scores) == 1 else np.nan
            arcs.add(node, node + _step(arc[3], place), _unquoted(arc[1]), score, place.line or 0)
            if not arc[4]:
                break
        closed = _CLOSING.match(line, position)
        if closed is None:
            raise _unexpected(line, position, place, "an arc ('word', score, step) or ) after the arcs of a node")
        position = closed.end()
        node += 1
        if not closed[1]:
            break
    position = _expect(_CLOSING, line, position, place, ") at the end of a lattice")
    if line[position:].strip():
        raise _unexpected(line, position, place, "nothing after the lattice")
    _check_targets(arcs, node, place)
    return arcs, node + 1, complete


def _step(text: str, place: Place) -> int:
    if len(text) > 9 or int(text) == 0:
        raise FormatError(place=place, expected="a step of 1 or more to a later node", found=text[:20])
    return int(text)


def _check_targets(arcs: Arcs, last: int, place: Place) -> None:
    if arcs.targets and (highest := max(arcs.targets)) > last:
        row = arcs.targets.index(highest)
        step = highest - arcs.sources[row]
        raise FormatError(
            place=place,
            expected=f"arcs up to node {last}, the last",
            found=f"a step of {step} from node {arcs.sources[row]} ({arcs.words[row]})",
        )


def _unquoted(word: str) -> str:
    return _ESCAPE.sub(r"\1", word[1:-1]) if "\\" in word else word[1:-1]


def _expect(pattern: re.Pattern[str], line: str, position: int, place: Place, expected: str) -> int:
    match = pattern.match(line, position)
    if match is None:
        raise _unexpected(line, position, place, expected)
    return match.end()


def _unexpected(line: str, position: int, place: Place, expected: str) -> FormatError:
    rest = line[position:].strip()
    found = f"{rest[:30]!r} at character {position + 1}" if rest else "the end of the line"
    return FormatError(place=place, expected=expected, found=found)
