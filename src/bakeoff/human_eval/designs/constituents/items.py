"""Constituents that can be judged: parts of the source for which every translation has a phrase."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from bakeoff.alignment import Links, consistent_span
from bakeoff.data.judgments import Highlights, Span
from bakeoff.errors import InputError
from bakeoff.human_eval.designs.constituents.candidates import Candidate, SourceWords
from bakeoff.rulebook.schema.human import HumanEvaluation
from bakeoff.text import word_spans

Reason = Literal["part of a word", "complete sentence", "too short", "too long", "reference", "output"]
REASONS: Mapping[Reason, str] = {
    "part of a word": "starts or ends inside of a word",
    "complete sentence": "is the complete sentence",
    "too short": "has too few words",
    "too long": "has too many words",
    "reference": "has no consistent phrase in the reference",
    "output": "has no consistent phrase in an output",
}
"""Why a part of a sentence is not judged, in words. Each has the first of these reasons that is true of it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ConstituentRules:
    """Which parts of sentences are judged; W08's rules where nobody says otherwise."""

    fewest: int = 4
    most: int = 15
    """Words; marks of punctuation do not count."""
    complete_sentence: bool = False

    def __post_init__(self) -> None:
        if not 1 <= self.fewest <= self.most:
            raise InputError(expected="fewest and most words of a constituent", found=f"{self.fewest} and {self.most}")

    @classmethod
    def of(cls, rules: HumanEvaluation) -> ConstituentRules:
        """Those of a rulebook's evaluation."""
        if rules.constituents is None:
            return cls()
        fewest, most = rules.constituents
        return cls(fewest=fewest, most=most)

    def reason_against(self, words: SourceWords, candidate: Candidate) -> Reason | None:
        """Why the candidate is not judged; None where it may be."""
        count = words.spoken(candidate.words)
        if not self.complete_sentence and count == words.spoken(range(len(words.spans))):
            return "complete sentence"
        if count < self.fewest:
            return "too short"
        return "too long" if count > self.most else None


@dataclass(frozen=True, slots=True, kw_only=True)
class TranslatedSegment:
    """A segment with its translations, and how their words are linked to those of the source (by `word_spans`)."""

    document: str
    segment: str
    source: str
    reference: str | None
    reference_links: Links
    outputs: Mapping[str, str]
    """By system."""
    links: Mapping[str, Links]


@dataclass(frozen=True, slots=True, kw_only=True)
class ConstituentItem:
    """A part of a source segment and what every translation has for it."""

    document: str
    segment: str
    source: Span
    label: str
    reference: Span | None
    outputs: Mapping[str, Span]

    @property
    def name(self) -> str:
        """The segment as items of judgments name it."""
        return f"{self.segment} [constituent {self.source[0]}-{self.source[1]}]"

    def highlights(self, systems: Sequence[str]) -> Highlights:
        """What is marked on a screen that shows outputs of these systems."""
        return Highlights(
            source=(self.source,),
            reference=() if self.reference is None else (self.reference,),
            outputs=tuple((self.outputs[system],) for system in systems),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class ChosenConstituents:
    """What can be judged, and what is left out."""

    items: tuple[ConstituentItem, ...]
    left_out: Mapping[Reason, int]
    """How many candidates for each reason."""
    lacking: Mapping[str, int] = field(default_factory=dict)
    """For each system how many candidates have no consistent phrase in its output, whatever others have."""

    @property
    def candidates(self) -> int:
        return len(self.items) + sum(self.left_out.values())


def phrase_span(text: str, links: Links, source: range) -> Span | None:
    """The part of a translation for words of the source, from its first word to its last; None where it has none.

    >>> text = "He bought, at last, a small house."
    >>> start, end = phrase_span(text, frozenset({(0, 0), (1, 1), (2, 6), (3, 7), (4, 8)}), range(2, 5))
    >>> text[start:end]
    'a small house'
    """
    words = word_spans(text)
    found = consistent_span(links, source)
    return None if found is None else (words[found[0]][0], words[found[-1]][1])


def choose_constituents(
    segments: Iterable[tuple[TranslatedSegment, SourceWords, Iterable[Candidate | None]]],
    rules: ConstituentRules | None = None,
) -> ChosenConstituents:
    """The candidates of all segments that the rules allow and for which every translation has a consistent phrase.

    A phrase is consistent if no link of a word inside leaves it, in either direction.
    """
    chosen = rules or ConstituentRules()
    items: list[ConstituentItem] = []
    left_out: Counter[Reason] = Counter()
    lacking: Counter[str] = Counter()
    for segment, words, candidates in segments:
        lacking.update(dict.fromkeys(segment.outputs, 0))
        for candidate in candidates:
            reason = "part of a word" if candidate is None else chosen.reason_against(words, candidate)
            if candidate is None or reason is not None:
                left_out[reason or "part of a word"] += 1
                continue
            item, reason = _item(segment, candidate, lacking)
            if item is None:
                left_out[reason] += 1
            else:
                items.append(item)
    return ChosenConstituents(items=tuple(items), left_out=dict(left_out), lacking=dict(lacking))


def _item(
    segment: TranslatedSegment, candidate: Candidate, lacking: Counter[str]
) -> tuple[ConstituentItem | None, Reason]:
    reference = None
    if segment.reference is not None:
        reference = phrase_span(segment.reference, segment.reference_links, candidate.words)
        if reference is None:
            return None, "reference"
    spans = {
        system: phrase_span(text, segment.links[system], candidate.words) for system, text in segment.outputs.items()
    }
    lacking.update(system for system, span in spans.items() if span is None)
    outputs = {system: span for system, span in spans.items() if span is not None}
    if len(outputs) < len(spans):
        return None, "output"
    item = ConstituentItem(
        document=segment.document,
        segment=segment.segment,
        source=candidate.span,
        label=candidate.label,
        reference=reference,
        outputs=outputs,
    )
    return item, "output"
