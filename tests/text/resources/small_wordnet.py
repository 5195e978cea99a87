"""A WordNet of a few invented words, written as wndb(5WN) describes the files."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

PARTS = {"noun": "n", "verb": "v", "adj": "a", "adv": "r"}
HEAD = "  1 A licence that takes some lines.  \n  2 WordNet {version} Copyright 2006 by Princeton University.  \n"


def write_wordnet(
    folder: Path,
    words: Mapping[str, Mapping[str, Sequence[int]]],
    irregular: Mapping[str, Mapping[str, str]] | None = None,
    *,
    version: str = "3.0",
) -> Path:
    """Writes `words` (by part of speech: word and synsets) and `irregular` (by part of speech: form and bases)."""
    folder.mkdir(exist_ok=True)
    for part, letter in PARTS.items():
        rows = [
            f"{word} {letter} {len(synsets)} 2 @ ~ {len(synsets)} 0 {' '.join(f'{each:08d}' for each in synsets)}  \n"
            for word, synsets in sorted(words.get(part, {}).items())
        ]
        (folder / f"index.{part}").write_text(HEAD.format(version=version) + "".join(rows), encoding="ascii")
        forms = sorted((irregular or {}).get(part, {}).items())
        (folder / f"{part}.exc").write_text("".join(f"{form} {bases}\n" for form, bases in forms), encoding="ascii")
    return folder
