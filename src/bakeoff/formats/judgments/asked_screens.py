"""Plans that other tools judge by, or judged by: what is asked of whom, with all texts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from bakeoff.data.judgments import Judgment

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
