"""METEOR's matches and alignment, written from the facts with plain lists. Only tests use it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import NamedTuple

BEAM = 40


class Match(NamedTuple):
    module: str
    hypothesis_start: int
    hypothesis_length: int
    reference_start: int
    reference_length: int


@dataclass(frozen=True)
class Knowledge:
    """Stems and synsets by word, paraphrases by phrase in the order of the table."""

    stems: Mapping[str, str] = field(default_factory=dict)
    synsets: Mapping[str, Collection[int]] = field(default_factory=dict)
    paraphrases: Mapping[tuple[str, ...], Sequence[tuple[str, ...]]] = field(default_factory=dict)


def java_hash(word: str) -> int:
    units = word.encode("utf-16-be")
    value = 0
    for high, low in zip(units[::2], units[1::2], strict=True):
        value = (31 * value + high * 256 + low) % 2**32
    return value


def collect(
    hypothesis: Sequence[str], reference: Sequence[str], modules: Sequence[str], known: Knowledge
) -> list[Match]:
    """All matches, those of a reference word in METEOR's order."""
    identical = list(map(java_hash, hypothesis)) == list(map(java_hash, reference))
    matches = []
    for module in modules[:1] if identical else modules:
        if module == "paraphrase":
            matches += _phrase_matches(hypothesis, reference, known)
            continue
        for r, other in enumerate(reference):
            matches += [
                Match(module, h, 1, r, 1) for h, word in enumerate(hypothesis) if _match(word, other, module, known)
            ]
    return matches


def _match(word: str, other: str, module: str, known: Knowledge) -> bool:
    equal = java_hash(word) == java_hash(other)
    if module == "exact" or equal:
        return module == "exact" and equal
    if module == "stem":
        return java_hash(known.stems.get(word, word)) == java_hash(known.stems.get(other, other))
    return not set(known.synsets.get(word, ())).isdisjoint(known.synsets.get(other, ()))


def _phrases(words: Sequence[str]) -> list[tuple[int, tuple[str, ...]]]:
    ends = range(1, len(words) + 1)
    return [(start, tuple(words[start:end])) for start in range(len(words)) for end in ends if end > start]


def _phrase_matches(hypothesis: Sequence[str], reference: Sequence[str], known: Knowledge) -> list[Match]:
    """From the reference to the hypothesis, then the other way; pairs in both directions of the table come twice."""
    found = []
    for r, phrase in _phrases(reference):
        for other in known.paraphrases.get(phrase, ()):
            starts = [h for h, words in _phrases(hypothesis) if words == other]
            found += [Match("paraphrase", h, len(other), r, len(phrase)) for h in starts]
    for h, phrase in _phrases(hypothesis):
        for other in known.paraphrases.get(phrase, ()):
            starts = [r for r, words in _phrases(reference) if words == other]
            found += [Match("paraphrase", h, len(phrase), r, len(other)) for r in starts]
    return found


@dataclass(frozen=True)
class Path:
    hypothesis_weight: int = 0
    reference_weight: int = 0
    chunks: int = 0
    distance: int = 0
    taken: tuple[Match, ...] = ()
    next_reference: int = 0
    is_open: bool = False

    @property
    def rank(self) -> tuple[int, int, int]:
        return (-self.hypothesis_weight - self.reference_weight, self.chunks, self.distance)

    def with_match(self, match: Match, distance: int) -> Path:
        weight = 1.0 if match.module == "exact" else 0.5
        last = self.taken[-1] if self.taken else None
        goes_on = last and last.hypothesis_start + last.hypothesis_length == match.hypothesis_start
        return Path(
            int(self.hypothesis_weight + weight * match.hypothesis_length),
            int(self.reference_weight + weight * match.reference_length),
            self.chunks + (self.is_open and not goes_on),
            distance,
            (*self.taken, match),
            match.reference_start + match.reference_length,
            is_open=True,
        )

    def without(self, distance: int) -> Path:
        following = self.next_reference + 1
        chunks = self.chunks + self.is_open
        return replace(self, chunks=chunks, distance=distance, next_reference=following, is_open=False)


def hypothesis_words(match: Match) -> range:
    return range(match.hypothesis_start, match.hypothesis_start + match.hypothesis_length)


def reference_words(match: Match) -> range:
    return range(match.reference_start, match.reference_start + match.reference_length)


def align(hypothesis: Sequence[str], reference: Sequence[str], modules: Sequence[str], known: Knowledge) -> list[Match]:
    """The alignment that METEOR's search finds, from left to right over the reference."""
    matches = collect(hypothesis, reference, modules, known)
    fixed = [
        match
        for match in matches
        if all(
            other is match
            or (
                set(hypothesis_words(match)).isdisjoint(hypothesis_words(other))
                and set(reference_words(match)).isdisjoint(reference_words(other))
            )
            for other in matches
        )
    ]
    reserved = {word for match in fixed for word in hypothesis_words(match)}
    paths = [Path()]
    for r in range(len(reference)):
        made = []
        for path in paths:
            made += _continued(path, r, [match for match in matches if match.reference_start == r], fixed, reserved)
        paths = sorted(made, key=lambda path: path.rank)[:BEAM]
    closed = [replace(path, chunks=path.chunks + path.is_open) for path in paths]
    return list(min(closed, key=lambda path: path.rank).taken)


def _continued(path: Path, r: int, matches: list[Match], fixed: list[Match], reserved: set[int]) -> list[Path]:
    if path.next_reference > r:
        return [path]
    for match in matches:
        if match in fixed:
            return [path.with_match(match, path.distance)]
    covered = reserved.union(*map(hypothesis_words, path.taken)) if path.taken else reserved
    distance, made = path.distance, []
    for match in matches:
        if covered.isdisjoint(hypothesis_words(match)):
            made.append(path.with_match(match, distance))
            distance += abs(match.hypothesis_start - match.reference_start)
    return [*made, path.without(distance)]


def chunks(alignment: Sequence[Match]) -> int:
    pairs = pairwise(alignment)
    joined = sum(
        hypothesis_words(a).stop == b.hypothesis_start and reference_words(a).stop == b.reference_start
        for a, b in pairs
    )
    return len(alignment) - joined
