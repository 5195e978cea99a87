"""HTK's standard lattice format (SLF): fields `name=value`; a header, a line for each node, a line for each link.

Words are on links or on nodes; a link then leads to its word. See the HTK Book, chapter "Lattice definition".
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import PurePath

from bakeoff.data.recognition.hypotheses import Lattices
from bakeoff.errors import FormatError, Place
from bakeoff.formats.hypotheses.lattice_builder import NO_WORDS, Arcs, LatticeBuilder
from bakeoff.formats.sources import Source

Fields = dict[str, str]

_QUOTED = re.compile(r"""(\w+)=("(?:[^"\\]|\\.)*"|\S*)\s*""")
_OCTAL = re.compile(r"(?:\\[0-7]{3})+", re.ASCII)
_ESCAPE = re.compile(r"\\(.)")
_WORDLESS = NO_WORDS | {""}
_WHOLE = re.compile(r"\d{1,9}", re.ASCII)
_ENDINGS = (".gz", ".lat", ".slf")
# Fields have a long name, too.
_NODE_NAMES = {"WORD": "W", "time": "t"}
_LINK_NAMES = {"START": "S", "END": "E", "WORD": "W", "acoustic": "a", "language": "l"}
_HEADER_NAMES = {"NODES": "N", "LINKS": "L", "V": "VERSION", "U": "UTTERANCE"}


@dataclass(slots=True)
class _Lattice:
    """The lines of one lattice, not yet understood."""

    line: int
    header: Fields = field(default_factory=dict)
    nodes: list[tuple[int, Fields]] = field(default_factory=list)
    links: list[tuple[int, Fields]] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class _Weights:
    """How the scores of a link make one: all likelihoods are logarithms to `base`, or plain where it is 0."""

    base: float
    acoustic: float
    language: float
    pronunciation: float
    word_penalty: float

    def score(self, link: Mapping[str, str], word: str, place: Place) -> float:
        total = self.word_penalty if word not in ("", "!NULL") else 0.0
        for name, weight in (("a", self.acoustic), ("l", self.language), ("r", self.pronunciation)):
            if name in link:
                value = _number(link, name, place)
                total += weight * (_log(value, place) if self.base == 0 else value)
        return total * (math.log(self.base) if self.base else 1.0)


def read(source: Source) -> Lattices:
    """The lattices of a file, most often one; they are called by their field UTTERANCE, else by the file's name."""
    builder = LatticeBuilder(source)
    ids = []
    unscored = []
    for lattice in _lattices(source):
        words = _words(lattice, source.name)
        arcs, nodes, start, end = _graph(lattice, words, source.name)
        builder.add(arcs, nodes, lattice.line, start=start, end=end)
        ids.append(_id(lattice, source))
        if any(map(math.isnan, arcs.scores)):
            unscored.append(lattice.line)
    if unscored:
        source.remarks.append(f"{source.name}, line {unscored[0]}: links without scores have no best path.")
    return builder.build(ids=ids)


def _lattices(source: Source) -> Iterator[_Lattice]:
    lattice: _Lattice | None = None
    for number, line in enumerate(source.lines(), start=1):
        if not line.strip() or line.startswith("#"):
            continue
        place = Place(source.name, number)
        fields = _fields(line, place)
        kind = next(iter(fields))
        if lattice is None or (lattice.nodes and kind not in ("I", "J")):
            if lattice is not None:
                yield lattice
            lattice = _Lattice(number)
        if kind == "I":
            lattice.nodes.append((number, _renamed(fields, _NODE_NAMES)))
        elif kind == "J":
            lattice.links.append((number, _renamed(fields, _LINK_NAMES)))
        else:
            lattice.header |= _renamed(fields, _HEADER_NAMES)
    if lattice is None:
        raise FormatError(place=Place(source.name), expected="a lattice in HTK's format", found="an empty file")
    yield lattice


def _fields(line: str, place: Place) -> Fields:
    if '"' in line:
        pairs = _QUOTED.findall(line)
        complete = not _QUOTED.sub("", line).strip()
        fields = dict(pairs)
    else:
        parts = line.split()
        complete = all("=" in part for part in parts)
        fields = dict(part.split("=", 1) for part in parts) if complete else {}
    if not complete or not fields:
        raise FormatError(place=place, expected="fields name=value with blanks between them", found=repr(line[:60]))
    return fields


def _renamed(fields: Fields, names: Mapping[str, str]) -> Fields:
    return {names.get(name, name): value for name, value in fields.items()}


def _id(lattice: _Lattice, source: Source) -> str:
    name = lattice.header.get("UTTERANCE")
    if name:
        return PurePath(_text(name, Place(source.name, lattice.line))).stem
    name = PurePath(source.name).name
    while name.lower().endswith(_ENDINGS):
        name = name[: name.rindex(".")]
    return name


def _words(lattice: _Lattice, file: str) -> list[str]:
    """The word of each node, empty where it has none."""
    place = Place(file, lattice.line)
    if "SUBLAT" in lattice.header:
        raise FormatError(place=place, expected="a lattice without sublattices", found="SUBLAT=")
    for name, rows in (("N", lattice.nodes), ("L", lattice.links)):
        count = _integer(lattice.header, name, place)
        if count != len(rows):
            kind = "nodes (lines I=)" if name == "N" else "links (lines J=)"
            raise FormatError(place=place, expected=f"{count} {kind}, as {name}= says", found=str(len(rows)))
    words: list[str | None] = [None] * len(lattice.nodes)
    for number, node in lattice.nodes:
        here = Place(file, number)
        at = _integer(node, "I", here)
        if at >= len(words) or words[at] is not None:
            raise FormatError(place=here, expected=f"each node from 0 to {len(words) - 1} once", found=f"I={at}")
        if "L" in node:
            raise FormatError(place=here, expected="a node without sublattice", found=f"L={node['L']}")
        words[at] = _text(node.get("W", ""), here)
    return [word or "" for word in words]


def _graph(lattice: _Lattice, words: Sequence[str], file: str) -> tuple[Arcs, int, int, int]:
    """Arcs, number of nodes, first and last node."""
    place = Place(file, lattice.line)
    weights = _weights(lattice.header, place)
    is_scored = any(name in link for _, link in lattice.links for name in ("a", "l", "r"))
    arcs = Arcs()
    for number, link in lattice.links:
        here = Place(file, number)
        source, target = (_node(link, name, len(words), here) for name in ("S", "E"))
        word = _link_word(link, words[target], here)
        arcs.add(source, target, word, weights.score(link, word, here) if is_scored else math.nan, number)
    start = _end_node(lattice.header, "start", set(range(len(words))) - set(arcs.targets), len(words), place)
    end = _end_node(lattice.header, "end", set(range(len(words))) - set(arcs.sources), len(words), place)
    if words[start] not in _WORDLESS:
        # The first node has a word: an arc must lead to it.
        arcs.add(len(words), start, words[start], 0.0 if is_scored else math.nan, lattice.line)
        return arcs, len(words) + 1, len(words), end
    return arcs, len(words), start, end


def _link_word(link: Fields, node_word: str, place: Place) -> str:
    if "W" not in link:
        return node_word
    word = _text(link["W"], place)
    if node_word not in _WORDLESS:
        found = f"{word} on the link and {node_word} on the node that it leads to"
        raise FormatError(place=place, expected="words on links or on nodes", found=found)
    return word


def _node(link: Fields, name: str, nodes: int, place: Place) -> int:
    node = _integer(link, name, place)
    if node >= nodes:
        raise FormatError(place=place, expected=f"a node from 0 to {nodes - 1}", found=f"{name}={node}")
    return node


def _end_node(header: Fields, name: str, candidates: set[int], nodes: int, place: Place) -> int:
    if name in header:
        return _node(header, name, nodes, place)
    if len(candidates) != 1:
        side = "no link leads to" if name == "start" else "no link leaves"
        found = ", ".join(map(str, sorted(candidates)[:6])) or "none"
        remedy = f"Name it in the header: {name}=NODE."
        raise FormatError(place=place, expected=f"one node that {side}", found=found, remedy=remedy)
    return candidates.pop()


def _weights(header: Fields, place: Place) -> _Weights:
    base = _number(header, "base", place, math.e)
    if base < 0 or base == 1:
        raise FormatError(place=place, expected="a base of logarithms, or 0 for none", found=f"base={base:g}")
    return _Weights(
        base=base,
        acoustic=_number(header, "acscale", place, 1.0),
        language=_number(header, "lmscale", place, 1.0),
        pronunciation=_number(header, "prscale", place, 1.0),
        word_penalty=_number(header, "wdpenalty", place, 0.0),
    )


def _integer(fields: Mapping[str, str], name: str, place: Place) -> int:
    value = fields.get(name)
    if value is None or not _WHOLE.fullmatch(value):
        found = "no such field" if value is None else f"{name}={value[:20]}"
        raise FormatError(place=place, expected=f"a whole number in the field {name}=", found=found)
    return int(value)


def _number(fields: Mapping[str, str], name: str, place: Place, default: float | None = None) -> float:
    if name not in fields and default is not None:
        return default
    try:
        value = float(fields[name])
    except ValueError:
        value = math.nan
    if math.isnan(value):
        raise FormatError(place=place, expected=f"a number in the field {name}=", found=repr(fields[name][:20]))
    return value


def _log(value: float, place: Place) -> float:
    if value < 0:
        raise FormatError(place=place, expected="likelihoods of 0 or more, as base=0 says", found=f"{value:g}")
    return math.log(value) if value else -math.inf


def _text(value: str, place: Place) -> str:
    """A value without the quotes around it and with its escapes undone; bytes in octal are UTF-8."""
    if len(value) > 1 and value[0] == value[-1] and value[0] in "\"'":
        value = value[1:-1]
    if "\\" not in value:
        return value
    try:
        value = _OCTAL.sub(lambda match: bytes(int(code, 8) for code in match[0].split("\\")[1:]).decode(), value)
    except ValueError:
        raise FormatError(place=place, expected="escaped bytes of UTF-8", found=value[:40]) from None
    return _ESCAPE.sub(r"\1", value)
