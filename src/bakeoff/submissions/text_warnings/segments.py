"""Segments that look wrong by themselves: empty, duplicate, far too long, full of marks that are no text."""

from __future__ import annotations

import re
from collections.abc import Iterator

from bakeoff.data import Finding
from bakeoff.submissions.text_warnings.compared import ComparedTexts, counted, shortened

_DOUBLED_SHARE = 0.02
_MARKED_SHARE = 0.01
_FEWEST = 3
_LONGEST_RATIO = 5.0
_LONGER = 1.2
_LONG = 200
_LOOP = re.compile(r"(?<!\S)(\S+(?:\s+\S+){0,3}?)(?:\s+\1){4,}(?!\S)")
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\x80-\x84\x86-\x9f\ufffd\ufffe\uffff]")
# Marks that systems leave behind: how to recognise them, what they all contain one of, and what they are.
_MARKS = {
    "text-entities": (
        re.compile(r"&(?:amp|lt|gt|quot|apos|nbsp|#\d+|#x[0-9a-fA-F]+);"),
        ("&",),
        "entities such as &quot;",
    ),
    "text-unknown-words": (
        re.compile(r"<unk>|<UNK>|\[UNK\]|⁇|<s>|</s>|<pad>|\|UNK\|"),
        ("<unk>", "UNK", "⁇", "<s>", "</s>", "<pad>"),
        "marks for unknown words",
    ),
    "text-subwords": (
        re.compile(r"@@(?:\s|$)|▁|(?<=\S)@-@|##\w"),
        ("@@", "▁", "@-@", "##"),
        "pieces of words such as ▁ or @@",
    ),
}


def empty(texts: ComparedTexts) -> Iterator[Finding]:
    """Segments without text although the source has some."""
    indices = [
        index
        for index, segment in enumerate(texts.hypothesis)
        if not segment.strip() and (texts.source is None or texts.source[index].strip())
    ]
    if indices:
        yield texts.finding(
            "text-empty",
            indices,
            found=f"{counted(len(indices), len(texts.hypothesis))} empty",
            expected="a translation of every segment",
        )


def duplicates(texts: ComparedTexts) -> Iterator[Finding]:
    """Segments that repeat the one before although the source does not."""
    indices = [
        index
        for index in range(1, len(texts.hypothesis))
        if texts.hypothesis[index] == texts.hypothesis[index - 1]
        and len(texts.hypothesis[index].split()) > 3
        and (texts.source is None or texts.source[index] != texts.source[index - 1])
    ]
    if len(indices) >= _FEWEST and len(indices) > _DOUBLED_SHARE * len(texts.hypothesis):
        yield texts.finding(
            "text-duplicate",
            indices,
            found=f"{counted(len(indices), len(texts.hypothesis))} equal to the segment before",
            expected="translations of different segments to differ",
        )


def marked(texts: ComparedTexts) -> Iterator[Finding]:
    """Segments with marks that are no part of a text."""
    count = len(texts.hypothesis)
    for code, (pattern, parts, what) in _MARKS.items():
        if not any(part in texts.complete_text for part in parts):
            continue
        indices = [
            index
            for index, segment in enumerate(texts.hypothesis)
            if pattern.search(segment) and (texts.source is None or not pattern.search(texts.source[index]))
        ]
        if len(indices) >= _FEWEST and len(indices) > _MARKED_SHARE * count:
            yield texts.finding(
                code,
                indices,
                found=f"{what} in {counted(len(indices), count)}: {shortened(texts.hypothesis[indices[0]])}",
                expected="plain text",
            )


def control_characters(texts: ComparedTexts) -> Iterator[Finding]:
    """Segments with characters that no text has."""
    if not _CONTROL.search(texts.complete_text):
        return
    indices = [index for index, segment in enumerate(texts.hypothesis) if _CONTROL.search(segment)]
    if indices:
        character = _CONTROL.findall(texts.hypothesis[indices[0]])[0]
        yield texts.finding(
            "text-control-characters",
            indices,
            found=f"U+{ord(character):04X} and the like in {counted(len(indices), len(texts.hypothesis))}",
            expected="text without control characters",
        )


def looping(texts: ComparedTexts) -> Iterator[Finding]:
    """Segments in which a word or phrase comes again and again, or that are far longer than their source."""
    # What repeats itself is longer than the other segments are for their source.
    usual = len(texts.complete_text) / max(1, sum(map(len, texts.source))) if texts.source is not None else 1.0
    indices = []
    for index, segment in enumerate(texts.hypothesis):
        source = texts.source[index] if texts.source is not None else None
        if len(segment) <= max(_LONG // 4, _LONGER * usual * len(source or "")):
            continue
        if _is_too_long(segment, source) or (_loops(segment) and not (source and _loops(source))):
            indices.append(index)
    if indices:
        yield texts.finding(
            "text-looping",
            indices,
            found=f"{counted(len(indices), len(texts.hypothesis))} that repeat themselves or are far too long: "
            + shortened(texts.hypothesis[indices[0]]),
            expected="segments about as long as their source",
        )


def _is_too_long(segment: str, source: str | None) -> bool:
    if source is None or len(segment) <= max(_LONG, _LONGEST_RATIO * len(source)):
        return False
    return len(segment) > _LONGEST_RATIO * max(1, _weight(source))


def _loops(segment: str) -> bool:
    """Whether a phrase comes five times or more in a row."""
    words = segment.split()
    # Where most words differ nothing does; the search for phrases takes far longer.
    return 2 * len(set(words)) <= len(words) and _LOOP.search(segment) is not None


def _weight(segment: str) -> int:
    """The length of a segment, characters of Chinese, Japanese and Korean counted as the words that they nearly are."""
    return sum(
        4 if "\u3040" <= character <= "\u9fff" or "\uac00" <= character <= "\ud7a3" else 1 for character in segment
    )
