"""Direct assessment as WMT published it (`ad-latest.csv`, `ad-…-good-stnd.csv`): a row for each score.

Columns, separated by blanks or tabs: `WorkerId`, `Input.src`, `Input.trg`, `sys_id` (perhaps in quotes), `type`, `sid`
(the segment), `score`, and others that say nothing of the answer; `time` is that of a task of a hundred outputs.
Scores are raw (0 to 100) or standardised; both kinds have the same columns, so that a file is taken for standardised
where scores below 0 are in it and none above 20. `REPEAT` is an output shown once more, `BAD_REF` a damaged one that
must score lower (an attention item), `REF` a reference in its place (taken for gold: it should score high).
"""

from __future__ import annotations

from dataclasses import replace

from bakeoff.data.judgments import Control, Judgment
from bakeoff.errors import FormatError, Place
from bakeoff.formats.judgments.rows import Mistakes, Rows
from bakeoff.formats.judgments.scores import score_of
from bakeoff.formats.judgments.unquoted import filled, unquoted_cells
from bakeoff.formats.sources import Source

_NEEDED = ("WorkerId", "Input.src", "Input.trg", "sys_id", "type", "sid", "score")
_CONTROLS: dict[str, Control] = {"SYSTEM": "", "REPEAT": "repeat", "BAD_REF": "attention", "REF": "gold"}
_REMEDY = "Correct it, or take the row out."
_FARTHEST = 20
"""How far standardised scores can be from the mean, in standard deviations."""


def read(source: Source, rows: Rows) -> tuple[Judgment, ...]:
    mistakes = Mistakes()
    judgments: list[Judgment] = []
    for place, cells in unquoted_cells(source, mistakes, needed=_NEEDED, split=str.split):
        with mistakes.noting():
            if rows.is_new(cells.values(), place):
                judgments.append(_judgment(cells, place, rows.id_of(place)))
    standardised = _standardised([judgment.answer for judgment in judgments])
    for judgment in judgments if not standardised else ():
        with mistakes.noting():
            _check_raw(judgment)
    mistakes.check()
    return tuple(replace(each, answer={"z": each.answer}) if standardised else each for each in judgments)


def _judgment(cells: dict[str, str], place: Place, id: str) -> Judgment:
    kind = cells["type"]
    if kind not in _CONTROLS:
        raise FormatError(
            place=place, expected=f"as type one of {', '.join(_CONTROLS)}", found=repr(kind), remedy=_REMEDY
        )
    return Judgment(
        id=id,
        protocol="direct",
        judge=filled(cells, "WorkerId", place),
        language_pair=f"{cells['Input.src']}-{cells['Input.trg']}",
        segment=filled(cells, "sid", place),
        systems=(cells["sys_id"].strip('"'),),
        answer=score_of(cells["score"], place),
        control=_CONTROLS[kind],
        place=place,
    )


def _standardised(scores: list[float]) -> bool:
    return any(score < 0 for score in scores) and all(score <= _FARTHEST for score in scores)


def _check_raw(judgment: Judgment) -> None:
    if not 0 <= judgment.answer <= 100:
        raise FormatError(
            place=judgment.place,
            expected="a score from 0 to 100",
            found=f"{judgment.answer:g}",
            remedy="Correct it, or take the row out; where scores are standardised, give those of a file alone.",
        )
