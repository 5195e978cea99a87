"""Texts in archives: the parallel and monolingual training data of a campaign, as they are handed out."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath

from bakeoff.evaluation.archived_files import sound_archive, under_own_names
from bakeoff.formats.budgets import budget_for, pieces_within
from bakeoff.formats.sources import MAX_BYTES
from bakeoff.submissions.archives.limits import Limits
from bakeoff.submissions.packages.contents import Contents, PackedFile

LIMITS = Limits(files=2_000, total_bytes=1 << 34, file_bytes=MAX_BYTES)
"""Corpora are larger than packages of runs."""
_HEAD = 1 << 16
_ABOUT = ("readme", "licence", "license", "copying", "changelog", "changes", "authors")
"""Texts that speak of the others."""


@contextmanager
def unpacked_texts(
    path: Path, *, within_budget: bool, on_remark: Callable[[str], None]
) -> Iterator[list[tuple[str, Path]]]:
    """The texts of an archive, each with its name there, under paths that end in the same name.

    An archive that is damaged or hostile is refused; files that are no texts are passed over with a remark. Within
    the budget of `bakeoff.formats.budgets`, an archive is refused that costs more than real data of its size.
    """
    with sound_archive(path, LIMITS) as contents:
        texts = [file for file in contents.files if _is_counted(file, path, on_remark)]
        if within_budget:
            _check_affordable(contents, texts, path)
        with under_own_names(texts) as linked:
            yield [(file.name, link) for file, link in linked]


def _is_counted(file: PackedFile, archive: Path, on_remark: Callable[[str], None]) -> bool:
    name = PurePosixPath(file.name)
    if name.name.lower().startswith(_ABOUT):
        return False
    with file.path.open("rb") as stream:
        head = stream.read(_HEAD)
    is_text = b"\0" not in head or name.suffix.lower() == ".gz"
    if not is_text:
        on_remark(f"{archive} ({file.name}) is no text and does not count.")
    return is_text and bool(file.size)


def _check_affordable(contents: Contents, texts: list[PackedFile], archive: Path) -> None:
    budget = budget_for(contents.sent_bytes, subject="file")
    for file in texts:
        for _ in pieces_within(budget, file.path, f"{archive} ({file.name})"):
            pass
