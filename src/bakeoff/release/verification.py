"""Whether the numbers of a package are those of its texts, judgments and score files.

Checksums say which files changed since the package was written. They are no proof: who changes a score can change its
checksum, too. So every number is computed again and compared, and files that hold results, judgments or statistics must
be as they are written from what is read of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from bakeoff.errors import BakeoffError, InputError, nearest
from bakeoff.evaluation.progress import Progress
from bakeoff.release.content import ReleaseContent
from bakeoff.release.differences import Difference
from bakeoff.release.index import Index
from bakeoff.release.integrity import ChangedFile, Integrity, file_digest
from bakeoff.release.numbers import CheckedNumbers, check_numbers
from bakeoff.release.reading import LIMITS, UnpackedPackage, content_of
from bakeoff.release.recomputation.recomputed import Gap
from bakeoff.release.suspects import suspected_files
from bakeoff.release.touched_tables import TouchedTable, touched_tables
from bakeoff.reports.campaign_tables.registry import report_tables
from bakeoff.submissions.archives.limits import Limits

BROKEN = (BakeoffError, LookupError, ValueError, TypeError, AttributeError, ArithmeticError, AssertionError)
"""What values that somebody changed can lead to: they were made to fit each other, and now some do not."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WrongNumber:
    """A published number that the package does not bear out."""

    file: str
    """That it is in."""
    difference: Difference
    tables: tuple[TouchedTable, ...] = ()
    """That print it, or come from the same file where none shows a difference."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Verification:
    """What became of a package."""

    package: str
    sha256: str
    """Of the archive, to be compared with the one that its organisers published; empty for a folder."""
    title: str = ""
    software: str = ""
    numbers: int = 0
    """Published numbers that were computed again."""
    changed: tuple[ChangedFile, ...] = ()
    wrong: tuple[WrongNumber, ...] = ()
    suspects: tuple[str, ...] = ()
    """Files that wrong numbers point to; any of them may have been changed."""
    gaps: tuple[Gap, ...] = ()
    """Numbers that could not be computed again."""
    taken: tuple[str, ...] = ()
    """Numbers that no program here computes, with the files that they were taken from."""
    left_out: tuple[str, ...] = ()
    unreadable: str = ""
    """Why the numbers could not even be read."""
    tolerance: float = 0.0
    tables: tuple[TouchedTable, ...] = field(default=(), repr=False)

    @property
    def is_sound(self) -> bool:
        """Whether nothing changed and every number that can be computed is the published one."""
        wrong_gaps = [each for each in self.gaps if each.is_wrong]
        return not (self.changed or self.wrong or wrong_gaps or self.unreadable)

    def of_table(self, name: str) -> Verification:
        """What touches one table of the report, by its id; numbers that cannot be computed may be of any."""
        known = [table.id for table in self.tables]
        if name not in known and not self.unreadable:
            raise InputError(
                expected="the id of a table of the report",
                found=name,
                remedy=nearest(name, known) or f"The tables are: {', '.join(known)}.",
            )
        return replace(
            self,
            changed=tuple(each for each in self.changed if _touches(each.tables, name)),
            wrong=tuple(each for each in self.wrong if _touches(each.tables, name)),
            tables=tuple(table for table in self.tables if table.id == name),
        )


def _touches(tables: Sequence[TouchedTable], name: str) -> bool:
    return any(table.id == name for table in tables)


def verify_package(
    path: str | Path, *, tolerance: float = 0.0, limits: Limits = LIMITS, on_progress: Progress | None = None
) -> Verification:
    """Computes every published number of a package again and compares, as the site computed it.

    Numbers must be equal to the last bit. `tolerance` is relative, for machines whose mathematics differs in the last
    digits. What is changed or wrong is in the result, not an error; only what is no package at all is one.
    """
    package = UnpackedPackage(path, limits=limits)
    integrity = Integrity(package)
    digest = file_digest(Path(path)) if Path(path).is_file() else ""
    try:
        index, content = package.index(), content_of(package)
        checked = check_numbers(content, index, tolerance=tolerance, on_progress=on_progress)
        tables = _tables(content, index, integrity)
        changed = integrity.changed(tables, content)
        wrong = tuple(_wrong(checked, tables))
    except BROKEN as error:
        kept = integrity.tables_as_written()
        said = str(error) if isinstance(error, BakeoffError) else f"its values contradict each other ({error!r})"
        return Verification(
            package=str(path),
            sha256=digest,
            changed=integrity.changed(kept),
            unreadable=said,
            tolerance=tolerance,
            tables=kept,
        )
    return Verification(
        package=str(path),
        sha256=digest,
        title=content.results.rulebook.campaign.title,
        software=content.results.software,
        numbers=checked.numbers,
        changed=changed,
        wrong=wrong,
        suspects=suspected_files(content.results, index, {each.file for each in wrong}),
        gaps=checked.gaps,
        taken=checked.taken,
        left_out=checked.left_out,
        tolerance=tolerance,
        tables=tables,
    )


def _tables(content: ReleaseContent, index: Index, integrity: Integrity) -> tuple[TouchedTable, ...]:
    """The tables that results make, or as the package lists them where results make none."""
    try:
        return touched_tables(content.results, index)
    except BROKEN:
        return integrity.tables_as_written()


def _wrong(checked: CheckedNumbers, tables: tuple[TouchedTable, ...]) -> Iterator[WrongNumber]:
    if not checked.differences:
        return
    other = _other_tables(checked)
    for path, difference in checked.differences:
        own = tuple(each for each in tables if path in each.files)
        seen = tuple(each for each in own if each.id in other)
        yield WrongNumber(file=path, difference=difference, tables=seen or own)


def _other_tables(checked: CheckedNumbers) -> frozenset[str]:
    """The tables that the computed numbers make in another way."""
    try:
        now = {each.id: each.table for each in report_tables(checked.computed)}
        as_published = {each.id: each.table for each in report_tables(checked.published)}
    except BROKEN:
        return frozenset()
    return frozenset(name for name, table in as_published.items() if now.get(name) != table)
