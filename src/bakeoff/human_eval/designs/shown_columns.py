"""Texts that are judged, column by column as judges read them, and which outputs are the same then."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from bakeoff.data import AlignedTexts
from bakeoff.data.judgments import plain_id
from bakeoff.errors import InputError
from bakeoff.human_eval.analyses.joined_directions import target_of
from bakeoff.human_eval.designs.constituents.items import ConstituentItem
from bakeoff.human_eval.designs.pools import Pool
from bakeoff.rulebook.schema.human import HumanEvaluation
from bakeoff.text import find_specification
from bakeoff.text.languages import language_tag

REFERENCE = "reference"
"""The name under which a reference hides among the systems."""
Owner = tuple[int, str]
"""The number of the texts that hold a system's output, and the system's name there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgedTexts:
    """The texts of one test set in one language pair, checked against each other, and who judges them."""

    language_pair: str
    test_set: str
    texts: AlignedTexts
    source_language: str = ""
    """As files or the rulebook write it; without it, the language pair says it."""
    target_language: str = ""
    constituents: tuple[ConstituentItem, ...] = ()
    """Parts of its segments, where these are judged."""

    @property
    def source_tag(self) -> str:
        """The source language as pages write it (BCP 47); nothing where it is not known."""
        return language_tag(self.source_language or self.language_pair.partition("-")[0])

    @property
    def target_tag(self) -> str:
        return language_tag(self.target_language or target_of(self.language_pair))


class ShownColumns:
    """The outputs of all systems as judges read them: after the specification, without letters of the source's script
    where the rules have these deleted.
    """

    def __init__(
        self, judged: Sequence[JudgedTexts], rules: HumanEvaluation | None = None, specification: str | None = None
    ) -> None:
        self._judged = judged
        self.columns = [_columns(each, rules, specification) for each in judged]
        self.places = [
            {
                (document.id, segment): number
                for number, (document, segment) in enumerate(
                    zip(each.texts.documents, each.texts.segment_ids, strict=True)
                )
            }
            for each in judged
        ]
        self.documents = [_places_by_document(each) for each in judged]
        """For each of the texts the numbers of the segments of each document."""
        self._constituents = [{(each.document, each.name): each for each in own.constituents} for own in judged]

    def place(self, number: int, document: str, segment: str) -> int:
        """The number of a segment, or of the segment that a constituent is part of, in some of the texts."""
        return self.places[number][document, plain_id(segment)]

    def constituent(self, number: int, document: str, segment: str) -> ConstituentItem | None:
        """The constituent of this name in some of the texts; None where it is a segment."""
        return self._constituents[number].get((document, segment))

    def _compared(self, owner: Owner, document: str, segment: str) -> str:
        """What makes two outputs the same: the text, and of a constituent the phrase for it."""
        number, own = owner
        text = self.columns[number][own][self.place(number, document, segment)]
        part = self.constituent(number, document, segment)
        return text if part is None else text[slice(*part.outputs[own])]

    def owner(self, pool: Pool, system: str) -> Owner:
        """Where the output of a system is; it is called `fr-en/uedin` where directions are joined."""
        direction, slash, name = system.partition("/")
        for number, each in enumerate(self._judged):
            if each.test_set != pool.test_set:
                continue
            if each.language_pair == pool.language_pair and system in self.columns[number]:
                return number, system
            if slash and each.language_pair == direction and name in self.columns[number]:
                return number, name
        raise InputError(expected=f"texts of {system} for {pool.language_pair} {pool.test_set}", found="none")

    def identical(
        self, pool: Pool, segment: int, systems: Sequence[str], *, complete_documents: bool = False
    ) -> tuple[tuple[str, ...], ...]:
        """The systems in groups with the same output of a segment, each group where its first system is.

        With `complete_documents` the outputs of the complete document must be the same.
        """
        document, name = pool.segments[segment]
        groups: dict[tuple[str, ...], list[str]] = {}
        for system in systems:
            number, own = self.owner(pool, system)
            column = self.columns[number][own]
            texts = (
                tuple(column[place] for place in self.documents[number][document])
                if complete_documents
                else (self._compared((number, own), document, name),)
            )
            groups.setdefault(texts, []).append(system)
        return tuple(map(tuple, groups.values()))


def identical_outputs(
    pools: Sequence[Pool], columns: ShownColumns, *, complete_documents: bool
) -> dict[tuple[int, int], tuple[tuple[str, ...], ...]]:
    """For each pool and segment, by their numbers, the groups of systems whose outputs are the same.

    Segments whose outputs are all different are left out.
    """
    found = {}
    for number, pool in enumerate(pools):
        for segment in range(len(pool.segments)):
            groups = columns.identical(pool, segment, pool.systems, complete_documents=complete_documents)
            if len(groups) < len(pool.systems):
                found[number, segment] = tuple(group for group in groups if len(group) > 1)
    return found


def _columns(
    judged: JudgedTexts, rules: HumanEvaluation | None, specification: str | None
) -> Mapping[str, Sequence[str]]:
    texts = judged.texts
    columns: dict[str, Sequence[str]] = dict(zip(texts.systems, texts.runs, strict=True))
    if texts.references:
        columns.setdefault(REFERENCE, texts.references[0])
    if rules is None:
        return columns
    if rules.source_characters == "deleted" and texts.source is not None:
        foreign = scripts_of(texts.source) - {main_script(text for column in texts.runs for text in column)}
        columns = {name: [without_scripts(text, foreign) for text in column] for name, column in columns.items()}
    if rules.after_specification and specification is not None:
        steps = find_specification(specification)
        columns = {name: steps.apply(column) for name, column in columns.items()}
    return columns


def _places_by_document(judged: JudgedTexts) -> dict[str, list[int]]:
    """The numbers of the segments of each document."""
    places: dict[str, list[int]] = {}
    for number, document in enumerate(judged.texts.documents):
        places.setdefault(document.id, []).append(number)
    return places


@lru_cache(maxsize=4096)
def script_of(character: str) -> str:
    """The script of a letter, by its Unicode name (CJK, ARABIC, LATIN…); nothing for other characters."""
    return unicodedata.name(character, "").partition(" ")[0] if character.isalpha() else ""


def scripts_of(texts: Iterable[str]) -> set[str]:
    return {script_of(character) for text in texts for character in text} - {""}


def main_script(texts: Iterable[str]) -> str:
    """The script that most letters are of."""
    counts = Counter(script for text in texts for character in text if (script := script_of(character)))
    return counts.most_common(1)[0][0] if counts else ""


def without_scripts(text: str, scripts: set[str]) -> str:
    """The text without letters of these scripts; two blanks that this leaves next to each other become one.

    >>> without_scripts("the 猫 cat", {"CJK"})
    'the cat'
    """
    if not any(script_of(character) in scripts for character in text):
        return text
    return " ".join("".join(c for c in text if script_of(c) not in scripts).split())
