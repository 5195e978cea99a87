"""How runs are re-segmented, as a value and as an expression."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Literal, cast, get_args

from bakeoff.alignment import ResegmentationMode
from bakeoff.errors import ExpressionError
from bakeoff.text import Specification, WordUnit, find_specification

DocumentRule = Literal["auto", "lines", "none"]
"""Which words may go to which document: `auto` by document id where the run has some, else all to all; `lines` those of
each segment of the run to one document, in order; `none` all to all."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ResegmentationRule:
    """How to re-segment. `blind` compares words in lower case and without punctuation; `characters` takes every
    character of a script without blanks for a word. Neither changes the words of the output.
    """

    mode: ResegmentationMode = "optimal"
    blind: bool = False
    characters: bool = False
    documents: DocumentRule = "auto"

    @property
    def unit(self) -> WordUnit:
        if self.characters:
            return "character"
        return "ascii-white-space" if self.mode == "mwersegmenter" else "white-space"

    def keys(self, words: Sequence[str]) -> list[str]:
        """What each word is compared by; empty where it takes no part."""
        return _blind().apply(words) if self.blind else list(words)

    def __str__(self) -> str:
        options = [name for name, used in (("blind", self.blind), ("characters", self.characters)) if used]
        return ",".join([f"mwer-{self.mode}", *options])


@cache
def _blind() -> Specification:
    return find_specification("lowercase>no-punctuation>tokenizer=plain")


def parse_resegmentation(expression: str) -> ResegmentationRule:
    """The rule that `MODE[:blind=yes|no,characters=yes|no,documents=auto|lines|none]` names.

    >>> parse_resegmentation("mwersegmenter:blind=yes")
    ResegmentationRule(mode='mwersegmenter', blind=True, characters=False, documents='auto')
    """
    mode, _, tail = expression.partition(":")
    if mode not in get_args(ResegmentationMode):
        raise ExpressionError(
            f"there is no way to re-segment called {mode!r}; there are: {', '.join(get_args(ResegmentationMode))}."
        )
    rule = ResegmentationRule(mode=cast(ResegmentationMode, mode))
    for option in filter(None, tail.split(",")):
        key, _, value = option.partition("=")
        if key in ("blind", "characters") and value in ("yes", "no"):
            rule = replace(rule, **{key: value == "yes"})  # type: ignore[arg-type]
        elif key == "documents" and value in get_args(DocumentRule):
            rule = replace(rule, documents=cast(DocumentRule, value))
        else:
            options = "blind=yes|no, characters=yes|no, documents=auto|lines|none"
            raise ExpressionError(f"{expression}: expected one of {options}, found {option!r}.")
    return rule
