"""Outputs as judges see them: after the specification, without what is left over of the source's script, damaged."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from random import Random

from bakeoff.errors import InputError
from bakeoff.human_eval.designs.damaged_outputs import damage
from bakeoff.human_eval.designs.design import Assignment, Design
from bakeoff.human_eval.designs.evaluation_designs import REFERENCE, JudgedTexts
from bakeoff.human_eval.protocols.contract import ContextSegment, Protocol, Screen, ShownOutput
from bakeoff.rulebook.schema.human import HumanEvaluation
from bakeoff.text import find_specification


class ShownTexts:
    """The texts of one design, ready to be put on screens."""

    def __init__(
        self,
        design: Design,
        judged: Sequence[JudgedTexts],
        protocol: Protocol[object],
        *,
        rules: HumanEvaluation | None = None,
        specification: str | None = None,
    ) -> None:
        self._design = design
        self._protocol = protocol
        names = {system.rpartition("/")[2] for pool in design.pools for system in pool.systems}
        self._hides_reference = REFERENCE in names and not any(REFERENCE in each.texts.systems for each in judged)
        self._places = [
            {
                (document.id, segment): number
                for number, (document, segment) in enumerate(
                    zip(each.texts.documents, each.texts.segment_ids, strict=True)
                )
            }
            for each in judged
        ]
        self._judged = judged
        self._columns = [_columns(each, rules, specification) for each in judged]
        self._documents = [_places_by_document(each) for each in judged]

    def screen(self, assignment: Assignment) -> Screen:
        """What the judge sees; names of systems are on it for the organiser only."""
        pool = self._design.pools[assignment.pool]
        document, segment = pool.segments[assignment.segment]
        owners = [self._owner(pool.language_pair, pool.test_set, system) for system in assignment.systems]
        number, _ = owners[0]
        row = self._row(assignment, owners, document, segment)
        before: list[ContextSegment] = []
        after: list[ContextSegment] = []
        if self._protocol.visible & {"history", "document"}:
            ids = self._judged[number].texts.segment_ids
            place = self._places[number][document, segment]
            for other in self._documents[number][document]:
                if other != place:
                    where = before if other < place else after
                    where.append(self._row(assignment, owners, document, ids[other]))
        return self._protocol.screen(
            segment,
            [
                ShownOutput(system=system, text=text)
                for system, text in zip(assignment.systems, row.outputs, strict=True)
            ],
            document=document,
            source=row.source,
            references=row.references,
            before=before,
            after=after,
        )

    def _row(
        self, assignment: Assignment, owners: Sequence[tuple[int, str]], document: str, segment: str
    ) -> ContextSegment:
        """All texts of a segment that a screen could show, the judged one or another of its document."""
        number, _ = owners[0]
        texts, place = self._judged[number].texts, self._places[number][document, segment]
        # Outputs from several languages have no source in common: the reference is what they are held against.
        source = texts.source if len({owner for owner, _ in owners}) == 1 else None
        # A reference that is hidden among the outputs is never shown as one.
        references = texts.references[1:] if self._hides_reference else texts.references
        return ContextSegment(
            segment=segment,
            source=None if source is None else source[place],
            references=tuple(column[place] for column in references),
            outputs=tuple(
                self._output(assignment, system, owner, document, segment)
                for system, owner in zip(assignment.systems, owners, strict=True)
            ),
        )

    def _output(self, assignment: Assignment, system: str, owner: tuple[int, str], document: str, segment: str) -> str:
        """The output of a system, damaged in the same way on every screen of a judge that shows it damaged."""
        number, name = owner
        column = self._columns[number][name]
        text = column[self._places[number][document, segment]]
        if system not in assignment.damaged:
            return text
        key = f"{self._design.seed}:{assignment.judge}:{assignment.pool}:{document}:{segment}:{system}"
        return damage(text, column, Random(key))

    def _owner(self, language_pair: str, test_set: str, system: str) -> tuple[int, str]:
        """The number of the texts that hold a system's output, and its name there: `fr-en/uedin` where joined."""
        direction, slash, name = system.partition("/")
        for number, each in enumerate(self._judged):
            if each.test_set != test_set:
                continue
            if each.language_pair == language_pair and system in self._columns[number]:
                return number, system
            if slash and each.language_pair == direction and name in self._columns[number]:
                return number, name
        raise InputError(expected=f"texts of {system} for {language_pair} {test_set}", found="none")


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
