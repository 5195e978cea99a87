"""The files that a test set is handed out and scored with."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from django.db.models import QuerySet

from bakeoff.rulebook.release.test_data import NeededData, NeededInput
from bakeoff.submissions.sources import holds_recordings
from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.core.storage.files import path_of
from bakeoff_site.datasets.choices import DataKind
from bakeoff_site.datasets.models import DataFile
from bakeoff_site.datasets.permissions import Slot

SCORED_INPUTS = ("n-best", "lattice")
"""Inputs that have candidates, which are scored."""
_TEST_DATA = (DataKind.SOURCE, DataKind.REFERENCE, DataKind.TRANSCRIPT, DataKind.MAPPINGS, DataKind.REGIONS)


@dataclass(frozen=True, slots=True, kw_only=True)
class TestData:
    """The files in force of a test set in a language pair."""

    __test__ = False  # not a pytest class

    source: DataFile | None = None
    references: tuple[DataFile, ...] = ()
    mappings: DataFile | None = None
    regions: DataFile | None = None
    transcript: DataFile | None = None
    inputs: tuple[DataFile, ...] = ()
    """What systems may start from instead of the source."""
    parts: tuple[DataFile, ...] = ()
    """Further archives of recordings, where the source comes in several."""

    @property
    def recordings(self) -> tuple[DataFile, ...]:
        """Files that may hold recordings; archives of lattices are none of them."""
        of_source = filter(None, (self.source, *self.parts))
        return (*of_source, *(file for file in self.inputs if file.input == "audio"))

    @property
    def files(self) -> tuple[DataFile, ...]:
        """What runs are scored with."""
        return tuple(filter(None, (self.source, *self.references, self.mappings, self.regions)))

    @property
    def text_source(self) -> DataFile | None:
        """The source, where it is a text and not recordings."""
        return None if self.source is None or holds_recordings(path_of(self.source.sha256)) else self.source

    @property
    def inputs_digest(self) -> str:
        """Says these files from any others: what was scored with them, and what with earlier ones."""
        lines = "".join(f"{file.kind} {file.number} {file.sha256}\n" for file in self.files)
        return hashlib.sha256(lines.encode()).hexdigest()

    @property
    def reference_count(self) -> int:
        """How many references the files hold."""
        return sum(file.holds for file in self.references)


def files_in_force(campaign: Campaign, test_set: str, language_pair: str) -> TestData:
    """The files in force of a test set in a language pair, including files for every pair."""
    files = campaign.data_files.filter(
        kind__in=_TEST_DATA, test_set=test_set, language_pair__in={"", language_pair}, replaced_at=None
    )
    return joined(files)


def scored_inputs(campaign: Campaign, *, test_set: str = "", language_pair: str = "") -> QuerySet[DataFile]:
    """N-best lists and lattices in force: of all test sets, or of one in a language pair."""
    files = campaign.data_files.filter(kind=DataKind.SOURCE, input__in=SCORED_INPUTS, replaced_at=None)
    files = files.filter(test_set=test_set) if test_set else files
    return files.filter(language_pair__in=["", language_pair]) if language_pair else files


def released_inputs(campaign: Campaign) -> QuerySet[DataFile]:
    """Runs of the ASR track in force that organisers released as input."""
    return campaign.data_files.filter(kind=DataKind.SOURCE, input="released-runs", replaced_at=None)


def can_score(campaign: Campaign, *, track: str, test_set: str, language_pair: str) -> bool:
    """Whether runs can be scored: by the rulebook, and because there are references."""
    return bool(files_in_force(campaign, test_set, language_pair).references) and campaign.rules.is_scored(track)


def missing_inputs(needed: NeededData, data: TestData) -> Iterator[tuple[Slot, NeededInput]]:
    """Inputs of a test set that there is no file of, and where the first one belongs."""
    for further in needed.further_inputs:
        if all(file.input != further.input for file in data.inputs):
            place = (needed.test_set.id, needed.language_pair)
            slot = Slot(kind=DataKind.SOURCE, test_set=place[0], language_pair=place[1], input=further.input)
            yield slot, further


def joined(files: Iterable[DataFile]) -> TestData:
    """Files of one test set as its data; one of the language pair itself goes before one for all pairs."""
    chosen: dict[tuple[str, str, int], DataFile] = {}
    for file in sorted(files, key=lambda file: bool(file.language_pair)):
        chosen[file.kind, file.input, file.number] = file
    references = [file for (kind, _, _), file in chosen.items() if kind == DataKind.REFERENCE]
    inputs = [file for (_, named, _), file in chosen.items() if named]
    parts = [
        file for (kind, named, number), file in chosen.items() if kind == DataKind.SOURCE and not named and number > 1
    ]
    return TestData(
        source=chosen.get((DataKind.SOURCE, "", 1)),
        references=tuple(sorted(references, key=lambda file: file.number)),
        mappings=chosen.get((DataKind.MAPPINGS, "", 1)),
        regions=chosen.get((DataKind.REGIONS, "", 1)),
        transcript=chosen.get((DataKind.TRANSCRIPT, "", 1)),
        inputs=tuple(sorted(inputs, key=lambda file: (file.input, file.number))),
        parts=tuple(sorted(parts, key=lambda file: file.number)),
    )
