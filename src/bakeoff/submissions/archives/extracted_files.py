"""What all kinds of archives share while they are unpacked: what was found, what was kept, what the limits leave."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NoReturn

from bakeoff.data import Finding
from bakeoff.errors import BakeoffError, Place
from bakeoff.submissions.archives.kinds import HEAD, nested_kind
from bakeoff.submissions.archives.limits import Limits
from bakeoff.submissions.archives.member_names import TakenNames, is_of_macos, name_findings, shown, tidied
from bakeoff.submissions.finding_codes import finding
from bakeoff.submissions.packages.contents import Contents, Kind, PackedFile


class UnsafeMemberError(BakeoffError):
    """A member, or the rest of the archive, that must not be read any further."""

    def __init__(self, finding: Finding) -> None:
        self.finding = finding
        super().__init__(str(finding))


class Unpacking:
    """One package on its way into a folder, in which files get numbers for names."""

    def __init__(self, folder: Path, limits: Limits, name: str) -> None:
        self.limits = limits
        self.findings: list[Finding] = []
        self._name = name
        self._folder = folder
        self._files: list[PackedFile] = []
        self._folders: dict[str, None] = {}
        self._names = TakenNames()
        self._of_macos: list[str] = []
        self._members = 0
        self._bytes = 0

    def report(self, code: str, *, found: str, expected: str, remedy: str = "", member: str | None = None) -> None:
        """Notes something that is wrong with a member, or with the archive, and continues."""
        self.findings.append(self._finding(code, found, expected, remedy, member))

    def stop(self, code: str, *, found: str, expected: str, remedy: str = "", member: str | None = None) -> NoReturn:
        """Refuses to read on."""
        raise UnsafeMemberError(self._finding(code, found, expected, remedy, member))

    @contextmanager
    def ending_at_refusals(self) -> Iterator[None]:
        """Ends the work inside where something refuses to read on, and notes why."""
        try:
            yield
        except UnsafeMemberError as refusal:
            self.findings.append(refusal.finding)

    def _finding(self, code: str, found: str, expected: str, remedy: str, member: str | None) -> Finding:
        place = Place(shown(member or self._name))
        return finding(code, found=found, expected=expected, remedy=remedy, place=place)

    def count(self, members: int = 1) -> None:
        """Counts everything that is listed, whether it is kept or not."""
        self._members += members
        if self._members > self.limits.members:
            self._stop_at_files(f"more than {self.limits.members:,} members")

    def _stop_at_files(self, found: str) -> NoReturn:
        self.stop(
            "archive-bomb-files",
            found=found,
            expected=f"at most {self.limits.files:,} files",
        )

    def reserve(self, size: int, member: str) -> bool:
        """Whether a member of that size may be unpacked; all of them count, since all have to be read."""
        self._bytes += size
        if self._bytes > self.limits.total_bytes:
            self.stop(
                "archive-bomb-size",
                found="more",
                expected=f"at most {self.limits.total_bytes:,} bytes in all files together",
            )
        if size > self.limits.file_bytes:
            self.report(
                "archive-bomb-file",
                member=member,
                found=f"{size:,} bytes",
                expected=f"files of at most {self.limits.file_bytes:,} bytes",
            )
            return False
        return True

    def check_ratio(self, packed: int, unpacked: int, member: str | None = None) -> None:
        """Refuses data that grow as no text does."""
        if unpacked > self.limits.ratio_from and unpacked > self.limits.ratio * packed:
            self.stop(
                "archive-bomb-ratio",
                member=member,
                found=f"data that grow more than {self.limits.ratio}-fold when decompressed",
                expected="text, which shrinks to a fifth or so",
            )

    def admit(self, name: str, *, folder: bool = False) -> str | None:
        """The tidied name of a file or folder if it may be kept; otherwise the reasons have been noted."""
        tidy = tidied(name)
        faults = list(name_findings(name, self.limits))
        if is_of_macos(tidy) and not faults:
            self._of_macos.append(tidy)
            return None
        if not tidy and not faults and not folder:
            self.report("archive-path-empty", member=name, found="a file without a name", expected="a name")
            return None
        if tidy and not faults and (clash := self._names.clash(tidy, folder=folder)):
            faults.append(clash)
        self.findings += faults
        if faults or not tidy:
            return None
        if folder:
            self._folders[tidy] = None
        elif len(self._files) >= self.limits.files:
            self._stop_at_files("more")
        return tidy

    def store(self, name: str, pieces: Iterable[bytes]) -> None:
        """Writes a file under the next number; a file that is refused halfway leaves nothing behind."""
        path = self._folder / f"{len(self._files) + 1:04d}"
        size, head = 0, b""
        with path.open("xb") as file:
            try:
                for piece in pieces:
                    head += piece[: HEAD - len(head)]
                    size += len(piece)
                    file.write(piece)
            except BaseException:
                path.unlink()
                raise
        self.keep(PackedFile(name, path, size), head)

    def keep(self, file: PackedFile, head: bytes) -> None:
        """Adds a file that is already written; `head` are its first bytes."""
        self._files.append(file)
        if kind := nested_kind(file.name, head):
            self.report(
                "archive-nested",
                member=file.name,
                found=f"{kind} inside the package, which was not opened",
                expected="the files themselves",
            )

    def _macos_files(self) -> str:
        first = shown(self._of_macos[0])
        if len(self._of_macos) == 1:
            return f"a file of macOS, {first}; it was left out"
        return f"{len(self._of_macos):,} files of macOS such as {first}; they were left out"

    def contents(self, kind: Kind) -> Contents:
        """What was kept, and all that was found."""
        if self._of_macos:
            self.report(
                "archive-macos-files",
                found=self._macos_files(),
                expected="files of the submission only",
            )
        if not self._files and all(each.severity != "error" for each in self.findings):
            self.report("archive-empty", found="no file", expected="at least one")
        return Contents(self._name, kind, tuple(self._files), tuple(self._folders), tuple(self.findings))
