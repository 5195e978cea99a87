"""Files of archives that may be damaged or hostile, as readers of single files take them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory

from bakeoff.errors import InputError, Place
from bakeoff.submissions.archives.extraction import opened_package
from bakeoff.submissions.archives.limits import Limits
from bakeoff.submissions.packages.contents import Contents, PackedFile


@contextmanager
def sound_archive(path: Path, limits: Limits) -> Iterator[Contents]:
    """An archive, unpacked; an `InputError` with the first thing that is wrong with it."""
    with opened_package(path, limits=limits) as contents:
        for finding in contents.findings:
            inside = finding.place.file if finding.place else None
            raise InputError(
                place=Place(f"{path} ({inside})" if inside else str(path)),
                expected=finding.expected,
                found=finding.found,
                remedy=finding.remedy or "",
            )
        yield contents


@contextmanager
def under_own_names(files: Iterable[PackedFile]) -> Iterator[list[tuple[PackedFile, Path]]]:
    """Files with paths that end in their own names, by which readers know formats and utterances."""
    with TemporaryDirectory(prefix="bakeoff-") as folder:
        linked = []
        for number, file in enumerate(files):
            link = Path(folder) / str(number) / PurePosixPath(file.name).name
            link.parent.mkdir()
            link.symlink_to(file.path)
            linked.append((file, link))
        yield linked
