"""Files with several hypotheses for each utterance: n-best lists, lattices, confusion networks."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Literal, cast

from bakeoff.errors import ExpressionError
from bakeoff.formats.sources import open_source

if TYPE_CHECKING:  # they need NumPy, which a reader of text does without
    from bakeoff.data.recognition.hypotheses import Lattices, NBestLists

HypothesisKind = Literal["nbest", "slf", "plf", "confusion-network"]

_PAIR = r"\S+[ \t]+(?:1(?:\.0*)?|0?\.\d+|0)(?:[eE]-\d+)?"
_NETWORK = re.compile(rf"{_PAIR}(?:[ \t]+{_PAIR})*")
_SLF = re.compile(r"^(?:VERSION|V)=|^\s*(?:N|NODES)=\d+\s+(?:L|LINKS)=\d+", re.MULTILINE)
_PLF = re.compile(r"""\s*\(\s*\(\s*\(\s*['"]""")


@dataclass(frozen=True, slots=True, kw_only=True)
class HypothesisFormat:
    """A format of several hypotheses: how it is called, what its files end in."""

    name: HypothesisKind
    title: str
    holds: str
    endings: tuple[str, ...]
    use: str = "bakeoff nbest takes it"


_ALL = (
    HypothesisFormat(name="slf", title="SLF", holds="a word lattice", endings=(".slf", ".lat")),
    HypothesisFormat(name="plf", title="PLF", holds="word lattices", endings=(".plf",)),
    HypothesisFormat(name="nbest", title="n-best", holds="lists of candidates", endings=(".nbest",)),
    HypothesisFormat(
        name="confusion-network", title="confusion network", holds="words with probabilities", endings=(".cn",)
    ),
)
HYPOTHESIS_FORMATS: Mapping[str, HypothesisFormat] = MappingProxyType({each.name: each for each in _ALL})


def recognise_hypotheses(text: str, name: str) -> HypothesisFormat | None:
    r"""The format of a file by its ending, else by how it starts; None where it is none of these.

    Lists of candidates without `|||` look like any text and are known by their ending only.

    >>> recognise_hypotheses("0 ||| ein Haus ||| lm: -2 ||| -1.5\n", "out").name
    'nbest'
    """
    plain_name = name.lower().removesuffix(".gz")
    for format_ in _ALL:
        if plain_name.endswith(format_.endings):
            return format_
    if _SLF.search(text):
        return HYPOTHESIS_FORMATS["slf"]
    if _PLF.match(text):
        return HYPOTHESIS_FORMATS["plf"]
    lines = text.split("\n")
    kept = [line for line in map(str.strip, lines[:-1] if len(lines) > 1 else lines) if line]  # the last may be cut off
    if kept and all(" ||| " in line for line in kept):
        return HYPOTHESIS_FORMATS["nbest"]
    # Without a point it may be any text with numbers.
    if len(kept) > 1 and all(map(_NETWORK.fullmatch, kept)) and any("." in line for line in kept):
        return HYPOTHESIS_FORMATS["confusion-network"]
    return None


def read_hypotheses(
    path: str | Path,
    *,
    format: HypothesisKind | None = None,
    on_remark: Callable[[str], None] | None = None,
) -> NBestLists | Lattices:
    """A file of several hypotheses (`-`: standard input), gzipped or not; the format is recognised unless given.

    What looks like none of them is taken for plain lists of candidates. `on_remark` gets what was passed over.
    """
    if format is not None and format not in HYPOTHESIS_FORMATS:
        raise ExpressionError(
            f"there is no format {format!r} of hypotheses; the formats are: {', '.join(HYPOTHESIS_FORMATS)}."
        )
    with open_source(path) as source:
        head = source.head.decode(errors="replace").removeprefix("\ufeff")
        hypothesis_format = HYPOTHESIS_FORMATS[format] if format else recognise_hypotheses(head, source.name)
        name = hypothesis_format.name if hypothesis_format else "nbest"
        module = import_module(f"bakeoff.formats.hypotheses.{name.replace('-', '_')}")
        data = cast("NBestLists | Lattices", module.read(source))
        for remark in source.remarks if on_remark is not None else ():
            cast(Callable[[str], None], on_remark)(remark)
        return data
