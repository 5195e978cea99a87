"""Small programs to play plug-ins, good and bad, and texts for them."""

from __future__ import annotations

import sys
import textwrap

from bakeoff.data import AlignedTexts, Document, Segment

INTRODUCTION = {
    "protocol": 1,
    "name": "toy",
    "version": "3",
    "direction": "higher",
    "needs": ["references"],
    "signature": {"model": "none"},
}

_PRELUDE = f"""
import json, os, sys, time
INTRODUCTION = {INTRODUCTION!r}
def say(value):
    print(json.dumps(value), flush=True)
def segments():
    return [json.loads(line) for line in sys.stdin]
"""

GOOD = """
    header = json.loads(sys.stdin.readline())
    say(INTRODUCTION)
    for segment in segments():
        say({"score": len(segment["hypothesis"])})
"""
"""The body of one that gives every segment the length of the hypothesis."""


def program(body: str) -> list[str]:
    """A command that runs the body, which may `say` values and read `segments()` after the first line."""
    return [sys.executable, "-c", _PRELUDE + textwrap.dedent(body)]


def texts(*, segments: int = 3, systems: tuple[str, ...] = ("A", "B"), source: bool = True) -> AlignedTexts:
    document = Document("d", tuple(Segment(str(i + 1), "") for i in range(segments)))
    return AlignedTexts(
        documents=(document,) * segments,
        segment_ids=tuple(str(i + 1) for i in range(segments)),
        references=(tuple(f"reference {i}" for i in range(segments)), tuple(f"other {i}" for i in range(segments))),
        runs=tuple(tuple(f"{system} {'x' * i} ü\u2028" for i in range(segments)) for system in systems),
        systems=systems,
        source=tuple(f"source {i}" for i in range(segments)) if source else None,
    )
