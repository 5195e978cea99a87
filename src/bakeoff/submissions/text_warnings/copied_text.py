"""Output that is not the system's own translation: the source itself, or another system's output."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from bakeoff.data import Finding
from bakeoff.submissions.text_warnings.compared import ComparedTexts, counted

# In WMT 22 up to 4 % of right outputs equal the source: names, numbers, quotations.
_UNTRANSLATED_SHARE = 0.15
_COPIED_SHARE = 0.95
_FEWEST = 5
_FEWEST_COPIED = 20


def untranslated(texts: ComparedTexts) -> Iterator[Finding]:
    """Segments that equal their source although they hold words."""
    if texts.source is None or texts.source_language == texts.target_language:
        return
    pairs = enumerate(zip(texts.hypothesis, texts.source, strict=False))
    equal = [index for index, (own, source) in pairs if own.strip() == source.strip() and _has_words(own)]
    if len(equal) < _FEWEST:
        return
    worded = [index for index, segment in enumerate(texts.source) if _has_words(segment)]
    if len(equal) > _UNTRANSLATED_SHARE * len(worded):
        yield texts.finding(
            "text-untranslated",
            equal,
            found=f"{counted(len(equal), len(worded))} equal to the source",
            expected="translations",
        )


def _has_words(segment: str) -> bool:
    return sum(1 for word in segment.split() if any(character.isalpha() for character in word)) >= 2


def copied(texts: ComparedTexts) -> Iterator[Finding]:
    """Nearly all segments equal to those of another system. Of another team's, a finding says only that it exists."""
    for name, equal in copies(texts, texts.others).items():
        yield _copy(texts, equal, of=name, remedy="Check that the file of each system is its own.")
    for equal in list(copies(texts, texts.outside).values())[:1]:
        yield _copy(
            texts, equal, of="the output of another team", remedy="Check that this is the output of your own system."
        )


def copies(texts: ComparedTexts, others: Mapping[str, Sequence[str]]) -> dict[str, list[int]]:
    """The outputs that a run is nearly the same as, each with the segments that are equal."""
    longer = _longer(texts)
    sample = longer[:: max(1, len(longer) // 100)]
    copied = {}
    for key, other in others.items():
        if sum(texts.hypothesis[index] == other[index] for index in sample if index < len(other)) < len(sample) / 2:
            continue
        equal = [index for index in longer if index < len(other) and texts.hypothesis[index] == other[index]]
        if len(equal) >= _FEWEST_COPIED and len(equal) > _COPIED_SHARE * len(longer):
            copied[key] = equal
    return copied


def _longer(texts: ComparedTexts) -> list[int]:
    """Segments that several systems seldom translate in the same way."""
    return [index for index, segment in enumerate(texts.hypothesis) if len(segment.split()) > 3]


def _copy(texts: ComparedTexts, equal: Sequence[int], *, of: str, remedy: str) -> Finding:
    return texts.finding(
        "text-copied",
        equal,
        found=f"{counted(len(equal), len(_longer(texts)))} equal to {of}",
        expected="the output of a different system",
        remedy=remedy,
    )
