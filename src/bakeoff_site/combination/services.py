"""Outputs are packed under numbers in the place of names."""

from __future__ import annotations

import random
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from django.db import transaction
from django.db.models import Exists, Max, OuterRef

from bakeoff.data import TestSet
from bakeoff.formats import read_references, read_source
from bakeoff.formats.registry import format_named
from bakeoff.submissions.anonymous_outputs import SPEECH_FORMATS, mentions, segments_of, write_anonymous
from bakeoff.submissions.archives.writer import write_archive
from bakeoff.submissions.packages.contents import PackedFile
from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign, Team
from bakeoff_site.campaigns.services.locks import lock_open_campaign
from bakeoff_site.campaigns.services.outputs import ask_for_pack
from bakeoff_site.combination.models import AnonymousSystem, Draw, PackedRun
from bakeoff_site.combination.selectors import PackKey, first_packs_due, key_of, numbers_of, rules_of, shared_runs
from bakeoff_site.core.audit import record
from bakeoff_site.core.refusals import RefusedError
from bakeoff_site.core.storage.files import path_of, under_name, work_folder
from bakeoff_site.datasets.choices import DataKind
from bakeoff_site.datasets.models import DataFile
from bakeoff_site.datasets.selectors import TestData, files_in_force
from bakeoff_site.datasets.services import add_data_file, remove_data_file
from bakeoff_site.jobs.execution import Report
from bakeoff_site.submissions.models import Board, Run

_LIST = "systems.tsv"


@dataclass(frozen=True, slots=True)
class _Part:
    """A run on its way into a pack."""

    run: Run
    system: AnonymousSystem
    format: str
    mentions: tuple[str, ...]

    @property
    def left_out(self) -> bool:
        return bool(self.mentions) and self.system.cleared_by_id is None

    @property
    def file_name(self) -> str:
        ending = f".{self.format}" if self.format in SPEECH_FORMATS else format_named(self.format).endings[0]
        return f"{self.system}{ending}"


def pack_outputs(board: Board, report: Report) -> DataFile | None:
    """Packs the shared outputs of a board's track, test set and language pair.

    None where the rulebook shares none, or no team lets theirs be shared.

    Run again with the same runs it finds the pack made. What changes while it works is packed in another turn.
    """
    campaign, key = board.campaign, key_of(board)
    rules = rules_of(campaign, key)
    if rules is None:
        return None
    runs = shared_runs(campaign).get(key, [])
    if not runs:
        _take_away(campaign, rules.number, key)
        return None
    systems = draw_numbers(campaign, key, runs)
    parts = _examined(runs, systems, files_in_force(campaign, board.test_set, board.language_pair))
    with work_folder() as work:
        archive = _written(campaign, key, parts, work, report)
        with transaction.atomic():
            lock_open_campaign(campaign.pk)
            if {run.pk for run in shared_runs(campaign).get(key, [])} != {run.pk for run in runs}:
                ask_for_pack(campaign, track=key[0], test_set=key[1], language_pair=key[2])
                return None
            with archive.open("rb") as stream:
                pack = add_data_file(
                    campaign,
                    kind=DataKind.OUTPUTS,
                    name=archive.name,
                    chunks=iter(lambda: stream.read(1 << 20), b""),
                    test_set=board.test_set,
                    language_pair=board.language_pair,
                    number=rules.number,
                    by=None,
                )
            pack.packed_runs.all().delete()
            PackedRun.objects.bulk_create(
                PackedRun(
                    data_file=pack,
                    run=part.run,
                    system=part.system,
                    left_out=part.left_out,
                    mentions=list(part.mentions),
                )
                for part in parts
            )
    return pack


def ask_for_first_packs(now: datetime) -> int:
    """Asks for the packs of phases that have opened; how many. What was asked for is not asked for twice."""
    campaigns = Campaign.objects.filter(Exists(Board.objects.filter(campaign=OuterRef("pk"))), archived_at=None)
    jobs = [
        ask_for_pack(campaign, track=track, test_set=test_set, language_pair=pair)
        for campaign in campaigns
        for track, test_set, pair in first_packs_due(campaign, now)
    ]
    return len([job for job in jobs if job is not None])


def draw_numbers(campaign: Campaign, key: PackKey, runs: Sequence[Run]) -> dict[int, AnonymousSystem]:
    """The systems of runs, by the runs' keys. Systems without a number get the next ones in drawn order.

    A number stays with its system in all packs of a track and language pair, so that what is learnt on the development
    set holds on the test set.
    """
    track, _, pair = key
    with transaction.atomic():
        lock_open_campaign(campaign.pk)
        draw, _ = Draw.objects.get_or_create(campaign=campaign, defaults={"seed": secrets.randbits(63)})
        known = numbers_of(campaign, key)
        new = sorted({_system_key(run) for run in _shared_anywhere(campaign, key, runs)} - known.keys())
        random.Random(f"{draw.seed} {track} {pair}").shuffle(new)
        last = AnonymousSystem.objects.filter(campaign=campaign, track=track, language_pair=pair).aggregate(
            last=Max("number")
        )
        AnonymousSystem.objects.bulk_create(
            AnonymousSystem(
                campaign=campaign, track=track, language_pair=pair, team_id=team, condition=condition, number=number
            )
            for number, (team, condition) in enumerate(new, start=(last["last"] or 0) + 1)
        )
        systems = numbers_of(campaign, key)
    return {run.pk: systems[_system_key(run)] for run in runs}


def clear_system(system: AnonymousSystem, *, by: User) -> None:
    """Lets an output be handed out although it holds the name of its team, and asks for the packs that lack it."""
    with transaction.atomic():
        if not AnonymousSystem.objects.filter(pk=system.pk, cleared_by=None).update(cleared_by=by):
            return
        record(
            "outputs.clear",
            actor=by,
            campaign=system.campaign,
            subject=f"{system.team.name}, {system.track} {system.language_pair}",
        )
        for packed in system.packed_runs.filter(left_out=True, data_file__replaced_at=None).select_related("data_file"):
            file = packed.data_file
            ask_for_pack(system.campaign, track=system.track, test_set=file.test_set, language_pair=file.language_pair)


def _shared_anywhere(campaign: Campaign, key: PackKey, runs: Sequence[Run]) -> list[Run]:
    """The runs of all packs of the track and language pair: they draw together, and no order says who came when."""
    shared = [
        run for other, own in shared_runs(campaign).items() if (other[0], other[2]) == (key[0], key[2]) for run in own
    ]
    return [*runs, *shared]


def _system_key(run: Run) -> tuple[int, str]:
    if run.team_id is None:  # never shared: runs that organisers entered have no team
        raise RefusedError(f"{run} belongs to no team.")
    return run.team_id, run.board.condition


def _examined(runs: Sequence[Run], systems: dict[int, AnonymousSystem], data: TestData) -> list[_Part]:
    """The runs with what in their texts names their teams; what references or others say in the same place does not."""
    formats = {run.pk: run.board.campaign.rules.submission.packages[run.submission.package].format for run in runs}
    texts = {run.pk: segments_of(path_of(run.sha256), formats[run.pk]) for run in runs}
    said = _said(data) if not set(formats.values()) & set(SPEECH_FORMATS) else []
    return [
        _Part(
            run,
            systems[run.pk],
            formats[run.pk],
            tuple(
                str(mention)
                for mention in mentions(
                    texts[run.pk],
                    _names(run.team),
                    beside=[*said, *(texts[other.pk] for other in runs if other.team_id != run.team_id)],
                )
            ),
        )
        for run in runs
    ]


def _names(team: Team | None) -> list[str]:
    return [team.name, team.code] if team is not None else []


def _said(data: TestData) -> list[list[str]]:
    """Source and references, a column each."""
    texts = []
    if source := data.text_source:
        with under_name(source.sha256, source.name) as path:
            texts.append([segment.text for segment in read_source(path).segments])
    for file in data.references:
        with under_name(file.sha256, file.name) as path:
            texts += [[segment.text for segment in text.segments] for text in read_references(path)]
    return texts


def _source(data: TestData) -> TestSet | None:
    source = data.text_source
    if source is None:
        return None
    with under_name(source.sha256, source.name) as path:
        return read_source(path)


def _written(campaign: Campaign, key: PackKey, parts: Sequence[_Part], work: Path, report: Report) -> Path:
    """The archive: a file for each system, and a list of them with their data conditions."""
    track, test_set, pair = key
    included = sorted((part for part in parts if not part.left_out), key=lambda part: part.system.number)
    is_text = any(part.format not in SPEECH_FORMATS for part in included)
    source = _source(files_in_force(campaign, test_set, pair)) if is_text else None
    folder = f"{test_set}_{pair}"
    files, lines = [], ["system\tfile\tcondition\n"]
    for done, part in enumerate(included):
        target = work / part.file_name
        write_anonymous(path_of(part.run.sha256), target, format=part.format, system=str(part.system), source=source)
        files.append(PackedFile(f"{folder}/{part.file_name}", target, target.stat().st_size))
        lines.append(f"{part.system}\t{part.file_name}\t{part.system.condition}\n")
        report(done + 1, len(included) + 1)
    listed = work / _LIST
    listed.write_text("".join(lines), encoding="utf-8")
    files.append(PackedFile(f"{folder}/{_LIST}", listed, listed.stat().st_size))
    archive = work / f"{campaign.rules.campaign.id}_{track}_{folder}_outputs.tgz"
    write_archive(files, archive, "tgz")
    return archive


def _take_away(campaign: Campaign, number: int, key: PackKey) -> None:
    _, test_set, pair = key
    for file in campaign.data_files.filter(
        kind=DataKind.OUTPUTS, test_set=test_set, language_pair=pair, number=number, replaced_at=None
    ):
        remove_data_file(file, reason="no output may be shared any more", by=None)
