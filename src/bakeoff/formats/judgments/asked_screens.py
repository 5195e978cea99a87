"""Plans that other tools judge by, or judged by: what is asked of whom, with all texts."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from bakeoff.data.judgments import Judgment
from bakeoff.errors import FormatError, Place
from bakeoff.formats.judgments.rows import strict_json
from bakeoff.formats.sources import open_source

ITEM_REMEDY = "Correct the item, or take it out."
"""What to do about a mistake in an item of a plan."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AskedScreen:
    """A screen of a plan: a judgment that waits for its answer, with the outputs as its texts."""

    judgment: Judgment
    source: str = ""
    given: tuple[dict[str, Any], ...] = ()
    """Errors that the judge starts from, in code points of the output."""


def given_judgments(screens: Iterable[AskedScreen]) -> Iterator[Judgment]:
    """The answers that judges start from, each once: what `[human]` calls pre-marked errors."""
    seen = set()
    for screen in screens:
        asked = screen.judgment
        if screen.given and (key := (asked.location, asked.systems)) not in seen:
            seen.add(key)
            errors = [dict(each) for each in screen.given]
            answer = {"spans": errors, "score": None} if asked.protocol == "esa" else errors
            yield replace(asked, id=f"{asked.id} given", judge="given", screen="", control="", answer=answer)


def json_file(path: str | Path, expected: str) -> tuple[Any, str]:
    """The value of a JSON file, gzipped or not, and the name of the file; a mistake has its line."""
    with open_source(path) as source:
        text = source.text()
        try:
            return strict_json(text), source.name
        except json.JSONDecodeError as error:
            found = f"{error.msg} at character {error.colno}" if text.strip() else "an empty file"
            is_cut = error.pos >= len(text.rstrip())
            remedy = "The file may be cut off: copy it again." if is_cut else "Copy the file again."
            place = Place(source.name, error.lineno)
            raise FormatError(place=place, expected=expected, found=found, remedy=remedy) from None
        except (RecursionError, ValueError) as error:
            raise FormatError(
                place=Place(source.name), expected=expected, found=str(error)[:80], remedy="Copy the file again."
            ) from None
