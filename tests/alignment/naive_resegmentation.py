"""Re-segmentation by the whole table, in the words of the description of mwerSegmenter."""

from __future__ import annotations

from collections.abc import Sequence

Cell = tuple[int, int]
"""Cost so far, and the number of words used up when the segment began."""


def naive_resegmentation(
    words: Sequence[str], segments: Sequence[Sequence[Sequence[str]]], *, charged: bool
) -> tuple[list[tuple[int, int]], list[int], int]:
    """Spans and best references of the segments, and the cost in all. Where `charged`, it costs one for every segment
    end that is passed before a word is used up.
    """
    start = list(range(len(words) + 1))
    ends: list[list[tuple[int, int, int]]] = []
    for references in segments:
        begins = range(len(words) + 1) if ends else [0] * (len(words) + 1)
        columns = [_passed(words, list(zip(start, begins, strict=True)), reference) for reference in references]
        best = [
            min((cost, number, begin) for number, (cost, begin) in enumerate(cells))
            for cells in zip(*columns, strict=True)
        ]
        ends.append(best)
        start = [cost for cost, _, _ in best]
        if charged:
            start[0] += 1
    spans, chosen = [], []
    end = len(words)
    for column in reversed(ends):
        _, number, begin = column[end]
        spans.append((begin, end))
        chosen.append(number)
        end = begin
    return spans[::-1], chosen[::-1], ends[-1][-1][0]


def _passed(words: Sequence[str], column: list[Cell], reference: Sequence[str]) -> list[Cell]:
    for reference_word in reference:
        after = [(column[0][0] + 1, column[0][1])]
        for i, word in enumerate(words, start=1):
            substitution = column[i - 1][0] + (word != reference_word)
            deletion = column[i][0] + 1
            insertion = after[i - 1][0] + 1
            if substitution < deletion and substitution < insertion:
                after.append((substitution, column[i - 1][1]))
            elif substitution < deletion or insertion < deletion:
                after.append((insertion, after[i - 1][1]))
            else:
                after.append((deletion, column[i][1]))
        column = after
    return column


def fewest_errors(words: Sequence[str], segments: Sequence[Sequence[Sequence[str]]]) -> int:
    """The minimum over all ways to cut, each tried."""
    if not segments:
        return 0 if not words else len(words) + 10**9
    first, *rest = segments
    if not rest:
        return min(_distance(words, reference) for reference in first)
    return min(
        min(_distance(words[:end], reference) for reference in first) + fewest_errors(words[end:], rest)
        for end in range(len(words) + 1)
    )


def _distance(words: Sequence[str], reference: Sequence[str]) -> int:
    return _passed(words, [(i, 0) for i in range(len(words) + 1)], reference)[-1][0]
