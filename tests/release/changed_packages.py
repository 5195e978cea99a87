"""Packages with something changed in them."""

from __future__ import annotations

import hashlib
import re
import zipfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from bakeoff.release.index import CHECKSUMS

_CHANGED = ("results/", "judgments/", "outputs/", "test-sets/")
_NUMBERS = re.compile(rb'"(?:value|low|high|mean|sd|p|p_corrected|difference|score)": -?(\d[\d.]+\d)')
_SECONDS = re.compile(rb'"elapsed_seconds": (\d[\d.]*\d)')
_EDITED = re.compile(rb'"answer": \{"text": "([^"]+)"')
_SEGMENT = re.compile(rb"<seg[^>]*>([^<]+)</seg>")


@dataclass(frozen=True)
class Change:
    """One byte of one file, and what to put in its place."""

    path: str
    place: int
    byte: int


def members_of(package: Path) -> dict[str, bytes]:
    """All files by their names."""
    with zipfile.ZipFile(package) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def write_members(members: Mapping[str, bytes], package: Path) -> Path:
    """A package of these files."""
    with zipfile.ZipFile(package, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return package


def with_change(members: Mapping[str, bytes], change: Change, package: Path, *, checksums: bool) -> Path:
    """A package with a byte changed; with `checksums` they are those of the files as they are now."""
    content = bytearray(members[change.path])
    content[change.place] = change.byte
    return write_members(with_file(members, change.path, bytes(content), checksums=checksums), package)


def with_file(members: Mapping[str, bytes], path: str, content: bytes, *, checksums: bool) -> dict[str, bytes]:
    """The files with another content of one of them."""
    changed = {**members, path: content}
    if checksums:
        lines = [
            f"{hashlib.sha256(changed[name]).hexdigest()}  {name}\n" for name in sorted(changed) if name != CHECKSUMS
        ]
        changed[CHECKSUMS] = "".join(lines).encode()
    return changed


def random_changes(members: Mapping[str, bytes], number: int, rng: np.random.Generator) -> Iterator[Change]:
    """Any byte of results, judgments, outputs and test sets, changed to any other."""
    names = [name for name in sorted(members) if name.startswith(_CHANGED)]
    for _ in range(number):
        name = names[int(rng.integers(len(names)))]
        place = int(rng.integers(len(members[name])))
        yield Change(name, place, (members[name][place] + int(rng.integers(1, 256))) % 256)


def telling_changes(members: Mapping[str, bytes], number: int, rng: np.random.Generator) -> Iterator[Change]:
    """A digit of a published number or of a time, or a letter of a text that becomes a blank: numbers change by it."""
    kinds: list[tuple[str, re.Pattern[bytes], Callable[[int], int]]] = [
        ("results/boards", _NUMBERS, _other_digit),
        ("results/human", _NUMBERS, _other_digit),
        ("judgments/", _SECONDS, _other_digit),
        ("judgments/0006-editing.jsonl", _EDITED, _blank),
        ("outputs/", _SEGMENT, _blank),
        ("test-sets/test/en-de/reference-1", _SEGMENT, _blank),
    ]
    made = 0
    while made < number:
        start, pattern, change = kinds[made % len(kinds)]
        names = [name for name in sorted(members) if name.startswith(start) and pattern.search(members[name])]
        name = names[int(rng.integers(len(names)))]
        found = list(pattern.finditer(members[name]))
        match = found[int(rng.integers(len(found)))]
        inside = [
            place
            for place in range(match.start(1) + 1, match.end(1) - 1)
            if chr(members[name][place]).isalnum() and chr(members[name][place - 1]).isalnum()
            and chr(members[name][place + 1]).isalnum()
        ]  # fmt: skip
        if inside:
            place = inside[int(rng.integers(len(inside)))]
            made += 1
            yield Change(name, place, change(members[name][place]))


def _other_digit(byte: int) -> int:
    return ord("1") if byte != ord("1") else ord("2")


def _blank(_: int) -> int:
    return ord(" ")
