"""Rulebooks as servers send them."""

from __future__ import annotations

from collections.abc import Mapping

from pydantic import ValidationError

from bakeoff import __version__
from bakeoff.errors import BakeoffError
from bakeoff.rulebook import Rulebook, kept_rulebook


def rulebook_of(answer: object, server: str) -> Rulebook:
    """The rulebook in an answer of the API; a later version may have rules that this one does not know."""
    content = answer.get("content") if isinstance(answer, Mapping) else None
    if not isinstance(content, Mapping):
        raise BakeoffError(f"{server} did not answer with a rulebook. Is it a Bakeoff server of another version?")
    try:
        return kept_rulebook(content)
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"])
        raise BakeoffError(
            f"the rulebook on {server} has rules that this version of bakeoff ({__version__}) does not know: "
            f"{place}: {first['msg']}. Update bakeoff, or ask the organisers."
        ) from None
