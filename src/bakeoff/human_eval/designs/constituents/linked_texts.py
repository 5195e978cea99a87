"""Texts whose words are linked to those of their source: made once, which takes minutes, and used for every plan."""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from bakeoff.alignment import Links
from bakeoff.data.judgments import digest_of
from bakeoff.errors import InputError
from bakeoff.human_eval.designs.constituents.candidates import Candidate, SourceWords
from bakeoff.human_eval.designs.constituents.items import ChosenConstituents, ConstituentRules, choose_constituents
from bakeoff.human_eval.designs.constituents.texts import (
    Alignment,
    Candidates,
    aligned,
    columns_of,
    reference_pairs,
    translated_segments,
)
from bakeoff.human_eval.designs.shown_columns import JudgedTexts

_Found = tuple[Candidate | None, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkedTexts:
    """What could be judged of each segment of a source, and the links of translations."""

    source: str
    """The digest of the source."""
    candidates: tuple[_Found, ...]
    links: Mapping[str, tuple[Links, ...]]
    """By the digest of each translation: names of systems may change, and systems with the same texts share links."""

    def as_found(self, sources: Sequence[SourceWords]) -> Sequence[_Found]:
        """The candidates again, for texts that are linked later; another source is refused."""
        if digest_of([each.text for each in sources]) != self.source:
            raise _another_source("another source")
        return self.candidates

    @property
    def found(self) -> int:
        """How many candidates there are."""
        return sum(map(len, self.candidates))

    def constituents_of(self, judged: JudgedTexts, rules: ConstituentRules) -> ChosenConstituents:
        """What of these texts can be judged; texts that came later are refused, with their names."""
        texts = judged.texts
        if texts.source is None or digest_of(texts.source) != self.source:
            raise _another_source("another source" if texts.source else "none")
        columns = columns_of(judged)
        digests = {name: digest_of(column) for name, column in columns.items()}
        if unknown := [name or "the reference" for name, digest in digests.items() if digest not in self.links]:
            raise InputError(
                expected="translations whose words are linked to the source",
                found=f"{', '.join(unknown)}, which came later",
                remedy="Align the words again.",
            )
        sources = [SourceWords(text) for text in texts.source]
        links = {name: self.links[digest] for name, digest in digests.items()}
        return choose_constituents(translated_segments(judged, sources, self.candidates, columns, links), rules)


def _another_source(found: str) -> InputError:
    return InputError(
        expected="the source whose parts were found", found=found, remedy="Add the parts of this source again."
    )


def link_texts(
    judged: Sequence[JudgedTexts],
    candidates: Candidates,
    *,
    alignment: Alignment,
    further: Sequence[JudgedTexts] = (),
) -> LinkedTexts:
    """The parts of one source, and the words of all its translations aligned together, as W08 did.

    Links are also learned from the sources and references of `further` texts in the same languages.
    """
    source = next((each.texts.source for each in judged if each.texts.source), None)
    if source is None or any(each.texts.source != source for each in judged):
        raise InputError(expected="one source whose parts are judged", found="none" if source is None else "several")
    found = tuple(map(tuple, candidates([SourceWords(text) for text in source])))
    columns = {digest_of(column): column for each in judged for column in columns_of(each).values()}
    extra = (*alignment.extra, *(pair for each in further for pair in reference_pairs(each)))
    links = {name: tuple(own) for name, own in aligned(source, columns, replace(alignment, extra=extra)).items()}
    return LinkedTexts(source=digest_of(source), candidates=found, links=links)


def unlinked_texts(judged: JudgedTexts, candidates: Candidates) -> LinkedTexts:
    """What could be judged of a source, whose translations are still to be aligned."""
    source = judged.texts.source or ()
    found = tuple(map(tuple, candidates([SourceWords(text) for text in source])))
    return LinkedTexts(source=digest_of(source), candidates=found, links={})


def pack_linked_texts(linked: LinkedTexts) -> bytes:
    """Linked texts as compressed JSON; `unpack_linked_texts` reads them back."""
    content = {
        "source": linked.source,
        "candidates": [[None if each is None else _written(each) for each in own] for own in linked.candidates],
        "links": {name: [sorted(each) for each in own] for name, own in linked.links.items()},
    }
    return zlib.compress(json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode())


def unpack_linked_texts(packed: bytes) -> LinkedTexts:
    """The linked texts that `pack_linked_texts` packed."""
    content = json.loads(zlib.decompress(packed))
    return LinkedTexts(
        source=content["source"],
        candidates=tuple(
            tuple(None if each is None else _read(*each) for each in own) for own in content["candidates"]
        ),
        links={
            name: tuple(frozenset((first, second) for first, second in each) for each in own)
            for name, own in content["links"].items()
        },
    )


def _written(candidate: Candidate) -> list[object]:
    return [*candidate.span, candidate.words.start, candidate.words.stop, candidate.label]


def _read(start: int, end: int, first: int, stop: int, label: str) -> Candidate:
    return Candidate((start, end), range(first, stop), label)
