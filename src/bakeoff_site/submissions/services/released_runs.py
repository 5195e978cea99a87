"""Organisers release runs of an ASR track as input of another track, under names that they choose."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePosixPath

from bakeoff.rulebook.release.inputs import release_targets
from bakeoff_site.accounts.models import User
from bakeoff_site.core.audit import record
from bakeoff_site.core.names import require_plain
from bakeoff_site.core.refusals import RefusedError
from bakeoff_site.core.storage.files import path_of
from bakeoff_site.datasets.choices import DataKind
from bakeoff_site.datasets.models import DataFile
from bakeoff_site.datasets.services import add_data_file
from bakeoff_site.submissions.models import Run

_PIECE = 1 << 16
_LONGEST = 80


def release_run(run: Run, *, label: str, by: User) -> list[DataFile]:
    """Makes a run a source of every test set that systems may start from it on.

    Teams get it with the phase that releases this input. A run that was released under the same name before is
    replaced.
    """
    label = label.strip()
    if not label or len(label) > _LONGEST:
        raise RefusedError(f"Give the run a name of 1 to {_LONGEST} characters, which teams get to see.")
    require_plain(label)
    board, rules = run.board, run.board.campaign.rules
    if not run.in_force:
        raise RefusedError("This run was withdrawn or replaced. Choose one that counts.")
    targets = release_targets(rules, track=board.track, test_set=board.test_set, language_pair=board.language_pair)
    if not targets:
        raise RefusedError(f"The rulebook has no track that starts from runs of {board.track} on {board.test_set}.")
    files = [_added(run, label, test_set, pair, by) for test_set, pair in targets]
    record("run.release", actor=by, campaign=board.campaign, subject=run.name, name=label, files=len(files))
    return files


def _added(run: Run, label: str, test_set: str, pair: str, by: User) -> DataFile:
    campaign = run.board.campaign
    in_force = campaign.data_files.filter(
        kind=DataKind.SOURCE, input="released-runs", test_set=test_set, language_pair=pair, replaced_at=None
    )
    numbers = {file.label: file.number for file in in_force}
    return add_data_file(
        campaign,
        kind=DataKind.SOURCE,
        name=f"{label.replace('/', '-')}{PurePosixPath(run.file_name).suffix}",
        chunks=_pieces(run),
        test_set=test_set,
        language_pair=pair,
        input="released-runs",
        number=numbers.get(label, max(numbers.values(), default=0) + 1),
        label=label,
        note="Another run is released under this name." if label in numbers else "",
        by=by,
    )


def _pieces(run: Run) -> Iterator[bytes]:
    with path_of(run.sha256).open("rb") as stream:
        while piece := stream.read(_PIECE):
            yield piece
