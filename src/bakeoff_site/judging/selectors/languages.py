"""What texts under evaluation are written in, for the attributes of their pages."""

from __future__ import annotations

from dataclasses import dataclass

from bakeoff.rulebook import Rulebook


@dataclass(frozen=True, slots=True)
class TextLanguage:
    """What a text on a screen is written in."""

    code: str = "und"
    direction: str = "auto"
    name: str = ""


@dataclass(frozen=True, slots=True)
class PairLanguages:
    """Source and target of a language pair, and what it is called."""

    source: TextLanguage
    target: TextLanguage
    label: str


def languages_of_pair(rules: Rulebook, name: str) -> PairLanguages:
    """The languages of a pair; of one that the rulebook does not know, nothing is known."""
    pair = rules.language_pairs.get(name)
    if pair is None:
        return PairLanguages(TextLanguage(), TextLanguage(), name)
    return PairLanguages(
        TextLanguage(pair.source_code or "und", pair.source_direction, pair.source_name),
        TextLanguage(pair.target_code or "und", pair.target_direction, pair.target_name),
        pair.label,
    )
