"""All runs of a campaign in one archive, made while it is downloaded: it takes no room on the disk."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterator

from bakeoff.reports import RENDERERS, Column, Table
from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.core.storage.files import path_of
from bakeoff_site.submissions.conversions import status_of
from bakeoff_site.submissions.models import Run

_CHUNK = 1 << 18
_UNSAFE = re.compile(r"[^\w.+@-]+")


def run_archive(campaign: Campaign) -> Iterator[bytes]:
    """A zip archive piece by piece: a folder for each board, a file for each run in force, and a list of them."""
    stream = _Pieces()
    runs = list(runs_in_force(campaign))
    names = dict(zip((run.pk for run in runs), _names(runs), strict=True))
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("runs.tsv", RENDERERS["tsv"](_list(campaign, runs, names)))
        for run in runs:
            with archive.open(names[run.pk], "w") as entry, path_of(run.sha256).open("rb") as file:
                while chunk := file.read(_CHUNK):
                    entry.write(chunk)
                    yield from stream.taken()
    yield from stream.taken()


def runs_in_force(campaign: Campaign) -> Iterator[Run]:
    """Runs that count, by board and name."""
    runs = Run.objects.filter(board__campaign=campaign, withdrawn_at=None, replaced_by=None).select_related("team")
    return iter(runs.order_by("board__track", "board__language_pair", "board__condition", "board__test_set", "name"))


def _names(runs: list[Run]) -> Iterator[str]:
    taken: set[str] = set()
    for run in runs:
        folder = "_".join(_UNSAFE.sub("-", part) for part in str(run.board).split(" "))
        stem, dot, ending = run.file_name.rpartition("/")[2].partition(".")
        stem = _UNSAFE.sub("-", run.name or stem)
        name, number = f"{folder}/{stem}{dot}{_UNSAFE.sub('-', ending)}", 2
        while name.lower() in taken:
            name, number = f"{folder}/{stem}-{number}{dot}{_UNSAFE.sub('-', ending)}", number + 1
        taken.add(name.lower())
        yield name


def _list(campaign: Campaign, runs: list[Run], names: dict[int, str]) -> Table:
    headings = ("file", "run", "team", "track", "language pair", "condition", "test set", "status", "receipt", "sha256")
    return Table(
        columns=tuple(Column(heading) for heading in headings),
        rows=tuple(
            (
                names[run.pk],
                run.name,
                run.team.name if run.team else "",
                run.board.track,
                run.board.language_pair,
                run.board.condition,
                run.board.test_set,
                status_of(campaign.rules, run).label,
                run.submission.number,
                run.sha256,
            )
            for run in runs
        ),
    )


class _Pieces(io.RawIOBase):
    """A file that nobody can go back in: what was written is read piece by piece."""

    def __init__(self) -> None:
        super().__init__()
        self._pieces: list[bytes] = []
        self._size = 0

    def writable(self) -> bool:
        return True

    def write(self, data: bytes, /) -> int:  # type: ignore[override]
        self._pieces.append(bytes(data))
        self._size += len(data)
        return len(data)

    def tell(self) -> int:
        return self._size

    def taken(self) -> Iterator[bytes]:
        pieces, self._pieces = self._pieces, []
        yield from pieces
