"""What can be fixed in a package: one change at a time, each with the findings that it puts right."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

ChangeKind = Literal[
    "archive",
    "macos-files",
    "folder",
    "name",
    "left-out",
    "system",
    "utf-16",
    "byte-order-mark",
    "line-ends",
    "last-line-end",
    "plain-text",
]

_FIXES: Mapping[ChangeKind, frozenset[str]] = {
    "archive": frozenset(
        [
            "archive-name",
            "archive-team",
            "archive-language-pair",
            "archive-version",
            "archive-field",
            "archive-compression",
            "archive-ending",
        ]
    ),
    "macos-files": frozenset(["archive-macos-files"]),
    "folder": frozenset(["file-outside-tree", "tree-team", "tree-language-pair", "tree-field"]),
    "name": frozenset(
        [
            "file-name",
            "file-team",
            "file-language-pair",
            "file-system-type",
            "file-condition",
            "file-package",
            "file-test-set",
            "file-field",
            "file-date",
        ]
    ),
    "left-out": frozenset(["file-junk"]),
    "system": frozenset(["system-id"]),
    "utf-16": frozenset(["encoding-utf16"]),
    "byte-order-mark": frozenset(["byte-order-mark"]),
    "line-ends": frozenset(["line-ends-mixed"]),
    "last-line-end": frozenset(["last-line-end"]),
    "plain-text": frozenset(["plain-text-for-xml"]),
}

_NOT_ALWAYS = frozenset(["tree-field", "file-field", "file-date", "plain-text-for-xml"])
"""What can only be fixed in some cases: parts of names that can be guessed, lines that fit a source."""

FIXED_CODES = frozenset[str]().union(*_FIXES.values()) - _NOT_ALWAYS - {"archive-ending"}
"""What `bakeoff check --fix` fixes where it is certain what was meant."""


def key_of_change(kind: ChangeKind, file: str = "") -> str:
    """What a change is asked for by; `file` is called as in the package that was sent."""
    return f"{kind}:{file}"


@dataclass(frozen=True, slots=True)
class Change:
    """Something that was fixed, or can be. The words of segments are never changed."""

    kind: ChangeKind
    file: str
    """The file as the package that was sent calls it; empty for the archive itself."""
    what: str
    before: str
    after: str

    def __str__(self) -> str:
        return f"{self.what}: {self.before} → {self.after}"

    @property
    def key(self) -> str:
        return key_of_change(self.kind, self.file)

    def fixes(self, code: str) -> bool:
        """Whether it puts findings of a code in its file right."""
        return code in _FIXES[self.kind]
