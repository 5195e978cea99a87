"""TER by tercom's rules, written for clearness and not for speed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

LONGEST, FARTHEST, BEAM = 10, 50, 20


@dataclass(frozen=True)
class Path:
    cost: int
    operations: str
    """From left to right: ` ` match, S substitution, I hypothesis word inserted, D reference word deleted."""


def beamed_path(hypothesis: Sequence[object], reference: Sequence[object]) -> Path:
    """Columns over the hypothesis; a live cell pushes its cost to its neighbours, which change only for a lower one."""
    width, height = len(hypothesis), len(reference)
    costs: dict[tuple[int, int], int] = {(0, 0): 0}
    operations: dict[tuple[int, int], str] = {}

    def push(column: int, row: int, cost: int, operation: str) -> None:
        if (column, row) not in costs or cost < costs[column, row]:
            costs[column, row] = cost
            operations[column, row] = operation

    best: float = float("inf")
    for column in range(width + 1):
        limit, best = best + BEAM, float("inf")
        for row in range(height + 1):
            cost = costs.get((column, row))
            if cost is None or (column < width and cost > limit):
                continue
            if column < width and row < height:
                equal = hypothesis[column] == reference[row]
                push(column + 1, row + 1, cost + (not equal), " " if equal else "S")
                best = min(best, cost + (not equal))
            if column < width:
                push(column + 1, row, cost + 1, "I")
            if row < height:
                push(column, row + 1, cost + 1, "D")
    steps, column, row = [], width, height
    while column or row:
        step = operations[column, row]
        steps.append(step)
        column -= step != "D"
        row -= step != "I"
    return Path(costs[width, height], "".join(reversed(steps)))


def read_path(path: Path) -> tuple[list[int], list[bool], list[bool]]:
    """Where each reference word is aligned, which hypothesis words are wrong, which reference words are wrong."""
    aligned: list[int] = []
    wrong_hypothesis: list[bool] = []
    wrong_reference: list[bool] = []
    for step in path.operations:
        if step != "D":
            wrong_hypothesis.append(step != " ")
        if step != "I":
            wrong_reference.append(step != " ")
            aligned.append(len(wrong_hypothesis) - 1)
    return aligned, wrong_hypothesis, wrong_reference


def shifts(hypothesis: Sequence[object], reference: Sequence[object], path: Path) -> Iterator[tuple[int, int, int]]:
    """Start, length and destination (-1: the front) of every shift that tercom considers, in its order."""
    aligned, wrong_hypothesis, wrong_reference = read_path(path)
    for start in range(len(hypothesis)):
        places = [m for m, word in enumerate(reference) if word == hypothesis[start]]
        if not any(aligned[m] != start and abs(aligned[m] - start) <= FARTHEST for m in places):
            continue
        for length in range(1, min(LONGEST, len(hypothesis) - start) + 1):
            span = list(hypothesis[start : start + length])
            places = [m for m in places if list(reference[m : m + length]) == span]
            if not places:
                break
            if not any(wrong_hypothesis[start : start + length]):
                continue
            targets = [
                m for m in places if not start <= aligned[m] < start + length and abs(aligned[m] - start) <= FARTHEST
            ]
            if not targets:
                break
            for m in targets:
                if not any(wrong_reference[m : m + length]):
                    continue
                for offset in range(-1, length):
                    if m + offset == -1:
                        yield start, length, -1
                    elif aligned[m + offset] != start and (offset == 0 or aligned[m + offset] != aligned[m]):
                        yield start, length, aligned[m + offset]


def move(words: Sequence[object], start: int, length: int, destination: int) -> list[object]:
    span, rest = list(words[start : start + length]), [*words[:start], *words[start + length :]]
    if destination < start:
        at = destination + 1
    elif destination >= start + length:
        at = destination + 1 - length
    else:
        at = destination
    return rest[:at] + span + rest[at:]


def tercom_edits(hypothesis: Sequence[object], reference: Sequence[object]) -> tuple[int, int]:
    """Edits, and how many of them are shifts."""
    if not reference:
        return len(hypothesis), 0
    words, made = list(hypothesis), 0
    while True:
        path = beamed_path(words, reference)
        best_cost, best_words, accepted = path.cost, words, 0
        considered = sorted(shifts(words, reference, path), key=lambda shift: -shift[1])
        for start, length, destination in considered:
            improvement = path.cost - (best_cost + accepted)
            if improvement > 2 * length or (accepted and improvement == 2 * length):
                break
            shifted = move(words, start, length, destination)
            cost = beamed_path(shifted, reference).cost
            gain = (best_cost + accepted) - (cost + 1)
            if gain > 0 or (gain == 0 and not accepted):
                best_cost, best_words, accepted = cost, shifted, 1
        if not accepted:
            return path.cost + made, made
        words, made = best_words, made + 1
