"""Files of a campaign are added, replaced, removed and released."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path, PurePath

from django.conf import settings
from django.db import transaction
from django.db.models import Max, Q
from django.utils import timezone

from bakeoff.errors import InputError, Place
from bakeoff.submissions.archives.kinds import is_archive
from bakeoff.submissions.sources import holds_recordings
from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign, Team
from bakeoff_site.campaigns.services.locks import lock_open_campaign
from bakeoff_site.campaigns.services.outputs import repack
from bakeoff_site.core.audit import record
from bakeoff_site.core.refusals import RefusedError
from bakeoff_site.core.storage.disk_space import full_disk_refused, require_space
from bakeoff_site.core.storage.files import keep_path, path_of, work_folder
from bakeoff_site.datasets.choices import DataKind
from bakeoff_site.datasets.conversions import slot_of
from bakeoff_site.datasets.file_checks import Beside, check_file
from bakeoff_site.datasets.models import DataFile, Download
from bakeoff_site.datasets.permissions import Slot, input_in, slot_mistake
from bakeoff_site.datasets.selectors import TestData, can_score, files_in_force, scored_inputs
from bakeoff_site.datasets.selectors.overview import versions_in
from bakeoff_site.jobs.services import request_input_scoring, request_scoring

_LONGEST_NAME = 200
_SCORED_WITH = (DataKind.SOURCE, DataKind.REFERENCE, DataKind.MAPPINGS, DataKind.REGIONS)


def add_data_file(
    campaign: Campaign,
    *,
    kind: str,
    name: str,
    chunks: Iterable[bytes],
    test_set: str = "",
    language_pair: str = "",
    input: str = "",
    number: int = 1,
    label: str = "",
    note: str = "",
    by: User | None,
) -> DataFile:
    """Adds a file, in the place of the one that is in force there; that one stays as an earlier version.

    Of a source, `input` says what systems start from where the test set has several inputs, and `label` whose it is.

    It is read first: nothing is kept of a file that is not what it should be. Runs on the test set are scored again.
    """
    input = input_in(campaign.rules, test_set, input)
    slot = Slot(kind=kind, test_set=test_set, language_pair=language_pair, input=input, number=number)
    if mistake := slot_mistake(campaign.rules, slot):
        raise RefusedError(f"The file cannot be added: {mistake}.")
    name = _checked_name(name)
    require_space()
    data = files_in_force(campaign, test_set, language_pair)
    with full_disk_refused(), work_folder() as work, _plain_names(work):
        path = _written(chunks, work / "new" / name)
        holds = check_file(path, slot, campaign.rules, _beside(data, slot, work))
        kept = keep_path(path)
    with transaction.atomic():
        lock_open_campaign(campaign.pk)  # one version after another
        if files_in_force(campaign, test_set, language_pair).inputs_digest != data.inputs_digest:
            raise RefusedError("Someone else changed files of this test set meanwhile. Look at them and try again.")
        same = versions_in(campaign, slot, name)
        before = same.filter(replaced_at=None).first()
        if before is not None and (before.sha256, before.name, before.label) == (kept.sha256, name, label):
            return before
        if before is not None and by is not None and not note.strip():
            raise RefusedError(f"Say in a note why it replaces version {before.version}, {before.name}.")
        same.filter(replaced_at=None).update(replaced_at=timezone.now())
        added = DataFile.objects.create(
            campaign=campaign,
            kind=kind,
            test_set=test_set,
            language_pair=language_pair,
            input=input,
            number=number,
            label=label,
            holds=holds,
            name=name,
            note=note,
            sha256=kept.sha256,
            size=kept.size,
            version=(same.aggregate(last=Max("version"))["last"] or 0) + 1,
            added_by=by,
        )
        record(
            "data.add" if before is None else "data.replace",
            actor=by,
            campaign=campaign,
            subject=f"{slot.title(campaign.rules)}: {name}",
            version=added.version,
            sha256=kept.sha256,
            size=kept.size,
            note=note,
        )
        _rescore(campaign, slot)
    return added


def remove_data_file(data_file: DataFile, *, reason: str, by: User | None) -> None:
    """Takes a file away; it stays as an earlier version."""
    with transaction.atomic():
        if not DataFile.objects.filter(pk=data_file.pk, replaced_at=None).update(replaced_at=timezone.now()):
            return
        record(
            "data.remove",
            actor=by,
            campaign=data_file.campaign,
            subject=f"{slot_of(data_file).title(data_file.campaign.rules)}: {data_file.name}",
            version=data_file.version,
            reason=reason,
        )
        _rescore(data_file.campaign, slot_of(data_file))


def record_download(data_file: DataFile, *, user: User | None, teams: Sequence[Team]) -> None:
    """Notes that somebody is handed a file, for one team or several."""
    with transaction.atomic():
        record(
            "data.download",
            actor=user,
            campaign=data_file.campaign,
            subject=f"{slot_of(data_file).title(data_file.campaign.rules)}: {data_file.name}",
            version=data_file.version,
            team=", ".join(team.name for team in teams),
        )
        for_teams = [Download(data_file=data_file, user=user, team=team) for team in teams]
        Download.objects.bulk_create(for_teams or [Download(data_file=data_file, user=user)])


def refresh_pack(data_file: DataFile) -> None:
    """Asks for a pack of outputs again in which something changed that nobody asked for a new one for."""
    for packed in data_file.packed_runs.select_related("run__team"):
        if packed.run.team is not None:
            with transaction.atomic():
                repack(packed.run.team)


def _checked_name(name: str) -> str:
    """The name of a file without folders, as it can be on any disk and in a header."""
    plain = PurePath(name.replace("\\", "/")).name.strip()
    if not plain or plain.startswith(".") or len(plain) > _LONGEST_NAME or not plain.isprintable():
        raise RefusedError(
            f"The file needs a name of 1 to {_LONGEST_NAME} characters that does not start with a dot. Rename it."
        )
    return plain


def _written(chunks: Iterable[bytes], path: Path) -> Path:
    path.parent.mkdir()
    size, most = 0, settings.MAX_UPLOAD_BYTES
    with path.open("xb") as stream:
        for chunk in chunks:
            size += len(chunk)
            if size > most:
                raise RefusedError(
                    f"The file is larger than the {most:,} bytes that this site takes (max_upload_bytes)."
                )
            stream.write(chunk)
    if not size:
        raise InputError(place=Place(str(path)), expected="a file with something in it", found="an empty file")
    return path


def _beside(data: TestData, slot: Slot, work: Path) -> Beside:
    """The files that the new one has to go with, under their names."""
    if slot.kind not in (DataKind.SOURCE, DataKind.REFERENCE, DataKind.TRANSCRIPT, DataKind.REGIONS):
        return Beside()
    others = [each for each in data.references if slot.kind != DataKind.REFERENCE or each.number != slot.number]

    def linked(data_file: DataFile) -> Path:
        path = work / str(data_file.pk) / data_file.name
        path.parent.mkdir()
        path.symlink_to(path_of(data_file.sha256).resolve())
        return path

    archives = [
        each
        for each in data.recordings
        if _holds_archive(each) and (slot.kind != DataKind.SOURCE or _is_other_part(each, slot))
    ]
    if slot.input:
        known = data.transcript or data.text_source
        return Beside(
            spoken=linked(known) if known else None,
            regions=linked(data.regions) if data.regions else None,
            references=[linked(each) for each in others] if slot.input == "audio" else [],
            audio=[linked(each) for each in archives] if slot.input == "audio" else [],
        )
    if slot.kind == DataKind.REGIONS:
        return Beside(references=[linked(each) for each in others], audio=[linked(each) for each in archives])
    return Beside(
        source=linked(data.source) if data.source and slot.kind != DataKind.SOURCE else None,
        references=[linked(each) for each in others] if slot.kind != DataKind.TRANSCRIPT else [],
        regions=linked(data.regions) if data.regions else None,
        audio=[linked(each) for each in archives] if slot.kind == DataKind.SOURCE else [],
    )


def _is_other_part(file: DataFile, slot: Slot) -> bool:
    """Whether a file holds other recordings of the same input than the new one, and is not replaced by it."""
    return file.input == slot.input and file.number != slot.number


def _holds_archive(file: DataFile) -> bool:
    """Whether a source is an archive of recordings."""
    path = path_of(file.sha256)
    return holds_recordings(path) and is_archive(path)


@contextmanager
def _plain_names(work: Path) -> Iterator[None]:
    """Messages call files by their names, not by their temporary paths."""
    folders = re.compile(rf"{re.escape(str(work))}/[^/]+/")
    try:
        yield
    except InputError as error:
        place = error.place
        file = folders.sub("", place.file) if place.file else None
        # The error itself: some kinds are made from more than these four.
        error.found, error.expected = folders.sub("", error.found), folders.sub("", error.expected)
        error.remedy = folders.sub("", error.remedy)
        error.place = Place(file, place.line, place.document, place.segment)
        raise


def _rescore(campaign: Campaign, slot: Slot) -> None:
    if slot.kind in (DataKind.SOURCE, DataKind.TRANSCRIPT):
        for data_file in scored_inputs(campaign, test_set=slot.test_set, language_pair=slot.language_pair):
            request_input_scoring(data_file)
    if slot.kind not in _SCORED_WITH or slot.input:
        return
    pairs = Q(language_pair=slot.language_pair) if slot.language_pair else Q()
    for board in campaign.boards.filter(pairs, test_set=slot.test_set):
        if can_score(campaign, track=board.track, test_set=board.test_set, language_pair=board.language_pair):
            for run in board.runs.filter(withdrawn_at=None, replaced_by=None):
                request_scoring(run)
