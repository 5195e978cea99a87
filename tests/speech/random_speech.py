"""Random transcripts with all that sclite's language has; every generator is an argument."""

from __future__ import annotations

import random
from collections.abc import Sequence

WORDS = ("a", "b", "c", "ab", "abc", "bc", "A", "B")


def random_word(rng: random.Random) -> str:
    word = rng.choice(WORDS)
    forms = (f"({word})", f"({word})", f"{word}-", f"-{word}", f"({word}-)", f"(-{word})", f"{word}*", f"{word};t", "@")
    return rng.choice(forms) if rng.random() < 0.4 else word


def random_text(rng: random.Random, *, depth: int, longest: int, words: Sequence[str] | None = None) -> str:
    """Words, of these or of all kinds, and, up to a depth, alternatives."""
    parts = []
    for _ in range(rng.randint(0, longest)):
        if depth and rng.random() < 0.2:
            branches = [_branch(rng, depth - 1, words) for _ in range(rng.randint(1, 4))]
            parts.append("{ " + " / ".join(branches) + " }")
        else:
            parts.append(_word(rng, words))
    return " ".join(parts)


def _branch(rng: random.Random, depth: int, words: Sequence[str] | None) -> str:
    return random_text(rng, depth=depth, longest=3, words=words) or _word(rng, words)


def _word(rng: random.Random, words: Sequence[str] | None) -> str:
    return random_word(rng) if words is None else rng.choice(words)


def random_recordings(
    rng: random.Random, *, files: int, words: Sequence[str] | None = None
) -> tuple[list[str], list[str]]:
    """Lines of STM and CTM: gaps between segments, words beyond them, ends that 32 bits round either way, ignored
    segments, rows of alternatives, a file without words now and then."""
    stm: list[str] = []
    ctm: list[str] = []
    for number in range(files):
        end = _segments(rng, f"File{number}", stm, words)
        if rng.random() > 0.1:
            _words(rng, f"FILE{number}", end, ctm, words)
    return stm, ctm


IGNORED = ("IGNORE_TIME_SEGMENT_IN_SCORING", "x ignoretimesegmentinscoring y", "ignore_time_segment_in_scoring")


def _segments(rng: random.Random, name: str, stm: list[str], words: Sequence[str] | None) -> float:
    end = 0.0
    for _ in range(rng.randint(5, 30)):
        begin = end + (rng.choice([0.1, 0.5, 1.0]) if rng.random() < 0.3 else 0.0)
        end = round(begin + rng.choice([0.5, 0.7, 1.0, 2.03, 2.6, 5.4]), 2)
        text = rng.choice(IGNORED) if rng.random() < 0.08 else random_text(rng, depth=2, longest=8, words=words)
        labels = rng.choice(["", "<o,f0> ", "<o,F1> "])
        stm.append(f"{name} A Speaker{rng.randint(0, 3)} {begin:.2f} {end:.2f} {labels}{text}")
    return end


def _words(rng: random.Random, name: str, end: float, ctm: list[str], words: Sequence[str] | None) -> None:
    begin = 0.0
    while begin < end + 1:
        duration = rng.choice([0.1, 0.2, 0.25, 0.3])
        if rng.random() < 0.08:
            _alternatives(rng, name, (begin, duration), ctm, words)
        else:
            ctm.append(f"{name} a {begin:.2f} {duration:.2f} {_word(rng, words)} {rng.random():.3f}")
        begin = round(begin + rng.choice([0.1, 0.25, 0.4]), 2)


def _alternatives(
    rng: random.Random, name: str, time: tuple[float, float], ctm: list[str], words: Sequence[str] | None
) -> None:
    """Of several alternatives the last may be empty. After another that is empty sclite 2.4.10 loses a word."""
    begin, duration = time
    ctm.append(f"{name} a * * <ALT_BEGIN>")
    count = rng.randint(1, 3)
    for number in range(count):
        if number:
            ctm.append(f"{name} a * * <ALT>")
        for place in range(rng.randint(0 if 0 < number == count - 1 else 1, 2)):
            ctm.append(f"{name} a {begin + place * duration:.2f} {duration:.2f} {_word(rng, words)} {rng.random():.3f}")
    ctm.append(f"{name} a * * <ALT_END>")
