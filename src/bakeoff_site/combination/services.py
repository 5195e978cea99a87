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

from bakeoff.data import ReferenceSet, TestSet
from bakeoff.errors import BakeoffError
from bakeoff.formats import read_references, read_source
from bakeoff.formats.registry import format_named
from bakeoff.rulebook.release.shared_outputs import SharedOutputs
from bakeoff.submissions.anonymous_outputs import SPEECH_FORMATS, mentions, segments_in, segments_of, write_anonymous
from bakeoff.submissions.archives.writer import write_archive
from bakeoff.submissions.metrics_package import metrics_package
from bakeoff.submissions.packages.builder import read_run
from bakeoff.submissions.packages.contents import PackedFile
from bakeoff.submissions.packages.single_runs import package_of
from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.campaigns.services.locks import lock_open_campaign
from bakeoff_site.campaigns.services.outputs import ask_for_pack
from bakeoff_site.combination.models import AnonymousSystem, Draw, PackedRun
from bakeoff_site.combination.selectors import (
    PackKey,
    first_packs_due,
    key_of,
    numbers_of,
    rules_of,
    shared_runs,
    system_key,
)
from bakeoff_site.core.audit import record
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


def pack_outputs(board: Board, report: Report) -> tuple[DataFile, ...]:
    """Makes all packs of a board's track, test set and language pair, as many as the rulebook has kinds of packs."""
    packs = [_pack(board, rules, report) for rules in rules_of(board.campaign, key_of(board))]
    return tuple(pack for pack in packs if pack is not None)


def _pack(board: Board, rules: SharedOutputs, report: Report) -> DataFile | None:
    """Packs one kind of the shared outputs of a board's track, test set and language pair.

    None where no team lets theirs be shared. Run again with the same runs it finds the pack made. What changes while it
    works is packed in another turn.
    """
    campaign, key = board.campaign, key_of(board)
    place = (rules.number, key)
    runs = shared_runs(campaign).get(place, [])
    if not runs:
        _take_away(campaign, rules.number, key)
        return None
    systems = draw_numbers(campaign, key, runs)
    parts = _examined(runs, systems, files_in_force(campaign, board.test_set, board.language_pair))
    with work_folder() as work:
        archive = _written(board, rules, parts, work, report)
        with transaction.atomic():
            lock_open_campaign(campaign.pk)
            if {run.pk for run in shared_runs(campaign).get(place, [])} != {run.pk for run in runs}:
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
        wanted = {system_key(run) for run in _shared_anywhere(campaign, key, runs)} - known.keys()
        new = sorted(wanted, key=lambda system: (system[0] or 0, *system[1:]))
        random.Random(f"{draw.seed} {track} {pair}").shuffle(new)
        last = AnonymousSystem.objects.filter(campaign=campaign, track=track, language_pair=pair).aggregate(
            last=Max("number")
        )
        AnonymousSystem.objects.bulk_create(
            AnonymousSystem(
                campaign=campaign,
                track=track,
                language_pair=pair,
                team_id=team,
                entered=entered,
                condition=condition,
                system=system,
                number=number,
            )
            for number, (team, entered, condition, system) in enumerate(new, start=(last["last"] or 0) + 1)
        )
        systems = numbers_of(campaign, key)
    return {run.pk: systems[system_key(run)] for run in runs}


def clear_system(system: AnonymousSystem, *, by: User) -> None:
    """Lets an output be handed out although it holds the name of its team, and asks for the packs that lack it."""
    with transaction.atomic():
        if not AnonymousSystem.objects.filter(pk=system.pk, cleared_by=None).update(cleared_by=by):
            return
        record(
            "outputs.clear",
            actor=by,
            campaign=system.campaign,
            subject=f"{system.owner}, {system.track} {system.language_pair}",
        )
        for packed in system.packed_runs.filter(left_out=True, data_file__replaced_at=None).select_related("data_file"):
            file = packed.data_file
            ask_for_pack(system.campaign, track=system.track, test_set=file.test_set, language_pair=file.language_pair)


def _shared_anywhere(campaign: Campaign, key: PackKey, runs: Sequence[Run]) -> list[Run]:
    """The runs of all packs of the track and language pair: they draw together, and no order says who came when."""
    shared = [
        run
        for (_, other), own in shared_runs(campaign).items()
        if (other[0], other[2]) == (key[0], key[2])
        for run in own
    ]
    return [*runs, *shared]


def _examined(runs: Sequence[Run], systems: dict[int, AnonymousSystem], data: TestData) -> list[_Part]:
    """The runs with the places where only they name who made them: no reference and no other output does."""
    formats = {run.pk: _format(run) for run in runs}
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
                    _names(run),
                    beside=[*said, *(texts[other.pk] for other in runs if _maker(other) != _maker(run))],
                )
            ),
        )
        for run in runs
    ]


def _format(run: Run) -> str:
    """The format of its file, as its package asks for; of a system of the organisers, as packages of its track do."""
    rules, board = run.board.campaign.rules, run.board
    package = rules.submission.packages.get(run.submission.package)
    return (package or package_of(rules, board.track, board.test_set)).format


def _maker(run: Run) -> tuple[int | None, str]:
    return run.team_id, run.entered


def _names(run: Run) -> list[str]:
    """What would tell whose an output is."""
    if run.team is not None:
        return [run.team.name, run.team.code]
    system = run.board.campaign.rules.systems.get(run.entered)
    return [run.entered, run.name, *([system.label] if system is not None else [])]


def _said(data: TestData) -> list[list[str]]:
    """Source and references, a column each."""
    texts = []
    if source := data.text_source:
        with under_name(source.sha256, source.name) as path:
            texts.append([segment.text for segment in read_source(path).segments])
    texts += [[segment.text for segment in reference.segments] for reference in _references(data)]
    return texts


def _references(data: TestData) -> list[ReferenceSet]:
    references: list[ReferenceSet] = []
    for file in data.references:
        with under_name(file.sha256, file.name) as path:
            references += read_references(path)
    return references


def _source(data: TestData) -> TestSet | None:
    source = data.text_source
    if source is None:
        return None
    with under_name(source.sha256, source.name) as path:
        return read_source(path)


def _written(board: Board, rules: SharedOutputs, parts: Sequence[_Part], work: Path, report: Report) -> Path:
    """The archive: a file for each system, and a list of them with their data conditions."""
    included = sorted((part for part in parts if not part.left_out), key=lambda part: part.system.number)
    several = len(rules_of(board.campaign, key_of(board))) > 1
    whom = f"_for_{rules.receivers[0]}" if several else ""
    folder = f"{board.test_set}_{board.language_pair}"
    archive = work / f"{board.campaign.rules.campaign.id}_{rules.track}_{folder}_outputs{whom}.tgz"
    if rules.is_for_metrics and not any(part.format in SPEECH_FORMATS for part in included):
        write_archive(_for_metrics(board, rules, included, work), archive, "tgz")
        return archive
    is_text = any(part.format not in SPEECH_FORMATS for part in included)
    data = files_in_force(board.campaign, board.test_set, board.language_pair)
    source = _source(data) if is_text else None
    only = segments_in(rules.subsets, [*([source] if source else []), *_references(data)]) if rules.subsets else None
    files, lines = [], ["system\tfile\tcondition\n"]
    for done, part in enumerate(included):
        target = work / part.file_name
        kept = path_of(part.run.sha256)
        write_anonymous(kept, target, format=part.format, system=str(part.system), source=source, only=only)
        files.append(PackedFile(f"{folder}/{part.file_name}", target, target.stat().st_size))
        lines.append(f"{part.system}\t{part.file_name}\t{part.system.condition}\n")
        report(done + 1, len(included) + 1)
    listed = work / _LIST
    listed.write_text("".join(lines), encoding="utf-8")
    files.append(PackedFile(f"{folder}/{_LIST}", listed, listed.stat().st_size))
    write_archive(files, archive, "tgz")
    return archive


def _for_metrics(board: Board, rules: SharedOutputs, parts: Sequence[_Part], work: Path) -> list[PackedFile]:
    """What metric teams get: outputs with source, documents and, where they are released by then, references."""
    data, campaign = files_in_force(board.campaign, board.test_set, board.language_pair), board.campaign.rules
    source = _source(data)
    if source is None:
        raise BakeoffError("metrics score segments of the source: add the source first.")
    references = _references(data)
    pair = campaign.language_pairs[board.language_pair]
    return metrics_package(
        work,
        title=f"{campaign.campaign.title}: {campaign.test_sets[board.test_set].label}, {pair.label}",
        folder=board.test_set,
        language_pair=board.language_pair,
        source=source,
        references=references if rules.has_references else (),
        outputs={str(part.system): read_run(path_of(part.run.sha256), format=part.format) for part in parts},
        only=segments_in(rules.subsets, [source, *references]) if rules.subsets else None,
    )


def _take_away(campaign: Campaign, number: int, key: PackKey) -> None:
    _, test_set, pair = key
    for file in campaign.data_files.filter(
        kind=DataKind.OUTPUTS, test_set=test_set, language_pair=pair, number=number, replaced_at=None
    ):
        remove_data_file(file, reason="no output may be shared any more", by=None)
