"""What organisers see: which files exist and which are missing, their versions, who fetched them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Q, QuerySet

from bakeoff.rulebook import Period, Rulebook
from bakeoff.rulebook.release.test_data import NeededData, needed_data
from bakeoff.rulebook.schema.test_sets import TestSetRules
from bakeoff.rulebook.submission.off_limits import listed_in_a_file
from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.datasets.choices import DataKind
from bakeoff_site.datasets.conversions import slot_of
from bakeoff_site.datasets.models import DataFile, Download
from bakeoff_site.datasets.permissions import Slot
from bakeoff_site.datasets.selectors.test_data import TestData, joined, missing_inputs


@dataclass(frozen=True, slots=True)
class Missing:
    """A file that is not there, and the phase before which it is needed."""

    slot: Slot
    words: str
    due: Period | None
    is_overdue: bool


@dataclass(frozen=True, slots=True)
class Place:
    """A place in the table: its file, or that it is empty."""

    slot: Slot
    data_file: DataFile | None


@dataclass(frozen=True, slots=True)
class PairRow:
    """A test set in a language pair: its places, and what is missing."""

    language_pair: str
    places: tuple[Place, ...]
    missing: tuple[Missing, ...]


@dataclass(frozen=True, slots=True)
class TestSetTable:
    """A test set with its language pairs."""

    __test__ = False  # not a pytest class

    test_set: TestSetRules
    rows: tuple[PairRow, ...]


@dataclass(frozen=True, slots=True)
class Overview:
    """All data of a campaign."""

    tables: tuple[TestSetTable, ...]
    training: tuple[DataFile, ...]
    off_limits: Place | None
    """The list of documents that are off limits; None where the rulebook asks for none."""
    missing: int
    overdue: int


def overview_of(campaign: Campaign, now: datetime) -> Overview:
    """What exists and what is missing, by test set and language pair."""
    current = campaign.data_files.filter(replaced_at=None).annotate(fetched=Count("downloads"))
    # Queries that count lose the order of their model.
    files = list(current.order_by(*(DataFile._meta.ordering or ())))
    rows: dict[str, list[PairRow]] = {test_set: [] for test_set in campaign.rules.test_sets}
    for needed in needed_data(campaign.rules):
        data = _data_of(needed, files)
        missing = tuple(_missing(needed, data, now))
        rows[needed.test_set.id].append(PairRow(needed.language_pair, tuple(_places(needed, data)), missing))
    every = [missing for own_rows in rows.values() for row in own_rows for missing in row.missing]
    return Overview(
        tuple(TestSetTable(campaign.rules.test_sets[each], tuple(tables)) for each, tables in rows.items()),
        tuple(file for file in files if file.kind == DataKind.TRAINING),
        _off_limits(campaign, files),
        len(every),
        sum(missing.is_overdue for missing in every),
    )


def missing_files(rules: Rulebook, files: Sequence[DataFile], now: datetime) -> tuple[Missing, ...]:
    """What a campaign with these files lacks, in the order of the rulebook."""
    return tuple(missing for needed in needed_data(rules) for missing in _missing(needed, _data_of(needed, files), now))


def _data_of(needed: NeededData, files: Sequence[DataFile]) -> TestData:
    """The files of a test set in a language pair."""
    pairs = ("", needed.language_pair)
    return joined([file for file in files if file.test_set == needed.test_set.id and file.language_pair in pairs])


def _off_limits(campaign: Campaign, files: Sequence[DataFile]) -> Place | None:
    file = next((file for file in files if file.kind == DataKind.OFF_LIMITS), None)
    if file is None and not listed_in_a_file(campaign.rules):
        return None
    return Place(Slot(kind=DataKind.OFF_LIMITS), file)


def _places(needed: NeededData, data: TestData) -> Iterator[Place]:
    """Places with and without files; for references, one more than there are while some are missing."""

    def place(kind: DataKind, data_file: DataFile | None, number: int = 1) -> Place:
        slot = Slot(kind=kind, test_set=needed.test_set.id, language_pair=_pair(needed, data_file), number=number)
        return Place(slot, data_file)

    yield place(DataKind.SOURCE, data.source)
    for each in (*data.parts, *data.inputs):
        yield Place(slot_of(each), each)
    for further in needed.further_inputs:
        own = [each.number for each in data.inputs if each.input == further.input]
        if not own or further.input == "released-runs":
            slot = Slot(
                kind=DataKind.SOURCE,
                test_set=needed.test_set.id,
                language_pair=needed.language_pair,
                input=further.input,
                number=max(own, default=0) + 1,
            )
            yield Place(slot, None)
    if data.transcript:
        yield place(DataKind.TRANSCRIPT, data.transcript)
    for reference in data.references:
        yield place(DataKind.REFERENCE, reference, reference.number)
    if data.reference_count < needed.references:
        taken = {reference.number for reference in data.references}
        free = next(number for number in range(1, needed.references + 1) if number not in taken)
        yield place(DataKind.REFERENCE, None, free)
    if needed.mappings or data.mappings:
        yield place(DataKind.MAPPINGS, data.mappings)
    if needed.regions or data.regions:
        yield place(DataKind.REGIONS, data.regions)


def _pair(needed: NeededData, data_file: DataFile | None) -> str:
    return data_file.language_pair if data_file is not None else needed.language_pair


def _missing(needed: NeededData, data: TestData, now: datetime) -> Iterator[Missing]:
    references = max(needed.references - data.reference_count, 0)
    counted = "reference" if references == 1 else f"{references} of {needed.references} references"
    for kind, words, due, is_missing in (
        (DataKind.SOURCE, "source", needed.source_due, data.source is None),
        (DataKind.REFERENCE, counted, needed.references_due, references > 0),
        (DataKind.MAPPINGS, "GLM", needed.references_due, needed.mappings and data.mappings is None),
        (DataKind.REGIONS, "UEM", needed.source_due, needed.regions and data.regions is None),
    ):
        if is_missing:
            slot = Slot(kind=kind, test_set=needed.test_set.id, language_pair=needed.language_pair)
            yield Missing(slot, words, due, due is not None and due.start <= now)
    for slot, further in missing_inputs(needed, data):
        yield Missing(slot, slot.kind_label, further.due, further.due is not None and further.due.start <= now)


def versions_in(campaign: Campaign, slot: Slot, name: str) -> QuerySet[DataFile]:
    """All versions of the file in a place, newest first; training data are many files, one per name."""
    files = campaign.data_files.filter(
        kind=slot.kind,
        test_set=slot.test_set,
        language_pair=slot.language_pair,
        input=slot.input,
        number=slot.number,
    )
    return (files.filter(name=name) if slot.kind == DataKind.TRAINING else files).order_by("-version")


def file_in_place(campaign: Campaign, slot: Slot, name: str) -> DataFile | None:
    """What a new file of this name would replace."""
    return versions_in(campaign, slot, name).filter(replaced_at=None).first()


def downloads_of(campaign: Campaign, *, text: str = "") -> QuerySet[Download]:
    """Who fetched what, newest first; with a text, only rows whose file, team or person contains it."""
    downloads = Download.objects.filter(data_file__campaign=campaign).select_related("data_file", "user", "team")
    if not text:
        return downloads
    return downloads.filter(
        Q(data_file__name__icontains=text)
        | Q(team__name__icontains=text)
        | Q(user__name__icontains=text)
        | Q(user__email__icontains=text)
    )
