"""Names inside packages: which are refused, and which cannot exist together."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from bakeoff.data import Finding
from bakeoff.data.sentences import clipped
from bakeoff.errors import Place
from bakeoff.submissions.archives.limits import Limits
from bakeoff.submissions.finding_codes import finding

_DRIVE = re.compile(r"[A-Za-z]:")
# Control, format (bidirectional overrides and invisible characters), line and paragraph separators.
_HIDDEN = frozenset(("Cc", "Cf", "Zl", "Zp"))
_SHOWN = 120


def shown(name: str) -> str:
    r"""A name as messages may print it: nothing that moves the cursor, nothing endless.

    >>> shown("a\nb")
    'a\\nb'
    """
    start = clipped(name, _SHOWN)
    return "".join(c if c.isprintable() else c.encode("unicode_escape", "surrogatepass").decode() for c in start)


def tidied(name: str) -> str:
    """A name without `.`, and without duplicate and closing slashes.

    >>> tidied("./runs//a.xml")
    'runs/a.xml'
    """
    return "/".join(part for part in name.split("/") if part not in ("", "."))


def name_findings(name: str, limits: Limits) -> Iterator[Finding]:
    """What is wrong with a name, taken by itself. Bytes that are no UTF-8 come as lone surrogates."""
    place = Place(shown(name))
    parts = [part for part in name.split("/") if part]
    if name.startswith("/"):
        yield finding(
            "archive-path-absolute",
            place=place,
            found="a name that starts with /",
            expected="names relative to the top of the archive",
        )
    if ".." in parts:
        yield finding(
            "archive-path-traversal",
            place=place,
            found="a name with ..",
            expected="names that stay inside the archive",
        )
    if "\\" in name or _DRIVE.match(name):
        yield finding(
            "archive-path-windows",
            place=place,
            found="a backslash" if "\\" in name else "a drive letter",
            expected="folders separated by /",
        )
    yield from _character_findings(name, place)
    yield from _length_findings(name, parts, place, limits)


def _character_findings(name: str, place: Place) -> Iterator[Finding]:
    if any("\ud800" <= character <= "\udfff" for character in name):
        yield finding(
            "archive-path-encoding",
            place=place,
            found="a name that is no UTF-8",
            expected="names in UTF-8",
        )
    hidden = sorted({character for character in name if unicodedata.category(character) in _HIDDEN})
    if hidden:
        yield finding(
            "archive-path-characters",
            place=place,
            found=", ".join(f"U+{ord(character):04X}" for character in hidden[:5]),
            expected="names of visible characters",
        )


def _length_findings(name: str, parts: list[str], place: Place, limits: Limits) -> Iterator[Finding]:
    longest = max((_length(part) for part in parts), default=0)
    if longest > limits.name_bytes or _length(name) > limits.path_bytes:
        yield finding(
            "archive-path-long",
            place=place,
            found=f"{_length(name):,} bytes, {longest:,} in one part",
            expected=f"paths of at most {limits.path_bytes:,} bytes with at most {limits.name_bytes:,} in each part",
        )
    if len(parts) > limits.depth:
        yield finding(
            "archive-path-deep",
            place=place,
            found=f"{len(parts):,} levels",
            expected=f"at most {limits.depth}",
        )


def _length(name: str) -> int:
    return len(name.encode("utf-8", "surrogatepass"))


def is_of_macos(name: str) -> bool:
    """Whether macOS added the file on its own: attributes and views of folders, nothing of the participant."""
    parts = name.split("/")
    return "__MACOSX" in parts or parts[-1] == ".DS_Store" or parts[-1].startswith("._")


class TakenNames:
    """The names met so far. Two names that some file systems treat as one cannot both be kept."""

    def __init__(self) -> None:
        self._taken: dict[str, tuple[str, bool]] = {}

    def clash(self, name: str, *, folder: bool) -> Finding | None:
        """Takes a name and the folders that contain it; returns a finding where that is not possible."""
        parts = name.split("/")
        for depth in range(1, len(parts) + 1):
            path = "/".join(parts[:depth])
            wanted = (path, folder or depth < len(parts))
            taken = self._taken.setdefault(_key(path), wanted)
            shared = taken == wanted == (path, True)  # a folder may be named as often as it likes
            if taken is not wanted and not shared:
                return _clash(name, wanted, taken)
        return None


def _key(path: str) -> str:
    """The same for all names that differ by case or normalisation."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFD", path).casefold())


def _clash(name: str, wanted: tuple[str, bool], taken: tuple[str, bool]) -> Finding:
    (path, folder), (earlier, earlier_folder) = wanted, taken
    if folder != earlier_folder:
        code, found = "archive-file-and-folder", f"{shown(earlier)} as a file and as a folder"
    elif path == earlier:
        code, found = "archive-duplicate", "the name twice"
    elif unicodedata.normalize("NFC", path) == unicodedata.normalize("NFC", earlier):
        code, found = "archive-duplicate-unicode", f"{shown(earlier)} too, the same in another Unicode normalisation"
    else:
        code, found = "archive-duplicate-case", f"{shown(earlier)} too, the same in other case"
    return finding(
        code,
        place=Place(shown(name)),
        found=found,
        expected="names that differ on every file system",
    )
