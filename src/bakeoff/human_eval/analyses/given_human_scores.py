"""Human scores that were computed elsewhere, from files of mt-metrics-eval: means of systems, and nothing more.

They are scores and no judgments: who judged, how well judges agreed and which differences are significant is not in
them.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass
from math import fsum
from pathlib import Path
from typing import Literal

from bakeoff.errors import FormatError, InputError, MistakesError, Place
from bakeoff.formats.scores import mtme_scores
from bakeoff.formats.sources import open_source
from bakeoff.text.languages import language_code

Level = Literal["system", "domain", "document", "segment"]
_LEVELS: dict[str, Level] = {"sys": "system", "domain": "domain", "doc": "document", "seg": "segment"}
_NAME = re.compile(r"(?:(?P<pair>[a-z]{2,3}-[a-z]{2,3})\.)?.*\.(?P<level>sys|domain|doc|seg)\.score(?:\.gz)?")
_REFERENCE = re.compile(r"ref[A-Z0-9_]?\w*")
"""What mt-metrics-eval calls human translations: refA."""


@dataclass(frozen=True, slots=True)
class GivenSystem:
    """A system by its scores; `mean` is None where it has none."""

    system: str
    mean: float | None
    scored: int
    unscored: int
    is_reference: bool


@dataclass(frozen=True, slots=True)
class GivenHumanScores:
    """The systems of a file, those with the highest means first."""

    level: Level
    """What each score is the score of."""
    systems: tuple[GivenSystem, ...]


def read_human_scores(path: str | Path, *, systems: Collection[str], language_pair: str) -> GivenHumanScores:
    """The scores of a file `PAIR.NAME.LEVEL.score` of these systems; a `MistakesError` names what does not fit."""
    with open_source(path) as source:
        file = source.name
        named = _NAME.fullmatch(Path(file).name)
        if named is None:
            raise FormatError(
                place=Place(file),
                expected="a name that ends in .sys.score, .domain.score, .doc.score or .seg.score",
                found=Path(file).name,
                remedy="Call it as mt-metrics-eval does: en-de.mqm.seg.score.",
            )
        if named["pair"] is not None and _codes(named["pair"]) != _codes(language_pair):
            raise FormatError(
                place=Place(file),
                expected=f"scores of {language_pair}",
                found=f"those of {named['pair']}",
                remedy="Choose the language pair of the file.",
            )
        lines = source.lines()
        if not lines:
            raise FormatError(
                place=Place(file), expected="at least one score", found="none", remedy="Copy the file again."
            )
        items = tuple(mtme_scores.items_of(lines, file))
    given: dict[str, list[float]] = {}
    unscored: dict[str, int] = {}
    mistakes: list[InputError] = []
    for item in items:
        name = item.system
        if name not in given and name not in systems and not _REFERENCE.fullmatch(name):
            mistakes.append(
                FormatError(
                    place=Place(file, item.line),
                    expected=f"systems of the campaign: {', '.join(sorted(systems)) or 'none'}",
                    found=name,
                    remedy="Call systems in the file as the boards do, or take their lines out.",
                )
            )
        unscored[name] = unscored.get(name, 0) + (item.score is None)
        given.setdefault(name, []).extend([] if item.score is None else [item.score])
    if mistakes:
        raise MistakesError(mistakes)
    rows = [
        GivenSystem(
            system=name,
            mean=fsum(values) / len(values) if values else None,
            scored=len(values),
            unscored=unscored[name],
            is_reference=name not in systems,
        )
        for name, values in given.items()
    ]
    if not any(row.scored for row in rows):
        raise FormatError(
            place=Place(file), expected="at least one score", found="None in every line", remedy="Copy the file again."
        )
    rows.sort(key=lambda row: (row.mean is None, -(row.mean or 0.0), row.system))
    return GivenHumanScores(_LEVELS[named["level"]], tuple(rows))


def _codes(pair: str) -> list[str]:
    return [language_code(part) for part in pair.split("-")]
