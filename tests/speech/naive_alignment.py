"""The alignment of word networks, written down as plainly as possible: recursive parser, whole matrix, 32-bit sums."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

import numpy as np

F = np.float32


@dataclass
class Network:
    """Words with those that each may follow (-1: the beginning), in the order as written."""

    words: list[str] = field(default_factory=list)
    before: list[list[int]] = field(default_factory=list)
    last: list[int] = field(default_factory=lambda: [-1])


def network(text: str) -> Network:
    tokens = re.findall(r"[{}]|/|[^\s{}/]+", text)
    found = Network()
    found.last, rest = _sequence(tokens, found, [-1])
    assert not rest
    return found


def _sequence(tokens: list[str], found: Network, before: list[int]) -> tuple[list[int], list[str]]:
    while tokens and tokens[0] not in ("/", "}"):
        token, *tokens = tokens
        if token == "{":
            ends: list[int] = []
            while True:
                branch, tokens = _sequence(tokens, found, before)
                ends += branch
                mark, *tokens = tokens
                if mark == "}":
                    break
            before = ends
        else:
            found.words.append(token)
            found.before.append(before)
            before = [len(found.words) - 1]
    return before, tokens


@dataclass(frozen=True)
class Word:
    compared: str
    null: bool
    optional: bool
    fragment: bool


def _word(written: str, optional: bool, fragments: bool) -> Word:
    text = written.lower().split(";")[0]
    if written.endswith("*") and len(written) > 1:
        text = written.lower()[:-1].split(";")[0]
    is_optional = optional and text[:1] == "(" and text[-1:] == ")"
    compared = text[1:-1] if is_optional else text
    return Word(
        compared, text == "@" and ";" not in written, is_optional, fragments and bool(re.search(r"^-|-\)?$", text))
    )


def _equal(ours: Word, theirs: Word) -> bool:
    if ours.compared == theirs.compared:
        return True
    if not (ours.fragment or theirs.fragment):
        return False
    for one, other in ((ours.compared, theirs.compared), (theirs.compared, ours.compared)):
        if len(one) > 1 and one[0] == "-":
            return other.endswith(one[1:])
        if len(one) > 1 and one[-1] == "-":
            return other.startswith(one[:-1])
    return False


def _gap(word: Word) -> np.float32:
    return F(0.001) if word.null else F(2) if word.optional else F(3)


def align(  # noqa: PLR0912 - one rule after the other
    reference: str, hypothesis: str, *, optional: bool, fragments: bool
) -> list[tuple[str, str, str]]:
    """Steps as letters of CSDIdi with both words as written; an empty string where there is none."""
    ours, theirs = network(reference), network(hypothesis)
    our_words = [_word(word, optional, fragments) for word in ours.words]
    their_words = [_word(word, optional, fragments) for word in theirs.words]
    cost = {(-1, -1): F(0)}
    back: dict[tuple[int, int], tuple[str, int, int]] = {}

    def first_best(rows: list[int], columns: list[int]) -> tuple[np.float32, int, int]:
        best = (F(np.inf), 0, 0)
        for r in rows:
            for h in columns:
                if cost[r, h] < best[0]:
                    best = (cost[r, h], r, h)
        return best

    for r in range(-1, len(our_words)):
        for h in range(-1, len(their_words)):
            if r == h == -1:
                continue
            pair = deletion = insertion = (F(np.inf), 0, 0)
            if r >= 0 and h >= 0:
                a, b = our_words[r], their_words[h]
                price = F(1) if a.null and b.null else F(0) if _equal(a, b) else F(4)
                pair = first_best(ours.before[r], theirs.before[h])
                pair = (pair[0] + price, *pair[1:])
            if r >= 0:
                deletion = first_best(ours.before[r], [h])
                deletion = (deletion[0] + _gap(our_words[r]), *deletion[1:])
            if h >= 0:
                insertion = first_best([r], theirs.before[h])
                insertion = (insertion[0] + _gap(their_words[h]), *insertion[1:])
            if pair[0] <= deletion[0] and pair[0] <= insertion[0]:
                kind, chosen = "=", pair
            elif deletion[0] < insertion[0]:
                kind, chosen = "D", deletion
            else:
                kind, chosen = "I", insertion
            cost[r, h] = chosen[0]
            back[r, h] = (kind, chosen[1], chosen[2])
    _, r, h = first_best(ours.last, theirs.last)
    steps = []
    while (r, h) != (-1, -1):
        kind, before_r, before_h = back[r, h]
        if kind == "=" and not (our_words[r].null and their_words[h].null):
            steps.append(("C" if _equal(our_words[r], their_words[h]) else "S", ours.words[r], theirs.words[h]))
        elif kind == "D" and not our_words[r].null:
            steps.append(("d" if our_words[r].optional else "D", ours.words[r], ""))
        elif kind == "I" and not their_words[h].null:
            steps.append(("i" if their_words[h].optional else "I", "", theirs.words[h]))
        r, h = before_r, before_h
    return steps[::-1]
